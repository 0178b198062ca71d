"""arXiv identifiers, old (``hep-th/9901001``) and new (``1706.03762``), as the arXiv help describes them.

https://info.arxiv.org/help/arxiv_identifier.html: old ones from 9107 to 0703, new ones with four digits from 0704 to
1412 and five from 1501.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .patterns import lazy_pattern

_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|econ|eess"
    "|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|math|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph"
    "|q-alg|q-bio|q-fin|quant-ph|solv-int|stat|supr-con"
)
_NEW = r"(?P<new>\d{4}\.\d{4,5})(?!\d)"
_OLD = rf"(?P<archive>{_ARCHIVES})(?:\.[A-Za-z]{{2}}(?:-[A-Za-z]{{2,4}})?)?/(?P<number>\d{{7}})(?!\d)"
_ID = rf"(?:{_NEW}|{_OLD})(?:v(?P<version>[1-9]\d{{0,2}})(?!\d))?"
_WHOLE = lazy_pattern(rf"(?:arxiv\s*[:.\s]\s*)*{_ID}(?:\.pdf)?(?:\s*\[[\w.-]+\])?[\s.,;)]*", re.IGNORECASE | re.ASCII)
# Where an id is announced: by name, by an address of arXiv or of a mirror, by CoRR's volume, or as arXiv's own DOI.
_ANNOUNCED = lazy_pattern(
    r"(?:10\.48550\s?/\s?arxiv\.|ar[xX5]iv(?:\.org)?(?:\s+(?:preprint|e-?print))?(?:\s*arxiv)?\s*[:/.,]?\s*(?:\(?id\)?:?\s*)?"
    r"|\b(?:[a-z]+\.)?(?:arxiv|ar5iv|alphaxiv|arxiv-vanity)(?:\.labs\.arxiv)?\.(?:org|com)/"
    r"(?:abs|pdf|html|e-print|ps|format|src|list|papers)/"
    r"|\bhuggingface\.co/papers/|\babs/|\bcorr\b[\s,]*|\be-?print\s*[:=]?\s*)"
    rf"(?:abs/|pdf/|arxiv:)*{_ID}",
    re.IGNORECASE | re.ASCII,
)
# An old id is unmistakable, even unannounced.
_BARE_OLD = lazy_pattern(rf"(?<![\w/.-]){_OLD}(?:v(?P<version>[1-9]\d{{0,2}})(?!\d))?", re.ASCII)


class ArxivId(NamedTuple):
    """An arXiv id without version and subject class (``math/0309136``), and the version, if one was named."""

    id: str
    version: int | None = None


def _checked(match: re.Match[str]) -> ArxivId | None:
    version = int(match["version"]) if match["version"] else None
    number = match["number"] or match["new"]
    year, month = int(number[:2]), int(number[2:4])
    if not 1 <= month <= 12:
        return None
    if match["number"]:
        is_old = year >= 91 or (year, month) <= (7, 3)
        return ArxivId(f"{match['archive'].lower()}/{number}", version) if is_old else None
    digits = len(number) - 5
    if (year, month) < (7, 4) or digits != (4 if year < 15 else 5) or int(number[5:]) == 0:
        return None
    return ArxivId(number, version)


def find_arxiv_ids(text: str) -> tuple[tuple[int, ArxivId], ...]:
    """Every arXiv id that a text announces, with its position, in order, each once."""
    lowered = text.lower()
    if not any(mark in lowered for mark in ("xiv", "ar5iv", "abs/", "corr", "print", "papers/")) and "/" not in text:
        return ()
    found: dict[ArxivId, int] = {}
    for pattern in (_ANNOUNCED, _BARE_OLD):
        for match in pattern.finditer(text):
            arxiv_id = _checked(match)
            if arxiv_id is not None:
                found.setdefault(arxiv_id, match.start())
    return tuple(sorted((start, arxiv_id) for arxiv_id, start in found.items()))


def parse_arxiv_id(text: str) -> ArxivId | None:
    """The arXiv id that a text is (bare) or announces first (address, ``arXiv:``, arXiv's DOI); ``None`` if none.

    The month and the number of digits must fit the date; the subject class of old ids (``math.GT/0309136``) is dropped,
    as arXiv itself does. Whether the date is in the future is not judged here.
    """
    whole = _WHOLE.fullmatch(text.strip()) if len(text) < 200 else None
    if whole is not None:
        return _checked(whole)
    found = find_arxiv_ids(text.replace("%2F", "/").replace("%2f", "/"))
    return found[0][1] if found else None


def arxiv_doi(arxiv_id: str) -> str:
    """The DOI that arXiv registers (at DataCite) for a paper, normalised; a version is left out, as arXiv does."""
    parsed = parse_arxiv_id(arxiv_id)
    return f"10.48550/arxiv.{parsed.id if parsed else arxiv_id}".lower()

"""arXiv identifiers, old (``hep-th/9901001``) and new (``1706.03762``), as the arXiv help describes them.

https://info.arxiv.org/help/arxiv_identifier.html: old ones from 9107 to 0703, new ones with four digits from 0704 to
1412 and five from 1501.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .patterns import lazy_pattern

_ARCHIVES = (
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga"
    "|econ|eess|funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|math|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics"
    "|plasm-ph|q-alg|q-bio|q-fin|quant-ph|solv-int|stat|supr-con"
)
_CLASS = r"(?:\.[A-Za-z]{2,5}(?:-[A-Za-z]{2,4})?)?"
_VERSION = r"(?:v(?P<version>[1-9]\d{0,2})(?!\d))?"
_NEW = r"(?P<new>\d{4}\.\d{4,5})(?!\d)"
_OLD = rf"(?P<archive>{_ARCHIVES}){_CLASS}/(?P<number>\d{{7}})(?!\d)"
# In text out of PDFs, blanks get in at each punctuation mark: "arXiv :1510 .04934", "gr -qc/ 9704045"; and some put the
# class before a new id.
_TORN_ARCHIVE = rf"(?P<archive>{_ARCHIVES.replace('-', r'[ ]?-[ ]?')}){_CLASS}\s?/\s?"
_TORN = rf"(?:{_TORN_ARCHIVE})?(?:(?P<new>\d{{4}}\s?\.\s?\d{{4,5}})|(?P<number>\d{{7}}))(?!\d)\s?{_VERSION}"

_WHOLE = lazy_pattern(
    rf"(?:arxiv\s*[:.\s]\s*){{0,3}}(?:{_NEW}|{_OLD}){_VERSION}(?:\.pdf)?(?:\s*\[[\w.-]+\])?[\s.,;)]*",
    re.IGNORECASE | re.ASCII,
)
# Where an id is announced: by name, by an address of arXiv or of a mirror, by CoRR's volume, or as arXiv's own DOI.
_ANNOUNCED = lazy_pattern(
    r"(?:10\.48550\s?/\s?arxiv\s?\.\s?"
    r"|(?:ar[x5]iv|alphaxiv)\s?(?:\.\s?(?:org|com))?\s?(?:(?:preprint|e-?print)s?)?[\s:;/.,#(-]{0,6}"
    r"(?:arxiv[\s:/.,-]{0,4}){0,2}(?:id[\s:]{0,3})?"
    r"|\bhuggingface\.co/papers/|\babs/|\bcorr\b[\s,]{0,3}|\be-?print\s{0,3}[:=]?\s{0,3}[{\"]?)"
    rf"(?:(?:abs|pdf|html|e-print|ps|format|src|overview|papers)\s?/\s?)?{_TORN}",
    re.IGNORECASE | re.ASCII,
)
# An old id is unmistakable, even unannounced.
_BARE_OLD = lazy_pattern(rf"(?<![\w/.-]){_OLD}{_VERSION}", re.ASCII)
_FIRST_YEAR = 91
_HINT = lazy_pattern(r"xiv|ar5iv|abs/|corr|print|papers/|/\d{7}", re.IGNORECASE)


class ArxivId(NamedTuple):
    """An arXiv id without version and subject class (``math/0309136``), and the version, if one was named."""

    id: str
    version: int | None = None


def _checked(match: re.Match[str]) -> ArxivId | None:
    version = int(match["version"]) if match["version"] else None
    parts = match.groupdict()
    if parts.get("new"):
        number = "".join(match["new"].split())
        year, month = int(number[:2]), int(number[2:4])
        digits = 4 if year < 15 else 5
        right = (year, month) >= (7, 4) and len(number) == digits + 5 and int(number[5:]) > 0
        return ArxivId(number, version) if right and 1 <= month <= 12 else None
    number, archive = match["number"], match["archive"]
    if archive is None:
        return None
    year, month = int(number[:2]), int(number[2:4])
    right = (year, month) >= (91, 7) or (year, month) <= (7, 3)
    name = "".join(archive.lower().split())
    return ArxivId(f"{name}/{number}", version) if right and 1 <= month <= 12 else None


def find_arxiv_ids(text: str) -> tuple[tuple[int, ArxivId], ...]:
    """Every arXiv id that a text announces, with its position, in order, each once."""
    if _HINT.search(text) is None:
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


def year_posted(arxiv_id: str) -> int | None:
    """The year in which a preprint was posted first, as its id says; ``None`` where the text is no arXiv id."""
    parsed = parse_arxiv_id(arxiv_id)
    if parsed is None:
        return None
    year = int(parsed.id.rpartition("/")[2][:2])
    return year + (1900 if "/" in parsed.id and year >= _FIRST_YEAR else 2000)


def arxiv_doi(arxiv_id: str) -> str:
    """The DOI that arXiv registers (at DataCite) for a paper, normalised; a version is left out, as arXiv does."""
    parsed = parse_arxiv_id(arxiv_id)
    return f"10.48550/arxiv.{parsed.id if parsed else arxiv_id}".lower()

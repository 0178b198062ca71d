"""Claims built from what people and assistants type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..errors import ClaimError
from ..identifiers import Identifier, IdentifierKind, find_identifiers, parse_arxiv_id, parse_doi, parse_identifier
from ..models import Author, Claim
from ..names import is_truncated, is_truncation, split_names
from ..text import clean_text, normalize

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TITLE, MAX_CITATION, MAX_NAME, MAX_AUTHORS = 1000, 4000, 300, 10_000
"""Lengths (characters; authors: names) beyond which input is no title, citation, name or author list."""
_ONE_WORD = re.compile(r"(?:(?:doi|arxiv|pmid|pmcid)\s*:?\s+)?\S+", re.IGNORECASE)
_YEAR_ANYWHERE = re.compile(r"\b(?:1[5-9]|20)\d\d[a-z]?\b")
_NEXT_REFERENCE = re.compile(r"(?<=[\w)]\.)\s+\[\d{1,4}\]\s+(?=[A-Z])")
"""The bracketed number of a reference, after the full stop that ends another one."""
_STRUCTURED = re.compile(
    r"\s*(?:\{\{\s*cit|\{\s*[\"']\w|TY\s{1,2}-\s|title\s*:\s(?=.*\b(?:authors?|year|venue|journal)\s*:\s))",
    re.IGNORECASE | re.DOTALL,
)
"""What begins a template of Wikipedia's, JSON, RIS, or lines with labels ("Title: … Authors: …")."""
_BIBTEX = re.compile(r"\s*@\w+\s*[{(]")
MAX_IDENTIFIER = 2000
"""Characters of a DOI, id or address."""
FIRST_YEAR, LAST_YEAR = 1000, 2999


def build_claim(
    *,
    title: str | None = None,
    authors: Sequence[str] | str | None = None,
    year: int | str | None = None,
    doi: str | None = None,
    venue: str | None = None,
    citation: str | None = None,
    arxiv_id: str | None = None,
    url: str | None = None,
) -> Claim:
    """Build a claim from loose input.

    Args:
        title: text, LaTeX and HTML allowed, as in `venue` and `citation`.
        venue: journal, conference, publisher or server.
        citation: a whole citation as one string.
        authors: names in order, or one string of names; a last "et al." says that the list goes on.
        year: a number or its digits.
        doi: in any spelling, addresses included; `arxiv_id` likewise.
        arxiv_id: with or without version.
        url: an address; an identifier in it is used.

    Raises:
        ClaimError: nothing to check, or a value that cannot be what its name says; the text tells how to mend it.
    """
    texts = {
        "title": _text("title", title, MAX_TITLE),
        "venue": _text("venue", venue, MAX_TITLE),
        "citation": _text("citation", citation, MAX_CITATION),
    }
    if texts["title"] and not normalize(texts["title"]):
        raise ClaimError(f"The title {texts['title']!r} has no letter or digit in it; give the title of the work.")
    _refuse_no_single_reference(texts["citation"])
    names, truncated = _authors(authors)
    for field, given in (("DOI", doi), ("arXiv id", arxiv_id), ("address", url)):
        if given and len(given) > MAX_IDENTIFIER:
            raise ClaimError(f"The {field} has {len(given)} characters; at most {MAX_IDENTIFIER} can be checked.")
    arxiv_id = arxiv_id or _arxiv_id_in(texts["venue"])
    identifiers, version = _identifiers(doi, arxiv_id, url, texts["citation"])
    if not (texts["title"] or texts["citation"] or identifiers):
        if url:
            raise ClaimError(f"The address {url[:200]!r} holds no DOI, arXiv id or other identifier; give a title too.")
        raise ClaimError("Give at least one of title, doi, arxiv_id, url or citation.")
    if not texts["title"] and texts["citation"] and not normalize(texts["citation"]):
        raise ClaimError("The citation has no letter or digit in it.")
    return Claim(
        title=texts["title"],
        authors=names,
        authors_truncated=truncated,
        year=_year(year),
        venue=texts["venue"],
        identifiers=identifiers,
        arxiv_version=version,
        citation=None if _identifier_alone(texts["citation"]) else texts["citation"],
        url=clean_text(url),
    )


def _refuse_no_single_reference(citation: str | None) -> None:
    if citation is None:
        return
    if _BIBTEX.match(citation):
        raise ClaimError("The citation is a BibTeX entry; give its title, authors, year and so on as fields.")
    if _STRUCTURED.match(citation):
        raise ClaimError(
            "The citation is a structured entry (RIS, JSON, a template or labelled lines); give its fields."
        )
    first, *others = _NEXT_REFERENCE.split(citation)
    if others and all(_YEAR_ANYWHERE.search(part) for part in (first, others[0])):
        raise ClaimError("The citation goes on with the number of a next reference; give one at a time.")


def _text(field: str, value: str | None, most: int) -> str | None:
    if value is None:
        return None
    if len(value) > most:
        raise ClaimError(f"The {field} has {len(value)} characters; a {field} of at most {most} can be checked.")
    return clean_text(value)


def _authors(given: Sequence[str] | str | None) -> tuple[tuple[Author, ...], bool]:
    parts = [given] if isinstance(given, str) else list(given or ())
    if len(parts) > MAX_AUTHORS:
        raise ClaimError(f"{len(parts)} authors are too many; at most {MAX_AUTHORS} can be checked.")
    names: list[Author] = []
    truncated = False
    for part in parts:
        if len(part) > (MAX_NAME if len(parts) > 1 else MAX_CITATION):
            raise ClaimError(f"An author of {len(part)} characters is no name; give one name for each author.")
        truncated = truncated or is_truncated(part)
        split = split_names(part) if len(parts) == 1 or _holds_several(part) else (part,)
        names.extend(Author.parse(name) for name in split if normalize(name) and not is_truncation(name))
    return tuple(names), truncated


def _holds_several(part: str) -> bool:
    return is_truncated(part) or bool(re.search(r"\band\b|;| & ", part))


def _year(given: int | str | None) -> int | None:
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    text = str(given).strip()
    if not re.fullmatch(r"\d{4}", text) or not FIRST_YEAR <= int(text) <= LAST_YEAR:
        raise ClaimError(f"The year {text[:40]!r} is not a year of four digits; give it like 2017, or leave it out.")
    return int(text)


def _identifiers(
    doi: str | None, arxiv_id: str | None, url: str | None, citation: str | None
) -> tuple[tuple[Identifier, ...], int | None]:
    """Every identifier given, a DOI first; arXiv's own DOIs count as arXiv ids too."""
    found: list[Identifier] = []
    version: int | None = None
    if doi and doi.strip():
        found.append(_given_doi(doi))
    if arxiv_id and arxiv_id.strip():
        parsed = parse_arxiv_id(arxiv_id)
        if parsed is None:
            raise ClaimError(f"{arxiv_id[:100]!r} is no arXiv id; give it like 1706.03762 or hep-th/9901001.")
        found.append(Identifier(IdentifierKind.ARXIV, parsed.id))
        version = parsed.version
    if url:
        in_url = parse_identifier(url)
        found.extend([in_url] if in_url else find_identifiers(url))
    if citation:
        alone = _identifier_alone(citation)
        found.extend([alone] if alone else find_identifiers(citation))
    return tuple(dict.fromkeys(_at_its_registry(i) for i in found)), version


def _arxiv_id_in(venue: str | None) -> str | None:
    """The arXiv id in a venue, where Google Scholar's BibTeX has it ("arXiv preprint arXiv:1706.03762")."""
    found = (i for i in find_identifiers(venue or "") if i.kind is IdentifierKind.ARXIV)
    return next((i.value for i in found), None)


def _at_its_registry(identifier: Identifier) -> Identifier:
    """An arXiv DOI as the arXiv id that it holds: databases know papers by the one or the other."""
    if identifier.kind is IdentifierKind.DOI and (arxiv := parse_arxiv_id(identifier.value)):
        return Identifier(IdentifierKind.ARXIV, arxiv.id)
    return identifier


def _identifier_alone(citation: str | None) -> Identifier | None:
    """The identifier that a citation is, and nothing else: one word, with a label at most."""
    if not citation or not _ONE_WORD.fullmatch(citation):
        return None
    return parse_identifier(citation)


def _given_doi(text: str) -> Identifier:
    doi = parse_doi(text)
    if doi is None:
        arxiv = parse_arxiv_id(text)
        if arxiv is None:
            raise ClaimError(f"{text[:100]!r} is no DOI: a DOI begins with '10.', like 10.1038/nature14539.")
        return Identifier(IdentifierKind.ARXIV, arxiv.id)
    return Identifier(IdentifierKind.DOI, doi)

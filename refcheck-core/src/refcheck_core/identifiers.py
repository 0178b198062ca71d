"""Identifiers of works: recognised in any usual spelling, and normalised."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from .arxiv_ids import ArxivId, arxiv_doi, find_arxiv_ids, parse_arxiv_id
from .dois import doi_candidates, find_dois, parse_doi
from .patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ArxivId",
    "Identifier",
    "IdentifierKind",
    "arxiv_doi",
    "doi_candidates",
    "find_identifiers",
    "parse_arxiv_id",
    "parse_doi",
    "parse_identifier",
    "parse_isbn",
]


class IdentifierKind(StrEnum):
    """Kinds of identifier."""

    DOI = "doi"
    ARXIV = "arxiv"
    PMID = "pmid"
    PMCID = "pmcid"
    ISBN = "isbn"
    """As ISBN-13 without hyphens, whichever form was given."""
    S2_PAPER = "s2_paper"
    """Semantic Scholar's 40-digit hexadecimal paper id."""
    S2_CORPUS = "s2_corpus"
    """Semantic Scholar's corpus id."""
    ACL = "acl"


class Identifier(NamedTuple):
    """A normalised identifier."""

    kind: IdentifierKind
    value: str


_PMID = lazy_pattern(
    r"(?:\bPMID\s*[:#=]?\s*|\bpubmed\.ncbi\.nlm\.nih\.gov/|\bncbi\.nlm\.nih\.gov/pubmed/"
    r"|\beuropepmc\.org/(?:article|abstract)/med/"
    r"|\bPubMed(?:\s*ID)?\s*[:#]\s*)([1-9]\d{0,7})(?!\d)",
    re.IGNORECASE | re.ASCII,
)
_PMCID = lazy_pattern(
    r"(?<![A-Za-z0-9])PMC\s?([1-9]\d{3,8})(?!\d)|\bPMCID\s*[:#=]?\s*(?:PMC)?([1-9]\d{3,8})(?!\d)",
    re.IGNORECASE | re.ASCII,
)
_S2_PAPER = lazy_pattern(
    r"(?:\bsemanticscholar\.org/(?:paper|reader|arxiv)/(?:[^\s/?#]{1,300}/)?|\bS2(?:PaperId)?\s*:\s*)"
    r"([0-9a-f]{40})(?![0-9a-f])",
    re.IGNORECASE | re.ASCII,
)
_S2_CORPUS = lazy_pattern(r"\b(?:Corpus\s?ID|S2CID)\s*[:=]?\s*([1-9]\d{0,9})(?!\d)", re.IGNORECASE | re.ASCII)
_ACL_ID = r"([A-Z]\d{2}-\d{4}|\d{4}\.[a-z][a-z0-9_]*-[a-z0-9]+\.\d+)(?![\w-])"
_ACL = lazy_pattern(
    r"(?:\b(?:aclanthology\.org|aclweb\.org/anthology(?:-new)?(?:/[A-Z]/[A-Z]\d\d)?|aclanthology\.info/papers)/"
    r"|\bACL\s*:\s*)"
    rf"{_ACL_ID}",
    re.IGNORECASE | re.ASCII,
)
_ISBN_LABELLED = lazy_pattern(r"\bISBN(?:[-\s]?1[03])?[:\s]{0,3}([0-9][0-9\s-]{8,20}[0-9Xx])(?![0-9])", re.ASCII)
_ISBN_BARE = lazy_pattern(r"(?<![\w./-])(97[89][-\s]?(?:\d[-\s]?){9}\d)(?![\w-])", re.ASCII)
_ISBN_LABEL = lazy_pattern(r"\s*ISBN(?:[-\s]?1[03])?[:\s]*", re.IGNORECASE)
_ISBN_SHAPE = lazy_pattern(r"(?:\d[-\s]?){9}[\dXx]|97[89][-\s]?(?:\d[-\s]?){9}\d", re.ASCII)
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


def _isbn10_is_right(digits: str) -> bool:
    values = [10 if digit == "X" else int(digit) for digit in digits]
    return sum((10 - place) * value for place, value in enumerate(values)) % 11 == 0


def _isbn13_check_digit(first_twelve: str) -> str:
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(first_twelve))
    return str(-total % 10)


def parse_isbn(text: str) -> str | None:
    """An ISBN-10 or ISBN-13 (with or without hyphens and label) as ISBN-13; ``None`` if its check digit is wrong.

    Rules of the check digits: ISBN Users' Manual, 7th edition, appendix 1.
    """
    text = _ISBN_LABEL.sub("", text[:60].translate(_DASHES)).strip(" .,;()")
    if not _ISBN_SHAPE.fullmatch(text):
        return None
    digits = text.replace("-", "").replace(" ", "").upper()
    if len(digits) == 10:
        if not _isbn10_is_right(digits):
            return None
        core = "978" + digits[:9]
        return core + _isbn13_check_digit(core)
    return digits if digits[-1] == _isbn13_check_digit(digits[:12]) else None


def _matches(
    pattern: re.Pattern[str], kind: IdentifierKind, form: Callable[[str], str]
) -> Callable[[str], list[tuple[int, Identifier]]]:
    def find(text: str) -> list[tuple[int, Identifier]]:
        return [
            (match.start(), Identifier(kind, form(next(group for group in match.groups() if group))))
            for match in pattern.finditer(text)
        ]

    return find


def _acl_form(value: str) -> str:
    return value.lower() if "." in value else value.upper()


_FINDERS = (
    _matches(_PMID, IdentifierKind.PMID, str),
    _matches(_PMCID, IdentifierKind.PMCID, lambda digits: f"PMC{digits}"),
    _matches(_S2_PAPER, IdentifierKind.S2_PAPER, str.lower),
    _matches(_S2_CORPUS, IdentifierKind.S2_CORPUS, str),
    _matches(_ACL, IdentifierKind.ACL, _acl_form),
)


def _find_isbns(text: str) -> list[tuple[int, Identifier]]:
    text = text.translate(_DASHES)
    found = []
    for pattern in (_ISBN_LABELLED, _ISBN_BARE):
        for match in pattern.finditer(text):
            isbn = parse_isbn(match[1])
            if isbn is not None:
                found.append((match.start(), Identifier(IdentifierKind.ISBN, isbn)))
    return found


def find_identifiers(text: str) -> tuple[Identifier, ...]:
    """Every identifier in a text, in order of appearance, each once.

    Only what is unmistakable by itself or by its label counts: a DOI, an arXiv id with its name or address, "PMID: …",
    an ISBN with a right check digit. arXiv's own DOI gives the arXiv id as well.
    """
    found: list[tuple[int, Identifier]] = [(at, Identifier(IdentifierKind.DOI, doi)) for at, doi in find_dois(text)]
    found += [(at, Identifier(IdentifierKind.ARXIV, arxiv.id)) for at, arxiv in find_arxiv_ids(text)]
    for find in _FINDERS:
        found += find(text)
    found += _find_isbns(text)
    found.sort(key=lambda item: item[0])
    return tuple(dict.fromkeys(identifier for _, identifier in found))


_HEX40 = lazy_pattern(r"[0-9a-f]{40}", re.IGNORECASE | re.ASCII)
_BARE_ACL = lazy_pattern(_ACL_ID, re.ASCII)


def parse_identifier(text: str) -> Identifier | None:
    """The identifier that a text is, or the first one it holds; ``None`` if there is none.

    Beyond what `find_identifiers` sees in running text, bare forms count here: an arXiv id, an ISBN, a Semantic Scholar
    hash, an ACL id. A bare number could be of several kinds and is ``None``. arXiv's own DOI is a DOI.
    """
    bare = text.strip() if len(text) < 200 else ""
    if _HEX40.fullmatch(bare):
        return Identifier(IdentifierKind.S2_PAPER, bare.lower())
    if _BARE_ACL.fullmatch(bare):
        return Identifier(IdentifierKind.ACL, bare)
    found = find_identifiers(text)
    if found:
        return found[0]
    arxiv = parse_arxiv_id(bare)
    if arxiv is not None:
        return Identifier(IdentifierKind.ARXIV, arxiv.id)
    isbn = parse_isbn(bare)
    return Identifier(IdentifierKind.ISBN, isbn) if isbn is not None else None

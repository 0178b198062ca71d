"""`build_entry`: what a BibTeX entry of a record says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..identifiers import IdentifierKind, parse_arxiv_id
from ..models import NoticeKind, Record, WorkType
from ..models.preprint_servers import preprint_server
from . import kinds
from .capitals import is_all_capitals
from .keys import citation_key
from .people import are_shouted, name_list, recased
from .plain import plain, tidy

if TYPE_CHECKING:
    from .kinds import EntryKind

TAKEN_BACK = "The work was retracted or withdrawn."
_RETRACTED = frozenset({NoticeKind.RETRACTION, NoticeKind.WITHDRAWAL, NoticeKind.REMOVAL})
_ARXIV_DOI = "10.48550/arxiv."
_ABS = re.compile(r"abs/")  # arXiv's address in place of a volume, as DBLP and Semantic Scholar have it
_OLD_ARXIV_ID = "/"
_ARXIV_CLASS = re.compile(r"[A-Za-z.-]+")
# Publishers' fillers for articles that have no pages yet.
_NO_PAGES = frozenset({"n/a", "n/a-n/a", "na", "na-na", "no-no", "-", "--", "?", "none"})
_DASHES = re.compile(r"\s*[-‐‑‒–—―−]+\s*")
_PAGE = r"[A-Za-z]{0,4}\.?\d+[A-Za-z]?|[ivxlcdmIVXLCDM]+"
_RANGE = re.compile(rf"(?<![\w–])({_PAGE})-({_PAGE})(?![\w–])")
_DOUBLE_RANGE = re.compile(r"(\w+-\w+)-(\w+-\w+)")
# What BibTeX cannot carry between braces, what RFC 3986 excludes from an address, and what would end its path.
_UNSAFE_IN_DOI = re.compile(r"[\s{}\\]")
_UNSAFE_IN_URL = re.compile(r"[\s{}\\\"<>^`|]")
_UNSAFE_IN_DOI_URL = re.compile(r"[\s{}\\\"<>^`|%#?]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A BibTeX entry before it is written as LaTeX.

    Attributes:
        entry_type: "article", "inproceedings" and so on.
        key: citation key.
        fields: in the order of writing; values are plain Unicode. Mathematics keeps its LaTeX between dollar signs, and
            "author" and "editor" are BibTeX lists of names, in which braces group.
        warnings: sentences: which required field is missing, what is odd about the record.
    """

    entry_type: str
    key: str
    fields: dict[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def build_entry(record: Record, *, include_abstract: bool = False) -> Entry:
    """Say what an entry of this record holds. Every value comes from the record; an unknown field is left out."""
    kind, warnings = kinds.entry_kind(record)
    fields: dict[str, str | None] = {}
    fields.update(_people(record, kind))
    fields["title"] = plain(record.full_title)
    fields.update(_container(record, kind))
    fields["year"] = str(record.year) if record.year else None
    fields.update(_identifiers(record))
    if include_abstract:
        fields["abstract"] = plain(record.abstract)
    known = {name: value for name, value in fields.items() if value}
    lacking = tuple(f"Required field {need} is not known." for need in kinds.missing(kind, frozenset(known)))
    return Entry(
        entry_type=kind.name,
        key=citation_key(record),
        fields=known,
        warnings=(*warnings, *lacking, *_remarks(record, known)),
    )


def _people(record: Record, kind: EntryKind) -> dict[str, str]:
    people = recased(record.authors) if are_shouted(record.authors) else record.authors
    authors = name_list(people, complete=record.authors_complete)
    editors = name_list(record.editors)
    if kind is kinds.BOOK:
        # The standard styles take one of the two: the editors of an edited book, else the authors.
        edited = record.type is WorkType.EDITED_BOOK and bool(editors)
        return {"editor": editors} if edited or not authors else {"author": authors}
    if kind is kinds.PROCEEDINGS:
        return {"editor": editors}
    return {"author": authors, "editor": editors if kind in (kinds.INPROCEEDINGS, kinds.INCOLLECTION) else ""}


def _container(record: Record, kind: EntryKind) -> dict[str, str | None]:
    """Where the work appeared. A preprint has no container, volume or pages: those are another version's."""
    if record.is_preprint:
        server = record.venue or record.publisher
        return {"howpublished": None if _is_on_arxiv(record) else plain(server)}
    fields: dict[str, str | None] = {}
    if kind.venue_field:
        fields[kind.venue_field] = plain(record.venue)
    fields["series"] = plain(record.series)
    fields["volume"] = None if _ABS.match(record.volume or "") else plain(record.volume)
    fields["number"] = plain(record.issue)
    fields["pages"] = page_range(record.pages) or plain(record.article_number)
    fields["edition"] = plain(record.edition)
    if kind.publisher_field:
        by_venue = kind is kinds.MISC and record.venue
        fields[kind.publisher_field] = plain(record.venue if by_venue else record.publisher)
    if kind in (kinds.PHDTHESIS, kinds.MASTERSTHESIS):
        fields["type"] = plain(kinds.thesis_type(record.degree))
    if kind in (kinds.BOOK, kinds.PROCEEDINGS, kinds.INCOLLECTION, kinds.INPROCEEDINGS):
        fields["isbn"] = plain(record.identifier(IdentifierKind.ISBN))
    return fields


def _is_on_arxiv(record: Record) -> bool:
    return _arxiv_id(record) is not None and (record.venue is None or preprint_server(record.venue) == "arXiv")


def _arxiv_id(record: Record) -> str | None:
    """The arXiv id, which an arXiv DOI holds, too."""
    if record.arxiv_id or not tidy(record.doi).lower().startswith(_ARXIV_DOI):
        return record.arxiv_id
    parsed = parse_arxiv_id(tidy(record.doi))
    return parsed.id if parsed else None


def _identifiers(record: Record) -> dict[str, str | None]:
    """DOI, address and eprint."""
    doi, arxiv_id = _doi_of_this_version(record), _arxiv_id(record)
    fields: dict[str, str | None] = {}
    if doi:
        fields["doi"] = _percent_encoded(doi, _UNSAFE_IN_DOI)
        fields["url"] = f"https://doi.org/{_percent_encoded(doi, _UNSAFE_IN_DOI_URL)}"
    elif arxiv_id and record.is_preprint:
        fields["url"] = f"https://arxiv.org/abs/{arxiv_id}"
    else:
        fields["url"] = _web_address(record.url)
    if arxiv_id:
        fields["eprint"] = arxiv_id
        fields["archivePrefix"] = "arXiv"
        if _OLD_ARXIV_ID not in arxiv_id:  # an old id holds its archive
            fields["primaryClass"] = _arxiv_class(record)
    return fields


def _arxiv_class(record: Record) -> str | None:
    """ArXiv's primary class ("cs.CL", "hep-th"); what is of another form is none, and is left out."""
    found = tidy(record.arxiv_class)
    return found if _ARXIV_CLASS.fullmatch(found) else None


def _doi_of_this_version(record: Record) -> str:
    """The DOI, unless it is another version's: arXiv's DOI of a published work, a journal's of an arXiv preprint."""
    doi = tidy(record.doi)
    preprint = record.is_preprint
    is_arxiv_doi = doi.lower().startswith(_ARXIV_DOI)
    if (is_arxiv_doi and not preprint) or (preprint and _is_on_arxiv(record) and not is_arxiv_doi):
        return ""
    return doi


def page_range(pages: str | None) -> str | None:
    """Pages with an en dash in each range ("770–778", "12–15, 20"); ``None`` for a filler such as "n/a-n/a"."""
    text = _DASHES.sub("-", plain(pages))
    if not text or text.lower() in _NO_PAGES:
        return None
    if match := _DOUBLE_RANGE.fullmatch(text):  # pages counted by chapter: 3-1 to 3-10
        return f"{match[1]}–{match[2]}"
    return _RANGE.sub(lambda match: match[1] if match[1] == match[2] else f"{match[1]}–{match[2]}", text)


def _web_address(url: str | None) -> str | None:
    address = tidy(url)
    if not re.match(r"https?://[^\s/]", address, re.IGNORECASE):
        return None
    return _percent_encoded(address, _UNSAFE_IN_URL)


def _percent_encoded(text: str, unsafe: re.Pattern[str]) -> str:
    return unsafe.sub(lambda match: quote(match[0], safe=""), text)


def _remarks(record: Record, fields: dict[str, str]) -> tuple[str, ...]:
    remarks = []
    if record.doi and "doi" not in fields:
        remarks.append("The database's DOI is that of another version of the work and was left out.")
    if is_all_capitals(fields.get("title", "")):
        remarks.append("The title is all capitals in the database; its case is not known.")
    if are_shouted(record.authors):
        remarks.append("The authors' names are all capitals in the database; check their case.")
    if any(notice.kind in _RETRACTED for notice in record.notices):
        remarks.append(TAKEN_BACK)
    if record.authors and not record.authors_complete:
        remarks.append("The database gives some of the authors only; the list ends in others.")
    return tuple(remarks)

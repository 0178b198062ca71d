"""Entry types: which one a record gets, and what each requires.

The mapping of kinds follows Crossref's own exporter (``cayenne``), but for posted content and dissertations. Required
fields are those of the standard styles (Patashnik, *BibTeXing*, 1988, section 3).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..identifiers import IdentifierKind
from ..models import Record, WorkType


class EntryKind(NamedTuple):
    """An entry type.

    Attributes:
        name: as BibTeX spells it.
        venue_field: field that holds the record's venue, if any.
        publisher_field: field that holds its publisher, if any.
        required: fields, or alternatives joined by ``/``, that the standard styles ask for.
    """

    name: str
    venue_field: str | None
    publisher_field: str | None
    required: tuple[str, ...]


ARTICLE = EntryKind("article", "journal", None, ("author", "title", "journal", "year"))
INPROCEEDINGS = EntryKind("inproceedings", "booktitle", "publisher", ("author", "title", "booktitle", "year"))
INCOLLECTION = EntryKind(
    "incollection", "booktitle", "publisher", ("author", "title", "booktitle", "publisher", "year")
)
BOOK = EntryKind("book", None, "publisher", ("author/editor", "title", "publisher", "year"))
PROCEEDINGS = EntryKind("proceedings", None, "publisher", ("title", "year"))
PHDTHESIS = EntryKind("phdthesis", None, "school", ("author", "title", "school", "year"))
MASTERSTHESIS = EntryKind("mastersthesis", None, "school", ("author", "title", "school", "year"))
TECHREPORT = EntryKind("techreport", None, "institution", ("author", "title", "institution", "year"))
MISC = EntryKind("misc", None, "howpublished", ())

_KINDS = {
    WorkType.JOURNAL_ARTICLE: ARTICLE,
    WorkType.PROCEEDINGS_ARTICLE: INPROCEEDINGS,
    WorkType.BOOK_CHAPTER: INCOLLECTION,
    WorkType.REFERENCE_ENTRY: INCOLLECTION,
    WorkType.BOOK: BOOK,
    WorkType.MONOGRAPH: BOOK,
    WorkType.EDITED_BOOK: BOOK,
    WorkType.REFERENCE_BOOK: BOOK,
    WorkType.PROCEEDINGS: PROCEEDINGS,
    WorkType.REPORT: TECHREPORT,
}
_MASTER = re.compile(r"\b(?:master\w*|magister|m\.? ?(?:sc|a|s|eng|phil|tech|res)\b\.?)", re.IGNORECASE)
_DOCTOR = re.compile(r"\b(?:ph\.? ?d|d\.? ?phil|doctor\w*|dr\b|sc\.? ?d|ed\.? ?d|m\.? ?d)\b", re.IGNORECASE)


def entry_kind(record: Record) -> tuple[EntryKind, tuple[str, ...]]:
    """The entry type of a record, and why it is not the one that its kind of work would get."""
    if record.is_preprint:
        return MISC, ()
    if record.type is WorkType.DISSERTATION:
        is_master = bool(record.degree and _MASTER.search(record.degree) and not _DOCTOR.search(record.degree))
        return (MASTERSTHESIS if is_master else PHDTHESIS), ()
    if record.type is WorkType.OTHER and record.venue and record.identifier(IdentifierKind.ISBN):
        return INCOLLECTION, ()  # Crossref's type "other" with ISBN and container is a chapter
    if record.type is None:
        return MISC, ("The kind of work is not known, so the entry is @misc.",)
    kind = _KINDS.get(record.type, MISC)
    if kind.venue_field and not record.venue:
        return MISC, (f"{kind.venue_field} is not known, so the entry is @misc and not @{kind.name}.",)
    return kind, ()


def thesis_type(degree: str | None) -> str | None:
    """What the ``type`` field of a thesis says: the degree where it is neither a doctor's nor a master's."""
    return degree if degree and not (_MASTER.search(degree) or _DOCTOR.search(degree)) else None


def missing(kind: EntryKind, present: frozenset[str]) -> tuple[str, ...]:
    """Required fields that an entry lacks, in words."""
    return tuple(need.replace("/", " or ") for need in kind.required if not present.intersection(need.split("/")))

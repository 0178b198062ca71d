"""Which publication a record is of, as its identifiers and its kind tell."""

from __future__ import annotations

from ..arxiv_ids import parse_arxiv_id
from ..models import Record, WorkType
from .publishers import BOOKS

# Papers of a series are "chapters" at Crossref and articles elsewhere, so these are one family.
_PAPERS = frozenset(
    {
        WorkType.JOURNAL_ARTICLE,
        WorkType.PROCEEDINGS_ARTICLE,
        WorkType.POSTED_CONTENT,
        WorkType.BOOK_CHAPTER,
        WorkType.REFERENCE_ENTRY,
        WorkType.REPORT,
    }
)


def arxiv_id_of(record: Record) -> str | None:
    """The arXiv id that a record gives as such or in an arXiv DOI."""
    if record.arxiv_id:
        return record.arxiv_id
    parsed = parse_arxiv_id(record.doi) if record.doi else None
    return parsed.id if parsed else None


def publication_doi(record: Record) -> str | None:
    """The DOI of the published version; ``None`` where the record's DOI is that of a preprint."""
    posted = record.is_preprint or record.published_as or record.preprint_of or record.doi in record.preprints
    return None if posted or record.doi is None or parse_arxiv_id(record.doi) else record.doi


def have_other_ids(one: Record, two: Record) -> bool:
    """Whether records have other arXiv ids, or other DOIs of a published version."""
    ids = arxiv_id_of(one), arxiv_id_of(two)
    if ids[0] and ids[1] and ids[0] != ids[1]:
        return True
    dois = publication_doi(one), publication_doi(two)
    if not (dois[0] and dois[1]):
        return False
    return dois[0] not in (dois[1], *two.same_as) and dois[1] not in one.same_as


def are_of_other_kinds(one: Record, two: Record) -> bool:
    """Whether one is a book, thesis, data set … and the other is not."""
    one_family, two_family = _family(one.type), _family(two.type)
    return bool(one_family and two_family) and one_family != two_family


def _family(kind: WorkType | None) -> str:
    if kind is None or kind is WorkType.OTHER:
        return ""
    if kind in BOOKS:
        return "book"
    return "paper" if kind in _PAPERS else kind.value

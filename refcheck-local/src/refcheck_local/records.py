"""From a row to a `Record`. Nothing is added that the row does not say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from refcheck_core import Notice, NoticeKind, Record, WorkType, clean_text

from .identity import arxiv_id_of, dois_of, identifiers_of
from .names import author_of
from .types import work_type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from refcheck_core import Author

    from .rows import Person, Row

SOURCE = "local"
_DASHES = re.compile(r"\s*[-\u2010-\u2015\u2212]+\s*")
_PREPRINT_VENUES = frozenset({"arxiv", "corr", "biorxiv", "medrxiv", "chemrxiv", "ssrn", "techrxiv", "osf preprints"})


def record_of(row: Row) -> Record:
    """The record of a row.

    A preprint's DOI is arXiv's own, and the one given with it that of the published version. A submission that was not
    accepted is a text that exists without a venue. A row without authors says nothing of its authors.
    """
    doi, published_as = dois_of(row)
    kind = _kind(row)
    year = row.year if row.year is not None and 1000 <= row.year <= 2999 else None
    return Record(
        source=SOURCE,
        source_id=clean_text(row.id),
        title=clean_text(row.title),
        subtitle=clean_text(row.subtitle),
        alternative_titles=_texts(row.titles),
        authors=_authors(row.authors),
        authors_complete=not row.partial,
        editors=_authors(row.editors),
        year=year,
        years=tuple(sorted({y for y in (year, *row.years) if y is not None and 1000 <= y <= 2999})),
        venue=_venue(row),
        venue_aliases=() if row.submitted_to else _texts(row.venue_aliases),
        publisher=clean_text(row.publisher),
        type=kind,
        volume=clean_text(row.volume),
        issue=clean_text(row.issue),
        pages=_pages(row.pages),
        article_number=clean_text(row.article_number),
        edition=clean_text(row.edition),
        series=clean_text(row.series),
        doi=doi,
        arxiv_id=arxiv_id_of(row),
        identifiers=identifiers_of(row),
        arxiv_class=clean_text(row.category),
        url=clean_text(row.url),
        abstract=clean_text(row.abstract),
        notices=tuple(_notice(text) for text in row.notices),
        published_as=published_as,
        submitted_to=clean_text(row.submitted_to),
    )


def _kind(row: Row) -> WorkType | None:
    if row.submitted_to:
        return WorkType.POSTED_CONTENT
    kind = work_type(row.type)
    if kind in (None, WorkType.JOURNAL_ARTICLE) and (row.venue or "").strip().lower() in _PREPRINT_VENUES:
        return WorkType.POSTED_CONTENT
    return kind


def _venue(row: Row) -> str | None:
    if row.submitted_to:
        return None
    venue = clean_text(row.venue)
    if venue is None and arxiv_id_of(row) is not None and _kind(row) is WorkType.POSTED_CONTENT:
        return "arXiv"
    return venue


def _authors(people: Iterable[Person]) -> tuple[Author, ...]:
    return tuple(author for person in people if (author := author_of(person)) is not None)


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cleaned for text in texts if (cleaned := clean_text(text)) is not None))


def _pages(text: str | None) -> str | None:
    """Pages with one ASCII hyphen between first and last."""
    cleaned = clean_text(text)
    if cleaned is None:
        return None
    return _DASHES.sub("-", cleaned)


def _notice(text: str) -> Notice:
    try:
        kind = NoticeKind(text)
    except ValueError:
        kind = NoticeKind.OTHER
    return Notice(kind=kind, asserted_by=SOURCE)

"""Records merged into works.

Two records are of one work when an identifier or a link of theirs says so and their titles or authors do not speak
against it, or when title and authors are the same. A wrong merge would let one work vouch for another, so doubt keeps
records apart: part numbers, reviews, components and generic titles.
"""

from __future__ import annotations

from functools import total_ordering
from typing import TYPE_CHECKING

from ..models import Record, Work, WorkType
from .authors import same_authors
from .locators import parse_pages
from .publishers import are_book_and_article
from .titles import compare_titles, differ_by_subtitle, prepare_title, same_title, title_variants
from .venue_forms import same_venue
from .words import is_generic

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .comparison import Comparison

NEVER_VERSIONS = frozenset({WorkType.PEER_REVIEW, WorkType.COMPONENT, WorkType.GRANT, WorkType.JOURNAL})
"""Kinds that are no version of anything."""

MAX_YEARS_APART = 5
"""Same title and authors further apart are taken for two works (annual reports, editions), unless linked."""


def merge(records: Iterable[Record]) -> tuple[Work, ...]:
    """Merge records into works; the result does not depend on their order.

    Returns:
        Works whose leading record is the best described published version.
    """
    ordered = sorted(dict.fromkeys(records), key=record_order)
    groups: list[list[Record]] = []
    for record in ordered:
        homes = [g for g in groups if any(_same_work(record, other) for other in g)]
        merged = [record, *(r for g in homes for r in g)]
        groups = [g for g in groups if g not in homes]
        groups.append(merged)
    works = [Work(records=tuple(sorted(g, key=record_order))) for g in groups]
    return tuple(sorted(works, key=lambda w: record_order(w.lead)))


def record_order(record: Record) -> tuple[object, ...]:
    """Published before preprint, structured names and more fields first; then a fixed order."""
    given = sum(
        bool(v)
        for v in (record.title, record.authors, record.year, record.venue, record.doi, record.pages, record.type)
    )
    structured = any(a.family for a in record.authors)
    return (
        record.is_preprint,
        bool(record.submitted_to),
        not record.authors_complete,
        -given,
        not structured,
        record.source,
        record.source_id or "",
        record.doi or "",
        record.title or "",
        _Whole(record),
    )


@total_ordering
class _Whole:
    """A record ordered by all that it says; looked at only where nothing else tells two records apart."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Whole) and self._record == other._record

    def __lt__(self, other: _Whole) -> bool:
        return self._record.model_dump_json() < other._record.model_dump_json()

    __hash__ = None  # type: ignore[assignment]


def _same_work(one: Record, two: Record) -> bool:
    if one.type in NEVER_VERSIONS or two.type in NEVER_VERSIONS:
        return bool(one.doi) and one.doi == two.doi
    if one.source == two.source and one.arxiv_id and one.arxiv_id == two.arxiv_id:
        return True  # versions of one preprint, whose title may have changed
    if one.doi in two.reviews or two.doi in one.reviews:
        return False
    if are_linked(one, two):
        return titles_fit(one, two)
    if one.doi and two.doi and one.doi == two.doi:
        # A database that gives a DOI another title or other authors than the rest do does not vouch for them.
        return _titles_agree(one, two) and (same_authors(one.authors, two.authors) or not (one.authors and two.authors))
    fit = _same_title(one, two) and _same_people(one, two) and years_apart(one, two) <= MAX_YEARS_APART
    return fit and not are_book_and_article(one, two)


def are_linked(one: Record, two: Record) -> bool:
    """Whether the records name the same arXiv id, or one names the other's DOI as that of another version."""
    if one.arxiv_id and one.arxiv_id == two.arxiv_id:
        return True
    pairs = ((one, two), (two, one))
    return any(b.doi and b.doi in (*a.published_as, *a.preprint_of, *a.preprints, *a.same_as) for a, b in pairs)


def titles_fit(one: Record, two: Record) -> bool:
    """Whether the titles agree, or nearly, whichever of them is taken for the cited one; or one of them is unknown."""
    people = same_authors(one.authors, two.authors) or not (one.authors and two.authors)
    return all(
        any(c.agrees or c.agreement == "near" for c in compared)
        for compared in _titles_compared(one, two, people=people)
    )


def _titles_agree(one: Record, two: Record) -> bool:
    return all(any(c.agrees for c in compared) for compared in _titles_compared(one, two, people=True))


def _titles_compared(one: Record, two: Record, *, people: bool) -> list[list[Comparison]]:
    """The titles of each record as if they were claimed of the other one; nothing where a title is unknown.

    A citation may leave out what a title has behind its main part; a record that has no more is not thereby of the same
    work, so what is a small fault one way must be one the other way too.
    """
    pairs = ((title_variants(one), title_variants(two)), (title_variants(two), title_variants(one)))
    return [[compare_titles(t, other, authors_agree=people) for t in mine] for mine, other in pairs if mine and other]


def _same_title(one: Record, two: Record) -> bool:
    return any(same_title(a, b) for a in title_variants(one) for b in title_variants(two)) or _same_but_subtitle(
        one, two
    )


def _same_but_subtitle(one: Record, two: Record) -> bool:
    if not any(differ_by_subtitle(a, b) for a in title_variants(one) for b in title_variants(two)):
        return False
    return same_authors(one.authors, two.authors)


def _same_people(one: Record, two: Record) -> bool:
    generic = is_generic(prepare_title(one.title or "").normal)
    if not one.authors or not two.authors:
        two_works = bool(one.doi and two.doi)  # a review bears the title of its book
        return not generic and not two_works and not _recurs(one, two) and years_apart(one, two) <= 1
    if not same_authors(one.authors, two.authors):
        return False
    return not generic or years_apart(one, two) <= 1


def _recurs(one: Record, two: Record) -> bool:
    """Whether two records without authors are of a column or list that a journal prints again and again."""
    if one.authors or two.authors or not (one.venue and two.venue and same_venue(one.venue, two.venue)):
        return False
    places = [(r.volume, r.issue, parse_pages(r.pages).first if r.pages else None) for r in (one, two)]
    return years_apart(one, two) > 0 or any(a and b and a != b for a, b in zip(*places, strict=True))


def years_apart(one: Record, two: Record) -> int:
    """Years between the nearest years of two records; 0 where one of them gives none."""
    first, second = _years(one), _years(two)
    if not first or not second:
        return 0
    return min(abs(a - b) for a in first for b in second)


def _years(record: Record) -> Sequence[int]:
    return [y for y in (record.year, *record.years) if y]

"""Results of several databases fused into one ranked list of works.

Ranking is by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): the scores of engines cannot be
compared, their ranks can. A work stands high where several databases place it high.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from ..models import Author, NoticeKind, Record, WorkType
from .distinct import are_apart, group_results
from .imprint import in_one_venue
from .merge import record_order
from .publications import arxiv_id_of, publication_doi
from .publishers import BOOKS
from .status import notices_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)

RANK_CONSTANT = 60
"""The k of reciprocal rank fusion; its authors found 60 to be near the best on every collection that they tried."""

GRAVE_NOTICES = {
    NoticeKind.RETRACTION: "retracted",
    NoticeKind.REMOVAL: "removed",
    NoticeKind.WITHDRAWAL: "withdrawn",
    NoticeKind.EXPRESSION_OF_CONCERN: "expression of concern",
}
"""What readers of a result must know of it, the gravest first."""

_ONE_KIND = (
    BOOKS,
    {WorkType.PROCEEDINGS_ARTICLE, WorkType.BOOK_CHAPTER},
    {WorkType.BOOK_CHAPTER, WorkType.REFERENCE_ENTRY},
)
"""Kinds that one database takes for the other: papers of proceedings in a series of books are chapters at Crossref."""


@dataclass(frozen=True, slots=True)
class Fused(Generic[Value_co]):
    """A value with the source of the record that gave it."""

    value: Value_co
    source: str


@dataclass(frozen=True, slots=True)
class FusedWork:
    """One result: the records of one work, the leading one first.

    What the leading record lacks is taken from other records of the same version, so that no result mixes two
    versions. Only the abstract, which is of the text and not of its publication, and the arXiv id may be another
    version's.

    Attributes:
        records: the leading record first.
        score: sum of reciprocal ranks.
    """

    records: tuple[Record, ...]
    score: float
    _version: tuple[Record, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        version: list[Record] = []
        for record in self.records:
            if all(same_version(record, other) for other in version):
                version.append(record)
        object.__setattr__(self, "_version", tuple(version))

    @property
    def lead(self) -> Record:
        """The record that describes the work best."""
        return self.records[0]

    @property
    def sources(self) -> tuple[str, ...]:
        """Databases that hold the work, that of the leading record first."""
        return tuple(dict.fromkeys(r.source for r in self.records))

    @property
    def title(self) -> Fused[str] | None:
        """Title with its subtitle."""
        return _first(self._version, lambda r: r.full_title)

    @property
    def authors(self) -> Fused[tuple[Author, ...]] | None:
        """The authors, from a complete list where there is one."""
        return _first(self._version, lambda r: r.authors if r.authors_complete else ()) or _first(
            self._version, lambda r: r.authors
        )

    @property
    def year(self) -> Fused[int] | None:
        """Year of publication."""
        return _first(self._version, lambda r: r.year)

    @property
    def venue(self) -> Fused[str] | None:
        """Journal, proceedings, book or server."""
        return _first(self._version, lambda r: r.venue)

    @property
    def type(self) -> Fused[WorkType] | None:
        """Kind of work."""
        return _first(self._version, lambda r: r.type)

    @property
    def doi(self) -> Fused[str] | None:
        """DOI of this version; a published work does not get the DOI of its preprint."""
        return _first(self._version, lambda r: r.doi if self.lead.is_preprint else publication_doi(r))

    @property
    def arxiv_id(self) -> Fused[str] | None:
        """Id at arXiv, of whatever version."""
        return _first(self.records, arxiv_id_of)

    @property
    def other_dois(self) -> tuple[str, ...]:
        """DOIs of other versions."""
        shown = self.doi.value if self.doi else None
        return tuple(dict.fromkeys(r.doi for r in self.records if r.doi and r.doi != shown))

    @property
    def url(self) -> Fused[str] | None:
        """Address of the record or work for people."""
        return _first(self._version, lambda r: r.url)

    @property
    def abstract(self) -> Fused[str] | None:
        """Abstract, of this version where one is known."""
        return _first((*self._version, *self.records), lambda r: r.abstract)

    @property
    def status(self) -> str | None:
        """What happened to this version after publication ("retracted"), if that matters to readers."""
        kinds = {n.kind for r in self._version for n in notices_of(r)}
        return next((word for kind, word in GRAVE_NOTICES.items() if kind in kinds), None)

    @property
    def other_status(self) -> tuple[tuple[Record, str], ...]:
        """Records of other versions that were taken back, and what happened to them."""
        others = [r for r in self.records if not any(r is v for v in self._version)]
        found = [(r, FusedWork((r,), 0.0).status) for r in others]
        return tuple((record, status) for record, status in found if status)


def _first(records: Iterable[Record], read: Callable[[Record], Value | None]) -> Fused[Value] | None:
    """The first value that a record gives."""
    return next((Fused(value, r.source) for r in records if (value := read(r))), None)


def same_version(one: Record, two: Record) -> bool:
    """Whether two records of one work are of the same version of it, so that each may stand or speak for the other."""
    if one.is_preprint != two.is_preprint or are_apart(one, two):
        return False  # also under one DOI: some databases describe the preprint under the DOI of the article
    if one.doi and two.doi:
        return one.doi == two.doi or one.doi in two.same_as or two.doi in one.same_as
    if one.is_preprint:
        return arxiv_id_of(one) == arxiv_id_of(two) is not None
    if not _may_be_of_one_kind(one.type, two.type) or (one.year and two.year and one.year != two.year):
        return False
    return not (one.venue and two.venue) or in_one_venue(one, two)


def _may_be_of_one_kind(one: WorkType | None, two: WorkType | None) -> bool:
    """Whether two databases may mean one kind of publication: a conference paper and its journal version are two."""
    unknown = {None, WorkType.OTHER}
    return one is two or one in unknown or two in unknown or any({one, two} <= kinds for kinds in _ONE_KIND)


def within_years(
    records: Iterable[Record], year_from: int | None, year_to: int | None
) -> tuple[tuple[Record, ...], int]:
    """The records of a range of years.

    Returns:
        those whose year is known to be in the range, and the number of those left out because they give no year; all
        and none where there is no range.
    """
    every = tuple(records)
    if year_from is None and year_to is None:
        return every, 0
    dated = [r for r in every if r.year is not None]
    kept = tuple(r for r in dated if _is_between(r.year or 0, year_from, year_to))
    return kept, len(every) - len(dated)


def _is_between(year: int, year_from: int | None, year_to: int | None) -> bool:
    return (year_from is None or year >= year_from) and (year_to is None or year <= year_to)


def fuse(results: Mapping[str, Sequence[Record]], precedence: Mapping[str, int]) -> tuple[FusedWork, ...]:
    """Merge the results of several databases into works, and rank these.

    Args:
        results: source -> its records, best first.
        precedence: source -> place in the order in which the sources are believed.

    Returns:
        Works, best first; neither the order of `results` nor chance has a part in it.
    """
    ranks: dict[Record, int] = {}
    for records in results.values():
        for rank, record in enumerate(records, 1):
            ranks[record] = min(rank, ranks.get(record, rank))

    def leading(record: Record) -> tuple[object, ...]:
        return record.is_preprint, bool(record.submitted_to), precedence[record.source], record_order(record)

    works = []
    for group in group_results(ranks):
        best: dict[str, int] = {}
        for record in group:
            best[record.source] = min(ranks[record], best.get(record.source, ranks[record]))
        # fsum rounds once, so that the sum does not depend on the order of its terms.
        score = math.fsum(1 / (RANK_CONSTANT + rank) for rank in best.values())
        work = FusedWork(tuple(sorted(group, key=leading)), score)
        works.append(((-score, -len(best), min(best.values()), leading(work.lead)), work))
    return tuple(work for _, work in sorted(works, key=lambda pair: pair[0]))

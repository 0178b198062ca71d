"""What the source holds while it is open: indexes on the disk, and files of the user as an index in memory."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from refcheck_core import IdentifierKind, SearchKind, SourceUnavailable, normalize, parse_arxiv_id

from .errors import IndexDamaged
from .following import FollowedIndex
from .index import Index
from .records import record_of
from .retrieval import Question
from .retrieval.plan import merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from refcheck_core import Identifier, Record, SearchQuery

    from .rows import Row

    Found = Record | Sequence[Record] | None


MAX_LIBRARY = 100_000
"""References of the files that are used without an index: more take long to read, each time anew, and much memory."""

MAX_WORKS = 3
"""Works that are given for one identifier: with more, as for the ISBN of a volume, it tells none of them."""

_LOG = logging.getLogger("refcheck.local")


class Holdings:
    """Open indexes. Its methods do the work where they are called; they may be called in several threads at once.

    Args:
        library: an index in memory.
        followed: indexes on the disk, each asked as it is at the moment of the question.
    """

    def __init__(self, library: Index | None, followed: Sequence[FollowedIndex]) -> None:
        self._library = library
        self._followed = tuple(followed)

    @classmethod
    def open(cls, folders: Sequence[Path], files: Sequence[Path]) -> Holdings:
        """Open the indexes that are there, and read the files. An index that cannot be read costs itself alone.

        Raises:
            SourceUnavailable: a file cannot be read, or an index where there is nothing else.
        """
        followed = [FollowedIndex(folder) for folder in folders]
        broken = [index.problem for index in followed if index.problem is not None]
        if broken and not files and all(index.current() is None for index in followed):
            raise SourceUnavailable(str(broken[0])) from broken[0]
        for problem in broken:
            if isinstance(problem, IndexDamaged):  # another version is told in the remarks
                _LOG.error("%s It is left out.", problem)
        return cls(Index.in_memory(_library_rows(files)) if files else None, followed)

    def search(self, query: SearchQuery) -> list[Record]:
        """Find records by title, citation or topic."""
        if query.kind is SearchKind.TOPIC:
            found: dict[str, Row] = {}
            for index in self._indexes():
                rows = index.topic(query.text, year_from=query.year_from, year_to=query.year_to, limit=query.limit)
                found |= {row.id: row for row in rows if row.id not in found}
            return [record_of(row) for row in list(found.values())[: query.limit]]
        question = Question(
            query.text, citation=query.kind is SearchKind.CITATION, authors=query.authors, year=query.year
        )
        hits = [index.hits(question, query.limit) for index in self._indexes()]
        return [record_of(row) for row in merged(hits, query.limit)]

    def by_doi(self, doi: str) -> Found:
        """The record that has a DOI itself; several, the fullest first, where works of other titles have it."""
        return self._by(IdentifierKind.DOI, doi.lower())

    def by_identifier(self, identifier: Identifier) -> Found:
        """The record that has an identifier itself, or several; the version in an arXiv id is passed over."""
        value = identifier.value
        if identifier.kind is IdentifierKind.ARXIV and (arxiv := parse_arxiv_id(value)) is not None:
            value = arxiv.id
        return self._by(identifier.kind, value)

    def close(self) -> None:
        """Let the indexes go."""
        self._library, self._followed = None, ()

    def _indexes(self) -> list[Index]:
        """The library first, then the indexes in order."""
        each = (self._library, *(followed.current() for followed in self._followed))
        return [index for index in each if index is not None]

    def _by(self, kind: IdentifierKind, value: str) -> Found:
        rows = [row for index in self._indexes() for row in index.by_identifier(kind, value)]
        works: dict[str, Row] = {}
        for row in sorted(rows, key=_fullness, reverse=True):
            title = normalize(row.title or "").replace(" ", "")
            if not any(title.startswith(other) or other.startswith(title) for other in works):
                works[title] = row
        records = tuple(record_of(row) for row in list(works.values())[:MAX_WORKS])
        return records if len(records) > 1 else next(iter(records), None)


def _fullness(row: Row) -> tuple[bool, bool, bool, int]:
    """Which of several rows of one identifier tells most: complete authors, year and venue, then anything else."""
    fields = (row.pages, row.volume, row.issue, row.publisher, row.type, row.url, row.doi, row.abstract)
    return (
        bool(row.authors) and not row.partial,
        row.year is not None,
        row.venue is not None,
        sum(f is not None for f in fields),
    )


def _library_rows(files: Sequence[Path]) -> Iterator[Row]:
    from .formats import BadEntry, FormatError, open_rows, passed_over_text  # noqa: PLC0415  (where files are given)

    total = 0
    for path in files:
        count, bad = 0, []
        try:
            with open_rows(path) as stream:
                for row in stream:
                    if isinstance(row, BadEntry):
                        bad.append(row)
                    else:
                        count += 1
                        yield row
                    if total + count > MAX_LIBRARY:
                        raise SourceUnavailable(
                            f"The library {path.name} is too large to be used as it is (more than {MAX_LIBRARY}"
                            f" references): `refcheck index build {path.name}` makes an index of it"
                        )
        except (FormatError, OSError) as error:
            raise SourceUnavailable(f"The library {path.name} cannot be read: {error}") from error
        if (told := passed_over_text(stream.passed_over)) is not None:
            _LOG.warning("The library %s: %s", path, told)
        if bad:
            first = f"{bad[0].place}: {bad[0].problem}"
            count_bad = "1 entry" if len(bad) == 1 else f"{len(bad):,} entries"
            _LOG.warning("%s of the library %s could not be read. The first: %s", count_bad, path, first)
        if not count:
            raise SourceUnavailable(f"The library {path.name} holds no reference that can be read")
        total += count

"""Recall in first place and latency of single lookups; the same queries on plain engines."""

from __future__ import annotations

import re
import sqlite3
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from refcheck_core import normalize
from refcheck_local.names import family_of
from refcheck_local.retrieval.engine import Engine, any_of
from refcheck_local.rows import Row
from refcheck_local.schema import normal_titles

from .corpus import is_right, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from refcheck_local.index import Index

    from .queries import Query

LIMIT = 5


@dataclass(frozen=True, slots=True)
class Run:
    """What came of queries: how many found the right work first, among the first five; seconds of each."""

    first: int
    among: int
    wall: Sequence[float]
    cpu: Sequence[float]
    missed: Sequence[tuple[Query, Row | None]]

    @property
    def recall(self) -> float:
        """Share of the queries that have the right work in first place."""
        return self.first / len(self.wall)

    def milliseconds(self, share: float, *, cpu: bool = False) -> float:
        """A quantile of the time of one lookup."""
        times = sorted(self.cpu if cpu else self.wall)
        return 1000 * times[min(len(times) - 1, int(share * len(times)))]


def run(find: Callable[[Query], list[Row]], queries: Sequence[Query]) -> Run:
    """Ask every query, one after the other."""
    wall, cpu, missed = [], [], []
    first = among = 0
    for query in queries:
        before, before_cpu = time.perf_counter(), time.thread_time()
        rows = find(query)
        wall.append(time.perf_counter() - before)
        cpu.append(time.thread_time() - before_cpu)
        with_authors = bool(query.families) or query.citation
        right = [is_right(query.row, row, query.text, with_authors=with_authors) for row in rows]
        among += any(right)
        if right[:1] == [True]:
            first += 1
        else:
            missed.append((query, rows[0] if rows else None))
    return Run(first, among, wall, cpu, missed)


def ours(index: Index) -> Callable[[Query], list[Row]]:
    """Lookups as the source `local` makes them."""
    return lambda q: index.candidates(q.text, citation=q.citation, authors=q.families, year=q.year, limit=LIMIT)


def plain_tantivy(engine: Engine) -> Callable[[Query], list[Row]]:
    """Every word of title and names, by BM25; nothing fuzzy, nothing compared afterwards."""

    def find(query: Query) -> list[Row]:
        words = dict.fromkeys(normalize(query.text).split())
        names = dict.fromkeys(words if query.citation else normalize(" ".join(query.families)).split())
        asked = [*map(engine.word, words), *map(engine.name, names)]
        return [row for _, row in engine.rows(any_of(asked), LIMIT)] if asked else []

    return find


class PlainSqlite:
    """SQLite FTS5 with its own BM25 over the same words."""

    def __init__(self, path: Path) -> None:
        self._base = sqlite3.connect(path)
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(Row).decode

    def build(self, inputs: Sequence[Path]) -> float:
        """Index files; gives the seconds it took."""
        started = time.monotonic()
        self._base.execute("CREATE TABLE works (id INTEGER PRIMARY KEY, line BLOB)")
        self._base.execute("CREATE VIRTUAL TABLE words USING fts5(title, people, content='', tokenize='unicode61')")
        for number, row in enumerate(rows(inputs)):
            people = normalize(" ".join(family_of(person) for person in row.authors))
            self._base.execute("INSERT INTO works VALUES (?, ?)", (number, self._encode(row)))
            self._base.execute(
                "INSERT INTO words (rowid, title, people) VALUES (?, ?, ?)",
                (number, " ".join(normal_titles(row)), people),
            )
        self._base.execute("INSERT INTO words (words) VALUES ('optimize')")
        self._base.commit()
        return time.monotonic() - started

    def find(self, query: Query) -> list[Row]:
        """The best rows."""
        words = dict.fromkeys(re.findall(r"\w+", f"{normalize(query.text)} {normalize(' '.join(query.families))}"))
        if not words:
            return []
        asked = " OR ".join(f'"{word}"' for word in words)
        found = self._base.execute(
            "SELECT line FROM words JOIN works ON works.id = words.rowid WHERE words MATCH ? ORDER BY rank LIMIT ?",
            (asked, LIMIT),
        )
        return [self._decode(line) for (line,) in found]

    def close(self) -> None:
        """Let the file go."""
        self._base.close()

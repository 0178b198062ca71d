"""The plan of a lookup: cheap and exact questions first, fuzzy ones only while nothing close was found."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..schema import main_key, title_key
from .engine import Engine, all_of, any_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tantivy import Query

    from ..rows import Row
    from .closeness import Question

CLOSE = 0.80
"""Closeness from which no fuzzy question is asked."""
WORDS_ASKED = 7
CITATION_WORDS_ASKED = 18
CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Hit:
    """A row with its closeness to the question."""

    score: float
    row: Row


class Retriever:
    """Finds rows in one index."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def find(self, question: Question, limit: int) -> list[Hit]:
        """The rows closest to a question, best first."""
        if not question.words:
            return []
        hits: dict[str, Hit] = {}
        if not question.citation:
            self._collect(hits, question, self._by_key(question), limit + 10)
            if _best(hits) >= 1.0:
                return _ranked(hits, limit)
        known = {word: self._engine.frequency(word) for word in dict.fromkeys(question.words)}
        self._collect(hits, question, self._by_words(question, known), CANDIDATES)
        if _best(hits) < CLOSE:
            for distance in (1, 2):
                self._collect(hits, question, self._by_like_words(known, distance), CANDIDATES)
                if _best(hits) >= CLOSE:
                    break
        return _ranked(hits, limit)

    def _collect(self, hits: dict[str, Hit], question: Question, query: Query | None, limit: int) -> None:
        if query is None:
            return
        for _, row in self._engine.rows(query, limit):
            if row.id not in hits:
                hits[row.id] = Hit(question.closeness(row), row)

    def _by_key(self, question: Question) -> Query | None:
        keys = [key for key in (title_key(question.normal), main_key(question.normal)) if key]
        if not keys:
            return None
        names = [self._engine.name(word) for family in question.families for word in family.split()]
        return all_of([any_of(map(self._engine.exact, keys))], names)

    def _by_words(self, question: Question, known: dict[str, int]) -> Query | None:
        count = CITATION_WORDS_ASKED if question.citation else WORDS_ASKED
        words = sorted((word for word, frequency in known.items() if frequency), key=known.__getitem__)[:count]
        queries = [self._engine.word(word) for word in words]
        return any_of(queries) if queries else None

    def _by_like_words(self, known: dict[str, int], distance: int) -> Query | None:
        least = 4 if distance == 1 else 6
        odd = sorted((w for w in known if len(w) >= least and known[w] < 3), key=len, reverse=True)[:3]
        if not odd:
            return None
        weight = math.log(self._engine.size + 1)
        rest = sorted((w for w in known if known[w] and w not in odd), key=known.__getitem__)[:WORDS_ASKED]
        return any_of([*(self._engine.like(w, distance, weight) for w in odd), *map(self._engine.word, rest)])

    def topic(self, words: Sequence[str], years: tuple[int | None, int | None], limit: int) -> list[Row]:
        """Rows about a subject: the more of its words in the title, and the rarer, the better."""
        queries = [self._engine.word(word) for word in dict.fromkeys(words)]
        if not queries:
            return []
        query = any_of(queries)
        if years != (None, None):
            query = all_of([query, _unscored(self._engine.between(*years))])
        return [row for _, row in self._engine.rows(query, limit)]


def _unscored(query: Query) -> Query:
    from tantivy import Query as Builder  # noqa: PLC0415

    return Builder.const_score_query(query, 0.0)


def _best(hits: dict[str, Hit]) -> float:
    return max((hit.score for hit in hits.values()), default=0.0)


def _ranked(hits: dict[str, Hit], limit: int) -> list[Hit]:
    return sorted(hits.values(), key=lambda hit: (-hit.score, hit.row.id))[:limit]


def merged(lists: Iterable[Sequence[Hit]], limit: int) -> list[Row]:
    """The best rows of several indexes, each id once."""
    found: dict[str, Hit] = {}
    for hits in lists:
        for hit in hits:
            if hit.row.id not in found or found[hit.row.id].score < hit.score:
                found[hit.row.id] = hit
    return [hit.row for hit in _ranked(found, limit)]

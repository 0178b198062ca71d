"""The plan of a lookup: cheap and exact questions first, fuzzy ones only while nothing close was found."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from refcheck_core import romanized

from ..names import normal_family
from ..schema import ROMANIZED, main_key, sound_key, title_key
from .engine import Engine, all_of, any_of
from .spelling import respelt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tantivy import Query

    from ..rows import Row
    from .closeness import Question

CLOSE = 0.80
"""Closeness of titles from which nothing fuzzy is asked; in a citation a good find is `CLOSE_IN_CITATION`."""
CLOSE_IN_CITATION = 0.70
LEAD = 0.35
"""Lead of a close row over those that are not worth looking at."""
SAME_WORK = 2
"""Rows of one work (several inputs, several versions) that stand before other works of its title."""
HOPELESS = 0.50
"""Closeness below which a title is looked for among the works of its author."""
WORDS_ASKED = 5
"""Rarest words of a title that are asked for: common ones cost much and tell little."""
CITATION_WORDS_ASKED = 10
POSTINGS = 50_000
"""Titles that the words asked for may stand in, added up: what the engine reads grows with them, whatever the size of
the index."""
WIDE_POSTINGS = 400_000
"""The same for the last resort: a title, or the beginning of one, of common words alone."""
NAMES_ASKED = 2
"""Authors whose names help to find a title."""
CANDIDATES = 10
"""Rows that are compared of each question."""
SAME_TITLES = 30
"""Rows that are compared of those that have the very title."""
RARE = 3
"""Titles up to which a word may be a misspelling."""
LIKE_WORDS = 3
"""Words of a title that are asked for with edits."""
SHORT_WORDS = 4
"""Words up to which a title is short: many titles hold its words, so that it is put right and looked up as a whole."""
MIN_SOUND = 4
"""Letters of a word that is asked for as it sounds."""
MIN_LETTERS = {1: 3, 2: 6}
"""Edits -> letters that a word needs; shorter ones are like too many others."""


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
        hits: dict[str, Hit] = {}
        if question.words:
            enough = CLOSE_IN_CITATION if question.citation else CLOSE
            for query, count in self._queries(question, hits):
                self._collect(hits, question, query, count)
                if _best(hits) >= enough:
                    break
        return _ranked(hits, limit)

    def _queries(self, question: Question, hits: dict[str, Hit]) -> Iterator[tuple[Query, int]]:
        """Questions to the engine, the cheapest first; the next is asked while nothing close was found."""
        if question.citation:
            yield self._engine.exact_any(question.pieces.keys()), SAME_TITLES
            words = question.pieces.title_words or question.words
            names = question.pieces.names
        else:
            yield self._by_key(question), SAME_TITLES
            words, names = (
                question.words,
                [name for family in question.families[:NAMES_ASKED] for name in family.split()],
            )
        yield from self._sounding(question, words)
        known = {word: self._engine.frequency(word) for word in dict.fromkeys(words)}
        helpful = [self._engine.name(name) for name in names]
        found = [self._engine.word(word) for word in _rarest(known, question, POSTINGS)]
        if found:
            yield any_of([*found, *helpful]), CANDIDATES
        yield from self._misspelt(known, [*found, *helpful], hits)
        wide = _rarest(known, question, WIDE_POSTINGS)
        if len(wide) > len(found):
            yield any_of([self._engine.word(word) for word in wide]), SAME_TITLES
        if helpful and _best(hits) < HOPELESS:
            yield all_of(helpful[:1], [*found, *helpful[1:]]), SAME_TITLES

    def _sounding(self, question: Question, words: Sequence[str]) -> Iterator[tuple[Query, int]]:
        """Titles of another script, by their words in Latin letters."""
        sounds = [sound for word in dict.fromkeys(words) if len(sound := romanized(word)) >= MIN_SOUND]
        if question.is_latin:
            marked = [f"{ROMANIZED}{sound}" for sound in sounds]
            known = {word: frequency for word in marked if (frequency := self._engine.frequency(word))}
            queries = [self._engine.word(word) for word in _rarest(known, question, POSTINGS)]
        else:
            queries = self._like(sounds, 2)
        if queries:
            yield any_of(queries), CANDIDATES

    def _misspelt(
        self, known: dict[str, int], others: list[Query], hits: dict[str, Hit]
    ) -> Iterator[tuple[Query, int]]:
        """Words that hardly any title has may be misspelt, or cut short if at the end."""
        last = next(reversed(known), "")
        for distance, letters in MIN_LETTERS.items():
            odd = [word for word in known if len(word) >= letters and known[word] < RARE]
            queries = self._like(odd, distance)
            if distance == 1 and last and known[last] < RARE:
                queries.append(self._engine.begins(last, math.log(self._engine.size + 1) / 2))
            if queries:
                yield any_of([*queries, *others]), CANDIDATES
            if odd and len(known) <= SHORT_WORDS:
                keys = respelt(list(known), odd, [hit.row for hit in hits.values()])
                if keys:
                    yield self._engine.exact_any(keys), SAME_TITLES

    def _like(self, words: list[str], distance: int) -> list[Query]:
        weight = math.log(self._engine.size + 1)
        longest = sorted(words, key=len, reverse=True)[:LIKE_WORDS]
        return [self._engine.like(word, distance, weight) for word in longest]

    def _by_key(self, question: Question) -> Query:
        keys = [title_key(question.normal), main_key(question.normal), title_key(question.main)]
        if question.is_latin:
            keys.append(sound_key(question.text))
        names = [self._engine.name(word) for family in question.families for word in family.split()]
        return all_of([self._engine.exact_any([key for key in keys if key])], names)

    def _collect(self, hits: dict[str, Hit], question: Question, query: Query, limit: int) -> None:
        for _, row in self._engine.rows(query, limit):
            if row.id not in hits:
                hits[row.id] = Hit(question.closeness(row), row)

    def topic(self, words: Sequence[str], years: tuple[int | None, int | None], limit: int) -> list[Row]:
        """Rows about a subject: the more of its words in the title, and the rarer, the better."""
        queries = [self._engine.word(word) for word in dict.fromkeys(words)]
        if not queries:
            return []
        query = any_of(queries)
        if years != (None, None):
            query = all_of([query, self._engine.between(*years)])
        return [row for _, row in self._engine.rows(query, limit)]


def _rarest(known: dict[str, int], question: Question, postings: int) -> list[str]:
    """The rarest words, as many as stand in few enough titles together."""
    count = CITATION_WORDS_ASKED if question.citation else WORDS_ASKED
    words = sorted((word for word, frequency in known.items() if frequency), key=known.__getitem__)[:count]
    sums = accumulate(known[word] for word in words)
    return [word for place, (word, total) in enumerate(zip(words, sums, strict=True)) if not place or total <= postings]


def _best(hits: dict[str, Hit]) -> float:
    return max((hit.score for hit in hits.values()), default=0.0)


def _ranked(hits: dict[str, Hit], limit: int) -> list[Hit]:
    """The best hits; behind a close one, those far from it are left out, as judging each costs more than finding it."""
    ranked = _varied(sorted(hits.values(), key=lambda hit: (-hit.score, hit.row.id)), limit)
    least = ranked[0].score - LEAD if ranked and ranked[0].score >= CLOSE_IN_CITATION else 0.0
    return [hit for hit in ranked if hit.score >= least]


def _varied(ranked: list[Hit], limit: int) -> list[Hit]:
    """The first hits, in which no work crowds out others of its title by being there many times."""
    if len(ranked) <= limit:
        return ranked
    count: Counter[tuple[str, str]] = Counter()
    chosen: list[Hit] = []
    spare: list[Hit] = []
    for hit in ranked:
        work = (hit.row.title.casefold(), normal_family(hit.row.authors[0]) if hit.row.authors else "")
        count[work] += 1
        (chosen if count[work] <= SAME_WORK else spare).append(hit)
    return sorted([*chosen[:limit], *spare[: max(limit - len(chosen), 0)]], key=lambda hit: (-hit.score, hit.row.id))


def merged(lists: Iterable[Sequence[Hit]], limit: int) -> list[Row]:
    """The best rows of several indexes, each id once."""
    found: dict[str, Hit] = {}
    for hits in lists:
        for hit in hits:
            if hit.row.id not in found or found[hit.row.id].score < hit.score:
                found[hit.row.id] = hit
    return [hit.row for hit in _ranked(found, limit)]

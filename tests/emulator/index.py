"""An inverted index with BM25 over the fields of short texts."""

from __future__ import annotations

import heapq
import math
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from functools import partial

_K1, _B = 1.2, 0.75
"""Lucene's defaults."""

_ENOUGH = 20_000
"""Candidates after which words commoner still only add to scores; who asks for "the" is not shown every work."""

Postings = Sequence[int]


class Index:
    """Positions of texts by word. Word counts are ignored: in titles nearly all are one."""

    def __init__(self, texts: Iterable[Sequence[str]] = ()) -> None:
        self._postings: defaultdict[str, array[int]] = defaultdict(partial(array, "I"))
        self._lengths = array("H")
        self._total = 0
        for words in texts:
            self.add(words)

    def add(self, words: Sequence[str]) -> None:
        """Take the next text."""
        postings, position, count = self._postings, len(self._lengths), len(words)
        self._lengths.append(min(count, 65535))
        self._total += count
        for word in set(words):
            postings[word].append(position)

    def postings(self, word: str) -> Postings:
        """Ascending positions of the texts that hold the word."""
        return self._postings.get(word, ())

    def weight(self, word: str) -> float:
        """Inverse document frequency; zero for a word that occurs nowhere."""
        count = len(self.postings(word))
        return math.log(1 + (len(self._lengths) - count + 0.5) / (count + 0.5)) if count else 0.0

    def shares(self, word: str, held: Iterable[int]) -> Iterable[tuple[int, float]]:
        """What the word adds to the score of each of the positions that hold it."""
        weight = self.weight(word) * (_K1 + 1)
        lengths, flat, slope = self._lengths, 1 + _K1 * (1 - _B), _K1 * _B * len(self._lengths) / (self._total or 1)
        return ((at, weight / (flat + slope * lengths[at])) for at in held)


def search(
    indexes: Sequence[Index], words: Iterable[str], need: int = 1, within: Container[int] | None = None
) -> dict[int, float]:
    """Scores of the texts that hold at least `need` of the distinct words in any of the indexes (fields).

    Args:
        indexes: of the fields looked at.
        words: the query's words; one that occurs nowhere (a misspelt one) finds nothing and counts for nothing.
        need: how many distinct words a text must hold, at least one.
        within: the only positions wanted.
    """
    counts = {word: sum(len(index.postings(word)) for index in indexes) for word in words}
    present = sorted((word for word, count in counts.items() if count), key=counts.__getitem__)
    if len(present) < need:
        return {}
    scores: dict[int, float] = {}
    found: dict[int, int] = {}
    seeds = len(present) - need + 1
    for number, word in enumerate(present):
        opening = number < seeds and (need > 1 or number == 0 or len(scores) < _ENOUGH)
        shares = _shares(indexes, word, within if opening else scores)
        for at, share in shares.items():
            scores[at] = scores.get(at, 0.0) + share
        if need > 1:
            for at in shares:
                found[at] = found.get(at, 0) + 1
    if need > 1:
        return {at: score for at, score in scores.items() if found.get(at, 0) >= need}
    return scores


def rescore(index: Index, positions: Iterable[int], words: Iterable[str]) -> dict[int, float]:
    """Scores of the given texts, zero for one that holds none of the words."""
    scores = dict.fromkeys(positions, 0.0)
    for word in dict.fromkeys(words):
        for at, share in _shares((index,), word, scores).items():
            scores[at] += share
    return scores


def best(scores: dict[int, float], limit: int) -> list[tuple[int, float]]:
    """The highest scores, highest first; equal ones in the order of the library."""
    return heapq.nsmallest(limit, scores.items(), key=lambda item: (-item[1], item[0]))


def _shares(indexes: Sequence[Index], word: str, within: Container[int] | None) -> dict[int, float]:
    """What the word adds to each text: the share of the field where it counts most."""
    shares: dict[int, float] = {}
    for index in indexes:
        postings = index.postings(word)
        held: Iterable[int] = postings if within is None else _held(postings, within)
        if not shares:
            shares = dict(index.shares(word, held))
            continue
        for at, share in index.shares(word, held):
            if share > shares.get(at, 0.0):
                shares[at] = share
    return shares


def _held(postings: Postings, within: Container[int]) -> list[int]:
    """The positions of both, by the cheaper way round."""
    if isinstance(within, dict) and len(within) * 16 < len(postings):
        return [at for at in within if _holds(postings, at)]
    return [at for at in postings if at in within]


def _holds(postings: Postings, position: int) -> bool:
    place = bisect_left(postings, position)
    return place < len(postings) and postings[place] == position

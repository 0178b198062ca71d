"""Short titles put right by words of the titles that are like them."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING

from ..schema import normal_titles, title_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..rows import Row

ALIKE = 0.4
"""Share of letter pairs from which words may be spellings of each other."""
SPELLINGS = 3
"""Spellings of a word that are tried."""
MAX_MENDED = 2
"""Words of a title that are put right together."""


def respelt(words: Sequence[str], odd: Sequence[str], rows: Iterable[Row]) -> list[str]:
    """Keys of the title that `words` may mean, with its odd words replaced by like words of `rows`."""
    vocabulary = {word for row in rows for title in normal_titles(row) for word in title.split()}.difference(words)
    mended = [word for word in words if word in odd][:MAX_MENDED]
    choices = [[*spellings(word, vocabulary), word] if word in mended else [word] for word in words]
    titles = dict.fromkeys(" ".join(choice) for choice in product(*choices))
    return [title_key(title) for title in titles if title != " ".join(words)]


def spellings(word: str, vocabulary: Iterable[str]) -> list[str]:
    """The most alike words, the best first."""
    pairs = _pairs(word)
    scored = []
    for other in vocabulary:
        if abs(len(other) - len(word)) <= 2:
            theirs = _pairs(other)
            share = 2 * len(pairs & theirs) / (len(pairs) + len(theirs))
            if share >= ALIKE:
                scored.append((-share, other))
    return [other for _, other in sorted(scored)[:SPELLINGS]]


def _pairs(word: str) -> set[str]:
    padded = f" {word} "
    return set(map("".join, pairwise(padded)))

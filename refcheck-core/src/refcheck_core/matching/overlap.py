"""What two titles have in common, where either may be damaged or cut off.

`titles` judges a citation: a word that differs is an error, whoever lost it. Here two records are held against each
other, and either may come from a database that reads titles out of documents: the end is cut off, blanks are lost,
names or a venue stand before or behind it. So what both have is weighed, in bits: a word that stands in every other
title tells nothing, a rare one much.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from .numbering import parts_differ
from .opposites import are_opposed
from .signs import contradicting_signs
from .title_forms import canonical_words, prepare_title
from .titles import is_misspelling, join_words
from .word_bits import RAREST, WORDS
from .words import DISTINGUISHING_WORDS, is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MISSPELT_SHARE = 0.6
"""Share of its bits that a misspelt word counts."""
MIN_CONTAINED = 8
"""Letters of a title from which its standing within the other, without regard to blanks, says anything."""

_BITS = {word: bits for bits, words in WORDS.items() for word in words.split()}

CONTRADICTED, ADDED, NONE = 0, 1, 2
"""Whether titles differ in what makes another work: both have other numbers, parts, signs, or opposites; one has a
number or a word such as "erratum" more; or neither."""


class Overlap(NamedTuple):
    """What two titles have in common.

    Attributes:
        shared: bits of the words that both have, in order.
        likeness: 0 to 1, by bits or by letters, whichever is more.
        cover: 0 to 1, share of the title with the less bits that the other one has.
        difference: `CONTRADICTED`, `ADDED` or `NONE`.
    """

    shared: float
    likeness: float
    cover: float
    difference: int


NOTHING = Overlap(0.0, 0.0, 0.0, NONE)


def best_overlap(first: Iterable[str], second: Iterable[str]) -> Overlap:
    """The overlap of the two titles that have most in common, each of a record that may have several; symmetric."""
    pairs = product(tuple(first), tuple(second))
    return max((overlap(a, b) for a, b in pairs), key=lambda o: (o.likeness, o.cover, o), default=NOTHING)


def overlap(first: str, second: str) -> Overlap:
    """What two titles have in common; symmetric."""
    return _overlap(*sorted((first, second)))


@lru_cache(maxsize=65536)
def _overlap(first: str, second: str) -> Overlap:
    one, two = prepare_title(first), prepare_title(second)
    if not one.squashed or not two.squashed:
        return NOTHING
    mine = canonical_words(join_words(one.words, two.words))
    other = canonical_words(join_words(two.words, one.words))
    shared, total = _shared(mine, other), (_sum(mine), _sum(other))
    letters = sorted((one.squashed, two.squashed), key=lambda s: (len(s), s))
    within = fuzz.partial_ratio(*letters) / 100 if len(letters[0]) >= MIN_CONTAINED else 0.0
    return Overlap(
        shared,
        max(2 * shared / sum(total), float(Indel.normalized_similarity(*letters))),
        max(min(1.0, shared / min(total)), within),
        CONTRADICTED if _contradict(first, second, mine, other) else ADDED if _adds(mine, other) else NONE,
    )


def bits(word: str) -> float:
    """Information of a canonical word: the binary logarithm of how many titles there are for one that has it."""
    return float(_BITS.get(word, RAREST))


def _sum(words: Sequence[str]) -> float:
    return sum(map(bits, words))


def _shared(mine: Sequence[str], other: Sequence[str]) -> float:
    """The most bits that words in common have, taken in order."""
    row = [0.0] * (len(other) + 1)
    for word in mine:
        above, row = row, [0.0]
        for place, facing in enumerate(other):
            row.append(max(row[place], above[place + 1], above[place] + _worth(word, facing)))
    return row[-1]


def _worth(one: str, two: str) -> float:
    if one == two:
        return bits(one)
    return MISSPELT_SHARE * min(bits(one), bits(two)) if is_misspelling(one, two) else 0.0


def _contradict(first: str, second: str, mine: Sequence[str], other: Sequence[str]) -> bool:
    """Whether titles say something else of the same: other numbers or parts, opposites, signs."""
    left, right = _rest(mine, other), _rest(other, mine)
    if any(map(is_number, left)) and any(map(is_number, right)):
        return True
    if any(are_opposed(a, b) for a, b in product(left, right)):
        return True
    return parts_differ(first, second) or contradicting_signs(first, second) is not None


def _adds(mine: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one title has a number, or a word that makes another work, that the other one lacks."""
    return any(is_number(w) or w in DISTINGUISHING_WORDS for w in (*_rest(mine, other), *_rest(other, mine)))


def _rest(words: Sequence[str], others: Sequence[str]) -> list[str]:
    known = set(others)
    return [w for w in words if w not in known]

"""What two titles have in common, where either may be damaged or cut off.

`titles` judges a citation: a word that differs is an error, whoever lost it. Here two records are held against each
other, and either may come from a database that reads titles out of documents: the end is cut off, blanks are lost,
names or a venue stand before or behind it. So what both have is weighed, in bits: a word that stands in every other
title tells nothing, a rare one much.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from .numbering import parts_differ
from .opposites import are_opposed
from .same_words import join_words
from .signs import contradicting_signs
from .title_forms import canonical_words, prepare_title
from .titles import is_misspelling
from .word_bits import RAREST, WORDS
from .words import ARTICLES, FUNCTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MISSPELT_SHARE = 0.6
"""Share of its bits that a misspelt word counts."""
MIN_CONTAINED = 8
"""Letters of a title from which its standing within the other, without regard to blanks, says anything."""

_BITS = {word: bits for bits, words in WORDS.items() for word in words.split()}

_NOTICES = frozenset(
    "erratum errata corrigendum corrigenda addendum addenda retraction reply rejoinder rebuttal".split()
)
"""Words that make a title that of a work about another one, where they stand at its beginning or end."""
_REMARKS = frozenset("correction corrections comment comments commentary critique".split())
"""Words that do so at the beginning only: "quantum error correction" is a subject."""
BEGINNING = 3
"""Words in which a notice may stand at the beginning ("In reply to …")."""
_BEFORE_REMARKS = frozenset("a the author authors publisher publishers editor editors s".split())
_NEGATIONS = frozenset("no non not never without".split())


class Overlap(NamedTuple):
    """What two titles have in common.

    Attributes:
        shared: bits of the words that both have, in order.
        likeness: 0 to 1, by bits or by letters, whichever is more.
        cover: 0 to 1, share of the title with the less bits that the other one has.
        contradicted: whether they differ in what makes two works of them, however much else they have in common: both
            have numbers, parts or signs that the other one has not, or opposites; or one is about the other.
    """

    shared: float
    likeness: float
    cover: float
    contradicted: bool


NOTHING = Overlap(0.0, 0.0, 0.0, False)


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
        _contradict(first, second, mine, other),
    )


def differ_by_spelling(first: str, second: str) -> bool:
    """Whether two titles differ by misspelt words and articles at most; symmetric."""
    one, two = prepare_title(first), prepare_title(second)
    mine = canonical_words(join_words(one.words, two.words))
    other = canonical_words(join_words(two.words, one.words))
    left, right = _rest(mine, other), _rest(other, mine)
    pairs = [(a, b) for a, b in product(left, right) if is_misspelling(a, b)]
    explained = ARTICLES.union(*pairs)
    return explained.issuperset((*left, *right))


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
    left, right = _rest(mine, other), _rest(other, mine)
    numbers, others = _numbers(mine), _numbers(other)
    return (
        bool(numbers - others and others - numbers)
        or _is_about_another(mine) is not _is_about_another(other)
        or _are_negated(left, right)
        or any(_are_opposed(a, b, (*left, *right)) for a, b in product(left, right))
        or parts_differ(first, second)
        or contradicting_signs(first, second) is not None
    )


def _rest(words: Sequence[str], others: Sequence[str]) -> list[str]:
    known = set(others)
    return [w for w in words if w not in known]


def _numbers(words: Sequence[str]) -> set[str]:
    """The numbers in a title, also those that lost the blank beside them ("with2-variable")."""
    return {number.lstrip("0") for word in words for number in re.findall(r"\d+", word)}


def _is_about_another(words: Sequence[str]) -> bool:
    if not _NOTICES.isdisjoint((*words[:BEGINNING], *words[-1:])):
        return True
    told = [word for word in words[:BEGINNING] if word not in _BEFORE_REMARKS]
    return not _REMARKS.isdisjoint(told[:1])


def _are_negated(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether a negation is all that two titles differ by."""
    told = {word for word in (*left, *right) if word not in FUNCTION_WORDS}
    return bool(told) and told <= _NEGATIONS


def _are_opposed(one: str, two: str, beside: Sequence[str]) -> bool:
    """Whether two words are opposites, and not one word that lost the blank before it ("a general", "ageneral")."""
    short, long = sorted((one, two), key=len)
    return are_opposed(one, two) and not (long.endswith(short) and long.removesuffix(short) in beside)

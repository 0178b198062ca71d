"""Words that two titles write otherwise and that are the same: joined or parted, Greek letters, umlauts, "&"."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from .name_forms import without_umlaut

MAX_JOINED = 4
"""Words that a compound may be parted into."""
_STANDING_ALONE = frozenset("a an in im un no not ab".split())
"""Words and prefixes that make another word of what they are joined with: "in complete", "a synchronous"."""
_LATIN_PHRASES = frozenset("apriori aposteriori insitu invivo invitro insilico inutero".split())
"""Phrases of two words that are written as one as well."""

_GREEK_NAME = re.compile("alpha|beta|gamma|delta|epsilon|kappa|lambda")
_LETTER_FOR = {"alpha": "a", "beta": "b", "gamma": "g", "delta": "d", "epsilon": "e", "kappa": "k", "lambda": "l"}
"""Greek letters for which databases and citations have Latin ones ("TNF-a", "NF-kB", "b-catenin")."""
_PARTS = frozenset("part teil partie parte".split())
CONJUNCTIONS = frozenset("and e y und et och og en ve es si ja и та και".split())
"""What "&" stands for in the languages in which titles have it."""


def join_words(words: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """The words with those joined that the other title writes as one ("data base", "database")."""
    letters = "".join(words)
    known = {word for word in set(others).difference(words) if word in letters}
    if not known:
        return words
    joined: list[str] = []
    at = 0
    while at < len(words):
        runs = (words[at : at + n] for n in range(MAX_JOINED, 1, -1))
        run = next((r for r in runs if "".join(r) in known and _may_be_joined(r)), words[at : at + 1])
        joined.append("".join(run))
        at += len(run)
    return tuple(joined)


def _may_be_joined(run: tuple[str, ...]) -> bool:
    """Whether joining words makes no other word of them, as it would of "a synchronous", "not able" and "3 5"."""
    if any(one[-1].isdigit() and two[0].isdigit() for one, two in pairwise(run)):
        return False
    return _STANDING_ALONE.isdisjoint(run) or "".join(run) in _LATIN_PHRASES


def are_alike(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether two titles are the same letters but for umlauts in two letters, Greek letters in Latin ones, "part"."""
    first, second = _in_one_letter(one), _in_one_letter(two)
    if first == second or _without_part(first) == _without_part(second):
        return True
    if not any(map(_GREEK_NAME.search, (*first, *second))):
        return False
    return _in_latin_letters("".join(first)) == _in_latin_letters("".join(second))


@lru_cache(maxsize=16384)
def _in_one_letter(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("fur" if word == "fuer" else without_umlaut(word) for word in words)


def _without_part(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words without "part" before a number: "On random graphs: Part I" is "On random graphs. I"."""
    following = (*words[1:], "")  # longer than the words where there are none
    return tuple(w for w, after in zip(words, following, strict=False) if w not in _PARTS or not after.isdigit())


@lru_cache(maxsize=16384)
def _in_latin_letters(letters: str) -> str:
    return _GREEK_NAME.sub(lambda match: _LETTER_FOR[match[0]], letters)


def with_and(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words with "and" for every conjunction that "&" may stand for."""
    return tuple("and" if word in CONJUNCTIONS else word for word in words)

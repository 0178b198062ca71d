"""One text in two scripts: "Война и мир" and "Voina i mir".

Transliterations of one text differ by the standard that was followed (ISO 9, BGN/PCGN, ALA-LC, scholars' habits), so
both sides are reduced to what these have in common before they are compared.
"""

from __future__ import annotations

import re
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import Levenshtein

MIN_LETTERS = 8
"""Shorter texts are too easily alike."""
MIN_SIMILARITY = 0.9
"""Similarity of the reduced letters from which two texts are one; a letter in ten may differ (ь, ъ, endings)."""

_SAME_SOUND = (
    ("shch", "sc"), ("sch", "sc"), ("tsch", "c"), ("zh", "z"), ("kh", "h"), ("ch", "c"), ("sh", "s"), ("ts", "c"),
    ("tz", "c"), ("tch", "c"), ("yo", "e"), ("jo", "e"), ("io", "e"), ("ye", "e"), ("je", "e"), ("y", "i"),
    ("j", "i"), ("w", "v"), ("x", "ks"), ("q", "k"), ("ph", "f"), ("ii", "i"),
)  # fmt: skip
"""What several standards write for one letter -> one of them, in this order."""
_DOUBLED = re.compile(r"(.)\1+")


def is_transliteration(one: str, two: str) -> bool:
    """Whether of two texts one is in Latin letters and the other in others, and they read alike."""
    latin = [_is_latin(text) for text in (one, two)]
    if latin[0] == latin[1]:
        return False
    first, second = reduced(one), reduced(two)
    if min(len(first), len(second)) < MIN_LETTERS:
        return False
    return Levenshtein.normalized_similarity(first, second) >= MIN_SIMILARITY


@lru_cache(maxsize=16384)
def _is_latin(text: str) -> bool:
    """Whether most letters of a text are Latin."""
    letters = [c for c in text if c.isalpha()]
    return sum(c < "\u0370" or "\u1e00" <= c < "\u1f00" for c in letters) * 2 >= len(letters)


@lru_cache(maxsize=16384)
def reduced(text: str) -> str:
    """The letters of a text in Latin script, those of one sound written alike."""
    letters = re.sub(r"[^a-z0-9]", "", anyascii(text).lower())
    for written, common in _SAME_SOUND:
        letters = letters.replace(written, common)
    return _DOUBLED.sub(r"\1", letters)

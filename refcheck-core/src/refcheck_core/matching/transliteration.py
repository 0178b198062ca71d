"""Titles in one script and in another: "Война и мир" and "Voina i mir"."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

from ..romanization import is_latin, romanized

MIN_LETTERS = 8
"""Shorter texts are too easily alike."""
MIN_SIMILARITY = 0.9
"""Similarity of the reduced letters from which two texts are one; a letter in ten may differ (ь, ъ, endings)."""


def is_transliteration(one: str, two: str) -> bool:
    """Whether of two texts one is in Latin letters and the other in others, and they read alike."""
    if is_latin(one) == is_latin(two):
        return False
    first, second = romanized(one), romanized(two)
    if min(len(first), len(second)) < MIN_LETTERS:
        return False
    return Levenshtein.normalized_similarity(first, second) >= MIN_SIMILARITY

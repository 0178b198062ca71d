"""Text of any script in Latin letters, so that "Война и мир" and "Voina i mir" can be compared.

Transliterations of one text differ by the standard that was followed (ISO 9, BGN/PCGN, ALA-LC, scholars' habits), so
both sides are reduced to what these have in common.
"""

from __future__ import annotations

import re
from functools import lru_cache

from anyascii import anyascii

_SAME_SOUND = (
    ("shch", "sc"), ("tsch", "c"), ("tch", "c"), ("sch", "sc"), ("zh", "z"), ("kh", "h"), ("ch", "c"), ("sh", "s"),
    ("ts", "c"), ("tz", "c"), ("yo", "e"), ("jo", "e"), ("io", "e"), ("ye", "e"), ("je", "e"), ("y", "i"), ("j", "i"),
    ("w", "v"), ("x", "ks"), ("q", "k"), ("ph", "f"), ("ii", "i"),
)  # fmt: skip
"""What several standards write for one letter -> one of them, in this order."""
_DOUBLED = re.compile(r"(.)\1+")
_NO_LETTER = re.compile(r"[^a-z0-9]")


@lru_cache(maxsize=16384)
def is_latin(text: str) -> bool:
    """Whether most letters of a text are Latin; text without letters is."""
    if text.isascii():
        return True
    letters = [c for c in text if c.isalpha()]
    return sum(c < "\u0370" or "\u1e00" <= c < "\u1f00" for c in letters) * 2 >= len(letters)


@lru_cache(maxsize=16384)
def romanized(text: str) -> str:
    """The letters and digits of a text in Latin script without blanks, those of one sound written alike."""
    letters = _NO_LETTER.sub("", anyascii(text).lower())
    for written, common in _SAME_SOUND:
        letters = letters.replace(written, common)
    return _DOUBLED.sub(r"\1", letters)

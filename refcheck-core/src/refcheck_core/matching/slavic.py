"""Slavic family names in Latin letters: "Chebyshev", "Tchebychev" and "Čebyšëv" are one.

English, French and German write the sounds of Russian each by its own letters, scholars by hooks. What they write for
one sound, or for sounds that another of them does not tell apart ("ch" is š in French and č in English), is made alike.
"""

from __future__ import annotations

import re
from functools import lru_cache

MIN_LETTERS = 5
"""Letters of a name from which its sound is compared."""

_ENDING = re.compile(
    r"(?:[oe]v|[oe]w|[oe]ff|[iy]ne?|[oe]va|ina|sk(?:i[iyj]?|yj?|a[iyj]a)|nk[oa]|chuk|tchouk|tschuk|cuk|vi[ct]h?|witsch)$"
)
"""Endings of family names by which they are known for Slavic."""
_SAME_SOUND = (
    ("schtsch", "c"), ("chtch", "c"), ("shch", "c"), ("tsch", "c"), ("tch", "c"), ("sch", "c"), ("ch", "c"),
    ("sh", "c"), ("ts", "c"), ("tz", "c"), ("zh", "z"), ("kh", "h"), ("ou", "u"), ("yu", "u"), ("ju", "u"), ("iu", "u"),
    ("yo", "e"), ("jo", "e"), ("io", "e"), ("ye", "e"), ("je", "e"), ("ie", "e"), ("ya", "a"), ("ja", "a"), ("ia", "a"),
    ("y", "i"), ("j", "i"), ("w", "v"), ("x", "ks"), ("ph", "f"), ("ii", "i"),
)  # fmt: skip
"""What is written for a sound -> one of the spellings, in this order."""
_DOUBLED = re.compile(r"(.)\1+")


def sound_slavic(one: str, two: str) -> bool:
    """Whether two folded family names are transliterations of one Slavic name ("Fyodorov", "Fedorov"; "-sky")."""
    sound = _sound(one)
    return bool(sound) and sound == _sound(two)


@lru_cache(maxsize=65536)
def _sound(family: str) -> str:
    """The sound of a name; empty where it is short or not of Slavic ending."""
    if len(family) < MIN_LETTERS or _ENDING.search(family) is None:
        return ""
    letters = family
    for written, common in _SAME_SOUND:
        letters = letters.replace(written, common)
    letters = _DOUBLED.sub(r"\1", letters)
    if letters.endswith(("ef", "of")):
        letters = f"{letters[:-1]}v"  # "Petroff" is "Petrov"
    return letters.removesuffix("e") if letters.endswith("ine") else letters  # "Khintchine"

"""Given names and their short forms: "Bob" is "Robert"."""

from __future__ import annotations

from functools import lru_cache

from nicknames import NickNamer


@lru_cache(maxsize=1)
def _names() -> NickNamer:
    """The table of the `nicknames` package (kept by genealogists, English names), read when it is first needed."""
    return NickNamer()


@lru_cache(maxsize=16384)
def are_nicknames(one: str, two: str) -> bool:
    """Whether one normalised given name is a short or pet form of the other."""
    return two in _names().nicknames_of(one) or one in _names().nicknames_of(two)

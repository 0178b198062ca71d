"""Which titles the corpora hold, without the index: whether a work could be found at all."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import msgspec

from refcheck_core import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SHORTEST = 20
"""Letters of a title from which its standing in a string says that the string is of this work (README of the gold)."""
LONGEST = 45
"""Words of a title that is looked for in a string."""


class _Title(msgspec.Struct):
    title: str | None = None


def titles_in(paths: Iterable[Path]) -> set[str]:
    """The titles of corpora, normalised and without blanks."""
    decode = msgspec.json.Decoder(_Title).decode
    found: set[str] = set()
    for path in paths:
        with gzip.open(path) as file:
            found.update(letters(row.title) for line in file if (row := decode(line)).title)
    found.discard("")
    return found


def letters(text: str) -> str:
    """A text normalised and without blanks."""
    return normalize(text).replace(" ", "")


def title_within(text: str, titles: set[str]) -> str | None:
    """The longest title of at least `SHORTEST` letters that stands in a string."""
    words = normalize(text).split()
    best = ""
    for start in range(len(words)):
        joined = ""
        for word in words[start : start + LONGEST]:
            joined += word
            if len(joined) >= SHORTEST and len(joined) > len(best) and joined in titles:
                best = joined
    return best or None

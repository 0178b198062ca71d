"""Which titles the corpora hold, without the index: whether a work could be found at all."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import msgspec

from refcheck_core import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SHORTEST = 20
"""Letters of a title from which its standing in a string may say that the string is of this work."""
FEWEST = 4
"""Words of it."""
LONGEST = 45
"""Words of a title that is looked for in a string."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_STOP = re.compile(r"[.,:?!\"“”()]")


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
    """The first title that stands in a string by itself, as the title of what is cited would.

    It has at least `FEWEST` words and `SHORTEST` letters, begins the string or follows a stop, and ends at one: names
    of fields such as "natural language processing" are titles too, and stand within most others.
    """
    tokens = [(m.start(), m.end(), normalize(m.group()).replace(" ", "")) for m in _WORD.finditer(text)]
    for start, (begins, _, _) in enumerate(tokens):
        if start and not _STOP.search(text[tokens[start - 1][1] : begins]):
            continue
        joined = ""
        for place, (_, ends, word) in enumerate(tokens[start : start + LONGEST]):
            joined += word
            follows = text[ends : tokens[start + place + 1][0]] if start + place + 1 < len(tokens) else "."
            if place + 1 >= FEWEST and len(joined) >= SHORTEST and _STOP.search(follows) and joined in titles:
                return joined
    return None


def title_anywhere(text: str, titles: set[str]) -> str | None:
    """The longest title of `SHORTEST` letters or more whose words stand in a string one after another, wherever.

    Many are the names of fields, of conferences, or parts of the title that is cited.
    """
    words = normalize(text).split()
    best = ""
    for start in range(len(words)):
        joined = ""
        for word in words[start : start + LONGEST]:
            joined += word
            if len(joined) >= max(SHORTEST, len(best) + 1) and joined in titles:
                best = joined
    return best or None

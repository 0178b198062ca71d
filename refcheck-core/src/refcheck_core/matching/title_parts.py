"""A title of which a citation has left out the beginning or the end."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_WORDS = 4
"""Words of a title that must stand in a citation in their order."""
MIN_SHARE = 0.6
"""... and the share of its words; of less than that many titles are made."""

MIN_CUT = 5
"""Words that must be left of a title."""
_NO_END = frozenset("a an the of in on by with from for to and or between during against among into via using".split())
"""Words with which no title ends."""


def find_part(words: Sequence[str], title: Sequence[str]) -> tuple[int, int] | None:
    """Where the longest beginning or end of a title stands among the words of a citation: first and last word.

    "Learning applied to document recognition" is what is left of "Gradient-based learning applied to document
    recognition"; a string as long as the whole title, from there on, is much unlike it.
    """
    for length in range(len(title) - 1, max(MIN_WORDS, ceil(MIN_SHARE * len(title))) - 1, -1):
        for part in (title[-length:], title[:length]):
            at = _place(words, part)
            if at is not None:
                return at, at + length - 1
    return None


def has_lost_its_end(whole: Sequence[str], cut: Sequence[str]) -> bool:
    """Whether a title of a database stops where none ends: "Gene regulation during cold acclimation in".

    What stood in italics (names of species, mostly) was lost on the way there, and all behind it.
    """
    if len(cut) < MIN_CUT or cut[-1] not in _NO_END or len(whole) <= len(cut):
        return False
    return [*whole[: len(cut)]] == [*cut]


def _place(words: Sequence[str], part: Sequence[str]) -> int | None:
    places = (at for at, word in enumerate(words) if word == part[0])
    return next((at for at in places if [*words[at : at + len(part)]] == [*part]), None)

"""A citation string in pieces, between which its title begins and ends.

No parser of citations: every run of adjacent pieces may be the title, and the index knows which one is.
"""

from __future__ import annotations

import re
from functools import cached_property

from refcheck_core import normalize

from ..schema import title_key

_BREAK = re.compile(
    r"[.,:;?!()\[\]\"“”„‘’'«»—]+(?:\s+|$)|\s+[\"“„‘«(\[]|\s[-–—]\s|(?<=\w)[:?!.,]+[\"”’»]"
    r"|[『』「」《》〈〉【】（）、。，：；！？]+|\[[A-Z]{1,2}(?:/[A-Z]{2})?\]"
)
"""Stops, also those of Chinese and Japanese, and the marks of kinds in GB/T 7714 ("[M]", "[J]")."""
_VENUE_WORDS = frozenset(
    "proceedings proc conference conf journal transactions trans symposium workshop annual meeting letters lecture"
    " press university springer elsevier ieee acm usenix vol pp pages editors eds technical report thesis".split()
)
MAX_PIECES = 60
MAX_RUN = 6
"""Pieces that a title may consist of ("Who are we? A study, in two parts: part 1")."""
MAX_KEYS = 400
MIN_LETTERS, MAX_LETTERS = 4, 500


class Pieces:
    """A citation cut at its punctuation.

    Attributes:
        parts: the pieces, normalised, in order; empty ones left out.
    """

    def __init__(self, text: str) -> None:
        self.parts = [normal for part in _BREAK.split(text) if (normal := normalize(part))][:MAX_PIECES]

    def keys(self) -> list[str]:
        """Keys of titles that the citation may hold: of every run of pieces."""
        squashed = [part.replace(" ", "") for part in self.parts]
        keys: dict[str, None] = {}
        for start in range(len(squashed)):
            run = ""
            for piece in squashed[start : start + MAX_RUN]:
                run += piece
                if len(run) > MAX_LETTERS:
                    break
                if len(run) >= MIN_LETTERS:
                    keys[title_key(run)] = None
        return list(keys)[:MAX_KEYS]

    @cached_property
    def title_words(self) -> list[str]:
        """Words of the pieces that may be of the title, rather than names or a venue."""
        chosen = [p.split() for p in self.parts if not _VENUE_WORDS.intersection(p.split())]
        long = [words for words in chosen if sum(len(word) > 2 for word in words) > 2]
        return list(dict.fromkeys(word for words in long or chosen for word in words if len(word) > 1))

    @cached_property
    def names(self) -> list[str]:
        """Words that may be family names: those of short pieces before the first long one."""
        names: dict[str, None] = {}
        for part in self.parts:
            words = [word for word in part.split() if len(word) > 2 and not word.isdigit()]
            if len(words) > 3:
                break
            names.update(dict.fromkeys(words))
        return list(names)[:6]

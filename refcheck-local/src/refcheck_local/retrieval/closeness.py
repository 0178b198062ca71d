"""How close a row is to what was asked: a cheap measure that ranks what the engine found.

It does not judge: it puts the right work among the first. Titles are compared by the letter trigrams that they share,
which a typo, a joined or a parted word disturbs only around its place.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from refcheck_core import normalize

from ..names import family_of
from ..schema import MAX_TITLE, normal_titles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rows import Row

MAX_CITATION = 4000
"""Characters of a citation that are looked at."""


class Question:
    """What is looked for, prepared for comparing.

    Attributes:
        normal: the text, normalised. words: its words, in order.
        citation: whether the text is a whole citation string rather than a title.
        families: words of the family names of authors, normalised, first author first.
        year: claimed year.
    """

    def __init__(
        self, text: str, *, citation: bool = False, authors: Sequence[str] = (), year: int | None = None
    ) -> None:
        self.text = text[: MAX_CITATION if citation else MAX_TITLE]
        self.normal = normalize(self.text)
        self.words = self.normal.split()
        self.citation = citation
        self.families = tuple(dict.fromkeys(normal for author in authors if (normal := normalize(author))))
        self.year = year

    @cached_property
    def squashed(self) -> str:
        """The text without blanks."""
        return self.normal.replace(" ", "")

    @cached_property
    def grams(self) -> frozenset[str]:
        """Its letter trigrams."""
        return trigrams(self.squashed)

    @cached_property
    def word_set(self) -> frozenset[str]:
        """Its words."""
        return frozenset(self.words)

    def closeness(self, row: Row) -> float:
        """How close a row is: 1 where its title is what was asked, less for less of it, more for author and year."""
        title = max((self.title_closeness(t.replace(" ", "")) for t in normal_titles(row)), default=0.0)
        return title + self._help(row)

    def title_closeness(self, squashed: str) -> float:
        """Closeness of a normalised title without blanks, from 0 to 1."""
        if self.citation:
            return self._closeness_in_citation(squashed)
        if squashed == self.squashed:
            return 1.0
        grams = trigrams(squashed)
        common = len(grams & self.grams)
        dice = 2 * common / ((len(grams) + len(self.grams)) or 1)
        # A title cut short, or one side without subtitle: all of the shorter is in the longer.
        short, long = sorted((self.squashed, squashed), key=len)
        within = common / (min(len(grams), len(self.grams)) or 1)
        starts = long.startswith(short[: len(short) * 3 // 4])
        return max(dice * 0.98, within * (0.6 + 0.3 * len(short) / (len(long) or 1)) if starts else 0.0)

    def _closeness_in_citation(self, squashed: str) -> float:
        grams = trigrams(squashed)
        within = 1.0 if squashed in self.squashed else len(grams & self.grams) / (len(grams) or 1) * 0.98
        # A short title stands in many citations by chance.
        return within * within * len(squashed) / (len(squashed) + 6)

    def _help(self, row: Row) -> float:
        """What authors and year add or take; never as much as a word of the title."""
        years = {row.year, *row.years} - {None}
        if self.citation:
            families = [normalize(family_of(person)) for person in row.authors[:3]]
            named = [set(family.split()) <= self.word_set for family in families if family]
            author = sum(named) / len(named) if named else 0.4
            year = 1.0 if any(str(y) in self.word_set for y in years) else 0.0
            return 0.08 * author + 0.02 * year
        help_ = 0.0
        if self.families:
            known = normalize(" ".join(family_of(person) for person in row.authors[:50]))
            padded = f" {known} "
            share = sum(f" {family} " in padded for family in self.families) / len(self.families)
            help_ += 0.08 * share if row.authors else 0.03
        if self.year is not None and years:
            distance = min(abs(self.year - y) for y in years if y is not None)
            help_ += 0.02 if distance == 0 else 0.01 if distance == 1 else 0.0
        return help_


def trigrams(squashed: str) -> frozenset[str]:
    """Letter trigrams of a text without blanks; shorter text is one gram."""
    if len(squashed) < 3:
        return frozenset((squashed,)) if squashed else frozenset()
    return frozenset(map("".join, zip(squashed, squashed[1:], squashed[2:], strict=False)))

"""How close a row is to what was asked: a cheap measure that ranks what the engine found.

It does not judge: it puts the right work among the first. Titles are compared by the letter trigrams that they share,
which a typo, a joined or a parted word disturbs only around its place. All weights are chosen by recall on the
benchmark's seeded titles.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from refcheck_core import is_latin, normalize, romanized

from ..names import normal_family
from ..schema import MAX_TITLE, main_titles, normal_titles, titles_of_other_scripts
from .pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rows import Row

MAX_CITATION = 4000
"""Characters of a citation that are looked at."""
WITHOUT_SUBTITLE = 0.93
"""Closeness of a title that has a subtitle beyond what was asked."""
_LIKE = 0.98
_BEGINS = (0.66, 0.3)
_AUTHORS, _UNKNOWN_AUTHORS, _OTHER_AUTHORS = 0.06, 0.03, -0.25
_YEAR = 0.02
_COMPARED_AUTHORS = 50
# In a citation: letters at which a title that stands in it counts half, since a short one stands there by chance; what
# a row is worth that has no authors, and one none of whose authors stands there, such as the proceedings named there.
_SHORT_LETTERS = 6
_ANONYMOUS, _UNNAMED = 0.85, 0.6


class Question:
    """What is looked for, prepared for comparing.

    Attributes:
        text: as asked, cut to a sane length.
        normal: the text, normalised. words: its words, in order.
        citation: whether the text is a whole citation string rather than a title.
        families: family names of authors, normalised, first author first.
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
    def main(self) -> str:
        """What stands before a subtitle, normalised; empty where there is none."""
        main, colon, _ = self.text.partition(": ")
        return normalize(main) if colon else ""

    @cached_property
    def grams(self) -> frozenset[str]:
        """Its letter trigrams."""
        return trigrams(self.squashed)

    @cached_property
    def sounding(self) -> Question:
        """The text as it sounds in Latin letters, to be compared with titles of other scripts."""
        return Question(romanized(self.text), citation=self.citation)

    @cached_property
    def is_latin(self) -> bool:
        """Whether it is in Latin letters."""
        return is_latin(self.text)

    @cached_property
    def word_set(self) -> frozenset[str]:
        """Its words."""
        return frozenset(self.words)

    @cached_property
    def pieces(self) -> Pieces:
        """A citation in pieces."""
        return Pieces(self.text)

    def closeness(self, row: Row) -> float:
        """How close a row is: 1 where its title is what was asked, less for less of it, more for author and year."""
        titles = [title.replace(" ", "") for title in normal_titles(row)]
        title = max(self.likeness(titles), self.sounding.likeness(self._of_other_script(row)))
        if self.citation:
            return title * self._named(row) + self._year_in_citation(row)
        if title < WITHOUT_SUBTITLE and any(main.replace(" ", "") == self.squashed for main in main_titles(row)):
            title = WITHOUT_SUBTITLE
        return title + self._authors(row) + self._year(row)

    def _of_other_script(self, row: Row) -> list[str]:
        """The row's titles as they sound, where they are in another script than the text."""
        if self.is_latin:
            return [] if row.title.isascii() and not row.titles else [*map(romanized, titles_of_other_scripts(row))]
        return [romanized(row.title)] if is_latin(row.title) else []

    def likeness(self, titles: Sequence[str]) -> float:
        """How close the closest of titles without blanks is."""
        return max(map(self._in_citation if self.citation else self._title, titles), default=0.0)

    def _title(self, squashed: str) -> float:
        if squashed == self.squashed:
            return 1.0
        grams = trigrams(squashed)
        common = len(grams & self.grams)
        dice = 2 * common / ((len(grams) + len(self.grams)) or 1)
        if dice > 0.9:
            return dice * _LIKE
        # A title cut short: all of the shorter is in the longer, and at its beginning.
        short, long = (squashed, self.squashed) if len(squashed) < len(self.squashed) else (self.squashed, squashed)
        cut = 0.0
        if short and long.startswith(short[: len(short) * 3 // 4]):
            within = common / (min(len(grams), len(self.grams)) or 1)
            cut = within * (_BEGINS[0] + _BEGINS[1] * len(short) / len(long))
        return max(dice * _LIKE, cut)

    def _authors(self, row: Row) -> float:
        if not self.families:
            return 0.0
        if not row.authors:
            return _UNKNOWN_AUTHORS
        known = {word for person in row.authors[:_COMPARED_AUTHORS] for word in normal_family(person).split()}
        share = sum(not known.isdisjoint(family.split()) for family in self.families) / len(self.families)
        return _AUTHORS * share if share else _OTHER_AUTHORS

    def _year(self, row: Row) -> float:
        if self.year is None or row.year is None:
            return 0.0
        distance = min(abs(self.year - year) for year in (row.year, *row.years))
        return _YEAR if distance == 0 else _YEAR / 2 if distance == 1 else 0.0

    def _in_citation(self, squashed: str) -> float:
        grams = trigrams(squashed)
        within = 1.0 if squashed in self.squashed else len(grams & self.grams) / (len(grams) or 1) * _LIKE
        return within * within * len(squashed) / (len(squashed) + _SHORT_LETTERS)

    def _named(self, row: Row) -> float:
        """How far the citation names the row's first authors."""
        families = [normal_family(person).split() for person in row.authors[:3]]
        if not any(families):
            return _ANONYMOUS
        named = [not self.word_set.isdisjoint(family) for family in families if family]
        return _UNNAMED + (1 - _UNNAMED) * sum(named) / len(named)

    def _year_in_citation(self, row: Row) -> float:
        return _YEAR if any(str(year) in self.word_set for year in (row.year, *row.years)) else 0.0


def trigrams(squashed: str) -> frozenset[str]:
    """Letter trigrams of a text without blanks; shorter text is one gram."""
    if len(squashed) < 3:
        return frozenset((squashed,)) if squashed else frozenset()
    return frozenset(map("".join, zip(squashed, squashed[1:], squashed[2:], strict=False)))

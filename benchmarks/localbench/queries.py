"""Queries made of rows: titles as people misspell and shorten them, citations in three styles, invented titles."""

from __future__ import annotations

import random
import string
from dataclasses import dataclass
from typing import TYPE_CHECKING

from refcheck_local.records import record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from refcheck_core import Record
    from refcheck_local.rows import Row

CITED_AUTHORS = 6
"""Authors that a citation lists; of more it gives the first and "et al."."""


@dataclass(frozen=True, slots=True)
class Query:
    """One lookup. `families` and `year` are given as an inquiry gives them; a citation has them in its text."""

    row: Row
    text: str
    citation: bool
    families: tuple[str, ...] = ()
    year: int | None = None


class Spoiler:
    """Spoils titles. The same seed, rows and frequencies spoil alike."""

    def __init__(self, frequency: Mapping[str, int], seed: str) -> None:
        self._frequency = frequency
        self._chance = random.Random(seed)

    def typo(self, title: str) -> str | None:
        """One typo in the rarest word."""
        words = title.split()
        place = self._rarest(words)
        if not place:
            return None
        words[place[0]] = self._misspelt(words[place[0]])
        return " ".join(words)

    def typos(self, title: str) -> str | None:
        """A typo in each of the two rarest words; both in the same where there is but one."""
        words = title.split()
        places = self._rarest(words)[:2]
        if not places:
            return None
        for place in places if len(places) == 2 else places * 2:
            words[place] = self._misspelt(words[place])
        return " ".join(words)

    def dropped(self, title: str) -> str | None:
        """Without one word."""
        words = title.split()
        if len(words) < 2:
            return None
        del words[self._chance.randrange(len(words))]
        return " ".join(words)

    def cut(self, title: str) -> str | None:
        """The first 60 %."""
        return title[: max(1, len(title) * 6 // 10)].strip() or None

    def main(self, title: str) -> str | None:
        """Without the subtitle."""
        main, colon, _ = title.partition(": ")
        return main if colon and main.strip() else None

    def doubled(self, title: str) -> str | None:
        """With a word twice."""
        words = title.split()
        words.insert(place := self._chance.randrange(len(words)), words[place])
        return " ".join(words)

    def joined(self, title: str) -> str | None:
        """With two words written as one."""
        words = title.split()
        if len(words) < 2:
            return None
        place = self._chance.randrange(len(words) - 1)
        words[place : place + 2] = [words[place] + words[place + 1].lower()]
        return " ".join(words)

    def parted(self, title: str) -> str | None:
        """With a long word written as two."""
        words = title.split()
        long = [place for place, word in enumerate(words) if len(word) > 5 and word.isalpha()]
        if not long:
            return None
        place = self._chance.choice(long)
        middle = self._chance.randrange(2, len(words[place]) - 1)
        words[place : place + 1] = [words[place][:middle], words[place][middle:]]
        return " ".join(words)

    def wrong_start(self, title: str) -> str | None:
        """With a wrong first letter of its rarest word."""
        words = title.split()
        place = self._rarest(words)
        if not place:
            return None
        word = words[place[0]]
        words[place[0]] = self._letter(word[0]) + word[1:]
        return " ".join(words)

    def _rarest(self, words: Sequence[str]) -> list[int]:
        """Places of the words of letters, the rarest first; of the same word once."""
        by_word = {word.lower(): place for place, word in enumerate(words) if len(word) > 3 and word.isalpha()}
        return sorted(by_word.values(), key=lambda place: (self._frequency[words[place].lower()], place))

    def _misspelt(self, word: str) -> str:
        kind, place = self._chance.randrange(4), self._chance.randrange(len(word))
        if kind == 0 and len(word) > 1:
            return word[:place] + word[place + 1 :]
        if kind == 1:
            return word[:place] + self._letter(word[place]) + word[place + 1 :]
        if kind == 2:
            place = min(place, len(word) - 2)
            if place >= 0 and word[place].lower() != word[place + 1].lower():
                return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        return word[:place] + self._letter(word[place]) + word[place:]

    def _letter(self, other: str) -> str:
        return self._chance.choice([letter for letter in string.ascii_lowercase if letter != other.lower()])


KINDS: Mapping[str, tuple[Callable[[Spoiler, str], str | None], float | None]] = {
    "as is": (lambda _, title: title, 0.995),
    "one typo in the rarest word": (Spoiler.typo, 0.98),
    "two typos": (Spoiler.typos, 0.95),
    "a word dropped": (Spoiler.dropped, 0.98),
    "cut after 60 %": (Spoiler.cut, 0.95),
    "subtitle removed": (Spoiler.main, 0.97),
    "a word doubled": (Spoiler.doubled, None),
    "two words joined": (Spoiler.joined, None),
    "a word parted": (Spoiler.parted, None),
    "wrong first letter": (Spoiler.wrong_start, None),
}
"""Kinds of title queries, how to make them, and the aim of recall in first place."""
CITATION_AIM = 0.99


def title_queries(rows: Sequence[Row], frequency: Mapping[str, int], kind: str, *, with_authors: bool) -> list[Query]:
    """The queries of one kind; rows of which none can be made (no subtitle) are left out."""
    spoiler = Spoiler(frequency, kind)
    made = []
    for row in rows:
        text = KINDS[kind][0](
            spoiler, row.title if kind != "subtitle removed" or not row.subtitle else f"{row.title}: x"
        )
        if text is None:
            continue
        if with_authors:
            made.append(Query(row, text, False, families(row), row.year))
        else:
            made.append(Query(row, text, False))
    return made


def families(row: Row) -> tuple[str, ...]:
    """Family names as an inquiry passes them."""
    return tuple(author.family for author in record_of(row).authors if author.family)[:3]


def citation_queries(rows: Sequence[Row], style: str) -> list[Query]:
    """Each row as a citation string."""
    return [Query(row, STYLES[style](record_of(row)), True) for row in rows]


def _initials(given: str | None, mark: str, between: str) -> str:
    names = (given or "").replace("-", " ").replace(".", " ").split()
    return between.join(f"{name[0].upper()}{mark}" for name in names)


def _listed(record: Record, mark: str, between: str, *, family_first: str | None) -> list[str]:
    names = []
    for author in record.authors[:CITED_AUTHORS]:
        if not author.family:
            names.append(author.display)
            continue
        initials = _initials(author.given, mark, between)
        pair = (author.family, family_first, initials) if family_first is not None else (initials, " ", author.family)
        names.append("".join(pair) if initials else author.family)
    return names


def apa(record: Record) -> str:
    """American Psychological Association."""
    names = _listed(record, ".", " ", family_first=", ")
    listed = ", & ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
    if len(record.authors) > CITED_AUTHORS:
        listed = ", ".join(names) + ", et al."
    number = f"{record.volume}{f'({record.issue})' if record.issue else ''}" if record.volume else ""
    source = ", ".join(p for p in (record.venue or record.publisher, number, record.pages) if p)
    year = f" ({record.year})." if record.year else " (n.d.)."
    return f"{listed}{year} {record.full_title}. {source + '.' if source else ''}".strip()


def ieee(record: Record) -> str:
    """Institute of Electrical and Electronics Engineers."""
    names = _listed(record, ".", " ", family_first=None)
    listed = " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
    if len(record.authors) > CITED_AUTHORS:
        listed = f"{names[0]} et al."
    marks = (("vol. ", record.volume), ("no. ", record.issue), ("pp. ", record.pages), ("", record.year))
    rest = ", ".join([record.venue or "", *(f"{mark}{value}" for mark, value in marks if value)]).strip(", ")
    return f"{listed + ', ' if listed else ''}“{record.full_title},” {rest}."


def vancouver(record: Record) -> str:
    """International Committee of Medical Journal Editors."""
    names = _listed(record, "", "", family_first=" ")
    listed = ", ".join(names) + (", et al" if len(record.authors) > CITED_AUTHORS else "")
    number = f"{record.volume}{f'({record.issue})' if record.issue else ''}" if record.volume else ""
    when = f"{record.year or ''}{';' + number if number else ''}{':' + record.pages if record.pages else ''}"
    rest = ". ".join(p for p in (record.venue, when) if p)
    return f"{listed + '. ' if listed else ''}{record.full_title}. {rest + '.' if rest else ''}".strip()


STYLES: Mapping[str, Callable[[Record], str]] = {"APA": apa, "IEEE": ieee, "Vancouver": vancouver}


def invented_titles(rows: Sequence[Row], count: int, seed: str = "invented") -> list[tuple[str, Row, Row, Row]]:
    """Halves of two titles put together; with the rows they are of, and one whose authors are claimed."""
    chance = random.Random(seed)
    long = [row for row in rows if len(row.title.split()) >= 4 and row.authors]
    made: list[tuple[str, Row, Row, Row]] = []
    while len(made) < count:
        one, two, other = chance.sample(long, 3)
        first, second = one.title.split(), two.title.split()
        title = " ".join([*first[: (len(first) + 1) // 2], *second[len(second) // 2 :]])
        made.append((title, one, two, chance.choice([one, two, other])))
    return made

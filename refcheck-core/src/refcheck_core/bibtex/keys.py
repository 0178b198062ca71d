"""Citation keys: ``vaswani2017attention``."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING

from anyascii import anyascii

from .plain import plain, segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..models import Author, Record

NO_YEAR = "nd"
NO_AUTHOR = "anon"
_LONGEST_PART = 24
_NOT_IN_KEY = re.compile(r"[^a-z0-9]+")
# Characters that are safe in a key for BibTeX, biber, LaTeX and pandoc alike: an apostrophe breaks biber, "&" pandoc.
_NOT_IN_GIVEN_KEY = re.compile(r"[^A-Za-z0-9:_.+/-]+")
_STOP_WORDS = frozenset(
    "a an the on of in for to and or with from by at as is are be was were do does can how what why when where which "
    "who its into via using toward towards about under over between "
    "der die das ein eine und von zur zum im le la les l un une des du de et el los las una del il lo gli i o os as um "
    "retracted withdrawn article".split()
)


def citation_key(record: Record) -> str:
    """A key from family name, year and first significant word of the title: always ``[a-z0-9]+``.

    Other scripts are transliterated. Without a year it has "nd", without a name "anon".
    """
    people = record.authors or record.editors
    name = _name_part(people[0]) if people else ""
    year = str(record.year) if record.year else NO_YEAR
    return f"{name or NO_AUTHOR}{year}{_title_part(plain(record.full_title))}"


def unique_keys(keys: Iterable[str]) -> list[str]:
    """The keys in order, made distinct: the first keeps its key, later ones get "a", "b", … that no other key uses."""
    wanted = list(keys)
    # Compared without case: BibTeX takes "Smith" and "smith" for one key.
    reserved = {key.lower() for key in wanted}
    used: set[str] = set()
    unique = []
    for key in wanted:
        chosen = key
        if key.lower() in used:
            chosen = next(k for tail in _tails() if (k := key + tail).lower() not in reserved | used)
        used.add(chosen.lower())
        unique.append(chosen)
    return unique


def usable_key(key: str | None) -> str | None:
    """A key that somebody gave, without the characters that break BibTeX, biber or LaTeX; ``None`` if none is left."""
    return _NOT_IN_GIVEN_KEY.sub("", key or "") or None


def _tails() -> Iterator[str]:
    """A … z, aa … az, ba …."""
    number = 0
    while True:
        number += 1
        tail, rest = "", number
        while rest:
            rest, letter = divmod(rest - 1, 26)
            tail = string.ascii_lowercase[letter] + tail
        yield tail


def _name_part(person: Author) -> str:
    if person.organization or not person.family:
        name = plain(person.literal or person.family or person.given)
        return _fold(_short_form(name) if person.organization else (name.split() or [""])[-1])
    return _fold(plain(person.family))


def _short_form(organization: str) -> str:
    """The acronym in an organisation's name, else its initials (three words or more), else its first word."""
    words: list[str] = [word for word in re.findall(r"\w+", organization) if word.lower() not in _STOP_WORDS]
    acronym = next((w for w in words if len(w) > 1 and w.isupper()), None)
    if acronym:
        return acronym
    return "".join(word[0] for word in words) if len(words) > 2 else "".join(words[:1])


def _title_part(title: str) -> str:
    words = "".join(part for is_math, part in segments(title) if not is_math).split()
    folded = [part for word in words if (part := _significant(word))]
    telling = [part for part in folded if part not in _STOP_WORDS]
    # A number is taken only where there is nothing else: "16. Marketing the Maple Leaf" is "marketing".
    return next((part for part in telling if not part.isdigit()), (telling or folded or [""])[0])


def _significant(word: str) -> str:
    """The word, or its first part that is more than a letter: "u-net" is "unet", "data-driven" is "data"."""
    taken = ""
    for part in re.split(r"[-‐‑–—/]", word):
        taken += _fold(part)
        if len(taken) > 1:
            break
    return taken


def _fold(text: str) -> str:
    ascii_text: str = anyascii(text)
    return _NOT_IN_KEY.sub("", ascii_text.lower())[:_LONGEST_PART]

"""Whether two names may be those of one person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from anyascii import anyascii
from rapidfuzz.distance import Levenshtein

from ..text import normalize

if TYPE_CHECKING:
    from ..models import Author

PARTICLES = frozenset(
    "van von der den de del della dello di da dos das du la le les el al bin ibn ben ter ten zu zur zum af av "
    "st saint san o d t in te".split()
)
"""Parts of family names that are dropped, joined or moved in citations."""

# Family names of two or three letters have a vowel ("LI", "XU", "LEE", "NG" aside); initials such as "JR" mostly none.
_SHORT_CAPITALS = re.compile(r"(?=.*[AEIOUY])[A-Z]{2,3}")
_LONG_MIXED_CASE = re.compile(r"[A-Z][a-z]{2}")
_PLACEHOLDERS = (
    frozenset({"firstname", "lastname"}),
    frozenset({"first", "last"}),
    frozenset({"john", "doe"}),
    frozenset({"jane", "doe"}),
    frozenset({"a", "author"}),
    frozenset({"b", "author"}),
    frozenset({"author", "one"}),
    frozenset({"author", "name"}),
    frozenset({"anonymous"}),
    frozenset({"n"}),
    frozenset({"unknown"}),
    frozenset({"author"}),
    frozenset({"authors"}),
)


class NameMatch(IntEnum):
    """How well two names fit, worst first."""

    NONE = 0
    MISSPELT = 1
    """The family names differ by an edit or two."""
    GIVEN_DIFFERS = 2
    """One family name, but given names that cannot be those of one person."""
    SAME = 3


@dataclass(frozen=True, slots=True)
class PreparedName:
    """A name with its compared forms.

    Attributes:
        families: folded forms of the family name (umlauts both ways), joined without blanks.
        surnames: words of the family name without particles.
        core: the last word of the family name without particles.
        given: folded given names and initials.
        organization: whether it is no person.
        whole: all words, sorted; for swapped and misplaced parts.
        capitals: given names that may be a short family name in capitals ("Shiyang LI"), folded; else empty.
    """

    display: str
    families: frozenset[str]
    surnames: tuple[str, ...]
    core: str
    given: tuple[str, ...]
    organization: bool
    whole: tuple[str, ...]
    capitals: str = ""


def prepare_name(author: Author) -> PreparedName:
    """Compute the compared forms of a name once."""
    return _prepare(author.family, author.given, author.literal, author.organization, author.display)


@lru_cache(maxsize=65536)
def _prepare(
    family: str | None, given: str | None, literal: str | None, organization: bool, display: str
) -> PreparedName:
    base = family or literal or ""
    words = _words(base)
    # A database may put an initial into the wrong part ("A Light, Roger").
    initials = [w for w in words if len(w) == 1 and w not in PARTICLES] if family and len(words) > 1 else []
    words = [w for w in words if w not in initials] or words
    solid = [w for w in words if w not in PARTICLES] or words
    families = {"".join(words), "".join(solid), *_umlaut_forms(base)}
    given_words = (*_words(_initials_apart(given or "")), *initials)
    return PreparedName(
        display=display,
        families=frozenset(f for f in families if f),
        surnames=tuple(solid),
        core=solid[-1] if solid else "",
        given=given_words,
        organization=organization or (not family and len(words) > 2 and base.isascii()),
        whole=tuple(sorted([*solid, *given_words])),
        capitals=(given or "").lower() if _may_be_reversed(family, given) else "",
    )


def _may_be_reversed(family: str | None, given: str | None) -> bool:
    """Whether "Shiyang LI" may have been read as "Smith JA": nothing but the words tells which of the two it is."""
    return bool(family and given and _SHORT_CAPITALS.fullmatch(given) and _LONG_MIXED_CASE.match(family))


def _initials_apart(given: str) -> str:
    """Given names with initials that are written together set apart: "JR" is J. R., "Jun" is a name."""
    return re.sub(r"(?<![^\W\d_])[A-Z]{2,3}(?![^\W\d_])", lambda m: " ".join(m[0]), given)


def _words(text: str) -> list[str]:
    """Words of a name in Latin letters; initials written together ("JR", "J.-R.") fall apart."""
    spaced = re.sub(r"(?<=\b[A-Z])(?=[A-Z]\b)", " ", text) if len(text) <= 4 else text
    return anyascii(normalize(spaced)).lower().replace("'", "").split()


def _umlaut_forms(text: str) -> set[str]:
    """The form in which an umlaut is written as two letters ("Mueller")."""
    table = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue", "å": "aa", "Å": "aa"})
    return {"".join(_words(text.translate(table)))}


def match_names(claimed: PreparedName, found: PreparedName) -> NameMatch:
    """Compare two names in every order of their parts."""
    if claimed.whole and claimed.whole == found.whole:
        return NameMatch.SAME
    if _is_reversed(claimed, found) or _is_reversed(found, claimed):
        return NameMatch.SAME
    best = _match_ordered(claimed, found)
    swapped = _swapped(claimed)
    if best < NameMatch.SAME and "".join(swapped.given) == "".join(found.given):  # never by an initial alone
        best = max(best, _match_ordered(swapped, found))
    return best


def _is_reversed(one: PreparedName, two: PreparedName) -> bool:
    """Whether the first name is the second where its capitals are the family name, not initials."""
    return one.capitals in two.families and bool(two.given) and given_compatible(one.surnames, two.given)


def _match_ordered(claimed: PreparedName, found: PreparedName) -> NameMatch:
    family = _family_match(claimed, found)
    if family is NameMatch.NONE:
        return NameMatch.NONE
    if not given_compatible(claimed.given, found.given):
        return NameMatch.NONE if family is NameMatch.MISSPELT else NameMatch.GIVEN_DIFFERS
    return family


def _family_match(claimed: PreparedName, found: PreparedName) -> NameMatch:
    if claimed.families & found.families:
        return NameMatch.SAME
    short, long = sorted((claimed.surnames, found.surnames), key=len)
    # A double surname may be cited by one of its parts.
    if short and len(short) < len(long) and short in (long[: len(short)], long[-len(short) :]):
        return NameMatch.SAME
    if any(_close(one, two) for one in claimed.families for two in found.families):
        return NameMatch.MISSPELT
    return NameMatch.NONE


def _close(one: str, two: str) -> bool:
    """An edit for up to seven letters, two above: a typo, not another name (apis reference, 11.4)."""
    longest = max(len(one), len(two))
    allowed = 1 if longest <= 7 else 2
    if longest < 4 or abs(len(one) - len(two)) > allowed:
        return False
    return int(Levenshtein.distance(one, two, score_cutoff=allowed)) <= allowed


def given_compatible(claimed: tuple[str, ...], found: tuple[str, ...]) -> bool:
    """Whether two sequences of given names and initials may belong to one person.

    Initials fit the names they begin; a missing middle name says nothing; joined and hyphenated forms are equal.
    """
    if not claimed or not found:
        return True
    if "".join(claimed) == "".join(found):
        return True
    if _initials_fit(claimed, found) or _initials_fit(found, claimed):
        return True
    pairs = zip(claimed, found, strict=True) if len(claimed) == len(found) else [(claimed[0], found[0])]
    return all(_parts_fit(one, two) for one, two in pairs)


def _parts_fit(one: str, two: str) -> bool:
    if len(one) == 1 or len(two) == 1:
        return one[0] == two[0]
    return one == two or _one_begins_other(one, two) or _close_given(one, two)


def _initials_fit(initials: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether "X M" or "XM" abbreviates "Xiao Ming" or "Xiaoming"."""
    letters = "".join(initials)
    if all(len(w) == 1 for w in initials):
        heads = "".join(w[0] for w in names)
        return heads.startswith(letters) or letters.startswith(heads)
    return False


def _one_begins_other(one: str, two: str) -> bool:
    short, long = sorted((one, two), key=len)
    return len(short) >= 3 and long.startswith(short) and not _gendered_pair(short, long)


def _gendered_pair(short: str, long: str) -> bool:
    """Whether only a last letter differs: "Alexander" does not abbreviate "Alexandra"; "Alex" abbreviates both."""
    return len(long) - len(short) <= 1 and len(short) >= 4


def _close_given(one: str, two: str) -> bool:
    """Transliterations ("Yevgeny", "Evgeny"; "Sergei", "Sergey") are one name when one letter differs inside."""
    if min(len(one), len(two)) < 5 or one[0] != two[0]:
        return False
    same_end = one[-1] == two[-1] or {one[-1], two[-1]} <= set("iyj")  # "Francesca" and "Francesco" are two people
    return int(Levenshtein.distance(one, two)) <= 1 and same_end


@lru_cache(maxsize=65536)
def _swapped(name: PreparedName) -> PreparedName:
    """The name with its first given name read as the family name ("Fei-Fei Li", "Li Fei-Fei")."""
    if not name.given or name.organization:
        return name
    joined = "".join(name.given)
    return PreparedName(
        name.display, frozenset({joined, name.given[-1]}), (joined,), name.given[-1], (name.core,), False, name.whole
    )


def is_placeholder(author: Author) -> bool:
    """Whether a name is one that templates and language models fill in ("Firstname Lastname", "John Doe")."""
    words = frozenset(normalize(author.display).split())
    return words in _PLACEHOLDERS

"""Whether two names may be those of one person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import OSA

from ..names import is_short_family
from ..text import normalize
from .given_names import abbreviates, given_compatible, parts_fit
from .name_forms import PARTICLES, family_forms, may_be_chinese, words_of_name
from .nicknames import is_given_name
from .slavic import sound_slavic
from .spelling import american

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..models import Author

# Family names of two or three letters have a vowel ("LI", "XU", "LEE", "NG" aside); initials such as "JR" mostly none.
_SHORT_CAPITALS = re.compile(r"(?=.*[AEIOUY])[A-Z]{2,3}|NG")
_LONG_MIXED_CASE = re.compile(r"[A-Z][a-z]{2}")
_PLACEHOLDER_WORDS = frozenset(
    "firstname lastname surname forename familyname givenname fullname author authors doe anonymous anon placeholder "
    "tbd tba unknown mustermann".split()
)
"""Words that templates and language models fill in for names; nobody's name but for Doe and Mustermann."""
_BESIDE_PLACEHOLDERS = frozenset(
    "first last middle second third fourth one two three four name names given family et al al other others various "
    "multiple several john jane jon max erika your full corresponding unknown".split()
)
"""Words that stand beside them, and make a placeholder only with one of them."""
_PLACEHOLDER_PAIRS = ({"first", "last"}, {"first", "name"}, {"last", "name"}, {"foo", "bar"})

_THORN = re.compile(r"Þ(?![^\W\d_])")
"""An initial that would be folded to two letters."""
_ABBREVIATED = re.compile(r"(?<![^\W\d_])[^\W\d_][a-zß-ÿ]{1,3}\.")
"""A given name shortened to more than its initial ("Yu.", "Chr.", "Thos.")."""
_PORTUGUESE_SUFFIXES = frozenset({"junior", "filho", "neto"})
"""Suffixes that are part of the family name, and often stand for it."""
_SUFFIXES = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr"} | {"ii": "2", "iii": "3", "iv": "4"}
MIN_WHOLE = 3
"""Letters of a word that is a name of its own, rather than initials or a syllable of one."""
MIN_SURNAME = 4
"""Letters of a first surname that may stand for two with initials alone before it."""
MIN_BEGINNING = 4
"""Letters of a shortened word of an organisation's name."""
MIN_JOINED = 6
"""Letters of a whole name from which it is known again wherever its words are parted."""
_SMALL_WORDS_OF_ORGANIZATIONS = frozenset("the of for and on in de la du des et y e und fur".split())
_ACRONYM = re.compile(r"[A-Z][A-Z&.]{1,9}")


class NameMatch(IntEnum):
    """How well two names fit, worst first."""

    NONE = 0
    MISSPELT = 1
    """The family names differ by an edit or two."""
    GIVEN_DIFFERS = 2
    """One family name, but given names that cannot be those of one person."""
    SAME = 3


@dataclass(frozen=True, slots=True, eq=False)
class PreparedName:
    """A name with its compared forms.

    Attributes:
        families: folded forms of the family name (umlauts both ways), joined without blanks.
        surnames: words of the family name without particles.
        core: the last word of the family name without particles.
        given: folded given names and initials.
        organization: whether it is no person.
        whole: all words but particles, sorted; for swapped and misplaced parts.
        every: all words, sorted.
        capitals: given names that may be a short family name in capitals ("Shiyang LI"), folded; else empty.
        alone: words of a name that may be a family name of several words and no more ("Van Loan"); else empty.
        ordered: all words, given names first.
        joined: `ordered` without blanks.
        suffix: what tells father from son ("jr", "sr", "3"); else empty.
    """

    display: str
    families: frozenset[str]
    surnames: tuple[str, ...]
    core: str
    given: tuple[str, ...]
    organization: bool
    whole: tuple[str, ...]
    every: tuple[str, ...] = ()
    capitals: str = ""
    alone: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    joined: str = ""
    suffix: str = ""

    @property
    def as_family(self) -> frozenset[str]:
        """The forms of the name where all of it is the family name."""
        return frozenset({"".join(self.alone)}) if self.alone else self.families


@lru_cache(maxsize=65536)
def prepare_name(author: Author) -> PreparedName:
    """Compute the compared forms of a name once."""
    family = author.family
    if family and author.suffix and normalize(author.suffix) in _PORTUGUESE_SUFFIXES:
        family = f"{family} {author.suffix}"
    return _prepare(
        family,
        author.given,
        literal=author.literal,
        organization=author.organization,
        suffix=author.suffix,
        display=author.display,
    )


@lru_cache(maxsize=65536)
def _prepare(
    family: str | None,
    given: str | None,
    *,
    literal: str | None,
    organization: bool,
    suffix: str | None,
    display: str,
) -> PreparedName:
    base = family or literal or ""
    words = words_of_name(base.capitalize() if given and is_short_family(base) else base)
    # A database may put an initial into the wrong part ("A Light, Roger").
    initials = [w for w in words if len(w) == 1 and w not in PARTICLES] if family and len(words) > 1 else []
    words = [w for w in words if w not in initials] or words
    solid = [w for w in words if w not in PARTICLES] or words
    joined = "".join(words)
    families = {"".join(solid), *family_forms(base, joined)} if joined else frozenset()
    given_words = (*_given_words(given or ""), *initials)
    plain = tuple(w.rstrip(".") for w in given_words)
    ordered = (*plain, *words)
    return PreparedName(
        display=display,
        families=frozenset(families),
        surnames=tuple(solid),
        core=solid[-1] if solid else "",
        given=given_words,
        organization=organization or (not family and len(words) > 2 and base.isascii()),
        whole=tuple(sorted([*solid, *plain])),
        every=tuple(sorted(ordered)),
        capitals=(given or "").lower() if _may_be_reversed(family, given) else "",
        alone=ordered if plain and len(plain[-1]) > 1 else (),
        ordered=ordered,
        joined="".join(ordered),
        suffix=_SUFFIXES.get(normalize(suffix or ""), ""),
    )


def _given_words(given: str) -> tuple[str, ...]:
    """Words of given names, folded; one that is shortened keeps its full stop, an initial does not."""
    words = tuple(words_of_name(_THORN.sub("T", _initials_apart(given))))
    if "." not in given:
        return words
    short = {"".join(words_of_name(m[0])) for m in _ABBREVIATED.finditer(given)}
    return tuple(f"{w}." if w in short else w for w in words)


def _may_be_reversed(family: str | None, given: str | None) -> bool:
    """Whether "Shiyang LI" may have been read as "Smith JA": nothing but the words tells which of the two it is."""
    return bool(family and given and _SHORT_CAPITALS.fullmatch(given) and _LONG_MIXED_CASE.match(family))


def _initials_apart(given: str) -> str:
    """Given names with initials that are written together set apart: "JR" is J. R., "Jun" is a name."""
    return re.sub(
        r"(?<![^\W\d_])[^\W\d_]{2,3}(?![^\W\d_])", lambda m: " ".join(m[0]) if m[0].isupper() else m[0], given
    )


@lru_cache(maxsize=131072)
def match_names(claimed: PreparedName, found: PreparedName) -> NameMatch:
    """Compare two names in every order of their parts."""
    match = _match_parts(claimed, found)
    if match is NameMatch.SAME and claimed.suffix and found.suffix and claimed.suffix != found.suffix:
        return NameMatch.GIVEN_DIFFERS
    return match


def _match_parts(claimed: PreparedName, found: PreparedName) -> NameMatch:
    if claimed.whole and (claimed.whole == found.whole or claimed.every == found.every):
        return NameMatch.SAME
    if len(claimed.joined) == len(found.joined) >= MIN_JOINED and _same_letters(claimed, found):
        return NameMatch.SAME
    if any(n.organization or n.display.startswith("The ") for n in (claimed, found)):
        return NameMatch.SAME if same_organization(claimed, found) else _match_ordered(claimed, found)
    if _same_words_abbreviated(claimed, found) or _fits(claimed, found) or _fits(found, claimed):
        return NameMatch.SAME
    best = _match_ordered(claimed, found)
    for one, two in ((claimed, found), (found, claimed)):
        if best < NameMatch.SAME and _may_be_turned(one, two) and _given_tells(_swapped(one), two.given):
            best = max(best, _match_ordered(_swapped(one), two))
    return best


def _fits(one: PreparedName, two: PreparedName) -> bool:
    """Whether the first name is the second in another order, or a part of it."""
    return _is_reversed(one, two) or _is_family_alone(one, two) or _is_shortened(one, two)


def _may_be_turned(one: PreparedName, two: PreparedName) -> bool:
    """Whether the given names of one begin like the family name of the other; else turning it round leads nowhere."""
    if not one.given or not two.core:
        return False
    initials = {one.given[0][0], one.given[-1][0]}
    return two.core[0] in initials or two.surnames[0][0] in initials


def _given_tells(name: PreparedName, given: tuple[str, ...]) -> bool:
    """Whether given names tell that a name, here turned round, was written in the other order.

    A whole name does ("Domingos Pedro" for Pedro M. Domingos). One initial does where the family name can be nothing
    else ("Kornai János" for J. Kornai), and not where it may be a given name, or a Chinese one of either kind.
    """
    swapped, family = name.given, name.core
    if "".join(swapped) == "".join(given):
        return True
    if len(swapped) != 1 or not given:
        return False
    if len(given[0]) >= MIN_WHOLE <= len(swapped[0]) and parts_fit(swapped[0], given[0]):
        return True
    if not all(len(w) == 1 for w in given) or not abbreviates(given, swapped[0]):
        return False
    unique = len(family) >= MIN_SURNAME and not (may_be_chinese(family) or is_given_name(family))
    return len(given) > 1 or unique


def _same_words_abbreviated(one: PreparedName, two: PreparedName) -> bool:
    """Whether two names of three words or more are the same words in any order, some of them as initials.

    Vietnamese and other names whose order no rule tells: "Nguyen Van An", "V. A. Nguyen". One word must be whole in
    both.
    """
    if len(one.every) != len(two.every) or len(one.every) < 3:
        return False
    first, second = list(one.every), list(two.every)
    shared = [w for w in first if w in second and len(w) > 2]
    if not shared:
        return False
    for word in shared:
        first.remove(word)
        second.remove(word)
    return all(a[0] == b[0] and (1 in (len(a), len(b)) or a == b) for a, b in zip(first, second, strict=True))


def _same_letters(one: PreparedName, two: PreparedName) -> bool:
    """Whether two names are the same letters, parted elsewhere or moved round ("Wong Wei Pin", "Weipin Wong")."""
    if sorted(one.joined) != sorted(two.joined):
        return False
    return any(a.joined == turned for a, b in ((one, two), (two, one)) for turned in _turned(b.ordered))


def _turned(words: tuple[str, ...]) -> Iterator[str]:
    """The words without blanks, beginning with each of them."""
    return ("".join(words[i:] + words[:i]) for i in range(len(words)))


def _is_shortened(short: PreparedName, long: PreparedName) -> bool:
    """Whether a name leaves out words of a longer one, and its family name is not the last word of that.

    Of two surnames the second is dropped, by their bearers and by databases ("Flavio Prieto" Ortiz; "Yasin Abbasi"
    Yadkori), and where a whole name was taken apart by its blanks, the first is then among the given names. Two words
    must be whole; or one, which is no given name, behind the initial of the first.
    """
    few, many = short.ordered, long.ordered
    if not 1 < len(few) < len(many) or len(many) < 3 or len(few[-1]) < MIN_WHOLE:
        return False
    if few == (many[-1], many[0]) and min(map(len, few)) >= MIN_WHOLE:
        return True  # Vietnamese names in Western order ("Rang Nguyen" for Nguyen Ho Man Rang)
    rest = iter(many)
    if few[-1] == many[-1] or not all(any(other == word or _begins(word, other) for other in rest) for word in few):
        return False
    if sum(len(word) >= MIN_WHOLE for word in few) > 1:
        return True
    initial = few[0] == many[0][0] and len(many[0]) > 1
    return initial and len(few[-1]) >= MIN_SURNAME and few[-1] in many[1:-1] and not is_given_name(few[-1])


def _begins(initial: str, word: str) -> bool:
    return len(initial) == 1 and word[0] == initial


def same_organization(one: PreparedName, two: PreparedName) -> bool:
    """Whether two names are those of one organisation: the same words, or an acronym and what it stands for."""
    first, second = _organization_words(one.display), _organization_words(two.display)
    if first == second:
        return bool(first)
    if len(first) == len(second) and all(map(_shortens, first, second)):
        return True
    return any(
        _ACRONYM.fullmatch(short.display) is not None
        and len(words) > 1
        and normalize(short.display).replace(" ", "") in {"".join(w[0] for w in words), _initials(long.display)}
        for short, long, words in ((one, two, second), (two, one, first))
    )


def _shortens(one: str, two: str) -> bool:
    """Whether of two words of an organisation's name one is the other, or its beginning ("Collab.", "Univ.")."""
    short, long = sorted((one, two), key=len)
    return one == two or (len(short) >= MIN_BEGINNING and long.startswith(short))


def _initials(text: str) -> str:
    return "".join(w[0] for w in normalize(text).split())


def _organization_words(text: str) -> tuple[str, ...]:
    words = tuple(american(w) for w in normalize(text).split())
    return tuple(w for w in words if w not in _SMALL_WORDS_OF_ORGANIZATIONS)


def _is_reversed(one: PreparedName, two: PreparedName) -> bool:
    """Whether the first name is the second where its capitals are the family name, not initials."""
    return one.capitals in two.families and bool(two.given) and given_compatible(one.surnames, two.given)


def _is_family_alone(one: PreparedName, two: PreparedName) -> bool:
    """Whether a name without given names is the family name of the other, however it was taken apart ("Van Loan")."""
    if not one.alone or "".join(one.alone) in two.families:
        return bool(one.alone)
    # A database may put the particle beside the given names ("Loan, Charles Van").
    return PARTICLES.issuperset(one.given) and two.alone[-len(one.alone) :] == one.alone


def _match_ordered(claimed: PreparedName, found: PreparedName) -> NameMatch:
    family = _family_match(claimed, found)
    if family is NameMatch.NONE:
        return NameMatch.NONE
    if not given_compatible(_given_beside(claimed, found), _given_beside(found, claimed)):
        return NameMatch.NONE if family is NameMatch.MISSPELT else NameMatch.GIVEN_DIFFERS
    return family


def _given_beside(name: PreparedName, other: PreparedName) -> tuple[str, ...]:
    """Given names without what is part of the family name.

    The first of two surnames that was read as one of them ("Ana Garcia" Lopez), or the initial of a particle ("James
    V. Brecht" for James von Brecht).
    """
    if len(name.given) < 2:
        return name.given
    last, family = name.given[-1], other.ordered[len(other.given) : -1]
    initial = len(last) == 1 and any(word[0] == last and word in PARTICLES for word in family)
    return name.given[:-1] if initial or last in family[:1] else name.given


def _family_match(claimed: PreparedName, found: PreparedName) -> NameMatch:
    if claimed.families & found.families:
        return NameMatch.SAME
    short, long = sorted((claimed.surnames, found.surnames), key=len)
    # A double surname may be cited by one of its parts.
    if short and len(short) < len(long) and short in (long[: len(short)], long[-len(short) :]):
        return NameMatch.SAME
    best = NameMatch.NONE
    for one in claimed.families:
        for two in found.families:
            if sound_slavic(one, two):
                return NameMatch.SAME
            if _close(one, two):
                best = NameMatch.MISSPELT
    return best


def _close(one: str, two: str) -> bool:
    """An edit for up to seven letters, two above: a typo, not another name (apis reference, 11.4)."""
    longest = max(len(one), len(two))
    allowed = 1 if longest <= 7 else 2
    if longest < 4 or abs(len(one) - len(two)) > allowed:
        return False
    return int(OSA.distance(one, two, score_cutoff=allowed)) <= allowed


@lru_cache(maxsize=65536)
def _swapped(name: PreparedName) -> PreparedName:
    """The name with its first given name read as the family name ("Fei-Fei Li", "Li Fei-Fei")."""
    joined = "".join(name.given)
    return PreparedName(
        name.display, frozenset({joined, name.given[-1]}), (joined,), name.given[-1], (name.core,), False, name.whole
    )


def is_placeholder(author: Author) -> bool:
    """Whether a name is one that templates and language models fill in ("Firstname Lastname", "John Doe")."""
    return _is_placeholder(author.display)


@lru_cache(maxsize=65536)
def _is_placeholder(display: str) -> bool:
    normal = normalize(display).split()
    words = {w for part in normal if (w := part.rstrip("0123456789")) and len(w) > 1}
    if not words:
        return set(normal) == {"n"}
    if words in _PLACEHOLDER_PAIRS:
        return True
    return bool(words & _PLACEHOLDER_WORDS) and words <= _PLACEHOLDER_WORDS | _BESIDE_PLACEHOLDERS

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
from .nicknames import are_nicknames
from .spelling import american
from .transliteration import reduced

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

_SLAVIC = re.compile(r"(?:[oe]v|[oe]ff|[iy]n|[oe]va|ina|sk(?:i[iyj]?|y|a[iyj]a)|enko|chuk|vi[ct]h?)$")
"""Endings of family names whose transliterations are compared by sound."""
MIN_MIDDLE_NAME = 3
"""Letters of a second given name that may stand without the first; an initial or "Li" would fit too many people."""
_MIN_TRANSLITERATED = 5
"""Letters of a name from which its sound is compared: "Jan" and "Ian" are two names."""
_SOFT_VOWELS = frozenset(sign + vowel for sign in "yji" for vowel in "aueo")
"""Cyrillic initials in two Latin letters: "Ya.", "Ja." and "Ia." are one."""
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

    @property
    def as_family(self) -> frozenset[str]:
        """The forms of the name where all of it is the family name."""
        return frozenset({"".join(self.alone)}) if self.alone else self.families


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
        every=tuple(sorted([*words, *given_words])),
        capitals=(given or "").lower() if _may_be_reversed(family, given) else "",
        alone=(*given_words, *words) if given_words and len(given_words[-1]) > 1 else (),
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
    table = str.maketrans(
        {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue", "å": "aa", "Å": "aa"}
        | {"ø": "oe", "Ø": "oe"}
    )
    return {"".join(_words(text.translate(table)))}


@lru_cache(maxsize=131072)
def match_names(claimed: PreparedName, found: PreparedName) -> NameMatch:
    """Compare two names in every order of their parts."""
    if claimed.whole and (claimed.whole == found.whole or claimed.every == found.every):
        return NameMatch.SAME
    if any(n.organization or n.display.startswith("The ") for n in (claimed, found)):
        return NameMatch.SAME if same_organization(claimed, found) else _match_ordered(claimed, found)
    if any(way(*pair) for way in (_is_reversed, _is_family_alone) for pair in ((claimed, found), (found, claimed))):
        return NameMatch.SAME
    if _same_words_abbreviated(claimed, found):
        return NameMatch.SAME
    best = _match_ordered(claimed, found)
    for one, two in ((claimed, found), (found, claimed)):
        swapped = _swapped(one)
        if best < NameMatch.SAME and _given_tells(swapped.given, two.given):
            best = max(best, _match_ordered(swapped, two))
    return best


def _given_tells(swapped: tuple[str, ...], given: tuple[str, ...]) -> bool:
    """Whether given names tell that a name was written in the other order; one initial never does."""
    if "".join(swapped) == "".join(given):
        return True
    initials = len(given) > 1 and all(len(w) == 1 for w in given) and len(swapped) == 1
    return initials and _abbreviates(given, swapped[0])


def _abbreviates(initials: tuple[str, ...], name: str) -> bool:
    """Whether "X M" abbreviates "xiaoming"."""
    letters = iter(name)
    return name[0] == initials[0] and all(i in letters for i in initials)


def _same_words_abbreviated(one: PreparedName, two: PreparedName) -> bool:
    """Whether two names of three words or more are the same words in any order, some of them as initials.

    Vietnamese and other names whose order no rule tells: "Nguyen Van An", "V. A. Nguyen". One word must be whole in
    both.
    """
    first, second = list(one.every), list(two.every)
    if len(first) != len(second) or len(first) < 3:
        return False
    shared = [w for w in first if w in second and len(w) > 2]
    if not shared:
        return False
    for word in shared:
        first.remove(word)
        second.remove(word)
    return all(a[0] == b[0] and (1 in (len(a), len(b)) or a == b) for a, b in zip(first, second, strict=True))


def same_organization(one: PreparedName, two: PreparedName) -> bool:
    """Whether two names are those of one organisation: the same words, or an acronym and what it stands for."""
    first, second = _organization_words(one.display), _organization_words(two.display)
    if first == second:
        return bool(first)
    return any(
        _ACRONYM.fullmatch(short.display) is not None
        and len(words) > 1
        and normalize(short.display).replace(" ", "") in {"".join(w[0] for w in words), _initials(long.display)}
        for short, long, words in ((one, two, second), (two, one, first))
    )


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
    """Given names without the first part of a double surname that was read as one of them ("Ana Garcia" Lopez)."""
    if len(other.surnames) < 2 or name.given[1:] == () or name.given[-1] != other.surnames[0]:
        return name.given
    return name.given[:-1]


def _family_match(claimed: PreparedName, found: PreparedName) -> NameMatch:
    if claimed.families & found.families:
        return NameMatch.SAME
    short, long = sorted((claimed.surnames, found.surnames), key=len)
    # A double surname may be cited by one of its parts.
    if short and len(short) < len(long) and short in (long[: len(short)], long[-len(short) :]):
        return NameMatch.SAME
    if any(_sound_alike(one, two) for one in claimed.families for two in found.families):
        return NameMatch.SAME
    if any(_close(one, two) for one in claimed.families for two in found.families):
        return NameMatch.MISSPELT
    return NameMatch.NONE


def _sound_alike(one: str, two: str) -> bool:
    """Whether two Slavic family names are transliterations of one ("Fyodorov", "Fedorov"; "-sky", "-skii")."""
    if min(len(one), len(two)) < _MIN_TRANSLITERATED or not (_SLAVIC.search(one) and _SLAVIC.search(two)):
        return False
    return _sound(one) == _sound(two)


def _sound(family: str) -> str:
    letters = reduced(family)
    return f"{letters[:-1]}v" if letters.endswith("f") else letters  # "Petroff" is "Petrov"


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
    return all(_parts_fit(one, two) for one, two in pairs) or _goes_by_middle_name(claimed, found)


def _goes_by_middle_name(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether one side leaves out the first given name and has the next one in full ("J. Zico", "Zico")."""
    short, long = sorted((one, two), key=len)
    return short == long[1:] and len(short[0]) >= MIN_MIDDLE_NAME


def _parts_fit(one: str, two: str) -> bool:
    if len(one) == 1 or len(two) == 1:
        return one[0] == two[0]
    if one in _SOFT_VOWELS and two in _SOFT_VOWELS:
        return one[1:] == two[1:]
    return (
        one == two
        or _one_begins_other(one, two)
        or _close_given(one, two)
        or (min(len(one), len(two)) >= _MIN_TRANSLITERATED and reduced(one) == reduced(two))
        or are_nicknames(one, two)
    )


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

"""Given names compared: initials, short and pet forms, missing and joined parts."""

from __future__ import annotations

from rapidfuzz.distance import OSA

from ..romanization import romanized
from .name_forms import PARTICLES, is_chinese_beginning, romanised
from .nicknames import are_nicknames, begins_nickname

MIN_MIDDLE_NAME = 3
"""Letters of a second given name that may stand without the first; an initial or "Li" would fit too many people."""
_MIN_TRANSLITERATED = 5
"""Letters of a name from which its sound is compared: "Jan" and "Ian" are two names."""
_ONE_SOUND = tuple(map(frozenset, ("aeiouyj", "cksgqz", "vwfub", "td")))
"""Letters by which transliterations of one name differ; "Martin" and "Marvin" are two names."""
_TWO_NAMES = frozenset({"francis", "frances"})
_SOFT_VOWELS = frozenset(sign + vowel for sign in "yji" for vowel in "aueo")
"""Cyrillic initials in two Latin letters: "Ya.", "Ja." and "Ia." are one."""


def abbreviates(initials: tuple[str, ...], name: str) -> bool:
    """Whether "X M" abbreviates "xiaoming"."""
    letters = iter(name)
    return name[:1] == initials[0] and all(i in letters for i in initials)


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
    return all(parts_fit(one, two) for one, two in pairs) or _goes_by_middle_name(claimed, found)


def _goes_by_middle_name(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether one side leaves out the first given names and has a later one in full ("J. Zico", "Zico")."""
    short, long = sorted((one, two), key=len)
    if any("".join(short) == "".join(long[i:]) for i in range(1, len(long))):
        return len("".join(short)) >= MIN_MIDDLE_NAME
    if len(short[0]) < MIN_MIDDLE_NAME or not PARTICLES.isdisjoint(long):
        return False  # behind a particle that was read as a given name there is a family name
    places = [i for i in range(1, len(long)) if short[0] == long[i] or are_nicknames(short[0], long[i])]
    return any(all(map(parts_fit, short[1:], long[i + 1 :])) for i in places)


def parts_fit(one: str, two: str) -> bool:
    """Whether two words, or initials, may be one given name."""
    if len(one) == 1 or len(two) == 1:
        return one[0] == two[0] or begins_nickname(*sorted((one, two), key=len))
    if one in _SOFT_VOWELS and two in _SOFT_VOWELS:
        return one[1:] == two[1:]
    if one[-1] == "." or two[-1] == ".":
        return _is_abbreviated(one, two)
    return (
        one == two
        or _one_begins_other(one, two)
        or _close_given(one, two)
        or romanised(one) == romanised(two)
        or (min(len(one), len(two)) >= _MIN_TRANSLITERATED and romanized(one) == romanized(two))
        or are_nicknames(one, two)
    )


def _is_abbreviated(one: str, two: str) -> bool:
    """Whether a given name with a full stop is short for the other: "Yu." for Iurii, "Chr." for Christian, "Wm."."""
    short, long = sorted((one.rstrip("."), two.rstrip(".")), key=len)
    if short[:2] in _SOFT_VOWELS and long[:2] in _SOFT_VOWELS:
        return short[1:] == long[1 : len(short)]
    return abbreviates(tuple(short), long) or are_nicknames(short, long)


def _initials_fit(initials: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether "X M" or "XM" abbreviates "Xiao Ming" or "Xiaoming"."""
    letters = "".join(initials)
    if all(len(w) == 1 for w in initials):
        heads = "".join(w[0] for w in names)
        return heads.startswith(letters) or letters.startswith(heads)
    return False


def _one_begins_other(one: str, two: str) -> bool:
    short, long = sorted((one, two), key=len)
    if len(short) < 3 or not long.startswith(short):
        return False
    return not _gendered_pair(short, long) and not is_chinese_beginning(short, long)


def _gendered_pair(short: str, long: str) -> bool:
    """Whether only a last letter differs: "Dan" does not abbreviate "Dana", "Alex" does "Alexandra"."""
    return len(long) - len(short) <= 1


def _close_given(one: str, two: str) -> bool:
    """Transliterations ("Yevgeny", "Evgeny"; "Sergei", "Sergey") are one name when one letter differs inside."""
    if min(len(one), len(two)) < 5 or one[0] != two[0]:
        return False
    same_end = one[-1] == two[-1] or {one[-1], two[-1]} <= set("iyj")  # "Francesca" and "Francesco" are two people
    if not same_end or {one, two} == _TWO_NAMES or int(OSA.distance(one, two, score_cutoff=1)) > 1:
        return False
    left = [a for a, b in zip(one, two, strict=False) if a != b]
    right = [b for a, b in zip(one, two, strict=False) if a != b]
    if len(one) != len(two) or len(left) != 1:
        return True  # a letter more ("Micheal" and "Michael" exchange two), as a doubled one or an h
    return any({left[0], right[0]} <= group for group in _ONE_SOUND)

"""Numbers of parts and editions, in digits, Roman numerals, letters or words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ..text import normalize
from .titles import prepare_title
from .words import is_number

_PART_WORDS = frozenset(
    "part volume vol book chapter section episode lecture issue supplement series teil bd band heft "
    "partie tome parte tomo capitulo libro".split()
)
"""Words after which a number tells the parts of a work apart."""
_GERMAN = frozenset({"teil", "band", "bd", "heft"})
_PARTS_WORDS = frozenset("parts volumes vols books chapters sections episodes lectures".split())
"""... after which several numbers may stand."""
_EDITION_WORDS = frozenset("edition ed edn editions auflage aufl edicion edicao edizione uitgave".split())
_FULL_WORDS = {"vol": "volume", "bd": "band", "ed": "edition", "edn": "edition", "aufl": "auflage"}
_BEFORE_EDITION = frozenset(
    "revised rev enlarged expanded updated international corrected extended new uberarbeitete".split()
)
_BETWEEN = frozenset("and to und bis et y".split())

_CARDINALS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
}
_ORDINALS = {
    word: number
    for words in (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
        "erste zweite dritte vierte funfte sechste siebte achte neunte zehnte",
        "erster zweiter dritter vierter funfter",
        "premiere deuxieme troisieme quatrieme cinquieme",
        "premier second",
        "primera segunda tercera cuarta quinta",
        "primer segundo tercer cuarto quinto",
    )
    for number, word in enumerate(words.split(), 1)
}
_ORDINAL = re.compile(r"0*(\d+)(?:st|nd|rd|th|e|er|re|ere|eme|a|o|te|ter)?")
_NUMBER = re.compile(r"0*(\d+(?:[./]\d+)*)")
_LETTERED = re.compile(r"(?=.{0,3}\d)[a-z\d]{2,4}")
_TOKEN = re.compile(r"\d+(?:[./]\d+)+(?![^\W_])|[^\W_]+")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10}


class _Word(NamedTuple):
    text: str
    normal: str
    start: int


def parts_differ(one: str, two: str) -> bool:
    """Whether two titles name other parts of a work ("Part II", "vol. 2", "Volume B", "… 2018")."""
    first, second = part_numbers(one), part_numbers(two)
    return bool(first and second) and first != second


@lru_cache(maxsize=16384)
def part_numbers(title: str) -> tuple[str, ...]:
    """Numbers of parts in a title: with "part" and the like, or at its end ("… II").

    Equal numbers are equal strings, however they are written: "part one", "Part I" and "Part 1" give ``("1",)``.
    """
    words = _words(title)
    found: list[str] = []
    for place, word in enumerate(words):
        if word.normal in _PART_WORDS:
            after = list(_after(words, place).values())
            found += after[:1] or ([] if _is_count(words, place) else _ordinal_before(words, place))
        elif word.normal in _PARTS_WORDS:
            found += _after(words, place).values()
    if not found and len(words) > 1:
        last = words[-1].normal
        return (_numeral(last),) if _numeral(last) else ()
    return tuple(found)


@lru_cache(maxsize=16384)
def edition_number(text: str) -> str:
    """The edition that an edition statement names, by its number if it has one: "2nd ed." and "Second" give "2"."""
    words = _words(text)
    numbers = [n for word in words if (n := _ordinal(word.normal) or _numeral(word.normal))]
    return numbers[0] if numbers else " ".join(w.normal for w in words if w.normal not in _EDITION_WORDS)


@lru_cache(maxsize=16384)
def edition_in(title: str) -> str:
    """The number of the edition that a title names ("…, second edition"), or an empty string."""
    words = _words(title)
    for place, word in enumerate(words):
        if word.normal in _EDITION_WORDS:
            before = _ordinal_before(words, place)
            after = [n for w in words[place + 1 : place + 2] if (n := _numeral(w.normal))]
            if before or after:
                return (before or after)[0]
    return ""


@lru_cache(maxsize=16384)
def with_digits(title: str) -> str:
    """A title with the numbers of its parts and edition in digits: "Ice, vol. Two" as "Ice, volume. 2"."""
    words = _words(title)
    written = {place: full for place, word in enumerate(words) if (full := _FULL_WORDS.get(word.normal))}
    for place, word in enumerate(words):
        if word.normal in _PART_WORDS | _PARTS_WORDS:
            written |= _after(words, place)
        elif word.normal in _EDITION_WORDS and place and (number := _ordinal(words[place - 1].normal)):
            written[place - 1] = number
    if len(words) > 1 and (number := _numeral(words[-1].normal)):
        written[len(words) - 1] = number
    text = prepare_title(title).text
    for place in sorted(written, reverse=True):
        word = words[place]
        text = text[: word.start] + written[place] + text[word.start + len(word.text) :]
    return text


def _words(title: str) -> list[_Word]:
    found = _TOKEN.finditer(prepare_title(title).text)
    return [_Word(m[0], m[0] if "." in m[0] or "/" in m[0] else normalize(m[0]), m.start()) for m in found]


def _after(words: list[_Word], place: int) -> dict[int, str]:
    """The numbers that follow the word at a place, by their own places."""
    found = {}
    for after in range(place + 1, len(words)):
        if number := _value(words[after]):
            found[after] = number
        elif not found or words[after].normal not in _BETWEEN:
            break
    return found


def _ordinal_before(words: list[_Word], place: int) -> list[str]:
    before = [w.normal for w in words[max(0, place - 3) : place]]
    while before and before[-1] in _BEFORE_EDITION:
        before.pop()
    number = _ordinal(before[-1]) if before else ""
    return [number] if number else []


def _is_count(words: list[_Word], place: int) -> bool:
    """Whether digits before a word count its things ("a 2 volume set"); behind German ordinals there is a full stop."""
    return place > 0 and words[place - 1].normal.isdigit() and words[place].normal not in _GERMAN


def _value(word: _Word) -> str:
    """The number or letter that a word is in behind "part" and the like; empty where it is none."""
    if number := _numeral(word.normal):
        return number
    if word.normal in _CARDINALS:
        return str(_CARDINALS[word.normal])
    if number := _ordinal(word.normal):
        return number
    is_letter = len(word.text) == 1 and word.text.isupper()  # "part a" may be a part that a thing has
    return word.normal if is_letter or _LETTERED.fullmatch(word.normal) else ""


def _ordinal(normal: str) -> str:
    if normal in _ORDINALS:
        return str(_ORDINALS[normal])
    match = _ORDINAL.fullmatch(normal)
    return match[1] if match else ""


def _numeral(normal: str) -> str:
    """The value of a number in digits or Roman numerals; empty where the word is none."""
    if match := _NUMBER.fullmatch(normal):
        return match[1]
    if normal not in _ROMAN_DIGITS and not (is_number(normal) and set(normal) <= _ROMAN_DIGITS.keys()):
        return ""
    digits = [_ROMAN_DIGITS[c] for c in normal]
    return str(sum(-d if d < after else d for d, after in zip(digits, [*digits[1:], 0], strict=True)))

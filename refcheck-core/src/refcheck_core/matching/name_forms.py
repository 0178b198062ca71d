"""Spellings of one name: umlauts in two letters or none, Mac and Mc, romanisations of Slavic and Japanese names."""

from __future__ import annotations

import re
from functools import lru_cache

from anyascii import anyascii

from ..text import normalize

PARTICLES = frozenset(
    "van von der den de del della dello di da dos das du la le les el al bin ibn ben ter ten zu zur zum af av "
    "st saint san o d t in te".split()
)
"""Parts of family names that are dropped, joined or moved in citations."""

_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "Å": "Aa", "ø": "oe", "Ø": "Oe"}
    | {"ő": "oe", "Ő": "Oe", "ű": "ue", "Ű": "Ue"}
)
_HOOKS = str.maketrans(
    {"č": "ch", "Č": "Ch", "ć": "ch", "Ć": "Ch", "š": "sh", "Š": "Sh", "ž": "zh", "Ž": "Zh", "ş": "sh", "Ş": "Sh"}
    | {"ș": "sh", "Ș": "Sh", "ç": "ch", "Ç": "Ch", "đ": "dj", "Đ": "Dj", "ð": "dj", "Ð": "Dj"}
)
"""Letters of Slavic languages and Turkish -> what English writes for their sound ("Nedić", "Nedich")."""
_UMLAUT_IN_TWO_LETTERS = re.compile(r"(?<![aeiouqy])([aou])e(?=[b-df-hj-np-rt-vxz]|s[a-z])")
"""An "e" behind a vowel may stand for an umlaut: not in "Bauer", "Queen", nor where it is a plural ("statues")."""
MIN_UMLAUT = 5
"""Letters of a word from which "oe" may be "ö": "poet" and "pot" are two words."""
_DOUBLE_A = re.compile(r"aa(?=.)")
_MAC = re.compile(r"^mac(?=[^aeiou]..)")
_LU = re.compile(r"([ln])(?:v|yu|ue)")
"""Chinese "Lü", in the letters of keyboards and of passports."""
_OF_SEVERAL_FORMS = re.compile(r"[aou]e|aa|o[ouh]|uu|sh|ch|ts|f|j|^mac|^[ln][vyu]")
"""Letters without which a family name has one form only."""

_MORA = r"(?:(?:[kgsztdnhbpmr]y?|sh|ch|j|ts|f|w|y)?[aiueo]|n)"
_JAPANESE = re.compile(rf"{_MORA}{{2,}}")
_KUNREI = (
    ("shi", "si"), ("chi", "ti"), ("tsu", "tu"), ("fu", "hu"), ("ji", "zi"), ("sh", "sy"), ("ch", "ty"), ("j", "zy"),
)  # fmt: skip
"""Hepburn's romanisation -> that of Kunrei."""
_LONG_VOWEL = re.compile(r"oh(?![aiueo])|ou|oo|uu")
MIN_JAPANESE = 4
"""Letters of a word that may be compared as Japanese; shorter ones are names of other languages as well."""

_SYLLABLE = (
    r"(?:[bpmf](?:a[io]?|ang?|ei|eng?|i(?:an|ao|e|ng?|u)?|ou?|u)"
    r"|[dtnl](?:a[io]?|ang?|ei?|eng?|i(?:ang?|ao|a|e|ng?|u)?|ong|ou|u(?:an|e|i|n|o)?|ve?)"
    r"|[gkh](?:a[io]?|ang?|ei?|eng?|ong|ou|u(?:a|ai|ang?|i|n|o)?)"
    r"|[jqx](?:i(?:ang?|ao|a|e|ng?|ong|u)?|u(?:an|e|n)?)"
    r"|(?:[zcs]h?|r)(?:a[io]?|ang?|ei?|eng?|i|ong|ou|u(?:a|ai|ang?|i|n|o)?)"
    r"|y(?:ao?|ang?|e|ing?|i|ong|ou|u(?:an|e|n)?)|w(?:ai?|ang?|ei|eng?|o|u)|(?:a[io]?|ang?|eng?|er|ou))"
)
"""A syllable of Hanyu Pinyin."""
_ONE_SYLLABLE = re.compile(_SYLLABLE)
_SYLLABLES = re.compile(rf"{_SYLLABLE}(?:(?![aeo]){_SYLLABLE})*")
"""Several of them; before a vowel there is an apostrophe ("Xi'an")."""


def words_of_name(text: str) -> list[str]:
    """Words of a name in Latin letters; initials written together ("JR", "J.-R.") fall apart."""
    spaced = re.sub(r"(?<=\b[A-Z])(?=[A-Z]\b)", " ", text) if len(text) <= 4 else text
    normal = normalize(spaced)
    return (normal if normal.isascii() else anyascii(normal).lower().replace("'", "")).split()


def family_forms(written: str, joined: str) -> set[str]:
    """The forms of a family name by which it is known again.

    Args:
        written: the name as written.
        joined: its words, folded, without blanks.
    """
    forms = {joined}
    if not written.isascii():
        forms |= {"".join(words_of_name(written.translate(table))) for table in (_UMLAUTS, _HOOKS)}
    if _OF_SEVERAL_FORMS.search(joined) is None:
        return forms
    if len(joined) >= MIN_UMLAUT:
        forms |= {without_umlaut(joined), _DOUBLE_A.sub("a", joined), _MAC.sub("mc", joined)}
    forms.add(_kunrei(joined))
    if _LU.fullmatch(joined):
        forms.add(f"{joined[0]}u")
    return forms


@lru_cache(maxsize=65536)
def without_umlaut(word: str) -> str:
    """A folded word with umlauts in one letter: "mueller" as "muller"."""
    return _UMLAUT_IN_TWO_LETTERS.sub(r"\1", word) if "e" in word and len(word) >= MIN_UMLAUT else word


@lru_cache(maxsize=65536)
def romanised(given: str) -> str:
    """A given name as others romanise it: umlauts in one letter, and Japanese in Kunrei unless it may be Chinese."""
    plain = without_umlaut(given).replace("dj", "d").replace("aa", "a")
    return plain if may_be_chinese(plain) else _kunrei(plain)


def _kunrei(word: str) -> str:
    """A Japanese word in the romanisation of Kunrei, long vowels written short; any other as it is."""
    if len(word) < MIN_JAPANESE:
        return word
    short = _LONG_VOWEL.sub(lambda match: match[0][0], word)
    if _JAPANESE.fullmatch(short) is None:
        return word
    for hepburn, kunrei in _KUNREI:
        short = short.replace(hepburn, kunrei)
    return short


@lru_cache(maxsize=65536)
def is_chinese_beginning(short: str, long: str) -> bool:
    """Whether a name is the first syllable of a Chinese one of several: "Wei" is not short for "Weiwei"."""
    if not long.startswith(short) or _ONE_SYLLABLE.fullmatch(short) is None:
        return False
    return may_be_chinese(long) and long[len(short)] not in "aeo"


@lru_cache(maxsize=65536)
def may_be_chinese(word: str) -> bool:
    """Whether a word consists of syllables of Hanyu Pinyin."""
    return _SYLLABLES.fullmatch(word) is not None

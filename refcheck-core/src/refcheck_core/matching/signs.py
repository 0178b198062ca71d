"""Signs in titles: "P = NP" and "P ≠ NP", "CD4+" and "CD4−", "pH < 7" and "pH > 7".

The comparison form of a text (`refcheck_core.text.normalize`) keeps letters and digits alone, so that a title that lost
its signs on the way through a database is still the same. What two titles *both* write must not contradict each other,
though: that makes another work. A sign that only one of them has says nothing.

Where "C", "C++" and "C#" differ, `normalize` keeps them apart itself, as words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..text import plain_text, squash

_SPELLINGS = {
    "\u2212": "-", "\u207b": "-", "\u208b": "-", "\u2013": "-", "\ufe63": "-", "\uff0d": "-",
    "\u207a": "+", "\u208a": "+", "\uff0b": "+", "\u2217": "*", "\u22c6": "*",
    "!=": "≠", "<>": "≠", "=/=": "≠", "/=": "≠", "\u2262": "≠",
    "<=": "≤", ">=": "≥", "\u2a7d": "≤", "\u2a7e": "≥", "\u2266": "≤", "\u2267": "≥", "\uff1d": "=", "==": "=",
    "->": "→", "<-": "←", "\u27f6": "→", "\u27f5": "←", "\u21d2": "→", "\u21d0": "←", "=>": "→",
}  # fmt: skip
"""Spellings of one sign, by Unicode's names of the characters and the usual stand-ins in ASCII."""

_RELATION = r"=/=|!=|/=|<>|<=|>=|==|=>|->|<-|[=<>≠≤≥\u2262\u2266\u2267\u2a7d\u2a7e\uff1d∈∉→←\u21d0\u21d2\u27f5\u27f6]"
_PLUS, _MINUS, _STAR = "+\u207a\u208a\uff0b", "\u2212\u207b\u208b", "*\u2217\u22c6"
_SIGN = re.compile(
    rf"(?P<pair>(?<=[\w(\s])[{_PLUS}{_MINUS}-]/[{_PLUS}{_MINUS}-](?!\w))"  # genotypes, and "+/-" for "±"
    rf"|(?P<relation>{_RELATION})"
    # A hyphen or dash is a minus only where it ends a symbol of a few letters and digits ("CD4-", "e-"), stands alone
    # in parentheses ("(-)-menthol") or before a number; between words it is a hyphen, and behind a longer word it
    # stands for the rest of a compound.
    rf"|(?<=\w)\^?(?P<charge>[{_PLUS}{_MINUS}{_STAR}])"
    r"|(?<![^\W_])[^\W_]{1,4}\^?(?P<minus>[-\u2013])(?![\w/-])"
    rf"|\((?P<rotation>[{_PLUS}{_MINUS}±-])\)"
    rf"|(?<!\S)(?P<lone>[{_PLUS}{_MINUS}±])(?=\s*\w)"
    rf"|(?<![\w\s])(?P<leading>[{_PLUS}{_MINUS}-])(?=\d)"
)
_ALIKE = ({"<", "≤"}, {">", "≥"}, {"=", "≥"}, {"=", "≤"}, {"-", "→"})
"""Signs that a conversion to plain text takes for each other: a part of the sign is lost."""
_HINTS = re.compile(
    rf"[-\u2013<>=≠≤≥±\u2262\u2266\u2267\u2a7d\u2a7e\uff1d∈∉→←\u21d0\u21d2\u27f5\u27f6{_PLUS}{_MINUS}{_STAR}]"
)

Signs = dict[int, tuple[str, ...]]
"""Number of letters and digits before a place -> the signs that stand there."""


def signs(title: str) -> Signs:
    """The signs of a title, each with the number of letters and digits of the compared form that stand before it."""
    return _signs(plain_text(title))


@lru_cache(maxsize=16384)
def _signs(plain: str) -> Signs:
    if _HINTS.search(plain) is None:
        return {}
    found: Signs = {}
    for match in _SIGN.finditer(plain):
        kind = match.lastgroup or ""
        start = match.start(kind)
        if plain.startswith("++", start) or plain.startswith("++", max(start - 1, 0)):
            continue  # "C++" is a word of its own
        place = len(squash(plain[:start]))
        found[place] = (*found.get(place, ()), _spelled(match[kind]))
    return found


def _spelled(written: str) -> str:
    sign = _SPELLINGS.get(written) or "".join(_SPELLINGS.get(character, character) for character in written)
    return "±" if sign in {"+/-", "-/+"} else sign


def contradicting_signs(first: str, second: str) -> tuple[str, str] | None:
    """The first two signs that stand at the same place of two titles of the same letters and contradict each other.

    ``None`` where there are none: equal signs, or a sign that only one title has, are no contradiction.
    """
    one, two = signs(first), signs(second)
    for place in sorted(one.keys() & two.keys()):
        if len(one[place]) != len(two[place]):
            continue  # one of several is lost
        for pair in zip(one[place], two[place], strict=True):
            if pair[0] != pair[1] and set(pair) not in _ALIKE:
                return pair
    return None

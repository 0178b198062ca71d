"""Names within the name of a venue: by each of them alone it is cited as well.

"COLT 2013 - The 26th Annual Conference on Learning Theory", "Advances in Neural Information Processing Systems 21,
Proceedings of the …", "… Computational Linguistics and the 11th International Joint Conference on …", "Proteins:
Structure, Function, and Bioinformatics".
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_AFTER_IN = re.compile(r"^[Ii]n:?\s+(?:the\s+)?(?=[A-Z0-9])")
_ACRONYM_FIRST = re.compile(
    r"^(?P<one>(?:(?:IEEE|ACM)\s+)?[A-Z][A-Za-z&]{2,14})\s*"
    r"(?:(?:['’]\d\d|(?:19|20)\d\d)\s*(?:[-–—]|:)|(?<=[A-Z])\s[-–—])\s+(?P<two>\w.+)$",
    re.DOTALL,
)
"""An acronym, perhaps with a year, before the name that it stands for."""
_ACRONYM_AND_PLACE = re.compile(
    r"^(?P<one>[A-Z]+[a-z]{0,6}[A-Z][A-Za-z]{0,12}(?:\s*['’]?\d{2,4})?),"
    r"\s+[A-Z][\w.' -]{2,40}(?:,\s*[A-Z][\w.' -]{1,40}){0,2}\.?$"
)
"""An acronym before place or publisher ("ICRA, Vancouver, Canada"; "KDD, Springer"), which are compared no further."""
_PROCEEDINGS_LAST = re.compile(r"^(?P<one>\w.{10,}?),?\s+(?P<two>Proceedings\s+of\s.+)$", re.DOTALL)
_JOINT = re.compile(
    r"\s+and\s+(?:the\s+)?(?=(?:\d{1,3}(?:st|nd|rd|th)|(?:\w+-)?(?:first|second|third|\w+th))\s+[A-Z])", re.IGNORECASE
)
"""Between two conferences that are held as one; the second has its own number."""
_JOINT_ACRONYMS = re.compile(r"[A-Z]{3,}(?:[-/][A-Z]{3,})+")
_OFFICIAL = re.compile(
    r"\s*(?:[:=,;(–—]|\s-)\s*(?:the\s+)?(?:official\s+)?(?:journal|organ|publication|bulletin)\s+(?:of|for)\s.*$",
    re.IGNORECASE | re.DOTALL,
)
"""Of which society a journal is, behind its name."""
_NATION = re.compile(
    r",?\s*(?:of\s+the\s+United\s+States(?:\s+of\s+America)?|\bU\.?\s?S\.?(?:\s?A\.?)?)$", re.IGNORECASE
)
_SUBTITLE = re.compile(r"^(?P<one>[^:\s]{4,}|[^:]{4,}?(?=\s*:\s+(?:An?|The|International)\s))\s*:\s+\w")
"""A journal's subtitle: behind a single word, or one that describes it; others tell journals apart ("JGR: Oceans")."""
_SECTION_TITLE = re.compile(r"^(?P<one>\w.{3,}?\s(?:Section|Part|Series)\s+[A-G])\b[.:,]?\s+\w.*$", re.DOTALL)
"""The title of a section behind its letter ("Acta Crystallographica Section D Biological Crystallography")."""
_OF_SEVERAL_NAMES = re.compile(
    r"[:=,;(]|\s[-–—]\s|\sand\s|^[Ii]n\b|[A-Z]-[A-Z]|\b(?:Section|Part|Series)\s|U\.?\s?S\b|USA|States"
)
_SECTION = re.compile(r"\b(?:Section|Part|Series|Sect\.|Pt\.?|Ser\.)\s+(?=[A-G]\b)")
MAX_INITIALS = 4
"""Letters of several words that are written together ("NY", "JGR")."""


def pairs_within(first: str, second: str) -> Iterator[tuple[str, str]]:
    """Pairs of names of two venues, of which at least one is a part of the whole name.

    The second of two meetings that are held as one is held against a whole name alone: "ACL-IJCNLP" is not
    "EMNLP-IJCNLP".
    """
    one, two = _names_within(first), _names_within(second)
    for name in (*two, *_joined(second)[1:]):
        yield first, name
    for name in (*one, *_joined(first)[1:]):
        yield name, second
    yield from product(one, two)


@lru_cache(maxsize=16384)
def _joined(text: str) -> tuple[str, ...]:
    """The names of meetings that are held as one."""
    return tuple(re.split("[-/]", text) if _JOINT_ACRONYMS.fullmatch(text) else _JOINT.split(text))


@lru_cache(maxsize=16384)
def _names_within(text: str) -> tuple[str, ...]:
    """Names that stand in a venue's name and may stand for it, each shorter than the whole."""
    if _OF_SEVERAL_NAMES.search(text) is None:
        return ()
    found = [_joined(text)[0]]
    for pattern in (_ACRONYM_FIRST, _ACRONYM_AND_PLACE, _PROCEEDINGS_LAST, _SECTION_TITLE, _SUBTITLE):
        match = pattern.match(text)
        found += match.groupdict().values() if match else ()
    found += [pattern.sub("", text) for pattern in (_AFTER_IN, _OFFICIAL, _NATION)]
    found += [_SECTION.sub("", name) for name in (text, *found)]
    return tuple(dict.fromkeys(name.strip(" ,.:;") for name in found if 1 < len(name) < len(text)))


def fits_with_initials(short: str, words: Sequence[str], word_fits: Callable[[str, str], bool]) -> bool:
    """Whether an abbreviated name is made of words' beginnings and of initials written together ("JGR Atmospheres").

    Args:
        short: the abbreviated name as written.
        words: the content words of the full name, folded.
        word_fits: whether the first word abbreviates the second.
    """
    tokens = [token for token in re.split(r"[\s.,]+", short) if token]
    if len(tokens) < 2 or not any(token.isupper() and len(token) <= MAX_INITIALS for token in tokens):
        return False
    at = 0
    for token in tokens:
        run = len(token) if token.isupper() and len(token) <= MAX_INITIALS else 1
        there = words[at : at + run]
        if run > 1 and "".join(w[0] for w in there) == token.lower():
            at += run
        elif there and word_fits(token.lower(), there[0]):
            at += 1
        else:
            return False
    return at == len(words)

"""One name, taken apart.

pybtex, bibtexparser and nameparser were tried: the first two read BibTeX's grammar alone (no Vancouver "Kimmel CB", no
footnote marks, no organisations), the third is made for American personal names. Where an order is ambiguous ("Wei Li")
the natural reading is kept, given name first; matching tries both.
"""

from __future__ import annotations

from typing import NamedTuple

from ..patterns import lazy_pattern
from ..text import plain_text
from .tokens import (
    CONJUNCTIONS,
    NO_PLAIN_WORDS,
    begins_family,
    drop_stand_ins,
    is_braced,
    is_capital_particle,
    is_caseless,
    is_degree,
    is_family_in_capitals,
    is_initials,
    is_organization,
    is_particle,
    is_short_family,
    is_suffix,
    is_title,
    strip_marks,
    tie_braced,
    untie,
)

_PLAIN = lazy_pattern(r"(?:[A-Z](?:[a-z]+|\.) )+[A-Z][a-z]{2,}")
# Longer text is a list, or no name at all.
_MAX_LENGTH = 500


class NameParts(NamedTuple):
    """A name in parts; for an organisation, or where the parts are unknown, only `literal`."""

    family: str | None = None
    given: str | None = None
    suffix: str | None = None
    literal: str | None = None
    organization: bool = False


def parse_name(text: str) -> NameParts:
    """Take one name apart, in any usual spelling.

    "Family, Given", "Family, Jr., Given", "Given van Family", "Family GM" (Vancouver), "FAMILY Given", BibTeX with
    braces and accents, footnote marks and DBLP's homonym numbers. Particles stay with the family name. Organisations,
    and names in scripts without case, become a `literal`; a single word is a family name. Never raises; text without a
    letter is a `literal`, empty text gives empty parts.
    """
    return _plain(text) or _by_rules(text)


def _by_rules(text: str) -> NameParts:
    text = drop_stand_ins(text).strip()
    if len(text) > _MAX_LENGTH:
        return NameParts(literal=plain_text(text) or None)
    if is_braced(text):
        inner = plain_text(text)
        if inner and (is_organization(inner) or not _looks_personal(inner)):
            return NameParts(literal=inner, organization=True)
        text = text[1:-1]
    if "{" in text and text.count("{") == text.count("}"):
        text = tie_braced(text)
    text = strip_marks(plain_text(text)).strip(" ,;")
    whole = untie(text)
    if whole is None or not any(character.isalpha() for character in whole):
        return NameParts(literal=whole)
    if is_organization(text):
        return NameParts(literal=whole, organization=True)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) > 1:
        return _inverted(parts)
    return NameParts(literal=whole) if is_caseless(text) else _natural(parts[0])


def _plain(text: str) -> NameParts | None:
    """A name of capitalised words and initials, of which most are: the last is the family name. ``None`` for others."""
    if len(text) > _MAX_LENGTH or _PLAIN.fullmatch(text) is None or not NO_PLAIN_WORDS.isdisjoint(text.lower().split()):
        return None
    given, _, family = text.rpartition(" ")
    return NameParts(family, given)


def _looks_personal(text: str) -> bool:
    return "," in text or any(is_initials(token) for token in text.split()[:-1])


def _parts(family: list[str], given: list[str], suffix: str | None) -> NameParts:
    name = untie(" ".join(family))
    if name is not None and len(name) > 2 and not is_initials(family[-1]):
        name = name.rstrip(". ") or name
    return NameParts(name, untie(" ".join(given)), suffix)


def _take_suffix(tokens: list[str]) -> str | None:
    return tokens.pop() if len(tokens) > 1 and is_suffix(tokens[-1]) else None


def _natural(text: str, suffix: str | None = None) -> NameParts:
    """A name without a comma."""
    tokens = text.split()
    while len(tokens) > 1 and is_title(tokens[0]):
        del tokens[0]
    suffix = _take_suffix(tokens) or suffix
    length = _leading_family(tokens)
    if length:
        return _parts(tokens[:length], tokens[length:], suffix)
    start = _family_start(tokens)
    return _parts(tokens[start:], tokens[:start], suffix)


def _leading_family(tokens: list[str]) -> int:
    """How many tokens at the start are the family name ("Kimmel CB", "Vaswani A.", "VASWANI Ashish"); 0 if none."""
    initials = 0
    while initials < len(tokens) - 1 and is_initials(tokens[-1 - initials]):
        initials += 1
    front = tokens[: len(tokens) - initials]
    if initials and not any(is_initials(t) and not is_capital_particle(t) for t in front):
        return len(front)
    if initials and initials == len(tokens) - 1 and all(len(token) == 1 for token in tokens[1:]):
        return int(is_short_family(tokens[0]))  # "LI Z", "HE K M": Chinese theses write so
    capitals = 0
    while capitals < len(tokens) and is_family_in_capitals(tokens[capitals]):
        capitals += 1
    rest = tokens[capitals:]
    return capitals if rest and not any(is_family_in_capitals(token) for token in rest) else 0


def _family_start(tokens: list[str]) -> int:
    """Where the family name of a name in natural order begins: at its first particle, else at the last token."""
    last = len(tokens) - 1
    if last > 0 and all(is_particle(token) for token in tokens[:last]):
        return 0  # "van Gogh" alone
    for position in range(1, last):
        if begins_family(tokens[position]):
            return position - 1 if position > 1 and tokens[position] in CONJUNCTIONS else position
    return last


def _inverted(parts: list[str]) -> NameParts:
    """A name with commas: "Family, Given", "Family, Jr., Given", "Family, Given, Jr.", "Given Family, PhD"."""
    suffix = next((part for part in parts[1:] if is_suffix(part)), None)
    rest = [part for part in parts[1:] if not is_suffix(part)]
    if len(rest) > 1 or " " in parts[0]:  # in "Chi, Ed" it is a name
        rest = [part for part in rest if not is_degree(part)]
    if not rest:
        return _natural(parts[0], suffix)
    family, given = parts[0].split(), " ".join(rest).split()
    suffix = suffix or _take_suffix(family) or _take_suffix(given)
    # "Oord, Aaron van den": the particles were sorted behind.
    while len(given) > 1 and is_particle(given[-1]):
        family.insert(0, given.pop())
    return _parts(family, given, suffix)

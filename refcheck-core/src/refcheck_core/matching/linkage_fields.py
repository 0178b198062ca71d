"""People, years and venues of two records compared, where neither is believed more than the other.

Each comparison has levels, from the worst (0) to the best, with "not known" between those that speak against and those
that speak for one work. All of them are symmetric.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from .imprint import may_abbreviate
from .merge import years_apart
from .people import NameMatch, PreparedName, match_names, prepare_name
from .venue_forms import prepare_venue, same_venue
from .venue_names import SAME_VENUES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..models import Author, Record

NO_PEOPLE, FEW_PEOPLE, UNKNOWN_PEOPLE, SOME_PEOPLE, ALL_PEOPLE, ALL_OF_SEVERAL = range(6)
"""Of the shorter list, the longer one has nobody, fewer than half, (not known), half or more, its only one, all."""
FAR_YEARS, TWO_YEARS, NEXT_YEAR, UNKNOWN_YEAR, SAME_YEAR = range(5)
"""Three years apart or more, two, one, (not known), none."""
OTHER_VENUE, UNKNOWN_VENUE, SAME_VENUE = range(3)

HALF = 0.5
"""What a person counts who is misspelt, or has other given names; and the share from which `SOME_PEOPLE` begins."""
MIN_CUT_VENUE = 2
"""Telling words that must be left of a venue that is cut off for it to agree with another."""
MIN_CUT_WORD = 3
"""Letters of which a word of such a venue must have as many, to begin another."""

_GROUPS = {group[0]: group for group in SAME_VENUES}


def people_level(one: Sequence[Author], two: Sequence[Author]) -> int:
    """How many people of the shorter list are in the longer one: a list that is cut off loses nothing."""
    first, second = _names(one), _names(two)
    if not first or not second:
        return UNKNOWN_PEOPLE
    short, long = sorted((first, second), key=lambda names: (len(names), [n.display for n in names]))
    share = _common(short, long) / len(short)
    if share == 1:
        return ALL_OF_SEVERAL if len(short) > 1 else ALL_PEOPLE
    if share >= HALF or _are_exchanged(short, long):
        return SOME_PEOPLE
    return FEW_PEOPLE if share else NO_PEOPLE


def _names(authors: Sequence[Author]) -> list[PreparedName]:
    return [name for name in map(prepare_name, authors) if name.families]


def _common(short: Sequence[PreparedName], long: Sequence[PreparedName]) -> float:
    """People of the shorter list whom the longer one has."""
    free = list(long)
    found = 0.0
    for wanted, worth in ((NameMatch.SAME, 1.0), (NameMatch.GIVEN_DIFFERS, HALF), (NameMatch.MISSPELT, HALF)):
        left = []
        for name in short:
            hit = next((place for place, other in enumerate(free) if _match(name, other) is wanted), None)
            if hit is None:
                left.append(name)
            else:
                del free[hit]
                found += worth
        short = left
    return found


def _match(one: PreparedName, two: PreparedName) -> NameMatch:
    return max(match_names(one, two), match_names(two, one))


def _are_exchanged(short: Sequence[PreparedName], long: Sequence[PreparedName]) -> bool:
    """Whether given names were taken for family names: "A. Doan, J. Madhavan" and "D. AnHai, M. Jayant"."""
    return len(short) > 1 and all(_is_exchanged(a, b) for a, b in zip(short, long, strict=False))


def _is_exchanged(one: PreparedName, two: PreparedName) -> bool:
    if not (one.given and two.given and one.core and two.core):
        return False
    initial = 1 in (len(one.given[0]), len(two.given[0]))
    return initial and one.given[0][0] == two.core[0] and one.core[0] == two.given[0][0]


def year_level(one: Record, two: Record) -> int:
    """How far the nearest years of two records are apart."""
    if not all(r.year or r.years for r in (one, two)):
        return UNKNOWN_YEAR
    return (SAME_YEAR, NEXT_YEAR, TWO_YEARS, FAR_YEARS)[min(years_apart(one, two), 3)]


def venue_level(one: Record, two: Record) -> int:
    """Whether any names of the venues of two records may be those of one venue."""
    pairs = product(one.venue_names, two.venue_names)
    return max((_venue_level(a, b) for a, b in pairs), default=UNKNOWN_VENUE)


def _venue_level(one: str, two: str) -> int:
    if same_venue(one, two):
        return SAME_VENUE
    first, second = prepare_venue(one), prepare_venue(two)
    if not (first.words and second.words):
        return UNKNOWN_VENUE  # "Proc. of the"
    if first.group and second.group:
        return OTHER_VENUE
    pairs = ((one, two), (two, one))
    if any(may_abbreviate(a, b) or _is_headed_by(a, b) for a, b in pairs):
        return SAME_VENUE
    left = max(_words_left(a, b) for a, b in pairs)
    if any("…" in name for name in (one, two)) and left >= MIN_CUT_VENUE:
        return SAME_VENUE
    return UNKNOWN_VENUE if left else OTHER_VENUE


def _is_headed_by(long: str, name: str) -> bool:
    """Whether a place or a publisher follows the name ("Conf. on Management of Data, Tucson")."""
    head = re.split(r"[,(…]", long, maxsplit=1)[0]
    return head != long and len(prepare_venue(head).words) >= MIN_CUT_VENUE and same_venue(head, name)


def _words_left(cut: str, whole: str) -> int:
    """Telling words of a venue that is cut off, if the other one begins with them ("Int. Conference on Very Large")."""
    names = [prepare_venue(name).words for name in (whole, *_GROUPS.get(prepare_venue(whole).group, ()))]
    return max(len(piece) if any(_begins(piece, name) for name in names) else 0 for piece in _pieces(cut))


def _pieces(cut: str) -> Iterator[tuple[str, ...]]:
    return (prepare_venue(piece).words for piece in cut.split("…"))


def _begins(piece: Sequence[str], name: Sequence[str]) -> bool:
    return 0 < len(piece) <= len(name) and all(
        a == b or (min(len(a), len(b)) >= MIN_CUT_WORD and (a.startswith(b) or b.startswith(a)))
        for a, b in zip(piece, name, strict=False)
    )

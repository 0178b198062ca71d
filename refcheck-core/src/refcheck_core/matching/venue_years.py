"""The year and number that a claimed venue has in its name ("CVPR 2019", "43rd SIGIR"), held against the work's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..models import DiscrepancyField, Severity
from .comparison import Agreement, Comparison, note

if TYPE_CHECKING:
    from ..models import Claim, Work

_YEAR = re.compile(r"(?<![\d.:/-])(?:19|20)\d\d(?![\d.:/-])|(?<=[A-Za-z])['’]\d\d\b")
"""A year, or its last digits ("CVPR'19"); not those of an arXiv id, of pages or of a range."""
_ORDINAL = re.compile(r"\b(\d{1,3}(?:st|nd|rd|th))\b")
_ONE_OFF = 1
"""Years by which proceedings may come out later than the meeting was held, or bear the next one."""


def of_its_year(claim: Claim, venue: Comparison, work: Work) -> Comparison:
    """The comparison of a venue; in error where the claimed one is of another year than the work, if its name is right.

    Args:
        claim: what is cited.
        venue: what comparing the venue brought.
        work: the work that it is held against.
    """
    if not claim.venue or not venue.agrees:
        return venue
    names = work.venue_names
    numbers = _ordinals(claim.venue), {n for name in names for n in _ordinals(name)}
    if all(numbers) and numbers[0].isdisjoint(numbers[1]):
        return _error(claim.venue, "Venue of another meeting", ", ".join(sorted(numbers[1])))
    known = {*work.years, *(year for name in names for year in _years(name))}
    wrong = [y for y in _years(claim.venue) if known and min(abs(y - k) for k in known) > _ONE_OFF]
    if not wrong:
        return venue
    return _error(claim.venue, "Venue of another year", ", ".join(map(str, sorted(known))))


def _error(claimed: str, what: str, found: str) -> Comparison:
    error = note(DiscrepancyField.VENUE, Severity.ERROR, f"{what}: claimed '{claimed}', found {found}.", claimed, found)
    return Comparison(Agreement.DIFFER, 0.0, (error,))


def _ordinals(name: str) -> set[str]:
    """The numbers of meetings that a name has ("43rd International Conference …"), in digits."""
    return set(_ORDINAL.findall(name))


def _years(name: str) -> list[int]:
    found = [y.lstrip("'’") for y in _YEAR.findall(name)]
    return [int(y) if len(y) > 2 else int(y) + (2000 if int(y) < 50 else 1900) for y in found]

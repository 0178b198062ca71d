"""Years compared: with the set of all years of a work, since online, print and preprint years differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..models import DiscrepancyField, Severity
from .comparison import UNKNOWN, Agreement, Comparison, note

if TYPE_CHECKING:
    from collections.abc import Iterable


def compare_years(claimed: int | None, years: Iterable[int], *, this_year: int) -> Comparison:
    """Compare a claimed year with the years of a work.

    Args:
        claimed: as cited.
        years: every year of publication of any version.
        this_year: today's year; a later one that no record gives is an error.
    """
    known = sorted(set(years))
    if claimed is None:
        return UNKNOWN
    if claimed in known:
        return Comparison(Agreement.AGREE, 1.0, exact=True)
    found = _listed(known)
    if claimed > this_year:
        message = f"Year in the future: claimed {claimed}" + (f", found {found}." if known else ".")
        error = note(DiscrepancyField.YEAR, Severity.ERROR, message, str(claimed), found or None)
        return Comparison(Agreement.DIFFER, 0.0, (error,))
    if not known:
        return UNKNOWN
    gap = min(abs(claimed - year) for year in known)
    if gap == 1:
        message = f"Year one off: claimed {claimed}, found {found}."
        return Comparison(
            Agreement.AGREE, 0.9, (note(DiscrepancyField.YEAR, Severity.INFO, message, str(claimed), found),)
        )
    error = note(
        DiscrepancyField.YEAR, Severity.ERROR, f"Year mismatch: claimed {claimed}, found {found}.", str(claimed), found
    )
    return Comparison(Agreement.DIFFER, 1 / (1 + gap), (error,))


def _listed(years: list[int]) -> str:
    return " or ".join(str(y) for y in years) if len(years) <= 3 else f"{years[0]} to {years[-1]}"

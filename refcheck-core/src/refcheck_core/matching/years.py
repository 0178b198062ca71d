"""Years compared: with the set of all years of a work, since online, print and preprint years differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arxiv_ids import year_posted
from ..models import Claim, Discrepancy, DiscrepancyField, Record, Severity
from .comparison import UNKNOWN, Agreement, Comparison, note

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

PREPRINT_SIMILARITY = 0.9
"""Of the preprint's year where the preprint is cited."""
OTHER_VERSION_SIMILARITY = 0.5
"""Of the year of one version where another one is cited."""


def compare_years(claimed: int | None, years: Iterable[int], *, this_year: int) -> Comparison:
    """Compare a claimed year with the years of a work.

    Args:
        claimed: as cited.
        years: every year of publication of any version.
        this_year: today's year. Articles come out online before the issue that they are counted to, so next year's is
            one like any other where a record gives it, or the year before; a later one is an error, and a warning where
            a record gives it as well.
    """
    known = sorted(set(years))
    if claimed is None:
        return UNKNOWN
    found = _listed(known)
    if claimed in known:
        return Comparison(Agreement.AGREE, 1.0, _future_in_both(claimed, this_year), exact=True)
    if claimed > this_year + 1 or (claimed > this_year and this_year not in known):
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


def _future_in_both(claimed: int, this_year: int) -> tuple[Discrepancy, ...]:
    """A warning where claim and record give a year that nothing can have been published in yet."""
    if claimed <= this_year + 1:
        return ()
    message = f"Year in the future: {claimed}, which the record gives as well."
    return (note(DiscrepancyField.YEAR, Severity.WARNING, message, str(claimed), str(claimed)),)


def preprint_year(claim: Claim, records: Collection[Record], *, cited: bool) -> Comparison | None:
    """A warning where the claimed year is that in which a preprint of the work was posted, as its arXiv id tells.

    ``None`` where it is not.

    Args:
        claim: what is cited.
        records: of the work; one of a published version may give the id of the preprint and no more of it.
        cited: whether the claim's own identifiers are the work's.
    """
    own = claim.arxiv_id if cited else None
    for arxiv_id in dict.fromkeys(i for i in (own, *(r.arxiv_id for r in records)) if i):
        if year_posted(arxiv_id) != claim.year:
            continue
        found = _listed(sorted({y for r in records for y in (r.year, *r.years) if y}))
        message = f"Year {claim.year} is that of the preprint (arXiv:{arxiv_id}); the work was published in {found}."
        similarity = OTHER_VERSION_SIMILARITY
        if arxiv_id == own:
            message = f"Cites the preprint of {claim.year} (arXiv:{arxiv_id}) of a work published in {found}."
            similarity = PREPRINT_SIMILARITY
        warning = note(DiscrepancyField.YEAR, Severity.WARNING, message, str(claim.year), found)
        return Comparison(Agreement.AGREE, similarity, (warning,))
    return None


def _listed(years: list[int]) -> str:
    return " or ".join(str(y) for y in years) if len(years) <= 3 else f"{years[0]} to {years[-1]}"

"""Years of publication."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from .shapes import mapping

if TYPE_CHECKING:
    from collections.abc import Mapping

_BY_RANK = (
    "published-print",
    "published-online",
    "posted",
    "published",
    "issued",
    "published-other",
    "approved",
    "content-created",
)
"""Dates that can be the year of a work, the version of record first.

``approved`` is the only date that most dissertations and standards have. ``created``, ``deposited`` and ``indexed``
say when a DOI was registered, which can be decades later, and are never read.
"""
_ALSO_SEEN = ("accepted",)
"""Dates whose year a citation may carry, but that never are the year of a work."""


class Years(NamedTuple):
    """The year of a work, and every year that a citation may rightly give."""

    year: int | None
    all: tuple[int, ...]


def years(work: Mapping[str, Any]) -> Years:
    """Read all dates of publication of a work."""
    issue = mapping(work.get("journal-issue"))
    ranked = [
        _year(work.get("published-print")),
        _year(issue.get("published-print")),
        *(_year(work.get(field)) for field in _BY_RANK[1:]),
        _year(issue.get("published-online")),
    ]
    seen = {year for year in (*ranked, *(_year(work.get(field)) for field in _ALSO_SEEN)) if year is not None}
    return Years(next((year for year in ranked if year is not None), None), tuple(sorted(seen)))


def _year(date: Any) -> int | None:
    """The year of a partial date ``{"date-parts": [[Y, M, D]]}``; ``[[null]]`` and ``[]`` mean unknown."""
    parts = mapping(date).get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    year = first[0] if isinstance(first, list) and first else None
    if isinstance(year, str) and year.isascii() and year.isdigit() and len(year) == 4:
        year = int(year)
    if isinstance(year, int) and not isinstance(year, bool) and 1000 <= year <= 2999:
        return year
    return None

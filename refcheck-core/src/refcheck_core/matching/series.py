"""Series of proceedings that are cited in place of the conference whose papers they print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .venue_forms import prepare_venue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..models import Record

_IN_PMLR = frozenset("acml aistats alt automl chil clear colt corl icml l4dc log midl mlhc uai".split())
"""Conferences whose proceedings are volumes of the Proceedings of Machine Learning Research (by its own list)."""
_LECTURE_NOTES = frozenset({"lncs", "lnai"})
_SPRINGER_BOOK = "10.1007/978-"
"""How the DOIs of chapters in Springer's books and proceedings begin: with the ISBN."""


def is_series_of(claimed: str, records: Iterable[Record]) -> bool:
    """Whether a claimed venue is the series in which a record's conference publishes its papers.

    It says less than the conference would, but nothing that is wrong ("Proceedings of Machine Learning Research" for
    a paper of ICML, "Lecture Notes in Computer Science" for one whose DOI is that of a chapter at Springer).
    """
    series = prepare_venue(claimed).group
    if series in _LECTURE_NOTES:
        return any((r.doi or "").startswith(_SPRINGER_BOOK) for r in records)
    if series != "pmlr":
        return False
    venues = [prepare_venue(r.venue) for r in records if r.venue]
    return any(not v.side_event and not _IN_PMLR.isdisjoint({v.group, *v.acronyms}) for v in venues)

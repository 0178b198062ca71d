"""What happened to a work after publication: retracted, withdrawn, removed, or doubted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..models import Discrepancy, DiscrepancyField, Notice, NoticeKind, Record, Severity, Work
from ..text import status_mark
from .comparison import note

if TYPE_CHECKING:
    from collections.abc import Iterator

_GRAVE = {
    NoticeKind.RETRACTION: "retracted",
    NoticeKind.WITHDRAWAL: "withdrawn",
    NoticeKind.REMOVAL: "removed",
    NoticeKind.EXPRESSION_OF_CONCERN: "under an expression of concern",
}
_MARKS = {"retracted": NoticeKind.RETRACTION, "withdrawn": NoticeKind.WITHDRAWAL}
"""Words in titles; every other one tells of a removal ("REMOVED:", "RETIRED:", "TEMPORARY REMOVAL:")."""
_TITLE = "title"
"""Who says so where nothing but the title does ("RETRACTED: …"), as sources that read it put it."""


def notices_of(record: Record) -> tuple[Notice, ...]:
    """The notices about a record, that in its title among them: few databases read it."""
    mark = next((m for t in (record.title, record.subtitle) if t and (m := status_mark(t))), None)
    if mark is None:
        return record.notices
    kind = _MARKS.get(mark, NoticeKind.REMOVAL)
    is_told = any(notice.kind is kind for notice in record.notices)
    return record.notices if is_told else (*record.notices, Notice(kind=kind, asserted_by=_TITLE))


def status_notes(work: Work) -> tuple[Discrepancy, ...]:
    """Warnings at a work that was taken back or doubted; of its preprint alone where another version is meant.

    Args:
        work: the work, the version that fits the claim best leading.
    """
    told: dict[tuple[NoticeKind, str], str | None] = {}
    for kind, what, by in sorted(_grave(work), key=lambda found: (*found[:2], found[2] or "")):
        told[kind, what] = by
    return tuple(
        note(DiscrepancyField.STATUS, Severity.WARNING, _sentence(kind, what, by), None, kind.value)
        for (kind, what), by in told.items()
        if what == "work" or (kind, "work") not in told
    )


def _grave(work: Work) -> Iterator[tuple[NoticeKind, str, str | None]]:
    for record in work.records:
        what = "preprint" if record.is_preprint and not work.lead.is_preprint else "work"
        for found in notices_of(record):
            if found.kind in _GRAVE:
                yield found.kind, what, found.asserted_by


def _sentence(kind: NoticeKind, what: str, by: str | None) -> str:
    which = "A preprint of the work is" if what == "preprint" else "The work is"
    who = "its title" if by == _TITLE else by
    return f"{which} {_GRAVE[kind]}{f' (according to {who})' if who else ''}."

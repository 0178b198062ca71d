"""What happened to a work after its publication, and its links to other works."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from refcheck_core import IdentifierKind, Notice, NoticeKind, parse_doi, parse_identifier

from .shapes import mapping, objects, text, unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_KINDS = {
    "retraction": NoticeKind.RETRACTION,
    "partial_retraction": NoticeKind.RETRACTION,
    "withdrawal": NoticeKind.WITHDRAWAL,
    "removal": NoticeKind.REMOVAL,
    "expression_of_concern": NoticeKind.EXPRESSION_OF_CONCERN,
    "correction": NoticeKind.CORRECTION,
    "corrigendum": NoticeKind.CORRECTION,
    "erratum": NoticeKind.CORRECTION,
    "addendum": NoticeKind.CORRECTION,
}
"""Crossref's update types. The rest (``new_version``, ``new_edition``, ``clarification``) is `NoticeKind.OTHER`."""
_TAKEN_BACK = frozenset({NoticeKind.RETRACTION, NoticeKind.WITHDRAWAL, NoticeKind.REMOVAL})

_TITLE_PREFIX = re.compile(
    r"\[?\s*(retracted|withdrawn|(?:temporary )?removal|removed)"
    r"(?:\s+(?:article|chapter|paper|publication))?\s*(?:\]|\s*[:：])",
    re.IGNORECASE,
)
_PREFIX_KINDS = {"retracted": NoticeKind.RETRACTION, "withdrawn": NoticeKind.WITHDRAWAL}
_BY_TITLE = "title"


def notices(work: Mapping[str, Any], title: str | None, *, by_journal: bool) -> tuple[Notice, ...]:
    """Notices about this work.

    ``updated-by`` stands on the work that a notice is about; ``update-to`` stands on the notice, and reading it as
    "this work is retracted" would flag the notice and miss the work. One event often appears twice, once from the
    publisher and once from Retraction Watch; it is told once, with both names.

    Args:
        work: as Crossref gives it.
        title: its title as plain text.
        by_journal: whether the journal itself is its only author, as of notices.
    """
    merged: dict[tuple[NoticeKind, str | None], list[str]] = {}
    for kind, doi, asserted_by in _updates(work):
        merged.setdefault((kind, doi), []).extend(asserted_by)
    _fold_unnumbered(merged)
    stated = tuple(
        Notice(kind=kind, doi=doi, asserted_by=", ".join(unique(by)) or None) for (kind, doi), by in merged.items()
    )
    return stated or (() if by_journal else _from_title(work, title))


def _updates(work: Mapping[str, Any]) -> Iterable[tuple[NoticeKind, str | None, tuple[str, ...]]]:
    for update in objects(work.get("updated-by")):
        kind = _kind(update)
        if kind is not None:
            yield kind, doi_of(update.get("DOI")), unique((text(update.get("source")),))


def _kind(update: Mapping[str, Any]) -> NoticeKind | None:
    name = text(update.get("type"))
    return None if name is None else _KINDS.get(name.lower().replace("-", "_").replace(" ", "_"), NoticeKind.OTHER)


def _fold_unnumbered(merged: dict[tuple[NoticeKind, str | None], list[str]]) -> None:
    """Fold an event told without the notice's DOI into one of its kind that has it."""
    for kind in [kind for kind, doi in merged if doi is None]:
        numbered = next((key for key in merged if key[0] is kind and key[1] is not None), None)
        if numbered is not None:
            merged[numbered].extend(merged.pop((kind, None)))


def _from_title(work: Mapping[str, Any], title: str | None) -> tuple[Notice, ...]:
    """The statement that a publisher makes in the title, such as "RETRACTED: …".

    A notice can bear the same title as the work that it retracts ("Retracted: …"); its ``update-to`` tells.
    """
    match = _TITLE_PREFIX.match(title or "")
    if match is None or any(_kind(update) in _TAKEN_BACK for update in objects(work.get("update-to"))):
        return ()
    kind = _PREFIX_KINDS.get(match.group(1).lower(), NoticeKind.REMOVAL)
    return (Notice(kind=kind, asserted_by=_BY_TITLE),)


def related(work: Mapping[str, Any], *relations: str) -> tuple[str, ...]:
    """DOIs to which a work has one of these relations, as the work or its counterpart asserts."""
    known = mapping(work.get("relation"))
    return unique(_related_doi(target) for relation in relations for target in objects(known.get(relation)))


def _related_doi(target: Mapping[str, Any]) -> str | None:
    kind, value = target.get("id-type"), target.get("id")
    if not isinstance(value, str):
        return None
    if kind == "doi":
        return doi_of(value)
    found = parse_identifier(value) if kind in ("arxiv", "uri", "other") else None
    if found is not None and found.kind is IdentifierKind.ARXIV:
        return f"10.48550/arxiv.{found.value}"
    return found.value if found is not None and found.kind is IdentifierKind.DOI else None


def doi_of(value: Any) -> str | None:
    """A normalised DOI."""
    return parse_doi(value) if isinstance(value, str) else None

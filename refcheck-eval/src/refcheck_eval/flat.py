"""Rows of public data sets, whose fields stand side by side, read as gold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from refcheck_core.errors import ClaimError
from refcheck_core.identifiers import IdentifierKind, parse_arxiv_id, parse_doi
from refcheck_core.services import build_claim

from .model import ClaimRow, Gold, GoldError, work_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from refcheck_core.models import Claim

    from .model import Label

_LABELS: Final[Mapping[str, Label]] = {
    "real": "real",
    "fabricated": "fabricated",
    "partial": "partial",
    "partially_valid": "partial",
    "other": "other",
    "disputed": "other",
    "flagged_unverified": "other",
    "no_identifier": "other",
    "real_withdrawn": "other",
}
_WRONG_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "arxiv_version_mismatch": frozenset({"venue", "year"}),
    "fabricated_doi": frozenset({"doi", "identifier"}),
    "future_date": frozenset({"year"}),
    "merged_citation": frozenset({"authors"}),
    "near_miss_title": frozenset({"title"}),
    "nonexistent_venue": frozenset({"venue"}),
    "partial_author_list": frozenset({"authors"}),
    "placeholder_authors": frozenset({"authors"}),
    "preprint_as_published": frozenset({"venue"}),
    "swapped_authors": frozenset({"authors"}),
    "wrong_venue": frozenset({"venue"}),
}
"""Field that is wrong, by the types of the HALLMARK data set that tell it (its taxonomy of hallucinations).

``chimeric_title``, ``hybrid_fabrication`` and ``plausible_fabrication`` are inventions as a whole: no single field is
wrong.
"""
_YEAR = re.compile(r"[12]\d{3}")


def gold_of_flat_row(row: dict[str, Any], fallback_id: str) -> Gold:
    """Read a row: its fields where it has title and authors, else its ``raw`` string, else what it has.

    What cannot be what its name says (a year such as "n.d.", a DOI that is none) is left out of the claim. In a
    row that is read by its string, ``doi`` is the truth and no part of the claim.

    Raises:
        GoldError: it has no usable label, or fields of the wrong kind.
    """
    given = row.get("label", "other")
    label = _LABELS.get(given) if isinstance(given, str) else None
    if label is None:
        raise GoldError(f"label: {str(given)[:40]!r} is none of {', '.join(_LABELS)}")
    kind = _text(row, "kind") or _text(row, "hallucination_type") or _text(row, "case") or "-"
    claim: Claim | None = None
    problem = None
    try:
        claim = _claim(row)
    except ClaimError as error:
        problem = str(error)
    doi = _doi(row) if label == "real" else None
    return Gold(
        id=_text(row, "id") or fallback_id,
        label=label,
        kind=kind[:100],
        claim=claim,
        problem=problem,
        works=frozenset({doi}) if doi else frozenset(),
        wrong_fields=_WRONG_FIELDS.get(kind, frozenset()) if label in {"partial", "fabricated"} else frozenset(),
        notes=_text(row, "explanation") or _text(row, "comment") or "",
    )


def _claim(row: dict[str, Any]) -> Claim:
    title, raw, names = _text(row, "title"), _text(row, "raw"), _names(row)
    if raw and not (title and names):
        return build_claim(citation=raw)
    if not (title or _text(row, "doi") or _text(row, "url")):
        raise ClaimError("It has no title, raw, doi or url to be checked.")
    year = _YEAR.search(str(row.get("year") or ""))
    doi = _text(row, "doi")
    other = row.get("other_fields")
    fields = {**(other if isinstance(other, dict) else {}), **row}
    return ClaimRow(
        title=title,
        authors=names,
        year=year[0] if year else None,
        venue=_text(row, "venue"),
        doi=doi if doi and (parse_doi(doi) or parse_arxiv_id(doi)) else None,
        url=_text(row, "url"),
        volume=_text(fields, "volume"),
        issue=_text(fields, "issue") or _text(fields, "number"),
        pages=_text(fields, "pages"),
    ).claim()


def _doi(row: dict[str, Any]) -> str | None:
    doi = _text(row, "doi")
    arxiv = parse_arxiv_id(doi) if doi else None
    if arxiv is not None:
        return work_name(IdentifierKind.ARXIV, arxiv.id)
    parsed = parse_doi(doi) if doi else None
    return work_name(IdentifierKind.DOI, parsed) if parsed else None


def _names(row: dict[str, Any]) -> list[str]:
    given = row.get("authors")
    if not isinstance(given, list):
        text = _text(row, "author_string") or (given if isinstance(given, str) else "")
        return [text] if text.strip() else []
    names = []
    for one in given:
        if isinstance(one, str):
            names.append(one)
        elif isinstance(one, dict):
            parts = [part for part in (_text(one, "family"), _text(one, "given")) if part]
            names.append(", ".join(parts))
    return [name for name in names if name.strip()]


def _text(row: Mapping[str, Any], field: str) -> str | None:
    value = row.get(field)
    text = value if isinstance(value, str) else str(value) if isinstance(value, int) else ""
    return text.strip() or None

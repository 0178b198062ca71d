"""Records and claims in one line, for tests."""

from __future__ import annotations

from typing import Any

from ..identifiers import Identifier, IdentifierKind
from ..models import Author, Claim, Record
from ..names import is_truncation


def make_record(
    title: str | None = None,
    authors: list[str] | None = None,
    year: int | None = None,
    venue: str | None = None,
    *,
    source: str = "crossref",
    doi: str | None = None,
    arxiv_id: str | None = None,
    **fields: Any,
) -> Record:
    """Build a record from plain strings; `fields` are those of `Record`."""
    identifiers = [Identifier(IdentifierKind.DOI, doi)] if doi else []
    identifiers += [Identifier(IdentifierKind.ARXIV, arxiv_id)] if arxiv_id else []
    return Record(
        source=source,
        title=title,
        authors=tuple(Author.parse(a) for a in authors or ()),
        year=year,
        years=fields.pop("years", (year,) if year else ()),
        venue=venue,
        doi=doi,
        arxiv_id=arxiv_id,
        identifiers=tuple(identifiers),
        **fields,
    )


def make_claim(
    title: str | None = None,
    authors: list[str] | None = None,
    year: int | None = None,
    venue: str | None = None,
    *,
    doi: str | None = None,
    arxiv_id: str | None = None,
    **fields: Any,
) -> Claim:
    """Build a claim from plain strings; a last author "et al." marks the list as cut."""
    names = list(authors or ())
    identifiers = [Identifier(IdentifierKind.DOI, doi)] if doi else []
    identifiers += [Identifier(IdentifierKind.ARXIV, arxiv_id)] if arxiv_id else []
    return Claim(
        title=title,
        authors=tuple(Author.parse(a) for a in names if not is_truncation(a)),
        authors_truncated=any(is_truncation(a) for a in names),
        year=year,
        venue=venue,
        identifiers=tuple(identifiers),
        **fields,
    )

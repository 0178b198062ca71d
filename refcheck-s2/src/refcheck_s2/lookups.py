"""Looking papers up by identifier."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import quote

from refcheck_core import CannotAsk, IdentifierKind, PartlyUnreadable, SourceBadResponse

from . import api
from .parsing import paper_record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from refcheck_core import Identifier, Record, SourceContext

# Prefixes of ids in a path or batch, after the API documentation of ``/paper/{paper_id}``.
_PREFIXES = {
    IdentifierKind.DOI: "DOI:",
    IdentifierKind.ARXIV: "ARXIV:",
    IdentifierKind.PMID: "PMID:",
    IdentifierKind.PMCID: "PMCID:",
    IdentifierKind.S2_PAPER: "",
    IdentifierKind.S2_CORPUS: "CorpusId:",
    IdentifierKind.ACL: "ACL:",
}

_PAPERS_AT_ONCE = 25
"""Papers that are read before others get their turn in the event loop."""
_MAX_SEGMENT = 6500
"""Encoded characters of an id: no DOI is registered that is longer (2048 characters), and no server would take it."""


async def by_doi(ctx: SourceContext, doi: str) -> Record | None:
    """Look up one DOI."""
    return await _by_key(ctx, f"DOI:{doi}", doi)


async def by_dois(ctx: SourceContext, dois: Sequence[str]) -> Mapping[str, Record]:
    """Look up several DOIs by one request.

    Raises:
        PartlyUnreadable: an entry is neither a paper nor ``null``, which stands for an unknown DOI.
    """
    if not dois:
        return {}
    papers = await api.post_batch(ctx, [f"DOI:{doi}" for doi in dois])
    records: dict[str, Record] = {}
    unreadable = 0
    for number, (doi, paper) in enumerate(zip(dois, papers, strict=True), 1):
        record = paper_record(paper, asked_doi=doi)
        if record is not None:
            records[doi] = record
        unreadable += record is None and paper is not None
        if number % _PAPERS_AT_ONCE == 0:
            await asyncio.sleep(0)  # reading 500 papers takes a good part of a second
    if unreadable and not records:
        raise SourceBadResponse("Semantic Scholar answered a batch with things that are no papers.")
    if unreadable:
        raise PartlyUnreadable("Semantic Scholar answered with papers that cannot be read", records)
    return records


async def by_identifier(ctx: SourceContext, identifier: Identifier) -> Record | None:
    """Look up an identifier; ``None`` also for a kind that Semantic Scholar does not know."""
    prefix = _PREFIXES.get(identifier.kind)
    if prefix is None:
        return None
    value = identifier.value
    if identifier.kind is IdentifierKind.PMCID:
        value = value.upper().removeprefix("PMC")  # the API wants the digits alone
    return await _by_key(ctx, prefix + value, value if identifier.kind is IdentifierKind.DOI else None)


async def _by_key(ctx: SourceContext, key: str, asked_doi: str | None) -> Record | None:
    segment = quote(key, safe=":")
    if len(segment) > _MAX_SEGMENT:
        raise CannotAsk("Semantic Scholar cannot be asked for so long an identifier")
    paper = await api.get(ctx, f"paper/{segment}", {})
    if paper is None:
        return None
    record = paper_record(paper, asked_doi=asked_doi)
    if record is None:
        raise SourceBadResponse("Semantic Scholar answered with an object that is no paper.")
    return record

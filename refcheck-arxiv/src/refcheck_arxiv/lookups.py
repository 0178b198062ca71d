"""Looking preprints up by id. Several ids go in one request, as each request costs three seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import IdentifierKind, SourceBadResponse, parse_arxiv_id

from . import api
from .parsing import DOI_PREFIX, entry_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from refcheck_core import Identifier, Record, SourceContext


async def by_doi(ctx: SourceContext, doi: str) -> Record | None:
    """Look up one DOI."""
    return (await by_dois(ctx, [doi])).get(doi)


async def by_dois(ctx: SourceContext, dois: Sequence[str]) -> Mapping[str, Record]:
    """Look up the DOIs that are arXiv's own; others are left out without being asked for."""
    names = {doi: name for doi in dois if (name := _versioned_id(_id_in_doi(doi))) is not None}
    records = await _by_names(ctx, names.values())
    return {doi: records[name] for doi, name in names.items() if name in records}


async def by_identifier(ctx: SourceContext, identifier: Identifier) -> Record | None:
    """Look up an arXiv id; its value may name a version."""
    name = _versioned_id(identifier.value) if identifier.kind is IdentifierKind.ARXIV else None
    if name is None:
        return None
    return (await _by_names(ctx, [name])).get(name)


def _id_in_doi(doi: str) -> str:
    lowered = doi.lower()
    return doi[len(DOI_PREFIX) :] if lowered.startswith(DOI_PREFIX) else ""


def _versioned_id(text: str) -> str | None:
    """The normalised id, with the version if the text names one; ``None`` where it cannot be an arXiv id."""
    arxiv = parse_arxiv_id(text)
    if arxiv is None:
        return None
    return f"{arxiv.id}v{arxiv.version}" if arxiv.version else arxiv.id


async def _by_names(ctx: SourceContext, names: Iterable[str]) -> Mapping[str, Record]:
    """Ask for ids and sort the answer by what was asked: the feed need not keep the order."""
    asked = list(dict.fromkeys(names))
    if not asked:
        return {}
    feed = await api.by_ids(ctx, asked)
    found = [record for entry in feed.entries if (record := entry_record(entry)) is not None]
    by_name = {record.arxiv_id: record for record in found if record.arxiv_id}
    by_name |= {record.source_id: record for record in found if record.source_id}
    if any(name not in by_name for name in asked):
        papers = {name.partition("v")[0] for name in asked}
        if feed.nameless:
            raise SourceBadResponse("arXiv answered with a paper that lacks its id or title.")
        if found and not any(record.arxiv_id in papers for record in found):
            raise SourceBadResponse("arXiv answered with papers that were not asked for.")
    return {name: by_name[name] for name in asked if name in by_name}

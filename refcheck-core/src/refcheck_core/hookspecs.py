"""The hooks of a source plugin. This file and `refcheck_core.contract` are the whole plugin contract.

A source is an instance or a module registered under the entry-point group ``refcheck.sources``. Its name is
the entry point's name. ``describe`` is required, and at least one of ``search`` and ``lookup_doi``.
Every other hook is optional. Hooks other than ``describe`` return an awaitable (normally: are ``async def``).

The host never calls these through ``pm.hook`` for all plugins at once (one raising plugin would lose the
answers of all); `refcheck_core.plugins` builds one caller for each pair of hook and source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping, Sequence

    from .contract import SearchQuery, SourceContext, SourceInfo
    from .identifiers import Identifier
    from .models import Record
    from .settings import Settings

    Found = Record | Sequence[Record] | None

PROJECT = "refcheck"
ENTRY_POINT_GROUP = "refcheck.sources"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class SourceSpec:
    """What a source plugin may implement."""

    @hookspec
    def describe(self, settings: Settings) -> SourceInfo:
        """Say what this source is. Synchronous, fast, no network; limits and tier may depend on `settings`.

        A source without network may look whether the files that it needs are there (`SourceInfo.unusable`); it is
        asked anew before each question, and one that was unusable is used as soon as it is not any more.
        """
        raise NotImplementedError

    @hookspec
    def search(self, ctx: SourceContext, query: SearchQuery) -> Awaitable[Sequence[Record]]:
        """Find at most ``query.limit`` records, best first; an empty list where nothing fits."""
        raise NotImplementedError

    @hookspec
    def lookup_doi(self, ctx: SourceContext, doi: str) -> Awaitable[Found]:
        """Look up one normalised (lower-case) DOI; ``None`` where the database does not have it.

        Where it has it for several works, it gives a record of each: none of them is the right one by itself.
        """
        raise NotImplementedError

    @hookspec
    def lookup_dois(self, ctx: SourceContext, dois: Sequence[str]) -> Awaitable[Mapping[str, Found]]:
        """Look up at most ``SourceInfo.max_batch`` normalised DOIs at once; keys as given, absent ones left out."""
        raise NotImplementedError

    @hookspec
    def lookup_id(self, ctx: SourceContext, identifier: Identifier) -> Awaitable[Found]:
        """Look up an identifier of a kind named in ``SourceInfo.id_kinds``; ``None`` where absent."""
        raise NotImplementedError

    @hookspec
    def to_bibtex(self, ctx: SourceContext, record: Record) -> Awaitable[str | None]:
        """Give the database's own BibTeX for a record of this source; ``None`` where it has none."""
        raise NotImplementedError

    @hookspec
    def open(self, ctx: SourceContext) -> Awaitable[None]:
        """Prepare once, before the first call (for a source that holds something, such as an index)."""
        raise NotImplementedError

    @hookspec
    def close(self, ctx: SourceContext) -> Awaitable[None]:
        """Release what `open` took; called once, also after a failure."""
        raise NotImplementedError

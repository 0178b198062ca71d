"""The plugin: its description, and hooks that import what they need on their first call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import Capability, IdentifierKind, RateLimit, SourceInfo, Tier, hookimpl

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from refcheck_core import Identifier, Record, SearchQuery, Settings, SourceContext

VERSION = "0.2.0"


class Arxiv:
    """The arXiv API: preprints, each in the version that is asked for or else in its latest."""

    @hookimpl
    def describe(self, settings: Settings) -> SourceInfo:  # noqa: ARG002  (part of the hook; arXiv has no keys)
        """Say what this source is."""
        from refcheck_core import WorkType  # noqa: PLC0415  (brings pydantic, which an import of the plugin need not)

        return SourceInfo(
            name="arxiv",
            title="arXiv",
            home_page="https://arxiv.org",
            version=VERSION,
            base_url="https://export.arxiv.org/api",
            tier=Tier.SLOW,
            # Terms of use of the API: one request in three seconds, one connection, over all machines of a user.
            limits=(RateLimit(name="requests", requests=1, seconds=3.0),),
            concurrency=1,
            max_batch=50,
            max_results=100,
            id_kinds=frozenset({IdentifierKind.ARXIV}),
            doi_prefixes=frozenset({"10.48550"}),
            registers=frozenset({IdentifierKind.ARXIV}),
            holds=frozenset({WorkType.POSTED_CONTENT}),
            capabilities=frozenset({Capability.FULL_AUTHORS, Capability.RETRACTIONS, Capability.TOPIC_SEARCH}),
            ping_doi="10.48550/arxiv.1706.03762",
        )

    @hookimpl
    async def search(self, ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
        """Find preprints by title or by topic; see `refcheck_arxiv.searching`."""
        from . import searching  # noqa: PLC0415

        return await searching.search(ctx, query)

    @hookimpl
    async def lookup_doi(self, ctx: SourceContext, doi: str) -> Record | None:
        """Look up a DOI of arXiv's own (``10.48550/arxiv.…``); any other is ``None`` without a request."""
        from . import lookups  # noqa: PLC0415

        return await lookups.by_doi(ctx, doi)

    @hookimpl
    async def lookup_dois(self, ctx: SourceContext, dois: Sequence[str]) -> Mapping[str, Record]:
        """Look up to 50 DOIs by one request."""
        from . import lookups  # noqa: PLC0415

        return await lookups.by_dois(ctx, dois)

    @hookimpl
    async def lookup_id(self, ctx: SourceContext, identifier: Identifier) -> Record | None:
        """Look up an arXiv id; with a version ("1706.03762v1") that version, else the latest."""
        from . import lookups  # noqa: PLC0415

        return await lookups.by_identifier(ctx, identifier)


source = Arxiv()

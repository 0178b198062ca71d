"""The plugin: its description, and hooks that import what they need on their first call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import Capability, IdentifierKind, SourceInfo, Tier, hookimpl

from .access import KEY, WITH_KEY, WITHOUT_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from refcheck_core import Identifier, Record, SearchQuery, Settings, SourceContext

VERSION = "0.2.0"


class SemanticScholar:
    """Semantic Scholar's Academic Graph: papers of all fields, preprint and published version in one record."""

    @hookimpl
    def describe(self, settings: Settings) -> SourceInfo:
        """Say what this source is; limit and tier depend on whether a key is set."""
        from refcheck_core import WorkType  # noqa: PLC0415  (brings pydantic, which an import of the plugin need not)

        with_key = settings.has_key(KEY.env, *KEY.aliases)
        return SourceInfo(
            name="semantic_scholar",
            title="Semantic Scholar",
            aliases=("s2", "semanticscholar"),
            home_page="https://www.semanticscholar.org",
            version=VERSION,
            base_url="https://api.semanticscholar.org/graph/v1",
            tier=Tier.FAST if with_key else Tier.SLOW,
            keys=(KEY,),
            limits=(WITH_KEY if with_key else WITHOUT_KEY,),
            concurrency=1,
            max_batch=500,
            max_results=100,
            id_kinds=frozenset(
                {
                    IdentifierKind.DOI,
                    IdentifierKind.ARXIV,
                    IdentifierKind.PMID,
                    IdentifierKind.PMCID,
                    IdentifierKind.S2_PAPER,
                    IdentifierKind.S2_CORPUS,
                    IdentifierKind.ACL,
                }
            ),
            holds=frozenset({WorkType.JOURNAL_ARTICLE, WorkType.PROCEEDINGS_ARTICLE, WorkType.POSTED_CONTENT}),
            capabilities=frozenset({Capability.FULL_AUTHORS, Capability.TOPIC_SEARCH}),
            ping_doi="10.1093/mind/lix.236.433",
        )

    @hookimpl
    async def search(self, ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
        """Find papers by title or by topic; see `refcheck_s2.searching`."""
        from . import searching  # noqa: PLC0415

        return await searching.search(ctx, query)

    @hookimpl
    async def lookup_doi(self, ctx: SourceContext, doi: str) -> Record | None:
        """Look up a DOI; the record may bear another version's DOI and then names this one in `same_as`."""
        from . import lookups  # noqa: PLC0415

        return await lookups.by_doi(ctx, doi)

    @hookimpl
    async def lookup_dois(self, ctx: SourceContext, dois: Sequence[str]) -> Mapping[str, Record]:
        """Look up to 500 DOIs by one POST."""
        from . import lookups  # noqa: PLC0415

        return await lookups.by_dois(ctx, dois)

    @hookimpl
    async def lookup_id(self, ctx: SourceContext, identifier: Identifier) -> Record | None:
        """Look up any kind of identifier that `describe` names."""
        from . import lookups  # noqa: PLC0415

        return await lookups.by_identifier(ctx, identifier)


source = SemanticScholar()

"""The plugin: its description, and hooks that import what they need on their first call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import Capability, SourceInfo, Tier, hookimpl

from .access import KEY, LIMITS, MAX_RESULTS, TOKEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from refcheck_core import Record, SearchQuery, Settings, SourceContext

VERSION = "0.2.0"


class Scopus:
    """Scopus: articles, conference papers, chapters and books of all fields; only the first author of each is told."""

    @hookimpl
    def describe(self, settings: Settings) -> SourceInfo:  # noqa: ARG002  (the hook's signature)
        """Say what this source is."""
        from refcheck_core import WorkType  # noqa: PLC0415  (brings pydantic, which an import of the plugin need not)

        return SourceInfo(
            name="scopus",
            title="Scopus",
            aliases=("elsevier",),
            home_page="https://www.scopus.com",
            version=VERSION,
            base_url="https://api.elsevier.com/content/",
            tier=Tier.METERED,
            keys=(KEY, TOKEN),
            limits=LIMITS,
            concurrency=2,
            max_results=MAX_RESULTS,
            holds=frozenset(
                {WorkType.JOURNAL_ARTICLE, WorkType.PROCEEDINGS_ARTICLE, WorkType.BOOK_CHAPTER, WorkType.BOOK}
            ),
            capabilities=frozenset({Capability.TOPIC_SEARCH}),
            ping_doi="10.1093/bioinformatics/btz682",
        )

    @hookimpl
    async def search(self, ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
        """Find works by title or by topic; see `refcheck_scopus.searching`."""
        from . import searching  # noqa: PLC0415

        return await searching.search(ctx, query)

    @hookimpl
    async def lookup_doi(self, ctx: SourceContext, doi: str) -> Record | None:
        """Look up a DOI by a search for it, which needs no other rights than any search."""
        from . import searching  # noqa: PLC0415

        return await searching.by_doi(ctx, doi)


source = Scopus()

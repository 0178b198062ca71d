"""The plugin: its description, and hooks that import what they need on their first call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import Capability, SourceInfo, Tier, hookimpl

from .access import KEY, LIMITS, MAX_RESULTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from refcheck_core import Record, SearchQuery, Settings, SourceContext

VERSION = "0.2.0"


class IeeeXplore:
    """IEEE Xplore: articles, conference papers, standards and books of IEEE and its partners."""

    @hookimpl
    def describe(self, settings: Settings) -> SourceInfo:  # noqa: ARG002  (the hook's signature)
        """Say what this source is. It decides about no DOI: what it does not have may well exist."""
        from refcheck_core import WorkType  # noqa: PLC0415  (brings pydantic, which an import of the plugin need not)

        return SourceInfo(
            name="ieee",
            title="IEEE Xplore",
            aliases=("ieee_xplore", "ieeexplore", "xplore"),
            home_page="https://ieeexplore.ieee.org",
            version=VERSION,
            base_url="https://ieeexploreapi.ieee.org/api/v1/",
            tier=Tier.METERED,
            keys=(KEY,),
            limits=LIMITS,
            concurrency=1,
            max_results=MAX_RESULTS,
            holds=frozenset(
                {
                    WorkType.JOURNAL_ARTICLE,
                    WorkType.PROCEEDINGS_ARTICLE,
                    WorkType.STANDARD,
                    WorkType.BOOK,
                    WorkType.BOOK_CHAPTER,
                }
            ),
            capabilities=frozenset({Capability.FULL_AUTHORS, Capability.TOPIC_SEARCH}),
            ping_doi="10.1109/tnnls.2020.2979670",
        )

    @hookimpl
    async def search(self, ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
        """Find works by title or by topic; see `refcheck_ieee.searching`."""
        from . import searching  # noqa: PLC0415

        return await searching.search(ctx, query)

    @hookimpl
    async def lookup_doi(self, ctx: SourceContext, doi: str) -> Record | None:
        """Look up a DOI."""
        from . import searching  # noqa: PLC0415

        return await searching.by_doi(ctx, doi)


source = IeeeXplore()

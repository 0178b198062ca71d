"""The plugin: its description, and hooks that import what they need on their first call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import Capability, Key, RateLimit, SourceInfo, Tier, hookimpl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from refcheck_core import Record, SearchQuery, Settings, SourceContext

VERSION = "0.2.0"

KEY = Key(
    env="SCOPUS_API_KEY",
    aliases=("ELSEVIER_KEY",),
    header="X-ELS-APIKey",
    required=True,
    purpose=(
        "Scopus: 20,000 searches a week. Register a key at https://dev.elsevier.com; it works from the network of an "
        "institution that subscribes to Scopus."
    ),
)
TOKEN = Key(
    env="SCOPUS_INSTTOKEN",
    header="X-ELS-Insttoken",
    purpose="Scopus: token of your institution, to use the key from outside of its network; Elsevier gives it.",
)

# The throttle is about 9 a second for searches (figure of pybliometrics); we stay well below it. The quota of 20,000
# searches a week and key is what the header X-RateLimit-Limit says.
_LIMITS = (
    RateLimit(name="requests", requests=2, seconds=1.0),
    RateLimit(name="quota", requests=20_000, seconds=604_800.0),
)

MAX_RESULTS = 25
"""Highest ``count`` that every key may ask for: 25 without a subscription and in view COMPLETE, else 200."""


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
            limits=_LIMITS,
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

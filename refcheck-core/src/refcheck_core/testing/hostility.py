"""Checks with queries that break careless query builders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import anyio
import pytest

from ..contract import SearchKind
from ..errors import SourceError
from ..models import Record
from .bench import Bench
from .hostile import HOSTILE_DOIS, HOSTILE_TEXTS
from .server import LoopbackServer


class HostilityChecks(Bench):
    """What a source makes of hostile queries."""

    @pytest.mark.parametrize("kind", list(SearchKind))
    def test_hostile_text_is_searched_or_refused(self, kind: SearchKind) -> None:
        """If this fails, check that the query is escaped, stripped of operators and control characters, and cut."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                if not source.has("search"):
                    pytest.skip("the source has no search")
                for text in HOSTILE_TEXTS:
                    query = self.query(text, kind=kind, limit=3)
                    found = await _tolerated(source.search(context, query), f"search for {text[:60]!r}")
                    assert found is None or (isinstance(found, Sequence) and len(found) <= 3)
                    assert not server.problems, f"{text[:60]!r}: {server.problems}"

        anyio.run(check)

    def test_hostile_doi_arrives_whole_or_not_at_all(self) -> None:
        """If this fails, check that the DOI is percent-encoded with ``safe=""`` wherever it goes into a URL."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                if not source.has("lookup_doi"):
                    pytest.skip("the source has no lookup_doi")
                for doi in HOSTILE_DOIS:
                    server.requests.clear()
                    found = await _tolerated(source.lookup_doi(context, doi), f"lookup of {doi[:60]!r}")
                    assert found is None or isinstance(found, Record)
                    assert not server.problems, f"{doi[:60]!r}: {server.problems}"
                    whole = [request for request in server.requests if doi in request.decoded]
                    assert whole or not server.requests, f"{doi[:60]!r} arrived as {server.requests[0]!r:.300}"

        anyio.run(check)

    def test_hostile_authors_are_searched_or_refused(self) -> None:
        """If this fails, check that names in ``query.authors`` are escaped like the text."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                if not source.has("search"):
                    pytest.skip("the source has no search")
                query = self.query()
                authors = ("O'Neil", 'Quo"te', "van (den) Oord", "李", "a&b=c#", "", "x\x00\n")
                hostile = type(query)(kind=query.kind, text=query.text, authors=authors, limit=3)
                await _tolerated(source.search(context, hostile), "search with hostile authors")
                assert not server.problems, server.problems

        anyio.run(check)


async def _tolerated(call: Any, what: str) -> Any:
    """The answer, or ``None`` where the source refused; any other exception is a bug."""
    try:
        return await call
    except SourceError:
        return None
    except Exception as error:  # noqa: BLE001  (named, as a bare traceback would not tell which text it was)
        pytest.fail(f"{what} raised {error!r}")

"""Crossref's side of the tests: a loopback server, asked through the real HTTP stack."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple

import pytest

from refcheck_core import Settings, SourceContext
from refcheck_core.http import open_client
from refcheck_core.testing import LoopbackServer, Reply, Request
from refcheck_crossref import source


class Asked(NamedTuple):
    """A running database, and the context with which hooks ask it."""

    server: LoopbackServer
    ctx: SourceContext


Asking = Callable[..., AbstractAsyncContextManager[Asked]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def asking(tmp_path) -> Asking:
    """`async with asking(respond) as (server, ctx)`: a database that answers by `respond`."""

    @contextlib.asynccontextmanager
    async def start(respond: Callable[[Request], Reply], **environ: str) -> AsyncIterator[Asked]:
        async with LoopbackServer(respond) as server:
            settings = Settings.from_environment(
                {
                    "REFCHECK_CROSSREF_URL": server.url,
                    "REFCHECK_CACHE_DIR": str(tmp_path / "cache"),
                    "REFCHECK_STATE_DIR": str(tmp_path / "state"),
                    "REFCHECK_LIMITS_SCALE": "0",
                    "REFCHECK_WAITING_BUDGET": "5",
                    **environ,
                }
            )
            info = source.describe(settings)
            async with open_client(info, settings) as http:
                yield Asked(server, SourceContext(info=info, http=http))
            assert not server.problems

    return start

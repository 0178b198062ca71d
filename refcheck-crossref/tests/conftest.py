"""Crossref's side of the tests: a loopback server, asked through the real HTTP stack."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, NamedTuple

import pytest

from refcheck_core.testing import LoopbackServer, Reply, Request, scratch_settings, source_context
from refcheck_crossref import source

if TYPE_CHECKING:
    from refcheck_core import SourceContext


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
            known = {"REFCHECK_CROSSREF_URL": server.url, "REFCHECK_WAITING_BUDGET": "5", **environ}
            settings = scratch_settings(tmp_path, **known)
            context = source_context(source.describe(settings), settings)
            async with context.http:
                yield Asked(server, context)
            assert not server.problems

    return start

from __future__ import annotations

from contextlib import asynccontextmanager

import anyio
import pytest
from mcp import Client

from refcheck_core import Author, Record, SourceInfo, SourceUnavailable, hookimpl
from refcheck_core.settings import Settings
from refcheck_mcp.server import build_server

INFO = SourceInfo(name="stub", title="A stub", home_page="https://example.org", version="1", ping_doi="10.1000/known")
FAMILIES = (
    "Anders Bergman Carlson Dahl Ek Falk Gran Holm Isaksen Jonson Kron Lund Moe Nord Olsen Persson Quist Rask Sand"
)
RECORD = Record(
    source="stub",
    title="Attention Is All You Need",
    authors=(
        Author(given="Ashish", family="Vaswani"),
        Author(given="Noam", family="Shazeer"),
        *(Author(given=given, family=family) for given in ("Ann", "Bo") for family in FAMILIES.split()),
    ),
    year=2017,
    doi="10.1000/known",
)


class StubSource:
    """A database that holds one work.

    Attributes:
        fault: raised by every question, if set.
        hangs: whether questions are never answered.
        asked: how many questions came.
        started, cancelled: whether one came, and whether one was given up.
    """

    def __init__(self) -> None:
        self.fault: BaseException | None = None
        self.hangs = False
        self.asked = 0
        self.started, self.cancelled = anyio.Event(), anyio.Event()

    @hookimpl
    def describe(self, settings):
        return INFO

    @hookimpl
    async def search(self, ctx, query):
        await self._behave()
        return [RECORD] if query.text.casefold().startswith("attention is all you need") else []

    @hookimpl
    async def lookup_doi(self, ctx, doi):
        await self._behave()
        return RECORD if doi == "10.1000/known" else None

    async def _behave(self):
        self.asked += 1
        self.started.set()
        if self.fault:
            raise self.fault
        if self.hangs:
            try:
                await anyio.sleep_forever()
            finally:
                self.cancelled.set()


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def settings(tmp_path):
    return Settings.from_environment(
        {
            "REFCHECK_CACHE_DIR": str(tmp_path / "cache"),
            "REFCHECK_STATE_DIR": str(tmp_path / "state"),
            "REFCHECK_CACHE": "off",
        }
    )


@pytest.fixture
def source():
    return StubSource()


@pytest.fixture
def opener(source):
    """Opens the real use cases over the stub alone."""

    @asynccontextmanager
    async def open_over_stub(settings):
        from refcheck_core.plugins import SourceManager
        from refcheck_core.services import Refcheck

        manager = SourceManager(settings)
        manager.register("stub", source)
        async with Refcheck.open(settings, manager=manager) as refcheck:
            yield refcheck

    return open_over_stub


@pytest.fixture(params=["auto", "legacy"])
def mode(request):
    """The protocol without and with a handshake."""
    return request.param


@pytest.fixture
def connect(settings, opener, mode):
    """A client of the server, in memory."""
    return lambda **options: Client(build_server(settings, opener), mode=mode, **options)


@pytest.fixture
def down():
    return SourceUnavailable("is down for maintenance")

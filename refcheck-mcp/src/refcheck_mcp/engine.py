"""The use cases, opened at the first call that needs them.

A host starts the server long before its first call, and often never calls it; so nothing that asks databases is
imported until then. One task opens and closes them, because their task groups belong to the task that enters them.
"""

from __future__ import annotations

import importlib
import logging
import sys
from contextlib import asynccontextmanager, redirect_stdout
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from refcheck_core.errors import RefcheckError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractAsyncContextManager

    from refcheck_core.services import Refcheck
    from refcheck_core.settings import Settings

    Opener = Callable[[Settings], AbstractAsyncContextManager[Refcheck]]

logger = logging.getLogger(__name__)


@asynccontextmanager
async def open_refcheck(settings: Settings) -> AsyncIterator[Refcheck]:
    """The use cases over every installed source. What they need is imported in a thread, while the server answers."""
    services = await anyio.to_thread.run_sync(importlib.import_module, "refcheck_core.services")
    async with services.Refcheck.open(settings) as refcheck:
        yield refcheck


@asynccontextmanager
async def open_beside_stdout(settings: Settings) -> AsyncIterator[Refcheck]:
    """As `open_refcheck`, while what plugins print goes to stderr.

    The SDK keeps the descriptor of stdout for the protocol, but what is left in Python's buffer would be written there
    in the end.
    """
    with redirect_stdout(sys.stderr):
        async with open_refcheck(settings) as refcheck:
            yield refcheck


class Engine:
    """Gives the opened `Refcheck` to whoever asks first, and the same one to everybody after.

    Args:
        settings: how it behaves.
        opener: opens the use cases.
    """

    def __init__(self, settings: Settings, opener: Opener = open_refcheck) -> None:
        self._settings = settings
        self._opener = opener
        self._wanted = anyio.Event()
        self._closing = anyio.Event()
        self._settled = anyio.Event()
        self._refcheck: Refcheck | None = None
        self._failure: Exception | None = None

    async def refcheck(self) -> Refcheck:
        """The use cases; opened now if this is the first call.

        Raises:
            Exception: what opening raised; the next call tries again.
        """
        settled = self._settled
        self._wanted.set()
        await settled.wait()
        if self._refcheck is None:
            raise self._failure or RefcheckError("The server is shutting down, so nothing was checked.")
        return self._refcheck

    async def run(self) -> None:
        """Open on demand, keep open until `close`, and close; for a task of its own."""
        while not self._closing.is_set():
            await self._wanted.wait()
            if self._closing.is_set():
                break
            try:
                await self._hold()
            except Exception as failure:
                if self._closing.is_set():
                    logger.exception("What asks the databases did not close")
                self._failure = failure  # told to every caller that waits
                settled, self._settled, self._wanted = self._settled, anyio.Event(), anyio.Event()
                settled.set()

    async def _hold(self) -> None:
        async with self._opener(self._settings) as refcheck:
            self._refcheck = refcheck
            self._settled.set()
            try:
                await self._closing.wait()
            finally:
                self._refcheck = None

    def close(self) -> None:
        """End `run` after it has closed what it opened."""
        self._closing.set()
        self._wanted.set()
        self._settled.set()


@asynccontextmanager
async def running_engine(settings: Settings, opener: Opener = open_refcheck) -> AsyncIterator[Engine]:
    """An `Engine` for as long as the server runs."""
    engine = Engine(settings, opener)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(engine.run)
        try:
            yield engine
        finally:
            engine.close()

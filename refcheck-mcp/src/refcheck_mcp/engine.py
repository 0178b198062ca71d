"""The use cases, opened at the first call that needs them.

A host starts the server long before its first call, and often never calls it; so nothing that asks databases is
imported until then. One task opens and closes them, because their task groups belong to the task that enters them.
"""

from __future__ import annotations

import importlib
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from refcheck_core.services import Refcheck
    from refcheck_core.settings import Settings


class Engine:
    """Gives the opened `Refcheck` to whoever asks first, and the same one to everybody after."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
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
            raise self._failure or RuntimeError("The server is shutting down.")
        return self._refcheck

    async def run(self) -> None:
        """Open on demand, keep open until `close`, and close; for a task of its own."""
        while not self._closing.is_set():
            await self._wanted.wait()
            if self._closing.is_set():
                break
            try:
                await anyio.to_thread.run_sync(importlib.import_module, "refcheck_core.services")
                await self._hold()
            except Exception as failure:  # noqa: BLE001  (told to every caller that waits, who logs it)
                self._failure = failure
                settled, self._settled, self._wanted = self._settled, anyio.Event(), anyio.Event()
                settled.set()

    async def _hold(self) -> None:
        from refcheck_core.services import Refcheck  # noqa: PLC0415  (imported by now, off the event loop)

        async with Refcheck.open(self.settings) as refcheck:
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
async def running_engine(settings: Settings) -> AsyncIterator[Engine]:
    """An `Engine` for as long as the server runs."""
    engine = Engine(settings)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(engine.run)
        try:
            yield engine
        finally:
            engine.close()

"""`CacheThread`: the outcome cache off the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cache import CacheKey, Entry, OutcomeCache


class CacheThread:
    """Runs a cache in one thread of its own, in the order of the calls, so that a write is seen by later reads."""

    def __init__(self, cache: OutcomeCache) -> None:
        self._cache = cache
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="refcheck-cache")
        self._is_used = False

    async def read(self, keys: Sequence[CacheKey]) -> dict[CacheKey, bytes]:
        """See `OutcomeCache.read`."""
        self._is_used = True
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._cache.read, keys)

    def write(self, entries: Sequence[Entry]) -> None:
        """See `OutcomeCache.write`; does not wait for it."""
        self._is_used = True
        self._thread.submit(self._cache.write, entries)

    async def close(self) -> None:
        """Finish what was to be written, and close the database."""
        if self._is_used:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._cache.close)
        self._thread.shutdown(wait=False)

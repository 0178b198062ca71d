"""`Session`: one source while a pool is open: its client, its context, and whether it may still be asked."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import math
import time
from functools import cached_property
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from ..contract import SourceContext, Tier
from ..http import open_client
from ..http.clock import CallClock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..contract import SourceInfo
    from ..http.recordings import Recordings
    from ..plugins import Source
    from ..settings import Settings
    from .watchdog import Watchdog

REFUSED_SECONDS = 600.0
"""How long a source that turned away a caller without a key (403) is left alone: one query may have caused it."""
CUT_OFF_SECONDS = 10.0
"""How long a source is left alone that cannot be reached: each question of many would wait for its turn in vain."""
CLOSE_SECONDS = 5.0
"""How long the ``close`` hook of a source may take."""


class Session:
    """One usable source. Its client and its ``open`` hook wait for the first question.

    Attributes:
        source: the plugin.
        requests: how many its calls have sent, retries and redirects included; in a replay, how many were recorded.
    """

    def __init__(
        self, source: Source, settings: Settings, watchdog: Watchdog, recordings: Recordings | None = None
    ) -> None:
        self.source = source
        self.requests = 0
        self._recordings = recordings
        self._refusal = ""
        self._refused_until = -math.inf
        self._settings = settings
        self._watchdog = watchdog
        self._context: SourceContext | None = None
        self._opening = asyncio.Lock()
        self._is_open = False
        self._was_opened = False
        self._calls: set[anyio.CancelScope] = set()

    def refuse(self, reason: str) -> None:
        """Ask the source no more: for good where it has a key, which does not get better; else for a while."""
        if self._is_replay:
            return
        has_key = any(self._settings.secret(key) for key in self.info.keys)
        self._refused_until = math.inf if has_key else time.monotonic() + REFUSED_SECONDS
        self._refusal = reason

    def cut_off(self, reason: str) -> None:
        """Ask the source nothing for a moment, as there is no connection; what is under way or waits is given up."""
        if self._is_replay:
            return
        self._refused_until = max(self._refused_until, time.monotonic() + CUT_OFF_SECONDS)
        self._refusal = reason
        for call in self._calls:
            call.cancel()

    @property
    def _is_replay(self) -> bool:
        """Whether answers are recorded ones: what was asked then has its own, however long ago a refusal was."""
        return self._recordings is not None and self._recordings.replays

    @contextlib.contextmanager
    def calling(self) -> Iterator[anyio.CancelScope]:
        """A scope for one call, which `cut_off` cancels."""
        with anyio.CancelScope() as scope:
            self._calls.add(scope)
            try:
                yield scope
            finally:
                self._calls.discard(scope)

    @property
    def refused(self) -> str | None:
        """Why the source is not asked now, or ``None``."""
        return self._refusal if time.monotonic() < self._refused_until else None

    @property
    def info(self) -> SourceInfo:
        """The source's description."""
        return self.source.info

    @cached_property
    def cache_version(self) -> str:
        """What the cache knows the plugin's version by; a mirror's answers are kept apart from the database's own."""
        mirror = self._settings.base_url(self.info.name)
        if mirror is None:
            return self.info.version
        return f"{self.info.version}@{hashlib.sha256(mirror.encode()).hexdigest()[:16]}"  # an address may hold a key

    @property
    def is_local(self) -> bool:
        """Whether it needs no network: asked when offline, and not cached, as its data may change at any time."""
        return self.info.tier is Tier.LOCAL

    def clock(self) -> CallClock:
        """A clock for one hook call."""
        return CallClock(self._settings.network_timeout, self._settings.waiting_budget, on_requests=self._count)

    def _count(self, requests: int) -> None:
        self.requests += requests

    async def context(self) -> SourceContext:
        """The context for hooks, after the source's ``open``; an ``open`` that failed is tried again next time.

        Raises:
            Exception: what ``open`` raised.
        """
        if self._is_open and self._context is not None:
            return self._context
        async with self._opening:
            if self._context is None:  # httpx and its certificates take their time: not on the event loop
                self._context = await anyio.to_thread.run_sync(self._new_context)
            context = self._context
            if not self._is_open and self.source.has("open"):
                self._was_opened = True
                await self._watchdog.run(self.info.name, "open", self.source.open(context), self.clock())
            self._is_open = True
        return context

    async def close(self) -> None:
        """Call the source's ``close`` (also after an ``open`` that failed) and close the client.

        Raises:
            Exception: what ``close`` raised.
        """
        context, self._context, self._is_open = self._context, None, False
        if context is None:
            return
        try:
            if self.source.has("close") and (self._was_opened or not self.source.has("open")):
                clock = CallClock(CLOSE_SECONDS, 0.0)
                await self._watchdog.run(self.info.name, "close", self.source.close(context), clock)
        finally:
            await context.http.aclose()

    def _new_context(self) -> SourceContext:
        info, settings = self.info, self._settings
        values = {setting.env: settings.value(setting.env, setting.aliases) for setting in info.settings}
        return SourceContext(
            info=info,
            http=open_client(info, settings, recordings=self._recordings),
            settings={env: value for env, value in values.items() if value is not None},
            keys_present=frozenset(key.env for key in info.keys if settings.secret(key) is not None),
        )

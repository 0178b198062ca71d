"""The transport that waits for its turn, and charges both clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
import httpx

from ..errors import SourceTimeout
from .clock import CallClock, call_clock


class LimitTransport(httpx.AsyncBaseTransport):
    """Sends each request in its turn and within the network time that its call has left."""

    def __init__(self, inner: httpx.AsyncBaseTransport, title: str) -> None:
        self._inner = inner
        self._title = title

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        clock = call_clock.get() or CallClock(10, 60)
        with clock.on_network(), anyio.move_on_after(clock.network_left):
            return await self._inner.handle_async_request(request)
        raise SourceTimeout(f"{self._title} did not answer in time.")

    async def aclose(self) -> None:
        await self._inner.aclose()

"""Checks of what a source makes of its database's faults: the right `SourceError`, and never an empty answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import anyio
import pytest

from ..errors import SourceBadResponse, SourceError, SourceUnavailable
from .bench import FAULTS, NETWORK_SECONDS, SHORT_SECONDS, Bench
from .server import LoopbackServer, Reply, Request, Respond


class FaultChecks(Bench):
    """What a source makes of faults."""

    @pytest.mark.parametrize("fault", list(FAULTS))
    def test_fault_is_the_right_error(self, fault: str) -> None:
        """If this fails, check that the hook calls ``raise_for_status`` and ``json_body`` or ``text_body``.

        It must also check the shape of what it parsed: an answer that is not of the documented form is a
        `SourceBadResponse`, never an empty list.
        """
        reply, errors = FAULTS[fault]
        seconds = SHORT_SECONDS if reply.delay else NETWORK_SECONDS
        anyio.run(self._expect, lambda _: reply, self.faults.get(fault, errors), seconds)

    def test_broken_off_body_is_an_error(self) -> None:
        """If this fails, check that a body that ends early is not taken for a short answer."""
        anyio.run(self._expect, lambda request: self.respond(request).truncated(), (SourceBadResponse,))

    def test_lost_connection_is_an_error(self) -> None:
        """If this fails, check that the hook lets the errors of ``ctx.http`` pass."""

        def respond(request: Request) -> Reply:
            reply = self.respond(request)
            return replace(reply, cut=len(reply.body) // 2)

        anyio.run(self._expect, respond, (SourceUnavailable, SourceBadResponse))

    def test_error_object_is_an_error(self) -> None:
        """If this fails, check that an error that comes with status 200 is recognised."""
        if not self.error_objects:
            pytest.skip("the tests name no error_objects")
        for reply in self.error_objects.values():
            anyio.run(self._expect, lambda _, reply=reply: reply, (SourceError,))

    def test_cancelling_stops_the_request(self) -> None:
        """If this fails, check that the hook neither catches ``CancelledError`` nor works in tasks of its own."""
        for hook in self.hooks():
            anyio.run(self._cancel, hook)

    async def _expect(
        self, respond: Respond, errors: tuple[type[SourceError], ...], seconds: float = NETWORK_SECONDS
    ) -> None:
        for hook in self._network_hooks():
            async with LoopbackServer(respond) as server, self.opened(server, seconds) as (source, context):
                try:
                    found = await self.call(source, context, hook)
                except SourceError as error:
                    raised = error
                else:
                    pytest.fail(f"{hook} answered {found!r:.200} in place of an error")
                assert server.requests, f"{hook} asked nothing"
                assert isinstance(raised, errors), f"{hook} raised {type(raised).__name__} ({raised})"
                assert str(raised).strip(), f"{hook} raised {type(raised).__name__} without a sentence"

    async def _cancel(self, hook: str) -> None:
        async with LoopbackServer(lambda _: Reply(delay=60.0)) as server, self.opened(server) as (source, context):
            if not source.info.base_url:
                return
            task = asyncio.create_task(self.call(source, context, hook))
            assert await server.wait_until(lambda: bool(server.requests)), f"{hook} asked nothing"
            task.cancel()
            done, _ = await asyncio.wait({task}, timeout=2.0)
            assert done, f"{hook} goes on after it was cancelled"
            assert task.cancelled(), f"{hook} made another outcome of its cancellation"
            assert await server.wait_until(lambda: bool(server.disconnects), 2.0), f"{hook} left its request open"

    def _network_hooks(self) -> list[str]:
        if not self.info().base_url:
            pytest.skip("the source needs no network")
        return self.hooks()

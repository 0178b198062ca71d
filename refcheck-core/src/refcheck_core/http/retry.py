"""The outermost transport: asks again after faults that pass."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import httpx
import stamina

from ..errors import SourceError, SourceRateLimited, SourceUnavailable, SourceUnreachable
from .clock import CallClock, call_clock
from .waiting import in_words, refusal, retry_after

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from ..contract import Refusal

IDEMPOTENT_EXTENSION = "refcheck.idempotent"
"""Request extension that says of a POST that sending it twice does no harm."""

ATTEMPTS = 4
"""Tries of one request, the first included."""
FIRST_WAIT, LONGEST_WAIT, JITTER = 0.5, 8.0, 0.5
"""Back-off in seconds: 0.5, 1, 2 … up to 8, each with up to 0.5 of jitter on top."""

_IDEMPOTENT = frozenset({"GET", "HEAD", "OPTIONS"})
_LASTING = frozenset({501, 505})  # server errors that a second try does not cure

_WORTH_A_TRY = 0.05  # seconds of network time below which another try could not end well


class _OwnRetries(logging.Filter):
    """Drops stamina's warning about our retries: they are ordinary, and we say what came of them."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(getattr(record, "stamina.callable", "")).startswith(f"{__name__}.")


class _Refused(Exception):
    """An answer that asks for another try."""

    def __init__(self, response: httpx.Response, refusal: Refusal | None) -> None:
        super().__init__(f"status {response.status_code}")
        self.response = response
        self.refusal = refusal
        self.retry_after = refusal.retry_after if refusal else retry_after(response)


class RetryTransport(httpx.AsyncBaseTransport):
    """Repeats idempotent requests after refusals (429), 5xx and connection faults, by exponential back-off with jitter.

    A ``Retry-After`` is honoured as long as the call's waiting budget covers it; otherwise the call ends at once.

    Args:
        inner: the transport below, which answers with the body already read.
        title: the database's name for people, for messages.
        scale: factor on the back-off (not on ``Retry-After``); at most 1 is used.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, title: str, *, scale: float = 1.0) -> None:
        self._inner = inner
        self._title = title
        self._cut_off = 0
        self._scale = min(1.0, max(scale, 0.001))
        logger = logging.getLogger("stamina")
        if not any(isinstance(known, _OwnRetries) for known in logger.filters):
            logger.addFilter(_OwnRetries())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send, again if need be.

        Raises:
            SourceRateLimited: a refusal of the last try, or a wait that the budget does not cover.
            SourceUnavailable: 5xx or a connection fault to the last try.
            SourceTimeout: the network time is used up.
        """
        clock = call_clock.get()
        if clock is None:
            raise RuntimeError("no clock in this context; requests go through the client that open_client builds")
        tries = _Tries(clock, repeatable=_repeatable(request), scale=self._scale, is_cut_off=self._is_cut_off)
        repeated = stamina.retry(
            on=tries.again,
            attempts=ATTEMPTS,
            timeout=None,
            wait_initial=FIRST_WAIT * self._scale,
            wait_max=LONGEST_WAIT * self._scale,
            wait_jitter=JITTER * self._scale,
        )(self._attempt)
        try:
            return await repeated(request, tries)
        except _Refused as exc:
            refused = exc
        finally:
            tries.end_wait()
        raise self._error(refused)

    async def _attempt(self, request: httpx.Request, tries: _Tries) -> httpx.Response:
        tries.begin()
        try:
            response = await self._inner.handle_async_request(request)
        except SourceUnreachable:
            self._cut_off += 1
            raise
        self._cut_off = 0
        refused = refusal(request, response)
        if refused is not None or response.status_code >= 500:
            raise _Refused(response, refused)
        return response

    def _is_cut_off(self) -> bool:
        """Whether the last tries, of whichever requests, all found no connection: each more would cost its turn."""
        return self._cut_off >= ATTEMPTS

    def _error(self, refused: _Refused) -> SourceError:
        wait = refused.retry_after
        if refused.refusal is None:
            status = refused.response.status_code
            return SourceUnavailable(f"{self._title} has a fault of its own (status {status}).")
        why = "" if refused.refusal.reason is None else f": {refused.refusal.reason}"
        when = "" if wait is None else f"; it asks to wait {in_words(wait)}"
        return SourceRateLimited(f"{self._title} refuses further requests for now{why}{when}.", retry_after=wait)

    async def aclose(self) -> None:
        """Close the transport below."""
        await self._inner.aclose()


class _Tries:
    """What decides about another try of one request, and charges the wait before it to the clock."""

    def __init__(self, clock: CallClock, *, repeatable: bool, scale: float, is_cut_off: Callable[[], bool]) -> None:
        self._clock = clock
        self._is_cut_off = is_cut_off
        self._repeatable = repeatable
        self._scale = scale
        self._number = 0
        self._wait: AbstractContextManager[None] | None = None

    def begin(self) -> None:
        """Count a try; the wait before it is over."""
        self.end_wait()
        self._number += 1

    def again(self, exc: Exception) -> bool | float:
        """Whether to try again, or after how many seconds (a back-off hook of stamina)."""
        decision = self._repeatable and self._decide(exc)
        if decision is not False:
            self._wait = self._clock.in_queue()
            self._wait.__enter__()
        return decision

    def _decide(self, exc: Exception) -> bool | float:
        if isinstance(exc, _Refused):
            if exc.response.status_code in _LASTING:
                return False
            if exc.retry_after:
                # stamina would sleep for any number that it is given.
                return exc.retry_after if exc.retry_after <= self._clock.waiting_left else False
        elif not isinstance(exc, SourceUnavailable) or self._clock.network_left < _WORTH_A_TRY:
            return False
        if isinstance(exc, SourceUnreachable) and self._is_cut_off():
            return False
        back_off = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (self._number - 1) + JITTER) * self._scale
        return back_off <= self._clock.waiting_left

    def end_wait(self) -> None:
        """Stop charging; called before each try and at the end."""
        if self._wait is not None:
            self._wait.__exit__(None, None, None)
            self._wait = None


def _repeatable(request: httpx.Request) -> bool:
    safe = request.method in _IDEMPOTENT or bool(request.extensions.get(IDEMPOTENT_EXTENSION))
    return safe and isinstance(request.stream, httpx.ByteStream)

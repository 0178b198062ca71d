"""The transport that waits for its turn and charges both clocks; and what is known of the limits' state."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anyio
import httpx

from ..errors import SourceTimeout
from .clock import call_clock
from .limiter import Limiter, Turn, rule_of
from .network import origin
from .store import read_ledgers
from .waiting import refusal, retry_after

if TYPE_CHECKING:
    from ..contract import SourceInfo
    from ..settings import Settings
    from .clock import CallClock
    from .ledger import Rule

REQUESTS_EXTENSION = "refcheck.requests"
"""Request extension: how often it was sent, tries included."""

_FOLDER = "limits"


class LimitTransport(httpx.AsyncBaseTransport):
    """Sends each request in its turn, and within the network time that its call has left.

    Args:
        inner: the transport below; must answer with bodies already read, so that a turn lasts until then.
        info: the source, for its limits and concurrency.
        settings: the folder of the state, and the scale; at scale 0 there are no limits and no state.
        base_url: limits are kept per host, and their paths are relative to this address.
    """

    def __init__(
        self, inner: httpx.AsyncBaseTransport, info: SourceInfo, settings: Settings, base_url: httpx.URL
    ) -> None:
        self._inner = inner
        self._title = info.title
        self._base_path = base_url.raw_path.partition(b"?")[0].decode("ascii").rstrip("/") + "/"
        rules = [rule_of(limit, settings.limits_scale) for limit in info.limits]
        patterns = [limit.path and re.compile(limit.path) for limit in info.limits]
        self._rules = tuple(zip(patterns, rules, strict=True))
        self._limiter: Limiter | None = None
        if settings.limits_scale > 0 and base_url.host:
            _, host, port = origin(base_url)
            self._limiter = Limiter(
                settings.state_dir / _FOLDER,
                f"{info.name}@{host}_{port}",
                title=info.title,
                slots=info.concurrency,
                published={rule.name: limit for rule, limit in zip(rules, info.limits, strict=True)},
            )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Wait, send, and pass on a server's wish for a pause to all processes.

        Raises:
            SourceRateLimited: the wait is longer than the waiting time that is left.
            SourceTimeout: the network time is used up.
        """
        clock = call_clock.get()
        if clock is None:
            raise RuntimeError("no clock in this context; requests go through the client that open_client builds")
        if self._limiter is None:
            return await self._send(request, clock, Turn())
        async with self._limiter.turn(self._rules_for(request), clock) as turn:
            response = await self._send(request, clock, turn)
        refused = refusal(request, response)
        pause = refused.retry_after if refused else retry_after(response) if response.status_code == 503 else None
        if pause:
            self._limiter.ask_for_pause(pause)
        return response

    async def _send(self, request: httpx.Request, clock: CallClock, turn: Turn) -> httpx.Response:
        request.extensions["trace"] = _Trace(turn)
        request.extensions[REQUESTS_EXTENSION] = request.extensions.get(REQUESTS_EXTENSION, 0) + 1
        try:
            with clock.on_network(), anyio.move_on_after(clock.network_left):
                return await self._inner.handle_async_request(request)
        finally:
            del request.extensions["trace"]
        raise SourceTimeout(f"{self._title} did not answer within {clock.network:g} s.")

    def _rules_for(self, request: httpx.Request) -> tuple[Rule, ...]:
        path = request.url.raw_path.partition(b"?")[0].decode("ascii")
        path = path.removeprefix(self._base_path) if path.startswith(self._base_path) else path.lstrip("/")
        return tuple(rule for pattern, rule in self._rules if not pattern or pattern.fullmatch(path))

    async def aclose(self) -> None:
        """Close the transport below, and give back what is held."""
        try:
            await self._inner.aclose()
        finally:
            if self._limiter is not None:
                await self._limiter.close()


class _Trace:
    """Notes when the bytes of a request go out: a new connection takes its time before that (httpcore's trace)."""

    __slots__ = ("_turn",)

    def __init__(self, turn: Turn) -> None:
        self._turn = turn

    async def __call__(self, event: str, info: dict[str, Any]) -> None:  # noqa: ARG002  (httpcore's signature)
        if event.endswith("send_request_headers.started"):
            self._turn.goes_out()


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitState:
    """How a limit stands on this machine.

    Attributes:
        source: name of the source.
        host: host and port of its address.
        limit: name of the limit.
        requests: how many it allows, in
        seconds: so many seconds (scale and margin included).
        used: requests counted within the window, of a quota; ``None`` for a paced limit.
        free_in: seconds until the next request may go; 0 when it may go now.
    """

    source: str
    host: str
    limit: str
    requests: int
    seconds: float
    used: int | None
    free_in: float


def limiter_state(settings: Settings) -> list[LimitState]:
    """The limits of all sources that were asked from this machine, by source and name of the limit."""
    now = time.time()
    states = []
    for file, ledger in read_ledgers(settings.state_dir / _FOLDER).items():
        source, _, address = file.partition("@")
        host, _, port = address.rpartition("_")
        for name, (requests, seconds, _) in sorted(ledger.about.items()):
            used, free_in = ledger.state_of(name, now)
            states.append(
                LimitState(
                    source=source,
                    host=f"{host}:{port}",
                    limit=name,
                    requests=requests,
                    seconds=seconds,
                    used=used,
                    free_in=free_in,
                )
            )
    return states

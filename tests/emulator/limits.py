"""Limits of the APIs, counted on the emulator's own clock.

A rate is broken by a request that comes sooner than one window after the `requests`-th request before it; whether the
client meant well makes no difference. `JITTER` seconds are forgiven, as networks and schedulers delay unevenly.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .journal import LoggedRequest

JITTER = 0.050
"""Seconds by which a request may come too soon."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests a window, and so many at once (None: as many as come)."""

    requests: int
    seconds: float
    at_once: int | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """A request beyond a limit.

    Attributes:
        api: the API's name.
        limit: the limit's name, as in `Api.limits`.
        kind: ``rate`` or ``concurrency``.
        number: of the request, as in the log.
        arrival: monotonic seconds.
        text: what happened, in words.
    """

    api: str
    limit: str
    kind: str
    number: int
    arrival: float
    text: str


@dataclass(slots=True)
class _Counter:
    arrivals: deque[float] = field(default_factory=deque)
    inside: dict[int, float] = field(default_factory=dict)


class Limiter:
    """Counts requests against limits. Only the emulator's event loop calls `arrive` and `depart`."""

    def __init__(self, scale: float = 1.0, jitter: float = JITTER) -> None:
        self.scale = scale
        self.jitter = jitter
        self.violations: list[Violation] = []
        self._counters: dict[tuple[str, str, str], _Counter] = {}

    def reset(self) -> None:
        self.violations.clear()
        for counter in self._counters.values():
            counter.arrivals.clear()

    def arrive(self, request: LoggedRequest, name: str, who: str, limit: Limit) -> list[Violation]:
        """Count a request.

        Args:
            request: the request.
            name: the limit's name.
            who: whose requests are counted together (a key, or empty).
            limit: the limit.
        """
        counter = self._counters.setdefault((request.api, name, who), _Counter())
        broken = []
        if (text := self._too_soon(counter, request.arrival, limit)) is not None:
            broken.append(Violation(request.api, name, "rate", request.number, request.arrival, text))
        if limit.at_once is not None and len(counter.inside) >= limit.at_once:
            text = f"{len(counter.inside) + 1} requests at once, allowed {limit.at_once}"
            broken.append(Violation(request.api, name, "concurrency", request.number, request.arrival, text))
        counter.arrivals.append(request.arrival)
        while len(counter.arrivals) > limit.requests:
            counter.arrivals.popleft()
        counter.inside[request.number] = request.arrival
        self.violations.extend(broken)
        return broken

    def depart(self, request: LoggedRequest, name: str, who: str, *, hung_up: bool) -> None:
        """The request was answered, or its client hung up.

        A client that gives up and asks again may be heard in the other order: such an overlap of less than `jitter`
        is forgiven.
        """
        counter = self._counters[request.api, name, who]
        counter.inside.pop(request.number, None)
        if not hung_up or request.departure is None:
            return
        since = request.departure - self.jitter
        self.violations[:] = [
            found
            for found in self.violations
            if not (
                found.kind == "concurrency"
                and (found.api, found.limit) == (request.api, name)
                and found.number != request.number
                and found.arrival > since
            )
        ]

    def _too_soon(self, counter: _Counter, arrival: float, limit: Limit) -> str | None:
        if len(counter.arrivals) < limit.requests:
            return None
        passed = arrival - counter.arrivals[-limit.requests]
        window = limit.seconds * self.scale
        if passed >= window - self.jitter:
            return None
        return f"{limit.requests + 1} requests in {passed:.3f} s, allowed {limit.requests} in {window:.3f} s"

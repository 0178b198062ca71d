"""The two clocks of a call: network time, and time spent waiting for one's turn.

A slow database and a long queue are different things. Network time is what the database takes (sending the request
until its body is read); waiting is what our own limits, a ``Retry-After`` and back-off take. Each has its own budget.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class _Stopwatch:
    """Seconds in any number of intervals, which may overlap (they are summed) and may still be open."""

    __slots__ = ("_closed", "_open", "_started")

    def __init__(self) -> None:
        self._closed = 0.0
        self._open = 0
        self._started = 0.0  # sum of the start times of the open intervals

    @property
    def seconds(self) -> float:
        return self._closed + self._open * time.monotonic() - self._started

    @property
    def running(self) -> bool:
        return self._open > 0

    @contextmanager
    def running_while(self) -> Iterator[None]:
        start = time.monotonic()
        self._open += 1
        self._started += start
        try:
            yield
        finally:
            self._open -= 1
            self._started = self._started - start if self._open else 0.0
            self._closed += time.monotonic() - start


class CallClock:
    """Budgets and use of network time and waiting time of one hook call, over all of its requests.

    Args:
        network: seconds that its requests may spend on the network, summed.
        waiting: seconds that it may wait for its turn, summed.
        on_requests: is told of requests that are sent: how many.
    """

    __slots__ = ("_network", "_on_requests", "_waiting", "network", "requests", "waiting")

    def __init__(self, network: float, waiting: float, *, on_requests: Callable[[int], None] | None = None) -> None:
        self.network = network
        self.waiting = waiting
        self.requests = 0
        """Requests that were sent, retries and redirects included."""
        self._on_requests = on_requests
        self._network = _Stopwatch()
        self._waiting = _Stopwatch()

    def count(self, requests: int = 1) -> None:
        """Count requests that are sent."""
        self.requests += requests
        if self._on_requests is not None:
            self._on_requests(requests)

    @property
    def network_used(self) -> float:
        """Seconds on the network so far, a request in flight included."""
        return self._network.seconds

    @property
    def waiting_used(self) -> float:
        """Seconds waited so far, a wait in progress included."""
        return self._waiting.seconds

    @property
    def network_left(self) -> float:
        """Seconds of network time that are left; never negative."""
        return max(0.0, self.network - self.network_used)

    @property
    def waiting_left(self) -> float:
        """Seconds of waiting that are left; never negative."""
        return max(0.0, self.waiting - self.waiting_used)

    @property
    def is_waiting(self) -> bool:
        """Whether a request waits for its turn at this moment."""
        return self._waiting.running

    @contextmanager
    def on_network(self) -> Iterator[None]:
        """Charge the block to network time and count one request."""
        self.count()
        with self._network.running_while():
            yield

    @contextmanager
    def in_queue(self) -> Iterator[None]:
        """Charge the block to waiting time."""
        with self._waiting.running_while():
            yield


call_clock: ContextVar[CallClock | None] = ContextVar("refcheck_call_clock", default=None)
"""The clock of the hook call that runs in this context; the fan-out sets it."""

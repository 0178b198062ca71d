"""Joining equal questions that are asked at the same time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Hashable, Mapping, Sequence
    from typing import Any

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


class _Flight(Generic[K, V]):
    __slots__ = ("keys", "task", "waiters")

    def __init__(self, keys: Sequence[K], task: asyncio.Task[Mapping[K, V]]) -> None:
        self.keys = keys
        self.task = task
        self.waiters = 0


class Flights(Generic[K, V]):
    """Work under way, by key. Whoever asks for a key that is under way waits for that answer.

    A waiter that is cancelled leaves the work to the others; the work is cancelled when its last waiter is.
    """

    def __init__(self) -> None:
        self._by_key: dict[K, _Flight[K, V]] = {}
        self._tasks: set[asyncio.Task[Mapping[K, V]]] = set()

    def has(self, key: K) -> bool:
        """Whether a key is under way."""
        return key in self._by_key

    async def join(
        self, keys: Sequence[K], start: Callable[[Sequence[K]], Coroutine[Any, Any, Mapping[K, V]]]
    ) -> dict[K, V]:
        """Get the values of `keys`, from work under way or else from ``start(keys not under way)``.

        Raises:
            RuntimeError: the work was cancelled by `close` while this caller waited.
        """
        fresh = [key for key in dict.fromkeys(keys) if key not in self._by_key]
        if fresh:
            self._start(fresh, start(fresh))
        wanted = {key: self._by_key[key] for key in keys}
        flights = set(wanted.values())
        for flight in flights:
            flight.waiters += 1
        try:
            await asyncio.wait({flight.task for flight in flights})
        finally:
            for flight in flights:
                self._leave(flight)
        if any(flight.task.cancelled() for flight in flights):
            raise RuntimeError("The source pool was closed while it was asked.")
        return {key: flight.task.result()[key] for key, flight in wanted.items()}

    async def close(self, seconds: float) -> None:
        """Cancel everything and wait until it has ended, at most `seconds`."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _start(self, keys: Sequence[K], work: Coroutine[Any, Any, Mapping[K, V]]) -> None:
        task = asyncio.create_task(work)
        flight = _Flight(keys, task)
        self._by_key.update(dict.fromkeys(keys, flight))
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._landed(flight))

    def _leave(self, flight: _Flight[K, V]) -> None:
        flight.waiters -= 1
        if not flight.waiters and not flight.task.done():
            self._forget(flight)  # a later question must not join what is being cancelled
            flight.task.cancel()

    def _landed(self, flight: _Flight[K, V]) -> None:
        self._forget(flight)
        self._tasks.discard(flight.task)
        if not flight.task.cancelled():
            flight.task.exception()  # seen by the waiters; nobody is left to see it otherwise

    def _forget(self, flight: _Flight[K, V]) -> None:
        for key in flight.keys:
            if self._by_key.get(key) is flight:
                del self._by_key[key]

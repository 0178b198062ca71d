"""Keeping plugins in bounds: a hook that awaits for ever is cut, one that blocks the event loop is named.

A hook that never hands control back (``while True: pass``) cannot be stopped in the same process; nor can any other
time-out fire meanwhile. Work that blocks belongs in a thread (``anyio.to_thread.run_sync``).
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Generator, Mapping
from typing import TYPE_CHECKING, Any

import anyio

from ..errors import PluginError, SourceTimeout

if TYPE_CHECKING:
    from ..http.clock import CallClock

BLOCKING_SECONDS = 0.5
"""A step of a hook that holds the event loop longer is reported: the other sources stand still meanwhile."""
GRACE_SECONDS = 1.0
"""Time beyond the network time for what is not network: parsing, and the plugin's own work."""
PUT_DOWN_SECONDS = 1.0
"""How long a cancelled hook may tidy up before it is dropped."""

_LOG = logging.getLogger("refcheck.sources")


class _Steps(Generator[Any, Any, Any]):
    """Runs an awaitable step by step, times each step, and can drop it for good."""

    def __init__(self, awaitable: Awaitable[Any], on_block: Callable[[float], None]) -> None:
        self._inner = awaitable.__await__()
        self._on_block = on_block
        self.dropped = False

    def __await__(self) -> _Steps:
        return self

    def send(self, value: Any) -> Any:  # noqa: ARG002  (asyncio sends nothing but None)
        return self._step(self._inner.__next__)

    def throw(self, *error: Any) -> Any:
        if self.dropped:
            self.close()
            raise error[0]
        return self._step(self._inner.throw, *error)

    def close(self) -> None:
        try:
            self._inner.close()
        except Exception:  # noqa: BLE001  (it swallowed even this)
            _LOG.debug("A dropped hook did not end", exc_info=True)

    def _step(self, run: Callable[..., Any], *arguments: Any) -> Any:
        started, worked = time.perf_counter(), time.thread_time()
        try:
            return run(*arguments)
        except GeneratorExit as error:
            raise PluginError("raised GeneratorExit") from error
        finally:
            seconds = time.perf_counter() - started
            if seconds > BLOCKING_SECONDS and _is_to_blame(time.thread_time() - worked):
                self._on_block(seconds)


def _is_to_blame(worked: float) -> bool:
    """Whether a long step is the hook's doing: where more processes want to run than can, it may only have waited.

    Args:
        worked: processor time of the step in seconds.
    """
    return worked > BLOCKING_SECONDS or not _is_machine_busy()


def _is_machine_busy() -> bool:
    try:
        return os.getloadavg()[0] > (os.cpu_count() or 1)
    except (AttributeError, OSError):  # Windows has no load average
        return False


class Watchdog:
    """Runs hooks, each in a task of its own under its clock, and keeps account of the tasks.

    Attributes:
        blockers: source name -> longest time in seconds that one of its hooks held the event loop.
    """

    def __init__(self) -> None:
        self.blockers: dict[str, float] = {}
        self._running: dict[asyncio.Task[Any], _Steps] = {}

    async def run(self, name: str, hook: str, call: Coroutine[Any, Any, Any], clock: CallClock) -> Any:
        """Run one hook call.

        Args:
            name: the source.
            hook: for messages.
            call: the call.
            clock: sets how long it may take; the HTTP stack charges it.

        Raises:
            SourceTimeout: it took longer than its network time, waiting for its turn not counted.
            PluginError: it cancelled itself.
            Exception: what the hook raised.
        """
        steps = _Steps(call, lambda seconds: self._blocked(name, hook, seconds))
        context = contextvars.copy_context()
        context.run(_set_clock, clock)
        task = asyncio.create_task(_drive(steps), context=context, name=f"Source {name} in {hook}")
        self._running[task] = steps
        task.add_done_callback(self._ended)
        started = time.monotonic()
        try:
            while not task.done():
                waited = min(clock.waiting_used, clock.waiting)
                left = clock.network + waited + GRACE_SECONDS - (time.monotonic() - started)
                if left <= 0:
                    raise SourceTimeout(f"no answer within {clock.network:g} s")
                await asyncio.wait({task}, timeout=left)
        finally:
            if not task.done():
                await self._put_down({task: steps})
            if task.cancelled():
                steps.close()  # it may have been cancelled before its first step
        if task.cancelled():
            raise PluginError(f"cancelled itself in {hook}")
        return task.result()

    async def close(self) -> None:
        """End what is still running."""
        await self._put_down(dict(self._running))

    async def _put_down(self, running: Mapping[asyncio.Task[Any], _Steps]) -> None:
        """Cancel hooks, and drop those that swallow it; a cancellation of the caller does not cut this short."""
        with anyio.CancelScope(shield=True):
            for task in running:
                task.cancel()
            stubborn = await _still_running(running)
            for task in stubborn:
                _LOG.warning("%s swallows its cancellation and is dropped", task.get_name())
                running[task].dropped = True
                task.cancel()
            await _still_running(stubborn)

    def _blocked(self, name: str, hook: str, seconds: float) -> None:
        self.blockers[name] = max(seconds, self.blockers.get(name, 0.0))
        _LOG.warning("Source %s blocked the event loop for %.1f s in %s; all others had to wait", name, seconds, hook)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.pop(task, None)
        if not task.cancelled():
            task.exception()  # raised by `run`; nobody is left to see it where that was cancelled


async def _still_running(tasks: Collection[asyncio.Task[Any]]) -> set[asyncio.Task[Any]]:
    if not tasks:
        return set()
    _, running = await asyncio.wait(tasks, timeout=PUT_DOWN_SECONDS)
    return running


async def _drive(steps: _Steps) -> Any:
    return await steps


def _set_clock(clock: CallClock) -> None:
    from ..http.clock import call_clock  # noqa: PLC0415  (the stack is loaded when the first source is asked)

    call_clock.set(clock)

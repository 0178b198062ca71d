"""Waiting for one's turn at a database, on behalf of all processes of this machine.

Why this is not pyrate-limiter: its ``SQLiteBucket(use_file_lock=True)`` (4.5.1) was measured with 2 processes of 50
concurrent calls at one request in 0.1 s on a busy machine of two cores. It kept the rate, but with gaps of 0.144 s and
more (it polls with a buffer of 0.05 s), and one process after the other had runs of up to 18 turns; this limiter keeps
0.125 s (0.122 is the gap with its margin) and the processes alternate. Both took 3.6 to 4 ms of CPU a request under
that load, of which this one also holds the slots; a turn that is free takes it 0.65 ms. Nor can the library say
beforehand that a wait will be longer than the caller's patience, take back a place of one who gives up, count from
when a request really goes out, or pause as a server asks. portalocker's `NamedBoundedSemaphore` polls without order, so
that a process that takes its slot again at once starves the others; here its locks tell which processes live.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from ..errors import SourceError, SourceRateLimited
from .ledger import BUSY, PAUSE, Answer, Rule, lane_of
from .store import Store, StoreBusy
from .waiting import in_words, window_in_words

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from ..contract import RateLimit
    from .clock import CallClock
    from .ledger import Ledger

T = TypeVar("T")

MARGIN, MARGIN_SECONDS = 1.02, 0.02
"""A server counts arrivals, whose distance differs from that of departures by the jitter of the network."""
HOLD_GRACE = 30.0
"""Seconds beyond its network time after which a request's slot is free again, whatever became of the process."""
_SHORTEST_NAP, _LONGEST_NAP = 0.005, 0.05  # seconds between looks for a free slot
_LONGEST_LOOK = 2.0  # a head looks at least so often: those before it may have given up


def rule_of(limit: RateLimit, scale: float) -> Rule:
    """A published limit with scale and margin worked in."""
    requests = max(1, limit.requests)
    seconds = limit.seconds * MARGIN if limit.is_quota else limit.seconds * MARGIN + MARGIN_SECONDS * requests
    return Rule(limit.name.replace("|", "/"), requests, seconds * scale, limit.is_quota)


class Turn:
    """A granted turn; its `sent` is the wall-clock time at which the request last went out, if it did.

    Args:
        report: is told that time when others wait for it.
    """

    __slots__ = ("_report", "sent")

    def __init__(self, report: Callable[[float], None] | None = None) -> None:
        self.sent: float | None = None
        self._report = report

    def goes_out(self) -> None:
        """Note that the request goes out now."""
        self.sent = time.time()
        if self._report is not None:
            self._report(self.sent)


class Limiter:
    """Takes turns by the page that all processes share. The file is touched in a thread, never on the event loop.

    Args:
        folder, name: see `Store`.
        title: the database's name for people, for messages.
        slots: requests that may run at once on this machine.
        published: limit's name -> the limit as published, for messages.
    """

    def __init__(self, folder: Path, name: str, *, title: str, slots: int, published: dict[str, RateLimit]) -> None:
        self._store = Store(folder, name)
        self._title = title
        self._slots = max(1, slots)
        self._published = published
        self._tickets = itertools.count(1)
        self._lanes: dict[str, asyncio.Lock] = {}
        self._changed = asyncio.Event()
        self._not_before: dict[str, float] = {}  # lane -> when (monotonic) the one before lets another go at best
        self._kept: set[str] = set()  # tickets that the page knows of; used in the thread only
        # One thread: what is handed in is done in that order, so that giving back always follows taking.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"refcheck-{name}")

    @contextlib.asynccontextmanager
    async def turn(self, rules: tuple[Rule, ...], clock: CallClock) -> AsyncIterator[Turn]:
        """Wait for a turn, and hold it for the block.

        Raises:
            SourceRateLimited: the wait is longer than what the clock has left for waiting.
        """
        ticket = str(next(self._tickets))
        owner = self._store.owner

        def report(sent: float) -> None:
            self._hand_in(lambda ledger: ledger.went_out(owner, ticket, rules, sent))

        # Where one request runs at a time, giving the turn back says the same soon enough.
        turn = Turn(report if self._slots > 1 and not all(rule.quota for rule in rules) else None)
        try:
            with clock.in_queue():
                await self._wait(ticket, rules, clock)
            yield turn
        finally:
            # Nothing is awaited here: a call may be cancelled twice, or be thrown away by its host.
            self._hand_in(lambda ledger: self._leave(ledger, ticket, rules, turn.sent))
            self._wake()

    def ask_for_pause(self, seconds: float) -> None:
        """Let all processes pause, as the server asked."""
        self._hand_in(lambda ledger: ledger.ask_for_pause(seconds, time.time()))

    async def close(self) -> None:
        """Finish what was handed in and forget this owner."""
        try:
            closing = self._thread.submit(self._store.close)
        except RuntimeError:  # closed before
            return
        self._thread.shutdown(wait=False)
        await asyncio.shield(asyncio.wrap_future(closing))  # done even where this is cancelled

    # -- waiting ----------------------------------------------------------------------------------------------------

    async def _wait(self, ticket: str, rules: tuple[Rule, ...], clock: CallClock) -> None:
        hold = clock.network_left + HOLD_GRACE
        patience = clock.waiting_left

        def join(ledger: Ledger) -> Answer:
            if ticket in self._kept:  # asked a second time, after others' leavings were cleared away
                return ledger.poll(self._store.owner, ticket, rules, self._slots, now=time.time(), hold=hold)
            answer = ledger.join(
                self._store.owner, ticket, rules, self._slots, now=time.time(), patience=patience, hold=hold
            )
            if answer.kept:
                self._kept.add(ticket)
            return answer

        answer = await self._ask(join)
        if answer.go:
            self._granted(rules)
            return
        if answer.seconds > patience:
            raise self._refusal(answer, clock)
        try:
            async with asyncio.timeout(clock.waiting_left), self._lane(lane_of(rules)):
                await self._wait_as_head(ticket, rules, clock, hold)
        except TimeoutError:
            raise self._refusal(Answer(go=False, reason=BUSY), clock) from None

    async def _wait_as_head(self, ticket: str, rules: tuple[Rule, ...], clock: CallClock, hold: float) -> None:
        def poll(ledger: Ledger) -> Answer:
            return ledger.poll(self._store.owner, ticket, rules, self._slots, now=time.time(), hold=hold)

        await asyncio.sleep(self._not_before.get(lane_of(rules), 0.0) - time.monotonic())
        nap = _SHORTEST_NAP
        while True:
            changed = self._changed
            answer = await self._ask(poll)
            if answer.go:
                self._granted(rules)
                return
            if answer.seconds > clock.waiting_left:
                raise self._refusal(answer, clock)
            if answer.reason == BUSY:
                nap = min(_LONGEST_NAP, nap * 2)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(nap):
                        await changed.wait()
            else:
                await asyncio.sleep(min(_LONGEST_LOOK, max(0.001, answer.seconds)))

    def _granted(self, rules: tuple[Rule, ...]) -> None:
        gap = max((rule.gap for rule in rules if not rule.quota), default=0.0)
        self._not_before[lane_of(rules)] = time.monotonic() + gap

    def _leave(self, ledger: Ledger, ticket: str, rules: tuple[Rule, ...], sent: float | None) -> None:
        if ticket in self._kept:
            self._kept.discard(ticket)
            ledger.leave(self._store.owner, ticket, rules, sent)

    def _lane(self, lane: str) -> asyncio.Lock:
        return self._lanes.setdefault(lane, asyncio.Lock())

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _refusal(self, answer: Answer, clock: CallClock) -> SourceRateLimited:
        limit = self._published.get(answer.reason)
        if answer.reason == BUSY:
            return SourceRateLimited(f"{self._title}: no turn came up within the {in_words(clock.waiting)} of waiting.")
        if answer.reason == PAUSE or limit is None:
            words = "it asked for a pause"
        elif limit.is_quota:
            words = f"the quota of {limit.requests} requests {window_in_words(limit.seconds)} is used up"
        else:
            words = "too many requests wait for their turn"
        return SourceRateLimited(
            f"{self._title}: {words}; the next is free in {in_words(answer.seconds)}.", retry_after=answer.seconds
        )

    # -- the page ---------------------------------------------------------------------------------------------------

    async def _ask(self, question: Callable[[Ledger], Answer]) -> Answer:
        try:
            future = self._thread.submit(self._store.change, self._twice(question))
        except RuntimeError:
            raise SourceError(f"{self._title} cannot be asked any more: its client was closed.") from None
        try:
            return await asyncio.wrap_future(future)
        except StoreBusy:
            raise SourceRateLimited(f"{self._title}: another process blocks the record of the limits.") from None

    def _twice(self, question: Callable[[Ledger], Answer]) -> Callable[[Ledger], Answer]:
        def action(ledger: Ledger) -> Answer:
            answer = question(ledger)
            if not answer.go and self._store.without_the_dead(ledger):
                answer = question(ledger)
            return answer

        return action

    def _hand_in(self, action: Callable[[Ledger], T]) -> None:
        def run() -> None:
            with contextlib.suppress(StoreBusy):  # the slot's own end, or that of the process, frees it
                self._store.change(action)

        with contextlib.suppress(RuntimeError):  # the client was closed, which gave back everything
            self._thread.submit(run)

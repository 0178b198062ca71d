"""Hooks that hang, block, or do not let go; questions that are joined, and callers that are cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

import anyio
import pytest

from refcheck_core import SearchKind, SearchQuery
from refcheck_core.http.clock import call_clock
from refcheck_core.models import OutcomeStatus
from refcheck_core.sources import watchdog

pytestmark = pytest.mark.anyio

QUERY = SearchQuery(kind=SearchKind.TITLE, text="A work")


@pytest.fixture(autouse=True)
def short_grace(monkeypatch):
    monkeypatch.setattr(watchdog, "GRACE_SECONDS", 0.1)
    monkeypatch.setattr(watchdog, "PUT_DOWN_SECONDS", 0.2)


def other_tasks():
    """Tasks beside the test's own and that of the test runner."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    return {task for task in tasks if "TestRunner" not in task.get_coro().__qualname__}


class TestHanging:
    async def test_a_hook_that_awaits_for_ever_is_cut(self, pool_of, source):
        cancelled = []

        async def hang(ctx, query):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

        started = time.monotonic()
        async with pool_of(source(search=hang), source("other"), REFCHECK_NETWORK_TIMEOUT="0.2") as pool:
            hung, other = await asyncio.gather(pool.search("fake", QUERY), pool.search("other", QUERY))
        assert (hung.status, hung.reason) == (OutcomeStatus.TIMEOUT, "no answer within 0.2 s")
        assert other.status is OutcomeStatus.EMPTY
        assert other.elapsed < hung.elapsed
        assert cancelled == [True]
        assert time.monotonic() - started < 3

    async def test_waiting_for_ones_turn_is_not_counted(self, pool_of, source):
        async def wait(ctx, query):
            with call_clock.get().in_queue():
                await asyncio.sleep(0.8)
            return []

        async with pool_of(source(search=wait), REFCHECK_NETWORK_TIMEOUT="0.2") as pool:
            assert (await pool.search("fake", QUERY)).status is OutcomeStatus.EMPTY

    async def test_nor_is_it_without_bound(self, pool_of, source):
        async def wait(ctx, query):
            with call_clock.get().in_queue():
                await asyncio.sleep(60)

        environ = {"REFCHECK_NETWORK_TIMEOUT": "0.1", "REFCHECK_WAITING_BUDGET": "0.3"}
        async with pool_of(source(search=wait), **environ) as pool:
            outcome = await pool.search("fake", QUERY)
        assert outcome.status is OutcomeStatus.TIMEOUT
        assert 0.4 < outcome.elapsed < 3

    async def test_a_hook_that_swallows_its_cancellation_is_dropped(self, pool_of, source, caplog):
        swallowed = []

        async def stubborn(ctx, query):
            while True:
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    swallowed.append(True)

        async with pool_of(source(search=stubborn), REFCHECK_NETWORK_TIMEOUT="0.1") as pool:
            outcome = await pool.search("fake", QUERY)
        assert outcome.status is OutcomeStatus.TIMEOUT
        assert outcome.elapsed < 3
        assert swallowed == [True]
        assert "Source fake in search swallows its cancellation" in caplog.text
        assert not other_tasks()

    async def test_a_hook_that_answers_late_after_its_cancellation_has_timed_out(self, pool_of, source, record):
        async def late(ctx, query):
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(60)
            return [record()]

        async with pool_of(source(search=late), REFCHECK_NETWORK_TIMEOUT="0.1") as pool:
            assert (await pool.search("fake", QUERY)).status is OutcomeStatus.TIMEOUT

    async def test_each_call_has_a_clock_of_its_own(self, pool_of, source):
        clocks = []

        async def search(ctx, query):
            clocks.append(call_clock.get())
            return []

        async with pool_of(source(search=search), REFCHECK_WAITING_BUDGET="7") as pool:
            await pool.search("fake", QUERY)
            await pool.search("fake", SearchQuery(kind=SearchKind.TITLE, text="B"))
        assert clocks[0] is not clocks[1]
        assert (clocks[0].network, clocks[0].waiting) == (5.0, 7.0)
        assert call_clock.get() is None


class TestBlocking:
    @pytest.fixture(autouse=True)
    def idle(self, monkeypatch):
        """Whoever else uses this machine."""
        monkeypatch.setattr(watchdog.os, "getloadavg", lambda: (0.0, 0.0, 0.0))

    async def test_on_a_busy_machine_only_work_of_its_own_is_blamed_on_a_hook(self, pool_of, source, monkeypatch):
        monkeypatch.setattr(watchdog, "BLOCKING_SECONDS", 0.1)
        monkeypatch.setattr(watchdog.os, "getloadavg", lambda: (1000.0, 0.0, 0.0))

        async def stand(ctx, query):
            time.sleep(0.3)  # noqa: ASYNC251
            return []

        async def work(ctx, query):
            started = time.thread_time()
            while time.thread_time() - started < 0.2:
                pass
            return []

        async with pool_of(source(search=stand), source("other", search=work)) as pool:
            await pool.search("fake", QUERY)
            await pool.search("other", QUERY)
            assert list(pool.blockers) == ["other"]

    async def test_where_the_load_is_not_known_a_long_step_is_blamed(self, pool_of, source, monkeypatch):
        monkeypatch.setattr(watchdog, "BLOCKING_SECONDS", 0.1)
        monkeypatch.delattr(watchdog.os, "getloadavg")

        async def block(ctx, query):
            time.sleep(0.3)  # noqa: ASYNC251
            return []

        async with pool_of(source(search=block)) as pool:
            await pool.search("fake", QUERY)
            assert "fake" in pool.blockers

    async def test_a_hook_that_blocks_the_loop_is_named(self, pool_of, source, caplog, monkeypatch):
        monkeypatch.setattr(watchdog, "BLOCKING_SECONDS", 0.1)

        async def block(ctx, query):
            await asyncio.sleep(0)
            time.sleep(0.3)  # noqa: ASYNC251
            return []

        async with pool_of(source(search=block), source("other")) as pool:
            assert (await pool.search("fake", QUERY)).status is OutcomeStatus.EMPTY
            await pool.search("other", QUERY)
            assert 0.3 <= pool.blockers["fake"] < 3
            assert list(pool.blockers) == ["fake"]
        (warning,) = [entry for entry in caplog.records if entry.levelno == logging.WARNING]
        assert "Source fake blocked the event loop" in warning.getMessage()

    async def test_a_hook_that_blocks_before_its_first_await_is_named(self, pool_of, source, monkeypatch):
        monkeypatch.setattr(watchdog, "BLOCKING_SECONDS", 0.1)

        def block(ctx, query):
            time.sleep(0.3)
            return asyncio.sleep(0, [])

        async with pool_of(source(search=block)) as pool:
            assert (await pool.search("fake", QUERY)).status is OutcomeStatus.EMPTY
            assert "fake" in pool.blockers

    async def test_waiting_long_is_not_blocking(self, pool_of, source, monkeypatch):
        monkeypatch.setattr(watchdog, "BLOCKING_SECONDS", 0.1)

        async def wait(ctx, query):
            await asyncio.sleep(0.3)
            return []

        async with pool_of(source(search=wait)) as pool:
            await pool.search("fake", QUERY)
            assert not pool.blockers


class TestAwaiting:
    """The step by step run of a hook is a plain await to the hook."""

    async def test_values_exceptions_and_scopes_pass(self, pool_of, source, record):
        async def search(ctx, query):
            loop = asyncio.get_running_loop()
            future = loop.create_future()
            loop.call_soon(future.set_result, 5)
            assert await future == 5
            failing = loop.create_future()
            loop.call_soon(failing.set_exception, KeyError("x"))
            with pytest.raises(KeyError):
                await failing
            with anyio.move_on_after(0.01) as scope:
                await anyio.sleep(60)
            assert scope.cancelled_caught
            async with asyncio.timeout(5), asyncio.TaskGroup() as group:
                task = group.create_task(asyncio.sleep(0, "value"))
            assert await anyio.to_thread.run_sync(lambda: 7) == 7
            return [record(await task)]

        async with pool_of(source(search=search)) as pool:
            outcome = await pool.search("fake", QUERY)
        assert outcome.reason is None
        assert outcome.records[0].title == "value"

    async def test_an_awaitable_that_is_no_coroutine(self, pool_of, source, record):
        class Later:
            def __await__(self):
                yield from asyncio.sleep(0).__await__()
                return [record("later")]

        async with pool_of(source(search=lambda ctx, query: Later())) as pool:
            assert (await pool.search("fake", QUERY)).records[0].title == "later"

    async def test_what_cannot_even_be_closed_is_let_go(self, pool_of, source, caplog):
        class Sticky:
            def __await__(self):
                return self

            def __iter__(self):
                return self

            def __next__(self):
                future = asyncio.get_running_loop().create_future()
                return next(iter(future))

            def throw(self, *error):
                return next(self)

            def close(self):
                raise RuntimeError("never")

        async with pool_of(source(search=lambda ctx, query: Sticky()), REFCHECK_NETWORK_TIMEOUT="0.1") as pool:
            assert (await pool.search("fake", QUERY)).status is OutcomeStatus.TIMEOUT
        assert not other_tasks()


class TestJoining:
    async def test_equal_questions_in_flight_are_asked_once(self, pool_of, source, record):
        async def search(ctx, query):
            await asyncio.sleep(0.02)
            return [record()]

        plugin = source(search=search)
        queries = [
            SearchQuery(kind=SearchKind.TITLE, text=text) for text in ("A work", "a  WORK", " A work ", "Another work")
        ]
        async with pool_of(plugin, REFCHECK_CACHE="off") as pool:
            outcomes = await asyncio.gather(*(pool.search("fake", query) for query in queries))
        assert {outcome.status for outcome in outcomes} == {OutcomeStatus.OK}
        assert [call[1].text for call in plugin.calls] == ["A work", "Another work"]

    async def test_one_waiter_that_is_cancelled_leaves_the_others_their_answer(self, pool_of, source, record):
        async def search(ctx, query):
            await asyncio.sleep(0.1)
            return [record()]

        plugin = source(search=search)
        async with pool_of(plugin) as pool:
            first, second = (asyncio.create_task(pool.search("fake", QUERY)) for _ in range(2))
            await asyncio.sleep(0.03)
            first.cancel()
            outcome = await second
        assert first.cancelled()
        assert outcome.status is OutcomeStatus.OK
        assert len(plugin.calls) == 1

    async def test_the_last_waiter_that_is_cancelled_cancels_the_call(self, pool_of, source):
        events = []

        async def search(ctx, query):
            events.append("started")
            try:
                await asyncio.sleep(60)
            finally:
                events.append("ended")

        async with pool_of(source(search=search)) as pool:
            waiters = [asyncio.create_task(pool.search("fake", QUERY)) for _ in range(2)]
            await asyncio.sleep(0.05)
            for waiter in waiters:
                waiter.cancel()
            await asyncio.gather(*waiters, return_exceptions=True)
            await asyncio.sleep(0.05)
            assert events == ["started", "ended"]
            assert not other_tasks()

    async def test_a_question_after_a_cancelled_one_is_asked_anew(self, pool_of, source, record):
        tries = []

        async def search(ctx, query):
            tries.append(1)
            if len(tries) == 1:
                await asyncio.sleep(60)
            return [record()]

        async with pool_of(source(search=search)) as pool:
            with anyio.move_on_after(0.05):
                await pool.search("fake", QUERY)
            assert (await pool.search("fake", QUERY)).status is OutcomeStatus.OK

    async def test_a_scope_that_is_cancelled_ends_at_once_and_leaves_nothing_running(self, pool_of, source):
        async def search(ctx, query):
            await asyncio.sleep(60)

        started = time.monotonic()
        async with pool_of(source(search=search), source("two", search=search)) as pool:
            with anyio.move_on_after(0.05) as scope:
                async with anyio.create_task_group() as group:
                    group.start_soon(pool.search, "fake", QUERY)
                    group.start_soon(pool.search, "two", QUERY)
            assert scope.cancelled_caught
            assert time.monotonic() - started < 1
            await asyncio.sleep(0.05)
            assert not other_tasks()

    async def test_a_batch_whose_chunks_are_cancelled_leaves_nothing_running(self, pool_of, source):
        stubborn = []

        async def lookup_dois(ctx, dois):
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                stubborn.append(dois)
                await asyncio.sleep(60)

        async with pool_of(source(lookup_dois=lookup_dois, info={"max_batch": 1})) as pool:
            with anyio.move_on_after(0.05):
                await pool.lookup_dois("fake", ["10.1000/1", "10.1000/2"])
            await asyncio.sleep(1)
            assert len(stubborn) == 2
            assert not other_tasks()

    async def test_waiters_of_a_pool_that_is_closed_are_told(self, pool_of, source):
        async def search(ctx, query):
            await asyncio.sleep(60)

        async with pool_of(source(search=search)) as pool:
            waiter = asyncio.create_task(pool.search("fake", QUERY))
            await asyncio.sleep(0.05)
        with pytest.raises(RuntimeError, match="closed while it was asked"):
            await waiter
        assert not other_tasks()

    async def test_a_fault_of_our_own_reaches_every_waiter(self, pool_of, source, monkeypatch):
        async with pool_of(source()) as pool:

            async def broken(*_, **__):
                await asyncio.sleep(0.01)
                raise AssertionError("of our own")

            monkeypatch.setattr(pool._asker, "answer", broken)
            found = await asyncio.gather(*(pool.search("fake", QUERY) for _ in range(2)), return_exceptions=True)
        assert [str(error) for error in found] == ["of our own"] * 2

"""Limits over several real processes, counted on a server's own clock."""

import asyncio
import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.anyio

JITTER = 0.05
"""Seconds by which arrivals may be closer than the published gap: this machine's own unrest."""

WORKER = """
import asyncio, json, sys
from pathlib import Path
from refcheck_core.contract import RateLimit, SourceInfo
from refcheck_core.http import open_client
from refcheck_core.settings import Settings

async def ask(url, state, who, calls, gap, slots, budget):
    settings = Settings(cache_dir=Path(state), state_dir=Path(state), waiting_budget=budget)
    limits = (RateLimit(name="all", requests=1, seconds=gap),) if gap else ()
    info = SourceInfo(
        name="demo", title="Demo", home_page="", version="1", base_url=url, limits=limits, concurrency=slots
    )
    async with open_client(info, settings) as client:
        done = await asyncio.gather(*(client.get(f"{who}/{n}") for n in range(calls)), return_exceptions=True)
    return [getattr(each, "status_code", None) or type(each).__name__ for each in done]

print("ready", flush=True)
for line in sys.stdin:
    print(json.dumps(asyncio.run(ask(**json.loads(line)))), flush=True)
"""


class Worker:
    """A process that asks what it is told to."""

    def __init__(self, who):
        self.who = who
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ready(self):
        assert self.process.stdout.readline() == "ready\n"
        return self

    def tell(self, server, state, **order):
        order = {"url": server.url, "state": str(state), "who": self.who, "budget": 60.0, **order}
        self.process.stdin.write(json.dumps(order) + "\n")

    async def answers(self):
        return json.loads(await asyncio.to_thread(self.process.stdout.readline))

    def end(self):
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def workers():
    """Four processes; a test that ends one takes it from the end."""
    started = [Worker(who) for who in "abyz"]
    yield [worker.ready() for worker in started]
    for worker in started:
        worker.end()


class Server:
    """Notes who arrives when, and how many are served at once."""

    def __init__(self, seconds=0.0):
        self.seconds = seconds
        self.arrivals = []
        self.running = self.peak = 0

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._serving = set()
        return self

    async def __aexit__(self, *_):
        self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _serve(self, reader, writer):
        task = asyncio.current_task()
        self._serving.add(task)
        try:
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
                while True:
                    await self._answer(reader, writer)
        finally:
            writer.close()
            self._serving.discard(task)

    async def _answer(self, reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        self.arrivals.append((time.monotonic(), head.split(b"/")[1].decode()))
        self.running += 1
        self.peak = max(self.peak, self.running)
        await asyncio.sleep(self.seconds)
        self.running -= 1
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")
        await writer.drain()

    async def arrived(self, count):
        async with asyncio.timeout(10):
            while len(self.arrivals) < count:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    @property
    def order(self):
        return "".join(who for _, who in sorted(self.arrivals))

    @property
    def gaps(self):
        return [later - earlier for earlier, later in itertools.pairwise(sorted(when for when, _ in self.arrivals))]


@pytest.mark.parametrize(("slots", "seconds"), [(1, 0.0), (3, 0.2)])
async def test_two_processes_keep_a_rate_and_take_turns(workers, tmp_path, slots, seconds):
    calls, gap = 12, 0.1
    async with Server(seconds) as server:
        for worker in workers[:2]:
            worker.tell(server, tmp_path, calls=calls, gap=gap, slots=slots)
        for worker in workers[:2]:
            assert await worker.answers() == [200] * calls
    assert min(server.gaps) >= gap - JITTER
    assert server.peak <= slots
    # While both ask, neither goes more than a few times in a row.
    start = max(server.order.index("a"), server.order.index("b"))
    end = min(server.order.rindex("a"), server.order.rindex("b"))
    assert end - start > calls
    assert "aaaa" not in server.order[start:end]
    assert "bbbb" not in server.order[start:end]


async def test_two_processes_keep_the_number_of_requests_at_once(workers, tmp_path):
    async with Server(0.1) as server:
        for worker in workers[:2]:
            worker.tell(server, tmp_path, calls=8, gap=0, slots=2)
        for worker in workers[:2]:
            assert await worker.answers() == [200] * 8
    assert server.peak == 2


async def test_nobody_waits_in_vain(workers, tmp_path):
    async with Server() as server:
        started = time.monotonic()
        for worker in workers[:2]:
            worker.tell(server, tmp_path, calls=50, gap=0.2, slots=1, budget=2.0)
        results = [await worker.answers() for worker in workers[:2]]
    assert time.monotonic() - started < 10
    assert {answer for result in results for answer in result} == {200, "SourceRateLimited"}
    assert all(result.count(200) >= 3 for result in results)
    assert min(server.gaps) >= 0.2 - JITTER


async def test_a_stopped_process_does_not_stop_the_others(workers, tmp_path):
    stopped = workers[3]
    async with Server() as server:
        stopped.tell(server, tmp_path, calls=40, gap=0.1, slots=2)
        await server.arrived(3)
        os.kill(stopped.process.pid, signal.SIGSTOP)
        try:
            # Only its place in the queue is at stake: a slot that it may hold is free again after its time.
            workers[0].tell(server, tmp_path, calls=3, gap=0.1, slots=2)
            assert await asyncio.wait_for(workers[0].answers(), 10) == [200] * 3
        finally:
            os.kill(stopped.process.pid, signal.SIGCONT)
            stopped.end()


async def test_a_killed_process_frees_its_slot_and_its_place(workers, tmp_path):
    dying = workers[2]
    async with Server(60.0) as server:
        dying.tell(server, tmp_path, calls=5, gap=0, slots=1)
        await server.arrived(1)
        server.seconds = 0.0
        workers[0].tell(server, tmp_path, calls=3, gap=0, slots=1)
        await asyncio.sleep(0.5)
        assert server.order == "y"
        os.kill(dying.process.pid, signal.SIGKILL)
        killed = time.monotonic()
        assert await asyncio.wait_for(workers[0].answers(), 10) == [200] * 3
    assert server.order == "yaaa"
    assert server.arrivals[-1][0] - killed < 4

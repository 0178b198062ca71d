"""Limits in the stack and on disk, within one process: turns, refusals, quotas, faults of the store."""

import asyncio
import itertools
import logging
import sqlite3
import stat
import time
import types
from dataclasses import replace

import httpx
import pytest

from refcheck_core.contract import RateLimit, SourceInfo
from refcheck_core.errors import SourceError, SourceRateLimited
from refcheck_core.http import limiter as limiter_module
from refcheck_core.http import open_client
from refcheck_core.http import store as store_module
from refcheck_core.http.clock import CallClock, call_clock
from refcheck_core.http.limits import limiter_state
from refcheck_core.http.store import SUFFIX, Store, file_name

pytestmark = pytest.mark.anyio

ALL = RateLimit(name="all", requests=1, seconds=0.2)
DAY = RateLimit(name="day", requests=3, seconds=86400)


@pytest.fixture
def client_of(settings_of):
    """Builds a client; `settings` of the test by default, so that clients share their limits."""

    def build(handler=None, *, scale="1", environ=None, **fields):
        fields = {"limits": (ALL,), "concurrency": 1, "base_url": "https://api.example.org/v1", **fields}
        info = SourceInfo(name="demo", title="Demo", home_page="", version="1", **fields)
        settings = settings_of(REFCHECK_LIMITS_SCALE=scale, **(environ or {}))
        return open_client(info, settings, transport=httpx.MockTransport(handler or Network()))

    return build


class Network:
    def __init__(self, delay=0.0, status=200, headers=None):
        self.times = []
        self.running = self.peak = 0
        self.answer = delay, status, headers

    async def __call__(self, request):
        delay, status, headers = self.answer
        self.times.append(time.monotonic())
        self.running += 1
        self.peak = max(self.peak, self.running)
        try:
            await asyncio.sleep(delay)
        finally:
            self.running -= 1
        return httpx.Response(status, headers=headers, json={})

    @property
    def gaps(self):
        times = sorted(self.times)
        return [later - earlier for earlier, later in itertools.pairwise(times)]


async def test_requests_are_spread_evenly(client_of):
    network = Network()
    clock = CallClock(5, 10)
    call_clock.set(clock)
    async with client_of(network) as client:
        await asyncio.gather(*(client.get("works") for _ in range(5)))
    assert min(network.gaps) >= 0.2
    assert clock.waiting_used >= 0.2 + 0.4 + 0.6 + 0.8
    assert clock.network_used < 2


async def test_two_clients_share_the_limits_and_a_new_one_goes_on_where_the_last_ended(client_of):
    network = Network()
    async with client_of(network) as one, client_of(network) as two:
        await asyncio.gather(*(client.get("works") for client in (one, two, one, two)))
    async with client_of(network) as three:
        await three.get("works")
    assert len(network.times) == 5
    assert min(network.gaps) >= 0.19


async def test_a_mirror_has_limits_of_its_own(client_of):
    network = Network()
    slow = (replace(ALL, seconds=3.0),)
    async with (
        client_of(network, limits=slow) as one,
        client_of(network, limits=slow, environ={"REFCHECK_DEMO_URL": "http://127.0.0.1:9"}) as two,
    ):
        await asyncio.gather(one.get("works"), two.get("works"))
    assert network.gaps[0] < 2


async def test_a_limit_holds_for_the_paths_that_it_names(client_of):
    single = RateLimit(name="single", requests=1, seconds=0.1, path=r"works/[^/]+")
    listed = RateLimit(name="list", requests=1, seconds=1.0, path=r"works")
    network = Network()
    async with client_of(network, limits=(single, listed), concurrency=3) as client:
        started = time.monotonic()
        paths = ["works", "works?q=1", "works/10.1%2Fx", "works/10.1%2Fy", "types"]
        done = {}

        async def get(path):
            await client.get(path)
            done[path] = time.monotonic() - started

        await asyncio.gather(*map(get, paths))
    assert done["types"] < done["works?q=1"] - 0.3
    assert 0.1 <= done["works/10.1%2Fy"] < done["works?q=1"] - 0.3
    assert done["works?q=1"] >= 1.0


async def test_no_more_requests_run_at_once_than_are_allowed(client_of):
    network = Network(delay=0.05)
    async with client_of(network, limits=(), concurrency=2) as one, client_of(network, limits=(), concurrency=2) as two:
        await asyncio.gather(*(client.get("works") for client in (one, two) for _ in range(5)))
    assert network.peak == 2
    assert len(network.times) == 10


async def test_scale_zero_means_no_limits_and_no_files(client_of, tmp_path):
    network = Network(delay=0.05)
    async with client_of(network, scale="0") as client:
        await asyncio.gather(*(client.get("works") for _ in range(5)))
    assert network.peak == 5
    assert not (tmp_path / "state").exists()


async def test_a_wait_beyond_the_budget_is_refused_at_once_in_words(client_of):
    slow = RateLimit(name="slow", requests=1, seconds=50)
    network = Network()
    async with client_of(network, limits=(slow,), environ={"REFCHECK_WAITING_BUDGET": "60"}) as client:
        started = time.monotonic()
        # The first goes, the second waits, the third would wait for 100 s.
        first = await client.get("works")
        second = asyncio.ensure_future(client.get("works"))
        await asyncio.sleep(0.1)
        with pytest.raises(
            SourceRateLimited, match=r"Demo: too many requests wait for their turn; .* in (?:9|10)\d s"
        ) as caught:
            await client.get("works")
        assert time.monotonic() - started < 10
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
    assert first.status_code == 200
    assert caught.value.retry_after == pytest.approx(101, abs=10)
    assert len(network.times) == 1


async def test_a_quota_is_kept_across_clients_and_told_in_words(client_of, settings_of):
    network = Network()
    for _ in range(3):
        async with client_of(network, limits=(DAY,)) as client:
            await client.get("works")
    async with client_of(network, limits=(DAY,)) as client:
        with pytest.raises(SourceRateLimited) as caught:
            await client.get("works")
    assert str(caught.value) == "Demo: the quota of 3 requests a day is used up; the next is free in 25 h."
    assert caught.value.retry_after == pytest.approx(86400 * 1.02, abs=60)
    assert len(network.times) == 3
    (state,) = limiter_state(settings_of())
    assert (state.source, state.host, state.limit) == ("demo", "api.example.org:443", "day")
    assert (state.used, state.requests) == (3, 3)
    assert state.free_in == pytest.approx(86400 * 1.02, abs=60)


async def test_a_scaled_quota_frees_again_within_the_budget(client_of):
    network = Network()
    async with client_of(network, limits=(DAY,), scale=str(1 / 86400)) as client:
        started = time.monotonic()
        await asyncio.gather(*(client.get("works") for _ in range(4)))
    assert 1.0 <= time.monotonic() - started < 4


async def test_a_servers_wish_for_a_pause_holds_for_other_clients_too(client_of):
    busy, network = Network(status=429, headers={"retry-after": "1"}), Network()
    async with client_of(busy, limits=()) as one, client_of(network, limits=()) as two:
        refused = asyncio.ensure_future(one.get("works"))
        await asyncio.sleep(0.3)
        busy.answer = 0.0, 200, None
        await two.get("works")
        await refused
    assert 0.95 <= network.times[0] - busy.times[0] < 4


async def test_a_long_pause_is_refused_in_words(client_of):
    network = Network(status=429, headers={"retry-after": "500"})
    async with client_of(network) as client:
        with pytest.raises(SourceRateLimited, match="asks to wait 9 min"):
            await client.get("works")
        await asyncio.sleep(0.05)
        with pytest.raises(SourceRateLimited, match=r"Demo: it asked for a pause; the next is free in 9 min\."):
            await client.get("works")
    assert len(network.times) == 1


async def test_waiting_for_a_slot_ends_with_the_budget(client_of):
    network = Network(delay=1.5)
    async with client_of(network, limits=(), environ={"REFCHECK_WAITING_BUDGET": "0.3"}) as client:
        first = asyncio.ensure_future(client.get("works"))
        await asyncio.sleep(0.1)
        with pytest.raises(SourceRateLimited, match=r"Demo: no turn came up within the 0\.3 s of waiting"):
            await client.get("works")
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first


async def test_no_waiting_budget_means_now_or_never(client_of):
    async with client_of(environ={"REFCHECK_WAITING_BUDGET": "0"}) as client:
        await client.get("works")
        with pytest.raises(SourceRateLimited):
            await client.get("works")


async def test_a_pause_that_outlasts_the_budget_ends_a_wait_that_had_begun(client_of):
    slow = RateLimit(name="slow", requests=1, seconds=1)
    async with client_of(limits=(slow,), environ={"REFCHECK_WAITING_BUDGET": "5"}) as client:
        await client.get("works")
        waiting = asyncio.ensure_future(client.get("works"))
        await asyncio.sleep(0.1)
        async with client_of(Network(status=429, headers={"retry-after": "60"}), limits=()) as other:
            with pytest.raises(SourceRateLimited):
                await other.get("works")
        with pytest.raises(SourceRateLimited, match="asked for a pause"):
            await waiting


@pytest.mark.parametrize("when", ["running", "waiting"])
async def test_a_cancelled_request_frees_its_place_at_once(client_of, when):
    network = Network(delay=10)
    async with client_of(network, limits=()) as one, client_of(network, limits=()) as two:
        running = asyncio.ensure_future(one.get("works"))
        await asyncio.sleep(0.1)
        waiting = [asyncio.ensure_future(one.get("works")) for _ in range(3)]
        await asyncio.sleep(0.1)
        for task in waiting if when == "waiting" else [*waiting, running]:
            task.cancel()
        await asyncio.sleep(0.05)
        network.answer = 0.0, 200, None
        if when == "waiting":
            running.cancel()
        started = time.monotonic()
        assert (await two.get("works")).status_code == 200
        assert time.monotonic() - started < 3
        await asyncio.gather(running, *waiting, return_exceptions=True)
    assert network.running == 0


async def test_cancelling_at_any_moment_leaks_no_turn(client_of):
    network = Network(delay=0.002)
    async with client_of(network, limits=(), concurrency=2) as client:
        await client.get("works")
        for step in range(25):
            tasks = [asyncio.ensure_future(client.get("works")) for _ in range(4)]
            await asyncio.sleep(step * 0.0008)
            for task in tasks:
                task.cancel()
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        started = time.monotonic()
        await asyncio.gather(*(client.get("works") for _ in range(2)))
        assert time.monotonic() - started < 3
    assert network.peak <= 2


async def test_a_call_that_is_thrown_away_frees_its_place(client_of):
    @types.coroutine
    def thrown_away(call):
        steps = call.__await__()
        future = steps.send(None)
        while not network.running:
            yield future
            future = steps.send(None)
        steps.close()

    network = Network(delay=10)
    async with client_of(network, limits=()) as client:
        await asyncio.ensure_future(thrown_away(client.get("works")))
        network.answer = 0.0, 200, None
        started = time.monotonic()
        await client.get("works")
        assert time.monotonic() - started < 3


async def test_the_state_is_for_this_user_only(client_of, tmp_path):
    async with client_of() as client:
        await client.get("works")
        folder = tmp_path / "state" / "limits"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert [path.name for path in folder.iterdir() if not path.name.endswith(SUFFIX)] == []


async def test_no_address_of_a_mirror_is_lost_in_a_files_name():
    assert file_name("demo@API.example.org_443") == "demo@api.example.org_443"
    assert file_name("demo@../../etc/passwd") == "demo@.._.._etc_passwd"
    assert len(file_name("x" * 500)) == 120


async def test_a_folder_that_cannot_be_written_limits_the_process_alone_and_says_so(client_of, tmp_path, caplog):
    (tmp_path / "state").write_text("in the way")
    network = Network()
    async with client_of(network) as one, client_of(network) as two:
        await asyncio.gather(one.get("works"), two.get("works"), one.get("works"))
    assert min(network.gaps) >= 0.19
    warnings = [record.getMessage() for record in caplog.records if "REFCHECK_STATE_DIR" in record.getMessage()]
    assert len(warnings) == 2
    assert "for this process only" in warnings[0]


async def test_a_store_that_fails_midway_goes_on_in_memory(client_of, caplog):
    async with client_of() as client:
        await client.get("works")
        limiter = client._transport._inner._limiter
        store = limiter._store
        await asyncio.wrap_future(limiter._thread.submit(lambda: store._page.execute("DROP TABLE page") and None))
        assert (await client.get("works")).status_code == 200
        assert store._in_memory
    assert "for this process only" in caplog.text


@pytest.mark.parametrize("content", [b"not a database, but long enough to be taken for one" * 50, b""])
async def test_a_damaged_file_is_begun_afresh(client_of, tmp_path, content, caplog):
    folder = tmp_path / "state" / "limits"
    folder.mkdir(parents=True)
    path = folder / f"{file_name('demo@api.example.org_443')}{SUFFIX}"
    path.write_bytes(content)
    async with client_of() as client:
        assert (await client.get("works")).status_code == 200
    assert ("damaged" in caplog.text) is bool(content)


@pytest.mark.parametrize("page", ["{", "[]", '{"version": 1}', "[" * 100_000, '{"version": NaN}'])
async def test_a_damaged_page_is_begun_afresh(client_of, settings_of, tmp_path, page, caplog):
    async with client_of() as client:
        await client.get("works")
    (path,) = (tmp_path / "state" / "limits").glob(f"*{SUFFIX}")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE page SET json = ?", (page,))
    database.close()
    async with client_of() as client:
        assert (await client.get("works")).status_code == 200
    assert "damaged" in caplog.text
    assert [state.limit for state in limiter_state(settings_of())] == ["all"]


async def test_a_page_that_another_process_never_lets_go_is_rate_limited(client_of, tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "LOCK_PATIENCE", 0.2)
    async with client_of() as client:
        await client.get("works")
    (path,) = (tmp_path / "state" / "limits").glob(f"*{SUFFIX}")
    blocker = sqlite3.connect(path, isolation_level=None)
    async with client_of() as client:
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(SourceRateLimited, match="another process blocks"):
            await client.get("works")
        blocker.execute("ROLLBACK")
        assert (await client.get("works")).status_code == 200
    blocker.close()


async def test_a_closed_client_gives_back_what_it_held(client_of, settings_of, tmp_path):
    network = Network(delay=10)
    async with client_of(network, limits=()) as two:
        client = client_of(network, limits=())
        running = asyncio.ensure_future(client.get("works"))
        await asyncio.sleep(0.1)
        await client.aclose()
        network.answer = 0.0, 200, None
        started = time.monotonic()
        await two.get("works")
        assert time.monotonic() - started < 3
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert list((tmp_path / "state" / "limits").glob("*.alive")) == []


async def test_the_margin_over_the_published_gap():
    rule = limiter_module.rule_of(RateLimit(name="a|b", requests=10, seconds=1), 1.0)
    assert rule.gap == pytest.approx(0.1 * 1.02 + 0.02)
    assert rule.name == "a/b"
    assert limiter_module.rule_of(DAY, 0.5).seconds == pytest.approx(86400 * 1.02 / 2)


async def test_the_state_of_nothing_is_empty(settings_of, tmp_path):
    assert limiter_state(settings_of()) == []
    folder = tmp_path / "state" / "limits"
    folder.mkdir(parents=True)
    (folder / f"x{SUFFIX}").write_bytes(b"garbage" * 100)
    assert limiter_state(settings_of()) == []


async def test_the_state_of_a_paced_limit_tells_when_it_is_free(client_of, settings_of):
    slow = replace(ALL, seconds=20)
    async with client_of(limits=(slow, DAY)) as client:
        await client.get("works")
    states = {state.limit: state for state in limiter_state(settings_of())}
    assert states["all"].used is None
    assert states["all"].free_in == pytest.approx(20.4, abs=5)
    assert states["day"].used == 1
    assert states["day"].free_in == 0


async def test_a_store_without_a_page_has_nothing_to_close(tmp_path):
    Store(tmp_path, "x").close()
    assert list(tmp_path.iterdir()) == []


async def test_a_client_that_is_closed_meanwhile_is_unavailable(client_of):
    network = Network(delay=10)
    client = client_of(network, limits=())
    running = asyncio.ensure_future(client.get("works"))
    await asyncio.sleep(0.1)
    waiting = asyncio.ensure_future(client.get("works"))
    await asyncio.sleep(0.1)
    await client.aclose()
    with pytest.raises(SourceError, match="its client was closed"):
        await waiting
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_warning_names_no_key(client_of, caplog):
    with caplog.at_level(logging.DEBUG):
        async with client_of() as client:
            await client.get("works")
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_closing_is_done_even_where_it_is_cancelled_and_once(client_of, tmp_path):
    client = client_of()
    await client.get("works")
    limits = client._transport._inner
    closing = asyncio.ensure_future(limits.aclose())
    await asyncio.sleep(0)
    closing.cancel()
    await asyncio.gather(closing, return_exceptions=True)
    async with asyncio.timeout(5):
        while list((tmp_path / "state" / "limits").glob("*.alive")):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await limits.aclose()
    await client.aclose()

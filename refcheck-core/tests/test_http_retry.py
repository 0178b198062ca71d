import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from refcheck_core.contract import SourceInfo
from refcheck_core.errors import SourceBadResponse, SourceRateLimited, SourceTimeout, SourceUnavailable
from refcheck_core.http import open_client
from refcheck_core.http.clock import CallClock, call_clock
from refcheck_core.http.retry import ATTEMPTS, IDEMPOTENT_EXTENSION

pytestmark = pytest.mark.anyio


class Script:
    """A network that answers by a list: statuses, responses, or exceptions; the last for ever."""

    def __init__(self, *steps):
        self.steps = list(steps)
        self.times = []

    def __call__(self, request):
        self.times.append(time.monotonic())
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        if isinstance(step, Exception):
            raise step
        return step if isinstance(step, httpx.Response) else httpx.Response(step, json={"status": step})


@pytest.fixture
def client_of(settings_of):
    def build(handler, scale="0.01", **environ):
        info = SourceInfo(
            name="demo", title="Demo", home_page="", version="1", base_url="https://api.example.org", concurrency=5
        )
        settings = settings_of(REFCHECK_LIMITS_SCALE=scale, **environ)
        return open_client(info, settings, transport=httpx.MockTransport(handler))

    return build


@pytest.mark.parametrize(
    "fault",
    [
        429,
        500,
        502,
        503,
        504,
        522,
        httpx.ConnectError("x"),
        httpx.ReadError("x"),
        httpx.RemoteProtocolError("x"),
        httpx.ReadTimeout("x"),
        httpx.ConnectTimeout("x"),
        OSError("x"),
    ],
)
async def test_a_fault_that_passes_is_tried_again(client_of, fault):
    network = Script(fault, fault, 200)
    async with client_of(network) as client:
        assert (await client.get("works")).status_code == 200
    assert len(network.times) == 3


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (429, SourceRateLimited),
        (500, SourceUnavailable),
        (httpx.ConnectError("x"), SourceUnavailable),
        (httpx.ProxyError("x"), SourceUnavailable),
        (httpx.ReadTimeout("x"), SourceTimeout),
        (httpx.RemoteProtocolError("x"), SourceUnavailable),
    ],
)
async def test_a_fault_that_stays_is_named_after_a_bounded_number_of_tries(client_of, fault, error):
    network = Script(fault)
    async with client_of(network) as client:
        with pytest.raises(error, match=r"^Demo [a-z].*\.$") as caught:
            await client.get("works")
    assert len(network.times) == ATTEMPTS
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("status", [501, 505])
async def test_a_lasting_server_error_is_not_tried_again(client_of, status):
    network = Script(status)
    async with client_of(network) as client:
        with pytest.raises(SourceUnavailable, match=str(status)):
            await client.get("works")
    assert len(network.times) == 1


@pytest.mark.parametrize("fault", [httpx.UnsupportedProtocol("x"), httpx.InvalidURL("x")])
async def test_an_impossible_address_is_not_tried_again(client_of, fault):
    network = Script(fault)
    async with client_of(network) as client:
        with pytest.raises(SourceBadResponse, match="cannot be asked"):
            await client.get("works")
    assert len(network.times) == 1


@pytest.mark.parametrize("status", [200, 400, 401, 403, 404])
async def test_an_answer_is_not_tried_again(client_of, status):
    network = Script(status)
    async with client_of(network) as client:
        assert (await client.get("works")).status_code == status
    assert len(network.times) == 1


async def test_a_post_is_tried_once_unless_it_is_marked_as_harmless(client_of):
    network = Script(503)
    async with client_of(network) as client:
        with pytest.raises(SourceUnavailable):
            await client.post("batch", json={"ids": []})
        assert len(network.times) == 1
        network.steps = [503, 200]
        answer = await client.post("batch", json={"ids": ["a"]}, extensions={IDEMPOTENT_EXTENSION: True})
    assert answer.status_code == 200
    assert len(network.times) == 3


async def test_a_body_that_cannot_be_sent_twice_is_sent_once(client_of):
    async def chunks():
        yield b"x"

    network = Script(503)
    async with client_of(network) as client:
        with pytest.raises(SourceUnavailable):
            await client.post("batch", content=chunks(), extensions={IDEMPOTENT_EXTENSION: True})
    assert len(network.times) == 1


def in_seconds(seconds):
    now = datetime.now(UTC)
    return {"retry-after": format_datetime(now + timedelta(seconds=seconds), usegmt=True), "date": format_datetime(now)}


@pytest.mark.parametrize("headers", [{"retry-after": "1"}, in_seconds(1)])
@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_is_honoured_in_both_forms(client_of, headers, status):
    network = Script(httpx.Response(status, headers=headers), 200)
    clock = CallClock(5, 5)
    call_clock.set(clock)
    async with client_of(network) as client:
        await client.get("works")
    first, second = network.times
    assert 0.98 <= second - first < 4
    assert 0.98 <= clock.waiting_used < 4
    assert clock.network_used < 1
    assert not clock.is_waiting


async def test_a_retry_after_beyond_the_waiting_budget_ends_the_call_at_once(client_of):
    network = Script(httpx.Response(429, headers={"retry-after": "90"}))
    async with client_of(network, REFCHECK_WAITING_BUDGET="60") as client:
        started = time.monotonic()
        with pytest.raises(SourceRateLimited, match="asks to wait 90 s") as caught:
            await client.get("works")
    assert caught.value.retry_after == 90
    assert len(network.times) == 1
    assert time.monotonic() - started < 10


async def test_a_retry_after_that_has_passed_means_ordinary_back_off(client_of):
    network = Script(httpx.Response(429, headers={"retry-after": "0"}), 200)
    async with client_of(network) as client:
        assert (await client.get("works")).status_code == 200


async def test_back_off_grows_and_is_charged_to_waiting(client_of):
    network = Script(500)
    clock = CallClock(5, 5)
    call_clock.set(clock)
    async with client_of(network, scale="0.1") as client:
        with pytest.raises(SourceUnavailable):
            await client.get("works")
    gaps = [later - earlier for earlier, later in zip(network.times, network.times[1:], strict=False)]
    # 0.5, 1 and 2 s with up to 0.5 s of jitter, at a tenth
    for gap, low in zip(gaps, (0.05, 0.1, 0.2), strict=True):
        assert low <= gap < low + 1
    assert 0.35 <= clock.waiting_used < sum(gaps) + 1


async def test_back_off_beyond_the_waiting_budget_is_not_waited(client_of):
    network = Script(500)
    async with client_of(network, scale="1", REFCHECK_WAITING_BUDGET="0.3") as client:
        with pytest.raises(SourceUnavailable):
            await client.get("works")
    assert len(network.times) == 1


async def test_a_time_out_with_no_network_time_left_is_not_tried_again(client_of):
    async def never(request):
        network(request)
        await asyncio.sleep(60)

    network = Script(200)
    async with client_of(never, REFCHECK_NETWORK_TIMEOUT="0.1") as client:
        with pytest.raises(SourceTimeout):
            await client.get("works")
    assert len(network.times) == 1


async def test_our_retries_are_no_warning_of_stamina(client_of, caplog):
    with caplog.at_level(logging.DEBUG):
        async with client_of(Script(500, 200)) as client:
            await client.get("works")
    assert [record for record in caplog.records if record.name == "stamina"] == []


async def test_retries_of_others_are_still_reported(client_of, caplog):
    import stamina

    async with client_of(Script(200)):
        pass
    for attempt in stamina.retry_context(on=KeyError, attempts=2, wait_initial=0, wait_jitter=0):
        with attempt:
            if attempt.num == 1:
                raise KeyError
    assert [record.name for record in caplog.records] == ["stamina"]

import asyncio

import httpx
import pytest

from refcheck_core.contract import Key, SourceInfo
from refcheck_core.errors import SourceBadResponse, SourceTimeout
from refcheck_core.http import open_client
from refcheck_core.http.client import user_agent
from refcheck_core.http.clock import CallClock, call_clock
from refcheck_core.http.limits import LimitTransport
from refcheck_core.http.network import NetworkTransport
from refcheck_core.http.retry import RetryTransport
from refcheck_core.settings import SettingsError

pytestmark = pytest.mark.anyio


def info(**fields):
    fields = {"base_url": "https://api.example.org/v1", **fields}
    return SourceInfo(name="demo", title="Demo Base", home_page="https://example.org", version="1", **fields)


@pytest.fixture
def client_of(settings_of):
    """Builds a client whose network is a function."""

    def build(handler, environ=None, **fields):
        settings = settings_of(**{"REFCHECK_LIMITS_SCALE": "0", **(environ or {})})
        return open_client(info(**fields), settings, transport=httpx.MockTransport(handler))

    return build


def echo(request):
    return httpx.Response(200, json={"url": str(request.url), "headers": dict(request.headers)})


@pytest.mark.parametrize("base", ["https://api.example.org/v1", "https://api.example.org/v1/"])
@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("works/10.1000%2Fx", "https://api.example.org/v1/works/10.1000%2Fx"),
        ("works/10.1002%2F(sici)1097-4571%3A3%3C1%3A%3Aaid%3E3.0.co%3B2-x", None),
        ("works?query=a%20b", "https://api.example.org/v1/works?query=a%20b"),
        ("", "https://api.example.org/v1/"),
    ],
)
async def test_relative_paths_join_and_keep_their_encoding(client_of, base, path, url):
    async with client_of(echo, base_url=base) as client:
        response = await client.get(path)
    assert response.json()["url"] == (url or f"https://api.example.org/v1/{path}")


async def test_the_base_url_is_overridden_by_the_environment(client_of):
    async with client_of(echo, {"REFCHECK_DEMO_URL": "http://127.0.0.1:9/mirror"}) as client:
        assert (await client.get("works")).json()["url"] == "http://127.0.0.1:9/mirror/works"


@pytest.mark.parametrize(
    ("contact", "tail"),
    [
        ("me@example.org", " (mailto:me@example.org)"),
        ("", ""),
        ("not an address", ""),
        ("a@example.org) evil (", ""),
        ("a@example.org\r\nX-Evil: 1", ""),
    ],
)
async def test_the_user_agent_names_the_contact_when_it_is_one(settings_of, contact, tail):
    agent = user_agent(settings_of(CROSSREF_EMAIL=contact))
    head, _, rest = agent.partition(" ")
    assert head.startswith("refcheck/0.")
    assert (" " + rest if rest else "") == tail


async def test_redirects_are_followed(client_of):
    def handler(request):
        if request.url.path == "/v1/old":
            return httpx.Response(301, headers={"location": "/v1/new"})
        return echo(request)

    async with client_of(handler) as client:
        response = await client.get("old")
    assert response.json()["url"].endswith("/v1/new")
    assert len(response.history) == 1


async def test_a_circle_of_redirects_is_a_bad_response(client_of):
    async with client_of(lambda request: httpx.Response(302, headers={"location": str(request.url)})) as client:
        with pytest.raises(SourceBadResponse, match="Demo Base sends requests in circles"):
            await client.get("works")


@pytest.mark.parametrize("location", ["ftp://example.org/x", "https://[broken", "http://\x00"])
async def test_a_redirect_to_nowhere_is_a_bad_response(client_of, location):
    async with client_of(lambda request: httpx.Response(302, headers={"location": location})) as client:
        with pytest.raises(SourceBadResponse, match="Demo Base"):
            await client.get("works")


@pytest.mark.parametrize("status", [200, 204, 400, 401, 403, 404, 410])
async def test_other_statuses_are_returned(client_of, status):
    async with client_of(lambda request: httpx.Response(status, text="x")) as client:
        assert (await client.get("works")).status_code == status


async def test_calls_are_charged_to_the_clock_of_the_context(client_of):
    async def handler(request):
        await asyncio.sleep(0.03)
        return echo(request)

    clock = CallClock(5, 5)
    call_clock.set(clock)
    async with client_of(handler) as client:
        await client.get("a")
        await client.get("b")
    assert clock.requests == 2
    assert clock.network_used >= 0.06
    assert clock.waiting_used == 0


async def test_network_time_is_summed_over_the_requests_of_a_call(client_of):
    async def handler(request):
        await asyncio.sleep(0.2)
        return echo(request)

    call_clock.set(CallClock(0.3, 5))
    async with client_of(handler) as client:
        await client.get("a")
        with pytest.raises(SourceTimeout, match=r"Demo Base did not answer within 0\.3 s"):
            await client.get("b")


async def test_without_a_clock_each_request_has_the_budgets_of_the_settings(client_of):
    async def handler(request):
        await asyncio.sleep(0.12)
        return echo(request)

    async with client_of(handler, {"REFCHECK_NETWORK_TIMEOUT": "0.2"}) as client:
        for _ in range(3):
            await client.get("a")
    assert call_clock.get() is None


async def test_transports_alone_refuse_to_run_without_a_clock(settings_of):
    request = httpx.Request("GET", "https://api.example.org")
    inner = httpx.MockTransport(echo)
    for transport in (
        RetryTransport(inner, "Demo"),
        LimitTransport(inner, info(), settings_of(), httpx.URL("https://api.example.org")),
    ):
        with pytest.raises(RuntimeError, match="no clock"):
            await transport.handle_async_request(request)
        await transport.aclose()


async def test_opening_a_client_costs_no_connection_and_no_file(settings_of, tmp_path):
    async with open_client(info(keys=(Key(env="DEMO_KEY", purpose="x", header="x-key"),)), settings_of()):
        pass
    assert list(tmp_path.iterdir()) == []


async def test_an_address_that_is_none_is_named_by_its_setting(client_of):
    with pytest.raises(
        SettingsError, match=r"REFCHECK_DEMO_URL takes an address such as https://api\.example\.org/v1\."
    ):
        client_of(echo, {"REFCHECK_DEMO_URL": "https://[me:secret"})


async def test_an_address_without_a_host_cannot_be_asked(client_of):
    async with client_of(echo, {"REFCHECK_DEMO_URL": "here", "REFCHECK_LIMITS_SCALE": "1"}) as client:
        client._transport._inner._inner._inner._inner = NetworkTransport()
        with pytest.raises(SourceBadResponse, match="cannot be asked under this address"):
            await client.get("works")

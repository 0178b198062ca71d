"""What a real connection can do: break off, trickle, lie about lengths, pack bombs; over loopback sockets."""

import asyncio
import contextlib
import gzip
import logging
import time
import zlib

import httpx
import pytest

from refcheck_core.contract import Key, SourceInfo
from refcheck_core.errors import SourceBadResponse, SourceError, SourceTimeout, SourceUnavailable
from refcheck_core.http import network as network_module
from refcheck_core.http import open_client
from refcheck_core.http.clock import CallClock, call_clock
from refcheck_core.http.network import MAX_BODY, BodyTransport, NetworkTransport
from refcheck_core.http.responses import json_body

pytestmark = pytest.mark.anyio

SECRET = "s3cr3t-0123456789abcdef"


class Server:
    """Answers each request on a raw socket by a function of (request head, writer)."""

    def __init__(self, answer):
        self.answer = answer
        self.heads = []
        self.open_connections = 0

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await asyncio.sleep(0.02)

    async def _serve(self, reader, writer):
        self.open_connections += 1
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                self.heads.append((await reader.readuntil(b"\r\n\r\n")).decode())
                answering = asyncio.ensure_future(self.answer(self.heads[-1], writer))
                gone = asyncio.ensure_future(reader.read(1))
                await asyncio.wait({answering, gone}, return_when=asyncio.FIRST_COMPLETED)
                gone.cancel()
                await asyncio.wait({gone})
                if not answering.done():
                    answering.cancel()
                    break
                if answering.result() == "close":
                    break
        self.open_connections -= 1
        writer.close()


def plain(body, head=b"", length=None):
    size = len(body) if length is None else length
    return b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n%s\r\n%s" % (size, head, body)


def sending(*chunks, pause=0.0, then=None):
    async def answer(head, writer):
        for chunk in chunks:
            writer.write(chunk)
            await writer.drain()
            await asyncio.sleep(pause)
        return then

    return answer


@pytest.fixture
def client_of(settings_of):
    def build(url, **environ):
        settings = settings_of(**{"REFCHECK_LIMITS_SCALE": "0.01", "DEMO_KEY": SECRET, **environ})
        info = SourceInfo(
            name="demo",
            title="Demo",
            home_page="",
            version="1",
            base_url=url,
            concurrency=4,
            keys=(Key(env="DEMO_KEY", purpose="x", parameter="apikey"),),
        )
        return open_client(info, settings)

    return build


async def reset(head, writer):
    writer.transport.abort()
    return "close"


@pytest.mark.parametrize(
    "answer",
    [
        reset,
        sending(then="close"),
        sending(b"HTTP/1.1 20", then="close"),
        sending(plain(b'{"a":', length=50), then="close"),
        sending(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab", then="close"),
        sending(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nab\r\n", then="close"),
        sending(b"SSH-2.0-OpenSSH_9\r\n\r\n", then="close"),
        sending(plain(gzip.compress(b"x" * 5000)[:-20], b"content-encoding: gzip\r\n"), then="close"),
    ],
    ids=["reset", "closed", "half a status", "short body", "short chunk", "no chunk", "not http", "short gzip"],
)
async def test_a_broken_answer_is_unavailable_after_retries(client_of, answer):
    async with Server(answer) as server, client_of(server.url) as client:
        with pytest.raises(SourceUnavailable, match=r"^Demo broke off") as caught:
            await client.get("works")
        assert not isinstance(caught.value, SourceTimeout)
    assert len(server.heads) == 4


async def test_a_refused_connection_is_unavailable(client_of):
    async with Server(reset) as server:
        url = server.url
    async with client_of(url) as client:
        with pytest.raises(SourceUnavailable, match="Demo cannot be reached: no connection"):
            await client.get("works")


async def test_a_broken_answer_may_heal(client_of):
    answers = [reset, sending(plain(b"{", length=9), then="close"), sending(plain(b'{"a": 1}'))]

    async def answer(head, writer):
        return await answers.pop(0)(head, writer)

    async with Server(answer) as server, client_of(server.url) as client:
        assert json_body(await client.get("works")) == {"a": 1}


async def test_a_page_with_status_200_is_a_bad_response(client_of):
    async with Server(sending(plain(b"<!doctype html><p>Wait"))) as server, client_of(server.url) as client:
        with pytest.raises(SourceBadResponse, match="Demo sent a web page"):
            json_body(await client.get("works"))


@pytest.mark.parametrize(
    "answer",
    [
        sending(plain(b"x" * 30, length=MAX_BODY + 1), then="close"),
        sending(b"HTTP/1.1 200 OK\r\n\r\n", *[b"x" * 2**20] * (MAX_BODY // 2**20 + 1), then="close"),
        sending(plain(gzip.compress(b"\0" * (MAX_BODY + 1)), b"content-encoding: gzip\r\n")),
        sending(plain(zlib.compress(b"\0" * (MAX_BODY + 1)), b"content-encoding: deflate\r\n")),
    ],
    ids=["declared", "streamed", "gzip bomb", "deflate bomb"],
)
async def test_a_body_that_is_too_large_is_a_bad_response(client_of, answer):
    async with Server(answer) as server, client_of(server.url) as client:
        with pytest.raises(SourceBadResponse, match="Demo sent an answer of more than 20 MiB"):
            await client.get("works")
    assert len(server.heads) == 1


async def test_a_large_body_within_the_bound_is_read(client_of):
    body = b"[" + b"1," * (6 * 2**20) + b"1]"
    packed = plain(gzip.compress(body, 1), b"content-encoding: gzip\r\n")
    async with Server(sending(packed)) as server, client_of(server.url) as client:
        assert len((await client.get("works")).content) == len(body)


@pytest.mark.parametrize("packing", ["br", "zstd", "gzip, gzip", "compress"])
async def test_a_packing_that_was_not_asked_for_is_a_bad_response(client_of, packing):
    answer = plain(gzip.compress(b"{}"), b"content-encoding: %s\r\n" % packing.encode())
    async with Server(sending(answer)) as server, client_of(server.url) as client:
        with pytest.raises(SourceBadResponse, match="packing"):
            await client.get("works")
    assert "accept-encoding: gzip, deflate\r\n" in server.heads[0].lower()


async def test_a_body_that_is_not_packed_as_it_says_is_a_bad_response(client_of):
    answer = plain(b"not gzip", b"content-encoding: gzip\r\n")
    async with Server(sending(answer)) as server, client_of(server.url) as client:
        with pytest.raises(SourceBadResponse, match="cannot be unpacked"):
            await client.get("works")


async def test_a_head_request_has_no_body_to_unpack(client_of):
    answer = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 99\r\n\r\n"
    async with Server(sending(answer)) as server, client_of(server.url) as client:
        assert (await client.head("works")).content == b""


async def test_a_body_that_trickles_is_cut_by_the_network_time(client_of):
    trickle = sending(plain(b"", length=99), *[b"x"] * 99, pause=0.05)
    async with Server(trickle) as server, client_of(server.url, REFCHECK_NETWORK_TIMEOUT="0.4") as client:
        started = time.monotonic()
        with pytest.raises(SourceTimeout, match=r"within 0\.4 s"):
            await client.get("works")
        assert time.monotonic() - started < 3
        await asyncio.sleep(0.2)
        assert server.open_connections == 0


@pytest.mark.parametrize("how", ["task", "scope"])
async def test_a_cancelled_call_closes_its_connection_and_frees_its_turn(client_of, how):
    async with Server(sending(b"", pause=30)) as server, client_of(server.url) as client:
        if how == "task":
            task = asyncio.ensure_future(client.get("works"))
            await asyncio.sleep(0.3)
            assert server.open_connections == 1
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        else:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await client.get("works")
        await asyncio.sleep(0.2)
        assert server.open_connections == 0
        assert len(asyncio.all_tasks()) <= 4  # this test, the runner, the server's own


async def test_connections_are_reused(client_of):
    async with Server(sending(plain(b"{}"))) as server, client_of(server.url) as client:
        for _ in range(5):
            await client.get("works")
        assert server.open_connections == 1
    assert len(server.heads) == 5


async def test_the_key_is_on_the_wire_and_nowhere_else(client_of, caplog):
    caplog.set_level(logging.DEBUG)
    clock = CallClock(5, 5)
    call_clock.set(clock)
    async with Server(sending(plain(b"{}"))) as server, client_of(server.url) as client:
        response = await client.get("works", params={"q": "x"})
    assert f"/works?q=x&apikey={SECRET}" in server.heads[0]
    loggers = {record.name.partition(".")[0] for record in caplog.records}
    assert {"httpx", "httpcore"} <= loggers
    for shown in (caplog.text, repr(response), repr(vars(response.request)), str(response.url), repr(client)):
        assert SECRET not in shown
    assert clock.requests == 1


async def test_requests_go_through_the_proxy_of_the_environment(client_of, monkeypatch):
    for name in ("no_proxy", "NO_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    async with Server(sending(plain(b"{}"))) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removeprefix("http://"))
        async with client_of("http://registry.example.org/v1") as client:
            await client.get("works")
        monkeypatch.setenv("no_proxy", "example.org")
        async with client_of("http://registry.example.org.invalid/v1") as client:
            await client.get("works")
    assert proxy.heads[0].startswith("GET http://registry.example.org/v1/works HTTP/1.1")
    assert proxy.heads[1].startswith("GET http://registry.example.org.invalid/v1/works HTTP/1.1")
    assert network_module._proxy_for(httpx.URL("http://registry.example.org")) is None


async def test_loopback_never_goes_through_a_proxy(client_of, monkeypatch):
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    async with Server(sending(plain(b"{}"))) as server, client_of(server.url) as client:
        assert (await client.get("works")).status_code == 200


async def test_a_proxy_that_refuses_or_is_not_supported_is_named(client_of, monkeypatch):
    for name in ("no_proxy", "NO_PROXY", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    async with Server(sending(b"HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n", then="close")) as proxy:
        monkeypatch.setenv("https_proxy", proxy.url)
        async with client_of("https://registry.example.org") as client:
            with pytest.raises(SourceUnavailable, match="the proxy refuses the connection"):
                await client.get("works")
    monkeypatch.setenv("https_proxy", "socks5://127.0.0.1:1")
    async with client_of("https://registry.example.org") as client:
        with pytest.raises(SourceError, match=r"this kind of proxy|cannot be reached"):
            await client.get("works")


async def test_an_unexpected_fault_of_the_network_is_unavailable():
    class Odd(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request):
            raise httpx.DecodingError("odd")

    with pytest.raises(SourceUnavailable, match="DecodingError"):
        await BodyTransport(Odd(), "Demo").handle_async_request(httpx.Request("GET", "http://x"))


async def test_a_closed_network_closes_its_connections():
    async with Server(sending(plain(b"{}"))) as server:
        transport = NetworkTransport()
        body = BodyTransport(transport, "Demo")
        await body.handle_async_request(httpx.Request("GET", server.url))
        assert server.open_connections == 1
        await body.aclose()
        await asyncio.sleep(0.2)
        assert server.open_connections == 0

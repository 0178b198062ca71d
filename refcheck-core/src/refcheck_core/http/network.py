"""The innermost transports: the network with the environment's proxies, and the bound on what a body may hold."""

from __future__ import annotations

import urllib.request
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

import httpx

from ..errors import SourceBadResponse, SourceError, SourceTimeout, SourceUnavailable, SourceUnreachable
from .responses import SOURCE_EXTENSION

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterable

MAX_BODY = 20 * 1024 * 1024
"""Largest body, unpacked, in bytes. Semantic Scholar's own limit is 10 MB; the largest Crossref batch stays below."""

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_PORTS = {"http": 80, "https": 443}
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32  # zlib finds out by itself which of the two a stream is


def origin(url: httpx.URL) -> tuple[str, str, int | None]:
    """Scheme, host and port of a URL, the default port spelt out."""
    return url.scheme, url.host, url.port or _PORTS.get(url.scheme)


def is_loopback(url: httpx.URL) -> bool:
    """Whether the URL points at this machine."""
    return url.host in _LOOPBACK


@lru_cache(maxsize=1)
def _ssl_context() -> ssl.SSLContext:
    return httpx.create_ssl_context()  # loading the certificates takes some 20 ms: once for all clients


class NetworkTransport(httpx.AsyncBaseTransport):
    """Sends over the network, through the proxies that the environment names (never to loopback).

    httpx itself applies them only to transports that it builds; connections are made on first use, so that opening
    a client costs nothing.
    """

    def __init__(self) -> None:
        self._by_proxy: dict[tuple[str | None, bool], httpx.AsyncHTTPTransport] = {}
        self._by_origin: dict[tuple[str, str], httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send by the transport that belongs to the request's scheme and host."""
        return await self.prepare(request.url).handle_async_request(request)

    def prepare(self, url: httpx.URL) -> httpx.AsyncHTTPTransport:
        """Make what the first request to a host needs; called before a turn is taken, since it takes its time."""
        key = url.scheme, url.host
        transport = self._by_origin.get(key)
        if transport is None:
            transport = self._by_origin[key] = self._transport(_proxy_for(url), secure=url.scheme == "https")
        return transport

    def _transport(self, proxy: str | None, *, secure: bool) -> httpx.AsyncHTTPTransport:
        key = proxy, secure
        if key not in self._by_proxy:
            verify = _ssl_context() if secure or proxy else False  # plain HTTP needs no certificates
            self._by_proxy[key] = httpx.AsyncHTTPTransport(verify=verify, proxy=proxy)
        return self._by_proxy[key]

    async def aclose(self) -> None:
        """Close all connections."""
        transports = list(self._by_proxy.values())
        self._by_proxy.clear()
        self._by_origin.clear()
        for transport in transports:
            await transport.aclose()


def _proxy_for(url: httpx.URL) -> str | None:
    if is_loopback(url):
        return None
    proxies = urllib.request.getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or urllib.request.proxy_bypass(url.host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


class BodyTransport(httpx.AsyncBaseTransport):
    """Reads the whole body within a bound, unpacks it, and turns httpx's faults into `SourceError`s.

    httpx would unpack a chunk to whatever size it has (and several encodings on top of each other), so that a few
    kilobytes could fill the memory; here not more than the bound is ever unpacked.

    Args:
        inner: the transport below.
        title: the database's name for people, for messages.
        max_body: largest body, unpacked, in bytes.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, title: str, *, max_body: int = MAX_BODY) -> None:
        self._inner = inner
        self._title = title
        self._max_body = max_body

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send and read.

        Raises:
            SourceUnavailable: no connection, or it broke, or the body is incomplete.
            SourceTimeout: a step took too long.
            SourceBadResponse: too large, or packed in a way that was not asked for.
        """
        try:
            return await self._send(request)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ImportError, ValueError) as exc:
            fault = _fault(exc, self._title)
        # Raised here, so that the cause, whose request may carry a key, is not chained to it.
        raise fault

    async def _send(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        try:
            content = await self._read(response)
        finally:
            await response.aclose()
        headers = [(key, value) for key, value in response.headers.raw if key.lower() not in _OF_THE_WIRE]
        extensions = {SOURCE_EXTENSION: self._title}
        return httpx.Response(response.status_code, headers=headers, content=content, extensions=extensions)

    async def _read(self, response: httpx.Response) -> bytes:
        if _declared_length(response) > self._max_body:
            raise self._too_large()
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        stream: AsyncIterable[bytes] = response.stream  # type: ignore[assignment]  # of an async transport
        if encoding in {"identity", ""}:
            return await self._read_plain(stream)
        if encoding in {"gzip", "x-gzip", "deflate"}:
            return await self._read_packed(stream)
        raise SourceBadResponse(f"{self._title} sent an answer in a packing that was not asked for.")

    async def _read_plain(self, stream: AsyncIterable[bytes]) -> bytes:
        body = bytearray()
        async for chunk in stream:
            body += chunk
            if len(body) > self._max_body:
                raise self._too_large()
        return bytes(body)

    async def _read_packed(self, stream: AsyncIterable[bytes]) -> bytes:
        unpacker = zlib.decompressobj(_GZIP_OR_ZLIB)
        body = bytearray()
        started = False
        try:
            async for chunk in stream:
                started = started or bool(chunk)
                body += unpacker.decompress(chunk, self._max_body + 1 - len(body))
                if len(body) > self._max_body:
                    raise self._too_large()
        except zlib.error:
            raise SourceBadResponse(f"{self._title} sent an answer that cannot be unpacked.") from None
        if started and not unpacker.eof:
            raise SourceUnavailable(f"{self._title} broke off its answer.")
        return bytes(body)

    def _too_large(self) -> SourceBadResponse:
        return SourceBadResponse(f"{self._title} sent an answer of more than {self._max_body // 2**20} MiB.")

    async def aclose(self) -> None:
        """Close the transport below."""
        await self._inner.aclose()


_OF_THE_WIRE = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})


def _declared_length(response: httpx.Response) -> int:
    declared = response.headers.get("content-length", "")
    return int(declared) if declared.isascii() and declared.isdigit() and len(declared) < 20 else 0


def _fault(exc: Exception, title: str) -> SourceError:
    """Say in words what went wrong; httpx's own texts may hold addresses and header values."""
    if isinstance(exc, httpx.TimeoutException):
        return SourceTimeout(f"{title} did not answer in time.")
    if isinstance(exc, (httpx.UnsupportedProtocol, httpx.InvalidURL)):
        return SourceBadResponse(f"{title} cannot be asked under this address.")
    for kinds, words in _UNAVAILABLE:
        if isinstance(exc, kinds):
            is_cut_off = isinstance(exc, (httpx.ConnectError, httpx.ProxyError))
            return (SourceUnreachable if is_cut_off else SourceUnavailable)(f"{title} {words}.")
    return SourceUnavailable(f"{title} cannot be reached ({type(exc).__name__}).")


_UNAVAILABLE: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((httpx.ProxyError,), "cannot be reached: the proxy refuses the connection"),
    ((httpx.ConnectError,), "cannot be reached: no connection"),
    ((httpx.NetworkError, httpx.RemoteProtocolError), "broke off the connection"),
    ((ImportError,), "cannot be reached: support for this kind of proxy is not installed"),
)

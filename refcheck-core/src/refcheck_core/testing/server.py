"""A small HTTP server on the loopback interface that plays a database, well or badly behaved."""

from __future__ import annotations

import asyncio
import contextlib
import json
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

BASE_PATH = "/base/"
"""Path that the source's base URL ends in; a request outside it is a violation."""
LONGEST_TARGET = 8000
"""Bytes of path and query that a request may have: common servers refuse request lines above 8 KiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request as it arrived.

    Attributes:
        method: ``GET``, ``POST`` …
        path: path below the base URL, still percent-encoded, without a leading slash.
        query: the query, still encoded.
        headers: by lower-case name.
        body: as sent.
        problem: what is wrong with it, if anything: outside the base URL, too long, not HTTP.
    """

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    problem: str | None = None

    @property
    def params(self) -> dict[str, list[str]]:
        """The decoded query: name -> values."""
        return urllib.parse.parse_qs(self.query, keep_blank_values=True)

    @property
    def decoded(self) -> str:
        """Path, query and body as text, all decoded, in lower case."""
        body = self.body.decode("utf-8", "replace")
        with contextlib.suppress(ValueError):
            body = json.dumps(json.loads(body), ensure_ascii=False)
        parts = (urllib.parse.unquote(self.path), urllib.parse.unquote_plus(self.query), body)
        return "\n".join(parts).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the server sends back.

    Attributes:
        status: HTTP status.
        body: content.
        headers: in addition to length and type.
        type: content type.
        delay: seconds before it is sent.
        cut: bytes of the body after which the connection is closed, although more was announced.
        reset: whether the connection is reset in place of any answer.
    """

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    type: str = "application/json"
    delay: float = 0.0
    cut: int | None = None
    reset: bool = False

    @classmethod
    def json(cls, data: Any, *, status: int = 200) -> Reply:
        """A JSON answer."""
        return cls(status=status, body=json.dumps(data).encode())

    @classmethod
    def text(cls, text: str, *, status: int = 200, type: str = "text/plain; charset=utf-8") -> Reply:  # noqa: A002
        """A text answer (XML, BibTeX, a plain 404)."""
        return cls(status=status, body=text.encode(), type=type)

    def truncated(self) -> Reply:
        """The same answer with half of its body, as if that were all."""
        return replace(self, body=self.body[: len(self.body) // 2])


Respond = Callable[[Request], Reply]


class LoopbackServer:
    """Runs in the event loop of the test; use it as an async context manager.

    Attributes:
        requests: what arrived.
        disconnects: how many clients went away before they had their answer.
        errors: what `respond` raised; the first is raised when the server is left.
    """

    def __init__(self, respond: Respond) -> None:
        self.respond = respond
        self.requests: list[Request] = []
        self.disconnects = 0
        self.errors: list[Exception] = []
        self._server: asyncio.Server | None = None
        self._handlers: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._handle, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
        for handler in self._handlers:
            handler.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)
        if self.errors:
            raise AssertionError(f"`respond` of the tests raised {self.errors[0]!r}") from self.errors[0]

    @property
    def url(self) -> str:
        """Base URL for the source."""
        if self._server is None:
            raise RuntimeError("the server does not run")
        port = self._server.sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}{BASE_PATH}"

    @property
    def problems(self) -> list[str]:
        """What was wrong with the requests."""
        return [request.problem for request in self.requests if request.problem]

    async def wait_until(self, condition: Callable[[], bool], seconds: float = 5.0) -> bool:
        """Wait until a condition on this server holds; whether it did in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(condition)
        return condition()

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._handlers.add(task)
            task.add_done_callback(self._handlers.discard)
        try:
            request = await _read(reader)
            if request is not None:
                self.requests.append(request)
                await self._notify()
                await self._answer(request, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.disconnects += 1
            await self._notify()
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _answer(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            reply = self.respond(request)
        except Exception as error:  # noqa: BLE001  (raised when the server is left, so that a slip in a test is seen)
            self.errors.append(error)
            reply = Reply(status=500)
        if reply.delay:
            await self._delay(reply.delay, reader)
        if reply.reset:
            writer.transport.abort()
            return
        sent = reply.body if reply.cut is None else reply.body[: reply.cut]
        writer.write(_head(reply) + (b"" if request.method == "HEAD" else sent))
        await writer.drain()

    async def _delay(self, seconds: float, reader: asyncio.StreamReader) -> None:
        """Wait, and notice when the client goes away."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                if not await reader.read(1):
                    raise ConnectionResetError


async def _read(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    except asyncio.LimitOverrunError:
        return Request(method="", path="", problem="the head of a request is longer than 64 KiB")
    start, *lines = head.rstrip("\r\n").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    method, _, rest = start.partition(" ")
    target, _, protocol = rest.rpartition(" ")
    path, _, query = target.partition("?")
    return Request(
        method=method,
        path=path.removeprefix(BASE_PATH),
        query=query,
        headers=headers,
        body=body,
        problem=_problem(target, path, protocol),
    )


def _problem(target: str, path: str, protocol: str) -> str | None:
    if protocol != "HTTP/1.1" or any(ord(character) <= 0x20 or ord(character) >= 0x7F for character in target):
        return f"request line with unescaped characters: {target[:200]!r}"
    if not f"{path}/".startswith(BASE_PATH):
        return f"request outside the base URL: {target[:200]}"
    if "/../" in f"{urllib.parse.unquote(path.replace('%2F', '').replace('%2f', ''))}/":
        return f"request that leaves its folder: {target[:200]}"
    if len(target) > LONGEST_TARGET:
        return f"request line of {len(target)} bytes; databases refuse those over about {LONGEST_TARGET}"
    return None


def _head(reply: Reply) -> bytes:
    headers = {
        "Content-Type": reply.type,
        "Content-Length": str(len(reply.body)),
        "Connection": "close",
        **reply.headers,
    }
    lines = [f"HTTP/1.1 {reply.status} Status", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")

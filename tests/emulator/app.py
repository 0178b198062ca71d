"""The ASGI application: sends requests to their API, keeps the log, counts limits, plays faults."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response

from .api import Api, Query
from .faults import Fault, FaultBoard, FaultKind
from .journal import Journal, LoggedRequest
from .limits import Limiter, Violation

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping

    from .recordings import Recordings

    Scope = MutableMapping[str, Any]
    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]

_BODY_KEPT = 1 << 20
_PAGE = (
    "<!DOCTYPE html>\n<html><head><title>Just a moment...</title></head>"
    "<body><h1>Checking your browser before you continue</h1></body></html>\n"
)
_HUGE, _PIECE = 64 << 20, 1 << 20


class EmulatorApp:
    """All emulated APIs under one host, each below its own prefix.

    Attributes:
        apis: by name.
        offload: whether answers are worked out in a thread, so that a long search holds up nobody else.
        enforce: whether a request beyond a limit is answered with 429.
        transports: of the open connections by the client's address; a reset needs the socket.
    """

    def __init__(self, apis: Mapping[str, Api], *, scale: float, jitter: float, enforce: bool, offload: bool) -> None:
        self.apis = dict(apis)
        self.enforce = enforce
        self.offload = offload
        self.recordings: Recordings | None = None
        self.journal = Journal()
        self.limiter = Limiter(scale, jitter)
        self.faults = FaultBoard()
        self.transports: dict[tuple[str, int], asyncio.Transport] = {}
        self.closing: asyncio.Event | None = None

    def api(self, name: str) -> Api:
        """An API by its name or prefix.

        Raises:
            KeyError: there is none; the text names those there are.
        """
        for api in self.apis.values():
            if name in {api.name, api.prefix}:
                return api
        raise KeyError(f"No API {name!r}; there are {', '.join(self.apis)}.")

    def reset(self) -> None:
        """Forget requests, violations, faults and delays."""
        self.journal.reset()
        self.limiter.reset()
        self.faults.clear()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        arrival = time.monotonic()
        path = str(scope["path"])
        body = await _body(receive)
        if path.startswith("/_emulator/"):
            await self._control(scope, path.removeprefix("/_emulator/"), body)(scope, receive, send)
            return
        api = next((found for found in self.apis.values() if path.startswith(f"/{found.prefix}/")), None)
        if api is None:
            await Response("No such API.", 404)(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        text = scope["query_string"].decode("latin-1")
        below = path.removeprefix(f"/{api.prefix}/")
        query = Query(str(scope["method"]), below.removeprefix(f"{api.base}/"), text, headers, body)
        request = LoggedRequest(0, api.name, query.method, below, text, headers, arrival, body[:_BODY_KEPT])
        await _Exchange(self, api, query, request, scope, receive, send).run()

    def _control(self, scope: Scope, what: str, body: bytes) -> Response:
        """Routes for people and for tests in other processes."""
        if scope["method"] == "GET" and what == "violations":
            return JSONResponse([asdict(found) for found in list(self.limiter.violations)])
        if scope["method"] == "GET" and what == "requests":
            return JSONResponse([request.shown() for request in self.journal.requests()])
        if scope["method"] == "POST" and what == "reset":
            self.reset()
            return JSONResponse({})
        if scope["method"] == "POST" and what == "fault":
            try:
                given = json.loads(body)
                name = self.api(given.pop("api")).name
                self.faults.put(name, Fault(FaultKind(given.pop("kind")), **given))
            except (KeyError, TypeError, ValueError) as error:
                return JSONResponse({"error": str(error)}, 400)
            return JSONResponse({})
        if scope["method"] == "POST" and what == "delay":
            seconds = float(json.loads(body)["milliseconds"]) / 1000
            self.faults.delays.update(dict.fromkeys(self.apis, seconds))
            return JSONResponse({})
        return JSONResponse({"error": f"no control {scope['method']} {what}"}, 404)


class _Exchange:
    """One request and its answer."""

    def __init__(
        self,
        app: EmulatorApp,
        api: Api,
        query: Query,
        request: LoggedRequest,
        scope: Scope,
        receive: Receive,
        send: Send,
    ) -> None:
        self.app = app
        self.api = api
        self.query = query
        self.request = request
        self.scope = scope
        self.receive = receive
        self._send = send
        self._hung_up = False

    async def run(self) -> None:
        app, request = self.app, self.request
        app.journal.note(request)
        name, who = self.api.counted_by(self.query)
        broken = app.limiter.arrive(request, name, who, self.api.limits[name])
        request.broken = [found.text for found in broken]
        try:
            await self._respond(broken)
        finally:
            if request.departure is None:
                request.departure = time.monotonic()
            app.limiter.depart(request, name, who, hung_up=self._hung_up)

    async def _respond(self, broken: list[Violation]) -> None:
        delay = self.app.faults.delays.get(self.api.name, 0.0)
        if delay and await self._client_leaves(delay):
            return
        fault = self.app.faults.take(self.api.name, self.request.path)
        if fault is not None:
            self.request.fault = fault.kind.value
            await self._play(fault)
        elif broken and self.app.enforce:
            await self._answer(self.api.too_many())
        else:
            await self._answer(await self._true_answer())

    async def _true_answer(self) -> Response:
        recordings = self.app.recordings
        if recordings is not None:
            return recordings.answer(self.api, self.query)
        if self.app.offload:
            response = await asyncio.to_thread(self.api.answer, self.query)
        else:
            response = self.api.answer(self.query)
        return response

    async def _answer(self, response: Response) -> None:
        if self.app.recordings is None:
            for name, value in self.api.headers_for(self.query).items():
                response.headers.setdefault(name, value)
        await response(self.scope, self.receive, self.send)

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.request.status = message["status"]
        elif not message.get("more_body", False):
            # The client may act on the last byte before this coroutine goes on.
            self.request.departure = time.monotonic()
        await self._send(message)

    async def _play(self, fault: Fault) -> None:
        kind = fault.kind
        if kind is FaultKind.TIMEOUT:
            await self._client_leaves(None)
        elif kind is FaultKind.RESET:
            await self._reset()
        elif kind is FaultKind.TRUNCATED:
            await self._truncate()
        elif kind is FaultKind.HUGE:
            await self._flood()
        else:
            response = await self._faulty(kind)
            for name, value in fault.headers().items():
                response.headers[name] = value
            await self._answer(response)

    async def _faulty(self, kind: FaultKind) -> Response:
        if kind is FaultKind.RATE_LIMITED:
            return self.api.too_many()
        if kind is FaultKind.HTML:
            return Response(_PAGE, media_type="text/html")
        if kind is FaultKind.EMPTY:
            return Response(b"", media_type=self.api.media_type)
        if kind is FaultKind.ERROR_OBJECT:
            return self.api.error_object()
        if kind is FaultKind.CUT:
            whole = await self._true_answer()
            return Response(_half(whole), whole.status_code, media_type=whole.headers.get("content-type"))
        return self.api.failed(int(kind.value))

    async def _truncate(self) -> None:
        whole = await self._true_answer()
        content = bytes(whole.body)
        headers = [(name, value) for name, value in whole.raw_headers if name != b"content-length"]
        headers.append((b"content-length", str(max(len(content), 2)).encode()))
        await self.send({"type": "http.response.start", "status": whole.status_code, "headers": headers})
        await self.send({"type": "http.response.body", "body": _half(whole), "more_body": True})
        transport = self.app.transports.get(self.scope["client"])
        if transport is not None:
            transport.close()
        await self._client_leaves(None)

    async def _flood(self) -> None:
        whole = await self._true_answer()
        headers = [(name, value) for name, value in whole.raw_headers if name != b"content-length"]
        await self.send({"type": "http.response.start", "status": 200, "headers": headers})
        for _ in range(_HUGE // _PIECE):
            if self.scope["client"] not in self.app.transports:
                return
            await self.send({"type": "http.response.body", "body": b" " * _PIECE, "more_body": True})
        await self.send({"type": "http.response.body", "body": bytes(whole.body), "more_body": False})

    async def _reset(self) -> None:
        transport = self.app.transports.get(self.scope["client"])
        if transport is not None:
            # Lingering for zero seconds makes the kernel send RST in place of FIN.
            linger = struct.pack("ii", 1, 0)
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            transport.abort()
        await self._client_leaves(None)

    async def _client_leaves(self, seconds: float | None) -> bool:
        """Wait until the client hangs up, the emulator closes or the time is over; whether it was not the time."""
        closing = self.app.closing or asyncio.Event()
        waits = [asyncio.ensure_future(self._disconnect()), asyncio.ensure_future(closing.wait())]
        done, pending = await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if waits[0] in done:
            self._hung_up = True
        elif waits[1] in done and (transport := self.app.transports.get(self.scope["client"])) is not None:
            transport.abort()
            await self._disconnect()
        return bool(done)

    async def _disconnect(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass


async def _body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if not message.get("more_body", False):
            return body


def _half(response: Response) -> bytes:
    content: bytes = bytes(response.body)
    return content[: len(content) // 2]

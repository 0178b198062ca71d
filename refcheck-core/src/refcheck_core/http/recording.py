"""Recordings of what databases answered, and runs that are answered from nothing else.

Both transports stand outermost, above retries, limits and credentials. What is recorded is therefore what became of a
request in the end: an answer, or the `SourceError` that the source saw. No key comes so far up; what a database
echoes is scrubbed besides.

Within one run each request is sent once: what is asked again gets what is recorded. So a replay, in which the order of
requests may differ, can give nothing else than the run that was recorded.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from typing import TYPE_CHECKING, Any

import anyio
import httpx

from .. import errors
from ..errors import RecordingError, SourceError, SourceRateLimited, SourceTimeout, SourceUnavailable
from .clock import call_clock
from .limits import REQUESTS_EXTENSION
from .network import origin
from .redaction import Redactor
from .responses import SOURCE_EXTENSION

if TYPE_CHECKING:
    from ..contract import SourceInfo
    from ..settings import Settings
    from .recordings import Recordings

_KEPT = frozenset({"content-language", "content-type", "date", "link", "location", "retry-after"})
_KEPT_PREFIXES = ("x-els-", "x-rate-limit-", "x-ratelimit-")
"""Headers that a source, or the client for redirects, may read. Nothing else is kept: cookies, traces of caches."""
_BASE = "{base}/"
"""Stands for the base URL in a recorded address, so that a recording holds for whatever address a mirror has."""
_FAULTS: dict[str, type[SourceError]] = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type)
    and issubclass(kind, SourceError)
    and not issubclass(kind, (errors.CannotAsk, errors.NotCovered, errors.PartlyUnreadable))
}
"""What the stack raises, by name; the others are for plugins."""
_LONGEST_NAMED = 200
"""Characters of a request that a message names."""
_DAMAGED = "the recording is damaged"


class _Tape:
    """What both transports share: the name of a request, and an answer from its recording."""

    def __init__(self, info: SourceInfo, settings: Settings, base_url: httpx.URL, recordings: Recordings) -> None:
        self._redact = Redactor(settings, [info]).text
        self._source = info.name
        self._title = info.title
        self._origin = origin(base_url)
        self._base_path = base_url.raw_path.partition(b"?")[0].decode("ascii").rstrip("/") + "/"
        self._recordings = recordings

    def described(self, request: httpx.Request) -> dict[str, str]:
        """What tells one request from another; addresses are relative to the base URL."""
        found = {"source": self._source, "method": request.method, "url": self.relative(request.url)}
        accept = request.headers.get("accept", "*/*")
        if accept != "*/*":
            found["accept"] = accept
        body = request.read() if isinstance(request.stream, httpx.ByteStream) else b""
        if body:
            found["body"] = _text_of(body)
        return {name: self._redact(text) for name, text in found.items()}

    def relative(self, url: httpx.URL) -> str:
        """The address as it is recorded: below the base URL, or whole where it is elsewhere."""
        if origin(url) != self._origin:
            return str(url.copy_with(userinfo=b"", fragment=None))
        path = url.raw_path.decode("ascii")
        return _BASE + path.removeprefix(self._base_path) if path.startswith(self._base_path) else path

    def absolute(self, recorded: str) -> str:
        """An address as it was recorded, made one below the base URL of this run."""
        return self._base_path + recorded.removeprefix(_BASE) if recorded.startswith(_BASE) else recorded

    def play(self, recording: dict[str, Any], described: dict[str, str]) -> httpx.Response:
        """Answer as recorded.

        Raises:
            SourceError: that is what was recorded, or the recording is damaged.
        """
        try:
            response = self._played(recording)
        except (AttributeError, KeyError, TypeError, ValueError):
            self._recordings.miss(described, _DAMAGED)
            raise SourceUnavailable(f"{self._title} was not asked: {_DAMAGED}.") from None
        if isinstance(response, SourceError):
            raise response
        return response

    def _played(self, recording: dict[str, Any]) -> httpx.Response | SourceError:
        failure = recording.get("failure")
        if failure is not None:
            kind = _FAULTS[failure["kind"]]
            if kind is SourceRateLimited:
                return SourceRateLimited(failure["message"], retry_after=failure.get("retry_after"))
            return kind(failure["message"])
        answer = recording["response"]
        headers = dict(answer["headers"])
        if "location" in headers:
            headers["location"] = self.absolute(headers["location"])
        content = base64.b64decode(answer["base64"]) if "base64" in answer else answer["text"].encode()
        extensions = {SOURCE_EXTENSION: self._title}
        return httpx.Response(int(answer["status"]), headers=headers, content=content, extensions=extensions)


class RecordingTransport(_Tape, httpx.AsyncBaseTransport):
    """Keeps what becomes of each request, and answers with what it kept.

    Args:
        inner: the whole stack of the source.
        info: the source.
        settings: where the keys' values are, to be scrubbed.
        base_url: addresses are recorded relative to it.
        recordings: where they are kept.
    """

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        info: SourceInfo,
        settings: Settings,
        base_url: httpx.URL,
        recordings: Recordings,
    ) -> None:
        super().__init__(info, settings, base_url, recordings)
        self._inner = inner
        self._locks: dict[str, anyio.Lock] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request that is new to this run; answer as recorded.

        Raises:
            SourceError: the source could not be asked; that is recorded, too.
        """
        described = self.described(request)
        name = name_of(described)
        async with self._locks.setdefault(name, anyio.Lock()):
            if not self._recordings.is_new(name):
                return self.play(self._recordings.read(name) or {}, described)
            recording = await self._outcome(request, name, described)
            self._keep(name, described, recording)
        return self.play(recording, described)

    async def _outcome(self, request: httpx.Request, name: str, described: dict[str, str]) -> dict[str, Any]:
        request.extensions.pop(REQUESTS_EXTENSION, None)  # a redirect inherits that of the first request
        try:
            response = await self._inner.handle_async_request(request)
            found = {"response": self._answer(response)}
        except SourceError as error:
            found = {"failure": self._failure(error)}
        except asyncio.CancelledError:
            # Whoever asked waits no longer. A replay could not tell how long that was, so it gets the end of it.
            failure = self._failure(SourceTimeout(f"{self._title} did not answer in time."))
            self._keep(name, described, {"requests": _sent(request), "failure": failure})
            raise
        return {"requests": _sent(request), **found}

    def _keep(self, name: str, described: dict[str, str], recording: dict[str, Any]) -> None:
        try:
            self._recordings.write(name, {"request": described, **recording})
        except RecordingError as error:  # no fault of the source: the run goes on, and is then said to have failed
            self._recordings.miss(described, str(error))

    def _answer(self, response: httpx.Response) -> dict[str, Any]:
        headers = {
            name: self._redact(value)
            for name, value in response.headers.items()
            if name in _KEPT or name.startswith(_KEPT_PREFIXES)
        }
        if "location" in headers:
            headers["location"] = self._relative_location(headers["location"])
        try:
            body = {"text": self._redact(response.content.decode())}
        except UnicodeDecodeError:
            scrubbed = self._redact(response.content.decode("latin-1")).encode("latin-1")
            body = {"base64": base64.b64encode(scrubbed).decode()}
        return {"status": response.status_code, "headers": headers, **body}

    def _relative_location(self, location: str) -> str:
        try:
            url = httpx.URL(location)
        except httpx.InvalidURL:
            return location
        return self.relative(url) if url.host else location

    def _failure(self, error: SourceError) -> dict[str, Any]:
        kind = next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in _FAULTS)
        wait = {"retry_after": error.retry_after} if isinstance(error, SourceRateLimited) else {}
        return {"kind": kind, "message": self._redact(str(error)), **wait}

    async def aclose(self) -> None:
        """Close the stack below."""
        await self._inner.aclose()


class ReplayTransport(_Tape, httpx.AsyncBaseTransport):
    """Answers from recordings alone: without network, limits or retries.

    What was not recorded is noted in `Recordings.missing` and is a fault of the source for whoever asked. Where the
    source refused in the recorded run, so that it was not asked any more, it is refused again: which questions
    came before that depends on the order of the run.
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer as recorded.

        Raises:
            SourceError: that is what was recorded, or there is no recording.
        """
        described = self.described(request)
        name = name_of(described)
        recording = self._recordings.read(name)
        if recording is None and (barring := self._recordings.barring(self._source)) is not None:
            return self.play(barring, described)
        if recording is None:
            self._recordings.miss(described)
            named = f"{described['method']} {described['url']}"[:_LONGEST_NAMED]
            raise SourceUnavailable(f"{self._title} was not asked: there is no recording of {named}.")
        clock = call_clock.get()
        if clock is not None and self._recordings.is_new(name):
            clock.count(_count(recording))
        return self.play(recording, described)


def name_of(described: dict[str, str]) -> str:
    """Name of a request's recording within the folder: the source, and a digest of all that tells requests apart."""
    digest = hashlib.sha256("\n".join(f"{name}: {text}" for name, text in sorted(described.items())).encode())
    return f"{described['source']}/{digest.hexdigest()[:32]}"


def _count(recording: dict[str, Any]) -> int:
    count = recording.get("requests")
    return count if isinstance(count, int) and 0 <= count < 1000 else 0


def _sent(request: httpx.Request) -> int:
    sent: int = request.extensions.get(REQUESTS_EXTENSION, 0)
    return sent


def _text_of(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return hashlib.sha256(body).hexdigest()

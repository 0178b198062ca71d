"""The emulator as a context manager: uvicorn in a thread, on a loopback port."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Self

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from .app import EmulatorApp
from .faults import Fault, FaultKind
from .library import Library
from .limits import JITTER
from .recordings import Recordings
from .registry import APIS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType

    from .api import Api
    from .journal import LoggedRequest
    from .limits import Limit, Violation
    from .work import Work

_LARGE = 5000
"""Works from which answers are worked out in a thread: below, that costs more than it saves."""


class Emulator:
    """The emulated APIs, serving while the context lasts.

    Attributes:
        app: the application, for what the methods here don't cover.
    """

    def __init__(
        self,
        works: Iterable[Work] | None = None,
        *,
        corpora: Iterable[str | Path] = (),
        library: Library | None = None,
        scale: float = 1.0,
        jitter: float = JITTER,
        limits: Mapping[str, Mapping[str, Limit]] | None = None,
        enforce: bool = False,
        recordings: str | Path | bool = False,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        """State what is served.

        Args:
            works: works of a test.
            corpora: JSON Lines files, gzipped or not.
            library: a library made already, in place of both.
            scale: factor on the windows of all limits, as ``REFCHECK_LIMITS_SCALE``.
            jitter: seconds by which a request may come too soon; with small scales less tells more.
            limits: limits in place of the published ones, by API and by the limit's name.
            enforce: answer a request beyond a limit with 429 (it is counted in any case).
            recordings: answer from recordings instead of from works: their folder, or True for ``recordings`` in the
                folder that ``REFCHECK_TEST_DATA`` names (by default ``shared`` beside the clone).
            host, port: address; port 0 lets the system choose.
        """
        library = library if library is not None else Library(works or (), corpora)
        apis = {api.name: api(library) for api in APIS}
        self.app = EmulatorApp(apis, scale=scale, jitter=jitter, enforce=enforce, offload=len(library) > _LARGE)
        for name, changed in (limits or {}).items():
            self.app.api(name).limits.update(changed)
        if recordings:
            folder = _test_data() / "recordings" if recordings is True else Path(recordings)
            self.app.recordings = Recordings(folder, apis)
        self._scale = scale
        self._address = (host, port)
        self._socket: socket.socket | None = None
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Serve from a thread.

        Raises:
            OSError: the port is taken.
            RuntimeError: the server did not come up.
        """
        self._socket = socket.create_server(self._address)
        self._server = _Server(self.app)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="emulator", daemon=True
        )
        self._thread.start()
        if not self._server.up.wait(10):
            raise RuntimeError("The emulator did not start.")

    def stop(self) -> None:
        """Drop what is under way and end the thread."""
        if self._server is not None and self._thread is not None and self._socket is not None:
            self._server.finish()
            self._thread.join(10)
            self._socket.close()
            self._server = None

    @property
    def url(self) -> str:
        """Root of all APIs, with a slash at the end."""
        if self._socket is None:
            raise RuntimeError("The emulator is not running.")
        host, port = self._socket.getsockname()[:2]
        return f"http://{host}:{port}/"

    def base_url(self, api: str) -> str:
        """What stands in for the real base URL of an API, with a slash at the end."""
        return self.url.rstrip("/") + self.app.api(api).mount

    def environment(self) -> dict[str, str]:
        """The variables by which refcheck asks the emulator in place of the real APIs."""
        urls = {f"REFCHECK_{name.upper()}_URL": self.base_url(name) for name in self.app.apis}
        return {**urls, "REFCHECK_LIMITS_SCALE": f"{self._scale:g}"}

    @property
    def requests(self) -> tuple[LoggedRequest, ...]:
        """All requests since the start or the last reset."""
        return self.app.journal.requests()

    def requests_of(self, api: str) -> tuple[LoggedRequest, ...]:
        return self.app.journal.requests(self.app.api(api).name)

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Requests beyond a limit."""
        return tuple(self.app.limiter.violations)

    def fault(
        self,
        api: str,
        kind: FaultKind | str,
        *,
        times: int | None = None,
        retry_after: float | None = None,
        as_date: bool = False,
        where: str = "",
    ) -> None:
        """Have an API play a fault, after those that it was told before.

        Args:
            api: name or prefix; ``*`` for all.
            kind: what goes wrong.
            times: for how many requests; for good by default.
            retry_after: seconds to tell in ``Retry-After``.
            as_date: tell them as an HTTP date.
            where: only for requests whose path contains this.
        """
        for name in self._names(api):
            self.app.faults.put(name, Fault(FaultKind(kind), times, retry_after, as_date, where))

    def delay(self, api: str, milliseconds: float) -> None:
        """Have an API (``*``: all) think for so long before it answers, faults included."""
        for name in self._names(api):
            self.app.faults.delays[name] = milliseconds / 1000

    def clear_faults(self, api: str = "*") -> None:
        """End faults and delays."""
        for name in self._names(api):
            self.app.faults.clear(name)

    def reset(self) -> None:
        """Forget requests, violations, faults and delays."""
        self.app.reset()

    def use(self, works: Iterable[Work]) -> None:
        """Serve these works from now on."""
        library = Library(works)
        for api in self.app.apis.values():
            api.library = library
        self.app.offload = len(library) > _LARGE

    def api(self, name: str) -> Api:
        """An API's object, for its limits and rules."""
        return self.app.api(name)

    def _names(self, api: str) -> list[str]:
        return list(self.app.apis) if api == "*" else [self.app.api(api).name]


def _test_data() -> Path:
    given = os.environ.get("REFCHECK_TEST_DATA")
    return Path(given) if given else Path(__file__).resolve().parents[3] / "shared"


class _Server(uvicorn.Server):
    """uvicorn that tells when it is up, and lets go of hanging requests when it ends."""

    def __init__(self, app: EmulatorApp) -> None:
        class Protocol(H11Protocol):
            """Keeps the transports by address: ASGI has no way to break a connection."""

            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                # asyncio leaves it off for sockets of protocol 0, and each answer would wait 40 ms for an ACK.
                transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if self.client is not None:
                    app.transports[self.client] = transport

            def connection_lost(self, exc: Exception | None) -> None:
                if self.client is not None:
                    app.transports.pop(self.client, None)
                super().connection_lost(exc)

        config = uvicorn.Config(
            app,
            http=Protocol,
            ws="none",
            lifespan="off",
            loop="asyncio",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=75,
            timeout_graceful_shutdown=2,
        )
        super().__init__(config)
        self.up = threading.Event()
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._app.closing = asyncio.Event()
        await super().startup(sockets)
        self.up.set()

    def finish(self) -> None:
        """End the server from another thread."""
        self.should_exit = True
        if self._loop is not None and self._app.closing is not None:
            self._loop.call_soon_threadsafe(self._app.closing.set)

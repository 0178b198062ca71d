"""What the checks of the conformance kit stand on: a plugin, opened over the real HTTP stack against a server."""

from __future__ import annotations

import contextlib
import logging
import tempfile
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from ..contract import SearchKind, SearchQuery
from ..errors import (
    SourceAuthError,
    SourceBadResponse,
    SourceError,
    SourceRateLimited,
    SourceTimeout,
    SourceUnavailable,
)
from ..plugins import Source, SourceManager
from ..settings import Settings
from .server import LoopbackServer, Reply, Request
from .wire import source_context

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

    from ..contract import SourceContext, SourceInfo
    from ..identifiers import Identifier

NETWORK_SECONDS = 5.0
"""Network time of a call in the checks: enough for a busy machine."""
SHORT_SECONDS = 0.4
"""Network time where the database does not answer; each hook waits so long."""
_LOGGERS = ("refcheck", "refcheck_core", "httpx", "httpcore", "stamina")

FAULTS: Mapping[str, tuple[Reply, tuple[type[SourceError], ...]]] = {
    "429 with Retry-After": (Reply(status=429, headers={"Retry-After": "3600"}), (SourceRateLimited,)),
    "429 without Retry-After": (Reply(status=429), (SourceRateLimited,)),
    "500": (Reply.text("Internal Server Error", status=500), (SourceUnavailable,)),
    "503 with a page": (
        Reply.text("<html><body>Service Unavailable</body></html>", status=503, type="text/html"),
        (SourceUnavailable,),
    ),
    "401": (Reply.json({"message": "unauthorized"}, status=401), (SourceAuthError,)),
    "403": (Reply.json({"message": "forbidden"}, status=403), (SourceAuthError,)),
    "400": (Reply.json({"message": "bad request"}, status=400), (SourceBadResponse,)),
    "time-out": (Reply(delay=60.0), (SourceTimeout,)),
    "reset": (Reply(reset=True), (SourceUnavailable,)),
    "web page with status 200": (
        Reply.text("<!DOCTYPE html><html><title>Just a moment</title></html>", type="text/html; charset=utf-8"),
        (SourceBadResponse,),
    ),
    "empty body": (Reply(), (SourceBadResponse,)),
    "blank body": (Reply.text(" \r\n"), (SourceBadResponse,)),
    "noise": (Reply(body=bytes(range(256)) * 4), (SourceBadResponse,)),
    "null": (Reply.text("null"), (SourceBadResponse,)),
    "a number": (Reply.text("42"), (SourceBadResponse,)),
    "a list of nonsense": (Reply.text('[null, 1, "x", []]'), (SourceBadResponse,)),
    "an object of another kind": (Reply.json({"unexpected": True}), (SourceBadResponse,)),
}
"""Name -> what the database sends, and the errors that may come of it."""


class Bench:
    """What a source's tests say about their source, and how the checks open it. See `refcheck_core.testing`.

    Attributes:
        source: the plugin object.
        entry_point_name: the source's name.
        known_doi: a DOI that `respond` knows; ``None`` for a source without DOIs.
        unknown_doi: a DOI that `respond` answers as unknown.
        known_ids: identifiers for ``lookup_id`` that `respond` knows.
        search_text: a text for which `respond` finds more than one record.
        unknown_text: a text for which `respond` finds nothing, where that makes the source ask once more.
        environ: settings of the source; keys are set by the kit.
        faults: fault -> errors that it may mean, where the default in `FAULTS` does not fit.
        error_objects: name -> reply with status 200 that holds an error.
        is_installed: whether the entry point is looked for among the installed distributions.
    """

    source: ClassVar[Any]
    entry_point_name: ClassVar[str]
    known_doi: ClassVar[str | None] = None
    unknown_doi: ClassVar[str] = "10.1000/unknown"
    known_ids: ClassVar[tuple[Identifier, ...]] = ()
    search_text: ClassVar[str] = "a known work"
    unknown_text: ClassVar[str] = "zzqx unknown work"
    environ: ClassVar[Mapping[str, str]] = {}
    faults: ClassVar[Mapping[str, tuple[type[SourceError], ...]]] = {}
    error_objects: ClassVar[Mapping[str, Reply]] = {}
    is_installed: ClassVar[bool] = True

    def respond(self, request: Request) -> Reply:
        """Answer as the database does when all is well."""
        raise NotImplementedError

    def settings(
        self, folder: Path, url: str | None = None, *, keys: bool = True, seconds: float = NETWORK_SECONDS
    ) -> Settings:
        """Settings of a run: folders of its own, short time-outs, fast limits, and a dummy for every key."""
        return Settings.from_environment(
            {
                "REFCHECK_CACHE_DIR": str(folder / "cache"),
                "REFCHECK_STATE_DIR": str(folder / "state"),
                "REFCHECK_NETWORK_TIMEOUT": str(seconds),
                "REFCHECK_WAITING_BUDGET": "5",
                "REFCHECK_LIMITS_SCALE": "0.001",
                "REFCHECK_LOG_LEVEL": "DEBUG",
                **({f"REFCHECK_{self.entry_point_name.upper()}_URL": url} if url else {}),
                **self.environ,
                **(self.secrets() if keys else {}),
            }
        )

    def secrets(self) -> dict[str, str]:
        """A dummy for every key that the source names."""
        described = self.manager(Settings.from_environment({"REFCHECK_CACHE_DIR": ".", "REFCHECK_STATE_DIR": "."}))
        keys = described.sources[self.entry_point_name].info.keys
        return {key.env: f"s3cret+of/{number}=={key.env.lower()[:8]}" for number, key in enumerate(keys)}

    def manager(self, settings: Settings) -> SourceManager:
        """A manager with the source alone."""
        manager = SourceManager(settings)
        manager.register(self.entry_point_name, type(self).source)
        return manager

    def info(self) -> SourceInfo:
        """The source's description, with its keys set."""
        with scratch() as folder:
            return self.manager(self.settings(folder)).sources[self.entry_point_name].info

    def query(self, text: str | None = None, *, kind: SearchKind = SearchKind.TITLE, limit: int = 5) -> SearchQuery:
        """A search query."""
        return SearchQuery(kind=kind, text=text or self.search_text, limit=limit)

    @asynccontextmanager
    async def opened(
        self, server: LoopbackServer, seconds: float = NETWORK_SECONDS
    ) -> AsyncIterator[tuple[Source, SourceContext]]:
        """The source with its context, its requests going to the server."""
        with scratch() as folder:
            settings = self.settings(folder, server.url, seconds=seconds)
            source = self.manager(settings).sources[self.entry_point_name]
            context = source_context(source.info, settings)
            async with context.http:
                await source.open(context)
                try:
                    yield source, context
                finally:
                    await source.close(context)

    async def call(self, source: Source, context: SourceContext, hook: str) -> Any:
        """Call a hook with an argument that `respond` knows."""
        if hook == "search":
            return await source.search(context, self.query())
        if hook == "lookup_id":
            return await source.lookup_id(context, self.known_ids[0])
        if hook == "lookup_dois":
            return await source.lookup_dois(context, [self.known_doi or ""])
        return await source.lookup_doi(context, self.known_doi or "")

    def hooks(self) -> list[str]:
        """The hooks that ask the database and that the tests give an argument for."""
        with scratch() as folder:
            source = self.manager(self.settings(folder)).sources[self.entry_point_name]
        arguments = {
            "search": True,
            "lookup_doi": bool(self.known_doi),
            "lookup_dois": bool(self.known_doi),
            "lookup_id": bool(self.known_ids),
        }
        return [hook for hook, given in arguments.items() if given and source.has(hook)]


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a run."""
    with tempfile.TemporaryDirectory(prefix="refcheck-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def all_logs() -> Iterator[list[str]]:
    """Everything that is logged by anyone, at any level, formatted with its traceback."""
    lines: list[str] = []

    class _Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.name} {self.format(record)}")

    collector = _Collector(logging.NOTSET)
    root = logging.getLogger()
    loggers = [root, *(logging.getLogger(name) for name in _LOGGERS)]
    levels = [logger.level for logger in loggers]
    root.addHandler(collector)
    with contextlib.ExitStack() as undo:
        undo.callback(root.removeHandler, collector)
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(logging.DEBUG)
            undo.callback(logger.setLevel, level)
        yield lines

"""The plugin: its description, and hooks that load the engine on their first call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from refcheck_core import Capability, IdentifierKind, Setting, SourceInfo, SourceUnavailable, Tier, hookimpl

from .errors import LocalIndexError
from .locations import INDEX_VARIABLE, LIBRARY_VARIABLE, default_index, index_folders, library_files
from .state import State, inspect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future, ThreadPoolExecutor

    from refcheck_core import Identifier, Record, SearchQuery, Settings, SourceContext

    from .holdings import Found, Holdings

VERSION = "0.2.0"
THREADS = 2
"""Searches at once: the engine works outside of the interpreter's lock, what Python adds does not."""

_VARIABLES = (INDEX_VARIABLE, LIBRARY_VARIABLE)
_T = TypeVar("_T")
_Key = tuple[str | None, str | None]


@dataclass
class _Opened:
    """Holdings in use or on their way, shared by all who opened the same ones (whose contexts `users` counts)."""

    executor: ThreadPoolExecutor
    loading: Future[Holdings]
    users: set[int] = field(default_factory=set)


@dataclass
class LocalSource:
    """Indexes and libraries on this machine. Nothing here needs a network."""

    _opened: dict[_Key, _Opened] = field(default_factory=dict)

    @hookimpl
    def describe(self, settings: Settings) -> SourceInfo:
        """Say what this source is, by the small files beside the indexes."""
        given = {name: value for name in _VARIABLES if (value := settings.value(name)) is not None}
        state: State = inspect(index_folders(given), library_files(given))
        return SourceInfo(
            name="local",
            title=state.title,
            aliases=("local_index", "index", "library"),
            home_page="https://github.com/quickwit-oss/tantivy-py",
            version=VERSION,
            tier=Tier.LOCAL,
            settings=_settings(),
            concurrency=THREADS,
            max_batch=200,
            max_results=100,
            id_kinds=frozenset(
                {
                    IdentifierKind.ARXIV,
                    IdentifierKind.ACL,
                    IdentifierKind.PMID,
                    IdentifierKind.PMCID,
                    IdentifierKind.ISBN,
                    IdentifierKind.S2_PAPER,
                    IdentifierKind.S2_CORPUS,
                }
            ),
            capabilities=frozenset({Capability.CITATION_SEARCH, Capability.TOPIC_SEARCH}),
            unusable=state.unusable,
            exhaustive=False,
            remarks=state.remarks,
        )

    @hookimpl
    async def open(self, ctx: SourceContext) -> None:
        """Open the indexes and read the libraries, once for all who use the same.

        A large library may take longer than a call may; it is read on, and the next call waits for the rest.
        """
        from asyncio import shield, wrap_future  # noqa: PLC0415  (dear, and not needed to describe the source)

        key = _key(ctx)
        opened = self._opened.get(key)
        if opened is None:
            opened = self._opened[key] = _start(ctx.settings)
        opened.users.add(id(ctx))
        try:
            await shield(wrap_future(opened.loading))
        except Exception:
            if self._opened.get(key) is opened:
                del self._opened[key]
                opened.executor.shutdown(wait=False)
            raise

    @hookimpl
    async def close(self, ctx: SourceContext) -> None:
        """Let the indexes go with the last who uses them."""
        opened = self._opened.get(_key(ctx))
        if opened is None:
            return
        opened.users.discard(id(ctx))
        if not opened.users:
            del self._opened[_key(ctx)]
            opened.executor.shutdown(wait=False, cancel_futures=True)

    @hookimpl
    async def search(self, ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
        """Find records by title, citation or topic."""
        return await self._run(ctx, lambda holdings: holdings.search(query))

    @hookimpl
    async def lookup_doi(self, ctx: SourceContext, doi: str) -> Found:
        """Look up one DOI."""
        return await self._run(ctx, lambda holdings: holdings.by_doi(doi))

    @hookimpl
    async def lookup_dois(self, ctx: SourceContext, dois: Sequence[str]) -> Mapping[str, Found]:
        """Look up many DOIs."""

        def look_up(holdings: Holdings) -> dict[str, Found]:
            return {doi: found for doi in dois if (found := holdings.by_doi(doi)) is not None}

        return await self._run(ctx, look_up)

    @hookimpl
    async def lookup_id(self, ctx: SourceContext, identifier: Identifier) -> Found:
        """Look up another identifier."""
        return await self._run(ctx, lambda holdings: holdings.by_identifier(identifier))

    async def _run(self, ctx: SourceContext, work: Callable[[Holdings], _T]) -> _T:
        from asyncio import get_running_loop  # noqa: PLC0415

        opened = self._opened.get(_key(ctx))
        if opened is None or not opened.loading.done():
            raise SourceUnavailable("the local index is not open")
        try:
            return await get_running_loop().run_in_executor(opened.executor, work, opened.loading.result())
        except LocalIndexError as error:
            raise SourceUnavailable(str(error)) from error


def _settings() -> tuple[Setting, ...]:
    purpose = "files of references (.bib, .ris, .jsonl …) to check against, as in PATH"
    return (
        Setting(
            env=INDEX_VARIABLE, purpose="folders of local indexes, separated as in PATH", default=str(default_index())
        ),
        Setting(env=LIBRARY_VARIABLE, purpose=purpose),
    )


def _key(ctx: SourceContext) -> _Key:
    return ctx.settings.get(INDEX_VARIABLE), ctx.settings.get(LIBRARY_VARIABLE)


def _start(settings: Mapping[str, str]) -> _Opened:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    executor = ThreadPoolExecutor(THREADS, thread_name_prefix="refcheck-local")
    return _Opened(executor, executor.submit(_open, settings))


def _open(settings: Mapping[str, str]) -> Holdings:
    from .holdings import Holdings  # noqa: PLC0415  (brings the engine)

    return Holdings.open(index_folders(settings), library_files(settings))


source = LocalSource()

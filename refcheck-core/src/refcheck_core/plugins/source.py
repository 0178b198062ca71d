"""`Source`: the typed face of one plugin, and the only way in which its hooks are called."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from typing import TYPE_CHECKING, Any

from ..errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    import pluggy

    from ..contract import SearchQuery, SourceContext, SourceInfo
    from ..hookspecs import Found
    from ..identifiers import Identifier
    from ..models import Record

HOOKS = ("search", "lookup_doi", "lookup_dois", "lookup_id", "to_bibtex", "open", "close")
"""The hooks that return an awaitable: all of `SourceSpec` but ``describe``."""


class Source:
    """One usable plugin. Its methods hand on what the plugin's hook gives, unchecked.

    A hook's own exception passes through. `PluginError` is raised for what would break the host: a hook that is not
    there or returns no awaitable, and any ``BaseException`` such as ``SystemExit`` that is neither the cancellation
    of the caller nor the user's interrupt.

    Args:
        info: what the plugin says of itself.
        provider: see below.
        callers: of its hooks.
        describe: asks the plugin anew what it says of itself.

    Attributes:
        info: what the plugin says of itself.
        provider: the plugin and its distribution in words, for messages.
    """

    __slots__ = ("_callers", "_describe", "info", "provider")

    def __init__(
        self,
        info: SourceInfo,
        provider: str,
        callers: Mapping[str, pluggy.HookCaller],
        describe: Callable[[], SourceInfo],
    ) -> None:
        self.info = info
        self.provider = provider
        self._callers = dict(callers)
        self._describe = describe

    def look_again(self) -> None:
        """Ask the plugin anew what it says of itself; where it fails, what it said before stands."""
        with contextlib.suppress(PluginError):
            self.info = self._describe()

    def __repr__(self) -> str:
        return f"<{self.provider}>"

    @property
    def name(self) -> str:
        """The source's name, as users type it."""
        return self.info.name

    def has(self, hook: str) -> bool:
        """Whether the plugin implements a hook."""
        return hook in self._callers

    async def search(self, ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
        """Call ``search``."""
        found: Sequence[Record] = await self._call("search", ctx=ctx, query=query)
        return found

    async def lookup_doi(self, ctx: SourceContext, doi: str) -> Found:
        """Call ``lookup_doi``."""
        found: Found = await self._call("lookup_doi", ctx=ctx, doi=doi)
        return found

    async def lookup_dois(self, ctx: SourceContext, dois: Sequence[str]) -> Mapping[str, Found]:
        """Call ``lookup_dois``."""
        found: Mapping[str, Found] = await self._call("lookup_dois", ctx=ctx, dois=dois)
        return found

    async def lookup_id(self, ctx: SourceContext, identifier: Identifier) -> Found:
        """Call ``lookup_id``."""
        found: Found = await self._call("lookup_id", ctx=ctx, identifier=identifier)
        return found

    async def to_bibtex(self, ctx: SourceContext, record: Record) -> str | None:
        """Call ``to_bibtex``."""
        found: str | None = await self._call("to_bibtex", ctx=ctx, record=record)
        return found

    async def open(self, ctx: SourceContext) -> None:
        """Call ``open``, if the plugin has it."""
        if self.has("open"):
            await self._call("open", ctx=ctx)

    async def close(self, ctx: SourceContext) -> None:
        """Call ``close``, if the plugin has it."""
        if self.has("close"):
            await self._call("close", ctx=ctx)

    async def _call(self, hook: str, **arguments: Any) -> Any:
        try:
            return await self._awaitable(hook, arguments)
        except (Exception, asyncio.CancelledError, KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:
            raise PluginError(f"{self.provider} tried to end the program in {hook} ({type(error).__name__})") from error

    def _awaitable(self, hook: str, arguments: Mapping[str, Any]) -> Awaitable[Any]:
        caller = self._callers.get(hook)
        if caller is None:
            raise PluginError(f"{self.provider} has no hook {hook}")
        results = caller(**arguments)  # pluggy drops a result that is None
        if len(results) != 1 or not inspect.isawaitable(results[0]):
            kind = type(results[0]).__name__ if results else "None"
            raise PluginError(f"{self.provider} returned {kind} from {hook} where an awaitable belongs (async def)")
        return results[0]

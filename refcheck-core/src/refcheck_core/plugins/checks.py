"""What makes an object a usable source: each check says in a sentence what is wrong and how to mend it."""

from __future__ import annotations

import difflib
import inspect
import re
from typing import TYPE_CHECKING, Any

import pluggy

from ..contract import SourceInfo
from ..errors import PluginError
from ..hookspecs import PROJECT, SourceSpec

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import UnionType

    from ..contract import Key, RateLimit
    from ..settings import Settings

_SPECS = tuple(name for name in vars(SourceSpec) if not name.startswith("_"))
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_MARK = f"{PROJECT}_impl"


def hook_callers(plugin: object) -> dict[str, pluggy.HookCaller]:
    """Register a plugin in a manager of its own.

    Returns:
        hook name -> caller that calls this plugin only.

    Raises:
        PluginError: it is no source, or one of its hooks is not as specified.
    """
    if inspect.isclass(plugin):
        raise PluginError(f"is the class {plugin.__name__}, but an instance or a module is needed")
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(SourceSpec)
    try:
        manager.register(plugin, name="source")
    except pluggy.PluginValidationError as error:
        raise PluginError(f"has a hook that is not as specified: {_one_line(error)}") from error
    callers = {caller.name: caller for caller in manager.get_hookcallers(plugin) or ()} if plugin is not None else {}
    if not callers:
        raise PluginError(f"is no source: nothing in this {type(plugin).__name__} is marked with @hookimpl")
    for name, caller in callers.items():
        _check_hook(name, caller)
    if "describe" not in callers:
        raise PluginError("has no describe hook")
    if "search" not in callers and "lookup_doi" not in callers:
        raise PluginError("has neither search nor lookup_doi")
    return callers


def _check_hook(name: str, caller: pluggy.HookCaller) -> None:
    if name not in _SPECS:
        near = difflib.get_close_matches(name, _SPECS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise PluginError(f"marks {name} as a hook, which no hook is called{hint}")
    implementations = caller.get_hookimpls()
    if any(found.wrapper or found.hookwrapper for found in implementations):
        raise PluginError(f"wraps the hook {name}; wrappers are not allowed")
    if len(implementations) != 1:
        raise PluginError(f"implements the hook {name} {len(implementations)} times")
    for parameter in inspect.signature(implementations[0].function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
            raise PluginError(f"takes {parameter.name} of {name} by keyword only, which the host cannot pass")


def describe(name: str, callers: Mapping[str, pluggy.HookCaller], settings: Settings) -> SourceInfo:
    """Ask a plugin for its description and check it.

    Raises:
        PluginError: it is of the wrong type, of another name, or holds values that the host cannot work with.
    """
    try:
        results = callers["describe"](settings=settings)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plugin may raise anything, SystemExit included
        raise PluginError(f"failed in describe: {named(error)}") from error
    info = results[0] if results else None
    if inspect.isawaitable(info):
        if inspect.iscoroutine(info):
            info.close()
        raise PluginError("has an async describe, but it must be a plain function")
    if not isinstance(info, SourceInfo):
        raise PluginError(f"describes itself by a {type(info).__name__}, not by a SourceInfo")
    if info.name != name:
        raise PluginError(f"calls itself {info.name!r}, but its entry point {name!r}")
    problems = _info_problems(info, callers)
    if problems:
        raise PluginError(" and ".join(problems))
    return info


def check_name(name: str) -> None:
    """Check a source's name.

    Raises:
        PluginError: it is not of lower-case letters, digits and underscores.
    """
    if not _NAME.fullmatch(name):
        raise PluginError("has a name that is not of lower-case letters, digits and underscores")


def unmarked_hooks(plugin: object, callers: Mapping[str, pluggy.HookCaller]) -> str | None:
    """A remark on methods that bear a hook's name without its marker, so that they are never called."""
    names = [
        name
        for name in _SPECS
        if name not in callers
        and name not in ("open", "close")  # common names of helpers
        and inspect.isroutine(inspect.getattr_static(plugin, name, None))
    ]
    return f"never called, as not marked with @hookimpl: {', '.join(names)}" if names else None


def _info_problems(info: SourceInfo, callers: Mapping[str, Any]) -> list[str]:
    problems = [
        f"has {field} of type {type(getattr(info, field)).__name__} in its description, not {_type_name(kind)}"
        for field, kind in _FIELD_TYPES.items()
        if not isinstance(getattr(info, field), kind)
    ]
    if not problems and not all(map(_is_text, info.remarks)):
        problems.append("has a remark in its description that is no text")
    if problems:
        return problems
    if info.unusable is not None and not info.unusable.strip():
        problems.append("does not say why it is unusable")
    if info.base_url and not re.match(r"https?://[^/]", info.base_url):
        problems.append(f"has a base URL that is none: {info.base_url!r}")
    if info.concurrency < 1 or info.max_results < 1 or info.max_batch < 0:
        problems.append("has a concurrency or max_results below 1, or a max_batch below 0")
    if "lookup_dois" in callers and not info.max_batch:
        problems.append("has lookup_dois but a max_batch of 0")
    problems.extend(f"has a key {key.env} without one way to send it" for key in info.keys if not _sendable(key))
    problems.extend(f"has a limit {limit.name!r} that is none" for limit in info.limits if not _sound(limit))
    return problems


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _type_name(kind: type | UnionType) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)


_FIELD_TYPES: dict[str, type | UnionType] = {
    **dict.fromkeys(("name", "title", "home_page", "version", "base_url"), str),
    **dict.fromkeys(("keys", "settings", "limits", "remarks"), tuple),
    **dict.fromkeys(("id_kinds", "doi_prefixes", "registers", "holds", "capabilities"), frozenset),
    **dict.fromkeys(("tier", "concurrency", "max_batch", "max_results"), int),
    "exhaustive": bool,
    "unusable": str | None,
}


def _sendable(key: Key) -> bool:
    return (key.header is None) != (key.parameter is None)


def _sound(limit: RateLimit) -> bool:
    try:
        re.compile(limit.path or "")
    except re.error:
        return False
    return limit.requests >= 1 and limit.seconds > 0


def named(error: BaseException) -> str:
    """An exception's type and text on one line."""
    text = " ".join(str(error).split())[:300]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _one_line(error: Exception) -> str:
    """A library's message on one line, without the plugin's repr (which may hold anything)."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return "; ".join(line for line in lines if not line.startswith("Plugin "))[:300]

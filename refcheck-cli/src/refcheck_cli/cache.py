"""``refcheck cache``: the answers that are kept between runs."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from refcheck_core.sources.cache import OutcomeCache

from .exits import Exit
from .output import complain, print_json, print_lines, stdout_page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from refcheck_core.settings import Settings

    from .terminal import Page

_LABEL = 9


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show the cache, or clear it."""
    if options.action == "clear":
        return _clear(settings, as_json=options.json)
    state = cache_state(settings)
    if options.json:
        print_json(state)
    else:
        print_lines(cache_lines(state, stdout_page(settings.environ)))
    return Exit.OK


def _clear(settings: Settings, *, as_json: bool) -> int:
    cache = OutcomeCache(settings)
    try:
        count = cache.clear()
    except OSError as error:
        complain(f"The cache cannot be cleared: {error}")
        return Exit.NOT_CHECKED
    finally:
        cache.close()
    if as_json:
        print_json({"cleared": count})
    else:
        print_lines([f"Forgot {count} answer{'' if count == 1 else 's'}."])
    return Exit.OK


def cache_state(settings: Settings) -> dict[str, Any]:
    """The state of the cache, as ``--json`` shows it."""
    cache = OutcomeCache(settings)
    try:
        info = cache.info()
    finally:
        cache.close()
    return {
        "path": str(info.path),
        "enabled": info.enabled,
        "exists": info.exists,
        "entries": dict(info.entries),
        "bytes": info.size,
        "oldest": _iso(info.oldest),
        "problem": info.problem,
    }


def _iso(seconds: float | None) -> str | None:
    if seconds is None:
        return None
    return dt.datetime.fromtimestamp(seconds, tz=dt.UTC).isoformat(timespec="seconds")


def cache_lines(state: dict[str, Any], page: Page, columns: int = _LABEL) -> Iterator[str]:
    """The state of the cache for people."""
    facts = [("cache", state["path"] + ("" if state["enabled"] else " (switched off)"))]
    if state["problem"]:
        facts.append(("problem", state["problem"]))
    total = sum(state["entries"].values())
    by_source = ", ".join(f"{name} {count}" for name, count in state["entries"].items())
    facts.append(("answers", f"{total} ({by_source})" if total else "none"))
    if state["exists"]:
        facts.append(("size", f"{state['bytes'] / 1e6:.1f} MB"))
    if state["oldest"]:
        facts.append(("oldest", state["oldest"]))
    for label, text in facts:
        yield from page.labelled(label, text, columns, "dim")

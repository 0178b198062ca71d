"""``refcheck sources``: which databases are installed, with which keys and limits, and whether they answer."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from refcheck_core.logs import EnvironmentRedactor
from refcheck_core.plugins import SourceManager

from .exits import Exit
from .output import print_json, print_lines, run_beside_output, stdout_page
from .terminal import safe

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from refcheck_core.contract import Key, SourceInfo
    from refcheck_core.models import SourceOutcome
    from refcheck_core.plugins import LoadReport
    from refcheck_core.settings import Settings

    from .terminal import Page

_LABEL = 10
_UNITS = ((604800.0, "week"), (86400.0, "day"), (3600.0, "hour"), (60.0, "minute"), (1.0, "second"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    """List the sources; with ``--ping``, ask each one."""
    if options.offline:
        settings = dataclasses.replace(settings, offline=True)
    manager = SourceManager(settings)
    manager.load()
    pings = _ping_all(manager, settings) if options.ping else {}
    entries = [_usable(source.info, manager, settings, pings) for source in manager.sources.values()]
    entries += [_identity(report.name, report) for report in manager.reports if not report.ok]
    redact = EnvironmentRedactor(settings).text  # a plugin that fails may tell the key that it failed on
    for entry in entries:
        entry["problem"] = redact(entry["problem"]) if entry["problem"] else None
    if options.json:
        print_json({"sources": entries, "switched_off": list(manager.switched_off)})
    else:
        print_lines(_lines(entries, manager.switched_off, stdout_page(settings.environ)))
    was_asked = (ping for ping in pings.values() if ping["status"] != "skipped")
    return Exit.OK if all(ping["answers"] for ping in was_asked) else Exit.NOT_CHECKED


def _ping_all(manager: SourceManager, settings: Settings) -> dict[str, dict[str, Any]]:
    """Ask every usable source for a work that it is known to hold, all at once."""
    import anyio  # noqa: PLC0415  (heavy: only a ping needs it)

    from refcheck_core.sources import SourcePool  # noqa: PLC0415

    answers: dict[str, dict[str, Any]] = {}

    async def ask_all() -> None:
        async with SourcePool(manager, settings) as pool, anyio.create_task_group() as tasks:

            async def ask(name: str) -> None:
                answers[name] = _ping(await pool.ping(name))

            for name in pool.infos:
                tasks.start_soon(ask, name)
            for name, reason in pool.skipped.items():
                answers[name] = {"answers": False, "status": "skipped", "reason": reason, "seconds": None}

    run_beside_output(ask_all)
    return answers


def _ping(outcome: SourceOutcome) -> dict[str, Any]:
    return {
        "answers": outcome.answered,
        "status": str(outcome.status),
        "reason": outcome.reason,
        "seconds": round(outcome.elapsed, 3),
    }


def _usable(
    info: SourceInfo, manager: SourceManager, settings: Settings, pings: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    report = next((r for r in manager.reports if r.ok and r.name == info.name), None)
    entry = _identity(info.name, report)
    keys = [_key(key, settings) for key in info.keys]
    missing = [key["name"] for key in keys if key["required"] and not key["present"]]
    entry |= {
        "usable": not missing and info.unusable is None,
        "problem": f"needs the key {', '.join(missing)}" if missing else info.unusable or entry["problem"],
        "title": info.title,
        "home_page": info.home_page,
        "tier": info.tier.name.lower(),
        "base_url": _public_url(settings.base_url(info.name) or info.base_url),
        "keys": keys,
        "settings": [
            {
                "name": s.env,
                "present": settings.value(s.env, s.aliases) is not None,
                "purpose": s.purpose,
                "default": s.default,
            }
            for s in info.settings
        ],
        "limits": [{"name": limit.name, "requests": limit.requests, "seconds": limit.seconds} for limit in info.limits],
        "concurrency": info.concurrency,
        "exhaustive": info.exhaustive,
        "remarks": list(info.remarks),
        "ping": pings.get(info.name),
    }
    return entry


def _identity(name: str, report: LoadReport | None) -> dict[str, Any]:
    """What is known even of a plugin that does not load."""
    return {
        "name": name,
        "distribution": report.distribution if report else None,
        "version": report.version if report else None,
        "usable": False,
        "problem": report.problem if report else None,
        "remedy": report.remedy if report else None,
        "title": None,
        "home_page": None,
        "tier": None,
        "base_url": None,
        "keys": [],
        "settings": [],
        "limits": [],
        "concurrency": None,
        "exhaustive": None,
        "remarks": [],
        "ping": None,
    }


def _public_url(url: str) -> str | None:
    """The address without what may be secret in it: user, password and query."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", "")) if host else None


def _key(key: Key, settings: Settings) -> dict[str, Any]:
    return {
        "name": key.env,
        "present": settings.has_key(key.env, *key.aliases),
        "required": key.required,
        "purpose": key.purpose,
    }


def _limit_text(limit: dict[str, Any]) -> str:
    """A limit in words: "1 request in 3 seconds (all)"."""
    size, unit = next(((size, unit) for size, unit in _UNITS if limit["seconds"] >= size), (1.0, "second"))
    count = limit["seconds"] / size
    window = f"a {unit}" if count == 1 else f"in {count:g} {unit}s"
    requests = f"{limit['requests']} request{'' if limit['requests'] == 1 else 's'}"
    return f"{requests} {window} ({limit['name']})"


def _lines(entries: list[dict[str, Any]], switched_off: tuple[str, ...], page: Page) -> Iterator[str]:
    if not entries:
        yield "No database is installed; pip install -r requirements.txt, in the clone, adds them."
    for number, entry in enumerate(entries):
        if number:
            yield ""
        yield from _entry_lines(entry, page)
    if switched_off:
        yield ""
        yield from page.wrap(f"Installed, but not in REFCHECK_SOURCES: {', '.join(switched_off)}")


def _entry_lines(entry: dict[str, Any], page: Page) -> Iterator[str]:
    name = page.style(safe(entry["name"]), "bold", "green" if entry["usable"] else "red")
    by = " ".join(part for part in (entry["distribution"], entry["version"]) if part)
    yield "  ".join(part for part in (name, safe(entry["title"] or ""), page.style(safe(by), "dim")) if part)
    facts: list[tuple[str, str]] = []
    if entry["problem"]:
        facts.append(("problem", entry["problem"]))
    if entry["remedy"]:
        facts.append(("remedy", entry["remedy"]))
    if entry["tier"]:
        facts.append(("tier", entry["tier"]))
    facts += [("key", _presence(key)) for key in entry["keys"]]
    facts += [("setting", _presence(setting)) for setting in entry["settings"]]
    facts += [("limit", _limit_text(limit)) for limit in entry["limits"]]
    facts += [("note", remark) for remark in entry["remarks"]]
    if entry["ping"]:
        facts.append(("ping", _ping_text(entry["ping"])))
    for label, text in facts:
        yield from page.labelled(f"  {label}", text, _LABEL + 2, "dim")


def _presence(key: dict[str, Any]) -> str:
    absent = f"not set, so {key['default']}" if key.get("default") else "absent"
    state = "present" if key["present"] else "absent, required" if key.get("required") else absent
    return f"{key['name']}: {state} ({key['purpose'].rstrip('.')})"


def _ping_text(ping: dict[str, Any]) -> str:
    if ping["answers"]:
        return f"answers ({ping['seconds']:.2f} s)"
    return f"{ping['status']}: {ping['reason']}" if ping["reason"] else str(ping["status"])

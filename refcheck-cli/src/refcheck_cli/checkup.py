"""The single checks of ``refcheck doctor``."""

from __future__ import annotations

import dataclasses
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from refcheck_core.contract import SearchKind, SearchQuery
from refcheck_core.http.limits import limiter_state
from refcheck_core.models import OutcomeStatus
from refcheck_core.settings import VARIABLES
from refcheck_core.sources import SourcePool

from .cache import cache_state
from .findings import Finding
from .output import run_beside_output

if TYPE_CHECKING:
    from refcheck_core.models import SourceOutcome
    from refcheck_core.plugins import LoadReport, SourceManager
    from refcheck_core.settings import Settings

KNOWN_TITLE = "Attention Is All You Need"
"""A title that every general database holds, for asking the search hook."""
BLOCKED_SECONDS = 0.5
"""A hook that holds the event loop for longer stops every other source meanwhile."""


# What people and examples put in place of a key; never a real one.
_PLACEHOLDER = re.compile(
    r"<.*>|\.{2,}|[x*]{3,}|\W*(?:(?:your|my|insert|enter|put|the|a|an|some|real|actual)[\s_-]*)*"
    r"(?:(?:api|secret|access|s2|ieee|scopus|elsevier)[\s_-]*)*(?:key|token)(?:[\s_-]*(?:here|if you have one))?\W*"
    r"|your .*|your[_-].*|change[\s_-]*(?:me|this|it)|replace[\s_-]*(?:me|this|it)"
    r"|placeholder|dummy|example|todo|none|null",
    re.IGNORECASE,
)


def check_settings(manager: SourceManager, settings: Settings) -> list[Finding]:
    """Variables of refcheck that nothing reads (misspelt, most likely), and the contact that registries ask for."""
    infos = [source.info for source in manager.sources.values()]
    known = set(VARIABLES) | {f"REFCHECK_{name.upper()}_URL" for name in (*manager.sources, *manager.switched_off)}
    known |= {name for info in infos for declared in (*info.keys, *info.settings) for name in _names(declared)}
    findings = [
        Finding(name, "nothing reads this variable", "Correct its name, or unset it", is_problem=False)
        for name in sorted(settings.environ)
        if name.startswith("REFCHECK_") and name not in known
    ]
    findings += [
        Finding(name, "holds a placeholder, not a key", "Set it to your key, or unset it")
        for name in sorted({name for info in infos for key in info.keys for name in _names(key)})
        if _PLACEHOLDER.fullmatch(settings.environ.get(name, "").strip())
    ]
    if infos and settings.contact is None:
        findings.append(
            Finding(
                "CROSSREF_EMAIL",
                "not set: databases see no contact address, and Crossref serves slower",
                "Set it to your e-mail address",
                is_problem=False,
            )
        )
    return findings


def _names(declared: Any) -> tuple[str, ...]:
    return (declared.env, *declared.aliases)


def check_sources(manager: SourceManager, settings: Settings) -> tuple[list[dict[str, Any]], list[Finding]]:
    """Plugins that did not load, and how each source behaves when it is asked."""
    findings = [_of_report(report) for report in manager.reports if report.problem]
    if not manager.sources:
        findings.append(
            Finding(
                "sources",
                "no database can be asked",
                "install the sources from the clone (pip install -r requirements.txt), or mend REFCHECK_SOURCES",
            )
        )
    outcomes, blockers, skipped = run_beside_output(_ask_all, manager, settings)
    findings += [_of_outcome(outcome, manager) for outcome in outcomes if outcome.failed]
    findings += [_of_blocker(name, seconds, manager) for name, seconds in blockers.items() if seconds > BLOCKED_SECONDS]
    unkeyed = {name: reason for name, reason in skipped.items() if name in manager.sources}
    findings += [Finding(name, reason, is_problem=False) for name, reason in unkeyed.items()]
    return [_entry(name, manager, outcomes, skipped) for name in _all_names(manager)], findings


def _all_names(manager: SourceManager) -> list[str]:
    return list(dict.fromkeys([*manager.sources, *(report.name for report in manager.reports)]))


async def _ask_all(
    manager: SourceManager, settings: Settings
) -> tuple[list[SourceOutcome], dict[str, float], dict[str, str]]:
    """Ask every usable source for a work and for a title that it holds: a broken hook shows only when called."""
    outcomes: list[SourceOutcome] = []
    async with SourcePool(manager, settings) as pool:

        async def ask(name: str) -> None:
            outcomes.append(await pool.ping(name))
            outcomes.append(await pool.search(name, SearchQuery(kind=SearchKind.TITLE, text=KNOWN_TITLE, limit=1)))

        async with anyio.create_task_group() as tasks:
            for name in pool.infos:
                tasks.start_soon(ask, name)
        return outcomes, dict(pool.blockers), dict(pool.skipped)


def _of_report(report: LoadReport) -> Finding:
    return Finding(report.name, report.problem or "", report.remedy)


def _of_outcome(outcome: SourceOutcome, manager: SourceManager) -> Finding:
    limited = outcome.status is OutcomeStatus.RATE_LIMITED
    text = f"{outcome.question}: {outcome.status.value.replace('_', ' ')}: {outcome.reason}"
    return Finding(outcome.source, text, _remedy_of(outcome, manager), is_problem=not limited)


def _remedy_of(outcome: SourceOutcome, manager: SourceManager) -> str:
    if outcome.status is OutcomeStatus.RATE_LIMITED:
        return "Wait, or set a key where the database has one"
    if "this is a bug" in (outcome.reason or "") or "failed in" in (outcome.reason or ""):
        return f"Tell the maker of {_provider(outcome.source, manager)}, or leave it out by REFCHECK_SOURCES"
    return "Check the network, the key and REFCHECK_*_URL; the database may be down"


def _of_blocker(name: str, seconds: float, manager: SourceManager) -> Finding:
    text = f"held the event loop for {seconds:.1f} s, which stops every other source meanwhile"
    return Finding(name, text, f"Tell the maker of {_provider(name, manager)}: blocking work belongs into a thread")


def _provider(name: str, manager: SourceManager) -> str:
    return next((r.distribution for r in manager.reports if r.ok and r.name == name and r.distribution), name)


def _entry(name: str, manager: SourceManager, outcomes: list[SourceOutcome], skipped: dict[str, str]) -> dict[str, Any]:
    report = next((r for r in manager.reports if r.name == name), None)
    asked = [o for o in outcomes if o.source == name and o.status is not OutcomeStatus.SKIPPED]
    return {
        "name": name,
        "distribution": report.distribution if report else None,
        "version": report.version if report else None,
        "loaded": name in manager.sources,
        "answers": all(o.answered for o in asked) if asked else None,
        "skipped": skipped.get(name) if name in manager.sources else None,
    }


def check_cache(settings: Settings) -> tuple[dict[str, Any], list[Finding]]:
    """Whether the cache can be read, and written."""
    state = cache_state(settings)
    findings = []
    if state["problem"]:
        findings.append(Finding("cache", state["problem"], "refcheck cache clear"))
    for variable, folder in (("REFCHECK_CACHE_DIR", settings.cache_dir), ("REFCHECK_STATE_DIR", settings.state_dir)):
        if not _can_write(folder):
            findings.append(Finding(variable, f"{folder} cannot be written", f"Make it writable, or set {variable}"))
    return state, findings


def _can_write(folder: Path) -> bool:
    """Whether files can be made in a folder, or in the nearest one above it that exists; found out by making one."""
    existing = next((p for p in (folder, *folder.parents) if os.path.lexists(p)), None)
    try:
        with tempfile.TemporaryDirectory(prefix=".refcheck-", dir=existing) as made:
            Path(made, "file").touch()
    except OSError:
        return False
    return True


def check_limits(settings: Settings) -> tuple[list[dict[str, Any]], list[Finding]]:
    """What limits and quotas have left."""
    states = limiter_state(settings)
    findings = [
        Finding(
            state.source,
            f"its quota {state.limit!r} of {state.requests} requests is used up; free in {state.free_in:.0f} s",
            is_problem=False,
        )
        for state in states
        if state.used is not None and state.used >= state.requests
    ]
    return [dataclasses.asdict(state) for state in states], findings

"""``refcheck doctor``: what is wrong with plugins, settings, cache and quotas, and what helps."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from refcheck_core.logs import EnvironmentRedactor
from refcheck_core.plugins import SourceManager

from .cache import cache_lines
from .exits import Exit
from .findings import Finding, Report
from .output import print_json, print_lines, stdout_page
from .terminal import Page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from refcheck_core.settings import Settings

_LABEL = 11


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Examine everything and report."""
    if options.offline:
        settings = dataclasses.replace(settings, offline=True)
    report = _examine(settings)
    if options.json:
        print_json(_as_json(report))
    else:
        print_lines(_lines(report, stdout_page(settings.environ)))
    return Exit.OK if report.is_healthy else Exit.DIFFERS


def report_bad_settings(text: str, *, as_json: bool) -> int:
    """Report settings that cannot be read; nothing else can be examined without them."""
    report = Report(findings=[Finding("settings", text, "Correct the variable, or unset it")])
    if as_json:
        print_json(_as_json(report))
    else:
        print_lines(_lines(report, Page()))
    return Exit.DIFFERS


def _examine(settings: Settings) -> Report:
    from .checkup import check_cache, check_limits, check_settings, check_sources  # noqa: PLC0415  (heavy)

    manager = SourceManager(settings)
    manager.load()
    cache, of_cache = check_cache(settings)  # before a source is asked, which would mend it
    sources, of_sources = check_sources(manager, settings)
    limits, of_limits = check_limits(settings)
    redact = EnvironmentRedactor(settings).text  # a plugin that fails may tell the key that it failed on
    found = [*of_sources, *of_cache, *of_limits, *check_settings(manager, settings)]
    findings = [dataclasses.replace(finding, text=redact(finding.text)) for finding in found]
    return Report(findings=findings, sources=sources, cache=cache, limits=limits)


def _as_json(report: Report) -> dict[str, Any]:
    return {
        "healthy": report.is_healthy,
        "findings": [
            {"about": f.about, "problem": f.is_problem, "text": f.text, "remedy": f.remedy} for f in report.findings
        ],
        "sources": report.sources,
        "cache": report.cache,
        "limits": report.limits,
    }


def _lines(report: Report, page: Page) -> Iterator[str]:
    for finding in sorted(report.findings, key=lambda f: not f.is_problem):
        label, colour = ("problem", "red") if finding.is_problem else ("note", "yellow")
        yield from page.labelled(label, f"{finding.about}: {finding.text}", _LABEL, colour)
        if finding.remedy:
            yield from page.wrap(f"-> {finding.remedy}", " " * _LABEL)
    if report.findings and report.cache is not None:
        yield ""
    for source in report.sources:
        yield from page.labelled("source", _source_text(source), _LABEL, "dim")
    for limit in report.limits:
        yield from page.labelled("limit", _limit_text(limit), _LABEL, "dim")
    if report.cache is not None:
        yield from cache_lines(report.cache, page, _LABEL)
    yield ""
    problems = sum(finding.is_problem for finding in report.findings)
    verdict = f"{problems} problem{'' if problems == 1 else 's'} found." if problems else "No problem found."
    yield page.style(verdict, "bold", "red" if problems else "green")


def _source_text(source: dict[str, Any]) -> str:
    states = {True: "answers", False: "does not answer", None: "not asked"}
    state = states[source["answers"]] if source["loaded"] else "cannot be used"  # why, a finding says
    by = " ".join(part for part in (source["distribution"], source["version"]) if part)
    return f"{source['name']} {state}" + (f" [{by}]" if by else "")


def _limit_text(limit: dict[str, Any]) -> str:
    used = "" if limit["used"] is None else f"{limit['used']} of {limit['requests']} used, "
    free = f"free in {limit['free_in']:.0f} s" if limit["free_in"] >= 1 else "free now"
    return f"{limit['source']} {limit['limit']}: {used}{free}"

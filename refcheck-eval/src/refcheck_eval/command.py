"""``refcheck eval``: what can be typed, and the run."""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from refcheck_core.settings import Settings

    from .baseline import Baseline
    from .gates import Gate
    from .model import Gold
    from .report import Report

help = "measure how often refcheck is right, over references whose truth is known"  # noqa: A001  (the contract's name)
_EPILOG = """\
exit codes:
  0  measured, and all gates passed
  1  a gate failed
  2  the command line, a gate, a gold file or a setting cannot be used
  3  not measured: no reference could be checked, or a replay lacks a recording

examples:
  refcheck eval gold/references.jsonl --html report.html
  refcheck eval gold/references.jsonl --baseline earlier.json
  refcheck eval gold/references.jsonl --record recordings
  refcheck eval gold/references.jsonl --replay recordings --gate precision=.99,recall=.9,false_links=0,source_errors=0
"""
_OK, _GATE_FAILED, _USAGE, _NOT_MEASURED = 0, 1, 2, 3


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("gold", nargs="+", metavar="GOLD.jsonl", help="labelled references (docs/eval.md)")
    parser.add_argument(
        "--database", action="append", dest="databases", metavar="NAME", help="ask only this database; can be repeated"
    )
    parser.add_argument(
        "--library", action="extend", nargs="+", metavar="FILE", help="a library of yours to ask before all databases"
    )
    parser.add_argument("--offline", action="store_true", help="ask the cache and local sources only")
    parser.add_argument("--record", metavar="DIR", help="keep every answer of a database in this folder")
    parser.add_argument("--replay", metavar="DIR", help="answer from the recordings in this folder alone")
    parser.add_argument(
        "--gate",
        action="append",
        default=[],
        dest="gates",
        metavar="NAME=BOUND,…",
        help="what figures must be, such as precision=.99,false_links=0; can be repeated",
    )
    parser.add_argument(
        "--baseline", metavar="FILE", help="an earlier report (--json); tell which references are judged otherwise now"
    )
    parser.add_argument("--html", metavar="FILE", help="write a page with every error")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Measure, print, and hold the figures to the gates."""
    from refcheck_cli.output import complain  # noqa: PLC0415  (heavy)
    from refcheck_core.services import UnknownSourceError  # noqa: PLC0415

    from .baseline import BaselineError, read_baseline  # noqa: PLC0415
    from .gates import GateError, failures, parse_gates  # noqa: PLC0415
    from .gold import read_gold  # noqa: PLC0415
    from .model import GoldError  # noqa: PLC0415

    try:
        gates: tuple[Gate, ...] = parse_gates(options.gates, has_baseline=options.baseline is not None)
        settings = _settings(options, settings)
        gold = read_gold(options.gold)
        baseline = None if options.baseline is None else read_baseline(options.baseline)
        if options.html is not None:
            _check_page(options, settings)
        report = _measure(gold, settings, options.databases, baseline)
    except GoldError as error:
        for line in str(error).splitlines():
            complain(line)
        return _USAGE
    except (BaselineError, GateError, UnknownSourceError) as error:
        complain(str(error))
        return _USAGE
    _show(report, options, settings)
    if options.html is not None and not _write_page(report, options):
        return _USAGE
    if report.total.unchecked == report.total.references:
        complain(f"No reference could be checked: {next((c.problem for c in report.cases if c.problem), 'none given')}")
        return _NOT_MEASURED
    failed = failures(gates, report)
    for failure in failed:
        complain(f"gate failed: {failure}")
    return _GATE_FAILED if failed else _OK


def _check_page(options: argparse.Namespace, settings: Settings) -> None:
    """See, before anything is asked, that the page can go where it should, and overwrites nothing that is read.

    Raises:
        SettingsError: it cannot, or would.
    """
    from refcheck_core.settings import SettingsError  # noqa: PLC0415

    page = Path(options.html)
    if page.is_dir() or not page.absolute().parent.is_dir():
        raise SettingsError(f"{page} cannot be written: it is a folder, or in none.")
    libraries = settings.environ.get("REFCHECK_LIBRARY", "").split(os.pathsep)
    read = [file for file in (*options.gold, options.baseline, *libraries) if file]
    if page.exists() and any(Path(file).exists() and page.samefile(file) for file in read):
        raise SettingsError(f"The page would overwrite {page}, which is read.")


def _settings(options: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with what the command line says.

    Raises:
        SettingsError: options that exclude each other.
    """
    from refcheck_core.settings import SettingsError  # noqa: PLC0415

    if options.record is not None or options.replay is not None:
        settings = dataclasses.replace(settings, record=_folder(options.record), replay=_folder(options.replay))
    if options.offline:
        settings = dataclasses.replace(settings, offline=True)
    if settings.offline and (settings.record or settings.replay):
        raise SettingsError("Offline no database is asked, so there is nothing to record or replay.")
    return settings


def _folder(given: str | None) -> Path | None:
    return None if given is None else Path(given).expanduser().absolute()


def _measure(
    gold: Sequence[Gold], settings: Settings, databases: Sequence[str] | None, baseline: Baseline | None
) -> Report:
    from refcheck_cli.output import run_beside_output  # noqa: PLC0415
    from refcheck_cli.progress import Progress  # noqa: PLC0415

    with Progress(sys.stderr, settings.environ, "references checked") as progress:
        report = run_beside_output(_evaluate, gold, settings, databases, progress.show)
    if baseline is None:
        return report
    from .baseline import compare  # noqa: PLC0415

    return dataclasses.replace(report, comparison=compare(baseline, [case.judged for case in report.cases]))


async def _evaluate(
    gold: Sequence[Gold],
    settings: Settings,
    databases: Sequence[str] | None,
    progress: Callable[[int, int], None],
) -> Report:
    from .running import evaluate  # noqa: PLC0415

    return await evaluate(gold, settings, databases=databases, progress=progress)


def _show(report: Report, options: argparse.Namespace, settings: Settings) -> None:
    from refcheck_cli.output import print_json, print_lines, stdout_page  # noqa: PLC0415

    if options.json:
        from .report import to_json  # noqa: PLC0415

        print_json(to_json(report))
    else:
        from .table import report_lines  # noqa: PLC0415

        print_lines(report_lines(report, stdout_page(settings.environ)))


def _write_page(report: Report, options: argparse.Namespace) -> bool:
    from refcheck_cli.output import complain  # noqa: PLC0415

    from .page import page_of  # noqa: PLC0415

    try:
        Path(options.html).write_text(page_of(report, options.gold), encoding="utf-8", newline="\n")
    except OSError as error:
        complain(f"{options.html} cannot be written: {error.strerror or error}.")
        return False
    return True

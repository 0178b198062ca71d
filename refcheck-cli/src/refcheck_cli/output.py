"""What every command needs to print its answer."""

from __future__ import annotations

import contextlib
import json
import sys
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from .exits import Exit, OutputError
from .terminal import Page, safe

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from refcheck_core.errors import AllSourcesFailedError
    from refcheck_core.settings import Settings

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def run_beside_output(function: Callable[[*Arguments], Awaitable[Result]], *arguments: *Arguments) -> Result:
    """Run what asks the databases; what plugins print goes to stderr, so that stdout is the answer's alone."""
    import anyio  # noqa: PLC0415  (heavy)

    with contextlib.redirect_stdout(sys.stderr):
        return anyio.run(function, *arguments)


def print_json(data: Mapping[str, object]) -> None:
    """Print one JSON object on stdout (what its fields mean: docs/json.md)."""
    print_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def print_lines(lines: Iterable[str]) -> None:
    """Print lines on stdout."""
    print_text("".join(f"{line}\n" for line in lines))


def print_text(text: str) -> None:
    """Print text on stdout as it is.

    Raises:
        BrokenPipeError: nobody reads it any more.
        OutputError: it cannot be written.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()  # here, where it can be told
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.errno, error.strerror) from error


def complain(text: str) -> None:
    """Tell the user on stderr what is wrong."""
    with contextlib.suppress(OSError):  # nobody is left to be told
        print(f"refcheck: {safe(text)}", file=sys.stderr)  # noqa: T201  (output is this module's work)


def nothing_checked(error: AllSourcesFailedError, settings: Settings, *, as_json: bool) -> int:
    """Say that no database could be asked, and why; a setting that leaves none to be asked is an error of usage."""
    from refcheck_core.plugins import SourceManager  # noqa: PLC0415  (heavy, and needed for faults only)
    from refcheck_core.services.conclusion import CANNOT_LOOK_UP  # noqa: PLC0415

    if settings.sources is not None:
        manager = SourceManager(settings)
        with contextlib.redirect_stdout(sys.stderr):
            manager.load()
        if not manager.sources and not any(report.distribution for report in manager.reports):
            listed = ", ".join(sorted(manager.switched_off)) or "none"
            given = f"{', '.join(settings.sources)!r}" if settings.sources else "no database"
            complain(f"REFCHECK_SOURCES names {given}, so there is nothing to ask. Installed are: {listed}.")
            return Exit.USAGE
    if as_json:
        print_json({"error": "not_checked", "message": str(error), "sources_failed": error.reasons})
    if not error.reasons:
        complain(str(error))
    else:
        complain("No source could be asked, so nothing was checked:")
    for name, reason in error.reasons.items():
        complain(f"  {name}: {reason}")
    unable = [name for name, reason in error.reasons.items() if reason == CANNOT_LOOK_UP]
    if unable:
        complain(
            f"{', '.join(unable)} cannot look up such an identifier, but could be asked for the title, if you give it."
        )
    return Exit.NOT_CHECKED


def stdout_page(environ: Mapping[str, str]) -> Page:
    """The page that suits stdout."""
    return Page.on(sys.stdout, environ)

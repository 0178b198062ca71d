"""``refcheck``: take the command line apart, run the command, and turn what comes of it into an exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from .exits import Exit, OutputError
from .parser import COMMANDS, build_parser

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from refcheck_core.settings import Settings

    from .extensions import Extension


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code (see `Exit`)."""
    _replace_closed_streams()
    try:
        code = _parsed(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        _give_stdout_up()
        return Exit.BROKEN_PIPE
    except OSError as error:
        from .output import complain  # noqa: PLC0415

        _give_stdout_up()
        complain(f"The answer cannot be written: {error.strerror or error}.")
        return Exit.NOT_CHECKED
    return code


def _replace_closed_streams() -> None:
    """Let a stream that the caller has closed be empty; Python has none then, and prints errors on stdout."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  (open to the end)


def _give_stdout_up() -> None:
    """Send what is left nowhere: Python flushes stdout once more at exit, which would end in a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parsed(argv: Sequence[str] | None) -> int:
    """Take the command line apart and do what it says."""
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser(_extensions(argv))
    try:
        options = parser.parse_args(argv)
    except SystemExit as stop:  # argparse has printed the help, or what is wrong
        return int(stop.code or 0)
    _use_streams(utf8=options.command == "bibtex" or getattr(options, "json", False))
    if options.version:
        from importlib.metadata import version  # noqa: PLC0415

        from .output import print_lines  # noqa: PLC0415

        print_lines([f"refcheck {version('refcheck-cli')}"])
        return Exit.OK
    if options.command is None:
        parser.print_help(sys.stderr)
        return Exit.USAGE
    return _settled(options)


def _extensions(argv: Sequence[str]) -> list[Extension]:
    """The commands of other distributions, where they could be meant."""
    command = next((part for part in argv if not part.startswith("-")), None)
    if command in COMMANDS or "--version" in argv:
        return []
    from .extensions import find_extensions  # noqa: PLC0415

    return find_extensions(COMMANDS)


def _settled(options: argparse.Namespace) -> int:
    """Read the settings and run the command."""
    import logging  # noqa: PLC0415

    from refcheck_core.errors import RefcheckError  # noqa: PLC0415  (--help and --version need nothing of core)
    from refcheck_core.settings import Settings, SettingsError  # noqa: PLC0415

    from .output import complain  # noqa: PLC0415

    library: list[str] = getattr(options, "library", None) or []
    try:
        settings = Settings.from_environment()
        if library:
            settings = settings.with_library(library)
    except SettingsError as error:
        if options.command == "doctor":
            from .doctor import report_bad_settings  # noqa: PLC0415

            return report_bad_settings(str(error), as_json=options.json)
        complain(str(error))
        return Exit.USAGE
    try:
        return _dispatch(options, settings)
    except SettingsError as error:
        complain(str(error))
        return Exit.USAGE
    except RefcheckError as error:
        complain(str(error))
    except (BrokenPipeError, OutputError):  # the answer is there, but cannot be written: `main` says so
        raise
    except Exception as error:  # Python's own exit code for it, 1, would say that the reference differs
        logging.getLogger(__name__).debug("The command failed inside", exc_info=error)
        complain(f"failed inside ({type(error).__name__}); nothing was checked. REFCHECK_LOG_LEVEL=DEBUG tells more.")
    return Exit.NOT_CHECKED


def _dispatch(options: argparse.Namespace, settings: Settings) -> int:
    from refcheck_core.logs import configure_logging  # noqa: PLC0415

    configure_logging(settings)
    extension: Extension | None = getattr(options, "extension", None)
    if extension is not None:
        from .extensions import run  # noqa: PLC0415
    elif options.command == "verify":
        from .verify import run  # noqa: PLC0415
    elif options.command == "search":
        from .search import run  # noqa: PLC0415
    elif options.command == "bibtex":
        from .bibtex import run  # noqa: PLC0415
    elif options.command == "sources":
        from .sources import run  # noqa: PLC0415
    elif options.command == "doctor":
        from .doctor import run  # noqa: PLC0415
    else:
        from .cache import run  # noqa: PLC0415
    return run(options, settings)


def _use_streams(*, utf8: bool) -> None:
    """JSON and BibTeX are UTF-8 whatever the locale; other output replaces what the locale's encoding lacks."""
    for stream, encoding in ((sys.stdout, "utf-8" if utf8 else None), (sys.stderr, None)):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=encoding, errors="replace")

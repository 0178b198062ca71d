"""Commands that other distributions bring along, found by the entry-point group ``refcheck.commands``.

They are looked for only where they are needed: for the help, and for a command that is none of ``refcheck``'s own. One
that is broken is listed with what is wrong with it, and hinders no other.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .exits import Exit
from .output import complain

if TYPE_CHECKING:
    from collections.abc import Collection
    from importlib.metadata import EntryPoint

    from refcheck_core.contract import Command
    from refcheck_core.settings import Settings

GROUP = "refcheck.commands"
_NAME = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Extension:
    """A command of another distribution, or why there is none.

    Attributes:
        name: as typed.
        command: what runs; ``None`` where it cannot be used.
        problem: why it cannot be used.
    """

    name: str
    command: Command | None = None
    problem: str | None = None


def find_extensions(taken: Collection[str]) -> list[Extension]:
    """The commands that installed distributions bring, by name.

    Args:
        taken: names of commands that cannot be replaced.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  (as slow to import as all the rest of the help)

    try:
        found = list(entry_points(group=GROUP))
    except Exception:  # noqa: BLE001  (an unreadable distribution; "refcheck doctor" names it)
        return []
    by_name: dict[str, list[EntryPoint]] = {}
    for entry_point in found:
        if entry_point.name not in taken:
            by_name.setdefault(entry_point.name, []).append(entry_point)
    return [_extension(name, candidates) for name, candidates in sorted(by_name.items()) if _NAME.fullmatch(name)]


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Run the command of another distribution."""
    extension: Extension = options.extension
    if extension.command is None:
        complain(f'The command "{extension.name}" cannot be used: {extension.problem}')
        return Exit.NOT_CHECKED
    return extension.command.run(options, settings)


def _extension(name: str, candidates: list[EntryPoint]) -> Extension:
    owners = [candidate.dist.name if candidate.dist else "an unknown distribution" for candidate in candidates]
    if len(candidates) > 1:
        return Extension(name, problem=f"{' and '.join(owners)} each bring a command of this name")
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return Extension(name, _checked(candidates[0].load()))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  (an import may raise anything, SystemExit included)
        text = " ".join(str(error).split())[:200]
        return Extension(name, problem=f"{owners[0]} is broken: {type(error).__name__}: {text}")


def _checked(command: Any) -> Command:
    """The command, if it is one.

    Raises:
        Exception: it is none, or cannot say what it takes.
    """
    if not isinstance(command.help, str) or not command.help.strip() or not callable(command.run):
        raise TypeError("a command needs a help text and a function run")
    command.configure(argparse.ArgumentParser(add_help=False))
    checked: Command = command
    return checked

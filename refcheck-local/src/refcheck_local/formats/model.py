"""What every reader of a format gives and may say."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from refcheck_core import RefcheckError, clean_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..rows import Row
    from .files import DataFile

MAX_ELEMENT = 20_000_000
"""Bytes of one line or element; the longest works of the public dumps are below 10 MB."""


_NAMED, _LONGEST_NAME = 10, 40
"""Unknown keys that are named, and characters of each."""


class FormatError(RefcheckError):
    """A file that cannot be read as a whole: unreadable, of an unknown format, cut off, damaged."""


class UnreadableRow(ValueError):
    """One work that cannot be made a row; its text is the problem of the `BadEntry`."""


@dataclass(frozen=True, slots=True)
class BadEntry:
    """One work that could not be read; the others were.

    Attributes:
        place: where it stands ("line 17", "entry Knuth1984 (line 5)"), in a folder with the file's name before it.
        problem: what is wrong with it, as a clause for people.
    """

    place: str
    problem: str


def passed_over_text(passed_over: Mapping[str, int]) -> str | None:
    """A sentence about keys that a reader does not know; ``None`` where there is none.

    Args:
        passed_over: names of keys -> lines that have them.
    """
    if not passed_over:
        return None
    often = sorted(passed_over.items(), key=lambda item: -item[1])
    shown = ", ".join(
        f"{clean_text(name[:_LONGEST_NAME])} ({count:,} {'line' if count == 1 else 'lines'})"
        for name, count in often[:_NAMED]
    )
    more = f" and {len(often) - _NAMED:,} more" if len(often) > _NAMED else ""
    return f"Keys that rows do not have were passed over: {shown}{more}. Those that they have are in docs/local.md."


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read.

    Attributes:
        name: as it is named in a command.
        title: for people.
        reads: what it reads, in a sentence.
        suffixes: ends of the names of its files in a folder, without ".gz".
        module: of this package, with a function ``read(file)``; imported on first use.
    """

    name: str
    title: str
    reads: str
    suffixes: tuple[str, ...]
    module: str

    def read(self, file: DataFile) -> Iterator[Row | BadEntry]:
        """Read one file."""
        reader: Any = import_module(f".{self.module}", __package__)
        rows: Iterator[Row | BadEntry] = reader.read(file)
        return rows

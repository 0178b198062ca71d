"""Exit codes of the ``refcheck`` command; part of its public interface."""

from __future__ import annotations

from enum import IntEnum


class OutputError(OSError):
    """The answer cannot be written to stdout: the disk is full, say."""


class Exit(IntEnum):
    """What the command says to the shell."""

    OK = 0
    """Verified; for other commands: nothing is wrong."""
    DIFFERS = 1
    """``partial_match`` or ``not_found``; ``search``: nothing found; ``doctor``: something is wrong."""
    USAGE = 2
    """The command line, the input or a setting cannot be used."""
    NOT_CHECKED = 3
    """No source could be asked, so there is no verdict; ``sources --ping``: a source does not answer."""
    INTERRUPTED = 130
    """Ctrl-C, as shells count it (128 + SIGINT)."""
    BROKEN_PIPE = 141
    """The reader of the output went away (128 + SIGPIPE)."""

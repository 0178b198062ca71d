"""A bar on a terminal that shows how far the work is; nothing in a pipe or a file."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType
    from typing import TextIO

_WIDTH = 30
_INTERVAL = 0.1
"""Seconds between two drawings."""
_CLEAR = "\r\x1b[K"


class Progress:
    """A progress bar; leaving it wipes it out.

    Args:
        stream: where it is drawn, if that is a terminal.
        environ: ``TERM=dumb`` switches it off.
        what: what is counted, for people.
    """

    def __init__(self, stream: TextIO, environ: Mapping[str, str], what: str) -> None:
        self._stream = stream
        self._what = what
        self._is_shown = stream.isatty() and environ.get("TERM") != "dumb"
        self._drawn = 0.0
        self._began = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn:
            self._stream.write(_CLEAR)
            self._stream.flush()

    def show(self, done: int, total: int) -> None:
        """Draw how many of all are done, ten times a second at most."""
        now = time.monotonic()
        if not self._is_shown or (now - self._drawn < _INTERVAL and done < total):
            return
        self._drawn = now
        filled = _WIDTH * done // max(total, 1)
        left = _time_left(now - self._began, done, total)
        self._stream.write(f"{_CLEAR}[{'#' * filled}{'.' * (_WIDTH - filled)}] {done} of {total} {self._what}{left}")
        self._stream.flush()


def _time_left(elapsed: float, done: int, total: int) -> str:
    """How long the rest will take at the rate so far, where that is more than a moment."""
    seconds = elapsed / done * (total - done) if done else 0.0
    if seconds < 2:
        return ""
    return f", {seconds / 60:.0f} min left" if seconds >= 90 else f", {seconds:.0f} s left"

"""How far a build is: a bar on a terminal, now and then a line elsewhere. All of it goes to stderr."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from refcheck_core import clean_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

    from .building import Watcher
    from .manifest import InputInfo

INTERVAL = 15.0
"""Seconds between two lines of a log."""


def watcher_for(stream: TextIO, environ: Mapping[str, str]) -> Watcher:
    """What suits a stream: a bar on a terminal, else lines."""
    if stream.isatty() and environ.get("TERM") != "dumb":
        return Bar(stream)
    return Lines(stream)


def ended_text(info: InputInfo) -> str:
    """What came of an input."""
    bad = f", {info.bad:,} unreadable" if info.bad else ""
    broken = ", not read to its end" if info.problem else ""
    return f"{clean_text(info.path)}: {info.rows:,} {'work' if info.rows == 1 else 'works'}{bad}{broken}"


class Lines:
    """A line for each input, and one in a while."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._size = 0
        self._began = self._told = time.monotonic()

    def begin(self, size: int) -> None:
        """Reading begins."""
        self._size = size
        self._began = self._told = time.monotonic()

    def read(self, position: int, rows: int) -> None:
        """Tell the share, the rate and the time left."""
        now = time.monotonic()
        if now - self._told < INTERVAL:
            return
        self._told = now
        elapsed, share = now - self._began, min(position / max(self._size, 1), 1.0)
        left = f", {_duration(elapsed / share - elapsed)} left" if share else ""
        self._say(f"{share:.0%} read, {rows:,} works, {rows / elapsed:,.0f} a second{left}")

    def ended(self, info: InputInfo) -> None:
        """Tell what came of an input."""
        self._say(ended_text(info))

    def writing(self) -> None:
        """Say nothing: the end is near."""

    def close(self) -> None:
        """End."""

    def _say(self, text: str) -> None:
        self._stream.write(f"{text}\n")
        self._stream.flush()


class Bar:
    """A bar that wipes itself out at the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: Any = None
        self._began = time.monotonic()

    def begin(self, size: int) -> None:
        """Draw the bar."""
        from tqdm import tqdm  # type: ignore[import-untyped]  # noqa: PLC0415  (only where it is shown)

        self._began = time.monotonic()
        self._bar = tqdm(
            total=size, unit="B", unit_scale=True, file=self._stream, leave=False, dynamic_ncols=True, desc="reading"
        )

    def read(self, position: int, rows: int) -> None:
        """Move it on."""
        rate = rows / max(time.monotonic() - self._began, 0.001)
        self._bar.set_postfix_str(f"{rows:,} works, {rate:,.0f}/s", refresh=False)
        self._bar.update(position - self._bar.n)

    def ended(self, info: InputInfo) -> None:
        """Tell above the bar what came of an input."""
        self._bar.write(ended_text(info), file=self._stream)

    def writing(self) -> None:
        """Say that the rest is being written."""
        self._bar.set_description_str("writing")

    def close(self) -> None:
        """Wipe it out."""
        if self._bar is not None:
            self._bar.close()


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"

"""Builds that are killed at random moments: does the index that was there answer each time?"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_TITLES = 20
"""Works of the old index that are asked for after each kill."""


@dataclass(frozen=True, slots=True)
class Kill:
    """What was there after one kill.

    Attributes:
        after: seconds from the start of the build to the kill.
        killed: whether it was still at work then.
        answers: how many of `asked` works of the old index were found.
        asked: works that were asked for.
        folders: states in the index's folder: the one that counts, and what the kill left.
        size: bytes in the index's folder.
    """

    after: float
    killed: bool
    answers: int
    asked: int
    folders: int
    size: int


def kill_builds(folder: Path, old: Path, inputs: Sequence[Path], seconds: float, *, count: int = 10) -> list[Kill]:
    """Build an index of one file, then kill builds of others in its place at random moments (fixed seed).

    Args:
        folder: for the index; made anew.
        old: JSON Lines of the index that must go on answering.
        inputs: of the builds that are killed.
        seconds: that such a build takes; kills come before its end.
        count: of kills.
    """
    from refcheck_local.building import build  # noqa: PLC0415
    from refcheck_local.formats import read_rows  # noqa: PLC0415
    from refcheck_local.rows import Row  # noqa: PLC0415

    build(folder, [old])
    titles: list[tuple[str, str]] = []
    for row in read_rows(old):
        if isinstance(row, Row):
            titles.append((row.id, row.title))
        if len(titles) == _TITLES:
            break
    dice = random.Random(4)
    return [_kill(folder, inputs, dice.uniform(0.02, 0.9) * seconds, titles) for _ in range(count)]


def _kill(folder: Path, inputs: Sequence[Path], after: float, titles: Sequence[tuple[str, str]]) -> Kill:
    from refcheck_local.index import Index  # noqa: PLC0415

    command = [sys.executable, "-m", "refcheck_cli", "index", "build", *map(str, inputs), "--into", str(folder)]
    process = subprocess.Popen(command, env=dict(os.environ), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    process.kill()
    killed = process.wait() == -signal.SIGKILL
    index = Index.open(folder)
    answers = sum(
        work in [row.id for row in index.candidates(title, citation=False, limit=20)] for work, title in titles
    )
    index.close()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Kill(after, killed, answers, len(titles), len(list(folder.glob("data-*"))), size)

"""Building indexes in a process of its own, so that time and memory are those of the build."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_POLL_SECONDS = 0.2
_PAGE = resource.getpagesize()


@dataclass(frozen=True, slots=True)
class Build:
    """What a build took. Memory is the most that the process and its children had together."""

    records: int
    seconds: float
    cpu: float
    memory: int
    size: int


def build(folder: Path, inputs: Sequence[Path]) -> Build:
    """Build an index as `refcheck index build` does."""
    command = [sys.executable, "-m", "refcheck_cli", "index", "build", *map(str, inputs)]
    environment = {**os.environ, "REFCHECK_LOCAL_INDEX": str(folder)}
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    memory = 0
    try:
        while process.poll() is None:
            memory = max(memory, _memory(process.pid))
            time.sleep(_POLL_SECONDS)
    finally:
        process.kill()
    _, errors = process.communicate()
    if process.returncode:
        raise SystemExit(f"The build failed:\n{errors}")
    seconds = time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    memory = memory or after.ru_maxrss * 1024  # where there is no /proc
    return Build(_records(folder), seconds, cpu, memory, folder_size(folder))


def folder_size(folder: Path) -> int:
    """Bytes of the files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _records(folder: Path) -> int:
    from refcheck_local.index import Index  # noqa: PLC0415

    index = Index.open(folder)
    try:
        return int(index.manifest.records)
    finally:
        index.close()


def _memory(pid: int) -> int:
    """Resident memory of a process and of those it started; 0 where the system does not tell."""
    try:
        total = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (OSError, IndexError, ValueError):
        return 0
    return total + sum(_memory(int(child)) for child in children)

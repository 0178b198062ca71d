"""Files made into documents, as batches: in this process, or in others while this one writes.

Reading and normalising takes three times as long as writing, so it is done in processes beside the writer's. They are
started afresh (nothing is forked) and give their batches through pipes, in the order of the files, so that the same
files always make the same index. A process whose reader is gone cannot write any more, and ends.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self

import msgspec

from .errors import LocalIndexError
from .formats import BadEntry, FormatError, open_rows
from .schema import Terms, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from .rows import Row

BATCH = 500
"""Rows of a batch."""
AHEAD = 24
"""Batches that may wait for the writer, for each process: 10 MB of rows of usual size."""
SMALL = 2_000_000
"""Bytes of files up to which this process reads them itself, as starting another takes as long."""
MOST = 8
"""Processes; the writer keeps up with about three."""


class Task(msgspec.Struct, frozen=True, array_like=True):
    """One file to read.

    Attributes:
        path: of the file. format: its name. key: of the input that it belongs to.
        abstracts: whether abstracts are kept.
    """

    path: str
    format: str
    key: str
    abstracts: bool


class Batch(msgspec.Struct, frozen=True, array_like=True):
    """Some of a file, in order.

    Attributes:
        terms: documents.
        bad: place and problem of each entry that cannot be read.
        position: bytes of the file read so far.
        ended: whether it is the file's last batch.
        problem: why the file cannot be read any further.
        passed_over: of the last batch: names of keys that are unknown -> lines of the file that have them.
    """

    terms: list[Terms]
    bad: list[tuple[str, str]]
    position: int
    ended: bool = False
    problem: str | None = None
    passed_over: dict[str, int] = {}


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Batch).decode
_decode_tasks = msgspec.msgpack.Decoder(list[Task]).decode


def batches_of(task: Task) -> Iterator[Batch]:
    """Read a file; the last batch says that it is the last."""
    terms: list[Terms] = []
    bad: list[tuple[str, str]] = []
    position, problem = 0, None
    passed_over: dict[str, int] = {}
    try:
        with open_rows(Path(task.path), task.format) as stream:
            passed_over = stream.passed_over
            for row in stream:
                if isinstance(row, BadEntry):
                    bad.append((row.place, row.problem))
                else:
                    terms.append(terms_of(row if task.abstracts else _without_abstract(row), task.key))
                if len(terms) + len(bad) >= BATCH:
                    yield Batch(terms, bad, stream.position)
                    terms, bad = [], []
            position = stream.position
    except FormatError as error:
        problem = str(error)
    except Exception as error:  # noqa: BLE001  (a fault of a reader costs its file, not the work of hours)
        problem = f"{task.path} cannot be read any further: {type(error).__name__}: {error}"
    yield Batch(terms, bad, position, ended=True, problem=problem, passed_over=dict(passed_over))


def _without_abstract(row: Row) -> Row:
    return row if row.abstract is None else msgspec.structs.replace(row, abstract=None)


def processes_for(size: int, files: int) -> int:
    """How many processes are worth starting for so many bytes in so many files; one core is the writer's."""
    if size <= SMALL or not sys.executable or getattr(sys, "frozen", False):
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores - 1, files, MOST))


@contextlib.contextmanager
def prepared(tasks: Sequence[Task], processes: int) -> Iterator[Iterator[tuple[int, Batch]]]:
    """The batches of files in order, each with the number of its file.

    Args:
        tasks: the files.
        processes: how many to start; with 0 this one does the work.
    """
    if not processes:
        yield ((number, batch) for number, task in enumerate(tasks) for batch in batches_of(task))
        return
    with contextlib.ExitStack() as stack:
        workers = [stack.enter_context(_Worker(tasks[first::processes])) for first in range(processes)]
        yield (
            (number, batch)
            for number, task in enumerate(tasks)
            for batch in workers[number % processes].batches_of_next(task)
        )


class _Worker:
    """A process that reads files one after the other, and a thread that takes what it gives."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._frames: queue.Queue[bytes] = queue.Queue(AHEAD)
        options: dict[str, bool | int] = {"start_new_session": True}  # Ctrl-C is for us to pass on
        if sys.platform == "win32":
            options = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._process = subprocess.Popen(  # type: ignore[call-overload]  # noqa: S603  (our own module)
            [sys.executable, "-P", "-m", f"{__package__}.worker"],  # -P: a json.py in the current folder is not meant
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **options,
        )
        self._thread = threading.Thread(target=self._take, args=(_encode(list(tasks)),), daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None and kind is not None:
            self._process.kill()
        while self._thread.is_alive():
            with contextlib.suppress(queue.Empty):
                self._frames.get(timeout=0.02)
        self._process.wait()

    def batches_of_next(self, task: Task) -> Iterator[Batch]:
        """The batches of the next of its files."""
        while True:
            frame = self._frames.get()
            if not frame:
                code = self._process.wait()
                raise LocalIndexError(f"The process that read {task.path} ended unexpectedly (code {code}).")
            batch: Batch = _decode(frame)
            yield batch
            if batch.ended:
                return

    def _take(self, tasks: bytes) -> None:
        assert self._process.stdin is not None  # noqa: S101  (for the type checker)
        assert self._process.stdout is not None  # noqa: S101
        with self._process.stdout as stream:
            with contextlib.suppress(OSError), self._process.stdin as given:
                given.write(tasks)
            while frame := _read_frame(stream):
                self._frames.put(frame)
        self._frames.put(b"")


def _read_frame(stream: BinaryIO) -> bytes:
    head = stream.read(4)
    length = int.from_bytes(head, "big")
    frame = stream.read(length) if len(head) == 4 else b""
    return frame if len(frame) == length else b""


def serve(tasks: BinaryIO, answers: BinaryIO) -> None:
    """What a process beside the writer's does: read the files that it is told, and give their batches."""
    for task in _decode_tasks(tasks.read()):
        for batch in batches_of(task):
            frame = _encode(batch)
            answers.write(len(frame).to_bytes(4, "big"))
            answers.write(frame)
        answers.flush()

"""The folder of an index: one writer at a time, and changes that count all at once.

In the folder stand the manifest and, in a folder of its own, the data that it names. A change is made in a new folder
of data; replacing the manifest, one small file, makes it count. So a reader, or whoever comes after a process that was
killed at any moment, has the old state or the new one. What such a process left is taken away by the next writer.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import secrets
import shutil
from typing import TYPE_CHECKING

import portalocker

from .errors import IndexBusy, IndexMissing, IndexNotWritten, LocalIndexError
from .manifest import FILE_NAME, read_manifest, write_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .manifest import Manifest

LOCK_NAME = ".refcheck-index.lock"
BAD_NAME = "unreadable.jsonl"
"""File in the folder of an index that lists what could not be read of its inputs."""
FULL = 20_000_000
"""Bytes left on a disk that count as none when writing to it failed."""
_PREFIX = "data-"
_EXCLUSIVE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING


class Draft:
    """A new state of an index that does not count yet.

    Attributes:
        folder: of the index.
        data: folder for the engine's files.
        bad: path of the list of what cannot be read, which is put in its place when the state counts.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / f"{_PREFIX}{secrets.token_hex(4)}"
        self.data.mkdir()
        self.bad = self.data / BAD_NAME

    def previous(self) -> Manifest | None:
        """The manifest of the state that counts, if there is one that can be read by this version."""
        try:
            return read_manifest(self.folder)
        except LocalIndexError:
            return None

    def begin_with(self, manifest: Manifest) -> None:
        """Begin with the data of the state that counts.

        The engine never changes a file of rows, so these are not copied where the file system has hard links.
        """
        for path in (self.folder / manifest.data).iterdir():
            if path.is_file() and path.name not in {FILE_NAME, BAD_NAME, LOCK_NAME} and not path.name.endswith(".lock"):
                _link(path, self.data / path.name)

    def publish(self, manifest: Manifest) -> Manifest:
        """Make this state count."""
        named = dataclasses.replace(manifest, data=self.data.name)
        write_manifest(self.folder, named)
        _sync(self.folder)
        return named

    def keep_list(self) -> Path | None:
        """Put the list of what cannot be read into its place, or take away that of the run before.

        Returns:
            its path, if there is one.
        """
        place = self.folder / BAD_NAME
        with contextlib.suppress(OSError):
            if self.bad.exists():
                self.bad.replace(place)
                return place
            place.unlink(missing_ok=True)
        return None


@contextlib.contextmanager
def draft(folder: Path) -> Iterator[Draft]:
    """Make a new state of the index in a folder. What was not published is taken away at the end.

    Raises:
        IndexBusy: another process writes to the index.
        IndexNotWritten: the folder cannot be written, or holds other things.
    """
    with _told(folder):
        _make(folder)
        lock = (folder / LOCK_NAME).open("ab")
    with lock:
        _acquire(lock, folder)
        with _told(folder):
            _tidy(folder)
            made = Draft(folder)
        try:
            with _told(folder):
                yield made
        except IndexNotWritten as error:
            raise IndexNotWritten(
                f"Cannot write to the index in {folder}: {_why(folder, error)}. What was in it before is still there."
            ) from error
        finally:
            with contextlib.suppress(OSError):  # left to the next writer
                _tidy(folder)


def _why(folder: Path, error: IndexNotWritten) -> str:
    """Why writing failed; the engine tells of a fault in a thread of its own, and no more."""
    if isinstance(error.__cause__, OSError):
        return error.__cause__.strerror or str(error.__cause__)
    free = shutil.disk_usage(folder).free
    if free < FULL:
        return f"the disk is full ({free / 1e6:.1f} MB are left)"
    return f"the engine cannot write its files: a quota, a limit of their size, a faulty disk? ({error.__cause__})"


def _acquire(lock: object, folder: Path) -> None:
    try:
        portalocker.lock(lock, _EXCLUSIVE)  # type: ignore[arg-type]  # the system frees it, however the process ends
    except portalocker.AlreadyLocked:
        raise IndexBusy(
            f"Another process is writing to the index in {folder}; try again when it has ended. Nothing was changed."
        ) from None
    except portalocker.LockException as error:
        raise IndexNotWritten(f"The index in {folder} cannot be locked for writing ({error}).") from error


def _make(folder: Path) -> None:
    """Make the folder, unless something else is in it."""
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / FILE_NAME).exists():
        return
    others = [path.name for path in folder.iterdir() if not _is_ours(path)]
    if others:
        raise IndexNotWritten(
            f"{folder} holds other things ({min(others)}) and no index: name an empty folder, or a new one."
        )


def _is_ours(path: Path) -> bool:
    return path.name.startswith((_PREFIX, f".{FILE_NAME}.")) or path.name in {LOCK_NAME, BAD_NAME}


def _tidy(folder: Path) -> None:
    """Take away data that does not count; whoever calls holds the lock, so no other process is making any."""
    try:
        counts = read_manifest(folder).data
    except IndexMissing:
        counts = None
    except LocalIndexError:
        return  # what the manifest names is not known
    for path in folder.iterdir():
        if path.name.startswith(_PREFIX) and path.name != counts and path.is_dir():
            shutil.rmtree(path, ignore_errors=True)  # Windows keeps what a reader has open: the next writer's turn
        elif path.name.startswith(f".{FILE_NAME}."):
            with contextlib.suppress(OSError):
                path.unlink()


@contextlib.contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Faults of the system in words."""
    try:
        yield
    except BrokenPipeError:  # of the output, not of the index
        raise
    except OSError as error:
        raise IndexNotWritten(
            f"Cannot write an index to {folder}: {error.strerror or error}. What was in it before is still there."
        ) from error


def _link(source: Path, target: Path) -> None:
    if source.suffix != ".json":  # the engine's small files are replaced, but that is not ours to know
        try:
            target.hardlink_to(source)
            return
        except OSError:  # the file system has none
            pass
    shutil.copyfile(source, target)


def _sync(folder: Path) -> None:
    """Have the system write the folder's names to the disk, where it can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

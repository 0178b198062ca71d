"""Where the limits of a machine are kept: one small JSON file per source and host, under a lock file.

Each change reads, changes and replaces the file while holding the lock (some 0.1 ms), so that a process that is killed
leaves either the old or the new page. Each process also keeps a file of its own locked for as long as it lives: the
system frees that lock however the process ends, and whoever needs the place then clears away what it held.

Where the folder cannot be written (a read-only home in a container), the limits hold within the process only, and a
warning says so: to refuse all work would help nobody, and to break the limits silently would harm the databases.
"""

from __future__ import annotations

import json
import logging
import os
import re
import threading
import time
import uuid
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, NoReturn, TypeVar

import portalocker

from .ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

T = TypeVar("T")

LOCK_PATIENCE = 5.0
"""Seconds to wait for the lock of the file, which is otherwise held for a fraction of a millisecond."""

_EXCLUSIVE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING
_log = logging.getLogger("refcheck.http")


class StoreBusy(Exception):
    """Another process held the lock for longer than it ever should."""


class Store:
    """The shared page of one source at one host, as one owner sees it. Call it from one thread at a time.

    Args:
        folder: where the files are; made when missing, for this user only.
        name: of the source and host; becomes the file's name.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.owner = uuid.uuid4().hex[:16]
        self._name = file_name(name)
        self._folder = folder
        self._path = folder / f"{self._name}.json"
        self._lock_path = folder / f"{self._name}.lock"
        self._life: IO[str] | None = None
        self._in_memory = False

    def change(self, action: Callable[[Ledger], T]) -> T:
        """Let `action` see and change the page; what it returns is returned.

        Raises:
            StoreBusy: the lock cannot be had.
        """
        if not self._in_memory:
            try:
                return self._change_file(action)
            except OSError as exc:
                self._in_memory = True
                _log.warning(
                    "The limits of databases hold for this process only: %s cannot be written (%s). "
                    "Set REFCHECK_STATE_DIR to a folder that can.",
                    self._folder,
                    exc.strerror,
                )
        with _memory_lock:
            return action(_memory.setdefault(str(self._path), Ledger()))

    def without_the_dead(self, ledger: Ledger) -> bool:
        """Clear away what ended processes held; whether there was anything. For use inside an action."""
        dead = [owner for owner in ledger.owners if owner != self.owner and not self._in_memory and self._dead(owner)]
        for owner in dead:
            ledger.forget(owner)
        return bool(dead)

    def close(self) -> None:
        """Forget this owner."""
        if self._in_memory or self._life is not None:
            try:
                self.change(lambda ledger: ledger.forget(self.owner))
            except StoreBusy:
                _log.debug("the limits' file is locked; what this process held ends with it")
        if self._life is not None:
            self._life.close()
            self._life = None
            self._life_path(self.owner).unlink(missing_ok=True)

    # -- files ------------------------------------------------------------------------------------------------------

    def _change_file(self, action: Callable[[Ledger], T]) -> T:
        with self._locked():
            if self._life is None:
                self._begin_life()
            text = _read(self._path)
            ledger = _parse(text, self._path)
            result = action(ledger)
            changed = json.dumps(ledger.to_json(), separators=(",", ":"))
            if changed != text:
                draft = self._path.with_suffix(".new")
                with _open_private(draft, "w") as file:
                    file.write(changed)
                draft.replace(self._path)
            return result

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._open(self._lock_path) as file:
            until = time.monotonic() + LOCK_PATIENCE
            pause = 0.0005
            while True:
                try:
                    portalocker.lock(file, _EXCLUSIVE)
                    break
                except portalocker.AlreadyLocked:
                    if time.monotonic() > until:
                        raise StoreBusy from None
                    time.sleep(pause)
                    pause = min(0.02, pause * 1.5)
            try:
                yield
            finally:
                portalocker.unlock(file)

    def _open(self, path: Path) -> IO[str]:
        try:
            return _open_private(path, "a")
        except FileNotFoundError:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return _open_private(path, "a")

    def _life_path(self, owner: str) -> Path:
        return self._folder / f"{self._name}.{owner}.alive"

    def _begin_life(self) -> None:
        """Lock a file of one's own, under the lock of the page; and clear away those of ended processes."""
        life = self._open(self._life_path(self.owner))
        portalocker.lock(life, _EXCLUSIVE)
        self._life = life
        for path in self._folder.glob(f"{self._name}.*.alive"):
            owner = path.name.split(".")[-2]
            if owner != self.owner:
                self._dead(owner)

    def _dead(self, owner: str) -> bool:
        if not _OWNER.fullmatch(owner):
            return True
        path = self._life_path(owner)
        try:
            with path.open("r+", encoding="utf-8") as file:
                portalocker.lock(file, _EXCLUSIVE)
        except FileNotFoundError:
            return True
        except portalocker.LockException:
            return False
        path.unlink(missing_ok=True)
        return True


_OWNER = re.compile(r"[0-9a-f]{16}")
_memory: dict[str, Ledger] = {}
_memory_lock = threading.Lock()


def file_name(name: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^a-z0-9_@-]+", "_", name.lower())[:120]


def read_ledger(path: Path) -> Ledger:
    """The page in a file, for showing; without the lock, since it is replaced as a whole."""
    return _parse(_read(path), path)


def _open_private(path: Path, mode: str) -> IO[str]:
    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600)

    return open(path, mode, encoding="utf-8", opener=opener)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""


def _parse(text: str, path: Path) -> Ledger:
    if not text:
        return Ledger()
    try:
        return Ledger.from_json(json.loads(text, parse_constant=_refuse))
    except (ValueError, RecursionError):
        _log.warning("%s is damaged; the limits of that database are counted afresh", path)
        return Ledger()


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)

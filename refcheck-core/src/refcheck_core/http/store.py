"""Where the limits of a machine are kept: one small SQLite file per source and host, holding one page of JSON.

Each change is one immediate transaction (some 0.1 ms), so that a killed process leaves either the old or the new page.
Each process also keeps a file of its own locked for as long as it lives: the system frees that lock however the
process ends, and whoever needs the place then clears away what it held.

Where the folder cannot be written (a read-only home in a container), the limits hold within the process only, and a
warning says so: to refuse all work would help nobody, and to break the limits silently would harm the databases.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sqlite3
import threading
import time
import uuid
from typing import IO, TYPE_CHECKING, NoReturn, TypeVar

import portalocker

from .ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

LOCK_PATIENCE = 5.0
"""Seconds to wait for the page, which is otherwise held for a fraction of a millisecond."""
SUFFIX = ".limits.sqlite3"

_BUSY_PAUSE = 0.005  # seconds
_ALIVE = 0.25  # seconds for which a process that was seen alive is taken to be so
_EXCLUSIVE = portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING
_OWNER = re.compile(r"[0-9a-f]{16}")
_DAMAGED = frozenset({"SQLITE_CORRUPT", "SQLITE_NOTADB"})
_log = logging.getLogger("refcheck.http")

_memory: dict[Path, Ledger] = {}
_memory_lock = threading.Lock()


class StoreBusy(Exception):
    """Another process held the page for longer than it ever should."""


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
        self._path = folder / f"{self._name}{SUFFIX}"
        self._page: sqlite3.Connection | None = None
        self._life: IO[str] | None = None
        self._in_memory = False
        self._known: tuple[str, Ledger] | None = None  # what was last written, and what it says
        self._seen_alive: dict[str, float] = {}

    def change(self, action: Callable[[Ledger], T]) -> T:
        """Let `action` see and change the page; what it returns is returned.

        Raises:
            StoreBusy: the page cannot be had.
        """
        patience = time.monotonic() + LOCK_PATIENCE
        while not self._in_memory:
            try:
                return self._change_file(action)
            except (OSError, sqlite3.Error) as exc:
                if not getattr(exc, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                    self._go_without_files(exc)
                elif time.monotonic() >= patience:
                    raise StoreBusy from None
                else:  # while a file is being opened by another, SQLite may say so without waiting
                    time.sleep(_BUSY_PAUSE)
        with _memory_lock:
            return action(_memory.setdefault(self._path, Ledger()))

    def without_the_dead(self, ledger: Ledger) -> bool:
        """Clear away what ended processes held; whether there was anything. For use inside an action."""
        if self._in_memory:
            return False
        now = time.monotonic()
        asked = [
            each for each in ledger.owners if each != self.owner and now - self._seen_alive.get(each, 0.0) > _ALIVE
        ]
        dead = [owner for owner in asked if self._dead(owner)]
        for owner in dead:
            ledger.forget(owner)
        self._seen_alive = {owner: self._seen_alive[owner] for owner in ledger.owners if owner in self._seen_alive}
        self._seen_alive.update((owner, now) for owner in asked if owner not in dead)
        return bool(dead)

    def close(self) -> None:
        """Forget this owner."""
        if self._in_memory or self._page is not None:
            with contextlib.suppress(StoreBusy):  # what it held ends with it
                self.change(lambda ledger: ledger.forget(self.owner))
        if self._page is not None:
            self._page.close()
            self._page = None
        if self._life is not None:
            self._life.close()
            self._life = None
            self._life_path(self.owner).unlink(missing_ok=True)

    # -- files ------------------------------------------------------------------------------------------------------

    def _change_file(self, action: Callable[[Ledger], T]) -> T:
        page = self._page
        if page is None:
            try:
                page = self._open_page()
            except sqlite3.DatabaseError as exc:
                if exc.sqlite_errorname not in _DAMAGED:
                    raise
                _log.warning("%s is damaged; the limits of that database are counted afresh", self._path)
                for path in (self._path, *self._folder.glob(f"{self._path.name}-*")):  # its -wal and -shm too
                    path.unlink(missing_ok=True)
                page = self._open_page()
            self._page = page
        page.execute("BEGIN IMMEDIATE")
        try:
            if self._life is None:
                self._begin_life()
            row = page.execute("SELECT json FROM page").fetchone()
            text = row[0] if row else ""
            known, self._known = self._known, None
            ledger = known[1] if known is not None and known[0] == text else _parse(text, self._path)
            result = action(ledger)
            changed = json.dumps(ledger.to_json(), separators=(",", ":"))
            if changed != text:
                page.execute("INSERT OR REPLACE INTO page VALUES (1, ?)", (changed,))
            page.execute("COMMIT")
            self._known = changed, ledger
        except BaseException:
            page.rollback()
            raise
        return result

    def _open_page(self) -> sqlite3.Connection:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # One that is there must not be opened beside SQLite: closing it would drop this process's locks on it.
        with contextlib.suppress(FileExistsError):
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        page = sqlite3.connect(self._path, timeout=LOCK_PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            page.execute("PRAGMA journal_mode=WAL")
            page.execute("PRAGMA synchronous=NORMAL")
            page.execute("CREATE TABLE IF NOT EXISTS page (id INTEGER PRIMARY KEY, json TEXT NOT NULL)")
            page.execute("SELECT json FROM page").fetchone()
        except BaseException:
            page.close()
            raise
        return page

    def _go_without_files(self, exc: Exception) -> None:
        self._in_memory = True
        if self._page is not None:
            self._page.close()
            self._page = None
        _log.warning(
            "The limits of databases hold for this process only, since %s cannot be used (%s); "
            "set REFCHECK_STATE_DIR to a folder that can be written.",
            self._folder,
            getattr(exc, "strerror", None) or exc,
        )

    # -- who lives --------------------------------------------------------------------------------------------------

    def _life_path(self, owner: str) -> Path:
        return self._folder / f"{self._name}.{owner}.alive"

    def _begin_life(self) -> None:
        """Lock a file of one's own, while holding the page; and clear away those of ended processes."""
        life = _open_private(self._life_path(self.owner))
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
        except (OSError, portalocker.LockException):
            return False
        path.unlink(missing_ok=True)
        return True


def file_name(name: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^a-z0-9_.@-]+", "_", name.lower())[:120]


def read_ledgers(folder: Path) -> dict[str, Ledger]:
    """All pages in a folder, by the names of their files, for showing; those that cannot be read are left out."""
    ledgers = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path, timeout=1.0)) as page:
            row = page.execute("SELECT json FROM page").fetchone()
            if row:
                ledgers[path.name.removesuffix(SUFFIX)] = _parse(row[0], path)
    return ledgers


def _open_private(path: Path) -> IO[str]:
    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600)

    return open(path, "a", encoding="utf-8", opener=opener)


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

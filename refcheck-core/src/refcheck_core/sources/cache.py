"""`OutcomeCache`: what sources answered, kept between runs.

It holds what was understood (validated records as JSON), not what was sent: no request, no header, no key, no error.
A fault of the cache is never a fault of an answer: it is logged once, and the sources are asked instead.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import sqlite3
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from ..settings import Settings

SCHEMA_VERSION = 1
"""Version of tables and of the JSON in them; a database of another version is emptied."""
MAX_BYTES = 500_000_000
"""Size beyond which the oldest answers are dropped."""
MAX_PAYLOAD_BYTES = 4_000_000
"""A larger answer is not kept."""
LONGEST_ARGUMENT = 300
"""A longer argument is kept as its hash."""
BUSY_SECONDS = 1.0
"""How long to wait for another process that writes."""
KEPT_SECONDS = {True: 30 * 86400.0, False: 86400.0}
"""Age up to which an answer (found something, or nothing) stays in the file, whatever this run's own TTL."""
WRITES_BETWEEN_CHECKS = 200
"""How often the size is looked at."""

_FILE = "outcomes.sqlite3"
_LOG = logging.getLogger("refcheck.sources")
_FAULTS = (sqlite3.Error, OSError)
_SCHEMA = """
CREATE TABLE outcomes (
    source TEXT NOT NULL, version TEXT NOT NULL, hook TEXT NOT NULL, argument TEXT NOT NULL,
    found INTEGER NOT NULL, created REAL NOT NULL, payload BLOB NOT NULL,
    PRIMARY KEY (source, version, hook, argument)
) WITHOUT ROWID
"""
_SELECT = """
SELECT payload, found, created FROM outcomes WHERE source = ? AND version = ? AND hook = ? AND argument = ?
"""


class CacheKey(NamedTuple):
    """What an answer is kept under."""

    source: str
    version: str
    hook: str
    argument: str


Entry = tuple[CacheKey, bytes, bool]
"""Key, answer as JSON, and whether something was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheInfo:
    """The state of the cache.

    Attributes:
        path: the database file.
        enabled: whether it is used.
        exists: whether there is one yet.
        entries: source -> number of answers.
        size: bytes on disk.
        oldest: when the oldest answer came, in seconds since 1970.
        problem: why it cannot be used, if so.
    """

    path: Path
    enabled: bool
    exists: bool = False
    entries: Mapping[str, int] = field(default_factory=dict)
    size: int = 0
    oldest: float | None = None
    problem: str | None = None


class OutcomeCache:
    """The cache of this user. Blocking, and for one thread; `CacheThread` is its face for the event loop.

    The folder is made on the first write, for its owner alone. Many processes may use it at once.
    """

    def __init__(self, settings: Settings) -> None:
        self.path = settings.cache_dir / _FILE
        self._enabled = settings.cache_enabled
        self._ttl = {True: settings.cache_ttl, False: min(settings.negative_ttl, 86400.0)}
        self._connection: sqlite3.Connection | None = None
        self._writes = 0
        self._has_warned = False
        self._is_off = not settings.cache_enabled

    def read(self, keys: Sequence[CacheKey]) -> dict[CacheKey, bytes]:
        """The answers that are there and not too old, in the order of `keys`."""
        if self._is_off or (self._connection is None and not self.path.exists()):
            return {}
        try:
            connection = self._connect()
            rows = ((key, connection.execute(_SELECT, _row_key(key)).fetchone()) for key in keys)
            now = time.time()
            return {key: row[0] for key, row in rows if row is not None and self._is_fresh(now, row[1], row[2])}
        except _FAULTS as error:
            self._fail(error)
            return {}

    def write(self, entries: Iterable[Entry]) -> None:
        """Keep answers, in place of those that there are."""
        now = time.time()
        rows = [
            (*_row_key(key), int(found), now, payload)
            for key, payload, found in entries
            if len(payload) <= MAX_PAYLOAD_BYTES and self._ttl[found] > 0
        ]
        if self._is_off or not rows:
            return
        try:
            connection = self._connect()
            with connection:
                connection.executemany("INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            if self._writes % WRITES_BETWEEN_CHECKS == 0:
                self._make_room(connection, now)
            self._writes += len(rows)
        except _FAULTS as error:
            self._fail(error)

    def info(self) -> CacheInfo:
        """Look at the cache, whether or not it is enabled."""
        if not self.path.exists():
            return CacheInfo(path=self.path, enabled=self._enabled)
        try:
            connection = self._connect()
            entries = dict(connection.execute("SELECT source, COUNT(*) FROM outcomes GROUP BY source ORDER BY source"))
            oldest = connection.execute("SELECT MIN(created) FROM outcomes").fetchone()[0]
            problem = None
        except _FAULTS as error:
            entries, oldest, problem = {}, None, _sentence(error)
        return CacheInfo(
            path=self.path,
            enabled=self._enabled,
            exists=True,
            entries=entries,
            size=self._size(),
            oldest=oldest,
            problem=problem,
        )

    def clear(self) -> int:
        """Forget everything; a damaged database is deleted.

        Returns:
            how many answers there were.

        Raises:
            OSError: the file can be neither emptied nor deleted.
        """
        if not self.path.exists():
            return 0
        try:
            connection = self._connect()
            with connection:
                count = connection.execute("DELETE FROM outcomes").rowcount
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return count
        except sqlite3.Error as error:
            if _is_busy(error):
                raise OSError("another process is writing to it; try again") from error
            self._delete()
            return 0

    def close(self) -> None:
        """Close the database; a later call opens it again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _is_fresh(self, now: float, found: int, created: float) -> bool:
        return -60.0 <= now - created < self._ttl[bool(found)]  # one from the future: the clock was set back

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite alone would let others read it
            self._connection = self._opened()
        return self._connection

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, check_same_thread=False)
        try:
            connection.execute("PRAGMA synchronous = NORMAL")
            if _version(connection) != SCHEMA_VERSION:
                _create(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _make_room(self, connection: sqlite3.Connection, now: float) -> None:
        """Drop what is too old, and the oldest tenth while the rest is too much."""
        with connection:
            for found, ttl in self._ttl.items():
                oldest = now - max(ttl, KEPT_SECONDS[found])  # a run with a short TTL leaves the others' answers
                connection.execute("DELETE FROM outcomes WHERE found = ? AND created < ?", (int(found), oldest))
        while _used_bytes(connection) > MAX_BYTES:
            with connection:
                dropped = connection.execute(
                    "DELETE FROM outcomes WHERE created <= (SELECT created FROM outcomes ORDER BY created"
                    " LIMIT 1 OFFSET (SELECT COUNT(*) / 10 FROM outcomes))"
                ).rowcount
            if dropped <= 0:
                return

    def _fail(self, error: Exception) -> None:
        """Go on without the cache: for this time if it is busy, for good if it cannot be used."""
        if not self._has_warned:
            self._has_warned = True
            _LOG.warning("The outcome cache %s is not used: %s", self.path, _sentence(error))
        if _is_busy(error):
            return
        self.close()
        if _is_damaged(error):
            with contextlib.suppress(OSError):
                self._delete()
                return
        self._is_off = True

    def _delete(self) -> None:
        self.close()
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _size(self) -> int:
        files = (self.path.with_name(self.path.name + suffix) for suffix in ("", "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _create(connection: sqlite3.Connection) -> None:
    _use_write_ahead_log(connection)
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if _version(connection) == SCHEMA_VERSION:
            return  # another process was faster
        connection.execute("DROP TABLE IF EXISTS outcomes")
        connection.execute(_SCHEMA)
        connection.execute("CREATE INDEX by_age ON outcomes (created)")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Let readers and a writer work at once. SQLite does not wait by itself for others that do the same now."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _row_key(key: CacheKey) -> tuple[str, str, str, str]:
    argument = key.argument
    if len(argument) > LONGEST_ARGUMENT or not argument.isprintable():
        argument = f"sha256:{hashlib.sha256(argument.encode(errors='surrogatepass')).hexdigest()}"
    return key.source, key.version, key.hook, argument


def _used_bytes(connection: sqlite3.Connection) -> int:
    pages, free, size = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def _is_busy(error: Exception) -> bool:
    return isinstance(error, sqlite3.OperationalError) and ("locked" in str(error) or "busy" in str(error))


def _is_damaged(error: Exception) -> bool:
    """Whether the file is no sound database of ours (as opposed to: cannot be opened or written)."""
    text = str(error)
    if isinstance(error, sqlite3.OperationalError):
        return "no such table" in text or "no such column" in text
    return isinstance(error, sqlite3.DatabaseError)


def _sentence(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"

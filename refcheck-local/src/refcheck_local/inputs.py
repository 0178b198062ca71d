"""What is given to be put into an index: files and folders, looked at before any work is done for them."""

from __future__ import annotations

import calendar
import dataclasses
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

from .formats import FORMATS, FormatError
from .formats.detecting import detect, files_of
from .manifest import InputInfo
from .preparing import Task

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_DATED = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_](0[1-9]|1[0-2])(?:[-_](0[1-9]|[12]\d|3[01]))?(?!\d)")


@dataclass(frozen=True, slots=True)
class Input:
    """A file or folder, and what is known of it.

    Attributes:
        path: as given, absolute.
        files: those to read. sizes: bytes of each.
        info: for the manifest, without what reading will tell.
    """

    path: Path
    files: tuple[Path, ...]
    sizes: tuple[int, ...]
    info: InputInfo

    def tasks(self, *, abstracts: bool) -> list[Task]:
        """The work of reading it."""
        return [Task(str(path), self.info.format, self.info.key, abstracts) for path in self.files]


def look_at(paths: Sequence[Path], name: str | None = None, data_date: date | None = None) -> list[Input]:
    """Look at inputs, each once.

    Args:
        paths: files and folders.
        name: of their format; detected for each if ``None``.
        data_date: the day that their data is of; taken from names with a date in them if ``None``.

    Raises:
        FormatError: one is missing, cannot be opened, or has no known format. Nothing was read yet.
    """
    if name is not None and name not in FORMATS:
        raise FormatError(f"{name!r} is no known format; known are {', '.join(FORMATS)}.")
    unique = dict.fromkeys(path.expanduser().absolute() for path in paths)
    return [_look_at(path, name, data_date) for path in unique]


def _look_at(path: Path, name: str | None, data_date: date | None) -> Input:
    files = files_of(path, name)
    kind = name or detect(files, path)
    if name is None and path.is_dir():
        files = files_of(path, kind)
    try:
        states = [file.stat() for file in files]
        if not path.is_dir():
            path.open("rb").close()
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}.") from None
    known = data_date or _date_in_names([path.name, *(file.parent.name for file in files)])
    info = InputInfo(
        path=path.name,
        format=kind,
        size=sum(state.st_size for state in states),
        mtime=_iso(max(state.st_mtime for state in states)),
        data_date=known.isoformat() if known else None,
        key=key_of(path),
    )
    return Input(path, tuple(files), tuple(state.st_size for state in states), info)


def left_out(path: Path, info: InputInfo) -> tuple[Path, ...]:
    """The files of a folder that hold data by their names, but of another format than the one that it was read as."""
    if not path.is_dir():
        return ()
    return tuple(sorted({*files_of(path, None)} - {*files_of(path, info.format)}))


def key_of(path: Path) -> str:
    """What tells an input from others of its name: the same for the same path."""
    return blake2b(str(path.expanduser().absolute()).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()


def merged(before: Sequence[InputInfo], now: Sequence[InputInfo]) -> tuple[InputInfo, ...]:
    """Inputs of an index after adding some; one that was read again takes the place of its old self."""
    read = {info.key: info for info in now}
    kept = [read.pop(info.key, info) if info.key else info for info in before]
    return (*kept, *read.values())


def read_as(info: InputInfo, rows: int, bad: int, problem: str | None) -> InputInfo:
    """The input after reading."""
    return dataclasses.replace(info, rows=rows, bad=bad, problem=problem, added=now_iso())


def now_iso() -> str:
    """This moment, ISO 8601 with offset."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _date_in_names(names: Sequence[str]) -> date | None:
    """The latest day that names of dumps tell ("updated_date=2024-05-30", "arxiv_2020_01"); of a month its last."""
    today = datetime.now(UTC).date()
    found = [day for name in dict.fromkeys(names) for match in _DATED.finditer(name) if (day := _day(match)) <= today]
    return max(found, default=None)


def _day(match: re.Match[str]) -> date:
    year, month = int(match[1]), int(match[2])
    last = calendar.monthrange(year, month)[1]
    return date(year, month, min(int(match[3] or last), last))

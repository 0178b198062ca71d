"""Whether the source can be asked and what to say of it, as told by the small files beside the indexes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from .errors import IndexMissing, LocalIndexError
from .manifest import Manifest, read_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

STALE_DAYS = 400
"""Age from which an index is named old: by then a year's conferences are missing from it."""
GLANCE = 1_000_000
"""Bytes of a library in which a reference is looked for before it is used; some formats are read as a whole."""
NOTHING = "no index yet: `refcheck index build FILE…` makes one, or give `--library FILE…`"

_INDEX = "your local index"


@dataclass(frozen=True, slots=True)
class State:
    """What `describe` says.

    Attributes:
        unusable: why the source cannot be asked; ``None`` where it can.
        remarks: sentences for every answer.
        title: what there is, for people, as a part of a sentence.
    """

    unusable: str | None = None
    remarks: tuple[str, ...] = ()
    title: str = _INDEX


def inspect(folders: Sequence[Path], files: Sequence[Path], today: date | None = None) -> State:
    """Look at the indexes and libraries that settings name, without opening them.

    Args:
        folders: of indexes.
        files: libraries.
        today: for the age of indexes.
    """
    problem = next((problem for path in files if (problem := _library_problem(path)) is not None), None)
    if problem is not None:
        return State(problem)
    today = today or datetime.now(UTC).date()
    remarks: list[str] = []
    problems: list[LocalIndexError] = []
    usable = len(files)
    for folder in folders:
        try:
            manifest = read_manifest(folder)
        except LocalIndexError as error:
            problems.append(error)
            continue
        usable += 1
        remarks += _age(manifest, folder, today, several=len(folders) > 1)
    if not usable:
        return State(_reason(problems))
    # A missing index is worth a word only where several were named; that there is none beside a library is usual.
    remarks += [str(error) for error in problems if not isinstance(error, IndexMissing) or len(folders) > 1]
    return State(remarks=tuple(remarks), title=_title(files, has_index=usable > len(files)))


def _library_problem(path: Path) -> str | None:
    """Why a file cannot be a library, as a part of a sentence: it is of no known format, or no reference is in it."""
    try:
        state = path.stat()
    except OSError:
        state = None
    if state is None or not path.is_file():
        return f"there is no library file {path}"
    return _problem_within(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _problem_within(path: Path, changed: int, size: int) -> str | None:  # noqa: ARG001  (a changed file is read again)
    """As `_library_problem`, of a file as it was at a moment: one that lives on looks before each question."""
    from .formats import BadEntry, FormatError, open_rows  # noqa: PLC0415  (only where files are given)

    try:
        with open_rows(path) as rows:
            if rows.size <= GLANCE and all(isinstance(row, BadEntry) for row in rows):
                return f"the library {path.name} holds no reference that can be read"
    except FormatError as error:
        told = str(error).replace(str(path), path.name).rstrip(".")
        return f"the library {path.name} cannot be read ({told})"
    return None


def _title(files: Sequence[Path], *, has_index: bool) -> str:
    if not files:
        return _INDEX
    return f"{_INDEX} and library" if has_index else "your library"


def _reason(problems: Sequence[LocalIndexError]) -> str:
    grave = next((error for error in problems if not isinstance(error, IndexMissing)), None)
    return str(grave).rstrip(".") if grave is not None else NOTHING


def _age(manifest: Manifest, folder: Path, today: date, *, several: bool) -> list[str]:
    """A sentence where the index is old: by the date of its newest data, else by its last change.

    What is in a file is not newer than the file, so that counts where the day of the data is not known.
    """
    dates = [d for i in manifest.inputs if (d := _date(i.data_date) or _date(i.mtime)) is not None]
    newest = max(dates) if dates else _date(manifest.updated or manifest.created)
    if newest is None or (today - newest).days <= STALE_DAYS:
        return []
    named = f"The local index in {folder}" if several else "The local index"
    return [f"{named} is of {newest.isoformat()}, {(today - newest).days} days old; newer works are not in it."]


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat((text or "")[:10])
    except ValueError:
        return None

"""Rows of a file, or of the files of a folder, with what a progress bar needs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .detecting import detect, files_of
from .files import Closing, DataFile
from .known import FORMATS
from .model import BadEntry, Format, FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ..rows import Row


class RowStream(Closing):
    """Rows and bad entries of a file or folder, to be gone through once.

    Attributes:
        format: name of the format.
        size: bytes of all files as they lie on disk.
        rows: rows given so far.
        bad: bad entries given so far.
        passed_over: names of keys that are unknown -> lines that have them, so far.
    """

    def __init__(self, paths: list[Path], kind: Format, *, is_folder: bool) -> None:
        self.format = kind.name
        self.rows = 0
        self.bad = 0
        self.passed_over: Counter[str] = Counter()
        self._kind = kind
        self._paths = paths
        self._is_folder = is_folder
        self._file: DataFile | None = None
        self._done = 0
        self.size = sum(path.stat().st_size for path in paths)

    def close(self) -> None:
        """Close the file that is being read."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def position(self) -> int:
        """Bytes read, of `size`."""
        return self._done + (self._file.position if self._file is not None else 0)

    def __iter__(self) -> Iterator[Row | BadEntry]:
        failed: list[str] = []
        for path in self._paths:
            try:
                yield from self._rows_of(path)
            except FormatError as error:
                if not self._is_folder:
                    raise self._with_count(error) from None
                failed.append(str(error))
                self.bad += 1
                yield BadEntry(path.name, str(error))
        if failed:
            files = "file" if len(failed) == 1 else "files"
            summary = f"{len(failed)} {files} of {len(self._paths)} could not be read to the end. {failed[0]}"
            raise self._with_count(FormatError(summary))

    def _rows_of(self, path: Path) -> Iterator[Row | BadEntry]:
        self._file = DataFile(path)
        self._file.passed_over = self.passed_over
        try:
            for each in self._kind.read(self._file):
                if isinstance(each, BadEntry):
                    self.bad += 1
                    yield BadEntry(f"{path.name}, {each.place}", each.problem) if self._is_folder else each
                else:
                    self.rows += 1
                    yield each
            self._done += self._file.size
        finally:
            self.close()

    def _with_count(self, error: FormatError) -> FormatError:
        if not self.rows and not self.bad:
            return error
        return FormatError(f"{error} Before that, {self.rows:,} {'work was' if self.rows == 1 else 'works were'} read.")


def open_rows(path: Path, format: str | None = None) -> RowStream:  # noqa: A002 - named as people name it
    """Open a file or folder for reading.

    Args:
        path: a file, or a folder whose files are all of one format (a dump).
        format: a key of `FORMATS`; detected by the content if ``None``.

    Returns:
        a stream that gives rows and bad entries. It raises `FormatError` after the rows that could be read where a file
        is cut off or damaged; in a folder, after those of all other files.

    Raises:
        FormatError: the file cannot be read, is empty, or its format is unknown.
    """
    if format is not None and format not in FORMATS:
        raise FormatError(f"{format!r} is no known format; known are {', '.join(FORMATS)}.")
    paths = files_of(path, format)
    kind = FORMATS[detect(paths, path) if format is None else format]
    return RowStream(paths, kind, is_folder=path.is_dir())


def read_rows(path: Path, format: str | None = None) -> Iterator[Row | BadEntry]:  # noqa: A002
    """Read a file or folder: `open_rows`, closed at the end."""
    with open_rows(path, format) as rows:
        yield from rows

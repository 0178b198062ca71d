"""`IndexWriter`: adds rows to an index and removes them; all of it counts at the commit, or none of it.

The engine keeps its segments immutable and swaps one small file at a commit, so a reader, or a process killed at any
moment, sees what the last commit left.
"""

from __future__ import annotations

import importlib.metadata
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Self

import tantivy

from .errors import IndexBusy, IndexDamaged, IndexNotWritten, LocalIndexError, damage_named
from .manifest import FILE_NAME, read_manifest, write_manifest
from .schema import EXACT, ROW, Terms, build_schema, document, id_term, input_term, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from .manifest import Manifest
    from .rows import Row

_LOG = logging.getLogger("refcheck.local")

HEAP_BYTES = 400_000_000
"""Memory for rows that are not on the disk yet. With as much, the 700,000 rows of the benchmark become one segment,
and each lookup costs less the fewer segments there are."""
THREADS = 1
"""Threads of the engine: one keeps up with what Python prepares, and writes fewer segments."""
ENGINE = f"tantivy {importlib.metadata.version('tantivy')}"


class IndexWriter:
    """Writes to the index in a folder, which is made where there is none. Use it as a context manager.

    Leaving it without `commit` changes nothing. There is one writer at a time; readers go on beside it.

    Args:
        folder: where the index lies.
        heap_bytes: memory for rows before they go to the disk, at least 15 MB.

    Raises:
        IndexBusy: another process writes to it.
        IndexVersion: the index there is of another version.
        IndexDamaged: what is there is no index that can be read.
        IndexNotWritten: the folder cannot be written.
    """

    def __init__(self, folder: Path, *, heap_bytes: int = HEAP_BYTES) -> None:
        self._folder = Path(folder)
        self._ids: set[int] = set()
        self._closed = False
        if (self._folder / FILE_NAME).exists():
            read_manifest(self._folder)
        self._changed = False
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with damage_named(f"The index in {folder}"):
                self._index = _open_or_create(self._folder)
            self._writer = self._index.writer(heap_bytes, THREADS)
            self._writer.garbage_collect_files()  # what a killed writer left
        except OSError as error:
            raise IndexNotWritten(f"Cannot write an index to {folder}: {error.strerror}.") from error
        except ValueError as error:
            raise _engine_error(self._folder, error) from error
        self._before = self._index.searcher()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows; a row takes the place of one with the same id.

        Raises:
            IndexNotWritten: the disk is full or cannot be written.
        """
        self.add_terms(map(terms_of, rows))

    def add_terms(self, made: Iterable[Terms]) -> None:
        """As `add`, for rows of which `terms_of` made terms already. One that the index has just so is left alone.

        Raises:
            IndexNotWritten: the disk is full or cannot be written.
        """
        try:
            for terms in made:
                self._add(terms)
        except ValueError as error:
            raise _engine_error(self._folder, error) from error

    def remove(self, ids: Iterable[str]) -> int:
        """Remove the rows of these ids.

        Returns:
            how many of them the index had at its last commit.
        """
        count = 0
        try:
            for row_id in dict.fromkeys(ids):
                self._changed = True
                term = id_term(row_id)
                count += bool(len(self._before.search(_exactly(self._index, term), 1, count=False).hits))
                self._writer.delete_documents_by_term(EXACT, term)
        except ValueError as error:
            raise _engine_error(self._folder, error) from error
        return count

    def remove_input(self, key: str) -> None:
        """Remove the rows that came from an input last (`InputInfo.key`)."""
        try:
            self._changed = True
            self._writer.delete_documents_by_term(EXACT, input_term(key))
        except ValueError as error:
            raise _engine_error(self._folder, error) from error

    def commit(self, manifest: Manifest) -> None:
        """Make what was added and removed count, and write the manifest beside it.

        Raises:
            IndexNotWritten: the disk is full or cannot be written; the index is as it was.
        """
        try:
            self._writer.commit()
            self._changed = False
            self._index.reload()
            self._before = self._index.searcher()
            self._ids.clear()
            write_manifest(self._folder, manifest)
        except ValueError as error:
            raise _engine_error(self._folder, error) from error
        except OSError as error:
            raise IndexNotWritten(f"Cannot write to the index in {self._folder}: {error.strerror}.") from error

    @property
    def records(self) -> int:
        """Works in the index as of the last commit."""
        return int(self._before.num_docs)

    def close(self) -> None:
        """End; what was not committed is dropped."""
        if self._closed:
            return
        self._closed = True
        try:
            if self._changed:
                self._writer.rollback()
            self._writer.wait_merging_threads()
        except ValueError:
            _LOG.debug("The writer of %s had ended already", self._folder, exc_info=True)

    def _add(self, terms: Terms) -> None:
        id_term = terms.exact[0]
        short = hash(id_term)
        # A deletion costs memory until the commit, so it is asked for only where there may be something to delete.
        if short in self._ids:
            self._writer.delete_documents_by_term(EXACT, id_term)
        elif self._before.doc_freq(EXACT, id_term):
            if self._has(terms):
                return
            self._writer.delete_documents_by_term(EXACT, id_term)
        self._changed = True
        self._ids.add(short)
        self._writer.add_document(document(terms))

    def _has(self, terms: Terms) -> bool:
        """Whether the last commit has the very same row of the same input."""
        both = [(tantivy.Occur.Must, _exactly(self._index, term)) for term in (terms.exact[0], terms.exact[-1])]
        found = self._before.search(tantivy.Query.boolean_query(both), 1, count=False).hits
        return bool(found) and self._before.doc(found[0][1]).get_first(ROW) == terms.row


def _exactly(index: tantivy.Index, term: str) -> tantivy.Query:
    return tantivy.Query.term_query(index.schema, EXACT, term, "basic")


def _open_or_create(folder: Path) -> tantivy.Index:
    if tantivy.Index.exists(str(folder)):
        return tantivy.Index.open(str(folder))
    return tantivy.Index(build_schema(), str(folder))


def _engine_error(folder: Path, error: ValueError) -> LocalIndexError:
    """What an error of the engine means for a user. It tells errors apart by their text only."""
    text = str(error)
    if "Lock" in text:
        return IndexBusy(f"Another process is writing to the index in {folder}; try again when it has ended.")
    if "storage" in text.lower() or "space" in text or "killed" in text or "IoError" in text or "os error" in text:
        return IndexNotWritten(f"Cannot write to the index in {folder} ({text}). What was in it before is still there.")
    return IndexDamaged(f"The index in {folder} is damaged ({text}). Build it anew with `refcheck index build`.")

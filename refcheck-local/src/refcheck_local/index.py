"""`Index`: an index that is open for reading, on the disk or in memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import tantivy

from refcheck_core import Identifier, keywords

from .errors import (
    IndexBusy,
    IndexDamaged,
    IndexMissing,
    IndexNotWritten,
    IndexVersion,
    LocalIndexError,
    damage_named,
)
from .manifest import Manifest, read_manifest
from .retrieval import Hit, Question, Retriever
from .retrieval.engine import Engine
from .schema import build_schema, document_of, id_term, identifier_term
from .writing import ENGINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from refcheck_core import IdentifierKind

    from .rows import Row

__all__ = [
    "Index",
    "IndexBusy",
    "IndexDamaged",
    "IndexMissing",
    "IndexNotWritten",
    "IndexVersion",
    "LocalIndexError",
]

MEMORY_HEAP = 50_000_000
"""Memory of the writer of an index in memory, beside the index itself."""
MAX_SAME = 20
"""Rows of one identifier: the same work from several inputs."""


class Index:
    """An index as it was when it was opened; a writer beside it changes nothing of that. Safe to use in threads.

    Attributes:
        manifest: what it holds.
    """

    def __init__(self, index: tantivy.Index, manifest: Manifest, place: str = "The index in memory") -> None:
        self.manifest = manifest
        self._engine = Engine(index, place)
        self._retriever = Retriever(self._engine)

    @classmethod
    def open(cls, folder: Path) -> Index:
        """Open the index in a folder.

        Raises:
            IndexMissing: there is none.
            IndexVersion: it is of another version.
            IndexDamaged: it cannot be read.
        """
        manifest = read_manifest(Path(folder))
        while True:
            try:
                return cls._open(Path(folder), manifest)
            except IndexDamaged:
                before, manifest = manifest, read_manifest(Path(folder))
                if manifest.data == before.data:  # else a writer put new data in its place meanwhile
                    raise

    @classmethod
    def _open(cls, folder: Path, manifest: Manifest) -> Index:
        place = f"The index in {folder}"
        with damage_named(place):
            index = tantivy.Index.open(str(folder / manifest.data))
            index.config_reader("manual")
            return cls(index, manifest, place)

    @classmethod
    def in_memory(cls, rows: Iterable[Row]) -> Index:
        """Make an index of a few thousand rows that lives as long as this object; of rows of one id the last counts."""
        index = tantivy.Index(build_schema())
        by_id = {row.id: row for row in rows}
        writer = index.writer(MEMORY_HEAP, 1)
        for row in by_id.values():
            writer.add_document(document_of(row))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        return cls(index, Manifest(engine=ENGINE, records=len(by_id)))

    def has(self, row_id: str) -> bool:
        """Whether a row has this id."""
        return bool(self._engine.rows(self._engine.exact(id_term(row_id)), 1))

    def by_identifier(self, kind: IdentifierKind, value: str) -> list[Row]:
        """The rows that have a (normalised) identifier themselves."""
        query = self._engine.exact(identifier_term(Identifier(kind, value)))
        return [row for _, row in self._engine.rows(query, MAX_SAME)]

    def candidates(
        self, text: str, *, citation: bool, authors: Sequence[str] = (), year: int | None = None, limit: int = 5
    ) -> list[Row]:
        """The rows closest to a title or a citation string, best first.

        Args:
            text: plain text.
            citation: whether it is a whole citation rather than a title.
            authors: family names; they rank works of like title, and find the work where the title is hopeless.
            year: likewise.
            limit: at most so many.
        """
        return [hit.row for hit in self.hits(Question(text, citation=citation, authors=authors, year=year), limit)]

    def hits(self, question: Question, limit: int) -> list[Hit]:
        """As `candidates`, with the closeness of each, by which rows of several indexes can be merged."""
        return self._retriever.find(question, limit)

    def topic(
        self, text: str, *, year_from: int | None = None, year_to: int | None = None, limit: int = 30
    ) -> list[Row]:
        """Rows whose titles hold most of a subject's words, best first."""
        return self._retriever.topic(keywords(text), (year_from, year_to), limit)

    def close(self) -> None:
        """Let the index go."""
        del self._retriever, self._engine

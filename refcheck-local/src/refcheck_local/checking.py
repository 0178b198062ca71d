"""Whether an index is whole: ``refcheck index verify``."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import tantivy

from .errors import IndexDamaged, damage_named
from .manifest import read_manifest
from .schema import EXACT, id_term, row_of, title_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from .manifest import Manifest
    from .rows import Row

_BLOCK = 1 << 20
_MAGIC = 1337
"""Ends each file of tantivy's: footer as JSON, its length, this number (tantivy, ``src/directory/footer.rs``)."""
_FOOTER = 1000
SAMPLE = 1000
"""Works that are looked up again, evenly spread."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: of what was looked at.
        ok: whether it is as it should be.
        text: what was found, for people.
    """

    name: str
    ok: bool
    text: str


def check(folder: Path, watch: Callable[[int, int], None] | None = None) -> list[Check]:
    """Look at everything: checksums of the files, every work, the counts, and whether works are found again.

    Args:
        folder: of the index.
        watch: is told how many of how many works were read.

    Returns:
        what was found; whatever is not ``ok`` means that the index has to be built anew.

    Raises:
        IndexMissing, IndexVersion: there is no index of this version.
        IndexDamaged: its manifest cannot be read.
    """
    manifest = read_manifest(folder)
    data = folder / manifest.data
    found = [_checksums(data)]
    try:
        with damage_named(f"The index in {folder}"):
            found += _Reading(data, manifest, watch).checks()
    except IndexDamaged as error:
        found.append(Check("works", ok=False, text=str(error)))
    return found


def _checksums(data: Path) -> Check:
    """Compare each file with the checksum that the engine put at its end."""
    wrong = []
    files = 0
    try:
        names = sorted(path for path in data.iterdir() if path.is_file() and len(path.stem) == 32)
        for path in names:
            files += 1
            if not _is_whole(path):
                wrong.append(path.name)
    except OSError as error:
        return Check("files", ok=False, text=f"the data cannot be read: {error.strerror or error}")
    if wrong:
        return Check("files", ok=False, text=f"{len(wrong)} of {files} are damaged, such as {wrong[0]}")
    return Check("files", ok=True, text=f"{files}, each with the checksum that it was written with")


def _is_whole(path: Path) -> bool:
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(size - 8, 0))
        tail = file.read(8)
        if len(tail) < 8:
            return False
        length, magic = struct.unpack("<II", tail)
        body = size - 8 - length
        if magic != _MAGIC or length > _FOOTER or body < 0:
            return False
        file.seek(body)
        try:
            crc = json.loads(file.read(length))["crc"]
        except (ValueError, KeyError, TypeError):
            return False
        file.seek(0)
        found = 0
        while body > 0:
            block = file.read(min(_BLOCK, body))
            if not block:
                return False
            found = zlib.crc32(block, found)
            body -= len(block)
    return bool(found == crc)


class _Reading:
    """Reads every work."""

    def __init__(self, data: Path, manifest: Manifest, watch: Callable[[int, int], None] | None) -> None:
        self._index = tantivy.Index.open(str(data))
        self._searcher = self._index.searcher()
        self._manifest = manifest
        self._watch = watch
        meta = json.loads((data / "meta.json").read_bytes())
        self._segments = [(int(s["max_doc"]), bool(s.get("deletes"))) for s in meta["segments"]]
        self._total = sum(size for size, _ in self._segments)

    def checks(self) -> Iterator[Check]:
        """Every work, the counts, and a sample looked up again."""
        count, sample = self._read()
        told, has = self._manifest.records, int(self._searcher.num_docs)
        removed = f", {count - has:,} of them removed ones that are still in the files" if count > has else ""
        yield Check("works", ok=True, text=f"{count:,} read, each of them whole{removed}")
        yield Check("count", ok=told == has, text=f"{has:,} in the index, {told:,} in its manifest")
        missed = [row for row in sample if not self._is_found(row)]
        text = f"{len(sample) - len(missed):,} of {len(sample):,} works are found by id and title"
        if not sample:
            text = "none was made: works were removed from every part of the index since it was built"
        yield Check("look-ups", ok=not missed, text=text + (f"; not {missed[0].id}" if missed else ""))

    def _read(self) -> tuple[int, list[Row]]:
        step = max(self._total // SAMPLE, 1)
        count, sample = 0, []
        for segment, (size, has_removed) in enumerate(self._segments):
            for number in range(size):
                row = row_of(self._searcher.doc(tantivy.DocAddress(segment, number)))
                count += 1
                # What was removed stays in its file until the engine merges that; it cannot be told apart here.
                if count % step == 0 and not has_removed:
                    sample.append(row)
                if self._watch is not None and count % 1000 == 0:
                    self._watch(count, self._total)
        return count, sample

    def _is_found(self, row: Row) -> bool:
        from .schema import normal_titles  # noqa: PLC0415

        terms = [id_term(row.id), *(key for title in normal_titles(row)[:1] if (key := title_key(title)))]
        both = [(tantivy.Occur.Must, self._exactly(term)) for term in terms]
        hits = self._searcher.search(tantivy.Query.boolean_query(both), 2, count=False).hits
        return len(hits) == 1 and row_of(self._searcher.doc(hits[0][1])) == row

    def _exactly(self, term: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._index.schema, EXACT, term, "basic")

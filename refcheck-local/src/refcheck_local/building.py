"""Building an index of files, adding to it, removing from it: the work of ``refcheck index``."""

from __future__ import annotations

import dataclasses
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO

from refcheck_core import IdentifierKind, parse_doi

from .errors import LocalIndexError
from .formats import passed_over_text
from .generations import draft
from .index import Index
from .inputs import key_of, look_at, merged, now_iso, read_as
from .manifest import Manifest, read_manifest
from .preparing import prepared, processes_for
from .writing import ENGINE, HEAP_BYTES, IndexWriter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from .generations import Draft
    from .inputs import Input
    from .manifest import InputInfo
    from .preparing import Batch

COMMIT_ROWS = 3_000_000
"""Rows after which the engine writes what it holds to the disk, so that memory stays bounded; nobody sees it yet."""


class NothingRead(LocalIndexError):
    """No work could be read, so the index is as it was."""


class NotWhole(LocalIndexError):
    """A file could not be read to its end, so the index that was there is left as it was."""


class Watcher(Protocol):
    """Is told how far the work is."""

    def begin(self, size: int) -> None:
        """So many bytes will be read."""

    def read(self, position: int, rows: int) -> None:
        """So many bytes are read, and works found."""

    def ended(self, info: InputInfo) -> None:
        """An input is read."""

    def writing(self) -> None:
        """All is read; the rest is written to the disk."""

    def close(self) -> None:
        """The work has ended, one way or another."""


class Unwatched:
    """Tells nobody."""

    def begin(self, size: int) -> None:
        """Nothing."""

    def read(self, position: int, rows: int) -> None:
        """Nothing."""

    def ended(self, info: InputInfo) -> None:
        """Nothing."""

    def writing(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How inputs are read.

    Attributes:
        format: name of their format; detected if ``None``.
        abstracts: whether abstracts are kept.
        partial: whether `build` replaces an index although a file could not be read to its end.
        data_date: the day that the data is of; taken from the names of files if ``None``.
        processes: that read; as many as are of use if ``None``, none but this one if 0.
        heap_bytes: memory of the engine for rows that are not on the disk yet.
    """

    format: str | None = None
    abstracts: bool = False
    partial: bool = False
    data_date: date | None = None
    processes: int | None = None
    heap_bytes: int = HEAP_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a build or of adding.

    Attributes:
        folder: of the index.
        manifest: of the index as it is now.
        inputs: those of this run.
        bad_list: file that lists what could not be read (JSON Lines of ``input``, ``place``, ``problem``).
        before: works in the index before.
        seconds: that it took.
        warnings: sentences on what was passed over in inputs.
    """

    folder: Path
    manifest: Manifest
    inputs: tuple[InputInfo, ...]
    bad_list: Path | None
    before: int
    seconds: float
    warnings: tuple[str, ...] = ()

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with files as wholes."""
        return tuple(info.problem for info in self.inputs if info.problem)


@dataclass(slots=True)
class _Tally:
    """What was read of one input."""

    rows: int = 0
    bad: int = 0
    problems: list[str] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)

    @property
    def problem(self) -> str | None:
        if len(self.problems) < 2:
            return self.problems[0] if self.problems else None
        return f"{len(self.problems)} of its files cannot be read to the end. {self.problems[0]}"


def build(
    folder: Path, paths: Sequence[Path], options: Options | None = None, watcher: Watcher | None = None
) -> Outcome:
    """Build an index of files and put it in the place of the one in the folder, if there is one.

    Until it is whole, readers have the old one; so has everybody after an interruption, a kill or a full disk.

    Args:
        folder: of the index.
        paths: files and folders.
        options: how they are read.
        watcher: is told how far the work is.

    Raises:
        FormatError: an input is missing, cannot be opened, or has no known format.
        NothingRead: no work could be read.
        NotWhole: a file could not be read to its end, there was an index, and `Options.partial` is not set.
        IndexBusy: another process writes to the index.
        IndexNotWritten: the disk is full or cannot be written.
    """
    options = options or Options()
    inputs = look_at(paths, options.format, options.data_date)
    with draft(folder) as made:
        return _Run(made, made.previous(), options, watcher or Unwatched()).build(inputs)


def add(folder: Path, paths: Sequence[Path], options: Options | None = None, watcher: Watcher | None = None) -> Outcome:
    """Add files to the index in the folder; a work that it has (by its id) is updated.

    What could be read of a file that is cut off or damaged is added. Arguments as of `build`.

    Raises:
        IndexMissing: there is no index.
        IndexVersion: it is of another version.
        IndexDamaged: it cannot be read.
        FormatError, NothingRead, IndexBusy, IndexNotWritten: as of `build`.
    """
    read_manifest(folder)
    options = options or Options()
    inputs = look_at(paths, options.format, options.data_date)
    with draft(folder) as made:
        before = read_manifest(folder)
        options = dataclasses.replace(options, abstracts=options.abstracts or before.abstracts)
        return _Run(made, before, options, watcher or Unwatched()).add(inputs)


@dataclass(slots=True)
class _Run:
    """One run over inputs."""

    made: Draft
    before: Manifest | None
    options: Options
    watcher: Watcher
    began: float = field(default_factory=time.monotonic)
    warnings: list[str] = field(default_factory=list)

    def build(self, inputs: Sequence[Input]) -> Outcome:
        with IndexWriter(self.made.data, heap_bytes=self.options.heap_bytes) as writer:
            infos = self._read(inputs, writer)
            problem = next((info.problem for info in infos if info.problem), None)
            if problem and self.before is not None and not self.options.partial:
                raise NotWhole(
                    f"{problem} The index is as it was: mend that file or leave it out, or say --partial to take what"
                    f" can be read.{self._listed()}"
                )
            now = now_iso()
            return self._commit(writer, infos, Manifest(created=now, updated=now, inputs=infos))

    def add(self, inputs: Sequence[Input]) -> Outcome:
        assert self.before is not None  # noqa: S101  (for the type checker)
        self.made.begin_with(self.before)
        with IndexWriter(self.made.data, heap_bytes=self.options.heap_bytes) as writer:
            infos = self._read(inputs, writer)
            changed = dataclasses.replace(self.before, updated=now_iso(), inputs=merged(self.before.inputs, infos))
            return self._commit(writer, infos, changed)

    def _read(self, inputs: Sequence[Input], writer: IndexWriter) -> tuple[InputInfo, ...]:
        """Read all inputs into the writer."""
        tallies = [_Tally() for _ in inputs]
        owner = [number for number, each in enumerate(inputs) for _ in each.files]
        sizes = [size for each in inputs for size in each.sizes]
        tasks = [task for each in inputs for task in each.tasks(abstracts=self.options.abstracts)]
        processes = self.options.processes
        if processes is None:
            processes = processes_for(sum(sizes), len(tasks))
        done = rows = uncommitted = 0
        self.watcher.begin(sum(sizes))
        infos: list[InputInfo] = []
        with prepared(tasks, processes) as batches, _BadList(self.made.bad) as bad_list:
            for number, batch in batches:
                each, tally = inputs[owner[number]], tallies[owner[number]]
                writer.add_terms(batch.terms)
                bad_list.write(each, tasks[number].path, batch)
                _count(tally, batch)
                rows += len(batch.terms)
                uncommitted += len(batch.terms)
                if uncommitted >= COMMIT_ROWS:
                    writer.commit(Manifest())
                    uncommitted = 0
                self.watcher.read(done + batch.position, rows)
                if batch.ended:
                    done += sizes[number]
                    if number + 1 == len(tasks) or owner[number + 1] != owner[number]:
                        infos.append(read_as(each.info, tally.rows, tally.bad, tally.problem))
                        if (told := passed_over_text(tally.passed_over)) is not None:
                            self.warnings.append(f"{each.info.path}: {told}")
                        self.watcher.ended(infos[-1])
        return tuple(infos)

    def _listed(self) -> str:
        """Where a run that changes nothing leaves its list."""
        place = self.made.keep_list()
        return f" What cannot be read is listed in {place}." if place else ""

    def _commit(self, writer: IndexWriter, infos: tuple[InputInfo, ...], manifest: Manifest) -> Outcome:
        if not any(info.rows for info in infos):
            raise NothingRead(_nothing(infos) + self._listed())
        self.watcher.writing()
        manifest = dataclasses.replace(manifest, engine=ENGINE, abstracts=self.options.abstracts)
        writer.commit(manifest)
        manifest = dataclasses.replace(manifest, records=writer.records)
        writer.close()
        return Outcome(
            folder=self.made.folder,
            bad_list=self.made.keep_list(),
            manifest=self.made.publish(manifest),
            inputs=infos,
            before=self.before.records if self.before is not None else 0,
            seconds=time.monotonic() - self.began,
            warnings=tuple(self.warnings),
        )


def _count(tally: _Tally, batch: Batch) -> None:
    tally.rows += len(batch.terms)
    tally.bad += len(batch.bad)
    tally.passed_over.update(batch.passed_over)
    if batch.problem:
        tally.problems.append(batch.problem)


def _nothing(infos: Sequence[InputInfo]) -> str:
    problem = next((info.problem for info in infos if info.problem), None)
    if problem:
        return f"{problem} No work could be read, so nothing was changed."
    bad = sum(info.bad for info in infos)
    names = ", ".join(info.path for info in infos[:3])
    why = f"none of the {bad:,} entries can be read" if bad else "they hold none"
    return f"No work could be read from {names}: {why}. Nothing was changed."


class _BadList:
    """The list of what cannot be read, written as it comes; no file where there is nothing to list."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIO | None = None

    def __enter__(self) -> _BadList:
        return self

    def __exit__(self, *unused: object) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, each: Input, path: str, batch: Batch) -> None:
        name = Path(path).relative_to(each.path).as_posix() if each.path.is_dir() else None
        entries = [*batch.bad, *([("the whole file", batch.problem)] if batch.problem else [])]
        for place, problem in entries:
            if self._file is None:
                self._file = self._path.open("w", encoding="utf-8")
            where = f"{name}, {place}" if name else place
            line = {"input": each.info.path, "place": where, "problem": problem}
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """What came of removing.

    Attributes:
        manifest: of the index as it is now.
        removed: works taken out.
        unknown: what was named and is not in the index.
    """

    manifest: Manifest
    removed: int
    unknown: tuple[str, ...]


def remove(folder: Path, *, ids: Sequence[str] = (), dois: Sequence[str] = (), inputs: Sequence[str] = ()) -> Removed:
    """Remove works from the index in the folder.

    Args:
        folder: of the index.
        ids: of works (`Row.id`).
        dois: of works, in any spelling; all works that have one themselves.
        inputs: names or paths of files; the works that came from them last.

    Raises:
        IndexMissing, IndexVersion, IndexDamaged: there is no index that can be read.
        IndexBusy, IndexNotWritten: as of `build`.
    """
    read_manifest(folder)
    with draft(folder) as made:
        before = read_manifest(folder)
        index = Index.open(folder)
        found, unknown = _works(index, ids, dois)
        keys, unknown_inputs = _inputs_named(before, inputs)
        unknown += unknown_inputs
        if not found and not keys:
            return Removed(manifest=before, removed=0, unknown=tuple(unknown))
        made.begin_with(before)
        with IndexWriter(made.data) as writer:
            writer.remove(found)
            for key in keys:
                writer.remove_input(key)
            left = tuple(info for info in before.inputs if info.key not in keys)
            manifest = dataclasses.replace(before, updated=now_iso(), inputs=left)
            writer.commit(manifest)
            manifest = dataclasses.replace(manifest, records=writer.records)
        return Removed(
            manifest=made.publish(manifest), removed=before.records - manifest.records, unknown=tuple(unknown)
        )


def _works(index: Index, ids: Sequence[str], dois: Sequence[str]) -> tuple[list[str], list[str]]:
    """The ids of the works that are meant, and what means none."""
    found: list[str] = []
    unknown: list[str] = []
    for row_id in ids:
        (found if index.has(row_id) else unknown).append(row_id)
    for text in dois:
        doi = parse_doi(text)
        rows = index.by_identifier(IdentifierKind.DOI, doi) if doi else []
        found += [row.id for row in rows]
        if not rows:
            unknown.append(text)
    return found, unknown


def _inputs_named(manifest: Manifest, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The keys of the inputs that are meant, and what means none.

    Raises:
        LocalIndexError: a name means several.
    """
    keys: list[str] = []
    unknown: list[str] = []
    for name in names:
        by_path = [info.key for info in manifest.inputs if info.key == key_of(Path(name))]
        by_name = by_path or [info.key for info in manifest.inputs if info.path == name]
        if len(by_name) > 1:
            raise LocalIndexError(f"{len(by_name)} inputs are named {name}; give its path. Nothing was changed.")
        keys += by_name
        if not by_name:
            unknown.append(name)
    return keys, unknown

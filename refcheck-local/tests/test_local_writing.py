"""Writing an index: what counts when, who waits for whom, and what a kill or a full disk leaves."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING

import pytest

from refcheck_local.index import Index, IndexBusy, IndexDamaged, IndexMissing, IndexNotWritten, IndexVersion
from refcheck_local.manifest import FILE_NAME, InputInfo, Manifest, read_manifest, write_manifest
from refcheck_local.records import record_of
from refcheck_local.rows import Row
from refcheck_local.writing import IndexWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

HEAP = 20_000_000


def _writer(folder: Path) -> IndexWriter:
    return IndexWriter(folder, heap_bytes=HEAP)


@pytest.fixture
def folder(tmp_path: Path, library: Sequence[Row]) -> Path:
    path = tmp_path / "index"
    with _writer(path) as writer:
        writer.add(library)
        writer.commit(Manifest(records=len(library)))
    return path


def _ids(folder: Path, title: str) -> list[str]:
    return [row.id for row in Index.open(folder).candidates(title, citation=False)]


def _many(count: int) -> Iterator[Row]:
    return (Row(id=f"x:{n}", title=f"Some title {n} about {n * 7919 % 100003}") for n in range(count))


def test_committed_rows_are_found_whole(folder: Path, library: Sequence[Row]) -> None:
    index = Index.open(folder)
    for row in library:
        assert row in index.candidates(row.title, citation=False)
    assert index.manifest.records == len(library)


def test_leaving_without_commit_changes_nothing(folder: Path, make_row: Callable[..., Row]) -> None:
    with _writer(folder) as writer:
        writer.add([make_row("new", "A brand new work")])
        writer.remove(["book:dl"])
    assert "new" not in _ids(folder, "A brand new work")
    assert "book:dl" in _ids(folder, "Deep learning")


def test_row_of_the_same_id_is_replaced(folder: Path, make_row: Callable[..., Row], library: Sequence[Row]) -> None:
    with _writer(folder) as writer:
        writer.add([make_row("book:dl", "Shallow learning"), make_row("book:dl", "Deeper learning", year=2017)])
        writer.commit(Manifest())
        assert writer.records == len(library)
    found = Index.open(folder).candidates("Deeper learning", citation=False)
    assert [(row.title, row.year) for row in found if row.id == "book:dl"] == [("Deeper learning", 2017)]


def test_adding_everything_again_changes_nothing(folder: Path, library: Sequence[Row]) -> None:
    with _writer(folder) as writer:
        writer.add(library)
        writer.commit(Manifest())
        assert writer.records == len(library)


def test_removed_rows_are_gone_and_counted(folder: Path, library: Sequence[Row]) -> None:
    with _writer(folder) as writer:
        assert writer.remove(["book:dl", "book:dl", "unknown"]) == 1
        writer.commit(Manifest())
        assert writer.records == len(library) - 1
        assert writer.remove(["book:dl"]) == 0
    assert "book:dl" not in _ids(folder, "Deep learning")


def test_reader_keeps_its_state_beside_a_writer(folder: Path, make_row: Callable[..., Row]) -> None:
    reader = Index.open(folder)
    with _writer(folder) as writer:
        writer.remove(["book:dl"])
        writer.add([make_row("new", "A brand new work")])
        writer.commit(Manifest())
        assert "book:dl" in [row.id for row in reader.candidates("Deep learning", citation=False)]
        assert "new" in _ids(folder, "A brand new work")


def test_second_writer_is_told_to_wait(folder: Path) -> None:
    with _writer(folder), pytest.raises(IndexBusy, match="Another process is writing"):
        _writer(folder)
    with _writer(folder):
        pass


def _script(folder: Path, body: str) -> list[str]:
    head = f"""
        from pathlib import Path
        from refcheck_local.manifest import Manifest
        from refcheck_local.rows import Row
        from refcheck_local.writing import IndexWriter
        folder = Path({str(folder)!r})
        rows = (Row(id=f"x:{{n}}", title=f"Some title {{n}} about {{n * 7919 % 100003}}") for n in range(10**7))
        """
    return [sys.executable, "-c", textwrap.dedent(head) + textwrap.dedent(body)]


def test_killed_writer_leaves_the_last_commit(folder: Path, library: Sequence[Row]) -> None:
    body = f"""
        with IndexWriter(folder, heap_bytes={HEAP}) as writer:
            print("started", flush=True)
            writer.add(rows)
        """
    for seconds in (0.05, 0.4):
        process = subprocess.Popen(_script(folder, body), stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"started\n"
            time.sleep(seconds)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
            process.stdout.close()
        assert "book:dl" in _ids(folder, "Deep learning")
    with _writer(folder) as writer:
        assert writer.records == len(library)
        writer.commit(Manifest())
    left = sum(path.stat().st_size for path in folder.iterdir())
    assert left < 200_000, "what the killed writers left is still there"


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="the system has no such limit")
def test_full_disk_is_a_sentence_and_loses_nothing(folder: Path, library: Sequence[Row]) -> None:
    body = f"""
        import itertools, resource
        from refcheck_local.errors import IndexNotWritten
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
        try:
            with IndexWriter(folder, heap_bytes={HEAP}) as writer:
                writer.add(itertools.islice(rows, 60_000))
                writer.commit(Manifest())
        except IndexNotWritten as error:
            print(error)
        """
    done = subprocess.run(_script(folder, body), stdout=subprocess.PIPE, text=True, check=True)
    assert "Cannot write to the index" in done.stdout
    assert "still there" in done.stdout
    assert "book:dl" in _ids(folder, "Deep learning")
    with _writer(folder) as writer:
        assert writer.records == len(library)


def test_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(IndexNotWritten, match="Cannot write an index"):
        _writer(tmp_path / "file" / "index")


def test_folder_without_index_is_missing(tmp_path: Path) -> None:
    with pytest.raises(IndexMissing, match="refcheck index build"):
        Index.open(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(IndexMissing):
        Index.open(tmp_path / "file")


@pytest.mark.parametrize(("version", "word"), [(0, "older"), (999, "newer")])
def test_index_of_another_version_is_named(folder: Path, version: int, word: str) -> None:
    write_manifest(folder, Manifest(schema_version=version))
    with pytest.raises(IndexVersion, match=f"{word} version of refcheck-local"):
        Index.open(folder)
    with pytest.raises(IndexVersion, match="build it anew"):
        _writer(folder)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema_version": "x"}', '{"schema_version": 1, "x": 2}'])
def test_damaged_manifest_is_named(folder: Path, text: str) -> None:
    (folder / FILE_NAME).write_text(text)
    with pytest.raises(IndexDamaged, match="Build it anew"):
        Index.open(folder)


@pytest.mark.parametrize("suffix", [".store", ".idx", ".term", ".fast"])
@pytest.mark.parametrize("fault", ["cut", "gone", "noise"])
def test_damaged_index_is_named(tmp_path: Path, suffix: str, fault: str) -> None:
    folder = tmp_path / "index"
    with _writer(folder) as writer:
        writer.add(_many(2000))
        writer.commit(Manifest())
    path = next(folder.glob(f"*{suffix}"))
    data = bytearray(path.read_bytes())
    if fault == "gone":
        path.unlink()
    elif fault == "cut":
        path.write_bytes(data[: len(data) // 2])
    else:
        for place in range(0, len(data) - 100, 7):
            data[place] ^= 0x5A
        path.write_bytes(data)
    with pytest.raises(IndexDamaged, match="is damaged"):  # noqa: PT012  (either may be the first to see it)
        index = Index.open(folder)
        index.candidates("Some titel 17 about", citation=False)
        index.topic("title", year_from=2000)


def test_manifest_is_kept_whole(tmp_path: Path) -> None:
    manifest = Manifest(
        created="2026-01-02T03:04:05+00:00",
        engine="tantivy 0.27",
        records=3,
        inputs=(InputInfo(path="ä.bib", format="bibtex", size=5, rows=3, bad=1, data_date="2025-01-01"),),
    )
    write_manifest(tmp_path, manifest)
    assert read_manifest(tmp_path) == manifest
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize("year", [-5, 10**9, 10**30])
def test_a_number_that_is_no_year_stops_nothing(year: int) -> None:
    index = Index.in_memory([Row(id="a", title="An Odd Title", year=year, years=(year,))])
    (found,) = index.candidates("An Odd Title", citation=False)
    assert record_of(found).year is None

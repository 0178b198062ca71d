"""The parts of building and verifying an index, where a run of the command cannot reach."""

from __future__ import annotations

import errno
import io
import json
import struct
import sys
import zlib
from types import SimpleNamespace
from typing import TYPE_CHECKING

import msgspec
import portalocker
import pytest

from refcheck_local import generations, preparing, watching
from refcheck_local.building import Unwatched, build
from refcheck_local.checking import _is_whole, check
from refcheck_local.errors import IndexBusy, IndexNotWritten
from refcheck_local.generations import draft
from refcheck_local.manifest import InputInfo, Manifest, read_manifest, write_manifest
from refcheck_local.preparing import Batch, Task, processes_for, serve

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def source(tmp_path) -> Path:
    path = tmp_path / "some.jsonl"
    path.write_text("".join(json.dumps({"id": f"t:{n}", "title": f"Title {n}"}) + "\n" for n in range(700)) + "{\n")
    return path


def test_process_beside_the_writer_gives_frames(source) -> None:
    answers = io.BytesIO()
    task = Task(str(source), "jsonl", "key", abstracts=False)
    serve(io.BytesIO(msgspec.msgpack.encode([task, task])), answers)
    answers.seek(0)
    batches = []
    while frame := preparing._read_frame(answers):
        batches.append(msgspec.msgpack.decode(frame, type=Batch))
    assert [(len(batch.terms), len(batch.bad), batch.ended) for batch in batches] == [
        (500, 0, False),
        (200, 1, True),
    ] * 2
    assert batches[0].terms[0].exact[0] == "id:t:0"
    assert batches[0].terms[0].exact[-1] == "in:key"
    assert batches[-1].position == source.stat().st_size


@pytest.mark.parametrize("data", [b"", b"\0\0", b"\0\0\0\5abc"])
def test_cut_frame_is_none(data) -> None:
    assert preparing._read_frame(io.BytesIO(data)) == b""


@pytest.mark.parametrize(
    ("size", "files", "cores", "wanted"),
    [(1000, 8, 8, 0), (10**9, 1, 8, 1), (10**9, 100, 4, 3), (10**9, 100, 64, 8), (10**9, 100, 1, 1)],
)
def test_as_many_processes_as_are_of_use(monkeypatch, size, files, cores, wanted) -> None:
    monkeypatch.setattr(preparing.os, "sched_getaffinity", lambda pid: set(range(cores)), raising=False)
    assert processes_for(size, files) == wanted


def test_frozen_program_has_no_interpreter_to_start(monkeypatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert processes_for(10**9, 5) == 0


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bar_shows_rate_and_is_wiped_out() -> None:
    stream = Terminal()
    bar = watching.watcher_for(stream, {"TERM": "xterm"})
    bar.close()
    assert stream.getvalue() == ""
    bar.begin(1000)
    bar.read(500, 1234)
    bar.ended(InputInfo(path="a\x1b[2J.bib", rows=1234, bad=2, problem="cut"))
    bar.writing()
    bar.close()
    assert "1,234 works" in stream.getvalue()
    assert "\x1b[2J" not in stream.getvalue()
    assert ".bib: 1,234 works, 2 unreadable, not read to its end" in stream.getvalue()
    assert isinstance(watching.watcher_for(Terminal(), {"TERM": "dumb"}), watching.Lines)


def test_nobody_needs_to_watch(tmp_path, source) -> None:
    silent = Unwatched()
    assert build(tmp_path / "index", [source], watcher=silent).manifest.records == 700
    silent.close()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (IndexNotWritten("the engine says no"), "a limit of their size"),
    ],
)
def test_fault_while_writing_is_told_and_cleared_away(tmp_path, monkeypatch, fault, sentence) -> None:
    monkeypatch.setattr(generations.shutil, "disk_usage", lambda place: SimpleNamespace(free=10**9))
    with pytest.raises(IndexNotWritten, match=sentence), draft(tmp_path / "index") as made:  # noqa: PT012
        (made.data / "x.store").write_bytes(b"x")
        raise fault
    assert [path.name for path in (tmp_path / "index").iterdir()] == [generations.LOCK_NAME]


def test_lost_output_is_no_fault_of_the_index(tmp_path) -> None:
    with pytest.raises(BrokenPipeError), draft(tmp_path / "index"):
        raise BrokenPipeError


@pytest.mark.parametrize(
    ("fault", "kind"), [(portalocker.AlreadyLocked, IndexBusy), (portalocker.LockException, IndexNotWritten)]
)
def test_lock_that_cannot_be_had_is_told(tmp_path, monkeypatch, fault, kind) -> None:
    def refuses(*unused: object) -> None:
        raise fault("no locks here")

    monkeypatch.setattr(generations.portalocker, "lock", refuses)
    with pytest.raises(kind, match=r"Nothing was changed|cannot be locked"), draft(tmp_path / "index"):
        pass


def test_files_are_copied_where_there_are_no_hard_links(tmp_path, source, monkeypatch) -> None:
    from pathlib import Path as AnyPath

    from refcheck_local.building import add

    def refuses(*unused: object) -> None:
        raise OSError(errno.EPERM, "no hard links")

    folder = tmp_path / "index"
    build(folder, [source])
    monkeypatch.setattr(AnyPath, "hardlink_to", refuses)
    (tmp_path / "more.jsonl").write_text('{"id": "m", "title": "One more"}\n')
    assert add(folder, [tmp_path / "more.jsonl"]).manifest.records == 701
    assert all(each.ok for each in check(folder))


def _file(path: Path, body: bytes, footer: bytes, magic: int = 1337) -> Path:
    path.write_bytes(body + footer + struct.pack("<II", len(footer), magic))
    return path


def test_checksum_at_the_end_of_a_file_is_compared(tmp_path) -> None:
    path = tmp_path / "x"
    right = json.dumps({"crc": zlib.crc32(b"body")}).encode()
    assert _is_whole(_file(path, b"body", right))
    assert not _is_whole(_file(path, b"bode", right))
    assert not _is_whole(_file(path, b"body", right, magic=1))
    assert not _is_whole(_file(path, b"body", b"no JSON"))
    assert not _is_whole(_file(path, b"body", b"[]"))
    path.write_bytes(b"short")
    assert not _is_whole(path)


def test_missing_data_is_damage(tmp_path) -> None:
    write_manifest(tmp_path, Manifest(data="data-gone", records=1))
    assert [each.ok for each in check(tmp_path)] == [False, False]


def test_reading_of_works_is_told(tmp_path, source) -> None:
    build(tmp_path / "index", [source])
    seen: list[tuple[int, int]] = []
    source.write_text("".join(json.dumps({"id": f"t:{n}", "title": f"Title {n}"}) + "\n" for n in range(2100)))
    build(tmp_path / "index", [source])
    check(tmp_path / "index", lambda done, total: seen.append((done, total)))
    assert seen == [(1000, 2100), (2000, 2100)]
    assert read_manifest(tmp_path / "index").records == 2100

"""Builds that are killed, run out of disk, or run side by side: what is left answers, and nothing piles up."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from refcheck_core import IdentifierKind
from refcheck_local.building import build
from refcheck_local.index import Index
from refcheck_local.manifest import read_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills and limits are those of POSIX")

DRIVER = """
import argparse, resource, sys
limit = int(sys.argv.pop(1))
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
from refcheck_core import RefcheckError, Settings
from refcheck_local import command
parser = argparse.ArgumentParser()
command.configure(parser)
try:
    sys.exit(command.run(parser.parse_args(sys.argv[1:]), Settings.from_environment()))
except RefcheckError as error:
    print("refcheck:", error, file=sys.stderr)
    sys.exit(3)
"""
OLD, NEW = 100, 7000


def start(*arguments: object, limit: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", DRIVER, str(limit), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def write(path: Path, count: int, word: str) -> Path:
    """Works enough that a process of its own reads them, when there are a few thousand."""
    with path.open("w") as file:
        for n in range(count):
            row = {
                "id": f"{word}:{n}",
                "title": f"The {word} number {n}",
                "doi": f"10.1000/{word}.{n}",
                "url": "x" * 250,
            }
            file.write(json.dumps(row) + "\n")
    return path


@pytest.fixture
def folder(tmp_path) -> Path:
    build(tmp_path / "index", [write(tmp_path / "old.jsonl", OLD, "old")])
    return tmp_path / "index"


def holds(folder: Path, word: str) -> bool:
    index = Index.open(folder)
    return bool(index.by_identifier(IdentifierKind.DOI, f"10.1000/{word}.7"))


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def readers_left(since: set[int]) -> set[int]:
    """Processes that read for a build, other than these."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"refcheck_local.worker" in words:
            found.add(int(entry.name))
    return found - since


def test_ten_kills_at_random_moments(folder, tmp_path) -> None:
    new = write(tmp_path / "new.jsonl", NEW, "new")
    others = readers_left(set())
    began = time.monotonic()
    assert finish(start("build", new, "--into", tmp_path / "timed"))[0] == 0
    duration = time.monotonic() - began
    dice = random.Random(4)
    outcomes = []
    for number in range(10):
        action = ("build", "add")[number % 2]
        process = start(action, new, "--into", folder)
        time.sleep(duration * dice.uniform(0.05, 0.95))
        process.kill()
        finish(process)
        outcomes.append(process.returncode)
        manifest = read_manifest(folder)
        assert manifest.records in {OLD, NEW, OLD + NEW}
        assert holds(folder, "new") == (manifest.records >= NEW)
        assert holds(folder, "old") == (manifest.records != NEW)
        assert len(list(folder.glob("data-*"))) <= 2, "each build takes away what the one before it left"
        if manifest.records != OLD:  # it was quicker than the clock: begin anew
            assert finish(start("build", tmp_path / "old.jsonl", "--into", folder))[0] == 0
    assert outcomes.count(-9) >= 5
    assert finish(start("add", tmp_path / "old.jsonl", "--into", folder))[0] == 0
    assert len(list(folder.glob("data-*"))) == 1
    assert size(folder) < 200_000
    deadline = time.monotonic() + 20
    while readers_left(others) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not readers_left(others), "who reads for a dead writer ends"


@pytest.mark.parametrize("action", ["build", "add"])
def test_file_that_cannot_grow_is_a_sentence_and_loses_nothing(folder, tmp_path, action) -> None:
    before = sorted(path.name for path in folder.iterdir())
    code, _, err = finish(start(action, write(tmp_path / "new.jsonl", NEW, "new"), "--into", folder, limit=100_000))
    assert code == 3
    assert "Cannot write" in err
    assert "still there" in err
    assert "Traceback" not in err
    assert "a limit of their size" in err
    assert sorted(path.name for path in folder.iterdir()) == before
    assert holds(folder, "old")


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """A disk of 260 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=260k", "tmpfs", str(place)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("action", ["build", "add"])
def test_full_disk_is_a_sentence_and_loses_nothing(small_disk, tmp_path, action) -> None:
    folder = small_disk / "index"
    build(folder, [write(tmp_path / "old.jsonl", OLD, "old")])
    before = size(folder)
    code, _, err = finish(start(action, write(tmp_path / "new.jsonl", NEW, "new"), "--into", folder))
    assert code == 3
    assert "Cannot write" in err
    assert "still there" in err
    assert "Traceback" not in err
    assert "the disk is full (0.0 MB are left)" in err
    assert size(folder) == before, "the disk is as it was"
    assert holds(folder, "old")
    assert not holds(folder, "new")


def test_readers_answer_while_the_index_is_built_and_added_to(folder, tmp_path) -> None:
    new = write(tmp_path / "new.jsonl", NEW, "new")
    opened = Index.open(folder)
    answers = 0
    for action in ("add", "build"):
        process = start(action, new, "--into", folder)
        while process.poll() is None:
            assert opened.by_identifier(IdentifierKind.DOI, "10.1000/old.7")
            index = Index.open(folder)
            words = ("old", "new") if index.manifest.records == OLD + NEW else ("old",)
            if index.manifest.records == NEW:
                words = ("new",)
            assert all(index.by_identifier(IdentifierKind.DOI, f"10.1000/{word}.7") for word in words)
            answers += 1
        assert finish(process)[0] == 0
    assert answers >= 5
    assert holds(folder, "new")
    assert not holds(folder, "old")


def test_files_in_the_current_folder_are_no_modules(tmp_path) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('the wrong one')")
    (tmp_path / "refcheck_local").mkdir()
    new = write(tmp_path / "new.jsonl", NEW, "new")
    script = tmp_path / "elsewhere" / "run.py"
    script.parent.mkdir()
    script.write_text(DRIVER)
    command = [sys.executable, str(script), "0", "build", str(new), "--into", str(tmp_path / "index")]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert (done.returncode, done.stderr) == (0, f"new.jsonl: {NEW:,} works\n")


def test_of_two_builds_at_once_one_is_told_to_wait(folder, tmp_path) -> None:
    new = write(tmp_path / "new.jsonl", NEW, "new")
    both = [start("build", new, "--into", folder) for _ in range(2)]
    results = [finish(process) for process in both]
    codes = sorted(code for code, _, _ in results)
    if codes == [0, 0]:
        pytest.skip("one had ended before the other began")
    assert codes == [0, 3]
    assert any("Another process is writing to the index" in err for _, _, err in results)
    assert holds(folder, "new")
    assert len(list(folder.glob("data-*"))) == 1

"""`refcheck index`: what it makes of files, what it says, and its exit codes."""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from refcheck_core import IdentifierKind, RefcheckError, Settings
from refcheck_local import command
from refcheck_local.building import Options, build
from refcheck_local.formats import FORMATS
from refcheck_local.generations import BAD_NAME, LOCK_NAME, draft
from refcheck_local.index import Index
from refcheck_local.inputs import look_at
from refcheck_local.manifest import FILE_NAME, Manifest, read_manifest, write_manifest

if TYPE_CHECKING:
    from pathlib import Path

DRIVER = """
import argparse, sys
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
"""The command as refcheck-cli runs it."""


def lines(first: int, last: int, word: str = "walk") -> list[dict]:
    return [
        {
            "id": f"t:{n}",
            "title": f"The {word} number {n} through meadow {n * 7919 % 10007}",
            "authors": [{"family": f"Author{n % 50}"}],
            "year": 1990 + n % 30,
            "doi": f"10.1000/{word}.{n}",
        }
        for n in range(first, last)
    ]


def jsonl(path: Path, rows: list[dict], *, packed: bool = False) -> Path:
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    return path


class Run:
    """What a run of the command printed and returned."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys, tmp_path):
    """Runs the command in this process."""

    def run(*arguments: object, **environ: str) -> Run:
        parser = argparse.ArgumentParser()
        command.configure(parser)
        environment = {"REFCHECK_LOCAL_INDEX": str(tmp_path / "index"), **environ}
        try:
            options = parser.parse_args([str(argument) for argument in arguments])
            code = command.run(options, Settings.from_environment(environment))
        except SystemExit as stop:
            code = int(stop.code or 0)
        except RefcheckError as error:
            print("refcheck:", error, file=sys.stderr)
            code = 3
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return run


@pytest.fixture
def folder(tmp_path) -> Path:
    return tmp_path / "index"


@pytest.fixture
def built(run, tmp_path, folder) -> Path:
    """An index of a hundred works."""
    assert run("build", jsonl(tmp_path / "first.jsonl", lines(0, 100))).code == 0
    return folder


def titles(folder: Path, doi: str) -> list[str]:
    return [row.title for row in Index.open(folder).by_identifier(IdentifierKind.DOI, doi)]


def content(folder: Path) -> set[bytes]:
    """All rows of an index."""
    import tantivy

    from refcheck_local.schema import ROW

    index = tantivy.Index.open(str(folder / read_manifest(folder).data))
    searcher = index.searcher()
    hits = searcher.search(tantivy.Query.all_query(), max(searcher.num_docs, 1)).hits
    return {searcher.doc(address).get_first(ROW) for _, address in hits}


def data_folders(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith("data-")]


def test_build_makes_an_index_that_answers(run, tmp_path, folder) -> None:
    done = run("build", jsonl(tmp_path / "some.jsonl.gz", lines(0, 50), packed=True))
    assert (done.code, done.err) == (0, "some.jsonl.gz: 50 works\n")
    assert f"The index in {folder} holds 50 works." in done.out
    assert titles(folder, "10.1000/walk.7") == [lines(7, 8)[0]["title"]]
    assert data_folders(folder) == [read_manifest(folder).data]


def test_build_replaces_what_was_there(run, built, tmp_path) -> None:
    done = run("build", jsonl(tmp_path / "second.jsonl", lines(0, 10, "swim")))
    assert done.code == 0
    assert "holds 10 works (100 before)" in done.out
    assert titles(built, "10.1000/walk.7") == []
    assert len(data_folders(built)) == 1


def test_several_processes_make_the_same_index(tmp_path) -> None:
    files = [jsonl(tmp_path / f"{name}.jsonl", lines(0, 1500, name)) for name in ("one", "two", "three")]
    contents = []
    for processes in (0, 1, 2):
        folder = tmp_path / f"index{processes}"
        outcome = build(folder, files, Options(processes=processes, heap_bytes=20_000_000))
        assert [info.rows for info in outcome.inputs] == [1500] * 3
        assert outcome.manifest.records == 1500
        contents.append(content(folder))
    assert contents[0] == contents[1] == contents[2]
    assert all(b"The three number" in row for row in contents[0])


def test_ended_process_is_named_and_changes_nothing(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("refcheck_local.preparing.__package__", "refcheck_local.no_such")
    with pytest.raises(RefcheckError, match=r"that read .*some\.jsonl ended unexpectedly"):
        build(tmp_path / "index", [jsonl(tmp_path / "some.jsonl", lines(0, 5))], Options(processes=1))
    assert [path.name for path in (tmp_path / "index").iterdir()] == [LOCK_NAME]


def test_memory_is_freed_on_the_way(tmp_path, monkeypatch, folder) -> None:
    monkeypatch.setattr("refcheck_local.building.COMMIT_ROWS", 600)
    build(folder, [jsonl(tmp_path / "a.jsonl", lines(0, 2000) + lines(100, 200, "swim"))], Options(processes=0))
    assert read_manifest(folder).records == 2000
    assert titles(folder, "10.1000/walk.150") == []
    assert titles(folder, "10.1000/swim.150") == [lines(150, 151, "swim")[0]["title"]]


def test_adding_updates_the_same_work_and_keeps_others(run, built, tmp_path) -> None:
    changed = lines(0, 1)[0] | {"title": "A wholly new title of the first walk"}
    done = run("add", jsonl(tmp_path / "more.jsonl", [changed, *lines(200, 205)]))
    assert done.code == 0
    assert "holds 105 works (100 before)" in done.out
    assert titles(built, "10.1000/walk.0") == [changed["title"]]
    assert [info.path for info in read_manifest(built).inputs] == ["first.jsonl", "more.jsonl"]


def test_adding_the_same_file_again_changes_nothing_but_dates(run, built, tmp_path) -> None:
    def engine_files() -> set[str]:
        return {path.name for path in (built / read_manifest(built).data).iterdir() if len(path.stem) == 32}

    before, files, manifest = content(built), engine_files(), read_manifest(built)
    for _ in range(3):
        assert run("add", tmp_path / "first.jsonl").code == 0
    assert content(built) == before
    assert engine_files() == files
    again = read_manifest(built)
    assert (again.records, len(again.inputs), again.created) == (100, 1, manifest.created)
    assert len(data_folders(built)) == 1


def test_files_of_one_name_are_told_apart(run, tmp_path, folder) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        jsonl(tmp_path / name / "part.jsonl", lines(0, 5, name))
    rows = [row | {"id": f"b:{n}"} for n, row in enumerate(lines(0, 5, "b"))]
    jsonl(tmp_path / "b" / "part.jsonl", rows)
    assert run("build", tmp_path / "a" / "part.jsonl", tmp_path / "b" / "part.jsonl").code == 0
    assert read_manifest(folder).records == 10
    refused = run("remove", "--input", "part.jsonl")
    assert refused.code == 3
    assert "2 inputs are named part.jsonl" in refused.err
    assert run("remove", "--input", tmp_path / "a" / "part.jsonl").code == 0
    assert read_manifest(folder).records == 5
    assert titles(folder, "10.1000/a.1") == []


def test_folder_is_one_input(run, tmp_path, folder) -> None:
    part = tmp_path / "dump" / "works" / "updated_date=2024-05-30"
    part.mkdir(parents=True)
    jsonl(part / "part_000.jsonl.gz", lines(0, 5), packed=True)
    jsonl(part / "part_001.jsonl.gz", [*lines(5, 9), {"nothing": 1}], packed=True)
    assert run("build", tmp_path / "dump").code == 0
    (info,) = read_manifest(folder).inputs
    assert (info.path, info.rows, info.bad, info.data_date) == ("dump", 9, 1, "2024-05-30")
    listed = json.loads((folder / BAD_NAME).read_text())
    assert listed["place"] == "works/updated_date=2024-05-30/part_001.jsonl.gz, line 5"


def test_files_of_another_format_in_a_folder_are_named(run, tmp_path, folder) -> None:
    dump = tmp_path / "mixed"
    dump.mkdir()
    jsonl(dump / "a.jsonl", lines(0, 3))
    (dump / "b.ris").write_text("TY  - JOUR\nTI  - Meadows\nER  - \n")
    (dump / "notes.md").write_text("not data\n")
    done = run("build", dump)
    assert done.code == 0
    assert "was read as JSON Lines; 1 file of another format was left out: b.ris." in done.err
    assert "left out" not in run("build", dump, "--format", "jsonl").err


def test_unreadable_entries_are_counted_and_listed(run, tmp_path, folder) -> None:
    path = jsonl(tmp_path / "some.jsonl", lines(0, 3))
    path.write_text(path.read_text() + "{broken\n" + json.dumps({"id": "x"}) + "\n")
    done = run("build", path)
    assert done.code == 0
    assert "2 entries could not be read: see" in done.out
    assert str(folder / BAD_NAME) in done.out
    listed = [json.loads(line) for line in (folder / BAD_NAME).read_text().splitlines()]
    assert [(each["input"], each["place"]) for each in listed] == [("some.jsonl", "line 4"), ("some.jsonl", "line 5")]
    assert all(each["problem"] for each in listed)
    assert run("add", jsonl(tmp_path / "good.jsonl", lines(5, 6))).code == 0
    assert not (folder / BAD_NAME).exists(), "the list is that of the last run"


def cut(path: Path) -> Path:
    data = gzip.compress("".join(json.dumps(row) + "\n" for row in lines(0, 3000, "cut")).encode())
    path.write_bytes(data[: len(data) // 2])
    return path


def test_truncated_file_does_not_take_the_place_of_an_index(run, built, tmp_path) -> None:
    before = content(built)
    done = run("build", cut(tmp_path / "cut.jsonl.gz"))
    assert done.code == 1
    assert "is cut off" in done.err
    assert "The index is as it was" in done.err
    assert content(built) == before
    assert json.loads((built / BAD_NAME).read_text())["place"] == "the whole file"
    assert len(data_folders(built)) == 1
    partial = run("build", tmp_path / "cut.jsonl.gz", "--partial")
    assert partial.code == 1
    assert "What was read is in the index" in partial.err
    assert 0 < read_manifest(built).records < 3000


def test_truncated_file_is_read_as_far_as_it_goes_where_nothing_is_lost(run, tmp_path, folder) -> None:
    done = run("build", cut(tmp_path / "cut.jsonl.gz"), jsonl(tmp_path / "good.jsonl", lines(0, 5)))
    assert done.code == 1
    manifest = read_manifest(folder)
    assert manifest.inputs[0].problem
    assert manifest.records == manifest.inputs[0].rows  # they have the same ids
    told = run("info")
    assert told.code == 0
    assert "cut.jsonl.gz was not read to its end" in told.out


def test_truncated_file_is_added_as_far_as_it_goes(run, built, tmp_path) -> None:
    done = run("add", cut(tmp_path / "cut.jsonl.gz"))
    assert done.code == 1
    assert "is cut off" in done.err
    assert read_manifest(built).records > 100


BOMB = """<?xml version="1.0"?>
<!DOCTYPE dblp [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<dblp><article key="x/y"><author>A B</author><title>&b;</title><year>2000</year></article></dblp>
"""


@pytest.mark.parametrize("action", ["build", "add"])
def test_entity_bomb_is_refused_and_nothing_is_lost(run, built, tmp_path, action) -> None:
    (tmp_path / "bomb.xml").write_text(BOMB)
    before = content(built)
    done = run(action, tmp_path / "bomb.xml")
    assert done.code == 1
    assert "declares entities" in done.err
    assert content(built) == before


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: None, "No such file"),
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.write_text("neither this nor that"), "format"),
        (lambda path: path.mkdir(), "holds no file"),
        (lambda path: path.symlink_to(path), "cannot be read"),
    ],
)
def test_input_that_cannot_be_used_is_named_before_any_work(run, built, tmp_path, make, sentence) -> None:
    make(tmp_path / "input")
    before = content(built)
    done = run("build", tmp_path / "first.jsonl", tmp_path / "input")
    assert done.code == 2
    assert sentence in done.err
    assert "input" in done.err
    assert "100 works" not in done.err
    assert content(built) == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file_is_named(run, built, tmp_path) -> None:
    path = jsonl(tmp_path / "secret.jsonl", lines(0, 1))
    path.chmod(0)
    done = run("build", path)
    assert done.code == 2
    assert "Permission denied" in done.err


def test_file_that_fails_while_being_read_costs_itself_alone(tmp_path, monkeypatch, folder) -> None:
    def fails(*unused):
        raise ZeroDivisionError("a fault of a reader")

    monkeypatch.setattr("refcheck_local.preparing.terms_of", fails)
    with pytest.raises(RefcheckError, match="ZeroDivisionError: a fault of a reader"):
        build(folder, [jsonl(tmp_path / "some.jsonl", lines(0, 2))], Options(processes=0))


def test_files_without_a_work_change_nothing(run, built, tmp_path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"title": ""}\n{"title": " "}\n')
    done = run("add", path, "--format", "jsonl")
    assert done.code == 1
    assert "none of the 2 entries can be read" in done.err
    assert str(built / BAD_NAME) in done.err
    assert read_manifest(built).records == 100


def test_format_can_be_named(run, tmp_path, folder) -> None:
    path = tmp_path / "library"
    path.write_text("@article{a, title={A walk in the meadow}, author={B, A}, year=2001}\n")
    assert run("build", path, "--format", "bib").code == 0
    assert read_manifest(folder).inputs[0].format == "bib"
    wrong = run("build", path, "--format", "word")
    assert wrong.code == 2
    assert "'word' is no known format; known are jsonl" in wrong.err


def test_formats_in_the_help_are_those_that_are_read() -> None:
    assert command.FORMATS.split(", ") == list(FORMATS)


@pytest.mark.parametrize("kept", [True, False])
def test_abstracts_are_kept_where_asked(run, tmp_path, folder, kept) -> None:
    row = lines(0, 1)[0] | {"abstract": "We walk."}
    run("build", jsonl(tmp_path / "a.jsonl", [row]), *(["--with-abstracts"] if kept else []))
    assert run("add", jsonl(tmp_path / "b.jsonl", [row | {"id": "t:x"}])).code == 0  # as the index was built
    index = Index.open(folder)
    found = index.by_identifier(IdentifierKind.DOI, "10.1000/walk.0")
    assert [each.abstract for each in found] == ["We walk." if kept else None] * 2
    assert index.manifest.abstracts is kept


def test_add_and_others_need_an_index(run, tmp_path) -> None:
    path = jsonl(tmp_path / "a.jsonl", lines(0, 1))
    for arguments in (["add", path], ["remove", "--id", "x"], ["info"], ["verify"]):
        done = run(*arguments)
        assert done.code == 3
        assert "There is no index in" in done.err
        assert "refcheck index build" in done.err


def test_works_are_removed_by_id_and_doi(run, built) -> None:
    done = run("remove", "--id", "t:1", "--doi", "https://doi.org/10.1000/WALK.2", "--doi", "10.1000/none", "--id", "?")
    assert done.code == 1
    assert "Removed 2 works; 98 are left." in done.out
    assert done.err == "refcheck: ? is not in the index.\nrefcheck: 10.1000/none is not in the index.\n"
    assert titles(built, "10.1000/walk.2") == []
    assert run("remove", "--id", "t:1").code == 1
    assert run("remove", "--id", "t:3", "--json").out == '{\n  "removed": 1,\n  "records": 97,\n  "unknown": []\n}\n'


def test_removing_asks_what(run, built) -> None:
    done = run("remove")
    assert done.code == 2
    assert "--id, --doi or --input" in done.err


def test_removed_input_is_gone(run, built, tmp_path) -> None:
    run("add", jsonl(tmp_path / "more.jsonl", lines(90, 110)))
    assert run("remove", "--input", "more.jsonl", "--input", "unknown.jsonl").code == 1
    manifest = read_manifest(built)
    assert (manifest.records, [info.path for info in manifest.inputs]) == (90, ["first.jsonl"])


def test_info_tells_what_the_index_is_made_of(run, built) -> None:
    done = run("info")
    assert done.code == 0
    assert "works       100\n" in done.out
    assert " bytes a work" in done.out
    assert "first.jsonl" in done.out
    assert "JSON Lines" in done.out
    state = json.loads(run("info", "--json").out)
    assert (state["records"], state["age_days"], state["abstracts"], state["remarks"]) == (100, 0, False, [])
    assert state["inputs"][0]["name"] == "first.jsonl"
    size = sum(path.stat().st_size for path in (built / read_manifest(built).data).iterdir())
    assert state["bytes"] == size
    assert state["bytes_per_record"] == round(size / 100, 1)


def test_old_index_is_said_to_be_old(run, tmp_path) -> None:
    day = (datetime.now(UTC) - timedelta(days=900)).date().isoformat()
    run("build", jsonl(tmp_path / "a.jsonl", lines(0, 2)), "--dated", day)
    assert f"is of {day}, 900 days old" in run("info").out
    assert run("build", tmp_path / "a.jsonl", "--dated", "yesterday").code == 2
    assert run("build", tmp_path / "a.jsonl").code == 0
    assert "days old" not in run("info").out
    os.utime(tmp_path / "a.jsonl", (1e9, 1e9))
    assert run("add", tmp_path / "a.jsonl").code == 0
    assert "is of 2001-09-09" in run("info").out, "what is in a file is not newer than the file"


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("dblp-2024-06-02.jsonl", "2024-06-02"),
        ("arxiv_2020_02.jsonl", "2020-02-29"),
        ("works2999_01.jsonl", None),
        ("report_2999-01-01.jsonl", None),
        ("10.1000-2020.jsonl", None),
    ],
)
def test_dates_in_names_are_understood(tmp_path, name, day) -> None:
    (found,) = look_at([jsonl(tmp_path / name, lines(0, 1))])
    assert found.info.data_date == day


def test_info_of_several_indexes(run, tmp_path) -> None:
    source = jsonl(tmp_path / "a.jsonl", lines(0, 2))
    places = [tmp_path / "one", tmp_path / "two"]
    for place in places:
        assert run("build", source, "--into", place).code == 0
    variable = os.pathsep.join(map(str, [*places, tmp_path / "none"]))
    done = run("info", "--json", REFCHECK_LOCAL_INDEX=variable)
    assert done.code == 3
    assert [state["records"] for state in json.loads(done.out)["indexes"]] == [2, 2]
    refused = run("build", source, REFCHECK_LOCAL_INDEX=variable)
    assert refused.code == 2
    assert "names 3 folders; say which with --into" in refused.err


def test_verify_finds_an_intact_index_intact(run, built, tmp_path) -> None:
    run("add", jsonl(tmp_path / "more.jsonl", lines(500, 600)))
    run("remove", "--id", "t:5")
    done = run("verify")
    assert (done.code, done.err) == (0, "")
    assert "It is intact" in done.out
    assert "199 in the index, 199 in its manifest" in done.out
    assert [each["ok"] for each in json.loads(run("verify", "--json").out)["checks"]] == [True] * 4


@pytest.mark.parametrize("suffix", [".store", ".idx", ".term", ".fieldnorm"])
@pytest.mark.parametrize("fault", ["bit", "cut", "gone"])
def test_verify_finds_damage(run, built, suffix, fault) -> None:
    path = next((built / read_manifest(built).data).glob(f"*{suffix}"))
    data = bytearray(path.read_bytes())
    if fault == "bit":
        data[len(data) // 3] ^= 1
        path.write_bytes(data)
    elif fault == "cut":
        path.write_bytes(data[: len(data) // 2])
    else:
        path.unlink()
    done = run("verify")
    assert done.code == 1
    assert "DAMAGED" in done.out
    assert "build it anew" in done.out


def test_verify_says_of_an_index_with_removals_what_it_read(run, built) -> None:
    assert run("remove", "--id", "t:1").code == 0
    done = run("verify")
    assert done.code == 0
    assert "100 read, each of them whole, 1 of them removed ones" in done.out
    assert "0 of 0" not in done.out


def test_verify_compares_counts(run, built) -> None:
    import dataclasses

    write_manifest(built, dataclasses.replace(read_manifest(built), records=99))
    done = run("verify")
    assert done.code == 1
    assert "100 in the index, 99 in its manifest" in done.out


def test_index_of_another_layout_is_named_and_can_be_built_anew(run, built, tmp_path) -> None:
    write_manifest(built, Manifest(schema_version=0, data=read_manifest(built).data))
    for arguments in (["info"], ["verify"], ["add", tmp_path / "first.jsonl"], ["remove", "--id", "t:1"]):
        done = run(*arguments)
        assert done.code == 3
        assert "older version" in done.err
        assert "`refcheck index build`" in done.err
    assert run("build", tmp_path / "first.jsonl").code == 0
    assert run("verify").code == 0
    assert len(data_folders(built)) == 1


def test_folder_of_other_things_is_left_alone(run, tmp_path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.tex").write_text("years of work")
    done = run("build", jsonl(tmp_path / "a.jsonl", lines(0, 1)), "--into", mine)
    assert done.code == 3
    assert "thesis.tex" in done.err
    assert [path.name for path in mine.iterdir()] == ["thesis.tex"]


def test_folder_that_cannot_be_written_is_named(run, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    done = run("build", jsonl(tmp_path / "a.jsonl", lines(0, 1)), "--into", tmp_path / "file" / "index")
    assert done.code == 3
    assert "Cannot write an index to" in done.err


def test_second_writer_is_told_to_wait(run, built, tmp_path) -> None:
    with draft(built):
        for arguments in (["build", tmp_path / "first.jsonl"], ["add", tmp_path / "first.jsonl"]):
            done = run(*arguments)
            assert done.code == 3
            assert "Another process is writing to the index" in done.err
        assert len(data_folders(built)) == 2, "the other's work is not taken away"
    assert len(data_folders(built)) == 1


def test_leftovers_of_dead_writers_are_taken_away(run, built, tmp_path) -> None:
    (built / "data-dead").mkdir()
    (built / "data-dead" / "x.store").write_bytes(b"x" * 1000)
    (built / f".{FILE_NAME}.99999").write_text("{")
    assert run("add", tmp_path / "first.jsonl").code == 0
    left = sorted(path.name for path in built.iterdir())
    assert left == sorted([LOCK_NAME, FILE_NAME, read_manifest(built).data])


def test_reader_opened_before_goes_on_and_one_opened_after_sees_the_new_state(run, built, tmp_path) -> None:
    before = Index.open(built)
    assert run("build", jsonl(tmp_path / "b.jsonl", lines(0, 10, "swim"))).code == 0
    assert [row.id for row in before.candidates(lines(3, 4)[0]["title"], citation=False, limit=1)] == ["t:3"]
    assert titles(built, "10.1000/swim.3")


def test_index_swapped_while_being_opened_is_opened(run, built, tmp_path, monkeypatch) -> None:
    stale = read_manifest(built)
    assert run("build", jsonl(tmp_path / "b.jsonl", lines(0, 10, "swim"))).code == 0
    answers = iter([stale])
    monkeypatch.setattr("refcheck_local.index.read_manifest", lambda at: next(answers, None) or read_manifest(at))
    assert Index.open(built).manifest.records == 10


def test_process_that_lives_on_sees_each_new_state(run, built, tmp_path, caplog) -> None:
    from refcheck_local.holdings import Holdings

    later = tmp_path / "later"
    holdings = Holdings.open([built, later], [])
    assert holdings.by_doi("10.1000/walk.7") is not None
    source = jsonl(tmp_path / "b.jsonl", lines(0, 10, "swim"))
    assert run("build", source).code == 0
    assert holdings.by_doi("10.1000/swim.7") is not None
    assert holdings.by_doi("10.1000/walk.7") is None
    assert run("build", jsonl(tmp_path / "c.jsonl", lines(0, 10, "ride")), "--into", later).code == 0
    assert holdings.by_doi("10.1000/ride.7") is not None
    write_manifest(built, Manifest(schema_version=0))
    assert holdings.by_doi("10.1000/swim.7") is not None, "the last state that could be read"
    assert "older version" in caplog.text
    (built / FILE_NAME).unlink()
    assert holdings.by_doi("10.1000/swim.7") is not None
    holdings.close()


def test_json_tells_what_came_of_a_build(run, tmp_path, folder) -> None:
    path = jsonl(tmp_path / "a.jsonl", [*lines(0, 4), {"title": ""}])
    given = json.loads(run("build", path, "--json").out)
    assert (given["records"], given["records_before"], given["unreadable"]) == (4, 0, 1)
    assert given["folder"] == str(folder)
    assert given["unreadable_list"] == str(folder / BAD_NAME)
    assert given["inputs"][0] | {"mtime": "", "added": ""} == {
        "name": "a.jsonl",
        "format": "jsonl",
        "size": path.stat().st_size,
        "mtime": "",
        "rows": 4,
        "bad": 1,
        "data_date": None,
        "added": "",
        "problem": None,
    }


def test_lines_tell_share_and_time_left(monkeypatch) -> None:
    from refcheck_local import watching

    now = iter([0.0, 0.0, 5.0, 20.0, 21.0])
    monkeypatch.setattr(watching.time, "monotonic", lambda: next(now))
    stream = io.StringIO()
    lines_ = watching.watcher_for(stream, {})
    lines_.begin(1000)
    for position in (100, 400, 410):
        lines_.read(position, position * 10)
    lines_.writing()
    lines_.close()
    assert stream.getvalue() == "40% read, 4,000 works, 200 a second, 30 s left\n"


@pytest.mark.parametrize(("seconds", "text"), [(5, "5 s"), (600, "10 min"), (7200, "2.0 h")])
def test_durations_are_short(seconds, text) -> None:
    from refcheck_local.watching import _duration

    assert _duration(seconds) == text


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_terminal_shows_a_bar_with_rate(tmp_path) -> None:
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 120, 0, 0))
    path = jsonl(tmp_path / "a.jsonl", lines(0, 3000))
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, "build", str(path), "--into", str(tmp_path / "index")],
        stderr=slave,
        stdout=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(slave)
    seen = b""
    with contextlib.suppress(OSError):  # Linux tells so that the other end is closed
        while block := os.read(master, 4096):
            seen += block
    os.close(master)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert b"holds 3,000 works" in out
    text = seen.decode()
    assert "reading" in text
    assert "B/s" in text
    assert "3,000 works" in text


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("signal_name", ["SIGINT", "SIGTERM"])
def test_interruption_leaves_the_old_index_and_no_process(built, tmp_path, signal_name) -> None:
    import signal

    path = tmp_path / "large.jsonl"
    jsonl(path, [row | {"url": "https://example.org/" + "x" * 300} for row in lines(0, 30000, "large")])
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, "build", str(path), "--into", str(built)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        deadline = time.monotonic() + 30
        while len(data_folders(built)) < 2 and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(getattr(signal, signal_name))
        process.communicate(timeout=30)  # until the pipes are closed by all who have them: no process is left
    finally:
        process.kill()
    assert process.returncode != 0
    assert read_manifest(built).records == 100
    if signal_name == "SIGINT":
        assert len(data_folders(built)) == 1, "an interrupted build tidies up"


@pytest.mark.parametrize(
    "arguments",
    [["build", "a.jsonl", "--into", ""], ["build", " "], ["add", "a", "--format", ""], ["info", "--index", ""],
     ["remove", "--doi", ""]],
)  # fmt: skip
def test_an_empty_name_is_refused_and_not_taken_for_the_current_folder(arguments, capsys):
    parser = argparse.ArgumentParser()
    command.configure(parser)
    with pytest.raises(SystemExit) as stop:
        parser.parse_args(arguments)
    assert stop.value.code == 2
    assert "must not be empty" in capsys.readouterr().err

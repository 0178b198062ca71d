"""Files as people and programs write them besides: odd blanks, other encodings, unknown keys, one huge reference."""

from __future__ import annotations

import gzip
import json
import logging
import tracemalloc

import pytest

from refcheck_core import SourceUnavailable
from refcheck_local.building import Options, build
from refcheck_local.formats import BadEntry, detect_format, open_rows, passed_over_text, read_rows
from refcheck_local.formats import ris as ris_format
from refcheck_local.holdings import Holdings
from refcheck_local.rows import Person, Row

RIS = """\
TY  - JOUR
AU  - Shannon, C. E.
TI  - A Mathematical Theory of Communication
AB  - First line.
AI - is no tag, and this line goes on
PY  - 1948
ER  -
"""
LINE = {"id": "a", "title": "A Title", "authors": [{"name": "Jane Roe"}]}


@pytest.mark.parametrize(
    "blanks", [" - ", "  - ", "  -  ", "\t-\t", "   - ", "- ", "  -"], ids=lambda blanks: blanks.replace("\t", "tab")
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("indent", ["", "  ", "\ufeff"], ids=["plain", "indented", "marked"])
def test_ris_however_its_tags_are_set(write, blanks, end, indent):
    text = indent + RIS.replace("  - ", blanks).replace("\n", f"{end}{indent}" if indent.isspace() else end)
    path = write(text)
    assert detect_format(path) == "ris"
    (row,) = read_rows(path)
    assert (row.title, row.year) == ("A Mathematical Theory of Communication", 1948)
    assert row.authors == (Person(family="Shannon", given="C. E."),)
    assert row.abstract == "First line. AI - is no tag, and this line goes on"


@pytest.mark.parametrize(
    "text", ["TYPE - JOUR", "Some TY  - JOUR", "TY  - a lower case word", "@misc{TY, a = {TY - }}"]
)
def test_what_only_looks_like_ris_is_none(write, text):
    assert detect_format(write(f"{text}\n@book{{a, title={{A}}}}\n")) == "bib"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le", "utf-8-sig"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("jsonl", json.dumps(LINE | {"title": "Zażółć – 東京 𝒳"}, ensure_ascii=False) + "\n"),
        ("csl", json.dumps([LINE | {"title": "Zażółć – 東京 𝒳", "type": "book"}], ensure_ascii=False)),
        ("bib", "@book{a, title = {Zażółć – 東京 𝒳}}"),
        ("ris", RIS.replace("A Mathematical Theory of Communication", "Zażółć – 東京 𝒳")),
    ],
)
def test_text_with_a_byte_order_mark(write, name, content, encoding):
    mark = "" if encoding in ("utf-16", "utf-8-sig") else "\ufeff"
    path = write((mark + content * 1).encode(encoding))
    assert detect_format(path) == name
    (row,) = read_rows(path)
    assert row.title == "Zażółć – 東京 𝒳"


def test_utf16_cut_within_a_character_and_across_blocks(write):
    text = "".join(
        json.dumps(LINE | {"id": str(n), "title": "😀" * 100}, ensure_ascii=False) + "\n" for n in range(3000)
    )
    rows = list(read_rows(write(text.encode("utf-16")), "jsonl"))
    assert [row.title for row in rows] == ["😀" * 100] * 3000
    *rows, last = read_rows(write(text.encode("utf-16")[:-301]), "jsonl")
    assert (len(rows), type(last)) == (2999, BadEntry)


def test_ris_in_windows_1252_line_by_line(write):
    text = RIS.replace("Shannon", "Müller").encode("cp1252") + RIS.replace("Shannon", "Čapek").encode()
    assert [row.authors[0].family for row in read_rows(write(text))] == ["Müller", "Čapek"]


class TestAReferenceWithoutEnd:
    def test_costs_itself_alone(self, write, monkeypatch):
        monkeypatch.setattr(ris_format, "MAX_ELEMENT", 5000)
        flood = "TY  - JOUR\nTI  - T\n" + "AU  - A, B.\n" * 100
        path = write(f"{RIS}{flood}ER  - \n{RIS}TY  - JOUR\nTI  - {'x' * 6000}\nAU  - A\nER  -\n{RIS}")
        found = list(read_rows(path, "ris"))
        assert [type(each) for each in found] == [Row, BadEntry, Row, BadEntry, Row]
        assert found[1] == BadEntry("line 8", ris_format._TOO_LONG)

    def test_of_a_line_longer_than_any(self, write):
        path = write(f"TY  - JOUR\nTI  - {'x' * 20_000_100}\nER  -\n{RIS}")
        bad, row = read_rows(path, "ris")
        assert (bad.place, row.year) == ("line 1", 1948)

    @pytest.mark.parametrize("line", ["AU  - \n", "x\n", "KW  - word\n"])
    def test_takes_no_more_memory_than_a_reference_may(self, write, line, monkeypatch):
        monkeypatch.setattr(ris_format, "MAX_ELEMENT", 200_000)
        path = write(gzip.compress(b"TY  - JOUR\nTI  - T\n" + line.encode() * 60_000), "bomb.ris.gz")
        tracemalloc.start()
        found = list(read_rows(path, "ris"))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert [type(each) for each in found] == [BadEntry]
        assert peak < 6_000_000


class TestUnknownKeysOfJsonLines:
    LINES = "\n".join(
        json.dumps(each)
        for each in (LINE, LINE | {"id": "b", "author": "X", "journal": "Y"}, LINE | {"id": "c", "author": "Z"})
    )

    def test_are_counted(self, write):
        with open_rows(write(f"{self.LINES}\nnothing\n[]\n"), "jsonl") as rows:
            assert sum(isinstance(row, Row) for row in rows) == 3
            assert rows.passed_over == {"author": 2, "journal": 1}

    def test_known_ones_are_not(self, write):
        line = {"title": "T", "year": "2001", "status": "Reject", "doi": "10.1/x", "partial": True}
        with open_rows(write(json.dumps(line)), "jsonl") as rows:
            assert len(list(rows)) == 1
            assert rows.passed_over == {}

    def test_are_told_of_a_library(self, write, tmp_path, caplog):
        with caplog.at_level(logging.WARNING, "refcheck.local"):
            Holdings.open([tmp_path / "index"], [write(self.LINES, "lib.jsonl")])
        assert "author (2 lines), journal (1 line). Those that they have" in caplog.text

    @pytest.mark.parametrize("processes", [0, 1])
    def test_are_told_of_a_build(self, write, tmp_path, processes):
        good = write(json.dumps(LINE | {"id": "d"}), "good.jsonl")
        outcome = build(tmp_path / "index", [write(self.LINES, "lib.jsonl"), good], Options(processes=processes))
        assert outcome.warnings == (
            "lib.jsonl: Keys that rows do not have were passed over: author (2 lines), journal (1 line)."
            " Those that they have are in docs/local.md.",
        )

    def test_many_are_not_all_named(self):
        told = passed_over_text({f"key{n}\x1b{'x' * 100}": 1 for n in range(12)})
        assert told is not None
        assert "\x1b" not in told
        assert "and 2 more." in told
        assert len(told) < 800


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("lib.ris.gz", gzip.compress(RIS.encode() * 100)[:-10]),
        ("lib.json", json.dumps([LINE | {"type": "book"}] * 100).encode()[:-100]),
    ],
)
def test_a_library_that_is_cut_off_is_a_fault(write, tmp_path, name, content):
    with pytest.raises(SourceUnavailable, match=f"The library {name} cannot be read: .* is cut off"):
        Holdings.open([tmp_path / "index"], [write(content, name)])

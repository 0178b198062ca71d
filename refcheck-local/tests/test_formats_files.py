"""Files as such: packing, damage, detection, folders, sizes."""

from __future__ import annotations

import gzip
import json
import os
from typing import TYPE_CHECKING

import pytest

from refcheck_local.formats import FORMATS, BadEntry, FormatError, detect_format, files, open_rows, read_rows
from refcheck_local.formats import model as format_model
from refcheck_local.rows import Row

if TYPE_CHECKING:
    from pathlib import Path

ROW = b'{"id":"doi:10.1002/j.1538-7305.1948.tb01338.x","title":"A Mathematical Theory of Communication"}\n'
BEGINNINGS = {
    "jsonl": ROW,
    "bib": b"Some words.\n@book{knuth, title={The TeXbook}}",
    "csl": b'[\n  {"id": "knuth", "type": "book", "title": "The TeXbook"}\n]',
    "ris": b"\r\nTY  - BOOK\r\nTI  - The TeXbook\r\nER  - \r\n",
    "crossref": b'{"DOI":"10.1145/361598.361623","title":["On the Criteria"],"type":"journal-article"}\n',
    "openalex": b'{"id":"https://openalex.org/W1","title":"The TeXbook"}\n',
    "semantic_scholar": b'{"corpusid":1,"title":"The TeXbook"}\n',
    "arxiv": b'{"id":"1706.03762","title":"Attention","authors_parsed":[["Vaswani","Ashish",""]]}\n',
    "dblp": b'<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "dblp.dtd">\n<dblp>\n</dblp>',
    "pubmed": b'<?xml version="1.0"?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "https://x.dtd">'
    b"\n<PubmedArticleSet></PubmedArticleSet>",
}


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_every_format_has_a_beginning_here():
    assert BEGINNINGS.keys() == FORMATS.keys()


@pytest.mark.parametrize("name", BEGINNINGS)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_format_is_known_by_its_content(name, pack, mark, tmp_path):
    path = write(tmp_path, "data", pack(mark + BEGINNINGS[name]))
    assert detect_format(path) == name
    assert not [each for each in read_rows(path) if isinstance(each, BadEntry)]


def test_other_shapes_of_json_are_known(tmp_path):
    work = {"DOI": "10.1145/361598.361623", "title": ["On the Criteria"], "reference": [{"key": "k"}] * 9000}
    shapes = {
        "crossref": [
            json.dumps({"items": [work, work]}),
            json.dumps({"items": [work]}, indent=1),
            json.dumps([work]),
            json.dumps({"status": "ok", "message-type": "work", "message": work}),
            json.dumps({"status": "ok", "message-type": "work-list", "message": {"items": [work], "query": {}}}),
        ],
        "csl": [
            json.dumps({"id": "a", "type": "book", "title": "B", "author": []}),
            json.dumps({"id": "a", "type": "book", "title": "B"}, indent=2),
            json.dumps([{"id": "a", "type": "book", "title": "B", "abstract": "long " * 90_000}]),
        ],
    }
    for name, texts in shapes.items():
        for text in texts:
            path = write(tmp_path, "x.json", text.encode())
            assert detect_format(path) == name
            rows = list(read_rows(path))
            assert rows
            assert all(isinstance(each, Row) for each in rows)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (gzip.compress(b"", mtime=0), "is empty"),
        (b" \n\t\n", "is empty"),
        (b"PK\x03\x04....", "is packed with zip"),
        (b"\x28\xb5\x2f\xfd....", "is packed with zstd"),
        (b"<!DOCTYPE html><html><body>Not here</body></html>", "is a web page"),
        (b"<feed xmlns='http://www.w3.org/2005/Atom'/>", "XML of an unknown kind"),
        (b"<", "XML of an unknown kind"),
        (b"hello", "is not known"),
        (b"[1, 2]", "is not known"),
        (b"{}", "is not known"),
        (b"[]", "is not known"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
        (b"\x00" * 100, "is not known"),
        (b"\x1f\x8b\x08\x00" + b"\xff" * 40, "is damaged"),
        (b"\x1f\x8b", "is cut off"),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_what_is_no_data_is_told_in_a_sentence(data, sentence, tmp_path):
    path = write(tmp_path, "data", data)
    with pytest.raises(FormatError, match=sentence) as caught:
        open_rows(path)
    assert str(path) in str(caught.value)


def test_a_file_that_cannot_be_opened(tmp_path):
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        open_rows(tmp_path / "missing.bib")
    with pytest.raises(FormatError, match="no known format; known are jsonl, bib"):
        open_rows(tmp_path / "missing.bib", "endnote")
    with pytest.raises(FormatError, match="holds no file of a known format"):
        open_rows(tmp_path)


@pytest.mark.parametrize("kept", [0.3, 0.7, 0.999])
def test_a_gzip_that_is_cut_off_gives_what_it_holds_first(kept, tmp_path):
    lines = b"".join(b'{"id":"x:%d","title":"Work %d"}\n' % (n, n * 7919) for n in range(20_000))
    packed = gzip.compress(lines)
    path = write(tmp_path, "cut.jsonl.gz", packed[: int(len(packed) * kept)])
    rows = []
    with open_rows(path) as stream, pytest.raises(FormatError, match=r"cut off.* Before that, [\d,]+ works were read"):
        rows.extend(stream)
    assert len(rows) > 20_000 * kept * 0.5
    assert stream.rows == len([row for row in rows if isinstance(row, Row)])


def test_a_gzip_with_a_wrong_checksum_is_damaged(tmp_path):
    packed = bytearray(gzip.compress(ROW))
    packed[-6] ^= 1
    with pytest.raises(FormatError, match=r"damaged"):
        list(read_rows(write(tmp_path, "x.gz", bytes(packed)), "jsonl"))


def test_members_of_a_gzip_and_zeros_behind_it_are_read(tmp_path):
    path = write(tmp_path, "x.gz", gzip.compress(ROW) + gzip.compress(ROW) + b"\0" * 512)
    assert len(list(read_rows(path))) == 2


def test_position_goes_from_nothing_to_size(tmp_path):
    lines = b"".join(b'{"id":"x:%d","title":"Work %d"}\n' % (n, n * 7919) for n in range(50_000))
    path = write(tmp_path, "x.jsonl.gz", gzip.compress(lines))
    with open_rows(path) as stream:
        assert (stream.position, stream.size, stream.format) == (0, path.stat().st_size, "jsonl")
        seen = [stream.position for _ in stream]
    assert seen == sorted(seen)
    assert 0 < seen[0] < stream.size
    assert stream.position == stream.size


def test_a_folder_is_read_file_by_file(tmp_path):
    write(tmp_path, "works/updated_date=2024-01-01/part_000.gz", gzip.compress(BEGINNINGS["openalex"]))
    write(tmp_path, "works/updated_date=2024-01-02/part_000.gz", gzip.compress(BEGINNINGS["openalex"] + b"{]\n"))
    write(tmp_path, "works/manifest", b"{}")
    write(tmp_path, "authors/updated_date=2024-01-01/part_000.gz", gzip.compress(b"nothing"))
    assert detect_format(tmp_path) == "openalex"
    with open_rows(tmp_path) as stream:
        found = list(stream)
        assert (stream.rows, stream.bad, stream.position) == (2, 1, stream.size)
    assert isinstance(found[2], BadEntry)
    assert found[2].place == "part_000.gz, line 2"


def test_a_bad_file_of_a_folder_costs_itself_alone_and_is_told_at_the_end(tmp_path):
    packed = gzip.compress(ROW * 1000)
    write(tmp_path, "a.jsonl.gz", gzip.compress(ROW))
    write(tmp_path, "b.jsonl.gz", packed[: len(packed) // 2])
    write(tmp_path, "c.jsonl.gz", gzip.compress(ROW))
    write(tmp_path, ".hidden.jsonl", b"nothing")
    found: list[Row | BadEntry] = []
    with open_rows(tmp_path) as stream, pytest.raises(FormatError, match="1 file of 3 could not be read to the end"):
        found.extend(stream)
    (bad,) = [each for each in found if isinstance(each, BadEntry)]
    assert bad.place == "b.jsonl.gz"
    assert "cut off" in bad.problem
    assert isinstance(found[-1], Row)
    assert stream.bad == 1


def test_a_line_that_is_too_long_costs_itself_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_ELEMENT", 1_000_000)
    long = b'{"id":"x","title":"' + b"a" * 5_000_000 + b'"}\n'
    path = write(tmp_path, "x.jsonl", ROW + long + ROW + long[:-1])
    found = list(read_rows(path, "jsonl"))
    assert [type(each) for each in found] == [Row, BadEntry, Row, BadEntry]
    assert [each.place for each in found if isinstance(each, BadEntry)] == ["line 2", "line 4"]
    found = list(read_rows(path, "openalex"))
    assert "longer than" in found[1].problem


def test_a_file_too_large_to_be_read_in_one_piece(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_TEXT", 1000)
    with pytest.raises(FormatError, match="larger than 1,000 bytes"):
        list(read_rows(write(tmp_path, "x.bib", b"@misc{a, title={" + b"b" * 2000 + b"}}")))


def test_bounds_are_generous():
    assert format_model.MAX_ELEMENT == 20_000_000


def test_a_first_line_longer_than_what_is_looked_at(tmp_path):
    people = [f"Jane Roe {n}" for n in range(30_000)]
    path = write(
        tmp_path, "x.jsonl", json.dumps({"id": "a", "title": "A Title", "authors": people}).encode() + b"\n" + ROW
    )
    assert detect_format(path) == "jsonl"
    assert [len(row.authors) for row in read_rows(path)] == [30_000, 0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes in folders")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.jsonl")
    with pytest.raises(FormatError, match="is a pipe or a device"):
        open_rows(tmp_path / "x.jsonl", "jsonl")

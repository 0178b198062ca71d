"""``refcheck verify`` of bibliographies in other formats than BibTeX."""

from __future__ import annotations

import gzip
import importlib
import json
import sys

import pytest

RIS = """\
TY  - JOUR
ID  - vaswani
AU  - Vaswani, Ashish
AU  - Shazeer, Noam
TI  - Attention Is All You Need
PY  - 2017
ER  -
TY  - JOUR
AU  - Roe, Jane
TI  - A Paper That Nobody Wrote
ER  -
TY  - JOUR
AU  - Roe, Jane
ER  -
"""
CSL = [
    {
        "id": "vaswani",
        "type": "paper-conference",
        "title": "Attention Is All You Need",
        "author": [{"family": "Vaswani", "given": "Ashish"}, {"family": "Shazeer", "given": "Noam"}],
        "issued": {"date-parts": [[2017]]},
    }
]
BIB = "@article{v, title={Attention Is All You Need}, author={Vaswani, Ashish and Shazeer, Noam}, year={2017}}\n"


@pytest.fixture
def written(tmp_path, install):
    """Writes a file, with a database installed to check it against; its path."""
    install("good")

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def test_ris_entry_by_entry(refcheck, written):
    code, out, err = refcheck("verify", written("refs.ris", RIS))
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[1].split() == ["vaswani", "verified", "1.00"]
    assert lines[2].startswith("!!(line 8)")
    assert "NOT FOUND" in lines[2]
    assert any("Line 12: It has neither a title nor an identifier." in line for line in lines)
    assert "3 entries: 1 verified, 1 not found, 1 unreadable" in out


@pytest.mark.parametrize("name", ["refs.json", "refs.csljson", "REFS.JSON", "refs.json.gz"])
def test_csl_json(refcheck, written, name):
    content = json.dumps(CSL).encode()
    path = written(name, gzip.compress(content) if name.endswith(".gz") else content)
    code, out, _ = refcheck("verify", path, "--json")
    answer = json.loads(out)
    (entry,) = answer["entries"]
    assert (code, answer["file"], answer["counts"]) == (0, path, {"verified": 1})
    assert (entry["key"], entry["line"], entry["entry_type"]) == ("vaswani", 1, "proceedings-article")


def test_json_lines(refcheck, written):
    line = {"id": "x", "title": "Attention Is All You Need", "authors": ["Geoffrey Hinton"], "year": 2015}
    code, out, _ = refcheck("verify", written("refs.jsonl", f"{json.dumps(line)}\n"))
    assert code == 1
    assert "! x" in out
    assert "Year mismatch: claimed 2015, found 2017." in out


@pytest.mark.parametrize(
    "content", [RIS.encode(), RIS.encode("utf-16"), gzip.compress(RIS.encode(), mtime=0), BIB.encode()]
)
def test_the_content_tells_the_format_whatever_the_name(refcheck, written, content):
    _, out, _ = refcheck("verify", "--bib", written("references", content))
    assert "1 verified" in out


def test_packed_bibtex(refcheck, written):
    assert refcheck("verify", written("refs.bib.gz", gzip.compress(BIB.encode())))[0] == 0


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("refs.json", '[{"id": "a", "issued": {}, "title": "At', "refs.json is cut off"),
        ("refs.ris", "Only text.", "refs.ris holds no entry of a known format."),
        ("refs.ris.gz", gzip.compress(RIS.encode(), mtime=0)[:-9], "its gzip data cannot be unpacked."),
        ("refs.ris.gz", b"\x1f\x8bnothing of the kind", "its gzip data cannot be unpacked."),
        ("refs.bib.gz", gzip.compress(b"% nothing", mtime=0), "holds no BibTeX entry."),
    ],
)
def test_what_cannot_be_read_at_all_is_a_usage_error(refcheck, written, name, content, told):
    code, out, err = refcheck("verify", written(name, content))
    assert (code, out) == (2, "")
    assert told in err


def test_what_grows_too_large_is_refused_before_it_is_unpacked(refcheck, written, monkeypatch):
    monkeypatch.setattr("refcheck_cli.bibliography.LARGEST", 100_000)
    code, _, err = refcheck("verify", written("refs.ris.gz", gzip.compress(b" " * 10_000_000)))
    assert code == 2
    assert "it is no bibliography" in err


def test_it_is_no_library_of_its_own(refcheck, written):
    path = written("refs.ris", RIS)
    code, _, err = refcheck("verify", path, "--library", path)
    assert code == 1
    assert "it is no library here" in err


@pytest.mark.parametrize("code", ["raise ImportError('no nix')", "def read(data, name): raise ValueError('odd')"])
def test_a_reader_that_is_broken_hinders_no_other(refcheck, written, tmp_path, code):
    metadata = tmp_path / "site" / "refcheck_broken_test-1.0.dist-info"
    metadata.mkdir()
    (tmp_path / "site" / "a_broken_reader.py").write_text(code)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: refcheck-broken-test\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[refcheck.bibliographies]\nbroken = a_broken_reader\n")
    sys.modules.pop("a_broken_reader", None)
    importlib.invalidate_caches()
    code, out, err = refcheck("verify", written("refs.ris", RIS))
    assert code == 1
    assert "1 verified" in out
    assert "refcheck: refcheck-broken-test failed to read" in err


class TestALibraryThatCannotBeRead:
    """It is told before anything is asked, however large it is."""

    @pytest.mark.parametrize("command", [["verify", "--title", "T"], ["search", "t"], ["bibtex", "--title", "T"]])
    def test_to_its_end(self, refcheck, tmp_path, monkeypatch, command):
        path = tmp_path / "lib.ris.gz"
        path.write_bytes(gzip.compress(RIS.encode() * 100, 0)[:-10])
        monkeypatch.setattr("refcheck_local.state.GLANCE", 10)
        code, out, err = refcheck(*command, "--library", str(path), "--offline")
        assert (code, out) == (2, "")
        assert "The library lib.ris.gz cannot be read" in err
        assert "cut off" in err

    def test_as_it_is_too_large(self, refcheck, tmp_path, monkeypatch):
        path = tmp_path / "lib.ris"
        path.write_text(RIS * 10)
        monkeypatch.setattr("refcheck_local.holdings.MAX_LIBRARY", 5)
        code, out, err = refcheck("verify", "--title", "T", "--library", str(path), "--offline")
        assert (code, out) == (2, "")
        assert "`refcheck index build lib.ris` makes an index of it" in err

"""``--library``: files of the user's own as a source."""

from __future__ import annotations

import pytest

SHELF = """
from pathlib import Path

from refcheck_core import Author, Record, Setting, SourceInfo, Tier, hookimpl


class Shelf:
    '''One title a line.'''

    @hookimpl
    def describe(self, settings):
        return SourceInfo(
            name="shelf", title="Your library", home_page="https://example.org", version="1", tier=Tier.LOCAL,
            settings=(Setting(env="REFCHECK_LIBRARY", purpose="files"),), exhaustive=False,
            remarks=("Asked of your own files.",),
        )

    @hookimpl
    async def search(self, ctx, query):
        lines = []
        for path in ctx.settings.get("REFCHECK_LIBRARY", "").split(":"):
            if path:
                lines += Path(path).read_text().splitlines()
        people = (Author(given="Jane", family="Roe"),)
        return [
            Record(source="shelf", title=line, authors=people, year=2001, doi="10.5555/x")
            for line in lines
            if query.text.casefold() in line.casefold()
        ]


source = Shelf()
"""


@pytest.fixture
def library(tmp_path):
    path = tmp_path / "titles.txt"
    path.write_text("An Invented Title\nAnother Invented Title\n")
    return str(path)


def test_verify_asks_it(refcheck, install, library):
    install("shelf", SHELF)
    claim = ("--title", "An Invented Title", "--author", "Jane Roe", "--year", "2001")
    code, out, err = refcheck("verify", *claim, "--library", library)
    assert (code, err) == (0, "")
    assert "answered   shelf" in out
    assert "note       Asked of your own files." in out
    assert refcheck("verify", *claim)[0] == 1  # without it


def test_several_files_and_several_times(refcheck, install, library, tmp_path):
    install("shelf", SHELF)
    more = tmp_path / "more.txt"
    more.write_text("Yet Another Title\n")
    for arguments in (["--library", str(more), library], ["--library", str(more), "--library", library]):
        code, out, _ = refcheck("search", "title", *arguments)
        assert code == 0
        assert "An Invented Title" in out
        assert "Yet Another Title" in out


def test_bibtex_asks_it(refcheck, install, library):
    install("shelf", SHELF)
    code, out, err = refcheck("bibtex", "--title", "An Invented Title", "--library", library)
    assert code == 0
    assert "An Invented Title" in out
    assert "refcheck: note: Asked of your own files." in err


@pytest.mark.parametrize("command", [["verify", "--title", "x"], ["search", "x"], ["bibtex", "--title", "x"]])
def test_a_file_that_is_not_there_is_a_usage_error(refcheck, install, command):
    install("shelf", SHELF)
    code, out, err = refcheck(*command, "--library", "nix.bib")
    assert (code, out, err) == (2, "", "refcheck: The library 'nix.bib' does not exist.\n")


def test_where_no_source_reads_it_it_is_not_left_out_silently(refcheck, install, library):
    install("good")
    code, out, err = refcheck("verify", "--doi", "10.1000/known", "--library", library)
    assert (code, out) == (2, "")
    assert "no database in use reads one" in err


def test_a_reference_that_was_taken_for_a_library_is_told(refcheck, install, library):
    install("shelf", SHELF)
    code, _, err = refcheck("verify", "--library", library, library)
    assert code == 2
    assert "Everything behind --library is a library" in err


@pytest.mark.parametrize(("more", "answered"), [([], "answered   shelf"), (["--ask-all"], "answered   good, shelf")])
def test_all_databases_can_be_asked_besides(refcheck, install, library, tmp_path, more, answered):
    install("good")
    install("shelf", SHELF)
    bib = tmp_path / "checked.bib"
    bib.write_text("@misc{a, title={An Invented Title}, author={Roe, Jane}, year={2001}}")
    claim = ("--title", "An Invented Title", "--author", "Jane Roe", "--year", "2001")
    for what in (claim, [str(bib)]):
        code, out, _ = refcheck("verify", *what, *more, "--library", library)
        assert code == 0
        assert answered in out

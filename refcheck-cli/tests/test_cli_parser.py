from __future__ import annotations

import subprocess
import sys

import pytest

from refcheck_cli.parser import build_parser


@pytest.mark.parametrize("command", [[], ["verify"], ["bibtex"], ["sources"], ["doctor"], ["cache"], ["cache", "info"]])
def test_every_command_explains_itself(refcheck, command):
    code, out, err = refcheck(*command, "--help")
    assert code == 0
    assert out.startswith("usage: refcheck")
    assert err == ""


def test_the_version_is_that_of_the_distribution(refcheck):
    from importlib.metadata import version

    assert refcheck("--version") == (0, f"refcheck {version('refcheck-cli')}\n", "")


def test_no_command_is_a_usage_error_that_shows_the_help(refcheck):
    code, out, err = refcheck()
    assert (code, out) == (2, "")
    assert "commands:" in err


@pytest.mark.parametrize("year", ["abc", "17", "99999", "-1", "2017.5", "٢٠١٧", "9" * 5000, ""])
def test_a_year_that_is_none_is_refused_with_what_is_wanted(refcheck, year):
    code, out, err = refcheck("verify", "--title", "x", f"--year={year}")
    assert (code, out) == (2, "")
    assert "must be a year of four digits, such as 2017" in err
    assert len(err) < 1000


def test_the_fields_of_a_reference_are_read():
    options = build_parser().parse_args(
        ["verify", "a citation", "--author", "A", "--author", "B", "--year", " 2017 ", "--database", "x", "--json"]
    )
    assert (options.citation, options.authors, options.year) == ("a citation", ["A", "B"], 2017)
    assert (options.databases, options.json, options.offline) == (["x"], True, False)


@pytest.mark.parametrize("arguments", [["verify", "--tit", "x"], ["search"], ["nix"], ["cache"]])
def test_what_is_not_understood_is_a_usage_error(refcheck, arguments):
    code, out, err = refcheck(*arguments)
    assert (code, out) == (2, "")
    assert "usage:" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["a.bib", "b.bib"], "One bibliography is checked at a time, not 2"),
        (["a.bib", "b.bib", "c.BIB", "--json"], "cat FILES | refcheck verify --bib -"),
        (["Attention", "is", "all"], "put it in quotes. 3 words were given"),
    ],
)
def test_several_files_and_words_without_quotes_are_told_apart(refcheck, words, told):
    code, out, err = refcheck("verify", *words)
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize("given", ["0", "31", "0000000030", "0000000015999", "-1", "3.0", "", "٣", "9" * 5000])
def test_a_number_of_works_that_is_none_is_refused(refcheck, given):
    code, out, err = refcheck("search", "x", f"--max={given}")
    assert (code, out) == (2, "")
    assert "must be a number from 1 to 30" in err
    assert len(err) < 1000


def test_a_file_without_a_name_is_refused(refcheck):
    code, out, err = refcheck("bibtex", "--doi", "10.1000/x", "--output", "")
    assert (code, out) == (2, "")
    assert "must not be empty" in err


def test_help_imports_nothing_heavy():
    heavy = "pydantic, anyio, asyncio, httpx, pluggy, stamina, rapidfuzz, logging, tantivy, msgspec"
    script = (
        "import sys\nfrom refcheck_cli.main import main\nmain(['--help'])\n"
        f"print([name for name in {heavy.split(', ')!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"

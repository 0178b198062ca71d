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


@pytest.mark.parametrize("arguments", [["verify", "--tit", "x"], ["verify", "a", "b"], ["nix"], ["cache"]])
def test_what_is_not_understood_is_a_usage_error(refcheck, arguments):
    code, out, err = refcheck(*arguments)
    assert (code, out) == (2, "")
    assert "usage:" in err


def test_help_imports_nothing_heavy():
    heavy = "pydantic, anyio, asyncio, httpx, pluggy, stamina, rapidfuzz, logging, tantivy, msgspec"
    script = (
        "import sys\nfrom refcheck_cli.main import main\nmain(['--help'])\n"
        f"print([name for name in {heavy.split(', ')!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"

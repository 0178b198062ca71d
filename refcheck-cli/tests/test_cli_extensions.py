"""Commands that other distributions bring along."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import textwrap

import pytest

from refcheck_cli.main import main

COUNTING = """
import sys

help = "count to 100 % of a number"


def configure(parser):
    parser.add_argument("number", type=int)
    parser.add_argument("--json", action="store_true")


def run(options, settings):
    from refcheck_core import RefcheckError

    if options.number < 0:
        raise RefcheckError("One cannot count below zero.")
    print(*range(options.number), settings.offline)
    return 1 if options.number > 9 else 0
"""


@pytest.fixture
def bring(tmp_path, monkeypatch):
    """Installs a distribution with a command."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)

    def install(name, code=COUNTING, distribution="counting"):
        module = f"command_{distribution}_{tmp_path.name.replace('-', '_')}"
        (folder / f"{module}.py").write_text(textwrap.dedent(code))
        metadata = folder / f"{distribution}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[refcheck.commands]\n{name} = {module}\n")
        importlib.invalidate_caches()
        return folder

    return install


def test_the_help_lists_it_and_it_explains_itself(refcheck, bring):
    bring("count")
    code, out, err = refcheck("--help")
    assert (code, err) == (0, "")
    assert ["count", "count to 100 % of a number"] in [re.split(r" {2,}", line.strip()) for line in out.splitlines()]
    code, out, err = refcheck("count", "--help")
    assert code == 0
    assert out.startswith("usage: refcheck count [-h] [--json] number")
    assert "Count to 100 % of a number." in out


def test_it_runs_with_options_and_settings_and_gives_the_exit_code(refcheck, bring, monkeypatch):
    bring("count")
    monkeypatch.setenv("REFCHECK_OFFLINE", "on")
    assert refcheck("count", "3") == (0, "0 1 2 True\n", "")
    assert refcheck("count", "11")[0] == 1
    assert refcheck("count", "x")[0] == 2


def test_its_errors_are_told_in_its_words(refcheck, bring):
    bring("count")
    assert refcheck("count", "--", "-1") == (3, "", "refcheck: One cannot count below zero.\n")


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("raise SystemExit('no')", "counting is broken: SystemExit: no"),
        ("help = ''\nrun = configure = print", "a command needs a help text"),
        ("run = configure = print", "AttributeError"),
        ("help = 'x'\nrun = 3\nconfigure = print", "a command needs a help text and a function run"),
        ("help = 'x'\nrun = print\ndef configure(parser):\n    1 / 0", "ZeroDivisionError"),
    ],
)
def test_one_that_is_broken_hinders_no_other(refcheck, bring, code, problem):
    bring("count", code)
    bring("more", distribution="more")
    exit_code, out, err = refcheck("count", "3", "--json")
    assert (exit_code, out) == (3, "")
    assert problem in err
    assert "cannot be used" in refcheck("--help")[1]
    assert refcheck("more", "1") == (0, "0 False\n", "")


def test_two_of_one_name_are_both_named(refcheck, bring):
    bring("count", distribution="one")
    bring("count", distribution="two")
    code, _, err = refcheck("count", "3")
    assert code == 3
    assert "one and two each bring a command of this name" in err or "two and one each" in err


def test_commands_of_refcheck_itself_and_odd_names_are_not_replaced(refcheck, bring):
    bring("cache")
    bring("Odd Name", distribution="odd")
    assert "show or clear the cache" in refcheck("--help")[1]
    assert "Odd" not in refcheck("--help")[1]


def test_an_unreadable_distribution_spoils_nothing(refcheck, monkeypatch):
    def broken(**_):
        raise ValueError("unreadable")

    monkeypatch.setattr("importlib.metadata.entry_points", broken)
    assert refcheck("--help")[0] == 0


def test_the_interrupt_of_the_user_ends_it(bring):
    bring("count", "raise KeyboardInterrupt")
    assert main(["count", "3"]) == 130


def test_a_process_of_its_own(bring):
    folder = bring("count")
    script = f"import sys; sys.path.insert(0, {str(folder)!r}); from refcheck_cli.main import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", script, "count", "2"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 1 False\n", "")
    quick = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", script, "verify", "--help"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "importlib.metadata" not in quick.stderr  # no scan for a command that refcheck has itself

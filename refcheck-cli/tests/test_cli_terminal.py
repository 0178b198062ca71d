from __future__ import annotations

import io
import os
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_cli.terminal import Page, display_width, safe, wants_colour


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\x1b[31mb", "a[31mb"),
        ("a\x07\x00b\x9bc", "abc"),
        ("one\ntwo\tthree\u2028four", "one two three four"),
        ("\u202eevil\u2066", "evil"),
        ("soft\u00adhyphen\u200b", "softhyphen"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\ud800x", "x"),
        ("量子 — é", "量子 — é"),
    ],
)
def test_text_is_shown_without_what_steers_a_terminal(text, shown):
    assert safe(text) == shown


@given(st.text())
def test_safe_text_has_no_control_character_and_is_stable(text):
    shown = safe(text)
    assert not {unicodedata.category(c) for c in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert safe(shown) == shown


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("量子", 4), ("e\u0301", 1), ("\u200c", 0)])
def test_width_counts_columns(text, columns):
    assert display_width(text) == columns


@pytest.mark.parametrize(
    ("stream", "environ", "colour"),
    [
        (Terminal(), {}, True),
        (io.StringIO(), {}, False),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (Terminal(), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
    ],
)
def test_colour_follows_the_terminal_and_the_two_conventions(stream, environ, colour):
    assert wants_colour(stream, environ) is colour


@pytest.mark.parametrize(("columns", "width"), [(80, 79), (20, 40), (500, 100)])
def test_a_terminal_is_wrapped_within_reason(monkeypatch, columns, width):
    monkeypatch.setattr("shutil.get_terminal_size", lambda fallback=None: os.terminal_size((columns, 24)))
    assert Page.on(Terminal(), {}).width == width


def test_a_pipe_is_never_wrapped():
    page = Page.on(io.StringIO(), {})
    assert page.wrap("word " * 100, "  ") == ["  " + "word " * 100]


def test_long_text_is_wrapped_beside_its_label_and_addresses_stay_whole():
    address = "https://example.org/" + "x" * 60
    lines = Page(width=40).labelled("error", f"some words that need more than one line {address}", 8, "red")
    assert lines[0].startswith("error   some words")
    assert all(line.startswith(" " * 8) for line in lines[1:])
    assert f"        {address}" in lines


def test_empty_text_keeps_its_label():
    assert Page(width=40).labelled("error", "", 8) == ["error   "]


def test_styles_show_only_where_there_is_colour():
    assert Page(colour=True).style("x", "bold", "red") == "\x1b[1;31mx\x1b[0m"
    assert Page().style("x", "bold", "red") == "x"
    assert Page(colour=True).style("", "red") == ""

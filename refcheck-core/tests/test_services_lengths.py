"""Answers have an end, whatever length a database sends."""

from __future__ import annotations

import pytest

from refcheck_core.services.answers import MAX_MESSAGE, MAX_TEXT, cut
from refcheck_core.text import clean_text


def test_long_texts_end_in_an_ellipsis() -> None:
    assert cut(None) is None
    assert cut("x" * MAX_TEXT) == "x" * MAX_TEXT
    assert cut("x" * 100_000) == "x" * (MAX_TEXT - 1) + "…"
    assert len(cut("x" * 100_000, MAX_MESSAGE)) == MAX_MESSAGE


@pytest.mark.parametrize(
    "text", ["Deep \x1b[31mrivers\x1b[0m", "\x1b[2J\x1b[1;1HDeep rivers", "Deep \x1b[38;5;196mrivers"]
)
def test_what_commands_a_terminal_goes_as_a_whole(text: str) -> None:
    assert clean_text(text) == "Deep rivers"

"""What can be shown on a terminal: colour, width, and text that cannot harm it."""

from __future__ import annotations

import shutil
import textwrap
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_JOINERS = frozenset("\u200c\u200d")
"""Zero-width joiners that Persian and Indic spelling needs; no other format character is shown."""
_NARROWEST, _WIDEST = 40, 100
"""Columns: text is never wrapped tighter, and lines longer than this are hard to read."""


def safe(text: str) -> str:
    """The text on one line, without any character that could steer a terminal or hide or turn other text."""
    kept = []
    for character in text:
        category = unicodedata.category(character)
        if category in {"Zl", "Zp"} or character in "\t\n\r\v\f":
            kept.append(" ")
        elif category not in {"Cc", "Cf", "Cs"} or character in _JOINERS:
            kept.append(character)
    return "".join(kept)


def display_width(text: str) -> int:
    """Columns that the text takes on a terminal (East Asian wide characters take two, combining marks none)."""
    return sum(
        0 if unicodedata.combining(c) or c in _JOINERS else 2 if unicodedata.east_asian_width(c) in {"W", "F"} else 1
        for c in text
    )


def wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to colour: as https://no-color.org and https://force-color.org say, else on a terminal."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environ.get("TERM") != "dumb"


@dataclass(frozen=True, slots=True)
class Page:
    """Lines for one stream.

    Attributes:
        colour: whether styles are shown.
        width: columns to wrap at; ``None`` never wraps (a pipe or a file, where a line is a record).
    """

    colour: bool = False
    width: int | None = None

    @classmethod
    def on(cls, stream: TextIO, environ: Mapping[str, str]) -> Page:
        """The page that suits the stream."""
        width = None
        if stream.isatty():
            width = max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns - 1))
        return cls(colour=wants_colour(stream, environ), width=width)

    def style(self, text: str, *names: str) -> str:
        """The text in a style, where styles are shown."""
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in names)}m{text}\x1b[0m"

    def wrap(self, text: str, indent: str = "") -> list[str]:
        """Lines of at most `width` columns, each after `indent`; `text` is made safe."""
        text = safe(text)
        if self.width is None:
            return [indent + text]
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [indent]

    def labelled(self, label: str, text: str, columns: int, *styles: str) -> list[str]:
        """`text` wrapped beside a label of `columns` columns."""
        pad = " " * (columns - display_width(label))
        first, *rest = self.wrap(text, " " * columns)
        return [self.style(label, *styles) + pad + first[columns:], *rest]

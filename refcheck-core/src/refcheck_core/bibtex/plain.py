"""Text of a record made fit for an entry: plain Unicode, in which only mathematics keeps its LaTeX."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from ..text import plain_text
from .symbols import LIGATURES, MATH_COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

# Pandoc's rule for ``tex_math_dollars``: no blank inside the dollar signs and no digit after the closing one, so that
# "$5 and $10" is money.
_MATH = re.compile(r"(?<!\\)\$(?!\s)((?:[^$\\]|\\.){1,200}?)(?<!\s)\$(?!\d)", re.DOTALL)
_COMMAND = re.compile(r"\\([A-Za-z]+|.)", re.DOTALL)
# What tells that a database sent LaTeX rather than a lone backslash: an escaped special, an accent, a font command.
_LATEX = re.compile(
    r"""\\[&%$\#_{}]                      # \&
      | \\["'`^~=.][ ]*\{?\\?[A-Za-z]     # \"o  \"{o}  \'{\i}
      | \\[uvHcdbkrt][ ]*\{               # \v{s}
      | \{\\(?:[A-Za-z]{1,2}|["'`^~=.])   # {\ss}
      | \\(?:emph|text[a-z]+|mbox|url|href|TeX|LaTeX)\b
      | \\(?:aa|AA|ae|AE|oe|OE|ss|[oOlLij])(?![A-Za-z])
    """,
    re.VERBOSE,
)
_LETTERS_OF = str.maketrans(LIGATURES)
# Controls, format characters (bidi, zero width, soft hyphen), surrogates, private use and unassigned code points.
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def tidy(text: str | None) -> str:
    """Text without unprintable characters and ligatures, in NFC, runs of blanks as one; ``""`` for nothing."""
    if not text:
        return ""
    if text.isascii() and text.isprintable():  # most text, which has nothing to drop or to compose
        return " ".join(text.split())
    # NFC may bring two characters together that were apart only by what is dropped, so it comes last.
    kept = "".join(
        " " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c) not in _UNPRINTABLE
    )
    return unicodedata.normalize("NFC", " ".join(kept.split()).translate(_LETTERS_OF))


def plain(text: str | None) -> str:
    """Plain text of one field: LaTeX accents decoded, braces (which only group) dropped, mathematics kept.

    Args:
        text: the record's text, which should be plain already; some databases leave LaTeX in it.
    """
    parts = []
    for is_math, part in segments(tidy(text)):
        decoded = part if is_math else _decoded(part).replace("{", "").replace("}", "")
        parts.append(decoded)
    return tidy("".join(parts))


def segments(text: str) -> Iterator[tuple[bool, str]]:
    """Cut text into mathematics (with its dollar signs) and the rest: pairs of (is mathematics, part)."""
    start = 0
    for match in _MATH.finditer(text):
        if not _is_safe_math(match[1]):
            continue
        if match.start() > start:
            yield False, text[start : match.start()]
        yield True, match[0]
        start = match.end()
    if start < len(text):
        yield False, text[start:]


def _is_safe_math(inner: str) -> bool:
    """Whether it is balanced, ASCII, free of comments and alignment, and uses known commands only."""
    if not inner.isascii() or any(command[1] not in MATH_COMMANDS for command in _COMMAND.finditer(inner)):
        return False
    bare = _COMMAND.sub("", inner)
    return not set("%&#\\") & set(bare) and _is_balanced(bare) and _is_balanced(inner)


def _is_balanced(text: str) -> bool:
    """Whether braces are balanced as BibTeX counts them: a backslash does not hide a brace."""
    depth = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


def _decoded(text: str) -> str:
    if not _LATEX.search(text):
        return text
    # Blanks at the ends belong to the neighbouring mathematics, not to the decoder.
    head = " " if text[:1] == " " else ""
    tail = " " if text[-1:] == " " else ""
    return f"{head}{plain_text(text)}{tail}"

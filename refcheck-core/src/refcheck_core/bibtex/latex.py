r"""Unicode text written as LaTeX.

In the ``latex`` style the result is ASCII as far as kernel commands reach: Latin letters with accents, punctuation,
mathematics. Accents stand in braces, ``{\"u}``: BibTeX takes such a group for one letter when it sorts and changes
case. Scripts that have no commands (Chinese, Cyrillic, Greek words) stay UTF-8. In the ``utf8`` style only what TeX
would misread is escaped.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Literal

from .plain import segments
from .symbols import ACCENTS, LETTERS, MATH, OT1_TRAPS, PUNCTUATION, SPECIALS, SUBSCRIPTS, SUPERSCRIPTS

if TYPE_CHECKING:
    from collections.abc import Iterable

Style = Literal["latex", "utf8"]

_RAISED = re.compile(f"[{''.join(map(re.escape, SUPERSCRIPTS))}]+")
_LOWERED = re.compile(f"[{''.join(map(re.escape, SUBSCRIPTS))}]+")
_QUOTES = ("`", "'")
_OPENS_QUOTE = re.compile(r"[\s(\[{/\-–—‘“]")


def encode(text: str, style: Style) -> str:
    """Write plain text as LaTeX; mathematics between dollar signs is passed on.

    Args:
        text: text as `plain` gives it.
        style: ``latex`` or ``utf8``.
    """
    written: list[str] = []
    before = ""
    for is_math, part in segments(text):
        written.append(part if is_math else encode_text(part, style, before=before))
        before = part
    return joined(written)


def joined(parts: Iterable[str]) -> str:
    """Written parts as one; two formulas side by side don't open a display (``$$``)."""
    return "".join(parts).replace("$$", "${}$")


def encode_text(text: str, style: Style, *, before: str = "", keep_braces: bool = False) -> str:
    """Write text without mathematics, in which a dollar sign is a dollar sign.

    Args:
        text: the text.
        style: ``latex`` or ``utf8``.
        before: what stands before it; tells whether a quotation mark opens or closes.
        keep_braces: whether braces in it group (as in a list of names); else they are dropped.
    """
    before = before[-1:]  # no more tells; whole beginnings would make a long title cost its square
    whole = before + text
    position = len(before)
    written: list[str] = []
    while position < len(whole):
        length, latex = _encode_at(whole, position, style, keep_braces)
        if latex[:1] in _QUOTES and written and written[-1][-1:] == latex[0] and len(written[-1] + latex) > 2:
            written.append("{}")  # a single and a double quotation mark side by side
        written.append(latex)
        position += length
    return "".join(written)


def _encode_at(text: str, position: int, style: Style, keep_braces: bool) -> tuple[int, str]:
    """How many characters at `position` are written together, and as what."""
    char = text[position]
    if char in "{}":
        return 1, char if keep_braces else ""
    if char in SPECIALS:
        return 1, SPECIALS[char]
    if char == '"':
        opens = position == 0 or _OPENS_QUOTE.match(text[position - 1]) is not None
        return 1, "``" if opens else "''"
    if char == "`" and text[position - 1 : position] in ("?", "!"):
        return 1, "{}`"  # ?` prints as an inverted question mark
    if char.isascii():
        return 1, OT1_TRAPS.get(char, char) if style == "latex" else char
    return _encode_non_ascii(text, position) if style == "latex" else (1, char)


def _encode_non_ascii(text: str, position: int) -> tuple[int, str]:
    char = text[position]
    if char in PUNCTUATION:
        return 1, PUNCTUATION[char]
    if char in LETTERS:
        return 1, f"{{\\{LETTERS[char]}}}"
    for pattern, sign, table in ((_RAISED, "^", SUPERSCRIPTS), (_LOWERED, "_", SUBSCRIPTS)):
        if run := pattern.match(text, position):
            return len(run[0]), f"${sign}{{{''.join(table[c] for c in run[0])}}}$"
    if char in MATH and not _in_greek_word(text, position):
        return 1, f"${MATH[char]}$"
    return 1, _accented(char) or char


def _in_greek_word(text: str, position: int) -> bool:
    """Whether the letter stands beside another Greek letter: a word of the language, not a symbol."""
    if not _is_greek(text[position]):
        return False
    return any(_is_greek(c) for c in (text[position - 1 : position], text[position + 1 : position + 2]))


def _is_greek(char: str) -> bool:
    return bool(char) and char.isalpha() and unicodedata.name(char, "").startswith("GREEK")


def _accented(char: str) -> str | None:
    r"""The accent commands of a Latin letter: ``{\"u}``, ``{\~{\^e}}``; ``None`` where there are none."""
    decomposed = unicodedata.normalize("NFD", char)
    base, marks = decomposed[0], decomposed[1:]
    if not marks or not base.isascii() or not base.isalpha() or any(mark not in ACCENTS for mark in marks):
        return None
    latex = base
    for mark in marks:
        accent = ACCENTS[mark]
        latex = f"\\{accent}{{{latex}}}" if accent.isalpha() or len(latex) > 1 else f"\\{accent}{latex}"
    return f"{{{latex}}}"

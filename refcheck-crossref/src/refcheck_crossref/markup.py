"""Titles and abstracts out of the markup in which publishers deposit them."""

from __future__ import annotations

import re

from refcheck_core import clean_text

from .shapes import LONGEST, mended

_SET_APART = re.compile(
    r"<((?:jats:)?italic|i|em|scp)>(?P<words>[^<>]{1,300})</\1>|<((?:mml:)?math)\b[^<>]*+>(?P<formula>.{1,5000}?)</\3>",
    re.DOTALL,
)
_TAGS_AND_BLANKS = re.compile(r"<[^<>]*+>|\s++")
# A line break beside a bracket or punctuation mark comes from pretty-printed XML: "(\n  <i>PIK3CA</i>\n  )".
_AFTER_BRACKET = re.compile(r"(?<=[(\[])[ \t]*+[\r\n]\s++")
_BEFORE_CLOSING = re.compile(r"(?<!\s)[ \t]*+[\r\n]\s*+(?=[)\],;:])")
_HEADING = re.compile(r"(?:\s|<[^<>]*>)*?<(?:jats:)?title>\s*(?:abstract|summary)\s*</(?:jats:)?title>", re.IGNORECASE)
_ONLY_HEADING = frozenset({"abstract", "summary"})
_WORD_LENGTH = 3
_GREEK_ON = "\u0370"


def title_texts(markup: str) -> tuple[str, ...]:
    """Readings of one deposited title as plain text, the likeliest first; none for a blank one.

    Some publishers drop the blanks around italics, small capitals and formulas ("of<i>Burkholderia terrae</i>BS001"),
    so that leaving out the tags glues words together. The first reading has the blank where a word plainly ends; the
    other keeps the characters as deposited, and both are there to be compared with.
    """
    tidied = _BEFORE_CLOSING.sub("", _AFTER_BRACKET.sub("", mended(markup[:LONGEST])))
    readings = (clean_text(_parted(tidied)), clean_text(tidied))
    return tuple(dict.fromkeys(reading for reading in readings if reading))


def abstract_text(markup: str) -> str | None:
    """Plain text of a JATS abstract, without its heading "Abstract"; a longer one than any journal's is cut."""
    heading = _HEADING.match(markup)
    start = heading.end() if heading else 0
    found = clean_text(mended(markup[start : start + LONGEST]))
    return None if found is None or found.casefold() in _ONLY_HEADING else found


def _parted(markup: str) -> str:
    def replace(match: re.Match[str]) -> str:
        before = markup[match.start() - 1] if match.start() else ""
        after = markup[match.end() : match.end() + 1]
        content = match["words"] or _TAGS_AND_BLANKS.sub("", match["formula"])
        left, right = _missing_blanks(before, content, after)
        return " " * left + match[0] + " " * right

    return _SET_APART.sub(replace, markup)


def _missing_blanks(before: str, content: str, after: str) -> tuple[bool, bool]:
    """Whether a word ends before and after an element that touches its neighbours.

    A whole word in italics always stands alone; a single letter does where the case says so: "an<scp>R</scp>package",
    "of<i>β</i>-Cells" and "PPAR<i>α</i>Agonist", but not "<scp>T</scp>reebase".
    """
    first, last = content[:1], content[-1:]
    is_word = len(content) >= _WORD_LENGTH
    starts_word = is_word or (before.islower() and (first.isupper() or first >= _GREEK_ON))
    left = before.isalpha() and first.isalpha() and starts_word
    ends_word = is_word or left or (last.islower() and after.isupper())
    right = after.isalnum() and last.isalnum() and ends_word
    return left, right

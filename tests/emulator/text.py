"""Tokens as keyword engines see them.

The emulator has its own text functions on purpose: a test bench that normalised with refcheck's own code would
agree with it about every mistake.
"""

from __future__ import annotations

import re
import unicodedata

_ASCII_WORD = re.compile(r"[a-z0-9]+")
# Han and kana characters are tokens of their own, as in the standard analyser of Lucene; other scripts are words.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})

STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this"
    " to was will with".split()
)
"""The words that Lucene's English analyser drops; arXiv's engine is built on it."""


def fold(text: str) -> str:
    """Lower case without accents."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def tokens(text: str) -> list[str]:
    """The words of a text in their order, folded."""
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    return _WORD.findall(fold(text))


def raw_tokens(text: str) -> list[str]:
    """The words of a text in lower case with their accents, for engines that fold the index but not the query."""
    return _WORD.findall(text.lower())

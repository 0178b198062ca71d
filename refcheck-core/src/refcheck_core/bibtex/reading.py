r"""Entries out of the text of a ``.bib`` file, as BibTeX and biber read them, faults included.

bibtexparser 2.1 and pybtex 0.26 were tried on the ``.bib`` files of real users. pybtex gave 667 of one file's 988
entries, and none whose key is repeated. bibtexparser gives nearly all, but takes a backslash for hiding a brace, which
it does not, loses what is behind a missing comma, reads 50,000 entries in 6.2 s (this: 2.4 s; pybtex: 18 s), and takes
0.18 s to be imported; it checks this reader in the tests.

Grammar: Patashnik, ``bibtex.web``; Markey, *Tame the BeaST* (2009), section 11; Lehman et al., *The biblatex package*,
sections 2.1 to 2.4 (cross-references, ``xdata``).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..names import is_truncated, split_names
from ..text import plain_text
from .inheriting import inherit
from .journal_macros import JOURNALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_ENTRY = re.compile(r"@[ \t\r\n]*+([A-Za-z][\w-]*+)[ \t\r\n]*+([{(])?")
# An entry's beginning that stands at a line's start and has its key: no value goes beyond it.
_SURE_ENTRY = re.compile(r"^[ \t]*+@[ \t]*+[A-Za-z][\w-]*+[ \t]*+[{(][ \t]*+[^\s,{}()=\"#%]++[ \t]*+,", re.MULTILINE)
_BRACE = re.compile(r"[{}]")
_BRACE_QUOTE_OR_PARENTHESIS = re.compile(r'[{})"]')
_BRACE_OR_QUOTE = re.compile(r'[{}"]')
_KEY = re.compile(r'([^,={}"#]*+)(?:,|$)')
# The usual field, in one step: braces nested once at most, no concatenation.
_USUAL_FIELD = re.compile(
    r'[\s,]*+([A-Za-z][\w:+-]*+)\s*+=\s*+(?:\{((?:[^{}]++|\{[^{}]*+\})*+)\}|"([^"{}]*+)"|([0-9]++))\s*+(?:,|$)'
)
_BETWEEN = re.compile(r"(?:[\s,]++|(?<![^\n,])%[^\n]*+)*+")
_NAME = re.compile(r"([^\s=,{}()\"#%]++)\s*+=\s*+")
_BARE = re.compile(r"[^\s,{}()\"#=%]++")
_CONCATENATION = re.compile(r"\s*+#\s*+")
_NEXT_FIELD = re.compile(r"[,\n]\s*+(?=[A-Za-z][\w:+-]*+\s*+=)")
# "Family, Given and Family, Given", as programs write it: nothing in it can be read in two ways.
_LETTERS = r"[A-Za-zÀ-ÖØ-öø-ſ]"
_WORD = rf"(?!Others,)[A-ZÀ-ÖØ-ÞĀ-ſ](?:{_LETTERS}|(?:\.?-|\.)(?={_LETTERS}))*+"
_PLAIN_PERSON = rf"{_WORD}, {_WORD}\.?(?: {_WORD}\.?)*+"
_PLAIN_LIST = re.compile(rf"{_PLAIN_PERSON}(?: and {_PLAIN_PERSON})++(?: and others)?")
_NOT_WORKS = frozenset({"xdata", "set"})
_LONGEST_SAMPLE = 60
_LOOKS_BACK = 1000
"""Characters of a line in which a percent sign is looked for."""
_FREE_EXPANSION = 1_000_000
_EXPANSION = 4
"""Macros may make that many characters of a file, and so many more for each of its own: a macro of macros of macros
grows without bounds, while names of journals stay far below the length of the entries that name them."""


@dataclass(frozen=True, slots=True)
class BibEntry:
    """One entry.

    Attributes:
        key: citation key as written; empty where the entry has none.
        type: type of entry in lower case ("article").
        fields: name in lower case -> value as LaTeX, without its outer braces or quotation marks, with macros in place,
            and with what it inherits (``crossref``, ``xdata``). Of a field that is given twice, the first.
        own: names of the fields that the entry gives itself.
        line: where it begins, from 1.
        raw: its text.
    """

    key: str
    type: str
    fields: Mapping[str, str]
    line: int
    raw: str
    own: frozenset[str] = field(default=frozenset())

    def text(self, name: str) -> str | None:
        """A field as plain Unicode text; ``None`` where it is missing or empty."""
        value = self.fields.get(name)
        if not value:
            return None
        return JOURNALS.get(value.rstrip("} ").lstrip("{ ")) or plain_text(value) or None

    def names(self, name: str) -> tuple[str, ...]:
        """The names in a field such as ``author``, each as LaTeX, without "and others"."""
        value = self.fields.get(name, "")
        if _PLAIN_LIST.fullmatch(value):
            return tuple(each for each in value.split(" and ") if each != "others")
        return split_names(value)

    def is_cut(self, name: str) -> bool:
        """Whether a list of names says that it goes on ("and others", "et al.")."""
        value = self.fields.get(name, "")
        if _PLAIN_LIST.fullmatch(value):
            return value.endswith(" and others")
        return is_truncated(value)


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """An entry that could not be read.

    Attributes:
        key: its citation key, as far as it can be told.
        line: where it begins, from 1.
        problem: what is wrong, as a clause for people.
    """

    key: str
    line: int
    problem: str


def read_entries(text: str) -> list[BibEntry | BrokenEntry]:
    """Read all entries of a file, in order.

    Entries in ``@comment{…}`` or behind a percent sign are not live and are left out; so are ``@xdata`` and ``@set``,
    which are no works. Keys that occur twice give two entries. An undefined macro stands for its own name, and so does
    one that would make the text grow beyond bounds. Never raises.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = list(_Reader(text).entries())
    works: list[BibEntry | BrokenEntry] = []
    parents: dict[str, BibEntry] = {}
    for each in found:
        if isinstance(each, BibEntry):
            parents.setdefault(each.key.lower(), each)
    for each in found:
        if isinstance(each, BrokenEntry):
            works.append(each)
        elif each.type not in _NOT_WORKS:
            works.append(_with_inherited(each, parents))
    return works


def _with_inherited(entry: BibEntry, parents: Mapping[str, BibEntry]) -> BibEntry:
    if not any(name in entry.fields for name in ("crossref", "xdata")):
        return entry
    fields = inherit(entry.type, entry.fields, lambda key: _named(parents, key))
    return BibEntry(entry.key, entry.type, fields, entry.line, entry.raw, entry.own)


def _named(parents: Mapping[str, BibEntry], key: str) -> tuple[str, Mapping[str, str]] | None:
    parent = parents.get(key.strip().lower())
    return None if parent is None else (parent.type, parent.fields)


class _Macros:
    """What ``@string`` defines.

    Args:
        left: characters that all uses together may make.
    """

    def __init__(self, left: int) -> None:
        self._values: dict[str, str] = {}
        self._left = left

    def define(self, values: Iterable[tuple[str, str]]) -> None:
        self._values.update(values)

    def value(self, name: str) -> str:
        """What a macro stands for: its own name where it is not defined, or too much was made of macros already."""
        value = self._values.get(name.lower(), name)
        if len(value) > self._left:
            return name
        self._left -= len(value)
        return value


class _Reader:
    """Goes through a text once. Every search is bounded by the next sure beginning of an entry, so time is linear."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [match.start() for match in _SURE_ENTRY.finditer(text)]
        self.macros = _Macros(_FREE_EXPANSION + _EXPANSION * len(text))
        self.line = 1
        self.counted = 0
        self.closings: dict[int, int] | None = None

    def entries(self) -> Iterator[BibEntry | BrokenEntry]:
        position = 0
        while match := _ENTRY.search(self.text, position):
            position = match.end()
            kind, opener = match[1].lower(), match[2]
            if opener is None or self._is_behind_percent(match.start()):
                continue
            if kind == "comment":
                position = self._end_of_comment(match) or position
                continue
            limit = self._next_start(match.end())
            end = _end(self.text, match.end(), limit, opener)
            if end is None:
                yield self._broken(match, limit)
                position = limit
                continue
            position = end
            body = self.text[match.end() : end - 1]
            if kind == "string":
                self.macros.define(_fields(body, self.macros))
            elif kind != "preamble":
                yield self._entry(match, kind, body, end)

    def _is_behind_percent(self, place: int) -> bool:
        """Whether a percent sign stands before it in its line: a comment for all programs but BibTeX."""
        begin = max(0, place - _LOOKS_BACK)
        return self.text.rfind("%", begin, place) > self.text.rfind("\n", begin, place)

    def _end_of_comment(self, match: re.Match[str]) -> int | None:
        """The place behind the block of a comment (JabRef's settings); ``None`` where that is not closed.

        BibTeX itself reads on behind the word, as is done here with a block that is not closed.
        """
        if self.closings is None:
            self.closings = _closings(self.text)
        return self.closings.get(match.end() - 1)

    def _next_start(self, place: int) -> int:
        following = bisect_right(self.starts, place)
        return self.starts[following] if following < len(self.starts) else len(self.text)

    def _line_of(self, place: int) -> int:
        self.line += self.text.count("\n", self.counted, place)
        self.counted = place
        return self.line

    def _broken(self, match: re.Match[str], limit: int) -> BrokenEntry:
        key = _KEY.match(self.text, match.end(), min(limit, match.end() + _LONGEST_SAMPLE))
        return BrokenEntry(key[1].strip() if key else "", self._line_of(match.start()), "the entry is not closed")

    def _entry(self, match: re.Match[str], kind: str, body: str, end: int) -> BibEntry | BrokenEntry:
        line = self._line_of(match.start())
        found = _KEY.match(body)
        key = found[1].strip() if found else ""
        fields: dict[str, str] = {}
        for name, value in _fields(body[found.end() if found else 0 :], self.macros):
            fields.setdefault(name, value)
        if not fields:
            return BrokenEntry(key, line, "the entry has no fields")
        return BibEntry(key, kind, fields, line, self.text[match.start() : end], frozenset(fields))


def _closings(text: str) -> dict[int, int]:
    """The place behind the closing brace of each opening brace that has one."""
    opened: list[int] = []
    found: dict[int, int] = {}
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif opened:
            found[opened.pop()] = match.end()
    return found


def _end(text: str, start: int, limit: int, opener: str) -> int | None:
    """The place behind the closing brace or parenthesis; ``None`` if there is none. Backslashes hide no brace."""
    if opener == "(":
        return _end_of_parenthesis(text, start, limit)
    depth = 1
    for match in _BRACE.finditer(text, start, limit):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.end()
    return None


def _end_of_parenthesis(text: str, start: int, limit: int) -> int | None:
    """The place behind the parenthesis that closes an entry: it stands outside braces and quotation marks."""
    depth, quoted = 0, False
    for match in _BRACE_QUOTE_OR_PARENTHESIS.finditer(text, start, limit):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth == 0 and match[0] == '"':
            quoted = not quoted
        elif depth == 0 and not quoted:
            return match.end()
    return None


def _fields(body: str, macros: _Macros) -> Iterator[tuple[str, str]]:
    """Names and values of the fields of an entry's body; what is no field is passed over."""
    position = 0
    while True:
        usual = _USUAL_FIELD.match(body, position)
        if usual is not None:
            value = usual[2] if usual[2] is not None else usual[3] if usual[3] is not None else usual[4]
            yield usual[1].lower(), " ".join(value.split())
            position = usual.end()
            continue
        between = _BETWEEN.match(body, position)
        position = between.end() if between else position
        name = _NAME.match(body, position)
        if name is not None:
            value, position = _value(body, name.end(), macros)
            yield name[1].lower(), value
            continue
        following = _NEXT_FIELD.search(body, position)
        if following is None:
            return
        position = following.end()


def _value(body: str, position: int, macros: _Macros) -> tuple[str, int]:
    """A value of one or more pieces, and the place behind it."""
    pieces: list[str] = []
    while True:
        piece, position = _piece(body, position, macros)
        pieces.append(piece)
        concatenation = _CONCATENATION.match(body, position)
        if concatenation is None:
            return " ".join("".join(pieces).split()), position
        position = concatenation.end()


def _piece(body: str, position: int, macros: _Macros) -> tuple[str, int]:
    opener = body[position : position + 1]
    if opener == "{":
        end = _end(body, position + 1, len(body), "{") or len(body) + 1
        return body[position + 1 : end - 1], min(end, len(body))
    if opener == '"':
        end = _end_of_quoted(body, position + 1)
        return body[position + 1 : end], min(end + 1, len(body))
    bare = _BARE.match(body, position)
    if bare is None:
        return "", position
    return macros.value(bare[0]), bare.end()


def _end_of_quoted(body: str, start: int) -> int:
    """The place of the closing quotation mark, which stands outside braces; the end of the body if there is none."""
    depth = 0
    for match in _BRACE_OR_QUOTE.finditer(body, start):
        if match[0] == '"':
            if depth <= 0:
                return match.start()
        else:
            depth += 1 if match[0] == "{" else -1
    return len(body)

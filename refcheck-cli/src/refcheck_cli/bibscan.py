"""What a ``.bib`` file holds already: its citation keys, and its entries with their fields.

Only as much of BibTeX's grammar is read as is needed for that (Patashnik's ``bibtex.web``; Markey, *Tame the BeaST*):
an entry begins with "@", a word and an opening brace or parenthesis, and ends where that is closed; text between
entries is ignored.

Programs differ on what is a comment: for BibTeX "%" is text like any other and "@comment" hides one word, for biber
and people "%" hides the rest of its line and "@comment" its block. So an entry counts as held only where all agree,
that is outside of both, and only when it can be read as a whole. Keys are taken note of everywhere, as they may come
back.
Every step takes time in proportion to the text, whatever is in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_START = re.compile(r"%|@[ \t\n]*+([A-Za-z][\w-]*+)[ \t\n]*+([{(])")
_LONGEST_KEY = 300
_KEYS = {
    "{": re.compile(rf"[ \t\n]*+([^\s,{{}}]{{1,{_LONGEST_KEY}}}+)[ \t\n]*+(?=[,}}])"),
    "(": re.compile(rf"[ \t\n]*+([^\s,{{}}()]{{1,{_LONGEST_KEY}}}+)[ \t\n]*+(?=[,)])"),
}
_BRACKET = re.compile(r"[{}()]")
_BRACE = re.compile(r"[{}]")
_BRACE_OR_QUOTE = re.compile(r'[{}"]')
# Between the parts of an entry. BibTeX knows no comments there, but refuses the entry's rest; biber skips them.
_GAP = re.compile(r"(?:\s++|%[^\n]*+\n)*+")
_COMMAS = re.compile(r"(?:[\s,]++|%[^\n]*+\n)*+")
_NAME = re.compile(r"""([^\s"#%'(),={}]++)\s*+=""")
_BARE = re.compile(r'[^\s,{}#"%=]++')
_KEYLESS = frozenset({"preamble", "string"})


class UnclosedEntryError(ValueError):
    """An entry that is never closed, so that whatever follows belongs to it.

    Attributes:
        line: where it begins, from 1.
    """

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(f"the entry that begins in line {line} is not closed")


@dataclass(slots=True)
class HeldEntry:
    """An entry of the file.

    Attributes:
        key: its citation key.
        entry_type: in lower case.
        fields: name in lower case -> value without its outer braces or quotation marks; the first of a name counts, as
            in BibTeX.
        body: the text behind the key.
    """

    key: str
    entry_type: str
    fields: Mapping[str, str]
    body: str


@dataclass(slots=True)
class Holdings:
    """What a file holds.

    Attributes:
        keys: citation keys in the order of the file, those in comments and in broken entries included.
        entries: the entries that are whole and in no comment.
        text: the text, with line feeds for newlines.
    """

    keys: list[str] = field(default_factory=list)
    entries: list[HeldEntry] = field(default_factory=list)
    text: str = ""


def with_line_feeds(text: str) -> str:
    """The text with a line feed for every kind of newline."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def scan(text: str) -> Holdings:
    """Find the entries.

    Args:
        text: of the whole file.

    Raises:
        UnclosedEntryError: an entry is not closed.
    """
    text = with_line_feeds(text)
    found = Holdings(text=text)
    ends = _ends(text)
    position = hidden_until = 0
    while match := _START.search(text, position):
        position = match.end()
        is_live = match.start() >= hidden_until
        end = ends.get(match.end() - 1)
        if match[1] is None:  # a percent sign
            if is_live:
                hidden_until = _line_end(text, position)
        elif match[1].lower() == "comment":
            if is_live:
                hidden_until = end or 0
        elif is_live and end is None:
            raise UnclosedEntryError(text.count("\n", 0, match.start()) + 1)
        else:
            entry = _noted(match, found, end if is_live else None)
            if is_live and end is not None:
                # In an entry that cannot be read, only keys are looked for.
                position, hidden_until = (end, 0) if entry else (position, end)
    return found


def _noted(match: re.Match[str], found: Holdings, end: int | None) -> bool:
    """Take note of the entry that begins here, and its key; whether it can be read as a whole.

    Args:
        match: its beginning.
        found: where to note it.
        end: the place behind it; ``None`` where it does not count, but for its key.
    """
    entry_type = match[1].lower()
    if entry_type in _KEYLESS:
        return True
    key = _KEYS[match[2]].match(found.text, match.end())
    if key is None:
        return False
    found.keys.append(key[1])
    fields = None if end is None else _fields(found.text, key.end(), end - 1)
    if fields is None:
        return False
    found.entries.append(HeldEntry(key[1], entry_type, fields, found.text[key.end() : end]))
    return True


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _ends(text: str) -> dict[int, int]:
    """Where entries end: place of the opening brace or parenthesis -> place behind the closing one, if there is one.

    Backslashes hide no brace. A parenthesis is closed at the brace depth at which it was opened.
    """
    openers = {match.end() - 1 for match in _START.finditer(text) if match[1]}
    ends: dict[int, int] = {}
    braces: list[int] = []
    parentheses: list[tuple[int, int]] = []  # depth and place of those that are open
    for match in _BRACKET.finditer(text):
        place, sign = match.start(), match[0]
        if sign == "{":
            braces.append(place)
        elif sign == "(":
            if place in openers:
                parentheses.append((len(braces), place))
        else:
            while parentheses and parentheses[-1][0] == len(braces):
                ends[parentheses.pop()[1]] = place + 1
            if sign == "}" and braces and (opener := braces.pop()) in openers:
                ends[opener] = place + 1
    return ends


def _fields(text: str, start: int, end: int) -> dict[str, str] | None:
    """Name and value of each field between an entry's key and its end; ``None`` where that is no list of fields."""
    fields: dict[str, str] = {}
    place = _after(_GAP, text, start, end)
    while place < end:
        if text[place] != ",":
            return None
        place = _after(_COMMAS, text, place, end)
        if place == end:
            break
        name = _NAME.match(text, place, end)
        read = _value(text, name.end(), end) if name else None
        if name is None or read is None:
            return None
        value, place = read
        fields.setdefault(name[1].lower(), value)
    return fields


def _after(pattern: re.Pattern[str], text: str, place: int, end: int) -> int:
    """The place behind what a pattern that fits everywhere takes."""
    match = pattern.match(text, place, end)
    return match.end() if match else place


def _value(text: str, place: int, end: int) -> tuple[str, int] | None:
    """A field's value and the place of what follows. It is empty where an abbreviation is joined in."""
    parts: list[str] = []
    is_known = True
    while True:
        place = _after(_GAP, text, place, end)
        stop = _part_end(text, place, end)
        if stop is None:
            return None
        is_bare = text[place] not in '{"'
        parts.append(text[place:stop] if is_bare else text[place + 1 : stop - 1])
        place = _after(_GAP, text, stop, end)
        is_joined = place < end and text[place] == "#"
        is_known = is_known and not (is_bare and not parts[-1].isdigit() and (is_joined or len(parts) > 1))
        if not is_joined:
            return "".join(parts) if is_known else "", place
        place += 1


def _part_end(text: str, place: int, end: int) -> int | None:
    """The place behind a braced, quoted or bare part of a value; ``None`` if there is none."""
    opener = text[place : min(place + 1, end)]
    if opener not in ("{", '"'):
        bare = _BARE.match(text, place, end)
        return bare.end() if bare else None
    return next(_closers(text, place + 1, end, opener), None)


def _closers(text: str, start: int, end: int, opener: str) -> Iterator[int]:
    """Places behind that which closes a part."""
    depth = 0
    for match in (_BRACE if opener == "{" else _BRACE_OR_QUOTE).finditer(text, start, end):
        if depth == 0 and match[0] == ("}" if opener == "{" else '"'):
            yield match.end()
        depth += {"{": 1, "}": -1, '"': 0}[match[0]]
        if depth < 0:
            return

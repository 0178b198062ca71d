"""Values of a JSON array or object that is too large for memory, one at a time.

ijson was left out for its design, without a trial: it gives each event the path of all open brackets, so that a file of
nested brackets would take memory of the square of its size, and has no way to skip a value. Here the standard library's
decoder reads value after value out of a window of the text.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import TYPE_CHECKING, Any

import msgspec

from .model import MAX_ELEMENT, BadEntry, FormatError, UnreadableRow
from .values import json_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..rows import Row
    from .files import DataFile

_DECODER = json.JSONDecoder(strict=False)
_ITEMS = re.compile(
    r'\{\s*"items"\s*:\s*\[|\{[^\[\]]{0,2000}?"message-type"\s*:\s*"work-list".{0,200000}?"items"\s*:\s*\[', re.DOTALL
)
_BETWEEN = re.compile(r"[\s,]*")
_HEAD = 256 * 1024
_NO_OBJECT = "it is no JSON object"


def rows_of_json(
    file: DataFile, shape: type[Any], row_of: Callable[[Any, str], Row | None]
) -> Iterator[Row | BadEntry]:
    """Rows of objects, one a line, or in an array or in ``items``.

    Args:
        file: being read.
        shape: what an object is decoded to: a struct of the fields that are read, or ``dict``.
        row_of: makes the row of an object and the file's name; ``None`` for what is no work. Raises `UnreadableRow`.
    """
    source = file.path.name
    if not _is_lines(file):
        yield from _rows_of_values(file, shape, row_of)
        return
    decode = msgspec.json.Decoder(shape).decode

    def convert(line: bytes) -> Row | None:
        try:
            given = decode(line)
        except msgspec.ValidationError:
            raise UnreadableRow(_NO_OBJECT) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise UnreadableRow(json_problem(error)) from None
        return row_of(given, source)

    yield from file.rows_of_lines(convert)


def _rows_of_values(
    file: DataFile, shape: type[Any], row_of: Callable[[Any, str], Row | None]
) -> Iterator[Row | BadEntry]:
    for number, value in enumerate(values_in(file), 1):
        try:
            row = row_of(msgspec.convert(_unwrapped(value), shape), file.path.name)
        except msgspec.ValidationError:
            yield BadEntry(f"item {number}", _NO_OBJECT)
        except UnreadableRow as problem:
            yield BadEntry(f"item {number}", str(problem))
        else:
            if row is not None:
                yield row


def _unwrapped(value: Any) -> Any:
    """The work of an answer of Crossref's API to a single DOI."""
    return value["message"] if isinstance(value, dict) and isinstance(value.get("message"), dict) else value


def _is_lines(file: DataFile) -> bool:
    """Whether each line is an object of its own (JSON Lines), judged by the first that is not blank."""
    head = file.head(_HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
    first, newline, _ = head.partition(b"\n")
    if newline or len(head) < _HEAD:
        return _is_whole_object(first.strip())
    return not head.startswith(b"[") and _ITEMS.match(head.decode("utf-8", "replace")) is None


def _is_whole_object(line: bytes) -> bool:
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return line.startswith(b"{") and line.endswith(b"}")
    return isinstance(value, dict) and not {"items", "message"} & value.keys()


def first_value(text: str) -> Any:
    """The first object of a JSON text of which only the beginning may be at hand; ``None`` where it cannot be told.

    Of an array, its first element; of an object of ``items``, that object with no items.

    Raises:
        RecursionError: it is nested too deeply.
    """
    if _ITEMS.match(text):
        return {"items": []}
    for start in (0, 1) if text.startswith("[") else (0,):
        try:
            value, _ = _DECODER.raw_decode(text, _BETWEEN.match(text, start).end())  # type: ignore[union-attr]
        except ValueError:
            continue
        return (value[0] if value else {}) if isinstance(value, list) else value
    return None


def values_in(file: DataFile) -> Iterator[Any]:
    """The values of a JSON array, of the ``items`` of an object, or one after the other.

    Raises:
        FormatError: the text is no JSON from some place on, is cut off, or a value is too large or nested too deeply.
    """
    window = _Window(file)
    window.fill(_HEAD)
    window.begin()
    while True:
        position = _skip(window)
        if position is None or window.text[position] == "]":
            return
        value, end = _next(window, position)
        file.place.line = window.line_of(position)
        yield value
        window.drop(end)


class _Window:
    """The part of the text that is being read."""

    def __init__(self, file: DataFile) -> None:
        self.file = file
        self.text = ""
        self.is_array = False
        self._line = 1
        self._counted = 0
        self._blocks = file.blocks()
        self._decode = codecs.getincrementaldecoder("utf-8-sig")()

    def fill(self, length: int) -> bool:
        """Read on until the window has a length; whether there was anything to read."""
        before = len(self.text)
        pieces = [self.text]
        have = before
        try:
            while have < length:
                block = next(self._blocks, None)
                if block is None:
                    break
                pieces.append(self._decode.decode(block))
                have += len(pieces[-1])
        except UnicodeDecodeError:
            raise FormatError(f"{self.file.path} is not encoded in UTF-8.") from None
        self.text = "".join(pieces)
        return have > before

    def begin(self) -> None:
        """Go to the first value."""
        head = self.text.lstrip()
        opening = _ITEMS.match(head)
        self.is_array = opening is not None or head.startswith("[")
        rest = head[opening.end() :] if opening else head[1:] if self.is_array else head
        self.line_of(len(self.text) - len(rest))
        self.text, self._counted = rest, 0

    def line_of(self, position: int) -> int:
        """The line of a place, from 1; not before the last one that was asked for."""
        self._line += self.text.count("\n", self._counted, position)
        self._counted = position
        return self._line

    def drop(self, length: int) -> None:
        """Forget what was read, when it is worth the copying."""
        self.start = length
        if length > _HEAD or length == len(self.text):
            self.line_of(length)
            self.text, self._counted = self.text[length:], 0
            self.start = 0

    start = 0


def _skip(window: _Window) -> int | None:
    """The place of the next value or closing bracket; ``None`` at the end of the text."""
    while True:
        match = _BETWEEN.match(window.text, window.start)
        position = match.end() if match else window.start
        if position < len(window.text):
            return position
        window.drop(len(window.text))
        if not window.fill(_HEAD):
            if window.is_array:
                raise FormatError(f"{window.file.path} is cut off: its list is not closed.")
            return None


def _next(window: _Window, position: int) -> tuple[Any, int]:
    """The value at a place, and the place behind it; reads on where it is not complete."""
    while True:
        try:
            value, end = _DECODER.raw_decode(window.text, position)
        except RecursionError:
            raise FormatError(f"{window.file.path} is nested too deeply.") from None
        except ValueError as error:
            if len(window.text) - position > MAX_ELEMENT:
                raise FormatError(f"{window.file.path} holds a value of more than {MAX_ELEMENT:,} bytes.") from None
            if not window.fill(2 * (len(window.text) + _HEAD)):
                raise FormatError(f"{window.file.path} is cut off, or is no valid JSON ({error.args[0]}).") from None
            continue
        if end < len(window.text) or not isinstance(value, (int, float)):
            return value, end
        if not window.fill(len(window.text) + _HEAD):
            return value, end

"""One file, unpacked and cut into lines, with bounded memory and a position for a progress bar."""

from __future__ import annotations

import codecs
import zlib
from collections import Counter
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, Self

from refcheck_core import decode_text

from .model import MAX_ELEMENT, BadEntry, FormatError, UnreadableRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ..rows import Row

_PACKED_BLOCK = 128 * 1024
_UNPACKED_BLOCK = 1024 * 1024
_GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 31  # zlib: 15 for the window, 16 for the header of gzip
_BOM = b"\xef\xbb\xbf"
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
MAX_TEXT = 200_000_000
"""Bytes of a ``.bib`` file, which is read as a whole, since its macros and ``crossref`` may stand anywhere.

It takes six times as much memory (measured: 39 MB with 50,000 entries took 230 MB).
"""
TOO_LONG = b"\x00"
"""Stands for a line of more than `MAX_ELEMENT` bytes."""


@dataclass(slots=True)
class Place:
    """Where the entry stands that a reader has given last.

    Attributes:
        line: on which it begins, from 1; 0 where the reader does not tell.
        key: by which its file names it; empty where it has no name, ``None`` where the reader does not tell.
    """

    line: int = 0
    key: str | None = None


class Closing:
    """What is closed at the end of a ``with`` block."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go what is held."""


class DataFile(Closing):
    """A file that is being read.

    Attributes:
        path: its place; of content that is no file, a name for people.
        size: bytes on disk.
        place: of the entry that was read last, kept by the readers.
        titles_needed: whether an entry without a title is a fault; else libraries' readers give it, its title empty.
        passed_over: names of keys that a reader does not know -> lines that have them.
    """

    def __init__(self, path: Path, content: bytes | None = None) -> None:
        self.path = path
        self.place = Place()
        self.titles_needed = True
        self.passed_over: Counter[str] = Counter()
        try:
            self.size = path.stat().st_size if content is None else len(content)
            self._raw: BinaryIO = path.open("rb", buffering=0) if content is None else BytesIO(content)
        except OSError as error:
            raise FormatError(f"{path} cannot be read: {reason(error)}.") from None

    def close(self) -> None:
        """Close the file."""
        self._raw.close()

    @property
    def position(self) -> int:
        """Bytes read of the file as it lies on disk."""
        return self.size if self._raw.closed else self._raw.tell()

    def blocks(self) -> Iterator[bytes]:
        """The content, unpacked, in blocks of about a megabyte. UTF-16 that says so by its mark is made UTF-8.

        Raises:
            FormatError: it cannot be read, or is cut off or damaged; after the blocks that could be read.
        """
        blocks = self._as_written()
        first = next(blocks, b"")
        if not first.startswith(_UTF16):
            yield first
            yield from blocks
            return
        decode = codecs.getincrementaldecoder("utf-16")(errors="replace").decode
        yield decode(first).encode()
        for block in blocks:
            yield decode(block).encode()
        yield decode(b"", final=True).encode()

    def _as_written(self) -> Iterator[bytes]:
        """The content, unpacked, byte for byte."""
        try:
            self._raw.seek(0)
            first = self._raw.read(_PACKED_BLOCK)
            if first.startswith(_GZIP):
                yield from self._unpacked(first)
                return
            while first:
                yield first
                first = self._raw.read(_UNPACKED_BLOCK)
        except OSError as error:
            raise FormatError(f"{self.path} cannot be read: {reason(error)}.") from None

    def _unpacked(self, packed: bytes) -> Iterator[bytes]:
        unpacker = zlib.decompressobj(_GZIP_WINDOW)
        try:
            while packed:
                block = unpacker.decompress(packed, _UNPACKED_BLOCK)
                if block:
                    yield block
                packed = unpacker.unconsumed_tail
                if unpacker.eof:  # a gzip file may have several members, and zeros behind them
                    packed = unpacker.unused_data.lstrip(b"\0") or self._raw.read(_PACKED_BLOCK).lstrip(b"\0")
                    unpacker = zlib.decompressobj(_GZIP_WINDOW)
                    if not packed:
                        return
                packed = packed or self._raw.read(_PACKED_BLOCK)
        except zlib.error:
            raise FormatError(f"{self.path} is damaged: its gzip data cannot be unpacked any further.") from None
        raise FormatError(f"{self.path} is cut off: its gzip data ends too early.")

    def head(self, length: int) -> bytes:
        """The beginning of the content, of at least this length if there is so much; what can be read of it.

        Raises:
            FormatError: nothing can be read.
        """
        found = b""
        try:
            for block in self.blocks():
                found += block
                if len(found) >= length:
                    break
        except FormatError:
            if not found:
                raise
        return found

    def batches(self) -> Iterator[tuple[int, list[bytes]]]:
        """The lines, many at a time, with the number of the first; without line feeds.

        A line that is too long is `TOO_LONG` in its place. A byte order mark is left out.
        """
        number, rest = 1, b""
        for block in self.blocks():
            lines = block.split(b"\n")
            if len(lines) == 1:
                if len(rest) <= MAX_ELEMENT:
                    rest += lines[0]
                continue
            lines[0] = rest + lines[0]
            rest = lines.pop()
            if len(lines[0]) > MAX_ELEMENT:
                lines[0] = TOO_LONG
            if number == 1:
                lines[0] = lines[0].removeprefix(_BOM)
            yield number, lines
            number += len(lines)
        if rest:
            rest = rest.removeprefix(_BOM) if number == 1 else rest
            yield number, [TOO_LONG if len(rest) > MAX_ELEMENT else rest]

    def text_lines(self) -> Iterator[tuple[int, str | None]]:
        """The lines as text with their numbers, whatever ends them; ``None`` for one that is too long.

        They are decoded one by one: as UTF-8, or where a line is none, as Windows-1252.
        """
        number = 0
        for _, lines in self.batches():
            for each in lines:
                for line in each.removesuffix(b"\r").split(b"\r"):  # a carriage return alone ends a line, too
                    number += 1
                    yield number, None if each is TOO_LONG else _decoded(line)

    def rows_of_lines(self, convert: Callable[[bytes], Row | None]) -> Iterator[Row | BadEntry]:
        """A row of each line that is not blank.

        Args:
            convert: makes a row of a line, ``None`` for what is no work. Raises `UnreadableRow`.
        """
        for first, lines in self.batches():
            for number, line in enumerate(lines, first):
                if not line or line.isspace():
                    continue
                self.place.line = number
                try:
                    if line is TOO_LONG:
                        raise UnreadableRow(f"the line is longer than {MAX_ELEMENT:,} bytes")
                    row = convert(line)
                except UnreadableRow as problem:
                    yield BadEntry(f"line {number}", str(problem))
                else:
                    if row is not None:
                        yield row

    def content(self) -> bytes:
        """The whole content.

        Raises:
            FormatError: it is larger than `MAX_TEXT`, or cannot be read.
        """
        blocks: list[bytes] = []
        length = 0
        for block in self.blocks():
            length += len(block)
            if length > MAX_TEXT:
                raise FormatError(
                    f"{self.path} is larger than {MAX_TEXT:,} bytes, more than can be read in one piece;"
                    " split it or convert it to JSON Lines."
                )
            blocks.append(block)
        return b"".join(blocks)


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return decode_text(line)


def reason(error: OSError) -> str:
    """Why the system refuses, for people."""
    return error.strerror or type(error).__name__

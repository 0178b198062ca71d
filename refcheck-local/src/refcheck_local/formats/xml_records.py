"""Records of an XML file of any size, one at a time.

The file is cut into records by their tags, and each is parsed by itself. So memory is bounded, a faulty record costs
itself alone, and nothing of the document's own declarations is ever obeyed: no DTD is fetched, no entity is declared or
expanded (a "billion laughs" has nothing to laugh with), whatever the parser's version would do.
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from .model import MAX_ELEMENT, BadEntry, FormatError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from xml.etree.ElementTree import Element

    from .files import DataFile

_HEAD = 64 * 1024
_ENCODING = re.compile(rb"""<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']""")
_ENCODINGS = {"utf-8": "utf-8", "us-ascii": "ascii", "ascii": "ascii", "iso-8859-1": "latin-1", "latin1": "latin-1"}
_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_LONGEST_TAG = 4000
_CLOSED = re.compile(rb"</[\w:.-]+\s*>\s*(?:<!--[^<>]*-->\s*)?$")
_KEY = re.compile(rb'key="([^"]{1,200})"|<PMID[^>]*>(\d{1,10})<')


def elements(file: DataFile, tags: Collection[str]) -> Iterator[Element | BadEntry]:
    """The elements with one of these tags, which must not be nested in each other.

    Named entities of HTML, which DBLP's DTD declares, are resolved.

    Raises:
        FormatError: the file declares entities, is in an encoding that these files never have, or ends within a record
            or before its root is closed.
    """
    encoding = ""
    cutter = _Cutter(file, tags)
    for number, record in enumerate(cutter.records(), 1):
        file.place.line = cutter.line
        if isinstance(record, str):
            encoding = record
            continue
        if not record:
            yield BadEntry(f"record {number - 1}", f"it is longer than {MAX_ELEMENT:,} bytes")
            continue
        try:
            yield _parse(record, encoding)
        except (ET.ParseError, UnicodeDecodeError, RecursionError) as error:
            yield BadEntry(_place(record, number - 1), _problem(error, encoding))


def _parse(record: bytes, encoding: str) -> Element:
    text = record.decode(encoding)
    if "&" in text:
        text = _NAMED.sub(_character, text)
    return ET.fromstring(text)  # noqa: S314 - an element alone can declare nothing


def _character(match: re.Match[str]) -> str:
    name = match[1]
    return match[0] if name in _OF_XML else html5.get(f"{name};", match[0])


def _place(record: bytes, number: int) -> str:
    key = _KEY.search(record[:1000])
    name = next((group.decode("ascii", "replace") for group in key.groups() if group), "") if key else ""
    return f"record {number}" + (f" ({name})" if name else "")


def _problem(error: Exception, encoding: str) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"it is not encoded in {encoding}, as the file says"
    return f"its XML is not well-formed ({error})"


class _Cutter:
    """Cuts the bytes of a file into records."""

    def __init__(self, file: DataFile, tags: Collection[str]) -> None:
        self.file = file
        names = b"|".join(tag.encode() for tag in tags)
        self.opening = re.compile(rb"<(" + names + rb")(?=[\s>])[^<>]*>")
        self.blocks = file.blocks()
        self.buffer = b""
        self.at = 0
        self.last = b""
        self.line = 1
        self.counted = 0

    def records(self) -> Iterator[bytes | str]:
        """First the encoding; then each record, an empty one for what is too long."""
        while len(self.buffer) < _HEAD and self._fill():
            pass
        yield self._encoding()
        while True:
            match = self.opening.search(self.buffer, self.at)
            if match is None:
                tag = self.buffer.rfind(b"<", self.at)  # it may go on in the next block
                self.at = tag if tag >= 0 and len(self.buffer) - tag < _LONGEST_TAG else len(self.buffer)
                if not self._fill():
                    break
                continue
            self.at = match.start()
            self._count()
            length = self._length_of(match[1], match.end() - match.start())
            if length is None:
                yield b""
                continue
            yield self.buffer[self.at : self.at + length]
            self.at += length
        if _CLOSED.search(self.last) is None:
            raise FormatError(f"{self.file.path} is cut off: its last element is not closed.")

    def _length_of(self, tag: bytes, searched: int) -> int | None:
        """The length of the record that begins here; ``None`` where it is too long, and is then skipped."""
        closing = b"</" + tag + b">"
        while True:
            found = self.buffer.find(closing, self.at + searched)
            if found >= 0:
                return found + len(closing) - self.at
            searched = max(searched, len(self.buffer) - self.at - len(closing))
            if len(self.buffer) - self.at > MAX_ELEMENT:
                self._skip_behind(closing)
                return None
            self._fill_or_fail()

    def _skip_behind(self, closing: bytes) -> None:
        while True:
            found = self.buffer.find(closing, self.at)
            if found >= 0:
                self.at = found + len(closing)
                return
            self.at = max(self.at, len(self.buffer) - len(closing))
            self._fill_or_fail()

    def _fill_or_fail(self) -> None:
        if not self._fill():
            raise FormatError(f"{self.file.path} is cut off within a record.")

    def _count(self) -> None:
        """Count lines up to here."""
        self.line += self.buffer.count(b"\n", self.counted, self.at)
        self.counted = self.at

    def _fill(self) -> bool:
        block = next(self.blocks, None)
        if block is None:
            return False
        self._count()
        self.counted = 0
        self.buffer = self.buffer[self.at :] + block
        self.at = 0
        self.last = (self.last + block[-_LONGEST_TAG:])[-_LONGEST_TAG:]
        return True

    def _encoding(self) -> str:
        head = self.buffer[:_HEAD]
        if head.startswith((b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")):
            raise FormatError(f"{self.file.path} is encoded in UTF-16, which dumps of this kind never are.")
        if b"<!ENTITY" in head:
            raise FormatError(f"{self.file.path} declares entities of its own, which are not expanded: it is refused.")
        found = _ENCODING.search(head[:500])
        name = found[1].decode("ascii").lower() if found else "utf-8"
        if name not in _ENCODINGS:
            raise FormatError(f"{self.file.path} is encoded in {name}, which dumps of this kind never are.")
        return _ENCODINGS[name]

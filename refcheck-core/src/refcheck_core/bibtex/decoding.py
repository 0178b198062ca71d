"""The text of a bibliography file, in whatever encoding its program wrote it."""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# JabRef names the encoding in the first line: "% Encoding: windows-1252" (before 2.10 "% This file was created with …",
# then "Encoding: …" without the percent sign).
_HEADER = re.compile(rb"^[%\s]*Encoding:\s*([A-Za-z0-9_.:-]{2,30})", re.IGNORECASE | re.MULTILINE)
_HEADER_WITHIN = 1000


def decode_text(data: bytes) -> str:
    """Decode a whole file: by its byte order mark, as UTF-8, by JabRef's header, else as Windows-1252.

    UTF-8 goes before the header, which outlives conversions; text in another encoding is hardly ever valid UTF-8.
    Never raises: what Windows-1252 does not define is read as Latin-1.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    header = _HEADER.search(data[:_HEADER_WITHIN])
    named = [header[1].decode("ascii")] if header else []
    for encoding in ("utf-8", *named, "cp1252"):
        try:
            return data.decode(encoding)
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")

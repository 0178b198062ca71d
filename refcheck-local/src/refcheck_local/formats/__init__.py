"""The formats that an index is built of, each read into `Row`s as a stream."""

from __future__ import annotations

from .detecting import detect_format
from .known import FORMATS
from .model import BadEntry, Format, FormatError, passed_over_text
from .reading import RowStream, open_rows, read_rows

__all__ = [
    "FORMATS",
    "BadEntry",
    "Format",
    "FormatError",
    "RowStream",
    "detect_format",
    "open_rows",
    "passed_over_text",
    "read_rows",
]

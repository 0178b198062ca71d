"""Reads of untyped JSON that never raise: a leaf of the wrong shape counts as absent.

Publishers' data is passed on by Crossref as deposited, so any leaf can be null, empty or of another type.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from refcheck_core import clean_text

LONGEST = 20_000
"""Characters of one field that are read; far more than any name or title has, so that hostile text costs little."""

_EMPTY: Mapping[str, Any] = {}
_MANGLED = re.compile("[\u00c2-\u00f4][\u0080-\u00bf]")


def mapping(value: Any) -> Mapping[str, Any]:
    """The object, or an empty one."""
    return value if isinstance(value, Mapping) else _EMPTY


def items(value: Any) -> tuple[Any, ...]:
    """The elements of an array; a lone string or object counts as an array of one."""
    if isinstance(value, list):
        return tuple(value)
    return (value,) if isinstance(value, (str, Mapping)) else ()


def objects(value: Any) -> tuple[Mapping[str, Any], ...]:
    """The objects of an array."""
    return tuple(item for item in items(value) if isinstance(item, Mapping))


def mended(value: str) -> str:
    """Undo a deposit's UTF-8 that was read as Latin-1 ("AntÃ³nio"): text that is valid UTF-8 as bytes was that once."""
    if not _MANGLED.search(value):
        return value
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def text(value: Any) -> str | None:
    """Displayable text of a string or number, ``None`` where nothing is left."""
    if isinstance(value, str):
        return clean_text(mended(value[:LONGEST]))
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return None


def texts(value: Any) -> tuple[str, ...]:
    """Displayable texts of an array, without blank ones and repeats."""
    return unique(text(item) for item in items(value))


def unique(values: Any) -> tuple[str, ...]:
    """The strings among `values` in their order, without repeats."""
    return tuple(dict.fromkeys(value for value in values if value))

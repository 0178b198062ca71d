"""Names of people and organisations: taken apart, and author strings split into names."""

from __future__ import annotations

from .lists import is_truncated, is_truncation, split_names
from .parts import NameParts, parse_name
from .tokens import is_short_family

__all__ = ["NameParts", "is_short_family", "is_truncated", "is_truncation", "parse_name", "split_names"]

"""The formats by name."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from .model import Format

if TYPE_CHECKING:
    from collections.abc import Mapping

_ALL = (
    Format("jsonl", "JSON Lines", "rows of this index, one work a line", (".jsonl", ".ndjson"), "jsonlines"),
    Format("bib", "BibTeX", "BibTeX and biblatex libraries of Zotero, JabRef, Mendeley", (".bib", ".bibtex"), "bibtex"),
)
FORMATS: Mapping[str, Format] = MappingProxyType({each.name: each for each in _ALL})
"""Name -> format."""

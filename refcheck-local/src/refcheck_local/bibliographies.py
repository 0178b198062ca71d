"""Bibliographies to be checked, in the formats that a library may have: RIS, CSL-JSON, JSON Lines and others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from refcheck_core import ListedEntry

from .formats import FORMATS, BadEntry, FormatError
from .formats.detecting import detect_content
from .formats.files import DataFile
from .records import record_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .rows import Row

_GENERATED = "title:"
"""Scheme of ids that are made of title and year where an entry has no name."""


MOST_ENTRIES = 100_000
"""Entries of a bibliography; a packed file can hold any number of them, each of which takes memory."""


class _TooMany(FormatError):
    """There are too many entries."""


def read(data: bytes, name: str) -> list[ListedEntry] | None:
    """The entries of a bibliography; ``None`` for BibTeX, and for what is of no known format.

    Args:
        data: content of the file.
        name: of the file, for people.

    Raises:
        FormatError: it is cut off or damaged before its first entry, or has too many.
    """
    with DataFile(Path(name), data) as file:
        try:
            kind = FORMATS[detect_content(file)]
        except FormatError:
            return None
        if kind.name == "bib":
            return None
        file.titles_needed = False
        found: list[ListedEntry] = []
        try:
            for each in kind.read(file):
                if len(found) == MOST_ENTRIES:
                    raise _TooMany(f"{name} has more than {MOST_ENTRIES:,} entries; it is no bibliography.")
                found.append(_listed(each, file))
        except FormatError as error:
            if not found or isinstance(error, _TooMany):
                raise
            found.append(ListedEntry(key="", line=file.place.line, problem=_clause(error, file)))
        return found


def _clause(error: FormatError, file: DataFile) -> str:
    """What is wrong from some place on, as a clause."""
    told = str(error).removeprefix(f"{file.path} ").rstrip(".")
    return f"behind this place the file {told}"


def _listed(each: Row | BadEntry, file: DataFile) -> ListedEntry:
    place = file.place
    if isinstance(each, BadEntry):
        return ListedEntry(key=place.key or "", line=place.line, problem=each.problem)
    key = place.key if place.key is not None else "" if each.id.startswith(_GENERATED) else each.id
    record = record_of(each)
    return ListedEntry(key=key, line=place.line, record=record, faults=tuple(_faults(each, record.doi)))


def _faults(row: Row, doi: str | None) -> Iterator[str]:
    if row.doi and doi is None:
        yield f"The field doi holds {row.doi[:100]!r}, which is no DOI."

"""What an entry of a ``.bib`` file takes from others: cross-references and ``xdata``.

BibTeX takes every missing field from the parent; biblatex renames some (*The biblatex package*, appendix B): the
parent's title is the book's title of the child. Only what belongs to the container is taken here: authors, pages and
identifiers of a volume are not those of a paper in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Find = Callable[[str], tuple[str, Mapping[str, str]] | None]
    """Key -> type and fields of the entry that has it."""

_CONTAINERS = frozenset(
    "booktitle booksubtitle maintitle mainsubtitle eventtitle journal journaltitle year date month editor publisher"
    " series volume number edition address location organization institution isbn issn".split()
)
_BOOK_TITLE_OF = {"title": "booktitle", "subtitle": "booksubtitle"}
_DEEPEST = 3
"""Steps from child to parent that are followed: a paper, its volume, its series."""


def inherit(entry_type: str, fields: Mapping[str, str], find: Find) -> dict[str, str]:
    """The fields of an entry with those that it inherits.

    Args:
        entry_type: its type.
        fields: its own.
        find: gives the entry with a key; ``None`` for a key that the file does not have.
    """
    result = dict(fields)
    for key in fields.get("xdata", "").split(","):
        shared = find(key) if key.strip() else None
        if shared is not None:
            result = {**shared[1], **result}
    parent_key, steps = fields.get("crossref"), 0
    while parent_key and steps < _DEEPEST:
        parent = find(parent_key)
        if parent is None:
            break
        _take(entry_type, parent, result)
        parent_key, steps = parent[1].get("crossref"), steps + 1
    return result


def _take(entry_type: str, parent: tuple[str, Mapping[str, str]], result: dict[str, str]) -> None:
    parent_type, given = parent
    if parent_type != entry_type:
        for name, book_name in _BOOK_TITLE_OF.items():
            if name in given and not ("booktitle" in given or book_name in result):
                result[book_name] = given[name]
    if not {"year", "date"}.isdisjoint(result):
        given = {name: value for name, value in given.items() if name not in {"year", "date", "month"}}
    for name in _CONTAINERS.intersection(given):
        result.setdefault(name, given[name])

"""Contributors of a work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from refcheck_core import Author, normalize

from .shapes import objects, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_TRUNCATION = re.compile(r"(?:et\.? al\.?|and others|others|…|\.\.\.)", re.IGNORECASE)
_EDITOR_MARK = re.compile(r"eds?\.?", re.IGNORECASE)


class People(NamedTuple):
    """Names in order, and whether the deposit shows that some are missing."""

    names: tuple[Author, ...]
    complete: bool


def people(value: Any, role: str) -> People:
    """Read a list of contributors.

    Args:
        value: Crossref's ``author`` or ``editor``.
        role: the role that the list stands for. Since 2026 each entry has its own ``role``; an entry that has roles,
            but not this one, belongs to another list.
    """
    names: list[Author] = []
    complete = True
    for entry in objects(value):
        if not _has_role(entry, role):
            continue
        found = tuple(_persons(entry))
        names.extend(found)
        complete = complete and bool(found)
    return People(tuple(names), complete)


def is_body(author: Author, names: Iterable[str]) -> bool:
    """Whether a person's name is one of these names of journals or institutions, split in two by the deposit."""
    display = normalize(author.display)
    return bool(display) and any(display == normalize(name) for name in names)


def _has_role(entry: Mapping[str, Any], role: str) -> bool:
    roles = {text(each.get("role")) for each in objects(entry.get("role"))} - {None}
    return not roles or any(role in (each or "") for each in roles)


def _persons(entry: Mapping[str, Any]) -> Iterable[Author]:
    """The persons of one entry: none for an empty one or "et al.", several where one field holds several."""
    family, given, suffix = (text(entry.get(part)) for part in ("family", "given", "suffix"))
    name = text(entry.get("name"))
    if family and given:
        return (Author(family=family, given=given, suffix=suffix),)
    if family:
        return _whole_names(family)
    whole = name or given
    if whole is None or _TRUNCATION.fullmatch(whole):
        return ()
    return (Author(literal=whole, organization=name is not None),)


def _whole_names(family: str) -> Iterable[Author]:
    """Persons from a lone ``family``: one family name, a whole name in the wrong field, or several whole names."""
    if _TRUNCATION.fullmatch(family):
        return ()
    if " " not in family:
        return (Author(family=family),)
    parts = [part.strip() for part in family.split(",")]
    persons = [part for part in parts if part and not _EDITOR_MARK.fullmatch(part)]
    if len(persons) > 1 and all(" " in person for person in persons):
        return tuple(Author.parse(person) for person in persons)
    return (Author.parse(family),)

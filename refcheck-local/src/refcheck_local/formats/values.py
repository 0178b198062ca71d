"""Single values out of the data of others: any of them may be missing or of another shape."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from refcheck_core import Author, clean_text

from ..rows import Person
from .model import UnreadableRow

_YEAR = re.compile(r"(?<!\d)(1\d{3}|2\d{3})(?!\d)")
_DASHES = re.compile(r"\s*[-\u2010-\u2015\u2212]+\s*")
_GENERIC = msgspec.json.Decoder()


def text(value: Any) -> str | None:
    """A string or number as plain text; ``None`` for anything else."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return None


def texts(value: Any) -> tuple[str, ...]:
    """A string, or the strings of a list, as plain text, each once."""
    if value is None or value == []:
        return ()
    values = value if isinstance(value, (list, tuple)) else (value,)
    return unique([text(each) for each in values])


def unique(values: Iterable[str | None]) -> tuple[str, ...]:
    """The values that are there, each once, in order."""
    return tuple(dict.fromkeys(value for value in values if value))


def mappings(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list."""
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, (list, tuple)) else []


def mapping(value: Any) -> Mapping[str, Any]:
    """An object; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def year_of(value: Any) -> int | None:
    """The first year of four digits in a number or text."""
    if isinstance(value, int):
        return value if 1000 <= value <= 2999 else None
    found = _YEAR.search(value) if isinstance(value, str) else None
    return int(found[0]) if found else None


def pages_of(value: Any) -> str | None:
    """A range of pages with an ASCII hyphen and no blanks."""
    pages = text(value)
    return _DASHES.sub("-", pages) if pages else None


def title_of(value: Any, *, is_needed: bool = True) -> str:
    """The title; empty where there is none and none is needed.

    Raises:
        UnreadableRow: there is none.
    """
    title = next(iter(texts(value)), "")
    if not title and is_needed:
        raise UnreadableRow("it has no title")
    return title


# "Knuth, Donald E.": nothing in it can be read in two ways, and nearly all names of libraries are like it.
_PLAIN_NAME = re.compile(
    r"([A-Z][a-z]+(?:-[A-Z][a-z]+)?), ([A-Z][a-z]+(?:[- ][A-Z](?:[a-z]+|\.))*|[A-Z]\.(?: [A-Z]\.)*)"
)
_SUFFIXES = tuple("Jr Jr. Sr Sr. Junior Senior Filho Neto Esq Ed Ed. Eds Hrsg".split())


@lru_cache(maxsize=50_000)
def person_named(name: str) -> Person | None:
    """A person or organisation out of a name written in any usual way."""
    plain = _PLAIN_NAME.fullmatch(name)
    if plain is not None and not plain[2].endswith(_SUFFIXES):
        return Person(family=plain[1], given=plain[2])
    author = Author.parse(name)
    if author.family:
        return Person(family=author.family, given=author.given, suffix=author.suffix)
    return Person(name=author.literal, organization=author.organization) if author.literal else None


_CUT = re.compile(r"(?:and |\W)*(?:et\.? ?al\b\.?|others|…|\.\.\.)\W*", re.IGNORECASE)


def is_cut(name: str) -> bool:
    """Whether what stands in the place of a name says that a list of authors goes on."""
    return _CUT.fullmatch(name) is not None


def people_named(names: Iterable[Any]) -> tuple[Person, ...]:
    """People out of their names; what is no name, or says that there are more, is left out."""
    found = (person_named(name) for name in names if isinstance(name, str) and not is_cut(name))
    return tuple(person for person in found if person is not None)


def named(*, family: Any = None, given: Any = None, suffix: Any = None, name: Any = None) -> Person | None:
    """A person out of parts; ``None`` where there is no name."""
    family_name, whole = text(family), text(name)
    if family_name:
        return Person(family=family_name, given=text(given), suffix=text(suffix))
    whole = whole or text(given)
    return Person(name=whole) if whole else None


def present(people: Iterable[Person | None]) -> tuple[Person, ...]:
    """The people that are there."""
    return tuple(person for person in people if person is not None)


def fingerprint(*parts: str | None) -> str:
    """A short stable id of a content that has none of its own."""
    return hashlib.sha256("\0".join(part or "" for part in parts).encode("utf-8", "replace")).hexdigest()[:20]


def json_of(line: bytes) -> Any:
    """A line of JSON.

    Raises:
        UnreadableRow: it is none.
    """
    try:
        return _GENERIC.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableRow(json_problem(error)) from None


def json_problem(error: Exception) -> str:
    """Why a line is no JSON, for people."""
    if isinstance(error, RecursionError):
        return "its JSON is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "it is not encoded in UTF-8"
    return f"it is not valid JSON ({str(error).removeprefix('JSON is malformed: ')})"

"""JSON Lines of rows: our own format, one work a line, with the keys of `Row`."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import msgspec

from refcheck_core import clean_text, parse_doi

from ..rows import Person, Row
from .files import TOO_LONG
from .model import MAX_ELEMENT, BadEntry, UnreadableRow
from .values import (
    fingerprint,
    json_of,
    named,
    pages_of,
    person_named,
    present,
    text,
    texts,
    title_of,
    year_of,
)

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping

    from .files import DataFile

_DECODER = msgspec.json.Decoder(Row)
# UTF-8 of characters without width, odd blanks, spacing and combining accents.
_ODD_LETTERS = re.compile(  # a set of first bytes is searched fast
    rb"[\xc2\xcb-\xcd\xe2\xef](?:(?<=\xc2)[\x80-\xa0\xa8\xad\xb4\xb8]|(?<=[\xcb\xcc])[\x80-\xbf]|(?<=\xcd)[\x80-\xaf]"
    rb"|(?<=\xe2)(?:\x80[\x80-\x8f\xa8-\xaf]|\x81[\x9f-\xaf])|(?<=\xef)\xbb\xbf)"
)
# Entities, and escapes other than of quotation marks.
_ENTITY_OR_ESCAPE = re.compile(rb'&#?\w{1,32};|\\[^"/]')
_TEXTS = ("title", "subtitle", "venue", "publisher", "series", "submitted_to", "abstract")
_UNACCEPTED = frozenset(
    {"active", "desk reject", "desk rejected", "reject", "rejected", "submitted", "withdraw", "withdrawn"}
)
"""Values of ``status`` of a submission that its venue has not accepted (OpenReview's, as paperlists has them)."""


class _Status(msgspec.Struct):
    status: Any = None


_STATUS = msgspec.json.Decoder(_Status)
_KEYS = frozenset({*Row.__struct_fields__, "status"})
_KNOWN_KEYS = msgspec.json.Decoder(
    msgspec.defstruct(
        "_KnownKeys", [(name, msgspec.Raw, msgspec.Raw()) for name in sorted(_KEYS)], forbid_unknown_fields=True
    )
)
"""Passes over the values, which costs little beside making anything of them."""
_MOST_NAMES = 1000
"""Names of unknown keys that are counted; more are no keys but data."""


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read rows.

    A key that `Row` does not have is passed over and counted, but for ``status``: where it says that a submission was
    rejected, withdrawn or is under review, its venue becomes ``submitted_to``.
    """
    decode, has_known_keys = _DECODER.decode, _KNOWN_KEYS.decode
    for first, lines in file.batches():
        for number, line in enumerate(lines, first):
            file.place.line = number
            try:
                has_known_keys(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                _count_unknown(line, file.passed_over)
            try:
                row = decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                if not line or line.isspace():
                    continue
                try:
                    row = _read_leniently(line, titles_needed=file.titles_needed)
                except UnreadableRow as problem:
                    yield BadEntry(f"line {number}", str(problem))
                    continue
            if b'"status"' in line and row.venue and row.submitted_to is None and _is_unaccepted(line):
                row = msgspec.structs.replace(row, submitted_to=row.venue, venue=None)
            if _may_be_untidy(line) or not row.title or not row.id:
                try:
                    row = _tidied(row, titles_needed=file.titles_needed)
                except UnreadableRow as problem:
                    yield BadEntry(f"line {number}", str(problem))
                    continue
            yield row


def _count_unknown(line: bytes, passed_over: Counter[str]) -> None:
    with contextlib.suppress(UnreadableRow):  # what cannot be read is told of by itself
        given = json_of(line)
        for name in given if isinstance(given, dict) else ():
            if name not in _KEYS and (name in passed_over or len(passed_over) < _MOST_NAMES):
                passed_over[name] += 1


def _may_be_untidy(line: bytes) -> bool:
    """Whether a line may hold markup, entities, escapes, runs of blanks or odd characters; nearly all hold none."""
    if b"<" in line or b"  " in line:
        return True
    if (b"&" in line or b"\\" in line) and _ENTITY_OR_ESCAPE.search(line) is not None:
        return True
    return not line.isascii() and _ODD_LETTERS.search(line) is not None


def _tidied(row: Row, *, titles_needed: bool) -> Row:
    changes: dict[str, Any] = {}
    for name in _TEXTS:
        value = getattr(row, name)
        if value is not None and (cleaned := clean_text(value)) != value:
            changes[name] = cleaned
    if not changes.get("title", row.title) and titles_needed:
        raise UnreadableRow("it has no title")
    if not row.id.strip():
        raise UnreadableRow("its id is empty")
    for name in ("authors", "editors"):
        people = getattr(row, name)
        if people and (tidy := tuple(map(_tidy_person, people))) != people:
            changes[name] = tidy
    return msgspec.structs.replace(row, **changes) if changes else row


def _is_unaccepted(line: bytes) -> bool:
    status = _STATUS.decode(line).status
    return isinstance(status, str) and status.strip().lower() in _UNACCEPTED


def _tidy_person(person: Person) -> Person:
    return msgspec.structs.replace(
        person,
        family=clean_text(person.family),
        given=clean_text(person.given),
        suffix=clean_text(person.suffix),
        name=clean_text(person.name),
    )


def _read_leniently(line: bytes, *, titles_needed: bool) -> Row:
    """A row out of a line whose values have other shapes: a string for a list, a number for a string, names."""
    if line is TOO_LONG:
        raise UnreadableRow(f"the line is longer than {MAX_ELEMENT:,} bytes")
    given = json_of(line)
    if not isinstance(given, dict):
        raise UnreadableRow("it is no JSON object")
    known = {name: text(given.get(name)) for name in _STRINGS}
    title, doi, year = title_of(given.get("title"), is_needed=titles_needed), known["doi"], year_of(given.get("year"))
    return Row(
        id=text(given.get("id")) or _id_of(doi, known["arxiv_id"], known["pmid"], title, year),
        title=title,
        titles=texts(given.get("titles")),
        authors=_people(given.get("authors")),
        partial=given.get("partial") is True,
        editors=_people(given.get("editors")),
        year=year,
        years=tuple(y for y in map(year_of, _list(given.get("years"))) if y is not None),
        venue_aliases=texts(given.get("venue_aliases")),
        pages=pages_of(given.get("pages")),
        isbn=texts(given.get("isbn")),
        issn=texts(given.get("issn")),
        notices=texts(given.get("notices")),
        published_as=texts(given.get("published_as")),
        **known,
    )


_STRINGS = (
    "subtitle venue publisher type volume issue article_number edition series doi arxiv_id category pmid pmcid url"
    " abstract submitted_to source"
).split()


def _id_of(doi: str | None, arxiv_id: str | None, pmid: str | None, title: str, year: int | None) -> str:
    """An id for a row that has none: by what identifies the work, else of its title and year."""
    known_doi = parse_doi(doi) if doi else None
    if known_doi:
        return f"doi:{known_doi}"
    if arxiv_id:
        return f"arxiv:{arxiv_id}"
    return f"pmid:{pmid}" if pmid else f"title:{fingerprint(title, str(year))}"


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _people(value: Any) -> tuple[Person, ...]:
    return present(_person(each) for each in _list(value))


def _person(value: Any) -> Person | None:
    if isinstance(value, str):
        return person_named(value)
    if not isinstance(value, dict):
        return None
    return _person_of(value)


def _person_of(value: Mapping[str, Any]) -> Person | None:
    person = named(
        family=value.get("family"),
        given=value.get("given"),
        suffix=value.get("suffix"),
        name=value.get("name") or value.get("literal"),
    )
    if person is None or value.get("organization") is not True:
        return person
    return msgspec.structs.replace(person, organization=True)

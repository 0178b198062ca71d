"""RIS: what EndNote, Zotero, Mendeley and publishers' sites export.

rispy 0.10 was tried: where the end of a reference is missing it makes one work of two, it keeps one of several values
of a tag, gives nothing for tags with a single blank, and takes 0.1 s to be imported. A reference is a list of lines
"TAG  - value" between TY and ER (RIS format specification, Research Information Systems, 2011).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from refcheck_core import parse_arxiv_id, parse_doi

from ..rows import Row
from .files import Place
from .model import MAX_ELEMENT, BadEntry
from .values import fingerprint, is_cut, pages_of, people_named, text, unique, year_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .files import DataFile

_LINE = re.compile(r"\s{0,3}([A-Z][A-Z0-9])  -(?:\s+(.*)|$)")
# As programs and people write it besides: other blanks, tabs, none behind the hyphen.
_ODD_LINE = re.compile(r"[\ufeff\s]{0,8}([A-Z][A-Z0-9])(?:\s{0,4}-(?:\s+(.*)|$)|\s{1,4}-(\S.*))")
_TAGS = frozenset(
    "TY ER A1 A2 A3 A4 AB AD AN AU AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CN CP CT CY DA DB DO DP ED EP ET ID IS J1 J2 JA JF"
    " JO KW L1 L2 L3 L4 LA LB LK M1 M2 M3 N1 N2 NV OP PB PP PY RI RN RP SE SN SP ST SV T1 T2 T3 TA TI TT U1 U2 U3 U4 U5"
    " UR VL VO Y1 Y2".split()
)
"""Tags by which an oddly written line is known from text that goes on ("AI - a survey")."""
_TOO_LONG = f"it is longer than {MAX_ELEMENT:,} bytes"
_COST = 100
"""Bytes of memory that a line takes beside its text."""
_TYPES = {
    kind: name
    for kinds, name in (
        ("JOUR EJOUR MGZN NEWS ABST INPR", "journal-article"),
        ("CONF CPAPER", "proceedings-article"),
        ("BOOK EBOOK", "book"),
        ("EDBOOK", "edited-book"),
        ("CHAP ECHAP", "book-chapter"),
        ("ENCYC DICT", "reference-entry"),
        ("THES", "dissertation"),
        ("RPRT GOVDOC", "report"),
        ("STAND", "standard"),
        ("DATA AGGR", "dataset"),
        ("COMP", "software"),
        ("PAT", "patent"),
        ("ELEC WEB BLOG", "webpage"),
        ("UNPB MANSCPT", "posted-content"),
    )
    for kind in kinds.split()
}
_WHOLES = frozenset({"book", "edited-book"})
_SPLIT = re.compile(r"[;,\s]+")

Fields = dict[str, list[str]]


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read the references of a library.

    The id of a row is the file's name and the reference's own id (ID), accession number (AN) or DOI, else of its
    content. A reference without its end stops at the beginning of the next.
    """
    library = file.path.name.removesuffix(".gz").removesuffix(".ris")
    seen: Counter[str] = Counter()
    for line, fields in _references(file):
        own = _first(fields or {}, "ID", "AN")
        file.place = Place(line, own or "")
        row = _row_of(fields, file) if fields else None
        if fields is None or row is None:
            yield BadEntry(f"line {line}", _TOO_LONG if fields is None else "it has no title")
            continue
        name = own or row.doi or fingerprint(row.title, str(row.year), str(fields.get("AU")))
        seen[name] += 1
        copy = f"#{seen[name]}" if seen[name] > 1 else ""
        yield msgspec.structs.replace(row, id=f"ris:{library}:{name}{copy}")


class _Collected:
    """The lines of one reference; none any more once they are too many."""

    def __init__(self) -> None:
        self.begin = 0
        self._values: dict[str, list[list[str]]] = {}
        self._last: list[str] | None = None
        self._size = 0

    def add(self, tag: str, value: str | None) -> None:
        """Add a line: with its tag, or without one that it goes on with the value before; ``None`` is one too long."""
        self._size += _COST + (len(value) if value is not None else MAX_ELEMENT)
        if self._size > MAX_ELEMENT or value is None:
            self._values.clear()
            return
        if tag:
            self._last = []
            self._values.setdefault(tag, []).append(self._last)
        if self._last is not None and (value := value.strip()):
            self._last.append(value)

    def fields(self) -> Fields | None:
        """The values by tag; ``None`` where they are too long together."""
        if self._size > MAX_ELEMENT:
            return None
        return {tag: [" ".join(parts) for parts in values] for tag, values in self._values.items()}


def _references(file: DataFile) -> Iterator[tuple[int, Fields | None]]:
    """The references, each with the number of its first line; ``None`` for the fields of one that is too long."""
    found = _Collected()
    for number, line in file.text_lines():
        tag, value = _parted(line) if line is not None else ("", None)
        if tag in ("TY", "ER"):
            if found.begin:
                yield found.begin, found.fields()
            found = _Collected()
        if tag and tag != "ER":
            found.begin = found.begin or number
        if found.begin:
            found.add(tag, value)
    if found.begin:
        yield found.begin, found.fields()


def _parted(line: str) -> tuple[str, str]:
    """The tag of a line, empty where it has none, and its text."""
    match = _LINE.match(line)
    if match is not None:
        return match[1], match[2] or ""
    match = _ODD_LINE.match(line)
    if match is not None and match[1] in _TAGS:
        return match[1], match[2] or match[3] or ""
    return "", line


def _first(fields: Fields, *tags: str) -> str | None:
    return next((value for tag in tags for each in fields.get(tag, ()) if (value := text(each))), None)


def _all(fields: Fields, *tags: str) -> tuple[str, ...]:
    return unique(text(each) for tag in tags for each in fields.get(tag, ()))


def _row_of(fields: Fields, file: DataFile) -> Row | None:
    kind = _TYPES.get((_first(fields, "TY") or "").upper())
    title = _first(fields, "TI", "T1", "CT")
    if title is None and kind in _WHOLES:
        title = _first(fields, "BT", "T2")
    if title is None and file.titles_needed:
        return None
    is_whole = kind in _WHOLES
    authors = _all(fields, "AU", "A1")
    url = _first(fields, "UR", "L2")
    given = _first(fields, "DO")
    doi = parse_doi(given or _first(fields, "M3") or "") or (parse_doi(url) if url and "doi.org/" in url else None)
    arxiv = parse_arxiv_id(doi or "") or (parse_arxiv_id(url) if url and "arxiv.org/" in url else None)
    year = next((y for tag in ("PY", "Y1", "DA") for v in fields.get(tag, ()) if (y := year_of(v))), None)
    names = _all(fields, "T2", "JO", "JF", "JA", "J1", "J2", "BT", *(["C3"] if kind == "proceedings-article" else []))
    longest = _first(fields, "JF", "T2", "JO", "BT", "JA", "J2")
    venue = None if is_whole else longest
    numbers = unique(_SPLIT.split(" ".join(fields.get("SN", ()))))
    is_book = kind in _WHOLES or kind == "book-chapter"
    return Row(
        id="",
        title=title or "",
        titles=_all(fields, "ST", "TT", "OP"),
        authors=people_named(authors),
        partial=any(map(is_cut, authors)),
        editors=people_named(_all(fields, "ED", "A2")) if is_whole else (),
        year=year,
        venue=venue,
        venue_aliases=() if is_whole else tuple(name for name in names if name != venue),
        publisher=_first(fields, "PB"),
        type="preprint" if arxiv is not None and kind in (None, "posted-content", "webpage") else kind,
        volume=_first(fields, "VL"),
        issue=_first(fields, "IS"),
        pages=_pages(fields),
        article_number=_first(fields, "C7"),
        edition=_first(fields, "ET"),
        series=_first(fields, "T3") or (_first(fields, "T2") if is_whole else None),
        doi=doi or given,
        arxiv_id=arxiv.id if arxiv is not None else None,
        isbn=numbers if is_book else (),
        issn=() if is_book else numbers,
        url=url,
        abstract=_first(fields, "AB", "N2"),
        source=file.path.name,
    )


def _pages(fields: Fields) -> str | None:
    """First and last page; some programs put the whole range into SP."""
    first, last = pages_of(_first(fields, "SP")), pages_of(_first(fields, "EP"))
    return f"{first}-{last}" if first and last and first != last and "-" not in first else first

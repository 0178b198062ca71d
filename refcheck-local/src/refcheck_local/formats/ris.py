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

from refcheck_core import decode_text, parse_arxiv_id, parse_doi

from ..rows import Row
from .model import BadEntry
from .values import fingerprint, pages_of, people_named, text, unique, year_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .files import DataFile

_LINE = re.compile(r"\s{0,3}([A-Z][A-Z0-9])\s{0,2}-(?:\s(.*)|$)")
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
    for line, fields in _references(decode_text(file.content())):
        row = _row_of(fields, file.path.name)
        if row is None:
            yield BadEntry(f"line {line}", "it has no title")
            continue
        name = _first(fields, "ID", "AN") or row.doi or fingerprint(row.title, str(row.year), str(fields.get("AU")))
        seen[name] += 1
        copy = f"#{seen[name]}" if seen[name] > 1 else ""
        yield msgspec.structs.replace(row, id=f"ris:{library}:{name}{copy}")


def _references(content: str) -> Iterator[tuple[int, Fields]]:
    """The references, each with the number of its first line."""
    fields: Fields = {}
    begin, last = 0, ""
    for number, line in enumerate(content.splitlines(), 1):
        match = _LINE.match(line)
        tag = match[1] if match else ""
        if tag == "TY" and fields:
            yield begin, fields
            fields = {}
        if tag == "ER":
            if fields:
                yield begin, fields
            fields, last = {}, ""
        elif match:
            begin = begin if fields else number
            fields.setdefault(tag, []).append((match[2] or "").strip())
            last = tag
        elif last and fields and line.strip():
            fields[last][-1] += f" {line.strip()}"
    if fields:
        yield begin, fields


def _first(fields: Fields, *tags: str) -> str | None:
    return next((value for tag in tags for each in fields.get(tag, ()) if (value := text(each))), None)


def _all(fields: Fields, *tags: str) -> tuple[str, ...]:
    return unique(text(each) for tag in tags for each in fields.get(tag, ()))


def _row_of(fields: Fields, source: str) -> Row | None:
    kind = _TYPES.get((_first(fields, "TY") or "").upper())
    title = _first(fields, "TI", "T1", "CT")
    if title is None and kind in _WHOLES:
        title = _first(fields, "BT", "T2")
    if title is None:
        return None
    is_whole = kind in _WHOLES
    url = _first(fields, "UR", "L2")
    doi = parse_doi(_first(fields, "DO", "M3") or "") or (parse_doi(url) if url and "doi.org/" in url else None)
    arxiv = parse_arxiv_id(doi or "") or (parse_arxiv_id(url) if url and "arxiv.org/" in url else None)
    year = next((y for tag in ("PY", "Y1", "DA") for v in fields.get(tag, ()) if (y := year_of(v))), None)
    names = _all(fields, "T2", "JO", "JF", "JA", "J1", "J2", "BT")
    longest = _first(fields, "JF", "T2", "JO", "BT", "JA", "J2")
    venue = None if is_whole else longest
    numbers = unique(_SPLIT.split(" ".join(fields.get("SN", ()))))
    is_book = kind in _WHOLES or kind == "book-chapter"
    return Row(
        id="",
        title=title,
        titles=_all(fields, "ST", "TT", "OP"),
        authors=people_named(_all(fields, "AU", "A1")),
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
        doi=doi,
        arxiv_id=arxiv.id if arxiv is not None else None,
        isbn=numbers if is_book else (),
        issn=() if is_book else numbers,
        url=url,
        abstract=_first(fields, "AB", "N2"),
        source=source,
    )


def _pages(fields: Fields) -> str | None:
    """First and last page; some programs put the whole range into SP."""
    first, last = pages_of(_first(fields, "SP")), pages_of(_first(fields, "EP"))
    return f"{first}-{last}" if first and last and first != last and "-" not in first else first

"""DBLP: ``dblp.xml.gz`` (https://dblp.org/xml/), whose form "Some lessons learned" by M. Ley (2009) describes.

Titles end with a full stop that is not theirs, and people of one name are told apart by four digits.
"""

from __future__ import annotations

import contextlib
import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from refcheck_core import parse_arxiv_id, parse_doi

from ..rows import Person, Row
from .model import BadEntry, FormatError
from .values import pages_of, present, text, unique, year_of
from .xml_records import elements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from xml.etree.ElementTree import Element

    from .files import DataFile

_TAGS = ("article", "inproceedings", "proceedings", "book", "incollection", "phdthesis", "mastersthesis", "data")
"""Kinds of records; ``www`` are home pages of people."""
_WHOLES = frozenset({"proceedings", "book"})
_HOMONYM = re.compile(r"\s+\d{4}$")
MOST_WHOLES, LONGEST_TITLE = 200_000, 500
"""Proceedings and books whose titles are kept for their papers (DBLP has half as many), and characters of a title."""


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read records. A paper's proceedings are named by ``booktitle`` and, in full, by the title of their own record.

    That record may stand before or behind the paper, so the file is gone through for such titles first.
    """
    source = file.path.name
    wholes = _titles_of_wholes(file)
    for number, element in enumerate(elements(file, _TAGS), 1):
        if isinstance(element, BadEntry):
            yield element
            continue
        row = row_of(element, source, wholes)
        yield row or BadEntry(f"record {number} ({element.get('key')})", "it has no key or no title")


def _titles_of_wholes(file: DataFile) -> dict[str, str]:
    """The titles of proceedings and books, by key."""
    found: dict[str, str] = {}
    with contextlib.suppress(FormatError):  # told when the rows are read
        for element in elements(file, sorted(_WHOLES)):
            if isinstance(element, BadEntry):
                continue
            key, title = text(element.get("key")), _title(element.find("title"))
            if key and title and len(title) <= LONGEST_TITLE and len(found) < MOST_WHOLES:
                found[key] = title
    return found


def row_of(element: Element, source: str, wholes: Mapping[str, str] = MappingProxyType({})) -> Row | None:
    """The row of a record; ``None`` where it has no key or no title.

    Args:
        element: the record.
        source: name of the file.
        wholes: titles of proceedings and books by key.
    """
    key = text(element.get("key"))
    title = _title(element.find("title"))
    if key is None or title is None:
        return None
    is_whole = element.tag in _WHOLES
    journal, volume = _text(element, "journal"), _text(element, "volume")
    is_corr = journal == "CoRR"
    venue = None if is_whole else journal or _text(element, "booktitle")
    whole = None if is_whole else wholes.get(_text(element, "crossref") or "")
    links = [link for each in element.iterfind("ee") if (link := _content(each))]
    doi = next((doi for link in links if "doi.org/" in link and (doi := parse_doi(link))), None)
    arxiv = parse_arxiv_id((volume or "").removeprefix("abs/")) if is_corr else None
    is_preprint = is_corr or element.get("publtype") in ("informal", "informal withdrawn")
    return Row(
        id=f"dblp:{key}",
        title=title,
        authors=_people(element, "author"),
        editors=_people(element, "editor") if is_whole else (),
        year=year_of(_text(element, "year")),
        venue=venue or whole,
        venue_aliases=(whole,) if venue and whole and whole != venue else (),
        publisher=_text(element, "publisher") or _text(element, "school"),
        type="preprint" if is_preprint else "dataset" if element.tag == "data" else element.tag,
        volume=None if arxiv is not None else volume,
        issue=_text(element, "number"),
        pages=pages_of(_text(element, "pages")),
        series=_text(element, "series"),
        doi=doi,
        arxiv_id=arxiv.id if arxiv is not None else None,
        isbn=unique(_content(each) for each in element.iterfind("isbn")),
        url=f"https://dblp.org/rec/{key}",
        notices=("withdrawal",) if "withdrawn" in (element.get("publtype") or "") else (),
        source=source,
    )


def _content(element: Element | None) -> str | None:
    """The text of an element and of the markup in it."""
    if element is None:
        return None
    return text("".join(element.itertext()) if len(element) else element.text)


def _text(element: Element, tag: str) -> str | None:
    return _content(element.find(tag))


def _title(element: Element | None) -> str | None:
    title = _content(element)
    if title and title.endswith(".") and not title.endswith(".."):
        title = title[:-1]
    return title or None


def _people(element: Element, tag: str) -> tuple[Person, ...]:
    names = (_content(each) for each in element.iterfind(tag))
    return present(Person(name=_HOMONYM.sub("", name)) if name else None for name in names)

"""CSL-JSON: what Zotero, Mendeley and pandoc export, and what doi.org gives.

Schema: https://github.com/citation-style-language/schema (``csl-data.json``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from refcheck_core import parse_arxiv_id, parse_doi

from ..rows import Person, Row
from .json_values import values_in
from .model import BadEntry, UnreadableRow
from .values import (
    fingerprint,
    is_cut,
    mapping,
    mappings,
    named,
    pages_of,
    present,
    text,
    texts,
    title_of,
    unique,
    year_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .files import DataFile

_WHOLES = frozenset({"book", "collection", "monograph", "edited-book", "reference-book", "proceedings", "periodical"})
_THESIS = "thesis"


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read the items of a library. The id of a row is the file's name and the item's own id."""
    library = file.path.name.removesuffix(".gz").removesuffix(".json")
    for number, item in enumerate(values_in(file), 1):
        name = text(item.get("id")) if isinstance(item, dict) else None
        file.place.key = name or ""
        try:
            yield row_of(item, library, file)
        except UnreadableRow as problem:
            yield BadEntry(f"item {name or number}", str(problem))


def row_of(item: Any, library: str, file: DataFile) -> Row:
    """The row of an item.

    Raises:
        UnreadableRow: it is no object, or has no title.
    """
    if not isinstance(item, dict):
        raise UnreadableRow("it is no JSON object")
    title = title_of(item.get("title"), is_needed=file.titles_needed)
    kind = text(item.get("type"))
    given, url = text(item.get("DOI")), text(item.get("URL"))
    doi = parse_doi(given or "")
    number = text(item.get("number"))
    arxiv = parse_arxiv_id(doi or "") or parse_arxiv_id(number or "") or (_arxiv_of(url))
    is_posted = arxiv is not None and kind in ("article", "manuscript", "webpage", "posted-content", None)
    is_whole = kind in _WHOLES
    years = _years(item.get("issued"))
    containers = texts(item.get("container-title"))
    shorts = unique((*texts(item.get("container-title-short")), text(item.get("journalAbbreviation"))))
    series = text(item.get("collection-title"))
    aliases = unique((*containers[1:], *shorts, text(item.get("event-title")), text(item.get("event"))))
    return Row(
        id=f"csl:{library}:{text(item.get('id')) or doi or fingerprint(title, str(years))}",
        title=title,
        subtitle=next(iter(texts(item.get("subtitle"))), None),
        titles=unique((text(item.get("title-short")), text(item.get("original-title")), *texts(item.get("title"))[1:])),
        authors=_people(item.get("author")),
        partial=any(is_cut(text(each.get("literal")) or "") for each in mappings(item.get("author"))),
        editors=_people(item.get("editor")) if is_whole else (),
        year=years[0] if years else None,
        years=years if len(years) > 1 else (),
        venue=containers[0] if containers and not is_whole else None,
        venue_aliases=() if is_whole else aliases,
        publisher=text(item.get("publisher")),
        type="preprint" if is_posted else _kind(kind, text(item.get("genre"))),
        volume=text(item.get("volume")),
        issue=text(item.get("issue")) or (number if kind in ("report", "article-journal") else None),
        pages=pages_of(item.get("page")),
        article_number=text(item.get("article-number")),
        edition=text(item.get("edition")),
        series=series or (containers[0] if is_whole and containers else None),
        doi=doi or given,
        arxiv_id=arxiv.id if arxiv is not None else None,
        isbn=_listed(item.get("ISBN")),
        issn=_listed(item.get("ISSN")),
        pmid=text(item.get("PMID")),
        pmcid=text(item.get("PMCID")),
        url=url,
        abstract=text(item.get("abstract")),
        source=file.path.name,
    )


def _arxiv_of(url: str | None) -> Any:
    return parse_arxiv_id(url) if url and "arxiv.org/" in url.lower() else None


def _kind(kind: str | None, genre: str | None) -> str | None:
    if kind == _THESIS and genre and genre.lower().startswith("master"):
        return "mastersthesis"
    return kind


def _listed(value: Any) -> tuple[str, ...]:
    """Numbers of a list, or of one string that parts them with commas or blanks."""
    return unique(part.strip() for each in texts(value) for part in each.replace(",", " ").split())


def _people(value: Any) -> tuple[Person, ...]:
    return present(_person(each) for each in mappings(value))


def _person(name: Mapping[str, Any]) -> Person | None:
    literal = text(name.get("literal")) or text(name.get("name"))
    if literal and is_cut(literal):
        return None
    particles = (text(name.get("dropping-particle")), text(name.get("non-dropping-particle")))
    family = " ".join(part for part in (*particles, text(name.get("family"))) if part)
    person = named(family=family, given=name.get("given"), suffix=name.get("suffix"), name=literal)
    if person is None or family or not literal:
        return person
    return msgspec.structs.replace(person, organization=bool(name.get("isInstitution")))


def _years(issued: Any) -> tuple[int, ...]:
    """The year, or first and last of a range."""
    date = mapping(issued)
    parts = date.get("date-parts")
    dates = parts if isinstance(parts, list) else []
    found = [year_of(_number(each[0])) for each in dates if isinstance(each, list) and each]
    found = found or [
        year_of(issued if isinstance(issued, (str, int)) else text(date.get("raw") or date.get("literal")))
    ]
    return tuple(dict.fromkeys(year for year in found if year is not None))


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value

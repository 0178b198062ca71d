"""From an article of the IEEE Xplore Metadata API to a `Record`.

Authors are an object within an object; ids and years are numbers or texts. What is not given stays empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from refcheck_core import (
    Author,
    Identifier,
    IdentifierKind,
    Record,
    WorkType,
    clean_text,
    normalize,
    parse_doi,
    parse_identifier,
    plain_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = "ieee"

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_LAST = 1_000_000
"""Place of an author whose ``author_order`` is not known."""

# ``content_type`` of the API's documentation, in the singular; Books are chapters as well as whole books.
_TYPES = {
    "conference": WorkType.PROCEEDINGS_ARTICLE,
    "journal": WorkType.JOURNAL_ARTICLE,
    "magazine": WorkType.JOURNAL_ARTICLE,
    "early access article": WorkType.JOURNAL_ARTICLE,
    "early access": WorkType.JOURNAL_ARTICLE,
    "standard": WorkType.STANDARD,
    "book": WorkType.BOOK_CHAPTER,
    "ebook": WorkType.BOOK_CHAPTER,
    "course": WorkType.OTHER,
}


def article_record(article: Mapping[str, Any]) -> Record:
    """Read one article."""
    title = _title(article.get("title"))
    venue = _text(article.get("publication_title"))
    is_whole = bool(title and venue and normalize(title) == normalize(venue))
    content_type = (_text(article.get("content_type")) or "").casefold()
    work_type = _TYPES.get(content_type, _TYPES.get(content_type.removesuffix("s")))
    if work_type is WorkType.BOOK_CHAPTER and (is_whole or venue is None):
        work_type = WorkType.BOOK
    early = _is_early(article, content_type)
    doi = parse_doi(_text(article.get("doi")) or "")
    years = _years(article)
    return Record(
        source=SOURCE,
        source_id=_label(article.get("article_number")),
        title=title,
        authors=_authors(article.get("authors")),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        venue=None if is_whole else venue,
        publisher=_text(article.get("publisher")),
        type=work_type,
        volume=None if early else _label(article.get("volume")),
        issue=None if early else _label(article.get("issue")),
        pages=None if early else _pages(article),
        doi=doi,
        identifiers=_identifiers(article, doi, work_type),
        url=_url(article),
        abstract=_text(article.get("abstract")),
    )


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _text(value: Any) -> str | None:
    return clean_text(_string(value))


def _label(value: Any) -> str | None:
    """A volume, a year, an id: a text, or a number in its place."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _text(value)


def _title(value: Any) -> str | None:
    text = _string(value)
    return (plain_text(text) or None) if text else None


def _is_early(article: Mapping[str, Any], content_type: str) -> bool:
    """Whether the article has no place in a volume yet: "PP" and "99" are no volume and issue, "1-21" no pages."""
    return content_type.startswith("early access") or (_label(article.get("volume")) or "").upper() == "PP"


def _authors(value: Any) -> tuple[Author, ...]:
    """Authors by ``author_order``; the documented form is ``{"authors": [{"full_name", "author_order"}]}``."""
    people = sorted(_people(value), key=lambda person: person[0])
    return tuple(Author.parse(name) for _, name in people)


def _people(value: Any) -> Iterator[tuple[int, str]]:
    """Place and name of each author, from the documented form, a plain list, single objects or names."""
    if isinstance(value, Mapping) and "authors" in value:
        value = value["authors"]
    if isinstance(value, str):
        value = value.split(";")  # as the export of the web site has it
    for person in value if isinstance(value, list) else [value]:
        if isinstance(person, Mapping):
            name = _text(person.get("full_name")) or _text(person.get("preferred_name")) or _text(person.get("name"))
            place = person.get("author_order")
        else:
            name, place = clean_text(_string(person)), None
        if name:
            yield _place(place), name


def _place(order: Any) -> int:
    text = _label(order) or ""
    return int(text) if re.fullmatch(r"[0-9]{1,5}", text) else _LAST


def _years(article: Mapping[str, Any]) -> list[int]:
    """The year of publication, then that of the date ("31 Dec. 2017-2 Jan. 2018" of a conference has two)."""
    given = [_label(article.get("publication_year")) or "", _label(article.get("publication_date")) or ""]
    return [int(year) for text in given for year in _YEAR.findall(text)]


def _pages(article: Mapping[str, Any]) -> str | None:
    first, last = (_label(article.get(name)) for name in ("start_page", "end_page"))
    if first and last and first != last:
        return f"{first}-{last}"
    return first or last


def _identifiers(article: Mapping[str, Any], doi: str | None, work_type: WorkType | None) -> tuple[Identifier, ...]:
    """DOI and, of a book itself, ISBN; the ISBN of a paper is that of its proceedings."""
    found = [Identifier(IdentifierKind.DOI, doi)] if doi else []
    isbn = parse_identifier(f"ISBN {_label(article.get('isbn'))}") if work_type is WorkType.BOOK else None
    if isbn is not None and isbn.kind is IdentifierKind.ISBN:
        found.append(isbn)
    return tuple(found)


def _url(article: Mapping[str, Any]) -> str | None:
    """The page for people; where it is not given, it follows from the article's number."""
    for name in ("html_url", "abstract_url"):
        address = _text(article.get(name))
        if address and re.match(r"https?://ieeexplore\.ieee\.org/[^\s]+", address):
            return address
    number = _label(article.get("article_number")) or ""
    return f"https://ieeexplore.ieee.org/document/{number}/" if re.fullmatch(r"[0-9]{1,12}", number) else None

"""From an entry of a Scopus search to a `Record`.

The view STANDARD names the first author only (``dc:creator``); the view COMPLETE has a list ``author``, cut at 100. Any
field can be null, a text or an object ``{"$": text}``, or a list of those.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from refcheck_core import (
    Author,
    Identifier,
    IdentifierKind,
    Notice,
    NoticeKind,
    Record,
    WorkType,
    clean_text,
    normalize,
    parse_doi,
    parse_identifier,
    plain_text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = "scopus"

_SHORT_NAME = re.compile(
    r"(?P<family>\S.*?)(?:,? (?P<suffix>Jr\.?|Sr\.?|II|III|IV))?,? (?P<given>(?:[^\W\d_]{1,2}\.(?:[-‐ ]?))+)", re.DOTALL
)
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_DASH = re.compile(r"\s*[-‐-―]+\s*")

# Codes of Scopus' document types (search tips, DOCTYPE) that alone tell the kind of work.
_BY_SUBTYPE = {
    "bk": WorkType.BOOK,
    "ch": WorkType.BOOK_CHAPTER,
    "cr": WorkType.PROCEEDINGS,
    "rp": WorkType.REPORT,
}
_BY_CONTAINER = {
    "journal": WorkType.JOURNAL_ARTICLE,
    "trade journal": WorkType.JOURNAL_ARTICLE,
    "conference proceeding": WorkType.PROCEEDINGS_ARTICLE,
    "report": WorkType.REPORT,
}
_RETRACTED = "tb"


def entry_record(entry: Mapping[str, Any]) -> Record:
    """Read one entry; what it does not give, or gives in another form, stays empty."""
    title = _title(entry)
    authors, complete = _authors(entry)
    years = _years(entry)
    work_type = _type(entry)
    venue = _text(entry.get("prism:publicationName"))
    doi = parse_doi(_text(entry.get("prism:doi")) or "")
    pages = _label(entry.get("prism:pageRange"))
    return Record(
        source=SOURCE,
        source_id=_label(entry.get("eid")) or _label(entry.get("dc:identifier")),
        title=title,
        authors=authors,
        authors_complete=complete,
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        venue=None if venue and title and normalize(venue) == normalize(title) else venue,
        publisher=_text(entry.get("dc:publisher")),
        type=work_type,
        volume=_label(entry.get("prism:volume")),
        issue=_label(entry.get("prism:issueIdentifier")),
        pages=_DASH.sub("-", pages) if pages else None,
        article_number=_label(entry.get("article-number")),
        doi=doi,
        identifiers=_identifiers(entry, doi, work_type),
        url=_url(entry.get("link")),
        abstract=_text(entry.get("dc:description")),
        notices=_notices(entry),
    )


def _string(value: Any) -> str | None:
    """The first text in a text, an object ``{"$": …}`` or a list of those."""
    for item in value if isinstance(value, list) else [value]:
        inner = item.get("$") if isinstance(item, dict) else item
        if isinstance(inner, str) and inner.strip():
            return inner
    return None


def _text(value: Any) -> str | None:
    return clean_text(_string(value))


def _label(value: Any) -> str | None:
    """A volume, a date, an id: a text, or a number in its place."""
    if isinstance(value, dict):
        value = value.get("$")
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _text(value)


def _title(entry: Mapping[str, Any]) -> str | None:
    text = _string(entry.get("dc:title"))
    return (plain_text(text) or None) if text else None


def _authors(entry: Mapping[str, Any]) -> tuple[tuple[Author, ...], bool]:
    """Authors, and whether they are all."""
    listed = entry.get("author")
    people = [person for person in listed if isinstance(person, dict)] if isinstance(listed, list) else []
    if people:
        return _listed(people, entry.get("author-count"))
    first = _text(entry.get("dc:creator"))
    return ((_short_name(first),) if first else ()), False


def _listed(people: list[dict[str, Any]], count: Any) -> tuple[tuple[Author, ...], bool]:
    """View COMPLETE repeats an author for each affiliation; ``author-count`` counts the repetitions.

    Where two names share one place in the list, the entry is a merger of records and its list cannot be relied on.
    """
    authors: list[Author] = []
    seen: set[tuple[str | None, str | None]] = set()
    for person in people:
        author = _person(person)
        key = _label(person.get("@seq")), author.display if author else None
        if author is not None and key not in seen:
            seen.add(key)
            authors.append(author)
    places = [place for place, _ in seen if place is not None]
    total = _label(count)
    all_there = total is None or (total.isdecimal() and len(total) < 7 and int(total) <= len(people))
    return tuple(authors), bool(authors) and all_there and len(places) == len(set(places))


def _person(person: Mapping[str, Any]) -> Author | None:
    family, given = _text(person.get("surname")), _text(person.get("given-name")) or _text(person.get("initials"))
    if family:
        return Author(family=family, given=given)
    name = _text(person.get("authname"))
    return _short_name(name) if name else None


def _short_name(name: str) -> Author:
    """A name such as "van der Berg J.-P.": family name first, then initials."""
    match = _SHORT_NAME.fullmatch(name) if len(name) < 200 else None
    if match is None:
        return Author.parse(name)
    return Author(family=match["family"], given=match["given"].strip(), suffix=match["suffix"])


def _years(entry: Mapping[str, Any]) -> list[int]:
    """The year of the cover date, then that of the date as it is displayed."""
    dates = (_label(entry.get(name)) or "" for name in ("prism:coverDate", "prism:coverDisplayDate"))
    return [int(match[0]) for date in dates if (match := _YEAR.search(date))]


def _subtype(entry: Mapping[str, Any]) -> str:
    return (_text(entry.get("subtype")) or "").casefold()


def _type(entry: Mapping[str, Any]) -> WorkType | None:
    """The kind of work: by document type where that is decisive, else by the kind of what holds it."""
    subtype, container = _subtype(entry), (_text(entry.get("prism:aggregationType")) or "").casefold()
    found = _BY_SUBTYPE.get(subtype) or _BY_CONTAINER.get(container)
    if found is None and subtype == "cp":  # in a book or a book series
        return WorkType.PROCEEDINGS_ARTICLE
    return WorkType.BOOK_CHAPTER if found is None and container == "book" else found


def _notices(entry: Mapping[str, Any]) -> tuple[Notice, ...]:
    if _subtype(entry) == _RETRACTED:
        return (Notice(kind=NoticeKind.RETRACTION, asserted_by=SOURCE),)
    return ()


def _identifiers(entry: Mapping[str, Any], doi: str | None, work_type: WorkType | None) -> tuple[Identifier, ...]:
    """DOI, PMID and, of a book itself, ISBN; the ISBN of a paper is its book's."""
    found = [Identifier(IdentifierKind.DOI, doi)] if doi else []
    pmid = _label(entry.get("pubmed-id")) or ""
    if re.fullmatch(r"[1-9][0-9]{0,7}", pmid):  # some entries hold a number of MEDLINE there, which is longer
        found.append(Identifier(IdentifierKind.PMID, pmid))
    isbn = parse_identifier(f"ISBN {_label(entry.get('prism:isbn'))}") if work_type is WorkType.BOOK else None
    if isbn is not None and isbn.kind is IdentifierKind.ISBN:
        found.append(isbn)
    return tuple(found)


def _url(links: Any) -> str | None:
    """The page for people. Links to the API are no use to them, and can hold a key."""
    for link in links if isinstance(links, list) else ():
        address = _text(link.get("@href")) if isinstance(link, dict) and link.get("@ref") == "scopus" else None
        if address and re.match(r"https://www\.scopus\.com/[^\s]+", address):
            return address
    return None

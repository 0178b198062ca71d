"""Scopus' shapes: an entry of a search in the views STANDARD and COMPLETE, as recorded."""

from __future__ import annotations

import calendar
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus

from .work import Work, authors_of, crossref_type, full_title, own_doi, split_name, venues_of

if TYPE_CHECKING:
    from collections.abc import Mapping

EMPTY_ENTRY = {"@_fa": "true", "error": "Result set was empty"}
"""The one entry of an answer that found nothing."""

_API = "https://api.elsevier.com/content/"
_MOST_AUTHORS = 100

# ``subtype``, its description, and ``prism:aggregationType``.
_KINDS = {
    "book": ("bk", "Book", "Book"),
    "monograph": ("bk", "Book", "Book"),
    "edited-book": ("bk", "Book", "Book"),
    "book-chapter": ("ch", "Book Chapter", "Book"),
    "proceedings": ("cr", "Conference Review", "Conference Proceeding"),
    "proceedings-article": ("cp", "Conference Paper", "Conference Proceeding"),
}


def entry(work: Work, position: int, *, complete: bool) -> dict[str, Any]:
    """A work as an entry; what the work does not say is left out, or null as recorded."""
    number = str(85_000_000_000 + position)
    authors = [split_name(author) for author in authors_of(work)]
    subtype, description, container = _KINDS.get(crossref_type(work), ("ar", "Article", "Journal"))
    venues, date = venues_of(work), _date(work)
    shown: dict[str, Any] = {
        "@_fa": "true",
        "link": _links(number),
        "prism:url": f"{_API}abstract/scopus_id/{number}",
        "dc:identifier": f"SCOPUS_ID:{number}",
        "eid": f"2-s2.0-{number}",
        "dc:title": full_title(work),
        "dc:creator": _indexed(authors[0]) if authors else None,
        "prism:publicationName": venues[-1] if venues else None,
        "prism:issn": next(iter(_list(work.get("issn"))), None),
        "prism:isbn": [{"@_fa": "true", "$": isbn} for isbn in _list(work.get("isbn"))] or None,
        "prism:volume": work.get("volume"),
        "prism:issueIdentifier": work.get("issue"),
        "prism:pageRange": str(work["pages"]).replace("--", "-") if work.get("pages") else None,
        "prism:coverDate": "-".join([f"{date[0]:04}", *(f"{part:02}" for part in date[1:])]) if date else None,
        "prism:coverDisplayDate": _displayed(work),
        "prism:doi": own_doi(work),
        "dc:description": work.get("abstract") if complete else None,
        "citedby-count": "0",
        "pubmed-id": work.get("pmid"),
        "prism:aggregationType": container,
        "subtype": subtype,
        "subtypeDescription": description,
        "author-count": {"@limit": str(_MOST_AUTHORS), "$": str(len(authors))} if complete else None,
        "author": [_person(author, at) for at, author in enumerate(authors[:_MOST_AUTHORS], 1)] if complete else None,
        "article-number": work.get("article_number"),
        "source-id": "21100000000",
        "openaccess": "0",
        "openaccessFlag": False,
    }
    return {key: value for key, value in shown.items() if value is not None or key == "prism:pageRange"}


def links(query: str, start: int, count: int) -> list[dict[str, str]]:
    """Links of an answer to itself and to its first page."""
    shown = []
    for name, at in (("self", start), ("first", 0)):
        address = f"{_API}search/scopus?start={at}&count={count}&query={quote_plus(query)}"
        shown.append({"@_fa": "true", "@ref": name, "@href": address, "@type": "application/json"})
    return shown


def _links(number: str) -> list[dict[str, str]]:
    page = "https://www.scopus.com/inward"
    addresses = {
        "self": f"{_API}abstract/scopus_id/{number}",
        "author-affiliation": f"{_API}abstract/scopus_id/{number}?field=author,affiliation",
        "scopus": f"{page}/record.uri?partnerID=HzOxMe3b&scp={number}&origin=inward",
        "scopus-citedby": f"{page}/citedby.uri?partnerID=HzOxMe3b&scp={number}&origin=inward",
    }
    return [{"@_fa": "true", "@ref": name, "@href": address} for name, address in addresses.items()]


def _initials(given: str) -> str:
    return "".join(f"{word[0]}." for word in given.replace("-", " ").split() if word[0].isalpha())


def _indexed(author: Mapping[str, str]) -> str:
    """Family name and initials: "Gomez A.N."."""
    if "family" not in author:
        return author.get("name") or author.get("given", "")
    return f"{author['family']} {_initials(author.get('given', ''))}".strip()


def _person(author: Mapping[str, str], place: int) -> dict[str, str]:
    return {
        "@_fa": "true",
        "@seq": str(place),
        "authid": str(57_000_000_000 + place),
        "authname": _indexed(author),
        "surname": author.get("family") or author.get("name", ""),
        "given-name": author.get("given", ""),
        "initials": _initials(author.get("given", "")),
    }


def _date(work: Work) -> list[int] | None:
    """The cover date: that of print, with the first of January where only the year is known."""
    given = (
        work.get("published_print") or work.get("published_online") or ([work["year"]] if work.get("year") else None)
    )
    return [*given, 1, 1][:3] if given else None


def _displayed(work: Work) -> str | None:
    given = (
        work.get("published_print") or work.get("published_online") or ([work["year"]] if work.get("year") else None)
    )
    if not given:
        return None
    month = [calendar.month_name[given[1]]] if len(given) > 1 else []
    return " ".join([*(str(day) for day in given[2:3]), *month, str(given[0])])


def _list(value: Any) -> list[str]:
    if value is None:
        return []
    return [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]

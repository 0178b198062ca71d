"""Crossref's shapes: a work as of July 2026, and its BibTeX transform."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from .text import fold
from .work import Work, authors_of, clean_doi, crossref_type, is_arxiv_record, own_doi, split_name, venues_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_REGISTERED = (2025, 1, 1)
"""Date of registration of everything (``created``, ``deposited``, ``indexed``): the corpora don't know it, and no
client should take it for a date of publication."""

SELECTABLE = frozenset(
    "DOI ISBN ISSN URL abstract accepted alternative-id approved archive article-number assertion author chair"
    " clinical-trial-number container-title content-created content-domain contributor created degree deposited editor"
    " event funder group-title indexed is-referenced-by-count issn-type issue issued license link member original-title"
    " page posted prefix published published-online published-print publisher publisher-location reference"
    " references-count relation resource score short-container-title short-title standards-body subject subtitle title"
    " translator type update-policy update-to updated-by volume".split()
)
"""Names that ``select`` takes; ``subtype``, ``language``, ``institution`` and some more are not among them."""

_BIBTEX_TYPES = {
    "book": "book",
    "book-chapter": "inbook",
    "dissertation": "phdthesis",
    "edited-book": "book",
    "journal-article": "article",
    "monograph": "book",
    "posted-content": "article",
    "proceedings": "proceedings",
    "proceedings-article": "inproceedings",
    "report": "techreport",
}


def doi_of(work: Work) -> str:
    """The DOI that Crossref has the work under, as registered."""
    if is_arxiv_record(work):
        return clean_doi(work.get("doi")) or ""
    return str(work["doi"])


def crossref_view(work: Work) -> Work:
    """What Crossref would say of a work.

    Of a DOI that only arXiv's record names, the emulator knows title and authors: no date, no venue, no type.
    """
    if not is_arxiv_record(work) or own_doi(work):
        return work
    return {"doi": doi_of(work), "title": work.get("title", ""), "authors": authors_of(work), "type": "other"}


def crossref_work(work: Work, score: float = 1) -> dict[str, Any]:
    """The ``message`` of a work; keys in the order of the recorded answers, absent where nothing is known."""
    work = crossref_view(work)
    kind, doi, venues = crossref_type(work), doi_of(work), venues_of(work)
    posted = kind == "posted-content"
    dates = _dates(work, posted)
    references = int(work.get("references", 0))
    unknown: list[Any] = [None]
    found: dict[str, Any] = {"indexed": _moment(_REGISTERED) | {"version": "3.54.1"}}
    if posted:
        found["group-title"] = work.get("group_title")
        found["institution"] = work.get("institution")
    found |= {
        "update-to": _updates(work.get("update_to")),
        "reference-count": references,
        "publisher": work.get("publisher"),
        "issue": _text(work.get("issue")),
        "content-domain": {"domain": [], "crossmark-restriction": False},
        "short-container-title": _list(work.get("short_venue")),
        "abstract": work.get("abstract"),
        **dates,
        "DOI": doi,
        "type": kind,
        "created": _moment(_REGISTERED),
        "page": _text(work.get("pages")),
        "source": "Crossref",
        "is-referenced-by-count": 0,
        "title": _list(work.get("title")),
        "prefix": doi.split("/", 1)[0],
        "volume": _text(work.get("volume")),
        "author": _names(authors_of(work), "author"),
        "member": "0",
        "event": work.get("event"),
        "updated-by": _updates(work.get("updated_by")),
        "container-title": [] if posted else venues,
        "original-title": _list(work.get("original_title")),
        "language": work.get("language"),
        "link": [],
        "deposited": _moment(_REGISTERED),
        "score": score,
        "resource": {"primary": {"URL": work.get("url") or f"https://doi.org/{doi}"}},
        "subtitle": _list(work.get("subtitle")),
        "editor": _names(work.get("editors") or (), "editor"),
        "short-title": [],
        "issued": {"date-parts": [_earliest(dates) or unknown]},
        "references-count": references,
        "URL": f"https://doi.org/{doi}",
        "relation": work.get("relation") or {},
        "ISSN": _list(work.get("issn")) or None,
        "ISBN": _list(work.get("isbn")) or None,
        "article-number": _text(work.get("article_number")),
        "subject": [],
        "published": {"date-parts": [_earliest(dates)]} if _earliest(dates) else None,
        "subtype": "preprint" if posted else None,
    }
    if found["ISSN"]:
        found["issn-type"] = [{"value": value, "type": "print"} for value in found["ISSN"]]
    if found["ISBN"]:
        found["isbn-type"] = [{"value": value, "type": "print"} for value in found["ISBN"]]
    return {key: value for key, value in found.items() if value is not None}


def selected(message: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Only the named fields; Crossref keeps no other."""
    return {key: value for key, value in message.items() if key in names} if names else message


def crossref_bibtex(work: Work) -> str:
    """The transform to BibTeX with its quirks: one line, en dashes, month macros, ``&amp;`` kept."""
    message = crossref_work(work)
    people = [_bibtex_name(name) for name in message.get("author", ())]
    parts = (message.get("published") or {"date-parts": [[]]})["date-parts"][0]
    family = next((name.get("family") or name.get("name") for name in message.get("author", ())), None)
    year = str(parts[0]) if parts else ""
    key = "_".join(part for part in (fold(family).title().replace(" ", "_") if family else "", year) if part) or "1"
    kind = _BIBTEX_TYPES.get(str(message["type"]), "misc")
    container = next(iter(message.get("container-title", ())), None)
    fields = {
        "title": next(iter(message["title"]), None),
        "volume": message.get("volume"),
        "ISSN": next(iter(message.get("ISSN", ())), None),
        "url": f"http://dx.doi.org/{message['DOI']}",
        "DOI": message["DOI"],
        "number": message.get("issue"),
        "journal" if kind == "article" else "booktitle": container,
        "publisher": message.get("publisher"),
        "author": " and ".join(people) or None,
        "year": year or None,
    }
    texts = [f"{name}={{{text}}}" for name, text in fields.items() if text]
    if len(parts) > 1:
        texts.append(f"month={calendar.month_abbr[parts[1]].lower()}")
    if pages := message.get("page"):
        texts.append(f"pages={{{str(pages).replace('-', '–')}}}")
    return f" @{kind}{{{key}, {', '.join(texts)} }}\n"


def _bibtex_name(name: Mapping[str, Any]) -> str:
    if "family" not in name:
        return str(name.get("name") or name.get("given"))
    return f"{name['family']}, {name['given']}" if "given" in name else str(name["family"])


def _dates(work: Work, posted: bool) -> dict[str, Any]:
    found = {
        name: {"date-parts": [list(work[key])]}
        for name, key in (
            ("published-print", "published_print"),
            ("published-online", "published_online"),
            ("posted", "posted"),
            ("accepted", "accepted"),
        )
        if work.get(key)
    }
    if not found and work.get("year"):
        found["posted" if posted else "published-print"] = {"date-parts": [[work["year"]]]}
    return found


def _earliest(dates: Mapping[str, Any]) -> list[int]:
    known = [value["date-parts"][0] for name, value in dates.items() if name != "accepted"]
    return min(known, default=[])


def _moment(parts: Sequence[int]) -> dict[str, Any]:
    year, month, day = (*parts, 1, 1)[:3]
    moment = datetime(year, month, day, tzinfo=UTC)
    return {
        "date-parts": [[year, month, day]],
        "date-time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "timestamp": int(moment.timestamp() * 1000),
    }


def _updates(updates: Sequence[Mapping[str, Any]] | None) -> list[dict[str, Any]] | None:
    if not updates:
        return None
    return [
        {**update, "updated": _moment(update["updated"]) if isinstance(update["updated"], list) else update["updated"]}
        for update in updates
    ]


def _names(people: Sequence[Mapping[str, Any]], role: str) -> list[dict[str, Any]] | None:
    if not people:
        return None
    return [
        {
            **split_name(person),
            "sequence": "additional" if number else "first",
            "affiliation": [],
            "role": [{"role": role, "vocabulary": "crossref"}],
        }
        for number, person in enumerate(people)
    ]


def _text(value: Any) -> str | None:
    return str(value) if value else None


def _list(value: Any) -> list[Any]:
    if not value:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]

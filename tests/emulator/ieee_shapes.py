"""IEEE Xplore's shape of an article, as recorded."""

from __future__ import annotations

import calendar
from typing import TYPE_CHECKING, Any

from .work import authors_of, crossref_type, display_name, full_title, venues_of

if TYPE_CHECKING:
    from .work import Work

_CONTENT_TYPES = {
    "book": "Books",
    "book-chapter": "Books",
    "edited-book": "Books",
    "monograph": "Books",
    "proceedings-article": "Conferences",
    "standard": "Standards",
}


def number_of(position: int) -> int:
    """The article number of a work."""
    return 9_000_000 + position


def article(work: Work, position: int, rank: int) -> dict[str, Any]:
    """A work as an article; what it does not say is left out."""
    number, venues = number_of(position), venues_of(work)
    first, _, last = str(work.get("pages") or "").replace("--", "-").partition("-")
    content_type = _CONTENT_TYPES.get(crossref_type(work), "Journals")
    shown: dict[str, Any] = {
        "doi": work.get("doi"),
        "title": full_title(work),
        "publisher": work.get("publisher") or "IEEE",
        "isbn": _first(work.get("isbn")),
        "issn": _first(work.get("issn")),
        "issue": work.get("issue"),
        "rank": rank,
        "volume": work.get("volume"),
        "authors": {
            "authors": [
                {"full_name": display_name(author), "author_order": place}
                for place, author in enumerate(authors_of(work), 1)
            ]
        },
        "access_type": "LOCKED",
        "content_type": content_type,
        "abstract": work.get("abstract"),
        "article_number": str(number),
        "pdf_url": f"https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arnumber={number}",
        "html_url": f"https://ieeexplore.ieee.org/document/{number}/",
        "abstract_url": f"https://ieeexplore.ieee.org/document/{number}/",
        "publication_title": venues[-1] if venues else None,
        "publication_number": number - 1_000,
        "is_number": number - 500,
        "publication_year": work.get("year"),
        "publication_date": _date(work),
        "start_page": first or None,
        "end_page": last or first or None,
        "citing_paper_count": 0,
        "citing_patent_count": 0,
        "index_terms": {},
    }
    if not shown["authors"]["authors"]:
        shown["authors"] = None  # front matter
    return {key: value for key, value in shown.items() if value is not None}


def _date(work: Work) -> str | None:
    given = work.get("published_print") or ([work["year"]] if work.get("year") else None)
    if not given:
        return None
    return f"{calendar.month_name[given[1]]} {given[0]}" if len(given) > 1 else str(given[0])


def _first(value: Any) -> str | None:
    values = value if isinstance(value, list | tuple) else [value]
    return str(values[0]) if values and values[0] else None

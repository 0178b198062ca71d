"""A Crossref work as a `Record`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from refcheck_core import (
    Author,
    Identifier,
    IdentifierKind,
    Record,
    WorkType,
    keywords,
    normalize,
    parse_arxiv_id,
    parse_identifier,
)

from .dates import years
from .markup import abstract_text, title_texts
from .notices import doi_of, notices, related
from .people import People, is_body, people
from .shapes import items, mapping, text, texts, unique
from .venues import place

SOURCE = "crossref"

_TYPES = {
    "book-part": WorkType.BOOK_CHAPTER,
    "book-section": WorkType.BOOK_CHAPTER,
    "book-track": WorkType.BOOK_CHAPTER,
    "book-series": WorkType.JOURNAL,
    "book-set": WorkType.JOURNAL,
    "database": WorkType.DATASET,
    "journal-issue": WorkType.JOURNAL,
    "journal-volume": WorkType.JOURNAL,
    "proceedings-series": WorkType.JOURNAL,
    "report-component": WorkType.REPORT,
    "report-series": WorkType.JOURNAL,
}
"""Crossref's types (``/types``) that `WorkType` does not have under the same name."""
_SAME_TYPES = {kind.value: kind for kind in WorkType}

_BOOKS = frozenset(
    {WorkType.BOOK, WorkType.EDITED_BOOK, WorkType.MONOGRAPH, WorkType.REFERENCE_BOOK, WorkType.PROCEEDINGS}
)
_WITH_EDITORS = _BOOKS | {WorkType.BOOK_CHAPTER, WorkType.PROCEEDINGS_ARTICLE, WorkType.REFERENCE_ENTRY}
"""Kinds whose ``editor`` is an editor of the book; that of an article is the journal's handling editor."""

_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S.*")
_RUNNING_HEAD = re.compile(r".*et\s+al\.?", re.IGNORECASE)
_DASHES = re.compile(r"\s*[\u2010-\u2015\u2212]+\s*")
_PLAIN_IN_URL = "/:;()[],._-"


class Titles(NamedTuple):
    """Titles of a work, as `Record` has them."""

    title: str | None
    subtitle: str | None
    alternatives: tuple[str, ...]


def record_of(work: Any) -> Record | None:
    """Read one work.

    Args:
        work: ``message`` of a single answer, or one of the ``items`` of a list. Any of its leaves may be missing or of
            the wrong shape; such a leaf is left out of the record.

    Returns:
        ``None`` where it is no work: no object, one without a DOI, or one whose title is there but no text: what it
        is cannot be told then.
    """
    if not isinstance(work, Mapping):
        return None
    doi = registered_doi(work.get("DOI"))
    if doi is None or not _has_readable_title(work.get("title")):
        return None
    kind = work_type(work.get("type"))
    titles = _titles(work)
    where = place(work, kind)
    authors = people(work.get("author"), "author")
    by_journal = len(authors.names) == 1 and is_body(authors.names[0], (where.venue or "", *where.aliases))
    if by_journal:
        authors = People((Author(literal=authors.names[0].display, organization=True),), authors.complete)
    editors = people(work.get("editor"), "editor") if kind in _WITH_EDITORS else People((), complete=True)
    dates = years(work)
    abstract = work.get("abstract")
    return Record(
        source=SOURCE,
        source_id=doi,
        title=titles.title,
        subtitle=titles.subtitle,
        alternative_titles=titles.alternatives,
        authors=authors.names,
        authors_complete=authors.complete,
        editors=editors.names,
        year=dates.year,
        years=dates.all,
        venue=where.venue,
        venue_aliases=where.aliases,
        publisher=where.publisher,
        series=where.series,
        type=kind,
        volume=text(work.get("volume")),
        issue=text(work.get("issue")) or text(mapping(work.get("journal-issue")).get("issue")),
        pages=_pages(work.get("page")),
        article_number=text(work.get("article-number")),
        edition=text(work.get("edition-number")),
        doi=doi,
        arxiv_id=_arxiv_id(doi),
        identifiers=_identifiers(work, doi, kind),
        url=f"https://doi.org/{quote(doi, safe=_PLAIN_IN_URL)}",
        abstract=abstract_text(abstract) if isinstance(abstract, str) else None,
        notices=notices(work, titles.title, by_journal=by_journal),
        preprint_of=related(work, "is-preprint-of"),
        preprints=related(work, "has-preprint"),
        same_as=related(work, "is-same-as", "is-identical-to"),
        reviews=related(work, "is-review-of", "is-comment-on", "is-reply-to"),
        degree=next(iter(texts(work.get("degree"))), None),
    )


def _has_readable_title(value: Any) -> bool:
    """Whether a title is left out, or one text of it can be read."""
    if value is None or isinstance(value, str):
        return True
    return isinstance(value, list) and (not value or any(item is None or isinstance(item, str) for item in value))


def registered_doi(value: Any) -> str | None:
    """A DOI as Crossref has it registered, in lower case.

    The registry's own spelling is exact, so nothing is trimmed: a suffix may end in "." or ")".
    """
    doi = value.strip() if isinstance(value, str) else ""
    if not _DOI.fullmatch(doi):
        return doi_of(value)
    return "".join(c.lower() if c.isascii() else c for c in doi)


def work_type(value: Any) -> WorkType | None:
    """The kind of work; a type that is not known here is `WorkType.OTHER`."""
    name = text(value)
    return None if name is None else _TYPES.get(name) or _SAME_TYPES.get(name, WorkType.OTHER)


def _titles(work: Mapping[str, Any]) -> Titles:
    """Main title, subtitle and every other title: translations, the original language's, the short one.

    A work that has an original title only is known by that. A subtitle that repeats the title or some of its words
    is none, nor is a running head ("HUSSAIN et al.") or an order number, which some publishers deposit in its place.
    """
    readings = [title_texts(raw) for raw in items(work.get("title")) if isinstance(raw, str)]
    original = [title_texts(raw) for raw in items(work.get("original-title")) if isinstance(raw, str)]
    known = [each for each in (*readings, *original) if each]
    title = known[0][0] if known else None
    others = [other for each in known for other in each]
    others.extend(texts(work.get("short-title")))
    subtitle = next(iter(_subtitles(work)), None)
    if title is None or subtitle is None:
        return Titles(title, None, _others(others, title))
    whole, part = normalize(title), normalize(subtitle)
    if whole.endswith(part) or not any(c.isalpha() for c in part) or _RUNNING_HEAD.fullmatch(subtitle):
        return Titles(title, None, _others(others, title))
    words = set(keywords(subtitle))
    if part.startswith(whole) or (words and words <= set(keywords(title))):
        return Titles(title, None, _others((*others, subtitle), title))
    return Titles(title, subtitle, _others(others, title))


def _subtitles(work: Mapping[str, Any]) -> tuple[str, ...]:
    raw = (title_texts(each) for each in items(work.get("subtitle")) if isinstance(each, str))
    return unique(each[0] for each in raw if each)


def _others(titles: Any, title: str | None) -> tuple[str, ...]:
    return tuple(other for other in unique(titles) if other != title)


def _pages(value: Any) -> str | None:
    pages = text(value)
    return None if pages is None else _DASHES.sub("-", pages)


def _arxiv_id(doi: str) -> str | None:
    found = parse_arxiv_id(doi) if doi.startswith("10.48550/arxiv.") else None
    return found.id if found is not None else None


def _identifiers(work: Mapping[str, Any], doi: str, kind: WorkType | None) -> tuple[Identifier, ...]:
    """DOI, arXiv id and, of a book itself, ISBNs; the ISBN of a chapter is its book's."""
    found = [Identifier(IdentifierKind.DOI, doi)]
    arxiv_id = _arxiv_id(doi)
    if arxiv_id is not None:
        found.append(Identifier(IdentifierKind.ARXIV, arxiv_id))
    if kind in _BOOKS:
        isbns = (parse_identifier(f"ISBN {isbn.rsplit('/', 1)[-1]}") for isbn in texts(work.get("ISBN")))
        found.extend(isbn for isbn in isbns if isbn is not None and isbn.kind is IdentifierKind.ISBN)
    return tuple(dict.fromkeys(found))

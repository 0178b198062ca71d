"""Crossref: works of the public data file (JSON Lines; older ones an object of ``items``) and of the REST API.

Fields and their traps: https://api.crossref.org/swagger-ui and ``api_format.md`` of CrossRef/rest-api-doc.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from refcheck_core import IdentifierKind, normalize, parse_doi, parse_identifier

from ..rows import Person, Row
from .json_values import rows_of_json
from .model import UnreadableRow
from .values import (
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
    from .model import BadEntry

_FIELDS = (
    "DOI title subtitle original-title short-title container-title short-container-title author editor issued published"
    " published-print published-online published-other posted approved content-created accepted publisher type subtype"
    " volume issue page article-number edition-number ISBN ISSN URL abstract relation updated-by update-to institution"
    " event journal-issue standards-body"
).split()
_Work = msgspec.defstruct("_Work", [(name.replace("-", "_"), Any, None) for name in _FIELDS], rename="kebab", gc=False)
"""What is read of a work; the rest (references, licences, funders), most of its bytes, is never made an object."""
_YEARS_BY_RANK = (
    "published-print published-online posted published issued published-other approved content-created".split()
)
"""Dates that can be the year of a work, the version of record first; registration dates are none."""
_NO_WORKS = frozenset({"component", "grant", "journal", "journal-issue", "journal-volume"})
"""Types that no reference is about: parts of a work, grants, and journals as such. They are left out."""
_TYPES = {
    "book-part": "book-chapter",
    "book-section": "book-chapter",
    "book-track": "book-chapter",
    "book-series": "journal",
    "book-set": "book",
    "database": "dataset",
    "proceedings-series": "journal",
    "report-component": "report",
    "report-series": "journal",
}
_BOOKS = frozenset({"book", "edited-book", "monograph", "reference-book", "proceedings"})
_NOTICES = {
    "retraction": "retraction",
    "partial_retraction": "retraction",
    "withdrawal": "withdrawal",
    "removal": "removal",
    "expression_of_concern": "expression_of_concern",
    "correction": "correction",
    "corrigendum": "correction",
    "erratum": "correction",
    "addendum": "correction",
}
"""Update types that say something of a work; ``new_version`` and its like don't."""
_TAKEN_BACK = frozenset({"retraction", "withdrawal", "removal", "partial_retraction"})
_TITLE_PREFIX = re.compile(
    r"\[?\s*(?P<retracted>retracted)|\[?\s*(?P<withdrawn>withdrawn)|\[?\s*(?:temporary )?remov(?:ed|al)", re.IGNORECASE
)
_TITLE_PREFIX_END = re.compile(r"[^:：\]]{0,30}(?:\]|\s*[:：])")
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")
_PLAIN_IN_URL = "/:;()[],._-"
_CUT = re.compile(r"(?:et\.? al\.?|and others|others|…|\.\.\.)", re.IGNORECASE)


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read works: one a line, or those of ``items``, of a JSON array, or of one or several answers of the API."""
    return rows_of_json(file, _Work, row_of)


def row_of(work: Any, source: str) -> Row | None:
    """The row of a work; ``None`` for what is no work.

    Raises:
        UnreadableRow: it has no DOI or no title.
    """
    given_type = text(work.type)
    kind = _TYPES.get(given_type or "", given_type)
    if kind in _NO_WORKS:
        return None
    doi = _registered(work.DOI)
    if doi is None:
        raise UnreadableRow("it has no DOI")
    title = title_of((*texts(work.title), *texts(work.original_title)))
    authors = mappings(work.author)
    people = present(map(_person, authors))
    years = _years(work)
    containers, short = texts(work.container_title), texts(work.short_container_title)
    event = mapping(work.event)
    institutions = unique(text(each.get("name")) for each in mappings(work.institution))
    venue, aliases, series = _venue(kind, containers, (*short, text(event.get("acronym")), *institutions))
    return Row(
        id=f"doi:{doi}",
        title=title,
        subtitle=_subtitle(title, texts(work.subtitle)),
        titles=_without(title, (*texts(work.title), *texts(work.original_title), *texts(work.short_title))),
        authors=people,
        partial=len(people) < len(authors),
        editors=present(map(_person, mappings(work.editor))) if kind in _BOOKS else (),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))) if len(set(years)) > 1 else (),
        venue=venue,
        venue_aliases=aliases,
        publisher=institutions[0] if institutions and kind in ("dissertation", "report") else text(work.publisher),
        type=kind,
        volume=text(work.volume),
        issue=text(work.issue) or text(mapping(work.journal_issue).get("issue")),
        pages=pages_of(work.page),
        article_number=text(work.article_number),
        edition=text(work.edition_number),
        series=series,
        doi=doi,
        isbn=texts(work.ISBN) if kind in _BOOKS else (),
        issn=texts(work.ISSN),
        url=f"https://doi.org/{quote(doi, safe=_PLAIN_IN_URL)}",
        abstract=text(work.abstract),
        notices=_notices(work, title),
        published_as=_published_as(mapping(work.relation)),
        source=source,
    )


def _registered(value: Any) -> str | None:
    """A DOI as it is registered, in lower case; the registry's own spelling is exact, so nothing is trimmed."""
    given = value.strip() if isinstance(value, str) else ""
    if not _DOI.fullmatch(given):
        return parse_doi(given)
    return "".join(letter.lower() if letter.isascii() else letter for letter in given)


def _person(entry: Mapping[str, Any]) -> Person | None:
    name = text(entry.get("name"))
    person = named(family=entry.get("family"), given=entry.get("given"), suffix=entry.get("suffix"), name=name)
    if person is None or _CUT.fullmatch(person.family or person.name or ""):
        return None
    return Person(name=person.name, organization=True) if person.name and name else person


def _subtitle(title: str, subtitles: tuple[str, ...]) -> str | None:
    """The subtitle, unless it repeats the title or the end of it."""
    if not subtitles:
        return None
    whole, part = normalize(title), normalize(subtitles[0])
    return None if not part or whole.endswith(part) or part.startswith(whole) else subtitles[0]


def _without(title: str, others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(other for other in unique(others) if other != title)


def _venue(
    kind: str | None, containers: tuple[str, ...], others: tuple[str | None, ...]
) -> tuple[str | None, tuple[str, ...], str | None]:
    """Venue, its other names, and the series.

    Of a chapter or paper in a series the book stands last among the containers; a container of a book is its series.
    """
    known = unique(others)
    if kind in _BOOKS:
        return None, known, containers[0] if containers else None
    if not containers:
        return (known[0], known[1:], None) if kind == "posted-content" and known else (None, known, None)
    if len(containers) > 1 and kind in ("book-chapter", "proceedings-article", "reference-entry"):
        return containers[-1], unique((*containers[:-1], *known)), containers[0]
    return containers[0], tuple(name for name in unique((*containers[1:], *known)) if name != containers[0]), None


def _years(work: Any) -> list[int]:
    """Years of publication, that of the version of record first."""
    found = (_year(getattr(work, name.replace("-", "_"))) for name in _YEARS_BY_RANK)
    return [year for year in found if year is not None]


def _year(date: Any) -> int | None:
    parts = mapping(date).get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    return year_of(first[0]) if isinstance(first, list) and first else None


def _notices(work: Any, title: str) -> tuple[str, ...]:
    """Kinds of notices about the work: ``updated-by``; ``update-to`` stands on the notice itself."""
    kinds = (text(each.get("type")) for each in mappings(work.updated_by))
    stated = unique(_NOTICES.get((kind or "").lower().replace("-", "_").replace(" ", "_")) for kind in kinds)
    if stated or any(text(each.get("type")) in _TAKEN_BACK for each in mappings(work.update_to)):
        return stated
    prefix = _TITLE_PREFIX.match(title)
    if prefix is None or _TITLE_PREFIX_END.match(title, prefix.end()) is None:
        return ()
    return ("retraction" if prefix["retracted"] else "withdrawal" if prefix["withdrawn"] else "removal",)


def _published_as(relation: Mapping[str, Any]) -> tuple[str, ...]:
    """DOIs of the published version that a preprint names."""
    found: list[str | None] = []
    for target in mappings(relation.get("is-preprint-of")):
        value = text(target.get("id"))
        identifier = parse_identifier(value) if value else None
        if identifier is not None and identifier.kind is IdentifierKind.DOI:
            found.append(identifier.value)
    return unique(found)

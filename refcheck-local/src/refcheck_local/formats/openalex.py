"""OpenAlex: works of the snapshot (``works/updated_date=*/part_*.gz``) and of the API's pages, one a line.

Fields: https://docs.openalex.org/api-entities/works/work-object. A list of 100 authors is cut.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from refcheck_core import parse_arxiv_id, parse_doi

from ..rows import Person, Row
from .json_values import rows_of_json
from .model import UnreadableRow
from .values import mapping, mappings, named, present, text, texts, title_of, unique, year_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .files import DataFile
    from .model import BadEntry

_AUTHORS_AT_MOST = 100
_TYPES = {
    "preprint": "preprint",
    "article": "journal-article",
    "libguides": "other",
    "supplementary-materials": "component",
}
_LAST_NUMBER = re.compile(r"(?:PMC)?(\d{1,9})/?$", re.ASCII)


class _Work(msgspec.Struct, gc=False):
    """What is read of a work; abstracts, concepts, references and counts are never made objects."""

    id: Any = None
    doi: Any = None
    title: Any = None
    display_name: Any = None
    publication_year: Any = None
    type: Any = None
    type_crossref: Any = None
    authorships: Any = None
    is_authors_truncated: Any = None
    primary_location: Any = None
    host_venue: Any = None
    locations: Any = None
    biblio: Any = None
    ids: Any = None
    is_retracted: Any = None
    is_paratext: Any = None


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read works; covers, tables of contents and the like (``is_paratext``) are left out."""
    return rows_of_json(file, _Work, row_of)


def row_of(work: _Work, source: str) -> Row | None:
    """The row of a work; ``None`` for what is no work.

    Raises:
        UnreadableRow: it has no id or no title.
    """
    if work.is_paratext is True:
        return None
    work_id = (text(work.id) or "").rpartition("/")[2]
    if not work_id:
        raise UnreadableRow("it has no id")
    ids = mapping(work.ids)
    doi = parse_doi(text(work.doi) or text(ids.get("doi")) or "")
    place = mapping(work.primary_location)
    venue = mapping(place.get("source")) or mapping(work.host_venue)
    authorships = mappings(work.authorships)
    arxiv_id = _arxiv_id(doi, mappings(work.locations) or [place])
    biblio = mapping(work.biblio)
    first, last = text(biblio.get("first_page")), text(biblio.get("last_page"))
    name = text(venue.get("display_name"))
    return Row(
        id=f"openalex:{work_id}",
        title=title_of((text(work.title), text(work.display_name))),
        authors=present(map(_person, authorships)),
        partial=work.is_authors_truncated is True or len(authorships) == _AUTHORS_AT_MOST,
        year=year_of(work.publication_year),
        venue=name,
        venue_aliases=tuple(
            alias
            for alias in unique((text(place.get("raw_source_name")), *texts(venue.get("alternate_titles"))))
            if alias != name
        ),
        publisher=text(venue.get("host_organization_name")) or text(venue.get("publisher")),
        type=_kind(work, place, venue),
        volume=text(biblio.get("volume")),
        issue=text(biblio.get("issue")),
        pages=f"{first}-{last}" if first and last and first != last else first,
        doi=doi,
        arxiv_id=arxiv_id,
        issn=texts(venue.get("issn")),
        pmid=_digits(ids.get("pmid")),
        pmcid=f"PMC{number}" if (number := _digits(ids.get("pmcid"))) else None,
        url=f"https://openalex.org/{work_id}",
        notices=("retraction",) if work.is_retracted is True else (),
        source=source,
    )


def _digits(address: Any) -> str | None:
    """The number at the end of an address of PubMed or PubMed Central."""
    found = _LAST_NUMBER.search(text(address) or "")
    return found[1] if found else None


def _person(authorship: Mapping[str, Any]) -> Person | None:
    """The name as the paper prints it, else that of the profile that OpenAlex has made."""
    printed = text(authorship.get("raw_author_name"))
    return named(name=printed or mapping(authorship.get("author")).get("display_name"))


def _kind(work: _Work, place: Mapping[str, Any], venue: Mapping[str, Any]) -> str | None:
    """Crossref's type where it is told, which knows proceedings; OpenAlex calls their papers articles."""
    own = text(work.type)
    if own == "preprint":
        return own
    told = text(work.type_crossref) or text(place.get("raw_type"))
    if told and "-" in told:
        return told
    if own == "article" and venue.get("type") == "conference":
        return "proceedings-article"
    if own == "article" and venue.get("type") == "repository":
        return None
    return _TYPES.get(own or "", own)


def _arxiv_id(doi: str | None, places: list[Mapping[str, Any]]) -> str | None:
    addresses = (text(place.get("landing_page_url")) for place in places)
    candidates = [doi or "", *(url for url in addresses if url and "arxiv.org/abs/" in url)]
    found = (parse_arxiv_id(candidate) for candidate in candidates if "arxiv" in candidate)
    return next((each.id for each in found if each is not None), None)

"""Where a work appeared: journal, proceedings, book, series, preprint server, school."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from refcheck_core import WorkType, normalize

from .shapes import mapping, objects, text, texts, unique

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PARTS_OF_BOOKS = frozenset(
    {WorkType.BOOK_CHAPTER, WorkType.PROCEEDINGS_ARTICLE, WorkType.REFERENCE_ENTRY, WorkType.OTHER, None}
)
_BOOKS = frozenset(
    {WorkType.BOOK, WorkType.EDITED_BOOK, WorkType.MONOGRAPH, WorkType.REFERENCE_BOOK, WorkType.PROCEEDINGS}
)
_ISSUED_BY_INSTITUTION = frozenset({WorkType.DISSERTATION, WorkType.REPORT})

_SERIES = re.compile(
    r"(?:lecture notes in|communications in computer|contemporary mathematics|springerbriefs|spie proceedings"
    r"|advances in intelligent systems|ifip advances in|studies in computational|smart innovation"
    r"|acm international conference proceeding series|graduate texts in|undergraduate texts in)\b"
    r"|.*\bseries\b",
    re.IGNORECASE,
)
"""Well-known book series. Crossref mostly lists the series before the book, but some deposits turn that round."""

_SERVERS_BY_HOST = {
    "biorxiv.org": "bioRxiv",
    "medrxiv.org": "medRxiv",
    "chemrxiv.org": "ChemRxiv",
    "ssrn.com": "SSRN",
    "researchsquare.com": "Research Square",
    "techrxiv.org": "TechRxiv",
    "preprints.org": "Preprints.org",
}
_SERVERS_BY_PREFIX = {
    "10.2139/": "SSRN",
    "10.21203/": "Research Square",
    "10.26434/": "ChemRxiv",
    "10.36227/": "TechRxiv",
}
"""Servers that are known by the address that a DOI leads to, or by a DOI prefix that serves nothing else.

Lists of works cannot be asked for ``institution``, the field that names the server.
"""
_NAMES_A_SERVER = re.compile(r"rxiv\b|preprint|\barchive\b", re.IGNORECASE)
_PREPRINT = "preprint"


class Place(NamedTuple):
    """Names of the place of publication, as `Record` has them."""

    venue: str | None
    aliases: tuple[str, ...]
    series: str | None
    publisher: str | None


def place(work: Mapping[str, Any], kind: WorkType | None) -> Place:
    """Read where a work appeared and who published it."""
    containers = texts(work.get("container-title"))
    publisher = text(work.get("publisher"))
    institutions = _named(work.get("institution"))
    others = (*texts(work.get("short-container-title")), *_event_names(work))
    if kind is WorkType.POSTED_CONTENT:
        names = unique((*containers, *_servers(work)))
        return _place(names, (*others, *institutions), None, publisher)
    if kind in _ISSUED_BY_INSTITUTION and institutions:
        return _place(containers, (*others, *institutions, publisher), None, institutions[0])
    if kind is WorkType.STANDARD:
        bodies = _named(work.get("standards-body"))
        return _place(containers, (*others, *bodies), None, publisher or (bodies[0] if bodies else None))
    if kind in _BOOKS:
        return _place(containers, others, containers[0] if containers else None, publisher)
    if kind in _PARTS_OF_BOOKS and len(containers) > 1:
        book, *series = _book_first(containers, others)
        return _place((book, *series), others, series[0], publisher)
    return _place(containers, others, None, publisher)


def _place(names: Sequence[str], others: Sequence[str | None], series: str | None, publisher: str | None) -> Place:
    venue = names[0] if names else None
    aliases = tuple(name for name in unique((*names[1:], *others)) if name != venue)
    return Place(venue, aliases, series, publisher)


def _book_first(containers: Sequence[str], events: Sequence[str]) -> list[str]:
    """Of series and book, the book first.

    The book is the one that names the event of the proceedings, else the last one that is no well-known series.
    """
    conferences = [normalize(event) for event in events]
    about_event = [name for name in containers if any(c and c in normalize(name) for c in conferences)]
    candidates = about_event or [name for name in containers if not _SERIES.match(name)] or list(containers)
    book = candidates[-1]
    return [book, *(name for name in containers if name != book)]


def _event_names(work: Mapping[str, Any]) -> tuple[str, ...]:
    event = mapping(work.get("event"))
    return unique((text(event.get("name")), *texts(event.get("acronym"))))


def _named(value: Any) -> tuple[str, ...]:
    """Names and acronyms of institutions or standards bodies, all names first."""
    found = objects(value)
    acronyms = (acronym for each in found for acronym in texts(each.get("acronym")))
    return unique((*(text(each.get("name")) for each in found), *acronyms))


def _servers(work: Mapping[str, Any]) -> tuple[str, ...]:
    """The server of posted content: a blog's own name, the institution, or what address and DOI tell.

    ``group-title`` is the name of a blog, but of a preprint it mostly is a subject ("Ecology"), which is a journal's
    name as well; so it counts only where it names a server ("PaleorXiv").
    """
    group = text(work.get("group-title"))
    institutions = _named(work.get("institution"))
    subtype = text(work.get("subtype"))
    is_blog = subtype is not None and subtype != _PREPRINT
    names_server = group is not None and _NAMES_A_SERVER.search(group) is not None
    known = _known_server(work)
    return unique((group if is_blog else None, *institutions[:1], group if names_server else None, known))


def _known_server(work: Mapping[str, Any]) -> str | None:
    address = mapping(mapping(work.get("resource")).get("primary")).get("URL")
    try:
        host = urlsplit(address).hostname if isinstance(address, str) else None
    except ValueError:
        host = None
    for domain, server in _SERVERS_BY_HOST.items():
        if host is not None and (host == domain or host.endswith(f".{domain}")):
            return server
    doi = work.get("DOI")
    prefixes = (name for prefix, name in _SERVERS_BY_PREFIX.items() if isinstance(doi, str) and doi.startswith(prefix))
    return next(prefixes, None)

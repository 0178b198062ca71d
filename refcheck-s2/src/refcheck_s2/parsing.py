"""From a paper of the Academic Graph to a `Record`.

Every field of the API can be null, and one record merges a work's preprint and its publication, so that year, venue
and DOI can be of different versions. What is given is kept; what is not given stays empty.
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
    parse_arxiv_id,
    parse_doi,
    plain_text,
)

from .venues import is_preprint_doi, is_preprint_server

if TYPE_CHECKING:
    from collections.abc import Iterable

SOURCE = "semantic_scholar"
_MAX_ALIASES = 40
_SHORT_FAMILY = re.compile(r"(?=.*[AEIOUY])[A-Z]{2,3}")


def is_paper(paper: Any) -> bool:
    """Whether decoded JSON tells of a paper: it has an id or a title, and no title of another shape than text."""
    if not isinstance(paper, Mapping):
        return False
    title = paper.get("title")
    if title is not None and not isinstance(title, str):
        return False
    return _text(paper.get("paperId")) is not None or _title(title) is not None


def paper_record(paper: Any, *, asked_doi: str | None = None) -> Record | None:
    """Read one paper.

    Args:
        paper: decoded JSON, of any shape.
        asked_doi: normalised DOI that the paper was found by. Where the paper itself bears another one (or none),
            the asked one is given in `same_as`.

    Returns:
        the record; ``None`` where this is no paper (null, no object, neither id nor title, a title that is no text).
    """
    if not is_paper(paper):
        return None
    paper_id, title = _text(paper.get("paperId")), _title(paper.get("title"))
    identifiers = _identifiers(paper, paper_id)
    doi = _first(identifiers, IdentifierKind.DOI)
    arxiv_id = _first(identifiers, IdentifierKind.ARXIV)
    venue, aliases, published = _venue(paper, doi)
    work_type = _type(paper, doi, arxiv_id, published=published)
    years = _years(paper)
    volume, issue, pages = _journal(paper)
    return Record(
        source=SOURCE,
        source_id=paper_id,
        title=title,
        authors=_authors(paper.get("authors")),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        venue=venue,
        venue_aliases=aliases,
        type=work_type,
        volume=volume,
        issue=issue,
        pages=pages,
        doi=doi,
        arxiv_id=arxiv_id,
        identifiers=identifiers,
        url=_url(paper.get("url"), paper_id),
        abstract=clean_text(_string(paper.get("abstract"))),
        preprints=_preprints(doi, arxiv_id) if published else (),
        same_as=(asked_doi,) if asked_doi and asked_doi != doi else (),
    )


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _text(value: Any) -> str | None:
    """Plain text of a string or a number (ids come as either)."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return clean_text(_string(value))


def _title(value: Any) -> str | None:
    text = _string(value)
    return (plain_text(text) or None) if text else None


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _authors(value: Any) -> tuple[Author, ...]:
    names = (_text(_object(entry).get("name")) for entry in _list(value))
    return tuple(_author(name) for name in names if name)


def _author(name: str) -> Author:
    """A display name, "Given Family". So short capitals at its end ("Shiyang LI") are no initials, as they look."""
    given, _, last = name.rpartition(" ")
    return Author.parse(f"{last}, {given}" if given and _SHORT_FAMILY.fullmatch(last) else name)


def _years(paper: Mapping[str, Any]) -> list[int]:
    """The year as given, then that of ``publicationDate``, which may be another version's."""
    date = _text(paper.get("publicationDate")) or ""
    given = [_text(paper.get("year")) or "", date[:4]]
    return [int(year) for year in given if re.fullmatch(r"[12][0-9]{3}", year)]


def _identifiers(paper: Mapping[str, Any], paper_id: str | None) -> tuple[Identifier, ...]:
    ids = {key: _text(value) or "" for key, value in _object(paper.get("externalIds")).items()}
    arxiv = parse_arxiv_id(ids.get("ArXiv", ""))
    pmcid = ids.get("PubMedCentral", "").upper().removeprefix("PMC")
    found = (
        (IdentifierKind.DOI, parse_doi(ids.get("DOI", ""))),
        (IdentifierKind.ARXIV, arxiv.id if arxiv else None),
        (IdentifierKind.PMID, _digits(ids.get("PubMed", ""))),
        (IdentifierKind.PMCID, f"PMC{pmcid}" if _digits(pmcid) else None),
        (IdentifierKind.ACL, ids.get("ACL")),
        (IdentifierKind.S2_CORPUS, _digits(ids.get("CorpusId", ""))),
        (IdentifierKind.S2_PAPER, paper_id),
    )
    return tuple(Identifier(kind, value) for kind, value in found if value)


def _digits(text: str) -> str | None:
    return text if re.fullmatch(r"[0-9]+", text) else None


def _first(identifiers: Iterable[Identifier], kind: IdentifierKind) -> str | None:
    return next((found.value for found in identifiers if found.kind is kind), None)


def _venue(paper: Mapping[str, Any], doi: str | None) -> tuple[str | None, tuple[str, ...], bool]:
    """The venue, its other names, and whether it is one of publication rather than a preprint server.

    ``venue`` and ``journal`` can be of different versions (bioRxiv and the journal that published it): the
    publication leads. arXiv then is no alias, as the arXiv id tells it; other servers stay among the aliases,
    since nothing else says that the work was posted there.
    """
    venue_object = _object(paper.get("publicationVenue"))
    main = _text(venue_object.get("name"))
    journal = _text(_object(paper.get("journal")).get("name"))
    names = _distinct([_text(paper.get("venue")), main, journal])
    published = [] if is_preprint_doi(doi, ssrn_only=True) else [n for n in names if not is_preprint_server(n)]
    venue = next(iter(published or names), None)
    others = [name for name in names if not (published and is_preprint_server(name, arxiv_only=True))]
    short = [_text(name) for name in _list(venue_object.get("alternate_names"))]
    if main and published and is_preprint_server(main):
        short = []  # they are names of the preprint server
    aliases = _distinct([*others, *short], without=venue)
    return venue, tuple(aliases[:_MAX_ALIASES]), bool(published)


def _distinct(names: Iterable[str | None], *, without: str | None = None) -> list[str]:
    """The names that are set, without those that differ in case and punctuation only."""
    seen = {normalize(without)} if without else set()
    kept = []
    for name in names:
        if name and normalize(name) not in seen:
            seen.add(normalize(name))
            kept.append(name)
    return kept


def _type(paper: Mapping[str, Any], doi: str | None, arxiv_id: str | None, *, published: bool) -> WorkType | None:
    """The kind of work, where venue, ``publicationTypes`` or the DBLP key say it.

    A paper can be ``JournalArticle`` and ``Conference`` at once; the first is given to preprints of conference
    papers, too, so the second is believed.
    """
    types = {kind for kind in _list(paper.get("publicationTypes")) if isinstance(kind, str)}
    if "peer review" in (_text(paper.get("venue")) or "").casefold():
        return WorkType.PEER_REVIEW  # "Faculty Opinions – Post-Publication Peer Review of the Biomedical Literature"
    if not published and _is_posted(paper, doi, arxiv_id):
        return WorkType.POSTED_CONTENT
    venue = _object(paper.get("publicationVenue"))
    if not is_preprint_server(_text(venue.get("name"))):
        by_venue = {"conference": WorkType.PROCEEDINGS_ARTICLE, "journal": WorkType.JOURNAL_ARTICLE}
        kind = by_venue.get(_text(venue.get("type")) or "")
        if kind is not None:
            return kind
    order = {
        "Conference": WorkType.PROCEEDINGS_ARTICLE,
        "JournalArticle": WorkType.JOURNAL_ARTICLE,
        "BookSection": WorkType.BOOK_CHAPTER,
        "Book": WorkType.BOOK,
        "Dataset": WorkType.DATASET,
    }
    return next((work_type for name, work_type in order.items() if name in types), None) or _type_by_dblp(paper)


def _is_posted(paper: Mapping[str, Any], doi: str | None, arxiv_id: str | None) -> bool:
    names = [_object(paper.get("journal")).get("name"), paper.get("venue")]
    on_server = any(is_preprint_server(_text(name)) for name in names)
    return on_server or is_preprint_doi(doi) or (arxiv_id is not None and doi is None)


def _type_by_dblp(paper: Mapping[str, Any]) -> WorkType | None:
    key = _text(_object(paper.get("externalIds")).get("DBLP")) or ""
    if key.startswith("journals/corr/"):
        return None
    kinds = {"conf/": WorkType.PROCEEDINGS_ARTICLE, "journals/": WorkType.JOURNAL_ARTICLE}
    return next((kind for prefix, kind in kinds.items() if key.startswith(prefix)), None)


def _journal(paper: Mapping[str, Any]) -> tuple[str | None, str | None, str | None]:
    """Volume, issue and pages.

    A volume "28 1" is volume and issue. "abs/1706.03762" is how DBLP numbers arXiv and no volume. Pages may have
    blanks, line breaks and dashes.
    """
    journal = _object(paper.get("journal"))
    volume, issue = _text(journal.get("volume")), None
    if volume and volume.startswith("abs/"):
        volume = None
    if volume and (both := re.fullmatch(r"(\d+) (\d+)", volume)):
        volume, issue = both[1], both[2]
    pages = _text(journal.get("pages"))
    if pages:
        pages = re.sub(r"\s*[-‐-―]+\s*", "-", pages)
    return volume, issue, pages


def _preprints(doi: str | None, arxiv_id: str | None) -> tuple[str, ...]:
    """DOIs of the preprint of a published work; `doi` may be one, where the API knows no other."""
    found = [doi] if doi and is_preprint_doi(doi) else []
    if arxiv_id:
        found.append(f"10.48550/arxiv.{arxiv_id}")
    return tuple(dict.fromkeys(name.lower() for name in found))


def _url(value: Any, paper_id: str | None) -> str | None:
    url = _text(value)
    if url and re.match(r"https?://[^\s/]+", url):
        return url
    return f"https://www.semanticscholar.org/paper/{paper_id}" if paper_id else None

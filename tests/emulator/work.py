"""One work of the emulator's library: a mapping as in the JSON Lines corpora, and the rules read off it.

Keys of the corpora: ``id``, ``title``, ``authors`` (``{"given", "family"}`` or ``{"name"}``), ``year``, ``venue``,
``doi``, ``type``, ``url``, ``pages``, ``volume``, ``issue``, ``publisher``, ``category``, ``status``, ``issn``,
``isbn``, ``pmid``, ``partial``. Optional extras, for works written in tests:

``arxiv``
    the arXiv id of the work's preprint, or a mapping: ``id``, ``versions`` (number of the latest), ``published`` and
    ``updated`` (ISO 8601), ``title``, ``authors``, ``comment``, ``journal_ref``, ``doi``, ``category``, ``abstract``,
    ``earlier`` (version number to overrides of that version). What it does not say is taken from the work.
``published_print``, ``published_online``, ``posted``, ``accepted``
    dates as ``[year, month, day]``, month and day optional.
``subtitle``, ``original_title``, ``short_venue``, ``abstract``, ``article_number``, ``language``, ``editors``,
``event``, ``institution``, ``group_title``
    as Crossref has them, without the lists around texts; ``venue`` may be a list (series and book).
``updated_by``, ``update_to``, ``relation``
    Crossref's retractions, corrections and links, in Crossref's shape (``updated`` may be a date list).
``agency``
    id of the registration agency if it is not Crossref (``datacite``, ``medra``, ``jalc`` …).
``s2``
    fields of Semantic Scholar's paper that differ (``title``, ``venue``, ``year``, ``paperId``, ``externalIds`` …).
``held_by``
    names of the APIs that hold the work, where the rule below does not fit.

**Which API holds which work**: Crossref and Scopus those with a DOI that is not of prefix 10.48550 (and has no other
``agency``), IEEE Xplore those of them with prefix 10.1109, arXiv those with an arXiv id, Semantic Scholar all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .text import fold, tokens

Work = Mapping[str, Any]

ARXIV_DOI_PREFIX = "10.48550/arxiv."

CROSSREF_TYPES = {
    "article": "journal-article",
    "book": "book",
    "booklet": "other",
    "inbook": "book-chapter",
    "incollection": "book-chapter",
    "inproceedings": "proceedings-article",
    "manual": "other",
    "mastersthesis": "dissertation",
    "misc": "other",
    "periodical": "journal",
    "phdthesis": "dissertation",
    "preprint": "posted-content",
    "techreport": "report",
    "unpublished": "other",
}
"""BibTeX-like types of the corpora to Crossref's; Crossref's own names stay."""

_KEYWORD_FIELDS = ("original_title", "short_venue", "year", "volume", "issue", "pages", "publisher", "abstract")
_HOMONYM = re.compile(r"\s+\d{4}$")
_NUMERIC_ARXIV_ID = re.compile(r"(\d{3,4})\.(\d+)")


def crossref_type(work: Work) -> str:
    given = str(work.get("type") or "other")
    return CROSSREF_TYPES.get(given, given)


def is_arxiv_record(work: Work) -> bool:
    """Whether the mapping is arXiv's own record; its ``doi`` is then that of the published version."""
    return str(work.get("id", "")).startswith("arxiv:")


def arxiv_facts(work: Work) -> Mapping[str, Any] | None:
    """What arXiv holds of the work beyond its common fields, ``id`` at least; None if it is not on arXiv."""
    extra = work.get("arxiv")
    if isinstance(extra, str):
        return {"id": extra}
    if extra is not None:
        return dict(extra)
    if is_arxiv_record(work):
        return {"id": mended_arxiv_id(str(work["id"]).removeprefix("arxiv:"))}
    return None


def mended_arxiv_id(text: str) -> str:
    """The id that the 2020 corpus spoilt by taking ids for numbers.

    It lost zeros (``709.2446``, ``1604.0747``) and wrote out what a binary fraction is (``1906.1002600000002``). The
    numbers have four digits until the end of 2014 and five since then.
    """
    match = _NUMERIC_ARXIV_ID.fullmatch(text)
    if match is None:
        return text
    month = match[1].rjust(4, "0")
    digits = 5 if month >= "1501" else 4
    number = match[2] if len(match[2]) <= digits else f"{float(f'0.{match[2]}'):.{digits}f}".removeprefix("0.")
    return f"{month}.{number.ljust(digits, '0')}"


def clean_doi(text: Any) -> str | None:
    """The DOI in lower case; None for what is not one (a few rows hold handles)."""
    doi = str(text or "").strip().lower()
    return doi if doi.startswith("10.") and "/" in doi else None


def own_doi(work: Work) -> str | None:
    """The DOI under which the work itself is registered."""
    doi = clean_doi(work.get("doi"))
    if doi is not None and is_arxiv_record(work) and not doi.startswith(ARXIV_DOI_PREFIX):
        return None
    return doi


def linked_dois(work: Work) -> Iterator[str]:
    """DOIs of other versions of the work that its record names."""
    facts = arxiv_facts(work)
    if is_arxiv_record(work) and (doi := clean_doi(work.get("doi"))):
        yield doi
    if facts is not None and (doi := clean_doi(facts.get("doi"))):
        yield doi
    for kind in ("is-preprint-of", "has-preprint", "is-version-of", "is-same-as"):
        for link in (work.get("relation") or {}).get(kind, ()):
            if doi := clean_doi(link.get("id")):
                yield doi


def agency(work: Work) -> str:
    if given := work.get("agency"):
        return str(given)
    return "datacite" if (own_doi(work) or "").startswith(ARXIV_DOI_PREFIX) else "crossref"


def display_name(author: Mapping[str, Any]) -> str:
    """A name as one string, without DBLP's homonym numbers."""
    if name := author.get("name"):
        text = str(name)
        return _HOMONYM.sub("", text) if text[-1:].isdigit() else text
    return " ".join(part for part in (author.get("given"), author.get("family")) if part)


def split_name(author: Mapping[str, Any]) -> dict[str, str]:
    """A name as Crossref has it: given and family, or ``name`` for an organisation.

    A one-string name of a person is split before its last word and the particles in front of it. In the corpora all
    names are of persons; in tests an organisation says so with ``"organisation": True`` or by being a single word.
    """
    if "family" in author or "given" in author:
        return {key: str(author[key]) for key in ("given", "family", "suffix") if author.get(key)}
    words = display_name(author).split()
    if author.get("organisation") or len(words) < 2:
        return {"name": " ".join(words)}
    start = len(words) - 1
    while start > 1 and words[start - 1][:1].islower():
        start -= 1
    return {"given": " ".join(words[:start]), "family": " ".join(words[start:])}


def authors_of(work: Work) -> Sequence[Mapping[str, Any]]:
    return work.get("authors") or ()


def venues_of(work: Work) -> list[str]:
    venue = work.get("venue")
    if not venue:
        return []
    return [str(venue)] if isinstance(venue, str) else [str(item) for item in venue]


def full_title(work: Work) -> str:
    subtitle = work.get("subtitle")
    return f"{work.get('title', '')} {subtitle}" if subtitle else str(work.get("title", ""))


def merge_key(work: Work) -> str:
    """Title and family name of the first author; equal for the versions of one work."""
    authors = authors_of(work)
    first = ""
    if authors:
        named = split_name(authors[0])
        first = fold(named.get("family") or named.get("name") or named.get("given", ""))
    return f"{' '.join(tokens(str(work.get('title', ''))))}|{first}"


def title_words(work: Work) -> list[str]:
    """The words of the title, subtitle and preprint's title."""
    words = tokens(full_title(work))
    facts = work.get("arxiv")
    if isinstance(facts, Mapping) and facts.get("title"):
        words += tokens(str(facts["title"]))
    return words


def author_words(work: Work) -> list[str]:
    return tokens(" ".join([display_name(author) for author in authors_of(work)]))


def other_words(work: Work) -> list[str]:
    """The words besides title and authors that a keyword search finds the work by."""
    parts = [str(work[key]) for key in _KEYWORD_FIELDS if work.get(key)]
    parts.extend(venues_of(work))
    facts = work.get("arxiv")
    if isinstance(facts, Mapping):
        parts.extend(str(facts[key]) for key in ("comment", "journal_ref", "abstract") if facts.get(key))
    return tokens(" ".join(parts))

"""From an entry of the feed to a `Record` of the preprint."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from refcheck_core import (
    Author,
    Identifier,
    IdentifierKind,
    Notice,
    NoticeKind,
    Record,
    WorkType,
    clean_text,
    parse_arxiv_id,
    parse_doi,
    plain_text,
)

if TYPE_CHECKING:
    from .feed import Entry

SOURCE = "arxiv"
DOI_PREFIX = "10.48550/arxiv."
"""Every paper has the DOI of this prefix and its id without version (arXiv's help page on DOIs)."""

# Withdrawn papers stay in the feed and say so in the comment or instead of the abstract. "This replaces the withdrawn
# paper …" is about another one.
_WITHDRAWN = re.compile(
    r"(?<!not )(?<!never )\bwithdrawn\b(?! (paper|version|submission|manuscript|article|preprint)\b)", re.IGNORECASE
)
_WITHDRAWN_ABSTRACT = re.compile(
    r"(this|the) (paper|article|submission|manuscript|work) (has been|was|is|had to be) (temporarily )?withdrawn\b",
    re.IGNORECASE,
)
_COLLABORATION = re.compile(r"\b(collaborations?|consortium|working group)\b", re.IGNORECASE)
_SHORT_FAMILY = re.compile(r"(?=.*[AEIOUY])[A-Z]{2,3}")
_TRUNCATED = re.compile(r"\W*(et\.? al|and others)\W*", re.IGNORECASE)


def entry_record(entry: Entry) -> Record | None:
    """Read one entry; ``None`` where its id is none of arXiv's or no title is left of its title."""
    arxiv = parse_arxiv_id(entry.id)
    title = plain_text(entry.title)
    if arxiv is None or not title:
        return None
    doi = f"{DOI_PREFIX}{arxiv.id.lower()}"
    years = [year for year in (_year(entry.published), _year(entry.updated)) if year is not None]
    return Record(
        source=SOURCE,
        source_id=f"{arxiv.id}v{arxiv.version}" if arxiv.version else arxiv.id,
        title=title,
        authors=_authors(entry),
        authors_complete=not any(_TRUNCATED.fullmatch(name) for name in entry.authors),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        venue="arXiv",
        type=WorkType.POSTED_CONTENT,
        doi=doi,
        arxiv_id=arxiv.id,
        identifiers=(Identifier(IdentifierKind.DOI, doi), Identifier(IdentifierKind.ARXIV, arxiv.id)),
        arxiv_version=arxiv.version,
        arxiv_class=clean_text(entry.category),
        url=f"https://arxiv.org/abs/{arxiv.id}",
        abstract=clean_text(entry.summary),
        notices=_notices(entry),
        published_as=_published_as(entry, doi),
        journal_ref=clean_text(entry.journal_ref),
    )


def _authors(entry: Entry) -> tuple[Author, ...]:
    names = (clean_text(name) for name in entry.authors if not _TRUNCATED.fullmatch(name))
    return tuple(_author(name) for name in names if name and re.search(r"\w", name))


def _author(name: str) -> Author:
    """A person, "Given Family", or a collaboration, which arXiv lists as one author.

    As the order is known, short capitals at the end ("Shiyang LI") are no initials, as they look.
    """
    name = name.strip(" :;,")
    if _COLLABORATION.search(name):
        return Author(literal=name, organization=True)
    given, _, last = name.rpartition(" ")
    return Author.parse(f"{last}, {given}" if given and _SHORT_FAMILY.fullmatch(last) else name)


def _year(date: str | None) -> int | None:
    match = re.match(r"([12][0-9]{3})-", date or "")
    return int(match[1]) if match else None


def _published_as(entry: Entry, own: str) -> tuple[str, ...]:
    """DOIs of the published version, typed by an author: maybe several, maybe with a prefix, maybe none at all."""
    found = (parse_doi(part.strip(",;")) for part in (entry.doi or "").split())
    return tuple(dict.fromkeys(doi for doi in found if doi and doi != own))


def _notices(entry: Entry) -> tuple[Notice, ...]:
    comment, summary = clean_text(entry.comment) or "", clean_text(entry.summary) or ""
    if _WITHDRAWN.search(comment) or _WITHDRAWN_ABSTRACT.match(summary):
        return (Notice(kind=NoticeKind.WITHDRAWAL, asserted_by=SOURCE),)
    return ()

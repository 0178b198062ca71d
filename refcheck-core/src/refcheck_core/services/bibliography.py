"""Whole bibliographies: each entry of a file as a claim, and what came of checking them all."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..bibtex.reading import BibEntry, BrokenEntry
from ..contract import ListedEntry
from ..errors import ClaimError
from ..identifiers import Identifier, IdentifierKind, find_identifiers, parse_arxiv_id, parse_doi, parse_identifier
from ..matching import preprint_server
from ..models import Author, Claim, WorkType
from ..models.bibliography import BibliographyAnswer, CheckedEntry
from .answers import to_answer
from .claims import MAX_IDENTIFIER, build_claim
from .conclusion import NOT_NEEDED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..models import Record
    from .many import Checked

_TYPES = {
    "article": WorkType.JOURNAL_ARTICLE,
    "book": WorkType.BOOK,
    "booklet": WorkType.OTHER,
    "collection": WorkType.EDITED_BOOK,
    "conference": WorkType.PROCEEDINGS_ARTICLE,
    "dataset": WorkType.DATASET,
    "electronic": WorkType.WEBPAGE,
    "inbook": WorkType.BOOK_CHAPTER,
    "incollection": WorkType.BOOK_CHAPTER,
    "inproceedings": WorkType.PROCEEDINGS_ARTICLE,
    "inreference": WorkType.REFERENCE_ENTRY,
    "manual": WorkType.OTHER,
    "mastersthesis": WorkType.DISSERTATION,
    "mvbook": WorkType.BOOK,
    "online": WorkType.WEBPAGE,
    "patent": WorkType.PATENT,
    "phdthesis": WorkType.DISSERTATION,
    "proceedings": WorkType.PROCEEDINGS,
    "report": WorkType.REPORT,
    "software": WorkType.SOFTWARE,
    "standard": WorkType.STANDARD,
    "techreport": WorkType.REPORT,
    "thesis": WorkType.DISSERTATION,
    "unpublished": WorkType.OTHER,
    "www": WorkType.WEBPAGE,
}
"""Kinds of work by entry type (Patashnik, *BibTeXing*, section 3.1; *The biblatex package*, section 2.1)."""
_VENUES = ("journal", "journaltitle", "booktitle", "eventtitle")
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
_ARXIV = frozenset({"arxiv", ""})
_NOTHING = "It has neither a title nor an identifier."
_OF_ONE_WORK = frozenset({IdentifierKind.PMID, IdentifierKind.PMCID, IdentifierKind.ACL})
"""Kinds of identifiers, beside DOI and arXiv id, that a work has to itself; an ISBN may be its book's."""


@dataclass(frozen=True, slots=True)
class EntryClaim:
    """An entry, and what it claims.

    Attributes:
        key: citation key; may be empty.
        line: where it begins, from 1.
        type: type of entry in lower case; empty where it could not be read.
        claim: what it says; ``None`` where it cannot be checked.
        problem: why it cannot be checked.
        faults: sentences on fields that cannot be what their name says, and were left out of the claim.
    """

    key: str
    line: int
    type: str = ""
    claim: Claim | None = None
    problem: str | None = None
    faults: tuple[str, ...] = ()


def claims_of_entries(entries: Iterable[BibEntry | BrokenEntry]) -> list[EntryClaim]:
    """What each entry claims; none is left out.

    Args:
        entries: as `refcheck_core.bibtex.reading.read_entries` gives them.
    """
    return [_broken(e) if isinstance(e, BrokenEntry) else claim_of_entry(e) for e in entries]


def claim_of_entry(entry: BibEntry) -> EntryClaim:
    """What an entry claims: title, authors, year, venue, volume, number, pages, identifiers, kind of work."""
    faults: list[str] = []
    doi, arxiv_id = _doi(entry, faults), _arxiv_id(entry, faults)
    venue = next((text for name in _VENUES if (text := entry.text(name))), None)
    title = ": ".join(part for part in (entry.text("title"), entry.text("subtitle")) if part)
    url = entry.text("url")
    try:
        claim = build_claim(
            title=title or None,
            doi=doi,
            venue=venue,
            arxiv_id=arxiv_id,
            url=url if url and len(url) <= MAX_IDENTIFIER else None,
        )
    except ClaimError as error:
        problem = str(error) if title or url else _NOTHING
        return EntryClaim(entry.key, entry.line, entry.type, problem=problem, faults=tuple(faults))
    claim = claim.model_copy(
        update={
            "authors": tuple(Author.parse(name) for name in entry.names("author")),
            "authors_truncated": entry.is_cut("author"),
            "year": _year(entry),
            "volume": entry.text("volume"),
            "issue": (entry.text("number") or entry.text("issue")) if entry.type == "article" else None,
            "pages": entry.text("pages"),
            "identifiers": tuple(dict.fromkeys((*claim.identifiers, *_in_passing(entry, claim)))),
        }
    )
    typed = claim.model_copy(update={"type": _type(entry, claim)})
    return EntryClaim(entry.key, entry.line, entry.type, claim=typed, faults=tuple(faults))


def _broken(entry: BrokenEntry | ListedEntry) -> EntryClaim:
    faults = entry.faults if isinstance(entry, ListedEntry) else ()
    return EntryClaim(entry.key, entry.line, problem=f"It cannot be read: {entry.problem}.", faults=faults)


def claims_of_listed(entries: Iterable[ListedEntry]) -> list[EntryClaim]:
    """What each entry claims that a `BibliographyReader` gives; none is left out."""
    return [_broken(e) if e.record is None else _claim_of_record(e, e.record) for e in entries]


def _claim_of_record(entry: ListedEntry, record: Record) -> EntryClaim:
    """What an entry claims that was read as a record of its work."""
    kind = record.type.value if record.type else ""
    # A preprint that is given with the DOI of its article is a record with arXiv's own and a link to that.
    doi = record.published_as[0] if record.published_as else record.doi
    try:
        claim = build_claim(
            title=record.full_title,
            doi=doi,
            venue=record.venue,
            arxiv_id=record.arxiv_id,
            url=record.url if record.url and len(record.url) <= MAX_IDENTIFIER else None,
        )
    except ClaimError as error:
        problem = str(error) if record.title or record.url else _NOTHING
        return EntryClaim(entry.key, entry.line, kind, problem=problem, faults=entry.faults)
    others = (i for i in record.identifiers if i.kind in _OF_ONE_WORK)
    claim = claim.model_copy(
        update={
            "authors": record.authors,
            "authors_truncated": not record.authors_complete,
            "year": record.year,
            "volume": record.volume,
            "issue": record.issue,
            "pages": record.pages,
            "identifiers": tuple(dict.fromkeys((*claim.identifiers, *others))),
            "type": WorkType.POSTED_CONTENT if preprint_server(record.venue) else record.type,
        }
    )
    return EntryClaim(entry.key, entry.line, kind, claim=claim, faults=entry.faults)


def _doi(entry: BibEntry, faults: list[str]) -> str | None:
    text = entry.text("doi")
    if text is None or parse_doi(text) is not None or parse_arxiv_id(text) is not None:
        return text
    faults.append(f"The field doi holds {text[:100]!r}, which is no DOI.")
    return None


def _arxiv_id(entry: BibEntry, faults: list[str]) -> str | None:
    """The arXiv id in ``eprint``, unless the entry says that the eprint is of another archive."""
    text = entry.text("eprint")
    archive = (entry.text("archiveprefix") or entry.text("eprinttype") or "").lower()
    if text is None or archive not in _ARXIV:
        return None
    if parse_arxiv_id(text) is not None:
        return text
    if archive:
        faults.append(f"The field eprint holds {text[:100]!r}, which is no arXiv id.")
    return None


def _in_passing(entry: BibEntry, claim: Claim) -> tuple[Identifier, ...]:
    """Identifiers in fields that are meant for people: "arXiv preprint arXiv:1706.03762" as a journal."""
    if claim.identifiers:
        return ()
    for name in ("journal", "journaltitle", "howpublished", "eprint"):
        text = (entry.text(name) or "")[:MAX_IDENTIFIER]
        alone = parse_identifier(text) if name != "eprint" else None
        found = (alone,) if alone else find_identifiers(text)
        if found:
            return found[:1]
    return ()


def _year(entry: BibEntry) -> int | None:
    """The year, of ``date`` where there is none; "in press" is no year."""
    for name in ("year", "date"):
        found = _YEAR.search(entry.text(name) or "")
        if found:
            return int(found[1])
    return None


def _type(entry: BibEntry, claim: Claim) -> WorkType | None:
    """The kind of work. Without venue and identifier, an address makes a web page of what may be anything."""
    if preprint_server(claim.venue) or (claim.arxiv_id and not claim.venue):
        return WorkType.POSTED_CONTENT
    is_page = not claim.venue and not claim.identifiers and ("url" in entry.fields or "howpublished" in entry.fields)
    return WorkType.WEBPAGE if entry.type == "misc" and is_page else _TYPES.get(entry.type)


def to_bibliography_answer(
    entries: Sequence[EntryClaim], checked: Sequence[Checked], file: str | None = None
) -> BibliographyAnswer:
    """Put what came of checking into one answer.

    Args:
        entries: all entries.
        checked: what came of each entry that has a claim, in their order.
        file: name of the file, as the user gave it.
    """
    results = iter(checked)
    shown = [_checked_entry(entry, next(results) if entry.claim else None) for entry in entries]
    answers = [entry.answer for entry in shown if entry.answer is not None]
    answered = dict.fromkeys(name for answer in answers for name in answer.sources_checked)
    failed = {name: reason for answer in answers for name, reason in answer.sources_failed.items()}
    failed |= {n: why for one in checked if one.error for n, why in one.error.reasons.items() if n not in failed}
    skipped: dict[str, str] = {}
    for name, reason in (pair for answer in answers for pair in answer.sources_skipped.items()):
        if skipped.get(name, NOT_NEEDED) == NOT_NEEDED:  # what kept it from being asked elsewhere tells more
            skipped[name] = reason
    asked = answered.keys() | failed.keys()
    return BibliographyAnswer(
        file=file,
        entries=shown,
        counts=dict(Counter(entry.result for entry in shown)),
        repeated_keys=[key for key, n in Counter(e.key for e in entries if e.key).items() if n > 1],
        sources_checked=list(answered),
        sources_failed=failed,
        sources_skipped={name: reason for name, reason in skipped.items() if name not in asked},
        remarks=list(dict.fromkeys(remark for answer in answers for remark in answer.remarks)),
    )


def _checked_entry(entry: EntryClaim, checked: Checked | None) -> CheckedEntry:
    verification = checked.verification if checked else None
    answer = to_answer(verification) if verification else None
    if answer is not None:
        result, problem = answer.verdict.value, None
    elif checked is not None:
        result, problem = "not_checked", str(checked.error)
    else:
        result, problem = "unreadable", entry.problem
    return CheckedEntry(
        key=entry.key,
        line=entry.line,
        entry_type=entry.type or None,
        result=result,
        problem=problem,
        faults=list(entry.faults),
        answer=answer,
    )

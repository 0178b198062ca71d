"""The kind of work that a claim is about, guessed from its text where the claim does not tell.

Databases of journals hold no web pages, standards, theses or software: that such a work is in none of them tells
nothing. A guess is made only from what plainly tells a kind, and never where volume and pages tell a paper: a paper
about ISO 9001, or one that was read online in May, is a paper.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..identifiers import IdentifierKind
from ..models import Discrepancy, DiscrepancyField, Record, Severity, WorkType
from ..text import plain_text
from .comparison import note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..models import Claim

_ANYWHERE: tuple[tuple[WorkType, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            WorkType.STANDARD,
            r"(?:^|[.|]\s+)(?:ISO(?:/IEC|/TS|/TR)?|IEC|DIN(?:\s+EN)?|BS(?:\s+EN)?|ANSI(?:/[A-Z]+)?|ASTM|ITU-[TR]"
            r"|ETSI(?:\s+[A-Z]{2})?|NIST\s+(?:SP|FIPS)|FIPS(?:\s+PUB)?|ECMA|RFC|IEEE\s+Std\.?|GB/T|JIS|SAE)"
            r"[-\s]?[A-Z]?\s?\d{2,6}\b",
        ),
        (
            WorkType.LEGAL,
            r"\b\d{1,4}\s+(?:U\.?\s?S\.?|S\.?\s?Ct\.?|F\.?\s?(?:2d|3d|4th|Supp\.?)|L\.?\s?Ed\.?|[AW]\.?L\.?R\.?|A\.C\.|Q\.B\.|S\.C\.R\.)"
            r"\s+\d{1,4}\b|\b(?:BGHZ|BVerfGE|BGHSt|BGE|ECLI:[A-Z]{2}|U\.S\.C\.)\s?§?\s?\d|\[\d{4}\]\s+(?:UKHL|EWCA|UKSC|AC|QB|WLR)\b",
        ),
        (
            WorkType.PATENT,
            r"\b(?:patent|pat\.)\s+(?:no\.?|application|appl\.|US|EP|WO)\s*[\d,]{4,}|\b(?:US|EP|WO)\s?\d{4,}[\d/]*\s?[AB]\d\b",
        ),
        (
            WorkType.SOFTWARE,
            r"\[(?:computer\s+)?(?:software|program|source\s+code|code|r\s+package|mobile\s+app)[^\]]{0,40}\]"
            r"|\(computer\s+(?:software|program)\)|\b(?:r|python|julia)\s+package\s+version\b|\bsoftware,?\s+version\s+\d"
            r"|//(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|pypi\.org|cran\.r-project\.org|sourceforge\.net)/",
        ),
        (
            WorkType.DATASET,
            r"\[(?:data\s?set|data\s+file|database)[^\]]{0,40}\]"
            r"|//(?:www\.)?(?:kaggle\.com|archive\.ics\.uci\.edu|dataverse\.harvard\.edu|data\.mendeley\.com)/",
        ),
        (
            WorkType.DISSERTATION,
            r"[\[(](?:unpublished\s+)?(?:ph\.?\s?d\.?|doctoral|master['’]?s|bachelor['’]?s)\s+(?:thesis|dissertation)[^\])]*[\])]",
        ),
    )
)
"""Kind -> what plainly tells it wherever it stands: the numbers of the bodies that issue standards and patents, APA's
descriptions in brackets, forges and archives."""

_BESIDE_TITLE: tuple[tuple[WorkType, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            WorkType.DISSERTATION,
            r"\b(?:ph\.?\s?d\.?|doctoral|d\.?phil\.?|master(?:['’]?s)?|m\.?sc\.?|bachelor(?:['’]?s)?|diploma|licentiate)\s+"
            r"(?:thesis|dissertation)\b|\bdissertation\b|\bdiplomarbeit\b|\bth[eè]se\s+de\s+doctorat\b|\btesis\s+doctoral\b",
        ),
        (
            WorkType.WEBPAGE,
            r"\b(?:accessed|retrieved|last\s+visited|zugriff(?:\s+am)?|abgerufen|consult[ée]|consultado)\s+"
            r"(?:(?:on|at|am|le|el)\s+)?[:\[(]?\s?(?:\d{1,2}|[a-z]{3,9}\.?\s+\d|\d{4}-)|\bblog\s+post\b"
            r"|\b(?:web\s?docs|(?:official|online|user|api)\s+documentation|weblog|web\s?site|website|homepage|wiki)\s*(?:[,.|(]|$)|\bcontributors\b[^|]{0,60}\bdocs\b"
            r"|\[(?:web\s?page|website|blog|online\s+forum[^\]]*|video|tweet|podcast)\]"
            r"|//(?:www\.)?(?:medium\.com|youtube\.com|twitter\.com|x\.com|en\.wikipedia\.org|stackoverflow\.com)/",
        ),
        (WorkType.REPORT, r"\btechnical\s+report\b|\btech\.?\s+rep\.?\b|\bworking\s+paper\s+(?:no\.?|series|\d)"),
    )
)
"""Kind -> what tells it in venue, address or citation; in a title these may be what a paper is about."""

_PAPER = re.compile(
    r"\d\s*\(\d+(?:[-–]\d+)?\)\s*[:,;]|\bpp?\.\s*\d|\bpages\s+\d|\bvol(?:ume)?\.?\s*\d|\b\d{1,4}\s*[,:]\s*\d+\s?[-–]\s?\d+"
    r"|\bin\s+proc(?:eedings|\.)|\bin:\s",
    re.IGNORECASE,
)
"""Volume, issue, pages or proceedings: a paper."""
_SCHOLARLY = (IdentifierKind.DOI, IdentifierKind.ARXIV, IdentifierKind.PMID, IdentifierKind.PMCID, IdentifierKind.ACL)

_NAMES = {
    WorkType.DISSERTATION: "thesis",
    WorkType.DATASET: "data set",
    WorkType.WEBPAGE: "web page",
    WorkType.LEGAL: "court decision or statute",
}
"""Kinds whose names are not the words of their values."""
_PAPERS = frozenset({WorkType.JOURNAL_ARTICLE, WorkType.PROCEEDINGS_ARTICLE, WorkType.BOOK_CHAPTER})
_APART = frozenset(
    {WorkType.DISSERTATION, WorkType.STANDARD, WorkType.PATENT, WorkType.DATASET, WorkType.SOFTWARE, WorkType.WEBPAGE}
    | {WorkType.LEGAL}
)
"""Kinds that no paper is."""


def guess_kind(claim: Claim) -> WorkType | None:
    """The kind of work that a claim says it is about, or plainly shows; ``None`` where neither.

    A claim with the identifier of a paper is about a paper, whenever it was accessed and wherever its code is.
    """
    if claim.type is not None:
        return claim.type
    if claim.pages or claim.volume or any(i.kind in _SCHOLARLY for i in claim.identifiers):
        return None
    beside = " | ".join(plain_text(p) for p in (claim.venue, claim.citation, claim.url) if p)
    if _PAPER.search(beside):
        return None
    whole = f"{plain_text(claim.title or '')} | {beside}"
    for rules, text in ((_ANYWHERE, whole), (_BESIDE_TITLE, beside)):
        found = next((kind for kind, pattern in rules if pattern.search(text)), None)
        if found is not None:
            return found
    return WorkType.WEBPAGE if claim.url and not (claim.authors or claim.venue or claim.citation) else None


def are_papers(records: Sequence[Record]) -> bool:
    """Whether every record is of an article, a paper of proceedings or a chapter."""
    return all(r.type in _PAPERS for r in records)


def are_other_kinds(claimed: WorkType | None, records: Sequence[Record]) -> bool:
    """Whether a claim is about a thesis, standard, patent, data set, software or web page, and all records of papers.

    A record whose database does not tell its kind, or tells "other", contradicts nothing.
    """
    return claimed in _APART and are_papers(records)


def kind_notes(claimed: WorkType | None, records: Sequence[Record]) -> tuple[Discrepancy, ...]:
    """What to say where a work is of another kind than the claim says; a thesis is no article of the same title."""
    if claimed is None or not are_other_kinds(claimed, records):
        return ()
    found = kind_name(records[0].type or WorkType.OTHER)
    severity = Severity.ERROR if claimed is WorkType.DISSERTATION else Severity.WARNING
    message = f"Kind of work differs: cited as a {kind_name(claimed)}, found as a {found}."
    return (note(DiscrepancyField.TYPE, severity, message, kind_name(claimed), found),)


def kind_name(kind: WorkType) -> str:
    """A kind as people call it."""
    return _NAMES.get(kind, kind.value.replace("-", " "))

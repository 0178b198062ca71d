"""What a publication is cited by beside its title: where, in which volume, on which pages, under which ISBN, when.

Reports, editorials and proceedings of other years bear one title, and often come from the same people. Where two
published records contradict each other in what identifies a publication they are of two; what only one of them knows,
and what databases write in many ways, is no contradiction.
"""

from __future__ import annotations

import re

from ..identifiers import IdentifierKind
from ..models import Record, WorkType
from ..text import normalize
from .merge import years_apart
from .numbering import edition_in, edition_number
from .publishers import ARTICLES, BOOKS
from .titles import prepare_title
from .venue_forms import prepare_venue, same_venue
from .words import is_generic

_OF_A_YEAR = BOOKS | {WorkType.REPORT, WorkType.PROCEEDINGS, WorkType.STANDARD, WorkType.DATASET, WorkType.SOFTWARE}
"""Kinds that come out anew under one title: editions, issues and versions."""

_RECURRING = re.compile(
    r"(?:guest )?editorial\b|(?:preface|foreword|introduction) to (?:the|this) (?:special|issue|volume|proceedings)"
    r"|(?:message|letter|note|word|report|remarks)s? (?:from|of|by|to) the\b|from the (?:editor|president|chair|guest)"
    r"|(?:president|editor|chair)(?:man|woman|person)?(?: ?s)? (?:message|letter|note|report|page|column|introduction)"
    r"|special issue\b|in this issue\b|book reviews?\b|news and\b|highlights of\b|(?:selected )?abstracts (?:of|from)\b"
    r"|proceedings\b|minutes of\b|program(?:me)? of\b|welcome (?:message|to)\b|table of contents\b"
    r"|.*\b(?:annual|yearly|biennial|quarterly|monthly|weekly|progress|activity|statistical) "
    r"(?:report|review|bulletin|update|abstract|survey|meeting|conference|statistics)\b"
    r"|.*\b(?:yearbook|almanac|newsletter|jahrbuch|jahresbericht|geschaftsbericht|anuario|annuaire|annuario)\b"
    r"|.*\b(?:rapport annuel|informe anual|memoria anual)\b"
)
"""Normalised titles that come again each year or issue."""


def recurs(record: Record) -> bool:
    """Whether a title is borne by many works, or by one work each year or issue ("Preface", "Annual report of …")."""
    normal = prepare_title(record.full_title or "").normal.removeprefix("the ")
    return is_generic(prepare_title(record.title or "").normal) or _RECURRING.match(normal) is not None


def imprints_differ(one: Record, two: Record) -> bool:
    """Whether two published records contradict each other in what identifies a publication.

    A preprint contradicts nothing: it numbers its own pages, and comes out earlier and elsewhere.
    """
    if one.is_preprint or two.is_preprint:
        return False
    return locators_differ(one, two) or _years_differ(one, two) or _venues_differ(one, two)


def locators_differ(one: Record, two: Record) -> bool:
    """Whether two records are of other editions, or in other volumes, or on other pages."""
    return (
        _editions_differ(one, two)
        or _isbns_differ(one, two)
        or _begin_on_other_pages(one, two)
        or _are_numbered_apart(one.article_number, two.article_number)
        or _volumes_differ(one, two)
    )


def in_one_venue(one: Record, two: Record) -> bool:
    """Whether both records name a venue, and any of their names for it fit."""
    return any(same_venue(a, b) for a in one.venue_names for b in two.venue_names)


def _editions_differ(one: Record, two: Record) -> bool:
    first, second = _edition(one), _edition(two)
    return bool(first and second) and first != second


def _edition(record: Record) -> str:
    return edition_number(record.edition or "") or edition_in(record.full_title or "")


def _isbns_differ(one: Record, two: Record) -> bool:
    first, second = _isbns(one), _isbns(two)
    return bool(first and second) and not first & second


def _isbns(record: Record) -> set[str]:
    return {i.value for i in record.identifiers if i.kind is IdentifierKind.ISBN}


def _begin_on_other_pages(one: Record, two: Record) -> bool:
    return _are_numbered_apart((one.pages or "").split("-")[0], (two.pages or "").split("-")[0])


def _are_numbered_apart(one: str | None, two: str | None) -> bool:
    """Whether two numbers differ, prefixes, signs and leading zeros aside ("e0012" is "12")."""
    first, second = _digits(one or ""), _digits(two or "")
    return bool(first and second) and first != second


def _digits(text: str) -> str:
    return "".join(re.findall(r"\d+", text)).lstrip("0") or normalize(text)


def _volumes_differ(one: Record, two: Record) -> bool:
    """Whether two records of one venue, or of journals, are in other volumes or issues."""
    if not (in_one_venue(one, two) or one.type is two.type is WorkType.JOURNAL_ARTICLE):
        return False
    if _differ_as_numbers(one.volume, two.volume):
        # Some databases give the year where a journal or a conference counts no volumes.
        return not {int(one.volume or 0), int(two.volume or 0)} & {one.year, two.year, *one.years, *two.years}
    return one.volume == two.volume is not None and _differ_as_numbers(one.issue, two.issue)


def _differ_as_numbers(one: str | None, two: str | None) -> bool:
    """Whether both are numbers in digits, and not the same; what is written otherwise is not compared."""
    if not (one and two and re.fullmatch(r"\d{1,9}", one) and re.fullmatch(r"\d{1,9}", two)):
        return False
    return int(one) != int(two)


def _years_differ(one: Record, two: Record) -> bool:
    """Whether works that come out anew under one title are of other years."""
    if years_apart(one, two) == 0:
        return False
    if one.type in BOOKS or two.type in BOOKS:
        return True
    return (one.type is two.type and one.type in _OF_A_YEAR) or recurs(one) or recurs(two)


def _venues_differ(one: Record, two: Record) -> bool:
    """Whether two records are plainly of other venues.

    Names of proceedings are too many to be held against each other where nothing else differs.
    """
    kinds = (one.type, two.type)
    of_articles = WorkType.JOURNAL_ARTICLE in kinds and all(k in ARTICLES for k in kinds)
    if not (of_articles or years_apart(one, two) > 0 or recurs(one) or recurs(two)):
        return False
    pairs = [(a, b) for a in one.venue_names for b in two.venue_names]
    return bool(pairs) and not any(same_venue(a, b) or may_abbreviate(a, b) or may_abbreviate(b, a) for a, b in pairs)


def may_abbreviate(short: str, full: str) -> bool:
    """Whether each distinctive word of one venue begins a word of the other, in order, or it has none ("Proc.").

    So databases leave out what follows a name: "VLDB J.", "The VLDB Journal -- The International Journal on …".
    """
    words = iter(prepare_venue(full).normal.split())
    return all(any(w.startswith(s) for w in words) for s in prepare_venue(short).words)

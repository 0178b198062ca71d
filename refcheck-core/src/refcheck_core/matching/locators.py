"""Volume, issue and pages: read out of citations, and compared."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..models import Claim, Discrepancy, DiscrepancyField, Record, Severity
from .comparison import note
from .numbering import edition_in, edition_number
from .words import roman_number

if TYPE_CHECKING:
    from collections.abc import Sequence

_DASH = r"\s?[-\u2010-\u2015\u2212]{1,2}\s?"
_PAGE = r"[A-Za-z]{0,2}\d{1,7}(?::\d{1,4})?"
_RANGE = rf"{_PAGE}{_DASH}{_PAGE}"
_YEAR = r"(?:1[5-9]|20)\d\d"
_NO_YEAR = rf"(?!{_YEAR}(?!\d|{_DASH}\d))"
_PAGES = rf"(?:pp?\.?\s*|pages?\s+)?(?P<pages>{_RANGE}|{_NO_YEAR}{_PAGE})"

_STYLES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # most journals: "43(2):101–110", "8(4), pp. 1138–1150", "12(3-4): e123"; or without pages: "3(1), 1986"
        rf"(?<![\w(])(?P<volume>\d{{1,4}})\s?\((?!{_YEAR}\))(?P<issue>[^()\s]{{1,8}}(?:\s\d{{1,2}})?)\)\s?[:,;]\s?{_PAGES}\b",
        rf"(?<![\w(])(?P<volume>\d{{1,4}})\s?\((?!{_YEAR}\))(?P<issue>\d{{1,3}})\)\s?[,;.]\s?{_YEAR}\b",
        # ACM: "36, 4 (2022), 499–525"; Springer: "36(4), 499–525 (2022)" is the first; "36 (2022) 499-525"
        rf"(?<![\w(])(?P<volume>\d{{1,4}}),\s?(?P<issue>\d{{1,3}})\s?\((?:[a-z]{{3,9}}\.?\s)?{_YEAR}\)[,:]?\s?{_PAGES}\b",
        rf"(?<![\w(])(?P<volume>\d{{1,4}})\s?\({_YEAR}\)[,:]?\s?{_PAGES}\b",
        # Vancouver: "2007;3:270-276", "2007;3(2):270"
        rf"\b{_YEAR}\s?;\s?(?P<volume>\d{{1,4}})(?:\s?\((?P<issue>[^()\s]{{1,8}})\))?\s?:\s?{_PAGES}\b",
        # as in Nature: "37, 289–316 (2008)"
        rf"(?<![\w(])(?!{_YEAR}\b)(?P<volume>\d{{1,4}})\s?[,:]\s?(?P<pages>{_RANGE})\b",
    )
)
"""The common styles of volume, issue and pages, from the most to the least telling."""
_LABELLED = {
    "volume": re.compile(r"\bvol(?:ume)?\.?\s?(?P<value>\d{1,4}|[ivxlc]{1,7})\b", re.IGNORECASE),
    "issue": re.compile(r"\b(?:no|num|number|issue|iss|nr)\.?\s?(?P<value>\d{1,4}(?:[-–/]\d{1,4})?)\b", re.IGNORECASE),
    "pages": re.compile(rf"\b(?:pp?\.|pages?)\s?(?P<value>{_RANGE}|{_PAGE})\b", re.IGNORECASE),
}

_SERIES = re.compile(
    r"^\W*(?:series|ser\.?|s)\s?(?P<series>\d{1,2})\)?[\s,:/\u2010-\u2015-]+(?=(?:vol(?:ume)?\.?\s?)?\d)", re.IGNORECASE
)
"""A series before the volume, as Crossref has it of journals that began to count anew: "s2-42"."""
_SUPPLEMENT = re.compile(r"\bsuppl(?:ement)?\.?\s*", re.IGNORECASE)
_PREFIX = re.compile(
    r"^\W*(?:pp?\.|pages?|article(?:\s+(?:no|id|number)\.?)?|art\.(?:\s*no\.)?|vol(?:ume)?\.?|no\.|issue)\s*",
    re.IGNORECASE,
)


class Locators(NamedTuple):
    """Where in a journal something stands, as text; ``None`` for what is not given."""

    volume: str | None = None
    issue: str | None = None
    pages: str | None = None


def find_locators(text: str) -> Locators:
    """Volume, issue and pages in the part of a citation behind the title, as far as its style is a common one."""
    for style in _STYLES:
        match = style.search(text)
        if match:
            groups = match.groupdict()
            return Locators(groups["volume"], groups.get("issue"), groups.get("pages"))
    found = {name: m["value"] if (m := pattern.search(text)) else None for name, pattern in _LABELLED.items()}
    return Locators(**found)


class PageRange(NamedTuple):
    """First and last page (``None`` where only one is given), without leading zeros and letters of electronic pages."""

    first: str
    last: str | None


@lru_cache(maxsize=16384)
def parse_pages(text: str) -> PageRange:
    """Read pages in any usual spelling: "101-110", "pp. 101–10" (to 110), "S12-S20", "e123", "12:1-12:20"."""
    parts = [p.strip() for p in re.split(_DASH, _PREFIX.sub("", text.strip()), maxsplit=1)]
    first = _page(parts[0])
    if len(parts) == 1 or not parts[1]:
        return PageRange(first, None)
    last = _page(parts[1])
    if first.isdigit() and last.isdigit() and len(last) < len(first):
        last = first[: len(first) - len(last)] + last  # "101-10" ends on page 110
    return PageRange(first, last)


def _page(text: str) -> str:
    """A page without the letters before it ("e123", "S12") and leading zeros; what is no number stays as it is."""
    text = text.lower().rstrip(".")
    match = re.fullmatch(r"[a-z]{0,2}?0*(\d+(?::\d+)?)", text)
    return match[1] if match else text


@lru_cache(maxsize=16384)
def _volume(text: str) -> str:
    word = _SUPPLEMENT.sub("s", _PREFIX.sub("", text.strip())).lower().replace(" ", "")
    number = roman_number(word)
    if number is not None:
        return str(number)
    first = re.split(r"[-\u2010-\u2015/]", word)[0]
    return first.lstrip("0") or "0"


def compare_locators(claim: Claim, records: Sequence[Record]) -> tuple[Discrepancy, ...]:
    """Volume, issue and pages: warnings where some record gives them and none agrees."""
    wanted = (
        (DiscrepancyField.VOLUME, claim.volume, [r.volume for r in records], _same_volume),
        (DiscrepancyField.ISSUE, claim.issue, [r.issue for r in records], _same_number),
        (DiscrepancyField.PAGES, claim.pages, [p for r in records for p in (r.pages, r.article_number)], _same_pages),
    )
    notes = []
    for field, claimed, every, same in wanted:
        found = [f for f in every if f]
        if not claimed or not found or any(same(claimed, f) for f in found):
            continue
        verb = "differ" if field is DiscrepancyField.PAGES else "differs"
        message = f"{field.value.capitalize()} {verb}: claimed {_shown(claimed)}, found {_shown(found[0])}."
        notes.append(note(field, Severity.WARNING, message, claimed, found[0]))
    return tuple(notes)


def edition_notes(claim: Claim, records: Sequence[Record]) -> tuple[Discrepancy, ...]:
    """An error where the title names an edition, and the records of the work are all of others."""
    claimed = edition_in(claim.title or "")
    known = [n for r in records if (n := edition_number(r.edition or "") or edition_in(r.full_title or ""))]
    if not claimed or not known or claimed in known:
        return ()
    message = f"Edition mismatch: claimed '{claim.title}', found edition {known[0]}."
    return (note(DiscrepancyField.TITLE, Severity.ERROR, message, claim.title, known[0]),)


@lru_cache(maxsize=16384)
def _shown(locator: str) -> str:
    """A locator for a sentence: ranges with one kind of dash, whatever a side writes."""
    return re.sub(rf"(?<=\d){_DASH}(?={_PAGE})", "-", locator)


def _same_volume(one: str, two: str) -> bool:
    """Whether two are one volume; the number of its series may be given on one side only."""
    series = [m["series"].lstrip("0") for text in (one, two) if (m := _SERIES.match(text))]
    if len(set(series)) > 1:
        return False
    return _same_number(_SERIES.sub("", one), _SERIES.sub("", two))


def _same_number(one: str, two: str) -> bool:
    return _volume(one) == _volume(two)


def _same_pages(one: str, two: str) -> bool:
    """Whether first pages are equal, and last ones where both are given."""
    first, second = parse_pages(one), parse_pages(two)
    return first.first == second.first and (first.last == second.last or not (first.last and second.last))

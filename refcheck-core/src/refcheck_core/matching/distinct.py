"""Search results grouped by work, cautiously.

`merge` gathers evidence about one cited work, where a conference paper and its journal version may vouch for each
other. In a list of results a wrong join hides a work that somebody looks for, and what can be cited apart is better
shown apart. So here a reason to keep two records apart also holds against every chain of records that would join them:
other DOIs or arXiv ids, other parts, editions or first pages, chapters and books, reviews and what they review.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from ..arxiv_ids import parse_arxiv_id
from ..models import Record, WorkType
from ..text import normalize
from .authors import same_authors
from .merge import MAX_YEARS_APART, NEVER_VERSIONS, are_linked, record_order, titles_fit, years_apart
from .titles import differ_by_subtitle, prepare_title, same_title, title_variants
from .venues import same_venue
from .words import is_generic, is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_BOOKS = frozenset({WorkType.BOOK, WorkType.EDITED_BOOK, WorkType.MONOGRAPH, WorkType.REFERENCE_BOOK})
# Papers of a series are "chapters" at Crossref and articles elsewhere, so these are one family.
_PAPERS = frozenset(
    {
        WorkType.JOURNAL_ARTICLE,
        WorkType.PROCEEDINGS_ARTICLE,
        WorkType.POSTED_CONTENT,
        WorkType.BOOK_CHAPTER,
        WorkType.REFERENCE_ENTRY,
        WorkType.REPORT,
    }
)
_PART_WORDS = frozenset(
    "part parts volume vol book chapter section episode lecture teil band partie tome parte capitulo".split()
)
"""Words after which a number tells the parts of a work apart."""
_NUMBER_WORDS = {w: n for n, w in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10}

_SAME_ID, _LINKED, _SAME_TITLE = 0, 1, 2
"""Reasons to take two records for one work, the strongest first."""


def group_results(records: Iterable[Record]) -> tuple[tuple[Record, ...], ...]:
    """Group records into works; the result does not depend on their order.

    The strongest reasons join first; two groups stay apart where any record of the one must not be joined with any of
    the other.
    """
    ordered = sorted(dict.fromkeys(records), key=record_order)
    group_of = {place: [place] for place in range(len(ordered))}
    reasons = sorted(
        (reason, years_apart(ordered[a], ordered[b]), a, b)
        for a, b in _candidates(ordered)
        if (reason := _reason(ordered[a], ordered[b])) is not None
    )
    for _, _, a, b in reasons:
        one, two = group_of[a], group_of[b]
        if one is two or any(are_apart(ordered[i], ordered[j]) for i in one for j in two):
            continue
        joined = sorted([*one, *two])
        group_of.update(dict.fromkeys(joined, joined))
    groups = {places[0]: places for places in group_of.values()}
    return tuple(tuple(ordered[p] for p in groups[first]) for first in sorted(groups))


def _candidates(ordered: Sequence[Record]) -> Iterator[tuple[int, int]]:
    """Pairs that share an identifier or a title's main part; no others can be one work."""
    blocks: dict[tuple[str, str], list[int]] = {}
    for place, record in enumerate(ordered):
        for key in _keys(record):
            blocks.setdefault(key, []).append(place)
    pairs = {pair for places in blocks.values() for pair in combinations(places, 2)}
    return iter(sorted(pairs))


def _keys(record: Record) -> set[tuple[str, str]]:
    dois = (record.doi, *record.published_as, *record.preprint_of, *record.preprints, *record.same_as)
    keys = {("doi", doi) for doi in dois if doi}
    if arxiv := arxiv_id_of(record):
        keys.add(("arxiv", arxiv))
    for title in map(prepare_title, title_variants(record)):
        keys |= {("title", form.replace(" ", "")) for form in (title.squashed, title.main) if form}
    return keys


def _reason(one: Record, two: Record) -> int | None:
    """Why two records may be taken for one work, if there is a reason."""
    if are_apart(one, two):
        return None
    if one.doi and one.doi == two.doi:
        return _SAME_ID
    arxiv = arxiv_id_of(one)
    if arxiv and arxiv == arxiv_id_of(two):
        # Titles change between versions; the people then tell whether an id is mistyped.
        return _SAME_ID if titles_fit(one, two) or same_authors(one.authors, two.authors) else None
    if are_linked(one, two) and titles_fit(one, two):
        return _LINKED
    return _SAME_TITLE if _bear_one_title(one, two) and _may_share_a_title(one, two) else None


def are_apart(one: Record, two: Record) -> bool:
    """Whether two records must not stand under one result, whatever else joins them."""
    if _number_of_part(one) != _number_of_part(two) and _number_of_part(one) and _number_of_part(two):
        return True
    if one.doi and one.doi == two.doi:
        return not titles_fit(one, two)  # a chapter that bears the DOI of its book
    return (
        one.type in NEVER_VERSIONS
        or two.type in NEVER_VERSIONS
        or one.doi in two.reviews
        or two.doi in one.reviews
        or _have_other_ids(one, two)
        or _are_of_other_kinds(one, two)
        or _are_of_other_editions(one, two)
        or _begin_on_other_pages(one, two)
    )


def arxiv_id_of(record: Record) -> str | None:
    """The arXiv id that a record gives as such or in an arXiv DOI."""
    if record.arxiv_id:
        return record.arxiv_id
    parsed = parse_arxiv_id(record.doi) if record.doi else None
    return parsed.id if parsed else None


def publication_doi(record: Record) -> str | None:
    """The DOI of the published version; ``None`` where the record's DOI is that of a preprint."""
    posted = record.is_preprint or record.published_as or record.preprint_of or record.doi in record.preprints
    return None if posted or record.doi is None or parse_arxiv_id(record.doi) else record.doi


def _have_other_ids(one: Record, two: Record) -> bool:
    ids = arxiv_id_of(one), arxiv_id_of(two)
    if ids[0] and ids[1] and ids[0] != ids[1]:
        return True
    dois = publication_doi(one), publication_doi(two)
    if not (dois[0] and dois[1]):
        return False
    return dois[0] not in (dois[1], *two.same_as) and dois[1] not in one.same_as


def _are_of_other_kinds(one: Record, two: Record) -> bool:
    """Whether one is a book, thesis, data set … and the other is not."""
    one_family, two_family = _family(one.type), _family(two.type)
    return bool(one_family and two_family) and one_family != two_family


def _family(kind: WorkType | None) -> str:
    if kind is None or kind is WorkType.OTHER:
        return ""
    if kind in _BOOKS:
        return "book"
    return "paper" if kind in _PAPERS else kind.value


def _are_of_other_editions(one: Record, two: Record) -> bool:
    if one.edition and two.edition and _digits(one.edition) != _digits(two.edition):
        return True
    return (one.type in _BOOKS or two.type in _BOOKS) and years_apart(one, two) > 0


def _begin_on_other_pages(one: Record, two: Record) -> bool:
    """Whether two published records begin on other pages; a preprint numbers its own."""
    if one.is_preprint or two.is_preprint or not one.pages or not two.pages:
        return False
    first, second = (_digits(r.pages.split("-")[0]) for r in (one, two) if r.pages)
    return bool(first and second) and first != second


def _digits(text: str) -> str:
    return "".join(re.findall(r"\d+", text)).lstrip("0") or normalize(text)


def _bear_one_title(one: Record, two: Record) -> bool:
    pairs = [(a, b) for a in title_variants(one) for b in title_variants(two)]
    if any(same_title(a, b) for a, b in pairs):
        return True
    return any(differ_by_subtitle(a, b) for a, b in pairs) and same_authors(one.authors, two.authors)


def _may_share_a_title(one: Record, two: Record) -> bool:
    """Whether people, years and venues allow two records of one title to be one work."""
    gap = years_apart(one, two)
    if not (one.authors and two.authors):
        # Editorials, front matter and columns have no authors and many namesakes.
        return not _is_generic(one, two) and gap <= 1 and _are_in_one_venue(one, two)
    if not same_authors(one.authors, two.authors):
        return False
    if _is_generic(one, two):
        return gap == 0 and _are_in_one_venue(one, two)
    is_posted = any(r.is_preprint or arxiv_id_of(r) for r in (one, two))
    return gap <= (MAX_YEARS_APART if is_posted else 1)


def _is_generic(one: Record, two: Record) -> bool:
    return any(is_generic(prepare_title(r.title or "").normal) for r in (one, two))


def _are_in_one_venue(one: Record, two: Record) -> bool:
    return bool(one.venue and two.venue) and same_venue(one.venue or "", two.venue or "")


def _number_of_part(record: Record) -> tuple[int, ...]:
    return _part_numbers(record.full_title or "")


@lru_cache(maxsize=16384)
def _part_numbers(title: str) -> tuple[int, ...]:
    """Numbers of parts in a title: after "part" and the like, or at its end ("… II")."""
    words = prepare_title(title).words
    found = [n for before, word in pairwise(words) if before in _PART_WORDS and (n := _value(word))]
    if not found and len(words) > 1 and (is_number(words[-1]) or words[-1] == "i"):
        found = [_value(words[-1])]
    return tuple(n for n in found if n)


def _value(word: str) -> int:
    """The value of a number in digits, Roman numerals or letters; 0 where the word is none."""
    if word.isascii() and word.isdigit():
        return int(word[:9])
    if word in _NUMBER_WORDS:
        return _NUMBER_WORDS[word]
    if (word != "i" and not is_number(word)) or not set(word) <= set(_ROMAN_DIGITS):
        return 0
    digits = [_ROMAN_DIGITS[c] for c in word]
    return sum(-d if d < after else d for d, after in zip(digits, [*digits[1:], 0], strict=True))

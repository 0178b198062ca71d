"""Search results grouped by work, cautiously.

`merge` gathers evidence about one cited work, where a conference paper and its journal version may vouch for each
other. In a list of results a wrong join hides a work that somebody looks for, and what can be cited apart is better
shown apart. So here a reason to keep two records apart also holds against every chain of records that would join them:
other DOIs or arXiv ids, other parts or subtitles, other imprints (`imprint`), chapters and books, reviews and what they
review.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from .authors import same_authors
from .imprint import imprints_differ, recurs
from .linkage import Sameness, link_probability
from .linkage_fields import OTHER_VENUE, venue_level
from .merge import MAX_YEARS_APART, NEVER_VERSIONS, are_linked, record_order, titles_fit, years_apart
from .numbering import parts_differ, with_digits
from .overlap import differ_by_spelling
from .people import prepare_name
from .publications import are_of_other_kinds, arxiv_id_of, have_other_ids
from .signs import contradicting_signs
from .titles import compare_titles, differ_by_subtitle, prepare_title, same_title, title_variants
from .venue_forms import same_venue
from .words import DISTINGUISHING_WORDS, is_generic, is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..models import Record

_SAME_ID, _LINKED, _SAME_TITLE, _ALIKE = range(4)
"""Reasons to take two records for one work, the strongest first."""
ALIKE = 0.9
"""Probability of being one publication from which records are joined whose titles differ in spelling. On the half of
DBLP-ACM that nothing was fitted to, such joins raise recall and take nothing from precision (design, judgement)."""


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
    """Pairs that share an identifier, a title's main part, or an author and the year; no others can be one work."""
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
        forms = (title.squashed, title.main, prepare_title(with_digits(title.text)).squashed)
        keys |= {("title", form.replace(" ", "")) for form in forms if form}
    # Records whose titles differ in letters are of one publication only if they share people and the year.
    return keys | {("people", f"{prepare_name(author).core} {record.year}") for author in record.authors if record.year}


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
    if _bear_one_title(one, two) and _may_share_a_title(one, two):
        return _SAME_TITLE
    return _ALIKE if _are_alike(one, two) else None


def _are_alike(one: Record, two: Record) -> bool:
    """Whether two records are of one publication whose title one of them misspells."""
    if not (one.authors and two.authors) or recurs(one) or recurs(two):
        return False
    if venue_level(one, two) == OTHER_VENUE or not differ_by_spelling(one.full_title or "", two.full_title or ""):
        return False
    return link_probability(one, two, Sameness.PUBLICATION) >= ALIKE


def are_one_work(one: Record, two: Record) -> bool:
    """Whether two records are shown under one result where nothing else speaks for or against it."""
    return _reason(one, two) is not None


def are_apart(one: Record, two: Record) -> bool:
    """Whether two records must not stand under one result, whatever else joins them."""
    if parts_differ(one.full_title or "", two.full_title or ""):
        return True
    if one.doi and one.doi == two.doi:
        return not titles_fit(one, two)  # a chapter that bears the DOI of its book
    return (
        one.type in NEVER_VERSIONS
        or two.type in NEVER_VERSIONS
        or one.doi in two.reviews
        or two.doi in one.reviews
        or have_other_ids(one, two)
        or are_of_other_kinds(one, two)
        or _bear_other_titles(one, two)
        or imprints_differ(one, two)
    )


def _bear_other_titles(one: Record, two: Record) -> bool:
    """Whether titles of the same words or the same main part are of two works, by their signs or their subtitles.

    Where databases link the records it may have changed on the way to publication.
    """
    if not (one.title and two.title) or are_linked(one, two):
        return False
    mine, other = with_digits(one.full_title or ""), with_digits(two.full_title or "")
    if contradicting_signs(mine, other) and (same_title(mine, other) or _differ_by_a_subtitle(one, two)):
        return True
    pairs = [(mine, t) for t in two.alternative_titles] + [(other, t) for t in one.alternative_titles]
    if any(_is_one_title(whole, t) for whole, t in pairs if prepare_title(t).main):
        return False
    return _have_other_subtitles(mine, other)


def _have_other_subtitles(mine: str, other: str) -> bool:
    one, two = prepare_title(mine), prepare_title(other)
    if not one.main or one.main != two.main:
        return False
    shorter, longer = sorted((one.rest, two.rest), key=len)
    return shorter != longer[: len(shorter)] and not compare_titles(mine, [other], authors_agree=True).agrees


def _titles(record: Record) -> list[str]:
    """Titles as wholes: a main title says little where the record knows its subtitle."""
    return [t for t in (record.full_title, *record.alternative_titles) if t]


def _is_one_title(one: str, two: str) -> bool:
    return contradicting_signs(one, two) is None and (
        same_title(one, two) or same_title(with_digits(one), with_digits(two))
    )


def _bear_one_title(one: Record, two: Record) -> bool:
    if any(_is_one_title(a, b) for a, b in product(_titles(one), _titles(two))):
        return True
    return _differ_by_a_subtitle(one, two) and same_authors(one.authors, two.authors)


def _differ_by_a_subtitle(one: Record, two: Record) -> bool:
    """Whether one record lacks a subtitle that the other has."""
    pairs = product(_titles(one), _titles(two))
    return any(differ_by_subtitle(a, b) for a, b in pairs) or _lacks_subtitle(one, two) or _lacks_subtitle(two, one)


def _lacks_subtitle(short: Record, whole: Record) -> bool:
    """Whether one record leaves out the subtitle that the other keeps apart, and it makes no other work."""
    if short.subtitle or not whole.subtitle or not same_title(short.title or "", whole.title or ""):
        return False
    return not any(w in DISTINGUISHING_WORDS or is_number(w) for w in prepare_title(whole.subtitle).words)


def _may_share_a_title(one: Record, two: Record) -> bool:
    """Whether people, years and venues allow two records of one title to be one work."""
    gap = years_apart(one, two)
    if recurs(one) or recurs(two):
        # The same people write a preface each year.
        is_one_issue = gap == 0 and all(r.year or r.years for r in (one, two)) and _are_in_one_venue(one, two)
        anonymous = not (one.authors and two.authors)
        return is_one_issue and (not _is_generic(one, two) if anonymous else same_authors(one.authors, two.authors))
    if not (one.authors and two.authors):
        # Editorials, front matter and columns have no authors and many namesakes.
        return gap <= 1 and _are_in_one_venue(one, two)
    if not same_authors(one.authors, two.authors):
        return False
    is_posted = any(r.is_preprint or arxiv_id_of(r) for r in (one, two))
    return gap <= (MAX_YEARS_APART if is_posted else 1)


def _is_generic(one: Record, two: Record) -> bool:
    return any(is_generic(prepare_title(r.title or "").normal) for r in (one, two))


def _are_in_one_venue(one: Record, two: Record) -> bool:
    return bool(one.venue and two.venue) and same_venue(one.venue or "", two.venue or "")

"""Two records compared: how probable it is that they are of one work, or of one publication of it.

Probabilistic record linkage after Fellegi and Sunter (Journal of the American Statistical Association, 1969): each
field agrees to some level, each level has a weight, and the weights add up to the log-odds. Unlike theirs, the weights
are fitted together (logistic regression), since fields depend on each other. `linkage_table` holds them and says where
they come from. A better level never weighs less than a worse one, so a field that fits worse never raises the
probability; a field that a record does not give stands between those that fit and those that don't.

Here neither record is believed more than the other, as a citation is held against a work in `assess`: either may be
damaged or cut off. What no data told, because pairs of it are rare, is decided by rule: numbers of parts, negations,
errata and replies, kinds of work, and identifiers, volumes and pages of publications.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from .imprint import locators_differ
from .linkage_fields import people_level, venue_level, year_level
from .linkage_table import COVERS, PEOPLE, SENSES, TITLES
from .merge import NEVER_VERSIONS
from .overlap import best_overlap
from .publications import are_of_other_kinds, have_other_ids
from .titles import title_variants

if TYPE_CHECKING:
    from ..models import Record


class Sameness(StrEnum):
    """In which sense two records are of the same."""

    WORK = "work"
    """One intellectual work, in whatever version: the conference paper and its journal version are one."""
    PUBLICATION = "publication"
    """One publication: the conference paper and its journal version are two, and so are a preprint and the article."""


SHARED_BITS = (5.0, 15.0, 25.0, 35.0, 50.0, 70.0)
"""Bits that titles have in common, from which each level begins; a word has 10 at most."""
LIKENESS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98)
"""Likeness of titles from which each level begins."""
COVER = (0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
"""Share of the shorter title that stands in the other one, from which each level begins."""
EVEN = 0.5
"""Probability from which records are taken for the same."""


class Levels(NamedTuple):
    """How far the fields of two records agree, each from 0, the worst.

    Attributes:
        likeness, shared, cover: of the titles; see `LIKENESS`, `SHARED_BITS`, `COVER`. The first two are weighed
            together: it says more that titles are alike if their words are rare.
        people, year, venue: see `linkage_fields`.
    """

    likeness: int
    shared: int
    cover: int
    people: int
    year: int
    venue: int


def link_probability(one: Record, two: Record, sameness: Sameness = Sameness.WORK) -> float:
    """How probable it is that two records are of the same; symmetric.

    It holds among pairs that might be taken for the same because their titles have words in common, of which about one
    in three are: those that it was fitted to. Identifiers never raise it: a DOI of another work is the commonest fault.

    Args:
        one: a record.
        two: another one.
        sameness: whether versions of one work are the same.

    Returns:
        0 to 1; 0 where a rule keeps the records apart, whatever their fields (`are_apart_by_rule`).
    """
    return 0.0 if are_apart_by_rule(one, two, sameness) else level_probability(compare_records(one, two), sameness)


def same_work(one: Record, two: Record) -> bool:
    """Whether two records are more probably than not of one work, in whatever version; symmetric."""
    return link_probability(one, two, Sameness.WORK) >= EVEN


def same_publication(one: Record, two: Record) -> bool:
    """Whether two records are more probably than not of one publication of a work; symmetric."""
    return link_probability(one, two, Sameness.PUBLICATION) >= EVEN


def compare_records(one: Record, two: Record) -> Levels:
    """How far the fields of two records agree; symmetric."""
    title = best_overlap(title_variants(one), title_variants(two))
    return Levels(
        bisect_right(LIKENESS, title.likeness),
        bisect_right(SHARED_BITS, title.shared),
        bisect_right(COVER, title.cover),
        people_level(one.authors, two.authors),
        year_level(one, two),
        venue_level(one, two),
    )


def level_probability(levels: Levels, sameness: Sameness) -> float:
    """The probability that levels of agreement stand for: their weights are its log-odds."""
    start, years, venues = SENSES[sameness.value]
    title = TITLES[levels.likeness][levels.shared] + COVERS[levels.cover]
    odds = start + title + PEOPLE[levels.people] + years[levels.year] + venues[levels.venue]
    return 1 / (1 + math.exp(-odds))


def are_apart_by_rule(one: Record, two: Record, sameness: Sameness) -> bool:
    """Whether records are of two works, or two publications, however well their fields agree; symmetric.

    Other parts, negations and notices; a review and what it reviews; a book and a paper; and of publications, other
    identifiers, editions, volumes or pages, and a preprint and the article.
    """
    if one.type in NEVER_VERSIONS or two.type in NEVER_VERSIONS or one.doi in two.reviews or two.doi in one.reviews:
        return True
    if best_overlap(title_variants(one), title_variants(two)).contradicted or are_of_other_kinds(one, two):
        return True
    if sameness is Sameness.WORK:
        return False
    return one.is_preprint is not two.is_preprint or have_other_ids(one, two) or locators_differ(one, two)

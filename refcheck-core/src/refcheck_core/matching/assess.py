"""One claim held against one work: the fields compared, the score, and the verdict that this work alone would give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..models import (
    Author,
    Claim,
    Discrepancy,
    DiscrepancyField,
    Record,
    Severity,
    Verdict,
    Work,
    WorkType,
)
from ..models.preprint_servers import preprint_server
from .additions import question_addition
from .authors import COLLABORATION, compare_authors, people_of
from .comparison import Agreement, Comparison, note
from .identity import IdentifierFact, arxiv_version_notes, belongs, compare_identifiers, missing_identifiers
from .kinds import are_other_kinds, are_papers, kind_notes
from .locators import compare_locators, edition_notes
from .people import prepare_name
from .publishers import BOOKS
from .status import status_notes
from .titles import are_far_apart, compare_titles, prepare_title, title_variants
from .venue_forms import prepare_venue
from .venue_years import of_its_year
from .venues import compare_venues
from .words import is_generic
from .years import compare_years, preprint_year

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLE_WEIGHT, AUTHORS_WEIGHT, YEAR_WEIGHT, VENUE_WEIGHT = 0.45, 0.25, 0.15, 0.15
"""Weights of the fields in the score (design, section 5)."""

UNCITABLE = frozenset({WorkType.PEER_REVIEW, WorkType.COMPONENT, WorkType.GRANT, WorkType.JOURNAL})
"""Kinds of record that are no cited work; they count only where their own identifier is cited."""

MANY_PEOPLE = 20
"""Authors of a work from which it may be cited by the organisation of which they are ("OpenAI")."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """A claim compared with one work.

    Attributes:
        work: the work, the version that fits best leading.
        title, authors, year, venue, identifiers: the comparisons.
        discrepancies: all that differ, gravest first.
        score: 0 to 1 (design, section 5).
        verdict: what this work alone would make of the claim.
        generic: whether the claimed title is borne by many works.
        is_namesake: whether it is a paper by other people that bears the title of a thesis, report or the like.
    """

    work: Work
    title: Comparison
    authors: Comparison
    year: Comparison
    venue: Comparison
    identifiers: Comparison
    discrepancies: tuple[Discrepancy, ...]
    score: float
    verdict: Verdict
    generic: bool
    is_namesake: bool = False

    @property
    def best(self) -> Record:
        """The version that fits the claim best."""
        return self.work.lead

    @property
    def has_unconfirmed_authors(self) -> bool:
        """Whether authors are claimed of whom no record says anything."""
        if self.authors.known:
            return not self.authors.whole
        return any(d.field is DiscrepancyField.AUTHORS for d in self.discrepancies)


def assess(
    claim: Claim, work: Work, facts: Sequence[IdentifierFact], *, this_year: int, verified_threshold: float = 0.85
) -> Assessment:
    """Hold a claim against a work.

    Args:
        claim: what is cited.
        work: records of one work.
        facts: what looking up the claim's identifiers brought.
        this_year: today's year.
        verified_threshold: score from which a claim without error is verified.
    """
    records = work.records
    authors = compare_authors(claim.authors, claim.authors_truncated, records)
    variants = tuple(dict.fromkeys(t for r in records for t in title_variants(r)))
    ordered = _best_first(claim, records)
    best = ordered[0]
    arranged = work if ordered == records else Work(records=ordered)
    identifiers = compare_identifiers(claim, arranged, best, facts)
    vouched = authors.agrees or (identifiers.agrees and not authors.known)
    year = _years(claim, work, cited=identifiers.agrees, this_year=this_year)
    venue = of_its_year(claim, compare_venues(claim.venue, best, records), work)
    title = compare_titles(claim.title, variants, authors_agree=vouched and not authors.in_error)
    if claim.title:
        corroborated = _is_corroborated(identifiers, year, venue)
        title = question_addition(claim.title, variants, title, corroborated=corroborated, of_book=_is_book(records))
    sure = _is_sure(
        claim.authors, people=len(work.authors), title=title, year=year, venue=venue, identifiers=identifiers
    )
    discrepancies = gravest_first(
        (
            *title.discrepancies,
            *_old_title(claim, title, records),
            *authors.discrepancies,
            *_uncompared(claim, authors, work, sure=sure),
            *year.discrepancies,
            *venue.discrepancies,
            *_unconfirmed_venue(claim, venue),
            *identifiers.discrepancies,
            *kind_notes(claim.type, records),
            *edition_notes(claim, records),
            *compare_locators(claim, records),
            *arxiv_version_notes(claim, records),
            *status_notes(arranged),
            *_another_edition(title, authors, year, records),
            *(() if _may_be_other_work(title, authors, year, venue) else missing_identifiers(claim, best)),
        )
    )
    score = _score(title, authors, year, venue, identifiers)
    generic = is_generic(prepare_title(claim.title).normal) if claim.title else False
    known = _Known(title, authors, year, venue, identifiers, generic, claim, has_people=any(map(people_of, records)))
    verdict = _verdict(known, discrepancies, score, verified_threshold)
    namesake = _is_namesake(claim, records, authors, identifiers)
    if namesake or (best.type in UNCITABLE and not identifiers.agrees):
        verdict = Verdict.NOT_FOUND
    compared = (title, authors, year, venue, identifiers)
    return Assessment(
        arranged, *compared, discrepancies, score, verdict, generic, is_namesake=namesake and title.agrees
    )


def _is_namesake(claim: Claim, records: Sequence[Record], authors: Comparison, identifiers: Comparison) -> bool:
    """Whether a paper is by other people than the thesis, report, standard … that is cited.

    A report of the same people often comes out as a paper, so that it is not another kind by itself. A review bears the
    title of the book.
    """
    told_apart = claim.type is WorkType.REPORT or claim.type in BOOKS or any(r.reviews for r in records)
    other_kind = are_other_kinds(claim.type, records) or (told_apart and are_papers(records))
    return other_kind and authors.agreement is Agreement.DIFFER and not identifiers.agrees


def _is_book(records: Sequence[Record]) -> bool:
    return all(r.type in BOOKS for r in records)


def _is_corroborated(identifiers: Comparison, year: Comparison, venue: Comparison) -> bool:
    """Whether identifiers, year and venue tell that this work is meant, and none of them that it is another."""
    if identifiers.agrees:
        return True
    return (year.agrees or venue.agrees) and not (year.in_error or venue.in_error or identifiers.in_error)


def is_other_work(claim: Claim, work: Work, facts: Sequence[IdentifierFact]) -> bool:
    """Whether a work has neither a title like the claimed one nor an identifier of the claim: it is no candidate.

    `assess` would say ``not_found`` of it, at many times the cost.
    """
    if not claim.title:
        return False
    titled = False
    for record in work.records:
        for title in title_variants(record):
            titled = True
            if not are_far_apart(claim.title, title):
                return False
    if not titled or not claim.identifiers:
        return titled
    known = {f.identifier: f for f in facts}
    return not any(belongs(i, known.get(i, IdentifierFact(i)), work) for i in claim.identifiers)


@dataclass(frozen=True, slots=True)
class _Known:
    title: Comparison
    authors: Comparison
    year: Comparison
    venue: Comparison
    identifiers: Comparison
    generic: bool
    claim: Claim
    has_people: bool


def _score(
    title: Comparison, authors: Comparison, year: Comparison, venue: Comparison, identifiers: Comparison
) -> float:
    weighted = (
        (TITLE_WEIGHT, title),
        (AUTHORS_WEIGHT, authors),
        (YEAR_WEIGHT, year),
        (VENUE_WEIGHT, venue),
    )
    total = sum(w for w, c in weighted if c.known)
    if not total:
        # Nothing but an identifier: nothing contradicts it.
        return 1.0 if identifiers.agrees else 0.0
    return min(1.0, sum(w * c.contribution for w, c in weighted if c.known) / total)


def _verdict(k: _Known, discrepancies: Sequence[Discrepancy], score: float, threshold: float) -> Verdict:
    error = any(d.severity is Severity.ERROR for d in discrepancies)
    if not error and score >= threshold and _supported(k):
        return Verdict.VERIFIED
    if _partial(k):
        return Verdict.PARTIAL_MATCH
    return Verdict.NOT_FOUND


def _supported(k: _Known) -> bool:
    """Whether what agrees is enough to say that the claim is about this work and no other.

    Nothing is in error here, so a title that both give agrees.
    """
    if not k.title.known:
        return k.identifiers.agrees and not k.claim.title
    if k.identifiers.agrees:
        return True
    if k.generic:
        return k.authors.agrees and (k.year.agrees or k.venue.agrees)
    return k.title.exact or k.authors.agrees


def _partial(k: _Known) -> bool:
    """Whether the claim is about this work although something is wrong (design, section 5)."""
    shares_author = k.authors.agreement in (Agreement.AGREE, Agreement.NEAR)
    if k.title.agrees:
        return True
    if k.title.agreement is Agreement.NEAR and (shares_author or _people_untold(k)):
        return True
    if k.identifiers.agrees:
        if k.title.agreement is Agreement.NEAR or shares_author:
            return True
        return not k.title.known and not k.authors.known
    return False


def _people_untold(k: _Known) -> bool:
    """Whether claim or work names nobody; an organisation that can't be compared with people vouches for no title."""
    return not k.authors.known and not (k.claim.authors and k.has_people)


def _old_title(claim: Claim, title: Comparison, records: Sequence[Record]) -> tuple[Discrepancy, ...]:
    """A hint where the title agrees with an earlier version of a preprint only."""
    latest = max((r for r in records if r.arxiv_version), key=lambda r: r.arxiv_version or 0, default=None)
    if latest is None or not title.agrees or not latest.full_title:
        return ()
    others = [r for r in records if r.arxiv_id != latest.arxiv_id or r.arxiv_version == latest.arxiv_version]
    now = tuple(t for r in others for t in title_variants(r))
    if compare_titles(claim.title, now, authors_agree=True).agrees:
        return ()
    message = f"Title of an earlier version: claimed '{claim.title}', now '{latest.full_title}'."
    return (note(DiscrepancyField.TITLE, Severity.INFO, message, claim.title, latest.full_title),)


def _is_sure(
    authors: Sequence[Author],
    *,
    people: int,
    title: Comparison,
    year: Comparison,
    venue: Comparison,
    identifiers: Comparison,
) -> bool:
    """Whether a work is the cited one even where nobody says who wrote it.

    It is by its identifier and one other field; or by title, year and venue, of which the title must be the very same.
    Where a collaboration is cited for its people, whom it stands for, year or venue will do.
    """
    if identifiers.agrees:
        return title.agrees or year.agrees or venue.agrees
    cited = prepare_name(authors[0]) if authors else None
    if cited and cited.organization and 0 < people < MANY_PEOPLE and not COLLABORATION.search(cited.display):
        return False  # a company or a publisher is no name for the two people of a paper
    if authors and COLLABORATION.search(authors[0].display):
        return title.exact and (year.agrees or venue.agrees)
    return title.exact and year.agrees and venue.agrees


def _uncompared(claim: Claim, authors: Comparison, work: Work, *, sure: bool) -> tuple[Discrepancy, ...]:
    """What to say where authors are claimed and could not be compared with those of the work.

    As with a venue that no record confirms this is an error: an invented reference often has the title of a real work.
    It is a warning where the rest leaves no doubt which work is cited; databases lack the authors of editorials,
    letters and old articles.
    """
    if not claim.authors or authors.known:
        return ()
    claimed = claim.authors[0].display
    ours = f"the organisation '{claimed}'" if prepare_name(claim.authors[0]).organization else f"'{claimed}'"
    what = "no record names any"
    people = next(filter(None, map(people_of, work.records)), ())
    if people:
        first = people[0]
        organization = prepare_name(first).organization
        who = f"is the organisation '{first.display}'" if organization else f"are people ({first.display} …)"
        what = f"the work's {who}"
    message = f"Authors not confirmed: claimed {ours}, but {what}."
    severity = Severity.WARNING if sure else Severity.ERROR
    return (note(DiscrepancyField.AUTHORS, severity, message, claimed),)


def _may_be_other_work(title: Comparison, authors: Comparison, year: Comparison, venue: Comparison) -> bool:
    """Whether so much contradicts the claim that an identifier of the work would be a wrong one for what is cited.

    A review has the title of the book, and the same people write on one subject twice: where no author is shared, or
    two of title, year and venue are wrong, one cannot say that the reference lacks this very identifier.
    """
    return authors.agreement is Agreement.DIFFER or sum(c.in_error for c in (title, year, venue)) > 1


def _another_edition(
    title: Comparison, authors: Comparison, year: Comparison, records: Sequence[Record]
) -> tuple[Discrepancy, ...]:
    """A hint where title and authors are a book's and the year is not: it may be that of an edition no source has.

    A year in the future, which is like none, is no edition's.
    """
    another = year.in_error and year.similarity > 0
    if not (another and title.agrees and authors.agrees and all(r.type in BOOKS for r in records)):
        return ()
    message = "The year may be that of another edition of the book."
    return (note(DiscrepancyField.YEAR, Severity.INFO, message),)


def _unconfirmed_venue(claim: Claim, venue: Comparison) -> tuple[Discrepancy, ...]:
    """A warning where a venue is claimed and no record of the published work names any."""
    if venue.known or not claim.venue or not prepare_venue(claim.venue).normal:
        return ()
    message = f"Venue not confirmed: claimed '{claim.venue}', but no record names where the work came out."
    return (note(DiscrepancyField.VENUE, Severity.WARNING, message, claim.venue),)


def _best_first(claim: Claim, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """The records with the version that fits year, venue and identifiers of the claim best in front."""
    if len(records) == 1:
        return records
    identifiers = {i.value for i in claim.identifiers}

    def fit(record: Record) -> tuple[int, int]:
        points = 2 * bool(identifiers & {record.doi, record.arxiv_id})
        points += 2 * _venue_fits(claim, record)
        points += _year_fits(claim, record)
        return -points, records.index(record)

    return tuple(sorted(records, key=fit))


def _venue_fits(claim: Claim, record: Record) -> bool:
    if not claim.venue:
        return False
    server = prepare_venue(claim.venue).server
    if server:
        return preprint_server(record.venue) == server or (server == "arXiv" and record.is_preprint)
    compared = compare_venues(claim.venue, record, ())
    return compared.agrees


def _year_fits(claim: Claim, record: Record) -> bool:
    return claim.year is not None and claim.year in (record.year, *record.years)


def _years(claim: Claim, work: Work, *, cited: bool, this_year: int) -> Comparison:
    year = compare_years(claim.year, work.years, this_year=this_year)
    if year.in_error and claim.year is not None and claim.year <= this_year:
        year = preprint_year(claim, work.records, cited=cited) or year
    return _with_version(claim, year, work.records)


def _with_version(claim: Claim, year: Comparison, records: Sequence[Record]) -> Comparison:
    """Warn where year and venue each fit a version of the work, but no version has both.

    A year that is one off is that of the version which is meant.
    """
    is_told = not year.agrees or year.severity is Severity.WARNING
    if is_told or not (claim.venue and claim.year) or prepare_venue(claim.venue).server:
        return year
    venues = [r for r in records if _venue_fits(claim, r)]
    if not venues:
        return year
    years = {y for r in venues for y in (r.year, *r.years) if y}
    if not years or min(abs(claim.year - y) for y in years) <= 1:
        return year
    found = ", ".join(str(y) for y in sorted(years))
    fits = "is that of" if year.exact else "fits only"
    message = f"Year {claim.year} {fits} another version; the one in '{claim.venue}' is of {found}."
    warning = note(DiscrepancyField.YEAR, Severity.WARNING, message, str(claim.year), found)
    return Comparison(Agreement.AGREE, 0.5, (warning,))


def gravest_first(discrepancies: Sequence[Discrepancy]) -> tuple[Discrepancy, ...]:
    """Discrepancies without repeats, errors before warnings before hints."""
    order = (Severity.ERROR, Severity.WARNING, Severity.INFO)
    return tuple(sorted(dict.fromkeys(discrepancies), key=lambda d: order.index(d.severity)))

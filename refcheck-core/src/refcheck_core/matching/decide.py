"""The decision: which work a claim is about, and what the verdict is (design, section 5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..models import Candidate, Claim, Discrepancy, DiscrepancyField, Severity, Verdict, Work, WorkType
from .assess import Assessment, assess, gravest_first, is_other_work
from .citation import claim_from_citation
from .comparison import Agreement, note
from .identity import IdentifierFact, describe, foreign_identifiers, shared_identifiers
from .kinds import guess_kind, kind_name
from .several import second_reference
from .titles import is_part_of_title, title_variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_CANDIDATES = 5
PARTIAL_CEILING = 0.849
"""Highest confidence of a partial match: just below the threshold of ``verified`` (design, section 5)."""
NOT_FOUND_CEILING = 0.499
POSSIBLE_SIMILARITY = 0.6
"""Title similarity from which the closest work is worth showing where nothing matched."""

_RANK = {Verdict.VERIFIED: 2, Verdict.PARTIAL_MATCH: 1, Verdict.NOT_FOUND: 0}


@dataclass(frozen=True, slots=True)
class Rules:
    """What a user may set of the rules.

    Attributes:
        this_year: today's year.
        verified_threshold, partial_threshold: of the score.
        lead_margin: lead over the runner-up that a match needs.
    """

    this_year: int
    verified_threshold: float = 0.85
    partial_threshold: float = 0.50
    lead_margin: float = 0.05


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict with its grounds.

    Attributes:
        verdict, confidence: see `refcheck_core.models.Verification`.
        matched: the assessment of the work that the claim is about.
        possible: the closest work where nothing matched.
        candidates: best first.
        discrepancies: how the claim differs from `matched`, or what is wrong with its identifiers.
        rule: name of the rule that decided, in words.
        ambiguous: whether other works fit as well.
    """

    verdict: Verdict
    confidence: float
    matched: Assessment | None
    possible: Assessment | None
    candidates: tuple[Candidate, ...]
    discrepancies: tuple[Discrepancy, ...]
    rule: str
    ambiguous: bool = False


def decide(claim: Claim, works: Iterable[Work], facts: Sequence[IdentifierFact], rules: Rules) -> Decision:
    """Judge a claim by the works found for it. The order of the works does not matter."""
    decision = _decide(claim, works, facts, rules)
    second = second_reference(claim.citation) if claim.citation and not claim.title else None
    if second:
        decision = _with_second(decision, second, rules)
    return replace(decision, discrepancies=gravest_first(decision.discrepancies))


def _decide(claim: Claim, works: Iterable[Work], facts: Sequence[IdentifierFact], rules: Rules) -> Decision:
    kind = guess_kind(claim)
    if kind is not claim.type:
        claim = claim.model_copy(update={"type": kind})
    every = tuple(works)
    others = {id(w) for w in every if is_other_work(claim, w, facts)}
    assessed = sorted((_assess(claim, w, facts, rules) for w in every if id(w) not in others), key=_rank)
    candidates = tuple(
        Candidate(work=a.work, score=round(a.score, 4), discrepancies=a.discrepancies)
        for a in [a for a in assessed if _is_candidate(claim, a)][:MAX_CANDIDATES]
    )
    best = assessed[0] if assessed else None
    if best is None or best.verdict is Verdict.NOT_FOUND:
        return _not_found(claim, assessed, candidates, facts)
    rivals = [a for a in assessed[1:] if _rivals(best, a, rules.lead_margin)]
    twins = tuple(d for a in assessed if a is not best for d in shared_identifiers(claim, best.work, a.work, facts))
    twins += _venue_of_another(best, assessed)
    if rivals:
        return _ambiguous(best, rivals, twins, candidates, rules)
    if best.verdict is Verdict.VERIFIED and not any(d.severity is Severity.ERROR for d in twins):
        return Decision(
            Verdict.VERIFIED,
            best.score,
            best,
            None,
            candidates,
            (*best.discrepancies, *twins),
            "score and no discrepancy in error",
        )
    return _partial(best, twins, candidates, rules)


def _assess(claim: Claim, work: Work, facts: Sequence[IdentifierFact], rules: Rules) -> Assessment:
    structured = claim if claim.title or not claim.citation else claim_from_citation(claim, work)
    return assess(structured, work, facts, this_year=rules.this_year, verified_threshold=rules.verified_threshold)


def _rank(a: Assessment) -> tuple[object, ...]:
    lead = a.work.lead
    return (
        -_RANK[a.verdict],
        -a.score,
        not a.identifiers.agrees,
        not a.authors.agrees,
        not a.year.exact,
        -a.title.similarity,
        -len(a.work.records),
        lead.doi or "",
        lead.full_title or "",
        lead.source,
        lead.source_id or "",
        lead.year or 0,
        lead.venue or "",
    )


def _rivals(best: Assessment, other: Assessment, margin: float) -> bool:
    """Whether another work fits so well that one cannot say which is meant."""
    if other.verdict is Verdict.NOT_FOUND:
        return False
    if best.identifiers.agrees:
        # An identifier that is given to two works tells neither. Title and authors do, where they are claimed; a venue
        # or year that only one of the records has does not.
        told = best.title.known or (best.authors.agrees and not other.authors.agrees)
        return other.identifiers.agrees and not told
    if not other.title.agrees or (best.authors.agrees and not other.authors.agrees):
        return False
    if _contradicts_unconfirmed_authors(best, other):
        return True
    is_of_another_year = best.year.exact and other.year.known and not other.year.agrees
    return not is_of_another_year and best.score - other.score < margin


def _contradicts_unconfirmed_authors(best: Assessment, other: Assessment) -> bool:
    """Whether another work fits but for its authors, and of the best one nobody says who wrote it.

    Databases have works twice, once without authors: then the other one tells that those of the claim are wrong.
    """
    if best.authors.known or not other.authors.in_error:
        return False
    return all(field.agrees or not field.known for field in (other.year, other.venue))


def _venue_of_another(best: Assessment, assessed: Sequence[Assessment]) -> tuple[Discrepancy, ...]:
    """An error where no record of the work names a venue, and the claimed one is that of a namesake by other people."""
    if best.venue.known:
        return ()
    others = (a for a in assessed if a.title.agrees and a.venue.agrees and a.authors.in_error)
    other = next(others, None)
    if other is None:
        return ()
    message = f"Venue mismatch: '{other.best.venue}' is that of another work of this title, {describe(other.best)}."
    return (note(DiscrepancyField.VENUE, Severity.ERROR, message, other.best.venue),)


def _ambiguous(
    best: Assessment,
    rivals: list[Assessment],
    twins: tuple[Discrepancy, ...],
    candidates: tuple[Candidate, ...],
    rules: Rules,
) -> Decision:
    others = "; ".join(describe(a.best) for a in rivals[:2])
    message = f"{len(rivals) + 1} works fit the reference equally well, among them {describe(best.best)} and {others}."
    warning = note(DiscrepancyField.CLAIM, Severity.WARNING, message)
    confidence = _held(best.score, rules.partial_threshold, PARTIAL_CEILING)
    return Decision(
        Verdict.PARTIAL_MATCH,
        confidence,
        best,
        None,
        candidates,
        (*best.discrepancies, *twins, warning),
        "no clear lead over the runner-up",
        ambiguous=True,
    )


def _with_second(decision: Decision, second: str, rules: Rules) -> Decision:
    """A decision about a citation that holds another reference as well, of which nothing is known."""
    message = f"The citation holds more than one reference; check each by itself. A second one begins: '{second}'."
    error = note(DiscrepancyField.CLAIM, Severity.ERROR, message)
    told = replace(decision, discrepancies=(error, *decision.discrepancies))
    if decision.verdict is not Verdict.VERIFIED:
        return told
    return replace(
        told,
        verdict=Verdict.PARTIAL_MATCH,
        confidence=_held(decision.confidence, rules.partial_threshold, PARTIAL_CEILING),
        rule="the citation holds more than one reference",
    )


def _partial(
    best: Assessment, twins: tuple[Discrepancy, ...], candidates: tuple[Candidate, ...], rules: Rules
) -> Decision:
    discrepancies = (*best.discrepancies, *twins)
    rule = "the work is found, and something cited is wrong"
    if not any(d.severity is Severity.ERROR for d in discrepancies):
        message = (
            "The reference gives too little to tell the work from others of that title; add authors, year and venue."
        )
        discrepancies = (*discrepancies, note(DiscrepancyField.CLAIM, Severity.WARNING, message))
        rule = "too little is claimed"
    confidence = _held(best.score, rules.partial_threshold, PARTIAL_CEILING)
    return Decision(Verdict.PARTIAL_MATCH, confidence, best, None, candidates, discrepancies, rule)


def _not_found(
    claim: Claim, assessed: list[Assessment], candidates: tuple[Candidate, ...], facts: Sequence[IdentifierFact]
) -> Decision:
    possible = next((a for a in assessed if _worth_showing(claim, a)), None)
    namesake = next((a for a in assessed if a.is_namesake), None)
    confidence = _held(max((a.score for a in assessed), default=0.0), 0.0, NOT_FOUND_CEILING)
    return Decision(
        Verdict.NOT_FOUND,
        confidence,
        None,
        possible,
        tuple(c for c in candidates if c.score > 0) if possible is None else candidates,
        (*_nothing_found(claim, facts), *_namesake(namesake)),
        "only a work of another kind by other people bears the title"
        if namesake
        else "no work found agrees in title, or nearly",
    )


def _nothing_found(claim: Claim, facts: Sequence[IdentifierFact]) -> tuple[Discrepancy, ...]:
    """What is wrong with the identifiers, and that nothing else was found, where the claim gives more than them."""
    foreign = foreign_identifiers(claim, facts)
    if not foreign or not (claim.title or claim.citation):
        return foreign
    message = (
        f"No work was found under the title '{claim.title}'."
        if claim.title
        else "No work was found that fits the citation."
    )
    return (*foreign, note(DiscrepancyField.TITLE, Severity.ERROR, message, claim.title))


def _namesake(found: Assessment | None) -> tuple[Discrepancy, ...]:
    """That the title is borne by a work of another kind and other people, which is not the cited one."""
    if found is None:
        return ()
    kind = kind_name(found.best.type or WorkType.OTHER)
    message = f"The title is that of a {kind} by other people, {describe(found.best)}; the cited work was not found."
    return (note(DiscrepancyField.TYPE, Severity.WARNING, message, None, kind),)


def _is_candidate(claim: Claim, a: Assessment) -> bool:
    """Whether a work is worth naming; a search for a whole citation finds much that has nothing to do with it."""
    if claim.title or a.verdict is not Verdict.NOT_FOUND:
        return True
    return _worth_showing(claim, a) or (not a.title.known and a.score > 0)


def _worth_showing(claim: Claim, a: Assessment) -> bool:
    close = a.title.agreement is not Agreement.UNKNOWN and a.title.similarity >= POSSIBLE_SIMILARITY
    if close or a.identifiers.agrees or not claim.title:
        return close or a.identifiers.agrees
    return any(is_part_of_title(claim.title, title) for r in a.work.records for title in title_variants(r))


def _held(score: float, low: float, high: float) -> float:
    return max(low, min(high, score))

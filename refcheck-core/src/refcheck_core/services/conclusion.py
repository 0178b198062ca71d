"""From evidence to a `Verification`: what was asked, what was not and why, and whether the answer is conclusive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import AllSourcesFailedError
from ..matching import preprint_server
from ..models import (
    Discrepancy,
    DiscrepancyField,
    OutcomeStatus,
    Severity,
    Verdict,
    Verification,
    WorkType,
)
from ..models.verification import Candidate
from .evidence import Evidence, is_offline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..contract import SourceInfo
    from ..matching import Decision
    from ..models import Claim
    from ..sources import SourcePool

CANNOT_LOOK_UP = "cannot look up what the reference gives"
"""Why a source was not asked although all others failed."""
_UNCHECKED = Discrepancy(
    field=DiscrepancyField.STATUS,
    severity=Severity.INFO,
    message="Retraction status not checked: no database that knows of retractions could be asked for this DOI.",
)


def conclude(
    evidence: Evidence, decision: Decision, infos: Sequence[SourceInfo], pool: SourcePool, *, retraction_checked: bool
) -> Verification:
    """Put a decision and what led to it into the form that users get.

    Args:
        evidence: what was learnt.
        decision: the judgement of it.
        infos: the sources that might be asked.
        pool: all sources.
        retraction_checked: whether somebody who knows of retractions holds the matched DOI.

    Raises:
        AllSourcesFailedError: no source answered.
    """
    _raise_if_unanswered(evidence, infos, pool)
    matched, possible = decision.matched, decision.possible
    order = {info.name: place for place, info in enumerate(infos)}
    return Verification(
        claim=evidence.claim,
        verdict=decision.verdict,
        confidence=decision.confidence,
        conclusive=_is_conclusive(evidence, decision, pool),
        matched=matched.work if matched else None,
        discrepancies=decision.discrepancies if retraction_checked else (*decision.discrepancies, _UNCHECKED),
        possible_match=Candidate(work=possible.work, score=possible.score, discrepancies=possible.discrepancies)
        if possible
        else None,
        candidates=decision.candidates,
        # Answers must not differ by who was faster.
        outcomes=tuple(sorted(evidence.outcomes, key=lambda o: order[o.source])),
        skipped=_skipped(evidence, infos, pool),
        trace=tuple(evidence.trace),
    )


def _is_conclusive(evidence: Evidence, decision: Decision, pool: SourcePool) -> bool:
    """Whether those who should have answered did, and would hold such a work."""
    if decision.verdict is Verdict.VERIFIED:
        return True
    if any(o.failed or o.partial or is_offline(o) for o in evidence.outcomes):
        return False
    if not decision.matched and any(f.elsewhere and not f.records for f in evidence.facts.values()):
        return False
    answered = {o.source for o in evidence.outcomes if o.answered}
    is_unable = bool(evidence.unable - answered) or any(o.unable for o in evidence.outcomes)
    if is_unable and not any(f.absent for f in evidence.facts.values()):
        return False
    return any(_would_hold(pool.infos[name], evidence.claim) for name in answered)


def _would_hold(info: SourceInfo, claim: Claim) -> bool:
    """Whether a source would normally hold what is claimed; for an unknown kind, whether it holds published works."""
    if not info.holds:
        return True
    if claim.type is not None:
        return claim.type in info.holds
    if claim.arxiv_id or preprint_server(claim.venue):
        return WorkType.POSTED_CONTENT in info.holds
    return info.holds != {WorkType.POSTED_CONTENT}


def _skipped(evidence: Evidence, infos: Sequence[SourceInfo], pool: SourcePool) -> dict[str, str]:
    """Every source that was not asked, or not for all that should have been asked, with the reason."""
    skipped = dict(pool.skipped)
    answers: dict[str, list[OutcomeStatus]] = {}
    for outcome in evidence.outcomes:
        answers.setdefault(outcome.source, []).append(outcome.status)
    for outcome in evidence.outcomes:
        if outcome.unable or set(answers[outcome.source]) == {OutcomeStatus.SKIPPED}:
            skipped[outcome.source] = outcome.reason or "skipped"
    chosen = {i.name for i in infos}
    for name in pool.infos:
        if name in evidence.unable and name not in answers:
            skipped[name] = "cannot look up what the reference gives"
        elif name not in answers:
            skipped[name] = "not needed" if name in chosen else "not among the databases asked for"
    return skipped


def _raise_if_unanswered(evidence: Evidence, infos: Sequence[SourceInfo], pool: SourcePool) -> None:
    if any(o.answered for o in evidence.outcomes):
        return
    reasons = {o.source: o.reason or o.status.value for o in evidence.outcomes}
    for info in infos:
        reasons.setdefault(info.name, CANNOT_LOOK_UP)
    reasons.update({n: r for n, r in pool.skipped.items() if n not in reasons})
    raise AllSourcesFailedError(reasons)

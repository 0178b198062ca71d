"""From evidence to a `Verification`: what was asked, what was not and why, and whether the answer is conclusive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import AllSourcesFailedError
from ..matching import guess_kind, has_unconfirmed_identifier, kind_name, preprint_server, probability
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
NOT_NEEDED = "not needed"
"""Why a source was not asked where the answer was settled before its turn."""
_NO_HOLDER = "no database that was asked would hold such a work."
_ONLY_TITLE = (
    "Only a part of the literature was asked, by title alone: elsewhere there may be other works of this title."
)
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
    why = _why_inconclusive(evidence, decision, pool)
    order = {info.name: place for place, info in enumerate(infos)}
    return Verification(
        claim=evidence.claim,
        verdict=decision.verdict,
        confidence=decision.confidence,
        probability=None if why and not matched else _probability(evidence, decision),
        conclusive=why is None,
        why_inconclusive=why,
        matched=matched.work if matched else None,
        discrepancies=decision.discrepancies if retraction_checked else (*decision.discrepancies, _UNCHECKED),
        possible_match=Candidate(work=possible.work, score=possible.score, discrepancies=possible.discrepancies)
        if possible
        else None,
        candidates=decision.candidates,
        # Answers must not differ by who was faster.
        outcomes=tuple(sorted(evidence.outcomes, key=lambda o: order[o.source])),
        skipped=_skipped(evidence, infos, pool),
        remarks=_remarks(evidence, decision, infos),
        trace=tuple(evidence.trace),
    )


def _probability(evidence: Evidence, decision: Decision) -> float:
    matched = decision.matched
    facts = tuple(evidence.facts.values())
    unconfirmed = has_unconfirmed_identifier(evidence.claim, matched.work if matched else None, facts)
    return probability(decision.confidence, unconfirmed=unconfirmed)


def _why_inconclusive(evidence: Evidence, decision: Decision, pool: SourcePool) -> str | None:
    """What is missing for a sure answer; ``None`` where those who should have answered did, and hold such works."""
    if decision.verdict is Verdict.VERIFIED:
        return None
    if failed := [o.source for o in evidence.outcomes if o.failed or o.partial]:
        return _without(failed, "could not be asked", decision)
    if offline := [o.source for o in evidence.outcomes if is_offline(o)]:
        return _without(offline, "could not be asked offline", decision)
    return _why_untold(evidence, decision, pool)


def _why_untold(evidence: Evidence, decision: Decision, pool: SourcePool) -> str | None:
    """Whether those who answered could have told."""
    if not decision.matched and any(f.elsewhere and not f.records for f in evidence.facts.values()):
        return _NO_HOLDER
    answered = {o.source for o in evidence.outcomes if o.answered}
    unable = sorted((evidence.unable - answered) | {o.source for o in evidence.outcomes if o.unable})
    if unable and not any(f.absent for f in evidence.facts.values()):
        return f"the reference gives nothing that {', '.join(unable)} could look up."
    holders = [i for name, i in pool.infos.items() if name in answered and _would_hold(i, evidence.claim)]
    if any(info.exhaustive for info in holders):
        return None
    if not holders:
        kind = guess_kind(evidence.claim)
        return f"no database that was asked would hold such a work (a {kind_name(kind)})." if kind else _NO_HOLDER
    return _in_part(holders, decision)


def _without(names: Sequence[str], what: str, decision: Decision) -> str:
    if decision.verdict is not Verdict.NOT_FOUND:
        return f"a better match may be in a database that {what}."
    return f"{', '.join(dict.fromkeys(names))} {what}, so this is no evidence that the work does not exist."


def _in_part(holders: Sequence[SourceInfo], decision: Decision) -> str:
    """Where only sources answered that hold a chosen part of the literature."""
    if decision.verdict is not Verdict.NOT_FOUND:
        return "a better match may be in a database that was not asked."
    titles, verb = " and ".join(info.title for info in holders), "holds" if len(holders) == 1 else "hold"
    return (
        f"only {titles} answered, which {verb} but a part of the literature, so this is no evidence that the work does "
        "not exist."
    )


def _remarks(evidence: Evidence, decision: Decision, infos: Sequence[SourceInfo]) -> tuple[str, ...]:
    """What is to be said of the sources that answered."""
    answered = {o.source for o in evidence.outcomes if o.answered}
    used = [info for info in infos if info.name in answered]
    remarks = [remark for info in used for remark in info.remarks]
    if decision.verdict is Verdict.VERIFIED and _by_title_alone(decision) and not any(i.exhaustive for i in used):
        remarks.append(_ONLY_TITLE)
    return tuple(dict.fromkeys(remarks))


def _by_title_alone(decision: Decision) -> bool:
    found = decision.matched
    return found is not None and not (found.authors.agrees or found.year.agrees or found.identifiers.agrees)


def _would_hold(info: SourceInfo, claim: Claim) -> bool:
    """Whether a source would normally hold what is claimed; for an unknown kind, whether it holds published works."""
    if not info.holds:
        return True
    kind = guess_kind(claim)
    if kind is not None:
        return kind in info.holds
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
            skipped[name] = NOT_NEEDED if name in chosen else "not among the databases asked for"
    return skipped


def _raise_if_unanswered(evidence: Evidence, infos: Sequence[SourceInfo], pool: SourcePool) -> None:
    if any(o.answered for o in evidence.outcomes):
        return
    reasons = {o.source: o.reason or o.status.value for o in evidence.outcomes}
    for info in infos:
        reasons.setdefault(info.name, CANNOT_LOOK_UP)
    reasons.update({n: r for n, r in pool.skipped.items() if n not in reasons})
    raise AllSourcesFailedError(reasons)

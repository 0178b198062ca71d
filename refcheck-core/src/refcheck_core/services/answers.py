"""A `Verification` put into the flat form that users see."""

from __future__ import annotations

from typing import overload

from ..bibtex import render_entry
from ..models import Candidate, DiscrepancyField, Record, Severity, Verdict, Verification, Work
from ..models.answer import CandidateAnswer, ReferenceAnswer, TraceAnswer, VerificationAnswer

MAX_AUTHORS = 10
"""Names shown of a long author list."""
MAX_TEXT, MAX_MESSAGE = 1_000, 3_000
"""Characters shown of a title or venue, and of a sentence, which may quote two of them: databases send any length."""


@overload
def cut(text: str, most: int = ...) -> str: ...


@overload
def cut(text: str | None, most: int = ...) -> str | None: ...


def cut(text: str | None, most: int = MAX_TEXT) -> str | None:
    """A text as it is shown: a longer one ends in an ellipsis."""
    return text if text is None or len(text) <= most else f"{text[: most - 1]}…"


def to_answer(verification: Verification) -> VerificationAnswer:
    """Flatten a verification for the MCP tool and ``--json``."""
    v = verification
    return VerificationAnswer(
        verdict=v.verdict,
        verified=v.verdict is Verdict.VERIFIED,
        confidence=round(v.confidence, 3),
        probability=v.probability,
        conclusive=v.conclusive,
        why_inconclusive=v.why_inconclusive,
        matched_reference=_reference(v.matched) if v.matched else None,
        url=_url(v.matched.lead) if v.matched else None,
        discrepancies=[cut(d.message, MAX_MESSAGE) for d in v.discrepancies],
        errors=_messages(v, Severity.ERROR),
        warnings=_messages(v, Severity.WARNING),
        info=_messages(v, Severity.INFO),
        possible_match=_candidate(1, v.possible_match) if v.possible_match else None,
        candidates=[_candidate(n, c) for n, c in enumerate(v.candidates, 1)],
        sources_checked=_answered(v),
        sources_failed=_failed(v),
        sources_skipped=dict(v.skipped),
        remarks=list(v.remarks),
        corrected_bibtex=render_entry(v.matched.lead) if v.matched and not _is_one_of_several(v) else None,
        trace=[TraceAnswer(step=t.step, detail=t.detail) for t in v.trace],
    )


def _is_one_of_several(v: Verification) -> bool:
    """Whether the reference does not tell which of several works it means: an entry of one of them would be a guess."""
    untold = (d.field is DiscrepancyField.CLAIM and d.severity is Severity.WARNING for d in v.discrepancies)
    return v.verdict is Verdict.PARTIAL_MATCH and any(untold)


def _messages(v: Verification, severity: Severity) -> list[str]:
    return [cut(d.message, MAX_MESSAGE) for d in v.discrepancies if d.severity is severity]


def _answered(v: Verification) -> list[str]:
    return list(dict.fromkeys(o.source for o in v.outcomes if o.answered))


def _failed(v: Verification) -> dict[str, str]:
    failed: dict[str, str] = {}
    for outcome in v.outcomes:
        if outcome.failed or outcome.partial:
            failed.setdefault(outcome.source, outcome.reason or outcome.status.value)
    return failed


def _candidate(number: int, candidate: Candidate) -> CandidateAnswer:
    reference = _reference(candidate.work)
    return CandidateAnswer.model_construct(
        **dict(reference),
        number=number,
        score=round(candidate.score, 3),
        sources=list(candidate.work.sources),
    )


def _reference(work: Work) -> ReferenceAnswer:
    """The fields of the version that fits best; what it lacks is left out, not taken from another version."""
    lead = work.lead
    authors = lead.authors or work.authors
    return ReferenceAnswer(
        title=cut(lead.full_title or work.title),
        authors=[a.display for a in authors[:MAX_AUTHORS]],
        author_count=len(authors),
        year=lead.year,
        doi=lead.doi,
        arxiv_id=lead.arxiv_id,
        venue=cut(lead.venue),
        url=_url(lead),
    )


def _url(record: Record) -> str | None:
    """The address that a DOI has, else that which the record gives, else that which an arXiv id has."""
    if record.doi:
        return f"https://doi.org/{record.doi}"
    return record.url or (f"https://arxiv.org/abs/{record.arxiv_id}" if record.arxiv_id else None)

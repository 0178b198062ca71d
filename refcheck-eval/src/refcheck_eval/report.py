"""`Report`: what a run found; as data for JSON, table and page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from refcheck_core.services import to_answer

from .judging import faults, judge
from .metrics import Calibration, Figures, Judged, Rate, by_kind, calibration, figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from refcheck_core.models import Verification
    from refcheck_core.models.answer import VerificationAnswer

    from .baseline import Comparison
    from .model import Gold


@dataclass(frozen=True, slots=True)
class SourceFault:
    """A question that a source could not answer."""

    source: str
    question: str
    reason: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A reference with what came of it: an answer, or why there is none."""

    gold: Gold
    verification: Verification | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How a run went.

    Attributes:
        seconds: from the first question to the last verdict.
        requests: source -> requests that were sent, retries and redirects included; of a replay, as recorded.
        source_errors: questions that were not answered, each once.
        databases: names of the sources that could be asked.
        replayed: whether answers came from recordings.
    """

    seconds: float
    requests: dict[str, int]
    source_errors: tuple[SourceFault, ...] = ()
    databases: tuple[str, ...] = ()
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """A reference, its answer, and what is wrong with that."""

    gold: Gold
    judged: Judged
    faults: list[str]
    verification: Verification | None
    answer: VerificationAnswer | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of a run, every case, and what changed since an earlier run, if there is one to compare with."""

    total: Figures
    kinds: dict[str, Figures]
    confidence: Calibration
    probability: Calibration
    run: Run
    cases: list[Case] = field(default_factory=list)
    comparison: Comparison | None = None

    @property
    def requests_per_reference(self) -> float | None:
        """Requests that were sent, over the references."""
        return sum(self.run.requests.values()) / self.total.references if self.total.references else None

    @property
    def seconds_per_reference(self) -> float | None:
        """Seconds of the run, over the references."""
        return self.run.seconds / self.total.references if self.total.references else None

    @property
    def errors(self) -> list[Case]:
        """The cases with a fault."""
        return [case for case in self.cases if case.faults]


def build_report(checked: Sequence[Checked], run: Run) -> Report:
    """Hold every answer against the truth and work out the figures."""
    cases = [_case(one) for one in checked]
    judged = [case.judged for case in cases]
    return Report(
        total=figures(judged),
        kinds=by_kind(judged),
        confidence=calibration(judged, lambda j: j.confidence),
        probability=calibration(judged, lambda j: j.probability),
        run=run,
        cases=cases,
    )


def source_faults(checked: Sequence[Checked]) -> tuple[SourceFault, ...]:
    """Questions that sources could not answer, each once; a reference that nobody could check counts as one, too."""
    found: dict[SourceFault, None] = {}
    for one in checked:
        if one.verification is None and one.gold.claim is not None:
            found[SourceFault("-", f"reference {one.gold.id}", one.problem or "not checked")] = None
        for outcome in one.verification.outcomes if one.verification else ():
            if outcome.failed or outcome.partial:
                reason = outcome.reason or outcome.status.value
                found[SourceFault(outcome.source, outcome.question, reason)] = None
    return tuple(sorted(found, key=lambda f: (f.source, f.question, f.reason)))


def to_json(report: Report) -> dict[str, Any]:
    """The report as JSON (docs/eval.md tells every field)."""
    run = report.run
    return {
        "total": _figures(report.total),
        "kinds": {kind: _figures(found) for kind, found in report.kinds.items()},
        "calibration": {
            "confidence": _calibration(report.confidence),
            "probability": _calibration(report.probability),
        },
        "source_errors": [{"source": f.source, "question": f.question, "reason": f.reason} for f in run.source_errors],
        "databases": list(run.databases),
        "requests": dict(sorted(run.requests.items())),
        "requests_per_reference": report.requests_per_reference,
        "replayed": run.replayed,
        "time": {"seconds": round(run.seconds, 3), "seconds_per_reference": report.seconds_per_reference},
        "baseline": _comparison(report.comparison) if report.comparison else None,
        "references": [reference_row(case.judged) for case in report.cases],
        "errors": [
            {
                "id": case.gold.id,
                "faults": case.faults,
                "problem": case.problem,
                "claim": case.gold.claim.model_dump(mode="json", exclude_defaults=True) if case.gold.claim else None,
                "answer": case.answer.model_dump(mode="json") if case.answer else None,
            }
            for case in report.errors
        ],
    }


def _case(one: Checked) -> Case:
    answer = to_answer(one.verification) if one.verification else None
    judged = judge(one.gold, one.verification, answer.probability if answer else None)
    found = faults(one.gold, judged, one.verification)
    return Case(one.gold, judged, found, one.verification, answer, one.problem or one.gold.problem)


def reference_row(judged: Judged) -> dict[str, Any]:
    """What came of a reference, without the answer itself; `refcheck_eval.baseline` reads it again."""
    return {
        "id": judged.id,
        "label": judged.label,
        "kind": judged.kind,
        "verdict": judged.verdict,
        "confidence": None if judged.confidence is None else round(judged.confidence, 3),
        "probability": judged.probability,
        "conclusive": judged.conclusive,
        "link": judged.link.value if judged.link else None,
        "verdict_agrees": judged.verdict_agrees,
        "conclusive_agrees": judged.conclusive_agrees,
        "field_named": judged.field_named,
        "faults": [fault.value for fault in judged.faults],
    }


def _comparison(found: Comparison) -> dict[str, Any]:
    listed = {
        group: [
            {"id": change.after.id, "before": reference_row(change.before), "after": reference_row(change.after)}
            for change in getattr(found, group)
        ]
        for group in ("broken", "fixed", "changed")
    }
    figures = {
        name: {"before": _plain(before), "after": _plain(after)} for name, (before, after) in found.figures.items()
    }
    return {
        "file": found.file,
        **listed,
        "unchanged": found.unchanged,
        "added": list(found.added),
        "removed": list(found.removed),
        "figures": figures,
    }


def _figures(found: Figures) -> dict[str, Any]:
    return {name: _plain(getattr(found, name)) for name in Figures.__dataclass_fields__}


def _plain(value: Any) -> Any:
    if not isinstance(value, Rate):
        return value
    low, high = value.interval or (None, None)
    return {"value": value.value, "hits": value.hits, "total": value.total, "low": low, "high": high}


def _calibration(found: Calibration) -> dict[str, Any]:
    bins = [{"low": one.low, "high": one.high, "mean": one.mean, "real": _plain(one.real)} for one in found.bins]
    return {"count": found.count, "ece": found.ece, "brier": found.brier, "bins": bins}

"""The data of refcheck: what is claimed, what databases hold, and what came of comparing them."""

from __future__ import annotations

from .claim import Claim
from .outcome import OutcomeStatus, SourceOutcome
from .record import Author, Notice, NoticeKind, Record, WorkType
from .verification import (
    Candidate,
    Discrepancy,
    DiscrepancyField,
    Severity,
    TraceStep,
    Verdict,
    Verification,
)
from .work import Work

__all__ = [
    "Author",
    "Candidate",
    "Claim",
    "Discrepancy",
    "DiscrepancyField",
    "Notice",
    "NoticeKind",
    "OutcomeStatus",
    "Record",
    "Severity",
    "SourceOutcome",
    "TraceStep",
    "Verdict",
    "Verification",
    "Work",
    "WorkType",
]

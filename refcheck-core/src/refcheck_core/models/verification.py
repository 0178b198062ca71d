"""`Verification`: the verdict on a claim, with its evidence."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from .claim import Claim
from .outcome import SourceOutcome
from .work import Work


class Verdict(StrEnum):
    """The three answers."""

    VERIFIED = "verified"
    PARTIAL_MATCH = "partial_match"
    NOT_FOUND = "not_found"


class Severity(StrEnum):
    """How much a discrepancy weighs. An ``error`` rules out ``verified``."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class DiscrepancyField(StrEnum):
    """What a discrepancy is about."""

    TITLE = "title"
    AUTHORS = "authors"
    YEAR = "year"
    VENUE = "venue"
    DOI = "doi"
    ARXIV_ID = "arxiv_id"
    IDENTIFIER = "identifier"
    VOLUME = "volume"
    ISSUE = "issue"
    PAGES = "pages"
    TYPE = "type"
    STATUS = "status"
    CLAIM = "claim"


class Discrepancy(BaseModel):
    """One point in which claim and work differ.

    Attributes:
        field: what it is about.
        severity: how much it weighs.
        message: a sentence that names claimed and found value.
        claimed, found: the two values as text, where there are two.
    """

    model_config = ConfigDict(frozen=True)

    field: DiscrepancyField
    severity: Severity
    message: str
    claimed: str | None = None
    found: str | None = None


class Candidate(BaseModel):
    """A work that was considered, with its score.

    Attributes:
        work: the work.
        score: 0 to 1, before the verdict's band.
        discrepancies: how the claim differs from it.
    """

    model_config = ConfigDict(frozen=True)

    work: Work
    score: float = Field(ge=0.0, le=1.0)
    discrepancies: tuple[Discrepancy, ...] = ()


class TraceStep(BaseModel):
    """One step on the way to a verdict: what was done, and what came of it."""

    model_config = ConfigDict(frozen=True)

    step: str
    detail: str


class Verification(BaseModel):
    """The verdict on a claim.

    Attributes:
        claim: what was checked.
        verdict: see `Verdict`.
        confidence: score of the best work held within the verdict's band (design, section 5).
        probability: calibrated chance that the reference is real and right; ``None`` for a ``not_found`` that is not
            conclusive, which is no evidence.
        conclusive: ``False`` where a source that should have answered could not, or none would hold such a work.
        why_inconclusive: why it is not, as the part of a sentence that follows a colon, with its full stop.
        matched: the work that the claim is about; ``None`` for ``not_found``.
        discrepancies: how the claim differs from it.
        possible_match: the closest work where nothing matched.
        candidates: up to five works, best first.
        outcomes: what came of every question.
        skipped: source -> why it was not asked.
        remarks: sentences on the sources that answered, such as how old an index is.
        trace: the steps.
    """

    model_config = ConfigDict(frozen=True)

    claim: Claim
    verdict: Verdict
    confidence: float = Field(ge=0.0, le=1.0)
    probability: float | None = Field(default=None, ge=0.0, le=1.0)
    conclusive: bool
    why_inconclusive: str | None = None
    matched: Work | None = None
    discrepancies: tuple[Discrepancy, ...] = ()
    possible_match: Candidate | None = None
    candidates: tuple[Candidate, ...] = ()
    outcomes: tuple[SourceOutcome, ...] = ()
    skipped: dict[str, str] = Field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    trace: tuple[TraceStep, ...] = ()

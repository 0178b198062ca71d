"""`SourceOutcome`: what came of asking one source one question."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from .record import Record


class OutcomeStatus(StrEnum):
    """What came of asking. Only `OK` and `EMPTY` are answers; the rest is no evidence of anything."""

    OK = "ok"
    EMPTY = "empty"
    SKIPPED = "skipped"
    """Not asked: no key, switched off, not needed, or the question cannot be put to it."""
    RATE_LIMITED = "rate_limited"
    TIMEOUT = "timeout"
    ERROR = "error"


class SourceOutcome(BaseModel):
    """The outcome of one question to one source.

    Attributes:
        source: the source's name.
        question: hook and argument in words, for the trace ("lookup_doi 10.1000/x").
        status: see `OutcomeStatus`.
        records: what it found (``OK`` only).
        reason: a sentence for every status but ``OK`` and ``EMPTY``, and for a remark on an ``OK``; never holds a key.
        elapsed: seconds from question to outcome.
        cached: whether it came from the outcome cache.
        partial: whether some of the answer could not be read, so that a work may be there that is not among `records`.
        unable: whether the source was skipped as the question cannot be put to it; it might hold the work.
        decisive: for a DOI lookup that is ``EMPTY``: the source decides for this prefix, so the DOI is not registered.
    """

    model_config = ConfigDict(frozen=True)

    source: str
    question: str
    status: OutcomeStatus
    records: tuple[Record, ...] = ()
    reason: str | None = None
    elapsed: float = 0.0
    cached: bool = False
    partial: bool = False
    unable: bool = False
    decisive: bool = False

    @property
    def answered(self) -> bool:
        """Whether the source answered (found something, or searched and found nothing)."""
        return self.status in (OutcomeStatus.OK, OutcomeStatus.EMPTY)

    @property
    def failed(self) -> bool:
        """Whether the source was asked and could not answer."""
        return self.status in (OutcomeStatus.RATE_LIMITED, OutcomeStatus.TIMEOUT, OutcomeStatus.ERROR)

"""What comes of comparing one field of a claim with a work."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..models import Discrepancy, DiscrepancyField, Severity


class Agreement(StrEnum):
    """Whether a field of the claim fits the work."""

    AGREE = "agree"
    NEAR = "near"
    """Differs, but so little that the same thing may be meant (a misspelling, a changed word)."""
    DIFFER = "differ"
    UNKNOWN = "unknown"
    """The claim or the work does not give the field: no evidence either way."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One field compared.

    Attributes:
        agreement: see `Agreement`.
        similarity: 0 to 1; 1 for a full agreement. Ranks candidates and weighs a warning.
        discrepancies: what to tell the asker.
        exact: whether the two are equal after normalisation.
        whole: whether all of the claimed field was compared; a database that has cut a list leaves some of it open.
    """

    agreement: Agreement
    similarity: float = 0.0
    discrepancies: tuple[Discrepancy, ...] = ()
    exact: bool = False
    whole: bool = True

    @property
    def severity(self) -> Severity | None:
        """The gravest severity among the discrepancies."""
        if not self.discrepancies:
            return None
        found = {d.severity for d in self.discrepancies}
        return next((s for s in (Severity.ERROR, Severity.WARNING, Severity.INFO) if s in found), None)

    @property
    def known(self) -> bool:
        """Whether both sides give the field."""
        return self.agreement is not Agreement.UNKNOWN

    @property
    def agrees(self) -> bool:
        """Whether the field agrees."""
        return self.agreement is Agreement.AGREE

    @property
    def in_error(self) -> bool:
        """Whether a discrepancy of severity error was found."""
        return self.severity is Severity.ERROR

    @property
    def contribution(self) -> float:
        """Share of the field's weight that counts (design, section 5): whole, the similarity, or nothing."""
        if self.in_error or self.agreement in (Agreement.DIFFER, Agreement.UNKNOWN):
            return 0.0
        return self.similarity if self.severity is Severity.WARNING else 1.0


UNKNOWN = Comparison(Agreement.UNKNOWN)


def note(
    field: DiscrepancyField, severity: Severity, message: str, claimed: str | None = None, found: str | None = None
) -> Discrepancy:
    """Build a discrepancy."""
    # The arguments have their types: to check them again takes most of the time.
    return Discrepancy.model_construct(field=field, severity=severity, message=message, claimed=claimed, found=found)

"""The chance that a reference is real and right, from what was found: fitted to public gold sets, not set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .calibration_table import CONFIRMED, UNCONFIRMED
from .identity import IdentifierFact, belongs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..models import Claim, Work


def has_unconfirmed_identifier(claim: Claim, work: Work | None, facts: Sequence[IdentifierFact] = ()) -> bool:
    """Whether a claim gives identifiers, and none of them was found to be the work's.

    Args:
        claim: what is cited.
        work: the work that it is about, if one was found.
        facts: what looking up the identifiers brought.
    """
    if work is None:
        return bool(claim.identifiers)
    known = {fact.identifier: fact for fact in facts}
    owned = [belongs(i, known.get(i, IdentifierFact(i)), work) for i in claim.identifiers]
    return bool(owned) and not any(owned)


def probability(confidence: float, *, unconfirmed: bool) -> float:
    """The calibrated chance that a reference is real and right.

    It never falls as the confidence rises, and is never higher for an unconfirmed identifier. `calibration_table` holds
    the steps and says where they come from.

    Args:
        confidence: of the answer, held within its verdict's band.
        unconfirmed: see `has_unconfirmed_identifier`.
    """
    return max(level for start, level in (UNCONFIRMED if unconfirmed else CONFIRMED) if start <= confidence)

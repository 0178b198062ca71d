"""The venue of a claim compared with those of a work: confirmed, contradicted, or confirmed by nobody."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..models import DiscrepancyField, Record, Severity
from ..models.preprint_servers import preprint_server
from ..text import normalize
from .comparison import UNKNOWN, Agreement, Comparison, note
from .publishers import other_publication
from .series import is_series_of
from .venue_forms import prepare_venue, same_venue
from .venue_names import PUBLISHERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LEGAL_FORMS = frozenset("bv ltd limited inc llc gmbh co company ag sa kg plc corp press publishers publishing".split())
"""Words by which the registered name of a publisher differs from the usual one ("Elsevier BV")."""
_FIELD = DiscrepancyField.VENUE
PUBLISHER_SIMILARITY = 0.5
"""Of a publisher that is claimed in place of the venue and that no record names."""


def compare_venues(claimed: str | None, best: Record, records: Iterable[Record]) -> Comparison:
    """Compare a claimed venue with those of a work.

    Args:
        claimed: as cited.
        best: the version that fits the claim best.
        records: every record of the work.
    """
    if not claimed or not prepare_venue(claimed).normal:
        return UNKNOWN
    every = (best, *records)
    if prepare_venue(claimed).server:
        return _preprint_claimed(claimed, every)
    return _published_claimed(claimed, every)


def _published_claimed(claimed: str, every: Sequence[Record]) -> Comparison:
    confirming = [r for r in every if _confirms(claimed, r)]
    if confirming:
        if all(r.is_preprint for r in confirming):
            return _unconfirmed(claimed, every)
        return Comparison(Agreement.AGREE, 1.0, exact=True)
    stands_for = _in_place(claimed, every)
    if stands_for is not None:
        return stands_for
    hinted = next((r for r in every if r.journal_ref and _hints_at(claimed, r.journal_ref)), None)
    if hinted is not None:
        message = f"Venue confirmed only by a note of the author's: '{hinted.journal_ref}'."
        return Comparison(Agreement.AGREE, 1.0, (note(_FIELD, Severity.INFO, message, claimed, hinted.journal_ref),))
    return _contradicted(claimed, every) or _unconfirmed(claimed, every)


def _in_place(claimed: str, every: Sequence[Record]) -> Comparison | None:
    """What to say of a publisher or series in place of a venue; ``None`` where it is neither.

    A publisher that no record names confirms little: it may be that of another version, or invented.
    """
    if _is_publisher(claimed, every) and not all(_is_unpublished(r) for r in every):
        message = f"Publisher in place of a venue: '{claimed}'."
        if any(_same_publisher(claimed, r.publisher) for r in every if r.publisher):
            return Comparison(Agreement.AGREE, 1.0, (note(_FIELD, Severity.INFO, message, claimed),))
        message = f"Publisher in place of a venue: '{claimed}', which no record names."
        warning = note(_FIELD, Severity.WARNING, message, claimed)
        return Comparison(Agreement.AGREE, PUBLISHER_SIMILARITY, (warning,))
    if is_series_of(claimed, every):
        message = f"Series in place of a venue: '{claimed}'."
        return Comparison(Agreement.AGREE, 1.0, (note(_FIELD, Severity.INFO, message, claimed),))
    return None


def _contradicted(claimed: str, every: Sequence[Record]) -> Comparison | None:
    """An error where a record says that the work came out elsewhere; ``None`` where none does."""
    published = [r for r in every if r.venue and not r.is_preprint and not preprint_server(r.venue)]
    if published:
        found = published[0].venue
        message = f"Venue mismatch: claimed '{claimed}', found '{found}'."
    elif (other := other_publication(claimed, every)) is not None:
        what, found = other
        message = f"Venue mismatch: claimed '{claimed}', but {what}."
    else:
        return None
    return Comparison(Agreement.DIFFER, 0.0, (note(_FIELD, Severity.ERROR, message, claimed, found),))


def _confirms(claimed: str, record: Record) -> bool:
    return any(same_venue(claimed, name) for name in record.venue_names)


def _is_unpublished(record: Record) -> bool:
    """Whether a record cannot confirm a venue: of a preprint, a submission, or a thesis or data set on a server."""
    return bool(record.is_preprint or record.submitted_to or preprint_server(record.venue))


def _hints_at(claimed: str, journal_ref: str) -> bool:
    """Whether a reference typed by an author ("Phys.Rev.Lett. 98 (2007)", "Proc. of ICML, 2019") names a venue."""
    if re.search(r"(?i)\b(submitted|reject|review\b(?!\s*[A-Z])|withdrawn|not\b)", journal_ref):
        return False
    spaced = re.sub(r"\.(?=\w)", ". ", journal_ref)
    pieces = [p.strip(" .") for p in re.split(r"[\d,;:()]+|\b[Ii]n\b", spaced)]
    return any(same_venue(claimed, p) for p in pieces if len(p) > 1)


def _is_publisher(claimed: str, records: Sequence[Record]) -> bool:
    if any(_same_publisher(claimed, r.publisher) for r in records if r.publisher):
        return True
    # A publisher confirms nothing, and contradicts nothing unless a record names another one.
    return prepare_venue(claimed).normal in PUBLISHERS and not any(r.publisher for r in records)


def _same_publisher(one: str, two: str) -> bool:
    """Whether two names are those of one publisher, whatever its legal form."""
    first, second = (
        tuple(w for w in normalize(n.replace(".", "")).split() if w not in _LEGAL_FORMS) for n in (one, two)
    )
    if first and first == second:
        return True
    return not prepare_venue(one).group and same_venue(one, two)  # "ACL" is a conference first, and then a publisher


def _preprint_claimed(claimed: str, records: Sequence[Record]) -> Comparison:
    server = prepare_venue(claimed).server
    published = next((r for r in records if r.venue and not r.is_preprint and not preprint_server(r.venue)), None)
    there = any(preprint_server(r.venue) == server or (server == "arXiv" and r.arxiv_id) for r in records)
    if published is not None:
        message = f"Cites the preprint ({server}) of a work published in '{published.venue}'."
        return Comparison(
            Agreement.AGREE,
            0.95 if there else 0.9,
            (note(_FIELD, Severity.WARNING, message, claimed, published.venue),),
        )
    if there:
        return Comparison(Agreement.AGREE, 1.0, exact=True)
    other = next((r.venue for r in records if preprint_server(r.venue)), None)
    if other is None:
        return UNKNOWN
    message = f"Venue mismatch: claimed '{claimed}', found '{other}'."
    return Comparison(Agreement.DIFFER, 0.0, (note(_FIELD, Severity.ERROR, message, claimed, other),))


def _unconfirmed(claimed: str, records: Sequence[Record]) -> Comparison:
    """No record confirms the venue: an error where all records are of preprints, unknown where one gives no venue."""
    if not all(_is_unpublished(r) for r in records):
        return UNKNOWN
    known = next((r.venue for r in records if r.venue), None) or "a preprint"
    message = f"Venue not confirmed: claimed '{claimed}', but every record found is of {known} or a submission."
    if known != "a preprint":
        message = f"Venue not confirmed: claimed '{claimed}', but only a version on {known} was found."
    return Comparison(Agreement.DIFFER, 0.0, (note(_FIELD, Severity.ERROR, message, claimed, known),))

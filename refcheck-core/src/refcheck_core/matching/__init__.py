"""Judgement: pure functions that compare a claim with works and decide. No I/O, no clock, no environment."""

from __future__ import annotations

from ..models.preprint_servers import preprint_server
from .assess import Assessment, assess
from .calibration import has_unconfirmed_identifier, probability
from .decide import Decision, Rules, decide
from .distinct import are_one_work
from .fusion import FusedWork, fuse, same_version, within_years
from .guesses import guess_title
from .identity import IdentifierFact
from .kinds import guess_kind, kind_name
from .linkage import Sameness, compare_records, link_probability, same_publication, same_work
from .merge import merge, record_order

__all__ = [
    "Assessment",
    "Decision",
    "FusedWork",
    "IdentifierFact",
    "Rules",
    "Sameness",
    "are_one_work",
    "assess",
    "compare_records",
    "decide",
    "fuse",
    "guess_kind",
    "guess_title",
    "has_unconfirmed_identifier",
    "kind_name",
    "link_probability",
    "merge",
    "preprint_server",
    "probability",
    "record_order",
    "same_publication",
    "same_version",
    "same_work",
    "within_years",
]

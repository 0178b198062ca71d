"""The use cases: what front ends call."""

from __future__ import annotations

from .answers import to_answer
from .bibliography import EntryClaim, claims_of_entries, claims_of_listed, to_bibliography_answer
from .claims import build_claim
from .export import bibtex_of
from .many import Checked
from .refcheck import Refcheck, UnknownSourceError
from .search import QueryError, build_search
from .wishes import build_wishes

__all__ = [
    "Checked",
    "EntryClaim",
    "QueryError",
    "Refcheck",
    "UnknownSourceError",
    "bibtex_of",
    "build_claim",
    "build_search",
    "build_wishes",
    "claims_of_entries",
    "claims_of_listed",
    "to_answer",
    "to_bibliography_answer",
]

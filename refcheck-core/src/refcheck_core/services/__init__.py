"""The use cases: what front ends call."""

from __future__ import annotations

from .answers import to_answer
from .claims import build_claim
from .many import Checked
from .refcheck import Refcheck, UnknownSourceError
from .search import QueryError, build_search

__all__ = ["Checked", "QueryError", "Refcheck", "UnknownSourceError", "build_claim", "build_search", "to_answer"]

"""Asking sources: fan-out, joined questions, the outcome cache, and keeping plugins in bounds."""

from __future__ import annotations

from .cache import CacheInfo, OutcomeCache
from .pool import SourcePool

__all__ = ["CacheInfo", "OutcomeCache", "SourcePool"]

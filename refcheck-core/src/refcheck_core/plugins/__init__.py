"""Finding, checking and calling source plugins.

Every plugin gets a pluggy manager of its own, so that a caller exists for each pair of hook and source and no plugin
can see, wrap or lose another's answers: a raising hook, a hook wrapper or an odd ``__eq__`` stays where it is.
"""

from __future__ import annotations

from .manager import LoadReport, SourceManager
from .source import HOOKS, Source

__all__ = ["HOOKS", "LoadReport", "Source", "SourceManager"]

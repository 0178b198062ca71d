"""The list of emulated APIs: the one place where a new one is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arxiv import Arxiv
from .crossref import Crossref
from .ieee import Ieee
from .scopus import Scopus
from .semantic_scholar import SemanticScholar

if TYPE_CHECKING:
    from .api import Api

APIS: tuple[type[Api], ...] = (Crossref, SemanticScholar, Arxiv, Scopus, Ieee)

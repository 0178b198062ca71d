"""Identifiers of works: recognised in any usual spelling, and normalised."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class IdentifierKind(StrEnum):
    """Kinds of identifier."""

    DOI = "doi"
    ARXIV = "arxiv"
    PMID = "pmid"
    PMCID = "pmcid"
    ISBN = "isbn"
    S2_PAPER = "s2_paper"
    """Semantic Scholar's 40-digit hexadecimal paper id."""
    S2_CORPUS = "s2_corpus"
    """Semantic Scholar's corpus id."""
    ACL = "acl"


class Identifier(NamedTuple):
    """A normalised identifier."""

    kind: IdentifierKind
    value: str

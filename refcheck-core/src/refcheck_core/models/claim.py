"""`Claim`: what a citation says."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from ..identifiers import Identifier, IdentifierKind
from .record import Author, WorkType


class Claim(BaseModel):
    """What a citation says of a work. Every field is optional; a claim says nothing about a field left out.

    Attributes:
        title: as cited.
        authors: as cited, in order.
        authors_truncated: whether the citation ends its list in "et al." or the like.
        year: as cited.
        venue: journal, conference, publisher or server, as cited.
        volume, issue, pages: as cited.
        identifiers: normalised DOI, arXiv id and so on, in the order of their trust.
        arxiv_version: the version that an arXiv id named.
        type: kind of work, where the citation tells.
        citation: the whole citation string, where that is what is given.
        url: address given in the citation.
    """

    model_config = ConfigDict(frozen=True)

    title: str | None = None
    authors: tuple[Author, ...] = ()
    authors_truncated: bool = False
    year: int | None = None
    venue: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    identifiers: tuple[Identifier, ...] = ()
    arxiv_version: int | None = None
    type: WorkType | None = None
    citation: str | None = None
    url: str | None = None

    def identifier(self, kind: IdentifierKind) -> str | None:
        """The first identifier of a kind, or ``None``."""
        return next((i.value for i in self.identifiers if i.kind is kind), None)

    @property
    def doi(self) -> str | None:
        """The normalised DOI of the claim."""
        return self.identifier(IdentifierKind.DOI)

    @property
    def arxiv_id(self) -> str | None:
        """The arXiv id of the claim, without version."""
        return self.identifier(IdentifierKind.ARXIV)

"""A reference whose truth is known, and what it claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from refcheck_core.errors import RefcheckError
from refcheck_core.services import build_claim

if TYPE_CHECKING:
    from refcheck_core.identifiers import IdentifierKind
    from refcheck_core.models import Claim

NO_WORK = "none"
"""``expected_doi`` of a reference for which no work may be matched."""

Label = Literal["real", "partial", "fabricated", "other"]


class GoldError(RefcheckError, ValueError):
    """A gold file that cannot be used; the text names the lines and what is wrong with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A reference whose truth is known.

    Attributes:
        id: unique among all that are checked together.
        label: the truth; see docs/eval.md.
        kind: by which figures are told apart.
        claim: what it says; ``None`` where it cannot be checked as it stands.
        problem: why it cannot be checked.
        works: identifiers of the work that should be matched (any of them): ``doi:…`` and ``arxiv:…``; empty where
            links are not judged.
        no_work: whether no work may be matched.
        verdicts: verdicts that are right; empty where any may be.
        conclusive: whether the answer should be conclusive, if that is told.
        wrong_fields: fields any of which it is right to name.
        notes: for people.
    """

    id: str
    label: Label
    kind: str = "-"
    claim: Claim | None = None
    problem: str | None = None
    works: frozenset[str] = frozenset()
    no_work: bool = False
    verdicts: frozenset[str] = frozenset()
    conclusive: bool | None = None
    wrong_fields: frozenset[str] = frozenset()
    notes: str = ""


class Strict(BaseModel):
    """A part of a line, in which nothing may stand that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClaimRow(Strict):
    """What the citation says, by fields."""

    title: str | None = None
    authors: list[str] = Field(default_factory=list)
    year: int | str | None = None
    venue: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    url: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None

    @field_validator("authors", mode="before")
    @classmethod
    def _one_string(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    def claim(self) -> Claim:
        """The claim.

        Raises:
            ClaimError: it cannot be checked as given.
        """
        claim = build_claim(
            title=self.title,
            authors=self.authors,
            year=self.year,
            venue=self.venue,
            doi=self.doi,
            arxiv_id=self.arxiv_id,
            url=self.url,
        )
        return claim.model_copy(update={"volume": self.volume, "issue": self.issue, "pages": self.pages})


def work_name(kind: IdentifierKind, value: str) -> str:
    """How a work is named in `Gold.works`."""
    return f"{kind.value}:{value.lower()}"

"""What entries are wanted of: the inputs of `Refcheck.bibtex` as claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import ClaimError
from ..identifiers import IdentifierKind, find_identifiers, parse_identifier
from ..models import Claim
from .claims import build_claim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..identifiers import Identifier

MAX_DOIS = 200
"""DOIs of one call; more are several calls, so that an answer comes in time."""
MAX_ID = 2000
"""Characters of an identifier or of the address that holds it."""
_SHOWN = 300
"""Characters of an input that are shown back."""
_INPUTS = ("doi", "dois", "title", "semantic_scholar_id", "arxiv_id", "citation")
_S2_KINDS = (IdentifierKind.S2_PAPER, IdentifierKind.S2_CORPUS)


@dataclass(frozen=True, slots=True)
class Wish:
    """One input.

    Attributes:
        input: as given, cut to a length that can be read.
        claim: what to look for; ``None`` where the input cannot be that.
        problem: why it cannot.
    """

    input: str
    claim: Claim | None = None
    problem: str | None = None

    @property
    def names_its_work(self) -> bool:
        """Whether it is an identifier, which means one work, rather than a description."""
        return self.claim is not None and not (self.claim.title or self.claim.citation)


def build_wishes(
    *,
    doi: str | None = None,
    dois: Sequence[str] | None = None,
    title: str | None = None,
    semantic_scholar_id: str | None = None,
    arxiv_id: str | None = None,
    citation: str | None = None,
) -> list[Wish]:
    """Read the inputs; a DOI among several that cannot be one becomes a wish with a problem.

    Raises:
        ClaimError: not exactly one kind of input, or one that cannot be what its name says.
    """
    given = dict(zip(_INPUTS, (doi, dois, title, semantic_scholar_id, arxiv_id, citation), strict=True))
    named = [name for name, value in given.items() if value is not None and not _is_blank(value)]
    if not named:
        raise ClaimError(f"Give one of {', '.join(_INPUTS[:-1])} and {_INPUTS[-1]}; nothing was given.")
    if len(named) > 1:
        raise ClaimError(f"Give only one of {', '.join(named[:-1])} and {named[-1]}; each names works of its own.")
    name = named[0]
    if name == "dois":
        return _several(dois or ())
    text = str(given[name])
    if name == "semantic_scholar_id":
        claim = Claim(identifiers=(_semantic_scholar(text),))
    elif name in ("doi", "arxiv_id"):
        claim = _by_id(name, text)
    else:
        claim = build_claim(title=title, citation=citation)
    return [Wish(_shown(text), claim)]


def _is_blank(value: object) -> bool:
    return not value.strip() if isinstance(value, str) else not value


def _several(dois: Sequence[str]) -> list[Wish]:
    if len(dois) > MAX_DOIS:
        raise ClaimError(f"{len(dois)} DOIs are too many for one call; give at most {MAX_DOIS} at a time.")
    wishes = []
    for text in dois:
        try:
            wishes.append(Wish(_shown(text), _by_id("doi", text)))
        except ClaimError as problem:
            wishes.append(Wish(_shown(text), problem=str(problem)))
    return wishes


def _by_id(name: str, text: str) -> Claim:
    if not text.strip():
        raise ClaimError("An empty text is no DOI.")
    if len(text) > MAX_ID:
        raise ClaimError(f"A text of {len(text)} characters is no identifier.")
    return build_claim(arxiv_id=text) if name == "arxiv_id" else build_claim(doi=text)


def _semantic_scholar(text: str) -> Identifier:
    if len(text) > MAX_ID:
        raise ClaimError(f"A text of {len(text)} characters is no identifier.")
    bare = text.strip()
    if bare.isascii() and bare.isdigit():  # a corpus id is a number; elsewhere it needs its label
        bare = f"CorpusId:{bare}"
    for identifier in (parse_identifier(bare), *find_identifiers(bare)):
        if identifier is not None and identifier.kind in _S2_KINDS:
            return identifier
    raise ClaimError(
        f"{text[:100]!r} is no Semantic Scholar id: give the 40 digits of a paper id, a corpus id such as "
        "CorpusId:13756489, or the paper's address at semanticscholar.org. DOIs and arXiv ids have inputs of their own."
    )


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"

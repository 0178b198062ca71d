"""Many claims checked together: identifiers and retractions are looked up in batches, equal questions asked once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

from ..contract import SourceInfo, Tier
from ..errors import AllSourcesFailedError
from ..identifiers import Identifier, IdentifierKind, arxiv_doi
from ..models import OutcomeStatus
from .evidence import decides, is_offline
from .inquiry import Inquiry, sources_for

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from ..matching import Rules
    from ..models import Claim, SourceOutcome, Verification
    from ..sources import SourcePool

CONCURRENCY = 16
"""Claims under way at once: enough to keep every database busy within its limits, and few enough to wait in turn."""
MIN_BATCH = 2
"""Fewer identifiers than this are looked up singly."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one of many claims: a verification, or why there is none.

    Attributes:
        claim: what was checked.
        verification: the verdict with its evidence.
        error: set in its place where no source could answer.
    """

    claim: Claim
    verification: Verification | None = None
    error: AllSourcesFailedError | None = None


class ManyInquiries:
    """The verification of many claims. Use `run` once."""

    def __init__(
        self,
        claims: Sequence[Claim],
        pool: SourcePool,
        names: Sequence[str],
        rules: Rules,
        *,
        ask_all: bool = False,
        concurrency: int = CONCURRENCY,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._claims = claims
        self._pool = pool
        self._names = names
        self._rules = rules
        self._asks_all = ask_all
        self._concurrency = concurrency
        self._progress = progress
        self._done = 0

    async def run(self) -> list[Checked]:
        """Check every claim.

        Returns:
            One result for each claim, in their order.
        """
        inquiries = [Inquiry(c, self._pool, self._names, self._rules, ask_all=self._asks_all) for c in self._claims]
        still_open = await self._ask_local(inquiries)
        prefetched = await self._prefetch([inquiry.claim for inquiry in still_open])

        async def investigate(inquiry: Inquiry) -> None:
            await inquiry.investigate(prefetched)
            self._tell_done()

        await self._each(investigate, still_open)
        await self._check_retractions(inquiries)
        return [_concluded(claim, inquiry) for claim, inquiry in zip(self._claims, inquiries, strict=True)]

    async def _each(self, function: Callable[[Inquiry], Awaitable[None]], inquiries: Sequence[Inquiry]) -> None:
        """Run something for each inquiry, a few at a time."""
        left = iter(inquiries)

        async def work() -> None:
            for inquiry in left:
                await function(inquiry)

        async with anyio.create_task_group() as group:
            for _ in range(min(self._concurrency, len(inquiries))):
                group.start_soon(work)

    async def _ask_local(self, inquiries: Sequence[Inquiry]) -> list[Inquiry]:
        """Ask the sources that need no network about every claim, before any request goes out.

        Returns:
            The inquiries that are still open.
        """
        if not any(self._pool.infos[name].tier is Tier.LOCAL for name in self._names):
            return list(inquiries)
        settled: set[int] = set()

        async def ask(inquiry: Inquiry) -> None:
            if await inquiry.ask_local():
                settled.add(id(inquiry))
                self._tell_done()

        await self._each(ask, inquiries)
        return [inquiry for inquiry in inquiries if id(inquiry) not in settled]

    def _tell_done(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, len(self._claims))

    async def _prefetch(self, claims: Sequence[Claim]) -> dict[tuple[str, Identifier], SourceOutcome]:
        """Look up claims' identifiers in batches, each at the sources that an inquiry would ask first."""
        infos = [i for name in self._names if (i := self._pool.infos[name]).tier is not Tier.LOCAL]
        found: dict[tuple[str, Identifier], SourceOutcome] = {}
        wanted = list(dict.fromkeys(i for c in claims for i in c.identifiers))
        for info in infos:
            if info.max_batch < MIN_BATCH:
                continue
            mine = [i for i in wanted if _first_asked(i, info, infos)]
            by_doi = {doi: i for i in mine if (doi := _as_doi(i, info)) is not None}
            if len(by_doi) < MIN_BATCH:
                continue
            outcomes = await self._pool.lookup_dois(info.name, list(by_doi))
            # What a batch leaves out is asked for singly where a lookup says more (who has it, or that nobody has).
            found.update(
                {
                    (info.name, by_doi[doi]): outcome
                    for doi, outcome in outcomes.items()
                    if doi in by_doi and (outcome.status is OutcomeStatus.OK or outcome.decisive or _failed(outcome))
                }
            )
        return found

    async def _check_retractions(self, inquiries: Sequence[Inquiry]) -> None:
        """Look up in batches the DOIs of matched works whose record is not from a source that knows of retractions."""
        wanted: dict[str, dict[str, list[Inquiry]]] = {}
        for inquiry in inquiries:
            unchecked = inquiry.unchecked_doi()
            for name in unchecked[1] if unchecked else ():
                wanted.setdefault(name, {}).setdefault(unchecked[0], []).append(inquiry)  # type: ignore[index]
        for name, by_doi in wanted.items():
            for doi, outcome in (await self._pool.lookup_dois(name, list(by_doi))).items():
                for inquiry in by_doi.get(doi, ()):
                    inquiry.note_retraction(doi, outcome)


def _first_asked(identifier: Identifier, info: SourceInfo, infos: Sequence[SourceInfo]) -> bool:
    """Whether an inquiry asks this source for the identifier in its first round."""
    sources = sources_for(identifier, infos)
    deciding = [i for i in sources if decides(i, identifier)]
    return info in (deciding or [i for i in sources if i.tier is min(s.tier for s in sources)])


def _as_doi(identifier: Identifier, info: SourceInfo) -> str | None:
    """The DOI by which a batch asks for an identifier; an arXiv id has one at the source that decides about arXiv's."""
    if identifier.kind is IdentifierKind.DOI:
        return identifier.value
    if identifier.kind is IdentifierKind.ARXIV and identifier.kind in info.registers:
        return arxiv_doi(identifier.value)
    return None


def _failed(outcome: SourceOutcome) -> bool:
    """Whether asking again would only fail again."""
    return outcome.failed or is_offline(outcome)


def _concluded(claim: Claim, inquiry: Inquiry) -> Checked:
    try:
        return Checked(claim, verification=inquiry.conclude())
    except AllSourcesFailedError as error:
        return Checked(claim, error=error)

"""One verification: identifiers first, then searches tier by tier, until the answer is settled (design, section 4)."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import anyio

from ..contract import Capability, SearchKind, SearchQuery, SourceInfo, Tier
from ..errors import AllSourcesFailedError
from ..identifiers import Identifier, IdentifierKind
from ..matching import Decision, IdentifierFact, Rules, decide, guess_title, merge
from ..models import (
    Claim,
    Discrepancy,
    DiscrepancyField,
    OutcomeStatus,
    Record,
    Severity,
    SourceOutcome,
    TraceStep,
    Verdict,
    Verification,
    Work,
)
from ..models.verification import Candidate
from ..text import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from ..sources import SourcePool

SEARCH_LIMIT = 5
"""Records asked of a search; candidates are validated, so a few suffice (Crossref's advice on matching)."""
MAX_LINKS = 2
"""Links to other versions that one verification follows."""


class Inquiry:
    """The state of one verification. Use `run` once."""

    def __init__(self, claim: Claim, pool: SourcePool, names: Sequence[str], rules: Rules) -> None:
        self._claim = claim
        self._pool = pool
        self._infos = [pool.infos[n] for n in names]
        self._rules = rules
        self._outcomes: list[SourceOutcome] = []
        self._records: list[Record] = []
        self._facts: dict[Identifier, IdentifierFact] = {}
        self._trace: list[TraceStep] = []
        self._asked: set[tuple[str, Identifier]] = set()
        self._followed: set[str] = set()
        self._judged: tuple[object, Decision] | None = None

    async def run(self) -> Verification:
        """Ask until the answer is settled, and judge.

        Raises:
            AllSourcesFailedError: no source answered.
        """
        decision = await self._ask_identifiers()
        for tier in Tier:
            if self._settled(decision, tier):
                break
            decision = await self._search(tier, decision)
            decision = await self._follow_links(decision)
        decision = await self._check_retraction(decision)
        self._raise_if_unanswered()
        return self._verification(decision)

    # -- identifiers ----------------------------------------------------------------------------------------------

    async def _ask_identifiers(self) -> Decision:
        """Look each identifier up, at sources that decide about it first, until it is found or known not to exist."""
        for identifier in self._claim.identifiers:
            sources = self._sources_for(identifier)
            deciding = [i for i in sources if self._decides(i, identifier)]
            others = [i for i in sources if i not in deciding]
            for group in (deciding, *([i for i in others if i.tier is tier] for tier in Tier)):
                await self._lookup(identifier, group)
                fact = self._facts.get(identifier, IdentifierFact(identifier))
                if fact.records or fact.absent:
                    break
        decision = await self._ask_first_version(self._decide("identifiers"))
        return await self._follow_links(decision)

    async def _ask_first_version(self, decision: Decision) -> Decision:
        """Look at a preprint's first version where the latest bears another title: titles change between versions."""
        claim = self._claim
        if not claim.title or decision.verdict is Verdict.VERIFIED:
            return decision
        for identifier, fact in list(self._facts.items()):
            later = [r for r in fact.deciding if (r.arxiv_version or 1) > 1]
            if identifier.kind is IdentifierKind.ARXIV and later and later[0].source in fact.registry:
                first = Identifier(IdentifierKind.ARXIV, f"{identifier.value}v1")
                outcome = await self._pool.lookup_id(later[0].source, first)
                self._note(outcome)
                self._facts[identifier] = replace(fact, records=(*fact.records, *outcome.records))
        return self._decide("first versions")

    @staticmethod
    def _decides(info: SourceInfo, identifier: Identifier) -> bool:
        """Whether an identifier that `info` does not have is not registered."""
        if identifier.kind is IdentifierKind.DOI and _prefix(identifier.value) in info.doi_prefixes:
            return True
        return identifier.kind in info.registers

    def _sources_for(self, identifier: Identifier) -> list[SourceInfo]:
        if identifier.kind is not IdentifierKind.DOI:
            return [i for i in self._infos if identifier.kind in i.id_kinds]
        deciding = [i for i in self._infos if _prefix(identifier.value) in i.doi_prefixes]
        return deciding or [i for i in self._infos if not i.doi_prefixes]

    async def _lookup(self, identifier: Identifier, infos: Sequence[SourceInfo]) -> None:
        await self._gather([_bind(self._look_up_one, identifier, i) for i in infos])

    async def _look_up_one(self, identifier: Identifier, info: SourceInfo) -> SourceOutcome:
        self._asked.add((info.name, identifier))
        if identifier.kind is IdentifierKind.DOI:
            outcome = await self._pool.lookup_doi(info.name, identifier.value)
        else:
            outcome = await self._pool.lookup_id(info.name, identifier)
        self._note(outcome)
        self._learn(identifier, outcome)
        return outcome

    def _learn(self, identifier: Identifier, outcome: SourceOutcome) -> None:
        fact = self._facts.get(identifier, IdentifierFact(identifier))
        decides = self._decides(self._pool.infos[outcome.source], identifier)
        elsewhere = outcome.reason if outcome.status is OutcomeStatus.SKIPPED and not _offline(outcome) else None
        self._facts[identifier] = IdentifierFact(
            identifier,
            records=(*fact.records, *outcome.records),
            registry=fact.registry | ({outcome.source} if decides and outcome.records else frozenset()),
            absent=fact.absent or outcome.decisive,
            elsewhere=fact.elsewhere or elsewhere,
        )

    # -- searches -------------------------------------------------------------------------------------------------

    async def _search(self, tier: Tier, decision: Decision) -> Decision:
        """Ask the sources of a tier; those of slow tiers not again for a work that they have already given."""
        holding = decision.matched.work.sources if decision.matched and tier >= Tier.SLOW else ()
        infos = [i for i in self._infos if i.tier is tier and i.name not in holding]
        await self._gather([_bind(self._ask, i) for i in infos])
        return self._decide(f"{tier.name.lower()} sources")

    async def _ask(self, info: SourceInfo) -> SourceOutcome | None:
        """Look up an identifier that is known to be real, else search."""
        for identifier, fact in self._facts.items():
            if fact.records and identifier.kind in info.id_kinds and (info.name, identifier) not in self._asked:
                outcome = await self._look_up_one(identifier, info)
                if outcome.records:
                    return outcome
        query = self._query(info)
        if query is None:
            return None
        outcome = await self._pool.search(info.name, query)
        self._note(outcome)
        return outcome

    def _query(self, info: SourceInfo) -> SearchQuery | None:
        """What to ask a source: the title, or the whole citation where the source takes one."""
        limit = min(SEARCH_LIMIT, info.max_results)
        families = tuple(a.family for a in self._claim.authors if a.family)[:3]
        if self._claim.title:
            text = plain_text(self._claim.title)
            return SearchQuery(kind=SearchKind.TITLE, text=text, authors=families, limit=limit)
        if not self._claim.citation:
            return None
        if Capability.CITATION_SEARCH in info.capabilities:
            return SearchQuery(kind=SearchKind.CITATION, text=plain_text(self._claim.citation), limit=limit)
        guess = guess_title(self._claim.citation)
        return SearchQuery(kind=SearchKind.TITLE, text=guess, limit=limit) if guess else None

    async def _follow_links(self, decision: Decision) -> Decision:
        """Look up the published version that a preprint's record names, while the answer is open."""
        if decision.matched is None or decision.verdict is Verdict.VERIFIED:
            return decision
        known = decision.matched.work.dois | self._followed
        links = [d for r in decision.matched.work.records for d in (*r.published_as, *r.preprint_of) if d not in known]
        links = list(dict.fromkeys(links))[: MAX_LINKS - len(self._followed)]
        if not links:
            return decision
        self._followed.update(links)
        infos = [i for i in self._infos if i.tier <= Tier.FAST and not i.doi_prefixes]
        await self._gather([_bind(self._note_doi, i.name, d) for d in links for i in infos])
        return self._decide("linked versions")

    def _settled(self, decision: Decision, tier: Tier) -> bool:
        """Whether the sources of `tier` and after need not be asked."""
        if decision.verdict is not Verdict.VERIFIED:
            return False
        if tier >= Tier.METERED:
            return True
        # A title alone is verified only where no other work has it, so more than one tier must have been asked.
        return not self._is_bare_title()

    def _is_bare_title(self) -> bool:
        claim = self._claim
        return not (claim.authors or claim.year or claim.identifiers or claim.citation)

    # -- retraction -----------------------------------------------------------------------------------------------

    async def _check_retraction(self, decision: Decision) -> Decision:
        """Ask a fast source that knows of retractions for the matched work's DOI, unless its record is at hand."""
        if decision.matched is None or decision.matched.best.doi is None:
            return decision
        doi = decision.matched.best.doi
        informed = [i for i in self._informed(doi) if i.tier <= Tier.FAST]
        if not informed or self._retraction_checked(decision.matched.work, doi):
            return decision
        await self._gather([_bind(self._note_doi, i.name, doi) for i in informed])
        return self._decide("retraction check")

    def _informed(self, doi: str) -> list[SourceInfo]:
        """Sources that know of retractions and may hold a DOI."""
        sources = self._sources_for(Identifier(IdentifierKind.DOI, doi))
        return [i for i in sources if Capability.RETRACTIONS in i.capabilities]

    def _retraction_checked(self, work: Work, doi: str) -> bool:
        names = {i.name for i in self._informed(doi)}
        return any(r.doi == doi and r.source in names for r in work.records)

    async def _note_doi(self, name: str, doi: str) -> SourceOutcome:
        outcome = await self._pool.lookup_doi(name, doi)
        self._note(outcome)
        return outcome

    # -- the end --------------------------------------------------------------------------------------------------

    def _verification(self, decision: Decision) -> Verification:
        matched, possible = decision.matched, decision.possible
        return Verification(
            claim=self._claim,
            verdict=decision.verdict,
            confidence=decision.confidence,
            conclusive=self._conclusive(decision),
            matched=matched.work if matched else None,
            discrepancies=(*decision.discrepancies, *self._unchecked_status(decision)),
            possible_match=Candidate(work=possible.work, score=possible.score, discrepancies=possible.discrepancies)
            if possible
            else None,
            candidates=decision.candidates,
            outcomes=tuple(sorted(self._outcomes, key=self._place)),
            skipped=self._skipped(),
            trace=tuple(self._trace),
        )

    def _place(self, outcome: SourceOutcome) -> int:
        """Where a source stands in the order of sources: answers must not differ by who was faster."""
        return [i.name for i in self._infos].index(outcome.source)

    def _unchecked_status(self, decision: Decision) -> tuple[Discrepancy, ...]:
        if decision.matched is None or decision.matched.best.doi is None:
            return ()
        if self._retraction_checked(decision.matched.work, decision.matched.best.doi):
            return ()
        message = "Retraction status not checked: no database that knows of retractions could be asked for this DOI."
        return (Discrepancy(field=DiscrepancyField.STATUS, severity=Severity.INFO, message=message),)

    def _conclusive(self, decision: Decision) -> bool:
        if decision.verdict is Verdict.VERIFIED:
            return True
        if any(o.failed or _offline(o) for o in self._outcomes):
            return False
        if not decision.matched and any(f.elsewhere and not f.records for f in self._facts.values()):
            return False
        kind = self._claim.type
        answering = [self._pool.infos[o.source] for o in self._outcomes if o.answered]
        return kind is None or any(not i.holds or kind in i.holds for i in answering)

    def _skipped(self) -> dict[str, str]:
        skipped = dict(self._pool.skipped)
        asked = {o.source for o in self._outcomes}
        for outcome in self._outcomes:
            others = [o for o in self._outcomes if o.source == outcome.source]
            if all(o.status is OutcomeStatus.SKIPPED for o in others):
                skipped[outcome.source] = outcome.reason or "skipped"
        chosen = {i.name for i in self._infos}
        for name in self._pool.infos:
            if name not in asked:
                skipped[name] = "not needed" if name in chosen else "not among the databases asked for"
        return skipped

    def _raise_if_unanswered(self) -> None:
        if any(o.answered for o in self._outcomes):
            return
        reasons = {o.source: o.reason or o.status.value for o in self._outcomes}
        for info in self._infos:
            reasons.setdefault(info.name, "cannot look up what the reference gives")
        reasons.update({n: r for n, r in self._pool.skipped.items() if n not in reasons})
        raise AllSourcesFailedError(reasons)

    # -- helpers --------------------------------------------------------------------------------------------------

    def _decide(self, step: str) -> Decision:
        known = (len(self._records), tuple(self._facts.values()))
        if self._judged is not None and self._judged[0] == known:
            return self._judged[1]  # nothing new was learnt
        works = merge(self._records)
        decision = decide(self._claim, works, known[1], self._rules)
        self._judged = (known, decision)
        detail = f"{decision.verdict.value} at {decision.confidence:.2f} over {len(works)} works: {decision.rule}"
        self._trace.append(TraceStep(step=f"judged after {step}", detail=detail))
        return decision

    def _note(self, outcome: SourceOutcome) -> None:
        self._outcomes.append(outcome)
        self._records.extend(outcome.records)
        found = f"{len(outcome.records)} record{'s' if len(outcome.records) != 1 else ''}"
        detail = found if outcome.answered else f"{outcome.status.value}: {outcome.reason}"
        cached = " (cached)" if outcome.cached else ""
        self._trace.append(TraceStep(step=f"{outcome.source}: {outcome.question}", detail=detail + cached))

    @staticmethod
    async def _gather(calls: Sequence[Callable[[], Coroutine[Any, Any, object]]]) -> None:
        if len(calls) == 1:
            await calls[0]()
            return
        async with anyio.create_task_group() as group:
            for call in calls:
                group.start_soon(call)


def _bind(
    function: Callable[..., Coroutine[Any, Any, object]], *args: object
) -> Callable[[], Coroutine[Any, Any, object]]:
    return functools.partial(function, *args)


def _prefix(doi: str) -> str:
    return doi.split("/", 1)[0]


def _offline(outcome: SourceOutcome) -> bool:
    return outcome.status is OutcomeStatus.SKIPPED and (outcome.reason or "").startswith("offline")

"""Whom to ask what, and when to stop: first what needs no network, then identifiers, then searches tier by tier."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import anyio

from ..contract import Capability, SearchKind, SearchQuery, SourceInfo, Tier
from ..identifiers import Identifier, IdentifierKind
from ..matching import Decision, Rules, guess_title
from ..matching.identity import belongs
from ..models import Claim, SourceOutcome, Verdict, Verification, Work
from ..text import plain_text
from .conclusion import conclude
from .evidence import Evidence, decides, prefix

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from ..matching.assess import Assessment
    from ..sources import SourcePool

    Prefetched = Mapping[tuple[str, Identifier], SourceOutcome]
    """Outcomes of lookups that were made in a batch beforehand, by source and identifier."""

SEARCH_LIMIT = 5
"""Records asked of a search; candidates are validated, so a few suffice (Crossref's advice on matching)."""
_NETWORK = tuple(tier for tier in Tier if tier is not Tier.LOCAL)
MAX_LINKS = 2
"""Links to other versions that one verification follows."""


class Inquiry:
    """One verification. Use `run` once; or `investigate`, then `conclude`, where retractions are checked in a batch.

    Args:
        claim: what is checked.
        pool: the sources.
        names: those that may be asked.
        rules: of judgement.
        ask_all: whether all of them are asked, though some settle the matter.

    Attributes:
        claim: what is checked.
    """

    def __init__(
        self,
        claim: Claim,
        pool: SourcePool,
        names: Sequence[str],
        rules: Rules,
        *,
        ask_all: bool = False,
    ) -> None:
        self.claim = claim
        self._ask_all = ask_all
        self._pool = pool
        self._infos = [pool.infos[n] for n in names]
        self._evidence = Evidence(claim, rules)
        self._prefetched: Prefetched = {}
        self._asked: set[tuple[str, Identifier]] = set()
        self._followed: set[str] = set()
        self._has_asked_local = False

    async def run(self) -> Verification:
        """Ask until the answer is settled, check for a retraction, and judge.

        Raises:
            AllSourcesFailedError: no source answered.
        """
        await self.investigate()
        unchecked = self.unchecked_doi()
        if unchecked is not None:
            doi, names = unchecked
            await _gather([_bind(self._check_retraction, name, doi) for name in names])
        return self.conclude()

    async def investigate(self, prefetched: Prefetched | None = None) -> None:
        """Ask until the answer is settled.

        Args:
            prefetched: what lookups over the network brought that were made in a batch.
        """
        self._prefetched = prefetched or self._prefetched
        if await self.ask_local():
            return
        decision = await self._ask_identifiers()
        for tier in _NETWORK:
            if self._is_settled(decision, tier):
                break
            decision = await self._search(tier, decision)
            decision = await self._follow_links(decision)

    async def ask_local(self) -> bool:
        """Ask the sources that need no network, once: they burden nobody, and what they verify needs nobody else.

        Returns:
            Whether that settles it.
        """
        local = [i for i in self._infos if i.tier is Tier.LOCAL]
        if not local:
            return False
        if not self._has_asked_local:
            self._has_asked_local = True
            pairs = [(i, s) for i in self.claim.identifiers for s in sources_for(i, local)]
            lookups = [_bind(self._look_up, i, s) for i, s in pairs if self._pool.can_look_up(s.name, i)]
            await _gather(lookups)
            decision = self._evidence.judge("local identifiers") if lookups else None
            if decision is None or not self._is_settled(decision, Tier.LOCAL):
                await _gather([_bind(self._ask, i, decision) for i in local])
        return self._is_settled(self._evidence.judge("local sources"), Tier.LOCAL)

    def unchecked_doi(self) -> tuple[str, tuple[str, ...]] | None:
        """The matched work's DOI with the fast sources to ask for a retraction; ``None`` where nobody need be asked."""
        matched = self._evidence.judge("all questions").matched
        doi = _doi_of(matched)
        if matched is None or doi is None or self._is_retraction_checked(matched.work, doi):
            return None
        names = tuple(i.name for i in self._informed(doi) if i.tier <= Tier.FAST)
        return (doi, names) if names else None

    def note_retraction(self, doi: str, outcome: SourceOutcome) -> None:
        """Take in what came of looking up the matched DOI for a retraction.

        Where the reference gives that DOI, its registry may say besides that it is another work's: a library can err.
        """
        self._evidence.note(outcome)
        identifier = Identifier(IdentifierKind.DOI, doi)
        if identifier in self.claim.identifiers:
            self._evidence.learn(identifier, outcome, self._pool.infos[outcome.source])

    def conclude(self) -> Verification:
        """Judge all that is known.

        Raises:
            AllSourcesFailedError: no source answered.
        """
        decision = self._evidence.judge("retraction check")
        doi = _doi_of(decision.matched)
        checked = doi is None or decision.matched is None or self._is_retraction_checked(decision.matched.work, doi)
        return conclude(self._evidence, decision, self._infos, self._pool, retraction_checked=checked)

    # -- identifiers ----------------------------------------------------------------------------------------------

    async def _ask_identifiers(self) -> Decision:
        """Look each identifier up, at sources that decide about it first, until it is found or known not to exist."""
        for identifier in self.claim.identifiers:
            sources = [i for i in self._sources_for(identifier) if i.tier is not Tier.LOCAL]
            deciding = [i for i in sources if decides(i, identifier)]
            others = [i for i in sources if i not in deciding]
            known = len(self._evidence.fact(identifier).records)  # to sources without network
            for group in (deciding, *([i for i in others if i.tier is tier] for tier in _NETWORK)):
                await _gather([_bind(self._look_up, identifier, i) for i in group])
                fact = self._evidence.fact(identifier)
                if not self._ask_all and (len(fact.records) > known or fact.absent):
                    break
        decision = await self._ask_first_version(self._evidence.judge("identifiers"))
        return await self._follow_links(decision)

    async def _ask_first_version(self, decision: Decision) -> Decision:
        """Look at a preprint's first version where the latest bears another title: titles change between versions."""
        if not self.claim.title or (decision.matched and decision.matched.title.agrees):
            return decision
        for identifier, fact in list(self._evidence.facts.items()):
            later = [r for r in fact.deciding if (r.arxiv_version or 1) > 1]
            if identifier.kind is IdentifierKind.ARXIV and later and later[0].source in fact.registry:
                first = Identifier(IdentifierKind.ARXIV, f"{identifier.value}v1")
                outcome = await self._pool.lookup_id(later[0].source, first)
                self._evidence.note(outcome)
                self._evidence.facts[identifier] = replace(fact, records=(*fact.records, *outcome.records))
        return self._evidence.judge("first versions")

    def _sources_for(self, identifier: Identifier) -> list[SourceInfo]:
        return sources_for(identifier, self._infos)

    async def _look_up(self, identifier: Identifier, info: SourceInfo) -> SourceOutcome:
        self._asked.add((info.name, identifier))
        outcome = self._prefetched.get((info.name, identifier))
        if outcome is None and identifier.kind is IdentifierKind.DOI:
            outcome = await self._pool.lookup_doi(info.name, identifier.value)
        elif outcome is None:
            outcome = await self._pool.lookup_id(info.name, identifier)
        self._evidence.note(outcome)
        self._evidence.learn(identifier, outcome, info)
        return outcome

    async def _check_retraction(self, name: str, doi: str) -> None:
        self.note_retraction(doi, await self._pool.lookup_doi(name, doi))

    async def _look_up_doi(self, name: str, doi: str) -> None:
        self._evidence.note(await self._pool.lookup_doi(name, doi))

    # -- searches -------------------------------------------------------------------------------------------------

    async def _search(self, tier: Tier, decision: Decision) -> Decision:
        """Ask the sources of a network tier: fast ones at once, others in turn, as one may make the next needless."""
        infos = [i for i in self._infos if i.tier is tier]
        step = f"{tier.name.lower()} sources"
        if tier is Tier.FAST:
            await _gather([_bind(self._ask, i, decision) for i in infos])
            return self._evidence.judge(step)
        for info in sorted(infos, key=self._distance):
            if decision.matched and info.name in decision.matched.work.sources:
                continue  # it has already given this work
            await self._ask(info, decision)
            decision = self._evidence.judge(step)
            if self._is_settled(decision, Tier.METERED):
                break
        return decision

    def _distance(self, info: SourceInfo) -> tuple[bool, int]:
        """Sources that the claim points at (by an identifier of theirs) first, then those that hold more kinds."""
        pointed = any(decides(info, i) for i in self.claim.identifiers)
        return not pointed, -len(info.holds or range(100))

    async def _ask(self, info: SourceInfo, decision: Decision | None) -> None:
        """Look up an identifier of the work that the claim is about, else search.

        Where the identifiers belong to other works only, the claim's title must be searched for.
        """
        facts = list(self._evidence.facts.items()) if decision and decision.matched else []
        for identifier, fact in facts:
            if fact.records and identifier.kind in info.id_kinds and (info.name, identifier) not in self._asked:
                outcome = await self._look_up(identifier, info)
                if outcome.records:
                    return
        query = self._query(info)
        if query is None:
            self._evidence.unable.add(info.name)
        else:
            self._evidence.note(await self._pool.search(info.name, query))

    def _query(self, info: SourceInfo) -> SearchQuery | None:
        """What to ask a source: the title, or the whole citation where the source takes one."""
        limit = min(SEARCH_LIMIT, info.max_results)
        families = tuple(a.family for a in self.claim.authors if a.family)[:3]
        if self.claim.title:
            text = plain_text(self.claim.title)
            return SearchQuery(kind=SearchKind.TITLE, text=text, authors=families, year=self.claim.year, limit=limit)
        if not self.claim.citation:
            return None
        if Capability.CITATION_SEARCH in info.capabilities:
            text = plain_text(self.claim.citation)
            return SearchQuery(kind=SearchKind.CITATION, text=text, year=self.claim.year, limit=limit)
        guess = guess_title(self.claim.citation)
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
        await _gather([_bind(self._look_up_doi, i.name, d) for d in links for i in infos])
        return self._evidence.judge("linked versions")

    def _is_settled(self, decision: Decision, tier: Tier) -> bool:
        """Whether the sources of `tier` and after need not be asked."""
        if self._ask_all or decision.verdict is not Verdict.VERIFIED:
            return False
        found = decision.matched
        if found is None or found.has_unconfirmed_authors:
            return False  # another source may know who wrote it
        if tier >= Tier.METERED:
            return True
        # A title alone is verified only where no other work has it, so more than one tier must have been asked.
        if not (found.authors.agrees or found.year.agrees or found.identifiers.agrees):
            return False
        return self._has_network_answer() or self._is_compared(found)

    def _has_network_answer(self) -> bool:
        return any(o.answered and self._pool.infos[o.source].tier is not Tier.LOCAL for o in self._evidence.outcomes)

    def _is_compared(self, found: Assessment) -> bool:
        """Whether every field of the claim was held against the work: a library's record may lack some."""
        claim = self.claim
        return (
            (found.authors.known or not claim.authors)
            and (found.year.known or claim.year is None)
            and (found.venue.known or not claim.venue)
            and all(belongs(i, self._evidence.fact(i), found.work) for i in claim.identifiers)
        )

    # -- retraction -----------------------------------------------------------------------------------------------

    def _informed(self, doi: str) -> list[SourceInfo]:
        """Sources that know of retractions and may hold a DOI."""
        sources = self._sources_for(Identifier(IdentifierKind.DOI, doi))
        return [i for i in sources if Capability.RETRACTIONS in i.capabilities]

    def _is_retraction_checked(self, work: Work, doi: str) -> bool:
        names = {i.name for i in self._informed(doi)}
        return any(r.doi == doi and r.source in names for r in work.records)


def sources_for(identifier: Identifier, infos: Sequence[SourceInfo]) -> list[SourceInfo]:
    """The sources to ask for an identifier: for a DOI of a prefix that some of them decide about, only those."""
    if identifier.kind is not IdentifierKind.DOI:
        return [i for i in infos if identifier.kind in i.id_kinds]
    deciding = [i for i in infos if prefix(identifier.value) in i.doi_prefixes]
    return deciding or [i for i in infos if not i.doi_prefixes]


def _doi_of(found: Assessment | None) -> str | None:
    """The DOI by which a work's retraction is asked for: that of the cited version, else of another one."""
    if found is None:
        return None
    return next((r.doi for r in (found.best, *found.work.records) if r.doi), None)


async def _gather(calls: Sequence[Callable[[], Coroutine[Any, Any, object]]]) -> None:
    if len(calls) <= 1:  # a group costs as much as a question to a local source
        for call in calls:
            await call()
        return
    async with anyio.create_task_group() as group:
        for call in calls:
            group.start_soon(call)


def _bind(
    function: Callable[..., Coroutine[Any, Any, object]], *args: object
) -> Callable[[], Coroutine[Any, Any, object]]:
    return functools.partial(function, *args)

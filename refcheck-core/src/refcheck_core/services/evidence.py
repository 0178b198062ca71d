"""What one verification has learnt, and the judgement of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..identifiers import Identifier, IdentifierKind
from ..matching import Decision, IdentifierFact, Rules, decide, merge
from ..matching.identity import describe
from ..models import Claim, OutcomeStatus, Record, SourceOutcome, TraceStep

if TYPE_CHECKING:
    from ..contract import SourceInfo


SHOWN_CHARACTERS = 120
"""Length to which a work's description is cut in traces."""


class Evidence:
    """Outcomes, records and facts about identifiers, as they come in; judged anew whenever something is new.

    Attributes:
        claim: what is checked.
        outcomes: what came of every question, in the order of coming.
        facts: what is known of the claim's identifiers.
        trace: the steps so far.
        unable: sources that could not be asked, as the claim gives nothing that they look up.
    """

    def __init__(self, claim: Claim, rules: Rules) -> None:
        self.claim = claim
        self.outcomes: list[SourceOutcome] = []
        self.facts: dict[Identifier, IdentifierFact] = {}
        self.trace: list[TraceStep] = []
        self.unable: set[str] = set()
        self._rules = rules
        self._records: list[Record] = []
        self._judged: tuple[object, Decision] | None = None

    def note(self, outcome: SourceOutcome) -> None:
        """Take in what came of a question."""
        self.outcomes.append(outcome)
        self._records.extend(outcome.records)
        found = f"{len(outcome.records)} record{'s' if len(outcome.records) != 1 else ''}"
        if outcome.partial:
            found += f" ({outcome.reason})"
        detail = found if outcome.answered else f"{outcome.status.value}: {outcome.reason}"
        cached = " (cached)" if outcome.cached else ""
        self.trace.append(TraceStep(step=f"{outcome.source}: {outcome.question}", detail=detail + cached))

    def fact(self, identifier: Identifier) -> IdentifierFact:
        """What is known of an identifier of the claim."""
        return self.facts.get(identifier, IdentifierFact(identifier))

    def learn(self, identifier: Identifier, outcome: SourceOutcome, info: SourceInfo) -> None:
        """Take in what an identifier's lookup tells of the identifier itself."""
        fact = self.fact(identifier)
        is_registry = bool(outcome.records) and decides(info, identifier)
        not_covered = outcome.status is OutcomeStatus.SKIPPED and not outcome.unable and not is_offline(outcome)
        self.facts[identifier] = IdentifierFact(
            identifier,
            records=(*fact.records, *outcome.records),
            registry=fact.registry | ({outcome.source} if is_registry else frozenset()),
            absent=fact.absent or outcome.decisive,
            elsewhere=fact.elsewhere or (outcome.reason if not_covered else None),
        )

    def judge(self, step: str) -> Decision:
        """Judge all that is known.

        Args:
            step: what was done since the last judgement, for the trace.
        """
        known = (len(self._records), tuple(self.facts.values()))
        if self._judged is not None and self._judged[0] == known:
            return self._judged[1]  # nothing new was learnt
        works = merge(self._records)
        decision = decide(self.claim, works, known[1], self._rules)
        self._judged = (known, decision)
        self.trace.append(TraceStep(step=f"judged after {step}", detail=_in_words(decision, len(works))))
        return decision


def _in_words(decision: Decision, works: int) -> str:
    """A judgement with the rule that decided, and the work that fits best with its score."""
    over = f"{works} work" if works == 1 else f"{works} works"
    detail = f"{decision.verdict.value} at {decision.confidence:.2f} over {over}: {decision.rule}"
    best = decision.matched or decision.possible
    if best is None:
        return detail
    named = describe(best.best)
    named = named if len(named) <= SHOWN_CHARACTERS else f"{named[: SHOWN_CHARACTERS - 1]}…"
    return f"{detail}; best: {named}, score {best.score:.2f}, from {', '.join(best.work.sources)}"


def decides(info: SourceInfo, identifier: Identifier) -> bool:
    """Whether an identifier that the source does not have is not registered."""
    if identifier.kind is IdentifierKind.DOI and prefix(identifier.value) in info.doi_prefixes:
        return True
    return identifier.kind in info.registers


def prefix(doi: str) -> str:
    """The prefix of a DOI ("10.1000")."""
    return doi.split("/", 1)[0]


def is_offline(outcome: SourceOutcome) -> bool:
    """Whether a source was not asked because refcheck is offline: it might have answered."""
    return outcome.status is OutcomeStatus.SKIPPED and (outcome.reason or "").startswith("offline")

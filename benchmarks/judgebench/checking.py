"""Gold rows checked with nothing but the local source, and each answer in one line."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from localbench.corpus import shared

from refcheck_core.models import Severity, Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck
from refcheck_core.settings import Settings
from refcheck_eval.flat import gold_of_flat_row
from refcheck_eval.judging import named_fields
from refcheck_local.plugin import LocalSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from refcheck_core.models import Claim, Record, Verification
    from refcheck_core.services import Checked
    from refcheck_eval.model import Gold


@dataclass(frozen=True, slots=True)
class Answer:
    """A row of a gold set with what was said of it; no verification where it could not be checked."""

    gold: Gold
    row: dict[str, Any]
    told: Verification | None

    @property
    def verdict(self) -> str:
        """The verdict, or that there is none."""
        return self.told.verdict.value if self.told else "not checked"

    @property
    def is_verified(self) -> bool:
        """Whether it is verified; all else counts as flagged."""
        return self.told is not None and self.told.verdict is Verdict.VERIFIED

    @property
    def named(self) -> set[str]:
        """The fields that errors and warnings are about."""
        return named_fields(self.told) if self.told else set()

    @property
    def rule(self) -> str:
        """The last step of the trace: what decided."""
        return self.told.trace[-1].detail if self.told and self.told.trace else ""


@dataclass
class Clock:
    """What checking took."""

    references: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    requests: int = 0

    def __str__(self) -> str:
        each = 1000 / max(self.references, 1)
        return (
            f"{self.references} references in {self.seconds:.1f} s: {self.seconds * each:.1f} ms each "
            f"(processor {self.cpu * each:.1f} ms), {self.requests} requests"
        )


def rows_of(*parts: str) -> list[dict[str, Any]]:
    """The rows of a gold file."""
    with shared("gold", *parts).open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def check(rows: Iterable[dict[str, Any]], folder: Path, clock: Clock) -> list[Answer]:
    """Check rows against the index in a folder."""
    pairs = [(gold_of_flat_row(row, f"row {place}"), row) for place, row in enumerate(rows)]
    claims = [gold.claim for gold, _ in pairs if gold.claim is not None]
    results = iter(anyio.run(partial(verify, claims, folder, clock)))
    return [Answer(gold, row, next(results).verification if gold.claim else None) for gold, row in pairs]


async def verify(claims: Sequence[Claim], folder: Path, clock: Clock) -> list[Checked]:
    """Verify claims with the source `local` alone."""
    given = {"REFCHECK_LOCAL_INDEX": str(folder), "REFCHECK_OFFLINE": "1", "REFCHECK_CACHE": "off"}
    settings = Settings.from_environment(given)
    manager = SourceManager(settings)
    manager.register("local", LocalSource())
    async with Refcheck.open(settings, manager=manager) as refcheck:
        if claims:
            await refcheck.verify(claims[0])  # opens the index
        before, before_cpu = time.perf_counter(), time.process_time()
        results = await refcheck.verify_many(claims)
        clock.references += len(claims)
        clock.seconds += time.perf_counter() - before
        clock.cpu += time.process_time() - before_cpu
        return results


def describe(what: str, answer: Answer) -> str:
    """An answer in full, for people who look at every deviation."""
    gold, told = answer.gold, answer.told
    lines = [f"{what}\t{gold.id}\t{gold.label}\t{gold.kind}\t{answer.verdict}"]
    claim = gold.claim
    if claim is not None and claim.citation:
        lines.append(f"  claim: {claim.citation}")
    elif claim is not None:
        people = ", ".join(a.display for a in claim.authors)
        ids = ", ".join(i.value for i in claim.identifiers)
        lines.append(f"  claim: {claim.title!r} | {people} | {claim.year} | {claim.venue} | {ids}")
    if gold.notes:
        lines.append(f"  gold:  {gold.notes[:300]}")
    if told is not None:
        found = told.matched or (told.possible_match.work if told.possible_match else None)
        label = "found" if told.matched else "near "
        lines += [f"  {label}: {_record(record)}" for record in (found.records if found else ())]
        lines += [f"  {d.severity.value}: {d.message}" for d in told.discrepancies if d.severity is not Severity.INFO]
        lines.append(f"  rule:  {answer.rule} ({told.confidence:.3f})")
    elif gold.problem:
        lines.append(f"  not checked: {gold.problem}")
    return "\n".join(lines)


def _record(record: Record) -> str:
    people = ", ".join(a.display for a in record.authors[:12])
    ids = record.doi or record.arxiv_id or ""
    return f"{record.full_title!r} | {people} | {record.year} | {record.venue} | {ids} | {record.source_id}"

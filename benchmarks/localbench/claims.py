"""Whole verifications with nothing but the local source: many claims, invented titles, and raw strings to DOIs."""

from __future__ import annotations

import gzip
import json
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refcheck_core.errors import ClaimError
from refcheck_core.models import Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, build_claim
from refcheck_core.settings import Settings
from refcheck_local.plugin import source
from refcheck_local.records import record_of

from .corpus import keys, shared
from .queries import Spoiler, invented_titles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from refcheck_core.models import Claim, Work
    from refcheck_core.services import Checked
    from refcheck_local.rows import Row

GOOD, SLOPPY = 0.60, 0.25
"""Shares of the claims that are cited well, and carelessly; the others are invented."""

LEAD = 0.05
"""Lead in score of a clear best candidate, as of a match."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds and processor seconds of a `verify_many`, the opening of the index not counted."""

    seconds: float
    cpu: float


async def verify(claims: Sequence[Claim], folder: Path) -> tuple[list[Checked], Timing]:
    """Verify claims with the source `local` alone."""
    settings = Settings.from_environment(
        {"REFCHECK_LOCAL_INDEX": str(folder), "REFCHECK_OFFLINE": "1", "REFCHECK_CACHE": "off"}
    )
    manager = SourceManager(settings)
    manager.register("local", source)
    async with Refcheck.open(settings, manager=manager) as refcheck:
        await refcheck.verify(claims[0])  # opens the index
        before, before_cpu = time.perf_counter(), time.process_time()
        results = await refcheck.verify_many(claims)
        return results, Timing(time.perf_counter() - before, time.process_time() - before_cpu)


def mixed_claims(rows: Sequence[Row], frequency: Mapping[str, int], count: int) -> list[tuple[str, Claim]]:
    """Claims as bibliographies have them, each with its kind: well cited, carelessly cited, invented."""
    chance = random.Random("claims")
    spoiler = Spoiler(frequency, "claims")
    spoil = (Spoiler.typo, Spoiler.typos, Spoiler.dropped, Spoiler.main, Spoiler.joined)
    invented = iter(invented_titles(rows, count, "claimed"))
    made: list[tuple[str, Claim]] = []
    for row in (rows[number % len(rows)] for number in range(count)):
        dice = chance.random()
        if dice >= GOOD + SLOPPY:
            title, _, _, other = next(invented)
            made.append(("invented", build_claim(title=title, authors=names(other), year=other.year)))
        elif dice >= GOOD:
            title = chance.choice(spoil)(spoiler, row.title) or row.title
            people = [author.rpartition(" ")[2] for author in names(row)]
            year = row.year + chance.choice((-1, 0, 0, 1)) if row.year else None
            made.append(("sloppy", build_claim(title=title, authors=people, year=year)))
        else:
            doi = record_of(row).doi if chance.random() < 0.5 else None
            claim = build_claim(title=row.title, authors=names(row), year=row.year, venue=row.venue, doi=doi)
            made.append(("good", claim))
    return made


def names(row: Row) -> list[str]:
    """The authors' names as they are cited."""
    return [author.display for author in record_of(row).authors]


def invented_claims(rows: Sequence[Row], count: int) -> list[tuple[Claim, Row, Row]]:
    """Claims of invented titles, by authors of one of the halves or of a third work."""
    made = []
    for title, one, two, other in invented_titles(rows, count):
        made.append((build_claim(title=title, authors=names(other), year=other.year), one, two))
    return made


def why_verified(checked: Checked, one: Row, two: Row) -> str:
    """In words, what an invented title was found to be."""
    assert checked.verification is not None
    found = checked.verification.matched
    assert found is not None
    title = found.lead.full_title or ""
    for row in (one, two):
        if found.lead.source_id == row.id:
            return f"the work of a half: {title!r}"
    return f"another work: {title!r}"


def verdicts(results: Sequence[Checked]) -> dict[str, int]:
    """How often each verdict came."""
    counts: dict[str, int] = {}
    for result in results:
        name = result.verification.verdict.value if result.verification else "not checked"
        counts[name] = counts.get(name, 0) + 1
    return counts


# -- raw strings to DOIs ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resolved:
    """One string of the gold set with what was made of it.

    Attributes:
        gold: the row of the gold set.
        verified: DOI of the work, where it is verified.
        matched: DOI of the matched work, also where something cited differs; not where several fit as well.
        best: that, or the DOI of the first candidate where it leads the second.
        why: what was said.
    """

    gold: Mapping[str, Any]
    verified: str | None = None
    matched: str | None = None
    best: str | None = None
    why: str = ""


async def resolve(folder: Path, sample: int | None) -> tuple[list[Resolved], Timing]:
    """Resolve the raw strings of biblio-glutton's gold set."""
    with gzip.open(shared("gold", "biblio_glutton_pmc", "records.jsonl.gz"), "rt", encoding="utf-8") as file:
        gold = [json.loads(line) for line in file]
    gold = random.Random("glutton").sample(gold, sample) if sample and sample < len(gold) else gold
    claims: list[Claim] = []
    usable, refused = [], []
    for record in gold:
        try:
            claims.append(build_claim(citation=record["raw"]))
            usable.append(record)
        except ClaimError as error:
            refused.append(Resolved(record, why=f"refused: {error}"))
    results, timing = await verify(claims, folder)
    return refused + [_resolved(record, result) for record, result in zip(usable, results, strict=True)], timing


def _resolved(gold: Mapping[str, Any], checked: Checked) -> Resolved:
    told = checked.verification
    if told is None:
        return Resolved(gold, why="no source could answer")
    doi = _doi(told.matched)
    is_clear = not any("fit the reference equally well" in d.message for d in told.discrepancies)
    matched = doi if is_clear else None
    first, *others = told.candidates or (None,)
    leads = first is not None and (not others or first.score - others[0].score >= LEAD)
    best = matched or (_doi(first.work) if first is not None and leads and is_clear else None)
    why = "; ".join(d.message for d in told.discrepancies)
    if told.matched is None:
        why = f"not found; nearest: {first.work.lead.full_title!r}" if first is not None else "not found"
    return Resolved(gold, doi if told.verdict is Verdict.VERIFIED else None, matched, best, why)


def _doi(work: Work | None) -> str | None:
    """The DOI that is given for a work."""
    return next((record.doi for record in work.records if record.doi), None) if work is not None else None


def scores(results: Sequence[Resolved], what: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of the DOIs in a field of the results."""
    given = [(getattr(r, what), r.gold["doi"]) for r in results]
    right = sum(found == wanted for found, wanted in given)
    answered = sum(found is not None for found, _ in given)
    precision, recall = right / max(answered, 1), right / len(given)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)


def classify(result: Resolved, titles: Mapping[str, Row]) -> str:
    """Why a string was not resolved to its DOI."""
    from refcheck_core import normalize  # noqa: PLC0415

    raw = normalize(result.gold["raw"]).replace(" ", "")
    wanted = titles.get(result.gold["doi"])
    if wanted is None:
        return "no record of its DOI in the corpora"
    title = min(keys(wanted), key=len)
    other = titles.get(result.best or "")
    if other is not None:
        if not keys(other).isdisjoint(keys(wanted)):
            return "another DOI of the same title"
        named = [any(key in raw for key in keys(row)) for row in (wanted, other)]
        if named == [False, True]:
            return "wrong gold: the string names the work found"
        return "another work fits the string as well"
    if result.why.startswith("refused"):
        return "refused as a claim"
    if not _stands(title, raw):
        return "string without the title, or wrong gold"
    return "title stands in the string, and no clear match"


def _stands(title: str, raw: str) -> bool:
    """Whether most of a title stands in a string: a long run of its letters, from either end."""
    half = max(12, len(title) // 2)
    return title in raw or title[:half] in raw or title[-half:] in raw

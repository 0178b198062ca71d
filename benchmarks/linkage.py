"""Fit the weights by which two records are taken for one work, or for one publication.

    python benchmarks/linkage.py [--write]

Needs the test data (REFCHECK_TEST_DATA) and nothing else. Fits on one half of the pairs of DBLP-ACM (of publications)
and DBLP-Scholar (of works), and measures on the other; `--write` writes the weights to
`refcheck_core/matching/linkage_table.py`. `benchmarks/judgement.py --sets linkage` measures what was written, beside
other rules.

The model is logistic regression over the levels of each field (`refcheck_core.matching.compare_records`), as steps
from each level to the next that are never negative: so no better level weighs less. How alike titles are is weighed
together with the bits that they share. Title and people weigh the same in both senses, year, venue and the start have
weights of their own. Each step has a normal prior of variance 1 about 0, so that levels of which the pairs have few
stay near their neighbours. Pairs that a rule keeps apart have no part in it.
"""

from __future__ import annotations

import argparse
import datetime as dt
import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from judgebench.linkage import SETS, Counts, pairs_of
from localbench import corpus

from refcheck_core.matching import Sameness, compare_records
from refcheck_core.matching.linkage import COVER, EVEN, LIKENESS, SHARED_BITS, Levels, are_apart_by_rule
from refcheck_core.matching.linkage_fields import ALL_OF_SEVERAL, SAME_VENUE, SAME_YEAR

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TARGET = corpus.ROOT / "refcheck-core/src/refcheck_core/matching/linkage_table.py"
HIGHEST = Levels(len(LIKENESS), len(SHARED_BITS), len(COVER), ALL_OF_SEVERAL, SAME_YEAR, SAME_VENUE)
OWN = ("year", "venue")
"""Fields that weigh otherwise in each sense: versions differ in them."""
TITLE = ("likeness", "shared")
"""Levels that are weighed together."""
MAX_STEP, ROUNDS, ENOUGH = 2.0, 200, 1e-4
PLACES = 2

Step = tuple[str, str, int, int]
"""Field, sense (empty where it is one for both), level, and the level of shared bits in the case of titles (else 0)."""


class Case(NamedTuple):
    """A pair as the model sees it."""

    sameness: Sameness
    levels: Levels
    true: bool
    held_out: bool
    apart: bool


def gather() -> list[Case]:
    """The pairs of both sets."""
    return [
        Case(
            gold.sameness,
            compare_records(p.left, p.right),
            p.true,
            p.held_out,
            are_apart_by_rule(p.left, p.right, gold.sameness),
        )
        for gold in SETS
        for p in pairs_of(gold, "structured")
    ]


def steps_of(sameness: Sameness, levels: Levels) -> tuple[Step, ...]:
    """The steps that lead to levels."""
    found: list[Step] = [("start", sameness.value, 0, 0)]
    found += [("title", "", a, b) for a in range(1, levels.likeness + 1) for b in range(1, levels.shared + 1)]
    for field, level in levels._asdict().items():
        sense = sameness.value if field in OWN else ""
        found += [(field, sense, place, 0) for place in range(1, level + 1) if field not in TITLE]
    return tuple(found)


def fit(some: Iterable[Case]) -> dict[Step, float]:
    """Weights of the steps, by coordinate descent with Newton's step; none but the start is negative."""
    counted = Counter((steps_of(c.sameness, c.levels), c.true) for c in some)
    cases = [(steps, true, times) for (steps, true), times in counted.items()]
    places: defaultdict[Step, list[int]] = defaultdict(list)
    for place, (steps, _, _) in enumerate(cases):
        for step in steps:
            places[step].append(place)
    weights, odds = dict.fromkeys(sorted(places), 0.0), [0.0] * len(cases)
    for _ in range(ROUNDS):
        furthest = 0.0
        for step, old in weights.items():
            new = old + _newton(old, [(odds[p], *cases[p][1:]) for p in places[step]], prior=step[0] != "start")
            weights[step] = new = new if step[0] == "start" else max(0.0, new)
            for place in places[step] if new != old else ():
                odds[place] += new - old
            furthest = max(furthest, abs(new - old))
        if furthest < ENOUGH:
            break
    return weights


def _newton(weight: float, cases: Sequence[tuple[float, bool, int]], *, prior: bool) -> float:
    slope, bend = (-weight, 1.0) if prior else (0.0, 1e-6)
    for odds, true, times in cases:
        told = 1 / (1 + math.exp(-odds))
        slope += times * (true - told)
        bend += times * told * (1 - told)
    return max(-MAX_STEP, min(MAX_STEP, slope / bend))


def ladder(weights: dict[Step, float], field: str, sense: str = "") -> tuple[float, ...]:
    """The weight of each level of a field."""
    highest = getattr(HIGHEST, field)
    steps = [weights.get((field, sense, place, 0), 0.0) for place in range(1, highest + 1)]
    return tuple(round(math.fsum(steps[:level]), PLACES) for level in range(highest + 1))


def grid(weights: dict[Step, float]) -> tuple[tuple[float, ...], ...]:
    """The weight of each level of likeness of titles with each level of shared bits."""

    def weight(likeness: int, shared: int) -> float:
        under = (w for (field, _, a, b), w in weights.items() if field == "title" and a <= likeness and b <= shared)
        return round(math.fsum(under), PLACES)

    return tuple(tuple(weight(a, b) for b in range(HIGHEST.shared + 1)) for a in range(HIGHEST.likeness + 1))


def probability(weights: dict[Step, float], case: Case) -> float:
    """What the model says of a pair."""
    odds = math.fsum(weights.get(step, 0.0) for step in steps_of(case.sameness, case.levels))
    return 0.0 if case.apart else 1 / (1 + math.exp(-odds))


def measure(name: str, some: Sequence[Case], weights: dict[Step, float]) -> float:
    """Print precision, recall and F1, and how far probabilities are off on average; give F1."""
    counts, gap = Counts(), 0.0
    bins: defaultdict[int, list[tuple[float, bool]]] = defaultdict(list)
    for case in some:
        told = probability(weights, case)
        counts.add(told >= EVEN, case.true)
        bins[min(int(told * 10), 9)].append((told, case.true))
    gap = sum(abs(sum(t for t, _ in b) - sum(y for _, y in b)) for b in bins.values()) / len(some)
    precision, recall, f1 = counts.cells()
    print(f"{name}: {len(some)} pairs, precision {precision}, recall {recall}, F1 {f1}, calibration error {gap:.4f}")
    return counts.f1


def main() -> None:
    """Fit, measure, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    cases = gather()
    fitted = [c for c in cases if not c.held_out and not c.apart]
    weights = fit(fitted)
    others = fit(c for c in cases if c.held_out and not c.apart)
    reached = {}
    for sameness in Sameness:
        of = [c for c in cases if c.sameness is sameness]
        measure(f"same {sameness}, fitted", [c for c in of if not c.held_out], weights)
        reached[sameness] = measure(f"same {sameness}, held out", [c for c in of if c.held_out], weights)
        measure(f"same {sameness}, all", of, weights)
        measure(f"same {sameness}, halves exchanged", [c for c in of if not c.held_out], others)
    if options.write:
        TARGET.write_text(_module(weights, fitted, reached), encoding="utf-8")


def _module(weights: dict[Step, float], fitted: Sequence[Case], reached: dict[Sameness, float]) -> str:
    today = dt.datetime.now(tz=dt.UTC).date()
    counts = Counter(c.sameness for c in fitted)
    works, publications = Sameness.WORK, Sameness.PUBLICATION
    rows = "\n".join(f"    {row!r}," for row in grid(weights))
    senses = "\n".join(_sense(weights, sameness) for sameness in Sameness)
    return f'''"""Weights of levels of agreement between two records, written by ``benchmarks/linkage.py --write``.

Fitted on {today} to {counts[works]} pairs of works (half of DBLP-Scholar) and {counts[publications]} of publications
(half of DBLP-ACM; Leipzig's sets).
F1 on the other halves: works {reached[works]:.3f}, publications {reached[publications]:.3f}.
"""

from __future__ import annotations

TITLES: tuple[tuple[float, ...], ...] = (
{rows}
)
"""Weight of each level of likeness of titles (rows) with each level of the bits that they share, the worst first."""
COVERS: tuple[float, ...] = {ladder(weights, "cover")!r}
"""Weight of each level of how much of the shorter title the other one has."""
PEOPLE: tuple[float, ...] = {ladder(weights, "people")!r}
"""Weight of each level of agreement of authors."""

SENSES: dict[str, tuple[float, tuple[float, ...], tuple[float, ...]]] = {{
{senses}
}}
"""Sense -> log-odds to start from, and weights of each level of years and of venues."""
'''


def _sense(weights: dict[Step, float], sameness: Sameness) -> str:
    start = round(weights["start", sameness.value, 0, 0], PLACES)
    own = ", ".join(repr(ladder(weights, field, sameness.value)) for field in OWN)
    return f'    "{sameness}": ({start!r}, {own}),'


if __name__ == "__main__":
    main()

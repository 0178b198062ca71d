"""Fit the calibrated probability: the chance that a reference with this answer is real and right.

    python benchmarks/calibration.py --index FOLDER [--write]

Needs the test data (REFCHECK_TEST_DATA) and scikit-learn; asks the local index alone, for which `refcheck index build`
or `benchmarks/judgement.py` is. Fits on one part of the public gold and measures the expected calibration error on the
other; `--write` writes the table to `refcheck_core/matching/calibration_table.py`.

The model is as small as it can be: two isotonic (never falling) steps over `confidence`, one for answers in which
identifiers are not claimed, or one was found to be the work's, one for those in which none was. The second is nowhere
above the first. A reference is taken in where the corpora hold its work, or where it is an invention: an answer
``not_found`` of databases that would not hold the work is no evidence, and gets no probability.
"""

from __future__ import annotations

import argparse
import datetime as dt
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from judgebench import checking, titles
from localbench import corpus
from sklearn.isotonic import IsotonicRegression

from refcheck_core.matching.calibration import has_unconfirmed_identifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from judgebench.checking import Answer

TARGET = corpus.ROOT / "refcheck-core/src/refcheck_core/matching/calibration_table.py"
FIT, HELD_OUT = ("dev_public",), ("test_public", "test_crossdomain", "test_crossdomain_matched")
BINS = 10
PLACES = 3
FEWEST = 20
"""References of a step; what fewer say is chance."""
BANDS = (0.5, 0.85)
"""Confidence from which answers are `partial_match` and `verified` (design, section 5)."""
PRIOR = 1.0
"""References that count as right, and as wrong, beside those of each step (Laplace's rule): no step is sure."""


Steps = tuple[tuple[float, float], ...]


class Case(NamedTuple):
    """An answer with the truth."""

    confidence: float
    unconfirmed: bool
    right: bool


def cases(answers: Iterable[Answer]) -> list[Case]:
    """What the model sees of answers."""
    return [
        Case(round(t.confidence, PLACES), has_unconfirmed_identifier(t.claim, t.matched), a.gold.label == "real")
        for a in answers
        if (t := a.told) is not None
    ]


def gather(index: Path) -> tuple[list[Case], list[Case]]:
    """The part to fit on, and the part to measure on."""
    held, clock = titles.titles_in(corpus.files()), checking.Clock()
    parts: list[list[Case]] = []
    strings = [row for row in checking.rows_of("citeaudit", "records.jsonl") if _belongs(row, held)]
    for files, half in ((FIT, 0), (HELD_OUT, 1)):
        rows = [row for name in files for row in checking.rows_of("hallmark", f"{name}.jsonl")]
        rows = [r for r in rows if r["label"] != "real" or titles.letters(r["title"]) in held]
        parts.append(cases(checking.check([*rows, *strings[half::2]], index, clock)))
    return parts[0], parts[1]


def _belongs(row: dict[str, str], held: set[str]) -> bool:
    return titles.title_within(row["raw"], held) is not None


@dataclass
class _Block:
    """References of one step."""

    low: float
    high: float
    right: float
    count: int

    @property
    def share(self) -> float:
        return (self.right + PRIOR) / (self.count + 2 * PRIOR)

    def joined(self, other: _Block) -> _Block:
        low, high = min(self.low, other.low), max(self.high, other.high)
        return _Block(low, high, self.right + other.right, self.count + other.count)


def fit(some: Sequence[Case]) -> Steps:
    """Steps: the confidence from which each holds, and the probability."""
    scores = np.array([c.confidence for c in some])
    right = np.array([c.right for c in some], dtype=float)
    fitted = IsotonicRegression(increasing=True).fit_transform(scores, right)
    blocks = []
    for level in sorted(set(fitted)):
        inside = fitted == level
        low, high = float(scores[inside].min()), float(scores[inside].max())
        blocks.append(_Block(low, high, float(right[inside].sum()), int(inside.sum())))
    blocks = _of_some_size(blocks)
    starts = [0.0, *(_start(lower, upper) for lower, upper in pairwise(blocks))]
    return tuple(_rising([(s, round(b.share, PLACES)) for s, b in zip(starts, blocks, strict=True)]))


def _of_some_size(blocks: list[_Block]) -> list[_Block]:
    """Blocks of fewer than `FEWEST` references joined with a neighbour: of the same verdict, and the most like them."""
    blocks = list(blocks)
    while len(blocks) > 1 and min(b.count for b in blocks) < FEWEST:
        place = min(range(len(blocks)), key=lambda i: blocks[i].count)
        beside = [i for i in (place - 1, place + 1) if 0 <= i < len(blocks)]
        other = min(
            beside, key=lambda i: (_verdict(blocks[i]) != _verdict(blocks[place]), _gap(blocks[i], blocks[place]))
        )
        first = min(place, other)
        blocks[first : first + 2] = [blocks[first].joined(blocks[first + 1])]
    return blocks


def _verdict(block: _Block) -> int:
    """In which verdict's band the answers of a block are."""
    return sum(band <= block.high for band in BANDS)


def _gap(one: _Block, two: _Block) -> float:
    return abs(one.share - two.share)


def _start(lower: _Block, upper: _Block) -> float:
    """Where a step begins: at the end of a verdict's band, if that lies between it and the one below."""
    return next((band for band in BANDS if lower.high < band <= upper.low), upper.low)


def _rising(steps: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Steps that the prior made fall are joined with the one before."""
    kept: list[tuple[float, float]] = []
    for start, level in sorted(steps):
        if not kept or level > kept[-1][1]:
            kept.append((start, level))
    return kept


def below(lower: Steps, upper: Steps) -> Steps:
    """The lower steps, nowhere above the upper ones."""
    starts = sorted({start for start, _ in (*lower, *upper)})
    return tuple(_rising([(s, min(value(lower, s), value(upper, s))) for s in starts]))


def value(steps: Steps, confidence: float) -> float:
    """The probability at a confidence."""
    return max(level for start, level in steps if start <= confidence)


def error(some: Sequence[Case], confirmed: Steps, not_: Steps) -> float:
    """Expected calibration error over ten bins of equal width."""
    told = np.array([value(not_ if c.unconfirmed else confirmed, c.confidence) for c in some])
    right = np.array([c.right for c in some], dtype=float)
    bins = np.minimum((told * BINS).astype(int), BINS - 1)
    total = 0.0
    for number in range(BINS):
        inside = bins == number
        if inside.any():
            gap = abs(told[inside].mean() - right[inside].mean())
            print(
                f"  {number / BINS:.1f} to {(number + 1) / BINS:.1f}: {inside.sum():>5} references, "
                f"told {told[inside].mean():.3f}, real {right[inside].mean():.3f}"
            )
            total += gap * inside.mean()
    return total


def main() -> None:
    """Fit, measure, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    fitted, held_out = gather(options.index)
    confirmed = fit([c for c in fitted if not c.unconfirmed])
    unconfirmed = below(fit([c for c in fitted if c.unconfirmed]), confirmed)
    print(f"fitted on {len(fitted)} references, {sum(c.right for c in fitted)} of them real")
    print(f"confirmed {confirmed}\nunconfirmed {unconfirmed}")
    print(f"expected calibration error on the same: {error(fitted, confirmed, unconfirmed):.4f}")
    ece = error(held_out, confirmed, unconfirmed)
    print(f"expected calibration error on {len(held_out)} others ({sum(c.right for c in held_out)} real): {ece:.4f}")
    if options.write:
        TARGET.write_text(_module(confirmed, unconfirmed, len(fitted), len(held_out), ece), encoding="utf-8")


def _module(confirmed: Steps, unconfirmed: Steps, fitted: int, held_out: int, ece: float) -> str:
    today = dt.datetime.now(tz=dt.UTC).date()
    return f'''"""Steps of the calibrated probability, written by ``benchmarks/calibration.py --write``.

Fitted on {today} to {fitted} references: HALLMARK ({", ".join(FIT)}) and half of CiteAudit's strings,
asked of a local index of the corpora. Expected calibration error on {held_out} others
({", ".join(HELD_OUT)}, the other half): {ece:.3f}.
"""

from __future__ import annotations

CONFIRMED: tuple[tuple[float, float], ...] = {confirmed!r}
"""Confidence from which each step holds, and the probability, unless identifiers are claimed and unconfirmed."""
UNCONFIRMED: tuple[tuple[float, float], ...] = {unconfirmed!r}
"""The same where identifiers are claimed, and none was found to be the work's."""
'''


if __name__ == "__main__":
    main()

"""Figures over judged references. Pure: no I/O, no clock. A rate of nothing (0/0) is undefined, never 1 or 0."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .model import Label

Z_95 = 1.959963984540054
"""Quantile of the standard normal distribution for intervals of 95 % confidence."""
BINS = 10
"""Bins of equal width of the reliability table, as in Guo et al., "On Calibration of Modern Neural Networks" (2017)."""
VERIFIED, NOT_FOUND = "verified", "not_found"


class Link(StrEnum):
    """Which work was matched, held against the one that should be."""

    RIGHT = "right"
    VERSION = "version"
    """Another version of the right work."""
    WRONG = "wrong"
    NONE = "none"
    """No work was matched, though there is one."""
    ABSENT = "absent"
    """No work was matched, and none may be."""
    UNKNOWN = "unknown"
    """The matched work has no identifier by which this could be told."""


class Fault(StrEnum):
    """What can be wrong with an answer."""

    NOT_CHECKED = "not_checked"
    FALSE_VERIFIED = "false_verified"
    """A faulty reference is verified: the worst."""
    FALSE_ALARM = "false_alarm"
    """A real reference is not verified."""
    WRONG_LINK = "wrong_link"
    NO_LINK = "no_link"
    OTHER_VERDICT = "other_verdict"
    """The verdict is none that was expected."""
    CONCLUSIVENESS = "conclusiveness"
    """The answer is conclusive and should not be, or the other way round."""
    FIELD_NOT_NAMED = "field_not_named"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of one reference, held against the truth. ``None`` is "not judged".

    Attributes:
        id: the reference's.
        label: the truth.
        kind: by which figures are told apart.
        verdict: ``None`` where it could not be checked.
        confidence: of the answer.
        probability: of the answer, where it is calibrated.
        conclusive: of the answer.
        link: which work was matched.
        verdict_agrees: whether the verdict is one that was expected.
        conclusive_agrees: whether the answer is conclusive as expected.
        field_named: whether an error or warning is about the field that is wrong.
    """

    id: str
    label: Label
    kind: str = "-"
    verdict: str | None = None
    confidence: float | None = None
    probability: float | None = None
    conclusive: bool | None = None
    link: Link | None = None
    verdict_agrees: bool | None = None
    conclusive_agrees: bool | None = None
    field_named: bool | None = None

    @property
    def is_verified(self) -> bool:
        """Whether the verdict is ``verified``."""
        return self.verdict == VERIFIED

    @property
    def is_faulty(self) -> bool:
        """Whether ``verified`` would be wrong."""
        return self.label in {"partial", "fabricated"}

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the answer; nothing where all is as it should be."""
        if self.verdict is None:
            return (Fault.NOT_CHECKED,)
        wrong = {
            Fault.FALSE_VERIFIED: self.is_faulty and self.is_verified,
            Fault.FALSE_ALARM: self.label == "real" and not self.is_verified,
            Fault.WRONG_LINK: self.link is Link.WRONG,
            Fault.NO_LINK: self.link is Link.NONE,
            Fault.OTHER_VERDICT: self.verdict_agrees is False,
            Fault.CONCLUSIVENESS: self.conclusive_agrees is False,
            Fault.FIELD_NOT_NAMED: self.field_named is False,
        }
        return tuple(fault for fault, is_there in wrong.items() if is_there)


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of a number of cases."""

    hits: int
    total: int

    @property
    def value(self) -> float | None:
        """The share; ``None`` where there is no case."""
        return self.hits / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's score interval of 95 % confidence; ``None`` where there is no case."""
        return wilson(self.hits, self.total)


@dataclass(frozen=True, slots=True)
class Bin:
    """References whose score lies within a range, the upper end of which belongs to the next bin (1 to the last).

    Attributes:
        low: lower end of the range.
        high: upper end.
        mean: mean score of its references; ``None`` where there are none.
        real: how many of them are real.
    """

    low: float
    high: float
    mean: float | None
    real: Rate


@dataclass(frozen=True, slots=True)
class Calibration:
    """How far a score can be read as the chance that a reference is real and right.

    Attributes:
        count: references with such a score.
        bins: the reliability table.
        ece: expected calibration error: mean distance between score and share over the bins, weighted by their size.
        brier: mean squared distance of score and truth (Brier 1950).
    """

    count: int
    bins: tuple[Bin, ...]
    ece: float | None
    brier: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures over a set of references; docs/eval.md says what each one is."""

    references: int
    unchecked: int
    labels: dict[str, int]
    verdicts: dict[str, int]
    precision: Rate
    recall: Rate
    f1: float | None
    detection: Rate
    false_alarms: Rate
    detection_f1: float | None
    definite: Rate
    conclusive: Rate
    links: Rate
    false_links: Rate
    link_counts: dict[str, int]
    expected_verdicts: Rate
    expected_conclusive: Rate
    named_fields: Rate


def wilson(hits: int, total: int, z: float = Z_95) -> tuple[float, float] | None:
    """Wilson's score interval of a share (Wilson 1927, J. Am. Stat. Assoc. 22, 209-212); ``None`` for no case."""
    if total == 0:
        return None
    share = hits / total
    centre = share + z * z / (2 * total)
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    # At the ends the formula gives 0 and 1 but for rounding.
    low = 0.0 if hits == 0 else max(0.0, (centre - spread) / scale)
    high = 1.0 if hits == total else min(1.0, (centre + spread) / scale)
    return low, high


def f1_of(hits: int, misses: int, false_hits: int) -> float | None:
    """Harmonic mean of precision and recall, from counts; ``None`` where there is neither a case nor a hit."""
    total = 2 * hits + misses + false_hits
    return 2 * hits / total if total else None


def rate(cases: Iterable[Judged], is_hit: Callable[[Judged], bool]) -> Rate:
    """How many of the cases are hits."""
    marks = [is_hit(case) for case in cases]
    return Rate(sum(marks), len(marks))


def figures(judged: Sequence[Judged]) -> Figures:
    """All figures over some references. Those that could not be checked are counted, and are in no rate."""
    checked = [j for j in judged if j.verdict is not None]
    real = [j for j in checked if j.label == "real"]
    faulty = [j for j in checked if j.is_faulty]
    precision = rate([j for j in (*real, *faulty) if j.is_verified], lambda j: j.label == "real")
    recall = rate(real, lambda j: j.is_verified)
    detection = rate(faulty, lambda j: not j.is_verified)
    false_alarms = rate(real, lambda j: not j.is_verified)
    told = [j for j in checked if j.link is not None]
    known = [j for j in told if j.link is not Link.UNKNOWN]
    linked = [j for j in known if j.link not in {Link.NONE, Link.ABSENT}]
    return Figures(
        references=len(judged),
        unchecked=len(judged) - len(checked),
        labels=dict(sorted(Counter(j.label for j in judged).items())),
        verdicts=dict(sorted(Counter(j.verdict for j in checked if j.verdict).items())),
        precision=precision,
        recall=recall,
        f1=f1_of(recall.hits, recall.total - recall.hits, precision.total - precision.hits),
        detection=detection,
        false_alarms=false_alarms,
        detection_f1=f1_of(detection.hits, detection.total - detection.hits, false_alarms.hits),
        definite=rate(faulty, _is_definite),
        conclusive=rate(checked, lambda j: bool(j.conclusive)),
        links=rate(known, lambda j: j.link in {Link.RIGHT, Link.VERSION, Link.ABSENT}),
        false_links=rate(linked, lambda j: j.link is Link.WRONG),
        link_counts=dict(sorted(Counter(j.link.value for j in told if j.link is not None).items())),
        expected_verdicts=rate([j for j in checked if j.verdict_agrees is not None], lambda j: bool(j.verdict_agrees)),
        expected_conclusive=rate(
            [j for j in checked if j.conclusive_agrees is not None], lambda j: bool(j.conclusive_agrees)
        ),
        named_fields=rate([j for j in checked if j.field_named is not None], lambda j: bool(j.field_named)),
    )


def by_kind(judged: Sequence[Judged]) -> dict[str, Figures]:
    """The figures of each kind, by name."""
    kinds = sorted({j.kind for j in judged})
    return {kind: figures([j for j in judged if j.kind == kind]) for kind in kinds}


def calibration(judged: Iterable[Judged], score: Callable[[Judged], float | None], bins: int = BINS) -> Calibration:
    """The reliability table of a score over references that are real or faulty.

    Args:
        judged: the references; those of label ``other``, and those without a score, are left out.
        score: 0 to 1.
        bins: how many bins of equal width.
    """
    scored = [(s, j.label == "real") for j in judged if j.label != "other" and (s := score(j)) is not None]
    filled: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for value, is_real in scored:
        filled[min(int(value * bins), bins - 1)].append((value, is_real))
    table = tuple(_bin(number, bins, entries) for number, entries in enumerate(filled))
    count = len(scored)
    return Calibration(
        count=count,
        bins=table,
        ece=sum(b.real.total * _gap(b) for b in table) / count if count else None,
        brier=math.fsum((value - is_real) ** 2 for value, is_real in scored) / count if count else None,
    )


def _bin(number: int, bins: int, entries: Sequence[tuple[float, bool]]) -> Bin:
    mean = math.fsum(value for value, _ in entries) / len(entries) if entries else None
    return Bin(number / bins, (number + 1) / bins, mean, Rate(sum(is_real for _, is_real in entries), len(entries)))


def _gap(filled: Bin) -> float:
    share = filled.real.value
    return abs(filled.mean - share) if filled.mean is not None and share is not None else 0.0


def _is_definite(case: Judged) -> bool:
    """Whether the answer says what is wrong, or that there is surely no such work."""
    return case.verdict == "partial_match" or (case.verdict == NOT_FOUND and bool(case.conclusive))

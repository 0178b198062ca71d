"""Gates: what figures must be, so that a run of CI fails where refcheck got worse. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from refcheck_core.errors import RefcheckError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .report import Report


class GateError(RefcheckError, ValueError):
    """A gate that cannot be used as it was typed; the text tells what can."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure that a gate can be set on.

    Attributes:
        of: the figure; ``None`` is undefined.
        at_least: whether the gate is the least that it may be; else the most.
        is_share: whether it lies between 0 and 1.
    """

    of: Callable[[Report], float | None]
    at_least: bool
    is_share: bool = True


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate as typed: the name of a measure, and its bound."""

    name: str
    bound: float


@dataclass(frozen=True, slots=True)
class Failure:
    """A gate that a run did not pass: in words, with the figure."""

    gate: Gate
    figure: float | None

    def __str__(self) -> str:
        measure = MEASURES[self.gate.name]
        figure = "undefined (there was no case)" if self.figure is None else f"{self.figure:.4g}"
        return f"{self.gate.name} is {figure}; {'at least' if measure.at_least else 'at most'} {self.gate.bound:g}"


def _broken(report: Report) -> float | None:
    return len(report.comparison.broken) if report.comparison else None


MEASURES: Final[Mapping[str, Measure]] = {
    "precision": Measure(lambda r: r.total.precision.value, at_least=True),
    "recall": Measure(lambda r: r.total.recall.value, at_least=True),
    "f1": Measure(lambda r: r.total.f1, at_least=True),
    "detection": Measure(lambda r: r.total.detection.value, at_least=True),
    "detection_f1": Measure(lambda r: r.total.detection_f1, at_least=True),
    "definite": Measure(lambda r: r.total.definite.value, at_least=True),
    "conclusive": Measure(lambda r: r.total.conclusive.value, at_least=True),
    "links": Measure(lambda r: r.total.links.value, at_least=True),
    "verdicts": Measure(lambda r: r.total.expected_verdicts.value, at_least=True),
    "conclusive_as_expected": Measure(lambda r: r.total.expected_conclusive.value, at_least=True),
    "named_fields": Measure(lambda r: r.total.named_fields.value, at_least=True),
    "false_alarms": Measure(lambda r: r.total.false_alarms.value, at_least=False),
    "ece": Measure(lambda r: r.confidence.ece, at_least=False),
    "probability_ece": Measure(lambda r: r.probability.ece, at_least=False),
    "false_links": Measure(lambda r: r.total.false_links.hits, at_least=False, is_share=False),
    "source_errors": Measure(lambda r: len(r.run.source_errors), at_least=False, is_share=False),
    "broken": Measure(_broken, at_least=False, is_share=False),
    "unchecked": Measure(lambda r: r.total.unchecked, at_least=False, is_share=False),
    "requests": Measure(lambda r: r.requests_per_reference, at_least=False, is_share=False),
    "seconds": Measure(lambda r: r.seconds_per_reference, at_least=False, is_share=False),
}
"""What can stand in ``--gate``; counts are of all references, ``requests`` and ``seconds`` per reference."""
_ALWAYS = Gate("unchecked", 0)
"""Holds wherever there are gates, if no other bound is given: what was not checked must not pass for right."""


def parse_gates(texts: Sequence[str], *, has_baseline: bool = True) -> tuple[Gate, ...]:
    """Read gates such as ``precision=.99,false_links=0``.

    Args:
        texts: as they were typed.
        has_baseline: whether there is an earlier report to compare with.

    Raises:
        GateError: one of them is no gate, or needs an earlier report.
    """
    gates: dict[str, Gate] = {}
    for part in ",".join(texts).split(","):
        if not part.strip():
            continue
        name, equals, bound = (piece.strip() for piece in part.partition("="))
        if name not in MEASURES:
            raise GateError(f"There is no gate {name[:40]!r}; there are {', '.join(sorted(MEASURES))}.")
        if name in gates:
            raise GateError(f"The gate {name} is given twice.")
        gates[name] = Gate(name, _bound(name, bound if equals else ""))
    if "broken" in gates and not has_baseline:
        raise GateError("The gate broken needs an earlier report to compare with: give --baseline FILE.")
    if texts and not gates:
        raise GateError("No gate is given; write them like precision=.99,false_links=0.")
    return tuple(gates.values())


def failures(gates: Sequence[Gate], report: Report) -> list[Failure]:
    """The gates that the figures do not pass. An undefined figure passes none."""
    if gates and all(gate.name != _ALWAYS.name for gate in gates):
        gates = [*gates, _ALWAYS]
    found = []
    for gate in gates:
        measure = MEASURES[gate.name]
        figure = measure.of(report)
        passes = figure is not None and (figure >= gate.bound if measure.at_least else figure <= gate.bound)
        if not passes:
            found.append(Failure(gate, figure))
    return found


def _bound(name: str, text: str) -> float:
    try:
        bound = float(text)
    except ValueError:
        bound = math.nan
    highest = 1.0 if MEASURES[name].is_share else math.inf
    if not 0.0 <= bound <= highest or math.isinf(bound):
        span = "a number from 0 to 1" if highest == 1.0 else "a number that is not negative"
        raise GateError(f"The gate {name} takes {span}, like {name}={'.99' if highest == 1.0 else '0'}.")
    return bound

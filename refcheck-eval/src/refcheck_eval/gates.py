"""Gates: what figures must be, so that a run of CI fails where refcheck got worse. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from refcheck_core.errors import RefcheckError

from .metrics import Fault

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
        who: ids of the references that are in the way of it.
    """

    of: Callable[[Report], float | None]
    at_least: bool
    is_share: bool = True
    who: Callable[[Report], list[str]] | None = None


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate as typed: the name of a measure, and its bound."""

    name: str
    bound: float


@dataclass(frozen=True, slots=True)
class Failure:
    """A gate that a run did not pass: in words, with the figure and the references at fault."""

    gate: Gate
    figure: float | None
    who: tuple[str, ...] = ()

    def __str__(self) -> str:
        measure = MEASURES[self.gate.name]
        figure = "undefined (there was no case)" if self.figure is None else f"{self.figure:.4g}"
        text = f"{self.gate.name} is {figure}; {'at least' if measure.at_least else 'at most'} {self.gate.bound:g}"
        more = len(self.who) - _MOST_NAMED
        named = ", ".join(self.who[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        return f"{text}: {named}" if named else text


_MOST_NAMED = 5
"""References that a failure names; the page and the JSON have all."""


def _broken(report: Report) -> float | None:
    return len(report.comparison.broken) if report.comparison else None


def _who_broke(report: Report) -> list[str]:
    return [change.after.id for change in report.comparison.broken] if report.comparison else []


def _with(*faults: Fault) -> Callable[[Report], list[str]]:
    return lambda report: [case.gold.id for case in report.cases if not set(faults).isdisjoint(case.judged.faults)]


MEASURES: Final[Mapping[str, Measure]] = {
    "precision": Measure(lambda r: r.total.precision.value, at_least=True, who=_with(Fault.FALSE_VERIFIED)),
    "recall": Measure(lambda r: r.total.recall.value, at_least=True, who=_with(Fault.FALSE_ALARM)),
    "f1": Measure(lambda r: r.total.f1, at_least=True),
    "detection": Measure(lambda r: r.total.detection.value, at_least=True, who=_with(Fault.FALSE_VERIFIED)),
    "detection_f1": Measure(lambda r: r.total.detection_f1, at_least=True),
    "definite": Measure(lambda r: r.total.definite.value, at_least=True),
    "conclusive": Measure(lambda r: r.total.conclusive.value, at_least=True),
    "links": Measure(lambda r: r.total.links.value, at_least=True, who=_with(Fault.WRONG_LINK, Fault.NO_LINK)),
    "verdicts": Measure(lambda r: r.total.expected_verdicts.value, at_least=True, who=_with(Fault.OTHER_VERDICT)),
    "conclusive_as_expected": Measure(
        lambda r: r.total.expected_conclusive.value, at_least=True, who=_with(Fault.CONCLUSIVENESS)
    ),
    "named_fields": Measure(lambda r: r.total.named_fields.value, at_least=True, who=_with(Fault.FIELD_NOT_NAMED)),
    "false_alarms": Measure(lambda r: r.total.false_alarms.value, at_least=False, who=_with(Fault.FALSE_ALARM)),
    "ece": Measure(lambda r: r.confidence.ece, at_least=False),
    "probability_ece": Measure(lambda r: r.probability.ece, at_least=False),
    "false_links": Measure(
        lambda r: r.total.false_links.hits, at_least=False, is_share=False, who=_with(Fault.WRONG_LINK)
    ),
    "source_errors": Measure(lambda r: len(r.run.source_errors), at_least=False, is_share=False),
    "broken": Measure(_broken, at_least=False, is_share=False, who=_who_broke),
    "unchecked": Measure(lambda r: r.total.unchecked, at_least=False, is_share=False, who=_with(Fault.NOT_CHECKED)),
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
            found.append(Failure(gate, figure, tuple(measure.who(report)) if measure.who else ()))
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

"""Tables in plain text, and rates."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .checking import Answer

WIDTH = 38


def line(name: str, *cells: object) -> str:
    """A line of a table."""
    return f"{name:<{WIDTH}}" + "".join(f"{cell!s:>13}" for cell in cells)


def rate(part: int, whole: int) -> str:
    """A share; a dash where there is nothing."""
    return f"{part / whole:.4f}" if whole else "-"


def verdicts(answers: Iterable[Answer]) -> str:
    """How often each verdict came, in words."""
    counts = Counter(answer.verdict for answer in answers)
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def by_kind(answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    """Answers by the kind of their row, in the order of the alphabet."""
    kinds = sorted({answer.gold.kind for answer in answers})
    return {kind: [a for a in answers if a.gold.kind == kind] for kind in kinds}

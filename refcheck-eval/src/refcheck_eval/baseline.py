"""An earlier report to hold a new one against: which references are judged otherwise now, for better or worse."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from refcheck_core.errors import RefcheckError

from .metrics import Fault, Figures, Judged, Link, Rate, figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class BaselineError(RefcheckError, ValueError):
    """A file that cannot be used as an earlier report; the text tells why."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """An earlier report.

    Attributes:
        file: its name without folders.
        references: what came of each reference, by id.
    """

    file: str
    references: Mapping[str, Judged]


@dataclass(frozen=True, slots=True)
class Change:
    """A reference that is judged otherwise now."""

    before: Judged
    after: Judged

    @property
    def new_faults(self) -> frozenset[Fault]:
        """Faults that there were not before."""
        return frozenset(self.after.faults) - frozenset(self.before.faults)

    @property
    def lost_faults(self) -> frozenset[Fault]:
        """Faults that are no more."""
        return frozenset(self.before.faults) - frozenset(self.after.faults)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed since an earlier report.

    Attributes:
        file: name of the earlier report.
        broken: references with a fault that they did not have.
        fixed: references without a fault that they had, and with no new one.
        changed: others whose verdict, link or conclusiveness differs.
        unchanged: how many are judged as before.
        added, removed: ids that are only in the new, or only in the earlier report.
        figures: rate -> before and after, over the references that both have; of those that differ.
    """

    file: str
    broken: tuple[Change, ...]
    fixed: tuple[Change, ...]
    changed: tuple[Change, ...]
    unchanged: int
    added: tuple[str, ...]
    removed: tuple[str, ...]
    figures: Mapping[str, tuple[Rate, Rate]]


class _Row(BaseModel):
    """A reference in a report (`report.reference_row`). What a later version adds is passed over."""

    model_config = ConfigDict(strict=True)

    id: str
    label: Literal["real", "partial", "fabricated", "other"]
    kind: str
    verdict: Literal["verified", "partial_match", "not_found"] | None
    confidence: float | None = Field(ge=0, le=1)
    probability: float | None = Field(ge=0, le=1)
    conclusive: bool | None
    link: Literal["right", "version", "wrong", "none", "absent", "unknown"] | None
    verdict_agrees: bool | None
    conclusive_agrees: bool | None
    field_named: bool | None

    def judged(self) -> Judged:
        return Judged(**{**dict(self), "link": Link(self.link) if self.link else None})


_ROWS = TypeAdapter(list[_Row])


def read_baseline(path: str | Path) -> Baseline:
    """Read what ``refcheck eval --json`` printed.

    Raises:
        BaselineError: the file cannot be read, or is no such report.
    """
    path = Path(path)
    try:
        report: Any = json.loads(path.read_bytes(), parse_constant=_refuse)
    except OSError as error:
        raise BaselineError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError):
        raise BaselineError(f"{path} is not JSON; a baseline is what `refcheck eval --json` printed.") from None
    try:
        rows = _ROWS.validate_python(report.get("references") if isinstance(report, dict) else None)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors(include_url=False, include_input=False)[0]["loc"])
        where = f" (references.{place})" if place else ""
        raise BaselineError(f"{path} is no report of `refcheck eval --json`{where}.") from None
    references = {row.id: row.judged() for row in rows}
    if len(references) < len(rows):
        raise BaselineError(f"{path} is no report of `refcheck eval --json` (an id stands in it twice).")
    return Baseline(path.name, references)


def compare(baseline: Baseline, judged: Sequence[Judged]) -> Comparison:
    """Hold what came of the references against an earlier report. References are told apart by their ids."""
    earlier = baseline.references
    pairs = [Change(earlier[now.id], now) for now in judged if now.id in earlier]
    broken = tuple(pair for pair in pairs if pair.new_faults)
    fixed = tuple(pair for pair in pairs if not pair.new_faults and pair.lost_faults)
    alike = (pair for pair in pairs if not pair.new_faults and not pair.lost_faults)
    changed = tuple(pair for pair in alike if _outcome(pair.before) != _outcome(pair.after))
    ids = {now.id for now in judged}
    return Comparison(
        file=baseline.file,
        broken=broken,
        fixed=fixed,
        changed=changed,
        unchanged=len(pairs) - len(broken) - len(fixed) - len(changed),
        added=tuple(now.id for now in judged if now.id not in earlier),
        removed=tuple(name for name in earlier if name not in ids),
        figures=_differing(figures([p.before for p in pairs]), figures([p.after for p in pairs])),
    )


def _outcome(judged: Judged) -> tuple[object, ...]:
    return judged.verdict, judged.link, judged.conclusive


def _differing(before: Figures, after: Figures) -> dict[str, tuple[Rate, Rate]]:
    names: Iterable[str] = (field.name for field in fields(Figures))
    pairs = {name: (getattr(before, name), getattr(after, name)) for name in names}
    return {name: pair for name, pair in pairs.items() if isinstance(pair[0], Rate) and pair[0] != pair[1]}


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)

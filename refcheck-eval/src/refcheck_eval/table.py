"""A report as people read it on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_cli.terminal import display_width, safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from refcheck_cli.terminal import Page

    from .baseline import Change, Comparison
    from .metrics import Calibration, Figures, Judged, Rate
    from .report import Report

UNDEFINED = "–"
"""Stands for a rate of nothing."""
RATES = (
    ("precision", "precision", "of what is verified: real"),
    ("recall", "recall", "of what is real: verified"),
    ("detection", "detection", "of what is faulty (partial, fabricated): not verified"),
    ("false_alarms", "false alarms", "of what is real: not verified"),
    ("definite", "definite", "of what is faulty: partial_match, or not_found and conclusive"),
    ("named_fields", "named fields", "of what has a wrong field: an error or warning names it"),
    ("links", "links", "of the works that should be matched: matched, or rightly not"),
    ("false_links", "false links", "of what is matched: another work"),
    ("expected_verdicts", "verdicts", "of the expected verdicts: given"),
    ("expected_conclusive", "conclusiveness", "of what should or should not be conclusive: as it should"),
    ("conclusive", "conclusive", "of all answers"),
)
"""Rates of `Figures`: field, name, of what."""
KIND_RATES = ("recall", "detection", "named_fields", "links", "expected_verdicts")
_LABEL = 16


def report_lines(report: Report, page: Page) -> Iterator[str]:
    """Figures, figures by kind, calibration, and each error in a line."""
    total = report.total
    yield from page.labelled("references", _counts(total), _LABEL, "bold")
    yield from page.labelled("verdicts", _listed(total.verdicts), _LABEL, "bold")
    yield ""
    for name, label, meaning in RATES:
        rate: Rate = getattr(total, name)
        yield from page.labelled(label, f"{_rate_with_interval(rate)}  {meaning}", _LABEL, "bold")
    yield from page.labelled(
        "F1", f"{number(total.f1)} of verified, {number(total.detection_f1)} of flagged", _LABEL, "bold"
    )
    yield ""
    yield from _kind_lines(report.kinds, page)
    yield ""
    for name, found in (("confidence", report.confidence), ("probability", report.probability)):
        yield from calibration_lines(name, found, page)
    yield from _run_lines(report, page)
    yield ""
    if report.comparison:
        yield from _comparison_lines(report.comparison, page)
        yield ""
    yield from _error_lines(report, page)


def number(value: float | None) -> str:
    """A figure with three digits, or the sign for an undefined one."""
    return UNDEFINED if value is None else f"{value:.3f}"


def interval(rate: Rate) -> str:
    """A rate's interval, empty for an undefined one."""
    found = rate.interval
    return "" if found is None else f"[{found[0]:.3f}, {found[1]:.3f}]"


def _rate_with_interval(rate: Rate) -> str:
    return f"{number(rate.value):>5}  {rate.hits:>5} of {rate.total:<5} {interval(rate):<14}"


def _counts(total: Figures) -> str:
    unchecked = f"; {total.unchecked} not checked" if total.unchecked else ""
    return f"{total.references}: {_listed(total.labels)}{unchecked}"


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or UNDEFINED


def _kind_lines(kinds: dict[str, Figures], page: Page) -> Iterator[str]:
    names = {name: label for name, label, _ in RATES}
    rows = [["kind", "refs", *(names[name] for name in KIND_RATES), "false links"]]
    for kind, found in kinds.items():
        rates = [getattr(found, name) for name in KIND_RATES]
        cells = [f"{number(r.value)} ({r.total})" if r.total else UNDEFINED for r in rates]
        rows.append([safe(kind), str(found.references), *cells, str(found.false_links.hits)])
    yield from _columns(rows, page)


def _columns(rows: Sequence[Sequence[str]], page: Page) -> Iterator[str]:
    widths = [max(display_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    for place, row in enumerate(rows):
        first, *rest = (cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True))
        line = "  ".join([first, *rest]).rstrip()
        yield page.style(line, "bold") if place == 0 else line


def calibration_lines(name: str, found: Calibration, page: Page) -> Iterator[str]:
    """The reliability table of a score."""
    if not found.count:
        yield from page.labelled("calibration", f"no answer has a {name}", _LABEL, "bold")
        return
    text = f"of {name} over {found.count}: expected error {number(found.ece)}, Brier score {number(found.brier)}"
    yield from page.labelled("calibration", text, _LABEL, "bold")
    for one in found.bins:
        if one.real.total:
            yield (
                f"  {one.low:.1f} to {one.high:.1f}  {one.real.total:>5} references, mean {number(one.mean)}, "
                f"real {number(one.real.value)} {interval(one.real)}"
            )


def _run_lines(report: Report, page: Page) -> Iterator[str]:
    run = report.run
    yield from page.labelled("databases", ", ".join(run.databases) or UNDEFINED, _LABEL, "bold")
    per = number(report.requests_per_reference)
    recorded = " (as recorded)" if run.replayed else ""
    yield from page.labelled(
        "requests",
        f"{sum(run.requests.values())}{recorded}, {per} a reference: {_listed(run.requests)}",
        _LABEL,
        "bold",
    )
    yield from page.labelled(
        "time", f"{run.seconds:.1f} s, {number(report.seconds_per_reference)} s a reference", _LABEL, "bold"
    )
    yield from page.labelled("source errors", str(len(run.source_errors)), _LABEL, "bold")
    for fault in run.source_errors[:5]:
        yield from page.wrap(f"{fault.source}: {fault.question}: {fault.reason}", "  ")
    if len(run.source_errors) > 5:
        yield f"  and {len(run.source_errors) - 5} more"


def _comparison_lines(found: Comparison, page: Page) -> Iterator[str]:
    yield from page.labelled("since", f"{found.file}: {comparison_counts(found)}", _LABEL, "bold")
    for name, label, _ in RATES:
        if name in found.figures:
            before, after = found.figures[name]
            yield f"  {label:<14}  {_of(before)} -> {_of(after)}"
    for what in ("broken", "fixed", "changed"):
        for change in getattr(found, what):
            text = f"{what} {change.after.id} [{change.after.kind}]: {' -> '.join(change_words(change))}"
            yield from page.wrap(text, "  ")


def comparison_counts(found: Comparison) -> str:
    """How many references changed, in words."""
    counts = [f"{len(found.broken)} broken", f"{len(found.fixed)} fixed", f"{len(found.changed)} changed otherwise"]
    counts.append(f"{found.unchanged} as before")
    counts += [f"{len(ids)} {word}" for ids, word in ((found.added, "new"), (found.removed, "gone")) if ids]
    return ", ".join(counts)


def change_words(change: Change) -> tuple[str, str]:
    """What a reference was judged before and is judged now, with the faults of each; its label where that changed."""
    before, after = change.before, change.after
    labels = (f"{before.label}, ", f"{after.label}, ") if before.label != after.label else ("", "")
    return labels[0] + _judgement(before), labels[1] + _judgement(after)


def _judgement(judged: Judged) -> str:
    said = judged.verdict or "not checked"
    if judged.link is not None:
        said += f", link {judged.link.value}"
    if judged.conclusive is False:
        said += ", not conclusive"
    faults = [fault.value.replace("_", " ") for fault in judged.faults if judged.verdict]
    return said + (f" ({', '.join(faults)})" if faults else "")


def _of(found: Rate) -> str:
    return f"{number(found.value)} ({found.hits} of {found.total})"


def _error_lines(report: Report, page: Page) -> Iterator[str]:
    errors = report.errors
    yield from page.labelled("errors", str(len(errors)), _LABEL, "bold")
    for case in errors:
        why = f" ({case.problem})" if case.problem else ""
        yield from page.wrap(f"{case.gold.id} [{case.gold.kind}]: {'; '.join(case.faults)}{why}", "  ")

"""A report as one HTML page that needs nothing else: no script, no font, no picture, no request.

Everything in it comes from gold files and databases and is escaped; a content security policy forbids the page whatever
an escape should have missed.
"""

from __future__ import annotations

import base64
import hashlib
import html
import itertools
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from refcheck_cli.terminal import safe

from .judging import named_fields
from .table import KIND_RATES, RATES, UNDEFINED, change_words, comparison_counts, interval, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from refcheck_core.models import Claim, Discrepancy, Record, Verification

    from .metrics import Calibration, Figures
    from .report import Case, Report

_STYLE: Final = """
:root { color-scheme: light dark; --line: #8886; --soft: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; } h3 { font-size: 1rem; margin: 0; }
table { border-collapse: collapse; margin: .6rem 0; } th, td { border-bottom: 1px solid var(--line);
padding: .25rem .7rem; text-align: left; vertical-align: top; overflow-wrap: break-word; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
caption { text-align: left; font-weight: 600; }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; margin: 1rem 0; }
.wide { overflow-x: auto; } .faults { margin: .3rem 0; padding-left: 1.2rem; font-weight: 600; }
.both { table-layout: fixed; width: 100%; } .both th:first-child { width: 5rem; }
.differs td { background: var(--soft); } .error { color: #c22; } .warning { color: #a60; } .dim { opacity: .7; }
code { font-size: .9em; overflow-wrap: anywhere; } details { margin-top: .5rem; } summary { cursor: pointer; }
nav a { margin-right: .8rem; white-space: nowrap; }
@media (prefers-color-scheme: dark) { .error { color: #f77; } .warning { color: #fb4; } }
@media print { details > * { display: block; } body { max-width: none; } }
""".strip()
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'"
_CLAIMED = ("title", "authors", "year", "venue", "volume", "issue", "pages", "doi", "arxiv_id")


def page_of(report: Report, files: Sequence[str] = ()) -> str:
    """The page.

    Args:
        report: what was measured.
        files: names of the gold files, for the heading; only their last part is shown.
    """
    names = ", ".join(PurePath(file).name for file in files)
    title = f"refcheck eval: {names}" if names else "refcheck eval"
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{_text(title)}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{_text(title)}</h1>",
            *_contents(report),
            *_summary(report),
            *_since(report),
            *_kinds(report.kinds),
            *_calibrations(report),
            *_source_errors(report),
            *_errors(report),
            "</body>",
            "</html>",
            "",
        )
    )


def _text(value: object) -> str:
    """Text that can stand in an element or a quoted attribute, without characters that hide or turn others."""
    return html.escape(safe(str(value)), quote=True)


def _table(caption: str, head: Iterable[str], rows: Iterable[Iterable[str]], *, numbers_from: int = 1) -> Iterator[str]:
    """A table of ready cells; those from a column on are numbers."""

    def cells(tag: str, row: Iterable[str]) -> str:
        marks = (' class="n"' if place >= numbers_from else "" for place in itertools.count())
        return "".join(f"<{tag}{mark}>{cell}</{tag}>" for mark, cell in zip(marks, row, strict=False))

    yield f'<div class="wide"><table><caption>{_text(caption)}</caption>'
    yield f"<thead><tr>{cells('th', head)}</tr></thead><tbody>"
    for row in rows:
        yield f"<tr>{cells('td', row)}</tr>"
    yield "</tbody></table></div>"


def _contents(report: Report) -> Iterator[str]:
    sections = [("figures", "Figures"), ("kinds", "By kind"), ("calibration", "Calibration")]
    sections += [("faults", f"Faults of databases: {len(report.run.source_errors)}")]
    sections += [("errors", f"Errors: {len(report.errors)}")]
    if report.comparison:
        sections.insert(1, ("since", f"Since {report.comparison.file}"))
    links = " ".join(f'<a href="#{name}">{_text(title)}</a>' for name, title in sections)
    yield f"<nav>{links}</nav>"


def _summary(report: Report) -> Iterator[str]:
    total, run = report.total, report.run
    labels = ", ".join(f"{count} {label}" for label, count in total.labels.items())
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in total.verdicts.items()) or "none"
    requests = ", ".join(f"{count} {name}" for name, count in sorted(run.requests.items())) or "none"
    recorded = " (answers and counts are those of a recording)" if run.replayed else ""
    yield '<h2 id="figures">Figures</h2>'
    yield f"<p>{total.references} references ({_text(labels)}), {total.unchecked} not checked.</p>"
    yield f"<p>Verdicts: {_text(verdicts)}.</p>"
    yield (
        f"<p>Databases: {_text(', '.join(run.databases) or 'none')}. Requests: {_text(requests)}; "
        f"{number(report.requests_per_reference)} a reference{recorded}. Time: {run.seconds:.1f} s, "
        f"{number(report.seconds_per_reference)} s a reference.</p>"
    )
    rows = []
    for name, label, meaning in RATES:
        rate = getattr(total, name)
        rows.append((_text(label), _text(meaning), number(rate.value), str(rate.hits), str(rate.total), interval(rate)))
    rows.append(("F1", "of verified", number(total.f1), "", "", ""))
    rows.append(("F1", "of flagged", number(total.detection_f1), "", "", ""))
    head = ("figure", "share", "value", "cases", "of", "95 % interval")
    yield from _table("Rates", head, rows, numbers_from=2)


def _since(report: Report) -> Iterator[str]:
    """What changed since an earlier report."""
    found = report.comparison
    if found is None:
        return
    yield f'<h2 id="since">Since {_text(found.file)}</h2><p>{_text(comparison_counts(found))}.</p>'
    rows: list[tuple[str, ...]] = []
    for name, label, _ in RATES:
        if name in found.figures:
            cells = [f"{number(rate.value)} ({rate.hits} of {rate.total})" for rate in found.figures[name]]
            rows.append((_text(label), *cells))
    if rows:
        yield from _table("Over the references of both", ("figure", "before", "now"), rows)
    places = {case.gold.id: place for place, case in enumerate(report.errors, 1)}
    for title, changes in (("Broken", found.broken), ("Fixed", found.fixed), ("Changed otherwise", found.changed)):
        rows = []
        for change in changes:
            name, place = _text(change.after.id), places.get(change.after.id)
            shown = f'<a href="#case-{place}">{name}</a>' if place else name
            kind = f'<span class="dim">{_text(change.after.kind)}</span>'
            rows.append((f"{shown} {kind}", *map(_text, change_words(change))))
        if rows:
            yield from _table(title, ("reference", "before", "now"), rows, numbers_from=3)


def _kinds(kinds: Mapping[str, Figures]) -> Iterator[str]:
    names = {name: label for name, label, _ in RATES}
    rows = []
    for kind, found in kinds.items():
        rates = [getattr(found, name) for name in KIND_RATES]
        cells = [f"{number(r.value)} ({r.total})" if r.total else UNDEFINED for r in rates]
        rows.append((_text(kind), str(found.references), *cells, str(found.false_links.hits)))
    yield '<h2 id="kinds">By kind</h2>'
    head = ("kind", "references", *(names[name] for name in KIND_RATES), "false links")
    yield from _table("Value, and number of cases", head, rows)


def _calibrations(report: Report) -> Iterator[str]:
    yield '<h2 id="calibration">Calibration</h2>'
    for name, found in (("confidence", report.confidence), ("probability", report.probability)):
        yield from _calibration(name, found)


def _calibration(name: str, found: Calibration) -> Iterator[str]:
    if not found.count:
        yield f"<p>No answer has a {_text(name)}.</p>"
        return
    rows = [
        (f"{b.low:.1f} to {b.high:.1f}", str(b.real.total), number(b.mean), number(b.real.value), interval(b.real))
        for b in found.bins
    ]
    caption = f"{name}: expected calibration error {number(found.ece)}, Brier score {number(found.brier)}"
    yield from _table(caption, ("range", "references", "mean", "share that is real", "95 % interval"), rows)


def _source_errors(report: Report) -> Iterator[str]:
    yield f'<h2 id="faults">Faults of databases: {len(report.run.source_errors)}</h2>'
    if report.run.source_errors:
        rows = [(_text(f.source), _text(f.question), _text(f.reason)) for f in report.run.source_errors]
        yield from _table("Each question once", ("database", "question", "reason"), rows, numbers_from=3)


def _errors(report: Report) -> Iterator[str]:
    errors = report.errors
    yield f'<h2 id="errors">Errors: {len(errors)}</h2>'
    if errors:
        links = " ".join(f'<a href="#case-{n}">{_text(case.gold.id)}</a>' for n, case in enumerate(errors, 1))
        yield f"<nav>{links}</nav>"
    for place, case in enumerate(errors, 1):
        yield from _error(place, case)


def _error(place: int, case: Case) -> Iterator[str]:
    gold, verification = case.gold, case.verification
    what = f'<span class="dim">{_text(gold.label)}, {_text(gold.kind)}</span>'
    yield f'<article id="case-{place}"><h3>{_text(gold.id)} {what}</h3>'
    yield '<ul class="faults">' + "".join(f"<li>{_text(fault)}</li>" for fault in case.faults) + "</ul>"
    if gold.notes:
        yield f"<p>{_text(gold.notes)}</p>"
    if case.problem:
        yield f'<p class="error">{_text(case.problem)}</p>'
    if verification is not None:
        yield from _answer(case, verification)
    elif gold.claim is not None:
        yield from _comparison(gold.claim, None, frozenset())
    yield "</article>"


def _answer(case: Case, verification: Verification) -> Iterator[str]:
    probability = "" if case.judged.probability is None else f", probability {case.judged.probability:.3f}"
    yield f"<p><b>{verification.verdict.value}</b>, confidence {verification.confidence:.3f}{probability}</p>"
    if verification.why_inconclusive:
        yield f"<p>Not conclusive: {_text(verification.why_inconclusive)}</p>"
    elif not verification.conclusive:
        yield "<p>Not conclusive.</p>"
    work = verification.matched or (verification.possible_match.work if verification.possible_match else None)
    which = "found" if verification.matched else "closest work" if work else "nothing found"
    differing = frozenset(named_fields(verification)) if work else frozenset()
    yield from _comparison(verification.claim, work.lead if work else None, differing, which)
    yield from _discrepancies(verification.discrepancies)
    yield from _details(verification)


def _comparison(claim: Claim, record: Record | None, differing: frozenset[str], which: str = "found") -> Iterator[str]:
    """The claim beside the work."""
    if claim.citation:
        yield f"<p>Cited as <code>{_text(claim.citation)}</code></p>"
    claimed, found = _claimed(claim), _found(record) if record is not None else {}
    yield f'<table class="both"><thead><tr><th></th><th>claimed</th><th>{which}</th></tr></thead><tbody>'
    for name in _CLAIMED:
        if claimed.get(name) or found.get(name):
            mark = ' class="differs"' if name in differing else ""
            yield (
                f"<tr{mark}><th>{name}</th><td>{_text(claimed.get(name) or '')}</td>"
                f"<td>{_text(found.get(name) or '')}</td></tr>"
            )
    yield "</tbody></table>"


def _claimed(claim: Claim) -> dict[str, object]:
    names = ", ".join(author.display for author in claim.authors) + (", et al." if claim.authors_truncated else "")
    plain = {name: getattr(claim, name) for name in ("title", "year", "venue", "volume", "issue", "pages")}
    return {**plain, "authors": names, "doi": claim.doi, "arxiv_id": claim.arxiv_id}


def _found(record: Record) -> dict[str, object]:
    names = ", ".join(author.display for author in record.authors)
    plain = {name: getattr(record, name) for name in ("year", "venue", "volume", "issue", "pages", "doi", "arxiv_id")}
    return {**plain, "title": record.full_title, "authors": names}


def _discrepancies(found: Sequence[Discrepancy]) -> Iterator[str]:
    if found:
        items = (
            f'<li><span class="{d.severity.value}">{d.severity.value}</span> {_text(d.message)}</li>' for d in found
        )
        yield f"<ul>{''.join(items)}</ul>"


def _details(verification: Verification) -> Iterator[str]:
    """Other works, and the steps, folded away."""
    if verification.candidates:
        yield "<details><summary>Works considered</summary><ol>"
        for candidate in verification.candidates:
            lead = candidate.work.lead
            authors = ", ".join(author.display for author in lead.authors[:3])
            parts = [lead.full_title or "(no title)", authors, lead.year, lead.venue, lead.doi or lead.arxiv_id]
            text = ". ".join(str(part) for part in parts if part)
            yield f'<li>{_text(text)} <span class="dim">(score {candidate.score:.3f})</span></li>'
        yield "</ol></details>"
    yield "<details><summary>Trace</summary><ol>"
    for step in verification.trace:
        yield f"<li><code>{_text(step.step)}</code> {_text(step.detail)}</li>"
    yield "</ol></details>"

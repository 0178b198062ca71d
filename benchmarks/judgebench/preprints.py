"""What it costs that a published venue which no database confirms is an error.

Real references whose work arXiv has, asked of arXiv's records alone, as they would be in the months before any other
database has the published version; and of all corpora, to tell what is lost by that. The corpus of arXiv ends in
January 2020, before most of HALLMARK: so these are also asked of preprints that are made of the references themselves.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from refcheck_core.matching import preprint_server
from refcheck_core.models import Severity, Verdict
from refcheck_eval.flat import gold_of_flat_row
from refcheck_local.building import build

from .checking import Answer, check, describe, rows_of
from .hallmark import FILES, only_venue_unconfirmed
from .tables import line, rate
from .titles import letters, title_within

if TYPE_CHECKING:
    from pathlib import Path

    from .checking import Clock

CORPUS = "arxiv_2020_01.jsonl.gz"
"""The corpus that has nothing but arXiv's records."""


def run(alone: Path, everything: Path, made: Path, titles: set[str], clock: Clock, listed: list[str]) -> None:
    """Print for each set how its references fare with arXiv's records alone."""
    print(
        line(
            "real references on arXiv",
            "references",
            "by all",
            "verified",
            "venue alone",
            "and DOI",
            "other",
            "not found",
            "cost",
        )
    )
    hallmark = {
        row["id"]: row
        for name in FILES
        for row in rows_of("hallmark", f"{name}.jsonl")
        if row["label"] == "real" and letters(row["title"]) in titles
    }
    strings = [r for r in rows_of("citeaudit", "records.jsonl") if r["label"] == "real"]
    strings = [row for row in strings if title_within(row["raw"], titles)]
    for name, rows in (("hallmark", list(hallmark.values())), ("citeaudit", strings)):
        _report(name, rows, (alone, everything), clock, listed)
    real = [r for name in FILES for r in rows_of("hallmark", f"{name}.jsonl") if r["label"] == "real"]
    real = [row for row in real if row.get("venue") and not preprint_server(row["venue"])]
    _report("hallmark, preprints made of it", real, (_made(real, made), everything), clock, listed)


def _made(rows: list[dict[str, Any]], folder: Path) -> Path:
    """An index of the references themselves as arXiv's records: title, authors, year and arXiv id as cited."""
    file = folder.with_suffix(".jsonl")
    records = [
        {
            "id": f"arxiv:{_arxiv_id(row) or f'2101.{place:05}'}",
            "title": row["title"],
            "authors": [{"name": name} for name in row["authors"]],
            "year": int(row["year"]),
            "venue": "arXiv",
            "type": "preprint",
        }
        for place, row in enumerate(rows)
    ]
    file.write_text("\n".join(map(json.dumps, records)) + "\n", encoding="utf-8")
    build(folder, [file])
    return folder


def _arxiv_id(row: dict[str, Any]) -> str | None:
    claim = gold_of_flat_row(row, "").claim
    return claim.arxiv_id if claim else None


def _report(name: str, rows: list[dict[str, Any]], folders: tuple[Path, Path], clock: Clock, listed: list[str]) -> None:
    answers, whole = (check(rows, folder, clock) for folder in folders)
    venue = [a for a in answers if only_venue_unconfirmed(a)]
    both = [a for a in answers if _venue_and_doi(a)]
    missing = [a for a in answers if a.verdict == Verdict.NOT_FOUND.value]
    verified = sum(a.is_verified for a in answers)
    other = len(answers) - verified - len(venue) - len(both) - len(missing)
    lost = _lost([*venue, *both], whole)
    cells = (len(answers), sum(a.is_verified for a in whole), verified, len(venue), len(both), other, len(missing))
    print(line(name, *cells, rate(lost, len(answers))))
    listed += [describe(f"PREPRINT ALONE {name}", a) for a in answers if not a.is_verified]


def _venue_and_doi(answer: Answer) -> bool:
    """Whether beside the venue the DOI alone is held against a reference: it is not the preprint's."""
    errors = [d for d in answer.told.discrepancies if d.severity is Severity.ERROR] if answer.told else []
    unconfirmed = any(d.message.startswith("Venue not confirmed") for d in errors)
    return unconfirmed and sorted(d.field.value for d in errors) == ["doi", "venue"]


def _lost(venue: list[Answer], whole: list[Answer]) -> int:
    """How many of the references that only lack their venue (and DOI) are verified by all corpora."""
    verified = {a.gold.id for a in whole if a.is_verified}
    return sum(a.gold.id in verified for a in venue)

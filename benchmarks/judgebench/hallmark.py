"""HALLMARK: entries with one fault each, and real ones. An entry counts as flagged unless it is `verified`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core.models import DiscrepancyField, Verdict

from .checking import Answer, Clock, check, describe, rows_of
from .tables import by_kind, line, rate, verdicts
from .titles import letters

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("dev_public", "test_public", "test_crossdomain", "test_crossdomain_matched", "stress_test")


def run(name: str, folder: Path, clock: Clock, listed: list[str]) -> None:
    """One file: rates, a table by type, and every deviation for the list."""
    answers = check(rows_of("hallmark", f"{name}.jsonl"), folder, clock)
    bad = [a for a in answers if a.gold.label == "fabricated"]
    good = [a for a in answers if a.gold.label == "real"]
    missed, alarms = [a for a in bad if a.is_verified], [a for a in good if not a.is_verified]
    sure = [a for a in bad if not a.is_verified and (a.named or a.verdict == Verdict.NOT_FOUND.value)]
    telling = [a for a in bad if a.gold.wrong_fields]
    named = [a for a in telling if a.named & a.gold.wrong_fields]
    print(f"\n-- {name}: {len(bad)} fabricated, {len(good)} real; fabricated: {verdicts(bad)}; real: {verdicts(good)}")
    print(line("", "detection", "false alarms", "with a reason", "right field"))
    print(line("aim", ".99", ".01", "", ".95"))
    shares = (len(missed), len(alarms), len(sure), len(named))
    print(
        line(
            name,
            rate(len(bad) - shares[0], len(bad)),
            rate(shares[1], len(good)),
            rate(shares[2], len(bad)),
            rate(shares[3], len(telling)),
        )
    )
    _types(bad)
    for what, some in (("MISSED", missed), ("FALSE ALARM", alarms)):
        listed += [describe(f"{what} hallmark/{name}", a) for a in some]
    unnamed = [a for a in telling if not a.named & a.gold.wrong_fields and not a.is_verified]
    listed += [describe(f"OTHER FIELD hallmark/{name}", a) for a in unnamed]


def _types(bad: list[Answer]) -> None:
    print(line("type", "entries", "flagged", "not found", "right field"))
    for kind, answers in by_kind(bad).items():
        flagged = sum(not a.is_verified for a in answers)
        missing = sum(a.verdict == Verdict.NOT_FOUND.value for a in answers)
        wrong = answers[0].gold.wrong_fields
        named = rate(sum(bool(a.named & wrong) for a in answers), len(answers)) if wrong else "-"
        print(line(kind, len(answers), rate(flagged, len(answers)), missing, named))


def run_fresh(name: str, folder: Path, titles: set[str], clock: Clock, listed: list[str]) -> None:
    """The real entries whose title stands in another corpus than `hallmark_valid`, asked of these corpora alone.

    `hallmark_valid` was made of the same entries, so these figures are the ones that say how records of other hands
    are judged; and what the rule "venue not confirmed" costs where a database knows the preprint only.
    """
    rows = [r for r in rows_of("hallmark", f"{name}.jsonl") if r["label"] == "real" and letters(r["title"]) in titles]
    answers = check(rows, folder, clock)
    alarms = [a for a in answers if not a.is_verified]
    unconfirmed = [a for a in alarms if _only_venue_unconfirmed(a)]
    cells = (len(answers), rate(len(alarms), len(answers)), len(unconfirmed), len(alarms) - len(unconfirmed))
    print(line(name, *cells))
    listed += [describe(f"FRESH FALSE ALARM hallmark/{name}", a) for a in alarms]


def _only_venue_unconfirmed(answer: Answer) -> bool:
    errors = [d for d in answer.told.discrepancies if d.severity.value == "error"] if answer.told else []
    return [d.field for d in errors] == [DiscrepancyField.VENUE] and errors[0].message.startswith("Venue not confirmed")

"""HALLMARK: entries with one fault each, and real ones. An entry counts as flagged unless it is `verified`."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from refcheck_core.models import DiscrepancyField, Verdict

from .checking import Answer, Clock, check, describe, rows_of
from .labels import wrong_labels
from .tables import by_kind, line, rate, verdicts
from .titles import letters

if TYPE_CHECKING:
    from pathlib import Path

_ORIGINAL = re.compile(r"\(original: '(.*)'\)")
FILES = ("dev_public", "test_public", "test_crossdomain", "test_crossdomain_matched", "stress_test")


def run(name: str, folder: Path, titles: set[str], clock: Clock, listed: list[str]) -> list[Answer]:
    """One file: rates, a table by type, and every deviation for the list."""
    answers = check(rows_of("hallmark", f"{name}.jsonl"), folder, clock)
    report(name, answers, titles, listed)
    return answers


def report(name: str, answers: list[Answer], titles: set[str], listed: list[str]) -> None:
    """Print the figures of answers. The right field is asked for where the corpora hold the work that is meant."""
    bad = [a for a in answers if a.gold.label == "fabricated"]
    good = [a for a in answers if a.gold.label == "real"]
    missed, alarms = [a for a in bad if a.is_verified], [a for a in good if not a.is_verified]
    print(f"\n-- {name}: {len(bad)} fabricated, {len(good)} real; fabricated: {verdicts(bad)}; real: {verdicts(good)}")
    print(line("", "detection", "false alarms", "with a reason", "right field"))
    print(line("aim", ".99", ".01", "", ".95"))
    print(line(name, *_rates(answers, titles)))
    wrong = wrong_labels()
    kept = [a for a in answers if a.gold.id not in wrong]
    print(line(f"  without {len(answers) - len(kept)} wrong labels", *_rates(kept, titles)))
    _types(bad, titles)
    for what, some in (("MISSED", missed), ("FALSE ALARM", alarms)):
        listed += [describe(f"{what} hallmark/{name}", a) for a in some]
    telling = [a for a in bad if a.gold.wrong_fields and is_held(a, titles)]
    unnamed = [a for a in telling if not a.named & a.gold.wrong_fields and not a.is_verified]
    listed += [describe(f"OTHER FIELD hallmark/{name}", a) for a in unnamed]


def _rates(answers: list[Answer], titles: set[str]) -> tuple[str, str, str, str]:
    """Detection, false alarms, flagged with a reason, right field."""
    bad = [a for a in answers if a.gold.label == "fabricated"]
    good = [a for a in answers if a.gold.label == "real"]
    sure = [a for a in bad if not a.is_verified and (a.named or a.verdict == Verdict.NOT_FOUND.value)]
    telling = [a for a in bad if a.gold.wrong_fields and is_held(a, titles)]
    return (
        rate(sum(not a.is_verified for a in bad), len(bad)),
        rate(sum(not a.is_verified for a in good), len(good)),
        rate(len(sure), len(bad)),
        rate(sum(bool(a.named & a.gold.wrong_fields) for a in telling), len(telling)),
    )


def is_held(answer: Answer, titles: set[str]) -> bool:
    """Whether the corpora hold the work that was spoilt: under its title, or the one that the gold tells."""
    original = _ORIGINAL.search(html.unescape(answer.gold.notes))
    given = [original[1]] if original else [answer.row["title"]]
    return any(letters(title) in titles for title in given)


def _types(bad: list[Answer], titles: set[str]) -> None:
    print(line("type", "entries", "flagged", "not found", "held", "right field"))
    for kind, answers in by_kind(bad).items():
        flagged = sum(not a.is_verified for a in answers)
        missing = sum(a.verdict == Verdict.NOT_FOUND.value for a in answers)
        wrong = answers[0].gold.wrong_fields
        held = [a for a in answers if is_held(a, titles)] if wrong else []
        named = rate(sum(bool(a.named & wrong) for a in held), len(held))
        print(line(kind, len(answers), rate(flagged, len(answers)), missing, len(held) if wrong else "-", named))


def run_fresh(name: str, folder: Path, titles: set[str], clock: Clock, listed: list[str]) -> None:
    """The real entries whose title stands in another corpus than `hallmark_valid`, asked of these corpora alone.

    `hallmark_valid` was made of the same entries, so these figures are the ones that say how records of other hands
    are judged; and what the rule "venue not confirmed" costs where a database knows the preprint only.
    """
    rows = [r for r in rows_of("hallmark", f"{name}.jsonl") if r["label"] == "real" and letters(r["title"]) in titles]
    answers = check(rows, folder, clock)
    alarms = [a for a in answers if not a.is_verified]
    unconfirmed = [a for a in alarms if only_venue_unconfirmed(a)]
    cells = (len(answers), rate(len(alarms), len(answers)), len(unconfirmed), len(alarms) - len(unconfirmed))
    print(line(name, *cells))
    listed += [describe(f"FRESH FALSE ALARM hallmark/{name}", a) for a in alarms]


def only_venue_unconfirmed(answer: Answer) -> bool:
    """Whether all that is held against a reference is that its venue was not confirmed."""
    errors = [d for d in answer.told.discrepancies if d.severity.value == "error"] if answer.told else []
    return [d.field for d in errors] == [DiscrepancyField.VENUE] and errors[0].message.startswith("Venue not confirmed")

"""Sets of inventions by language models, and citation strings: none that is invented may be `verified`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .checking import Answer, Clock, check, describe, rows_of
from .labels import classes
from .tables import line, rate, verdicts
from .titles import title_anywhere, title_within

if TYPE_CHECKING:
    from pathlib import Path

FABRICATED = (
    ("gptzero_neurips2025", "records.jsonl"),
    ("hallmark_llm_generated", "records.jsonl"),
    ("hallmark_real_world_incidents", "records.jsonl"),
    ("walters_wilder_2023_chatgpt", "records.jsonl"),
    ("citeaudit", "records.jsonl"),
    ("microsoft_hallucinated_references", "expert_100.jsonl"),
)
RIGHT = "wrong string, right field"
"""Class of a real string that is not as the work is, where the field that is wrong is named."""
LACKING = ("work not in the corpora", "version not in the corpora")
"""Classes of strings that cite what the corpora don't have."""
TRAPS = (
    ("biorxiv_medrxiv_withdrawn", "records.jsonl"),
    ("refchecker_awarded_flagged", "records.jsonl"),
    ("refchecker_fixtures", "llm_benchmark.jsonl"),
    ("vikranth_synthetic", "records.jsonl"),
)


def fabricated(folder: Path, clock: Clock, listed: list[str]) -> None:
    """Rows labelled as fabricated; those that are verified by the classes under which they are listed."""
    looked_at = classes("verified_inventions.toml")
    print(line("fabricated", "rows", "verified", "aim"))
    for parts in FABRICATED:
        rows = [row for row in rows_of(*parts) if row["label"] == "fabricated"]
        answers = check(rows, folder, clock)
        wrong = [a for a in answers if a.is_verified]
        print(f"{line(parts[0], len(answers), len(wrong), 0)}   {verdicts(answers)}")
        kinds = Counter(looked_at.get(a.gold.id, "not looked at") for a in wrong)
        if kinds:
            print("   " + ", ".join(f"{n} {name}" for name, n in kinds.most_common()))
        listed += [describe(f"VERIFIED {parts[0]}", a) for a in wrong]


def citeaudit(folder: Path, titles: set[str], clock: Clock, listed: list[str]) -> None:
    """Real strings in which a title of the corpora stands: by itself, as that of what is cited does, or anywhere."""
    real = [row for row in rows_of("citeaudit", "records.jsonl") if row["label"] == "real"]
    answers = check([row for row in real if title_anywhere(row["raw"], titles)], folder, clock)
    own = [a for a in answers if title_within(a.row["raw"], titles)]
    looked_at = classes("citeaudit_rows.toml")
    for what, some in (("own title", own), ("anywhere", answers)):
        others = [a for a in some if not a.is_verified]
        print(f"\n{what}: {len(some)} of {len(real)} real strings: {verdicts(some)}")
        verified = len(some) - len(others)
        partly = sum(a.verdict == "partial_match" and bool(a.named) for a in others)
        print(line("verified", rate(verified, len(some))))
        print(line("verified, or a field named", rate(verified + partly, len(some)), "aim .97"))
        fields: Counter[str] = Counter("+".join(sorted(a.named)) or "nothing" for a in others)
        print("named where not verified: " + ", ".join(f"{n} {name}" for name, n in fields.most_common()))
        kinds = Counter(looked_at.get(a.gold.id, "not looked at") for a in others)
        print("one by one: " + ", ".join(f"{n} {name}" for name, n in kinds.most_common()))
        right, lacking = kinds[RIGHT], sum(kinds[name] for name in LACKING)
        print(line("verified, or rightly partial", rate(verified + right, len(some))))
        print(line("  of those that the corpora have", rate(verified + right, len(some) - lacking), "aim .97"))
    listed += [describe("NOT VERIFIED citeaudit", a) for a in answers if not a.is_verified]


def resolver(folder: Path, clock: Clock, listed: list[str]) -> None:
    """Strings whose DOI is known, or is known to be none: no wrong link."""
    answers = check(rows_of("reference_resolver_agent", "records.jsonl"), folder, clock)
    linked = [a for a in answers if a.told and a.told.matched]
    wrong = [a for a in linked if a.row.get("doi") not in _dois(a)]
    print(f"{len(answers)} strings: {verdicts(answers)}; {len(wrong)} wrong links (aim 0)")
    listed += [describe("LINKED reference_resolver_agent", a) for a in linked]


def _dois(answer: Answer) -> set[str]:
    work = answer.told.matched if answer.told else None
    return {doi for record in work.records for doi in (record.doi, *record.same_as) if doi} if work else set()


def traps(folder: Path, clock: Clock, listed: list[str]) -> None:
    """Sets without a truth that everybody shares: what is said of them is listed to be read."""
    for parts in TRAPS:
        answers = check(rows_of(*parts), folder, clock)
        print(f"{line(parts[0], len(answers))}   {verdicts(answers)}")
        listed += [describe(f"TRAP {parts[0]}", a) for a in answers if a.told and a.told.matched]

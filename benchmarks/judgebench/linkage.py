"""Two records compared: are they of one work? (Leipzig's DBLP-ACM and DBLP-Scholar pairs.)"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from refcheck_core.matching import are_one_work, assess
from refcheck_core.matching.comparison import Agreement
from refcheck_core.models import Author, Claim, Record, Work
from refcheck_core.models.verification import Verdict

from .checking import rows_of
from .tables import line

if TYPE_CHECKING:
    from collections.abc import Callable

SETS = (("record_linkage_dblp_acm", 0.985), ("record_linkage_dblp_scholar", 0.95))
THIS_YEAR = 2026
INITIALS = 2
"""Letters of a word before the family name up to which it is read as initials."""
_ENTITY = re.compile(r"\s?&#(\d+);\s?")
_SIGNS = re.compile(r" ([.,:;!?')])")


@dataclass
class Counts:
    """Pairs by truth and answer."""

    both: int = 0
    found: int = 0
    true: int = 0

    def add(self, found: bool, true: bool) -> None:
        """Count a pair."""
        self.both += found and true
        self.found += found
        self.true += true

    def cells(self) -> tuple[str, str, str]:
        """Precision, recall, F1."""
        precision, recall = self.both / max(self.found, 1), self.both / max(self.true, 1)
        f1 = 2 * precision * recall / max(precision + recall, 1e-9)
        return f"{precision:.4f}", f"{recall:.4f}", f"{f1:.4f}"


def run(listed: list[str]) -> None:
    """F1 of each rule on each set."""
    print(line("pairs", "precision", "recall", "F1", "aim"))
    for name, aim in SETS:
        for form in ("structured", "dirty"):
            rows = rows_of(name, f"{form}.jsonl")
            for rule, decides in RULES.items():
                counts = Counts()
                for row in rows:
                    answer, true = decides(row["left"], row["right"]), bool(row["match"])
                    counts.add(answer, true)
                    if answer is not true:
                        listed.append(_shown(f"LINKAGE {name} {form} {rule}", row))
                print(line(f"{name[15:]} {form}, {rule}", *counts.cells(), aim if form == "structured" else ""))


def _shown(what: str, row: dict[str, Any]) -> str:
    sides = "\n".join(f"  {' | '.join(f'{k}: {v}' for k, v in row[side].items())}" for side in ("left", "right"))
    return f"{what}\t{row['id']}\tmatch {row['match']}\n{sides}"


def record_of(side: dict[str, str], source: str) -> Record:
    """A side as a record. The sets are lower-cased, with blanks around every sign."""
    year = re.match(r"\d{4}", side.get("year", ""))
    return Record(
        source=source,
        title=_text(side.get("title")),
        authors=tuple(Author.parse(n) for name in side.get("authors", "").split(" , ") if (n := _name(name))),
        year=int(year[0]) if year else None,
        venue=_text(side.get("venue")),
    )


def _text(value: str | None) -> str | None:
    text = html.unescape(_ENTITY.sub(r"&#\1;", value or ""))
    return _SIGNS.sub(r"\1", text).strip(" ,") or None


def _name(text: str) -> str:
    """A name in the case that it was written in, as far as this can be told: "gm landau" is "GM Landau"."""
    *given, family = (_text(text) or "").split() or [""]
    return " ".join([*(w.upper() if len(w) <= INITIALS else w.title() for w in given), family.title()])


def verify(left: dict[str, str], right: dict[str, str]) -> bool:
    """Whether the left record as a claim is verified by the right one."""
    mine, work = record_of(left, "left"), Work(records=(record_of(right, "right"),))
    claim = Claim(title=mine.title, authors=mine.authors, year=mine.year, venue=mine.venue)
    found = assess(claim, work, (), this_year=THIS_YEAR)
    return found.verdict is Verdict.VERIFIED


def found(left: dict[str, str], right: dict[str, str]) -> bool:
    """Whether the left record as a claim is about the right one, and neither people nor year contradict it."""
    mine, work = record_of(left, "left"), Work(records=(record_of(right, "right"),))
    claim = Claim(title=mine.title, authors=mine.authors, year=mine.year, venue=mine.venue)
    told = assess(claim, work, (), this_year=THIS_YEAR)
    people = told.authors.agreement is not Agreement.DIFFER
    return told.verdict is not Verdict.NOT_FOUND and people and not told.year.in_error


def one_result(left: dict[str, str], right: dict[str, str]) -> bool:
    """Whether both would stand under one search result."""
    return are_one_work(record_of(left, "left"), record_of(right, "right"))


RULES: dict[str, Callable[[dict[str, str], dict[str, str]], bool]] = {
    "verified": verify,
    "found": found,
    "one result": one_result,
}

"""Two records compared: are they of one work? (Leipzig's DBLP-ACM and DBLP-Scholar pairs.)

Every pair that the sets list is decided by itself, and counted: F1 of "same". The main rules are `same_publication`
(the labels of DBLP-ACM take the conference paper and the journal version for two) and `same_work` (those of
DBLP-Scholar take them for one). Their weights are fitted on one half of both sets (`benchmarks/linkage.py`); so are the
thresholds of the plain similarities beside them. The halves are drawn by the title of the left record, so that no work
is in both.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from rapidfuzz import fuzz

from refcheck_core import normalize
from refcheck_core.matching import Sameness, are_one_work, assess, link_probability
from refcheck_core.matching.comparison import Agreement
from refcheck_core.matching.overlap import bits
from refcheck_core.matching.title_forms import canonical_words
from refcheck_core.models import Author, Claim, Record, Work
from refcheck_core.models.verification import Verdict
from refcheck_core.text import squash

from .checking import rows_of
from .tables import line, rate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


class GoldSet(NamedTuple):
    """A set of labelled pairs; `sameness` is the sense of its labels."""

    name: str
    sameness: Sameness
    aim: float


SETS = (
    GoldSet("record_linkage_dblp_acm", Sameness.PUBLICATION, 0.985),
    GoldSet("record_linkage_dblp_scholar", Sameness.WORK, 0.95),
)
FORMS = ("structured", "dirty")
THIS_YEAR = 2026
INITIALS = 2
"""Letters of a word before the family name up to which it is read as initials."""
EVEN = 0.5
BLOCK = 25.0
"""Bits of title words in common from which a pair that the sets don't list is looked at."""
_NAMED = re.compile(r"& ([a-z]{2,7}) ;")
_ENTITY = re.compile(r"\s?&#(\d+);\s?")
_SIGNS = re.compile(r" ([.,:;!?')])")


@dataclass(frozen=True)
class Pair:
    """Two records, and whether they are of the same."""

    left: Record
    right: Record
    true: bool
    held_out: bool
    row: dict[str, Any]


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

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.both / max(self.found + self.true, 1)

    def cells(self) -> tuple[str, str, str]:
        """Precision, recall, F1."""
        return rate(self.both, self.found), rate(self.both, self.true), f"{self.f1:.4f}"


def pairs_of(gold: GoldSet, form: str) -> list[Pair]:
    """The pairs of a set."""
    return [
        Pair(
            record_of(row["left"], "left"),
            record_of(row["right"], "right"),
            bool(row["match"]),
            is_held_out(row["left"].get("title", "")),
            row,
        )
        for row in rows_of(gold.name, f"{form}.jsonl")
    ]


def is_held_out(title: str) -> bool:
    """Whether a title is in the half that nothing is fitted to: both sets hold the same papers of DBLP."""
    return hashlib.sha256(squash(title).encode()).digest()[-1] % 2 == 1


def run(listed: list[str]) -> None:
    """F1 of each rule on each set: on the half that was held out, and on all."""
    print(line("pairs: the half held out, and all", "precision", "recall", "F1", "F1 of all", "aim"))
    for gold, form in product(SETS, FORMS):
        pairs = pairs_of(gold, form)
        aim = gold.aim if form == "structured" else ""
        for rule, answers in _answers(gold, pairs):
            held_out = _count(answers, [p for p in pairs if p.held_out])
            every = _count(answers, pairs)
            print(line(f"{gold.name[15:]} {form}, {rule}", *held_out.cells(), f"{every.f1:.4f}", aim))
            if rule.startswith("same"):
                wrong = [p for p in pairs if answers[id(p)] is not p.true]
                listed += [_shown(f"LINKAGE {gold.name} {form} {rule}", p) for p in wrong]
        if form == "structured":
            _unlisted(gold, pairs)


Answers = dict[int, bool]


def _answers(gold: GoldSet, pairs: Sequence[Pair]) -> Iterator[tuple[str, Answers]]:
    """What each rule says of each pair (by its id)."""
    for rule, similarity in SIMILARITIES.items():
        scores = {id(p): similarity(p.left, p.right) for p in pairs}
        least = _threshold(scores, [p for p in pairs if not p.held_out])
        yield f"{rule} >= {least:.2f}", {place: score >= least for place, score in scores.items()}
    for rule, decides in RULES.items():
        yield rule, {id(p): decides(p.left, p.right) for p in pairs}
    for sameness in Sameness:
        scores = {id(p): link_probability(p.left, p.right, sameness) for p in pairs}
        said = {place: score >= EVEN for place, score in scores.items()}
        yield f"same {sameness}", said
        if sameness is gold.sameness:
            yield f"same {sameness}, best of a right", _best(said, scores, pairs)


def _count(answers: Answers, pairs: Iterable[Pair]) -> Counts:
    counts = Counts()
    for pair in pairs:
        counts.add(answers[id(pair)], pair.true)
    return counts


def _threshold(scores: dict[int, float], pairs: Sequence[Pair]) -> float:
    """The hundredth from which a similarity is best taken for sameness."""
    levels = [hundredth / 100 for hundredth in range(30, 101)]
    return max(levels, key=lambda least: _count({p: s >= least for p, s in scores.items()}, pairs).f1)


def _best(said: Answers, scores: dict[int, float], pairs: Sequence[Pair]) -> Answers:
    """The answers where each right record may be the same as one left one only, the most probable."""
    highest: defaultdict[str, float] = defaultdict(float)
    for pair in pairs:
        highest[str(pair.row["right"])] = max(highest[str(pair.row["right"])], scores[id(pair)])
    return {id(p): said[id(p)] and scores[id(p)] == highest[str(p.row["right"])] for p in pairs}


def _unlisted(gold: GoldSet, pairs: Sequence[Pair]) -> None:
    """What is said of the other pairs of the same records, which have no label (the sets list a part of them)."""
    lefts, rights = ({str(getattr(p, side)): getattr(p, side) for p in pairs} for side in ("left", "right"))
    known = {(str(p.left), str(p.right)): p.true for p in pairs}
    matched = {one for one, true in known.items() if true}
    taken = {left for left, _ in matched}
    block = set(_block(lefts, rights))
    inside = sum(pair in block for pair in matched)
    others = [pair for pair in block if pair not in known]
    said = [pair for pair in others if link_probability(lefts[pair[0]], rights[pair[1]], gold.sameness) >= EVEN]
    print(
        f"  of all {len(lefts) * len(rights)} pairs of these records, {len(block)} share {BLOCK:.0f} bits of title "
        f"words ({inside} of the {len(matched)} pairs labelled the same do); {len(others)} of them have no label:\n"
        f"  {len(said)} are said to be the same, {sum(left in taken for left, _ in said)} of them of left records that "
        f"have a match"
    )


def _block(lefts: dict[str, Record], rights: dict[str, Record]) -> Iterator[tuple[str, str]]:
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for key, record in rights.items():
        for word in _title_words(record):
            holders[word].append(key)
    for left, record in lefts.items():
        shared: defaultdict[str, float] = defaultdict(float)
        for word in _title_words(record):
            for right in holders[word]:
                shared[right] += bits(word)
        yield from ((left, right) for right, weight in shared.items() if weight >= BLOCK)


def _title_words(record: Record) -> set[str]:
    return set(canonical_words(tuple(normalize(record.title or "").split())))


def _shown(what: str, pair: Pair) -> str:
    row = pair.row
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
    named = _NAMED.sub(r"&\1;", value or "")
    text = html.unescape(_ENTITY.sub(r"&#\1;", named))
    return _SIGNS.sub(r"\1", text).strip(" ,") or None


def _name(text: str) -> str:
    """A name in the case that it was written in, as far as this can be told: "gm landau" is "GM Landau"."""
    *given, family = (_text(text) or "").split() or [""]
    return " ".join([*(w.upper() if len(w) <= INITIALS else w.title() for w in given), family.title()])


def verify(left: Record, right: Record) -> bool:
    """Whether the left record as a claim is verified by the right one."""
    claim = Claim(title=left.title, authors=left.authors, year=left.year, venue=left.venue)
    return assess(claim, Work(records=(right,)), (), this_year=THIS_YEAR).verdict is Verdict.VERIFIED


def found(left: Record, right: Record) -> bool:
    """Whether the left record as a claim is about the right one, and neither people nor year contradict it."""
    claim = Claim(title=left.title, authors=left.authors, year=left.year, venue=left.venue)
    told = assess(claim, Work(records=(right,)), (), this_year=THIS_YEAR)
    people = told.authors.agreement is not Agreement.DIFFER
    return told.verdict is not Verdict.NOT_FOUND and people and not told.year.in_error


def title_ratio(left: Record, right: Record) -> float:
    """Similarity of the titles by edits."""
    return fuzz.ratio(normalize(left.title or ""), normalize(right.title or "")) / 100


def mean_ratio(left: Record, right: Record, of: Callable[[str, str], float] = fuzz.token_sort_ratio) -> float:
    """Mean of the similarities of titles and authors, and of equal years, over what both give."""
    people = [normalize(" ".join(a.display for a in r.authors)) for r in (left, right)]
    parts = [of(normalize(left.title or ""), normalize(right.title or "")) / 100]
    parts += [of(*people) / 100] if all(people) else []
    parts += [float(left.year == right.year)] if left.year and right.year else []
    return sum(parts) / len(parts)


SIMILARITIES: dict[str, Callable[[Record, Record], float]] = {
    "title ratio": title_ratio,
    "mean of ratios": partial(mean_ratio, of=fuzz.ratio),
}
RULES: dict[str, Callable[[Record, Record], bool]] = {
    "verified": verify,
    "found": found,
    "one result": are_one_work,
}

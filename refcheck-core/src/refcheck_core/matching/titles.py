"""Titles compared.

Similarity of strings is not enough: any ratio gives 98 to a long title with one changed word, and the token-set
ratio 100 to a title that is part of the other. So words are aligned, and what differs is judged by what it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from ..models import Discrepancy, DiscrepancyField, Record, Severity
from ..text import normalize, plain_text, squash
from .comparison import UNKNOWN, Agreement, Comparison, note
from .words import DISTINGUISHING_WORDS, FUNCTION_WORDS, content_words, is_number

if TYPE_CHECKING:
    from collections.abc import Iterable

MISSPELLING_COST = 0.5
"""A misspelt word counts half a changed one when nearness is judged."""
NEAR_MAX_COST = 2.0
"""At most two words may be changed, added or missing in a title that nearly agrees (design, section 5)."""
NEAR_MAX_SHARE = 1 / 3
"""... and at most this share of its content words ("a word or two of several")."""

_PREFIXES = frozenset("a an in im un no not non dis ab".split())
_SUBTITLE = re.compile(r"\s*[:?!;—–]\s+|\s+[-–—]+\s+|\.\s+(?=\w)")


@dataclass(frozen=True, slots=True)
class PreparedTitle:
    """A title with its compared forms."""

    text: str
    normal: str
    squashed: str
    words: tuple[str, ...]
    main: str
    """Normalised main title, where a subtitle follows it; else empty."""
    rest: tuple[str, ...]
    """Words of the subtitle."""


@lru_cache(maxsize=65536)
def prepare_title(text: str) -> PreparedTitle:
    """Compute the compared forms of a title once."""
    plain = plain_text(text)
    normal = normalize(plain)
    main, rest = "", ""
    parted = _SUBTITLE.search(plain)
    if parted:
        main, rest = normalize(plain[: parted.start()]), normalize(plain[parted.end() :])
    if not (main and rest):
        main, rest = "", ""
    return PreparedTitle(plain, normal, squash(plain), tuple(normal.split()), main, tuple(rest.split()))


def title_variants(record: Record) -> tuple[str, ...]:
    """Every title that a record gives its work: with and without subtitle, and in other languages."""
    found: Iterable[str | None] = (record.full_title, record.title, *record.alternative_titles)
    return tuple(dict.fromkeys(t for t in found if t))


def compare_titles(claimed: str | None, variants: Iterable[str], *, authors_agree: bool) -> Comparison:
    """Compare a claimed title with the titles that a work bears, and keep the best.

    Args:
        claimed: title as cited.
        variants: titles of the work.
        authors_agree: whether authors are claimed and agree; a subtitle may then be left out.
    """
    if not claimed or not prepare_title(claimed).normal:
        return UNKNOWN
    mine = prepare_title(claimed)
    theirs = [p for p in map(prepare_title, variants) if p.normal]
    if not theirs:
        return UNKNOWN
    compared = [_compare(mine, other, authors_agree) for other in theirs]
    return max(compared, key=_rank)


def title_similarity(first: str, second: str) -> float:
    """Symmetric similarity of two titles, 0 to 1: 1 for equal ones, at most .6 where they only share words."""
    one, two = prepare_title(first), prepare_title(second)
    if not one.normal or not two.normal:
        return 0.0
    return _similarity(one, two)


def differ_by_subtitle(first: str, second: str) -> bool:
    """Whether one title is the other's main title, and the subtitle does not make another work of it."""
    return _differ_by_subtitle(prepare_title(first), prepare_title(second))


def same_title(first: str, second: str) -> bool:
    """Whether two titles are equal after normalisation, joined or hyphenated words counting as equal."""
    one, two = prepare_title(first), prepare_title(second)
    return bool(one.squashed) and _are_equal(one, two)


def _rank(comparison: Comparison) -> tuple[int, bool, float]:
    order = (Agreement.DIFFER, Agreement.NEAR, Agreement.AGREE)
    return order.index(comparison.agreement), comparison.exact, comparison.similarity


def _compare(mine: PreparedTitle, other: PreparedTitle, authors_agree: bool) -> Comparison:
    if _are_equal(mine, other):
        return Comparison(Agreement.AGREE, 1.0, (), exact=True)
    if _differ_by_subtitle(mine, other):
        return _subtitle_comparison(mine, other, authors_agree)
    changes = _changes(mine.words, other.words)
    similarity = _similarity(mine, other)
    if not changes.decisive:
        message = f"Title differs in function words: claimed '{mine.text}', found '{other.text}'."
        return Comparison(Agreement.AGREE, similarity, (_title_note(Severity.INFO, message, mine, other),))
    error = _title_note(Severity.ERROR, _sentence(changes, mine, other), mine, other)
    content = max(len(content_words(mine.words)), len(content_words(other.words)))
    near = changes.cost <= NEAR_MAX_COST and changes.cost <= NEAR_MAX_SHARE * content
    return Comparison(Agreement.NEAR if near else Agreement.DIFFER, similarity, (error,))


def _differ_by_subtitle(mine: PreparedTitle, other: PreparedTitle) -> bool:
    """Whether one title is the other's main title, and the subtitle does not make another work of it."""
    if mine.main and mine.main == other.normal:
        extra = mine.rest
    elif other.main and other.main == mine.normal:
        extra = other.rest
    else:
        return False
    return not any(w in DISTINGUISHING_WORDS or is_number(w) for w in extra)


def _subtitle_comparison(mine: PreparedTitle, other: PreparedTitle, authors_agree: bool) -> Comparison:
    similarity = _similarity(mine, other)
    if authors_agree:
        message = f"Subtitle on one side only: claimed '{mine.text}', found '{other.text}'."
        return Comparison(Agreement.AGREE, similarity, (_title_note(Severity.INFO, message, mine, other),))
    message = f"Title mismatch: claimed '{mine.text}', found '{other.text}' (one of them has a subtitle)."
    return Comparison(Agreement.NEAR, similarity, (_title_note(Severity.ERROR, message, mine, other),))


def _title_note(severity: Severity, message: str, mine: PreparedTitle, other: PreparedTitle) -> Discrepancy:
    return note(DiscrepancyField.TITLE, severity, message, mine.text, other.text)


@dataclass(frozen=True, slots=True)
class _Changes:
    """How one title becomes the other."""

    misspelt: tuple[tuple[str, str], ...]
    added: tuple[str, ...]
    """Words that only the claim has."""
    missing: tuple[str, ...]
    """Words that only the work has."""

    @property
    def cost(self) -> float:
        changed = max(_weighty(self.added), _weighty(self.missing))
        return MISSPELLING_COST * len(self.misspelt) + changed

    @property
    def decisive(self) -> bool:
        return bool(self.misspelt) or any(w not in FUNCTION_WORDS for w in self.added + self.missing)


def _weighty(words: tuple[str, ...]) -> int:
    return sum(w not in FUNCTION_WORDS for w in words)


def _changes(mine: tuple[str, ...], other: tuple[str, ...]) -> _Changes:
    misspelt: list[tuple[str, str]] = []
    added: list[str] = []
    missing: list[str] = []
    mine, other = _joined(mine, other), _joined(other, mine)
    for op in Levenshtein.opcodes(mine, other):
        if op.tag == "equal":
            continue
        left, right = mine[op.src_start : op.src_end], other[op.dest_start : op.dest_end]
        if len(left) == len(right):
            for one, two in zip(left, right, strict=True):
                if is_misspelling(one, two):
                    misspelt.append((one, two))
                else:
                    added.append(one)
                    missing.append(two)
        else:
            added.extend(left)
            missing.extend(right)
    return _Changes(tuple(misspelt), tuple(added), tuple(missing))


def _are_equal(one: PreparedTitle, two: PreparedTitle) -> bool:
    """Whether two titles are equal, words that one of them writes as one counting as such."""
    if one.words == two.words:
        return True
    return one.squashed == two.squashed and _joined(one.words, two.words) == _joined(two.words, one.words)


def _joined(words: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """The words with those joined that the other title writes as one ("data base", "database")."""
    known = set(others)
    joined: list[str] = []
    for word in words:
        parts = (joined[-1], word) if joined else ()
        if parts and "".join(parts) in known and not any(_stands_alone(p) for p in parts):
            joined[-1] += word
        else:
            joined.append(word)
    return tuple(joined)


def _stands_alone(part: str) -> bool:
    """Whether joining a word would make another one of it: "a synchronous", "in complete", "not able", "3 5"."""
    return part in _PREFIXES or any(c.isdigit() for c in part)


def is_misspelling(one: str, two: str) -> bool:
    """Whether two different words may be one, misspelt: an edit or two in a word of four letters or more.

    Numbers are never misspellings of each other, nor are words of which one is a distinguishing word.
    """
    longest = max(len(one), len(two))
    allowed = 1 if longest <= 7 else 2
    if longest < 4 or abs(len(one) - len(two)) > allowed:
        return False
    if int(Levenshtein.distance(one, two, score_cutoff=allowed)) > allowed:
        return False
    return not (is_number(one) or is_number(two) or one in DISTINGUISHING_WORDS or two in DISTINGUISHING_WORDS)


def _similarity(one: PreparedTitle, two: PreparedTitle) -> float:
    if _are_equal(one, two):
        return 1.0
    letters = float(Levenshtein.normalized_similarity(one.squashed, two.squashed))
    words = float(Levenshtein.normalized_similarity(one.words, two.words))
    return min(0.99, (letters + words) / 2)


def _sentence(changes: _Changes, mine: PreparedTitle, other: PreparedTitle) -> str:
    """Say what differs, word by word where that is short enough to read."""
    parts = [f"'{one}' for '{two}'" for one, two in changes.misspelt]
    if changes.added:
        parts.append("only claimed: " + " ".join(f"'{w}'" for w in changes.added))
    if changes.missing:
        parts.append("only found: " + " ".join(f"'{w}'" for w in changes.missing))
    shown = f" ({'; '.join(parts)})" if len(changes.added) + len(changes.missing) <= 6 else ""
    return f"Title mismatch: claimed '{mine.text}', found '{other.text}'{shown}."

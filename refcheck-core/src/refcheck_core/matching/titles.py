"""Titles compared.

Similarity of strings is not enough: any ratio gives 98 to a long title with one changed word, and the token-set
ratio 100 to a title that is part of the other. So words are aligned, and what differs is judged by what it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from ..models import Discrepancy, DiscrepancyField, Record, Severity
from .comparison import UNKNOWN, Agreement, Comparison, note
from .opposites import are_opposed
from .same_words import are_alike, join_words, with_and
from .signs import contradicting_signs
from .title_forms import Cut, PreparedTitle, canonical_words, prepare_title
from .title_parts import has_lost_its_end
from .transliteration import is_transliteration
from .words import ARTICLES, DISTINGUISHING_WORDS, FUNCTION_WORDS, content_words, is_number

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "are_far_apart",
    "compare_titles",
    "differ_by_subtitle",
    "is_misspelling",
    "is_part_of_title",
    "join_words",
    "prepare_title",
    "same_title",
    "title_similarity",
    "title_variants",
]

MISSPELLING_COST = 0.5
"""A misspelt word, or another preposition, counts half a changed word when nearness is judged."""
NEAR_MAX_COST = 2.0
"""At most two words may be changed, added or missing in a title that nearly agrees (design, section 5)."""
NEAR_MAX_SHARE = 1 / 3
"""... and at most this share of its content words ("a word or two of several")."""
MIN_PART = 3
"""Words of a title from which it may be another one, cut short; many titles begin with the same two."""
MIN_CUT_SHORT = 4
"""Content words from which a title that ends in an ellipsis may stand for one that begins with it."""
YEAR_DIGITS = 4
NAME_SIMILARITY = 0.95
"""Similarity of titles of which one lacks the name before its colon; a warning."""

FAR_APART = 0.5
"""Share of equal letters below which two titles are not compared word by word: two titles taken at random share three
letters in ten in order, and one with a word or two of several changed seldom less than seven."""


def title_variants(record: Record) -> tuple[str, ...]:
    """Every title that a record gives its work: with and without subtitle, and in other languages."""
    return _variants(record.title, record.subtitle, record.alternative_titles)


@lru_cache(maxsize=65536)
def _variants(title: str | None, subtitle: str | None, others: tuple[str, ...]) -> tuple[str, ...]:
    full = f"{title}: {subtitle}" if title and subtitle else None
    return tuple(dict.fromkeys(t for t in (full, title, *others) if t))


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
    return max((_compare(mine, other, authors_agree) for other in theirs), key=_rank)


def title_similarity(first: str, second: str) -> float:
    """Symmetric similarity of two titles, 0 to 1: 1 for equal ones, at most .6 where they only share words."""
    one, two = prepare_title(first), prepare_title(second)
    if not one.normal or not two.normal:
        return 0.0
    return _similarity(one, two)


def are_far_apart(first: str, second: str) -> bool:
    """Whether two titles have so little in common that nothing but `Agreement.DIFFER` can come of comparing them.

    Much faster than comparing them.
    """
    return _far_apart(prepare_title(first), prepare_title(second))


def _far_apart(one: PreparedTitle, two: PreparedTitle) -> bool:
    if not (one.plain and two.plain) or _is_part(one, two):
        return False
    if Levenshtein.normalized_similarity(one.squashed, two.squashed, score_cutoff=FAR_APART):
        return False
    # A subtitle, or a name before the title, may be longer than the title; what is left begins or ends like the other.
    return not (one.cuts or two.cuts) or not (_ends_alike(one, two, 0) or _ends_alike(one, two, -1))


def _ends_alike(one: PreparedTitle, two: PreparedTitle, place: int) -> bool:
    return canonical_words(one.words)[place] == canonical_words(two.words)[place]


def is_part_of_title(first: str, second: str) -> bool:
    """Whether one title is the beginning or the end of the other, three words or more: it may be cut short."""
    return _is_part(prepare_title(first), prepare_title(second))


def _is_part(one: PreparedTitle, two: PreparedTitle) -> bool:
    short, long = (one, two) if len(one.words) < len(two.words) else (two, one)
    if len(short.words) < MIN_PART or len(short.words) == len(long.words):
        return False
    return long.squashed.startswith(short.squashed) or long.squashed.endswith(short.squashed)


def differ_by_subtitle(first: str, second: str) -> bool:
    """Whether one title is the other's main title, and the subtitle does not make another work of it."""
    return _differ_by_subtitle(prepare_title(first), prepare_title(second))


def same_title(first: str, second: str) -> bool:
    """Whether two titles are equal after normalisation, spellings of one word counting as equal."""
    one, two = prepare_title(first), prepare_title(second)
    if not one.squashed or _far_apart(one, two):
        return False
    return _are_equal(one, two) and contradicting_signs(one.text, two.text) is None


def _rank(comparison: Comparison) -> tuple[int, bool, float]:
    order = (Agreement.DIFFER, Agreement.NEAR, Agreement.AGREE)
    return order.index(comparison.agreement), comparison.exact, comparison.similarity


def _compare(mine: PreparedTitle, other: PreparedTitle, authors_agree: bool) -> Comparison:
    if _far_apart(mine, other):
        return _different(mine, other)
    if _are_equal(mine, other):
        return _equal(mine, other)
    if mine.core or other.core:
        return _without_notes(mine, other, authors_agree)
    if _differ_by_name(mine, other):
        return _name_comparison(mine, other, authors_agree)
    harmless = _harmless_difference(mine, other)
    if harmless is not None:
        return _if_authors_agree(mine, other, authors_agree, harmless)
    return _aligned(mine, other)


def _harmless_difference(mine: PreparedTitle, other: PreparedTitle) -> str | None:
    """What makes two titles differ that are of one work if its authors are the same; ``None`` where nothing does."""
    if _differ_by_subtitle(mine, other):
        return "Subtitle on one side only"
    if (mine.parallel or other.parallel) and _share_a_language(mine, other):
        return "Title in another language on one side only"
    if has_lost_its_end(mine.words, other.words):
        return "The database has lost the end of the title"
    return "Title in another script" if is_transliteration(mine.text, other.text) else None


def _different(mine: PreparedTitle, other: PreparedTitle) -> Comparison:
    message = f"Title mismatch: claimed '{mine.text}', found '{other.text}'."
    error = _title_note(Severity.ERROR, message, mine, other)
    return Comparison(Agreement.DIFFER, _likeness(mine, other), (error,))


def _equal(mine: PreparedTitle, other: PreparedTitle) -> Comparison:
    """Titles of the same letters: their signs must not contradict each other."""
    if mine.text == other.text:
        return Comparison(Agreement.AGREE, 1.0, (), exact=True)
    signs = contradicting_signs(mine.text, other.text)
    if signs is not None:
        message = f"Title mismatch: claimed '{mine.text}', found '{other.text}' ('{signs[0]}' for '{signs[1]}')."
        error = _title_note(Severity.ERROR, message, mine, other)
        return Comparison(Agreement.NEAR, 0.99, (error,))
    return Comparison(Agreement.AGREE, 1.0, (), exact=True)


def _aligned(mine: PreparedTitle, other: PreparedTitle) -> Comparison:
    """Titles that differ in words."""
    changes = _changes(mine.words, other.words)
    similarity = _likeness(mine, other)
    if not changes.decisive:
        message = f"Title differs in function words: claimed '{mine.text}', found '{other.text}'."
        return Comparison(Agreement.AGREE, similarity, (_title_note(Severity.INFO, message, mine, other),))
    error = _title_note(Severity.ERROR, _sentence(changes, mine, other), mine, other)
    content = max(len(content_words(mine.words)), len(content_words(other.words)))
    near = changes.cost <= NEAR_MAX_COST and changes.cost <= NEAR_MAX_SHARE * content
    near = near or _is_cut_short(mine, other) or _is_main_title(mine, other)
    return Comparison(Agreement.NEAR if near else Agreement.DIFFER, similarity, (error,))


def _is_cut_short(mine: PreparedTitle, other: PreparedTitle) -> bool:
    """Whether a claimed title that ends in an ellipsis is the beginning of the other."""
    whole = mine.words == other.words[: len(mine.words)]
    return mine.cut_short and whole and len(content_words(mine.words)) >= MIN_CUT_SHORT


def _is_main_title(mine: PreparedTitle, other: PreparedTitle) -> bool:
    """Whether the claimed title is the other's up to its subtitle, which tells the work from others."""
    return len(content_words(mine.words)) >= MIN_CUT_SHORT and any(same_words(cut.main, mine) for cut in other.cuts)


def _differ_by_subtitle(mine: PreparedTitle, other: PreparedTitle) -> bool:
    """Whether one title is the other's main title, and the subtitle does not make another work of it."""
    pairs = ((mine, other), (other, mine))
    return any(
        same_words(cut.main, short) and not _distinguishes(cut.rest) for long, short in pairs for cut in long.cuts
    )


def _distinguishes(words: Iterable[str]) -> bool:
    return any(w in DISTINGUISHING_WORDS or is_number(w) for w in words)


def same_words(normal: str, title: PreparedTitle) -> bool:
    """Whether a part of a title, normalised, is the other title."""
    return normal == title.normal or canonical_words(tuple(normal.split())) == canonical_words(title.words)


def _differ_by_name(mine: PreparedTitle, other: PreparedTitle) -> bool:
    """Whether one title lacks the name of the method that the other begins with ("ImageNet: A large-scale …")."""

    def lacks(long: PreparedTitle, short: PreparedTitle) -> bool:
        return any(c.name and same_words(c.tail, short) and not _names_a_kind(c) for c in long.cuts[:1])

    return lacks(mine, other) or lacks(other, mine)


def _names_a_kind(cut: Cut) -> bool:
    return any(w in DISTINGUISHING_WORDS for w in cut.main.split())


def _name_comparison(mine: PreparedTitle, other: PreparedTitle, authors_agree: bool) -> Comparison:
    message = f"Name before the title on one side only: claimed '{mine.text}', found '{other.text}'."
    if not authors_agree:
        return Comparison(Agreement.NEAR, NAME_SIMILARITY, (_title_note(Severity.ERROR, message, mine, other),))
    return Comparison(Agreement.AGREE, NAME_SIMILARITY, (_title_note(Severity.WARNING, message, mine, other),))


def _share_a_language(mine: PreparedTitle, other: PreparedTitle) -> bool:
    """Whether the title or titles of a side are all among those of the other; "[Review of …]" is no other language.

    Where both sides have several, one in common at the same place is not enough: "A = b" and "C = b" may be formulas.
    """
    parts = [side.parallel or (side.text,) for side in (mine, other)]
    if any(w in DISTINGUISHING_WORDS for side in parts if len(side) > 1 for p in side for w in prepare_title(p).words):
        return False
    few, many = sorted(parts, key=len)
    if all(any(same_title(a, b) for b in many) for a in few):
        return True
    return any(i != j and same_title(a, b) for i, a in enumerate(few) for j, b in enumerate(many) if len(few) > 1)


def _without_notes(mine: PreparedTitle, other: PreparedTitle, authors_agree: bool) -> Comparison:
    """Titles compared without what is written beside them: versions, languages, numbers of chapters and editions."""
    for what, claimed, found in (
        ("Chapter", mine.chapter, other.chapter),
        ("Edition", mine.edition, other.edition),
        ("Year", _year_beside(mine), _year_beside(other)),
    ):
        if claimed and found and claimed != found:
            message = f"Title mismatch: claimed '{mine.text}', found '{other.text}' ({what.lower()} {found})."
            error = _title_note(Severity.ERROR, message, mine, other)
            return Comparison(Agreement.NEAR, _likeness(mine, other), (error,))
    inner = _compare(prepare_title(mine.core or mine.text), prepare_title(other.core or other.text), authors_agree)
    if not inner.agrees:
        return inner
    if mine.notes == other.notes:
        return inner
    if any(side.version_note or side.chapter for side in (mine, other)) and not authors_agree:
        return _if_authors_agree(mine, other, False, "Note on one side only")
    message = f"Note beside the title: claimed '{mine.text}', found '{other.text}'."
    info = _title_note(Severity.INFO, message, mine, other)
    return Comparison(Agreement.AGREE, inner.similarity, (*inner.discrepancies, info), exact=inner.exact)


def _year_beside(title: PreparedTitle) -> str:
    """The year in parentheses behind a title ("Annual report (2019)"); empty where there is none."""
    return next((n for n in title.notes if len(n) == YEAR_DIGITS and n.isdigit()), "")


def _if_authors_agree(mine: PreparedTitle, other: PreparedTitle, authors_agree: bool, remark: str) -> Comparison:
    """A difference that means nothing between titles of the same authors, and is an error between others."""
    similarity = _likeness(mine, other)
    if authors_agree:
        message = f"{remark}: claimed '{mine.text}', found '{other.text}'."
        return Comparison(Agreement.AGREE, similarity, (_title_note(Severity.INFO, message, mine, other),))
    message = f"Title mismatch: claimed '{mine.text}', found '{other.text}' ({remark[0].lower()}{remark[1:]})."
    return Comparison(Agreement.NEAR, similarity, (_title_note(Severity.ERROR, message, mine, other),))


def _title_note(severity: Severity, message: str, mine: PreparedTitle, other: PreparedTitle) -> Discrepancy:
    return note(DiscrepancyField.TITLE, severity, message, mine.text, other.text)


@dataclass(frozen=True, slots=True)
class _Changes:
    """How one title becomes the other."""

    misspelt: tuple[tuple[str, str], ...]
    """Words that are misspelt, and prepositions in place of others."""
    opposed: tuple[tuple[str, str], ...]
    """Words of which one means the opposite of the other, or something else that looks like it."""
    added: tuple[str, ...]
    """Words that only the claim has."""
    missing: tuple[str, ...]
    """Words that only the work has."""

    @property
    def cost(self) -> float:
        changed = max(_weighty(self.added), _weighty(self.missing)) + len(self.opposed)
        return MISSPELLING_COST * len(self.misspelt) + changed

    @property
    def decisive(self) -> bool:
        return bool(self.misspelt or self.opposed) or any(w not in FUNCTION_WORDS for w in self.added + self.missing)


def _weighty(words: tuple[str, ...]) -> int:
    return sum(w not in FUNCTION_WORDS for w in words)


def _changes(mine: tuple[str, ...], other: tuple[str, ...]) -> _Changes:
    misspelt: list[tuple[str, str]] = []
    opposed: list[tuple[str, str]] = []
    added: list[str] = []
    missing: list[str] = []
    mine, other = join_words(mine, other), join_words(other, mine)
    for op in Levenshtein.opcodes(canonical_words(mine), canonical_words(other)):
        if op.tag == "equal":
            continue
        left, right = _facing(mine[op.src_start : op.src_end], other[op.dest_start : op.dest_end])
        if len(left) != len(right):
            added.extend(left)
            missing.extend(right)
            continue
        for one, two in zip(left, right, strict=True):
            if are_alike((one,), (two,)):
                continue
            if are_opposed(one, two):
                opposed.append((one, two))
            elif is_misspelling(one, two) or _are_exchanged(one, two):
                misspelt.append((one, two))
            else:
                added.append(one)
                missing.append(two)
    return _Changes(tuple(misspelt), tuple(opposed), tuple(added), tuple(missing))


def _facing(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Stretches of words that face each other, without articles where these alone make one of them longer."""
    if len(left) == len(right):
        return left, right
    bare = [tuple(w for w in side if w not in ARTICLES) for side in (left, right)]
    return (bare[0], bare[1]) if len(bare[0]) == len(bare[1]) else (left, right)


def _are_exchanged(one: str, two: str) -> bool:
    """Whether one preposition or conjunction stands for another: "with" for "from" is another title."""
    return one in FUNCTION_WORDS and two in FUNCTION_WORDS and not {one, two} <= ARTICLES


def _are_equal(one: PreparedTitle, two: PreparedTitle) -> bool:
    """Whether two titles are equal, spellings of one word counting as such.

    Words that one of them writes as one, British and American spelling, umlauts in two letters, Roman numerals, Greek
    letters in Latin ones, "&" and the word for it.
    """
    if one.words == two.words:
        return True
    if one.umlauts or two.umlauts:
        forms = ({one.squashed, _squashed(one.umlauts)} & {two.squashed, _squashed(two.umlauts)}) - {""}
        if forms and one.squashed != two.squashed:
            return True
    first, second = one.words, two.words
    if ("&" in one.text) is not ("&" in two.text):
        first, second = with_and(first), with_and(second)
    first, second = canonical_words(join_words(first, second)), canonical_words(join_words(second, first))
    return first == second or are_alike(first, second)


def _squashed(normal: str) -> str:
    return normal.replace(" ", "")


def is_misspelling(one: str, two: str) -> bool:
    """Whether two different words may be one, misspelt: an edit or two in a word of four letters or more.

    Numbers are never misspellings of each other, nor are opposites, nor words of which one is a distinguishing word.
    """
    longest = max(len(one), len(two))
    allowed = 1 if longest <= 7 else 2
    if longest < 4 or abs(len(one) - len(two)) > allowed:
        return False
    if int(Levenshtein.distance(one, two, score_cutoff=allowed)) > allowed or are_opposed(one, two):
        return False
    return not (is_number(one) or is_number(two) or one in DISTINGUISHING_WORDS or two in DISTINGUISHING_WORDS)


def _similarity(one: PreparedTitle, two: PreparedTitle) -> float:
    return 1.0 if _are_equal(one, two) else _likeness(one, two)


def _likeness(one: PreparedTitle, two: PreparedTitle) -> float:
    letters = float(Levenshtein.normalized_similarity(one.squashed, two.squashed))
    words = float(Levenshtein.normalized_similarity(one.words, two.words))
    return min(0.99, (letters + words) / 2)


def _sentence(changes: _Changes, mine: PreparedTitle, other: PreparedTitle) -> str:
    """Say what differs, word by word where that is short enough to read."""
    parts = [f"'{one}' for '{two}'" for one, two in changes.misspelt]
    parts += [f"'{one}' in place of '{two}'" for one, two in changes.opposed]
    if changes.added:
        parts.append("only claimed: " + " ".join(f"'{w}'" for w in changes.added))
    if changes.missing:
        parts.append("only found: " + " ".join(f"'{w}'" for w in changes.missing))
    shown = f" ({'; '.join(parts)})" if len(changes.added) + len(changes.missing) <= 6 else ""
    return f"Title mismatch: claimed '{mine.text}', found '{other.text}'{shown}."

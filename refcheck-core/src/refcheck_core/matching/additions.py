"""What a claimed title has beyond the title of the work, and no record has.

Citations leave subtitles out, and databases do; but what only the citation has may be invented, or be the title of
another work: "BERT: …" before a title that has no name, ": A Randomized Trial" behind one, a second title joined on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..models import DiscrepancyField, Severity
from .comparison import Agreement, Comparison, note
from .titles import compare_titles, prepare_title, same_words
from .words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable

ADDITION_SIMILARITY = 0.9
"""Similarity of a title with a subtitle that no record has; a warning."""
MIN_JOINED = 4
"""Content words from which what follows a full stop is taken for the title of another work, and no subtitle."""
MIN_TITLE = 5
"""The same of what follows another sign, which subtitles do more often."""

STUDY_DESIGNS = frozenset(
    "trial trials randomized randomised cohort cohorts meta metaanalysis case longitudinal crossover placebo "
    "pilot".split()
)
"""Words of a subtitle that say what kind of study a paper reports; databases don't drop such a subtitle."""


def question_addition(
    claimed: str, variants: Iterable[str], title: Comparison, *, corroborated: bool, of_book: bool = False
) -> Comparison:
    """Hold what the claimed title has beyond the work's against what else agrees.

    Args:
        claimed: title as cited.
        variants: titles of the work.
        title: what comparing them brought.
        corroborated: whether something besides title and authors tells that the work is meant, and nothing tells that
            another is.
        of_book: whether the work is a book: catalogues drop the long subtitles of books.

    Returns:
        `title` where nothing is added; else with a warning or an error.
    """
    if title.exact or not title.agrees:
        return title
    found = next((v for v in variants if compare_titles(claimed, (v,), authors_agree=True) == title), None)
    added = _added(claimed, found) if found else None
    if found is None or added is None:
        return title
    words, is_joined, is_name = added
    message = f"Title goes on: claimed '{claimed}', found '{found}'; no record has the rest."
    if is_name:
        message = f"Name before the title that no record has: claimed '{claimed}', found '{found}'."
    as_long_as_a_title = len(content_words(words)) >= (MIN_JOINED if is_joined else MIN_TITLE)
    is_another = as_long_as_a_title and not (of_book and not is_joined)
    if is_name or not corroborated or is_another or STUDY_DESIGNS & set(words):
        error = note(DiscrepancyField.TITLE, Severity.ERROR, message, claimed, found)
        return Comparison(Agreement.NEAR, title.similarity, (error,))
    warning = note(DiscrepancyField.TITLE, Severity.WARNING, message, claimed, found)
    return Comparison(Agreement.AGREE, ADDITION_SIMILARITY, (warning,))


def _added(claimed: str, found: str) -> tuple[tuple[str, ...], bool, bool] | None:
    """The words that only the claimed title has; whether a full stop joins them on; whether they stand in front."""
    mine, other = prepare_title(claimed), prepare_title(found)
    mine, other = (prepare_title(t.core) if t.core else t for t in (mine, other))
    for cut in mine.cuts:
        if same_words(cut.main, other):
            return cut.rest, cut.after_stop, False
        if cut.name and same_words(cut.tail, other):
            return tuple(cut.main.split()), False, True
    return None

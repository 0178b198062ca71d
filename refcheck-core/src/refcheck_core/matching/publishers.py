"""Venues claimed for works that have none: a book has a publisher, a thesis a university."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..models import Record, WorkType
from ..text import normalize
from .venue_forms import is_well_known

if TYPE_CHECKING:
    from collections.abc import Sequence

BOOKS = frozenset({WorkType.BOOK, WorkType.EDITED_BOOK, WorkType.MONOGRAPH, WorkType.REFERENCE_BOOK})
ARTICLES = frozenset({WorkType.JOURNAL_ARTICLE, WorkType.PROCEEDINGS_ARTICLE})

_PERIODICALS = frozenset(
    "journal transactions letters annals proceedings conference symposium workshop review reviews bulletin magazine "
    "zeitschrift revue revista rivista nature science cell lancet".split()
)
"""Words of names of journals and conferences that hardly any publisher has in its name."""
_NO_PAPERS = {WorkType.DISSERTATION: "a thesis", WorkType.DATASET: "a data set", WorkType.SOFTWARE: "software"}
_UNIVERSITY = "university"
_BESIDE = frozenset(
    "university of the at and in phd ph d thesis theses dissertation doctoral doctor master masters s msc ma school "
    "college department dept faculty technical report press state".split()
)
"""Words beside the name of a university that do not tell it from another."""


def other_publication(claimed: str, records: Sequence[Record]) -> tuple[str, str] | None:
    """Where books, theses and data sets came out that are claimed to have come out elsewhere.

    Contradicted are a journal or conference claimed for one of them, and another university for a thesis. One publisher
    claimed for another says little: books are printed by several, bought and translated.

    Returns:
        What to say of the work, and what was found; ``None`` where nothing contradicts.
    """
    publisher = next((r.publisher for r in records if r.publisher), None)
    kinds = {r.type for r in records}
    periodical = _names_a_periodical(claimed)
    if kinds <= BOOKS and publisher and periodical:
        return f"the work was published by '{publisher}'", publisher
    kind = next((name for t, name in _NO_PAPERS.items() if kinds == {t}), None)
    if kind is not None and periodical:
        return f"the work found is {kind}", publisher or kind
    known = [r.publisher for r in records if r.publisher]
    if kinds == {WorkType.DISSERTATION} and known and all(_are_other_universities(claimed, name) for name in known):
        return f"the work was published by '{known[0]}'", known[0]
    return None


def _names_a_periodical(claimed: str) -> bool:
    """Whether a venue is plainly a journal or conference, and no publisher or university."""
    return bool(_PERIODICALS.intersection(normalize(claimed).split())) or is_well_known(claimed)


def are_book_and_article(one: Record, two: Record) -> bool:
    """Whether one database lists a book and an article: these are two works, of whatever title."""
    pairs = ((one, two), (two, one))
    return one.source == two.source and any(a.type in BOOKS and b.type in ARTICLES for a, b in pairs)


def _are_other_universities(one: str, two: str) -> bool:
    """Whether two names are of universities and share no word that tells one ("Stanford", "California")."""
    first, second = set(normalize(one).split()), set(normalize(two).split())
    if _UNIVERSITY not in first or _UNIVERSITY not in second:
        return False  # "TU Wien", "MIT": not compared
    first, second = first - _BESIDE, second - _BESIDE
    return bool(first and second) and not first & second

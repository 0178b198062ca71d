"""Questions to the engine: terms, weighted words, fuzzy words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tantivy import FieldType, Occur, Query

from ..errors import damage_named
from ..schema import EXACT, PEOPLE, WORDS, YEAR, row_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import tantivy

    from ..rows import Row


FEW_TERMS = 8
"""Terms up to which one after the other is looked up."""


class Engine:
    """One state of an index, as of when it was opened.

    Args:
        index: of the engine's.
        place: the index in words, for messages.

    Its questions raise `IndexDamaged` where the index cannot be read.
    """

    def __init__(self, index: tantivy.Index, place: str = "The index") -> None:
        self._place = place
        self._schema = index.schema
        self._searcher = index.searcher()
        self.size: int = self._searcher.num_docs

    def frequency(self, word: str) -> int:
        """In how many titles a word stands."""
        with damage_named(self._place):
            return int(self._searcher.doc_freq(WORDS, word))

    def exact(self, term: str) -> Query:
        """Rows that have a term of `EXACT`."""
        return Query.term_query(self._schema, EXACT, term, "basic")

    def exact_any(self, terms: Sequence[str]) -> Query:
        """Rows that have any of several terms of `EXACT`, all at the same score."""
        if len(terms) <= FEW_TERMS:  # the set is compiled first, which costs more than a few look-ups
            return Query.const_score_query(any_of(map(self.exact, terms)), 1.0)
        return Query.term_set_query(self._schema, EXACT, terms)

    def word(self, word: str) -> Query:
        """Titles with a word."""
        return Query.term_query(self._schema, WORDS, word, "freq")

    def name(self, word: str) -> Query:
        """Rows by an author of this name."""
        return Query.term_query(self._schema, PEOPLE, word, "freq")

    def like(self, word: str, distance: int, weight: float) -> Query:
        """Titles with a word of at most so many edits (a swap of neighbours is one), all at the same weight."""
        fuzzy = Query.fuzzy_term_query(self._schema, WORDS, word, distance, True)
        return Query.boost_query(fuzzy, weight)

    def begins(self, beginning: str, weight: float) -> Query:
        """Titles with a word that begins so, all at the same weight."""
        return Query.boost_query(Query.fuzzy_term_query(self._schema, WORDS, beginning, 0, True, True), weight)

    def between(self, first: int | None, last: int | None) -> Query:
        """Rows of a range of years, which adds nothing to the score."""
        years = Query.range_query(self._schema, YEAR, FieldType.Unsigned, first or 1, last or 9999)
        return Query.const_score_query(years, 0.0)

    def rows(self, query: Query, limit: int) -> list[tuple[float, Row]]:
        """The best rows with the engine's score."""
        with damage_named(self._place):
            found = self._searcher.search(query, limit, count=False).hits
            return [(score, row_of(self._searcher.doc(address))) for score, address in found]


def any_of(queries: Iterable[Query]) -> Query:
    """Rows that fit at least one; those that fit more score more."""
    return Query.boolean_query([(Occur.Should, query) for query in queries])


def all_of(required: Sequence[Query], helpful: Sequence[Query] = ()) -> Query:
    """Rows that fit all required queries; helpful ones add to the score."""
    return Query.boolean_query([*((Occur.Must, q) for q in required), *((Occur.Should, q) for q in helpful)])

"""What holds of every comparison of two records, whatever databases give. Read it as a specification."""

from __future__ import annotations

import string

from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.matching import Sameness, link_probability, same_publication, same_work
from refcheck_core.matching.overlap import differ_by_spelling, overlap
from refcheck_core.models import Author, Record, WorkType

WORDS = (
    "adaptive graph neural traffic bayesian inference random matrix protein folding quantum stability estimation "
    "learning spectral analysis survey sparse kernel of the for in with and networks models part II 3 not erratum reply"
).split()
PEOPLE = [
    "Ada Keller",
    "A. Keller",
    "B. Lindqvist",
    "Lindqvist",
    "K Ada",
    "Dora Novak",
    "Nguyễn Thị Mai",
    "¦",
    "ACM Anthology",
]
VENUES = [
    "VLDB",
    "The VLDB Journal",
    "Proc. of the",
    "Nature",
    "arXiv",
    "Proceedings of the Conference on Very Large …",
]

titles = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join) | st.text(string.printable + "äß漢¦", max_size=30)
senses = st.sampled_from(Sameness)


@st.composite
def records(draw: st.DrawFn) -> Record:
    return Record(
        source="one",
        title=draw(st.none() | titles),
        alternative_titles=tuple(draw(st.lists(titles, max_size=1))),
        authors=tuple(Author.parse(name) for name in draw(st.lists(st.sampled_from(PEOPLE), max_size=3))),
        year=draw(st.none() | st.integers(1999, 2005)),
        venue=draw(st.none() | st.sampled_from(VENUES)),
        type=draw(st.sampled_from([None, WorkType.JOURNAL_ARTICLE, WorkType.POSTED_CONTENT, WorkType.BOOK])),
        doi=draw(st.sampled_from([None, "10.5555/a", "10.5555/b"])),
        pages=draw(st.sampled_from([None, "1-9", "11-19"])),
    )


@given(records(), records(), senses)
def test_which_record_is_which_does_not_matter(one: Record, two: Record, sense: Sameness) -> None:
    assert link_probability(one, two, sense) == link_probability(two, one, sense)
    assert 0 <= link_probability(one, two, sense) < 1
    assert same_work(one, two) is same_work(two, one)
    assert same_publication(one, two) is same_publication(two, one)


@given(titles, titles)
def test_titles_compare_both_ways(one: str, two: str) -> None:
    assert overlap(one, two) == overlap(two, one)
    assert differ_by_spelling(one, two) is differ_by_spelling(two, one)


@given(records(), records(), senses)
def test_taking_away_a_field_that_agrees_never_raises_it(one: Record, two: Record, sense: Sameness) -> None:
    for field, absent in (("year", None), ("authors", ()), ("venue", None)):
        agreeing = one.model_copy(update={field: getattr(two, field)})
        without = one.model_copy(update={field: absent})
        if agreeing.is_preprint is without.is_preprint:
            assert link_probability(without, two, sense) <= link_probability(agreeing, two, sense)


@given(records(), records(), senses, st.integers(1999, 2005), st.integers(0, 9), st.integers(1, 9))
def test_a_year_further_away_never_raises_it(
    one: Record, two: Record, sense: Sameness, year: int, apart: int, more: int
) -> None:
    near, far = (one.model_copy(update={"year": year + years}) for years in (apart, apart + more))
    other = two.model_copy(update={"year": year})
    assert link_probability(far, other, sense) <= link_probability(near, other, sense)


@given(records(), records(), senses)
def test_strangers_in_place_of_authors_never_raise_it(one: Record, two: Record, sense: Sameness) -> None:
    known, other = (r.model_copy(update={"authors": r.authors or (Author.parse("Ada Keller"),)}) for r in (one, two))
    strangers = one.model_copy(update={"authors": (Author.parse("Zsuzsa Quixley"),)})
    if not any(author.display == "¦" for author in (*known.authors, *other.authors)):  # nobody is known there
        assert link_probability(strangers, other, sense) <= link_probability(known, other, sense)


@given(records(), senses, st.lists(st.sampled_from(WORDS), min_size=2, max_size=9), st.data())
def test_a_damaged_title_is_never_more_probable_than_the_whole_one(
    one: Record, sense: Sameness, words: list[str], data: st.DataObject
) -> None:
    whole = one.model_copy(update={"title": " ".join(words), "alternative_titles": ()})
    place = data.draw(st.integers(0, len(words) - 1))
    changed = data.draw(st.sampled_from(["", "birdsong", words[place] + "x"]))
    damaged = whole.model_copy(update={"title": " ".join([*words[:place], changed, *words[place + 1 :]])})
    assert link_probability(damaged, whole, sense) <= link_probability(whole, whole, sense)

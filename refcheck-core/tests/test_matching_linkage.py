"""Two records compared: of one work, of one publication, or of two."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.matching import Sameness, compare_records, link_probability, same_publication, same_work
from refcheck_core.matching.linkage import COVER, LIKENESS, SHARED_BITS, Levels, level_probability
from refcheck_core.matching.linkage_fields import (
    ALL_OF_SEVERAL,
    ALL_PEOPLE,
    FAR_YEARS,
    FEW_PEOPLE,
    NEXT_YEAR,
    NO_PEOPLE,
    OTHER_VENUE,
    SAME_VENUE,
    SAME_YEAR,
    SOME_PEOPLE,
    TWO_YEARS,
    UNKNOWN_PEOPLE,
    UNKNOWN_VENUE,
    UNKNOWN_YEAR,
    people_level,
)
from refcheck_core.matching.linkage_table import COVERS, SENSES, TITLES
from refcheck_core.matching.linkage_table import PEOPLE as WEIGHTS_OF_PEOPLE
from refcheck_core.matching.overlap import NOTHING, best_overlap, bits, overlap
from refcheck_core.matching.word_bits import RAREST
from refcheck_core.models import Author, Record, WorkType

TITLE = "Scheduling flexible query operators over irregular streams of sensor readings"
PEOPLE = ("Ada Keller", "Boris Lindqvist", "Chiara Moretti")


def people(*names: str) -> tuple[Author, ...]:
    return tuple(Author.parse(name) for name in names)


def record(title: str | None = TITLE, *names: str, **fields: object) -> Record:
    given_fields = {"year": 2001, "venue": "VLDB", **fields}
    return Record(source="test", title=title, authors=people(*(names or PEOPLE)), **given_fields)


CONFERENCE = record()
JOURNAL = record(venue="The VLDB Journal", year=2003)


class TestSenses:
    def test_a_record_is_the_same_as_itself(self) -> None:
        assert same_work(CONFERENCE, CONFERENCE)
        assert same_publication(CONFERENCE, CONFERENCE)

    def test_the_journal_version_is_the_same_work_and_another_publication(self) -> None:
        assert same_work(CONFERENCE, JOURNAL)
        assert not same_publication(CONFERENCE, JOURNAL)

    def test_a_preprint_is_the_same_work_and_another_publication(self) -> None:
        posted = record(venue="arXiv", type=WorkType.POSTED_CONTENT)
        assert same_work(CONFERENCE, posted)
        assert not same_publication(CONFERENCE, posted)

    def test_another_work_is_neither(self) -> None:
        other = record("Learning grammars of birdsong from few recordings", "Dora Novak", year=2015, venue="Nature")
        assert link_probability(CONFERENCE, other) < 0.001
        assert not same_publication(CONFERENCE, other)


class TestDamage:
    @pytest.mark.parametrize(
        "damaged",
        [
            record("Scheduling flexible query operators over irregular streams of", "A Keller", venue="Proc. of the"),
            record("B. Lindqvist, C. Moretti. " + TITLE, "A Keller", venue="… on Very Large Data Bases"),
            record("Schedulingflexible query operatorsover irregular streams ofsensor readings", venue=None),
            record("Schedulling flexible query operators over iregular streams of sensor readings", year=None),
            record(TITLE + ", VLDB 2001, Roma", "K Ada", "L Boris", "M Chiara"),
            record(TITLE, "ACM Anthology"),
        ],
        ids=["cut off", "names in the title", "lost blanks", "misspelt", "venue in the title", "no people"],
    )
    def test_a_damaged_record_is_of_the_same_work(self, damaged: Record) -> None:
        assert same_work(CONFERENCE, damaged)

    def test_a_record_without_a_title_is_of_none(self) -> None:
        assert not same_work(CONFERENCE, record(None))
        assert not same_work(CONFERENCE, record("…"))


class TestRules:
    @pytest.mark.parametrize(
        ("one", "two"),
        [
            (TITLE + ": Part I", TITLE + ": Part II"),
            (TITLE + " in 3 steps", TITLE + " in 4 steps"),
            (TITLE, "Erratum: " + TITLE),
            (TITLE, "In reply to " + TITLE),
            (TITLE, "A comment on " + TITLE),
            (TITLE, TITLE + ": rejoinder"),
            (TITLE + " is supervised", TITLE + " is unsupervised"),
            (TITLE + " is safe", TITLE + " is not safe"),
            ("When P = NP for streams of sensor readings", "When P ≠ NP for streams of sensor readings"),
        ],
    )
    def test_titles_that_tell_works_apart(self, one: str, two: str) -> None:
        assert overlap(one, two).contradicted
        assert link_probability(record(one), record(two)) == 0

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ("Quantum error correction", "Quantum error correction codes"),
            ("Queries with 2 variables", "Queries with2 variables"),
            ("A general solution", "Ageneral solution"),
            ("The O2 system", "The 02 system"),
            ("Streams in 3 steps", "Streams"),
            ("Streams", "Streams of the"),
        ],
    )
    def test_titles_that_do_not(self, one: str, two: str) -> None:
        assert not overlap(one, two).contradicted

    @pytest.mark.parametrize(
        "other",
        [
            record(type=WorkType.PEER_REVIEW),
            record(type=WorkType.BOOK),
            record(reviews=("10.5555/one",)),
        ],
        ids=["a component", "a book", "a review"],
    )
    def test_other_works(self, other: Record) -> None:
        paper = record(type=WorkType.JOURNAL_ARTICLE, doi="10.5555/one")
        for sameness in Sameness:
            assert link_probability(paper, other, sameness) == 0
            assert link_probability(other, paper, sameness) == 0

    @pytest.mark.parametrize(
        "fields", [{"doi": "10.5555/two"}, {"pages": "101-110"}, {"edition": "3rd"}], ids=["doi", "pages", "edition"]
    )
    def test_other_publications(self, fields: dict[str, str]) -> None:
        paper = record(doi="10.5555/one", pages="1-12", edition="2nd")
        assert link_probability(paper, record(**fields), Sameness.PUBLICATION) == 0
        assert same_work(paper, record(**fields))

    def test_an_identifier_never_raises_it(self) -> None:
        plain = link_probability(record("Streams", "A Keller"), record("Streams of readings", "B Moretti"))
        one, two = (
            record(t, n, doi="10.5555/a") for t, n in (("Streams", "A Keller"), ("Streams of readings", "B Moretti"))
        )
        assert link_probability(one, two) == plain


class TestTitles:
    def test_rare_words_tell_more(self) -> None:
        assert bits("the") < bits("network") < bits("birdsong") == RAREST
        assert overlap("The birdsong", "A birdsong").shared > overlap("The networks", "A networks").shared

    def test_a_misspelt_word_counts_for_less(self) -> None:
        whole, misspelt = (overlap("birdsong", other).shared for other in ("birdsong", "birdsongg"))
        assert 0 < misspelt < whole

    def test_order_counts(self) -> None:
        assert overlap("birdsong grammars", "grammars birdsong").shared == RAREST

    def test_short_titles_are_not_looked_for_within_others(self) -> None:
        assert overlap("Rain", "Strains of birdsong").cover == 0

    def test_the_best_of_several_titles_counts(self) -> None:
        translated = record("Vogelgesang und Grammatik", alternative_titles=(TITLE,))
        assert same_work(CONFERENCE, translated)
        assert best_overlap([], ["Birdsong"]) == NOTHING


class TestPeople:
    @pytest.mark.parametrize(
        ("names", "level"),
        [
            ((), UNKNOWN_PEOPLE),
            (("…",), UNKNOWN_PEOPLE),
            (("Dora Novak",), NO_PEOPLE),
            (("Ada Keller", "Dora Novak", "Emil Palme"), FEW_PEOPLE),
            (("Ada Keller", "Dora Novak"), SOME_PEOPLE),
            (("Ada Kellar",), SOME_PEOPLE),
            (("Ulrich Keller",), SOME_PEOPLE),
            (("K Ada", "L Boris"), SOME_PEOPLE),
            (("K Ada",), NO_PEOPLE),
            (("K Ada", "Novak"), NO_PEOPLE),
            (("A. Keller",), ALL_PEOPLE),
            (("C. Moretti", "A. Keller"), ALL_OF_SEVERAL),
            (PEOPLE, ALL_OF_SEVERAL),
        ],
    )
    def test_levels(self, names: tuple[str, ...], level: int) -> None:
        assert people_level(people(*PEOPLE), people(*names)) == level
        assert people_level(people(*names), people(*PEOPLE)) == level

    def test_a_name_of_which_signs_alone_are_left_is_nobody(self) -> None:
        damaged = (Author(family="¦", given="R Bayardo"),)
        assert people_level(people("R. Brice"), damaged) == people_level(damaged, people("R. Brice"))


class TestYearsAndVenues:
    @pytest.mark.parametrize(
        ("year", "level"),
        [(None, UNKNOWN_YEAR), (2001, SAME_YEAR), (2002, NEXT_YEAR), (1999, TWO_YEARS), (2010, FAR_YEARS)],
    )
    def test_years(self, year: int | None, level: int) -> None:
        assert compare_records(CONFERENCE, record(year=year)).year == level

    @pytest.mark.parametrize(
        ("one", "two", "level"),
        [
            ("VLDB", "Proceedings of the International Conference on Very Large Data Bases", SAME_VENUE),
            ("VLDB", "Proceedings of the 21st International Conference on Very Large …", SAME_VENUE),
            ("VLDB", "Proceedings of the 21st International Conference on Very …", UNKNOWN_VENUE),
            ("VLDB", "Conference on Very Large", UNKNOWN_VENUE),
            ("VLDB", "The VLDB Journal", OTHER_VENUE),
            ("SIGMOD Conference", "Conf. on Management of Data, Tucson", SAME_VENUE),
            ("VLDB J.", "The VLDB Journal -- The International Journal on Very Large Data Bases", SAME_VENUE),
            ("VLDB", "Proc.", UNKNOWN_VENUE),
            ("VLDB", None, UNKNOWN_VENUE),
            ("Nature", "Cell", OTHER_VENUE),
            ("Nature", "Cell, Cambridge", OTHER_VENUE),
        ],
    )
    def test_venues(self, one: str, two: str | None, level: int) -> None:
        assert compare_records(record(venue=one), record(venue=two)).venue == level
        assert compare_records(record(venue=two), record(venue=one)).venue == level


HIGHEST = Levels(len(LIKENESS), len(SHARED_BITS), len(COVER), ALL_OF_SEVERAL, SAME_YEAR, SAME_VENUE)
levels = st.tuples(*(st.integers(0, highest) for highest in HIGHEST)).map(lambda found: Levels(*found))


class TestModel:
    @pytest.mark.parametrize("sameness", Sameness)
    def test_every_level_has_a_weight_and_no_better_one_weighs_less(self, sameness: Sameness) -> None:
        start, years, venues = SENSES[sameness.value]
        assert math.isfinite(start)
        assert (len(TITLES), len(TITLES[0])) == (HIGHEST.likeness + 1, HIGHEST.shared + 1)
        assert (len(COVERS), len(WEIGHTS_OF_PEOPLE)) == (HIGHEST.cover + 1, HIGHEST.people + 1)
        assert (len(years), len(venues)) == (HIGHEST.year + 1, HIGHEST.venue + 1)
        columns = zip(*TITLES, strict=True)
        for weights in (*TITLES, *columns, COVERS, WEIGHTS_OF_PEOPLE, years, venues):
            assert all(worse <= better for worse, better in pairwise(weights))

    @given(levels, levels, st.sampled_from(Sameness))
    def test_a_field_that_fits_worse_never_raises_the_probability(
        self, one: Levels, two: Levels, sameness: Sameness
    ) -> None:
        worse = Levels(*map(min, one, two))
        assert 0 < level_probability(worse, sameness) <= level_probability(one, sameness) < 1

"""Search results grouped by work: what is joined, and above all what is not."""

from __future__ import annotations

import itertools

import pytest

from refcheck_core.matching.distinct import arxiv_id_of, group_results, publication_doi
from refcheck_core.models import WorkType
from refcheck_core.testing.builders import make_record

TITLE = "On the Drift of Invented Glaciers"
PEOPLE = ["Jane Roe", "Max Muster"]
ARTICLE = make_record(TITLE, PEOPLE, 2020, "Journal of Examples", doi="10.5555/a", type=WorkType.JOURNAL_ARTICLE)
PREPRINT = make_record(
    TITLE, PEOPLE, 2018, "arXiv", source="arxiv", arxiv_id="1801.00001", type=WorkType.POSTED_CONTENT
)


def record(title=TITLE, people=PEOPLE, year=2020, venue=None, source="two", **fields):
    return make_record(title, people, year, venue, source=source, **fields)


def groups(*records) -> int:
    """How many works there are, in whatever order the records come."""
    (number,) = {len(group_results(order)) for order in itertools.permutations(records)}
    return number


class TestJoined:
    @pytest.mark.parametrize(
        "other",
        [
            record("On the drift of invented glaciers.", ["Roe, J.", "M. Muster"], None),
            record("On the Drift of {I}nvented Glaciers", ["J. Roe"], 2021),
            record("On the Drift of Invented Glaciers: A Case Study", year=2021),
            record("On the drift of invented glacier", ["Ann Other"], 1990, doi="10.5555/a"),
            record(None, None, None, doi="10.5555/a"),
            record(doi="10.5555/a", type=WorkType.BOOK, pages="7-9"),
            record(
                "On the Drift of Invented Glacier", ["Ann Other"], 2009, doi="10.5555/p", published_as=("10.5555/a",)
            ),
            record(doi="10.5555/b", same_as=("10.5555/a",)),
            record(None, None, 2020, doi="10.5555/b", same_as=("10.5555/a",)),
            record(people=None, year=2021, venue="J. Examples"),
            record(type=WorkType.OTHER),
            record(doi="10.48550/arxiv.1801.00001", year=2016, type=WorkType.PROCEEDINGS_ARTICLE),
            record(type=WorkType.BOOK_CHAPTER),
        ],
    )
    def test_with_an_article(self, other):
        assert groups(ARTICLE, other) == 1

    @pytest.mark.parametrize(
        "other",
        [
            ARTICLE,
            record("A Title of an Earlier Version", year=2018, arxiv_id="1801.00001"),
            record("On the Drift of Invented Glacier", ["Ann Other"], doi="10.48550/arxiv.1801.00001"),
            record(doi="10.5555/posted", year=2019, type=WorkType.POSTED_CONTENT),
        ],
    )
    def test_with_a_preprint(self, other):
        assert groups(PREPRINT, other) == 1

    def test_dashes_accents_and_a_missing_year_make_no_other_work(self):
        one = record("Sharding for invented ledgers--a field study", ['K{\\"u}chlin, Jo', "Roe, Ann"], 2013, "Workshop")
        two = record("Sharding for Invented Ledgers—A Field Study", ["Jo Küchlin", "Ann Roe"], None, source="three")
        assert groups(one, two) == 1

    def test_a_generic_title_of_one_author_year_and_venue(self):
        one, two = (record("Preface", ["Jane Roe"], 2018, "J. Ex.", source=s) for s in ("one", "two"))
        assert groups(one, two) == 1

    def test_equal_records_count_once(self):
        assert group_results([ARTICLE, ARTICLE]) == ((ARTICLE,),)
        assert group_results([]) == ()


class TestApart:
    @pytest.mark.parametrize(
        "other",
        [
            record("On the Drift of Invented Icebergs"),
            record(TITLE + " II"),
            record(TITLE + ": Part II"),
            record(people=["Ann Other"]),
            record(people=None),
            record(people=None, year=2022, venue="Journal of Examples"),
            record(people=None, venue="Annals of Another Kind"),
            record(year=2022),
            record(doi="10.5555/b"),
            record(year=2021, doi="10.5555/b", venue="Journal of Examples"),
            record(type=WorkType.PEER_REVIEW),
            record(type=WorkType.BOOK),
            record(type=WorkType.DISSERTATION),
            record(pages="17-19", doi=None),
            record(reviews=("10.5555/a",)),
            record("Something Else Entirely", ["Ann Other"], doi="10.5555/a"),
            record("Something Else Entirely", published_as=("10.5555/a",), doi="10.5555/p"),
        ],
    )
    def test_from_an_article(self, other):
        article = ARTICLE.model_copy(update={"pages": "1-9"})
        assert groups(article, other) == 2

    @pytest.mark.parametrize(
        "other",
        [
            record(arxiv_id="1901.00002", year=2019, type=WorkType.POSTED_CONTENT),
            record(year=2024),
            record("Of Other People and Things", ["Ann Other"], arxiv_id="1801.00001"),
        ],
    )
    def test_from_a_preprint(self, other):
        assert groups(PREPRINT, other) == 2

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ("Flows of Invented Rivers. Part I", "Flows of Invented Rivers. Part II"),
            ("Flows of Invented Rivers, Part One", "Flows of Invented Rivers, Part Two"),
            ("Flows of Invented Rivers (vol. 1)", "Flows of Invented Rivers (vol. 2)"),
            ("Flows of Invented Rivers IX", "Flows of Invented Rivers XI"),
            ("Flows of Invented Rivers I", "Flows of Invented Rivers II"),
            ("Findings of the Shared River Task 2017", "Findings of the Shared River Task 2018"),
        ],
    )
    def test_parts_even_where_an_identifier_joins_them(self, one, two):
        first, second = record(one, doi="10.5555/same"), record(two, source="three", doi="10.5555/same")
        assert groups(first, second) == 2

    @pytest.mark.parametrize("other", ["Flows of Invented Rivers. Part 1", "Flows of Invented Rivers. Part one"])
    def test_one_number_in_another_spelling_is_no_other_part(self, other):
        one = record("Flows of Invented Rivers. Part I", doi="10.5555/same")
        assert groups(one, record(other, source="three", doi="10.5555/same")) == 1

    def test_a_number_that_is_no_part(self):
        one = record("Flows in Part Wild Rivers of 3d", doi="10.5555/same")
        assert groups(one, record("Flows in Part Wild Rivers of 4d", source="three", doi="10.5555/same")) == 1

    def test_chapters_of_a_book_and_the_book(self):
        book = make_record("The Handbook of Invention", ["Poe, E."], 2015, doi="10.5555/book", type=WorkType.BOOK)
        chapters = [
            make_record(f"Chapter on {what}", [who], 2015, "The Handbook of Invention", doi=doi, source=source)
            for what, who, doi, source in (
                ("Wind", "Doe, J.", None, "one"),
                ("Sun", "Roe, R.", None, "one"),
                ("Rain", "Poe, E.", "10.5555/book", "two"),
            )
        ]
        assert groups(book, *chapters) == 4

    def test_columns_and_prefaces(self):
        columns = [make_record("Invented Highlights", [], 2018, "Invention", doi=f"10.5555/{n}") for n in range(3)]
        prefaces = [make_record("Preface", people, 2018, venue) for people in ([], ["A. Roe"]) for venue in ("J", "K")]
        assert groups(*columns) == 3
        assert groups(*prefaces) == 4

    def test_front_matter_of_a_long_title_without_authors(self):
        pages = [make_record("Issue Information and Copyright Page", [], 2018, venue) for venue in ("J", "K", None)]
        assert groups(*pages) == 3

    def test_similar_titles_of_the_same_authors(self):
        one = record("Focusing of an invented beam by a lens in the presence of aberration and defocusing", year=2007)
        two = record("Focusing of an invented beam by an apertured system in presence of coma", year=2008)
        assert groups(one, two) == 2

    def test_a_work_and_its_notice_a_year_later(self):
        one = make_record("Inventions of the frontal sinus", ["Doe, J."], 1916, "J. Ex.", doi="10.5555/1916")
        two = make_record("Inventions of the frontal sinus", ["Doe, J."], 1917, "J. Ex.", doi="10.5555/1917")
        assert groups(one, two) == 2

    def test_a_book_and_the_review_of_it(self):
        book = make_record("A History of Invention", ["Poe, E."], 2015, doi="10.5555/book", type=WorkType.MONOGRAPH)
        listed_as_its_author = make_record(
            "A History of Invention", ["E. Poe"], 2015, "Reviews", type=WorkType.JOURNAL_ARTICLE
        )
        assert groups(book, listed_as_its_author) == 2

    @pytest.mark.parametrize(
        "fields", [{"edition": "3rd", "year": 2015}, {"year": 2016}, {"year": 2016, "edition": None}]
    )
    def test_editions(self, fields):
        book = make_record("A History of Invention", ["Poe, E."], 2015, edition="2", type=WorkType.BOOK)
        other = book.model_copy(update={"source": "two", "years": (), **fields})
        assert groups(book, other) == 2
        same = book.model_copy(update={"source": "two", "edition": "2nd ed."})
        assert groups(book, same) == 1

    def test_a_chain_of_records_does_not_join_what_must_stay_apart(self):
        journal = record(doi="10.5555/b", year=2021, venue="Annals of Another Kind", source="three")
        assert groups(ARTICLE, journal) == 2
        assert groups(ARTICLE, journal, PREPRINT) == 2
        (with_preprint,) = (g for g in group_results([journal, PREPRINT, ARTICLE]) if PREPRINT in g)
        assert ARTICLE in with_preprint, "the nearest year is joined first"


def test_ids_of_versions():
    assert arxiv_id_of(PREPRINT) == "1801.00001"
    assert arxiv_id_of(make_record(TITLE, doi="10.48550/arxiv.1801.00001")) == "1801.00001"
    assert arxiv_id_of(ARTICLE) is None
    assert arxiv_id_of(make_record(TITLE)) is None
    assert publication_doi(ARTICLE) == "10.5555/a"
    for posted in (
        make_record(TITLE),
        make_record(TITLE, doi="10.48550/arxiv.1801.00001"),
        make_record(TITLE, doi="10.5555/p", type=WorkType.POSTED_CONTENT),
        make_record(TITLE, doi="10.5555/p", preprints=("10.5555/p",)),
    ):
        assert publication_doi(posted) is None

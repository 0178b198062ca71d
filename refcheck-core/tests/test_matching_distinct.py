"""Search results grouped by work: what is joined, and above all what is not."""

from __future__ import annotations

import itertools

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching.distinct import are_one_work, group_results
from refcheck_core.matching.publications import arxiv_id_of, publication_doi
from refcheck_core.models import WorkType
from refcheck_core.testing.builders import make_record

TITLE = "On the Drift of Invented Glaciers"
PEOPLE = ["Jane Roe", "Max Muster"]
ARTICLE = make_record(TITLE, PEOPLE, 2020, "Journal of Examples", doi="10.5555/a", type=WorkType.JOURNAL_ARTICLE)
PREPRINT = make_record(
    TITLE, PEOPLE, 2018, "arXiv", source="arxiv", arxiv_id="1801.00001", type=WorkType.POSTED_CONTENT
)


def record(title=TITLE, people=PEOPLE, year=2020, venue=None, source="two", **fields):
    known = fields.pop("identifiers", None)
    made = make_record(title, people, year, venue, source=source, **fields)
    return made.model_copy(update={"identifiers": known}) if known else made


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

    @pytest.mark.parametrize("doi", [None, "10.5555/same"])
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Flows of Invented Rivers. Part I", "Flows of Invented Rivers. Part 1"),
            ("Flows of Invented Rivers. Part I", "Flows of Invented Rivers. Part one"),
            ("Flows of Invented Rivers II", "Flows of Invented Rivers 2"),
            ("Flows of Invented Rivers, vol. 2", "Flows of Invented Rivers, Volume Two"),
            ("Flows of Invented Rivers, 2nd edition", "Flows of Invented Rivers, Second Edition"),
        ],
    )
    def test_one_number_in_another_spelling_is_no_other_part(self, one, other, doi):
        assert groups(record(one, doi=doi), record(other, source="three", doi=doi)) == 1

    def test_parts_with_letters(self):
        assert groups(record("Flows of Rivers, Volume A"), record("Flows of Rivers, Volume B", source="three")) == 2

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


JOURNAL, MEETING = WorkType.JOURNAL_ARTICLE, WorkType.PROCEEDINGS_ARTICLE


def isbns(*values):
    return tuple(Identifier(IdentifierKind.ISBN, value) for value in values)


class TestSubtitles:
    """Databases keep subtitles apart, write them into the title, or leave them out."""

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ({"subtitle": "A Theory"}, {"subtitle": "An Experiment"}),
            ({"subtitle": "A Theory"}, {"title": f"{TITLE}: An Experiment"}),
            ({"title": f"{TITLE}: A Theory"}, {"title": f"{TITLE} - An Experiment"}),
            ({"subtitle": "A Theory"}, {"subtitle": "An Experiment", "alternative_titles": (TITLE,)}),
            ({"subtitle": "A Theory", "alternative_titles": (TITLE,)}, {"subtitle": "An Experiment"}),
            ({}, {"subtitle": "A Reply"}),
            ({"title": "Ice: " + TITLE}, {"title": "Ice: " + TITLE, "subtitle": "A Review"}),
        ],
    )
    def test_others_make_other_works(self, one, two):
        assert groups(record(**one), record(source="three", **two)) == 2

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ({"subtitle": "A Theory"}, {"subtitle": "a theory"}),
            ({"subtitle": "A Theory"}, {"title": f"{TITLE} - A theory"}),
            (
                {"subtitle": "A Theory of Ice: the Case of Snow"},
                {"title": f"{TITLE}: A theory of ice. The case of snow"},
            ),
            ({"subtitle": "A Theory"}, {}),
            ({"title": "Ice: " + TITLE}, {"title": "Ice: " + TITLE, "subtitle": "Cold Flows"}),
            (
                {
                    "title": "Vom Eis der Seen",
                    "subtitle": "Ein Lied",
                    "alternative_titles": ("Ice of Lakes: A Theory",),
                },
                {
                    "title": "Ice of Lakes",
                    "subtitle": "A Theory",
                    "alternative_titles": ("Vom Eis der Seen: Ein Lied",),
                },
            ),
        ],
    )
    def test_one_in_other_spellings_makes_none(self, one, two):
        assert groups(record(**one), record(source="three", **two)) == 1

    def test_a_record_without_one_joins_no_two_that_have_others(self):
        theory, experiment = record(subtitle="A Theory"), record(subtitle="An Experiment", source="three")
        assert groups(theory, experiment, record(source="four")) == 2

    def test_without_people_a_missing_one_is_doubtful(self):
        one, two = (record(people=None, venue="J. Ex.", subtitle=s, source=s or "a") for s in (None, "A Theory"))
        assert groups(one, two) == 2

    def test_versions_that_are_linked_may_have_changed_it(self):
        one = record(subtitle="A Theory", arxiv_id="1801.00001")
        assert groups(one, record(subtitle="An Old Theory", arxiv_id="1801.00001", source="three")) == 1

    def test_one_left_off_at_its_end(self):
        one = record(subtitle="A Theory of Ice: the Case of Snow", doi="10.5555/b", same_as=("10.5555/c",))
        assert groups(one, record(subtitle="A Theory of Ice", doi="10.5555/c", source="three")) == 1


class TestSigns:
    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ("Searching large files in B+ trees", "Searching large files in B- trees"),
            ("Fates of CD4+ cells in ice", "Fates of CD4- cells in ice"),
            ("A short proof that P = NP", "A short proof that P ≠ NP"),
            ("Ten years of programming in C++", "Ten years of programming in C#"),
            ("Ten years of programming in C", "Ten years of programming in C#"),
        ],
    )
    def test_titles_that_differ_in_one_are_of_other_works(self, one, two):
        assert groups(record(one), record(two, source="three")) == 2
        assert groups(record(one, subtitle="A Theory"), record(two, source="three")) == 2
        assert groups(record(one), record(one, source="three")) == 1


class TestImprints:
    """Records of one title and the same people, which only their imprints tell apart."""

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ({"identifiers": isbns("9780000000001")}, {"identifiers": isbns("9780000000002", "9780000000003")}),
            ({"article_number": "e0012"}, {"article_number": "e0013"}),
            ({"pages": "1-9"}, {"pages": "11-19"}),
            ({"venue": "Journal of Examples", "volume": "7"}, {"venue": "J. Examples", "volume": "8"}),
            ({"type": JOURNAL, "volume": "7"}, {"type": JOURNAL, "volume": "8"}),
            (
                {"venue": "Journal of Examples", "volume": "7", "issue": "1"},
                {"venue": "J. Examples", "volume": "7", "issue": "2"},
            ),
            ({"venue": "Journal of Examples", "type": JOURNAL}, {"venue": "Annals of Another Kind", "type": JOURNAL}),
            ({"venue": "Journal of Examples", "type": JOURNAL}, {"venue": "Ice Symposium", "type": MEETING}),
            ({"venue": "Symposium on Ice", "year": 2019}, {"venue": "Conference on Examples", "year": 2020}),
            ({"type": WorkType.REPORT, "year": 2019}, {"type": WorkType.REPORT, "year": 2020}),
            ({"type": WorkType.PROCEEDINGS, "year": 2019}, {"type": WorkType.PROCEEDINGS, "year": 2020}),
            ({"edition": "2nd"}, {"edition": "Third edition"}),
            ({"title": f"{TITLE}, 2nd edition"}, {"title": f"{TITLE}, 2nd edition", "edition": "3"}),
        ],
    )
    def test_that_contradict_each_other(self, one, two):
        assert groups(record(**one), record(source="three", **two)) == 2

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ({"identifiers": isbns("9780000000001")}, {"identifiers": isbns("9780000000002", "9780000000001")}),
            ({"identifiers": isbns("9780000000001")}, {}),
            ({"article_number": "e0012"}, {"article_number": "12"}),
            ({"pages": "1-9"}, {"pages": "001"}),
            ({"pages": "1-9"}, {"article_number": "12"}),
            ({"volume": "7"}, {"volume": "8"}),
            ({"type": JOURNAL, "volume": "7"}, {"type": JOURNAL, "volume": "2020"}),
            ({"type": JOURNAL, "volume": "7"}, {"type": JOURNAL, "volume": "VII"}),
            ({"type": JOURNAL, "volume": "7", "issue": "1"}, {"type": JOURNAL, "volume": "07", "issue": "1-2"}),
            ({"venue": "Journal of Examples", "type": JOURNAL}, {"venue": "J. Ex.", "type": JOURNAL}),
            ({"venue": "VLDB J.", "type": JOURNAL}, {"venue": "The VLDB Journal -- On Large Data", "type": JOURNAL}),
            ({"venue": "Ice Letters", "type": JOURNAL}, {"venue": "Proc.", "type": JOURNAL}),
            ({"venue": "Ice", "venue_aliases": ("Examples",), "type": JOURNAL}, {"venue": "Examples", "type": JOURNAL}),
            ({"venue": "Symposium on Ice"}, {"venue": "Conference on Examples"}),
            ({"type": WorkType.REPORT, "year": 2019}, {"type": JOURNAL, "year": 2020}),
            ({"edition": "2nd ed."}, {"edition": "Second"}),
            ({"title": f"{TITLE}, 2nd edition"}, {"title": f"{TITLE}, second edition", "edition": "2"}),
        ],
    )
    def test_that_are_only_written_otherwise_or_not_known(self, one, two):
        assert groups(record(**one), record(source="three", **two)) == 1

    @pytest.mark.parametrize("fields", [{"pages": "1-40"}, {"volume": "3"}, {"venue": "arXiv"}, {"year": 2017}])
    def test_a_preprint_contradicts_none(self, fields):
        article = ARTICLE.model_copy(update={"pages": "101-9", "volume": "7"})
        assert groups(article, PREPRINT.model_copy(update=fields)) == 1


class TestSeries:
    """What comes out each year or issue under one title, often by the same people."""

    TITLES = (
        "Annual Report of the Invented Bank",
        "Editorial: Ice in Our Time",
        "Preface",
        "Proceedings of the Symposium on Ice",
        "Message from the chairs of the program",
        "The President's Page",
        "Jahresbericht der Erfinder",
        "Book review column",
    )

    @pytest.mark.parametrize("title", TITLES)
    @pytest.mark.parametrize("people", [None, PEOPLE])
    @pytest.mark.parametrize(
        "other", [{"year": 2020}, {"venue": "Annals of Another Kind"}, {"year": None}, {"venue": None}]
    )
    def test_of_another_year_or_venue(self, title, people, other):
        one = record(title, people, 2019, "J. Ex.")
        assert groups(one, record(title, people, source="three", **{"year": 2019, "venue": "J. Ex."} | other)) == 2

    @pytest.mark.parametrize("title", TITLES)
    def test_in_two_databases(self, title):
        one, two = (record(title, year=2019, venue=v, source=v) for v in ("J. Ex.", "Journal of Examples"))
        assert groups(one, two) == 1

    @pytest.mark.parametrize(("title", "number"), [("Annual Report of the Invented Bank", 1), ("Preface", 2)])
    def test_without_people(self, title, number):
        one, two = (record(title, None, 2019, v, source=v) for v in ("J. Ex.", "Journal of Examples"))
        assert groups(one, two) == number

    def test_records_without_a_year_join_no_two_years(self):
        first, second = (record(self.TITLES[0], year=y, venue="J. Ex.", source=str(y)) for y in (2019, 2020))
        assert groups(first, second, record(self.TITLES[0], year=None, venue="J. Ex.")) == 3


def test_two_records_alone():
    assert are_one_work(ARTICLE, ARTICLE)
    assert are_one_work(ARTICLE, PREPRINT)
    assert not are_one_work(ARTICLE, record(TITLE + " II"))
    assert are_one_work(record(), record())
    assert not are_one_work(record("Preface"), record("Preface", source="three"))


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


@pytest.mark.parametrize(
    ("title", "one_result"),
    [
        ("Scheduling flexible query operators over irregular streams of sensor readings", True),
        ("Schedulling flexible query operators over iregular streams of sensor readings", True),
        ("Scheduling the flexible query operators over irregular streams of a sensor readings", True),
        ("Flexible query operators over irregular streams of sensor readings", False),
        ("Scheduling flexible query operators over irregular streams of video readings", False),
        ("Scheduling inflexible query operators over irregular streams of sensor readings", False),
        ("A survey of scheduling flexible query operators over irregular streams of sensor readings", False),
        ("Scheduling 2 flexible query operators over irregular streams of sensor readings", False),
    ],
)
def test_a_misspelt_title_joins_records_of_one_publication(title: str, one_result: bool) -> None:
    whole = "Scheduling flexible query operators over irregular streams of sensor readings"
    known = make_record(whole, ["Ada Keller", "Boris Lindqvist"], 2001, "VLDB")
    other = make_record(title, ["A. Keller", "B. Lindqvist"], 2001, "Very Large Data Bases", source="other")
    assert (len(group_results([known, other])) == 1) is one_result
    for changed in ({"year": 2003}, {"authors": ()}, {"authors": make_record(None, ["Dora Novak"]).authors}):
        assert title == whole or len(group_results([known, other.model_copy(update=changed)])) == 2
    assert title == whole or len(group_results([known, other.model_copy(update={"venue": "SIGMOD"})])) == 2


def test_columns_with_misspelt_names_stay_apart() -> None:
    people = ["Ada Keller"]
    assert not are_one_work(
        make_record("Annual report of the society of birdsong", people, 2001, "Journal of Examples"),
        make_record("Annual report of the socieety of birdsong", people, 2001, "Journal of Examples", source="other"),
    )


def test_a_record_without_a_title_is_compared_too() -> None:
    known = make_record("Scheduling flexible query operators", ["Ada Keller"], 2001)
    assert not are_one_work(known, make_record(None, ["Ada Keller"], 2001, source="other"))
    assert not are_one_work(make_record(None, ["Ada Keller"], 2001, source="other"), known)

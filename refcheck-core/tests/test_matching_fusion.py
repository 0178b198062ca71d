"""Results of several databases fused into one list."""

from __future__ import annotations

import pytest

from refcheck_core.matching import fuse, within_years
from refcheck_core.matching.fusion import Fused, FusedWork, same_version
from refcheck_core.models import Notice, NoticeKind, WorkType
from refcheck_core.testing.builders import make_record

TITLE = "On the Drift of Invented Glaciers"
PEOPLE = ["Jane Roe", "Max Muster"]
PLACES = {"crossref": 0, "arxiv": 1, "s2": 2}


def work_about(number: int, source: str):
    return make_record(
        f"Invented Subject Number {number} of Many", [f"Ann Other{number}"], 2000 + number, source=source
    )


def article(**fields):
    given = {"doi": "10.5555/a", "type": WorkType.JOURNAL_ARTICLE, "year": 2020, "venue": "Journal of Examples"}
    given.update(fields)
    return make_record(TITLE, PEOPLE, **given)


PREPRINT = make_record(
    TITLE,
    PEOPLE,
    2018,
    "arXiv",
    source="arxiv",
    doi="10.48550/arxiv.1801.00001",
    arxiv_id="1801.00001",
    type=WorkType.POSTED_CONTENT,
    abstract="We drift.",
    url="https://arxiv.org/abs/1801.00001",
)


def fused(*records) -> FusedWork:
    results: dict[str, list] = {}
    for record in records:
        results.setdefault(record.source, []).append(record)
    (work,) = fuse(results, PLACES)
    return work


class TestRanking:
    def test_a_work_that_several_databases_place_high_stands_high(self):
        results = {
            "crossref": [work_about(n, "crossref") for n in (1, 2, 3)],
            "s2": [work_about(n, "s2") for n in (4, 3, 2)],
            "arxiv": [work_about(n, "arxiv") for n in (5, 3)],
        }
        works = fuse(results, PLACES)
        assert [w.lead.year - 2000 for w in works] == [3, 2, 1, 5, 4]
        assert works[0].score == pytest.approx(1 / 63 + 1 / 62 + 1 / 62)
        assert works[0].sources == ("crossref", "arxiv", "s2")

    def test_a_database_votes_once_for_a_work_with_its_best_rank(self):
        twice = [article(source="s2", doi=None, source_id=i) for i in ("1", "2")]
        (work,) = fuse({"s2": twice}, PLACES)
        assert work.score == 1 / 61
        assert len(work.records) == 2

    def test_a_record_that_a_database_gives_twice(self):
        one, two = article(), work_about(1, "crossref")
        works = fuse({"crossref": [one, two, one]}, PLACES)
        assert [w.score for w in works] == [1 / 61, 1 / 62]

    def test_ties_go_to_the_database_that_is_believed_more(self):
        results = {name: [work_about(n, name)] for n, name in enumerate(("s2", "arxiv", "crossref"), 1)}
        assert [w.lead.source for w in fuse(results, PLACES)] == ["crossref", "arxiv", "s2"]

    def test_nothing(self):
        assert fuse({}, {}) == ()
        assert fuse({"s2": []}, PLACES) == ()


class TestFields:
    def test_the_published_version_of_the_registry_leads(self):
        work = fused(PREPRINT, article(source="s2", venue="J. Ex."), article())
        assert work.lead == article()
        assert work.sources == ("crossref", "s2", "arxiv")

    def test_preprint_and_article_are_one_with_both_ids(self):
        work = fused(PREPRINT, article())
        assert (work.doi, work.arxiv_id) == (Fused("10.5555/a", "crossref"), Fused("1801.00001", "arxiv"))
        assert work.other_dois == ("10.48550/arxiv.1801.00001",)
        assert work.year == Fused(2020, "crossref")
        assert work.abstract == Fused("We drift.", "arxiv")

    def test_a_preprint_alone_keeps_its_doi(self):
        work = fused(PREPRINT)
        assert work.doi == Fused("10.48550/arxiv.1801.00001", "arxiv")
        assert work.other_dois == ()

    def test_a_published_work_does_not_get_the_doi_of_its_preprint(self):
        work = fused(article(source="s2", doi="10.48550/arxiv.1801.00001", venue="Invented Conference"), PREPRINT)
        assert (work.lead.source, work.doi) == ("s2", None)
        assert work.other_dois == ("10.48550/arxiv.1801.00001",)
        assert work.arxiv_id == Fused("1801.00001", "s2")

    def test_gaps_are_filled_from_the_same_version_and_the_origin_is_kept(self):
        bare = make_record(TITLE, None, doi="10.5555/a")
        work = fused(bare, article(source="s2", url="https://example.org/a"), PREPRINT)
        assert work.authors == Fused(article().authors, "s2")
        assert (work.year, work.venue) == (Fused(2020, "s2"), Fused("Journal of Examples", "s2"))
        assert (work.type, work.url) == (Fused(WorkType.JOURNAL_ARTICLE, "s2"), Fused("https://example.org/a", "s2"))
        assert work.title == Fused(TITLE, "crossref")

    def test_gaps_are_not_filled_from_another_version(self):
        work = fused(article(venue=None, year=None), PREPRINT)
        assert (work.lead.source, work.year, work.venue, work.url) == ("crossref", None, None, None)

    def test_gaps_of_an_article_are_not_filled_from_the_paper_of_a_conference(self):
        lead = article(venue=None, url=None)
        paper = article(
            source="s2",
            doi=None,
            venue="Symposium on Ice",
            type=WorkType.PROCEEDINGS_ARTICLE,
            url="https://example.org",
        )
        work = fused(lead, paper)
        assert (work.type, work.venue, work.url) == (Fused(WorkType.JOURNAL_ARTICLE, "crossref"), None, None)

    def test_a_record_that_contradicts_one_that_filled_a_gap_fills_none(self):
        bare = make_record(TITLE, PEOPLE, None, doi="10.5555/a")
        one = make_record(TITLE, PEOPLE, 2019, source="arxiv", type=WorkType.JOURNAL_ARTICLE)
        two = make_record(TITLE, PEOPLE, 2020, "Annals", source="s2", type=WorkType.JOURNAL_ARTICLE)
        work = fused(bare, one, two)
        assert (work.year, work.venue) == (Fused(2019, "arxiv"), None)

    def test_a_whole_list_of_authors_goes_before_a_cut_one(self):
        cut = article().model_copy(update={"authors": article().authors[:1], "authors_complete": False})
        assert fused(cut, article(source="s2")).authors == Fused(article().authors, "s2")
        assert fused(cut).authors == Fused(cut.authors, "crossref")
        assert fused(make_record(TITLE)).authors is None


class TestStatus:
    @pytest.mark.parametrize(
        ("kinds", "status"),
        [
            ([], None),
            ([NoticeKind.CORRECTION, NoticeKind.OTHER], None),
            ([NoticeKind.EXPRESSION_OF_CONCERN, NoticeKind.RETRACTION], "retracted"),
            ([NoticeKind.REMOVAL], "removed"),
            ([NoticeKind.EXPRESSION_OF_CONCERN], "expression of concern"),
        ],
    )
    def test_of_notices(self, kinds, status):
        notices = tuple(Notice(kind=k) for k in kinds)
        assert fused(article(source="s2"), article(notices=notices)).status == status

    @pytest.mark.parametrize(
        ("mark", "status"),
        [
            ("RETRACTED: ", "retracted"),
            ("Retracted Article: ", "retracted"),
            ("[Withdrawn] ", "withdrawn"),
            ("Retraction of: ", None),
            ("Removed Sediments and ", None),
        ],
    )
    def test_of_a_mark_in_the_title(self, mark, status):
        assert fused(make_record(f"{mark}{TITLE}", PEOPLE, 2020, source="s2")).status == status

    def test_of_another_version_is_told_apart(self):
        withdrawn = PREPRINT.model_copy(update={"notices": (Notice(kind=NoticeKind.WITHDRAWAL),)})
        work = fused(article(), withdrawn)
        assert work.status is None
        assert work.other_status == ((withdrawn, "withdrawn"),)
        assert fused(article(), PREPRINT).other_status == ()


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        (article(), article(source="s2", year=2018), True),
        (article(), article(doi="10.5555/b", same_as=("10.5555/a",)), True),
        (article(), article(doi="10.5555/b"), False),
        (article(), article(doi=None), True),
        (article(), article(doi=None, venue=None), True),
        (article(), article(doi=None, year=2021), False),
        (article(), article(doi=None, year=None, venue="Annals of Another Kind"), False),
        (article(), article(type=WorkType.POSTED_CONTENT), False),
        (article(), article(type=WorkType.PROCEEDINGS_ARTICLE), True),
        (article(), article(doi=None, type=WorkType.PROCEEDINGS_ARTICLE), False),
        (article(), article(doi=None, type=WorkType.PROCEEDINGS_ARTICLE, venue=None, year=None), False),
        (article(), article(doi=None, type=WorkType.BOOK_CHAPTER), False),
        (article(), article(doi=None, type=WorkType.REPORT), False),
        (article(), article(doi=None, type=WorkType.OTHER), True),
        (article(), article(doi=None, type=None), True),
        (article(type=None), article(doi=None, type=WorkType.BOOK), True),
        (article(type=WorkType.BOOK), article(doi=None, type=WorkType.MONOGRAPH), True),
        (article(type=WorkType.BOOK), article(doi=None, type=WorkType.BOOK_CHAPTER), False),
        (article(type=WorkType.BOOK_CHAPTER), article(doi=None, type=WorkType.PROCEEDINGS_ARTICLE), True),
        (article(pages="1-9"), article(doi=None, pages="11-19"), False),
        (article(), article(doi=None, venue="Ex. Letters", venue_aliases=("J. Examples",)), True),
        (article(venue="arXiv"), article(doi=None), False),
        (PREPRINT, PREPRINT.model_copy(update={"doi": None, "source": "s2"}), True),
        (PREPRINT, make_record(TITLE, PEOPLE, type=WorkType.POSTED_CONTENT), False),
        (*[make_record(TITLE, source=s, type=WorkType.POSTED_CONTENT) for s in ("s2", "arxiv")], False),
    ],
)
def test_same_version(one, two, same):
    assert same_version(one, two) is same
    assert same_version(two, one) is same


class TestYears:
    RECORDS = (*(work_about(n, "s2") for n in (1, 2, 3)), make_record(TITLE, source="s2"))

    @pytest.mark.parametrize(
        ("first", "last", "kept"),
        [(2002, None, [2, 3]), (None, 2002, [1, 2]), (2002, 2002, [2]), (2004, None, []), (2001, 2003, [1, 2, 3])],
    )
    def test_a_range(self, first, last, kept):
        records, undated = within_years(self.RECORDS, first, last)
        assert [r.year - 2000 for r in records] == kept
        assert undated == 1

    def test_no_range(self):
        assert within_years(self.RECORDS, None, None) == (self.RECORDS, 0)

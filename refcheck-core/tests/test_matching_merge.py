"""Records merged into works."""

from __future__ import annotations

import pytest

from refcheck_core.matching import merge
from refcheck_core.matching.merge import titles_fit
from refcheck_core.models import Author, Record, WorkType
from refcheck_core.testing.builders import make_record

TITLE = "Some Invented Long Title"


def together(one: Record, two: Record) -> bool:
    assert len(merge([one, two])) == len(merge([two, one]))
    return len(merge([one, two])) == 1


PREPRINT = make_record(
    TITLE,
    ["Jane Roe", "Max Muster"],
    2019,
    "arXiv",
    source="arxiv",
    arxiv_id="1901.00001",
    doi="10.48550/arxiv.1901.00001",
    type=WorkType.POSTED_CONTENT,
)
ARTICLE = make_record(
    TITLE, ["Roe, J.", "Muster, M."], 2020, "Journal of Examples", doi="10.5555/a", type=WorkType.JOURNAL_ARTICLE
)


def test_preprint_and_article_are_one_work_and_the_article_leads() -> None:
    (work,) = merge([PREPRINT, ARTICLE])
    assert work.lead == ARTICLE
    assert work.years == {2019, 2020}
    assert work.dois == {"10.48550/arxiv.1901.00001", "10.5555/a"}
    assert work.arxiv_ids == {"1901.00001"}
    assert work.sources == ("crossref", "arxiv")


@pytest.mark.parametrize(
    "other",
    [
        make_record("Another Title", ["Jane Roe", "Max Muster"], 2020, doi="10.5555/b"),
        make_record(TITLE + " II", ["Jane Roe", "Max Muster"], 2020, doi="10.5555/b"),
        make_record(TITLE, ["Ann Other"], 2020, doi="10.5555/b"),
        make_record(TITLE, ["Jane Roe", "Max Muster"], 2001, doi="10.5555/b"),
        make_record(TITLE, ["Jane Roe", "Max Muster"], 2020, doi="10.5555/b", type=WorkType.PEER_REVIEW),
        make_record(TITLE, ["Jane Roe", "Max Muster"], 2020, doi="10.5555/b", reviews=("10.5555/a",)),
        make_record("Something Else Entirely", ["Ann Other"], 2020, doi="10.5555/a", source="two"),
        make_record("Something Else Entirely", ["Jane Roe", "Max Muster"], 2020, doi="10.5555/a", source="two"),
        make_record(TITLE, None, 2010, doi="10.5555/b"),
        make_record(TITLE, None, 2020, doi="10.5555/b"),
        make_record(None, ["Jane Roe", "Max Muster"], 2020),
    ],
)
def test_kept_apart(other: Record) -> None:
    assert not together(ARTICLE, other)


@pytest.mark.parametrize(
    "other",
    [
        make_record(None, None, None, doi="10.5555/a", source="two"),
        make_record(TITLE, ["Jane Roe", "Max Muster"], None, source="two"),
        make_record(TITLE, None, 2020, source="two"),
        make_record("Some invented long title: A subtitle", ["J. Roe", "M. Muster"], 2020, source="two"),
        make_record("Some Invented Long Title", ["Ann Other"], 2001, doi="10.5555/p", published_as=("10.5555/a",)),
        make_record("Some Invented Long Title", ["Ann Other"], 2001, doi="10.5555/p", same_as=("10.5555/a",)),
    ],
)
def test_merged(other: Record) -> None:
    assert together(ARTICLE, other)


def test_a_link_does_not_join_works_of_other_titles() -> None:
    wrong = make_record(
        "Something Else Entirely Different", ["Jane Roe"], 2019, doi="10.5555/p", published_as=("10.5555/a",)
    )
    assert not together(ARTICLE, wrong)


def test_generic_titles_need_authors_and_year() -> None:
    one = make_record("Introduction", ["Jane Roe"], 2001, doi="10.5555/1")
    assert not together(one, make_record("Introduction", ["Jane Roe"], 2004, doi="10.5555/2"))
    assert not together(one, make_record("Introduction", None, 2001, doi="10.5555/2"))
    assert together(one, make_record("Introduction", ["J. Roe"], 2001, doi="10.5555/2"))


def test_reviews_of_each_other_stay_apart_and_components_join_by_doi_only() -> None:
    review = make_record(TITLE, ["Ann Other"], 2020, doi="10.5555/r", type=WorkType.PEER_REVIEW)
    assert together(review, review.model_copy(update={"source": "two"}))
    assert not together(review, review.model_copy(update={"doi": None, "source": "two"}))


def test_merging_joins_through_a_third_record() -> None:
    bridge = make_record(TITLE, ["Jane Roe"], 2019, source="s2", arxiv_id="1901.00001", doi="10.5555/a")
    far = ARTICLE.model_copy(update={"title": "Some Invented Long Title!", "authors": (Author(literal="Roe"),)})
    assert len(merge([PREPRINT, far, bridge])) == 1


def test_records_that_differ_in_little_have_an_order_too() -> None:
    one, two = (ARTICLE.model_copy(update={"abstract": text}) for text in ("One.", "Two."))
    assert merge([one, two]) == merge([two, one])


def test_authors_of_a_work_come_from_a_complete_list() -> None:
    cut = ARTICLE.model_copy(update={"authors": ARTICLE.authors[:1], "authors_complete": False, "source": "cut"})
    (work,) = merge([cut, PREPRINT])
    assert len(work.authors) == 2
    assert merge([cut])[0].authors == cut.authors
    assert merge([make_record(TITLE)])[0].authors == ()


@pytest.mark.parametrize(
    ("first", "second", "works"),
    [
        ({"year": 1983, "volume": "4"}, {"year": 1984, "volume": "5"}, 2),
        ({"year": 1983, "volume": "4", "pages": "1-2"}, {"year": 1983, "volume": "4", "pages": "90-92"}, 2),
        ({"year": 1983, "volume": "4"}, {"year": 1983, "source": "other"}, 1),
        ({"year": 1983}, {"year": 1984, "venue": "Another Journal"}, 1),
        ({"year": 1983}, {"year": 1984, "authors": ARTICLE.authors}, 1),
    ],
)
def test_what_a_journal_prints_again_each_year_without_authors_is_another_work(first, second, works) -> None:
    bare = make_record("Index to Sample Output from Various Devices", None, venue="TUGboat")
    pair = [bare.model_copy(update=changes) for changes in (first, second)]
    assert len(merge(pair)) == works


@pytest.mark.parametrize("ending", [": A Survey of B+ Trees", " in Three Dimensions for Nobody at All"])
def test_titles_fit_whichever_record_comes_first(ending: str) -> None:
    whole = make_record(TITLE + ending, ["Jane Roe"], doi="10.5555/a")
    main = make_record(TITLE, ["Jane Roe"], doi="10.5555/a")
    assert not titles_fit(whole, main)
    assert not titles_fit(main, whole)
    assert not together(main, whole)
    assert titles_fit(main, make_record(None, ["Jane Roe"]))

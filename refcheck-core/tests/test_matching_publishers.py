"""Books and theses that are claimed to have come out elsewhere."""

from __future__ import annotations

import pytest

from refcheck_core.matching import merge
from refcheck_core.matching.comparison import Agreement
from refcheck_core.matching.publishers import are_book_and_article
from refcheck_core.matching.venues import compare_venues
from refcheck_core.models import Record, Severity, WorkType
from refcheck_core.testing.builders import make_record

BOOK = make_record(
    "A Theory of Examples", ["Ann Author"], 1949, type=WorkType.BOOK, publisher="University of Illinois Press"
)
THESIS = make_record(
    "On Examples", ["Ann Author"], 2000, type=WorkType.DISSERTATION, publisher="University of California, Irvine"
)


@pytest.mark.parametrize(
    ("claimed", "record"),
    [
        ("Bell System Technical Journal", BOOK),
        ("Nature", BOOK),
        ("The Philosophical Review", BOOK),
        ("PhD thesis, Stanford University", THESIS),
    ],
)
def test_it_came_out_elsewhere(claimed: str, record: Record) -> None:
    compared = compare_venues(claimed, record, (record,))
    assert compared.agreement is Agreement.DIFFER
    assert [d.severity for d in compared.discrepancies] == [Severity.ERROR]
    assert str(record.publisher) in compared.discrepancies[0].message


@pytest.mark.parametrize(
    ("claimed", "record"),
    [
        ("Dover Publications", BOOK),
        ("Bell System Technical Journal", BOOK.model_copy(update={"publisher": None})),
        ("Bell System Technical Journal", BOOK.model_copy(update={"type": None})),
        ("PhD thesis, MIT", THESIS),
        ("PhD thesis, TU Wien", THESIS),
        ("PhD thesis", THESIS),
        ("PhD thesis, State University", THESIS),
        ("University of California at Irvine", THESIS),
        ("Stanford University", THESIS.model_copy(update={"publisher": "ProQuest"})),
        ("Stanford University", THESIS.model_copy(update={"type": WorkType.REPORT})),
    ],
)
def test_nothing_says_that_it_did(claimed: str, record: Record) -> None:
    assert compare_venues(claimed, record, (record,)).agreement is not Agreement.DIFFER


def test_a_database_that_lists_a_book_and_an_article_lists_two_works() -> None:
    article = make_record(
        "A Theory of Examples", ["Ann Author"], 1948, "Journal of Examples", type=WorkType.JOURNAL_ARTICLE
    )
    assert are_book_and_article(article, BOOK)
    assert are_book_and_article(BOOK, article)
    assert len(merge((article, BOOK))) == 2
    assert len(merge((article, BOOK.model_copy(update={"source": "other"})))) == 1
    assert not are_book_and_article(BOOK, THESIS)

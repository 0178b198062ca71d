"""What stands beside a title in a citation string, and is no part of it."""

from __future__ import annotations

import pytest

from refcheck_core.matching import Rules, decide, merge
from refcheck_core.matching.citation import claim_from_citation
from refcheck_core.models import Claim, Record, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_record

QUESTION = make_record(
    "Can a Machine Really Finish Your Sentence?",
    ["Rowan Example", "Ari Sample"],
    2019,
    "Proceedings of the 57th Annual Meeting of the Association for Examples",
    type=WorkType.PROCEEDINGS_ARTICLE,
)
MEMORY = make_record("Recurrent Memory Example", ["Aydar Bulatov", "Yuri Kuratov", "Mikhail Burtsev"], 2022, "arXiv")


def verdict(citation: str, *records: Record) -> Verdict:
    return decide(Claim(citation=citation), merge(records), (), Rules(this_year=2026)).verdict


def read(citation: str, record: Record) -> Claim:
    return claim_from_citation(Claim(citation=citation), Work(records=(record,)))


@pytest.mark.parametrize(
    "after",
    [
        "In Proceedings of the Meeting of the Association for Examples, pages 1-9, 2019.",
        "In ACL, 2019.",
        "arXiv preprint, 2019.",
    ],
)
def test_a_collection_behind_a_question_is_no_subtitle(after: str) -> None:
    citation = f"Rowan Example and Ari Sample. Can a machine really finish your sentence? {after}"
    assert read(citation, QUESTION).title == "Can a machine really finish your sentence"


def test_a_subtitle_behind_a_question_is_one() -> None:
    citation = "Rowan Example. Can a machine really finish your sentence? In defence of rules. 2019."
    assert read(citation, QUESTION).title == "Can a machine really finish your sentence? In defence of rules"


def test_a_year_within_a_venue_does_not_cut_it() -> None:
    citation = "Aydar Bulatov, et al. Recurrent memory example. In Proceedings of the 2022 Symposium on Other Things."
    assert read(citation, MEMORY).venue is None
    assert read(citation.replace("of the 2022 Symposium", "on Things 2022, Symposium"), MEMORY).venue is not None


def test_names_of_single_letters_are_claimed_authors() -> None:
    citation = "A Bulatov, M S, G S, and D D. Recurrent memory example. arXiv, 2022."
    assert verdict(citation, MEMORY) is Verdict.PARTIAL_MATCH
    assert (
        verdict("A Bulatov, Y Kuratov, M Burtsev. Recurrent memory example. arXiv, 2022.", MEMORY) is Verdict.VERIFIED
    )


@pytest.mark.parametrize("before", ["9" * 5 + " Example", "one two three four five six seven"])
def test_what_cannot_be_a_name_is_none(before: str) -> None:
    claim = read(f"{before}, Aydar Bulatov. Recurrent memory example. 2022.", MEMORY)
    assert [a.family for a in claim.authors][-1] == "Bulatov"


class TestNamesOfJournals:
    BOOK = make_record("Artificial Intelligence", ["Patrick Winston"], 1989, type=WorkType.BOOK)

    def test_a_journal_is_no_cited_book(self) -> None:
        citation = "Nolan Bard et al. The Hanabi challenge: A new frontier. Artificial Intelligence, 280, 2020."
        assert verdict(citation, self.BOOK) is Verdict.NOT_FOUND

    def test_the_book_itself(self) -> None:
        assert verdict("Winston, P. (1989). Artificial Intelligence.", self.BOOK) is Verdict.VERIFIED
        assert verdict("Artificial Intelligence. 1989.", self.BOOK) is not Verdict.NOT_FOUND

    def test_a_work_without_authors(self) -> None:
        anonymous = make_record("Cambridge University Press", None, 1999, "TUGboat")
        assert (
            verdict("TUGboat editors. Cambridge University Press. TUGboat, 1999.", anonymous) is not Verdict.NOT_FOUND
        )

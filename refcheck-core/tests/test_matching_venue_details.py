"""Small rules of names of venues: misspellings, sections, societies, editions, and what stands beside a name."""

from __future__ import annotations

import pytest

from refcheck_core.matching.venue_forms import is_well_known, prepare_venue, same_venue
from refcheck_core.matching.venues import compare_venues
from refcheck_core.models import WorkType
from refcheck_core.testing.builders import make_record


def agree(one: str, two: str) -> bool:
    assert same_venue(one, two) is same_venue(two, one)
    return same_venue(one, two)


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("Annals of Invented Musik Theory", "Annals of Invented Music Theory", True),
        ("Annals of Invented Rook Theory", "Annals of Invented Rock Theory", False),  # short words are other words
        ("Annals of Inventad Musik Theory", "Annals of Invented Music Theory", True),
        ("Annals of Inventat Music Theory", "Annals of Invented Music Theory", False),  # two letters of one word
        ("Musik Theory", "Music Theory", True),
        ("Gut Musik", "Gut Music", False),  # a short name
    ],
)
def test_a_letter_may_be_wrong_in_a_long_word_of_a_long_name(one: str, two: str, same: bool) -> None:
    assert agree(one, two) is same


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("IEEE Transactions on Rivers I", "IEEE Transactions on Rivers II", False),
        ("IEEE Transactions on Rivers II", "IEEE Transactions on Rivers Part II: Floods", False),
        ("IEEE Transactions on Rivers II", "IEEE Transactions on Rivers II: Floods", True),
        ("Journal of Rivers A", "Journal of Rivers A: Floods", True),
        ("Journal of Rivers A", "Journal of Rivers B: Floods", False),
        ("Journal of Rivers", "Journal of Rivers A", False),
    ],
)
def test_sections_of_a_journal(one: str, two: str, same: bool) -> None:
    assert agree(one, two) is same


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("IEEE Transactions on Rivers", "ACM Transactions on Rivers", False),
        ("IEEE Transactions on Rivers", "Transactions on Rivers", True),
        ("IEEE Transactions on Rivers", "IEEE Trans. Rivers", True),
        ("IEEE/ACM Transactions on Rivers", "ACM Transactions on Rivers", True),
        ("IEEE Conference on Rivers", "ACM Conference on Rivers", True),  # held by both in turn
    ],
)
def test_societies_of_journals(one: str, two: str, same: bool) -> None:
    assert agree(one, two) is same


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("BMJ Rivers (British edition)", "BMJ Rivers (American edition)", False),
        ("BMJ Rivers (British edition)", "BMJ Rivers", True),
        ("Rivers (New York, N.Y.)", "Rivers (London)", True),
    ],
)
def test_editions_of_a_journal(one: str, two: str, same: bool) -> None:
    assert agree(one, two) is same


@pytest.mark.parametrize(
    "beside",
    [
        ", vol. 5, pp. 1-10",
        ", Volume 12, Issue 3",
        " 2019",
        ", May 12, 2019",
        " (CORI 2019)",
    ],
)
def test_what_stands_behind_a_name_is_none_of_it(beside: str) -> None:
    assert agree(f"Conference on Rivers{beside}", "Conference on Rivers")
    assert not agree(f"Conference on Rivers{beside}", "Conference on Lakes")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Annals of Micro-biology", "Annals of Microbiology"),
        ("Annals of Micro- biology", "Ann. Microbiol."),
        ("Annals of Micro-biology", "Annals of Micro-biol-ogy"),
    ],
)
def test_a_hyphen_of_a_line_break(one: str, two: str) -> None:
    assert agree(one, two)


@pytest.mark.parametrize(
    ("acronym", "name", "same"),
    [
        ("JIR", "Journal of Invented Rivers", True),
        ("CIR 2019", "Conference on Invented Rivers", True),
        ("CIRS", "Annual Conference on Invented River Systems", True),
        ("CIRS", "Proceedings of the IEEE Conference on Invented River Systems", True),
        ("IRS", "ACM Conference on Invented River Systems", True),
        ("TIRS", "IEEE Transactions on Invented River Systems", True),
        ("TOIRS", "ACM Transactions on Invented River Systems", True),
        ("IR", "Invented Rivers", False),
        ("JIS", "Journal of Invented Rivers", False),
        ("SIR", "Symposium on Rivers of Invention (SIR)", True),
    ],
)
def test_acronyms_of_three_letters_and_more(acronym: str, name: str, same: bool) -> None:
    assert agree(acronym, name) is same


def test_a_place_has_three_parts_at_most() -> None:
    name = "Conference on Rivers, Lakes"
    assert agree(f"{name}, Halifax, NS, Canada, August 13, 2017", name)
    assert agree(f"{name}, Oslo, Norway, August 13, 2017", name)


@pytest.mark.parametrize("beside", ["Workshop", "Student Session", "Tutorials", "Companion", "Demonstrations"])
def test_side_events_are_not_the_conference(beside: str) -> None:
    assert not agree(f"Conference on Rivers {beside}", "Conference on Rivers")
    assert agree(f"Conference on Rivers {beside}", f"Proceedings of the Conference on Rivers {beside}")


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("NeurIPS", True),
        ("Advances in Neural Information Processing Systems", True),
        ("Journal of Machine Learning Research", True),
        ("FAT", False),  # a word in capitals as well
        ("tip", False),
        ("Journal of Invented Rivers", False),
    ],
)
def test_names_that_are_known_for_venues(name: str, known: bool) -> None:
    assert is_well_known(name) is known


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Proceedings of the 23rd International Conference on Invented Rivers", ("invented", "rivers")),
        ("2019 IEEE Symposium on the Rivers of Invention", ("rivers", "invention")),
        ("Physical Review A", ("physical", "review", "a")),
        ("Journal of Rivers", ("journal", "rivers")),
    ],
)
def test_the_words_that_tell_a_venue(name: str, words: tuple[str, ...]) -> None:
    assert prepare_venue(name).words == words


class TestComparedWithAWork:
    @pytest.mark.parametrize("kind", [None, WorkType.POSTED_CONTENT])
    def test_a_server_as_venue_contradicts_no_journal(self, kind: WorkType | None) -> None:
        """A database may name the server of a work whose kind it does not tell."""
        record = make_record("T", ["A B"], 2001, "bioRxiv", type=kind)
        (found,) = compare_venues("Journal of Rivers", record, [record]).discrepancies
        assert found.message == (
            "Venue not confirmed: claimed 'Journal of Rivers', but only a version on bioRxiv was found."
        )

    def test_any_record_may_confirm(self) -> None:
        one = make_record("T", ["A B"], 2001, "Journal of Lakes", type=WorkType.JOURNAL_ARTICLE)
        two = make_record("T", ["A B"], 2001, "J. Rivers", source="two", type=WorkType.JOURNAL_ARTICLE)
        assert compare_venues("Journal of Rivers", one, [one, two]).exact
        assert compare_venues("Journal of Rivers", one, [one]).in_error

    def test_a_submission_confirms_no_venue(self) -> None:
        sent = make_record("T", ["A B"], 2001, submitted_to="ICLR", type=WorkType.OTHER)
        assert compare_venues("ICLR", sent, [sent]).in_error

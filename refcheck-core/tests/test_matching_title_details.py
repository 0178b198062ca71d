"""Small rules of titles: names before them, notes beside them, and what is told of a difference."""

from __future__ import annotations

import pytest

from refcheck_core.matching.additions import question_addition
from refcheck_core.matching.comparison import Agreement
from refcheck_core.matching.titles import compare_titles, is_misspelling, same_title
from refcheck_core.matching.words import is_generic
from refcheck_core.models import Discrepancy, DiscrepancyField, Severity

BASE = "A large-scale image base of invented rivers"


class TestNamesBeforeTitles:
    """The name of a method or tool is a word or two with a capital inside, or a digit; databases leave it out."""

    @pytest.mark.parametrize("name", ["ImageNet", "T5", "GPT-2", "Big ImageNet", "mT5"])
    def test_are_a_warning_if_the_authors_agree(self, name: str) -> None:
        for claimed, found in ((f"{name}: {BASE}", BASE), (BASE, f"{name}: {BASE}")):
            comparison = compare_titles(claimed, [found], authors_agree=True)
            assert (comparison.agreement, comparison.severity) == (Agreement.AGREE, Severity.WARNING)
            assert compare_titles(claimed, [found], authors_agree=False).in_error

    @pytest.mark.parametrize("words", ["Rivers", "Very big ImageNet", "Unheard-of"])
    def test_are_not_other_words(self, words: str) -> None:
        comparison = compare_titles(f"{words}: {BASE}", [BASE], authors_agree=True)
        assert comparison.severity is not Severity.WARNING


class TestNotesBesideTitles:
    @pytest.mark.parametrize(
        ("one", "two"),
        [("Second Edition", "2nd edition"), ("third edition", "3rd ed."), ("Tenth Edition", "10th Edition")],
    )
    def test_editions_are_one_in_words_and_digits(self, one: str, two: str) -> None:
        assert compare_titles(f"Deep nets, {one}", [f"Deep nets, {two}"], authors_agree=True).agrees

    @pytest.mark.parametrize(
        ("claimed", "found", "what"),
        [
            ("Chapter 2. Elastic rods", "Chapter 3. Elastic rods", "chapter 3"),
            ("Elastic rods, Second Edition", "Elastic rods, 3rd edition", "edition 3"),
        ],
    )
    def test_other_numbers_are_told(self, claimed: str, found: str, what: str) -> None:
        comparison = compare_titles(claimed, [found], authors_agree=True)
        (error,) = comparison.discrepancies
        assert error.severity is Severity.ERROR
        assert error.message == f"Title mismatch: claimed '{claimed}', found '{found}' ({what})."

    @pytest.mark.parametrize("chapter", ["Chapter II. ", "chapter 2: ", "Ch. ii ", "Kapitel 2. "])
    def test_chapters_are_one_in_every_spelling(self, chapter: str) -> None:
        assert compare_titles(f"{chapter}Elastic rods", ["Chapter 2. Elastic rods"], authors_agree=True).agrees
        assert compare_titles(f"{chapter}Elastic rods", ["Chapter 3. Elastic rods"], authors_agree=True).in_error

    @pytest.mark.parametrize("note", ["(extended abstract)", "(in German)", "Second Edition"])
    def test_one_side_without_a_note(self, note: str) -> None:
        claimed = f"Elastic rods of rivers {note}"
        (info,) = compare_titles(claimed, ["Elastic rods of rivers"], authors_agree=True).discrepancies
        assert info.severity is Severity.INFO
        assert info.message == f"Note beside the title: claimed '{claimed}', found 'Elastic rods of rivers'."


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Flows in rivers: two models", "Flows in rivers: 2 models"),
        ("On random graphs I", "On random graphs 1"),
        ("Data base models", "Database models"),
        ("Colour models", "Color models"),
        ("Graphs versus trees", "Graphs vs. trees"),
    ],
)
def test_spellings_of_one_title(one: str, two: str) -> None:
    assert same_title(one, two)
    assert same_title(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("on the spaces", "On the spaces [Über die Räume]"),
        ("ON THE SPACES", "On the spaces = Über die Räume"),
        ("über die räume", "On the spaces = Über die Räume"),
        ("Über die Räume = On the spaces", "On the spaces = Sur les espaces = Über die Räume"),
    ],
)
def test_titles_in_several_languages(one: str, two: str) -> None:
    for claimed, found in ((one, two), (two, one)):
        assert compare_titles(claimed, [found], authors_agree=True).agrees
        assert not compare_titles(claimed, [found], authors_agree=False).agrees


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("On the spaces [Review of Über die Räume]", "Über die Räume"),
        ("Über die Räume = On the spaces", "Über die Zeiten = On the spaces"),
        ("Über die Räume = On the spaces", "Sur les temps"),
    ],
)
def test_titles_of_other_works_in_several_languages(one: str, two: str) -> None:
    for claimed, found in ((one, two), (two, one)):
        assert not compare_titles(claimed, [found], authors_agree=True).agrees


@pytest.mark.parametrize(
    ("claimed", "corroborated", "severity", "message"),
    [
        (f"{BASE}: Evidence from hills", True, Severity.WARNING, "Title goes on: {}; no record has the rest."),
        (f"{BASE}: Evidence from hills", False, Severity.ERROR, "Title goes on: {}; no record has the rest."),
        (f"ImageNet: {BASE}", True, Severity.ERROR, "Name before the title that no record has: {}."),
    ],
)
def test_what_is_told_of_an_addition(claimed: str, corroborated: bool, severity: Severity, message: str) -> None:
    title = compare_titles(claimed, [BASE], authors_agree=True)
    (found,) = question_addition(claimed, [BASE], title, corroborated=corroborated).discrepancies
    assert found == Discrepancy(
        field=DiscrepancyField.TITLE,
        severity=severity,
        message=message.format(f"claimed '{claimed}', found '{BASE}'"),
        claimed=claimed,
        found=BASE,
    )


@pytest.mark.parametrize("number", [1, 3, 4])
def test_up_to_six_words_are_told_one_by_one(number: int) -> None:
    claimed = " ".join(["stable", "rivers", *"abbey bridge castle dungeon".split()[:number], "invented", "winters"])
    found = " ".join(["stable", "rivers", *"flute guitar horn organ".split()[:number], "invented", "winters"])
    (error,) = compare_titles(claimed, [found], authors_agree=False).discrepancies
    whole = f"Title mismatch: claimed '{claimed}', found '{found}'"
    assert error.message.startswith(whole)
    assert ("only claimed: 'abbey'" in error.message) is (number <= 3)
    assert (error.message == f"{whole}.") is (number > 3)
    if number == 3:
        words = "only claimed: 'abbey' 'bridge' 'castle'; only found: 'flute' 'guitar' 'horn'"
        assert error.message == f"{whole} ({words})."


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("model", "modell", True),
        ("model", "mode1", False),
        ("h2o", "h20", False),
        ("review", "reviews", False),
        ("xiii", "xiiii", False),
        ("cats", "cars", True),
        ("cat", "car", False),
    ],
)
def test_numbers_and_words_that_distinguish_are_never_misspelt(one: str, two: str, expected: bool) -> None:
    assert is_misspelling(one, two) is is_misspelling(two, one) is expected


def test_a_word_or_two_are_a_generic_title_where_words_are_parted_by_blanks() -> None:
    assert is_generic("가나다라")
    assert is_generic("война миров")
    assert not is_generic("война и мир")
    assert not is_generic("一种示例方法的研究")

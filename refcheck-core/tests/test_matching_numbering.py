"""Numbers of parts and editions, in whatever spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.matching.numbering import edition_in, edition_number, part_numbers, parts_differ, with_digits

ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
WORDS = "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split()
ORDINALS = "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth".split()
SUFFIXES = ["1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 13))]
PARTS = ["Part", "Volume", "Vol.", "Book", "Chapter", "Teil", "Tome"]
LAST = 12


def spellings(number: int) -> list[str]:
    place = number - 1
    return [str(number), f"{number:02}", ROMAN[place], WORDS[place], ROMAN[place].lower()]


numbers = st.integers(1, LAST)


@given(numbers, numbers, st.sampled_from(PARTS), st.data())
def test_parts_are_one_part_where_their_numbers_are_equal(one, two, word, data):
    first, second = (f"Ice. {word} {data.draw(st.sampled_from(spellings(n)))}: Snow" for n in (one, two))
    assert parts_differ(first, second) is (one != two)
    assert parts_differ(second, first) is (one != two)


@given(numbers, numbers, st.data())
def test_editions_are_one_edition_where_their_numbers_are_equal(one, two, data):
    def statement(n: int) -> str:
        number = data.draw(st.sampled_from([ORDINALS[n - 1], SUFFIXES[n - 1], f"{n}.", ORDINALS[n - 1].lower()]))
        return f"{number} {data.draw(st.sampled_from(['edition', 'ed.', 'revised edition', 'Auflage']))}"

    first, second = statement(one), statement(two)
    assert (edition_number(first) == edition_number(second)) is (one == two)
    assert edition_in(f"Ice and Snow, {first}") == edition_number(first)


@given(st.sampled_from("ABCDEFGHJK"), st.sampled_from("ABCDEFGHJK"))
def test_parts_with_letters(one, two):
    assert parts_differ(f"Ice, Volume {one}", f"Ice, volume {two}") is (one != two)


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Ice II", "2"),
        ("Ice 2018", "2018"),
        ("Python 2.7", "2.7"),
        ("Ice. Part 2.1", "2.1"),
        ("Ice. Chapter A1", "a1"),
        ("Ice. Parts 1 and 2 of all", "1 2"),
        ("Volumes I–III of Ice", "1 3"),
        ("Second volume of Ice", "2"),
        ("The 3rd part of Ice", "3"),
        ("Ice, 2. Teil", "2"),
        ("Zweiter Band", "2"),
        ("Tome premier", "1"),
        ("Ice, Volume 2, Part III", "2 3"),
        ("A 2 volume set", ""),
        ("Volume of Ice", ""),
        ("The part a child plays", ""),
        ("Parts of Ice", ""),
        ("Ice", ""),
        ("II", ""),
        ("Parts 1 of", "1"),
        ("Waters of 3d", ""),
        ("", ""),
    ],
)
def test_parts_of_titles(title, found):
    assert part_numbers(title) == tuple(found.split())


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Ice, 2nd edition", "2"),
        ("Ice (second revised edition)", "2"),
        ("Ice. Edition 3", "3"),
        ("Ice, 4. Auflage", "4"),
        ("The new edition of Ice", ""),
        ("Edition", ""),
        ("Ice", ""),
    ],
)
def test_editions_in_titles(title, found):
    assert edition_in(title) == found


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Ice, vol. Two", "Ice, volume. 2"),
        ("Ice, Part I: Snow in C++", "Ice, Part 1: Snow in C++"),
        ("Parts I and II of Ice", "Parts 1 and 2 of Ice"),
        ("Ice, Second Edition", "Ice, 2 Edition"),
        ("Edition of Ice II", "Edition of Ice 2"),
        ("The new edition", "The new edition"),
        ("II", "II"),
        ("", ""),
    ],
)
def test_numbers_in_digits(title, written):
    assert with_digits(title) == written
    assert with_digits(written) == written


@pytest.mark.parametrize(("text", "found"), [("Revised edition", "revised"), ("3", "3"), ("edition", ""), ("", "")])
def test_editions(text, found):
    assert edition_number(text) == found


def test_numbers_of_volumes_and_of_several_parts_count_together() -> None:
    assert part_numbers("Ice, Volume 1, Parts 2 and 3") == ("1", "2", "3")
    assert parts_differ("Ice, Volume 1, Parts 2 and 3", "Ice, Volume 4, Parts 2 and 3")


@pytest.mark.parametrize(
    ("statement", "edition"),
    [
        ("International student edition", "international student"),
        ("2nd international ed.", "2"),
        ("Edition", ""),
        ("", ""),
    ],
)
def test_an_edition_without_a_number_is_its_words(statement: str, edition: str) -> None:
    assert edition_number(statement) == edition

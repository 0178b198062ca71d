"""People who go by their second given name, or have two surnames."""

from __future__ import annotations

import pytest

from refcheck_core.matching.people import NameMatch, match_names, prepare_name
from refcheck_core.models import Author


def match(one: str, two: str) -> NameMatch:
    """How two names fit, the same in both directions."""
    first, second = prepare_name(Author.parse(one)), prepare_name(Author.parse(two))
    found = match_names(first, second)
    assert match_names(second, first) is found
    return found


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("Zico Kolter", "J. Zico Kolter"),
        ("Avinava Dubey", "Kumar Avinava Dubey"),
        ("Scott Fitzgerald", "Francis Scott Fitzgerald"),
    ],
)
def test_the_first_given_name_may_be_left_out(short: str, long: str) -> None:
    assert match(short, long) is NameMatch.SAME


@pytest.mark.parametrize(
    ("short", "long"), [("R. Ke", "Nan Rosemary Ke"), ("Li Wang", "Jun Li Wang"), ("Zico Kolter", "J. Marcus Kolter")]
)
def test_an_initial_or_another_name_is_somebody_else(short: str, long: str) -> None:
    assert match(short, long) is NameMatch.GIVEN_DIFFERS


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Alberto Sangiovanni Vincentelli", "Sangiovanni-Vincentelli, Alberto L."),
        ("Ana García López", "García López, Ana"),
    ],
)
def test_the_first_part_of_a_double_surname_read_as_a_given_name(one: str, two: str) -> None:
    assert match(one, two) is NameMatch.SAME


def test_a_double_surname_makes_no_other_person() -> None:
    assert match("Berta García López", "García López, Ana") is not NameMatch.SAME


def test_pet_forms_of_other_languages() -> None:
    assert match("Misha Belkin", "Mikhail Belkin") is NameMatch.SAME
    assert match("Misha Belkin", "Dmitry Belkin") is NameMatch.GIVEN_DIFFERS

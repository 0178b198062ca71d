"""Years compared."""

from __future__ import annotations

from refcheck_core.matching.years import compare_years


def test_a_year_of_the_work() -> None:
    assert compare_years(2017, [2017, 2018], this_year=2026).exact


def test_one_off_is_information_and_counts_whole() -> None:
    comparison = compare_years(2019, [2017, 2018], this_year=2026)
    assert comparison.agrees
    assert comparison.contribution == 1.0
    assert comparison.discrepancies[0].message == "Year one off: claimed 2019, found 2017 or 2018."


def test_two_off_is_an_error() -> None:
    comparison = compare_years(2014, [2016, 2017, 2018, 2019], this_year=2026)
    assert comparison.in_error
    assert comparison.discrepancies[0].message == "Year mismatch: claimed 2014, found 2016 to 2019."


def test_the_future() -> None:
    assert compare_years(2027, [2026], this_year=2026).in_error
    assert compare_years(2027, [], this_year=2026).discrepancies[0].message == "Year in the future: claimed 2027."
    assert compare_years(2027, [2027], this_year=2026).exact


def test_unknown_on_either_side() -> None:
    assert not compare_years(None, [2017], this_year=2026).known
    assert not compare_years(2017, [], this_year=2026).known

"""Years compared."""

from __future__ import annotations

from refcheck_core.matching.comparison import UNKNOWN, Agreement, Comparison
from refcheck_core.matching.years import compare_years, preprint_year
from refcheck_core.models import Discrepancy, DiscrepancyField, Severity
from refcheck_core.testing.builders import make_claim, make_record


def told(severity: Severity, message: str, claimed: str, found: str | None) -> tuple[Discrepancy]:
    return (Discrepancy(field=DiscrepancyField.YEAR, severity=severity, message=message, claimed=claimed, found=found),)


def test_a_year_of_the_work() -> None:
    assert compare_years(2017, [2017, 2018], this_year=2026) == Comparison(Agreement.AGREE, 1.0, exact=True)


def test_this_year_is_not_the_future() -> None:
    assert compare_years(2026, [2025], this_year=2026).agrees
    assert compare_years(2026, [], this_year=2026) is UNKNOWN


def test_one_off_is_information_and_counts_whole() -> None:
    message = "Year one off: claimed 2019, found 2017 or 2018."
    comparison = compare_years(2019, [2018, 2017], this_year=2026)
    assert comparison == Comparison(Agreement.AGREE, 0.9, told(Severity.INFO, message, "2019", "2017 or 2018"))
    assert comparison.contribution == 1.0
    assert compare_years(2016, [2018, 2017], this_year=2026).agrees


def test_two_off_is_an_error() -> None:
    message = "Year mismatch: claimed 2014, found 2016 to 2019."
    comparison = compare_years(2014, [2016, 2017, 2018, 2019], this_year=2026)
    assert comparison == Comparison(Agreement.DIFFER, 1 / 3, told(Severity.ERROR, message, "2014", "2016 to 2019"))
    assert comparison.contribution == 0.0


def test_three_years_are_listed_and_more_are_a_range() -> None:
    found = compare_years(2014, [2018, 2016, 2017], this_year=2026).discrepancies[0].found
    assert found == "2016 or 2017 or 2018"


def test_the_future() -> None:
    known = compare_years(2028, [2026], this_year=2026)
    message = "Year in the future: claimed 2028, found 2026."
    assert known == Comparison(Agreement.DIFFER, 0.0, told(Severity.ERROR, message, "2028", "2026"))
    unknown = compare_years(2027, [], this_year=2026)
    message = "Year in the future: claimed 2027."
    assert unknown == Comparison(Agreement.DIFFER, 0.0, told(Severity.ERROR, message, "2027", None))


def test_the_issue_of_next_year() -> None:
    assert compare_years(2027, [2027], this_year=2026) == Comparison(Agreement.AGREE, 1.0, exact=True)
    online_first = compare_years(2027, [2026], this_year=2026)
    message = "Year one off: claimed 2027, found 2026."
    assert online_first == Comparison(Agreement.AGREE, 0.9, told(Severity.INFO, message, "2027", "2026"))
    assert compare_years(2027, [2025], this_year=2026).in_error
    assert compare_years(2027, [2028], this_year=2026).in_error


def test_a_year_in_the_future_that_the_record_gives_as_well() -> None:
    both = compare_years(2031, [2031], this_year=2026)
    message = "Year in the future: 2031, which the record gives as well."
    warning = told(Severity.WARNING, message, "2031", "2031")
    assert both == Comparison(Agreement.AGREE, 1.0, warning, exact=True)
    assert both.contribution == 1.0


def test_unknown_on_either_side() -> None:
    assert compare_years(None, [2017], this_year=2026) is UNKNOWN
    assert compare_years(2017, [], this_year=2026) is UNKNOWN


class TestOfThePreprint:
    """arXiv ids tell the month in which a preprint was posted."""

    ARTICLE = make_record("T", year=2020, years=(2020, 2021), arxiv_id="1705.00001")

    def test_is_a_warning(self) -> None:
        message = "Year 2017 is that of the preprint (arXiv:1705.00001); the work was published in 2020 or 2021."
        found = preprint_year(make_claim("T", year=2017), [self.ARTICLE], cited=False)
        assert found == Comparison(Agreement.AGREE, 0.5, told(Severity.WARNING, message, "2017", "2020 or 2021"))

    def test_counts_more_where_the_preprint_is_cited(self) -> None:
        claim = make_claim("T", year=2017, arxiv_id="1705.00001")
        message = "Cites the preprint of 2017 (arXiv:1705.00001) of a work published in 2020 or 2021."
        found = preprint_year(claim, [self.ARTICLE], cited=True)
        assert found == Comparison(Agreement.AGREE, 0.9, told(Severity.WARNING, message, "2017", "2020 or 2021"))
        assert preprint_year(claim, [self.ARTICLE], cited=False) == preprint_year(
            make_claim("T", year=2017), [self.ARTICLE], cited=False
        )

    def test_of_any_preprint_of_the_work(self) -> None:
        first, second = (make_record("T", year=2020, arxiv_id=i) for i in ("1601.00001", "1705.00001"))
        found = preprint_year(make_claim("T", year=2017), [make_record("T", year=2020), first, second], cited=False)
        assert found is not None
        assert "(arXiv:1705.00001)" in found.discrepancies[0].message

    def test_is_no_other_year(self) -> None:
        assert preprint_year(make_claim("T", year=2018), [self.ARTICLE], cited=False) is None
        assert preprint_year(make_claim("T", year=2017), [make_record("T", year=2020)], cited=False) is None

"""Volume, issue and pages: read out of citations, and compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.matching.citation import claim_from_citation
from refcheck_core.matching.locators import compare_locators, edition_notes, find_locators, parse_pages
from refcheck_core.models import Claim, Severity, Work
from refcheck_core.testing.builders import make_record


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Science of Examples 43(2):101–110, 2001", ("43", "2", "101–110")),
        ("Infectious Examples, 8(4), pp. 1138–1150. Available", ("8", "4", "1138–1150")),
        ("PLoS EX 12(3): e0123456.", ("12", "3", "e0123456")),
        ("J. Ex. 12 (3-4): 1-9", ("12", "3-4", "1-9")),
        ("Annals, 3(1), 1986.", ("3", "1", None)),
        ("Journal of Examples 36, 4 (2022), 499–525", ("36", "4", "499–525")),
        ("ACM Ex. 36, 4 (April 2022), 499–525", ("36", "4", "499–525")),
        ("J. Ex. 3 (2012) 1-9.", ("3", None, "1-9")),
        ("Eff Clin Ex. 2007;3:270-276.", ("3", None, "270-276")),
        ("Eff Clin Ex. 2007;3(2):270-276.", ("3", "2", "270-276")),
        ("Annu. Rev. Ex. 37, 289–316 (2008).", ("37", None, "289–316")),
        ("IEEE Trans. Ex., vol. 43, no. 2, pp. 101-110, Feb. 2017.", ("43", "2", "101-110")),
        ("In Examples 20, pages 1165–1182. Example Press, August 2020", (None, None, "1165–1182")),
        ("Example Press, Vol. XII, 1999", ("XII", None, None)),
        ("Phys. Rev. Ex. 98, 010505 (2007)", (None, None, None)),
        ("2nd ed. Example Press, 2001.", (None, None, None)),
        ("Proc. Examples, 2019, 11-19", (None, None, None)),
        ("Examples 2017, Long Beach, 4-9 December 2017", (None, None, None)),
        ("", (None, None, None)),
    ],
)
def test_styles_of_citations(text: str, expected: tuple[str | None, ...]) -> None:
    assert find_locators(text) == expected


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("101-110", "101", "110"), ("pp. 101–10", "101", "110"), ("1165--1182", "1165", "1182"),
        ("S12-S20", "12", "20"),
        ("e123", "123", None), ("Article e0100", "100", None), ("12:1-12:20", "12:1", "12:20"), ("xii-xv", "xii", "xv"),
        ("0101", "101", None), ("98-101", "98", "101"), ("101-", "101", None), ("art. no. 77", "77", None),
    ],
)  # fmt: skip
def test_pages(text: str, first: str, last: str | None) -> None:
    assert parse_pages(text) == (first, last)


@pytest.mark.parametrize("found", ["s2-42", "S2-42", "ser. 2, 42", "Series 2, vol. 42", "s2–42", "(s2) 42"])
def test_the_series_of_a_volume_may_be_left_out(found: str) -> None:
    record = make_record("T", volume=found)
    assert compare_locators(Claim(title="T", volume="42"), [record]) == ()
    assert compare_locators(Claim(title="T", volume=found), [make_record("T", volume="42")]) == ()
    assert compare_locators(Claim(title="T", volume="s02-42"), [record]) == ()
    assert compare_locators(Claim(title="T", volume="43"), [record])
    assert compare_locators(Claim(title="T", volume="2"), [record])
    assert compare_locators(Claim(title="T", volume="s1-42"), [record])


@pytest.mark.parametrize("dash", ["-", "--", "–", "—", "−", " – "])
def test_ranges_are_told_with_one_dash(dash: str) -> None:
    (told,) = compare_locators(Claim(title="T", pages=f"439{dash}442"), [make_record("T", pages="339–342")])
    assert told.message == "Pages differ: claimed 439-442, found 339-342."
    assert told.claimed == f"439{dash}442"


RECORD = make_record("T", volume="12", issue="3-4", pages="101-110", article_number="e55")


@pytest.mark.parametrize(
    "claim",
    [
        Claim(volume="12", issue="3", pages="101–10"),
        Claim(volume="Vol. 12", issue="no. 3", pages="pp. 101-110"),
        Claim(volume="XII", issue="3/4", pages="101"),
        Claim(volume="012", pages="Article 55"),
        Claim(),
    ],
)
def test_spellings_of_one_place(claim: Claim) -> None:
    assert compare_locators(claim, [RECORD]) == ()


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (Claim(volume="13"), "Volume differs: claimed 13, found 12."),
        (Claim(issue="Suppl. 1"), "Issue differs: claimed Suppl. 1, found 3-4."),
        (Claim(pages="102-110"), "Pages differ: claimed 102-110, found 101-110."),
        (Claim(pages="101-119"), "Pages differ: claimed 101-119, found 101-110."),
    ],
)
def test_other_places(claim: Claim, message: str) -> None:
    (found,) = compare_locators(claim, [RECORD, make_record("T")])
    assert found.message == message
    assert found.severity is Severity.WARNING
    assert compare_locators(claim, [RECORD, RECORD.model_copy(update=dict.fromkeys(("volume", "issue", "pages")))])


def test_any_record_may_confirm_and_none_may_be_asked() -> None:
    other = make_record("T", volume="13", issue="S1", pages="7")
    assert compare_locators(Claim(volume="13", issue="Suppl 1", pages="7-9"), [RECORD, other]) == ()
    assert compare_locators(Claim(volume="13", issue="1", pages="7"), [make_record("T")]) == ()


@pytest.mark.parametrize(
    ("title", "editions", "agree"),
    [
        ("Introduction to Examples, 5th edition", ("Fourth",), False),
        ("Introduction to Examples, 4th edition", ("Fourth",), True),
        ("Introduction to Examples, 3rd ed.", ("Fourth", "3"), True),
        ("Introduction to Examples, second edition", (None,), True),
        ("Introduction to Examples", ("Fourth",), True),
    ],
)
def test_another_edition_than_any_that_is_known_is_an_error(title: str, editions: tuple[str, ...], agree: bool) -> None:
    records = [make_record("Introduction to Examples", edition=edition) for edition in editions]
    found = edition_notes(Claim(title=title), records)
    assert [d.severity for d in found] == ([] if agree else [Severity.ERROR])
    assert edition_notes(Claim(), records) == ()


def test_a_citation_is_read_as_far_as_its_style_is_known() -> None:
    record = make_record("Flows of invented rivers", ["Jane Roe"], 2001, "Journal of Examples", volume="12")
    citation = "Roe, J. Flows of invented rivers. Journal of Examples 13(2):101–110, 2001."
    claim = claim_from_citation(Claim(citation=citation), Work(records=(record,)))
    assert (claim.volume, claim.issue, claim.pages) == ("13", "2", "101–110")
    assert [n.message for n in compare_locators(claim, [record])] == ["Volume differs: claimed 13, found 12."]


@given(st.text(alphabet="0123456789-–():,;. epSvolno", max_size=40))
def test_no_text_breaks_the_reading(text: str) -> None:
    found = find_locators(text)
    assert all(value is None or value in text for value in found)
    assert parse_pages(text) == parse_pages(text)


@given(st.integers(1, 99_999), st.integers(0, 500))
def test_a_range_is_equal_to_its_abbreviation(first: int, length: int) -> None:
    last = first + length
    full = parse_pages(f"{first}-{last}")
    assert full == (str(first), str(last))
    if len(str(first)) == len(str(last)):
        common = next((i for i, (a, b) in enumerate(zip(str(first), str(last), strict=True)) if a != b), None)
        if common is not None:
            assert parse_pages(f"{first}–{str(last)[common:]}") == full

"""What a claimed title has beyond the work's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refcheck_core.matching.additions import question_addition
from refcheck_core.matching.titles import compare_titles
from refcheck_core.models import Severity

if TYPE_CHECKING:
    from refcheck_core.matching.comparison import Comparison

FOUND = "Counting the ripples of quiet rivers"


def compared(claimed: str, *variants: str, corroborated: bool = True, of_book: bool = False) -> Comparison:
    titles = variants or (FOUND,)
    title = compare_titles(claimed, titles, authors_agree=True)
    return question_addition(claimed, titles, title, corroborated=corroborated, of_book=of_book)


@pytest.mark.parametrize(
    "claimed",
    [f"{FOUND}: Evidence from the hills", f"{FOUND} (Evidence from the hills)"],
)
def test_an_addition_is_a_warning_where_other_fields_tell_the_work(claimed: str) -> None:
    title = compared(claimed)
    assert title.agrees
    assert title.severity is Severity.WARNING
    assert title.contribution < 1
    assert FOUND in title.discrepancies[0].message


@pytest.mark.parametrize("claimed", [f"{FOUND}: Evidence from the hills", f"RippleNet: {FOUND}"])
def test_an_addition_is_an_error_where_nothing_else_tells_the_work(claimed: str) -> None:
    assert compared(claimed, corroborated=False).in_error


def test_a_name_that_no_record_has_is_an_error_whatever_else_agrees() -> None:
    title = compared(f"RippleNet: {FOUND}")
    assert title.in_error
    assert "Name before the title" in title.discrepancies[0].message


@pytest.mark.parametrize(
    "addition",
    [": A Randomized Controlled Trial", ": a meta-analysis", ": A Case Study", " - a longitudinal study",
     ". Electoral reform in small island states", ": Electoral reform in small island states of the south"],
)  # fmt: skip
def test_another_design_or_a_second_title_is_an_error_whatever_else_agrees(addition: str) -> None:
    title = compared(FOUND + addition)
    assert title.in_error
    assert not title.agrees


def test_what_one_record_has_is_no_addition() -> None:
    full = f"{FOUND}: A Case Study"
    assert compared(full, FOUND, full, corroborated=False).exact
    assert not compared(full.replace("quiet", "the quiet"), FOUND, full, corroborated=False).in_error


@pytest.mark.parametrize("found", [f"{FOUND}: A Case Study", f"RippleNet: {FOUND}"])
def test_what_only_the_record_has_is_none(found: str) -> None:
    title = compared(FOUND, found, corroborated=False)
    assert title.agrees
    assert not title.in_error


def test_a_note_beside_the_title_is_none() -> None:
    assert not compared(f"{FOUND} (extended abstract)", corroborated=False).in_error
    assert compared(f"{FOUND}: Evidence from the hills (in German)", corroborated=False).in_error


@pytest.mark.parametrize(
    "written", ["{} [J]", "{} [J].", "{}[C]//", "{} [EB/OL]", "{} [M]", "{} [Internet]", "{}¹", "{}*", "{} [D/OL]."]
)
def test_what_styles_write_behind_titles_is_no_part_of_them(written: str) -> None:
    title = compare_titles(written.format(FOUND), (FOUND,), authors_agree=False)
    assert title.agrees
    assert not title.in_error


def test_an_exponent_is_part_of_a_title() -> None:
    assert compare_titles("Functions in L²", ("Functions in L",), authors_agree=True).in_error


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Chemotransportmechanics of quiet rivers", "Chemo-transport-mechanics of quiet rivers"),
        ("Temperaturepressurecrowding of rivers and lakes", "Temperature/pressure/crowding of rivers and lakes"),
    ],
)
def test_compounds_of_several_words_may_be_written_as_one(one: str, two: str) -> None:
    assert compare_titles(one, (two,), authors_agree=False).agrees
    assert compare_titles(two, (one,), authors_agree=False).agrees


def test_a_main_title_alone_is_near_where_the_subtitle_tells_works_apart() -> None:
    title = compare_titles(FOUND, (f"{FOUND}: a systematic review of trials",), authors_agree=True)
    assert title.agreement.name == "NEAR"
    assert title.in_error


def test_a_subtitle_that_tells_works_apart_is_not_near_where_the_claim_has_it() -> None:
    title = compare_titles(f"{FOUND}: a reply to all of their critics and friends", (FOUND,), authors_agree=True)
    assert title.agreement.name == "DIFFER"


def test_catalogues_drop_long_subtitles_of_books() -> None:
    subtitle = ": the making of a riverside family under the old order of the estates"
    assert compared(FOUND + subtitle).in_error
    assert not compared(FOUND + subtitle, of_book=True).in_error
    assert compared(FOUND + subtitle, of_book=True, corroborated=False).in_error
    assert compared(FOUND + subtitle.replace(": the", ". The"), of_book=True).in_error

"""The year in a claimed venue's name."""

from __future__ import annotations

import pytest

from refcheck_core.matching.assess import assess
from refcheck_core.models import Claim, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_record

NAME = "Conference on Computer Vision and Pattern Recognition"
PAPER = make_record("Ripples of quiet rivers", ["Ada Abel"], 2016, NAME, type=WorkType.PROCEEDINGS_ARTICLE)


def verdict(venue: str, year: int | None = 2016, recorded: str = NAME) -> Verdict:
    claim = Claim(title=PAPER.title, authors=PAPER.authors, year=year, venue=venue)
    work = Work(records=(PAPER.model_copy(update={"venue": recorded}),))
    return assess(claim, work, (), this_year=2026).verdict


@pytest.mark.parametrize("year", [2016, None])
@pytest.mark.parametrize(
    "venue", ["CVPR 2019", "CVPR'09", f"2014 IEEE {NAME}", f"Proceedings of the IEEE {NAME} (CVPR), 2012"]
)
def test_a_venue_of_another_year_is_an_error(venue: str, year: int | None) -> None:
    assert verdict(venue, year) is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize(
    "venue", ["CVPR", "CVPR 2016", "CVPR'16", "CVPR 2017", f"2016 IEEE {NAME}", f"{NAME}, pp. 1998-2007"]
)
def test_its_own_year_or_the_next_is_none(venue: str) -> None:
    assert verdict(venue) is Verdict.VERIFIED


def test_a_year_that_the_records_venue_has_is_none() -> None:
    assert verdict("CVPR 2013", recorded=f"2013 {NAME}") is Verdict.VERIFIED


def test_where_nobody_knows_the_year_nothing_is_held_against_it() -> None:
    bare = make_record("Ripples of quiet rivers", ["Ada Abel"], None, NAME, type=WorkType.PROCEEDINGS_ARTICLE)
    claim = Claim(title=PAPER.title, authors=PAPER.authors, venue="CVPR 2013")
    assert assess(claim, Work(records=(bare,)), (), this_year=2026).verdict is Verdict.VERIFIED


def test_the_number_of_another_meeting_is_an_error() -> None:
    assert (
        verdict(f"Proceedings of the 43rd {NAME}", recorded=f"Proceedings of the 40th {NAME}") is Verdict.PARTIAL_MATCH
    )
    assert verdict(f"Proceedings of the 40th {NAME}", recorded=f"Proceedings of the 40th {NAME}") is Verdict.VERIFIED
    assert verdict(f"Proceedings of the 43rd {NAME}") is Verdict.VERIFIED
    joint = f"40th {NAME} and the 11th International Conference on Rivers"
    assert verdict(f"Proceedings of the 40th {NAME}", recorded=joint) is Verdict.VERIFIED

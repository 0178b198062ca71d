"""The calibrated probability."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import IdentifierFact, has_unconfirmed_identifier, probability
from refcheck_core.matching.calibration_table import CONFIRMED, UNCONFIRMED
from refcheck_core.models import Work
from refcheck_core.testing.builders import make_claim, make_record

WORK = Work(records=(make_record("A Title", ["Jane Roe"], 2018, "Journal of Examples", doi="10.5555/own"),))
SHARES = st.floats(min_value=0, max_value=1)


@given(one=SHARES, two=SHARES, unconfirmed=st.booleans())
def test_it_never_falls_as_the_confidence_rises(one: float, two: float, unconfirmed: bool) -> None:
    low, high = sorted((one, two))
    assert 0 <= probability(low, unconfirmed=unconfirmed) <= probability(high, unconfirmed=unconfirmed) <= 1


@given(confidence=SHARES)
def test_an_unconfirmed_identifier_never_raises_it(confidence: float) -> None:
    assert probability(confidence, unconfirmed=True) <= probability(confidence, unconfirmed=False)


def test_every_verified_reference_is_more_likely_right_than_every_other() -> None:
    assert probability(0.85, unconfirmed=True) > 0.5 > probability(0.849, unconfirmed=False)


@pytest.mark.parametrize("steps", [CONFIRMED, UNCONFIRMED])
def test_the_steps_rise_from_zero(steps: tuple[tuple[float, float], ...]) -> None:
    assert steps[0][0] == 0
    assert list(steps) == sorted(steps)
    levels = [level for _, level in steps]
    assert levels == sorted(levels)
    assert all(0 < level < 1 for level in levels)


def test_an_identifier_is_confirmed_by_the_work_or_by_its_registry() -> None:
    own, other = make_claim("A Title", doi="10.5555/own"), make_claim("A Title", doi="10.5555/other")
    assert not has_unconfirmed_identifier(make_claim("A Title"), WORK)
    assert not has_unconfirmed_identifier(own, WORK)
    assert has_unconfirmed_identifier(other, WORK)
    fact = IdentifierFact(Identifier(IdentifierKind.DOI, "10.5555/other"), records=WORK.records)
    assert not has_unconfirmed_identifier(other, WORK, (fact,))


def test_without_a_work_no_identifier_is_confirmed() -> None:
    assert has_unconfirmed_identifier(make_claim("A Title", doi="10.5555/own"), None)
    assert not has_unconfirmed_identifier(make_claim("A Title"), None)

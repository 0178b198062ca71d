"""What nothing tells apart stands in one order, whichever order the databases answered in."""

from __future__ import annotations

import itertools

import pytest

from refcheck_core.matching import Decision, Rules, decide, merge
from refcheck_core.matching.merge import record_order
from refcheck_core.models import Claim, NoticeKind, Record, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_claim, make_record

RULES = Rules(this_year=2026)
TITLE = "Sparse Kernels for Protein Folding under Noise"
RECORD = make_record(TITLE, ["Ada Abel"], 2019, "Journal of Examples", source_id="7", doi="10.5555/own")


def other(**fields: object) -> Record:
    return RECORD.model_copy(update=fields)


ALMOST_EQUAL = [
    other(source="two"),
    other(source_id="8"),
    other(source_id=None),
    other(doi="10.5555/other"),
    other(doi=None),
    other(title=TITLE.upper()),
    other(title=None),
    other(year=2018),
    other(year=None),
]
SAID_ELSE = [other(venue=None), other(authors=()), other(abstract="About kernels.")]


@pytest.mark.parametrize("two", ALMOST_EQUAL + SAID_ELSE)
def test_records_have_an_order(two: Record) -> None:
    assert sorted([RECORD, two], key=record_order) == sorted([two, RECORD], key=record_order)
    assert merge([RECORD, two]) == merge([two, RECORD])


def decided(claim: Claim, *works: Work) -> Decision:
    """The decision, which is the same in every order of the works."""
    decision, *others = (decide(claim, order, (), RULES) for order in itertools.permutations(works))
    assert all(other == decision for other in others)
    return decision


@pytest.mark.parametrize("two", ALMOST_EQUAL)
@pytest.mark.parametrize("claim", [make_claim(TITLE), make_claim(TITLE, ["Ada Abel"], 2019, "Journal of Examples")])
def test_works_have_an_order(claim: Claim, two: Record) -> None:
    assert len(decided(claim, Work(records=(RECORD,)), Work(records=(two,))).candidates) == 2


class TestWhichWorkComesFirst:
    """Of works that fit equally well the one that more speaks for."""

    CLAIM = make_claim(TITLE, ["Ada Abel"], 2019)

    def first(self, claim: Claim, *records: Record) -> Record:
        return decided(claim, *(Work(records=(r,)) for r in records)).candidates[0].work.lead

    def test_the_one_whose_identifier_is_cited(self) -> None:
        cited = self.CLAIM.model_copy(update={"identifiers": make_claim(doi="10.5555/own").identifiers})
        namesake = make_record(TITLE, ["Ada Abel"], 2019, "Annals of Examples", doi="10.5555/a")
        assert self.first(cited, namesake, RECORD) == RECORD

    def test_the_one_with_the_cited_authors(self) -> None:
        anonymous = make_record(TITLE, None, 2019, doi="10.5555/a")
        assert self.first(self.CLAIM, anonymous, RECORD) == RECORD

    def test_the_one_of_the_very_year(self) -> None:
        year_before = make_record(TITLE, ["Ada Abel"], 2018, doi="10.5555/a")
        assert self.first(self.CLAIM, year_before, RECORD) == RECORD

    def test_the_one_with_the_very_title(self) -> None:
        with_article = make_record("The " + TITLE, ["Ada Abel"], 2019, doi="10.5555/a")
        assert self.first(self.CLAIM, with_article, RECORD) == RECORD

    def test_the_one_that_more_databases_have(self) -> None:
        alone = make_record(TITLE, ["Ada Abel"], 2019, doi="10.5555/a")
        twice = Work(records=(RECORD, other(source="two")))
        assert decided(self.CLAIM, Work(records=(alone,)), twice).candidates[0].work == twice


def test_notices_are_told_in_one_order() -> None:
    notices = [
        {"kind": kind, "asserted_by": by}
        for kind in (NoticeKind.RETRACTION, NoticeKind.EXPRESSION_OF_CONCERN)
        for by in ("publisher", None)
    ]
    told = set()
    for order in itertools.permutations(notices):
        record = Record.model_validate({**RECORD.model_dump(), "notices": order})
        decision = decide(make_claim(TITLE, ["Ada Abel"], 2019), [Work(records=(record,))], (), RULES)
        assert decision.verdict is Verdict.VERIFIED
        told.add(tuple(d.message for d in decision.discrepancies))
    assert len(told) == 1


def test_the_scores_of_candidates_are_rounded_to_four_decimals() -> None:
    record = make_record(TITLE, ["Ada Abel"], 2012, type=WorkType.JOURNAL_ARTICLE)
    claim = make_claim("Sparse Kernel for Protein Folding under Noise and Heat", ["Ada Abel"], 2012)
    decision = decided(claim, Work(records=(record,)))
    (candidate,) = decision.candidates
    assert candidate.score == round(candidate.score, 4) > 0
    assert candidate.discrepancies == decision.discrepancies != ()

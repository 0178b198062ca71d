"""Decisions as a whole: the rule that decided, confidence, candidates, and what is told beside the fields."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import Decision, IdentifierFact, Rules, assess, decide, merge
from refcheck_core.matching.assess import is_other_work
from refcheck_core.models import (
    Author,
    Claim,
    Discrepancy,
    DiscrepancyField,
    Notice,
    NoticeKind,
    Record,
    Severity,
    Verdict,
    Work,
    WorkType,
)
from refcheck_core.testing.builders import make_claim, make_record

RULES = Rules(this_year=2026)
TITLE = "Sparse Kernels for Protein Folding under Noise"
RECORD = make_record(TITLE, ["Ada Abel", "Ben Brown"], 2019, "Journal of Examples", doi="10.5555/own")


def judge(claim: Claim, *records: Record, facts: tuple[IdentifierFact, ...] = (), rules: Rules = RULES) -> Decision:
    return decide(claim, merge(records), facts, rules)


def told(decision: Decision, field: DiscrepancyField) -> list[Discrepancy]:
    return [d for d in decision.discrepancies if d.field is field]


class TestRules:
    def test_verified(self) -> None:
        decision = judge(make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2019, "Journal of Examples"), RECORD)
        assert decision.verdict is Verdict.VERIFIED
        assert decision.rule == "score and no discrepancy in error"
        assert decision.confidence == 1.0
        assert decision.matched is not None
        assert decision.possible is None
        assert not decision.ambiguous
        assert decision.discrepancies == decision.matched.discrepancies

    def test_something_is_wrong(self) -> None:
        decision = judge(make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2009, "Journal of Examples"), RECORD)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.rule == "the work is found, and something cited is wrong"
        assert decision.confidence == 0.849
        assert decision.matched is not None
        assert decision.possible is None
        assert told(decision, DiscrepancyField.CLAIM) == []

    def test_too_little_is_claimed(self) -> None:
        decision = judge(make_claim("Deep learning"), make_record("Deep learning", ["Ada Abel"], 2015))
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.rule == "too little is claimed"
        (warning,) = told(decision, DiscrepancyField.CLAIM)
        assert warning.severity is Severity.WARNING
        assert warning.message == (
            "The reference gives too little to tell the work from others of that title; add authors, year and venue."
        )

    def test_several_fit(self) -> None:
        years = {"a": 2001, "b": 2011, "c": 2021}
        records = [
            make_record(TITLE, [f"{name * 3}ley Own"], year, f"{name.upper()} Journal", doi=f"10.5555/{name}")
            for name, year in years.items()
        ]
        decision = judge(make_claim(TITLE), *records)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.rule == "no clear lead over the runner-up"
        assert decision.ambiguous
        assert decision.confidence == 0.849
        (warning,) = told(decision, DiscrepancyField.CLAIM)
        assert warning.severity is Severity.WARNING
        assert warning.message.startswith("3 works fit the reference equally well, among them ")
        assert warning.message.count(TITLE) == 3
        assert len(decision.candidates) == 3

    def test_nothing_fits(self) -> None:
        decision = judge(make_claim("Dense Graphs of Wholly Other Rivers", ["Zed Zorn"], 2019), RECORD)
        assert decision.verdict is Verdict.NOT_FOUND
        assert decision.rule == "no work found agrees in title, or nearly"
        assert decision.matched is None
        assert decision.possible is None
        assert decision.candidates == ()
        assert decision.confidence < 0.5

    def test_a_title_that_is_like_the_claimed_one_is_shown(self) -> None:
        near = make_claim("Sparse Graphs for Protein Docking under Noise", ["Zed Zorn"], 2001, "Nature")
        decision = judge(near, RECORD)
        assert decision.verdict is Verdict.NOT_FOUND
        assert decision.possible is not None
        assert decision.possible.best == RECORD
        assert len(decision.candidates) == 1

    def test_at_most_five_candidates_best_first(self) -> None:
        records = [
            make_record(TITLE, [f"{letter * 3}ley Own"], 1990 + 6 * n, doi=f"10.5555/{letter}")
            for n, letter in enumerate("abcdef")
        ]
        decision = judge(make_claim(TITLE, ["Own, Cccley"], 2002), *records)
        assert len(decision.candidates) == 5
        assert decision.candidates[0].work.lead == records[2]
        scores = [c.score for c in decision.candidates]
        assert scores == sorted(scores, reverse=True)

    def test_a_user_may_ask_for_more_to_verify(self) -> None:
        claim = make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2019, "arXiv")
        score = assess(claim, Work(records=(RECORD,)), (), this_year=2026).score
        assert 0.85 < score < 1
        assert judge(claim, RECORD).confidence == pytest.approx(score)
        strict = Rules(this_year=2026, verified_threshold=0.999)
        assert judge(claim, RECORD, rules=strict).verdict is Verdict.PARTIAL_MATCH

    def test_defaults(self) -> None:
        assert (RULES.verified_threshold, RULES.partial_threshold, RULES.lead_margin) == (0.85, 0.5, 0.05)


class TestSupport:
    """What must agree before a claim without error is verified."""

    SOCIETY = Claim(title=TITLE, authors=(Author(literal="World Society", organization=True),))

    @pytest.mark.parametrize(
        ("fields", "verdict"),
        [
            ({}, Verdict.PARTIAL_MATCH),
            ({"year": 2019}, Verdict.PARTIAL_MATCH),
            ({"venue": "Journal of Examples"}, Verdict.PARTIAL_MATCH),
            ({"year": 2019, "venue": "Journal of Examples"}, Verdict.PARTIAL_MATCH),
            ({"identifiers": (Identifier(IdentifierKind.DOI, "10.5555/own"),)}, Verdict.VERIFIED),
        ],
    )
    def test_authors_that_could_not_be_compared(self, fields: dict[str, object], verdict: Verdict) -> None:
        assert judge(self.SOCIETY.model_copy(update=fields), RECORD).verdict is verdict

    @pytest.mark.parametrize(
        ("claim", "verdict"),
        [
            (make_claim("Deep learning", ["Ada Abel"]), Verdict.PARTIAL_MATCH),
            (make_claim("Deep learning", None, 2015, "Nature"), Verdict.PARTIAL_MATCH),
            (make_claim("Deep learning", ["Ada Abel"], 2015), Verdict.VERIFIED),
            (make_claim("Deep learning", ["Ada Abel"], None, "Nature"), Verdict.VERIFIED),
        ],
    )
    def test_a_title_that_many_works_bear(self, claim: Claim, verdict: Verdict) -> None:
        assert judge(claim, make_record("Deep learning", ["Ada Abel"], 2015, "Nature")).verdict is verdict

    def test_an_identifier_that_agrees_has_no_rivals(self) -> None:
        twin = make_record(TITLE, ["Zed Zorn"], 1999, "Nature", doi="10.5555/twin")
        decision = judge(make_claim(TITLE, doi="10.5555/own"), RECORD, twin)
        assert decision.verdict is Verdict.VERIFIED
        assert decision.matched is not None
        assert decision.matched.best == RECORD

    def test_a_preprint_without_a_venue_is_at_arxiv(self) -> None:
        preprint = make_record(TITLE, ["Ada Abel"], 2019, arxiv_id="1901.00001", type=WorkType.POSTED_CONTENT)
        article = make_record(TITLE, ["Ada Abel"], 2019, "Journal of Examples", doi="10.5555/own")
        work = Work(records=(article, preprint))
        assessment = assess(make_claim(TITLE, ["Ada Abel"], 2019, "arXiv"), work, (), this_year=2026)
        assert assessment.best == preprint
        assert assessment.venue.agrees
        assert assessment.verdict is Verdict.VERIFIED

    def test_a_title_and_nothing_else(self) -> None:
        assert assess(make_claim(TITLE), Work(records=(RECORD,)), (), this_year=2026).verdict is Verdict.VERIFIED


class TestScore:
    """Weights: title .45, authors .25, year .15, venue .15; of the fields that both sides give."""

    def score(self, claim: Claim, record: Record = RECORD) -> float:
        return assess(claim, Work(records=(record,)), (), this_year=2026).score

    @pytest.mark.parametrize(
        ("claim", "expected"),
        [
            (make_claim(TITLE), 1.0),
            (make_claim(TITLE, ["Zed Zorn"]), 0.45 / 0.70),
            (make_claim(TITLE, None, 1999), 0.45 / 0.60),
            (make_claim(TITLE, None, None, "Nature"), 0.45 / 0.60),
            (make_claim(TITLE, ["Ada Abel", "Ben Brown"], 1999, "Nature"), 0.70),
            (make_claim(TITLE, ["Zed Zorn"], 2019, "Journal of Examples"), 0.75),
            (make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2018, "Journal of Examples"), 1.0),
            (make_claim(TITLE, ["Ben Brown", "Ada Abel"]), 0.45 / 0.70),
        ],
    )
    def test_of_fields(self, claim: Claim, expected: float) -> None:
        assert self.score(claim) == pytest.approx(expected)

    def test_of_an_identifier_alone(self) -> None:
        assert self.score(make_claim(doi="10.5555/own")) == 1.0
        assert self.score(make_claim(doi="10.5555/other")) == 0.0


class TestBesideTheFields:
    def test_notices(self) -> None:
        notices = (
            Notice(kind=NoticeKind.RETRACTION, doi="10.5555/r", asserted_by="publisher"),
            Notice(kind=NoticeKind.EXPRESSION_OF_CONCERN, doi="10.5555/c"),
            Notice(kind=NoticeKind.CORRECTION, doi="10.5555/k"),
        )
        decision = judge(make_claim(TITLE, ["Ada Abel"]), RECORD.model_copy(update={"notices": notices}))
        found = {d.found: (d.severity, d.message, d.claimed) for d in told(decision, DiscrepancyField.STATUS)}
        assert found == {
            "retraction": (Severity.WARNING, "The work is retracted (according to publisher).", None),
            NoticeKind.EXPRESSION_OF_CONCERN.value: (
                Severity.WARNING,
                "The work is under an expression of concern.",
                None,
            ),
        }

    def test_authors_that_could_not_be_compared(self) -> None:
        claim = Claim(title=TITLE, authors=(Author(literal="World Society", organization=True),))
        (error,) = told(judge(claim, RECORD), DiscrepancyField.AUTHORS)
        assert error.severity is Severity.ERROR
        assert error.claimed == "World Society"
        assert error.message == (
            "Authors not confirmed: claimed the organisation 'World Society', but the work's are people (Ada Abel …)."
        )
        nobody = RECORD.model_copy(update={"authors": ()})
        (error,) = told(judge(make_claim(TITLE, ["Ada Abel"]), nobody), DiscrepancyField.AUTHORS)
        assert error.message == "Authors not confirmed: claimed 'Ada Abel', but no record names any."

    def test_the_title_of_an_earlier_version(self) -> None:
        first, last = (
            make_record(
                title,
                ["Ada Abel"],
                2019,
                "arXiv",
                source="arxiv",
                arxiv_id="1901.00001",
                arxiv_version=version,
                type=WorkType.POSTED_CONTENT,
            )
            for title, version in (("Graphs of Invented Rivers Revised Never", 1), (TITLE, 2))
        )
        claim = make_claim(first.title, ["Ada Abel"], 2019)
        (info,) = told(decide(claim, [Work(records=(last, first))], (), RULES), DiscrepancyField.TITLE)
        assert info.severity is Severity.INFO
        assert info.message == f"Title of an earlier version: claimed '{first.title}', now '{TITLE}'."
        assert (info.claimed, info.found) == (first.title, TITLE)
        now = make_claim(TITLE, ["Ada Abel"], 2019)
        assert told(decide(now, [Work(records=(last, first))], (), RULES), DiscrepancyField.TITLE) == []

    def test_year_of_one_version_and_venue_of_another(self) -> None:
        preprint = make_record(TITLE, ["Ada Abel"], 2015, "arXiv", type=WorkType.POSTED_CONTENT)
        article = make_record(TITLE, ["Ada Abel"], 2019, "Journal of Examples", doi="10.5555/own")
        works = [Work(records=(article, preprint))]
        mixed = decide(make_claim(TITLE, ["Ada Abel"], 2015, "Journal of Examples"), works, (), RULES)
        (warning,) = told(mixed, DiscrepancyField.YEAR)
        assert warning.severity is Severity.WARNING
        assert warning.message == ("Year 2015 is that of another version; the one in 'Journal of Examples' is of 2019.")
        assert (warning.claimed, warning.found) == ("2015", "2019")
        assert mixed.verdict is Verdict.VERIFIED
        assert mixed.confidence == pytest.approx(0.925)
        near = decide(make_claim(TITLE, ["Ada Abel"], 2016, "Journal of Examples"), works, (), RULES)
        assert [(d.severity, d.message) for d in told(near, DiscrepancyField.YEAR)] == [
            (Severity.WARNING, "Year 2016 fits only another version; the one in 'Journal of Examples' is of 2019.")
        ]
        for year, venue in ((2019, "Journal of Examples"), (2015, "arXiv"), (2015, None)):
            fitting = decide(make_claim(TITLE, ["Ada Abel"], year, venue), works, (), RULES)
            assert told(fitting, DiscrepancyField.YEAR) == []

    def test_the_version_that_is_cited_leads(self) -> None:
        preprint = make_record(TITLE, ["Ada Abel"], 2015, "arXiv", arxiv_id="1501.00001", type=WorkType.POSTED_CONTENT)
        article = make_record(TITLE, ["Ada Abel"], 2019, "Journal of Examples", doi="10.5555/own")
        work = Work(records=(article, preprint))

        def leading(claim: Claim) -> Record:
            return assess(claim, work, (), this_year=2026).best

        assert leading(make_claim(TITLE)) == article
        assert leading(make_claim(TITLE, None, 2015)) == preprint
        assert leading(make_claim(TITLE, None, None, "arXiv")) == preprint
        assert leading(make_claim(TITLE, None, 2015, "Journal of Examples")) == article
        assert leading(make_claim(TITLE, arxiv_id="1501.00001")) == preprint
        assert leading(make_claim(TITLE, None, 2019, arxiv_id="1501.00001")) == preprint

    def test_the_gravest_is_told_first(self) -> None:
        decision = judge(make_claim(TITLE, ["Ada Abel"], 2001, "arXiv"), RECORD)
        order = [d.severity for d in decision.discrepancies]
        assert order == sorted(order, key=[Severity.ERROR, Severity.WARNING, Severity.INFO].index)
        assert set(order) == {Severity.ERROR, Severity.WARNING, Severity.INFO}


class TestNoCandidate:
    def test_neither_title_nor_identifier(self) -> None:
        work = Work(records=(RECORD,))
        other = "Wholly Different Rivers of Europe"
        assert is_other_work(make_claim(other), work, ())
        assert not is_other_work(make_claim(TITLE), work, ())
        assert not is_other_work(make_claim(other, doi="10.5555/own"), work, ())
        assert is_other_work(make_claim(other, doi="10.5555/other"), work, ())
        assert not is_other_work(make_claim(doi="10.5555/other"), work, ())

    def test_what_looking_up_the_identifier_brought_counts(self) -> None:
        work = Work(records=(RECORD,))
        claim = make_claim("Wholly Different Rivers of Europe", doi="10.5555/alias")
        alias = Identifier(IdentifierKind.DOI, "10.5555/alias")
        assert is_other_work(claim, work, ())
        assert not is_other_work(claim, work, (IdentifierFact(alias, (RECORD,)),))

    def test_a_work_without_title_is_never_ruled_out(self) -> None:
        untitled = Work(records=(make_record(None, ["Ada Abel"], doi="10.5555/u"),))
        assert not is_other_work(make_claim(TITLE), untitled, ())
        assert not is_other_work(make_claim(TITLE, doi="10.5555/u"), untitled, ())
        assert not is_other_work(make_claim(TITLE, doi="10.5555/v"), untitled, ())

"""Authors of a claim that no record confirms: none named, an organisation's name only, or a list that was cut."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import Decision, IdentifierFact, Rules, assess, decide, merge
from refcheck_core.models import Author, Claim, DiscrepancyField, Record, Severity, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_claim, make_record

RULES = Rules(this_year=2026)
TITLE = "Sparse Kernels for Protein Folding under Noise"
VENUE = "Journal of Examples"
NOBODY = make_record(TITLE, None, 2019, VENUE, doi="10.5555/own")
UNCONFIRMED = "Authors not confirmed: claimed 'Ada Abel', but no record names any."
CUT = make_record(TITLE, ["Ada Abel", "Ben Brown"], 2019, VENUE, authors_complete=False)


def judge(claim: Claim, *records: Record) -> Decision:
    facts = [IdentifierFact(i, records=tuple(r for r in records if i in r.identifiers)) for i in claim.identifiers]
    return decide(claim, merge(records), facts, RULES)


def told(decision: Decision, severity: Severity) -> list[str]:
    return [d.message for d in decision.discrepancies if (d.field, d.severity) == (DiscrepancyField.AUTHORS, severity)]


class TestNobodyIsNamed:
    @pytest.mark.parametrize(
        "claim",
        [
            make_claim(TITLE, ["Ada Abel"]),
            make_claim(TITLE, ["Ada Abel"], 2019),
            make_claim(TITLE, ["Ada Abel"], None, VENUE),
            make_claim(TITLE + ": A Subtitle that the Record Lacks", ["Ada Abel"], 2019, VENUE),
            make_claim(None, ["Ada Abel"], doi="10.5555/own"),
        ],
    )
    def test_an_error_where_the_rest_does_not_tell_the_work(self, claim: Claim) -> None:
        decision = judge(claim, NOBODY)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert told(decision, Severity.ERROR) == [UNCONFIRMED]

    @pytest.mark.parametrize(
        "claim",
        [
            make_claim(TITLE, ["Ada Abel"], 2019, VENUE),
            make_claim(TITLE, ["Ada Abel"], 2020, VENUE),
            make_claim(TITLE, ["Ada Abel"], doi="10.5555/own"),
            make_claim(None, ["Ada Abel"], 2019, doi="10.5555/own"),
            make_claim(None, ["Ada Abel"], None, VENUE, doi="10.5555/own"),
        ],
    )
    def test_a_warning_where_it_does(self, claim: Claim) -> None:
        decision = judge(claim, NOBODY)
        assert decision.verdict is Verdict.VERIFIED
        assert told(decision, Severity.WARNING) == [UNCONFIRMED]

    def test_the_confidence_is_the_score(self) -> None:
        decision = judge(make_claim(TITLE, ["Ada Abel"], 2019, VENUE), NOBODY)
        assert decision.matched is not None
        assert decision.confidence == decision.matched.score == 1.0

    def test_another_record_of_the_work_names_them(self) -> None:
        other = make_record(TITLE, ["Ada Abel"], 2019, VENUE, source="other")
        assert judge(make_claim(TITLE, ["Ada Abel"]), NOBODY, other).verdict is Verdict.VERIFIED
        decision = judge(make_claim(TITLE, ["Zoe Zorn"], 2019, VENUE), NOBODY, other)
        assert told(decision, Severity.ERROR)[0].startswith("Author mismatch: claimed 'Zoe Zorn'")

    def test_a_twin_with_other_authors_contradicts_what_nobody_confirms(self) -> None:
        twin = make_record(TITLE, ["Ada Abel"], 2019, VENUE, doi="10.5555/twin")
        decision = judge(make_claim(TITLE, ["Zoe Zorn"], 2019, VENUE), NOBODY, twin)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.ambiguous
        assert {c.work.lead.doi for c in decision.candidates} == {"10.5555/own", "10.5555/twin"}
        elsewhere = make_record(TITLE, ["Ada Abel"], 1999, "Annals of Things", doi="10.5555/twin")
        assert judge(make_claim(TITLE, ["Zoe Zorn"], 2019, VENUE), NOBODY, elsewhere).verdict is Verdict.VERIFIED

    def test_placeholders_are_an_error_all_the_same(self) -> None:
        decision = judge(make_claim(TITLE, ["John Doe"], 2019, VENUE), NOBODY)
        assert decision.verdict is Verdict.PARTIAL_MATCH


class TestWhoStandsInTheirPlace:
    def test_editors_of_a_book(self) -> None:
        editors = (Author.parse("Ada Abel"), Author.parse("Ben Brown"))
        book = make_record(TITLE, None, 2019, publisher="Example Press", editors=editors, type=WorkType.EDITED_BOOK)
        assert judge(make_claim(TITLE, ["A. Abel", "B. Brown"]), book).verdict is Verdict.VERIFIED
        assert judge(make_claim(TITLE, ["A. Abel", "Zoe Zorn"]), book).verdict is Verdict.PARTIAL_MATCH

    def test_the_organisation_that_published_it(self) -> None:
        report = make_record(TITLE, None, 2019, publisher="World Health Organization", type=WorkType.REPORT)
        for name in ("World Health Organization", "WHO"):
            claim = Claim(title=TITLE, authors=(Author(literal=name, organization=True),))
            assert judge(claim, report).verdict is Verdict.VERIFIED
        other = Claim(title=TITLE, authors=(Author(literal="World Trade Organization", organization=True),))
        assert judge(other, report).verdict is Verdict.PARTIAL_MATCH
        assert (
            judge(make_claim(TITLE, ["World Health Organization", "Ada Abel"]), report).verdict is not Verdict.VERIFIED
        )


class TestListsThatWereCut:
    def test_whoever_comes_after_the_last_known_one_is_not_confirmed(self) -> None:
        decision = judge(make_claim(TITLE, ["Ada Abel", "Ben Brown", "Zoe Zorn"], 2019, VENUE), CUT)
        assert decision.verdict is Verdict.VERIFIED
        message = "Authors not confirmed: claimed 'Zoe Zorn', but the record names the first 2 authors only."
        assert told(decision, Severity.WARNING) == [message]

    def test_the_known_ones_are_not_left_out(self) -> None:
        decision = judge(make_claim(TITLE, ["Ada Abel", "Zoe Zorn"], 2019, VENUE), CUT)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert told(decision, Severity.ERROR) == ["Authors left out in the middle of the list: 'Ben Brown'."]
        assert len(told(decision, Severity.WARNING)) == 1

    @pytest.mark.parametrize("second", ["Bea Brown", "Ben Browne"])
    def test_the_name_in_the_same_place_is_compared(self, second: str) -> None:
        decision = judge(make_claim(TITLE, ["Ada Abel", second], 2019, VENUE), CUT)
        assert decision.verdict is Verdict.PARTIAL_MATCH

    @pytest.mark.parametrize("claimed", [["Ada Abel"], ["Ada Abel", "B. Brown"], ["Ada Abel", "et al."]])
    def test_the_beginning_is_the_beginning(self, claimed: list[str]) -> None:
        decision = judge(make_claim(TITLE, claimed, 2019, VENUE), CUT)
        assert decision.verdict is Verdict.VERIFIED
        assert told(decision, Severity.WARNING) == []

    def test_an_organisation_beside_them_may_be_missing(self) -> None:
        claim = make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2019, VENUE)
        group = Author(literal="Example Collaboration", organization=True)
        decision = judge(claim.model_copy(update={"authors": (*claim.authors, group)}), CUT)
        assert told(decision, Severity.WARNING) == []

    def test_placeholders_are_an_error(self) -> None:
        decision = judge(make_claim(TITLE, ["Ada Abel", "Ben Brown", "John Doe"], 2019, VENUE), CUT)
        assert decision.verdict is Verdict.PARTIAL_MATCH

    def test_the_longest_of_several_counts(self) -> None:
        first = CUT.model_copy(update={"authors": CUT.authors[:1], "source": "other"})
        claim = make_claim(TITLE, ["Ada Abel", "Zoe Zorn"], 2019, VENUE)
        assert judge(claim, first).verdict is Verdict.VERIFIED
        assert judge(claim, first, CUT).verdict is Verdict.PARTIAL_MATCH
        assert told(judge(make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2019), CUT, first), Severity.WARNING) == []

    def test_one_of_them_first_who_is_not_the_first(self) -> None:
        decision = judge(make_claim(TITLE, ["Ben Brown", "Zoe Zorn"], 2019, VENUE), CUT)
        assert decision.verdict is Verdict.PARTIAL_MATCH


def test_an_arxiv_id_is_as_good_as_a_doi() -> None:
    arxiv = make_record(TITLE, None, 2019, "arXiv", arxiv_id="1901.00001")
    alone = Claim(identifiers=(Identifier(IdentifierKind.ARXIV, "1901.00001"),), authors=(Author.parse("Ada Abel"),))
    assert judge(alone, arxiv).verdict is Verdict.PARTIAL_MATCH
    assert judge(alone.model_copy(update={"year": 2019}), arxiv).verdict is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("claimed", "record", "unconfirmed"),
    [
        (["Ada Abel"], NOBODY, True),
        ([], NOBODY, False),
        (["Ada Abel"], CUT, False),
        (["Ada Abel", "Ben Brown", "Zoe Zorn"], CUT, True),
        (["Ada Abel"], make_record(TITLE, ["Ada Abel"], 2019), False),
    ],
)
def test_whether_anybody_is_left_unconfirmed(claimed: list[str], record: Record, unconfirmed: bool) -> None:
    assessment = assess(make_claim(TITLE, claimed, 2019), Work(records=(record,)), (), this_year=2026)
    assert assessment.has_unconfirmed_authors is unconfirmed


class TestCollaborations:
    MANY = make_record(TITLE, ["Ada Abel", "Ben Brown", "Cleo Cook"], 2019, VENUE)

    @pytest.mark.parametrize("name", ["ATLAS Collaboration", "GBD 2019 Collaborators", "Example Project Consortium"])
    def test_one_may_be_cited_for_its_people(self, name: str) -> None:
        claim = Claim(title=TITLE, authors=(Author(literal=name, organization=True),), year=2019)
        decision = judge(claim, self.MANY)
        assert decision.verdict is Verdict.VERIFIED
        assert told(decision, Severity.WARNING)[0].startswith(
            f"Authors not confirmed: claimed the organisation '{name}'"
        )

    @pytest.mark.parametrize(
        "changes", [{"year": None}, {"year": 2019, "authors": (Author(literal="World Society", organization=True),)}]
    )
    def test_not_by_its_title_alone_and_no_other_organisation(self, changes: dict[str, object]) -> None:
        claim = Claim(title=TITLE, authors=(Author(literal="ATLAS Collaboration", organization=True),))
        assert judge(claim.model_copy(update=changes), self.MANY).verdict is Verdict.PARTIAL_MATCH

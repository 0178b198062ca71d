"""Small rules of judging one work: what is told with which values, what supports a verdict, and which version leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import Decision, IdentifierFact, Rules, assess, decide, merge
from refcheck_core.matching.identity import compare_identifiers, shared_identifiers
from refcheck_core.models import Claim, Discrepancy, DiscrepancyField, Record, Severity, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_claim, make_record

if TYPE_CHECKING:
    from refcheck_core.matching.assess import Assessment

RULES = Rules(this_year=2026)
TITLE = "Sparse Kernels for Protein Folding under Noise"
RECORD = make_record(TITLE, ["Ada Abel", "Ben Brown"], 2019, "Journal of Examples", doi="10.5555/own")
PREPRINT = make_record(TITLE, ["Ada Abel"], 2015, "arXiv", arxiv_id="1501.00001", type=WorkType.POSTED_CONTENT)


def held(claim: Claim, *records: Record, facts: tuple[IdentifierFact, ...] = ()) -> Assessment:
    return assess(claim, Work(records=records), facts, this_year=2026)


def judge(claim: Claim, *records: Record) -> Decision:
    return decide(claim, merge(records), (), RULES)


def told(found: Assessment | Decision, field: DiscrepancyField) -> list[Discrepancy]:
    return [d for d in found.discrepancies if d.field is field]


class TestWhatIsTold:
    """Every difference names the claimed value and, where there is one, that of the work."""

    def test_a_venue_that_no_record_names(self) -> None:
        (found,) = told(held(make_claim(TITLE, venue="Nature"), make_record(TITLE)), DiscrepancyField.VENUE)
        assert (found.severity, found.claimed, found.found) == (Severity.WARNING, "Nature", None)

    def test_authors_that_no_record_names(self) -> None:
        (found,) = told(held(make_claim(TITLE, ["Ada Abel"]), make_record(TITLE)), DiscrepancyField.AUTHORS)
        assert (found.severity, found.claimed, found.found) == (Severity.ERROR, "Ada Abel", None)

    def test_another_edition_by_its_number(self) -> None:
        claim = make_claim(f"{TITLE}, 3rd edition")
        found = [
            d for d in told(held(claim, make_record(TITLE, edition="4")), DiscrepancyField.TITLE) if d.found == "4"
        ]
        assert [(d.severity, d.claimed) for d in found] == [(Severity.ERROR, claim.title)]

    def test_the_years_of_a_version(self) -> None:
        print_and_online = RECORD.model_copy(update={"years": (2018, 2019)})
        (found,) = told(
            held(make_claim(TITLE, None, 2015, "Journal of Examples"), print_and_online, PREPRINT),
            DiscrepancyField.YEAR,
        )
        assert found.message == (
            "Year 2015 is that of another version; the one in 'Journal of Examples' is of 2018, 2019."
        )
        assert (found.severity, found.claimed, found.found) == (Severity.WARNING, "2015", "2018, 2019")

    def test_nothing_of_a_year_beside_that_of_the_version(self) -> None:
        posted = PREPRINT.model_copy(update={"year": 2018, "years": (2018,), "arxiv_id": "1801.00001"})
        fits = held(make_claim(TITLE, None, 2018, "Journal of Examples"), RECORD, posted)
        assert told(fits, DiscrepancyField.YEAR) == []


class TestWhatIsShown:
    def test_the_closest_work_only_if_it_is_close(self) -> None:
        """A title that shares no more than some letters is not shown as what may be meant."""
        far = judge(make_claim("Sparse Matrices for Portfolio Holdings in Norway"), RECORD)
        assert far.verdict is Verdict.NOT_FOUND
        assert far.possible is None
        near = judge(make_claim("Sparse Kernels for Protein Motions in Graphs"), RECORD)
        assert near.verdict is Verdict.NOT_FOUND
        assert near.possible is not None

    def test_the_work_that_bears_the_cited_identifier(self) -> None:
        found = judge(make_claim("Wholly different rivers of Europe", ["Zoe Zorn"], doi="10.5555/own"), RECORD)
        assert found.verdict is Verdict.NOT_FOUND
        assert found.possible is not None

    def test_no_candidates_that_nothing_speaks_for(self) -> None:
        far = judge(make_claim("Sparse Matrices for Portfolio Holdings in Norway"), RECORD)
        assert far.candidates == ()


class TestWhatSupportsAVerdict:
    """A generic title needs authors, and a year or a venue."""

    GENERIC = make_record("Deep learning", ["Ada Abel"], 2015, "Journal of Examples", doi="10.5555/dl")

    @pytest.mark.parametrize(
        ("authors", "year", "venue", "verdict"),
        [
            (["Ada Abel"], 2015, None, Verdict.VERIFIED),
            (["Ada Abel"], None, "Journal of Examples", Verdict.VERIFIED),
            (["Ada Abel"], None, None, Verdict.PARTIAL_MATCH),
            (None, 2015, "Journal of Examples", Verdict.PARTIAL_MATCH),
        ],
    )
    def test_of_a_generic_title(
        self, authors: list[str] | None, year: int | None, venue: str | None, verdict: Verdict
    ) -> None:
        assert held(make_claim("Deep learning", authors, year, venue), self.GENERIC).verdict is verdict

    def test_an_identifier_supports_a_generic_title(self) -> None:
        assert held(make_claim("Deep learning", doi="10.5555/dl"), self.GENERIC).verdict is Verdict.VERIFIED

    def test_an_identifier_alone(self) -> None:
        assert held(make_claim(doi="10.5555/own"), RECORD).verdict is Verdict.VERIFIED
        assert held(make_claim(doi="10.5555/own"), RECORD).score == 1.0
        assert held(make_claim(doi="10.5555/x"), RECORD).verdict is Verdict.NOT_FOUND
        assert held(make_claim(doi="10.5555/x"), RECORD).score == 0.0

    def test_an_identifier_with_an_author_outweighs_another_title(self) -> None:
        claim = make_claim("Rivers of Europe", ["Ada Abel"], doi="10.5555/own")
        assert held(claim, RECORD).verdict is Verdict.PARTIAL_MATCH
        other_people = make_claim("Rivers of Europe", ["Zoe Zorn"], doi="10.5555/own")
        assert held(other_people, RECORD).verdict is Verdict.NOT_FOUND

    def test_the_threshold_is_reached_by_itself(self) -> None:
        claim = make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2015, "Journal of Examples")
        found = held(claim, RECORD, PREPRINT)
        work = Work(records=(RECORD, PREPRINT))
        assert found.score < 1
        at, above = (assess(claim, work, (), this_year=2026, verified_threshold=found.score + d) for d in (0, 1e-9))
        assert (at.verdict, above.verdict) == (Verdict.VERIFIED, Verdict.PARTIAL_MATCH)


class TestWhichKindsCount:
    @pytest.mark.parametrize("kind", [WorkType.PEER_REVIEW, WorkType.COMPONENT, WorkType.GRANT, WorkType.JOURNAL])
    def test_what_is_no_cited_work_only_by_its_own_identifier(self, kind: WorkType) -> None:
        record = RECORD.model_copy(update={"type": kind})
        assert held(make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2019), record).verdict is Verdict.NOT_FOUND
        own = make_claim(TITLE, ["Ada Abel", "Ben Brown"], 2019, doi="10.5555/own")
        assert held(own, record).verdict is Verdict.VERIFIED

    def test_a_book_of_another_year_may_be_another_edition(self) -> None:
        book = RECORD.model_copy(update={"type": WorkType.BOOK, "venue": None})
        hint = "The year may be that of another edition of the book."

        def hinted(claim: Claim, *records: Record) -> bool:
            return any(d.message == hint for d in held(claim, *records).discrepancies)

        assert hinted(make_claim(TITLE, ["Ada Abel"], 2009), book)
        assert not hinted(make_claim(TITLE, ["Ada Abel"], 2018), book)
        assert not hinted(make_claim(TITLE, ["Ada Abel"], 2090), book)
        assert not hinted(make_claim(TITLE, ["Zoe Zorn"], 2009), book)
        assert not hinted(make_claim("Sparse Rivers for Protein Folding under Noise", ["Ada Abel"], 2009), book)
        assert not hinted(make_claim(TITLE, ["Ada Abel"], 2009), book, RECORD)


class TestIdentifiers:
    DOI = Identifier(IdentifierKind.DOI, "10.5555/cited")
    CLAIM = make_claim(TITLE, ["Ada Abel"], doi="10.5555/cited")

    def test_the_registrys_word_goes_before_that_of_others(self) -> None:
        """Another database gives the DOI to the work; the registry gives it to another one."""
        owner = make_record("Rivers of Europe", ["Zoe Zorn"], 2001, source="registry", doi="10.5555/cited")
        work = make_record(TITLE, ["Ada Abel"], source="two", doi="10.5555/cited")
        fact = IdentifierFact(self.DOI, (owner, work), registry=frozenset({"registry"}))
        assert held(self.CLAIM, work, facts=(fact,)).identifiers.in_error
        assert held(self.CLAIM, work, facts=(IdentifierFact(self.DOI, (owner, work)),)).identifiers.agrees

    def test_a_registry_that_did_not_answer_leaves_it_to_the_records(self) -> None:
        work = make_record(TITLE, ["Ada Abel"], source="two", doi="10.5555/cited")
        fact = IdentifierFact(self.DOI, registry=frozenset({"registry"}))
        assert held(self.CLAIM, work, facts=(fact,)).identifiers.agrees

    def test_other_identifiers_than_dois_may_be_of_the_preprint(self) -> None:
        claim = make_claim(TITLE, ["Ada Abel"], 2019, "Journal of Examples", arxiv_id="1501.00001")
        assert told(held(claim, RECORD, PREPRINT), DiscrepancyField.DOI) == [
            Discrepancy(
                field=DiscrepancyField.DOI,
                severity=Severity.INFO,
                message="Could add the DOI 10.5555/own.",
                found="10.5555/own",
            )
        ]
        assert told(held(claim, RECORD, PREPRINT), DiscrepancyField.ARXIV_ID) == []

    @pytest.mark.parametrize(
        ("claim", "is_hinted"),
        [
            (make_claim(TITLE, ["Ada Abel"]), True),
            (make_claim(TITLE, ["Ada Abel"], 2001), True),
            (make_claim(TITLE, ["Zoe Zorn"]), False),
            (make_claim(TITLE, ["Ada Abel"], 2001, "Nature"), False),
        ],
    )
    def test_no_identifier_is_offered_where_another_work_may_be_meant(self, claim: Claim, is_hinted: bool) -> None:
        hints = [d for d in told(held(claim, RECORD), DiscrepancyField.DOI) if d.found == "10.5555/own"]
        assert bool(hints) is is_hinted

    @pytest.mark.parametrize("posted", [PREPRINT, PREPRINT.model_copy(update={"doi": "10.48550/arxiv.1501.00001"})])
    def test_a_wrong_doi_is_held_against_that_of_the_article(self, posted: Record) -> None:
        claim = make_claim(TITLE, ["Ada Abel"], doi="10.5555/x")
        for order in ((posted, RECORD), (RECORD, posted)):
            (error,) = compare_identifiers(claim, Work(records=order), order[0], ()).discrepancies
            assert error.message == "DOI mismatch: claimed 10.5555/x, found 10.5555/own."
            assert (error.severity, error.claimed, error.found) == (Severity.ERROR, "10.5555/x", "10.5555/own")

    def test_one_that_is_given_to_two_works(self) -> None:
        one = make_record(TITLE, ["Ada Abel"], 2019, source="one", doi="10.5555/cited")
        two = make_record("Rivers of Europe", ["Zoe Zorn"], 2001, source="two", doi="10.5555/cited")
        (warning,) = shared_identifiers(self.CLAIM, Work(records=(one,)), Work(records=(two,)), ())
        other = "'Rivers of Europe' by Zorn (2001)"
        assert warning.message == f"DOI 10.5555/cited is given to another work as well: {other} (one and two)."
        assert (warning.severity, warning.claimed, warning.found) == (Severity.WARNING, "10.5555/cited", other)
        assert shared_identifiers(self.CLAIM, Work(records=(one,)), Work(records=(RECORD,)), ()) == ()

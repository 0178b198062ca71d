"""Which work a reference is about, where several come close: namesakes, reviews, errata, notices, wrong identifiers."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import Decision, IdentifierFact, Rules, decide, merge
from refcheck_core.models import (
    Claim,
    DiscrepancyField,
    Notice,
    NoticeKind,
    Record,
    Severity,
    Verdict,
    WorkType,
)
from refcheck_core.services import build_claim
from refcheck_core.testing.builders import make_claim, make_record

RULES = Rules(this_year=2026)
TITLE = "Sparse Kernels for Protein Folding under Noise"
PEOPLE = ["Ada Abel", "Ben Brown"]
VENUE = "Journal of Examples"
ARTICLE = make_record(TITLE, PEOPLE, 2019, VENUE, doi="10.5555/own", type=WorkType.JOURNAL_ARTICLE)
RIGHT = make_claim(TITLE, PEOPLE, 2019, VENUE)


def judge(claim: Claim, *records: Record, registry: str | None = "crossref") -> Decision:
    names = frozenset({registry} if registry else ())
    facts = [
        IdentifierFact(i, records=tuple(r for r in records if i in r.identifiers), registry=names)
        for i in claim.identifiers
    ]
    return decide(claim, merge(records), facts, RULES)


def with_doi(claim: Claim, doi: str) -> Claim:
    return claim.model_copy(update={"identifiers": (Identifier(IdentifierKind.DOI, doi),)})


def told(decision: Decision, severity: Severity, field: DiscrepancyField | None = None) -> list[str]:
    return [d.message for d in decision.discrepancies if d.severity is severity and field in (None, d.field)]


def matched_doi(decision: Decision) -> str | None:
    return decision.matched.best.doi if decision.matched else None


class TestWrongIdentifiers:
    OTHER = make_record("A Wholly Different Subject", ["Carl Cole"], 2001, "Annals of Things", doi="10.5555/other")
    SIMILAR = make_record("Sparse Kernels for Protein Folding under Load", PEOPLE, 2019, VENUE, doi="10.5555/load")

    @pytest.mark.parametrize("other", [OTHER, SIMILAR])
    def test_beside_a_right_citation_both_works_are_named(self, other: Record) -> None:
        decision = judge(with_doi(RIGHT, other.doi or ""), ARTICLE, other)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert matched_doi(decision) == "10.5555/own"
        (error,) = told(decision, Severity.ERROR)
        assert f"belongs to another work: '{other.title}'" in error
        assert error.endswith("The work's own is 10.5555/own.")

    def test_the_identifier_of_another_work_is_not_outvoted_by_a_similar_title(self) -> None:
        decision = judge(with_doi(RIGHT, "10.5555/load"), self.SIMILAR)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert told(decision, Severity.ERROR, DiscrepancyField.TITLE)

    def test_an_invented_title_under_a_live_doi_was_found_nowhere(self) -> None:
        claim = make_claim("Quantum Flux of Imaginary Bread", ["P. Kern"], 2020, doi="10.5555/other")
        decision = judge(claim, self.OTHER)
        assert decision.verdict is Verdict.NOT_FOUND
        assert told(decision, Severity.ERROR, DiscrepancyField.DOI) == [
            "DOI 10.5555/other belongs to another work: 'A Wholly Different Subject' by Cole (2001)."
        ]
        message = "No work was found under the title 'Quantum Flux of Imaginary Bread'."
        assert told(decision, Severity.ERROR, DiscrepancyField.TITLE) == [message]

    def test_in_a_citation_as_well(self) -> None:
        claim = build_claim(citation="Kern P. Quantum flux of imaginary bread. Annals 2020. doi:10.5555/other")
        decision = judge(claim, self.OTHER)
        assert decision.verdict is Verdict.NOT_FOUND
        assert told(decision, Severity.ERROR, DiscrepancyField.TITLE) == ["No work was found that fits the citation."]

    def test_where_only_an_identifier_is_claimed_nothing_else_was_searched(self) -> None:
        claim = make_claim(doi="10.5555/nowhere")
        fact = IdentifierFact(claim.identifiers[0], absent=True)
        decision = decide(claim, (), (fact,), RULES)
        assert [d.field for d in decision.discrepancies] == [DiscrepancyField.DOI]


class TestOneIdentifierOfTwoWorks:
    """A library or index may give a DOI to two works."""

    TWIN = make_record("Adaptive Graphs of Traffic", ["Paul Kern"], 2011, "Annals of Things", doi="10.5555/own")
    MESSAGE = (
        "DOI 10.5555/own is given to another work as well: 'Adaptive Graphs of Traffic' by Kern (2011) (crossref)."
    )

    @pytest.mark.parametrize("registry", [None, "crossref"])
    def test_the_identifier_alone_tells_neither(self, registry: str | None) -> None:
        decision = judge(make_claim(doi="10.5555/own"), ARTICLE, self.TWIN, registry=registry)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.ambiguous
        assert len(decision.candidates) == 2
        assert any("is given to another work as well" in m for m in told(decision, Severity.WARNING))

    def test_the_title_tells_and_the_conflict_is_told(self) -> None:
        decision = judge(with_doi(RIGHT, "10.5555/own"), ARTICLE, self.TWIN)
        assert decision.verdict is Verdict.VERIFIED
        assert told(decision, Severity.WARNING) == [self.MESSAGE]
        assert len(decision.candidates) == 2
        wrong = judge(with_doi(RIGHT.model_copy(update={"year": 1999}), "10.5555/own"), ARTICLE, self.TWIN)
        assert self.MESSAGE in told(wrong, Severity.WARNING)

    def test_what_the_registry_says_counts(self) -> None:
        library = self.TWIN.model_copy(update={"source": "library"})
        decision = judge(make_claim(doi="10.5555/own"), ARTICLE, library)
        assert decision.verdict is Verdict.VERIFIED
        assert told(decision, Severity.WARNING) == []

    def test_a_volume_and_its_chapters_may_share_an_isbn(self) -> None:
        isbn = Identifier(IdentifierKind.ISBN, "9780000000002")
        both = [r.model_copy(update={"identifiers": (isbn,), "doi": None}) for r in (ARTICLE, self.TWIN)]
        decision = judge(RIGHT.model_copy(update={"identifiers": (isbn,)}), *both, registry=None)
        assert decision.verdict is Verdict.VERIFIED
        assert told(decision, Severity.WARNING) == []


class TestOneTitleOfTwoWorks:
    OTHER = make_record(TITLE, ["Dora Dunn"], 2005, "Annals of Things", doi="10.5555/t2")

    def test_the_title_alone_tells_neither(self) -> None:
        decision = judge(make_claim(TITLE), ARTICLE, self.OTHER)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.ambiguous
        assert len(decision.candidates) == 2

    @pytest.mark.parametrize(
        "claim",
        [
            make_claim(TITLE, ["Dora Dunn"]),
            make_claim(TITLE, None, 2005),
            make_claim(TITLE, None, None, "Annals of Things"),
        ],
    )
    def test_any_field_beside_it_tells(self, claim: Claim) -> None:
        decision = judge(claim, ARTICLE, self.OTHER)
        assert decision.verdict is Verdict.VERIFIED
        assert matched_doi(decision) == "10.5555/t2"

    def test_fields_of_both_are_an_error(self) -> None:
        decision = judge(make_claim(TITLE, ["Dora Dunn"], 2019, VENUE), ARTICLE, self.OTHER)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert told(decision, Severity.ERROR)


class TestBooksAndReviews:
    NAME = "The Structure of Sparse Kernels"
    BOOK = make_record(NAME, ["Ada Abel"], 2010, publisher="Example Press", type=WorkType.BOOK, doi="10.5555/book")
    REVIEW = make_record(
        NAME,
        ["Rita Reed"],
        2011,
        "Reviews",
        type=WorkType.JOURNAL_ARTICLE,
        doi="10.5555/review",
        reviews=("10.5555/book",),
    )
    CLAIM = make_claim(NAME, ["Ada Abel"], 2010, "Example Press")

    def test_each_is_found_for_itself(self) -> None:
        assert matched_doi(judge(self.CLAIM, self.BOOK, self.REVIEW)) == "10.5555/book"
        review = make_claim(self.NAME, ["Rita Reed"], 2011, "Reviews")
        assert matched_doi(judge(review, self.BOOK, self.REVIEW)) == "10.5555/review"

    def test_the_doi_of_the_review_is_not_the_books(self) -> None:
        decision = judge(with_doi(self.CLAIM, "10.5555/review"), self.BOOK, self.REVIEW)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert matched_doi(decision) == "10.5555/book"

    def test_a_review_is_not_the_book(self) -> None:
        decision = judge(self.CLAIM, self.REVIEW)
        assert decision.verdict is Verdict.NOT_FOUND
        assert decision.possible is not None
        untold = self.REVIEW.model_copy(update={"reviews": ()})
        book = self.CLAIM.model_copy(update={"type": WorkType.BOOK})
        assert judge(book, untold).verdict is Verdict.NOT_FOUND
        for title in (f"Review of: {self.NAME}", f"{self.NAME}. By Ada Abel"):
            assert judge(self.CLAIM, untold.model_copy(update={"title": title})).verdict is Verdict.NOT_FOUND


class TestThesesAndReports:
    @pytest.mark.parametrize("venue", ["PhD thesis, University of X", "Technical Report 12, University of X"])
    def test_an_article_of_that_title_by_other_people_is_not_it(self, venue: str) -> None:
        decision = judge(make_claim(TITLE, ["Paul Kern"], 2019, venue), ARTICLE)
        assert decision.verdict is Verdict.NOT_FOUND
        assert decision.matched is None
        assert decision.possible is not None
        assert decision.rule == "only a work of another kind by other people bears the title"
        assert told(decision, Severity.WARNING) == [
            f"The title is that of a journal article by other people, '{TITLE}' by Abel et al. (2019); "
            "the cited work was not found."
        ]

    def test_the_same_people_make_a_paper_of_it(self) -> None:
        thesis = judge(make_claim(TITLE, ["Ada Abel"], 2018, "PhD thesis, University of X"), ARTICLE)
        assert thesis.verdict is Verdict.PARTIAL_MATCH
        assert any(m.startswith("Kind of work differs: cited as a thesis") for m in told(thesis, Severity.ERROR))
        report = judge(make_claim(TITLE, PEOPLE, 2018).model_copy(update={"type": WorkType.REPORT}), ARTICLE)
        assert report.verdict is Verdict.VERIFIED

    def test_a_namesake_whose_title_only_nearly_agrees_is_not_spoken_of(self) -> None:
        claim = make_claim(TITLE.replace("Noise", "Load"), ["Paul Kern"], 2019, "PhD thesis, University of X")
        decision = judge(claim, ARTICLE)
        assert decision.verdict is Verdict.NOT_FOUND
        assert told(decision, Severity.WARNING) == []

    def test_the_identifier_of_the_article_names_it(self) -> None:
        claim = with_doi(make_claim(TITLE, ["Paul Kern"], 2019, type=WorkType.REPORT), "10.5555/own")
        assert matched_doi(judge(claim, ARTICLE)) == "10.5555/own"


class TestErrataAndNotices:
    @pytest.mark.parametrize(
        "prefix", ["Erratum: ", "Correction to: ", "Corrigendum to ", "Retraction: ", "Withdrawal: ", "Comment on: "]
    )
    def test_a_note_on_an_article_is_not_the_article(self, prefix: str) -> None:
        about = make_record(prefix + TITLE, PEOPLE, 2019, VENUE, doi="10.5555/note")
        assert matched_doi(judge(RIGHT, ARTICLE, about)) == "10.5555/own"
        assert judge(RIGHT, about).verdict is not Verdict.VERIFIED
        cited = make_claim(prefix + TITLE, PEOPLE, 2019, VENUE)
        assert matched_doi(judge(cited, ARTICLE, about)) == "10.5555/note"
        assert judge(cited, ARTICLE).verdict is not Verdict.VERIFIED

    def test_the_doi_of_an_erratum_beside_the_article(self) -> None:
        erratum = make_record("Erratum: " + TITLE, PEOPLE, 2019, VENUE, doi="10.5555/err")
        decision = judge(with_doi(RIGHT, "10.5555/err"), ARTICLE, erratum)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert matched_doi(decision) == "10.5555/own"
        assert told(decision, Severity.ERROR, DiscrepancyField.DOI)


class TestTakenBack:
    @pytest.mark.parametrize(
        ("title", "what"),
        [
            (f"RETRACTED: {TITLE}", "retracted"),
            (f"Retracted Article: {TITLE}", "retracted"),
            (f"[RETRACTED] {TITLE}", "retracted"),
            (f"{TITLE} (Retracted)", "retracted"),
            (f"{TITLE} (Retracted article. See vol. 3, p. 7)", "retracted"),
            (f"WITHDRAWN: {TITLE}", "withdrawn"),
            (f"REMOVED: {TITLE}", "removed"),
            (f"TEMPORARY REMOVAL: {TITLE}", "removed"),
        ],
    )
    def test_a_mark_in_the_title_is_told(self, title: str, what: str) -> None:
        decision = judge(RIGHT, ARTICLE.model_copy(update={"title": title}))
        assert decision.verdict is Verdict.VERIFIED
        assert told(decision, Severity.WARNING) == [f"The work is {what} (according to its title)."]

    @pytest.mark.parametrize("title", ["Removal of Noise", "Why Articles Are Retracted", "Retracted Wings of Birds"])
    def test_words_of_a_title_are_no_mark(self, title: str) -> None:
        record = ARTICLE.model_copy(update={"title": title})
        assert told(judge(make_claim(title, PEOPLE, 2019, VENUE), record), Severity.WARNING) == []

    def test_a_notice_goes_before_the_mark(self) -> None:
        notice = Notice(kind=NoticeKind.RETRACTION, asserted_by="publisher")
        record = ARTICLE.model_copy(update={"title": f"RETRACTED: {TITLE}", "notices": (notice,)})
        assert told(judge(RIGHT, record), Severity.WARNING) == ["The work is retracted (according to publisher)."]

    def test_of_a_preprint_it_is_told_that_it_is_the_preprint(self) -> None:
        withdrawn = (Notice(kind=NoticeKind.WITHDRAWAL, asserted_by="arxiv"),)
        preprint = make_record(
            TITLE, PEOPLE, 2018, "arXiv", arxiv_id="1801.00001", source="arxiv", type=WorkType.POSTED_CONTENT
        ).model_copy(update={"notices": withdrawn})
        message = "A preprint of the work is withdrawn (according to arxiv)."
        assert told(judge(RIGHT, ARTICLE, preprint), Severity.WARNING) == [message]
        cited = make_claim(TITLE, PEOPLE, 2018, "arXiv", arxiv_id="1801.00001")
        assert "The work is withdrawn (according to arxiv)." in told(judge(cited, preprint), Severity.WARNING)
        both = ARTICLE.model_copy(update={"notices": withdrawn})
        assert told(judge(RIGHT, both, preprint), Severity.WARNING) == ["The work is withdrawn (according to arxiv)."]


class TestVenueOfANamesake:
    """A book whose record names no venue, and an article of its title in the journal that is claimed."""

    BOOK = make_record("Deep Learning of Things", ["Ian Good", "Yoshua Best"], 2016, source="s2")
    ARTICLE = make_record("Deep Learning of Things", ["Yann Cunning"], 2015, "Nature", doi="10.5555/n")

    def test_the_claimed_venue_is_that_of_the_other(self) -> None:
        claim = make_claim("Deep Learning of Things", ["Ian Good", "Yoshua Best"], 2016, "Nature")
        decision = judge(claim, self.BOOK, self.ARTICLE)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.rule == "the work is found, and something cited is wrong"
        assert told(decision, Severity.ERROR) == [
            "Venue mismatch: 'Nature' is that of another work of this title, "
            "'Deep Learning of Things' by Cunning (2015)."
        ]

    def test_where_nobody_has_it_it_is_not_confirmed(self) -> None:
        claim = make_claim("Deep Learning of Things", ["Ian Good", "Yoshua Best"], 2016, "Journal of Others")
        decision = judge(claim, self.BOOK, self.ARTICLE)
        assert decision.verdict is Verdict.VERIFIED
        assert told(decision, Severity.WARNING, DiscrepancyField.VENUE)


class TestCandidatesOfACitation:
    STRANGER = make_record("On the Theory of Quanta", ["Louis Example"], 2019, VENUE, doi="10.5555/far")

    def test_works_that_have_nothing_to_do_with_it_are_none(self) -> None:
        found = judge(build_claim(citation=f"Abel A, Brown B. {TITLE}. {VENUE} 2019"), ARTICLE, self.STRANGER)
        assert [c.work.lead.doi for c in found.candidates] == ["10.5555/own"]
        nothing = judge(build_claim(citation="Zorn Z. Imaginary bread and its flux. Annals 2019"), self.STRANGER)
        assert nothing.candidates == ()

    def test_one_whose_title_is_left_out_is_shown(self) -> None:
        citation = build_claim(citation="A. Abel and B. Brown, Journal of Examples 12, 3 (2019)")
        assert [c.work.lead.doi for c in judge(citation, ARTICLE).candidates] == ["10.5555/own"]

"""The verdict rules and the severity table, rule by rule (docs/design, judgement)."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import Decision, IdentifierFact, Rules, decide, merge
from refcheck_core.models import Author, Claim, Notice, NoticeKind, Record, Severity, Verdict, WorkType
from refcheck_core.testing.builders import make_claim, make_record

RULES = Rules(this_year=2026)
TITLE = "Attention Is All You Need"
AUTHORS = [
    "Ashish Vaswani",
    "Noam Shazeer",
    "Niki Parmar",
    "Jakob Uszkoreit",
    "Llion Jones",
    "Aidan N. Gomez",
    "Łukasz Kaiser",
    "Illia Polosukhin",
]
NEURIPS = "Neural Information Processing Systems"


@pytest.fixture
def attention() -> Record:
    return make_record(
        TITLE,
        AUTHORS,
        2017,
        NEURIPS,
        source="semantic_scholar",
        arxiv_id="1706.03762",
        type=WorkType.PROCEEDINGS_ARTICLE,
    )


def judge(claim: Claim, *records: Record, facts: tuple[IdentifierFact, ...] = ()) -> Decision:
    return decide(claim, merge(records), facts, RULES)


def fact(kind: IdentifierKind, value: str, *records: Record, **more: object) -> IdentifierFact:
    return IdentifierFact(Identifier(kind, value), records=records, **more)  # type: ignore[arg-type]


def errors(decision: Decision) -> list[str]:
    return [d.message for d in decision.discrepancies if d.severity is Severity.ERROR]


def warnings(decision: Decision) -> list[str]:
    return [d.message for d in decision.discrepancies if d.severity is Severity.WARNING]


class TestVerified:
    def test_all_fields(self, attention: Record) -> None:
        decision = judge(make_claim(TITLE, AUTHORS, 2017, "NeurIPS"), attention)
        assert decision.verdict is Verdict.VERIFIED
        assert decision.confidence == 1.0
        assert not errors(decision)

    def test_first_author_et_al(self, attention: Record) -> None:
        assert judge(make_claim(TITLE, ["Vaswani", "et al."], 2017, "NIPS"), attention).verdict is Verdict.VERIFIED

    def test_first_author_alone_beside_the_title(self, attention: Record) -> None:
        assert judge(make_claim(TITLE, ["Vaswani"]), attention).verdict is Verdict.VERIFIED

    def test_exact_title_alone_when_one_work_has_it(self, attention: Record) -> None:
        assert judge(make_claim("attention is all you need."), attention).verdict is Verdict.VERIFIED

    def test_identifier_alone(self, attention: Record) -> None:
        claim = make_claim(arxiv_id="1706.03762")
        decision = judge(claim, attention, facts=(fact(IdentifierKind.ARXIV, "1706.03762", attention),))
        assert decision.verdict is Verdict.VERIFIED

    def test_year_one_off_is_information(self, attention: Record) -> None:
        decision = judge(make_claim(TITLE, AUTHORS, 2018, "NeurIPS"), attention)
        assert decision.verdict is Verdict.VERIFIED
        assert any(
            d.severity is Severity.INFO and "claimed 2018, found 2017" in d.message for d in decision.discrepancies
        )

    def test_subtitle_left_out_when_the_authors_agree(self) -> None:
        record = make_record(
            "Diffusion Convolutional Networks: Data-Driven Traffic Forecasting", ["Yaguang Li"], 2018, "ICLR"
        )
        assert judge(make_claim("Diffusion Convolutional Networks", ["Li"]), record).verdict is Verdict.VERIFIED

    def test_missing_fields_of_the_record_change_nothing(self) -> None:
        record = make_record(TITLE, AUTHORS, type=WorkType.PROCEEDINGS_ARTICLE)
        assert judge(make_claim(TITLE, AUTHORS, 2017), record).confidence == 1.0

    def test_preprint_of_a_published_work_is_a_warning(self, attention: Record) -> None:
        decision = judge(make_claim(TITLE, AUTHORS, 2017, "arXiv"), attention)
        assert decision.verdict is Verdict.VERIFIED
        assert "Cites the preprint" in warnings(decision)[0]

    def test_a_retracted_work_is_verified_with_a_warning(self) -> None:
        notice = Notice(kind=NoticeKind.RETRACTION, doi="10.5555/n", asserted_by="publisher")
        record = make_record("An Invented Study of Things", ["Jane Roe"], 2001, "J. Ex.", notices=(notice,))
        decision = judge(make_claim("An Invented Study of Things", ["Jane Roe"], 2001), record)
        assert decision.verdict is Verdict.VERIFIED
        assert warnings(decision) == ["The work is retracted (according to publisher)."]

    def test_a_correction_is_no_retraction(self) -> None:
        notice = Notice(kind=NoticeKind.CORRECTION, doi="10.5555/n")
        record = make_record("An Invented Study of Things", ["Jane Roe"], 2001, notices=(notice,))
        assert not warnings(judge(make_claim("An Invented Study of Things", ["Jane Roe"], 2001), record))


class TestPartialMatch:
    @pytest.mark.parametrize(
        ("claim", "sentence"),
        [
            (make_claim(TITLE, AUTHORS, 2014, "NeurIPS"), "Year mismatch: claimed 2014, found 2017."),
            (make_claim(TITLE, AUTHORS, 2027, "NeurIPS"), "Year in the future: claimed 2027, found 2017."),
            (
                make_claim(TITLE, ["Ashish Vaswany", *AUTHORS[1:]], 2017, "NeurIPS"),
                "Author misspelt: claimed 'Ashish Vaswany', found 'Ashish Vaswani'.",
            ),
            (
                make_claim(TITLE, [*AUTHORS, "Geoffrey Hinton"], 2017, "NeurIPS"),
                "Author mismatch: claimed 'Geoffrey Hinton', but the work's authors are",
            ),
            (
                make_claim(TITLE, ["Noam Shazeer", "Niki Parmar"], 2017, "NeurIPS"),
                "First author mismatch: claimed 'Noam Shazeer', found 'Ashish Vaswani'.",
            ),
            (
                make_claim(TITLE, ["Ashish Vaswani", "Niki Parmar"], 2017, "NeurIPS"),
                "Authors left out in the middle of the list: 'Noam Shazeer'.",
            ),
            (make_claim(TITLE, ["Firstname Lastname"], 2017), "Placeholder in the author list: 'Firstname Lastname'."),
            (
                make_claim(TITLE, AUTHORS, 2017, "Nature"),
                "Venue mismatch: claimed 'Nature', found 'Neural Information Processing Systems'.",
            ),
            (
                make_claim("Atention Is All You Need", AUTHORS, 2017, "NeurIPS"),
                "Title mismatch: claimed 'Atention Is All You Need', found 'Attention Is All You Need' "
                "('atention' for 'attention').",
            ),
            (make_claim("Atention Is All You Need"), "Title mismatch: claimed 'Atention Is All You Need'"),
            (
                make_claim("Attention Is What You Need", AUTHORS),
                "Title mismatch: claimed 'Attention Is What You Need', found 'Attention Is All You Need'",
            ),
        ],
    )
    def test_a_wrong_field_is_named(self, attention: Record, claim: Claim, sentence: str) -> None:
        decision = judge(claim, attention)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert 0.5 <= decision.confidence <= 0.849
        assert any(message.startswith(sentence) for message in errors(decision)), errors(decision)

    def test_an_organisation_in_place_of_the_authors_is_not_confirmed(self, attention: Record) -> None:
        claim = make_claim(TITLE).model_copy(update={"authors": (Author(literal="World Society", organization=True),)})
        decision = judge(claim, attention)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert errors(decision)[0].startswith(
            "Authors not confirmed: claimed the organisation 'World Society', but the work's are people"
        )
        known = claim.model_copy(update={"year": 2017, "venue": "NeurIPS"})
        assert judge(known, attention).verdict is Verdict.PARTIAL_MATCH
        collaboration = Author(literal="Attention Collaboration", organization=True)
        assert judge(known.model_copy(update={"authors": (collaboration,)}), attention).verdict is Verdict.VERIFIED

    def test_an_organisation_does_not_vouch_for_a_title_that_nearly_agrees(self, attention: Record) -> None:
        claim = make_claim("Attention Is All You Never Need")
        assert judge(claim, attention).verdict is Verdict.PARTIAL_MATCH
        organization = (Author(literal="World Society", organization=True),)
        named = claim.model_copy(update={"authors": organization})
        assert judge(named, attention).verdict is Verdict.NOT_FOUND
        nobody = attention.model_copy(update={"authors": ()})
        assert judge(named, nobody).verdict is Verdict.PARTIAL_MATCH

    def test_a_venue_that_no_record_names_is_a_warning(self) -> None:
        bare = make_record(TITLE, AUTHORS, 2017)
        decision = judge(make_claim(TITLE, AUTHORS, 2017, "NeurIPS"), bare)
        assert decision.verdict is Verdict.VERIFIED
        assert warnings(decision) == [
            "Venue not confirmed: claimed 'NeurIPS', but no record names where the work came out."
        ]
        assert judge(make_claim(TITLE, AUTHORS, 2017, "–"), bare).confidence == 1.0

    def test_organisations_that_are_told(self) -> None:
        society = (Author(literal="World Society", organization=True),)
        of_society = make_record(TITLE, ["Ada Abel"], 2017).model_copy(update={"authors": society})
        decision = judge(make_claim(TITLE, ["Ada Abel"]), of_society)
        assert errors(decision)[0] == (
            "Authors not confirmed: claimed 'Ada Abel', but the work's is the organisation 'World Society'."
        )

    def test_a_title_that_no_record_of_the_identifier_confirms(self) -> None:
        untitled = make_record(None, None, 2013, doi="10.5555/untitled")
        claim = make_claim("An Invented Paper", ["Fake Person"], 2013, doi="10.5555/untitled")
        decision = judge(claim, untitled, facts=(fact(IdentifierKind.DOI, "10.5555/untitled", untitled),))
        assert decision.verdict is not Verdict.VERIFIED

    def test_a_database_that_contradicts_the_registry_does_not_vouch(self) -> None:
        registry = make_record(
            "Some Invented Long Title", ["Jane Roe"], 2011, "Nature", source="registry", doi="10.5555/r"
        )
        index = make_record("Some Invented Long Title", ["X Y"], 2020, "Cell", source="index", doi="10.5555/r")
        claim = make_claim("Some Invented Long Title", ["X Y"], 2020, "Cell", doi="10.5555/r")
        known = fact(IdentifierKind.DOI, "10.5555/r", registry, index, registry=frozenset({"registry"}))
        assert judge(claim, registry, index, facts=(known,)).verdict is Verdict.PARTIAL_MATCH

    def test_a_venue_that_only_a_preprint_stands_for_is_not_confirmed(self) -> None:
        preprint = make_record("A Fresh Result on Things", ["Jane Roe"], 2026, "arXiv", type=WorkType.POSTED_CONTENT)
        decision = judge(make_claim("A Fresh Result on Things", ["Jane Roe"], 2026, "ICLR"), preprint)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert errors(decision)[0].startswith("Venue not confirmed: claimed 'ICLR'")

    def test_a_rejected_submission_confirms_no_venue(self) -> None:
        submission = make_record(
            "A Fresh Result on Things", ["Jane Roe"], 2025, submitted_to="ICLR", type=WorkType.POSTED_CONTENT
        )
        decision = judge(make_claim("A Fresh Result on Things", ["Jane Roe"], 2025, "ICLR"), submission)
        assert decision.verdict is Verdict.PARTIAL_MATCH

    def test_identifier_agrees_and_an_author_but_not_the_title(self, attention: Record) -> None:
        claim = make_claim("A Wholly Other Title of Something", ["Vaswani"], arxiv_id="1706.03762")
        decision = judge(claim, attention, facts=(fact(IdentifierKind.ARXIV, "1706.03762", attention),))
        assert decision.verdict is Verdict.PARTIAL_MATCH

    def test_a_right_citation_with_the_doi_of_another_work_names_both(self, attention: Record) -> None:
        other = make_record(
            "Nanometre-scale thermometry in a living cell", ["G. Kucsko"], 2013, doi="10.1038/nature12373"
        )
        claim = make_claim(TITLE, AUTHORS, 2017, doi="10.1038/nature12373")
        decision = judge(claim, attention, other, facts=(fact(IdentifierKind.DOI, "10.1038/nature12373", other),))
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.matched is not None
        assert decision.matched.best.title == TITLE
        assert "belongs to another work: 'Nanometre-scale thermometry in a living cell'" in errors(decision)[0]

    def test_a_doi_that_is_not_registered(self, attention: Record) -> None:
        claim = make_claim(TITLE, AUTHORS, 2017, doi="10.5555/nothing")
        decision = judge(claim, attention, facts=(fact(IdentifierKind.DOI, "10.5555/nothing", absent=True),))
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert errors(decision) == ["DOI 10.5555/nothing is not registered."]

    def test_a_doi_registered_elsewhere_is_only_a_warning(self, attention: Record) -> None:
        claim = make_claim(TITLE, AUTHORS, 2017, doi="10.5555/elsewhere")
        known = fact(IdentifierKind.DOI, "10.5555/elsewhere", elsewhere="registered at DataCite")
        decision = judge(claim, attention, facts=(known,))
        assert decision.verdict is Verdict.VERIFIED
        assert warnings(decision) == ["DOI 10.5555/elsewhere was not checked: registered at DataCite."]

    def test_the_registry_of_an_identifier_goes_before_a_corrupt_index(self) -> None:
        authors = ["Edward J. Hu", "Yelong Shen", "Weizhu Chen"]
        corrupt = make_record("LoRA Fine-Tuning of a Code Model", authors, 2021, source="index", arxiv_id="2106.09685")
        registry = make_record(
            "LoRA: Low-Rank Adaptation of Large Language Models", authors, 2021, source="arxiv", arxiv_id="2106.09685"
        )
        claim = make_claim("LoRA Fine-Tuning of a Code Model", authors, 2021, arxiv_id="2106.09685")
        known = fact(IdentifierKind.ARXIV, "2106.09685", corrupt, registry, registry=frozenset({"arxiv"}))
        decision = judge(claim, corrupt, registry, facts=(known,))
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert "belongs to another work: 'LoRA: Low-Rank Adaptation" in errors(decision)[0]

    @pytest.mark.parametrize("title", ["Introduction", "Deep learning"])
    def test_a_generic_title_alone_shows_candidates(self, title: str) -> None:
        decision = judge(make_claim(title), make_record(title, ["Jane Roe"], 2001, "A Book", doi="10.5555/a"))
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.candidates

    def test_a_shared_title_alone_shows_candidates(self) -> None:
        one = make_record("The Stability of Invented Systems", ["Jane Roe"], 2001, "A Journal", doi="10.5555/a")
        two = make_record("The Stability of Invented Systems", ["Max Muster"], 2011, "B Journal", doi="10.5555/b")
        decision = judge(make_claim("The Stability of Invented Systems"), one, two)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert decision.ambiguous
        assert len(decision.candidates) == 2

    def test_year_of_one_version_and_venue_of_another(self) -> None:
        preprint = make_record("Some Invented Long Title", ["Jane Roe"], 2012, "arXiv", type=WorkType.POSTED_CONTENT)
        article = make_record("Some Invented Long Title", ["Jane Roe"], 2016, "Journal of Examples", doi="10.5555/a")
        decision = judge(
            make_claim("Some Invented Long Title", ["Jane Roe"], 2012, "Journal of Examples"), preprint, article
        )
        assert "Year 2012 is that of another version" in warnings(decision)[0]


class TestAuthorsBreakTheTie:
    def test_same_title_works(self) -> None:
        kdd = make_record("Deep learning", ["Ruslan Salakhutdinov"], 2014, "KDD", doi="10.5555/kdd")
        nature = make_record(
            "Deep learning", ["Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"], 2015, "Nature", doi="10.5555/n"
        )
        decision = judge(
            make_claim("Deep Learning", ["LeCun, Yann", "Bengio, Yoshua", "Hinton, Geoffrey"], 2015, "Nature"),
            kdd,
            nature,
        )
        assert decision.verdict is Verdict.VERIFIED
        assert decision.matched is not None
        assert decision.matched.best.doi == "10.5555/n"

    def test_the_year_breaks_it_where_no_authors_are_claimed(self) -> None:
        one = make_record("The Stability of Invented Systems", ["Jane Roe"], 2001, doi="10.5555/a")
        two = make_record("The Stability of Invented Systems", ["Max Muster"], 2011, doi="10.5555/b")
        decision = judge(make_claim("The Stability of Invented Systems", None, 2011), one, two)
        assert decision.verdict is Verdict.VERIFIED
        assert decision.matched is not None
        assert decision.matched.best.doi == "10.5555/b"

    def test_a_record_without_authors_is_not_compared(self) -> None:
        bare = make_record("Example Handbook Chapter on Things", None, 2011, "Springer", source="dblp")
        full = make_record("Example Handbook Chapter on Things", ["Johannes Blömer"], 2011, "Springer", doi="10.5555/c")
        decision = judge(make_claim("Example Handbook Chapter on Things", ["Blömer, J."], 2011, "Springer"), bare, full)
        assert decision.verdict is Verdict.VERIFIED


class TestNotFound:
    def test_nothing_found(self) -> None:
        decision = judge(make_claim("Quantum Neural Transformers", ["Smith", "et al."], 2023, "Nature"))
        assert decision.verdict is Verdict.NOT_FOUND
        assert decision.confidence == 0.0

    def test_right_venue_and_year_of_another_paper_are_no_match(self) -> None:
        other = make_record("Transformers for Traffic", ["Ann Other"], 2023, "Nature", doi="10.5555/t")
        decision = judge(
            make_claim("Quantum Neural Networks for Spatiotemporal Prediction", ["Smith"], 2023, "Nature"), other
        )
        assert decision.verdict is Verdict.NOT_FOUND
        assert decision.confidence < 0.5

    def test_a_title_that_nearly_agrees_under_other_authors(self) -> None:
        other = make_record("Market Discipline in Emerging Economies: Evidence from Banks", ["Jane Realname"], 2019)
        decision = judge(make_claim("Market Discipline in Emerging Economies", ["Fabricatus, Xavier"], 2019), other)
        assert decision.verdict is Verdict.NOT_FOUND
        assert decision.possible is not None

    def test_an_identifier_of_another_work_is_named(self) -> None:
        other = make_record(
            "Nanometre-scale thermometry in a living cell", ["G. Kucsko"], 2013, doi="10.1038/nature12373"
        )
        claim = make_claim("A Totally Invented Title of Nothing", ["Smith", "et al."], doi="10.1038/nature12373")
        decision = judge(claim, other, facts=(fact(IdentifierKind.DOI, "10.1038/nature12373", other),))
        assert decision.verdict is Verdict.NOT_FOUND
        assert "belongs to another work: 'Nanometre-scale thermometry" in errors(decision)[0]

    def test_a_peer_review_or_component_verifies_no_paper(self) -> None:
        review = make_record("Attention Is All You Need", AUTHORS, 2017, type=WorkType.PEER_REVIEW, doi="10.5555/r")
        assert judge(make_claim(TITLE, AUTHORS, 2017), review).verdict is Verdict.NOT_FOUND

    @pytest.mark.parametrize("title", ["Attention Is All You Need: A Survey", "Attention Is All You Need II"])
    def test_a_survey_or_second_part_alone_is_another_work(self, attention: Record, title: str) -> None:
        assert judge(make_claim(title), attention).verdict is not Verdict.VERIFIED

    def test_another_part_is_never_verified(self) -> None:
        record = make_record("On random graphs. II", ["P. Erdős", "A. Rényi"], 1961)
        assert (
            judge(make_claim("On random graphs. I", ["Erdős, Paul", "Rényi, Alfréd"]), record).verdict
            is not Verdict.VERIFIED
        )


class TestPreprintOfAnArticle:
    """The only record is of the article, and gives the arXiv id of the preprint."""

    TITLE = "Finding Structure with Randomness: Algorithms for Matrix Decompositions"
    ARTICLE = make_record(
        TITLE, ["Nathan Halko", "Per-Gunnar Martinsson", "Joel Tropp"], 2011, "SIAM Review", arxiv_id="0909.4061"
    )

    @pytest.mark.parametrize("authors", [["Halko", "Martinsson", "Tropp"], ["Halko"], None])
    @pytest.mark.parametrize("title", [TITLE, "Finding Structure with Randomness"])
    @pytest.mark.parametrize("venue", ["arXiv", None])
    def test_its_year_is_a_warning(self, title: str, authors: list[str] | None, venue: str | None) -> None:
        decision = judge(make_claim(title, authors, 2009, venue, arxiv_id="0909.4061"), self.ARTICLE)
        assert decision.verdict is Verdict.VERIFIED
        expected = "Cites the preprint of 2009 (arXiv:0909.4061) of a work published in 2011."
        assert expected in warnings(decision)
        assert decision.confidence < 1.0

    def test_its_year_beside_the_venue_of_the_article_is_that_of_another_version(self) -> None:
        decision = judge(make_claim(self.TITLE, ["Halko"], 2009, "SIAM Review"), self.ARTICLE)
        assert warnings(decision) == [
            "Year 2009 is that of the preprint (arXiv:0909.4061); the work was published in 2011."
        ]
        cited = judge(make_claim(self.TITLE, ["Halko"], 2009, "SIAM Review", arxiv_id="0909.4061"), self.ARTICLE)
        assert decision.confidence < cited.confidence

    @pytest.mark.parametrize("year", [2008, 2005])
    def test_another_year_is_an_error(self, year: int) -> None:
        decision = judge(make_claim(self.TITLE, ["Halko"], year, arxiv_id="0909.4061"), self.ARTICLE)
        assert errors(decision) == [f"Year mismatch: claimed {year}, found 2011."]

    def test_the_id_of_another_work_tells_no_year(self) -> None:
        decision = judge(make_claim(self.TITLE, ["Halko"], 2007, arxiv_id="0709.4061"), self.ARTICLE)
        assert "Year mismatch: claimed 2007, found 2011." in errors(decision)

    def test_a_year_in_the_future_stays_an_error(self) -> None:
        record = self.ARTICLE.model_copy(update={"arxiv_id": "2909.40611"})
        decision = judge(make_claim(self.TITLE, ["Halko"], 2029), record)
        assert errors(decision) == ["Year in the future: claimed 2029, found 2011."]

    @pytest.mark.parametrize(
        ("authors", "found"), [(None, True), (["Halko"], True), (["Smith"], False), (["Halko", "Smith"], False)]
    )
    def test_its_id_vouches_for_a_title_without_subtitle_unless_authors_contradict(
        self, authors: list[str] | None, found: bool
    ) -> None:
        claim = make_claim("Finding Structure with Randomness", authors, arxiv_id="0909.4061")
        assert (judge(claim, self.ARTICLE).verdict is Verdict.VERIFIED) is found

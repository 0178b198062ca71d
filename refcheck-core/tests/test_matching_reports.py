"""Wrong matches and missed ones of the kinds that people report of reference checkers: what must match and what not."""

from __future__ import annotations

from itertools import permutations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import Decision, IdentifierFact, Rules, decide, merge
from refcheck_core.models import Claim, DiscrepancyField, Record, Severity, Verdict, WorkType
from refcheck_core.services import build_claim
from refcheck_core.testing.builders import make_claim, make_record

RULES = Rules(this_year=2026)


def judge(claim: Claim, *records: Record, facts: tuple[IdentifierFact, ...] = ()) -> Decision:
    """The decision, which is the same in every order of the records."""
    decision, *others = (decide(claim, merge(order), facts, RULES) for order in permutations(records))
    assert all(other == decision for other in others)
    return decision


def cite(citation: str, *records: Record, facts: tuple[IdentifierFact, ...] = ()) -> Decision:
    return judge(build_claim(citation=citation), *records, facts=facts)


def holder_of(doi: str, record: Record) -> tuple[IdentifierFact, ...]:
    """What the registry of a DOI says: it belongs to the record."""
    return (IdentifierFact(Identifier(IdentifierKind.DOI, doi), (record,), frozenset({record.source})),)


def wrong(decision: Decision) -> set[str]:
    """The fields in error."""
    return {d.field.value for d in decision.discrepancies if d.severity is Severity.ERROR}


def suggests_a_doi(decision: Decision) -> bool:
    return any(d.message.startswith("Could add the DOI") for d in decision.discrepancies)


def matched(decision: Decision) -> str | None:
    return decision.matched.best.doi if decision.matched else None


class TestWorksOfOneTitle:
    """A title that several works bear names none of them."""

    NATURE = make_record(
        "Deep learning", ["Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"], 2015, "Nature", doi="10.1038/nature14539"
    )
    KDD = make_record("Deep learning", ["Ruslan Salakhutdinov"], 2014, "KDD", doi="10.5555/kdd")

    @pytest.mark.parametrize("doi", ["10.1038/nature14539", None])
    def test_the_authors_choose(self, doi: str | None) -> None:
        claim = make_claim("Deep Learning", ["LeCun, Yann", "Bengio, Yoshua", "Hinton, G."], 2015, "Nature", doi=doi)
        decision = judge(claim, self.KDD, self.NATURE)
        assert decision.verdict is Verdict.VERIFIED
        assert matched(decision) == "10.1038/nature14539"

    def test_the_one_of_others_alone_is_not_it_and_lends_no_doi(self) -> None:
        claim = make_claim("Deep Learning", ["LeCun, Yann", "Bengio, Yoshua", "Hinton, Geoffrey"], 2015, "Nature")
        decision = judge(claim, self.KDD)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert wrong(decision) == {"authors", "venue"}
        assert any(d.field is DiscrepancyField.YEAR for d in decision.discrepancies)
        assert not suggests_a_doi(decision)

    @pytest.mark.parametrize(
        ("citation", "doi"),
        [
            (
                "L. Rabiner and B. Juang. An introduction to hidden Markov models. IEEE ASSP Magazine, 3(1), 1986.",
                "10.1109/massp.1986.1165342",
            ),
            (
                "Schuster-Böckler B, Bateman A. An introduction to hidden Markov models. "
                "Curr Protoc Bioinformatics. 2007.",
                "10.1002/0471250953.bia03as18",
            ),
        ],
    )
    def test_in_a_citation_too(self, citation: str, doi: str) -> None:
        title = "An Introduction to Hidden Markov Models"
        protocols = "Current Protocols in Bioinformatics"
        decision = cite(
            citation,
            make_record(title, ["Benjamin Schuster-Böckler", "Alex Bateman"], 2007, protocols,
                        doi="10.1002/0471250953.bia03as18"),
            make_record(title, ["L. Rabiner", "B. Juang"], 1986, "IEEE ASSP Magazine",
                        doi="10.1109/massp.1986.1165342"),
        )  # fmt: skip
        assert decision.verdict is Verdict.VERIFIED
        assert matched(decision) == doi

    def test_a_later_name_of_the_magazine_is_all_that_is_wrong(self) -> None:
        record = make_record(
            "An introduction to hidden Markov models", ["L. Rabiner", "B. Juang"], 1986, "IEEE ASSP Magazine"
        )
        decision = cite(
            "L. Rabiner and B. Juang. An introduction to hidden Markov models. IEEE Signal Processing Magazine, 1986.",
            record,
        )
        assert wrong(decision) <= {"venue"}
        assert decision.matched is not None


@pytest.mark.parametrize("title", ["%", "...", "(-)", "!?", "–"])
def test_a_title_without_letters_is_no_evidence(title: str) -> None:
    decision = judge(make_claim(title, ["Smith"], 2020), make_record("Abc abc abc", ["Smith"], 2020))
    assert decision.verdict is Verdict.NOT_FOUND


@pytest.mark.parametrize(
    ("found", "verdict"),
    [("深度学习入门研究", Verdict.VERIFIED), ("机器翻译方法综述", Verdict.NOT_FOUND), ("Abc abc", Verdict.NOT_FOUND)],
)
def test_a_title_in_another_script_is_compared_and_not_empty(found: str, verdict: Verdict) -> None:
    claim = make_claim("深度学习入门研究", ["Smith"], 2020)
    assert judge(claim, make_record(found, ["Smith"], 2020)).verdict is verdict


class TestMoreErrorsMakeNoBetterMatch:
    AUTHORS = ("Sébastien Lachapelle", "Divyat Mahajan", "Ioannis Mitliagkas", "Simon Lacoste-Julien")
    RECORD = make_record(
        "Additive Decoders for Latent Variables Identification", list(AUTHORS), 2023, "NeurIPS", doi="10.5555/ad"
    )

    def decide(self, year: int, venue: str = "NeurIPS") -> Decision:
        authors = [self.AUTHORS[0], "Tristan Deleu", *self.AUTHORS[1:]]
        return judge(make_claim(self.RECORD.title, authors, year, venue), self.RECORD)

    @pytest.mark.parametrize("year", [2024, 2025, 2019, 2030])
    @pytest.mark.parametrize("venue", ["NeurIPS", "Nature"])
    def test_an_author_too_many_stays_told(self, year: int, venue: str) -> None:
        less, more = self.decide(2023), self.decide(year, venue)
        assert less.verdict is more.verdict is Verdict.PARTIAL_MATCH
        assert more.confidence <= less.confidence
        assert "authors" in wrong(less) & wrong(more)
        assert any(d.field is DiscrepancyField.YEAR for d in more.discrepancies)


class TestTheDoiOfAnotherWork:
    CRASHES = make_record(
        "Macroscopic spatial analysis of pedestrian and bicycle crashes",
        ["Chowdhury Siddiqui", "Mohamed Abdel-Aty", "Keechoo Choi"],
        2012,
        "Accident Analysis & Prevention",
        doi="10.1016/j.aap.2011.08.003",
    )
    CITATION = (
        "Siddiqui, C., Abdel-Aty, M., & Choi, K. (2012). Macroscopic spatial analysis of pedestrian and bicycle "
        "crashes. Accident Analysis & Prevention, 45, 382–391. https://doi.org/"
    )

    def test_an_article_of_the_same_journal(self) -> None:
        other = make_record(
            "Speed on rural roads", ["Ann Other"], 2012, self.CRASHES.venue, doi="10.1016/j.aap.2011.07"
        )
        doi = "10.1016/j.aap.2011.07"
        decision = cite(self.CITATION + doi, self.CRASHES, other, facts=holder_of(doi, other))
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert wrong(decision) == {"doi"}
        assert matched(decision) == self.CRASHES.doi
        assert any("The work's own is 10.1016/j.aap.2011.08.003" in d.message for d in decision.discrepancies)

    def test_its_own_in_any_case_is_right(self) -> None:
        doi = "10.1016/j.aap.2011.08.003"
        decision = cite(self.CITATION + doi.upper(), self.CRASHES, facts=holder_of(doi, self.CRASHES))
        assert decision.verdict is Verdict.VERIFIED

    @pytest.mark.parametrize(
        "citation",
        [
            "Smith et al., A totally invented title. 10.1038/nature12373",
            "Smith, J. (2013). A totally invented title. Nature, 500, 54–58. https://doi.org/10.1038/nature12373",
            "J. Smith and K. Jones. Nanowires for thermometry in oceans. Nature, 2013. doi:10.1038/nature12373",
        ],
    )
    def test_a_live_doi_certifies_no_invented_title(self, citation: str) -> None:
        live = make_record(
            "Nanometre-scale thermometry in a living cell",
            ["G. Kucsko", "P. C. Maurer", "N. Y. Yao", "M. Kubo"],
            2013,
            "Nature",
            doi="10.1038/nature12373",
        )
        decision = cite(citation, live, facts=holder_of("10.1038/nature12373", live))
        assert decision.verdict is Verdict.NOT_FOUND
        assert any("belongs to another work: 'Nanometre" in d.message for d in decision.discrepancies)


class TestReviewsOfABook:
    """A review bears the title of the book, and now and then its authors; its DOI is not that of the book."""

    BOOK = make_claim(
        "Artificial Intelligence: A Modern Approach",
        ["Russell, Stuart", "Norvig, Peter"],
        2009,
        "Prentice Hall Press",
        type=WorkType.BOOK,
    )
    REVIEW = make_record(
        "Artificial intelligence: A modern approach",
        ["N. J. Nilsson"],
        1996,
        "Artificial Intelligence",
        doi="10.1016/0004-3702(96)00007-0",
        type=WorkType.JOURNAL_ARTICLE,
    )

    def test_by_another_author(self) -> None:
        decision = judge(self.BOOK, self.REVIEW)
        assert decision.verdict is not Verdict.VERIFIED
        assert not suggests_a_doi(decision)

    def test_by_another_author_of_the_same_year(self) -> None:
        claim = self.BOOK.model_copy(update={"year": 1996, "venue": None})
        decision = judge(claim, self.REVIEW)
        assert decision.verdict is not Verdict.VERIFIED
        assert not suggests_a_doi(decision)

    def test_the_book_itself_lends_its_doi(self) -> None:
        book = make_record(
            "Artificial Intelligence", ["Stuart Russell", "Peter Norvig"], 2009, publisher="Prentice Hall",
            subtitle="A Modern Approach", doi="10.5555/book", type=WorkType.BOOK,
        )  # fmt: skip
        decision = judge(self.BOOK, book, self.REVIEW)
        assert decision.verdict is Verdict.VERIFIED
        assert matched(decision) == "10.5555/book"
        assert suggests_a_doi(decision)

    def test_with_the_authors_of_the_book_among_its_own(self) -> None:
        title = "Creep and Relaxation of Nonlinear Viscoelastic Materials"
        authors = ["W. N. Findley", "J. S. Lai", "K. Onaran"]
        review = make_record(
            f"{title} With an Introduction to Linear Viscoelasticity",
            [*authors, "R. M. Christensen"],
            1977,
            "Journal of Applied Mechanics",
            doi="10.1115/1.3424077",
            type=WorkType.JOURNAL_ARTICLE,
            pages="364",
        )
        claim = make_claim(title, authors, 1976, "North-Holland", type=WorkType.BOOK)
        decision = judge(claim, review)
        assert decision.verdict is Verdict.NOT_FOUND
        assert not suggests_a_doi(decision)


class TestTheSamePeopleOnTheSameSubject:
    def test_another_title_is_another_work(self) -> None:
        fate = make_record(
            "A mutation that changes cell movement and cell fate in the zebrafish embryo",
            ["Charles B. Kimmel", "Donald A. Kane", "Charline Walker", "Rachel M. Warga", "Mary Beth Rothman"],
            1989,
            "Nature",
            doi="10.1038/337358a0",
        )
        cited = (
            "Kimmel CB, Warga RM, Schilling TF. Origin and organization of the zebrafish fate map. Development. 1990."
        )
        assert cite(cited, fate).verdict is Verdict.NOT_FOUND

    @pytest.mark.parametrize("year", [2007, 2010])
    def test_a_like_title_of_another_year_and_journal_lists_all_and_lends_no_doi(self, year: int) -> None:
        record = make_record(
            "A culture of safety in the Veterans Health Administration",
            ["W. B. Weeks", "J. P. Bagian"],
            2014,
            "Health Affairs",
            doi="10.1377/hlthaff.2014.0806",
        )
        decision = cite(
            "Weeks WB, Bagian JP. Developing a culture of safety in the Veterans Health Administration. "
            f"Eff Clin Pract. {year};3:270-276.",
            record,
        )
        assert decision.verdict is not Verdict.VERIFIED
        assert wrong(decision) == {"title", "year", "venue"}
        assert not suggests_a_doi(decision)

    def test_one_wrong_field_alone_leaves_the_hint(self) -> None:
        record = make_record(
            "A culture of safety in hospitals", ["W. B. Weeks"], 2014, "Health Affairs", doi="10.5555/a"
        )
        decision = judge(make_claim(record.title, ["Weeks, W. B."], 2007, "Health Affairs"), record)
        assert wrong(decision) == {"year"}
        assert suggests_a_doi(decision)


class TestInventedAuthors:
    @pytest.mark.parametrize(
        "title", ["Market Discipline in Banking Economies", "Market Discipline in Banking Economies: Evidence"]
    )
    @pytest.mark.parametrize("author", ["Fabricatus, Xavier", "X. Fabricatus", "Fabricatus"])
    def test_a_single_one_is_checked_as_several_are(self, title: str, author: str) -> None:
        record = make_record(title, ["Jane Realname"], 2019, "Journal of Examples", doi="10.5555/md")
        decision = judge(make_claim("Market Discipline in Banking Economies", [author], 2019), record)
        assert decision.verdict is not Verdict.VERIFIED
        assert not suggests_a_doi(decision)

    SHOW_O = make_record(
        "Show-o: One Single Transformer to Unify Multimodal Understanding and Generation",
        ["Jinheng Xie", "Weijia Mao", "Zechen Bai", "David Junhao Zhang", "Weihao Wang", "Kevin Qinghong Lin",
         "Yuchao Gu", "Zhijie Chen", "Zhenheng Yang", "Mike Zheng Shou"],
        2024,
        "arXiv",
        arxiv_id="2408.12528",
    )  # fmt: skip

    @pytest.mark.parametrize(
        ("authors", "verdict"),
        [
            ("Jinheng Xie, Weijia Yang, Zhenheng Yang, and Mike Zheng Shou", Verdict.PARTIAL_MATCH),
            ("Jinheng Xie, Weijia Yang, et al", Verdict.PARTIAL_MATCH),
            ("Jinheng Xie, Weijia Mao, et al", Verdict.VERIFIED),
        ],
    )
    def test_two_authors_blended_into_one_are_none(self, authors: str, verdict: Verdict) -> None:
        decision = cite(
            f"{authors}. Show-o: One single transformer to unify multimodal understanding and generation. "
            "arXiv preprint arXiv:2408.12528, 2024.",
            self.SHOW_O,
        )
        assert decision.verdict is verdict
        assert wrong(decision) == ({"authors"} if verdict is Verdict.PARTIAL_MATCH else set())

    @pytest.mark.parametrize(
        ("claimed", "verdict"),
        [
            (["Liu, Xinyu", "Chen, Maria", "Wang, Peter", "Park, Susan"], Verdict.PARTIAL_MATCH),
            (["Liu, Robert", "Chen, Hao", "Wang, Jun", "Park, Min"], Verdict.PARTIAL_MATCH),
            (["Liu, W.", "Chen, H.", "Wang, J.", "Park, M."], Verdict.VERIFIED),
            (["Liu", "Chen", "Wang", "Park"], Verdict.VERIFIED),
            (["Wei Liu", "Hao Chen", "Jun Wang", "Min Park"], Verdict.VERIFIED),
        ],
    )
    def test_right_family_names_with_invented_given_names(self, claimed: list[str], verdict: Verdict) -> None:
        record = make_record(
            "Benchmarking Language Models for Tumour Staging",
            ["Wei Liu", "Hao Chen", "Jun Wang", "Min Park"],
            2026,
            "Journal of Examples",
        )
        assert judge(make_claim(record.title, claimed, 2026), record).verdict is verdict


@pytest.mark.parametrize("venue", ["PhD thesis, University of X", "Technical Report 12, University of X"])
def test_a_paper_of_other_people_lends_no_doi_to_a_thesis_or_report(venue: str) -> None:
    paper = make_record(
        "Workflow engines in practice",
        ["Richard Roe", "Mary Major"],
        2014,
        "Journal of Examples",
        doi="10.5555/jex",
        type=WorkType.JOURNAL_ARTICLE,
    )
    decision = judge(make_claim("Workflow Engines in Practice", ["Moe, Anna"], 2012, venue), paper)
    assert decision.verdict is not Verdict.VERIFIED
    assert not suggests_a_doi(decision)

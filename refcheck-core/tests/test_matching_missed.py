"""Right references that reference checkers are reported to miss, each beside a like one that is wrong."""

from __future__ import annotations

from itertools import permutations

import pytest

from refcheck_core.matching import Decision, Rules, decide, merge
from refcheck_core.models import Author, Claim, DiscrepancyField, Record, Severity, Verdict, WorkType
from refcheck_core.services import build_claim
from refcheck_core.testing.builders import make_claim, make_record

RULES = Rules(this_year=2026)


def judge(claim: Claim, *records: Record) -> Decision:
    """The decision, which is the same in every order of the records."""
    decision, *others = (decide(claim, merge(order), (), RULES) for order in permutations(records))
    assert all(other == decision for other in others)
    return decision


def wrong(decision: Decision) -> set[str]:
    return {d.field.value for d in decision.discrepancies if d.severity is Severity.ERROR}


def is_author(claimed: str, found: str | Author) -> bool:
    """Whether a claim that has nothing else to say than its title and author is verified."""
    record = make_record("On the Growth of Invented Trees", ["X"], 2001)
    record = record.model_copy(update={"authors": (Author.parse(found) if isinstance(found, str) else found,)})
    claim = build_claim(title=record.title, authors=[claimed], year=2001)
    return judge(claim, record).verdict is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("latex", "name"),
    [
        (r"Erd{\H o}s, Paul", "P. Erdős"),
        (r"Erd{\H{o}}s, Paul", "P. Erdős"),
        (r"Erd\H{o}s, Paul", "P. Erdős"),
        (r"Sz{\H u}cs, Anna", "Anna Szűcs"),
        (r"R{\'e}nyi, Alfr{\'e}d", "A. Rényi"),
        (r"{\c{S}}ahin, Ay{\c s}e", "Ayşe Şahin"),
        (r"Erdo\u{g}an, A.", "A. Erdoğan"),
        (r"Y{\i}lmaz, A.", "A. Yılmaz"),
        (r"{\L}ukasiewicz, Jan", "Jan Łukasiewicz"),
        (r"S{\o}rensen, J.", "J. Sørensen"),
        (r"{\AA}str{\"o}m, K. J.", "K. J. Åström"),
        (r"{\v{C}}ech, E.", "E. Čech"),
        (r"W\k{a}sowski, A.", "A. Wąsowski"),
    ],
)
def test_accents_written_in_latex(latex: str, name: str) -> None:
    assert is_author(latex, name)
    assert not is_author(latex, "Oswald Sinclair")


def test_a_numbered_part_with_and_without_full_stop_and_braces() -> None:
    record = make_record("On random graphs. I.", ["P. Erdős", "A. Rényi"], 1959, "Publicationes Mathematicae Debrecen")
    for title, verified in (
        ("On random graphs. {I}", True),
        ("On random graphs I", True),
        ("On random graphs. {II}", False),
    ):
        claim = build_claim(title=title, authors=r"Erd{\H o}s, Paul and R{\'e}nyi, Alfr{\'e}d", year=1959)
        assert (judge(claim, record).verdict is Verdict.VERIFIED) is verified


@pytest.mark.parametrize(
    ("claimed", "found", "same"),
    [
        (
            "IFIP/IEEE International Symposium on Integrated Network Management (IM)",
            "Integrated Network Management",
            True,
        ),
        ("NeurIPS", "Advances in Neural Information Processing Systems 35", True),
        ("ACM CSUR", "ACM Comput. Surv.", True),
        ("USENIX Security 20", "USENIX Security Symposium", True),
        ("IEEE International Symposium on Information Theory", "Integrated Network Management", False),
        ("NeurIPS", "International Conference on Machine Learning", False),
        ("ACM CSUR", "ACM Trans. Graph.", False),
        ("USENIX ATC", "USENIX Security Symposium", False),
    ],
)
def test_short_and_long_names_of_a_venue(claimed: str, found: str, same: bool) -> None:
    record = make_record("A Policy Refinement Example", ["B. Szabó"], 2013, found)
    decision = judge(make_claim(record.title, ["Szabó, B."], 2013, claimed), record)
    assert wrong(decision) == (set() if same else {"venue"})


@pytest.mark.parametrize(
    "claimed",
    [
        "Aaron van den Oord",
        "Oord, Aaron van den",
        "van den Oord, A.",
        "A. v. d. Oord",
        "Aäron van den Oord",
        "Oord, A.",
    ],
)
@pytest.mark.parametrize("family", ["van den Oord", "Oord"])
def test_particles_wherever_they_stand(claimed: str, family: str) -> None:
    assert is_author(claimed, Author(given="Aaron", family=family))
    assert not is_author(claimed, Author(given="Aaron", family="van den Berg"))


@pytest.mark.parametrize("claimed", ["Li Fei-Fei", "Fei-Fei Li", "Li, Fei-Fei", "Fei-Fei, Li"])
@pytest.mark.parametrize("found", ["Fei-Fei Li", "Li Fei-Fei"])
def test_family_name_first_or_last(claimed: str, found: str) -> None:
    assert is_author(claimed, found)
    assert not is_author(claimed, "Fei-Fei Wu")


@pytest.mark.parametrize(
    ("claimed", "found", "other"),
    [
        ("N.a. Weinberger", "N.A. Weinberger", "N.B. Weinberger"),
        ("C. Luck-Sikorski", "C. Luck‐Sikorski", "C. Sikorski-Lake"),
        ("P. Rossmann", "P. Roßmann", "P. Rohmann"),
        ("Nuno Santos", "Nuno Santos 0001", "Rui Santos 0001"),
        ("P. O'Hare", "Patrick O’Hare", "Patrick Hare"),
        ("J. D’Souza", "Jane D'Souza", "Jane Souza Lima"),
    ],
)
def test_signs_and_numbers_in_names(claimed: str, found: str, other: str) -> None:
    assert is_author(claimed, found)
    assert not is_author(claimed, other)


@pytest.mark.parametrize(
    ("claimed", "given", "family"),
    [
        ("Light, Roger A.", "Roger", "A Light"),
        ("Light, R. A.", "Roger", "A Light"),
        ("Olivier Van Der Aa", "Olivier", "Der Aa"),
        ("Van Der Aa, O.", "Olivier", "Aa"),
    ],
)
def test_names_whose_parts_a_database_misplaced(claimed: str, given: str, family: str) -> None:
    assert is_author(claimed, Author(given=given, family=family))
    assert not is_author(claimed, Author(given="Zoe", family=family))


def test_alphabetical_order_of_a_deposit_is_no_error() -> None:
    record = make_record("An Example of Robust Optimisation", ["Lee Abbott", "Wei Zhang"], 2022, doi="10.52202/0-1")
    decision = judge(make_claim(record.title, ["Zhang, Wei", "Abbott, Lee"], 2022), record)
    assert decision.verdict is Verdict.VERIFIED
    assert any(d.message.startswith("Author order differs") for d in decision.discrepancies)
    assert judge(make_claim(record.title, ["Zhang, Wei", "Adams, Lee"], 2022), record).verdict is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize("acronym", ["DAG", "LTE", "TTP", "L2", "3D"])
def test_a_short_acronym_is_a_word_of_the_title(acronym: str) -> None:
    authors = ["Idit Keidar", "Oded Naor"]
    claim = make_claim(f"All you need is {acronym.lower()}", authors, 2021, "PODC")
    named = make_record(f"All You Need is {acronym}.", authors, 2021, "PODC")
    assert judge(claim, named).verdict is Verdict.VERIFIED
    assert judge(claim, make_record("All You Need is CTI.", authors, 2021, "PODC")).verdict is not Verdict.VERIFIED


@pytest.mark.parametrize(
    ("title", "verified"),
    [
        ("MVP: Detecting vulnera-bilities using Patch-Enhanced vulnerability signatures", True),
        ("MVP: Detect-ing vulnerabilities using Patch- Enhanced vulnerability sig- natures", True),
        ("MVP: Detecting vulnerabilities using Patch-Enhanced malware signatures", False),
    ],
)
def test_hyphens_of_line_breaks(title: str, verified: bool) -> None:
    names = ["Yang Xiao", "Bihuan Chen", "Wenchang Shi"]
    record = make_record(
        "MVP: Detecting Vulnerabilities using Patch-Enhanced Vulnerability Signatures",
        names,
        2020,
        "USENIX Security Symposium",
    )
    citation = f"Yang Xiao, Bihuan Chen, and Wenchang Shi. {title}. In (USENIX Security 20), August 2020"
    for claim in (build_claim(citation=citation), build_claim(title=title, authors=names, year=2020)):
        assert (judge(claim, record).verdict is Verdict.VERIFIED) is verified


class TestVersionsOfOneWork:
    TITLE = "Wastewater surveillance provides forecasting of hospitalizations superior to cases and test positivity"
    CITED = f"Hill, D.T. et al. (2023) ‘{TITLE}’, Infectious Disease Modelling, 8(4). Available at: https://doi.org/"
    PREPRINT = make_record(
        TITLE, ["Dustin T. Hill"], 2023, "SSRN", doi="10.2139/ssrn.0000000", type=WorkType.POSTED_CONTENT
    )
    ARTICLE = make_record(
        TITLE,
        ["Dustin T. Hill", "Mohammed A. Alazawi"],
        2023,
        "Infectious Disease Modelling",
        doi="10.1016/j.idm.2023.10.004",
        type=WorkType.JOURNAL_ARTICLE,
    )

    def test_any_of_the_records_may_have_the_cited_doi(self) -> None:
        decision = judge(build_claim(citation=f"{self.CITED}10.1016/j.idm.2023.10.004."), self.PREPRINT, self.ARTICLE)
        assert decision.verdict is Verdict.VERIFIED
        assert decision.matched is not None
        assert decision.matched.best.doi == self.ARTICLE.doi

    def test_none_of_them_has_another(self) -> None:
        decision = judge(build_claim(citation=f"{self.CITED}10.1016/j.idm.2023.99.999."), self.PREPRINT, self.ARTICLE)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert wrong(decision) == {"doi"}

    def test_a_preprint_may_be_cited_after_it_came_out(self) -> None:
        title = "Gemma Scope: Open Sparse Autoencoders Everywhere All At Once on Gemma 2"
        workshop = "Proceedings of the 7th BlackboxNLP Workshop"
        record = make_record(title, ["Tom Lieberum"], 2024, workshop, arxiv_id="2408.05147")
        decision = judge(make_claim(title, ["Lieberum, Tom"], 2024, "arXiv", arxiv_id="2408.05147"), record)
        assert decision.verdict is Verdict.VERIFIED
        assert any("published in 'Proceedings of the 7th" in d.message for d in decision.discrepancies)
        other = judge(make_claim(title, ["Lieberum, Tom"], 2024, "Nature", arxiv_id="2408.05147"), record)
        assert wrong(other) == {"venue"}


class TestEditionsOfABook:
    TITLE = "Gradient Flows: In Metric Spaces and in the Space of Probability Measures"
    AUTHORS = ("Luigi Ambrosio", "Nicola Gigli", "Giuseppe Savaré")
    HINT = "The year may be that of another edition of the book."
    FIRST = make_record(TITLE, ["L. Ambrosio", "N. Gigli", "G. Savaré"], 2005, "Birkhäuser", type=WorkType.BOOK)
    SECOND = make_record(
        "Gradient Flows",
        list(AUTHORS),
        2008,
        "Birkhäuser Basel",
        subtitle="In Metric Spaces and in the Space of Probability Measures",
        doi="10.1007/978-3-7643-8722-8",
        type=WorkType.BOOK,
    )

    def decide(self, *records: Record, year: int = 2008, authors: tuple[str, ...] = AUTHORS) -> Decision:
        return judge(make_claim(self.TITLE, list(authors), year), *records)

    def test_the_one_of_the_cited_year_is_meant(self) -> None:
        decision = self.decide(self.FIRST, self.SECOND)
        assert decision.verdict is Verdict.VERIFIED
        assert decision.matched is not None
        assert decision.matched.best.year == 2008

    @pytest.mark.parametrize("kind", [WorkType.BOOK, WorkType.MONOGRAPH, WorkType.EDITED_BOOK])
    def test_another_may_be_meant_where_only_the_year_is_wrong(self, kind: WorkType) -> None:
        decision = self.decide(self.FIRST.model_copy(update={"type": kind}))
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert wrong(decision) == {"year"}
        assert self.HINT in [d.message for d in decision.discrepancies]

    @pytest.mark.parametrize(
        ("record", "year", "authors"),
        [
            (FIRST, 2005, AUTHORS),
            (FIRST, 2030, AUTHORS),
            (FIRST, 2008, ("Ada Abel",)),
            (FIRST.model_copy(update={"type": WorkType.JOURNAL_ARTICLE}), 2008, AUTHORS),
            (FIRST.model_copy(update={"type": None}), 2008, AUTHORS),
        ],
    )
    def test_no_edition_explains_anything_else(self, record: Record, year: int, authors: tuple[str, ...]) -> None:
        decision = self.decide(record, year=year, authors=authors)
        assert self.HINT not in [d.message for d in decision.discrepancies]


class TestDatabasesThatDiffer:
    AUTHORS = ("S. Aydin", "Alexandra Example")
    RIGHT = make_record("An Emerging Example", list(AUTHORS), 2024, "J. Ex.", source="pubmed", doi="10.5555/z")

    def test_a_given_name_that_one_of_two_has_wrong_convicts_nobody(self) -> None:
        other = make_record("An Emerging Example", ["S. Aydin", "Alexander Example"], 2024, "J. Ex.", doi="10.5555/z")
        decision = judge(make_claim("An Emerging Example", list(self.AUTHORS), 2024, "J. Ex."), other, self.RIGHT)
        assert decision.verdict is Verdict.VERIFIED
        assert not any(d.field is DiscrepancyField.AUTHORS for d in decision.discrepancies)

    def test_a_given_name_that_neither_has_is_told(self) -> None:
        decision = judge(make_claim("An Emerging Example", ["S. Aydin", "Boris Example"], 2024), self.RIGHT)
        assert wrong(decision) == {"authors"}

    def test_a_record_without_authors_leaves_the_word_to_the_other(self) -> None:
        bare = make_record("An Emerging Example", None, 2024, "J. Ex.", source="dblp")
        claim = make_claim("An Emerging Example", list(self.AUTHORS), 2024, "J. Ex.")
        assert judge(claim, bare, self.RIGHT).verdict is Verdict.VERIFIED
        wrongly = make_claim("An Emerging Example", ["Boris Foreign"], 2024, "J. Ex.")
        assert judge(wrongly, bare, self.RIGHT).verdict is not Verdict.VERIFIED

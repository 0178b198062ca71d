"""Citations that name the people behind the title, and what stands before a reference in lists."""

from __future__ import annotations

import pytest

from refcheck_core.matching import Decision, Rules, decide, merge
from refcheck_core.matching.bylines import find_byline
from refcheck_core.models import DiscrepancyField, Record, Severity, Verdict, Work, WorkType
from refcheck_core.services import build_claim
from refcheck_core.testing.builders import make_record

RULES = Rules(this_year=2026)
TITLE = "Deep Residual Learning for Image Recognition"
PEOPLE = ["Kaiming He", "Xiangyu Zhang", "Shaoqing Ren", "Jian Sun"]
RESNET = make_record(
    TITLE,
    PEOPLE,
    2016,
    "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)",
    publisher="IEEE",
    type=WorkType.PROCEEDINGS_ARTICLE,
)
LSTM = make_record(
    "Long Short-Term Memory",
    ["Sepp Hochreiter", "Jürgen Schmidhuber"],
    1997,
    "Neural Computation",
    volume="9",
    type=WorkType.JOURNAL_ARTICLE,
)


def judge(citation: str, record: Record = RESNET) -> Decision:
    return decide(build_claim(citation=citation), merge([record]), (), RULES)


def fields_in_error(decision: Decision) -> set[DiscrepancyField]:
    return {d.field for d in decision.discrepancies if d.severity is Severity.ERROR}


class TestPeopleBehindTheTitle:
    @pytest.mark.parametrize(
        "behind",
        [
            " (He et al., 2016)",
            " (He, 2016, CVPR)",
            " [He 2016]",
            ". He et al.",
            "; He K; 2016",
            ", Kaiming He and Xiangyu Zhang, CVPR 2016",
            ", Kaiming He, Xiangyu Zhang, Shaoqing Ren, Jian Sun, CVPR 2016",
            " / K. He, X. Zhang, S. Ren, J. Sun // CVPR. – 2016.",
            " by Kaiming He, Xiangyu Zhang, Shaoqing Ren, Jian Sun (CVPR, 2016)",
            " – K He et al. – CVPR 2016",
            "\nKaiming He, Xiangyu Zhang, Shaoqing Ren, Jian Sun\nCVPR 2016",
        ],
    )
    def test_the_works_own(self, behind: str) -> None:
        decision = judge(TITLE + behind)
        assert decision.verdict is Verdict.VERIFIED
        assert [d for d in decision.discrepancies if d.severity is Severity.WARNING] == []
        assert decision.matched is not None
        assert decision.matched.authors.agrees

    def test_in_the_possessive_before_it(self) -> None:
        assert judge(f"He's “{TITLE}” (CVPR, 2016)").verdict is Verdict.VERIFIED
        assert fields_in_error(judge(f"Hinton's “{TITLE}” (CVPR, 2016)")) == {DiscrepancyField.AUTHORS}

    @pytest.mark.parametrize(
        "behind",
        [
            " (LeCun et al., 2016)",
            " (Feng & Aladova, 2016)",
            " (He & LeCun, 2016)",
            " [Hinton 2016]",
            " (Hinton, 2016, CVPR)",
            ", Arya Akhavan and R.M. Kynch, CVPR 2016",
            ", Arya Akhavan, Rita Kynch, Patrick Murphy, CVPR 2016",
            ". Leonardo Manuel Cabrer et al.",
            "; Hinton G; 2016",
        ],
    )
    def test_others_are_an_error(self, behind: str) -> None:
        decision = judge(TITLE + behind)
        assert decision.verdict is Verdict.PARTIAL_MATCH
        assert fields_in_error(decision) == {DiscrepancyField.AUTHORS}

    def test_they_end_where_a_known_venue_begins(self) -> None:
        found = find_byline(", R. Kynch, P. Murphy, NeurIPS Proceedings, 2016", Work(records=(LSTM,)))
        assert found is not None
        assert found.names == "R. Kynch, P. Murphy"
        assert find_byline(", VLDB Journal, 12", Work(records=(LSTM,))) is None

    def test_an_initial_alone_is_nobody(self) -> None:
        assert judge(f"He K. {TITLE} K").verdict is Verdict.PARTIAL_MATCH

    @pytest.mark.parametrize(
        "behind", [" by Yann LeCun (CVPR, 2016)", " / Y. LeCun, G. Hinton // CVPR. – 2016.", ". Yann LeCun, 2016."]
    )
    def test_others_are_never_verified(self, behind: str) -> None:
        assert judge(TITLE + behind).verdict is not Verdict.VERIFIED

    def test_a_venue_alone_in_parentheses(self) -> None:
        assert fields_in_error(judge(f"{TITLE} (Nature, 2016)")) == {DiscrepancyField.VENUE}
        assert judge(f"{TITLE} (CVPR, 2016)").verdict is Verdict.VERIFIED

    @pytest.mark.parametrize(
        "behind",
        [
            ". Neural Computation 9(8):1735-1780, 1997.",
            " (Neural Computation, 1997)",
            ". Neural Comput. 1997",
            " (London, 1997)",
            " (New York, 1997)",
            " (Cambridge: MIT Press, 1997)",
            " (Springer, 1997)",
        ],
    )
    def test_journals_publishers_and_towns_are_nobody(self, behind: str) -> None:
        assert judge(f"Long Short-Term Memory{behind}", LSTM).verdict is Verdict.VERIFIED

    @pytest.mark.parametrize(
        "behind",
        [
            ". J. Mach. Learn. Res. 3 (2003) 993",
            ". A. Rev. Psychol. 12",
            ". Information and Computation, 12(3), 2001",
            ". Computer Vision and Pattern Recognition, 2016.",
            ". Pattern Recognition Letters, 12",
            ", Journal of Things and Journal of Others, 12",
            ". John Wiley & Sons, 1999",
            ". Addison-Wesley, Reading, 1999",
            ". New York: Norton, 1999",
            ". IEEE, 2016",
            " (Brain, 2016)",
            "",
        ],
    )
    def test_what_is_no_byline(self, behind: str) -> None:
        assert find_byline(behind, Work(records=(LSTM,))) is None


class TestDatesAndScraps:
    APA = "He, K., Zhang, X., Ren, S., & Sun, J."
    IEEE = f"K. He, X. Zhang, S. Ren, and J. Sun, {TITLE}, in CVPR, 2016."
    VANCOUVER = f"He K, Zhang X, Ren S, Sun J. {TITLE}. CVPR. 2016."

    @pytest.mark.parametrize("date", ["(2016, June)", "(2016, June 27–30)", "(2016, Spring)", "(Juni 2016)", "(2016)"])
    def test_a_month_is_nobodys_name(self, date: str) -> None:
        assert judge(f"{self.APA} {date}. {TITLE}. In CVPR.").verdict is Verdict.VERIFIED
        assert judge(f"{self.APA} {date.replace('2016', '2011')}. {TITLE}. In CVPR.").verdict is Verdict.PARTIAL_MATCH

    @pytest.mark.parametrize(
        "citation",
        [
            f'"[12] {IEEE}"',
            f"“{IEEE}”",
            f"Reference: [12] {IEEE}",
            f"Ref. {IEEE}",
            rf"\bibitem{{key2020}} {IEEE}",
            rf"\bibitem[He et al.(2016)]{{key2020}} {IEEE}",
            f"• 12. {VANCOUVER}",
            f"[He+16] 12. {VANCOUVER}",
            f"¹² 12. {VANCOUVER}",
            f"- **12.** {VANCOUVER}",
            f"- **He, Kaiming, et al.** “{TITLE}.” CVPR, 2016.",
        ],
    )
    def test_what_stands_before_a_reference_in_lists(self, citation: str) -> None:
        decision = judge(citation)
        assert decision.verdict is Verdict.VERIFIED, decision.discrepancies

    def test_nothing_but_scraps(self) -> None:
        assert judge("[12] 3.").verdict is Verdict.NOT_FOUND


class TestNamesOfJournals:
    """Libraries have records of journals as such, without authors and years."""

    CITATION = "Gruber AR, Lorenz R. The Vienna RNA websuite. {} 2008."

    @pytest.mark.parametrize(
        ("title", "place"),
        [
            ("Nucleic Acids Research", "Nucleic Acids Research, 36(suppl_2):W70–W74,"),
            ("Current Opinion in Biotechnology", "Current Opinion in Biotechnology, 25:17–23,"),
        ],
    )
    def test_a_journal_is_not_the_cited_work(self, title: str, place: str) -> None:
        assert judge(self.CITATION.format(place), make_record(title)).verdict is Verdict.NOT_FOUND

    def test_a_work_without_authors_is_found_by_its_title(self) -> None:
        work = make_record("The Vienna RNA Websuite", None, 2008, "Nucleic Acids Research")
        assert judge(self.CITATION.format("Nucleic Acids Research, 36:70,"), work).verdict is Verdict.VERIFIED
        handbook = make_record("Handbook of Imaginary Rivers", None, 2008)
        assert judge("Handbook of Imaginary Rivers, 2(1), 2008.", handbook).matched is not None

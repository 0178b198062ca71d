"""Venues compared."""

from __future__ import annotations

import pytest

from refcheck_core.matching import preprint_server
from refcheck_core.matching.comparison import Agreement
from refcheck_core.matching.venue_forms import same_venue
from refcheck_core.matching.venues import compare_venues
from refcheck_core.models import Severity, WorkType
from refcheck_core.testing.builders import make_record


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("NeurIPS", "Neural Information Processing Systems"),
        ("NIPS", "Advances in Neural Information Processing Systems 30"),
        ("CVPR", "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"),
        ("CVPR 2016", "Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition"),
        ("ICLR", "International Conference on Learning Representations"),
        ("IEEE Trans. Intell. Transp. Syst.", "IEEE Transactions on Intelligent Transportation Systems"),
        ("IEEE TITS", "IEEE Transactions on Intelligent Transportation Systems"),
        ("Proc. Natl. Acad. Sci. USA", "Proceedings of the National Academy of Sciences"),
        ("ACM CSUR", "ACM Comput. Surv."),
        ("ACM Computing Surveys", "ACM Comput. Surv."),
        ("KDD", "Proceedings of the 25th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining"),
        ("Integrated Network Management", "IFIP/IEEE International Symposium on Integrated Network Management (IM)"),
        ("J. Mach. Learn. Res.", "Journal of Machine Learning Research"),
        ("Mem. Inst. Oswaldo Cruz", "Memórias do Instituto Oswaldo Cruz"),
        ("J. R. Statist. Soc. A", "Journal of the Royal Statistical Society. Series A (General)"),
        ("J R Stat Soc Series B Methodol", "Journal of the Royal Statistical Society: Series B (Methodological)"),
        ("ACM TOPLAS", "ACM Transactions on Programming Languages and Systems"),
        ("FAccT '21", "Proceedings of the 2021 ACM Conference on Fairness, Accountability, and Transparency"),
        ("A&A", "Astronomy & Astrophysics"),
        ("In R. E. Miller and J. W. Thatcher (eds.), Complexity of Computations", "Complexity of Computations"),
        ("Syntax and Semantics 3", "Syntax and Semantics, Volume 3: Speech Acts"),
        ("Computational Linguistics", "Computational Linguistics, Volume 29, Number 3, September 2003: Special Issue"),
        ("Gastrointest Endosc", "Gastrointestinal Endoscopy"),
        ("Phys. Rev. B", "Physical Review B"),
        ("The Lancet", "Lancet"),
        ("Journal of Symbolic Compuation", "Journal of Symbolic Computation"),
        ("IJRR", "The International Journal of Robotics Research"),
        ("Environ. Mgmt. Rep.", "Environmental Management Reports"),
        ("arXiv preprint arXiv:1706.03762", "CoRR"),
        ("Nature (London)", "Nature"),
        ("(Nature)", "Nature"),
        (
            "NAACL 2019",
            "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational "
            "Linguistics: Human Language Technologies, Volume 1 (Long and Short Papers)",
        ),
        ("IM 2013", "IFIP/IEEE International Symposium on Integrated Network Management (IM)"),
        ("CVPR Workshops", "2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition Workshops (CVPRW)"),
        ("Findings of EMNLP", "Findings of the Association for Computational Linguistics: EMNLP 2020"),
        ("T-ITS", "IEEE Transactions on Intelligent Transportation Systems"),
        ("IEEE T-PAMI", "IEEE Trans. Pattern Anal. Mach. Intell."),
        ("Transp. Res. Part C", "Transportation Research Part C: Emerging Technologies"),
        ("J. Phys. A", "Journal of Physics A: Mathematical and Theoretical"),
        ("C. R. Acad. Sci.", "Comptes Rendus de l'Académie des Sciences"),
        ("S&P", "IEEE Symposium on Security and Privacy"),
        ("MICRO", "IEEE/ACM International Symposium on Microarchitecture"),
        ("SODA", "Proceedings of the ACM-SIAM Symposium on Discrete Algorithms"),
        ("ApJ", "The Astrophysical Journal"),
        ("J. Phys.", "Journal of Physics"),
        ("CVPR", "IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2021, virtual, June 19-25, 2021"),
        ("ICLR", "9th International Conference on Learning Representations, ICLR 2021, Virtual Event, Austria"),
        ("ICE 2019", "12th International Conference on Examples of Rivers, ICE '19"),
        ("J. Physiol.", "The Journal of Physiology"),
        ("Int. J. Med.", "International Journal of Medicine"),
        ("J. Int. Med.", "Journal of International Medicine"),
        ("Behaviour Research and Therapy", "Behavior Research and Therapy"),
    ],
)
def test_one_venue(one: str, two: str) -> None:
    assert same_venue(one, two)
    assert same_venue(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Nature", "Nature Communications"),
        ("Science", "Science Advances"),
        ("IEEE Transactions on Image Processing", "IEEE International Conference on Image Processing"),
        ("Physical Review Letters", "Physical Review B"),
        ("NeurIPS", "ICML"),
        ("arXiv", "bioRxiv"),
        ("arXiv", "Nature"),
        ("", "Nature"),
        ("Journal of Algebra", "Journal of Geometry"),
        ("2016", "2017"),
        ("CVPR", "IEEE Conference on Computer Vision and Pattern Recognition (CVPR) Workshops"),
        ("Machine Learning", "International Conference on Machine Learning"),
        ("Cell", "Cellulose"),
        ("Cancer", "Cancers"),
        ("Physical Review", "Physical Review A"),
        ("ICLR", "IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2021, virtual, June 19-25, 2021"),
        ("CVPR", "IEEE Conference on Computer Vision and Pattern Recognition Workshops, CVPR Workshops 2021, virtual"),
        ("June", "Conference on Rivers, Lyon, June 19"),
        ("Conference on Rivers", "Conference on Rivers, Lakes and Seas, Rio de Janeiro, Brazil, May 12-17, 2019"),
        ("Conference on Rivers", "Conference on Lakes, Halifax, NS, Canada, May 12-17, 2019"),
        ("J. Phys.", "Journal of Physiology"),
        ("J. Int. Med.", "Journal of Internal Medicine"),
        ("J. Soc.", "Journal of Sociology"),
        ("Int. J. Rob. Res.", "International Journal of Robust Resilience"),
        ("Journal of Physics", "Journal of Physics: Condensed Matter"),
        ("Journal of Physics A: Mathematical", "Journal of Physics B"),
        ("Transportation Research Part B", "Transportation Research Part C: Emerging Technologies"),
        ("IEEE Security & Privacy", "IEEE Symposium on Security and Privacy"),
        ("Findings of EMNLP", "EMNLP"),
        ("NeurIPS Workshop on Safe AI", "NeurIPS"),
        ("CVPR Workshop on Rivers", "CVPR Workshop on Mountains"),
        ("Symposium on Neural Scaling Laws", "NeurIPS"),
        ("International Conference on Quantum Machine Learning", "ICML"),
        ("European Conference on Machine Learning", "International Conference on Machine Learning"),
        ("ACL", "EACL"),
    ],
)
def test_two_venues(one: str, two: str) -> None:
    assert not same_venue(one, two)
    assert not same_venue(two, one)


ARTICLE = make_record(
    "T", ["A B"], 2001, "Journal of Examples", publisher="Example Press", type=WorkType.JOURNAL_ARTICLE
)
PREPRINT = make_record("T", ["A B"], 2000, "arXiv", arxiv_id="2001.00001", type=WorkType.POSTED_CONTENT)
BARE = make_record("T", ["A B"], 2001, type=WorkType.JOURNAL_ARTICLE)


def test_agreement_and_difference() -> None:
    assert compare_venues("J. Examples", ARTICLE, [ARTICLE]).exact
    differing = compare_venues("Nature", ARTICLE, [ARTICLE, PREPRINT])
    assert differing.in_error
    assert differing.discrepancies[0].found == "Journal of Examples"


def test_an_alias_or_series_is_the_venue() -> None:
    record = make_record(
        "T",
        None,
        2001,
        "Computer Vision – ECCV 2001",
        venue_aliases=("LNCS",),
        series="Lecture Notes in Computer Science",
    )
    assert compare_venues("Lecture Notes in Computer Science", record, []).agrees


def test_a_publisher_in_place_of_a_venue_is_information() -> None:
    named = compare_venues("Example Press", ARTICLE, [ARTICLE])
    assert named.agrees
    assert named.severity is Severity.INFO
    assert compare_venues("Springer", BARE, [BARE]).severity is Severity.WARNING  # no record names any publisher
    assert compare_venues("Springer", ARTICLE, [ARTICLE]).in_error  # the record names another publisher


@pytest.mark.parametrize("claimed", ["Elsevier BV", "Elsevier", "elsevier b.v."])
def test_the_legal_form_of_a_publisher_does_not_matter(claimed: str) -> None:
    for known in ("Elsevier", "Elsevier BV", "Elsevier Ltd"):
        record = make_record("T", ["A B"], 2001, "Journal of Examples", publisher=known, type=WorkType.JOURNAL_ARTICLE)
        compared = compare_venues(claimed, record, [record])
        assert compared.agrees
        assert compared.severity is Severity.INFO
    assert compare_venues("Publishing Ltd", ARTICLE, [ARTICLE]).in_error


def test_unknown_on_either_side() -> None:
    assert not compare_venues(None, ARTICLE, []).known
    assert not compare_venues("…", ARTICLE, []).known
    assert not compare_venues("Nature", BARE, [BARE]).known


def test_a_preprint_claimed() -> None:
    assert compare_venues("arXiv", PREPRINT, [PREPRINT]).exact
    published = compare_venues("arXiv", PREPRINT, [PREPRINT, ARTICLE])
    assert published.severity is Severity.WARNING
    assert compare_venues("arXiv", ARTICLE, [ARTICLE]).similarity < published.similarity
    assert compare_venues("bioRxiv", PREPRINT, [PREPRINT]).agreement is Agreement.DIFFER
    assert not compare_venues("arXiv", BARE, [BARE]).known


def test_a_venue_that_only_preprints_stand_for_is_not_confirmed() -> None:
    assert "only a version on arXiv was found" in compare_venues("ICLR", PREPRINT, [PREPRINT]).discrepancies[0].message
    nowhere = make_record("T", None, 2001, type=WorkType.POSTED_CONTENT)
    assert "preprint or a submission" in compare_venues("ICLR", nowhere, [nowhere]).discrepancies[0].message
    author_says = make_record("T", None, 2001, "arXiv", venue_aliases=("ICLR",), type=WorkType.POSTED_CONTENT)
    assert compare_venues("ICLR", author_says, []).in_error


@pytest.mark.parametrize(
    ("claimed", "reference"),
    [
        ("Physical Review Letters", "Phys.Rev.Lett. 98 (2007) 010505"),
        ("Acta Astronomica", "Acta Astron.56:1-50,2006"),
        ("ICML", "Proceedings of the 36th International Conference on Machine Learning, PMLR 97, 2019"),
        ("NeurIPS", "In Advances in Neural Information Processing Systems (pp. 1-10), 2017"),
    ],
)
def test_an_authors_note_confirms_a_venue_with_a_hint(claimed: str, reference: str) -> None:
    noted = PREPRINT.model_copy(update={"journal_ref": reference})
    comparison = compare_venues(claimed, noted, [noted])
    assert comparison.agrees
    assert comparison.severity is Severity.INFO
    assert compare_venues("Nature", noted, [noted]).in_error


@pytest.mark.parametrize(
    "reference", ["submitted to: Nature", "Nature 2015 (rejected)", "under review, Nature", "Not in Nature"]
)
def test_an_authors_note_of_a_submission_confirms_nothing(reference: str) -> None:
    noted = PREPRINT.model_copy(update={"journal_ref": reference})
    assert compare_venues("Nature", noted, [noted]).in_error


def test_a_publisher_confirms_no_preprint() -> None:
    assert compare_venues("Springer", PREPRINT, [PREPRINT]).in_error


def test_servers() -> None:
    assert preprint_server("CoRR abs/1706.03762") == "arXiv"
    assert preprint_server("bioRxiv preprint") == "bioRxiv"
    assert preprint_server("Nature") == ""
    assert preprint_server(None) == ""


@pytest.mark.parametrize(
    ("cited", "recorded"),
    [
        (
            "Proceedings of the AAAI Conference on Artificial Intelligence",
            "Proceedings of the Twenty-Ninth AAAI Conference on Artificial Intelligence, January 25-30, 2015, Austin, "
            "Texas, USA",
        ),
        (
            "Proceedings of the AAAI Conference on Artificial Intelligence",
            "The Thirty-Fourth AAAI Conference on Artificial Intelligence, AAAI 2020, The Thirty-Second Innovative "
            "Applications of Artificial Intelligence Conference, IAAI 2020, New York, NY, USA, February 7-12, 2020",
        ),
        ("Proc. of the Symposium on Examples", "Symposium on Examples, 12-14 July 2020, Oslo, Norway"),
        (
            "Proceedings of the 23rd International Conference on Examples of Rivers (RIV)",
            "Proceedings of the 23rd International Conference on Examples of Rivers, Halifax, NS, Canada, August 13 - "
            "17, 2017",
        ),
        (
            "Conference on Rivers, Lakes and Seas",
            "4th Conference on Rivers, Lakes and Seas, Rio de Janeiro, Brazil, May 12-17, 2019",
        ),
        ("Symposium on Examples", "Symposium on Examples, New York, May 12-17, 2019"),
        ("Chest", "Chest, May 12, 2019"),
        (
            "Conference on Empirical Methods in Natural Language Processing",
            "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th "
            "International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)",
        ),
        ("SIGMOD Conference", "International Conference on Management of Data"),
        ("ACM Trans. Graph.", "SIGGRAPH"),
        ("VLDB J.", "The VLDB Journal -- The International Journal on Very Large Data Bases"),
    ],
)
def test_conferences_as_databases_name_them(cited: str, recorded: str) -> None:
    assert same_venue(cited, recorded)
    assert same_venue(recorded, cited)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("VLDB", "The VLDB Journal"),
        ("SIGMOD Record", "SIGMOD Conference"),
        ("Artificial Intelligence", "Proceedings of the AAAI Conference on Artificial Intelligence"),
        ("AAAI Symposium on Educational Advances in Artificial Intelligence", "AAAI"),
        ("CVPR", "Conference on Imaging, IEEE 2020, Oslo"),
    ],
)
def test_names_with_a_society_in_them_stay_apart(one: str, two: str) -> None:
    assert not same_venue(one, two)
    assert not same_venue(two, one)


class TestWhatTellsVenuesApart:
    """What begins most names of conferences tells journals apart; societies and acronyms must not contradict."""

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ("Journal of Cancer", "International Journal of Cancer"),
            ("J. Epidemiol.", "International Journal of Epidemiology"),
            ("Journal of Intelligent Systems", "International Journal of Intelligent Systems"),
            ("IEEE Transactions on Information Systems", "ACM Transactions on Information Systems"),
            ("IEEE Transactions on Graphics", "ACM Transactions on Graphics"),
            ("Review of Psychology", "Annual Review of Psychology"),
            ("IEEE Transactions on Circuits and Systems I", "IEEE Transactions on Circuits and Systems II"),
            (
                "IEEE Transactions on Circuits and Systems I: Regular Papers",
                "IEEE Transactions on Circuits and Systems II: Express Briefs",
            ),
            ("Journal of Bone and Joint Surgery (American)", "Journal of Bone and Joint Surgery (British)"),
            ("International Conference on Learning Representations, NeurIPS 2021", "ICLR"),
            (
                "9th International Conference on Language Resources and Evaluation (COLING'14)",
                "9th International Conference on Language Resources and Evaluation",
            ),
            (
                "9th International Conference on Language Resources and Evaluation (COLING'14)",
                "9th International Conference on Language Resources and Evaluation, LREC 2014, Reykjavik",
            ),
            (
                "International Conference on Program Comprehension (ICSME)",
                "International Conference on Program Comprehension (ICPC)",
            ),
            (
                "IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2021, virtual, June 1, 2021 Workshop",
                "CVPR",
            ),
            ("Conference on Rivers, Lyon, June 1-2, 2019 Workshops", "Conference on Rivers"),
            ("International Journal of Computer Vision", "International Conference on Computer Vision"),
            ("IEEE Intelligent Systems", "Journal of Intelligent Systems"),
        ],
    )
    def test_other_venues(self, one: str, two: str) -> None:
        assert not same_venue(one, two)
        assert not same_venue(two, one)

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ("Int. J. Cancer", "International Journal of Cancer"),
            ("Annu. Rev. Psychol.", "Annual Review of Psychology"),
            ("IEEE Trans. Circuits Syst. I", "IEEE Transactions on Circuits and Systems I: Regular Papers"),
            ("Transactions on Graphics", "ACM Transactions on Graphics"),
            ("Trans. Inf. Syst.", "ACM Transactions on Information Systems"),
            ("TOIS", "ACM Transactions on Information Systems"),
            ("Journal of Bone and Joint Surgery", "Journal of Bone and Joint Surgery (British)"),
            ("J Bone Joint Surg Br", "Journal of Bone and Joint Surgery (British)"),
            ("Proceedings of the IEEE", "Proc. IEEE"),
            ("Nature (London)", "Nature (Lond.)"),
            ("Journal of the ACM", "J. ACM"),
            ("IEEE/ACM Trans. Netw.", "IEEE/ACM Transactions on Networking"),
            ("IEEE Trans. Netw.", "IEEE/ACM Transactions on Networking"),
            ("Very Large Databases (VLDB)", "International Conference on Very Large Databases"),
            ("Int. Conf. on Machine Learning (ICML)", "ICML"),
            ("Advances in Neural Information Processing Systems 30 (NIPS 2017)", "NeurIPS"),
            ("LREC 2014", "9th International Conference on Language Resources and Evaluation (LREC'14)"),
            (
                "Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing (EMNLP-IJCNLP)",
                "EMNLP",
            ),
            ("Acta Cryst.", "Acta Crystallographica"),
            ("The International Journal of Robotics Research", "Int J Rob Res"),
            (
                "Proceedings of the Annual Meeting of the Cognitive Science Society (CogSci)",
                "Annual Meeting of the Cognitive Science Society",
            ),
            (
                "European Conference on Information Retrieval (ECIR 2019)",
                "Advances in Information Retrieval, ECIR 2019, Cologne, Germany",
            ),
            ("Science (New York, N.Y.)", "Science (Washington, D.C.)"),
            ("Chest, pp. 1-10", "Chest"),
            (
                "INTERNATIONAL CONFERENCE ON BIG DATA, BIG DATA 2018, SEATTLE, USA, DECEMBER 1, 2018",
                "International Conference on Big Data, Big Data 2018, Seattle, USA, December 1, 2018",
            ),
            ("A A A I", "AAAI"),
            ("IROS, vol. 5", "IROS"),
            ("Proc. VLDB Endow., pp. 1-10", "Proc. VLDB Endow."),
            ("Infection, vol. 5, no. 3, p. e12", "Infection"),
            ("Proceedings of LREC", "9th International Conference on Language Resources (LREC'16)"),
            ("Proc. of BMVC", "30th British Machine Vision Conference 2019, BMVC 2019, Cardiff, UK"),
            ("ICASSP 2023", "Conference on Acoustics Speech and Signal Processing ICASSP 2023, Rhodes Island, Greece"),
            ("CoNLL", "Joint Conference on Natural Language Learning (EMNLP-CoNLL)"),
        ],
    )
    def test_one_venue(self, one: str, two: str) -> None:
        assert same_venue(one, two)
        assert same_venue(two, one)

    def test_an_acronym_that_contradicts_the_name_is_of_neither(self) -> None:
        name = "International Conference on Computer Vision (CVPR 2007)"
        assert not same_venue(name, "ICCV")
        assert not same_venue(name, "CVPR")

    @pytest.mark.parametrize(
        "status",
        ["Preprint", "Under review", "under review at ICLR", "Submitted to Nature", "In preparation", "to appear",
         "Unpublished manuscript", "in press", "Working paper", "abs/2301.00001", "n/a", "Available online"],
    )  # fmt: skip
    def test_the_state_of_a_paper_is_no_venue(self, status: str) -> None:
        assert not compare_venues(status, PREPRINT, ()).known
        assert not compare_venues(status, ARTICLE, ()).known

    def test_a_venue_in_which_a_paper_will_appear_is_one(self) -> None:
        assert same_venue("To appear in: CVPR", "CVPR")

    @pytest.mark.parametrize("kind", [WorkType.DISSERTATION, WorkType.DATASET, WorkType.SOFTWARE])
    def test_no_thesis_or_data_set_comes_out_in_a_conference_or_journal(self, kind: WorkType) -> None:
        work = make_record("T", ["A B"], 2001, type=kind)
        assert compare_venues("NeurIPS", work, ()).in_error
        assert compare_venues("Journal of Examples", work, ()).in_error
        assert not compare_venues("Example University", work, ()).in_error
        publisher = work.model_copy(update={"publisher": "Other University"})
        assert compare_venues("NAACL", publisher, ()).discrepancies[0].found == "Other University"

    def test_no_book_comes_out_in_a_conference(self) -> None:
        book = make_record("T", ["A B"], 2001, publisher="Example Press", type=WorkType.BOOK)
        assert compare_venues("CVPR", book, ()).in_error

    def test_an_acronym_of_a_conference_is_not_its_publisher(self) -> None:
        other = make_record(
            "T", ["A B"], 2001, "Conference on Examples", publisher="Association for Computational Linguistics"
        )
        assert compare_venues("ACL", other, ()).in_error
        assert compare_venues("Association for Computational Linguistics", other, ()).agrees


@pytest.mark.parametrize(
    ("claimed", "venue", "doi", "agrees"),
    [
        (
            "Proceedings of Machine Learning Research",
            "International Conference on Machine Learning, ICML 2022",
            None,
            True,
        ),
        ("PMLR", "MIDL", None, True),
        ("PMLR", "ICML Workshops", None, False),
        ("PMLR", "NeurIPS", None, False),
        ("PMLR", None, None, False),
        ("Lecture Notes in Computer Science", "ECCV", "10.1007/978-3-319-10602-1_48", True),
        ("Lecture Notes in Computer Science", "CVPR", "10.1109/cvpr.2016.90", False),
        ("Lecture Notes in Computer Science", "CVPR", None, False),
        ("Annals of Examples", "ICML", None, False),
    ],
)
def test_a_series_of_proceedings_stands_for_its_conferences(
    claimed: str, venue: str | None, doi: str | None, agrees: bool
) -> None:
    record = make_record("T", ["A B"], 2022, venue, doi=doi, type=WorkType.PROCEEDINGS_ARTICLE)
    compared = compare_venues(claimed, record, [record])
    told = [d.severity for d in compared.discrepancies]
    assert (compared.agreement is Agreement.AGREE and told == [Severity.INFO]) is agrees

"""Citation strings held against works."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import IdentifierFact, Rules, decide, guess_title, merge
from refcheck_core.matching.citation import claim_from_citation
from refcheck_core.models import Claim, Record, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_record

ATTENTION = make_record(
    "Attention Is All You Need",
    ["Ashish Vaswani", "Noam Shazeer", "Niki Parmar"],
    2017,
    "Neural Information Processing Systems",
    type=WorkType.PROCEEDINGS_ARTICLE,
)
SHOW_O = make_record(
    "Show-o: One Single Transformer to Unify Multimodal Understanding and Generation",
    ["Jinheng Xie", "Weijia Mao", "Zhenheng Yang", "Mike Zheng Shou"],
    2024,
    "arXiv",
    arxiv_id="2408.12528",
    type=WorkType.POSTED_CONTENT,
)


GOLUB = make_record("Matrix Computations", ["Gene H. Golub", "Charles F. Van Loan"], 2013, type=WorkType.BOOK)


@pytest.mark.parametrize(
    "citation",
    [
        "Golub, Van Loan, Matrix Computations, 2013",
        "Golub and Van Loan. Matrix Computations. Johns Hopkins University Press, 2013.",
        "Golub & Van Loan (2013). Matrix Computations.",
        "G. H. Golub and C. F. Van Loan, Matrix Computations, 2013",
    ],
)
def test_family_names_of_several_words(citation: str) -> None:
    assert verdict(citation, GOLUB) is Verdict.VERIFIED


def verdict(citation: str, *records: Record) -> Verdict:
    return decide(Claim(citation=citation), merge(records), (), Rules(this_year=2026)).verdict


def read(citation: str, record: Record = ATTENTION) -> Claim:
    return claim_from_citation(Claim(citation=citation), Work(records=(record,)))


@pytest.mark.parametrize(
    "citation",
    [
        "Vaswani, A., Shazeer, N., Parmar, N.: Attention is all you need. In: NeurIPS (2017)",
        "Vaswani et al. (2017). Attention is all you need. Advances in Neural Information Processing Systems, 30.",
        "[12] A. Vaswani, N. Shazeer, and N. Parmar, “Attention is all you need,” in Proc. NIPS, 2017, pp. 5998–6008.",
        "Vaswani A, Shazeer N, Parmar N. Attention is all you need. Adv Neural Inf Process Syst. 2017;30:5998-6008.",
        "Ashish Vaswani, Noam Shazeer, Niki Parmar. 2017. Attention Is All You Need. CoRR abs/1706.03762.",
        'Vaswani, Ashish, et al. "Attention is all you need." NeurIPS 2017. https://arxiv.org/abs/1706.03762',
        "Attention is all you need, 2017",
    ],
)
def test_a_right_citation_in_many_styles(citation: str) -> None:
    assert verdict(citation, ATTENTION) is Verdict.VERIFIED


@pytest.mark.parametrize(
    "citation",
    [
        "Vaswani et al. (2017). Attention is all you need in speech separation. NeurIPS.",
        "Smith, J. (2017). Why attention is all you need. NeurIPS.",
        "Vaswani et al. (2012). Attention is all you need. NeurIPS.",
        "Vaswani et al. (2017). Atention is all you need. NeurIPS.",
        "Vaswani, A., Hinton, G. (2017). Attention is all you need. NeurIPS.",
        "Vaswani et al.: Attention is all you need: A survey. NeurIPS (2017)",
    ],
)
def test_a_wrong_citation_is_never_verified(citation: str) -> None:
    assert verdict(citation, ATTENTION) is not Verdict.VERIFIED


def test_an_author_whom_the_work_does_not_have() -> None:
    citation = (
        "Jinheng Xie, Weijia Yang, Zhenheng Yang, and Mike Zheng Shou. Show-o: One single transformer to unify "
        "multimodal understanding and generation. arXiv preprint arXiv:2408.12528, 2024."
    )
    decision = decide(Claim(citation=citation), merge([SHOW_O]), (), Rules(this_year=2026))
    assert decision.verdict is Verdict.PARTIAL_MATCH
    assert any("Weijia Yang" in d.message for d in decision.discrepancies)


def test_a_work_that_the_string_does_not_name() -> None:
    assert (
        verdict("Kimmel CB. Origin and organization of the zebrafish fate map. Development. 1990.", ATTENTION)
        is Verdict.NOT_FOUND
    )
    assert read("Nothing of the kind.").title == "Nothing of the kind."
    assert read("Short", make_record("Ab")).title == "Short"
    assert read("x", make_record(None)).title == "x"
    assert read("Anything", make_record("…")).title == "Anything"


def test_what_is_read_around_the_title() -> None:
    claim = read("[3] Vaswani, A., Shazeer, N., et al. (2017). Attention is all you need. In NeurIPS, pp. 1999-2010.")
    assert claim.title == "Attention is all you need"
    assert [a.family for a in claim.authors] == ["Vaswani", "Shazeer"]
    assert claim.authors_truncated
    assert claim.year == 2017
    assert claim.venue == "Neural Information Processing Systems"


def test_a_letter_that_is_none_after_normalisation() -> None:
    assert read("Vaswani, A. ʼ Attention is all you need. 2017").title == "Attention is all you need"


def test_a_year_that_is_not_the_works_is_read_too() -> None:
    assert read("Vaswani, A. (1999). Attention is all you need.").year == 1999
    assert read("Attention is all you need, 1999").year == 1999
    assert read("Attention is all you need").year is None


def test_a_title_within_a_longer_one_is_widened_to_its_stops() -> None:
    assert (
        read("Smith, J. Why attention is all you need for speech. 2017.").title
        == "Why attention is all you need for speech"
    )
    assert read("A study: attention is all you need. 2017.").title == "A study: attention is all you need"


LECUN = make_record("Deep learning", ["Yann LeCun", "Yoshua Bengio"], 2015, "Nature", doi="10.1038/nature14539")


@pytest.mark.parametrize(
    ("citation", "expected"),
    [
        ("LeCun et al., 2015, doi:10.1038/nature14539", Verdict.VERIFIED),
        ("https://doi.org/10.1038/nature14539", Verdict.VERIFIED),
        ("Bengio 2015. 10.1038/nature14539", Verdict.PARTIAL_MATCH),  # not the first author
        ("LeCun 1999. 10.1038/nature14539", Verdict.PARTIAL_MATCH),
        ("Smith et al., A totally invented title. 10.1038/nature14539", Verdict.NOT_FOUND),
        ("LeCun, Invented. 10.1038/nature14539", Verdict.NOT_FOUND),
    ],
)
def test_an_identifier_with_nothing_but_names_beside_it(citation: str, expected: Verdict) -> None:
    doi = Identifier(IdentifierKind.DOI, "10.1038/nature14539")
    claim = Claim(citation=citation, identifiers=(doi,))
    decision = decide(claim, merge([LECUN]), (IdentifierFact(doi, records=(LECUN,)),), Rules(this_year=2026))
    assert decision.verdict is expected, decision.discrepancies


@pytest.mark.parametrize(
    ("rest", "venue"),
    [
        ("Nature 521, 436 (2015)", "Nature"),
        ("Science, 521(7553), 2015", "Science"),
        ("Phys. Rev. Lett. 98, 2015", "Phys. Rev. Lett"),
        ("In ICML 2015", "ICML"),
        ("Pages 3-5, 2015", None),
        ("Cambridge: An Invented Press; 2015", None),
        ("2015", None),
    ],
)
def test_the_venue_that_stands_after_the_title(rest: str, venue: str | None) -> None:
    assert read(f"LeCun, Y., Bengio, Y.: Deep learning. {rest}", LECUN).venue == venue


def test_another_journal_in_the_string_is_an_error() -> None:
    assert (
        verdict("LeCun, Y., Bengio, Y. (2015). Deep learning. Science, 521(7553), 436.", LECUN) is Verdict.PARTIAL_MATCH
    )
    assert verdict("LeCun, Y., Bengio, Y. (2015). Deep learning. Nature, 521(7553), 436.", LECUN) is Verdict.VERIFIED


def test_a_joined_word_inside_the_title() -> None:
    record = make_record("Crosslingual transfer of models", ["Jane Roe"], 2001)
    assert read("Roe J. Cross-lingual transfer of models. 2001", record).title == "Cross-lingual transfer of models"
    # The title's letters within other words are not the title.
    assert read("Roe J. Across-lingual transfer of modelsx. 2001", record).title != "Crosslingual transfer of models"


def test_names_that_are_not_the_works_are_claimed_wherever_they_stand() -> None:
    assert (
        verdict("Yann LeCun, Geoffrey Hinton. Attention is all you need. NeurIPS 2017", ATTENTION)
        is not Verdict.VERIFIED
    )
    assert (
        verdict("12 Yann LeCun, 'Attention is all you need' (2017) 5 NeurIPS 436.", ATTENTION) is not Verdict.VERIFIED
    )
    assert verdict("Attention is all you need, by Yann LeCun, NeurIPS 2017", ATTENTION) is not Verdict.VERIFIED
    assert (
        verdict("Attention is all you need. Ashish Vaswani and Noam Shazeer. NeurIPS 2017", ATTENTION)
        is Verdict.VERIFIED
    )
    claim = read("Available in report 1234ab, see section 4x. Attention is all you need. 2017")
    assert [a.family for a in claim.authors] == ["Available in report 1234ab, see section 4x"]


@pytest.mark.parametrize(
    "citation",
    [
        "Vaswani, A. (2017). Attention is all you need, Part II. NeurIPS.",
        "Vaswani, A. (2017). Attention is all you need [Erratum]. NeurIPS.",
        'Vaswani, A. (2017). A rebuttal of "Attention is all you need". NeurIPS.',
        "Vaswani, A. (2009). Attention is all you need. NeurIPS, p. 2017.",
        "Vaswani, A. (2017). Attention is all you need. Nature Communications, 30.",
    ],
)
def test_what_stands_beside_the_title_counts(citation: str) -> None:
    assert verdict(citation, ATTENTION) is not Verdict.VERIFIED


@pytest.mark.parametrize(
    ("citation", "guess"),
    [
        ('Vaswani, A., et al. "Attention is all you need." NeurIPS 2017.', "Attention is all you need"),
        ("Vaswani A, Shazeer N. Attention is all you need. NIPS. 2017;30:1-11.", "Attention is all you need"),
        ("Vaswani, A., Shazeer, N. (2017). Attention is all you need. In Proc. NIPS.", "Attention is all you need"),
        ("Y. LeCun, Y. Bengio, and G. Hinton. Deep learning. Nature, 521:436–444, 2015.", "Deep learning"),
        ("Vaswani, A., Shazeer, N.: Attention is all you need. In: NeurIPS (2017)", "Attention is all you need"),
        ("Kimmel CB, Warga RM. 1990. Origin of the fate map. Development", "Origin of the fate map"),
        ("LeCun, Y., Bengio, Y. (2015). et al. and others. Nature 521", None),
        ("Attention Is All You Need", "Attention Is All You Need"),
        ("LeCun 2015", None),
        ("Vaswani et al., NeurIPS 2017", None),
        ("x", None),
    ],
)
def test_guesses_for_a_search(citation: str, guess: str | None) -> None:
    assert guess_title(citation) == guess


ENDING = make_record(
    "East African running dominance: what is behind it?",
    ["Bruce Hamilton", "Ron Weston"],
    2000,
    "British Journal of Sports Medicine",
)


@pytest.mark.parametrize(
    "citation",
    [
        # Names end at a colon.
        "Hamilton BR, Weston AR: East African running dominance: what is behind it? Br J Sports Med 2000, 34:391-394.",
        "B. R. Hamilton, A. R. Weston: East African running dominance: what is behind it?, 2000.",
        "Hamilton BR, Weston AR, Running Study Group: East African running dominance: what is behind it? 2000.",
        "Bruce Hamilton, Ron Weston: East African running dominance: what is behind it? (2000)",
        "Hamilton BR: East African running dominance: what is behind it? Br J Sports Med 2000, 34:391-394.",
        # A year ends them without a stop behind it.
        "Hamilton, B. & Weston, A. 2000 East African running dominance: what is behind it? Br. J. Sports Med. 34, 391.",
    ],
)
def test_where_a_title_begins_and_ends(citation: str) -> None:
    assert read(citation, ENDING).title in {ENDING.title, str(ENDING.title).rstrip("?")}


@pytest.mark.parametrize(
    ("citation", "title"),
    [
        # A main title is no author.
        ("Deep RL: Attention is all you need. NeurIPS, 2017.", "Deep RL: Attention is all you need"),
        ("Big nets, deep RL: Attention is all you need. 2017.", "deep RL: Attention is all you need"),
        ("A study, of deep nets: Attention is all you need. 2017.", "of deep nets: Attention is all you need"),
        # A question is followed by a subtitle, or by nothing.
        ("Vaswani A. Attention is all you need? Not at all. 2017.", "Attention is all you need? Not at all"),
        ("Vaswani A. Attention is all you need? .", "Attention is all you need"),
        ("Vaswani A. Attention is all you need? 7 answers", "Attention is all you need? 7 answers"),
        ("Vaswani A. Attention is all you need - 7 answers", "Attention is all you need - 7 answers"),
    ],
)
def test_what_belongs_to_a_title(citation: str, title: str) -> None:
    assert read(citation).title == title

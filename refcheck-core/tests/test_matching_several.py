"""Citations that hold more than one reference."""

from __future__ import annotations

import time

import pytest

from refcheck_core.matching import Rules, decide, merge
from refcheck_core.matching.several import second_reference
from refcheck_core.models import Severity, Verdict
from refcheck_core.services import build_claim
from refcheck_core.testing.builders import make_record

RULES = Rules(this_year=2026)
TITLE = "Sparse Kernels for Protein Folding under Noise"
ONE = make_record(TITLE, ["John Smith"], 2018, "Journal of Examples")
TWO = make_record("Adaptive Graphs of Traffic", ["Paul Kern"], 2019, "Annals of Things")


@pytest.mark.parametrize(
    "citation",
    [
        f"Smith J. {TITLE}. Journal of Examples 2018. Kern P. Adaptive graphs of traffic. Annals of Things 2019.",
        f"Smith, J. (2018). {TITLE}. Journal of Examples. Kern, P., & Roe, J. (2019). Adaptive graphs of traffic.",
        f"J. Smith, {TITLE}, Journal of Examples, 2018; P. Kern, Adaptive graphs of traffic in large towns, 2019",
        f"[1] John Smith and Jane Roe. {TITLE}. 2018. [2] Paul Kern and Rita Reed. Adaptive graphs of traffic. 2019.",
        f"Smith, J.: {TITLE}. 2018. https://doi.org/10.5555/a Kern, P.: Adaptive Graphs of Traffic. Annals, 2019.",
        f'Smith, John. "{TITLE}." 2018. Kern, Paul. "Adaptive Graphs of Traffic in Towns." Annals 12 (2019).',
        f"1. Smith JA, Roe J. {TITLE}. 2018;1:2-3. 2. Kern PB, Reed R. Adaptive graphs of traffic. Ann. 2019;4:5.",
        f"John Smith and Jane Roe. {TITLE}. 2018. Paul Kern, Jo Dunn, and Eve Abel. Adaptive graphs of traffic. 2019.",
        "(a) Smith, J. J. Am. Chem. Soc. 2018, 140, 12; (b) Kern, P. Angew. Chem. 2019, 58, 3.",
        "[3] J. Smith, Phys. Rev. Lett. 98 (2018) 1. [4] P. Kern, Phys. Rev. B 12 (2019) 3.",
        f"Roe (2016). {TITLE}. Nature. Muster (2019). Another thing of the world. Science.",
        f"Ministry of Things (2003): {TITLE}, 35; Ministry of Other Things (2004): Adaptive graphs of traffic, Madrid.",
        "Vaswani A. Attention Is All You Need. NeurIPS 2017. Kern P. Adaptive Graphs of Traffic Everywhere. 2019.",
    ],
)
def test_two(citation: str) -> None:
    assert second_reference(citation)


@pytest.mark.parametrize(
    "citation",
    [
        f"Smith J. {TITLE}. Journal of Examples 2018;3:1-2.",
        f"Smith, J. (2018). {TITLE}. In P. Kern & R. Reed (Eds.), Proceedings of the 2018 Meeting of Things (pp. 1-9).",
        f"Smith J. {TITLE}. 2018. In: Kern P, Reed R, editors. Handbook of many things. Example Press; 2019.",
        f"Smith, J.: {TITLE}. 2018. In: Kern, P.; Reed, R. (2019): Handbook of many things, Berlin.",
        f"Smith, J. {TITLE}. 1918. Reprinted in P. Kern, Readings in many things. Example Press, 1990.",
        f"Smith, John. {TITLE}. 1918. Trans. P. Kern. A series of many things. Example Press, 1990.",
        f"Smith, J. (1918). {TITLE} (H. J. Kern, Trans.). Evanston, IL: Press of the University. (Published 1910)",
        f"Smith J. {TITLE}. Journal of Examples. 2018. Comment in: Kern P. Annals of many things. 2019;1:2.",
        f"Smith J. {TITLE}. Edited by P. Kern. Vol. 12 of the series on many things, 2019. Example Press, 2018.",
        f"Smith, J. {TITLE}. 2018. Madison, Wisconsin. Accessed 12 May 2020 on the site of the authors.",
        f"Smith, J. {TITLE}. 2018. Reihe II. Hefte zu allen anderen Dingen, 2019.",
        f"Smith, J. {TITLE}. 2018. Cited by 12. PMID: 123. Retrieved on May 3, 2020 from the site of the authors.",
        "John Smith, Jane Roe, and Paul Kern. 2018. Sentiment, Portfolio Size, and Stock Returns. Available: 2019.",
        "Smith J, Kern P, Roe J. On many things of the world. Annals. 2018.",
        f"Smith, J. (1998): {TITLE}. Bern. Original (1967): The discovery of many things.",
        f"Smith, J. (1997): {TITLE}. The International Programme (1995). (available online with all of its data)",
        "Smith, J. (2000). Extension of Kelly's (1997) suggestion on many things. Annals of Things, 78(1), 2.",
        f"Smith, J. (1984). {TITLE}: On the Praefatio to De generatione (1651). In R. Roe (Ed.), Many things.",
        "J. Maldacena, Adv. Theor. Math. Phys., 2, 231-252 (1998); arXiv:hep-th/9711200v3 (1997);",
        "G. Kramer and B. Lampe, Z. Phys. C34, 497 (1987), [Erratum: Z. Phys. C42, 504 (1989)].",
        "(1) Smith, J. On many things of the world (2). Annals 2018.",
        "(a) first, which has no year, (b) second",
        "",
    ],
)
def test_one(citation: str) -> None:
    assert second_reference(citation) is None


def test_it_is_shown_from_its_beginning() -> None:
    second = "Kern P. Adaptive graphs of traffic. Annals of Things"
    assert second_reference(f"Smith J. {TITLE}. 2018. {second} 2019.") == f"{second} 2019."
    assert second_reference(f"Smith J. {TITLE}. 2018. {second} and others. 2019.") == f"{second} and …"


@pytest.mark.parametrize(
    "text",
    ["Aa, Bb. 2019. " * 300, "Smith J. " * 450, "Aa Bb, " * 600, "(a) 2019. " * 400, "Aa " * 1300, "In Aa B., " * 400],
)
def test_no_text_takes_long(text: str) -> None:
    started = time.perf_counter()
    second_reference(text)
    assert time.perf_counter() - started < 2


BOTH = f"Smith J. {TITLE}. Journal of Examples 2018. Kern P. Adaptive graphs of traffic. Annals of Things 2019."


def test_a_citation_of_two_is_never_verified_for_one() -> None:
    decision = decide(build_claim(citation=BOTH), merge([ONE]), (), RULES)
    assert decision.verdict is Verdict.PARTIAL_MATCH
    assert decision.confidence == 0.849
    assert decision.rule == "the citation holds more than one reference"
    assert decision.matched is not None
    (error,) = [d.message for d in decision.discrepancies if d.severity is Severity.ERROR]
    assert error == (
        "The citation holds more than one reference; check each by itself. A second one begins: "
        "'Kern P. Adaptive graphs of traffic. Annals of Things 2019.'."
    )


def test_it_is_told_whatever_is_found() -> None:
    for works in ([], [ONE, TWO]):
        decision = decide(build_claim(citation=BOTH), merge(works), (), RULES)
        assert decision.verdict is not Verdict.VERIFIED
        assert decision.discrepancies[0].message.startswith("The citation holds more than one reference")


def test_a_claim_with_a_title_is_one() -> None:
    claim = build_claim(title=TITLE).model_copy(update={"citation": BOTH})
    assert decide(claim, merge([ONE]), (), RULES).verdict is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("citation", "second"),
    [
        ("(1) Roe J. Floods in winter. 2001. (2) Kern P. Storms in spring. 2002.", "Kern P. Storms in spring. 2002."),
        ("(1) Roe J. Floods in winter. 2001. (4) Storms of spring in the hills. 2002.", None),
        ("[a] Floods in winter, 2001; (b) storms in spring, 2002", None),
        ("(a) Floods in winter, 2001; (b) storms in spring, 2002", "storms in spring, 2002"),
        ("(a) Floods in winter, 2001; (b) storms in spring", None),
    ],
)
def test_labels_that_do_not_count_on_are_none_of_references(citation: str, second: str | None) -> None:
    assert second_reference(citation) == second

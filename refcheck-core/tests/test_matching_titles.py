"""Titles compared: what differs decides, not how much of the string is equal."""

from __future__ import annotations

import pytest

from refcheck_core.matching.comparison import Agreement
from refcheck_core.matching.opposites import are_opposed
from refcheck_core.matching.spelling import american
from refcheck_core.matching.titles import (
    are_far_apart,
    compare_titles,
    is_misspelling,
    same_title,
    title_similarity,
    title_variants,
)
from refcheck_core.matching.words import content_words, is_generic, is_number, roman_number
from refcheck_core.models import Severity
from refcheck_core.testing.builders import make_record

RESNET = "Deep Residual Learning for Image Recognition"


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        ("Attention is all you need", "Attention Is All You Need."),
        ("On random graphs. {I}", "On random graphs. I."),
        ("Data base systems", "Database Systems"),
        ("Cross-lingual transfer", "Crosslingual Transfer"),
        ("Graph $\\alpha$-cuts", "Graph α-cuts"),
        ("The <i>E. coli</i> genome", "The E. coli genome"),
        ("RETRACTED: A study of things", "A study of things"),
        ("MVP: Detecting vulnera-\nbilities using signatures", "MVP: Detecting Vulnerabilities using Signatures"),
        ("一种示例方法", "一种示例方法"),
    ],
)
def test_one_title_in_two_spellings(claimed: str, found: str) -> None:
    comparison = compare_titles(claimed, [found], authors_agree=False)
    assert comparison.exact
    assert comparison.agreement is Agreement.AGREE
    assert not comparison.discrepancies
    assert same_title(claimed, found)


@pytest.mark.parametrize(
    ("claimed", "found", "agreement"),
    [
        ("Atention is all you need", "Attention is all you need", Agreement.NEAR),
        (f"{RESNET}: A Survey", RESNET, Agreement.NEAR),
        ("Image classification with deep networks", "ImageNet classification with deep networks", Agreement.NEAR),
        ("On random graphs I", "On random graphs II", Agreement.NEAR),
        ("Deep learning", "Deep learning for traffic prediction: a survey", Agreement.DIFFER),
        ("networks attention graph for traffic", "Graph attention networks for traffic", Agreement.DIFFER),
        ("A synchronous protocol for rings", "Asynchronous protocol for rings", Agreement.NEAR),
        ("Scaling GPT 3.5 in practice", "Scaling GPT 35 in practice", Agreement.DIFFER),
        ("Learning without forgetting", "Learning with forgetting", Agreement.NEAR),
        ("一种示例方法", "另一种论文的题目", Agreement.DIFFER),
    ],
)  # fmt: skip
def test_a_word_that_differs_is_an_error(claimed: str, found: str, agreement: Agreement) -> None:
    comparison = compare_titles(claimed, [found], authors_agree=True)
    assert comparison.agreement is agreement
    assert comparison.in_error
    assert comparison.contribution == 0.0


def test_function_words_alone_make_no_other_title() -> None:
    comparison = compare_titles("The theory of games", ["Theory of games"], authors_agree=False)
    assert comparison.agrees
    assert not comparison.exact
    assert not comparison.in_error


def test_a_subtitle_is_no_difference_if_the_authors_agree() -> None:
    found = f"{RESNET}: Depth and Its Uses"
    assert compare_titles(RESNET, [found], authors_agree=True).agrees
    assert compare_titles(found, [RESNET], authors_agree=True).agrees
    assert compare_titles(RESNET, [found], authors_agree=False).agreement is Agreement.NEAR


@pytest.mark.parametrize("extra", ["A Survey", "Part II", "2nd Report", "Reply to Comments", "Revisited", "Erratum"])
def test_a_subtitle_with_a_distinguishing_word_is_another_work(extra: str) -> None:
    assert not compare_titles(RESNET, [f"{RESNET}: {extra}"], authors_agree=True).agrees


def test_joined_words_are_no_difference_beside_a_real_one() -> None:
    comparison = compare_titles("Data base theory of systems", ["Database practice of systems"], authors_agree=False)
    assert comparison.discrepancies[0].message.endswith("(only claimed: 'theory'; only found: 'practice').")


def test_the_best_variant_counts() -> None:
    record = make_record("Gradient Flows", subtitle="In Metric Spaces", alternative_titles=("Flux de gradient",))
    assert title_variants(record) == ("Gradient Flows: In Metric Spaces", "Gradient Flows", "Flux de gradient")
    assert compare_titles("Flux de gradient", title_variants(record), authors_agree=False).exact


@pytest.mark.parametrize(
    ("claimed", "found"), [(None, ["A title"]), ("", ["A title"]), ("%", ["%"]), ("A title", []), ("A title", ["…"])]
)
def test_no_text_is_no_evidence(claimed: str | None, found: list[str]) -> None:
    assert not compare_titles(claimed, found, authors_agree=True).known


def test_the_sentence_names_the_words() -> None:
    comparison = compare_titles("Sparse graph estimation", ["Sparse tree estimation"], authors_agree=False)
    assert comparison.discrepancies[0].message == (
        "Title mismatch: claimed 'Sparse graph estimation', found 'Sparse tree estimation' "
        "(only claimed: 'graph'; only found: 'tree')."
    )
    long = compare_titles("One two three four five six", ["Seven eight nine ten eleven"], authors_agree=False)
    assert "only claimed" not in long.discrepancies[0].message


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("atention", "attention", True),
        ("recurent", "reccurrent", True),
        ("graph", "tree", False),
        ("2016", "2017", False),
        ("ii", "iii", False),
        ("cat", "car", False),
        ("review", "reviews", False),
        ("image", "imagenet", False),
    ],
)
def test_misspellings(one: str, two: str, expected: bool) -> None:
    assert is_misspelling(one, two) is expected
    assert is_misspelling(two, one) is expected


def test_similarity() -> None:
    assert title_similarity(RESNET, RESNET.upper()) == 1.0
    assert title_similarity(RESNET, "") == 0.0
    assert 0.85 < title_similarity(RESNET, RESNET.replace("Image", "Imgae")) < 1.0
    assert not same_title("", "")


@pytest.mark.parametrize("title", ["", "introduction", "deep learning", "graph networks", "preface", "editorial"])
def test_generic_titles(title: str) -> None:
    assert is_generic(title)


@pytest.mark.parametrize("title", ["attention is all you need", "一种示例方法", "deep residual learning"])
def test_titles_that_are_not_generic(title: str) -> None:
    assert not is_generic(title)


def test_words() -> None:
    assert content_words(("theory", "of", "games")) == ("theory", "games")
    assert content_words(("of", "the")) == ("of", "the")
    assert [w for w in ("2", "ii", "iv", "xxix", "i", "mix", "covid19", "ix") if is_number(w)] == [
        "2",
        "ii",
        "iv",
        "xxix",
        "covid19",
        "ix",
    ]


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        ("The colour of behaviour modelling", "The Color of Behavior Modeling"),
        ("Minimisation of risk in haematology", "Minimization of Risk in Hematology"),
        ("Non-linear systems", "Nonlinear systems"),
        ("De-noising of images", "Denoising of images"),
        ("Über Räume", "Ueber Raeume"),
        ("Über Räume", "Uber Raume"),
        ("Om Sørens metode", "Om Soerens metode"),
        ("Chapter III: Elastic rods", "Chapter 3. Elastic rods"),
        ("On random graphs, Part II", "On random graphs, part 2"),
        ("On random graphs I", "On random graphs 1"),
        ("On random graphs, Part one", "On random graphs, Part I"),
        ("Two-phase flow versus one", "2-phase flow vs one"),
        ("CD4+ T cells of mice", "CD4 T cells of mice"),
    ],
)
def test_spellings_of_one_title_are_equal(claimed: str, found: str) -> None:
    for one, two in ((claimed, found), (found, claimed)):
        comparison = compare_titles(one, [two], authors_agree=False)
        assert comparison.exact
        assert not comparison.discrepancies
        assert same_title(one, two)
        assert title_similarity(one, two) == 1.0


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("P = NP and its friends", "P ≠ NP and its friends"),
        ("Supervised learning of nets", "Unsupervised learning of nets"),
        ("Increase of ions in plasma", "Decrease of ions in plasma"),
        ("Hypertension in young adults", "Hypotension in young adults"),
        ("Is the world flat", "Is the world not flat"),
        ("Homogeneous media in motion", "Heterogeneous media in motion"),
        ("On random graphs I", "On random graphs II"),
        ("On random graphs, Part 2", "On random graphs, Part III"),
        ("Chapter 3. Elastic rods", "Chapter 4. Elastic rods"),
        ("Deep nets for graphs (2nd ed.)", "Deep nets for graphs, Third Edition"),
        ("Deep nets for graphs [Review of the book]", "Deep nets for graphs"),
        ("Deep nets for graphs (Abstract)", "Deep nets for graphs"),
        ("Data for: A study of rats", "A study of rats"),
        ("Reply: A study of rats", "A study of rats"),
        ("Learning with human feedback", "Learning using human feedback"),
        ("Trees and forests of graphs", "Trees or forests of graphs"),
        ("Four colours of a map", "For colors of a map"),
        ("The prize of stability", "The prise of stability"),
        ("Attention is all you …", "Attention is all you need"),
        ("Semi-supervised learning", "Self-supervised learning"),
        ("C++ in practice", "C# in practice"),
        ("P = PSPACE in short", "P = NP in short"),
    ],
)
def test_titles_that_look_alike_are_two(one: str, two: str) -> None:
    for claimed, found in ((one, two), (two, one)):
        comparison = compare_titles(claimed, [found], authors_agree=True)
        assert not comparison.agrees, (claimed, found)
        assert comparison.in_error
        assert not same_title(claimed, found)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Chapter 3. Elastic rods", "Elastic rods"),
        ("Deep nets for graphs (extended abstract)", "Deep nets for graphs"),
        ("Deep nets for graphs (Invited Talk)", "Deep nets for graphs"),
        ("Deep nets for graphs, Third Edition", "Deep nets for graphs"),
        ("Über die Räume = On the spaces", "Über die Räume"),
        ("Über die Räume [On the spaces]", "On the spaces"),
        ("Über die Räume = On the spaces", "On the spaces / Sur les espaces"),
        ("Война и мир в романе", "Voina i mir v romane"),
        ("一种示例方法的研究", "Yi zhong shi li fang fa de yan jiu"),
        ("Deep nets: Depth: Its uses", "Deep nets: Depth"),
        ("Deep nets for graphs (with proofs)", "Deep nets for graphs"),
        ("The colour of nets: A story", "The color of nets"),
        ("ImageNet: A large-scale image base", "A large-scale image base"),
    ],
)
def test_what_is_no_difference_between_titles_of_the_same_authors(one: str, two: str) -> None:
    for claimed, found in ((one, two), (two, one)):
        comparison = compare_titles(claimed, [found], authors_agree=True)
        assert comparison.agrees
        assert not comparison.in_error
        assert comparison.discrepancies
        without = compare_titles(claimed, [found], authors_agree=False)
        assert without.in_error
        assert without.agreement is Agreement.NEAR


def test_notes_of_language_are_no_part_of_a_title() -> None:
    comparison = compare_titles("Deep nets for graphs [in German]", ["Deep nets for graphs"], authors_agree=False)
    assert comparison.exact
    assert comparison.severity is Severity.INFO
    same = compare_titles("Deep net for graphs (in German)", ["Deep nets for graphs (in German)"], authors_agree=False)
    assert same.agreement is Agreement.NEAR
    equal = compare_titles("Deep nets (poster) (2nd ed.)", ["Deep nets (Poster) (2nd ed)"], authors_agree=False)
    assert equal.agreement is Agreement.AGREE
    assert compare_titles("Nets (in German)", ["Nets: (In German)"], authors_agree=False).agrees
    small = compare_titles("Theory of the nets (in German)", ["Theory of nets (in German)"], authors_agree=False)
    assert small.agrees
    assert not small.exact


def test_any_of_the_first_colons_may_begin_the_subtitle() -> None:
    title = "Nets: Depth: Width: Height: Use: Abuse"
    for short in ("Nets", "Nets: Depth", "Nets: Depth: Width", "Nets: Depth: Width: Height"):
        assert compare_titles(short, [title], authors_agree=True).agrees
    assert not compare_titles("Depth: ", ["…: Depth"], authors_agree=True).in_error


def test_a_title_that_was_cut_short_is_near() -> None:
    cut = "Deep residual learning for image..."
    assert compare_titles(cut, [f"{RESNET} and Other Tasks of Vision"], authors_agree=False).agreement is Agreement.NEAR
    for short in ("Deep residual learning for image", "Deep residual..."):
        other = compare_titles(short, [f"{RESNET} and Other Tasks of Vision"], authors_agree=False)
        assert other.agreement is Agreement.DIFFER


def test_the_sentence_names_signs_and_opposites() -> None:
    signs = compare_titles("On P = NP", ["On P ≠ NP"], authors_agree=True).discrepancies[0].message
    assert signs == "Title mismatch: claimed 'On P = NP', found 'On P ≠ NP' ('=' for '≠')."
    opposed = compare_titles("Rising hypertension of rats", ["Rising hypotension of rats"], authors_agree=True)
    assert opposed.discrepancies[0].message.endswith("('hypertension' in place of 'hypotension').")


def test_short_texts_in_two_scripts_are_not_compared() -> None:
    assert not compare_titles("Война", ["Voina"], authors_agree=True).agrees
    assert not compare_titles("Война и мир в романе", ["Voina i mor v gorode"], authors_agree=True).agrees


@pytest.mark.parametrize(
    ("british", "us"),
    [
        ("colour", "color"), ("neurobehavioural", "neurobehavioral"), ("centred", "centered"), ("fibre", "fiber"),
        ("analysed", "analyzed"), ("electrolysed", "electrolyzed"), ("kernelised", "kernelized"),
        ("labelling", "labeling"), ("catalogue", "catalog"), ("defence", "defense"), ("manoeuvring", "maneuvering"),
        ("leukaemia", "leukemia"), ("haemorrhage", "hemorrhage"), ("oedema", "edema"), ("foetal", "fetal"),
        ("palaeolithic", "paleolithic"), ("anaesthesia", "anesthesia"), ("diarrhoea", "diarrhea"), ("grey", "gray"),
        ("sulphate", "sulfate"), ("programmes", "programs"), ("judgement", "judgment"), ("ageing", "aging"),
    ],
)  # fmt: skip
def test_british_and_american_spelling(british: str, us: str) -> None:
    assert american(british) == american(us)


@pytest.mark.parametrize(
    ("one", "two"),
    [("four", "for"), ("prise", "prize"), ("cheque", "check"), ("prologue", "prolog"), ("filling", "filing"),
     ("poetry", "petry"), ("lens", "lense"), ("wise", "wize"), ("meter", "meters")],
)  # fmt: skip
def test_other_words_keep_apart(one: str, two: str) -> None:
    assert american(one) != american(two)


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("supervised", "unsupervised", True),
        ("hypotension", "hypertension", True),
        ("intercellular", "intracellular", True),
        ("symmetric", "asymmetric", True),
        ("ethanol", "methanol", True),
        ("neural", "neutral", True),
        ("proton", "photon", True),
        ("stable", "instable", True),
        ("safe", "unsafe", True),
        ("able", "table", False),
        ("ease", "disease", True),
        ("art", "inart", False),
        ("increase", "increased", False),
        ("graph", "graphs", False),
    ],
)
def test_opposites(one: str, two: str, expected: bool) -> None:
    assert are_opposed(one, two) is expected
    assert are_opposed(two, one) is expected
    assert not (expected and is_misspelling(one, two))


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (RESNET, "Stable spectra of invented rivers", True),
        (RESNET, f"{RESNET}: " + "a very long subtitle about many other things that nobody needs " * 2, False),
        ("A very long title with a lot of words in it: deep learning", "Deep learning", False),
        ("A very long title with a lot of words in it: deep learning", "Spectra", True),
        ("Über Räume", "Stable spectra of invented rivers", False),
        ("Война и мир", "Stable spectra of invented rivers", False),
    ],
)
def test_titles_far_apart(one: str, two: str, expected: bool) -> None:
    assert are_far_apart(one, two) is expected
    assert are_far_apart(two, one) is expected


def test_roman_numbers() -> None:
    assert [roman_number(w) for w in ("ii", "iv", "ix", "xiv", "xxix", "i", "mix", "")] == [2, 4, 9, 14, 29] + [
        None
    ] * 3


def test_one_side_of_an_equation_in_common_makes_no_titles_in_two_languages():
    half = "a^x = b modulo p^n"
    claimed = f"Extreme Value Statistics of the Total Energy in a Model of {half}"
    found = f"Existence and Distribution of Solutions of {half}"
    assert not compare_titles(claimed, (found,), authors_agree=True).agrees
    both = "Der freie Wille im Recht = Free Will in the Law"
    assert compare_titles("Free will in the law = Der freie Wille im Recht", (both,), authors_agree=True).agrees
    assert compare_titles("Free Will in the Law", (both,), authors_agree=True).agrees

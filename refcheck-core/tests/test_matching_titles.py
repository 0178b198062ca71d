"""Titles compared: what differs decides, not how much of the string is equal."""

from __future__ import annotations

import pytest

from refcheck_core.matching.comparison import Agreement
from refcheck_core.matching.titles import compare_titles, is_misspelling, same_title, title_similarity, title_variants
from refcheck_core.matching.words import content_words, is_generic, is_number
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

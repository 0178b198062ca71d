"""Claims built from loose input."""

from __future__ import annotations

import pytest

from refcheck_core.errors import ClaimError
from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.services import build_claim

ARXIV = Identifier(IdentifierKind.ARXIV, "1706.03762")
RESNET = Identifier(IdentifierKind.DOI, "10.1109/cvpr.2016.90")


def test_all_fields() -> None:
    claim = build_claim(
        title=" Deep  Residual Learning ",
        authors=["He, Kaiming", "Xiangyu Zhang", "et al."],
        year="2016",
        doi="https://doi.org/10.1109/CVPR.2016.90.",
        venue="CVPR",
    )
    assert claim.title == "Deep Residual Learning"
    assert [a.family for a in claim.authors] == ["He", "Zhang"]
    assert claim.authors_truncated
    assert claim.year == 2016
    assert claim.identifiers == (RESNET,)
    assert claim.doi == "10.1109/cvpr.2016.90"
    assert claim.arxiv_id is None


@pytest.mark.parametrize(
    ("authors", "families", "truncated"),
    [
        ("Kaiming He and Xiangyu Zhang", ["He", "Zhang"], False),
        ("Vaswani et al.", ["Vaswani"], True),
        (["Vaswani et al."], ["Vaswani"], True),
        (["Kaiming He; Xiangyu Zhang", "Jian Sun"], ["He", "Zhang", "Sun"], False),
        (["Johnson", "Williams", "others"], ["Johnson", "Williams"], True),
        (["He, Kaiming", "Zhang, Xiangyu"], ["He", "Zhang"], False),
        ([], [], False),
        ([" ", "…"], [], True),
    ],
)
def test_authors_in_any_form(authors: list[str] | str, families: list[str], truncated: bool) -> None:
    claim = build_claim(title="A title of something", authors=authors)
    assert [a.family for a in claim.authors] == families
    assert claim.authors_truncated is truncated


@pytest.mark.parametrize(
    "given",
    [
        {"doi": "10.48550/arXiv.1706.03762"},
        {"doi": "arXiv:1706.03762"},
        {"arxiv_id": "1706.03762v5"},
        {"url": "https://arxiv.org/abs/1706.03762v5"},
        {"citation": "1706.03762"},
        {"url": "see https://doi.org/10.48550/arXiv.1706.03762 for it"},
        {"citation": "Vaswani et al. Attention is all you need. arXiv:1706.03762 (2017)"},
    ],
)
def test_arxiv_ids_from_everywhere(given: dict[str, str]) -> None:
    assert ARXIV in build_claim(**given).identifiers  # type: ignore[arg-type]


def test_the_version_is_kept() -> None:
    assert build_claim(arxiv_id="1706.03762v5").arxiv_version == 5


def test_the_same_identifier_counts_once() -> None:
    claim = build_claim(doi="10.1109/CVPR.2016.90", url="https://doi.org/10.1109/cvpr.2016.90")
    assert claim.identifiers == (RESNET,)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "Give at least one of title, doi, arxiv_id, url or citation."),
        ({"authors": ["Someone"], "year": 2001}, "Give at least one of"),
        ({"title": "  "}, "Give at least one of"),
        ({"title": "%"}, "has no letter or digit"),
        ({"citation": "…"}, "The citation has no letter or digit"),
        ({"title": "T" * 2000}, "The title has 2000 characters"),
        ({"title": "A title", "year": "abc"}, "The year 'abc' is not a year of four digits"),
        ({"title": "A title", "year": 99999}, "The year '99999'"),
        ({"title": "A title", "year": 123}, "The year '123'"),
        ({"title": "A title", "year": "0017"}, "The year '0017'"),
        ({"citation": "Roe. One thing. 2016. [2] Muster. Another thing. 2019."}, "the number of a next reference"),
        ({"citation": "@article{x, title={A title}}"}, "The citation is a BibTeX entry"),
        ({"doi": "journal.pone.0177459"}, "is no DOI: a DOI begins with '10.'"),
        ({"arxiv_id": "nonsense"}, "'nonsense' is no arXiv id"),
        ({"url": "https://example.org/paper"}, "holds no DOI, arXiv id or other identifier"),
        ({"doi": "10.1000/" + "x" * 3000}, "The DOI has 3008 characters"),
        ({"url": "https://example.org/" + "x" * 3000}, "The address has 3020 characters"),
        ({"arxiv_id": "1" * 3000}, "The arXiv id has 3000 characters"),
        ({"title": "A title", "authors": ["x" * 5000, "y"]}, "An author of 5000 characters is no name"),
        ({"title": "A title", "authors": ["x y"] * 10_001}, "10001 authors are too many"),
    ],
)
def test_what_cannot_be_checked_is_refused_with_a_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(ClaimError, match=sentence.replace("(", r"\(").replace(".", r"\.")):
        build_claim(**given)  # type: ignore[arg-type]


def test_an_empty_year_is_none() -> None:
    assert build_claim(title="A title", year=" ").year is None


def test_a_citation_with_an_identifier_in_it_stays_a_citation() -> None:
    text = "LeCun, Y. (1999). Widget pruning for orchard drones. Cell, 3. https://doi.org/10.1109/CVPR.2016.90"
    claim = build_claim(citation=text)
    assert claim.citation == text
    assert claim.identifiers == (RESNET,)
    assert build_claim(citation="doi: 10.1109/CVPR.2016.90").citation is None


def test_a_citation_that_goes_on_with_the_next_reference_is_refused() -> None:
    one, two = "Roe, J. An example. Journal of Examples, 2016.", "Doe, J. Another one. Journal of Examples, 2020."
    with pytest.raises(ClaimError, match="one at a time"):
        build_claim(citation=f"{one} [3] {two}")
    assert build_claim(citation=f"[2] {one} [Online]").citation
    assert build_claim(citation=f"{one} [3] Accessed in May.").citation


@pytest.mark.parametrize("venue", ["arXiv preprint arXiv:1706.03762", "CoRR abs/1706.03762", "arXiv:1706.03762v5"])
def test_the_arxiv_id_in_a_venue_is_claimed(venue: str) -> None:
    assert build_claim(title="Rivers", venue=venue).arxiv_id == "1706.03762"
    assert build_claim(title="Rivers", venue=venue, arxiv_id="2001.00001").arxiv_id == "2001.00001"

"""What is found: titles as they are, misspelt, cut, joined; citations; works of like title."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refcheck_core import IdentifierKind, normalize
from refcheck_local.index import Index
from refcheck_local.rows import Person, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@pytest.fixture(scope="module")
def index(library: Sequence[Row]) -> Index:
    return Index.in_memory(library)


def _first(index: Index, text: str, *, citation: bool = False, **known: object) -> str:
    found = index.candidates(text, citation=citation, **known)
    return found[0].id if found else ""


BERT = "doi:10.18653/v1/n19-1423"
RESNET = "doi:10.1109/cvpr.2016.90"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Deep Residual Learning for Image Recognition", RESNET),
        ("deep residual learning for image recognition.", RESNET),
        ("Deep Residual Learning for Image Recogniton", RESNET),
        ("Deep Rseidual Learnnig for Image Recognition", RESNET),
        ("Keep Residual Learning for Image Recognition", RESNET),
        ("Deep Residual Learning Image Recognition", RESNET),
        ("Deep Deep Residual Learning for Image Recognition", RESNET),
        ("Deep Resi-\ndual Learning for Image Recognition", RESNET),
        ("Deep Residual Learning for ImageRecognition", RESNET),
        ("Deep Residual Learn ing for Image Recognition", RESNET),
        ("Deep Residual Learning for Ima", RESNET),
        (r"Deep {R}esidual {L}earning for \emph{Image} Recognition", RESNET),
        ("Recognition of images by deep residual learning", RESNET),
        ("BERT: Pre-training of Deep Bidirectional Transformers", BERT),
        ("BERT", BERT),
        ("Bleu", "acl:P02-1040"),
        ("Blue: a Metod for Automatic Evaluation of Machine Translation", "acl:P02-1040"),
    ],
)
def test_title_is_found_first(index: Index, text: str, expected: str) -> None:
    assert _first(index, text) == expected


@pytest.mark.parametrize(
    ("title", "cited"),
    [
        ("Müller-Zeiten und Grüße aus Köln", "Muller-Zeiten und Grusse aus Koln"),
        ("Müller-Zeiten und Grüße aus Köln", "Mueller-Zeiten und Gruesse aus Koeln"),
        ("Müller-Zeiten und Grüße aus Köln", r"M{\"u}ller-Zeiten und Gr{\"u}{\ss}e aus K{\"o}ln"),
        ("О логических основаниях", "О логических основаниях"),
        ("О логических основаниях", "О логическиx основанияx"),  # the last letters are Latin
        ("深層学習による画像認識", "深層学習による画像認識"),
        ("深層学習による画像認識", "深層学習による画像の認識"),
        ("On the $L^2$-norm of Bäcklund maps", "On the L2 norm of Backlund maps"),
    ],
)
def test_spelling_and_script_do_not_matter(title: str, cited: str, library: Sequence[Row]) -> None:
    index = Index.in_memory([*library, Row(id="it", title=title)])
    assert _first(index, cited) == "it"


def test_authors_tell_works_of_one_title_apart(index: Index) -> None:
    assert _first(index, "Deep learning", authors=["Goodfellow", "Bengio"]) == "book:dl"
    assert _first(index, "Deep learning", authors=["LeCun"], year=2015) == "doi:10.1038/nature14539"


def test_year_tells_works_of_one_title_apart(index: Index) -> None:
    assert _first(index, "Deep learning", year=2016) == "book:dl"
    assert _first(index, "Deep learning", year=2015) == "doi:10.1038/nature14539"


def test_every_work_of_a_title_is_shown(index: Index) -> None:
    found = {row.id for row in index.candidates("Deep learning", citation=False)}
    assert {"book:dl", "doi:10.1038/nature14539"} <= found


def test_author_and_year_find_a_work_whose_title_is_hopeless(index: Index) -> None:
    assert _first(index, "A way to score translations", authors=["Papineni"], year=2002) == "acl:P02-1040"


CITATIONS = [
    "Devlin, J., Chang, M.-W., Lee, K., & Toutanova, K. (2019). BERT: Pre-training of deep bidirectional transformers"
    " for language understanding. In Proceedings of NAACL-HLT 2019, 4171–4186.",
    '[7] J. Devlin, M.-W. Chang et al., "BERT: Pre-training of Deep Bidirectional Transformers for Language'
    ' Understanding," in Proc. NAACL-HLT, 2019, pp. 4171-4186.',
    "Devlin J, Chang MW, et al. BERT: pretraining of deep bidirectional transformers for language understanding."
    " NAACL. 2019:4171-86.",
    "Devlin J. BERT: Pre-traning of Deep Bidirectionnal Transformers for Language Understanding. 2019.",
]


@pytest.mark.parametrize("citation", CITATIONS)
def test_citation_is_found_first(index: Index, citation: str) -> None:
    assert _first(index, citation, citation=True) == BERT


def test_citation_of_a_common_title_is_told_by_author_and_year(index: Index) -> None:
    assert _first(index, "I. Goodfellow, Y. Bengio, A. Courville. Deep Learning. MIT Press, 2016.", citation=True) == (
        "book:dl"
    )


def test_text_without_words_finds_nothing(index: Index) -> None:
    assert index.candidates("!!! … ---", citation=False) == []
    assert index.candidates("", citation=True) == []
    assert index.topic("!!!") == []


def test_empty_index_finds_nothing() -> None:
    index = Index.in_memory([])
    assert index.candidates("Deep learning", citation=False, authors=["LeCun"], year=2015) == []
    assert index.candidates(CITATIONS[0], citation=True) == []


def test_overlong_text_is_cut(index: Index) -> None:
    assert _first(index, "Deep Residual Learning for Image Recognition " + "x " * 500_000) != ""
    assert _first(index, CITATIONS[0] + " y" * 500_000, citation=True) == BERT


def test_limit_holds(index: Index) -> None:
    assert len(index.candidates("Deep learning", citation=False, limit=1)) == 1
    assert len(index.topic("deep learning attention", limit=2)) == 2


def test_topic_is_ranked_by_words_and_cut_by_years(index: Index) -> None:
    assert index.topic("image recognition")[0].id == RESNET
    assert {row.year for row in index.topic("deep learning", year_from=2015, year_to=2015)} == {2015}
    assert {row.year for row in index.topic("deep learning", year_from=2016)} == {2016, 2019}


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (IdentifierKind.DOI, "10.18653/v1/n19-1423", [BERT]),
        (IdentifierKind.ARXIV, "1706.03762", ["arxiv:1706.03762"]),
        (IdentifierKind.DOI, "10.48550/arxiv.1706.03762", ["arxiv:1706.03762"]),
        (IdentifierKind.ISBN, "9780262035613", ["book:dl"]),
        (IdentifierKind.ACL, "P02-1040", ["acl:P02-1040"]),
        (IdentifierKind.DOI, "10.1000/unknown", []),
    ],
)
def test_identifiers_are_exact(index: Index, kind: IdentifierKind, value: str, expected: list[str]) -> None:
    assert [row.id for row in index.by_identifier(kind, value)] == expected


def test_doi_of_a_published_version_is_not_that_of_the_preprint(make_row: Callable[..., Row]) -> None:
    index = Index.in_memory([make_row("arxiv:2001.00001", "A preprint", "Doe", type="preprint", doi="10.1000/journal")])
    assert index.by_identifier(IdentifierKind.DOI, "10.1000/journal") == []


WORDS = st.text(st.characters(categories=("L", "Nd")), min_size=1, max_size=12)
TITLES = st.lists(WORDS, min_size=1, max_size=9).map(" ".join).filter(normalize)


@given(st.lists(TITLES, min_size=1, max_size=8, unique_by=lambda title: normalize(title).replace(" ", "")))
@settings(deadline=None, max_examples=30)
def test_an_indexed_title_is_always_found_as_it_is(titles: list[str]) -> None:
    index = Index.in_memory(Row(id=str(number), title=title) for number, title in enumerate(titles))
    for number, title in enumerate(titles):
        assert _first(index, title) == str(number)


@given(TITLES, st.integers(2, 4))
@settings(deadline=None, max_examples=20)
def test_adding_a_row_again_changes_nothing(title: str, times: int) -> None:
    row = Row(id="it", title=title, authors=(Person(name="A. Author"),))
    index = Index.in_memory([row] * times)
    assert index.manifest.records == 1
    assert index.candidates(title, citation=False) == [row]


ASCII_TITLES = st.lists(st.text("abcdefgxyz0123", min_size=1, max_size=9), min_size=1, max_size=7).map(" ".join)


@given(ASCII_TITLES, st.sampled_from([", ", " - ", "  ", "-", " (", ".", "! "]))
@settings(deadline=None, max_examples=30)
def test_punctuation_case_and_blanks_do_not_matter(title: str, mark: str) -> None:
    index = Index.in_memory([Row(id="it", title=title), Row(id="other", title="Something else altogether")])
    assert _first(index, title.upper().replace(" ", mark)) == "it"


def test_copies_of_a_work_do_not_crowd_out_others_of_its_title(make_row: Callable[..., Row]) -> None:
    copies = [make_row(f"copy:{n}", "Deep learning", "LeCun", year=2015) for n in range(12)]
    index = Index.in_memory([*copies, make_row("other", "Deep Learning", "Goodfellow", year=2016)])
    found = index.candidates("Deep learning", citation=False, authors=["LeCun"], year=2015)
    assert found[0].id.startswith("copy:")
    assert len(found) == 5
    assert "other" in [row.id for row in index.candidates("Deep learning", citation=False)]

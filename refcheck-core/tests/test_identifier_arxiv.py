"""arXiv identifiers, old and new."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.arxiv_ids import find_arxiv_ids, year_posted
from refcheck_core.identifiers import ArxivId, arxiv_doi, parse_arxiv_id


@pytest.mark.parametrize(
    ("text", "arxiv_id", "version"),
    [
        ("1706.03762", "1706.03762", None),
        (" 1706.03762v7 ", "1706.03762", 7),
        ("0704.0001", "0704.0001", None),
        ("1412.9999", "1412.9999", None),
        ("1501.00001", "1501.00001", None),
        ("9912.12345", "9912.12345", None),
        ("arXiv:1706.03762", "1706.03762", None),
        ("ARXIV: 1706.03762V2", "1706.03762", 2),
        ("arXiv.1706.03762", "1706.03762", None),
        ("arXiv:1706.03762 [cs.CL]", "1706.03762", None),
        ("1706.03762.pdf", "1706.03762", None),
        ("hep-th/9901001", "hep-th/9901001", None),
        ("math/0309136v2", "math/0309136", 2),
        ("math.GT/0309136", "math/0309136", None),
        ("cond-mat.stat-mech/0309136", "cond-mat/0309136", None),
        ("arXiv:math.GT/0309136v1", "math/0309136", 1),
        ("astro-ph/0703123", "astro-ph/0703123", None),
        ("https://arxiv.org/abs/1706.03762v1", "1706.03762", 1),
        ("http://www.arxiv.org/pdf/1706.03762v5.pdf", "1706.03762", 5),
        ("https://export.arxiv.org/abs/hep-th/9901001", "hep-th/9901001", None),
        ("arxiv.org/html/1706.03762", "1706.03762", None),
        ("https://ar5iv.labs.arxiv.org/html/1706.03762", "1706.03762", None),
        ("https://ar5iv.org/abs/1706.03762", "1706.03762", None),
        ("https://www.alphaxiv.org/overview/1706.03762", "1706.03762", None),
        ("https://huggingface.co/papers/1706.03762", "1706.03762", None),
        ("10.48550/arXiv.1706.03762", "1706.03762", None),
        ("https://doi.org/10.48550/ARXIV.HEP-TH/9901001", "hep-th/9901001", None),
        ("https://doi.org/10.48550%2FarXiv.1706.03762", "1706.03762", None),
        ("A Title. arXiv preprint arXiv:1706.03762, 2017.", "1706.03762", None),
        ("A Title. arXiv e-prints, arXiv:1706.03762", "1706.03762", None),
        ("A Title. arXiv preprint 1706.03762", "1706.03762", None),
        ("A Title. CoRR, abs/1706.03762, 2017.", "1706.03762", None),
        ("A Title. CoRR 1706.03762", "1706.03762", None),
        ("eprint = {1706.03762}, archivePrefix = {arXiv}", "1706.03762", None),
        ("see hep-th/9901001, and others", "hep-th/9901001", None),
        # torn or misspelt in PDFs
        ("arXiv :1510 .04934 ( 2015)", "1510.04934", None),
        ("arXiv: 1012. 1657[nucl-ex ].", "1012.1657", None),
        ("arXiv .org:hep -ph/9911415( 1999).", "hep-ph/9911415", None),
        ("arXiv:hep-ph/ 9703464", "hep-ph/9703464", None),
        ("http: // arxiv.org /abs/1403. 4822", "1403.4822", None),
        ("arXiv:cs.LG/1906.08495", "1906.08495", None),
        ("arXiv preprint arXiv: Arxiv-2207.05608", "2207.05608", None),
        ("states arXiv; 1706.01953v1", "1706.01953", 1),
    ],
)
def test_spellings(text, arxiv_id, version):
    assert parse_arxiv_id(text) == ArxivId(arxiv_id, version)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1312.12345",
        "2401.1234",
        "1412.12345",
        "1501.1234",
        "1713.12345",
        "1700.12345",
        "0703.1234",
        "0612.1234",
        "1706.037621",
        "1706.00000",
        "hep-th/9913001",
        "hep-th/0704001",
        "hep-th/9106001",
        "unknown/9901001",
        "10.1234/hep.9901001",
        "arXiv:2310.XXXX",
        "arXiv:9901001",
        "arXiv:1775..8833",
        "using arXiv as a dataset, 2019",
        "arXiv 2020. 1234 pages",
        "10.1101/2020.01.01.123456",
        "see abs/1706 and 1706.03762",
        "https://example.org/x/hep-th/9901001",
        "x" * 300,
    ],
)
def test_no_id(text):
    assert parse_arxiv_id(text) is None


def test_all_ids_of_a_text_in_order_and_once():
    text = "arXiv:2001.00001, hep-th/9901001, https://arxiv.org/abs/2001.00001 and arXiv:2001.00001v2"
    assert [arxiv_id for _, arxiv_id in find_arxiv_ids(text)] == [
        ArxivId("2001.00001"),
        ArxivId("hep-th/9901001"),
        ArxivId("2001.00001", 2),
    ]


@pytest.mark.parametrize(
    ("arxiv_id", "doi"),
    [
        ("1706.03762", "10.48550/arxiv.1706.03762"),
        ("1706.03762v3", "10.48550/arxiv.1706.03762"),
        ("math.GT/0309136", "10.48550/arxiv.math/0309136"),
        ("hep-th/9901001", "10.48550/arxiv.hep-th/9901001"),
        ("Unknown", "10.48550/arxiv.unknown"),
    ],
)
def test_arxivs_doi(arxiv_id, doi):
    assert arxiv_doi(arxiv_id) == doi


new_ids = st.builds(
    lambda year, month, number: (
        f"{year:02d}{month:02d}.{number:04d}" if year < 15 else f"{year:02d}{month:02d}.{number:05d}"
    ),
    st.integers(8, 40),
    st.integers(1, 12),
    st.integers(1, 9999),
)
old_ids = st.builds(
    lambda archive, year, month, number: f"{archive}/{year:02d}{month:02d}{number:03d}",
    st.sampled_from(["hep-th", "math", "cs", "astro-ph", "cmp-lg", "q-bio"]),
    st.integers(92, 99) | st.integers(0, 6),
    st.integers(1, 12),
    st.integers(1, 999),
)


@given(new_ids | old_ids, st.none() | st.integers(1, 20))
def test_every_wrapping_gives_the_id_back(arxiv_id, version):
    expected = ArxivId(arxiv_id, version)
    spelled = arxiv_id + (f"v{version}" if version else "")
    for text in (
        spelled,
        f"arXiv:{spelled}",
        f"https://arxiv.org/abs/{spelled}",
        f"https://arxiv.org/pdf/{spelled}.pdf",
        f"Doe. A title. arXiv preprint arXiv:{spelled} (2020).",
        f"10.48550/arXiv.{spelled}",
        f"CoRR, abs/{spelled}",
    ):
        assert parse_arxiv_id(text) == expected, text
    assert parse_arxiv_id(arxiv_doi(spelled)) == ArxivId(arxiv_id)


@given(st.text(max_size=80) | st.text(st.sampled_from("arXiv:./0129 -hepthmathv[]"), max_size=50))
def test_no_text_raises(text):
    found = parse_arxiv_id(text)
    assert found is None or parse_arxiv_id(found.id) == ArxivId(found.id)


@pytest.mark.parametrize(
    ("arxiv_id", "year"),
    [("1706.03762", 2017), ("0704.0001v2", 2007), ("hep-th/9901001", 1999), ("math/0309136", 2003), ("x", None)],
)
def test_the_year_in_an_id(arxiv_id, year):
    assert year_posted(arxiv_id) == year

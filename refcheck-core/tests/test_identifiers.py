"""Identifiers of every kind, bare and in running text."""

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.identifiers import Identifier, IdentifierKind, find_identifiers, parse_identifier, parse_isbn

DOI, ARXIV, PMID, PMCID = IdentifierKind.DOI, IdentifierKind.ARXIV, IdentifierKind.PMID, IdentifierKind.PMCID
ISBN, PAPER, CORPUS, ACL = IdentifierKind.ISBN, IdentifierKind.S2_PAPER, IdentifierKind.S2_CORPUS, IdentifierKind.ACL
SHA = "204e3073870fae3d05bcbc2f6a8e263d9b72e776"


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("10.1038/NATURE12373", DOI, "10.1038/nature12373"),
        ("https://doi.org/10.1038/nature12373", DOI, "10.1038/nature12373"),
        ("10.48550/arXiv.1706.03762", DOI, "10.48550/arxiv.1706.03762"),
        ("1706.03762v7", ARXIV, "1706.03762"),
        ("arXiv:hep-th/9901001", ARXIV, "hep-th/9901001"),
        ("https://arxiv.org/abs/1706.03762", ARXIV, "1706.03762"),
        ("PMID: 12345678", PMID, "12345678"),
        ("pmid:1", PMID, "1"),
        ("https://pubmed.ncbi.nlm.nih.gov/12345678/", PMID, "12345678"),
        ("https://www.ncbi.nlm.nih.gov/pubmed/12345678", PMID, "12345678"),
        ("https://europepmc.org/article/MED/12345678", PMID, "12345678"),
        ("PubMed ID: 12345", PMID, "12345"),
        ("PMC1234567", PMCID, "PMC1234567"),
        ("PMCID: 1234567", PMCID, "PMC1234567"),
        ("PMCID: PMC1234567", PMCID, "PMC1234567"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1234567/", PMCID, "PMC1234567"),
        ("ISBN 978-3-16-148410-0", ISBN, "9783161484100"),
        ("ISBN-13: 978 3 16 148410 0.", ISBN, "9783161484100"),
        ("978–3–16–148410–0", ISBN, "9783161484100"),
        ("9783161484100", ISBN, "9783161484100"),
        ("0136042597", ISBN, "9780136042594"),
        ("ISBN-10 0-8044-2957-X", ISBN, "9780804429573"),
        ("080442957x", ISBN, "9780804429573"),
        (SHA, PAPER, SHA),
        (SHA.upper(), PAPER, SHA),
        (f"https://www.semanticscholar.org/paper/Attention-Is-All-You-Need/{SHA}", PAPER, SHA),
        (f"https://www.semanticscholar.org/paper/{SHA}?p2df", PAPER, SHA),
        ("CorpusId:13756489", CORPUS, "13756489"),
        ("https://api.semanticscholar.org/CorpusID:13756489", CORPUS, "13756489"),
        ("S2CID 13756489", CORPUS, "13756489"),
        ("P19-1001", ACL, "P19-1001"),
        ("2020.acl-main.1", ACL, "2020.acl-main.1"),
        ("ACL:p19-1001", ACL, "P19-1001"),
        ("https://aclanthology.org/P19-1001.pdf", ACL, "P19-1001"),
        ("https://www.aclweb.org/anthology/P/P19/P19-1001/", ACL, "P19-1001"),
        ("https://aclanthology.org/2020.ACL-main.1/", ACL, "2020.acl-main.1"),
        ("https://aclanthology.org/2023.findings-emnlp.12.bib", ACL, "2023.findings-emnlp.12"),
    ],
)
def test_one_identifier(text, kind, value):
    assert parse_identifier(text) == Identifier(kind, value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Attention is all you need",
        "12345678",
        "10/abc",
        "10.1038/",
        "1312.12345",
        "9783161484101",
        "978-3-16-148410",
        "1234567890",
        "ISBN 978-3-16-148410-1",
        SHA[:39],
        "g" * 40,
        "PMID: 0",
        "PMID: 123456789",
        "PMC12",
        "P19-10011",
        "journal.pone.0177459",
        "x" * 300,
        "9" * 300,
    ],
)
def test_no_identifier(text):
    assert parse_identifier(text) is None


def test_every_identifier_of_a_citation_in_order_and_once():
    citation = (
        "Doe J. A title. J Ex. 2020;3:1-9. doi:10.1234/abc.5. PMID: 1234567; PMCID: PMC7654321."
        " arXiv:2001.01234v2 [cs.CL]. ISBN 978-3-16-148410-0. https://aclanthology.org/P19-1001 CorpusID: 99. https://doi.org/10.1234/ABC.5"
        f" https://www.semanticscholar.org/paper/{SHA}"
    )
    assert find_identifiers(citation) == (
        Identifier(DOI, "10.1234/abc.5"),
        Identifier(PMID, "1234567"),
        Identifier(PMCID, "PMC7654321"),
        Identifier(ARXIV, "2001.01234"),
        Identifier(ISBN, "9783161484100"),
        Identifier(ACL, "P19-1001"),
        Identifier(CORPUS, "99"),
        Identifier(PAPER, SHA),
    )


def test_arxivs_own_doi_is_both():
    assert find_identifiers("https://doi.org/10.48550/arXiv.1706.03762") == (
        Identifier(DOI, "10.48550/arxiv.1706.03762"),
        Identifier(ARXIV, "1706.03762"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "pages 1706.03762 and 2020.acl-main.1, P19-1001, 0136042597",
        "Phys. Rev. D95, 014510 (2017), 1610.01422",
        "vom 30.10.1995, S. 196",
        "By doing 10 experiments/day we",
        f"commit {SHA}",
        "tel. 978 316 1484",
        "1-978-3-16-148410-0",
    ],
)
def test_bare_numbers_in_running_text_are_no_identifiers(text):
    assert find_identifiers(text) == ()


@pytest.mark.parametrize(
    "isbn", ["0-306-40615-2", "0306406152", "ISBN 0306406152", "978-0-306-40615-7", "(9780306406157)"]
)
def test_both_forms_of_an_isbn_agree(isbn):
    assert parse_isbn(isbn) == "9780306406157"


@given(st.integers(0, 10**9 - 1))
def test_an_isbn_10_becomes_a_right_isbn_13(number):
    nine = f"{number:09d}"
    remainder = -sum((10 - place) * int(digit) for place, digit in enumerate(nine)) % 11
    isbn = parse_isbn(nine + ("X" if remainder == 10 else str(remainder)))
    assert isbn is not None
    assert isbn.startswith("978" + nine)
    assert sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(isbn)) % 10 == 0
    assert parse_isbn(isbn) == isbn
    wrong = isbn[:-1] + str((int(isbn[-1]) + 1) % 10)
    assert parse_isbn(wrong) is None


@given(st.text(max_size=80) | st.text(st.sampled_from("10.2345/arXivPMCISBN:-978 <>()[]%&;\\v"), max_size=60))
def test_no_text_raises(text):
    found = find_identifiers(text)
    assert len(set(found)) == len(found)
    first = parse_identifier(text)
    assert first is None or first.value
    assert not found or first is not None
    parse_isbn(text)


@given(
    st.sampled_from(
        [(DOI, "10.1234/abc.5"), (ARXIV, "arXiv:2001.01234"), (PMID, "PMID: 77"), (ISBN, "ISBN 9783161484100")]
    ),
    st.sampled_from([".", ",", ";", ")", "]", "", " and"]),
)
def test_what_follows_an_identifier_does_not_matter(identifier, tail):
    kind, text = identifier
    assert find_identifiers(f"see {text}{tail}") == find_identifiers(text)
    assert find_identifiers(text)[0].kind is kind


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "9",
        " ",
        "10.",
        "10.1234/",
        "10.1234/(",
        "10.1234/a<b>(",
        "arXiv ",
        "arxiv:",
        "e-print ",
        "978 ",
        "ISBN 1 ",
        "PMID: ",
        "%41",
        "<",
        "http://a",
        "&lt;",
        "math/",
        "10.1234/a,",
        "doi:10.1/",
    ],
)
def test_time_grows_linearly(piece):
    def seconds(length):
        text = piece * (length // len(piece))
        start = time.process_time()
        find_identifiers(text)
        parse_identifier(text)
        return time.process_time() - start

    seconds(1000)
    assert seconds(100_000) < 40 * max(seconds(10_000), 0.002)


def test_the_lowest_layers_import_nothing_heavy():
    code = (
        "import sys; import refcheck_core.identifiers, refcheck_core.names, refcheck_core.text;"
        " print([m for m in ('html', 'pydantic', 'pylatexenc', 'httpx', 'urllib.parse') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

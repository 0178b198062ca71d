"""Dumps of databases: Crossref, OpenAlex, Semantic Scholar, arXiv, DBLP, PubMed."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.testing.data import shared_data
from refcheck_local.formats import BadEntry, FormatError, dblp, read_rows, xml_records
from refcheck_local.records import record_of
from refcheck_local.rows import Person, Row


@pytest.fixture
def read(read):
    """Reads content as a file of a format that its name does not tell."""
    return lambda content, format_name: read(content, "dump", format_name)


# --- Crossref --------------------------------------------------------------------------------------------------------

WORK = {
    "DOI": "10.1002/J.1538-7305.1948.TB01338.X",
    "type": "journal-article",
    "title": ["A Mathematical Theory of <i>Communication</i>", "Eine Theorie"],
    "subtitle": ["Part &amp;amp; Whole"],
    "original-title": [],
    "container-title": ["Bell System Technical Journal"],
    "short-container-title": ["Bell Syst. Tech. J."],
    "author": [
        {"given": "C. E.", "family": "Shannon", "sequence": "first"},
        {"name": "Bell Labs"},
        {"family": "et al."},
    ],
    "issued": {"date-parts": [[1948, 7]]},
    "published-print": {"date-parts": [[1948, 7]]},
    "published-online": {"date-parts": [[2013, 7, 29]]},
    "accepted": {"date-parts": [[None]]},
    "volume": "27",
    "issue": "3",
    "page": "379–423",
    "publisher": "IEEE",
    "ISSN": ["0005-8580"],
    "reference": [{"key": "x", "unstructured": "y"}] * 3,
    "relation": {},
}


def test_a_work_of_crossref(read):
    (row,), bad = read([WORK], "crossref")
    assert bad == []
    assert row == Row(
        id="doi:10.1002/j.1538-7305.1948.tb01338.x",
        title="A Mathematical Theory of Communication",
        subtitle="Part & Whole",
        titles=("Eine Theorie",),
        authors=(Person(family="Shannon", given="C. E."), Person(name="Bell Labs", organization=True)),
        partial=True,
        year=1948,
        years=(1948, 2013),
        venue="Bell System Technical Journal",
        venue_aliases=("Bell Syst. Tech. J.",),
        publisher="IEEE",
        type="journal-article",
        volume="27",
        issue="3",
        pages="379-423",
        doi="10.1002/j.1538-7305.1948.tb01338.x",
        issn=("0005-8580",),
        url="https://doi.org/10.1002/j.1538-7305.1948.tb01338.x",
        source="dump",
    )


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"DOI": "10.1130/0091-7613(2003)031<0203:COSSDD>2.0.CO;2"},
         {"id": "doi:10.1130/0091-7613(2003)031<0203:cossdd>2.0.co;2"}),
        ({"DOI": "https://doi.org/10.1000/x"}, {"doi": "10.1000/x"}),
        ({"title": [], "original-title": ["Titel"]}, {"title": "Titel"}),
        ({"subtitle": ["of Communication"]}, {"subtitle": None}),
        ({"subtitle": ["—"]}, {"subtitle": None}),
        ({"subtitle": "A single one"}, {"subtitle": "A single one"}),
        ({"updated-by": [{"type": "retraction", "DOI": "10.1000/n"}, {"type": "Retraction"}, {"type": "new_version"}]},
         {"notices": ("retraction",)}),
        ({"title": ["RETRACTED ARTICLE: On X"]}, {"notices": ("retraction",)}),
        ({"title": ["[Withdrawn] On X"]}, {"notices": ("withdrawal",)}),
        ({"title": ["Temporary removal: On X"]}, {"notices": ("removal",)}),
        ({"title": ["Retracted: On X"], "update-to": [{"type": "retraction"}]}, {"notices": ()}),
        ({"title": ["Retracted potential difference"]}, {"notices": ()}),
        ({"type": "posted-content", "container-title": [], "institution": [{"name": "bioRxiv"}],
          "short-container-title": [],
          "relation": {"is-preprint-of": [{"id-type": "doi", "id": "10.1000/Y"}, {"id": "no doi"}, {}]}},
         {"venue": "bioRxiv", "published_as": ("10.1000/y",)}),
        ({"type": "book-chapter", "container-title": ["LNCS", "The Book"], "ISBN": ["1"]},
         {"venue": "The Book", "series": "LNCS", "isbn": ()}),
        ({"type": "monograph", "container-title": ["Series"], "editor": [{"family": "E"}], "ISBN": ["1"]},
         {"venue": None, "series": "Series", "editors": (Person(family="E"),), "isbn": ("1",)}),
        ({"type": "dissertation", "institution": [{"name": "MIT"}], "container-title": []}, {"publisher": "MIT"}),
        ({"type": "proceedings-article", "event": {"acronym": "CVPR"}},
         {"venue_aliases": ("Bell Syst. Tech. J.", "CVPR")}),
        ({"type": "book-part"}, {"type": "book-chapter"}),
        ({"issue": None, "journal-issue": {"issue": "9"}}, {"issue": "9"}),
        ({"published-print": None, "published-online": None, "issued": {"date-parts": [[None]]}}, {"year": None}),
        ({"published-print": {"date-parts": [["1999"]]}}, {"year": 1999, "years": (1948, 1999, 2013)}),
        ({"author": "nobody", "page": 7, "relation": [], "event": 3, "issued": 5}, {"authors": (), "pages": "7"}),
        ({"author": [{"given": "Plato"}]}, {"authors": (Person(name="Plato"),)}),
    ],
)  # fmt: skip
def test_works_of_crossref(change, fields, read, has):
    (row,), _ = read([WORK | change], "crossref")
    assert has(row, fields)


def test_what_is_no_work_and_what_is_bad_at_crossref(read):
    lines = [{"DOI": "10.1/f", "type": "component"}, {"DOI": "10.5555/x"}, {"title": ["T"]}, {"DOI": 7, "title": ["T"]}]
    rows, bad = read(lines, "crossref")
    assert rows == []
    assert [(each.place, each.problem) for each in bad] == [
        ("line 2", "it has no title"),
        ("line 3", "it has no DOI"),
        ("line 4", "it has no DOI"),
    ]
    rows, bad = read(json.dumps({"items": [7, WORK, {}, {"type": "grant", "DOI": "10.1/g"}]}), "crossref")
    assert len(rows) == 1
    assert [(each.place, each.problem) for each in bad] == [
        ("item 1", "it is no JSON object"),
        ("item 3", "it has no DOI"),
    ]
    _, bad = read([[7], WORK], "crossref")
    assert bad[0].problem == "it is no JSON object"


def test_the_older_form_is_read_packed_and_cut_off(tmp_path):
    path = tmp_path / "0.json.gz"
    packed = gzip.compress(json.dumps({"items": [WORK | {"volume": str(n * 7919)} for n in range(3000)]}).encode())
    path.write_bytes(packed)
    assert len(list(read_rows(path))) == 3000
    path.write_bytes(packed[: len(packed) // 2])
    rows = read_rows(path)
    found = [next(rows) for _ in range(100)]
    assert all(isinstance(each, Row) for each in found)
    with pytest.raises(FormatError, match=r"cut off.* works were read"):
        list(rows)


@pytest.mark.shared
def test_recorded_answers_are_read():
    rows = 0
    for name, format_name in (
        ("crossref", "crossref"),
        ("openalex", "openalex"),
        ("semantic_scholar", "semantic_scholar"),
    ):
        for path in sorted(Path(shared_data("recordings", name)).glob("*work*.json")):
            for each in read_rows(path, format_name):
                if isinstance(each, Row):
                    rows += 1
                    assert record_of(each).title
    assert rows > 100


# --- OpenAlex --------------------------------------------------------------------------------------------------------

OPENALEX = {
    "id": "https://openalex.org/W2919115771",
    "doi": "https://doi.org/10.1038/NATURE14539",
    "title": "Deep learning",
    "display_name": "Deep learning",
    "publication_year": 2015,
    "type": "review",
    "type_crossref": "journal-article",
    "authorships": [
        {"author": {"display_name": "Yann LeCun"}, "raw_author_name": "Yann A. LeCun"},
        {"author": {"display_name": "Yoshua Bengio"}},
        {"author": {}},
    ],
    "primary_location": {
        "landing_page_url": "https://doi.org/10.1038/nature14539",
        "source": {
            "display_name": "Nature",
            "issn": ["0028-0836"],
            "type": "journal",
            "host_organization_name": "Springer",
        },
    },
    "biblio": {"volume": "521", "issue": "7553", "first_page": "436", "last_page": "444"},
    "ids": {
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/26017442",
        "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/123",
    },
    "is_retracted": False,
    "abstract_inverted_index": {"Deep": [0]},
}


def test_a_work_of_openalex(read):
    (row,), bad = read([OPENALEX], "openalex")
    assert bad == []
    assert row == Row(
        id="openalex:W2919115771",
        title="Deep learning",
        authors=(Person(name="Yann A. LeCun"), Person(name="Yoshua Bengio")),
        year=2015,
        venue="Nature",
        publisher="Springer",
        type="journal-article",
        volume="521",
        issue="7553",
        pages="436-444",
        doi="10.1038/nature14539",
        issn=("0028-0836",),
        pmid="26017442",
        pmcid="PMC123",
        url="https://openalex.org/W2919115771",
        source="dump",
    )


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"is_retracted": True}, {"notices": ("retraction",)}),
        ({"authorships": [{"raw_author_name": f"A {n}"} for n in range(100)]}, {"partial": True}),
        ({"is_authors_truncated": True}, {"partial": True}),
        ({"type": "preprint", "type_crossref": "posted-content"}, {"type": "preprint"}),
        ({"type": "article", "type_crossref": None}, {"type": "journal-article"}),
        ({"type": "article", "type_crossref": None, "primary_location": {"source": {"type": "conference"}}},
         {"type": "proceedings-article"}),
        ({"type": "article", "type_crossref": None, "primary_location": {"source": {"type": "repository"}}},
         {"type": None}),
        ({"type": "article", "type_crossref": None, "primary_location": {"raw_type": "proceedings-article"}},
         {"type": "proceedings-article"}),
        ({"doi": None, "locations": [{"landing_page_url": "https://arxiv.org/abs/1706.03762"}, {}]},
         {"arxiv_id": "1706.03762", "doi": None}),
        ({"primary_location": None,
          "host_venue": {"display_name": "V", "publisher": "P", "alternate_titles": ["W", "V"]}},
         {"venue": "V", "publisher": "P", "venue_aliases": ("W",)}),
        ({"biblio": {"first_page": "7", "last_page": "7"}, "ids": None}, {"pages": "7", "pmid": None}),
        ({"title": None}, {"title": "Deep learning"}),
    ],
)  # fmt: skip
def test_works_of_openalex(change, fields, read, has):
    (row,), _ = read([OPENALEX | change], "openalex")
    assert has(row, fields)


def test_bad_works_of_openalex(read):
    lines = [OPENALEX | {"is_paratext": True}, {"id": OPENALEX["id"]}, {"title": "T"}, 7]
    rows, bad = read(lines, "openalex")
    assert rows == []
    assert [each.problem for each in bad] == ["it has no title", "it has no id", "it is no JSON object"]


# --- Semantic Scholar ------------------------------------------------------------------------------------------------

PAPER = {
    "corpusid": 13756489,
    "externalids": {"ArXiv": "1706.03762", "DOI": None, "PubMed": "1", "PubMedCentral": "2", "CorpusId": "13756489"},
    "url": "https://www.semanticscholar.org/paper/204e",
    "title": "Attention is All you Need",
    "authors": [{"authorId": "1", "name": "Ashish Vaswani"}, {"name": ""}],
    "venue": "Neural Information Processing Systems",
    "year": 2017,
    "publicationtypes": ["JournalArticle", "Conference"],
    "publicationdate": "2018-06-12",
    "journal": {"name": "NIPS", "pages": "5998\n - 6008", "volume": "30 2"},
}


def test_a_paper_of_semantic_scholar(read):
    (row,), bad = read([PAPER], "semantic_scholar")
    assert bad == []
    assert row == Row(
        id="corpusid:13756489",
        title="Attention is All you Need",
        authors=(Person(name="Ashish Vaswani"),),
        year=2017,
        years=(2017, 2018),
        venue="Neural Information Processing Systems",
        venue_aliases=("NIPS",),
        type="proceedings-article",
        volume="30",
        issue="2",
        pages="5998-6008",
        arxiv_id="1706.03762",
        pmid="1",
        pmcid="PMC2",
        url="https://www.semanticscholar.org/paper/204e",
        source="dump",
    )


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"venue": "arXiv.org", "journal": {"name": "ArXiv", "volume": "abs/1706.03762"}},
         {"type": "preprint", "volume": None}),
        ({"venue": "", "journal": None, "publicationtypes": None}, {"type": "preprint", "venue": None}),
        ({"externalids": None, "publicationtypes": None}, {"type": None, "arxiv_id": None}),
        ({"corpusid": None, "externalids": {}, "paperId": "204e"}, {"id": "s2:204e"}),
        ({"year": None}, {"year": 2018, "years": ()}),
        ({"publicationVenue": {"name": "NeurIPS", "alternate_names": ["N"]}},
         {"venue_aliases": ("NeurIPS", "NIPS", "N")}),
    ],
)  # fmt: skip
def test_papers_of_semantic_scholar(change, fields, read, has):
    (row,), _ = read([PAPER | change], "semantic_scholar")
    assert has(row, fields)


def test_bad_papers_of_semantic_scholar(read):
    _, bad = read([{"title": "T"}, {"corpusid": 1}, [1]], "semantic_scholar")
    assert [each.problem for each in bad] == ["it has no id", "it has no title", "it is no JSON object"]


# --- arXiv -----------------------------------------------------------------------------------------------------------

PREPRINT = {
    "id": "0704.0001",
    "authors": "C. Bal\\'azs, E. L. Berger",
    "title": "Calculation of prompt diphoton\n  production at $O(\\alpha_s)$",
    "comments": "37 pages",
    "journal-ref": "Phys.Rev.D76:013009,2007",
    "doi": "10.1103/PhysRevD.76.013009",
    "categories": "hep-ph hep-ex",
    "abstract": "  A fully\n differential",
    "versions": [
        {"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"},
        {"version": "v2", "created": "Tue, 24 Jul 2008 20:10:27 GMT"},
    ],
    "authors_parsed": [["Bal\\'azs", "C.", ""], ["ATLAS Collaboration", "", ""], ["et al.", "", ""]],
}


def test_a_preprint_of_arxiv(read):
    (row,), bad = read([PREPRINT], "arxiv")
    assert bad == []
    assert row == Row(
        id="arxiv:0704.0001",
        title="Calculation of prompt diphoton production at O(αs)",
        authors=(Person(family="Balázs", given="C."), Person(name="ATLAS Collaboration", organization=True)),
        partial=True,
        year=2007,
        years=(2007, 2008),
        venue="arXiv",
        type="preprint",
        arxiv_id="0704.0001",
        category="hep-ph",
        url="https://arxiv.org/abs/0704.0001",
        abstract="A fully differential",
        published_as=("10.1103/physrevd.76.013009",),
        source="dump",
    )
    record = record_of(row)
    assert (record.doi, record.published_as) == ("10.48550/arxiv.0704.0001", ("10.1103/physrevd.76.013009",))


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"comments": "This paper has been withdrawn by the author"}, {"notices": ("withdrawal",)}),
        ({"comments": "replaces the withdrawn paper 0704.0002"}, {"notices": ()}),
        ({"versions": [], "update_date": "2009-01-01"}, {"year": 2009, "years": ()}),
        ({"doi": "10.1/a 10.48550/arXiv.0704.0001 x", "categories": None}, {"published_as": (), "category": None}),
        ({"authors_parsed": [["", "X", ""], 7, ["Only"]]}, {"authors": (Person(family="Only"),), "partial": True}),
        ({"id": "hep-th/9901001"}, {"id": "arxiv:hep-th/9901001"}),
    ],
)  # fmt: skip
def test_preprints_of_arxiv(change, fields, read, has):
    (row,), _ = read([PREPRINT | change], "arxiv")
    assert has(row, fields)


def test_bad_preprints_of_arxiv(read):
    _, bad = read([{"id": "x", "title": "T"}, {"id": "0704.0001", "title": "{}"}, "x"], "arxiv")
    assert [each.problem for each in bad] == ["it has no arXiv id", "it has no title", "it is no JSON object"]


# --- DBLP ------------------------------------------------------------------------------------------------------------

DBLP_HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "dblp.dtd">\n<dblp>\n'
RECORD = """<inproceedings mdate="2020-01-01" key="conf/x/Boehlen08">
<author orcid="0000">Michael H. B&ouml;hlen 0001</author><author>Wei Wang 0062</author>
<title>Web 2.0 &amp; the H<sub>2</sub>O <i>model</i>.</title>
<pages>15-25</pages><year>2008</year><booktitle>ER</booktitle>
<ee>https://www.example.org/x</ee><ee type="oa">https://doi.org/10.1007/978-3-540-87877-3_3</ee>
<crossref>conf/er/2008</crossref></inproceedings>
"""


def test_a_record_of_dblp(read):
    text = f"{DBLP_HEAD}{RECORD}<www key='homepages/1'><author>X</author></www></dblp>\n"
    (row,), bad = read(text.encode("latin-1"), "dblp")
    assert bad == []
    assert row == Row(
        id="dblp:conf/x/Boehlen08",
        title="Web 2.0 & the H2O model",
        authors=(Person(name="Michael H. Böhlen"), Person(name="Wei Wang")),
        year=2008,
        venue="ER",
        type="inproceedings",
        pages="15-25",
        doi="10.1007/978-3-540-87877-3_3",
        url="https://dblp.org/rec/conf/x/Boehlen08",
        source="dump",
    )


@pytest.mark.parametrize(
    ("record", "fields"),
    [
        ('<article key="journals/corr/abs-1706-03762" publtype="informal"><title>A.</title><journal>CoRR</journal>'
         "<volume>abs/1706.03762</volume><year>2017</year></article>",
         {"type": "preprint", "arxiv_id": "1706.03762", "volume": None, "venue": "CoRR"}),
        ('<article key="a" publtype="withdrawn"><title>A...</title><volume>3</volume></article>',
         {"title": "A...", "notices": ("withdrawal",), "volume": "3", "type": "article"}),
        ('<proceedings key="conf/er/2008"><editor>Qing Li 0001</editor><title>ER 2008</title><series>LNCS</series>'
         "<booktitle>ER</booktitle><isbn>978-3</isbn><isbn>978-4</isbn><publisher>Springer</publisher></proceedings>",
         {"editors": (Person(name="Qing Li"),), "series": "LNCS", "isbn": ("978-3", "978-4"), "venue": None}),
        ('<phdthesis key="t"><author>A</author><title>T?</title><school>MIT</school></phdthesis>',
         {"publisher": "MIT", "title": "T?", "type": "phdthesis"}),
        ('<data key="d"><title>D.</title></data>', {"type": "dataset"}),
    ],
)  # fmt: skip
def test_records_of_dblp(record, fields, read, has):
    (row,), _ = read(f"{DBLP_HEAD}{record}</dblp>", "dblp")
    assert has(row, fields)


PROCEEDINGS = """<proceedings key="conf/er/2008"><editor>Qing Li</editor>
<title>Conceptual Modeling - ER 2008, 27th Conference.</title><year>2008</year></proceedings>
"""


@pytest.mark.parametrize("text", [PROCEEDINGS + RECORD, RECORD + PROCEEDINGS], ids=["before", "behind"])
def test_papers_of_dblp_have_the_title_of_their_proceedings(text, read):
    rows, bad = read(f"{DBLP_HEAD}{text}</dblp>", "dblp")
    (paper,) = (row for row in rows if row.type == "inproceedings")
    assert (bad, paper.venue, paper.venue_aliases) == ([], "ER", ("Conceptual Modeling - ER 2008, 27th Conference",))
    untold = text.replace("<booktitle>ER</booktitle>", "")
    (paper,) = (row for row in read(f"{DBLP_HEAD}{untold}</dblp>", "dblp")[0] if row.type == "inproceedings")
    assert (paper.venue, paper.venue_aliases) == ("Conceptual Modeling - ER 2008, 27th Conference", ())


@pytest.mark.parametrize("limit", ["MOST_WHOLES", "LONGEST_TITLE"])
def test_titles_of_proceedings_take_bounded_memory(limit, read, monkeypatch):
    monkeypatch.setattr(dblp, limit, 0)
    rows, _ = read(f"{DBLP_HEAD}{PROCEEDINGS}{RECORD}</dblp>", "dblp")
    assert [row.venue_aliases for row in rows] == [(), ()]


def test_bad_records_of_dblp_cost_themselves_alone(read):
    bad_ones = [
        '<article key="no-title"><year>1999</year></article>',
        "<article><title>No key.</title></article>",
        '<article key="crossed"><title>A<i>b</title></i></article>',
        '<article key="entity"><title>&nosuch;</title></article>',
        '<article key="nul"><title>\0</title></article>',
        '<article key="nested"><title>' + "<i>" * 100_000 + "</i>" * 100_000 + "</title></article>",
    ]
    rows, bad = read(DBLP_HEAD + RECORD + "".join(each + RECORD for each in bad_ones) + "</dblp>", "dblp")
    assert len(rows) >= len(bad_ones) + 1
    assert len(rows) + len(bad) == 2 * len(bad_ones) + 1
    assert [each.place for each in bad[:4]] == [
        "record 2 (no-title)",
        "record 4 (None)",
        "record 6 (crossed)",
        "record 8 (entity)",
    ]
    assert "no title" in bad[0].problem
    assert "not well-formed" in bad[3].problem


def test_text_in_another_encoding_than_the_file_says(read):
    text = f'<?xml version="1.0" encoding="UTF-8"?><dblp>{RECORD}'.encode()
    rows, (bad,) = read(text + RECORD.replace("Web", "Wéb").encode("latin-1") + b"</dblp>", "dblp")
    assert len(rows) == 1
    assert bad.problem == "it is not encoded in utf-8, as the file says"


BOMB = '<!DOCTYPE dblp [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (f"<?xml version='1.0'?>{BOMB}<dblp>{RECORD}</dblp>".encode(), "declares entities of its own"),
        (f"<dblp>{RECORD}</dblp>".encode("utf-16-le"), "UTF-16"),
        (f"<?xml version='1.0' encoding='utf-16'?><dblp>{RECORD}</dblp>".encode("utf-16"), "encoded in utf-16"),
        (f"<?xml version='1.0' encoding='cp037'?><dblp>{RECORD}</dblp>".encode(), "encoded in cp037"),
        (f"{DBLP_HEAD}{RECORD}{RECORD[:-30]}".encode(), "cut off within a record.* Before that, 1 work was read"),
        (f"{DBLP_HEAD}{RECORD}<arti".encode(), "cut off: its last element is not closed"),
    ],
)
def test_files_of_dblp_that_are_refused_or_end_early(data, sentence, read):
    with pytest.raises(FormatError, match=sentence):
        read(data, "dblp")


def test_an_entity_bomb_behind_the_beginning_is_never_expanded(read):
    rows, _ = read(f"{DBLP_HEAD}{RECORD}{' ' * 100_000}{BOMB}{RECORD.replace('Web', '&b;')}</dblp>", "dblp")
    assert len(rows) == 1


def test_a_record_that_is_too_long_costs_itself_alone(read, monkeypatch):
    monkeypatch.setattr(xml_records, "MAX_ELEMENT", 500_000)
    long = '<article key="long"><title>' + "a" * 3_000_000 + "</title></article>"
    rows, (bad,) = read(DBLP_HEAD + RECORD + long + RECORD + "</dblp>", "dblp")
    assert len(rows) == 2
    assert bad == BadEntry("record 2", "it is longer than 500,000 bytes")
    with pytest.raises(FormatError, match="cut off within a record"):
        read(DBLP_HEAD + long[:-30], "dblp")


def test_records_across_blocks_are_whole(tmp_path):
    text = DBLP_HEAD + "".join(RECORD.replace("Boehlen08", f"B{n}") for n in range(12_000)) + "</dblp>"
    path = tmp_path / "dblp.xml.gz"
    path.write_bytes(gzip.compress(text.encode("latin-1")))
    found = list(read_rows(path))
    assert [row.id for row in found] == [f"dblp:conf/x/B{n}" for n in range(12_000)]


# --- PubMed ----------------------------------------------------------------------------------------------------------

ARTICLE = """<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">26017442</PMID>
<Article PubModel="Print"><Journal><ISSN IssnType="Electronic">1476-4687</ISSN><JournalIssue><Volume>521</Volume>
<Issue>7553</Issue><PubDate><Year>2015</Year><Month>May</Month></PubDate></JournalIssue><Title>Nature</Title>
<ISOAbbreviation>Nature</ISOAbbreviation></Journal>
<ArticleTitle>[Deep <i>learning</i>].</ArticleTitle><Pagination><StartPage>436</StartPage><EndPage>444</EndPage>
<MedlinePgn>436-44</MedlinePgn></Pagination><ELocationID EIdType="doi" ValidYN="Y">10.1038/nature14539</ELocationID>
<Abstract><AbstractText Label="A">One &lt; two.</AbstractText><AbstractText>Three.</AbstractText></Abstract>
<AuthorList CompleteYN="N"><Author ValidYN="Y"><LastName>LeCun</LastName><ForeName>Yann</ForeName>
<Initials>Y</Initials><Suffix>Jr</Suffix></Author><Author><CollectiveName>Deep Group</CollectiveName></Author>
<Author ValidYN="N"><LastName>Wrong</LastName></Author><Author><ForeName>Plato</ForeName></Author></AuthorList>
<PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList>
<VernacularTitle>Tiefes Lernen.</VernacularTitle><ArticleDate DateType="Electronic"><Year>2014</Year></ArticleDate>
</Article><MedlineJournalInfo><MedlineTA>Nature Lond</MedlineTA><ISSNLinking>0028-0836</ISSNLinking>
</MedlineJournalInfo></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">26017442</ArticleId>
<ArticleId IdType="pmc">PMC12</ArticleId></ArticleIdList><ReferenceList><Reference><ArticleIdList>
<ArticleId IdType="doi">10.1000/other</ArticleId></ArticleIdList></Reference></ReferenceList>
</PubmedData></PubmedArticle>
"""


def pubmed(*articles: str) -> str:
    return f'<?xml version="1.0" encoding="utf-8"?><PubmedArticleSet>{"".join(articles)}</PubmedArticleSet>'


def test_an_article_of_pubmed(read):
    (row,), bad = read(pubmed(ARTICLE), "pubmed")
    assert bad == []
    assert row == Row(
        id="pmid:26017442",
        title="Deep learning",
        titles=("Tiefes Lernen",),
        authors=(
            Person(family="LeCun", given="Yann", suffix="Jr"),
            Person(name="Deep Group", organization=True),
            Person(name="Plato"),
        ),
        partial=True,
        year=2015,
        years=(2014, 2015),
        venue="Nature",
        venue_aliases=("Nature Lond",),
        type="journal-article",
        volume="521",
        issue="7553",
        pages="436-444",
        doi="10.1038/nature14539",
        issn=("1476-4687", "0028-0836"),
        pmid="26017442",
        pmcid="PMC12",
        url="https://pubmed.ncbi.nlm.nih.gov/26017442/",
        abstract="One < two. Three.",
        source="dump",
    )


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("Journal Article<", "Retracted Publication<", {"notices": ("retraction",)}),
        ("</Article>", "</Article><CommentsCorrectionsList><CommentsCorrections RefType='ErratumIn'/>"
         "<CommentsCorrections RefType='RetractionIn'/><CommentsCorrections RefType='RetractionOf'/>"
         "</CommentsCorrectionsList>", {"notices": ("correction", "retraction")}),
        ("Journal Article<", "Preprint<", {"type": "preprint"}),
        ("<Year>2015</Year>", "<MedlineDate>2015 Mar-Apr</MedlineDate>", {"year": 2015}),
        ("<StartPage>436</StartPage>", "", {"pages": "436-44"}),
        ('IdType="pubmed">26017442', 'IdType="doi">10.1000/Own', {"doi": "10.1000/own"}),
        ('ValidYN="Y">10.1038', 'ValidYN="N">10.1038', {"doi": None}),
        ("[Deep <i>learning</i>].", "Deep learning.", {"title": "Deep learning"}),
        ("<Title>Nature</Title>", "", {"venue": "Nature"}),
    ],
)  # fmt: skip
def test_articles_of_pubmed(old, new, fields, read, has):
    assert old in ARTICLE
    (row,), _ = read(pubmed(ARTICLE.replace(old, new)), "pubmed")
    assert has(row, fields)


def test_articles_without_lists_and_bad_articles_of_pubmed(read):
    bare = "<PubmedArticle><MedlineCitation><PMID>7</PMID><Article><ArticleTitle>T.</ArticleTitle></Article>"
    bare += "</MedlineCitation></PubmedArticle>"
    rows, bad = read(
        pubmed(
            bare,
            bare.replace("T.", ""),
            "<PubmedArticle></PubmedArticle>",
            bare.replace("<PMID>7</PMID>", ""),
            "<DeleteCitation><PMID>8</PMID></DeleteCitation>",
            bare.replace("</Article>", "", 1),
        ),
        "pubmed",
    )
    assert rows == [
        Row(
            id="pmid:7",
            title="T",
            type="journal-article",
            pmid="7",
            url="https://pubmed.ncbi.nlm.nih.gov/7/",
            source="dump",
        )
    ]
    assert [each.place for each in bad] == ["record 2 (7)", "record 3 (None)", "record 4 (None)", "record 5 (7)"]


# --- damage of any kind ----------------------------------------------------------------------------------------------

SAMPLES = [
    ("crossref", json.dumps(WORK).encode() + b"\n"),
    ("crossref", json.dumps({"items": [WORK]}).encode()),
    ("openalex", json.dumps(OPENALEX).encode() + b"\n"),
    ("semantic_scholar", json.dumps(PAPER).encode() + b"\n"),
    ("arxiv", json.dumps(PREPRINT).encode() + b"\n"),
    ("dblp", f"{DBLP_HEAD}{RECORD}</dblp>".encode()),
    ("pubmed", pubmed(ARTICLE).encode()),
]


@given(st.sampled_from(SAMPLES), st.data())
def test_damaged_dumps_give_rows_bad_entries_or_a_sentence(tmp_path_factory, sample, data):
    name, content = sample
    damaged = bytearray(content)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=6))
    path = tmp_path_factory.mktemp("damaged") / "data"
    path.write_bytes(bytes(damaged) or b" ")
    try:
        found = list(read_rows(path, name))
    except FormatError:
        return
    assert all(isinstance(each, (Row, BadEntry)) for each in found)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from([("crossref", WORK), ("openalex", OPENALEX), ("semantic_scholar", PAPER), ("arxiv", PREPRINT)]),
    st.data(),
)
def test_any_leaf_may_be_of_another_shape(tmp_path_factory, sample, data):
    name, work = sample
    changed = {key: data.draw(JSON) if data.draw(st.booleans()) else value for key, value in work.items()}
    path = tmp_path_factory.mktemp("shapes") / "data"
    path.write_text(json.dumps(changed) + "\n")
    for each in read_rows(path, name):
        if isinstance(each, Row):
            record_of(each)

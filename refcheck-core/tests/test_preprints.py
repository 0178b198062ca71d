"""Which records are of preprints: one answer for search, verdicts and entries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.bibtex import build_entry
from refcheck_core.matching import preprint_server
from refcheck_core.models import WorkType
from refcheck_core.models.preprint_servers import PREPRINT_SERVERS
from refcheck_core.testing.builders import make_record

TITLE = "On the Drift of Invented Glaciers"
ID = "1801.00001"
DOI = f"10.48550/arxiv.{ID}"
PAPERS = [None, WorkType.JOURNAL_ARTICLE, WorkType.PROCEEDINGS_ARTICLE, WorkType.REPORT, WorkType.OTHER]
OTHERS = [WorkType.DISSERTATION, WorkType.BOOK, WorkType.DATASET, WorkType.SOFTWARE, WorkType.BOOK_CHAPTER]


def record(venue=None, **fields):
    return make_record(TITLE, ["Jane Roe"], 2018, venue, **fields)


@pytest.mark.parametrize("venue", ["arXiv", "CoRR", "CoRR abs/1801.00001", "bioRxiv", "SSRN Electronic Journal"])
@pytest.mark.parametrize("kind", PAPERS)
def test_a_paper_on_a_server_is_a_preprint_whatever_its_database_calls_it(venue, kind):
    assert record(venue, type=kind).is_preprint


@pytest.mark.parametrize("kind", OTHERS)
def test_theses_books_and_data_on_a_server_are_no_preprints(kind):
    assert not record("arXiv", type=kind).is_preprint
    assert not record(None, type=kind, arxiv_id=ID).is_preprint


@pytest.mark.parametrize("fields", [{"arxiv_id": ID}, {"doi": DOI}, {"arxiv_id": ID, "doi": DOI}])
def test_a_record_that_says_no_more_than_an_arxiv_id_is_of_the_preprint(fields):
    assert record(**fields).is_preprint


@pytest.mark.parametrize(
    "published",
    [
        record("Nature"),
        record("Nature", arxiv_id=ID),
        record(arxiv_id=ID, doi="10.5555/a"),
        record(arxiv_id=ID, type=WorkType.JOURNAL_ARTICLE),
        record(doi=DOI, type=WorkType.PROCEEDINGS_ARTICLE),
        record(),
    ],
)
def test_an_arxiv_id_alone_makes_no_preprint_of_what_else_is_known(published):
    assert not published.is_preprint


@given(
    st.sampled_from([*PREPRINT_SERVERS, "Nature", "NeurIPS", None]),
    st.sampled_from([None, *WorkType]),
    st.sampled_from([None, ID]),
    st.sampled_from([None, "10.5555/a", DOI]),
)
def test_an_entry_has_a_container_or_is_of_a_preprint(venue, kind, arxiv_id, doi):
    of = record(venue, type=kind, arxiv_id=arxiv_id, doi=doi)
    entry = build_entry(of)
    if of.is_preprint:
        assert entry.entry_type == "misc"
        assert not {"journal", "booktitle", "volume", "pages"} & entry.fields.keys()
    if entry.fields.get("doi") == DOI:
        assert of.is_preprint
    if venue and preprint_server(venue):
        assert entry.entry_type != "article"


@pytest.mark.parametrize("venue", ["(arXiv)", "arXiv (Cornell University)", "arXiv 2017", "arXiv:1801.00001 [cs.CL]"])
def test_spellings_of_a_server(venue):
    assert preprint_server(venue) == "arXiv"


@pytest.mark.parametrize("venue", ["Journal of Papers that Were Once on arXiv", "", None, "Nature"])
def test_what_is_no_server(venue):
    assert preprint_server(venue) == ""

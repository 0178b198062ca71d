"""The emulator: which API holds which work, and how each finds it."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import httpx
import pytest

import known_works as known
from emulator import Emulator, Library, Limit
from emulator.index import Index, best, search
from emulator.text import tokens
from emulator.work import mended_arxiv_id, split_name

ATOM = {
    "a": "http://www.w3.org/2005/Atom",
    "o": "http://a9.com/-/spec/opensearch/1.1/",
    "x": "http://arxiv.org/schemas/atom",
}


@pytest.fixture(scope="module")
def served():
    with Emulator(known.WORKS, scale=0) as running:
        yield running


@pytest.fixture(scope="module")
def client():
    with httpx.Client(verify=False) as shared:  # loopback, no TLS; reading certificates takes long
        yield shared


@pytest.fixture(scope="module")
def crossref(served):
    with httpx.Client(base_url=served.base_url("crossref"), verify=False) as shared:
        yield shared


@pytest.fixture(scope="module")
def s2(served):
    with httpx.Client(base_url=served.base_url("s2"), verify=False) as shared:
        yield shared


@pytest.fixture
def arxiv(served, client):
    def ask(**params):
        answer = client.get(served.base_url("arxiv") + "query", params=params)
        assert answer.status_code == 200, answer.text
        return ET.fromstring(answer.content)

    return ask


def titles(feed):
    return [entry.findtext("a:title", namespaces=ATOM) for entry in feed.findall("a:entry", ATOM)]


def ids(feed):
    found = [entry.findtext("a:id", namespaces=ATOM) for entry in feed.findall("a:entry", ATOM)]
    return [name.removeprefix("http://arxiv.org/abs/") for name in found]


def found_titles(crossref, **params):
    answer = crossref.get("works", params={name.replace("_", "."): value for name, value in params.items()})
    assert answer.status_code == 200, answer.text
    return [item["title"][0] for item in answer.json()["message"]["items"]]


def test_environment_names_the_bases(served):
    environment = served.environment()
    assert environment["REFCHECK_CROSSREF_URL"] == f"{served.url}crossref/"
    assert environment["REFCHECK_SEMANTIC_SCHOLAR_URL"] == f"{served.url}s2/graph/v1/"
    assert environment["REFCHECK_ARXIV_URL"] == f"{served.url}arxiv/api/"
    assert environment["REFCHECK_LIMITS_SCALE"] == "0"


class TestWhoHoldsWhat:
    def test_a_work_without_doi_is_not_at_crossref(self, crossref, s2, arxiv):
        assert "Attention Is All You Need" not in found_titles(crossref, query_title="Attention Is All You Need")
        assert s2.get("paper/ARXIV:1706.03762").status_code == 200
        assert ids(arxiv(id_list="1706.03762")) == ["1706.03762v7"]

    @pytest.mark.parametrize("doi", ["10.1109/CVPR.2016.90", "10.1109/cvpr.2016.90", "10.1109%2Fcvpr.2016.90"])
    def test_a_doi_is_found_in_every_spelling(self, crossref, doi):
        message = crossref.get(f"works/{doi}").json()["message"]
        assert message["title"] == ["Deep Residual Learning for Image Recognition"]
        assert message["author"][0]["family"] == "He"

    def test_existence_is_told_to_head(self, crossref):
        assert crossref.head("works/10.1109/cvpr.2016.90").status_code == 200
        assert crossref.head("works/10.1109/cvpr.2016.91").status_code == 404

    @pytest.mark.parametrize(
        ("doi", "agency"),
        [("10.1109/cvpr.2016.90", "crossref"), ("10.5555/invented.dataset", "datacite"),
         ("10.48550/arXiv.1706.03762", "datacite"), ("10.5555/nothing", None)],
    )  # fmt: skip
    def test_agencies(self, crossref, doi, agency):
        answer = crossref.get(f"works/{doi}/agency")
        if agency is None:
            assert (answer.status_code, answer.text) == (404, "Resource not found.")
        else:
            assert answer.json()["message"]["agency"]["id"] == agency
        assert crossref.get(f"works/{doi}").status_code == (200 if agency == "crossref" else 404)

    def test_a_doi_that_only_arxiv_names_has_title_and_authors(self, crossref):
        message = crossref.get("works/10.1109/icstw55395.2022.00035").json()["message"]
        assert message["issued"] == {"date-parts": [[None]]}
        assert (message["container-title"], message["type"]) == ([], "other")
        assert [author["family"] for author in message["author"]] == ["Ahuja", "Gotlieb", "Spieker"]

    def test_held_by_overrides_the_rule(self, client):
        work = {"id": "w", "title": "A work", "doi": "10.5555/w", "held_by": ["arxiv"], "arxiv": "2001.00001"}
        with Emulator([work], scale=0) as emulator:
            assert client.get(emulator.base_url("crossref") + "works/10.5555/w").status_code == 404

    def test_one_crossref_record_a_doi(self, client):
        partial = {"id": "p", "title": "A title", "doi": "10.5555/w", "partial": True}
        whole = {"id": "w", "title": "A title", "doi": "10.5555/W", "year": 2000}
        with Emulator([partial, whole], scale=0) as emulator:
            items = client.get(emulator.base_url("crossref") + "works?query=title").json()["message"]["items"]
            assert [item["issued"]["date-parts"] for item in items] == [[[2000]]]


class TestPapers:
    def test_preprint_and_article_are_one_paper(self, s2):
        by_doi = s2.get("paper/DOI:10.18653/v1/N19-1423?fields=externalIds,year,venue").json()
        assert by_doi == s2.get("paper/ARXIV:1810.04805?fields=externalIds,year,venue").json()
        assert by_doi["externalIds"]["ArXiv"] == "1810.04805"
        assert by_doi["externalIds"]["DOI"] == "10.18653/v1/n19-1423"
        assert by_doi["externalIds"]["ACL"] == "N19-1423"
        assert by_doi["year"] == 2018  # of the preprint, while the venue is the conference's: as in the real records
        assert by_doi["venue"].startswith("Proceedings of the 2019 Conference")

    def test_linked_versions_are_one_paper(self, s2):
        one = s2.get("paper/DOI:10.1101/2024.04.01.587366").json()
        assert one == s2.get("paper/10.1016/j.xgen.2025.100814").json()

    @pytest.mark.parametrize(
        ("one", "other"),
        [("10.3115/1118108.1118117", "10.3115/1225403.1225421"), ("10.1007/978-3-031-02181-7", "10.1162/coli_r_00468"),
         ("10.1007/978-3-319-10705-9_74", "10.1007/978-3-319-10705-9_75")],
    )  # fmt: skip
    def test_other_works_are_other_papers(self, s2, one, other):
        assert s2.get(f"paper/DOI:{one}").json()["paperId"] != s2.get(f"paper/DOI:{other}").json()["paperId"]

    def test_a_column_of_many_years_is_many_papers(self):
        columns = [
            {"id": f"c{year}", "title": "Editorial", "authors": [{"name": "Ann Editor"}], "year": year,
             "volume": str(year), "pages": "1-2"}
            for year in (2000, 2001, 2009)
        ]  # fmt: skip
        library = Library(columns)
        assert len({library.paper_of(at) for at in range(3)}) == 3

    @pytest.mark.parametrize(
        "name",
        ["204e3073870fae3d05bcbc2f6a8e263d9b72e776", "CorpusId:13756489", "ARXIV:1706.03762", "arXiv:1706.03762v2",
         "DOI:10.48550/arXiv.1706.03762", "URL:https://arxiv.org/abs/1706.03762"],
    )  # fmt: skip
    def test_ids(self, s2, name):
        assert s2.get(f"paper/{name}").json() == {
            "paperId": "204e3073870fae3d05bcbc2f6a8e263d9b72e776",
            "title": "Attention is All you Need",
        }

    def test_made_ids_lead_back(self, s2):
        paper = s2.get("paper/DOI:10.1038/nature14539?fields=corpusId").json()
        assert s2.get(f"paper/{paper['paperId']}?fields=corpusId").json() == paper
        assert s2.get(f"paper/CorpusId:{paper['corpusId']}?fields=corpusId").json() == paper
        assert s2.get(f"paper/{'0' * 40}").status_code == 404

    def test_batch_keeps_the_order(self, s2):
        ids = ["DOI:10.5555/none", "ARXIV:1706.03762", "CorpusId:13756489"]
        found = s2.post("paper/batch?fields=title", json={"ids": ids}).json()
        assert [paper and paper["title"] for paper in found] == [None, *["Attention is All you Need"] * 2]
        assert s2.post("paper/batch", json={"ids": ids[:1]}).status_code == 400
        assert s2.post("paper/batch", json={"ids": ids * 200}).status_code == 400
        assert s2.get("paper/batch").status_code == 404


class TestRanking:
    def test_the_exact_title_is_first(self, crossref):
        assert found_titles(crossref, query_bibliographic="He 2016 Deep Residual Learning for Image Recognition")[
            0
        ] == ("Deep Residual Learning for Image Recognition")

    def test_crossref_always_finds_something_for_one_known_word(self, crossref):
        wanted = "Quantum Neural Transformers for Spatiotemporal Traffic Prediction"
        assert found_titles(crossref, query_bibliographic=wanted)
        assert found_titles(crossref, query_bibliographic="abs12032jsdafn") == []

    def test_field_queries_hold_together(self, crossref):
        assert "Deep learning" in found_titles(crossref, query_title="deep learning", query_author="LeCun")
        assert found_titles(crossref, query_title="deep learning", query_author="NoScience") == []

    def test_a_misspelt_word_finds_nothing(self, crossref, s2, arxiv):
        assert found_titles(crossref, query_title="Residul") == []
        assert s2.get("paper/search/match?query=Residul").status_code == 404
        assert s2.get("paper/search?query=Residul").json() == {"total": 0, "offset": 0}
        assert ids(arxiv(search_query="ti:Residul")) == []

    def test_batch_by_filter(self, crossref):
        dois = "doi:10.1109/CVPR.2016.90,doi:10.1038/nature14539,doi:10.5555/none"
        answer = crossref.get("works", params={"filter": dois, "rows": "10", "select": "DOI"}).json()["message"]
        assert {item["DOI"] for item in answer["items"]} == {"10.1109/cvpr.2016.90", "10.1038/nature14539"}
        assert answer["total-results"] == 2

    @pytest.mark.parametrize(
        ("condition", "kept"),
        [("from-pub-date:2015", True), ("from-pub-date:2016", False), ("until-pub-date:2015-04", False),
         ("until-pub-date:2015", True), ("type:journal-article", True), ("type:book", False),
         ("from-pub-date:2015,until-pub-date:2015", True)],
    )  # fmt: skip
    def test_filters(self, crossref, condition, kept):
        params = {"query.title": "deep learning", "query.author": "Hinton", "filter": condition}
        items = crossref.get("works", params=params).json()["message"]["items"]
        assert ([item["DOI"] for item in items] == ["10.1038/nature14539"]) is kept

    def test_retractions_are_filterable_and_shown(self, crossref):
        items = crossref.get("works?filter=has-update:true&rows=5").json()["message"]["items"]
        types = {item["DOI"]: item["updated-by"][0]["type"] for item in items}
        assert types == {"10.1016/s0140-6736(97)11096-0": "retraction", "10.1073/pnas.1414271111": "correction"}
        notice = crossref.get("works/10.1016/s0140-6736(10)60175-4").json()["message"]
        assert "updated-by" not in notice
        assert notice["update-to"][0]["updated"]["date-parts"] == [[2010, 2, 6]]

    def test_paging(self, crossref, s2):
        whole = found_titles(crossref, query="learning", rows="4")
        assert [found_titles(crossref, query="learning", rows="1", offset=str(at))[0] for at in range(4)] == whole
        first = s2.get("paper/search?query=learning&limit=1").json()
        assert first["next"] == 1
        assert first["data"] != s2.get("paper/search?query=learning&limit=1&offset=1").json()["data"]

    def test_a_match_takes_a_prefix_and_one_wrong_word(self, s2):
        assert s2.get("paper/search/match?query=Spatio-Temporal Graph Convolutional").status_code == 200
        found = s2.get("paper/search/match?query=Atention Is All You Need").json()["data"][0]
        assert found["title"] == "Attention is All you Need"
        assert found["matchScore"] > 0
        assert s2.get("paper/search/match?query=Quantum Traffic Oracle").json() == {"error": "Title match not found"}

    def test_a_hyphen_hides_a_word_from_the_search(self, s2):
        assert s2.get("paper/search?query=spatio-temporal graph").json()["total"] == 0
        assert s2.get("paper/search?query=spatio temporal graph").json()["total"] == 1

    @pytest.mark.parametrize(
        ("years", "found"), [("2018", 1), ("2016-2018", 1), ("-2017", 0), ("2019-", 0), ("2017", 0)]
    )
    def test_years(self, s2, years, found):
        assert s2.get(f"paper/search?query=spatio temporal graph&year={years}").json()["total"] == found


class TestArxivQueries:
    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ('ti:"Attention Is All You Need"', ["1706.03762v7"]),
            ('ti:"all you need attention"', []),
            ("ti:attention AND au:vaswani", ["1706.03762v7"]),
            ("ti:attention AND au:he", []),
            ("au:vaswani_a", ["1706.03762v7"]),
            ("au:vaswani_n", []),
            ("au:van_den_oord", ["1609.03499v1"]),
            ('au:"yu rose"', ["1707.01926v3"]),
            ("au:wübben", []),
            ("au:wubben", ["1707.08567v1"]),
            ("ti:wavenet OR ti:attention ANDNOT au:polosukhin", ["1609.03499v1"]),
            ("(ti:wavenet OR ti:attention) AND cat:cs.SD", ["1609.03499v1"]),
            ("ti:the AND ti:wavenet", ["1609.03499v1"]),
            ("all:wavenet AND submittedDate:[201601010000 TO 201612312359]", ["1609.03499v1"]),
            ("all:wavenet AND submittedDate:[201701010000 TO 201712312359]", []),
            ("doi:10.1109/ICSTW55395.2022.00035", ["2202.12139v1"]),
        ],
    )
    def test_grammar(self, arxiv, query, found):
        assert ids(arxiv(search_query=query)) == found

    def test_only_the_first_word_takes_the_prefix(self, arxiv):
        assert "1609.03499v1" in ids(arxiv(search_query="ti:attention simonyan"))

    @pytest.mark.parametrize("query", ['ti:"open', "(ti:a", "ti:deep AND", "ti:a) b", "xx:deep", "AND ti:deep"])
    def test_what_cannot_be_read_is_an_error_entry(self, served, client, query):
        answer = client.get(served.base_url("arxiv") + "query", params={"search_query": query})
        assert answer.status_code == 400
        assert titles(ET.fromstring(answer.content)) == ["Error"]

    def test_id_lists(self, arxiv):
        feed = arxiv(id_list="1512.03385,9999.99999,1706.03762v2,1706.03762v9,0000.0000")
        assert ids(feed) == ["1512.03385v1", "1706.03762v2"]
        assert feed.findtext("o:totalResults", namespaces=ATOM) == "2"
        assert ids(arxiv(id_list="1512.03385,1706.03762", search_query="ti:residual")) == ["1512.03385v1"]

    def test_dates_of_versions(self, arxiv):
        first, last = arxiv(id_list="1706.03762v1,1706.03762").findall("a:entry", ATOM)
        assert first.findtext("a:published", namespaces=ATOM) == last.findtext("a:published", namespaces=ATOM)
        assert first.findtext("a:updated", namespaces=ATOM)[:4] == "2017"
        assert last.findtext("a:updated", namespaces=ATOM)[:4] == "2023"

    def test_earlier_versions_may_differ(self, client):
        versions = {"id": "2001.00001", "versions": 2, "earlier": {1: {"title": "Old title"}}}
        work = {"id": "w", "title": "New title", "arxiv": versions}
        with Emulator([work], scale=0) as emulator:
            answer = client.get(emulator.base_url("arxiv") + "query?id_list=2001.00001v1,2001.00001")
            assert titles(ET.fromstring(answer.content)) == ["Old title", "New title"]

    def test_a_preprint_names_its_publication_only_if_the_author_did(self, arxiv):
        feed = arxiv(id_list="2202.12139,1512.03385")
        assert [entry.findtext("x:doi", namespaces=ATOM) for entry in feed.findall("a:entry", ATOM)] == [
            "10.1109/icstw55395.2022.00035",
            None,
        ]

    @pytest.mark.parametrize(
        "params", [{"id_list": "abc"}, {"start": "x"}, {"max_results": "-1"}, {"max_results": "2001"}, {"sortBy": "x"}]
    )
    def test_wrong_parameters(self, served, client, params):
        answer = client.get(served.base_url("arxiv") + "query", params={"search_query": "ti:deep", **params})
        assert (answer.status_code, titles(ET.fromstring(answer.content))) == (400, ["Error"])


class TestParts:
    @pytest.mark.parametrize(
        ("text", "words"),
        [("Müller's Ça", ["muller", "s", "ca"]), ("深度 learning", ["深", "度", "learning"]),
         ("U-Net 2", ["u", "net", "2"]), ("Łódź Straße", ["lodz", "strasse"])],
    )  # fmt: skip
    def test_tokens(self, text, words):
        assert tokens(text) == words

    @pytest.mark.parametrize(
        ("short", "whole"),
        [
            ("709.2446", "0709.2446"),
            ("1604.0747", "1604.07470"),
            ("1312.12", "1312.1200"),
            ("1906.1002600000002", "1906.10026"),
            ("1503.0316599999999", "1503.03166"),
            ("906.12099999999998", "0906.1210"),
            ("math/0101001", "math/0101001"),
        ],
    )
    def test_ids_of_the_corpus_are_mended(self, short, whole):
        assert mended_arxiv_id(short) == whole

    def test_names_are_split_before_the_particles(self):
        assert split_name({"name": "Ludwig van der Rohe 0001"}) == {"given": "Ludwig", "family": "van der Rohe"}
        assert split_name({"name": "OpenAI"}) == {"name": "OpenAI"}
        assert split_name({"name": "World Bank", "organisation": True}) == {"name": "World Bank"}

    def test_search_wants_as_many_words_as_told(self):
        index = Index([["deep", "learning"], ["deep", "sea"], ["learning"]])
        assert set(search([index], ["deep", "learning", "deap"], need=2)) == {0}
        assert best(search([index], ["deep", "learning"]), 1)[0][0] == 0
        assert search([index], ["deap"]) == {}
        assert search([index], []) == {}

    def test_a_library_can_be_kept(self, tmp_path):
        library = Library(known.WORKS)
        library.prepare()
        library.save(tmp_path / "kept")
        again = Library.load(tmp_path / "kept")
        assert len(again) == len(known.WORKS)
        assert again.by_doi("10.1109/cvpr.2016.90") == library.by_doi("10.1109/cvpr.2016.90") != []
        assert again.work(0) == library.work(0)

    def test_corpora_are_read_plain_and_gzipped(self, tmp_path):
        import gzip

        lines = b'{"id": "a", "title": "One", "doi": "10.5555/a"}\n\n{"id": "b", "title": "Two"}\n'
        (tmp_path / "a.jsonl").write_bytes(lines)
        (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(lines))
        library = Library(corpora=[tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"])
        assert [library.work(at)["title"] for at in range(4)] == ["One", "Two", "One", "Two"]
        (tmp_path / "c.jsonl").write_text("{\n")
        with pytest.raises(ValueError, match=r"c\.jsonl, line 1"):
            Library(corpora=[tmp_path / "c.jsonl"])

    def test_works_can_be_exchanged(self, client):
        with Emulator([], scale=0, limits={"arxiv": {"query": Limit(2, 3.0)}}) as emulator:
            address = emulator.base_url("crossref") + "works/10.5555/invented.markup"
            assert client.get(address).status_code == 404
            emulator.use(known.WORKS)
            assert client.get(address).json()["message"]["title"][0].startswith("On the <i>invented</i>")
            assert emulator.api("arxiv").limits["query"].requests == 2

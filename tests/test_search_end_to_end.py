"""The search over real HTTP to the emulated databases: in process, as a command, and through the server."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from emulator import Emulator
from known_references import ATTENTION, RESNET
from known_works import WORKS
from refcheck_core import AllSourcesFailedError
from refcheck_core.services import Refcheck
from refcheck_core.settings import Settings

SCRIPTS = Path(sysconfig.get_path("scripts"))
APIS = ["crossref", "semantic_scholar", "arxiv"]
FAULTS = ["429", "500", "503", "timeout", "reset", "html", "truncated", "cut", "empty", "error_object"]
IMPATIENT = {"REFCHECK_NETWORK_TIMEOUT": "2", "REFCHECK_WAITING_BUDGET": "1"}
SCALE = 0.02

pytestmark = pytest.mark.anyio


def work(name: str, title: str, people: str, year: int, venue: str, kind: str = "journal-article", **fields) -> dict:
    authors = [dict(zip(("family", "given"), p.split(", "), strict=True)) for p in people.split("; ") if p]
    doi = fields.pop("doi", f"10.5555/searched.{name}")
    return {
        "id": f"searched:{name}",
        "title": title,
        "authors": authors,
        "year": year,
        "venue": venue,
        "doi": doi,
        "type": kind,
        **fields,
    }


SEARCHED = [
    work("part-1", "Zymurgy of Invented Rivers. Part I: Sources", "Roe, Jane", 2015, "Journal of Invention"),
    work("part-2", "Zymurgy of Invented Rivers. Part II: Mouths", "Roe, Jane", 2015, "Journal of Invention"),
    work("book", "Zymurgy of Invented Mountains", "Poe, Edgar", 2011, "", "monograph"),
    work("review", "Zymurgy of Invented Mountains", "Other, Ann", 2012, "Reviews of Invention"),
    work("chapter", "Valleys in Zymurgy", "Poe, Edgar", 2011, "Zymurgy of Invented Mountains", "book-chapter"),
    *(work(f"preface-{n}", "Preface", "Poe, Edgar", 2011, f"Zymurgic Venue {n}", "book-chapter") for n in (1, 2)),
    work(
        "article",
        "Xylophones for Non-invasive Zymurgy",
        "Doe, John; Roe, Jane",
        2019,
        "Journal of Invention",
        abstract="<jats:title>Abstract</jats:title><jats:p>We play &amp;amp; <jats:italic>brew</jats:italic>.</jats:p>",
        arxiv={"id": "1803.00001", "published": "2018-03-01T00:00:00Z", "abstract": "We play\n  $x_1$ and brew."},
    ),
    work("retracted", "RETRACTED: Xylophones Cure Zymurgists", "Doe, John", 2016, "Journal of Invention"),
]


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def emulator():
    with Emulator([*WORKS, *SEARCHED], scale=SCALE) as running:
        yield running


@pytest.fixture
def search(environment):
    """Searches with a `Refcheck` of its own."""

    async def run(query: str, environ: dict[str, str] | None = None, **options):
        async with Refcheck.open(Settings.from_environment({**environment, **(environ or {})})) as refcheck:
            return await refcheck.search(query, **options)

    return run


@pytest.fixture
def connect(environment, tmp_path):
    """Starts a server process with a client; its stderr goes to a file."""

    @asynccontextmanager
    async def start(**variables: str):
        parameters = StdioServerParameters(command=str(SCRIPTS / "refcheck-mcp"), env={**environment, **variables})
        with (tmp_path / "stderr").open("a") as errors:
            async with Client(stdio_client(parameters, errlog=errors), read_timeout_seconds=60) as client:
                yield client

    return start


@pytest.fixture
def refcheck(environment):
    """Runs the command: exit code, stdout, stderr."""

    def run(*arguments: str, **variables: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [str(SCRIPTS / "refcheck"), *arguments],
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
            env={**environment, **variables},
        )
        return done.returncode, done.stdout, done.stderr

    return run


async def ask(client: Client, **arguments: object) -> dict:
    result = await client.call_tool("search_references", arguments)
    assert not result.is_error, result.content
    return result.structured_content


class TestWorks:
    async def test_preprint_and_article_are_one_result_with_both_ids(self, search, emulator):
        answer = await search("xylophones non-invasive zymurgy")
        found = answer.results[0]
        assert (found.doi, found.arxiv_id) == ("10.5555/searched.article", "1803.00001")
        assert (found.year, found.venue, found.source) == (2019, "Journal of Invention", "crossref")
        assert sorted(found.also_in) == ["arxiv", "semantic_scholar"]
        assert found.abstract == "We play & brew."
        assert answer.sources_checked == APIS
        assert not emulator.violations

    async def test_parts_reviews_chapters_and_prefaces_stay_apart(self, search):
        rivers = await search("zymurgy of invented rivers", databases=["crossref", "semantic_scholar"])
        assert {r.title for r in rivers.results if "Rivers" in r.title} == {w["title"] for w in SEARCHED[:2]}
        mountains = [r for r in (await search("zymurgy of invented mountains")).results if "Mountains" in r.title]
        assert sorted(r.doi for r in mountains) == ["10.5555/searched.book", "10.5555/searched.review"]
        prefaces = [r for r in (await search("preface")).results if r.title == "Preface"]
        assert sorted(r.doi for r in prefaces) == ["10.5555/searched.preface-1", "10.5555/searched.preface-2"]

    async def test_retracted_works_are_marked(self, search):
        answer = await search("xylophones cure zymurgists", databases=["crossref"])
        marked = {r.doi: (r.retracted, r.status) for r in answer.results}
        assert marked["10.5555/searched.retracted"] == (True, "retracted")
        assert marked["10.5555/searched.article"] == (False, None)

    async def test_what_several_databases_place_high_leads(self, search):
        answer = await search(RESNET)
        assert (answer.results[0].title, answer.results[0].doi) == (RESNET, "10.1109/cvpr.2016.90")
        assert len(answer.results[0].also_in) >= 1
        no_doi = await search(ATTENTION)
        assert (no_doi.results[0].title.casefold(), no_doi.results[0].arxiv_id) == (ATTENTION.casefold(), "1706.03762")

    @pytest.mark.parametrize(("first", "last"), [(2016, 2018), (2018, None), (None, 2012), (2015, 2015), (1900, 1901)])
    async def test_the_range_of_years_goes_to_each_database_and_holds(self, search, emulator, first, last):
        answer = await search("learning zymurgy", year_from=first, year_to=last, max_results=30)
        assert all((first or 0) <= r.year <= (last or 9999) for r in answer.results)
        asked = {api: emulator.requests_of(api)[0].query for api in APIS}
        bounds = [str(year) for year in (first, last) if year]
        assert all(all(bound in str(query) for bound in bounds) for query in asked.values()), asked

    async def test_a_shorter_list_is_the_beginning_of_a_longer_one(self, search, emulator):
        long = await search("zymurgy", max_results=30)
        asked = len(emulator.requests)
        short = await search("zymurgy", max_results=2)
        assert short.results == long.results[:2]
        assert short.works_found == long.works_found > 2
        assert len(emulator.requests) == asked, "answered from the cache"


class TestQueries:
    """Signs that an engine may take for operators."""

    @pytest.mark.parametrize(
        "query",
        [
            "non-invasive zymurgy",
            "Xylophones, for: non-invasive zymurgy?",
            'xylophones AND "zymurgy" (non-invasive) -OR NOT',
            "xylophones/zymurgy [non*invasive] {1}",
            "Xylophones for Non-invasive Zymurgy.",
            "xylophones & non\N{EN DASH}invasive zymurgy",
        ],
    )
    async def test_find_what_their_words_find(self, search, query):
        answer = await search(query)
        assert answer.sources_failed == {}
        assert answer.results[0].doi == "10.5555/searched.article"

    async def test_a_hyphen_excludes_nothing_and_a_comma_ends_no_filter(self, search, emulator):
        await search("non-invasive, zymurgy", year_from=2018, year_to=2020)
        arxiv, crossref, s2 = (emulator.requests_of(api)[0].params for api in ("arxiv", "crossref", APIS[1]))
        assert "-" not in arxiv["search_query"]
        assert "invasive" in arxiv["search_query"]
        assert crossref["query.bibliographic"] == "non-invasive, zymurgy"
        assert crossref["filter"] == "from-pub-date:2018,until-pub-date:2020"
        assert (s2["query"], s2["year"]) == ("non invasive zymurgy", "2018-2020")

    async def test_arxiv_wants_every_word_and_sorts_by_relevance(self, search, emulator):
        answer = await search("xylophones zymurgy invasive", databases=["arxiv"])
        assert [r.arxiv_id for r in answer.results] == ["1803.00001"]
        (request,) = emulator.requests_of("arxiv")
        asked = request.params
        assert asked["search_query"].count(" AND ") == 2
        assert asked["sortBy"] == "relevance"


class TestFaults:
    @pytest.mark.parametrize("kind", FAULTS)
    async def test_results_of_a_failed_database_are_said_to_be_missing(self, search, emulator, kind):
        emulator.fault("semantic_scholar", kind)
        answer = await search("zymurgy", environ=IMPATIENT)
        assert answer.results
        assert [*answer.sources_failed] == ["semantic_scholar"]
        (warning,) = answer.warnings
        assert warning.startswith("Results of Semantic Scholar are missing: ")
        assert answer.sources_checked == ["crossref", "arxiv"]

    @pytest.mark.parametrize("kind", FAULTS)
    async def test_without_any_database_there_is_an_error_and_no_empty_list(self, search, emulator, kind):
        for api in APIS:
            emulator.fault(api, kind)
        with pytest.raises(AllSourcesFailedError) as caught:
            await search("zymurgy", environ=IMPATIENT)
        assert set(APIS) <= set(caught.value.reasons)


class TestServer:
    async def test_a_search(self, connect, emulator):
        async with connect() as client:
            answer = await ask(client, query="xylophones zymurgy", max_results=1)
            named = await ask(client, query="zymurgy", databases=["Crossref", "s2"], year_to=2012)
            nothing = await ask(client, query="qwertyuiop", databases=["arxiv"])
        (found,) = answer["results"]
        assert (found["number"], found["doi"], found["arxiv_id"]) == (1, "10.5555/searched.article", "1803.00001")
        assert named["sources_checked"] == ["crossref", "semantic_scholar"]
        assert named["results"]
        assert all(result["year"] <= 2012 for result in named["results"])
        assert (nothing["results"], nothing["sources_checked"]) == ([], ["arxiv"])
        assert not emulator.violations

    async def test_faults_of_one_and_of_all_databases(self, connect, emulator):
        async with connect(REFCHECK_CACHE="off", **IMPATIENT) as client:
            emulator.fault("crossref", "html")
            answer = await ask(client, query="zymurgy")
            assert [*answer["sources_failed"]] == ["crossref"]
            assert answer["results"]
            for api in APIS:
                emulator.fault(api, "503")
            result = await client.call_tool("search_references", {"query": "zymurgy"})
            assert result.is_error
            assert all(api in result.content[0].text for api in APIS)
            emulator.clear_faults()
            assert (await ask(client, query="zymurgy"))["results"]


class TestCommand:
    def test_a_search_for_people(self, refcheck, emulator):
        code, out, err = refcheck("search", "xylophones", "zymurgy", "--max", "1")
        assert (code, err) == (0, "")
        assert out.startswith("1.  Xylophones for Non-invasive Zymurgy\n    John Doe, Jane Roe\n    2019, Journal of")
        assert "    arXiv:1803.00001\n" in out
        assert "    We play & brew.\n" in out
        assert "    in crossref, " in out
        assert not emulator.violations

    def test_json_is_what_the_server_answers(self, refcheck):
        code, out, _ = refcheck("search", "xylophones", "--from", "2015", "--to", "2016", "--json")
        answer = json.loads(out)
        assert code == 0
        assert {result["year"] for result in answer["results"]} <= {2015, 2016}
        assert any(result["retracted"] for result in answer["results"])

    def test_nothing_found_and_nobody_asked(self, refcheck, emulator):
        assert refcheck("search", "qwertyuiop", "--database", "arxiv")[0] == 1
        for api in APIS:
            emulator.fault(api, "500")
        code, out, err = refcheck("search", "zymurgy", **IMPATIENT)
        assert (code, out) == (3, "")
        assert all(api in err for api in APIS)

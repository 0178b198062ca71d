"""What is asked of the API, how often, and what its faults become."""

from __future__ import annotations

import asyncio
import json

import pytest

from refcheck_core import (
    CannotAsk,
    Identifier,
    IdentifierKind,
    PartlyUnreadable,
    SearchKind,
    SearchQuery,
    Settings,
    SourceAuthError,
    SourceBadResponse,
    SourceError,
    SourceRateLimited,
    Tier,
)
from refcheck_s2 import source

pytestmark = pytest.mark.anyio

NOT_FOUND = (404, {"error": "Title match not found"})
NOTHING = {"total": 0, "offset": 0}


def paper(title, number=1, **fields):
    return {"paperId": f"{number:040x}", "title": title, **fields}


def found(*papers):
    return {"total": len(papers), "offset": 0, "data": list(papers)}


def titled(text, limit=5):
    return SearchQuery(kind=SearchKind.TITLE, text=text, limit=limit)


def test_description_depends_on_the_key():
    without = source.describe(Settings.from_environment({}))
    assert (without.tier, without.limits[0].requests, without.limits[0].seconds) == (Tier.SLOW, 1, 3.0)
    for name in ("S2_API_KEY", "SEMANTIC_SCHOLAR_API_KEY"):
        info = source.describe(Settings.from_environment({name: "k"}))
        assert (info.tier, info.limits[0].requests, info.limits[0].seconds) == (Tier.FAST, 1, 1.1)
    assert (info.concurrency, info.max_batch) == (1, 500)


# --- lookups ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "path"),
    [
        (IdentifierKind.DOI, "10.1093/mind/lix.236.433", "DOI:10.1093%2Fmind%2Flix.236.433"),
        (IdentifierKind.ARXIV, "1706.03762", "ARXIV:1706.03762"),
        (IdentifierKind.ARXIV, "math/0309136", "ARXIV:math%2F0309136"),
        (IdentifierKind.PMID, "10592235", "PMID:10592235"),
        (IdentifierKind.PMCID, "PMC6943036", "PMCID:6943036"),
        (IdentifierKind.S2_PAPER, "a" * 40, "a" * 40),
        (IdentifierKind.S2_CORPUS, "13756489", "CorpusId:13756489"),
        (IdentifierKind.ACL, "N18-1058", "ACL:N18-1058"),
    ],
)
async def test_lookup_by_each_kind(kind, value, path, wire):
    served = wire(paper("A title"))
    record = await source.lookup_id(served.context, Identifier(kind, value))
    assert record.title == "A title"
    (request,) = served.requests
    assert request.url.raw_path.decode().startswith(f"/graph/v1/paper/{path}?fields=")
    assert "publicationVenue" in request.url.params["fields"]
    assert kind in served.context.info.id_kinds


async def test_other_kinds_are_not_asked_for(wire):
    served = wire(paper("A title"))
    assert await source.lookup_id(served.context, Identifier(IdentifierKind.ISBN, "9780262035613")) is None
    assert served.requests == []


@pytest.mark.parametrize("doi", ["10.1000/../../secret", "10.1000/a?b=c#d", "10.1000/ü %2f"])
async def test_a_doi_stays_one_segment_of_the_path(doi, wire):
    served = wire((404, {"error": "Paper with id x not found"}))
    assert await source.lookup_doi(served.context, doi) is None
    path = served.requests[0].url.raw_path.decode().partition("?")[0]
    assert path.startswith("/graph/v1/paper/DOI:10.1000%2F")
    assert path.count("/") == 4


@pytest.mark.parametrize(
    ("own", "doi", "same_as"),
    [
        ("10.1000/ASKED", "10.1000/asked", ()),
        ("10.2139/ssrn.1", "10.2139/ssrn.1", ("10.1000/asked",)),
        (None, None, ("10.1000/asked",)),
    ],
)
async def test_record_of_another_version(own, doi, same_as, wire):
    served = wire(paper("A title", externalIds={"DOI": own} if own else None))
    record = await source.lookup_doi(served.context, "10.1000/asked")
    assert (record.doi, record.same_as) == (doi, same_as)


async def test_batch_keeps_positions(wire):
    """One null, and nulls inside of a paper, don't fail the others."""
    answer = [
        {"paperId": "a", "title": "Found one", "year": 2013, "authors": None, "abstract": None, "externalIds": None}
    ]
    served = wire([*answer, None, None])
    dois = ["10.1001/jama.2013.279671", "10.1001/jama.2014.16588", "10.1001/none"]
    records = await source.lookup_dois(served.context, dois)
    assert list(records) == dois[:1]
    assert (records[dois[0]].year, records[dois[0]].authors) == (2013, ())
    (request,) = served.requests
    assert request.method == "POST"
    assert json.loads(request.content) == {"ids": [f"DOI:{doi}" for doi in dois]}
    assert "externalIds" in request.url.params["fields"]


async def test_a_large_batch_lets_others_run(wire):
    dois = [f"10.1000/{number}" for number in range(500)]
    served = wire([paper(f"Title {number}", number, externalIds={"DOI": doi}) for number, doi in enumerate(dois)])
    lookup = asyncio.create_task(source.lookup_dois(served.context, dois))
    turns = 0
    while not lookup.done():
        await asyncio.sleep(0)
        turns += bool(served.requests)
    assert [record.doi for record in lookup.result().values()] == dois
    assert turns >= 500 // 25


async def test_empty_batch_asks_nothing(wire):
    served = wire([])
    assert await source.lookup_dois(served.context, []) == {}
    assert served.requests == []


async def test_batch_is_repeated_after_a_fault(wire):
    served = wire((503, {"message": "busy"}), [paper("A title")])
    assert list(await source.lookup_dois(served.context, ["10.1000/x"])) == ["10.1000/x"]
    assert len(served.requests) == 2


@pytest.mark.parametrize("answer", [[], [None, None], {"data": []}, {"error": "Internal error"}, "text", 7, None])
async def test_batch_of_another_shape(answer, wire):
    with pytest.raises(SourceBadResponse):
        await source.lookup_dois(wire(answer).context, ["10.1000/x"])


async def test_batch_refused_for_another_reason(wire):
    served = wire((400, {"error": "Unrecognized or unsupported fields: [x]"}))
    with pytest.raises(SourceBadResponse):
        await source.lookup_dois(served.context, ["10.1000/x"])


# --- searches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "title",
    [
        "Deep Residual Learning for Image Recognition",
        "Deep residual learning for image-recognition",
        "Deep Residual Learning for Image Recognition: A Subtitle",
        "Deep Residual Lerning for Image Recognition",
    ],
)
async def test_a_near_title_takes_one_request(title, wire):
    served = wire({"data": [paper("Deep Residual Learning for Image Recognition", matchScore=212.5)]})
    (record,) = await source.search(served.context, titled(title))
    assert record.title == "Deep Residual Learning for Image Recognition"
    (request,) = served.requests
    assert request.url.path == "/graph/v1/paper/search/match"
    assert request.url.params["query"] == title.replace("-", " ")  # a hyphenated term can miss


async def test_a_full_stop_and_hyphens_are_not_sent(wire):
    served = wire(NOT_FOUND, {"total": 0, "offset": 0})
    await source.search(served.context, titled("Detection of Invented Malware with Code-Heterogeneity Features."))
    asked = [request.url.params["query"] for request in served.requests]
    assert asked == ["Detection of Invented Malware with Code Heterogeneity Features"] * 2


async def test_a_far_match_is_doubted(wire):
    served = wire(
        {"data": [paper("Explanation of Gravity Hill of Mainpat by using digital Elevation Modeling", 1)]},
        found(
            paper("Antigravity hills are visual illusions", 2),
            paper("Explanation of Gravity Hill of Mainpat by using digital Elevation Modeling", 1),
            paper("Gravity hills as a visual illusion", 3),
        ),
    )
    records = await source.search(served.context, titled("Gravity hills as visual illusions", limit=2))
    assert [record.title for record in records] == [
        "Gravity hills as a visual illusion",
        "Antigravity hills are visual illusions",
    ]
    assert [request.url.path.rpartition("/")[2] for request in served.requests] == ["match", "search"]


async def test_no_match_is_doubted(wire):
    served = wire(NOT_FOUND, NOTHING)
    assert await source.search(served.context, titled("Quantum Neural Transformers for Traffic")) == []
    assert len(served.requests) == 2


async def test_a_short_title_may_have_several_works(wire):
    served = wire({"data": [paper("Deep learning", 1)]}, found(paper("Deep Learning", 2), paper("Deep learning", 1)))
    records = await source.search(served.context, titled("Deep learning"))
    assert {record.source_id for record in records} == {f"{1:040x}", f"{2:040x}"}


async def test_papers_without_a_title_come_last(wire):
    served = wire(NOT_FOUND, found({"paperId": "a", "title": None}, {"paperId": "b"}, paper("Deep learning")))
    records = await source.search(served.context, titled("Deep learning"))
    assert [record.title for record in records] == ["Deep learning", None, None]


async def test_relevance_gets_plain_words(wire):
    served = wire(NOT_FOUND, NOTHING)
    await source.search(served.context, titled('Low-rank "adaptation" (LoRA): +fine -tuning * of ~models | O\'Hare'))
    assert served.requests[1].url.params["query"] == "Low rank adaptation LoRA fine tuning of models O'Hare"


async def test_a_title_without_words_asks_nothing(wire):
    served = wire(NOT_FOUND)
    for text in ("?!+", " ", "x" * 301):
        for kind in SearchKind:
            with pytest.raises(CannotAsk):
                await source.search(served.context, SearchQuery(kind=kind, text=text))
    assert served.requests == []


async def test_a_long_text_is_cut_between_words(wire):
    served = wire(NOT_FOUND, NOTHING)
    await source.search(served.context, titled("convolution " * 1000))
    for request in served.requests:
        assert len(request.url.params["query"]) <= 300
        assert request.url.params["query"].endswith("convolution")


@pytest.mark.parametrize(
    ("year_from", "year_to", "expected"),
    [(2016, 2020, "2016-2020"), (2010, None, "2010-"), (None, 2015, "-2015"), (None, None, None)],
)
async def test_topic(year_from, year_to, expected, wire):
    served = wire(found(*(paper(f"Graph networks {number}", number) for number in range(9))))
    query = SearchQuery(kind=SearchKind.TOPIC, text="graph-networks", year_from=year_from, year_to=year_to, limit=3)
    records = await source.search(served.context, query)
    assert [record.title for record in records] == ["Graph networks 0", "Graph networks 1", "Graph networks 2"]
    params = served.requests[0].url.params
    assert (params["query"], params["limit"], params.get("year")) == ("graph networks", "3", expected)


async def test_no_more_than_the_api_gives(wire):
    served = wire(NOTHING)
    await source.search(served.context, SearchQuery(kind=SearchKind.TOPIC, text="graphs", limit=1000))
    assert served.requests[0].url.params["limit"] == "100"


async def test_citation_is_searched_by_its_words(wire):
    served = wire(found(paper("Attention is All you Need")))
    text = "Vaswani, A., Shazeer, N. (2017). Attention is all you need. Advances in NeurIPS, 30."
    (record,) = await source.search(served.context, SearchQuery(kind=SearchKind.CITATION, text=text))
    assert record.title == "Attention is All you Need"
    assert served.requests[0].url.params["query"].startswith("Vaswani A. Shazeer N. 2017")


async def test_a_doi_that_is_longer_than_any(wire):
    served = wire(paper("A title"))
    with pytest.raises(CannotAsk):
        await source.lookup_doi(served.context, "10.1000/" + "x" * 9000)
    assert served.requests == []


# --- faults ----------------------------------------------------------------------------------------------------------

PAGE = b"<!DOCTYPE html><html><body>Checking your browser</body></html>"


@pytest.mark.parametrize(
    "answer",
    [
        (404, PAGE),
        (404, b""),
        (404, {"message": "Missing Authentication Token"}),
        (400, {"error": "Unrecognized or unsupported fields: [x]"}),
        PAGE,
        b"",
        b'{"paperId": "a", "tit',
        {"error": "Internal error"},
        {"message": "Internal server error"},
        {},
        [],
        [paper("A title")],
        "text",
        None,
        7,
    ],
)
async def test_what_is_no_answer(answer, wire):
    context = wire(answer).context
    with pytest.raises(SourceBadResponse):
        await source.lookup_doi(context, "10.1000/x")
    with pytest.raises(SourceBadResponse):
        await source.search(context, titled("A title of five words"))


@pytest.mark.parametrize("data", [None, {}, "text", [None], [7, "x"], [{}], []])
async def test_search_without_papers(data, wire):
    with pytest.raises(SourceBadResponse):
        await source.search(wire({"total": 3, "data": data}).context, SearchQuery(kind=SearchKind.TOPIC, text="graphs"))


async def test_search_says_more_than_it_sends(wire):
    with pytest.raises(SourceBadResponse):
        await source.search(wire({"total": 3, "offset": 0}).context, SearchQuery(kind=SearchKind.TOPIC, text="graphs"))


async def test_search_of_unknown_path_is_empty(wire):
    served = wire((404, {"error": "Not found"}))
    assert await source.search(served.context, SearchQuery(kind=SearchKind.TOPIC, text="graphs")) == []


async def test_limit_without_key_names_the_key(wire):
    """The API sends no Retry-After; the message must help and hold no address."""
    served = wire((429, {"message": "Too Many Requests.", "code": "429"}))
    with pytest.raises(SourceRateLimited, match="set S2_API_KEY") as caught:
        await source.lookup_doi(served.context, "10.1000/x")
    assert "http" not in str(caught.value)
    assert len(served.requests) > 1


async def test_limit_with_key(wire):
    served = wire((429, {"message": "Too Many Requests."}, {"Retry-After": "9999"}), S2_API_KEY="s3cret")
    with pytest.raises(SourceRateLimited) as caught:
        await source.lookup_doi(served.context, "10.1000/x")
    assert "S2_API_KEY" not in str(caught.value)
    assert caught.value.retry_after == 9999


@pytest.mark.parametrize("environ", [{}, {"S2_API_KEY": "s3cret"}, {"SEMANTIC_SCHOLAR_API_KEY": "s3cret"}])
async def test_refused_key(environ, wire):
    served = wire((403, {"message": "Forbidden"}), **environ)
    with pytest.raises(SourceAuthError, match="S2_API_KEY") as caught:
        await source.search(served.context, titled("A title of five words"))
    assert "s3cret" not in str(caught.value)
    assert [request.headers.get("x-api-key") for request in served.requests] == [(environ and "s3cret") or None]


NULLS = {"paperId": None, "title": None, "externalIds": None, "authors": None}


@pytest.mark.parametrize("other", [NULLS, {}, None, 7, {"paperId": "x", "title": {"text": "A title"}}])
@pytest.mark.parametrize("kind", list(SearchKind))
async def test_what_is_no_paper_spoils_no_other_but_is_told(other, kind, wire):
    """What cannot be read may be what was asked for, so that nothing is known to be absent."""
    served = wire({"total": 2, "data": [other, paper("A longer title of a paper")]})
    with pytest.raises(PartlyUnreadable) as caught:
        await source.search(served.context, SearchQuery(kind=kind, text="A title"))
    assert [record.title for record in caught.value.found] == ["A longer title of a paper"]


@pytest.mark.parametrize("other", [NULLS, {}, 7, {"error": "x"}])
async def test_an_entry_of_a_batch_that_is_no_paper_is_no_absence(other, wire):
    dois = ["10.1000/a", "10.1000/b", "10.1000/c"]
    with pytest.raises(PartlyUnreadable) as caught:
        await source.lookup_dois(wire([paper("A title"), other, None]).context, dois)
    assert list(caught.value.found) == ["10.1000/a"]
    with pytest.raises(SourceBadResponse):
        await source.lookup_dois(wire([None, other, None]).context, dois)


@pytest.mark.parametrize("name", ["error", "errors", "message"])
@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("Index is down", SourceBadResponse),
        ({"code": 7, "text": ["Index is down"]}, SourceBadResponse),
        ("Too Many Requests", SourceRateLimited),
    ],
)
@pytest.mark.parametrize("empty", [{"total": 0}, {"total": 0, "data": []}, {"paperId": None, "data": None}])
async def test_an_error_beside_an_empty_list_is_no_answer(name, told, kind, empty, wire):
    served = wire({**empty, name: told})
    for asked in (source.search(served.context, titled("A title")), source.lookup_doi(served.context, "10.1000/x")):
        with pytest.raises(SourceError) as caught:
            await asked
        assert type(caught.value) is kind

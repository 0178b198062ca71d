"""What is asked of Crossref, and what is made of answers that are no works."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any
from urllib.parse import unquote

import pytest

from refcheck_core import (
    CannotAsk,
    IdentifierKind,
    NotCovered,
    PartlyUnreadable,
    Record,
    SearchKind,
    SearchQuery,
    Settings,
    SourceAuthError,
    SourceBadResponse,
    SourceError,
    SourceInfo,
    SourceRateLimited,
    SourceUnavailable,
    Tier,
    WorkType,
)
from refcheck_core.testing import Reply, Request
from refcheck_crossref import source
from refcheck_crossref.source import MAX_BATCH, SELECT

pytestmark = pytest.mark.anyio

NOT_FOUND = Reply.text("Resource not found.", status=404, type="application/json")


def work(doi: str = "10.1000/x", **fields: Any) -> dict[str, Any]:
    return {"DOI": doi, "type": "journal-article", "title": [f"Title of {doi}"], **fields}


def single(message: Any) -> Reply:
    return Reply.json({"status": "ok", "message-type": "work", "message": message})


def listed(items: Any, total: int | None = None) -> Reply:
    message = {"items": items, "total-results": len(items or ()) if total is None else total}
    return Reply.json({"status": "ok", "message-type": "work-list", "message": message})


def described(**environ: str) -> SourceInfo:
    folders = {"REFCHECK_CACHE_DIR": "/nowhere", "REFCHECK_STATE_DIR": "/nowhere"}
    return source.describe(Settings.from_environment({**folders, **environ}))


def query(kind: SearchKind = SearchKind.TITLE, text: str = "A title", **fields: Any) -> SearchQuery:
    return SearchQuery(kind=kind, text=text, **fields)


# --- description ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "rates", "at_once"),
    [
        ({}, (5, 1), 1),
        ({"CROSSREF_EMAIL": "someone@example.org"}, (10, 3), 3),
        ({"CROSSREF_MAILTO": "someone@example.org"}, (10, 3), 3),
        ({"CROSSREF_EMAIL": "no address"}, (5, 1), 1),
    ],
)
def test_limits_are_those_of_the_pool(environ: dict[str, str], rates: tuple[int, int], at_once: int) -> None:
    info = described(**environ)
    assert tuple(limit.requests / limit.seconds for limit in info.limits) == rates
    assert info.concurrency == at_once
    assert info.tier is Tier.FAST
    assert "example.org" not in repr(info)


@pytest.mark.parametrize(
    ("path", "which"), [("works", 1), ("/works", 1), ("works/10.1000/x", 0), ("/works/10.1000/x/agency", 0)]
)
def test_each_request_falls_under_one_limit(path: str, which: int) -> None:
    matching = [bool(re.fullmatch(limit.path or "", path)) for limit in described().limits]
    assert matching == [which == 0, which == 1]


def test_description_says_what_a_none_means() -> None:
    info = described()
    assert IdentifierKind.DOI in info.registers
    assert info.doi_prefixes == frozenset()
    assert WorkType.JOURNAL_ARTICLE in info.holds
    assert not info.holds & {WorkType.WEBPAGE, WorkType.SOFTWARE, WorkType.STANDARD, WorkType.DISSERTATION}


def test_importing_the_package_loads_neither_models_nor_http() -> None:
    code = "import sys, refcheck_crossref; print(*(m for m in ('pydantic', 'httpx', 'stamina') if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# --- search -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        (query(), "query.title"),
        (query(SearchKind.CITATION), "query.bibliographic"),
        (query(SearchKind.TOPIC), "query.bibliographic"),
        (query(authors=("Doe",), year_from=2000, year_to=2001), "query.title"),
    ],
)
async def test_search_asks_by_one_field_alone(asked: SearchQuery, field: str, asking) -> None:
    async with asking(lambda request: listed([work()])) as (server, ctx):
        found = await source.search(ctx, asked)
    assert [record.doi for record in found] == ["10.1000/x"]
    assert server.requests[0].path == "works"
    assert server.requests[0].params == {field: ["A title"], "rows": ["5"], "select": [SELECT]}


@pytest.mark.parametrize(
    ("years", "wanted"),
    [
        ((2019, 2021), "from-pub-date:2019,until-pub-date:2021"),
        ((2019, None), "from-pub-date:2019"),
        ((None, 2021), "until-pub-date:2021"),
    ],
)
async def test_topic_search_filters_years(years: tuple[int | None, int | None], wanted: str, asking) -> None:
    asked = query(SearchKind.TOPIC, year_from=years[0], year_to=years[1], limit=7)
    async with asking(lambda request: listed([])) as (server, ctx):
        assert await source.search(ctx, asked) == []
    assert server.requests[0].params["filter"] == [wanted]
    assert server.requests[0].params["rows"] == ["7"]


def test_selected_fields_are_selectable() -> None:
    not_selectable = {"subtype", "institution", "language", "source", "journal-issue", "edition-number", "reference"}
    assert not not_selectable & set(SELECT.split(","))


async def test_no_more_than_the_limit(asking) -> None:
    async with asking(lambda request: listed([work(f"10.1000/{n}") for n in range(9)])) as (_, ctx):
        assert len(await source.search(ctx, query(limit=3))) == 3


@pytest.mark.parametrize("text", ["…", "?!", "\u200b", "<i></i>", "x" * 50_000, "x" * 50_000 + " y"])
async def test_a_text_without_a_word_is_not_asked(text: str, asking) -> None:
    async with asking(lambda request: listed([work()])) as (server, ctx):
        for kind in SearchKind:
            with pytest.raises(CannotAsk):
                await source.search(ctx, query(kind, text=text))
    assert server.requests == []


@pytest.mark.parametrize("text", ["word " * 5000, "一" * 5000, "x " + "y" * 50_000])
async def test_a_long_text_is_cut_to_what_a_url_holds(text: str, asking) -> None:
    async with asking(lambda request: listed([])) as (server, ctx):
        await source.search(ctx, query(text=text))
    sent = server.requests[0].params["query.title"][0]
    assert sent
    assert text.startswith(sent)
    assert len(server.requests[0].query) < 6000


@pytest.mark.parametrize("other", [None, "x", {}, {"title": ["?"]}, {**work("10.1000/y"), "title": {"x": "?"}}])
async def test_what_is_no_work_spoils_no_other_but_is_told(other, asking) -> None:
    """What cannot be read may be what was asked for, so that nothing is known to be absent."""
    async with asking(lambda request: listed([other, work()])) as (_, ctx):
        with pytest.raises(PartlyUnreadable) as searched:
            await source.search(ctx, query())
        assert [record.doi for record in searched.value.found] == ["10.1000/x"]
        with pytest.raises(PartlyUnreadable) as batch:
            await source.lookup_dois(ctx, ["10.1000/x", "10.1000/y"])
        assert list(batch.value.found) == ["10.1000/x"]


@pytest.mark.parametrize("name", ["error", "errors", "fault"])
@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("Internal failure", SourceBadResponse),
        ({"code": 500, "detail": ["Index is down"]}, SourceBadResponse),
        (True, SourceBadResponse),
        ("Rate limit exceeded", SourceRateLimited),
    ],
)
async def test_an_error_beside_an_empty_list_is_no_answer(name, told, kind, asking) -> None:
    empty = {"total-results": 0, "items": []}
    for body in ({"status": "ok", "message": {**empty, name: told}}, {"status": "ok", "message": empty, name: told}):
        async with asking(lambda request, body=body: Reply.json(body)) as (_, ctx):
            with pytest.raises(SourceError) as caught:
                await source.search(ctx, query())
            assert type(caught.value) is kind


async def test_an_empty_list_of_some_works_is_no_answer(asking) -> None:
    async with asking(lambda request: listed([], total=7)) as (_, ctx):
        with pytest.raises(SourceBadResponse, match="lists none"):
            await source.search(ctx, query())


# --- single DOIs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "doi",
    [
        "10.1000/a/b",
        "10.1130/0091-7613(2003)031<0203:cossdd>2.0.co;2",
        "10.1000/a#b?c&d%2Fe",
        "10.1000/é 1",
        "10.1000/../x",
    ],
)
async def test_a_doi_is_one_encoded_part_of_the_path(doi: str, asking) -> None:
    async with asking(lambda request: single(work(doi))) as (server, ctx):
        record = await source.lookup_doi(ctx, doi)
    assert record is not None
    (request,) = server.requests
    assert request.path.count("/") == 1
    assert unquote(request.path) == f"works/{doi}"
    assert request.query == ""


async def test_an_answer_under_another_doi_tells_of_an_alias(asking) -> None:
    async with asking(lambda request: single(work("10.1000/primary"))) as (_, ctx):
        record = await source.lookup_doi(ctx, "10.1000/alias")
    assert record is not None
    assert (record.doi, record.same_as) == ("10.1000/primary", ("10.1000/alias",))


async def test_a_doi_that_no_agency_has_is_absent(asking) -> None:
    async with asking(lambda request: NOT_FOUND) as (server, ctx):
        assert await source.lookup_doi(ctx, "10.1000/x") is None
    assert [request.path for request in server.requests] == ["works/10.1000%2Fx", "works/10.1000%2Fx/agency"]


def agency_answer(agency: Any) -> Any:
    def respond(request: Request) -> Reply:
        return single({"DOI": "10.1000/x", "agency": agency}) if request.path.endswith("/agency") else NOT_FOUND

    return respond


@pytest.mark.parametrize(
    ("agency", "name", "says"),
    [
        ({"id": "datacite", "label": "DataCite"}, "DataCite", "registered at DataCite, not at Crossref"),
        ({"id": "medra", "label": None}, "medra", "registered at medra"),
        ({"id": "crossref", "label": "Crossref"}, "Crossref", "not \\(yet\\) as a work"),
    ],
)
async def test_a_doi_that_an_agency_has_is_not_absent(agency: Any, name: str, says: str, asking) -> None:
    async with asking(agency_answer(agency)) as (_, ctx):
        with pytest.raises(NotCovered, match=says) as caught:
            await source.lookup_doi(ctx, "10.1000/x")
    assert caught.value.agency == name


@pytest.mark.parametrize("agency", [None, "DataCite", {}, {"id": 7}, {"id": " "}])
async def test_an_unreadable_agency_is_no_absence(agency: Any, asking) -> None:
    async with asking(agency_answer(agency)) as (_, ctx):
        with pytest.raises(SourceBadResponse):
            await source.lookup_doi(ctx, "10.1000/x")


async def test_a_failing_agency_check_is_no_absence(asking) -> None:
    def respond(request: Request) -> Reply:
        return Reply(status=500) if request.path.endswith("/agency") else NOT_FOUND

    async with asking(respond, REFCHECK_WAITING_BUDGET="0.2") as (_, ctx):
        with pytest.raises(SourceUnavailable):
            await source.lookup_doi(ctx, "10.1000/x")


@pytest.mark.parametrize(
    "reply",
    [
        Reply.text("<html>404 Not Found</html>", status=404, type="text/html"),
        Reply.json({"status": "failed", "message": []}),
        Reply.json({"status": "ok", "message": []}),
        Reply.json({"status": "ok", "message": {}}),
        Reply.json({"status": "ok", "message": {"items": []}}),
        Reply.json({"status": None, "message": work()}),
        Reply.json([work()]),
        Reply.json(work()),
        Reply.text("", status=204),
        Reply.text("<html></html>"),
        Reply.text('{"status":"ok","message":{"DOI":"10.1000/x"'),
    ],
)
async def test_a_wrong_body_is_a_bad_response(reply: Reply, asking) -> None:
    async with asking(lambda request: reply) as (_, ctx):
        with pytest.raises(SourceBadResponse):
            await source.lookup_doi(ctx, "10.1000/x")


@pytest.mark.parametrize("items", [None, {}, "x", [1, 2], [{"title": ["?"]}]])
async def test_a_wrong_list_is_a_bad_response(items: Any, asking) -> None:
    async with asking(lambda request: listed(items)) as (_, ctx):
        with pytest.raises(SourceBadResponse):
            await source.search(ctx, query())
        with pytest.raises(SourceBadResponse):
            await source.lookup_dois(ctx, ["10.1000/x"])


@pytest.mark.parametrize("status", [401, 403])
async def test_a_block_is_no_absence(status: int, asking) -> None:
    async with asking(lambda request: Reply.text("blocked", status=status)) as (_, ctx):
        with pytest.raises(SourceAuthError):
            await source.lookup_doi(ctx, "10.1000/x")


# --- batches ----------------------------------------------------------------------------------------------------------


def registry(*known: str) -> Any:
    """Answers filters and single DOIs by what it knows, in an order of its own."""

    def respond(request: Request) -> Reply:
        if request.path == "works":
            asked = [part.removeprefix("doi:") for part in request.params["filter"][0].split(",")]
            assert len(asked) == int(request.params["rows"][0])
            return listed([work(doi.upper()) for doi in reversed(known) if doi in asked])
        doi = unquote(request.path.removeprefix("works/"))
        return single(work(doi)) if doi in known else NOT_FOUND

    return respond


async def test_batch_keys_are_those_asked_for(asking) -> None:
    async with asking(registry("10.1000/a", "10.1000/b&c")) as (server, ctx):
        found = await source.lookup_dois(ctx, ["10.1000/b&c", "10.1000/absent", "10.1000/a", "10.1000/a"])
    assert {doi: record.doi for doi, record in found.items()} == {
        "10.1000/a": "10.1000/a",
        "10.1000/b&c": "10.1000/b&c",
    }
    assert len(server.requests) == 1
    assert server.requests[0].params["select"] == [SELECT]


async def test_dois_with_commas_are_asked_for_one_by_one(asking) -> None:
    async with asking(registry("10.1000/a", "10.1000/b,c")) as (server, ctx):
        found = await source.lookup_dois(ctx, ["10.1000/a", "10.1000/b,c", "10.1000/d,e"])
    assert set(found) == {"10.1000/a", "10.1000/b,c"}
    assert sorted(request.path for request in server.requests) == [
        "works",
        "works/10.1000%2Fb%2Cc",
        "works/10.1000%2Fd%2Ce",
    ]


@pytest.mark.parametrize(("length", "requests"), [(10, 1), (200, 3)])
async def test_long_batches_are_split_by_what_a_url_holds(length: int, requests: int, asking) -> None:
    dois = [f"10.1000/{'x' * length}{n}" for n in range(MAX_BATCH)]
    async with asking(registry(*dois)) as (server, ctx):
        found = await source.lookup_dois(ctx, dois)
    assert set(found) == set(dois)
    assert len(server.requests) == requests
    assert all(len(request.query) < 6000 for request in server.requests)


# --- BibTeX -----------------------------------------------------------------------------------------------------------


async def test_bibtex(asking) -> None:
    async with asking(lambda request: Reply.text(" @article{Doe_2020, title={A} }")) as (server, ctx):
        assert (
            await source.to_bibtex(ctx, Record(source="crossref", doi="10.1000/x")) == "@article{Doe_2020, title={A} }"
        )
        assert await source.to_bibtex(ctx, Record(source="crossref")) is None
    assert [request.path for request in server.requests] == ["works/10.1000%2Fx/transform/application/x-bibtex"]


@pytest.mark.parametrize("reply", [Reply.text("no entry"), Reply.text("<html></html>"), Reply.text("")])
async def test_something_else_for_bibtex_is_a_bad_response(reply: Reply, asking) -> None:
    async with asking(lambda request: reply) as (_, ctx):
        with pytest.raises(SourceBadResponse):
            await source.to_bibtex(ctx, Record(source="crossref", doi="10.1000/x"))


async def test_the_contact_goes_into_the_user_agent_and_nowhere_else(asking) -> None:
    async with asking(lambda request: single(work()), CROSSREF_EMAIL="someone@example.org") as (server, ctx):
        record = await source.lookup_doi(ctx, "10.1000/x")
    (request,) = server.requests
    assert "mailto:someone@example.org" in request.headers["user-agent"]
    assert "example.org" not in request.path + request.query
    assert record is not None
    assert "someone@" not in json.dumps(record.model_dump(mode="json"))

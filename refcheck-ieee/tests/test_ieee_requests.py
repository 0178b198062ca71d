"""What is asked of the API, how often, and what its faults become."""

from __future__ import annotations

import logging
import re

import pytest

from refcheck_core import (
    CannotAsk,
    PartlyUnreadable,
    SearchKind,
    SearchQuery,
    Settings,
    SourceAuthError,
    SourceBadResponse,
    SourceRateLimited,
    SourceUnavailable,
    Tier,
)
from refcheck_ieee import source

pytestmark = pytest.mark.anyio

KEY = {"IEEE_API_KEY": "s3cret-key-123"}
NOTHING = {"total_records": 0, "total_searched": 5_000_000}


def article(title="A title", number=1, **fields):
    return {"title": title, "article_number": str(number), **fields}


def found(*articles, total=None):
    return {"total_records": len(articles) if total is None else total, "articles": list(articles)}


def titled(text, limit=5):
    return SearchQuery(kind=SearchKind.TITLE, text=text, limit=limit)


def about(text, limit=5, **years):
    return SearchQuery(kind=SearchKind.TOPIC, text=text, limit=limit, **years)


def params(request):
    return {name: value for name, value in request.url.params.items() if name not in {"apikey", "format"}}


def test_description():
    info = source.describe(Settings.from_environment({}))
    assert (info.tier, info.concurrency, info.max_batch) == (Tier.METERED, 1, 0)
    assert [(limit.requests, limit.seconds) for limit in info.limits] == [(1, 1.0), (200, 86_400.0)]
    assert [(key.env, key.header, key.parameter, key.required) for key in info.keys] == [
        ("IEEE_API_KEY", None, "apikey", True)
    ]
    assert info.doi_prefixes == frozenset()
    assert info.registers == frozenset()


# --- what is asked ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Deep learning", "Deep learning"),
        ('The "quoted": title*? (in parts) [x]', "The quoted title in parts x"),
        ("Profit AND loss, or not", "Profit loss"),
        ("Network-on-chip_design", "Network on chip design"),
        (
            "one two three four five six seven eight nine ten eleven twelve",
            "one two three four five six seven eight nine ten",
        ),
        ("βIII in H<sub>2</sub>O", "βIII in H2O"),
        ("注意力机制", "注意力机制"),
    ],
)
async def test_title(title, words, wire):
    served = wire(NOTHING, **KEY)
    assert await source.search(served.context, titled(title)) == []
    (request,) = served.requests
    assert request.url.path == "/api/v1/search/articles"
    assert params(request) == {"article_title": words, "max_records": "25", "start_record": "1"}
    assert request.url.params["apikey"] == "s3cret-key-123"
    assert request.url.params["format"] == "json"


async def test_the_title_itself_comes_first(wire):
    served = wire(found(article("Other"), article("Deep learning: a survey", 2), article("Deep Learning", 3)), **KEY)
    records = await source.search(served.context, titled("Deep learning", limit=2))
    assert [record.title for record in records] == ["Deep Learning", "Deep learning: a survey"]


@pytest.mark.parametrize(
    ("years", "sent"),
    [
        ({}, {}),
        ({"year_from": 2016}, {"start_year": "2016"}),
        ({"year_to": 2020}, {"end_year": "2020"}),
        ({"year_from": 2016, "year_to": 2020}, {"start_year": "2016", "end_year": "2020"}),
    ],
)
async def test_topic(years, sent, wire):
    served = wire(NOTHING, **KEY)
    assert await source.search(served.context, about("graph* neural-networks (deep)", limit=30, **years)) == []
    assert params(served.requests[0]) == {
        "querytext": "graph neural networks deep",
        "max_records": "30",
        "start_record": "1",
        **sent,
    }


async def test_the_range_of_years_is_applied_again_with_one_more_page(wire):
    first = [article(str(year), year, publication_year=year) for year in range(1996, 2021)]
    second = [
        article("2019", 2, publication_year="2019"),
        article("undated", 3),
        article("1999", 4, publication_year=1999),
    ]
    served = wire(found(*first, total=28), found(*second, total=28), **KEY)
    records = await source.search(served.context, about("graphs", limit=5, year_from=2018, year_to=2019))
    assert [record.title for record in records] == ["2018", "2019", "2019", "undated"]
    assert [request.url.params["start_record"] for request in served.requests] == ["1", "26"]


async def test_no_more_pages_than_needed_or_two(wire):
    far = [article(str(number), number, publication_year=1990) for number in range(25)]
    served = wire(found(*far, total=1000), **KEY)
    assert await source.search(served.context, about("graphs", year_from=2018)) == []
    assert len(served.requests) == 2
    served = wire(found(*far, total=1000), **KEY)
    assert len(await source.search(served.context, about("graphs", limit=7))) == 7
    assert len(served.requests) == 1


async def test_no_more_than_the_api_gives(wire):
    served = wire(NOTHING, **KEY)
    await source.search(served.context, about("graphs", limit=1000))
    assert served.requests[0].url.params["max_records"] == "200"


async def test_text_without_words_asks_nothing(wire):
    served = wire(NOTHING, **KEY)
    for text in ("?!…", "AND or Not", "near", "***", "x" * 301):
        for query in (titled(text), about(text)):
            with pytest.raises(CannotAsk):
                await source.search(served.context, query)
    assert served.requests == []


async def test_a_doi_is_asked_for_alone_and_compared(wire):
    """A `doi` overrides every other parameter, so nothing goes with it; what comes back is compared."""
    doi = "10.1109/cvpr.2016.90"
    served = wire(
        found(article("Other", doi="10.1109/cvpr.2016.9"), article("This", 2, doi="10.1109/CVPR.2016.90")), **KEY
    )
    assert (await source.lookup_doi(served.context, doi)).title == "This"
    assert set(params(served.requests[0])) == {"doi", "max_records", "start_record"}
    assert await source.lookup_doi(served.context, "10.1109/cvpr.2016") is None


@pytest.mark.parametrize("doi", [None, "", "none", 7, []])
async def test_an_article_without_a_doi_that_was_found_by_one_says_nothing(doi, wire):
    served = wire(found(article("This?", doi=doi)), **KEY)
    with pytest.raises(SourceBadResponse, match="article that has none"):
        await source.lookup_doi(served.context, "10.1000/x")


async def test_a_doi_that_is_longer_than_any(wire):
    served = wire(NOTHING, **KEY)
    with pytest.raises(CannotAsk):
        await source.lookup_doi(served.context, "10.1000/" + "x" * 7000)
    assert served.requests == []


# --- faults ----------------------------------------------------------------------------------------------------------


async def both(context):
    """What the two hooks raise."""
    errors = []
    for asked in (source.search(context, titled("A title")), source.lookup_doi(context, "10.1000/x")):
        with pytest.raises(Exception) as caught:  # noqa: PT011  (its type is what the callers look at)
            await asked
        errors.append(caught.value)
    assert (type(errors[0]), str(errors[0])) == (type(errors[1]), str(errors[1]))
    assert "s3cret" not in str(errors[0])
    return errors[0]


@pytest.mark.parametrize(
    ("status", "body", "headers", "kind", "words"),
    [
        (403, b"<h1>Developer Inactive</h1>", {}, SourceAuthError, "is not active"),
        (403, b"", {"X-Mashery-Error-Code": "ERR_403_DEVELOPER_INACTIVE"}, SourceAuthError, "is not active"),
        (403, b"<h1>Not Authorized</h1>", {"X-Mashery-Error-Code": "ERR_403_NOT_AUTHORIZED"}, SourceAuthError,
         "refuses the key in IEEE_API_KEY (status 403)"),
        (401, {"message": "unauthorized"}, {}, SourceAuthError, "refuses the key in IEEE_API_KEY (status 401)"),
        (400, {"error": "bad"}, {}, SourceBadResponse, "400"),
        (404, b"", {}, SourceBadResponse, "404"),
        (204, b"", {}, SourceBadResponse, "status 204"),
        (500, b"", {}, SourceUnavailable, "500"),
        (596, b"<h1>Service Not Found</h1>", {}, SourceUnavailable, "596"),
    ],
)  # fmt: skip
async def test_each_status_has_words_of_its_own(status, body, headers, kind, words, wire):
    error = await both(wire((status, body, headers), **KEY).context)
    assert type(error) is kind
    assert words in str(error)


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        "text",
        7,
        None,
        {"total_records": 3},
        {"total_records": 3, "articles": []},
        {"total_records": 3, "articles": [None, {}, "x"]},
        {"total_records": 0, "articles": "x"},
        {"total_records": 0, "articles": [None]},
        {"total_records": True},
        {"total_records": -1},
        {"error": "Internal error"},
        {"message": "x"},
        b"",
        b'{"total_records": 1, "articles": [{"title": "A',
        b"<!DOCTYPE html><html><body>Checking your browser</body></html>",
        b"<?xml version='1.0'?><articles/>",
    ],
)
async def test_what_is_no_answer(body, wire):
    assert type(await both(wire(body, **KEY).context)) is SourceBadResponse


@pytest.mark.parametrize("body", [{"total_records": "0"}, {"total_records": 0, "articles": []}, NOTHING])
async def test_nothing_found(body, wire):
    served = wire(body, **KEY)
    assert await source.search(served.context, titled("A title")) == []
    assert await source.lookup_doi(served.context, "10.1000/x") is None


@pytest.mark.parametrize("other", [None, {"rank": 2}, {"title": None, "doi": None}, {"title": {}, "doi": "10.1/x"}])
async def test_what_is_no_article_spoils_no_other_but_is_told(other, wire):
    """What cannot be read may be what was asked for, so that nothing is known to be absent."""
    served = wire({"total_records": "2", "articles": [other, article("Good", doi="10.1000/y")]}, **KEY)
    for query in (titled("A title"), about("graphs")):
        with pytest.raises(PartlyUnreadable) as caught:
            await source.search(served.context, query)
        assert [record.title for record in caught.value.found] == ["Good"]
    assert (await source.lookup_doi(served.context, "10.1000/y")).title == "Good"
    with pytest.raises(SourceBadResponse):
        await source.lookup_doi(served.context, "10.1000/x")


@pytest.mark.parametrize("name", ["error", "errors", "errorMessage", "fault", "message", "detail"])
@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("Internal failure", SourceBadResponse),
        ({"code": 7, "text": ["Index is down"]}, SourceBadResponse),
        ("Developer Over Rate", SourceRateLimited),
        ({"reason": "Rate limit exceeded"}, SourceRateLimited),
        ("Developer Inactive", SourceAuthError),
    ],
)
@pytest.mark.parametrize("empty", [{"total_records": 0}, {"total_records": 0, "articles": []}])
async def test_an_error_beside_an_empty_list_is_no_answer(name, told, kind, empty, wire):
    assert type(await both(wire({**empty, name: told}, **KEY).context)) is kind


async def test_words_that_nothing_was_found_are_no_error(wire):
    served = wire({"total_records": 0, "message": "No results found"}, **KEY)
    assert await source.search(served.context, titled("A title")) == []


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"<h1>Developer Over Rate</h1>", {}),
        (b"Developer Over Rate", {}),
        (b"<?xml version='1.0'?><error><message>Developer  Over\nRate</message></error>", {}),
        (b"", {"X-Mashery-Error-Code": "ERR_403_DEVELOPER_OVER_RATE"}),
        (b"", {"X-Error-Detail-Header": "Account Over Rate Limit"}),
    ],
)
@pytest.mark.parametrize("status", [403, 429])
async def test_a_used_up_quota_lasts_until_midnight(status, body, headers, wire):
    served = wire((status, body, {"Date": "Wed, 29 Apr 2026 20:52:00 GMT", **headers}), **KEY)
    with pytest.raises(
        SourceRateLimited, match="quota of the key in IEEE_API_KEY is used up for today; it asks"
    ) as caught:
        await source.search(served.context, titled("A title"))
    assert caught.value.retry_after == 3 * 3600 + 8 * 60
    assert len(served.requests) == 1


async def test_a_used_up_quota_without_any_date(wire):
    served = wire((403, b"Developer Over Rate", {"Date": "yesterday"}), **KEY)
    with pytest.raises(SourceRateLimited) as caught:
        await source.search(served.context, titled("A title"))
    assert 0 < caught.value.retry_after <= 86_400


async def test_retry_after_leads(wire):
    served = wire((403, b"Developer Over Rate", {"Retry-After": "11279"}), **KEY)
    with pytest.raises(SourceRateLimited, match="4 h") as caught:
        await source.search(served.context, titled("A title"))
    assert caught.value.retry_after == 11279


@pytest.mark.parametrize("headers", [{"Retry-After": "0.01"}, {}])
async def test_too_many_in_one_second_are_waited_for(headers, wire):
    refused = (403, b"<h1>Developer Over Qps</h1>", headers)
    served = wire(refused, found(article("Good")), **KEY)
    (record,) = await source.search(served.context, titled("A title"))
    assert record.title == "Good"
    assert len(served.requests) == 2


async def test_two_hundred_a_day_are_counted_across_restarts(wire):
    limited = {**KEY, "REFCHECK_LIMITS_SCALE": "0.0001", "REFCHECK_WAITING_BUDGET": "0.5"}  # a day takes 8.64 s
    sent = 0
    refused = None
    for _ in range(3):
        served = wire(NOTHING, **limited)
        async with served.context.http:
            for _ in range(90):
                try:
                    await source.lookup_doi(served.context, "10.1109/x")
                except SourceRateLimited as error:
                    refused = error
                    break
        sent += len(served.requests)
    assert refused is not None
    assert re.search(r"200 requests|quota|a day", str(refused))
    assert 190 <= sent <= 200


# --- the key ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [401, 403, 429, 500, 404])
async def test_the_key_is_in_no_error_log_or_file(status, wire, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    body = {"error": "bad key s3cret-key-123 in https://ieeexploreapi.ieee.org/?apikey=s3cret-key-123"}
    served = wire((status, body, {"Retry-After": "9999"}), **KEY)
    async with served.context.http as http:
        with pytest.raises((SourceAuthError, SourceRateLimited, SourceUnavailable, SourceBadResponse)) as caught:
            await source.search(served.context, titled("A title"))
        response = await http.get("search/articles") if status in {401, 403, 404} else None
    seen, error = [caplog.text], caught.value
    while error is not None:
        seen += [str(error), repr(error.args)]
        error = error.__cause__ or error.__context__
    if response is not None:
        seen += [str(response.request.url), response.text, str(response.headers)]
    seen += [str(path) for path in tmp_path.rglob("*")]
    seen += [path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file()]
    assert not [text for text in seen if "s3cret" in text]
    assert served.requests[0].url.params["apikey"] == "s3cret-key-123"

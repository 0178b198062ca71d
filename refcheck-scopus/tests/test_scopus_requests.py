"""What is asked of the API, how often, and what its faults become."""

from __future__ import annotations

import json
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
from refcheck_scopus import source
from refcheck_scopus.queries import title_phrase, title_words

pytestmark = pytest.mark.anyio

KEY = {"SCOPUS_API_KEY": "s3cret-key-456"}
NOTHING = {
    "search-results": {
        "opensearch:totalResults": "0",
        "entry": [{"@_fa": "true", "error": "Result set was empty"}],
    }
}


def entry(title="A title", number=1, **fields):
    named = {name.replace("__", ":").replace("_", "-"): value for name, value in fields.items()}
    return {"dc:title": title, "eid": f"2-s2.0-{number}", **named}


def found(*entries):
    return {"search-results": {"opensearch:totalResults": str(len(entries)), "entry": list(entries)}}


def titled(text, limit=5):
    return SearchQuery(kind=SearchKind.TITLE, text=text, limit=limit)


def about(text, limit=5, **years):
    return SearchQuery(kind=SearchKind.TOPIC, text=text, limit=limit, **years)


def query_of(request):
    return request.url.params["query"]


def service_error(code, text):
    return {"service-error": {"status": {"statusCode": code, "statusText": text}}}


def gateway_error(code, text):
    return {"error-response": {"error-code": code, "error-message": text}}


def test_description():
    info = source.describe(Settings.from_environment({}))
    assert (info.tier, info.concurrency, info.max_batch) == (Tier.METERED, 2, 0)
    assert [(limit.requests, limit.seconds) for limit in info.limits] == [(2, 1.0), (20_000, 7 * 86_400.0)]
    assert [(key.env, key.header, key.parameter, key.required) for key in info.keys] == [
        ("SCOPUS_API_KEY", "X-ELS-APIKey", None, True),
        ("SCOPUS_INSTTOKEN", "X-ELS-Insttoken", None, False),
    ]
    assert info.doi_prefixes == frozenset()
    assert info.registers == frozenset()


# --- keys ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SCOPUS_API_KEY", "ELSEVIER_KEY"])
async def test_keys_go_in_headers(name, wire):
    served = wire(NOTHING, **{name: "s3cret-key-456", "SCOPUS_INSTTOKEN": "s3cret-token-789"})
    await source.search(served.context, about("graphs"))
    (request,) = served.requests
    assert request.headers["X-ELS-APIKey"] == "s3cret-key-456"
    assert request.headers["X-ELS-Insttoken"] == "s3cret-token-789"
    assert "s3cret" not in str(request.url)
    assert request.headers["Accept"] == "application/json"


async def test_token_is_sent_over_https_only(wire):
    served = wire(NOTHING, **KEY, SCOPUS_INSTTOKEN="s3cret-token-789", REFCHECK_SCOPUS_URL="http://mirror.example.org/")
    await source.search(served.context, about("graphs"))
    assert not {"x-els-apikey", "x-els-insttoken"} & set(served.requests[0].headers)


async def test_a_key_that_the_answer_echoes_is_scrubbed(wire):
    link = "https://www.scopus.com/inward/record.uri?scp=1&apiKey=s3cret-key-456"
    echo = entry("Echo", dc__description="your key is s3cret-key-456", link=[{"@ref": "scopus", "@href": link}])
    (record,) = await source.search(wire(found(echo), **KEY).context, about("graphs"))
    assert "s3cret" not in record.model_dump_json()
    assert record.url == "https://www.scopus.com/inward/record.uri?scp=1&apiKey=KEY"


# --- queries ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "query"),
    [
        ("Deep learning", 'TITLE("Deep learning")'),
        ('The "quoted" title', 'TITLE("The quoted title")'),
        ("Why? A study (of *stars*) {in braces}", 'TITLE("Why A study of stars in braces")'),
        ("Profit AND loss", 'TITLE("Profit") AND TITLE("loss")'),
        ("To be or not to be", 'TITLE("To be") AND TITLE("to be")'),
        ("Sharks W/3 water, pre/10 reefs", 'TITLE("Sharks water reefs")'),
        ('x") OR DOI("10', 'TITLE("x") AND TITLE("DOI 10")'),
        ("Alzheimer’s disease_model", 'TITLE("Alzheimer\'s disease model")'),
        ("βIII-tubulin in H<sub>2</sub>O", 'TITLE("βIII tubulin in H2O")'),
        ("注意力机制", 'TITLE("注意力机制")'),
        ("?!…", None),
        ("AND", None),
        ("'", None),
    ],
)
def test_nothing_of_a_title_is_more_than_words(title, query):
    assert title_phrase(title) == query
    if query is not None:
        assert re.fullmatch(r'TITLE\("[^"()*?{}]+"\)( AND TITLE\("[^"()*?{}]+"\))*', query)


def test_words_of_a_title_in_any_order():
    assert (
        title_words("The role of human activity in warming") == 'TITLE("role" AND "human" AND "activity" AND "warming")'
    )
    assert title_words("Warming") is None
    assert title_words("Left AND right") == 'TITLE("left" AND "right")'


async def test_a_long_title_is_cut_between_words(wire):
    served = wire(NOTHING, **KEY)
    await source.search(served.context, titled("convolution " * 1000))
    assert all(len(query_of(request)) < 400 for request in served.requests)
    assert query_of(served.requests[0]).endswith('convolution")')


async def test_a_title_takes_one_request(wire):
    served = wire(found(entry("Deep learning: a review", 1), entry("Deep learning", 2), entry("Shallow", 3)), **KEY)
    records = await source.search(served.context, titled("Deep learning", limit=2))
    assert [record.title for record in records] == ["Deep learning", "Deep learning: a review"]
    (request,) = served.requests
    assert request.url.path == "/content/search/scopus"
    assert dict(request.url.params) == {
        "query": 'TITLE("Deep learning")',
        "count": "10",
        "view": "STANDARD",
        "sort": "relevancy",
    }


async def test_a_title_that_is_no_phrase_is_looked_for_by_its_words(wire):
    served = wire(NOTHING, found(entry("Learning deep residuals")), **KEY)
    (record,) = await source.search(served.context, titled("Deep residual learning"))
    assert record.title == "Learning deep residuals"
    assert [query_of(request) for request in served.requests] == [
        'TITLE("Deep residual learning")',
        'TITLE("deep" AND "residual" AND "learning")',
    ]


@pytest.mark.parametrize(
    ("years", "condition"),
    [
        ({}, ""),
        ({"year_from": 2016}, " AND PUBYEAR > 2015"),
        ({"year_to": 2020}, " AND PUBYEAR < 2021"),
        ({"year_from": 2016, "year_to": 2016}, " AND PUBYEAR > 2015 AND PUBYEAR < 2017"),
    ],
)
async def test_topic_with_a_range_of_years(years, condition, wire):
    served = wire(NOTHING, **KEY)
    assert await source.search(served.context, about("graph neural networks", **years)) == []
    assert query_of(served.requests[0]) == f'TITLE-ABS-KEY("graph" AND "neural" AND "networks"){condition}'
    assert len(served.requests) == 1


async def test_years_are_filtered_again(wire):
    entries = [entry(str(year), year, prism__coverDate=f"{year}-01-01") for year in range(2010, 2022)]
    served = wire(found(*entries, entry("undated")), **KEY)
    records = await source.search(served.context, about("graphs", limit=25, year_from=2015, year_to=2017))
    assert [record.title for record in records] == ["2015", "2016", "2017", "undated"]


async def test_never_more_than_every_key_may_ask_for(wire):
    served = wire(NOTHING, **KEY)
    await source.search(served.context, about("graphs", limit=1000))
    assert served.requests[0].url.params["count"] == "25"


async def test_text_without_words_asks_nothing(wire):
    served = wire(NOTHING, **KEY)
    for text in ("?!…", "AND or Not", "W/3", "***", "x" * 301):
        for query in (titled(text), about(text)):
            with pytest.raises(CannotAsk):
                await source.search(served.context, query)
    assert served.requests == []


async def test_doi(wire):
    doi = "10.1016/s0140-6736(97)11096-0"
    served = wire(found(entry("Other", prism__doi="10.1016/other"), entry("This", 2, prism__doi=doi.upper())), **KEY)
    record = await source.lookup_doi(served.context, doi)
    assert (record.title, record.doi) == ("This", doi)
    assert query_of(served.requests[0]) == f'DOI("{doi}")'


async def test_an_entry_with_another_doi_is_not_the_work(wire):
    served = wire(found(entry("Other", prism__doi="10.1000/xy"), entry("Next", 2, prism__doi="10.1000/x.1")), **KEY)
    assert await source.lookup_doi(served.context, "10.1000/x") is None


@pytest.mark.parametrize("doi", [None, "", "none", 7, []])
async def test_an_entry_without_a_doi_that_was_found_by_one_says_nothing(doi, wire):
    served = wire(found(entry("Other", prism__doi="10.1000/xy"), entry("This?", 2, prism__doi=doi)), **KEY)
    with pytest.raises(SourceBadResponse, match="entry that has none"):
        await source.lookup_doi(served.context, "10.1000/x")


@pytest.mark.parametrize("doi", ['10.1000/a"b', "10.1000/" + "x" * 7000])
async def test_a_doi_that_cannot_be_asked_for_is_not_said_to_be_absent(doi, wire):
    served = wire(NOTHING, **KEY)
    with pytest.raises(CannotAsk):
        await source.lookup_doi(served.context, doi)
    assert served.requests == []


# --- faults ----------------------------------------------------------------------------------------------------------


async def both(context):
    """What the two hooks raise."""
    errors = []
    for asked in (source.search(context, about("graphs")), source.lookup_doi(context, "10.1000/x")):
        with pytest.raises(Exception) as caught:  # noqa: PT011  (its type is what the callers look at)
            await asked
        errors.append(caught.value)
    assert (type(errors[0]), str(errors[0])) == (type(errors[1]), str(errors[1]))
    assert "s3cret" not in str(errors[0])
    return errors[0]


@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [
        (400, service_error("INVALID_INPUT", "Error translating query"), SourceBadResponse,
         "does not understand the query (status 400). Scopus says: Error translating query."),
        (400, {"message": "bad query"}, SourceBadResponse, "Scopus says: bad query."),
        (400, b"bad query", SourceBadResponse, "does not understand the query (status 400)."),
        (400, service_error("INVALID_INPUT", "Exceeds the maximum number allowed for the service level"),
         SourceBadResponse, "Exceeds the maximum number"),
        (401, b"invalid key", SourceAuthError, "refuses the key in SCOPUS_API_KEY"),
        (401, gateway_error("APIKEY_INVALID", "API Key s3cret-key-456 is invalid."), SourceAuthError,
         "API Key KEY is invalid."),
        (401, service_error("AUTHORIZATION_ERROR", "The requestor is not authorized"), SourceAuthError,
         "within your institution's network"),
        (403, gateway_error("AUTHENTICATION_ERROR", "Requestor configuration settings insufficient"), SourceAuthError,
         "no entitlement to search Scopus"),
        (404, service_error("RESOURCE_NOT_FOUND", "The resource specified cannot be found."), SourceBadResponse, "404"),
        (413, b"", SourceBadResponse, "too long"),
        (414, b"<html><body>URI too long</body></html>", SourceBadResponse, "too long"),
        (204, b"", SourceBadResponse, "status 204"),
        (500, service_error("GENERAL_SYSTEM_ERROR", "Unexpected"), SourceUnavailable, "500"),
    ],
)  # fmt: skip
async def test_each_status_has_words_of_its_own(status, body, kind, words, wire):
    error = await both(wire((status, body), **KEY).context)
    assert type(error) is kind
    assert words in str(error)


async def test_what_scopus_says_is_bounded_and_plain(wire):
    text = "<b>x</b>\u202e\x00" + "y" * 5000
    error = await both(wire((400, service_error("INVALID_INPUT", text)), **KEY).context)
    assert "says: x" in str(error)
    assert len(str(error)) < 300


@pytest.mark.parametrize(
    "body", [service_error("INVALID_INPUT", "Result set was empty"), {"message": "Result set was empty"}]
)
async def test_the_former_way_to_say_that_nothing_was_found(body, wire):
    served = wire((400, body), **KEY)
    assert await source.search(served.context, about("graphs")) == []
    assert await source.lookup_doi(served.context, "10.1000/x") is None


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"search-results": None},
        {"search-results": []},
        {"search-results": {}},
        {"search-results": {"opensearch:totalResults": "3"}},
        {"search-results": {"opensearch:totalResults": "0", "entry": []}},
        {"search-results": {"opensearch:totalResults": False}},
        {"search-results": {"entry": "text"}},
        {"search-results": {"entry": [None, 7, {}]}},
        {"search-results": {"entry": [{"@_fa": "true"}]}},
        {"search-results": {"entry": [{"error": "Internal error"}]}},
        {"search-results": {"entry": [{"error": None}]}},
        service_error("INVALID_INPUT", "x"),
        gateway_error("X", "y"),
        {"message": "x"},
        [],
        "text",
        7,
        None,
        b"",
        b'{"search-results": {"entry": [{"dc:title": "A',
        b"<!DOCTYPE html><html><body>Checking your browser</body></html>",
    ],
)
async def test_what_is_no_answer(body, wire):
    assert type(await both(wire(body, **KEY).context)) is SourceBadResponse


async def test_a_single_entry_that_is_no_list(wire):
    body = {"search-results": {"opensearch:totalResults": "1", "entry": entry("Alone")}}
    (record,) = await source.search(wire(body, **KEY).context, about("graphs"))
    assert record.title == "Alone"


async def test_no_entry_at_all(wire):
    body = {"search-results": {"opensearch:totalResults": "0"}}
    assert await source.search(wire(body, **KEY).context, about("graphs")) == []


@pytest.mark.parametrize("other", [None, {"error": "x"}, {"dc:title": None}, {"dc:title": {}, "eid": "2-s2.0-1"}])
async def test_what_is_no_work_spoils_no_other_but_is_told(other, wire):
    """What cannot be read may be what was asked for, so that nothing is known to be absent."""
    served = wire(found(other, entry("Good", prism__doi="10.1000/y")), **KEY)
    for query in (titled("A title"), about("graphs")):
        with pytest.raises(PartlyUnreadable) as caught:
            await source.search(served.context, query)
        assert [record.title for record in caught.value.found] == ["Good"]
    assert (await source.lookup_doi(served.context, "10.1000/y")).title == "Good"
    with pytest.raises(SourceBadResponse):
        await source.lookup_doi(served.context, "10.1000/x")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (service_error("INTERNAL", "Index is down"), SourceBadResponse),
        (gateway_error("X", "y"), SourceBadResponse),
        ({"message": "Internal error"}, SourceBadResponse),
        ({"error": True}, SourceBadResponse),
        (service_error("QUOTA_EXCEEDED", "Quota Exceeded"), SourceRateLimited),
        (gateway_error("TOO_MANY_REQUESTS", "Too many requests"), SourceRateLimited),
        (service_error("AUTHORIZATION_ERROR", "The requestor is not authorized"), SourceAuthError),
    ],
)
@pytest.mark.parametrize("entry", [{}, {"entry": []}, {"entry": [{"error": "Result set was empty"}]}])
async def test_an_error_beside_an_empty_list_is_no_answer(error, kind, entry, wire):
    empty = {"opensearch:totalResults": "0", **entry}
    for body in ({"search-results": empty, **error}, {"search-results": {**empty, **error}}):
        assert type(await both(wire(body, **KEY).context)) is kind


# --- limits ----------------------------------------------------------------------------------------------------------

NOW = "Thu, 03 Sep 2026 05:00:00 GMT"


@pytest.mark.parametrize(
    ("reset", "seconds"),
    [
        ("1788584400", 172_800),
        ("1788584400000", 172_800),
        ("Sat, 05 Sep 2026 05:00:00 GMT", 172_800),
        ("2026-09-05T05:00:00Z", 172_800),
        ("2026-09-05 05:00:00", 172_800),
        ("Sat Sep 05 05:00:00 2026", 172_800),
        ("99999999999999999", 604_800),
        ("0", 3600),
        ("soon", 3600),
        ("", 3600),
        (None, 3600),
    ],
)
async def test_reset_of_the_weekly_quota(reset, seconds, wire):
    headers = {"Date": NOW, "X-ELS-Status": "QUOTA_EXCEEDED - Quota Exceeded", "X-RateLimit-Remaining": "0"}
    if reset is not None:
        headers["X-RateLimit-Reset"] = reset
    served = wire((429, b"quota", headers), **KEY)
    with pytest.raises(
        SourceRateLimited, match=r"weekly quota of the key in SCOPUS_API_KEY is used up; it asks"
    ) as caught:
        await source.search(served.context, about("graphs"))
    assert caught.value.retry_after == seconds
    assert len(served.requests) == 1
    assert "http" not in str(caught.value)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"", {"X-ELS-Status": "QUOTA_EXCEEDED"}),
        (b"", {"X-RateLimit-Remaining": "0"}),
        (gateway_error("TOO_MANY_REQUESTS", "Quota Exceeded"), {}),
        (service_error("QUOTA_EXCEEDED", "x"), {}),
        (b"Quota exceeded", {}),
    ],
)
async def test_signs_of_a_used_up_quota(body, headers, wire):
    served = wire((429, body, headers), **KEY)
    with pytest.raises(SourceRateLimited, match="weekly quota"):
        await source.search(served.context, about("graphs"))
    assert len(served.requests) == 1


async def test_a_throttled_burst_is_tried_again(wire):
    throttled = (429, gateway_error("TOO_MANY_REQUESTS", "x"), {"X-RateLimit-Reset": "1788602400", "Date": NOW})
    served = wire(throttled, found(entry("Good")), REFCHECK_WAITING_BUDGET="20", **KEY)
    assert [record.title for record in await source.search(served.context, about("graphs"))] == ["Good"]
    assert len(served.requests) == 2


async def test_a_throttle_that_lasts(wire):
    served = wire((429, b"", {"Retry-After": "9999"}), **KEY)
    with pytest.raises(SourceRateLimited, match="too many requests in a short time; it asks to wait 3 h") as caught:
        await source.search(served.context, about("graphs"))
    assert caught.value.retry_after == 9999


async def test_a_used_up_quota_holds_for_the_next_process(wire, tmp_path):
    headers = {"Date": NOW, "X-ELS-Status": "QUOTA_EXCEEDED", "X-RateLimit-Reset": "1788602400"}
    limited = {**KEY, "REFCHECK_LIMITS_SCALE": "0.01"}
    before, after = wire((429, b"", headers), **limited), wire(found(entry("Good")), **limited)
    async with before.context.http:
        with pytest.raises(SourceRateLimited):
            await source.search(before.context, about("graphs"))
    async with after.context.http:
        with pytest.raises(SourceRateLimited, match="pause"):
            await source.search(after.context, about("graphs"))
    assert after.requests == []
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"s3cret" in path.read_bytes()]
    assert "s3cret" not in json.dumps([str(path) for path in tmp_path.rglob("*")])

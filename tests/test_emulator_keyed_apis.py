"""The emulated Scopus and IEEE Xplore: shapes as recorded, who holds what, queries, keys, quotas and faults."""

from __future__ import annotations

import json

import httpx
import pytest

import known_works as known
from emulator import Emulator
from refcheck_core.testing.data import shared_data

KEYED = {"X-ELS-APIKey": "a-key", "Accept": "application/json"}
RESNET, STGCN = "10.1109/cvpr.2016.90", "10.24963/ijcai.2018/505"


@pytest.fixture(scope="module")
def running():
    with Emulator(known.WORKS, scale=0) as emulator:
        yield emulator


@pytest.fixture(scope="module")
def client():
    with httpx.Client(verify=False) as shared:
        yield shared


@pytest.fixture
def scopus(running, client):
    def ask(query, headers=KEYED, **params):
        address = running.base_url("scopus") + "search/scopus"
        return client.get(address, params={"query": query, **params}, headers=headers)

    return ask


@pytest.fixture
def ieee(running, client):
    def ask(**params):
        address = running.base_url("ieee") + "search/articles"
        return client.get(address, params={"apikey": "a-key", "format": "json", **params})

    return ask


def entries(answer):
    assert answer.status_code == 200, answer.text
    return answer.json()["search-results"]["entry"]


def titles(answer):
    return [entry.get("dc:title") for entry in entries(answer)]


def articles(answer):
    assert answer.status_code == 200, answer.text
    return answer.json().get("articles", [])


def shape(value):
    """Types by key; of a list, those of its first item."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__


def recorded(name):
    return json.loads(shared_data("recordings", name).read_bytes())


@pytest.mark.shared
class TestShapes:
    def test_a_search_in_the_view_standard(self, scopus):
        real = recorded("scopus/search_ecology_standard_view.json")
        ours = scopus(f'DOI("{RESNET}")').json()
        assert list(ours["search-results"]) == list(real["search-results"])
        for key in set(real["search-results"]) - {"entry"}:
            assert shape(ours["search-results"][key]) == shape(real["search-results"][key]), key
        (one,) = ours["search-results"]["entry"]
        known_keys = [key for other in real["search-results"]["entry"] for key in other]
        assert set(one) <= set(known_keys)
        other = next(e for e in real["search-results"]["entry"] if set(e) >= set(one) - {"prism:pageRange"})
        assert [key for key in other if key in one] == list(one)
        assert {key: shape(one[key]) for key in one} == {key: shape(other[key]) for key in one}
        assert one["dc:creator"] == "He K."
        assert "author" not in one

    def test_an_entry_of_the_view_complete(self, scopus):
        real = recorded("scopus/search_query_au_id_23007591800.json")["search-results"]["entry"][0]
        (one,) = entries(scopus(f'DOI("{RESNET}")', view="COMPLETE"))
        assert one["author-count"] == {"@limit": "100", "$": "4"}
        assert [author["authname"] for author in one["author"]] == ["He K.", "Zhang X.", "Ren S.", "Sun J."]
        assert set(one["author"][0]) <= set(real["author"][0])
        assert shape(one["author-count"]) == shape(real["author-count"])

    def test_nothing_found(self, scopus):
        assert b"Result set was empty" in shared_data("recordings", "scopus", "search_empty_result.xml").read_bytes()
        answer = scopus('TITLE("no such work")')
        assert entries(answer) == [{"@_fa": "true", "error": "Result set was empty"}]
        assert answer.json()["search-results"]["opensearch:totalResults"] == "0"

    def test_headers_tell_the_quota(self, scopus):
        lines = shared_data("recordings", "scopus", "HEADERS.jsonl").read_text().splitlines()
        real = next(row["headers"] for row in map(json.loads, lines) if "x-els-status" in row["headers"])
        ours = scopus('TITLE("no such work")').headers
        for name in ("x-ratelimit-limit", "x-els-status"):
            assert ours[name] == real[name]
        assert ours["x-ratelimit-reset"].isdigit()
        assert 0 < int(ours["x-ratelimit-remaining"]) < 20_000

    def test_an_article_of_ieee(self, ieee):
        real = recorded("ieee/search_nlp_deep_learning_findpapers.json")
        ours = ieee(doi=RESNET).json()
        assert list(ours) == list(real)
        (one,) = ours["articles"]
        other = real["articles"][0]
        assert [key for key in other if key in one] == [key for key in one if key in other]
        assert set(one) <= set(other) | {"issue", "volume", "issn"}
        for key in set(one) & set(other) - {"authors", "index_terms"}:
            assert type(one[key]) is type(other[key]), key
        assert {"full_name", "author_order"} <= set(other["authors"]["authors"][0])
        assert one["authors"]["authors"][0] == {"full_name": "Kaiming He", "author_order": 1}
        assert one["content_type"] == "Conferences"

    def test_nothing_at_ieee(self, ieee):
        real = recorded("ieee/search_author_combes_page_third.json")
        assert shape(ieee(article_title="no such work").json()) == shape(real)

    def test_an_inactive_key(self, ieee):
        real = shared_data("recordings", "ieee", "error_403_developer_inactive.txt").read_text()
        answer = ieee(apikey="wrong")
        assert (answer.status_code, answer.text) == (403, real)

    def test_a_used_up_quota(self, running, ieee):
        lines = shared_data("recordings", "ieee", "error_403_over_rate_limit_headers.txt").read_text().splitlines()
        running.api("ieee").quota = 1
        try:
            assert ieee(doi=RESNET).status_code == 200
            answer = ieee(doi=RESNET)
        finally:
            running.api("ieee").quota = 200
        real = dict(line.split(": ", 1) for line in lines[1:])
        for name in ("X-Error-Detail-Header", "X-Mashery-Error-Code"):
            assert answer.headers[name] == real[name]
        assert answer.headers["content-type"].startswith(real["Content-Type"])
        assert 0 < int(answer.headers["retry-after"]) <= 86_400
        assert len(answer.content) == int(real["Content-Length"])

    def test_a_key_without_rights(self, running, scopus):
        printed = shared_data("recordings", "scopus", "error_401_authorization_error_r_print.txt").read_text()
        answer = scopus('TITLE("x")', headers={**KEYED, "X-ELS-APIKey": "wrong"})
        assert answer.status_code == 401
        for name in ("service-error", "status", "statusCode", "statusText"):
            assert name in printed
        assert shape(answer.json()) == {"service-error": {"status": {"statusCode": "str", "statusText": "str"}}}


class TestScopus:
    def test_it_has_what_has_a_doi_of_crossrefs(self, scopus):
        assert titles(scopus(f'DOI("{STGCN}")')) == [known.STGCN["title"]]
        assert titles(scopus('DOI("10.48550/arXiv.1706.03762")')) == [None]
        assert "Attention Is All You Need" not in titles(scopus('TITLE("Attention Is All You Need")'))

    def test_phrases_words_and_years(self, scopus):
        title = known.RESNET["title"]
        assert titles(scopus('TITLE("residual learning for image")')) == [title]
        assert titles(scopus('TITLE("image residual")')) == [None]
        assert titles(scopus('TITLE("image" AND "residual")')) == [title]
        assert titles(scopus('TITLE("residual") AND TITLE("image")')) == [title]
        assert titles(scopus('TITLE("residul")')) == [None]
        assert titles(scopus('TITLE-ABS-KEY("residual") AND PUBYEAR > 2015 AND PUBYEAR < 2017')) == [title]
        assert titles(scopus('TITLE("residual") AND PUBYEAR = 2016')) == [title]
        assert titles(scopus('TITLE("residual") AND PUBYEAR > 2016')) == [None]

    @pytest.mark.parametrize("query", ["", 'TITLE("x', 'TITLE("x"', 'TITLE("x") TITLE("y")', 'TITLE("x") AND '])
    def test_a_query_that_cannot_be_read(self, scopus, query):
        answer = scopus(query)
        assert answer.status_code == 400
        assert "Error translating query" in answer.json()["service-error"]["status"]["statusText"]

    @pytest.mark.parametrize(
        "query", ['AUTH("x")', "TITLE(x)", 'TITLE("x*")', 'TITLE("x") OR TITLE("y")', "TITLE({x})"]
    )
    def test_what_is_not_emulated_says_so(self, scopus, query):
        assert scopus(query).status_code in {400, 501}
        assert scopus(query).status_code == 501 or " OR " in query

    def test_parameters(self, scopus):
        assert scopus('TITLE("x")', count=201).status_code == 400
        assert scopus('TITLE("x")', count=26, view="COMPLETE").status_code == 400
        assert scopus('TITLE("x")', view="ALL").status_code == 400
        assert scopus('TITLE("x")', field="dc:title").status_code == 501
        assert scopus('TITLE("x")', start=5000).status_code == 501
        assert scopus('TITLE("x")', headers={"X-ELS-APIKey": "a"}).status_code == 501
        assert scopus('TITLE("x")', headers={"Accept": "application/json"}).status_code == 401
        assert len(entries(scopus('TITLE-ABS-KEY("learning")', count=2))) == 2

    def test_a_used_up_week(self, running, scopus):
        running.api("scopus").quota = 0
        try:
            answer = scopus('TITLE("x")')
        finally:
            running.api("scopus").quota = 20_000
        assert answer.status_code == 429
        assert answer.headers["x-els-status"].startswith("QUOTA_EXCEEDED")
        assert answer.headers["x-ratelimit-remaining"] == "0"


class TestIeee:
    def test_it_has_what_has_a_doi_of_its_own(self, ieee):
        assert [article["doi"] for article in articles(ieee(doi=RESNET.upper()))] == [RESNET]
        assert articles(ieee(doi=STGCN)) == []

    def test_a_doi_overrides_a_title_and_a_number_overrides_both(self, ieee):
        (one,) = articles(ieee(doi=RESNET, article_title="something else"))
        (other,) = articles(ieee(doi="10.1109/none", article_number=one["article_number"]))
        assert one["title"] == other["title"] == known.RESNET["title"]

    def test_words_years_and_pages(self, ieee):
        assert [a["doi"] for a in articles(ieee(article_title="image recognition residual"))] == [RESNET]
        assert articles(ieee(article_title="residul image")) == []
        assert [a["doi"] for a in articles(ieee(querytext="residual he", start_year=2016, end_year=2016))] == [RESNET]
        assert articles(ieee(querytext="residual", start_year=2018)) == []
        assert [a["doi"] for a in articles(ieee(querytext="residual", start_year=2017))] == [RESNET]  # a year beside
        every = articles(ieee(querytext="learning"))
        second = articles(ieee(querytext="learning", max_records=1, start_record=2))
        assert [a["doi"] for a in second] == [a["doi"] for a in every[1:2]]
        assert [a["rank"] for a in second] == [2] * len(second)

    @pytest.mark.parametrize(
        "params", [{}, {"doi": "x", "format": "xml"}, {"author": "x"}, {"doi": "x", "max_records": 201},
                   {"doi": "x", "start_record": 0}],
    )  # fmt: skip
    def test_what_is_not_emulated_says_so(self, ieee, params):
        assert ieee(**params).status_code == 501

    def test_a_missing_key(self, ieee):
        assert ieee(apikey="", doi=RESNET).status_code == 403


@pytest.mark.parametrize("api", ["scopus", "ieee"])
def test_limits_are_counted_by_key_and_faults_are_in_their_own_words(api, client):
    with Emulator(known.WORKS, enforce=True) as emulator:
        address = emulator.base_url(api) + ("search/scopus" if api == "scopus" else "search/articles")
        params = {"query": 'TITLE("x")'} if api == "scopus" else {"doi": RESNET, "format": "json", "apikey": "a-key"}
        statuses = [client.get(address, params=params, headers=KEYED).status_code for _ in range(12)]
        assert statuses[:9] == [200] * 9
        assert statuses[-1] == (429 if api == "scopus" else 403)
        assert emulator.violations
        emulator.reset()
        for kind, status in (("500", 500), ("401", 401), ("403", 403), ("error_object", 200)):
            emulator.fault(api, kind, times=1)
            answer = client.get(address, params=params, headers=KEYED)
            assert answer.status_code == status
            assert "error" in answer.text or answer.headers["content-type"].startswith("text/xml")
        assert not [request for request in emulator.requests if "a-key" in json.dumps(request.shown())]

"""The emulator's second mode: answers as they were recorded."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import Counter

import httpx
import pytest

from emulator import Emulator
from refcheck_core.testing.data import shared_data

RECORDINGS = shared_data("recordings")
pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def served():
    with Emulator(recordings=RECORDINGS, scale=0) as running:
        yield running


@pytest.fixture(scope="module")
def get(served):
    with httpx.Client(verify=False) as client:

        def ask(api, path, method="GET", **options):
            return client.request(method, served.base_url(api) + path, **options)

        yield ask


def test_every_recording_that_tells_its_request_is_served_as_it_is(served, get):
    seen = Counter()
    for api in ("crossref", "semantic_scholar", "arxiv"):
        for (method, path, pairs, ids), found in served.app.recordings.requests(api):
            body = {"json": {"ids": ids.split(",")}} if ids else {}
            answer = get(api, path.removeprefix(f"{api}/").replace("?", "%3F"), method, params=list(pairs), **body)
            assert answer.status_code == found.status, found.file
            assert answer.headers["x-recording"] == found.file
            if found.evidence == "cassette":
                assert answer.content == (RECORDINGS / found.file).read_bytes()
            seen[api] += 1
    assert seen["crossref"] > 150
    assert seen["semantic_scholar"] > 70
    assert seen["arxiv"] >= 11


def test_headers_come_along(get):
    answer = get("crossref", "works/10.14264/uql.2020.791")
    assert answer.headers["x-api-pool"]
    assert answer.headers["content-type"].startswith("application/json")


@pytest.mark.parametrize(
    ("api", "path", "title"),
    [
        ("crossref", "v1/works/10.1371%2Fjournal.pone.0020476?mailto=me@example.org", None),
        ("s2", "paper/search/match?query=Attention is All you Need&fields=title", "Attention is All you Need"),
    ],
)
def test_what_only_shapes_the_answer_may_differ(get, api, path, title):
    answer = get(api, path)
    assert answer.status_code == 200
    if title:
        assert answer.json()["data"][0]["title"] == title


@pytest.mark.parametrize("api", ["crossref", "semantic_scholar", "arxiv"])
def test_a_miss_is_named(get, api):
    answer = get(api, "works/10.5555/none?query=a+b")
    assert answer.status_code == 501
    assert "10.5555/none?query=a b" in answer.text


def test_payloads_get_their_envelope_back(get):
    work = get("crossref", "works/10.1016/0893-6080(89)90003-8").json()
    assert (work["status"], work["message-type"], work["message"]["DOI"]) == (
        "ok",
        "work",
        "10.1016/0893-6080(89)90003-8",
    )
    query = "query=Densely Connected Convolutional Networks&filter=from-pub-date:2017,until-pub-date:2017"
    items = get("crossref", f"works?{query}&rows=5").json()["message"]["items"]
    assert items[0]["title"] == ["Densely Connected Convolutional Networks"]
    found = get(
        "s2", "paper/search/match?query=Parameter-efficient fine-tuning of large-scale pre-trained language models"
    )
    assert len(found.json()["data"]) == 1
    paper = get("s2", "paper/ARXIV:2303.08774").json()
    assert paper["title"] == "GPT-4 Technical Report"


def test_faults_play_here_too(served, get):
    served.fault("arxiv", "cut", times=1)
    answer = get("arxiv", "query?search_query=&id_list=1707.08567&start=0&max_results=100")
    with pytest.raises(ET.ParseError):
        ET.fromstring(answer.content)
    served.fault("s2", "error_object", times=1)
    assert json.loads(get("s2", "paper/ARXIV:2303.08774").content) == {"message": "Internal Server Error"}


def test_true_takes_the_test_data_folder(monkeypatch):
    monkeypatch.setenv("REFCHECK_TEST_DATA", str(RECORDINGS.parent))
    assert len(Emulator(recordings=True).app.recordings) > 200

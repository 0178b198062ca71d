"""Answers of Scopus that users of comparable tools reported, read from the shared collection of cases."""

from __future__ import annotations

import json

import pytest

from refcheck_core import SearchKind, SearchQuery, SourceAuthError, SourceBadResponse, SourceRateLimited
from refcheck_core.testing.data import shared_data
from refcheck_scopus import source

pytestmark = [pytest.mark.anyio, pytest.mark.shared]

INPUTS = [
    json.loads(line)["input"]
    for line in shared_data("cases", "public_cases.jsonl").read_text(encoding="utf-8").splitlines()
]
RESPONSES = [response for given in INPUTS if given.get("source") == "scopus" for response in given["responses"]]
MEANT = {
    400: (SourceBadResponse, "does not understand the query"),
    401: (SourceAuthError, "refuses the key in SCOPUS_API_KEY"),
    429: (SourceRateLimited, "weekly quota"),
}


def test_the_cases_are_there():
    assert {response["status"] for response in RESPONSES} == set(MEANT)


@pytest.mark.parametrize("response", RESPONSES, ids=lambda response: str(response["status"]))
async def test_bad_query_refused_key_and_quota_are_told_apart(response, wire):
    kind, words = MEANT[response["status"]]
    served = wire((response["status"], response["body"].encode()), SCOPUS_API_KEY="s3cret-key")
    query = SearchQuery(kind=SearchKind.TOPIC, text="graphs")
    with pytest.raises(kind, match=words) as caught:
        await source.search(served.context, query)
    assert type(caught.value) is kind
    others = [told for other, told in MEANT.values() if other is not kind]
    assert not [told for told in others if told in str(caught.value)]
    assert "s3cret" not in str(caught.value)
    assert len(served.requests) == 1

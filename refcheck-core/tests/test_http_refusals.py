"""Refusals that a database tells in its own way, as its source reads them."""

from __future__ import annotations

import httpx
import pytest

from refcheck_core import RateLimit, Refusal, SourceInfo, SourceRateLimited
from refcheck_core.http import open_client
from refcheck_core.http.retry import ATTEMPTS

pytestmark = pytest.mark.anyio

INFO = SourceInfo(
    name="demo",
    title="Demo",
    home_page="",
    version="1",
    base_url="https://api.example.org",
    limits=(RateLimit(name="requests", requests=100, seconds=1.0),),
)


def by_header(response):
    """403 with a header is a refusal; everything else is read as usual."""
    if response.status_code == 403 and "x-over" in response.headers:
        wait = response.headers["x-over"]
        return Refusal(retry_after=float(wait) if wait else None, reason="the quota is used up")
    return None


async def asked(settings_of, *answers, extensions=None, **environ):
    """The error or status that comes of a request, and how many were sent."""
    left = list(answers)
    sent = []

    def answer(request):
        sent.append(request)
        return left.pop(0) if len(left) > 1 else left[0]

    settings = settings_of(REFCHECK_LIMITS_SCALE="0.01", **environ)
    async with open_client(INFO, settings, transport=httpx.MockTransport(answer)) as client:
        try:
            response = await client.get("works", extensions=extensions)
        except SourceRateLimited as error:
            return error, len(sent)
    return response.status_code, len(sent)


async def test_without_a_reader_a_403_is_an_answer(settings_of):
    assert await asked(settings_of, httpx.Response(403, headers={"X-Over": "9"})) == (403, 1)


async def test_a_long_refusal_ends_the_call_with_its_reason(settings_of):
    refused = httpx.Response(403, headers={"X-Over": "11279"})
    error, sent = await asked(settings_of, refused, extensions={"refcheck.refusal": by_header})
    assert str(error) == "Demo refuses further requests for now: the quota is used up; it asks to wait 4 h."
    assert (error.retry_after, sent) == (11279.0, 1)


async def test_the_pause_holds_for_the_next_client(settings_of):
    refused = httpx.Response(403, headers={"X-Over": "11279"})
    await asked(settings_of, refused, extensions={"refcheck.refusal": by_header})
    error, sent = await asked(settings_of, httpx.Response(200))
    assert "pause" in str(error)
    assert sent == 0


async def test_a_short_refusal_is_waited_for(settings_of):
    refused = httpx.Response(403, headers={"X-Over": "0.05"})
    extensions = {"refcheck.refusal": by_header}
    assert await asked(settings_of, refused, httpx.Response(200), extensions=extensions) == (200, 2)


@pytest.mark.parametrize(("headers", "wait"), [({"Retry-After": "9999"}, 9999.0), ({}, None)])
async def test_without_a_wait_of_its_own_retry_after_counts(settings_of, headers, wait):
    refused = httpx.Response(403, headers={"X-Over": "", **headers})
    error, sent = await asked(settings_of, refused, extensions={"refcheck.refusal": by_header})
    assert (error.retry_after, sent) == (wait, ATTEMPTS if wait is None else 1)


@pytest.mark.parametrize("status", [200, 403, 404])
async def test_what_the_reader_takes_for_no_refusal_is_an_answer(settings_of, status):
    assert await asked(settings_of, httpx.Response(status), extensions={"refcheck.refusal": by_header}) == (status, 1)


async def test_a_429_is_a_refusal_whatever_the_reader_says(settings_of):
    refused = httpx.Response(429, headers={"Retry-After": "9999"})
    error, _ = await asked(settings_of, refused, extensions={"refcheck.refusal": by_header})
    assert (str(error), error.retry_after) == (
        "Demo refuses further requests for now; it asks to wait 3 h.",
        9999.0,
    )

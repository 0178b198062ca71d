"""A database without a connection: many questions to it end soon, each as a fault, and others go on."""

from __future__ import annotations

import time

import anyio
import httpx
import pytest

from refcheck_core import SearchKind, SearchQuery
from refcheck_core.models import OutcomeStatus
from refcheck_core.sources import session

pytestmark = pytest.mark.anyio
NOWHERE = "http://127.0.0.1:9"
"""The port "discard", on which nothing listens."""


def query(text):
    return SearchQuery(kind=SearchKind.TITLE, text=text)


async def ask(ctx, query):
    await ctx.http.get("works", params={"q": query.text})
    return []


async def test_many_questions_do_not_each_wait_for_their_turn(pool_of, source):
    from refcheck_core import RateLimit

    info = {"limits": (RateLimit(name="all", requests=1, seconds=3.0),)}
    started = time.monotonic()
    async with pool_of(source("far", info, search=ask), REFCHECK_FAR_URL=NOWHERE, REFCHECK_LIMITS_SCALE="0.2") as pool:
        outcomes = []

        async def one(n):
            outcomes.append(await pool.search("far", query(f"title {n}")))

        async with anyio.create_task_group() as group:
            for n in range(30):
                group.start_soon(one, n)
        later = await pool.search("far", query("later"))
    assert time.monotonic() - started < 15  # 30 times 4 tries at 0.6 s would take 72 s
    assert {o.status for o in [*outcomes, later]} == {OutcomeStatus.ERROR}
    assert {o.reason for o in [*outcomes, later]} == {"Far cannot be reached: no connection."}


async def test_it_is_asked_again_after_a_moment(pool_of, source, monkeypatch):
    monkeypatch.setattr(session, "CUT_OFF_SECONDS", 0.0)
    faults = [httpx.ConnectError("x")]

    async def now_and_then(ctx, query):
        if faults:
            raise_as_stack(faults.pop())
        return []

    async with pool_of(source("far", {}, search=now_and_then)) as pool:
        assert (await pool.search("far", query("one"))).status is OutcomeStatus.ERROR
        assert (await pool.search("far", query("two"))).status is OutcomeStatus.EMPTY


def raise_as_stack(error):
    from refcheck_core.errors import SourceUnreachable

    raise SourceUnreachable("Far cannot be reached: no connection.") from error


async def test_other_sources_go_on(pool_of, source):
    async def broken(ctx, query):
        raise_as_stack(None)

    async with pool_of(source("far", {}, search=broken), source("near", {})) as pool:
        assert (await pool.search("far", query("one"))).status is OutcomeStatus.ERROR
        assert (await pool.search("near", query("one"))).status is OutcomeStatus.EMPTY

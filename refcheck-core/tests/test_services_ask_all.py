"""Whom a verification asks: those who are needed, or all where that is wanted; and sources that come to be usable."""

from __future__ import annotations

import pytest

from refcheck_core import Author, Record, SourceUnavailable, Tier
from refcheck_core.models import Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, UnknownSourceError, build_claim

pytestmark = pytest.mark.anyio
TITLE = "Invented Flows on Imaginary Lattices"
CLAIM = build_claim(title=TITLE, authors=["Jane Roe"], year=2017)
WITH_DOI = build_claim(title=TITLE, authors=["Jane Roe"], year=2017, doi="10.5555/x")
LOCAL = {"tier": Tier.LOCAL, "exhaustive": False, "base_url": ""}
TIERS = {"shelf": LOCAL, "fast": {}, "slow": {"tier": Tier.SLOW}, "metered": {"tier": Tier.METERED}}


@pytest.fixture
def sources(source):
    """Sources of all tiers, each of which holds the work."""

    def made(name, info):
        record = Record(
            source=name, title=TITLE, authors=(Author(given="Jane", family="Roe"),), year=2017, doi="10.5555/x"
        )

        async def search(ctx, query):
            return [record] if query.text == TITLE else []

        async def lookup_doi(ctx, doi):
            return record if doi == "10.5555/x" else None

        return source(name, info, search=search, lookup_doi=lookup_doi)

    return {name: made(name, info) for name, info in TIERS.items()}


@pytest.fixture
def opened(settings_of, sources):
    settings = settings_of(REFCHECK_CACHE="off")
    manager = SourceManager(settings)
    for name, plugin in sources.items():
        manager.register(name, plugin)
    return Refcheck.open(settings, manager=manager)


def asked(sources):
    return {name for name, plugin in sources.items() if plugin.calls}


@pytest.mark.parametrize("claim", [CLAIM, WITH_DOI])
async def test_what_a_local_source_verifies_needs_nobody_else(opened, sources, claim):
    async with opened as refcheck:
        found = await refcheck.verify(claim)
    assert (found.verdict, asked(sources)) == (Verdict.VERIFIED, {"shelf"})


@pytest.mark.parametrize("claim", [CLAIM, WITH_DOI])
async def test_all_are_asked_where_that_is_wanted(opened, sources, claim):
    async with opened as refcheck:
        found = await refcheck.verify(claim, ask_all=True)
    assert found.verdict is Verdict.VERIFIED
    assert asked(sources) == set(TIERS)
    assert {outcome.source for outcome in found.outcomes} == set(TIERS)


async def test_of_an_identifier_alone_all_are_asked(opened, sources):
    async with opened as refcheck:
        await refcheck.verify(build_claim(doi="10.5555/x"), ask_all=True)
    assert {name: [hook for hook, _ in plugin.calls] for name, plugin in sources.items()} == {
        name: ["lookup_doi"] for name in TIERS
    }


async def test_of_those_that_are_named_all_are_asked(opened, sources):
    async with opened as refcheck:
        await refcheck.verify(CLAIM, databases=["shelf", "slow"], ask_all=True)
    assert asked(sources) == {"shelf", "slow"}


@pytest.mark.parametrize(("ask_all", "names"), [(False, {"shelf"}), (True, set(TIERS))])
async def test_of_many_claims(opened, sources, ask_all, names):
    async with opened as refcheck:
        checked = await refcheck.verify_many([CLAIM, WITH_DOI], ask_all=ask_all)
    assert [one.verification.verdict for one in checked] == [Verdict.VERIFIED] * 2
    for one in checked:
        assert {outcome.source for outcome in one.verification.outcomes} == names
    assert asked(sources) == names


class TestASourceThatComesToBeUsable:
    """Such as an index that is built while a server runs."""

    @pytest.fixture
    def shelf(self, source):
        info = {**LOCAL, "unusable": "there is none yet"}

        async def search(ctx, query):
            return [Record(source="shelf", title=TITLE, authors=(Author(given="Jane", family="Roe"),), year=2017)]

        return info, source("shelf", info, search=search)

    @pytest.fixture
    def opened(self, settings_of, shelf, source):
        settings = settings_of()
        manager = SourceManager(settings)
        manager.register("other", source("other"))
        manager.register("shelf", shelf[1])
        return Refcheck.open(settings, manager=manager)

    async def test_is_asked_at_the_next_question(self, opened, shelf):
        async with opened as refcheck:
            before = await refcheck.verify(CLAIM)
            assert (before.verdict, before.skipped) == (Verdict.NOT_FOUND, {"shelf": "there is none yet"})
            with pytest.raises(UnknownSourceError, match="there is none yet"):
                await refcheck.verify(CLAIM, databases=["shelf"])
            shelf[0]["unusable"] = None
            after = await refcheck.verify(CLAIM, databases=["shelf"])
            assert after.verdict is Verdict.VERIFIED
            assert list(refcheck.pool.infos) == ["other", "shelf"]
            assert "shelf" not in refcheck.pool.skipped

    async def test_and_says_how_old_it_is_as_of_now(self, opened, shelf):
        shelf[0]["unusable"] = None
        async with opened as refcheck:
            assert (await refcheck.verify(CLAIM)).remarks == ()
            shelf[0]["remarks"] = ("It is old.",)
            assert (await refcheck.verify(CLAIM)).remarks == ("It is old.",)

    async def test_one_in_use_stays_so(self, opened, shelf):
        shelf[0]["unusable"] = None
        async with opened as refcheck:
            await refcheck.verify(CLAIM)
            shelf[0]["unusable"] = "it was deleted"
            assert (await refcheck.verify(CLAIM)).verdict is Verdict.VERIFIED
            assert refcheck.pool.skipped == {}

    async def test_one_that_cannot_be_described_any_more_stays_as_it_was(self, opened, shelf):
        shelf[0]["unusable"] = None
        async with opened as refcheck:
            shelf[0]["version"] = ""
            assert (await refcheck.verify(CLAIM)).verdict is Verdict.VERIFIED

    async def test_a_source_over_the_network_is_described_once(self, settings_of, source):
        info = {"unusable": "not yet"}
        settings = settings_of()
        manager = SourceManager(settings)
        manager.register("far", source("far", info))
        async with Refcheck.open(settings, manager=manager) as refcheck:
            info["unusable"] = None
            assert refcheck.select(None) == ()


class TestOpeningASourceBeforehand:
    async def test_waits_for_it(self, pool_of, source):
        times = []

        async def slow(ctx):
            times.append(0)
            if len(times) < 3:
                raise TimeoutError

        async with pool_of(source("shelf", LOCAL, open=slow)) as pool:
            assert (await pool.prepare("shelf")).answered
            assert len(times) == 3

    async def test_tells_what_hinders(self, pool_of, source):
        async def broken(ctx):
            raise SourceUnavailable("the file is cut off")

        async with pool_of(source("shelf", LOCAL, open=broken)) as pool:
            assert (await pool.prepare("shelf")).reason == "the file is cut off"
            assert (await pool.prepare("nix")).reason == "there is no source of this name"

    async def test_does_not_wait_for_ever(self, pool_of, source, monkeypatch):
        async def hangs(ctx):
            raise TimeoutError

        monkeypatch.setattr("refcheck_core.sources.pool.PREPARING_SECONDS", 0.0)
        async with pool_of(source("shelf", LOCAL, open=hangs)) as pool:
            assert (await pool.prepare("shelf")).reason == "no answer in time"

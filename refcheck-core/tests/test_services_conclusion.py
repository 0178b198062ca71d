"""What an answer says of the sources that gave it: remarks, and what those that hold but a part can tell."""

from __future__ import annotations

import pytest

from refcheck_core import Author, Record, SearchKind, SearchQuery, SourceUnavailable, Tier
from refcheck_core.models import OutcomeStatus, Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, build_claim, to_answer

pytestmark = pytest.mark.anyio
TITLE = "Invented Flows on Imaginary Lattices"
PART = {"tier": Tier.LOCAL, "exhaustive": False, "base_url": "", "remarks": ("The shelf is of 2001.",)}


def holding(name, **fields):
    record = Record(source=name, title=TITLE, authors=(Author(given="Jane", family="Roe"),), year=2017, **fields)

    async def search(ctx, query):
        return [record] if query.text == TITLE else []

    return search


@pytest.fixture
def checked(settings_of, source):
    """Checks a claim at sources that are given as name -> (info, search)."""

    async def check(claim, sources, **environ):
        settings = settings_of(**environ)
        manager = SourceManager(settings)
        for name, (info, search) in sources.items():
            manager.register(name, source(name, info, search=search))
        async with Refcheck.open(settings, manager=manager) as refcheck:
            return await refcheck.verify(build_claim(**claim))

    return check


async def nothing(ctx, query):
    return []


async def down(ctx, query):
    raise SourceUnavailable("is down")


class TestPartOfTheLiterature:
    async def test_an_absence_there_is_not_conclusive_and_says_so(self, checked):
        found = await checked({"title": "Another Title"}, {"shelf": (PART, nothing)})
        assert found.verdict is Verdict.NOT_FOUND
        assert not found.conclusive
        assert found.why_inconclusive == (
            "only Shelf answered, which holds but a part of the literature, so this is no evidence that the work does "
            "not exist."
        )

    async def test_an_absence_there_and_elsewhere_is_conclusive(self, checked):
        found = await checked({"title": "Another Title"}, {"shelf": (PART, nothing), "all": ({}, nothing)})
        assert found.conclusive
        assert found.why_inconclusive is None

    async def test_a_match_that_differs_there_may_be_bettered_elsewhere(self, checked):
        claim = {"title": TITLE, "authors": ["Jane Roe"], "year": 2003}
        found = await checked(claim, {"shelf": (PART, holding("shelf"))})
        assert found.verdict is Verdict.PARTIAL_MATCH
        assert found.why_inconclusive == "a better match may be in a database that was not asked."

    async def test_a_verified_work_needs_nobody_else(self, checked):
        found = await checked({"title": TITLE, "authors": ["Jane Roe"]}, {"shelf": (PART, holding("shelf"))})
        assert found.verdict is Verdict.VERIFIED
        assert found.conclusive
        assert found.remarks == ("The shelf is of 2001.",)

    async def test_a_title_alone_is_verified_there_with_a_remark(self, checked):
        found = await checked({"title": TITLE}, {"shelf": (PART, holding("shelf"))})
        assert found.verdict is Verdict.VERIFIED
        assert found.remarks[-1].startswith("Only a part of the literature was asked, by title alone")


class TestProbability:
    async def test_of_a_verified_reference(self, checked):
        found = await checked({"title": TITLE, "authors": ["Jane Roe"]}, {"shelf": (PART, holding("shelf"))})
        assert found.probability is not None
        assert found.probability > 0.9
        claim = {"title": TITLE, "authors": ["Jane Roe"], "doi": "10.5555/unknown"}
        unconfirmed = await checked(claim, {"shelf": (PART, holding("shelf"))})
        assert unconfirmed.probability is not None
        assert unconfirmed.probability < found.probability

    async def test_an_absence_that_is_not_conclusive_has_none(self, checked):
        found = await checked({"title": "Another Title"}, {"shelf": (PART, nothing)})
        assert found.probability is None
        conclusive = await checked({"title": "Another Title"}, {"all": ({}, nothing)})
        assert conclusive.probability is not None
        assert conclusive.probability < 0.1


class TestWhyInconclusive:
    async def test_a_failed_source_is_named_in_one_breath_with_what_that_means(self, checked):
        found = await checked({"title": "Another Title"}, {"one": ({}, down), "two": ({}, nothing)})
        assert found.why_inconclusive == "one could not be asked, so this is no evidence that the work does not exist."

    async def test_offline_names_who_was_not_asked(self, checked):
        sources = {"shelf": (PART, nothing), "one": ({}, nothing)}
        found = await checked({"title": "Another Title"}, sources, REFCHECK_OFFLINE="on")
        assert (found.why_inconclusive or "").startswith("one could not be asked offline, so")
        assert [o.status for o in found.outcomes if o.source == "one"] == [OutcomeStatus.SKIPPED]

    async def test_a_better_match_may_be_where_it_failed(self, checked):
        sources = {"one": ({}, down), "two": ({}, holding("two"))}
        found = await checked({"title": TITLE, "authors": ["Jane Roe"], "year": 2003}, sources)
        assert found.why_inconclusive == "a better match may be in a database that could not be asked."


class TestRemarks:
    async def test_of_sources_that_answered_only(self, checked):
        sources = {"one": ({"remarks": ("One is old.",)}, down), "two": ({"remarks": ("Two is new.",)}, nothing)}
        found = await checked({"title": "Another Title"}, sources)
        assert to_answer(found).remarks == ["Two is new."]

    async def test_in_a_search_and_in_entries(self, settings_of, source):
        settings = settings_of()
        manager = SourceManager(settings)
        manager.register("shelf", source("shelf", PART, search=holding("shelf", doi="10.5555/x")))
        async with Refcheck.open(settings, manager=manager) as refcheck:
            assert (await refcheck.search(TITLE)).remarks == ["The shelf is of 2001."]
            answer = await refcheck.bibtex(title=TITLE)
        assert answer.entries
        assert answer.remarks == ["The shelf is of 2001."]


async def test_a_source_that_is_unusable_is_skipped_with_its_reason(checked):
    sources = {"shelf": ({**PART, "unusable": "no index yet"}, nothing), "one": ({}, nothing)}
    found = await checked({"title": "Another Title"}, sources)
    assert found.skipped["shelf"] == "no index yet"


class TestClaimedYear:
    async def test_only_sources_without_network_get_it_so_that_others_answer_it_once(self, pool_of, source):
        local, remote = source("local", PART), source("remote")
        async with pool_of(local, remote) as pool:
            for year in (2001, 2002):
                query = SearchQuery(kind=SearchKind.TITLE, text="A title", year=year)
                await pool.search("local", query)
                await pool.search("remote", query)
        assert [query.year for _, query in local.calls] == [2001, 2002]
        assert [query.year for _, query in remote.calls] == [None]


class TestAddress:
    @pytest.mark.parametrize(
        ("fields", "address"),
        [
            ({"doi": "10.1000/x", "arxiv_id": "1706.03762"}, "https://doi.org/10.1000/x"),
            ({"url": "https://example.org/x", "arxiv_id": "1706.03762"}, "https://example.org/x"),
            ({"arxiv_id": "1706.03762"}, "https://arxiv.org/abs/1706.03762"),
            ({"arxiv_id": "hep-th/9901001"}, "https://arxiv.org/abs/hep-th/9901001"),
            ({}, None),
        ],
    )
    async def test_an_identifier_is_an_address_too(self, checked, fields, address):
        claim = {"title": TITLE, "authors": ["Jane Roe"]}
        answer = to_answer(await checked(claim, {"all": ({}, holding("all", **fields))}))
        assert (answer.url, answer.matched_reference.url, answer.candidates[0].url) == (address,) * 3


class TestCorrectedEntry:
    async def test_of_the_work_that_is_meant(self, checked):
        wrong = {"title": TITLE, "authors": ["Jane Roe"], "year": 1999}
        answer = to_answer(await checked(wrong, {"all": ({}, holding("all"))}))
        assert answer.verdict == "partial_match"
        assert "year = {2017}" in answer.corrected_bibtex

    async def test_there_is_none_where_the_reference_does_not_tell_which_work_it_means(self, checked):
        async def both(ctx, query):
            other = Record(source="all", title=TITLE, authors=(Author(given="Max", family="Moe"),), year=1990)
            return [*await holding("all")(ctx, query), other]

        answer = to_answer(await checked({"title": TITLE}, {"all": ({}, both)}))
        assert answer.verdict == "partial_match"
        assert sorted(c.authors for c in answer.candidates) == [["Jane Roe"], ["Max Moe"]]
        assert answer.corrected_bibtex is None

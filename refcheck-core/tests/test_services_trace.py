"""The trace: each step names source and question, each judgement the work, its score and the rule that decided."""

from __future__ import annotations

import pytest

from refcheck_core import Author, Capability, Notice, NoticeKind, Record, SourceUnavailable, Tier, WorkType
from refcheck_core.models import Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, build_claim

pytestmark = pytest.mark.anyio
TITLE = "Invented Flows on Imaginary Lattices"
JUDGED = f"score and no discrepancy in error; best: '{TITLE}' by Roe (2017), score 1.00, from"


def shelf(name, **more):
    """Hooks of a source that holds one work."""
    fields = {"authors": (Author(given="Jane", family="Roe"),), "year": 2017, "doi": "10.5555/flows", **more}
    record = Record(source=name, title=TITLE, **fields)

    async def search(ctx, query):
        return [record] if TITLE.lower() in query.text.lower() else []

    async def look_up(ctx, doi):
        return record if doi == record.doi else None

    return {"search": search, "lookup_doi": look_up}


@pytest.fixture
def traced(settings_of, source):
    """Checks claims at sources that are given as name -> (info, hooks), and gives the steps of each."""

    async def check(claims, sources):
        settings = settings_of()
        manager = SourceManager(settings)
        for name, (info, hooks) in sources.items():
            manager.register(name, source(name, info, **hooks))
        async with Refcheck.open(settings, manager=manager) as refcheck:
            if len(claims) == 1:
                found = [await refcheck.verify(build_claim(**claims[0]))]
            else:
                found = [c.verification for c in await refcheck.verify_many([build_claim(**c) for c in claims])]
        return [[f"{t.step} | {t.detail}" for t in v.trace] for v in found]

    return check


class TestSteps:
    async def test_by_an_identifier(self, traced):
        (steps,) = await traced([{"doi": "10.5555/flows"}], {"one": ({}, shelf("one"))})
        assert steps == [
            "one: lookup_doi 10.5555/flows | 1 record",
            f"judged after identifiers | verified at 1.00 over 1 work: {JUDGED} one",
        ]

    async def test_by_a_search(self, traced):
        claim = {"title": TITLE, "authors": ["Roe"], "year": 2017}
        (steps,) = await traced([claim], {"one": ({}, shelf("one")), "two": ({}, shelf("two"))})
        assert sorted(steps[1:3]) == [f"one: search title {TITLE} | 1 record", f"two: search title {TITLE} | 1 record"]
        assert (
            steps[0]
            == "judged after identifiers | not_found at 0.00 over 0 works: no work found agrees in title, or nearly"
        )
        assert steps[3] == f"judged after fast sources | verified at 1.00 over 1 work: {JUDGED} one, two"

    async def test_by_a_citation(self, traced):
        citation = f"Roe J. {TITLE}. 2017."
        (steps,) = await traced([{"citation": citation}], {"one": ({}, shelf("one"))})
        assert f"one: search title {TITLE} | 1 record" in steps
        assert steps[-1].endswith(f"{JUDGED} one")

    async def test_in_a_batch(self, traced):
        hooks = shelf("one")

        async def look_up_many(ctx, dois):
            return {doi: found for doi in dois if (found := await hooks["lookup_doi"](ctx, doi))}

        claims = [{"doi": "10.5555/flows"}, {"doi": "10.5555/none", "title": "Another Title of Nothing"}]
        sources = {"one": ({"max_batch": 10}, {**hooks, "lookup_dois": look_up_many})}
        first, second = await traced(claims, sources)
        assert first[0] == "one: lookup_dois 10.5555/flows | 1 record"
        assert first[-1].endswith(f"{JUDGED} one")
        assert second[0] == "one: lookup_doi 10.5555/none | 0 records (cached)"  # the batch told as much
        assert "one: search title Another Title of Nothing | 0 records" in second

    async def test_from_the_cache(self, traced):
        sources = {"one": ({}, shelf("one"))}
        await traced([{"doi": "10.5555/flows"}], sources)
        (steps,) = await traced([{"doi": "10.5555/flows"}], sources)
        assert steps[0] == "one: lookup_doi 10.5555/flows | 1 record (cached)"

    async def test_from_a_library(self, traced):
        claim = {"title": TITLE, "authors": ["Roe"], "year": 2017}
        local = {"tier": Tier.LOCAL, "base_url": ""}
        (steps,) = await traced([claim], {"mine": (local, shelf("mine", doi=None)), "one": ({}, shelf("one"))})
        assert steps == [
            f"mine: search title {TITLE} | 1 record",
            f"judged after local sources | verified at 1.00 over 1 work: {JUDGED} mine",
        ]

    async def test_of_a_source_that_failed(self, traced):
        async def down(ctx, argument):
            raise SourceUnavailable("is down")

        sources = {"one": ({}, shelf("one")), "two": ({}, {"search": down})}
        (steps,) = await traced([{"title": TITLE, "authors": ["Roe"]}], sources)
        assert any(s.startswith(f"two: search title {TITLE} | error: ") and s.endswith("is down") for s in steps)

    async def test_of_the_closest_work_where_nothing_matched(self, traced):
        claim = {"title": "Invented Flows on Imaginary Seas", "authors": ["Dunn"], "year": 1999}
        look_up = shelf("one")["lookup_doi"]

        async def search(ctx, query):
            return [await look_up(ctx, "10.5555/flows")]

        (steps,) = await traced([claim], {"one": ({}, {"search": search})})
        assert steps[-1].endswith(f"best: '{TITLE}' by Roe (2017), score 0.00, from one")
        assert steps[-1].startswith("judged after fast sources | not_found at ")

    async def test_long_titles_are_cut(self, traced):
        long = " ".join([TITLE] * 9)
        record = Record(source="one", title=long, year=2017)

        async def search(ctx, query):
            return [record]

        (steps,) = await traced([{"title": long}], {"one": ({}, {"search": search})})
        assert len(steps[-1]) < 320
        assert "…, score 1.00" in steps[-1]


CLAIM = {"title": TITLE, "authors": ["Roe"], "year": 2017, "venue": "Journal of Examples"}


class TestWhoIsAskedFurther:
    """A verified answer whose authors nobody confirms is open while another source may know them."""

    @pytest.mark.parametrize("claim", [CLAIM, {"citation": f"Roe J. {TITLE}. Journal of Examples 2017."}])
    async def test_for_authors_that_a_record_lacks(self, traced, claim):
        bare = shelf("one", authors=(), venue="Journal of Examples")
        sources = {"one": ({}, bare), "two": ({"tier": Tier.SLOW}, shelf("two"))}
        (steps,) = await traced([claim], sources)
        assert any(s.startswith("two: search") for s in steps)
        assert "from one, two" in steps[-1] or "from two, one" in steps[-1]

    async def test_for_authors_beyond_a_list_that_was_cut(self, traced):
        cut = shelf("one", authors_complete=False)
        whole = shelf("two", authors=(Author(given="Jane", family="Roe"), Author(given="Ada", family="Abel")))
        sources = {"one": ({}, cut), "two": ({"tier": Tier.METERED}, whole)}
        (steps,) = await traced([{**CLAIM, "authors": ["Jane Roe", "Ada Abel"]}], sources)
        assert any(s.startswith("two: ") for s in steps)
        (steps,) = await traced([CLAIM], sources)
        assert not any(s.startswith("two: ") for s in steps)


async def test_the_retraction_of_the_published_version_is_asked_for_where_the_preprint_is_cited(settings_of, source):
    people = (Author(given="Jane", family="Roe"),)
    preprint = Record(source="one", title=TITLE, authors=people, year=2016, venue="arXiv", type=WorkType.POSTED_CONTENT)
    article = Record(source="one", title=TITLE, authors=people, year=2017, venue="Examples", doi="10.5555/flows")
    notice = Notice(kind=NoticeKind.RETRACTION, asserted_by="publisher")

    async def search(ctx, query):
        return [preprint, article]

    async def look_up(ctx, doi):
        return article.model_copy(update={"source": "two", "notices": (notice,)})

    manager = SourceManager(settings_of())
    manager.register("one", source("one", {}, search=search))
    manager.register("two", source("two", {"capabilities": frozenset({Capability.RETRACTIONS})}, lookup_doi=look_up))
    async with Refcheck.open(settings_of(), manager=manager) as refcheck:
        found = await refcheck.verify(build_claim(title=TITLE, authors=["Roe"], year=2016, venue="arXiv"))
    assert found.verdict is Verdict.VERIFIED
    assert "The work is retracted (according to publisher)." in [d.message for d in found.discrepancies]

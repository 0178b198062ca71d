"""The search: what is asked, what comes of it, and what is told about it."""

from __future__ import annotations

import itertools

import anyio
import pytest

from refcheck_core import AllSourcesFailedError, Key, SearchKind, SourceUnavailable
from refcheck_core.contract import Capability
from refcheck_core.identifiers import IdentifierKind
from refcheck_core.models import Notice, NoticeKind, WorkType
from refcheck_core.plugins import SourceManager
from refcheck_core.services import QueryError, Refcheck, UnknownSourceError, build_claim
from refcheck_core.services.search import Search, abstract_beginning, build_search, shorten
from refcheck_core.testing.builders import make_record

pytestmark = pytest.mark.anyio

TITLE = "On the Drift of Invented Glaciers"
REGISTRY = {"registers": frozenset({IdentifierKind.DOI}), "capabilities": frozenset(Capability)}
WHOLE = {"capabilities": frozenset({Capability.FULL_AUTHORS, Capability.TOPIC_SEARCH})}


def article(source, **fields):
    given = {"year": 2020, "venue": "Journal of Examples", "doi": "10.5555/a", "type": WorkType.JOURNAL_ARTICLE}
    given.update(fields)
    return make_record(given.pop("title", TITLE), ["Jane Roe", "Max Muster"], source=source, **given)


def finding(*records, after=0.0):
    async def search(ctx, query):
        await anyio.sleep(after)
        return list(records)

    return search


def failing(text="is down"):
    async def search(ctx, query):
        raise SourceUnavailable(text)

    return search


@pytest.fixture
def search(settings_of):
    """Searches over the given sources."""

    async def run(*plugins, query="invented glaciers", environ=None, **options):
        settings = settings_of(**(environ or {}))
        manager = SourceManager(settings)
        for plugin in plugins:
            manager.register(plugin.describe(settings).name, plugin)
        async with Refcheck.open(settings, manager=manager) as refcheck:
            return await refcheck.search(query, **options)

    return run


class TestQuestions:
    def test_loose_input(self):
        assert build_search(" invented  {\\'e}tude&amp;so on ") == Search("invented étude&so on", 10, None, None)
        search = build_search("x", max_results=30, year_from=1999, year_to=1999)
        assert search == Search("x", 30, 1999, 1999)

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            ({"query": ""}, "no letter or digit"),
            ({"query": "<b></b> ?!"}, "no letter or digit"),
            ({"query": "x" * 501}, "501 characters"),
            ({"query": "x", "max_results": 0}, "max_results is 0; it must be from 1 to 30."),
            ({"query": "x", "max_results": 31}, "max_results is 31"),
            ({"query": "x", "year_from": 999}, "year_from is 999; it must be a year of four digits"),
            ({"query": "x", "year_to": 3000}, "year_to is 3000"),
            ({"query": "x", "year_from": 2001, "year_to": 2000}, "year_from (2001) is after year_to (2000)"),
        ],
    )
    def test_what_cannot_be_searched(self, options, told):
        with pytest.raises(QueryError) as caught:
            build_search(**options)
        assert told in str(caught.value)

    async def test_every_source_is_asked_for_the_topic_within_the_years(self, search, source):
        plugins = source("a", info={"max_results": 25}), source("b", info=WHOLE | {"max_results": 100})
        await search(*plugins, query="Wind, sun: and rain?", max_results=2, year_from=2001, year_to=2003)
        ((_, plain),), ((_, topic),) = plugins[0].calls, plugins[1].calls
        assert (plain.kind, plain.limit) == (SearchKind.TITLE, 25)
        assert (topic.kind, topic.limit) == (SearchKind.TOPIC, 30)
        for query in (plain, topic):
            assert (query.text, query.year_from, query.year_to) == ("Wind, sun: and rain?", 2001, 2003)

    async def test_a_shorter_list_is_the_beginning_of_the_longer_one_and_asks_nobody_again(self, search, source):
        plugin = source("a", search=finding(*(article("a", title=f"{TITLE} of Land {n}", doi=None) for n in range(20))))
        long, short = await search(plugin, max_results=20), await search(plugin, max_results=3)
        assert short.results == long.results[:3]
        assert (short.works_found, len(long.results)) == (20, 20)
        assert len(plugin.calls) == 1

    async def test_only_the_named_sources_are_asked(self, search, source):
        plugins = source("a", info={"aliases": ("first",)}), source("b")
        answer = await search(*plugins, databases=["First"])
        assert answer.sources_checked == ["a"]
        assert answer.sources_skipped == {"b": "not among the databases asked for"}
        assert not plugins[1].calls

    async def test_an_unknown_or_unavailable_source_is_refused(self, search, source):
        keys = (Key(env="KEYED_API_KEY", purpose="Made at example.org.", header="X-Key", required=True),)
        plugins = source("a"), source("keyed", info={"keys": keys})
        with pytest.raises(UnknownSourceError, match=r"'nix': no source of that name.*Available: a\."):
            await search(*plugins, databases=["a", "nix"])
        with pytest.raises(UnknownSourceError, match=r"'keyed': not available \(no key: set KEYED_API_KEY"):
            await search(*plugins, databases=["keyed"])
        assert not plugins[0].calls


class TestAnswers:
    async def test_a_work_of_several_sources_is_one_result(self, search, source):
        crossref = source("a", info=REGISTRY, search=finding(article("a", abstract=None, venue=None)))
        other = article("b", abstract="We <b>drift</b>.", url="https://example.org/b", arxiv_id="2001.00001")
        answer = await search(source("b", info=WHOLE, search=finding(other)), crossref)
        (found,) = answer.results
        assert (found.number, found.title, found.authors) == (1, TITLE, ["Jane Roe", "Max Muster"])
        assert (found.year, found.doi, found.arxiv_id) == (2020, "10.5555/a", "2001.00001")
        assert (found.source, found.also_in) == ("a", ["b"])
        assert (found.venue, found.abstract, found.url) == (
            "Journal of Examples",
            "We drift.",
            "https://doi.org/10.5555/a",
        )
        assert found.field_sources == {"venue": "b", "abstract": "b", "arxiv_id": "b"}
        assert (found.status, found.retracted) == (None, False)
        assert answer.sources_checked == ["a", "b"]
        assert (answer.warnings, answer.sources_failed, answer.sources_skipped) == ([], {}, {})

    async def test_the_order_in_which_sources_answer_has_no_part_in_it(self, search, source):
        answers = []
        for delays in itertools.permutations((0.0, 0.01, 0.02)):
            plugins = [
                source(
                    name,
                    search=finding(article(name), article(name, title=f"{TITLE} by {name}", doi=None), after=delay),
                )
                for name, delay in zip("abc", delays, strict=True)
            ]
            answers.append(await search(*plugins, environ={"REFCHECK_CACHE": "off"}))
        assert all(answer == answers[0] for answer in answers)
        assert [r.source for r in answers[0].results] == ["a", "a", "b", "c"]

    async def test_no_result_lies_outside_the_years_whatever_a_source_gives(self, search, source):
        records = [article("a", title=f"{TITLE} of {year}", doi=None, year=year) for year in (1999, 2000, 2001, None)]
        answer = await search(source("a", search=finding(*records)), year_from=2000, year_to=2000)
        assert [r.year for r in answer.results] == [2000]
        assert answer.warnings == ["1 record without a year was left out, since only certain years are wanted."]
        more = [article("a", title=f"{TITLE} of {n}", doi=None, year=None) for n in "xy"]
        answer = await search(
            source("c", search=finding(*[r.model_copy(update={"source": "c"}) for r in more])), year_to=2000
        )
        assert answer.results == []
        assert answer.warnings == ["2 records without a year were left out, since only certain years are wanted."]

    async def test_retracted_works_are_marked(self, search, source):
        retracted = article("a", notices=(Notice(kind=NoticeKind.RETRACTION),))
        (found,) = (await search(source("a", search=finding(retracted)))).results
        assert (found.status, found.retracted) == ("retracted", True)
        concern = article("b", notices=(Notice(kind=NoticeKind.EXPRESSION_OF_CONCERN),))
        (found,) = (await search(source("b", search=finding(concern)))).results
        assert (found.status, found.retracted) == ("expression of concern", False)

    async def test_a_preprint_that_was_withdrawn_is_told_beside_the_article(self, search, source):
        notices = (Notice(kind=NoticeKind.WITHDRAWAL),)
        posted = article("a", doi=None, arxiv_id="1901.00001", type=WorkType.POSTED_CONTENT, notices=notices)
        answer = await search(source("a", search=finding(posted, article("a"))))
        assert [r.retracted for r in answer.results] == [False]
        (warning,) = answer.warnings
        assert warning == "Result 1: a database marks another version of it (1901.00001) as: withdrawn."

    async def test_an_arxiv_id_is_an_address_where_there_is_no_other(self, search, source):
        posted = article("a", doi=None, url=None, arxiv_id="1901.00001")
        (found,) = (await search(source("a", search=finding(posted)))).results
        assert found.url == "https://arxiv.org/abs/1901.00001"

    async def test_a_record_that_says_next_to_nothing(self, search, source):
        (found,) = (await search(source("a", search=finding(make_record(source="a"))))).results
        assert (found.title, found.authors, found.year, found.url, found.abstract) == (None, [], None, None, None)

    async def test_a_long_list_of_authors_is_cut_with_a_count(self, search, source):
        many = make_record(TITLE, [f"A. Invented{n}" for n in range(40)], 2020, source="a", url="https://example.org")
        (found,) = (await search(source("a", search=finding(many)))).results
        assert (len(found.authors), found.author_count, found.url) == (10, 40, "https://example.org")


class TestFaults:
    async def test_results_of_a_failed_source_are_said_to_be_missing(self, search, source):
        answer = await search(source("a", search=finding(article("a"))), source("b", search=failing("is away")))
        assert len(answer.results) == 1
        assert answer.warnings == ["Results of B are missing: is away"]
        assert answer.sources_failed == {"b": "is away"}
        assert answer.sources_checked == ["a"]

    async def test_a_bug_of_a_source_is_a_fault_of_that_source_alone(self, search, source):
        async def broken(ctx, query):
            raise RuntimeError("insides")

        answer = await search(source("a", search=finding(article("a"))), source("b", search=broken))
        assert len(answer.results) == 1
        assert list(answer.sources_failed) == ["b"]

    async def test_when_none_answers_there_is_an_error_with_every_reason(self, search, source):
        keys = (Key(env="KEYED_API_KEY", purpose="p", header="X-Key", required=True),)
        plugins = source("a", search=failing()), source("keyed", info={"keys": keys})
        with pytest.raises(AllSourcesFailedError) as caught:
            await search(*plugins)
        assert caught.value.reasons == {"a": "is down", "keyed": "no key: set KEYED_API_KEY (p)"}

    async def test_sources_without_key_or_search_are_skipped_and_named(self, search, source):
        async def lookup(ctx, doi):
            return None

        keys = (Key(env="KEYED_API_KEY", purpose="p", header="X-Key", required=True),)
        plugins = source("a"), source("keyed", info={"keys": keys}), source("lookups", lookup_doi=lookup)
        answer = await search(*plugins)
        assert answer.sources_skipped == {"keyed": "no key: set KEYED_API_KEY (p)", "lookups": "has no search"}
        assert (answer.sources_checked, answer.results, answer.warnings) == (["a"], [], [])

    async def test_offline_it_answers_from_the_cache(self, search, source):
        plugin = source("a", search=finding(article("a")))
        with pytest.raises(AllSourcesFailedError, match="offline"):
            await search(plugin, environ={"REFCHECK_OFFLINE": "on"})
        online = await search(plugin)
        assert await search(plugin, environ={"REFCHECK_OFFLINE": "on"}) == online


@pytest.mark.parametrize("place", [0, 1, 4])
async def test_a_verification_looks_at_every_result_of_a_search(settings_of, source, place):
    others = [article("a", title=f"{TITLE}: A Reply of {n}", doi=f"10.5555/{n}") for n in "wxyz"]
    found = [*others[:place], article("a"), *others[place:]]
    settings = settings_of()
    manager = SourceManager(settings)
    manager.register("a", source("a", search=finding(*found)))
    async with Refcheck.open(settings, manager=manager) as refcheck:
        verification = await refcheck.verify(build_claim(title=TITLE, authors=["Jane Roe"], year=2020))
    assert (verification.verdict, verification.matched.lead.doi) == ("verified", "10.5555/a")


class TestAbstracts:
    @pytest.mark.parametrize(
        ("text", "length", "shown"),
        [
            ("one two three", 13, "one two three"),
            ("one two three", 12, "one two…"),
            ("one two three four", 14, "one two three…"),
            ("one two, three four", 12, "one two…"),
            ("one two (three four", 13, "one two…"),
            ("x" * 40, 10, "x" * 9 + "…"),
            ("a " + "x" * 40, 10, "a " + "x" * 7 + "…"),
            ("山" * 20, 10, "山" * 9 + "…"),
            ("ab" + "e\u0301" * 10, 10, "ab" + "e\u0301" * 3 + "…"),
            ("\u0301" * 20, 10, "\u0301" * 9 + "…"),
        ],
    )
    def test_are_cut_at_a_word(self, text, length, shown):
        assert shorten(text, length) == shown
        assert len(shown) <= length

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("<jats:p>We <jats:italic>do</jats:italic> &amp; die.</jats:p>", "We do & die."),
            ("Of order $O(n^2)$, e.g.~\\emph{so} -- yes", "Of order O(n2), e.g. so – yes"),
            ("The set {x | x > 0} of", "The set {x | x > 0} of"),
            ("<b></b>", None),
            ("ABSTRACT", None),
            ("ABSTRACT Introduction We do.", "Introduction We do."),
            ("Abstract: We do.", "We do."),
            ("Abstract Background: We do.", "Background: We do."),
            ("Abstract interpretation is done.", "Abstract interpretation is done."),
            ("Abstractions abstract.", "Abstractions abstract."),
            ("Abstract hRPE65 is", "hRPE65 is"),
            ("Abstract Syntax Trees are", "Abstract Syntax Trees are"),
        ],
    )
    def test_are_plain_text(self, text, shown):
        assert abstract_beginning(text) == shown

"""The pool: which sources are asked, and what becomes of what they do."""

from __future__ import annotations

import asyncio
import logging

import pytest

from refcheck_core import (
    Identifier,
    IdentifierKind,
    Key,
    NotCovered,
    PluginError,
    Record,
    SearchKind,
    SearchQuery,
    Setting,
    SourceAuthError,
    SourceBadResponse,
    SourceRateLimited,
    SourceTimeout,
    SourceUnavailable,
    Tier,
)
from refcheck_core.models import OutcomeStatus
from refcheck_core.plugins import SourceManager
from refcheck_core.sources import SourcePool
from refcheck_core.sources import pool as pool_module
from refcheck_core.sources import session as session_module

pytestmark = pytest.mark.anyio

QUERY = SearchQuery(kind=SearchKind.TITLE, text="A work", limit=3)
DOI = "10.1000/x"


def answering(value):
    async def hook(ctx, argument):
        return value

    return hook


def raising(error):
    async def hook(ctx, argument):
        raise error

    return hook


class TestWhoIsAsked:
    async def test_usable_sources_in_order(self, pool_of, source):
        pool = pool_of(source("b"), source("a"), REFCHECK_SOURCES="b,a")
        assert list(pool.infos) == ["b", "a"]
        assert not pool.skipped

    async def test_a_required_key_that_is_missing(self, pool_of, source):
        keys = (Key(env="FAKE_API_KEY", purpose="Made at example.org.", header="X-Key", required=True),)
        pool = pool_of(source(info={"keys": keys}), source("other"))
        assert list(pool.infos) == ["other"]
        assert pool.skipped == {"fake": "no key: set FAKE_API_KEY (Made at example.org)"}
        outcome = await pool.search("fake", QUERY)
        assert (outcome.status, outcome.reason) == (OutcomeStatus.SKIPPED, pool.skipped["fake"])

    async def test_a_required_key_that_is_there(self, pool_of, source):
        keys = (Key(env="FAKE_API_KEY", aliases=("FAKE_KEY",), purpose="p", header="X-Key", required=True),)
        assert list(pool_of(source(info={"keys": keys}), FAKE_KEY="k").infos) == ["fake"]

    async def test_switched_off_and_broken_ones_are_named(self, settings_of, source, monkeypatch):
        settings = settings_of(REFCHECK_SOURCES="fake,absent")
        manager = SourceManager(settings)
        manager.register("fake", source())
        manager.register("other", source("other"))
        manager.load()
        pool = SourcePool(manager, settings)
        assert list(pool.infos) == ["fake"]
        assert pool.skipped["other"] == "switched off by REFCHECK_SOURCES"
        assert "'absent', which is not installed" in pool.skipped["absent"]

    async def test_an_address_that_is_none(self, pool_of, source):
        pool = pool_of(source(), REFCHECK_FAKE_URL="localhost:8080")
        assert pool.skipped == {"fake": "REFCHECK_FAKE_URL is no http or https address"}

    async def test_an_unknown_name(self, pool_of):
        async with pool_of() as pool:
            outcomes = [
                await pool.search("who", QUERY),
                await pool.lookup_doi("who", DOI),
                (await pool.lookup_dois("who", [DOI]))[DOI],
                await pool.lookup_id("who", Identifier(IdentifierKind.PMID, "1")),
                await pool.ping("who"),
            ]
            assert await pool.to_bibtex("who", Record(source="who")) is None
        for outcome in outcomes:
            assert (outcome.source, outcome.status) == ("who", OutcomeStatus.SKIPPED)
            assert outcome.reason == "there is no source of this name"

    async def test_a_hook_that_it_does_not_have(self, pool_of, source):
        async with pool_of(source(lookup_doi=answering(None))) as pool:
            assert (await pool.search("fake", QUERY)).reason == "has no search"
        async with pool_of(source()) as pool:
            assert (await pool.lookup_doi("fake", DOI)).reason == "has no lookup_doi"
            assert (await pool.lookup_dois("fake", [DOI]))[DOI].reason == "has no lookup_doi"

    async def test_an_identifier_of_a_kind_that_it_does_not_know(self, pool_of, source, record):
        plugin = source(lookup_id=answering(record()), info={"id_kinds": frozenset({IdentifierKind.PMID})})
        async with pool_of(plugin) as pool:
            known = await pool.lookup_id("fake", Identifier(IdentifierKind.PMID, "1"))
            other = await pool.lookup_id("fake", Identifier(IdentifierKind.ISBN, "1"))
        assert known.status is OutcomeStatus.OK
        assert (other.status, other.reason) == (OutcomeStatus.SKIPPED, "does not look up isbn")
        assert len(plugin.calls) == 1

    async def test_offline_asks_local_sources_only(self, pool_of, source, record):
        plugins = source(search=answering([record()])), source("local", info={"tier": Tier.LOCAL, "base_url": ""})
        async with pool_of(*plugins, REFCHECK_OFFLINE="on") as pool:
            outcome = await pool.search("fake", QUERY)
            assert outcome.status is OutcomeStatus.SKIPPED
            assert outcome.reason.startswith("offline")
            assert not plugins[0].calls
            assert (await pool.search("local", QUERY)).status is OutcomeStatus.EMPTY

    async def test_offline_answers_from_the_cache(self, pool_of, source, record):
        plugin = source(search=answering([record()]))
        async with pool_of(plugin) as pool:
            await pool.search("fake", QUERY)
        async with pool_of(plugin, REFCHECK_OFFLINE="on") as pool:
            outcome = await pool.search("fake", QUERY)
        assert (outcome.status, outcome.cached) == (OutcomeStatus.OK, True)


class TestContext:
    async def test_only_declared_settings_and_names_of_keys_are_handed_over(self, pool_of, source):
        seen = []

        async def search(ctx, query):
            seen.append(ctx)
            return []

        info = {
            "settings": (Setting(env="FAKE_MIRROR", purpose="p"), Setting(env="FAKE_UNSET", purpose="p")),
            "keys": (
                Key(env="FAKE_API_KEY", purpose="p", header="X-Key"),
                Key(env="FAKE_TOKEN", purpose="p", header="X-Token"),
            ),
        }
        async with pool_of(
            source(search=search, info=info), FAKE_MIRROR="here", FAKE_API_KEY="secret-value", OTHER_KEY="x"
        ) as pool:
            await pool.search("fake", QUERY)
        (context,) = seen
        assert dict(context.settings) == {"FAKE_MIRROR": "here"}
        assert context.keys_present == {"FAKE_API_KEY"}
        assert context.info.name == "fake"
        assert "secret-value" not in repr(context)

    async def test_open_before_the_first_question_and_close_at_the_end(self, pool_of, source):
        async def nothing(ctx):
            return None

        plugin = source(open=nothing, close=nothing)
        async with pool_of(plugin) as pool:
            assert not plugin.calls
            await asyncio.gather(*(pool.search("fake", SearchQuery(kind=SearchKind.TITLE, text=t)) for t in "abc"))
        hooks = [hook for hook, _ in plugin.calls]
        assert hooks == ["open", "search", "search", "search", "close"]

    async def test_a_source_that_was_not_asked_is_neither_opened_nor_closed(self, pool_of, source):
        async def nothing(ctx):
            return None

        plugin = source(open=nothing, close=nothing)
        async with pool_of(plugin):
            pass
        assert not plugin.calls

    async def test_open_that_fails_is_tried_again_and_closed(self, pool_of, source):
        tries = []

        async def open_(ctx):
            tries.append(1)
            if len(tries) == 1:
                raise SourceUnavailable("the index is busy")

        async def close(ctx):
            return None

        plugin = source(open=open_, close=close)
        async with pool_of(plugin) as pool:
            first = await pool.search("fake", QUERY)
            second = await pool.search("fake", QUERY)
        assert (first.status, first.reason) == (OutcomeStatus.ERROR, "the index is busy")
        assert second.status is OutcomeStatus.EMPTY
        assert [hook for hook, _ in plugin.calls] == ["open", "open", "search", "close"]

    async def test_close_that_fails_or_hangs_is_logged_and_ends(self, pool_of, source, monkeypatch, caplog):
        monkeypatch.setattr(session_module, "CLOSE_SECONDS", -0.9)  # with the grace of a second: 0.1 s

        async def fail(ctx):
            raise ValueError("cannot close")

        async def hang(ctx):
            await asyncio.sleep(60)

        async with pool_of(source("one", close=fail), source("two", close=hang)) as pool:
            await pool.search("one", QUERY)
            await pool.search("two", QUERY)
        assert "cannot close" in caplog.text
        assert "'two' failed in close" in caplog.text

    async def test_closed_after_an_exception_of_the_program(self, pool_of, source):
        async def close(ctx):
            return None

        plugin = source(close=close)

        async def program():
            async with pool_of(plugin) as pool:
                await pool.search("fake", QUERY)
                raise RuntimeError("of the program")

        with pytest.raises(RuntimeError, match="of the program"):
            await program()
        assert [hook for hook, _ in plugin.calls] == ["search", "close"]


class TestAnswers:
    async def test_found(self, pool_of, source, record):
        async with pool_of(source(search=answering([record(doi=DOI, year=2001)]))) as pool:
            outcome = await pool.search("fake", QUERY)
        assert outcome.status is OutcomeStatus.OK
        assert outcome.records == (record(doi=DOI, year=2001),)
        assert outcome.question == "search title A work"
        assert (outcome.reason, outcome.cached, outcome.decisive) == (None, False, False)
        assert outcome.elapsed > 0

    async def test_nothing_found(self, pool_of, source):
        async with pool_of(source(lookup_doi=answering(None))) as pool:
            outcome = await pool.lookup_doi("fake", "10.1000/X ")
        assert (outcome.status, outcome.records, outcome.decisive) == (OutcomeStatus.EMPTY, (), False)
        assert outcome.question == "lookup_doi 10.1000/x"

    async def test_more_than_asked_for_is_cut(self, pool_of, source, record):
        async with pool_of(source(search=answering([record(str(n)) for n in range(9)]))) as pool:
            outcome = await pool.search("fake", QUERY)
        assert [found.title for found in outcome.records] == ["0", "1", "2"]

    async def test_a_source_is_not_asked_for_more_than_it_gives(self, pool_of, source):
        plugin = source(info={"max_results": 2})
        async with pool_of(plugin) as pool:
            await pool.search("fake", QUERY)
        assert plugin.calls[0][1].limit == 2

    @pytest.mark.parametrize(
        ("found", "problem"),
        [
            (None, "gave a NoneType where a list of records belongs"),
            ("text", "gave a str where a list of records belongs"),
            ({"title": "x"}, "gave a dict where a list of records belongs"),
            ([{"title": "x"}], "gave a dict where a Record belongs"),
            ([Record(source="other")], "gave a record of the source 'other' instead of its own"),
            ([Record.model_construct(source="fake", title=5)], "gave a record whose fields are not of their types"),
            ([Record.model_construct(source="fake", year=3)], "gave a record whose fields are not of their types"),
            ([Record.model_construct(source="fake", title="\ud800")], "gave a record whose fields are not of"),
        ],
    )
    async def test_what_is_no_answer_of_search(self, pool_of, source, found, problem, caplog):
        async with pool_of(source(search=answering(found))) as pool:
            outcome = await pool.search("fake", QUERY)
        assert outcome.status is OutcomeStatus.ERROR
        assert problem in outcome.reason
        assert outcome.reason.startswith("Source 'fake'")
        assert "bug of the plugin" in caplog.text

    @pytest.mark.parametrize("found", [[], {}, "text", 1, Record(source="other")])
    async def test_what_is_no_answer_of_a_lookup(self, pool_of, source, found):
        info = {"id_kinds": frozenset({IdentifierKind.PMID})}
        plugin = source(lookup_doi=answering(found), lookup_id=answering(found), info=info)
        async with pool_of(plugin) as pool:
            assert (await pool.lookup_doi("fake", DOI)).status is OutcomeStatus.ERROR
            assert (await pool.lookup_id("fake", Identifier(IdentifierKind.PMID, "1"))).status is OutcomeStatus.ERROR

    async def test_one_identifier_may_be_that_of_several_works(self, pool_of, source, record):
        both = [record("A work", doi=DOI), record("Another work", doi=DOI)]
        info = {"id_kinds": frozenset({IdentifierKind.PMID}), "max_batch": 2}
        hooks = {"lookup_doi": answering(both), "lookup_id": answering(both), "lookup_dois": answering({DOI: both})}
        async with pool_of(source(info=info, **hooks)) as pool:
            outcomes = [
                await pool.lookup_doi("fake", DOI),
                (await pool.lookup_dois("fake", [DOI]))[DOI],
                await pool.lookup_id("fake", Identifier(IdentifierKind.PMID, "1")),
            ]
            again = await pool.lookup_doi("fake", DOI)
        assert [[r.title for r in o.records] for o in (*outcomes, again)] == [["A work", "Another work"]] * 4
        assert again.cached

    async def test_another_doi_than_asked_is_kept_and_remarked(self, pool_of, source, record):
        async with pool_of(source(lookup_doi=answering(record(doi="10.1000/other")))) as pool:
            outcome = await pool.lookup_doi("fake", DOI)
        assert outcome.status is OutcomeStatus.OK
        assert outcome.reason == "asked for 10.1000/x, it answered with 10.1000/other"

    @pytest.mark.parametrize("fields", [{"doi": DOI}, {"doi": "10.1000/new", "same_as": (DOI,)}, {}])
    async def test_an_alias_is_no_other_doi(self, pool_of, source, record, fields):
        async with pool_of(source(lookup_doi=answering(record(**fields)))) as pool:
            assert (await pool.lookup_doi("fake", DOI)).reason is None

    async def test_bibtex(self, pool_of, source, record):
        async with pool_of(source(to_bibtex=answering("@misc{x}"))) as pool:
            assert await pool.to_bibtex("fake", record(doi=DOI)) == "@misc{x}"

    @pytest.mark.parametrize("hook", [answering(None), answering(" "), answering(5), raising(ValueError("x"))])
    async def test_no_bibtex(self, pool_of, source, record, hook):
        async with pool_of(source(to_bibtex=hook)) as pool:
            assert await pool.to_bibtex("fake", record()) is None

    async def test_no_bibtex_hook(self, pool_of, source, record):
        async with pool_of(source()) as pool:
            assert await pool.to_bibtex("fake", record()) is None

    async def test_a_hostile_question_can_be_shown(self, pool_of, source):
        async with pool_of(source()) as pool:
            query = SearchQuery(kind=SearchKind.TITLE, text="a\x00\n\ud800" + "x" * 9000)
            outcome = await pool.search("fake", query)
        assert outcome.status is OutcomeStatus.EMPTY
        assert len(outcome.question) <= 120
        outcome.model_dump_json()


class TestDecisive:
    async def test_an_absence_at_the_source_that_decides_for_the_prefix(self, pool_of, source):
        plugin = source(lookup_doi=answering(None), info={"doi_prefixes": frozenset({"10.48550"})})
        async with pool_of(plugin) as pool:
            assert (await pool.lookup_doi("fake", "10.48550/arXiv.9999.99999")).decisive
            assert not (await pool.lookup_doi("fake", "10.4855/x")).decisive
            assert not (await pool.lookup_doi("fake", "10.48550999/x")).decisive

    async def test_an_absence_at_the_source_that_gives_out_the_identifier(self, pool_of, source):
        kinds = frozenset({IdentifierKind.ARXIV, IdentifierKind.PMID})
        info = {"id_kinds": kinds, "registers": frozenset({IdentifierKind.ARXIV})}
        async with pool_of(source(lookup_id=answering(None), info=info)) as pool:
            assert (await pool.lookup_id("fake", Identifier(IdentifierKind.ARXIV, "9999.99999"))).decisive
            assert not (await pool.lookup_id("fake", Identifier(IdentifierKind.PMID, "1"))).decisive
            assert not (await pool.search("fake", QUERY)).decisive

    async def test_an_absence_at_a_source_that_asked_the_agencies(self, pool_of, source):
        info = {"registers": frozenset({IdentifierKind.DOI}), "max_batch": 5}
        plugin = source(lookup_doi=answering(None), lookup_dois=answering({}), info=info)
        async with pool_of(plugin) as pool:
            batch = (await pool.lookup_dois("fake", [DOI]))[DOI]
            single = await pool.lookup_doi("fake", DOI)
        assert (batch.status, batch.decisive) == (OutcomeStatus.EMPTY, False)
        assert (single.status, single.decisive, single.cached) == (OutcomeStatus.EMPTY, True, False)
        assert [hook for hook, _ in plugin.calls] == ["lookup_dois", "lookup_doi"]

    async def test_a_doi_that_is_registered_elsewhere_is_no_fault(self, pool_of, source, caplog):
        plugin = source(lookup_doi=raising(NotCovered("registered at DataCite", agency="DataCite")))
        async with pool_of(plugin) as pool:
            first = await pool.lookup_doi("fake", DOI)
            second = await pool.lookup_doi("fake", DOI)
        assert (first.status, first.reason) == (OutcomeStatus.SKIPPED, "registered at DataCite")
        assert (second.status, second.reason, second.cached) == (OutcomeStatus.SKIPPED, "registered at DataCite", True)
        assert not caplog.records

    async def test_found_or_failed_is_never_decisive(self, pool_of, source, record):
        info = {"doi_prefixes": frozenset({"10.1000"})}
        for hook in (answering(record(doi=DOI)), raising(SourceTimeout("slow"))):
            async with pool_of(source(lookup_doi=hook, info=info), REFCHECK_CACHE="off") as pool:
                assert not (await pool.lookup_doi("fake", DOI)).decisive


class TestFaults:
    @pytest.mark.parametrize(
        ("error", "status", "reason"),
        [
            (SourceRateLimited("too many"), OutcomeStatus.RATE_LIMITED, "too many"),
            (SourceRateLimited("wait", retry_after=90), OutcomeStatus.RATE_LIMITED, "wait (again in 90 s)"),
            (SourceTimeout("too slow"), OutcomeStatus.TIMEOUT, "too slow"),
            (SourceUnavailable("down"), OutcomeStatus.ERROR, "down"),
            (SourceBadResponse("a web page"), OutcomeStatus.ERROR, "a web page"),
            (SourceBadResponse(""), OutcomeStatus.ERROR, "SourceBadResponse"),
            (TimeoutError(), OutcomeStatus.TIMEOUT, "no answer in time"),
        ],
    )
    async def test_a_fault_of_the_database(self, pool_of, source, error, status, reason, caplog):
        async with pool_of(source(search=raising(error))) as pool:
            outcome = await pool.search("fake", QUERY)
        assert (outcome.status, outcome.reason, outcome.records) == (status, reason, ())
        assert outcome.failed
        assert not caplog.records

    @pytest.mark.parametrize(
        "error", [ValueError("with details"), KeyError("x"), RecursionError(), ExceptionGroup("g", [ValueError()])]
    )
    async def test_a_bug_of_the_plugin(self, pool_of, source, error, caplog):
        async with pool_of(source(search=raising(error)), source("other")) as pool:
            outcome = await pool.search("fake", QUERY)
            assert (await pool.search("other", QUERY)).status is OutcomeStatus.EMPTY
        assert outcome.status is OutcomeStatus.ERROR
        assert outcome.reason == f"Source 'fake' failed in search: {type(error).__name__}"
        (logged,) = [entry for entry in caplog.records if entry.levelno == logging.ERROR]
        assert "Traceback" in logged.getMessage()

    @pytest.mark.parametrize("error", [SystemExit(2), GeneratorExit(), asyncio.CancelledError()])
    async def test_what_would_end_the_host(self, pool_of, source, error):
        async with pool_of(source(search=raising(error))) as pool:
            outcome = await pool.search("fake", QUERY)
        assert outcome.status is OutcomeStatus.ERROR
        assert outcome.reason.startswith("Source 'fake'")

    async def test_a_hook_that_is_not_async(self, pool_of, source):
        async with pool_of(source(search=lambda ctx, query: [])) as pool:
            outcome = await pool.search("fake", QUERY)
        assert "returned list from search where an awaitable belongs" in outcome.reason

    async def test_a_key_is_in_no_reason_and_no_log(self, pool_of, source, caplog):
        keys = (Key(env="FAKE_API_KEY", purpose="p", header="X-Key"),)
        for error in (
            SourceBadResponse("sent sekrit-123456"),
            ValueError("sekrit-123456"),
            PluginError("sekrit-123456"),
        ):
            plugin = source(search=raising(error), info={"keys": keys})
            async with pool_of(plugin, FAKE_API_KEY="sekrit-123456") as pool:
                outcome = await pool.search("fake", QUERY)
            assert outcome.status is OutcomeStatus.ERROR
            assert "sekrit" not in outcome.reason
        assert "sekrit" not in caplog.text
        assert "ValueError" in caplog.text

    async def test_a_long_reason_is_cut_to_one_line(self, pool_of, source):
        async with pool_of(source(search=raising(SourceBadResponse("one\ntwo " + "x" * 9000 + "\ud800")))) as pool:
            outcome = await pool.search("fake", QUERY)
        assert outcome.reason.startswith("one two xxx")
        assert len(outcome.reason) == 400

    async def test_an_error_is_not_cached(self, pool_of, source, record):
        answers = [SourceUnavailable("down"), [record()]]

        async def search(ctx, query):
            answer = answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer

        async with pool_of(source(search=search)) as pool:
            assert (await pool.search("fake", QUERY)).status is OutcomeStatus.ERROR
            assert (await pool.search("fake", QUERY)).status is OutcomeStatus.OK


class TestRefusal:
    async def test_a_source_that_refuses_its_key_is_not_asked_again(self, pool_of, source):
        keys = (Key(env="FAKE_API_KEY", purpose="p", header="X-Key"),)
        plugin = source(lookup_doi=raising(SourceAuthError("does not accept the key")), info={"keys": keys})
        async with pool_of(plugin, FAKE_API_KEY="wrong-key") as pool:
            first = await pool.lookup_doi("fake", DOI)
            second = await pool.lookup_doi("fake", "10.1000/y")
        assert (first.status, first.reason) == (OutcomeStatus.ERROR, "does not accept the key")
        assert second.status is OutcomeStatus.ERROR
        assert second.reason == "not asked again, as it refused before: does not accept the key"
        assert len(plugin.calls) == 1

    async def test_without_a_key_it_is_asked_again_after_a_while(self, pool_of, source, monkeypatch):
        plugin = source(lookup_doi=raising(SourceAuthError("blocked")))
        monkeypatch.setattr(session_module, "REFUSED_SECONDS", 0.05)
        async with pool_of(plugin) as pool:
            for doi in ("10.1000/1", "10.1000/2"):
                await pool.lookup_doi("fake", doi)
            assert len(plugin.calls) == 1
            await asyncio.sleep(0.06)
            await pool.lookup_doi("fake", DOI)
        assert len(plugin.calls) == 2

    async def test_what_the_cache_has_is_still_answered(self, pool_of, source, record):
        async def lookup(ctx, doi):
            if doi == DOI:
                return record(doi=doi)
            raise SourceAuthError("no")

        async with pool_of(source(lookup_doi=lookup)) as pool:
            await pool.lookup_doi("fake", DOI)
            await pool.lookup_doi("fake", "10.1000/y")
            assert (await pool.lookup_doi("fake", DOI)).cached


class TestBatch:
    def batching(self, source, found, size=2, **hooks):
        async def lookup_dois(ctx, dois):
            assert len(dois) <= size
            return {doi: found[doi] for doi in dois if doi in found}

        return source(lookup_dois=lookup_dois, info={"max_batch": size}, **hooks)

    async def test_split_answered_and_missing(self, pool_of, source, record):
        dois = [f"10.1000/{n}" for n in range(5)]
        plugin = self.batching(source, {doi: record(doi=doi) for doi in dois[:3]})
        async with pool_of(plugin) as pool:
            outcomes = await pool.lookup_dois("fake", [*dois, dois[0]])
        assert list(outcomes) == dois
        assert [o.status for o in outcomes.values()] == [OutcomeStatus.OK] * 3 + [OutcomeStatus.EMPTY] * 2
        assert [o.records[0].doi for o in outcomes.values() if o.records] == dois[:3]
        assert sorted(len(asked) for _, asked in plugin.calls) == [1, 2, 2]

    async def test_keys_are_as_given_and_dois_are_normalised(self, pool_of, source, record):
        plugin = self.batching(source, {"10.1000/a": record(doi="10.1000/a")})
        async with pool_of(plugin) as pool:
            outcomes = await pool.lookup_dois("fake", ["10.1000/A", " 10.1000/a"])
        assert {doi: outcome.status for doi, outcome in outcomes.items()} == {
            "10.1000/A": OutcomeStatus.OK,
            " 10.1000/a": OutcomeStatus.OK,
        }
        assert plugin.calls == [("lookup_dois", ["10.1000/a"])]

    async def test_no_dois(self, pool_of, source):
        plugin = self.batching(source, {})
        async with pool_of(plugin) as pool:
            assert await pool.lookup_dois("fake", []) == {}
        assert not plugin.calls

    async def test_what_is_cached_is_not_asked_again(self, pool_of, source, record):
        found = {doi: record(doi=doi) for doi in ("10.1000/1", "10.1000/2")}
        plugin = self.batching(source, found, size=10)
        async with pool_of(plugin) as pool:
            await pool.lookup_dois("fake", ["10.1000/1", "10.1000/9"])
            outcomes = await pool.lookup_dois("fake", ["10.1000/1", "10.1000/2", "10.1000/9"])
        assert [outcome.cached for outcome in outcomes.values()] == [True, False, True]
        assert plugin.calls[1] == ("lookup_dois", ["10.1000/2"])

    async def test_single_and_batch_share_what_was_found(self, pool_of, source, record):
        found = record(doi=DOI)
        plugin = self.batching(source, {DOI: found, "10.1000/y": found}, lookup_doi=answering(found))
        async with pool_of(plugin) as pool:
            await pool.lookup_dois("fake", [DOI])
            assert (await pool.lookup_doi("fake", DOI)).cached
            await pool.lookup_doi("fake", "10.1000/y")
            assert (await pool.lookup_dois("fake", ["10.1000/y"]))["10.1000/y"].cached
        assert [hook for hook, _ in plugin.calls] == ["lookup_dois", "lookup_doi"]

    async def test_an_absence_in_a_batch_serves_a_lookup_unless_that_would_tell_more(self, pool_of, source):
        plugin = self.batching(source, {}, lookup_doi=answering(None))
        async with pool_of(plugin) as pool:
            await pool.lookup_dois("fake", [DOI])
            assert (await pool.lookup_doi("fake", DOI)).cached
        assert [hook for hook, _ in plugin.calls] == ["lookup_dois"]

    async def test_a_lookup_joins_a_batch_under_way(self, pool_of, source, record):
        plugin = self.batching(source, {DOI: record(doi=DOI)}, lookup_doi=answering(None))
        async with pool_of(plugin) as pool:
            batch, single, other = await asyncio.gather(
                pool.lookup_dois("fake", [DOI, "10.1000/y"]),
                pool.lookup_doi("fake", DOI),
                pool.lookup_doi("fake", "10.1000/y"),
            )
        assert batch[DOI].status is single.status is OutcomeStatus.OK
        assert other.status is OutcomeStatus.EMPTY
        assert ("lookup_doi", DOI) not in plugin.calls

    async def test_one_chunk_that_fails_leaves_the_others(self, pool_of, source, record):
        async def lookup_dois(ctx, dois):
            if "10.1000/0" in dois:
                raise SourceUnavailable("down")
            return {doi: record(doi=doi) for doi in dois}

        plugin = source(lookup_dois=lookup_dois, info={"max_batch": 1})
        async with pool_of(plugin) as pool:
            outcomes = await pool.lookup_dois("fake", ["10.1000/0", "10.1000/1"])
        assert [o.status for o in outcomes.values()] == [OutcomeStatus.ERROR, OutcomeStatus.OK]

    @pytest.mark.parametrize("found", [None, [], "text"])
    async def test_what_is_no_batch(self, pool_of, source, found):
        plugin = source(lookup_dois=answering(found), info={"max_batch": 5})
        async with pool_of(plugin) as pool:
            assert (await pool.lookup_dois("fake", [DOI]))[DOI].status is OutcomeStatus.ERROR

    async def test_nothing_that_was_not_asked(self, pool_of, source, record):
        answer = {"10.1000/X": record(doi=DOI), "10.1000/other": record(), "10.1000/none": None, 5: record()}
        plugin = source(lookup_dois=answering(answer), info={"max_batch": 5})
        async with pool_of(plugin) as pool:
            outcomes = await pool.lookup_dois("fake", [DOI, "10.1000/none"])
        assert [o.status for o in outcomes.values()] == [OutcomeStatus.OK, OutcomeStatus.EMPTY]

    async def test_without_the_hook_each_is_looked_up(self, pool_of, source, record):
        both = asyncio.Barrier(2)

        async def lookup(ctx, doi):
            await asyncio.wait_for(both.wait(), 4)  # each waits for the other: they run at the same time
            return record(doi=doi) if doi.endswith("1") else None

        plugin = source(lookup_doi=lookup)
        async with pool_of(plugin) as pool:
            outcomes = await pool.lookup_dois("fake", ["10.1000/1", "10.1000/2", "10.1000/1"])
        assert {doi: o.status for doi, o in outcomes.items()} == {
            "10.1000/1": OutcomeStatus.OK,
            "10.1000/2": OutcomeStatus.EMPTY,
        }
        assert len(plugin.calls) == 2

    async def test_a_source_that_takes_batches_only(self, pool_of, source, record):
        plugin = self.batching(source, {DOI: record(doi=DOI)})
        async with pool_of(plugin) as pool:
            assert (await pool.lookup_doi("fake", DOI)).status is OutcomeStatus.OK


class TestPing:
    async def test_it_asks_past_the_cache(self, pool_of, source, record):
        plugin = source(lookup_doi=answering(record(doi=DOI)), info={"ping_doi": DOI})
        async with pool_of(plugin) as pool:
            await pool.lookup_doi("fake", DOI)
            outcome = await pool.ping("fake")
        assert (outcome.status, outcome.cached) == (OutcomeStatus.OK, False)
        assert len(plugin.calls) == 2

    async def test_by_batch(self, pool_of, source, record):
        info = {"ping_doi": DOI, "max_batch": 5}
        async with pool_of(source(lookup_dois=answering({DOI: record(doi=DOI)}), info=info)) as pool:
            assert (await pool.ping("fake")).status is OutcomeStatus.OK

    async def test_a_source_without_a_doi_to_ask_for(self, pool_of, source):
        async with pool_of(source(lookup_doi=answering(None))) as pool:
            outcome = await pool.ping("fake")
        assert (outcome.status, outcome.reason) == (OutcomeStatus.SKIPPED, "has no DOI to be asked for")

    async def test_a_source_that_is_down(self, pool_of, source):
        plugin = source(lookup_doi=raising(SourceUnavailable("down")), info={"ping_doi": DOI})
        async with pool_of(plugin) as pool:
            assert (await pool.ping("fake")).reason == "down"


async def test_leaving_a_pool_ends_within_its_time(pool_of, source, monkeypatch):
    monkeypatch.setattr(pool_module, "CLOSING_SECONDS", 0.2)

    async def close(ctx):
        await asyncio.sleep(30)

    loop = asyncio.get_running_loop()
    async with pool_of(source(close=close)) as pool:
        await pool.search("fake", QUERY)
        started = loop.time()
    assert loop.time() - started < 3

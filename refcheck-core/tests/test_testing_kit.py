"""The conformance kit: a sound source passes, and each planted fault is found by the check that is there for it."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import inspect
import logging
import os
import random
import socket
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

import pytest

from refcheck_core import (
    Identifier,
    IdentifierKind,
    Key,
    PluginError,
    RateLimit,
    Record,
    SearchKind,
    SourceBadResponse,
    SourceError,
    SourceInfo,
    SourceUnavailable,
    hookimpl,
    json_body,
    raise_for_status,
)
from refcheck_core.testing import Reply, Request, SourceConformance, data, shared_data
from refcheck_core.testing.bench import FAULTS

KNOWN, UNKNOWN = "10.1000/known", "10.1000/unknown"


class SoundSource:
    """A small source as one should be."""

    @hookimpl
    def describe(self, settings):
        return SourceInfo(
            name="sound",
            title="Sound",
            home_page="https://example.org",
            version="1",
            base_url="https://api.example.org/v1",
            keys=(Key(env="SOUND_API_KEY", purpose="From example.org.", header="X-Key"),),
            limits=(RateLimit(name="all", requests=10, seconds=1.0),),
            max_batch=10,
            id_kinds=frozenset({IdentifierKind.PMID}),
        )

    @hookimpl
    async def search(self, ctx, query):
        response = await ctx.http.get("works", params={"q": query.text[:500], "rows": query.limit})
        items = self.items(response)
        return [self.record(item) for item in items][: query.limit]

    @hookimpl
    async def lookup_doi(self, ctx, doi):
        response = await ctx.http.get(f"works/{quote(doi, safe='')}")
        return None if response.status_code == 404 else self.record(self.body(response))

    @hookimpl
    async def lookup_dois(self, ctx, dois):
        if not dois:
            return {}
        items = self.items(await ctx.http.post("batch", json={"ids": list(dois)}))
        records = [self.record(item) for item in items]
        return {record.doi: record for record in records if record.doi in dois}

    @hookimpl
    async def lookup_id(self, ctx, identifier):
        response = await ctx.http.get(f"works/pmid:{quote(identifier.value, safe='')}")
        return None if response.status_code == 404 else self.record(self.body(response))

    def body(self, response):
        raise_for_status(response)
        return json_body(response)

    def items(self, response):
        data = self.body(response)
        if not isinstance(data, dict) or not isinstance(data.get("items"), list):
            raise SourceBadResponse("Sound sent something else.")
        return data["items"]

    def record(self, item):
        if not isinstance(item, dict) or not isinstance(item.get("title"), str):
            raise SourceBadResponse("Sound sent something else.")
        return Record(source="sound", title=item["title"], doi=item.get("doi"))


class SoundBench(SourceConformance):
    source = SoundSource()
    entry_point_name = "sound"
    is_installed = False
    known_doi = KNOWN
    unknown_doi = UNKNOWN
    known_ids = (Identifier(IdentifierKind.PMID, "123"),)
    error_objects: ClassVar = {"quota": Reply.json({"error": "quota"})}

    def respond(self, request: Request) -> Reply:
        known = {"doi": KNOWN, "title": "A known work"}
        if UNKNOWN in request.decoded and request.method == "GET":
            return Reply.text("Resource not found.", status=404)
        if request.path.startswith("works/"):
            return Reply.json(known)
        return Reply.json({"items": [known] * 30})


class TestSoundSource(SoundBench):
    """The whole kit over a sound source."""


class TestSilentSource(SourceConformance):
    """The whole kit over a source that needs no network: what does not apply is skipped."""

    entry_point_name = "silent"
    is_installed = False
    known_doi = KNOWN

    class Silent:
        @hookimpl
        def describe(self, settings):
            return SourceInfo(name="silent", title="Silent", home_page="https://example.org", version="1")

        @hookimpl
        async def lookup_doi(self, ctx, doi):
            return Record(source="silent", doi=doi) if doi == KNOWN else None

    source = Silent()


FAILURES = (AssertionError, pytest.fail.Exception, PluginError)


def check(plugin, name, *arguments, **attributes):
    """Run one check of the kit on a plugin; give the failure back, or ``None``."""
    bench = type("PlantedBench", (SoundBench,), {"source": plugin, **attributes})()
    try:
        getattr(bench, name)(*arguments)
    except FAILURES as failure:
        return f"{type(failure).__name__}: {failure}"
    return None


def planted(**functions):
    """The sound source with some of its functions replaced."""
    return type("Planted", (SoundSource,), functions)()


def described(**changes):
    """The sound source with another description."""

    @hookimpl
    def describe(self, settings):
        return dataclasses.replace(SoundSource().describe(settings), **changes)

    return planted(describe=describe)


def hook(function):
    return hookimpl(function)


class TestFaultyDescriptions:
    @pytest.mark.parametrize(
        ("changes", "name", "told"),
        [
            ({"name": "other"}, "test_describe_names_the_entry_point", "calls itself 'other'"),
            ({"title": " "}, "test_description_is_complete", "title is empty"),
            ({"version": ""}, "test_description_is_complete", "version is empty"),
            ({"home_page": "example.org"}, "test_description_is_complete", "home_page is no address"),
            ({"base_url": "http://api.example.org"}, "test_description_is_complete", "base_url is not https"),
            ({"limits": ()}, "test_description_is_complete", "no limits"),
            ({"unusable": "no index yet"}, "test_description_is_complete", "must make it usable"),
            ({"remarks": ("of 2001",)}, "test_description_is_complete", "'of 2001' is no sentence"),
            ({"keys": (Key(env="K", purpose="", header="X"),)}, "test_description_is_complete", "K has no purpose"),
            (
                {"id_kinds": frozenset()},
                "test_description_fits_the_hooks",
                "id_kinds without lookup_id",
            ),
        ],
    )
    def test_found(self, changes, name, told):
        assert told in check(described(**changes), name)
        assert check(SoundSource(), name) is None

    def test_async_describe(self):
        async def describe(self, settings):
            return None

        assert "async describe" in check(planted(describe=hook(describe)), "test_describe_is_a_plain_function")

    def test_chance(self):
        def describe(self, settings):
            return dataclasses.replace(SoundSource().describe(settings), version=str(random.random()))

        assert check(planted(describe=hook(describe)), "test_describe_is_deterministic")

    def test_environment(self, monkeypatch):
        def describe(self, settings):
            return dataclasses.replace(
                SoundSource().describe(settings), concurrency=1 + ("SOUND_API_KEY" in os.environ)
            )

        name = "test_describe_reads_no_environment"
        assert check(planted(describe=hook(describe)), name, monkeypatch)
        monkeypatch.undo()
        assert check(SoundSource(), name, monkeypatch) is None

    def test_network(self, monkeypatch):
        def describe(self, settings):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", 9), timeout=0.01)
            return SoundSource().describe(settings)

        assert "opened a socket" in check(
            planted(describe=hook(describe)), "test_describe_does_no_network", monkeypatch
        )

    def test_secret(self):
        def describe(self, settings):
            value = str(settings.value("SOUND_API_KEY"))
            return dataclasses.replace(SoundSource().describe(settings), title=value)

        assert "SOUND_API_KEY" in check(planted(describe=hook(describe)), "test_description_holds_no_secret")

    def test_unmarked_hook(self):
        async def to_bibtex(self, ctx, record):
            return None

        assert "to_bibtex" in check(planted(to_bibtex=to_bibtex), "test_description_fits_the_hooks")

    def test_untold_arguments(self):
        assert "known_doi" in check(SoundSource(), "test_description_fits_the_hooks", known_doi=None)
        assert "known_ids" in check(SoundSource(), "test_description_fits_the_hooks", known_ids=())

    def test_no_entry_point(self):
        assert "0 entry points" in check(SoundSource(), "test_entry_point_names_the_source", is_installed=True)


class TestFaultyAnswers:
    @pytest.mark.parametrize(
        ("answer", "told"),
        [
            ([], "`respond` finds nothing"),
            ([Record(source="sound")] * 9, "9 records for a limit of 1"),
            ([Record(source="other")], "record of the source other"),
            ([Record(source="sound", title="nul\x00")], "control characters"),
            ([{"title": "x"}], "dict"),
            ({"title": "x"}, "dict"),
        ],
    )
    def test_of_search(self, answer, told):
        async def search(self, ctx, query):
            return answer

        name = "test_search_answers_within_the_limit"
        assert told in check(planted(search=hook(search)), name, SearchKind.TITLE)

    @pytest.mark.parametrize(
        ("answer", "told"),
        [
            (None, "NoneType"),
            (Record(source="sound", doi="10.1000/other"), "record of 10.1000/other"),
            (Record(source="other", doi=KNOWN), "record of the source other"),
        ],
    )
    def test_of_lookup(self, answer, told):
        async def lookup_doi(self, ctx, doi):
            return answer

        assert told in check(planted(lookup_doi=hook(lookup_doi)), "test_known_doi_is_found")

    def test_an_unknown_doi_that_is_found(self):
        async def lookup_doi(self, ctx, doi):
            return Record(source="sound", doi=doi)

        assert check(planted(lookup_doi=hook(lookup_doi)), "test_unknown_doi_is_none")

    @pytest.mark.parametrize(
        "answer",
        [
            {},
            [],
            {KNOWN: Record(source="other")},
            {KNOWN: Record(source="sound"), UNKNOWN: None},
            {KNOWN.upper(): Record(source="sound")},
        ],
    )
    def test_of_batch(self, answer):
        async def lookup_dois(self, ctx, dois):
            return answer

        assert check(planted(lookup_dois=hook(lookup_dois)), "test_batch_leaves_out_what_is_not_there")

    def test_of_lookup_id(self):
        async def lookup_id(self, ctx, identifier):
            return None

        assert check(planted(lookup_id=hook(lookup_id)), "test_known_identifiers_are_found")

    @pytest.mark.parametrize(("answer", "is_found"), [("@misc{x}", False), (None, False), ("misc", True), (" ", True)])
    def test_of_bibtex(self, answer, is_found):
        async def to_bibtex(self, ctx, record):
            return answer

        assert bool(check(planted(to_bibtex=hook(to_bibtex)), "test_bibtex_is_text")) is is_found

    def test_a_second_request_of_a_lookup_that_fails_quietly(self):
        async def lookup_doi(self, ctx, doi):
            found = await SoundSource.lookup_doi(self, ctx, doi)
            with contextlib.suppress(SourceError):
                await ctx.http.get(f"agency/{quote(doi, safe='')}")
            return found

        name = "test_fault_on_a_later_request_is_no_absence"
        assert check(planted(lookup_doi=hook(lookup_doi)), name)

    def test_a_second_search_that_fails_quietly(self):
        async def search(self, ctx, query):
            await ctx.http.get("match")
            try:
                return await SoundSource.search(self, ctx, query)
            except SourceError:
                return []

        name = "test_fault_on_a_later_request_of_a_search_is_no_absence"
        assert "there is nothing" in check(planted(search=hook(search)), name)
        assert check(SoundSource(), name) is None


def quiet(errors, answer):
    """A search that takes errors for an absence."""

    async def search(self, ctx, query):
        try:
            return await SoundSource.search(self, ctx, query)
        except errors:
            return answer

    return planted(search=hook(search))


class TestFaultyFaults:
    @pytest.mark.parametrize("fault", FAULTS)
    def test_every_fault_that_passes_for_an_absence(self, fault):
        assert "answered [] in place of an error" in check(
            quiet(SourceError, []), "test_fault_is_the_right_error", fault
        )

    @pytest.mark.parametrize("name", ["test_broken_off_body_is_an_error", "test_lost_connection_is_an_error"])
    def test_a_body_that_breaks_off(self, name):
        assert "in place of an error" in check(quiet(SourceError, []), name)

    def test_an_error_with_status_200(self):
        assert "in place of an error" in check(quiet(SourceBadResponse, []), "test_error_object_is_an_error")

    def test_another_error_than_the_right_one(self):
        async def search(self, ctx, query):
            try:
                return await SoundSource.search(self, ctx, query)
            except SourceError as error:
                raise SourceUnavailable("something is wrong") from error

        assert "raised SourceUnavailable" in check(
            planted(search=hook(search)), "test_fault_is_the_right_error", "429 without Retry-After"
        )

    def test_an_error_without_a_sentence(self):
        async def search(self, ctx, query):
            try:
                return await SoundSource.search(self, ctx, query)
            except SourceError as error:
                raise type(error)("") from error

        assert "without a sentence" in check(planted(search=hook(search)), "test_fault_is_the_right_error", "401")

    def test_an_answer_without_a_request(self):
        async def search(self, ctx, query):
            raise SourceBadResponse("I did not even ask.")

        assert "asked nothing" in check(planted(search=hook(search)), "test_fault_is_the_right_error", "noise")

    def test_an_exception_that_is_no_source_error(self):
        async def search(self, ctx, query):
            response = await ctx.http.get("works")
            return [self.record(item) for item in response.json()["items"]]

        with pytest.raises(ValueError, match="Expecting value"):
            check(planted(search=hook(search)), "test_fault_is_the_right_error", "empty body")

    def test_a_cancellation_that_is_swallowed(self):
        async def search(self, ctx, query):
            try:
                return await SoundSource.search(self, ctx, query)
            except asyncio.CancelledError:
                return []

        assert "another outcome of its cancellation" in check(
            planted(search=hook(search)), "test_cancelling_stops_the_request"
        )

    def test_a_request_in_a_task_of_its_own(self):
        tasks = []

        async def search(self, ctx, query):
            tasks.append(asyncio.ensure_future(SoundSource.search(self, ctx, query)))
            return await asyncio.shield(tasks[-1])

        async def close(self, ctx):
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            tasks.clear()

        plugin = planted(search=hook(search), close=hook(close))
        assert "left its request open" in check(plugin, "test_cancelling_stops_the_request")


class TestFaultyQueries:
    def test_a_text_that_is_not_cut(self):
        async def search(self, ctx, query):
            return self.items_of(await ctx.http.get("works", params={"q": query.text}), query)

        plugin = planted(search=hook(search), items_of=items_of)
        assert "request line of" in check(plugin, "test_hostile_text_is_searched_or_refused", SearchKind.TITLE)

    def test_a_text_that_is_put_into_the_path(self):
        async def search(self, ctx, query):
            return self.items_of(await ctx.http.get(f"../works/{query.text[:50]}"), query)

        plugin = planted(search=hook(search), items_of=items_of)
        assert "outside the base URL" in check(plugin, "test_hostile_text_is_searched_or_refused", SearchKind.TITLE)

    def test_a_text_that_raises(self):
        async def search(self, ctx, query):
            query.text.encode("latin-1")
            return await SoundSource.search(self, ctx, query)

        assert "UnicodeEncodeError" in check(
            planted(search=hook(search)), "test_hostile_text_is_searched_or_refused", SearchKind.TOPIC
        )

    def test_an_author_that_raises(self):
        async def search(self, ctx, query):
            [author[0] for author in query.authors]
            return await SoundSource.search(self, ctx, query)

        assert "IndexError" in check(planted(search=hook(search)), "test_hostile_authors_are_searched_or_refused")

    @pytest.mark.parametrize("safe", ["/", "?", "#&=?/"])
    def test_a_doi_that_is_not_escaped(self, safe):
        async def lookup_doi(self, ctx, doi):
            response = await ctx.http.get(f"works/{quote(doi, safe=safe)}")
            return None if response.status_code == 404 else self.record(self.body(response))

        assert check(planted(lookup_doi=hook(lookup_doi)), "test_hostile_doi_arrives_whole_or_not_at_all")


def items_of(self, response, query):
    return [self.record(item) for item in self.items(response)][: query.limit]


class TestIndiscretion:
    """Sources that keep a key from ``describe`` for themselves."""

    class Curious(SoundSource):
        @hookimpl
        def describe(self, settings):
            self.key = settings.value("SOUND_API_KEY")
            return SoundSource.describe(self, settings)

    def leak(self, **functions):
        return check(type("Leaking", (self.Curious,), functions)(), "test_no_secret_in_any_text")

    def test_none(self):
        assert self.leak() is None

    def test_in_a_record(self):
        async def search(self, ctx, query):
            return [Record(source="sound", title="x", url=f"https://example.org/?k={self.key}")]

        assert "SOUND_API_KEY is in a text" in self.leak(search=hook(search))

    def test_in_a_log_line(self):
        async def search(self, ctx, query):
            logging.getLogger("sound").debug("asking with %s", self.key)
            return []

        assert "SOUND_API_KEY is in a text" in self.leak(search=hook(search))

    def test_in_an_error(self):
        async def search(self, ctx, query):
            raise SourceBadResponse(f"no answer for {quote(self.key, safe='')}")

        assert "SOUND_API_KEY is in a text" in self.leak(search=hook(search))


def test_an_override_is_found():
    class Lenient(SoundBench):
        def test_unknown_doi_is_none(self):
            """Nothing to see."""

    class Marked(SoundBench):
        @pytest.mark.xfail(reason="the database knows everything")
        def test_unknown_doi_is_none(self):
            """Nothing to see."""

    with pytest.raises(AssertionError, match="test_unknown_doi_is_none is overridden"):
        Lenient().test_no_check_is_overridden()
    Marked().test_no_check_is_overridden()


def test_every_check_tells_what_to_look_at():
    checks = [value for name, value in inspect.getmembers(SourceConformance) if name.startswith("test_")]
    assert len(checks) > 20
    for value in checks:
        assert value.__doc__.startswith("If this fails, "), value.__name__


def test_a_slip_in_respond_is_told():
    def respond(self, request):
        raise ZeroDivisionError("in the test")

    told = check(SoundSource(), "test_search_answers_within_the_limit", SearchKind.TITLE, respond=respond)
    assert "ZeroDivisionError" in told


class TestSharedData:
    def test_the_folder_is_named_by_a_variable(self, tmp_path, monkeypatch):
        (tmp_path / "recordings").mkdir()
        monkeypatch.setenv("REFCHECK_TEST_DATA", str(tmp_path))
        assert shared_data("recordings") == tmp_path / "recordings"

    def test_what_is_missing_skips_with_its_path(self, tmp_path, monkeypatch):
        monkeypatch.setenv("REFCHECK_TEST_DATA", str(tmp_path))
        with pytest.raises(pytest.skip.Exception) as caught:
            shared_data("recordings", "crossref")
        assert str(tmp_path / "recordings" / "crossref") in str(caught.value)
        assert caught.value.allow_module_level

    def test_by_default_it_lies_beside_the_clone(self, monkeypatch):
        monkeypatch.delenv("REFCHECK_TEST_DATA", raising=False)
        clone = Path(__file__).resolve().parents[2]
        assert data._root() == clone.parent / "shared"

    def test_an_installed_kit_finds_the_clone_that_its_tests_run_in(self, tmp_path, monkeypatch):
        (tmp_path / "clone" / "refcheck-core").mkdir(parents=True)
        (tmp_path / "clone" / "refcheck-core" / "pyproject.toml").touch()
        monkeypatch.setattr(data, "__file__", str(tmp_path / "site-packages" / "data.py"))
        monkeypatch.chdir(tmp_path / "clone" / "refcheck-core")
        assert data._clone() == tmp_path / "clone"

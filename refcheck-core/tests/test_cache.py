"""The outcome cache: what it keeps, how long, and that it never spoils an answer."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import sqlite3
import stat
import subprocess
import sys
import textwrap
import time

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from refcheck_core import (
    Author,
    Identifier,
    IdentifierKind,
    Notice,
    NoticeKind,
    Record,
    SearchKind,
    SearchQuery,
    Tier,
    WorkType,
)
from refcheck_core.models import OutcomeStatus
from refcheck_core.sources import answers
from refcheck_core.sources import cache as cache_module
from refcheck_core.sources.cache import CacheKey, OutcomeCache

QUERY = SearchQuery(kind=SearchKind.TITLE, text="A work", limit=5)
KEY = CacheKey("fake", "1", "search", "a work")
DAY = 86400.0


@pytest.fixture
def cache(settings_of):
    cache = OutcomeCache(settings_of())
    yield cache
    cache.close()


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test turns."""

    class Clock:
        now = 1_800_000_000.0

    monkeypatch.setattr(cache_module.time, "time", lambda: Clock.now)
    return Clock


def entry(key=KEY, payload=b"[]", found=True):
    return key, payload, found


class TestKeeping:
    def test_what_was_written_is_read(self, cache):
        cache.write([entry(payload=b"[1]")])
        assert cache.read([KEY]) == {KEY: b"[1]"}

    def test_in_the_order_of_the_keys(self, cache):
        keys = [KEY._replace(argument=text) for text in "cab"]
        cache.write([entry(key) for key in sorted(keys)])
        assert list(cache.read([*keys, KEY])) == keys

    @pytest.mark.parametrize("field", CacheKey._fields)
    def test_every_part_of_the_key_counts(self, cache, field):
        cache.write([entry()])
        assert cache.read([KEY._replace(**{field: "other"})]) == {}

    def test_a_later_answer_replaces_the_earlier(self, cache):
        cache.write([entry(payload=b"[1]")])
        cache.write([entry(payload=b"[2]", found=False)])
        assert cache.read([KEY]) == {KEY: b"[2]"}

    def test_it_outlives_the_process(self, cache, settings_of):
        cache.write([entry()])
        cache.close()
        other = OutcomeCache(settings_of())
        assert other.read([KEY])
        other.close()

    @pytest.mark.parametrize("argument", ["x" * 5000, "nul\x00", "line\nbreak", "\ud800", "漢字" * 2000])
    def test_an_argument_of_any_kind(self, cache, argument):
        key = KEY._replace(argument=argument)
        other = KEY._replace(argument=argument + "y")
        cache.write([entry(key)])
        assert cache.read([key, other]) == {key: b"[]"}
        with contextlib.closing(sqlite3.connect(cache.path)) as connection:
            (stored,) = connection.execute("SELECT argument FROM outcomes").fetchone()
        assert stored.startswith("sha256:")

    def test_nothing_is_made_before_the_first_write(self, cache):
        assert cache.read([KEY]) == {}
        assert cache.info().exists is False
        assert cache.clear() == 0
        assert not cache.path.parent.exists()

    @pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
    def test_it_is_the_users_alone(self, cache):
        old = os.umask(0)
        try:
            cache.write([entry()])
        finally:
            os.umask(old)
        assert stat.S_IMODE(cache.path.parent.stat().st_mode) == 0o700
        for path in cache.path.parent.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path

    def test_a_huge_answer_is_not_kept(self, cache, monkeypatch):
        monkeypatch.setattr(cache_module, "MAX_PAYLOAD_BYTES", 10)
        cache.write([entry(payload=b"[" + b" " * 20 + b"]")])
        assert cache.read([KEY]) == {}

    def test_switched_off(self, settings_of):
        cache = OutcomeCache(settings_of(REFCHECK_CACHE="off"))
        cache.write([entry()])
        assert cache.read([KEY]) == {}
        assert not cache.path.exists()
        assert cache.info().enabled is False


class TestAge:
    @pytest.mark.parametrize(("found", "ttl"), [(True, 30 * DAY), (False, DAY)])
    def test_an_answer_is_kept_for_its_time(self, cache, clock, found, ttl):
        cache.write([entry(found=found)])
        clock.now += ttl - 1
        assert cache.read([KEY])
        clock.now += 2
        assert not cache.read([KEY])

    def test_the_time_is_a_setting(self, settings_of, clock):
        cache = OutcomeCache(settings_of(REFCHECK_CACHE_TTL="100", REFCHECK_NEGATIVE_TTL="10"))
        negative = KEY._replace(argument="b")
        cache.write([entry(), entry(negative, found=False)])
        clock.now += 11
        assert list(cache.read([KEY, negative])) == [KEY]
        clock.now += 90
        assert not cache.read([KEY])
        cache.close()

    def test_an_absence_is_never_kept_longer_than_a_day(self, settings_of, clock):
        settings = dataclasses.replace(settings_of(), negative_ttl=90 * DAY)
        cache = OutcomeCache(settings)
        cache.write([entry(found=False)])
        clock.now += DAY + 1
        assert not cache.read([KEY])
        cache.close()

    def test_a_time_of_zero_keeps_nothing(self, settings_of):
        cache = OutcomeCache(settings_of(REFCHECK_CACHE_TTL="0", REFCHECK_NEGATIVE_TTL="0"))
        cache.write([entry(), entry(found=False)])
        assert not cache.path.exists()

    def test_an_answer_from_the_future_is_not_trusted(self, cache, clock):
        cache.write([entry()])
        clock.now -= DAY
        assert not cache.read([KEY])

    def test_old_answers_leave_the_file(self, cache, clock):
        cache.write([entry(), entry(KEY._replace(argument="b"), found=False)])
        cache.close()
        clock.now += 2 * DAY
        cache._writes = 0
        cache.write([entry(KEY._replace(argument="c"))])
        assert cache.info().entries == {"fake": 2}

    def test_a_run_with_a_short_time_leaves_the_answers_of_others(self, cache, clock, settings_of):
        cache.write([entry()])
        hasty = OutcomeCache(settings_of(REFCHECK_CACHE_TTL="1"))
        clock.now += 100
        hasty.write([entry(KEY._replace(argument="b"))])
        assert not hasty.read([KEY])
        assert cache.read([KEY])
        hasty.close()


class TestSize:
    def test_the_oldest_make_room(self, cache, clock, monkeypatch):
        monkeypatch.setattr(cache_module, "MAX_BYTES", 200_000)
        monkeypatch.setattr(cache_module, "WRITES_BETWEEN_CHECKS", 1)
        keys = [KEY._replace(argument=str(number)) for number in range(60)]
        for key in keys:
            clock.now += 1
            cache.write([entry(key, os.urandom(10_000))])
        kept = list(cache.read(keys))
        assert kept == keys[-len(kept) :]
        assert 5 < len(kept) < 25

    def test_one_that_is_larger_than_all_the_room(self, cache, monkeypatch):
        monkeypatch.setattr(cache_module, "MAX_BYTES", 1)
        cache.write([entry()])
        assert cache.info().entries == {}


class TestInfo:
    def test_it_tells_what_is_there(self, cache, clock):
        cache.write([entry(), entry(KEY._replace(source="other")), entry(KEY._replace(argument="b"))])
        info = cache.info()
        assert info.path == cache.path
        assert (info.enabled, info.exists, info.problem) == (True, True, None)
        assert info.entries == {"fake": 2, "other": 1}
        assert info.oldest == clock.now
        assert info.size > 4096

    def test_clear_forgets_everything(self, cache):
        cache.write([entry(payload=os.urandom(500_000))])
        assert cache.clear() == 1
        assert cache.read([KEY]) == {}
        assert cache.info().size < 100_000
        cache.write([entry()])
        assert cache.read([KEY])

    def test_clear_deletes_a_damaged_database(self, cache):
        cache.path.parent.mkdir()
        cache.path.write_bytes(b"no database" * 1000)
        assert cache.info().problem
        assert cache.clear() == 0
        assert not cache.path.exists()

    def test_clear_says_when_another_process_is_in_the_way(self, cache, monkeypatch):
        monkeypatch.setattr(cache_module, "BUSY_SECONDS", 0.05)
        cache.write([entry()])
        cache.close()
        other = sqlite3.connect(cache.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OSError, match="another process"):
            cache.clear()
        other.close()


class TestFaults:
    """Each fault costs the cache, never an answer."""

    def check_it_only_warns(self, cache, caplog):
        cache.write([entry()])
        assert cache.read([KEY]) == {}
        cache.write([entry()])
        warnings = [record for record in caplog.records if "cache" in record.getMessage()]
        assert len(warnings) == 1
        assert str(cache.path) in warnings[0].getMessage()

    def test_a_folder_that_cannot_be_made(self, settings_of, tmp_path, caplog):
        (tmp_path / "file").write_text("in the way")
        self.check_it_only_warns(OutcomeCache(settings_of(REFCHECK_CACHE_DIR=str(tmp_path / "file" / "cache"))), caplog)

    def test_a_folder_in_place_of_the_file(self, cache, caplog):
        cache.path.mkdir(parents=True)
        self.check_it_only_warns(cache, caplog)
        assert cache.info().problem

    def test_a_database_that_is_none_is_made_anew(self, cache, caplog):
        cache.path.parent.mkdir()
        cache.path.write_bytes(b"SQLite format 2\x00" + os.urandom(5000))
        assert cache.read([KEY]) == {}
        cache.write([entry()])
        assert cache.read([KEY]) == {KEY: b"[]"}
        assert len(caplog.records) == 1

    def test_a_database_that_is_damaged_later_is_made_anew(self, cache, settings_of):
        cache.write([entry(KEY._replace(argument=str(n)), os.urandom(2000)) for n in range(200)])
        cache.close()
        content = bytearray(cache.path.read_bytes())
        content[4096:] = os.urandom(len(content) - 4096)
        cache.path.write_bytes(content)
        other = OutcomeCache(settings_of())
        for _ in range(3):
            other.read([KEY])
            other.write([entry()])
        assert other.read([KEY]) == {KEY: b"[]"}
        other.close()

    def test_a_database_without_the_table_is_made_anew(self, cache):
        cache.write([entry()])
        connection = sqlite3.connect(cache.path)
        connection.execute("DROP TABLE outcomes")
        connection.commit()
        connection.close()
        assert cache.read([KEY]) == {}
        cache.write([entry()])
        assert cache.read([KEY])

    def test_another_schema_is_emptied(self, cache, settings_of, monkeypatch):
        cache.write([entry()])
        cache.close()
        monkeypatch.setattr(cache_module, "SCHEMA_VERSION", 99)
        other = OutcomeCache(settings_of())
        assert other.read([KEY]) == {}
        other.write([entry()])
        assert other.read([KEY])
        other.close()

    def test_one_that_is_locked_while_it_is_made_is_used_later(self, cache, monkeypatch, caplog):
        monkeypatch.setattr(cache_module, "BUSY_SECONDS", 0.05)
        cache.path.parent.mkdir()
        other = sqlite3.connect(cache.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        cache.write([entry()])
        other.execute("COMMIT")
        other.close()
        assert "locked" in caplog.text
        cache.write([entry()])
        assert cache.read([KEY])

    def test_one_that_another_process_makes_meanwhile_is_left_alone(self, cache, settings_of, monkeypatch):
        other = OutcomeCache(settings_of())
        versions = iter([0])

        def version(connection, real=cache_module._version):
            if next(versions, None) == 0:
                other.write([entry()])
                return 0
            return real(connection)

        monkeypatch.setattr(cache_module, "_version", version)
        assert cache.read([KEY]) == {}  # there is no file yet
        cache.write([entry(KEY._replace(argument="b"))])
        assert cache.info().entries == {"fake": 2}
        other.close()

    def test_a_locked_database_is_used_again_later(self, cache, monkeypatch, caplog):
        monkeypatch.setattr(cache_module, "BUSY_SECONDS", 0.05)
        cache.write([entry()])
        cache.close()
        other = sqlite3.connect(cache.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        cache.write([entry(KEY._replace(argument="b"))])
        assert cache.read([KEY])  # readers are not kept out
        cache.write([entry(KEY._replace(argument="b"))])
        assert len(caplog.records) == 1
        other.execute("COMMIT")
        other.close()
        cache.write([entry(KEY._replace(argument="b"))])
        assert cache.read([KEY._replace(argument="b")])

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
    def test_a_folder_that_may_not_be_written(self, cache, caplog):
        cache.path.parent.mkdir(mode=0o500)
        self.check_it_only_warns(cache, caplog)

    def test_many_processes_at_once(self, tmp_path):
        code = """
            import logging, sys
            logging.basicConfig(level="WARNING")
            from refcheck_core.settings import Settings
            from refcheck_core.sources.cache import CacheKey, OutcomeCache
            folder, name = sys.argv[1:]
            environ = {"REFCHECK_CACHE_DIR": folder, "REFCHECK_STATE_DIR": folder}
            cache = OutcomeCache(Settings.from_environment(environ))
            for number in range(40):
                key = CacheKey(name, "1", "search", str(number))
                cache.write([(key, b"[]", True)])
                assert cache.read([key]), number
            """
        command = [sys.executable, "-c", textwrap.dedent(code), str(tmp_path / "cache")]
        running = [
            subprocess.Popen([*command, name], stderr=subprocess.PIPE, text=True) for name in ("one", "two", "three")
        ]
        results = [(process.communicate(timeout=60)[1], process.returncode) for process in running]
        assert results == [("", 0)] * 3
        connection = sqlite3.connect(tmp_path / "cache" / "outcomes.sqlite3")
        assert connection.execute("SELECT COUNT(*) FROM outcomes").fetchone() == (120,)
        connection.close()


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NAMES = st.builds(Author, family=st.none() | WORDS, given=st.none() | WORDS, organization=st.booleans())
RECORDS = st.builds(
    Record,
    source=st.just("fake"),
    title=st.none() | WORDS,
    authors=st.lists(NAMES, max_size=3).map(tuple),
    authors_complete=st.booleans(),
    year=st.none() | st.integers(1000, 2999),
    years=st.lists(st.integers(1000, 2999), max_size=2).map(tuple),
    type=st.none() | st.sampled_from(WorkType),
    identifiers=st.lists(st.builds(Identifier, st.sampled_from(IdentifierKind), WORDS), max_size=2).map(tuple),
    notices=st.lists(st.builds(Notice, kind=st.sampled_from(NoticeKind)), max_size=2).map(tuple),
    abstract=st.none() | WORDS,
)


class TestPayload:
    @given(st.lists(RECORDS, max_size=3).map(tuple))
    @hypothesis_settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def test_records_survive(self, records):
        kept = answers.from_payload(answers.to_payload(answers.found_records(records)))
        assert kept.records == records
        assert kept.cached
        assert kept.status is (OutcomeStatus.OK if records else OutcomeStatus.EMPTY)

    @given(WORDS)
    @hypothesis_settings(max_examples=30, deadline=None)
    def test_bibtex_survives(self, text):
        answer = answers.Answer(OutcomeStatus.OK, text=text)
        assert answers.from_payload(answers.to_payload(answer)).text == text

    @pytest.mark.parametrize("payload", [b"", b"[", b"[1]", b"5", b"null", b'{"x": 1}', b'[{"source": 1}]', b"\xff"])
    def test_what_is_no_answer(self, payload):
        with pytest.raises(ValueError):  # noqa: PT011  (of three libraries)
            answers.from_payload(payload)


@pytest.mark.anyio
class TestInThePool:
    async def test_a_second_run_is_answered_from_the_cache(self, pool_of, source, record):
        async def search(ctx, query):
            return [record(doi="10.1000/x", authors=(Author(family="Doe"),))]

        plugin = source(search=search)
        async with pool_of(plugin) as pool:
            first = await pool.search("fake", QUERY)
        async with pool_of(plugin) as pool:
            second = await pool.search("fake", QUERY)
        assert (first.cached, second.cached) == (False, True)
        assert first.records == second.records
        assert len(plugin.calls) == 1

    @pytest.mark.parametrize(
        "change",
        [
            {"limit": 2},
            {"limit": 50},
            {"kind": SearchKind.TOPIC},
            {"year_from": 2000},
            {"year_to": 2000},
            {"authors": ("Doe",)},
            {"text": "A work of art"},
        ],
    )
    async def test_another_query_is_another_question(self, pool_of, source, record, change):
        async def search(ctx, query):
            return [record(str(number)) for number in range(query.limit)]

        async with pool_of(source(search=search, info={"max_results": 100})) as pool:
            await pool.search("fake", QUERY)
            query = dataclasses.replace(QUERY, **change)
            outcome = await pool.search("fake", query)
        assert not outcome.cached
        assert len(outcome.records) == query.limit

    async def test_case_and_spacing_make_no_other_question(self, pool_of, source):
        async with pool_of(source()) as pool:
            await pool.search("fake", dataclasses.replace(QUERY, text="Caf\u00e9  Work"))
            assert (await pool.search("fake", dataclasses.replace(QUERY, text="cafe\u0301 work"))).cached

    async def test_another_version_of_the_plugin_is_asked_anew(self, pool_of, source):
        async with pool_of(source()) as pool:
            await pool.search("fake", QUERY)
        async with pool_of(source(info={"version": "2"})) as pool:
            assert not (await pool.search("fake", QUERY)).cached

    async def test_a_mirror_is_another_database(self, pool_of, source, settings_of):
        for cached in (False, True):
            async with pool_of(source(), REFCHECK_FAKE_URL="https://user:secret@mirror.example.org") as pool:
                assert (await pool.search("fake", QUERY)).cached is cached
        async with pool_of(source()) as pool:
            assert not (await pool.search("fake", QUERY)).cached
            content = b"".join(path.read_bytes() for path in settings_of().cache_dir.iterdir())
        assert b"secret" not in content
        assert b"mirror" not in content

    async def test_a_local_source_is_asked_each_time(self, pool_of, source):
        plugin = source(info={"tier": Tier.LOCAL, "base_url": ""})
        async with pool_of(plugin) as pool:
            for _ in range(2):
                assert not (await pool.search("fake", QUERY)).cached
        assert len(plugin.calls) == 2

    async def test_bibtex_and_its_absence_are_kept(self, pool_of, source, record):
        async def to_bibtex(ctx, record):
            return "@misc{x}" if record.doi else None

        plugin = source(to_bibtex=to_bibtex)
        async with pool_of(plugin) as pool:
            for _ in range(2):
                assert await pool.to_bibtex("fake", record(doi="10.1000/x")) == "@misc{x}"
                assert await pool.to_bibtex("fake", record()) is None
        assert len(plugin.calls) == 2

    async def test_what_the_cache_cannot_read_is_asked_anew(self, pool_of, source, settings_of):
        async with pool_of(source()) as pool:
            await pool.search("fake", QUERY)
        connection = sqlite3.connect(settings_of().cache_dir / "outcomes.sqlite3")
        connection.execute("UPDATE outcomes SET payload = ?", (b'[{"source": 5}]',))
        connection.commit()
        connection.close()
        for cached in (False, True):
            async with pool_of(source()) as pool:
                outcome = await pool.search("fake", QUERY)
            assert (outcome.status, outcome.cached) == (OutcomeStatus.EMPTY, cached)

    async def test_without_a_cache_the_answers_are_the_same(self, pool_of, source, tmp_path, record):
        async def search(ctx, query):
            return [record()]

        (tmp_path / "file").write_text("in the way")
        async with pool_of(source(search=search), REFCHECK_CACHE_DIR=str(tmp_path / "file")) as pool:
            for _ in range(2):
                outcome = await pool.search("fake", QUERY)
                assert (outcome.status, outcome.cached) == (OutcomeStatus.OK, False)

    async def test_a_slow_disk_does_not_hold_the_loop(self, pool_of, source, monkeypatch):
        real = OutcomeCache.read

        def slow(self, keys):
            time.sleep(0.3)
            return real(self, keys)

        monkeypatch.setattr(OutcomeCache, "read", slow)
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        async with pool_of(source()) as pool:
            ticker = asyncio.create_task(tick())
            await pool.search("fake", QUERY)
            ticker.cancel()
        assert ticks > 5

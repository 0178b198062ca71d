"""Recordings of databases' answers: what is kept, what never is, and runs that are answered from nothing else."""

from __future__ import annotations

import json

import anyio
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core import Record, SourceTimeout
from refcheck_core.contract import Key, SearchKind, SearchQuery, SourceInfo, Tier
from refcheck_core.errors import (
    AllSourcesFailedError,
    RecordingError,
    SourceBadResponse,
    SourceRateLimited,
    SourceUnavailable,
)
from refcheck_core.http import open_client
from refcheck_core.http.clock import CallClock, call_clock
from refcheck_core.http.recording import name_of
from refcheck_core.http.recordings import Recordings
from refcheck_core.http.responses import raise_for_status, source_name
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, build_claim
from refcheck_core.settings import SettingsError
from refcheck_core.sources import SourcePool

BASE = "https://api.example.org/v1"
SECRET = "s3cr3t/+key=&0123456789"
HEADER = Key(env="DEMO_KEY", aliases=("OLD_DEMO_KEY",), purpose="x", header="X-Demo-Key")
PARAMETER = Key(env="DEMO_KEY", purpose="x", parameter="apiKey")
QUERY = SearchQuery(kind=SearchKind.TITLE, text="A work", limit=3)


def info(*keys):
    return SourceInfo(name="demo", title="Demo", home_page="", version="1", base_url=BASE, keys=keys)


class Network:
    """Answers in turn, the last one for good; notes the requests."""

    def __init__(self, *answers):
        self.answers = list(answers) or [httpx.Response(200, json={"ok": True})]
        self.requests = []

    async def __call__(self, request):
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            return await answer()
        return httpx.Response(answer.status_code, headers=answer.headers.raw, content=answer.content)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "recordings"


@pytest.fixture
def client_of(settings_of, folder):
    """Opens a client that records, or with ``replay`` one that replays; at another address if given."""

    def build(network=None, *keys, replay=False, base=None, **environ):
        mode = "REFCHECK_REPLAY" if replay else "REFCHECK_RECORD"
        environ = {"REFCHECK_LIMITS_SCALE": "0", mode: str(folder), **environ}
        if base:
            environ["REFCHECK_DEMO_URL"] = base
        transport = httpx.MockTransport(network or untouched)
        settings = settings_of(**environ)
        recordings = Recordings.of(settings)
        client = open_client(info(*keys), settings, transport=transport, recordings=recordings)
        client.recordings = recordings
        return client

    return build


async def untouched(request):
    raise AssertionError("a replay asked the network")


def files(folder):
    return sorted(folder.rglob("*.json"))


def texts(folder):
    return "".join(path.read_text(encoding="utf-8") for path in files(folder))


@pytest.mark.anyio
class TestAnswers:
    async def test_an_answer_is_replayed_without_network(self, client_of, folder):
        network = Network(
            httpx.Response(404, headers={"content-type": "application/json"}, json={"title": "Schrödinger"})
        )
        async with client_of(network) as client:
            recorded = await client.get("works/10.1000%2Fx", params={"q": "a b"})
        async with client_of(replay=True) as client:
            replayed = await client.get("works/10.1000%2Fx", params={"q": "a b"})
        for response in (recorded, replayed):
            assert (response.status_code, response.json()) == (404, {"title": "Schrödinger"})
            assert response.headers["content-type"] == "application/json"
            assert source_name(response) == "Demo"
        (path,) = files(folder)
        assert json.loads(path.read_text(encoding="utf-8"))["request"] == {
            "source": "demo",
            "method": "GET",
            "url": "{base}/works/10.1000%2Fx?q=a+b",
        }

    async def test_a_recording_holds_for_another_address(self, client_of):
        async with client_of(Network()) as client:
            await client.get("works")
        async with client_of(replay=True, base="http://127.0.0.1:1/mirror/") as client:
            assert (await client.get("works")).json() == {"ok": True}

    async def test_bodies_and_what_is_accepted_tell_requests_apart(self, client_of, folder):
        async with client_of(Network()) as client:
            await client.post("batch", json={"ids": [1]})
            await client.post("batch", json={"ids": [2]})
            await client.get("batch", headers={"Accept": "application/json"})
            await client.get("batch")
        assert len(files(folder)) == 4
        async with client_of(replay=True) as client:
            await client.post("batch", json={"ids": [2]})
            with pytest.raises(SourceUnavailable):
                await client.post("batch", json={"ids": [3]})
            assert '{"ids":[3]}' in client.recordings.missing[0]

    async def test_a_body_that_is_no_text_is_kept(self, client_of):
        content = bytes(range(256))
        async with client_of(Network(httpx.Response(200, content=content))) as client:
            assert (await client.get("x")).content == content
            assert (await client.post("x", content=b"\xff\xfe")).content == content
        async with client_of(replay=True) as client:
            assert (await client.get("x")).content == content
            assert (await client.post("x", content=b"\xff\xfe")).content == content

    async def test_redirects_are_followed_in_a_replay_also_at_another_address(self, client_of):
        network = Network(
            httpx.Response(302, headers={"location": f"{BASE}/new"}),
            httpx.Response(302, headers={"location": "/root"}),
            httpx.Response(302, headers={"location": "https://elsewhere.example.org/y"}),
            httpx.Response(200, text="there"),
        )
        async with client_of(network) as client:
            assert (await client.get("old")).text == "there"
        async with client_of(replay=True, base="http://127.0.0.1:1/mirror") as client:
            response = await client.get("old")
        assert response.text == "there"
        assert [str(r.url) for r in response.history] == [
            "http://127.0.0.1:1/mirror/old",
            "http://127.0.0.1:1/mirror/new",
            "http://127.0.0.1:1/root",
        ]

    async def test_a_location_that_is_no_address_ends_alike(self, client_of):
        async with client_of(Network(httpx.Response(302, headers={"location": "https://[x/"}))) as client:
            with pytest.raises(SourceBadResponse) as recorded:
                await client.get("old")
        async with client_of(replay=True) as client:
            with pytest.raises(SourceBadResponse) as replayed:
                await client.get("old")
        assert str(recorded.value) == str(replayed.value)

    @pytest.mark.parametrize("location", ["https://api.example.org:99999999/x", "https://\u200bx.example.org/"])
    async def test_a_location_that_cannot_be_parsed_is_kept_as_it_is(self, client_of, folder, location):
        headers = [(b"location", location.encode())]
        async with client_of(Network(httpx.Response(302, headers=headers))) as client:
            with pytest.raises((SourceBadResponse, SourceUnavailable)) as recorded:
                await client.get("old")
        async with client_of(replay=True) as client:
            with pytest.raises(type(recorded.value)) as replayed:
                await client.get("old")
        assert str(recorded.value) == str(replayed.value)

    async def test_only_headers_that_sources_read_are_kept(self, client_of, folder):
        headers = {"set-cookie": "session=abc", "server": "x", "x-els-status": "OK", "retry-after": "7"}
        async with client_of(Network(httpx.Response(200, headers=headers))) as client:
            response = await client.get("x")
        assert "set-cookie" not in response.headers
        kept = json.loads(files(folder)[0].read_text())["response"]["headers"]
        assert kept == {"x-els-status": "OK", "retry-after": "7"}

    async def test_each_request_is_sent_once(self, client_of):
        network = Network(httpx.Response(200, text="first"), httpx.Response(200, text="second"))
        async with client_of(network) as client, anyio.create_task_group() as group:
            answers = []

            async def ask():
                answers.append((await client.get("x")).text)

            for _ in range(3):
                group.start_soon(ask)
        assert answers == ["first"] * 3
        assert len(network.requests) == 1

    async def test_a_new_run_asks_anew(self, client_of):
        async with client_of(Network(httpx.Response(200, text="old"))) as client:
            await client.get("x")
        async with client_of(Network(httpx.Response(200, text="new"))) as client:
            assert (await client.get("x")).text == "new"
        async with client_of(replay=True) as client:
            assert (await client.get("x")).text == "new"


@pytest.mark.anyio
class TestFailures:
    @pytest.mark.parametrize(
        ("answer", "kind"),
        [
            (httpx.Response(500), SourceUnavailable),
            (httpx.Response(429), SourceRateLimited),
            (httpx.Response(429, headers={"retry-after": "9999"}), SourceRateLimited),
            (httpx.ReadTimeout("slow"), SourceTimeout),
            (httpx.ConnectError("gone"), SourceUnavailable),
            (httpx.Response(200, headers={"content-encoding": "br"}, content=b"x"), SourceBadResponse),
        ],
    )
    async def test_a_failure_is_the_same_failure_again(self, client_of, answer, kind):
        raised = []
        for network, replay in ((Network(answer), False), (None, True)):
            async with client_of(network, replay=replay) as client:
                with pytest.raises(kind) as caught:
                    await client.get("x")
                raised.append((type(caught.value), str(caught.value), getattr(caught.value, "retry_after", None)))
        assert raised[0] == raised[1]

    async def test_a_call_that_is_given_up_is_a_timeout(self, client_of):
        async with client_of(Network(anyio.sleep_forever)) as client:
            with anyio.move_on_after(0.05):
                await client.get("x")
        async with client_of(replay=True) as client:
            with pytest.raises(SourceTimeout):
                await client.get("x")

    async def test_requests_are_counted_as_they_were_sent(self, client_of):
        counts = []
        for network, replay in ((Network(httpx.Response(500), httpx.Response(200)), False), (None, True)):
            clock = CallClock(5, 5)
            token = call_clock.set(clock)
            try:
                async with client_of(network, replay=replay) as client:
                    await client.get("x")
                    await client.get("x")
            finally:
                call_clock.reset(token)
            counts.append(clock.requests)
        assert counts == [2, 2]

    async def test_a_refusal_that_ended_the_asking_answers_what_was_not_asked(self, client_of):
        async with client_of(Network(httpx.Response(403))) as client:
            await client.get("x")
        async with client_of(replay=True) as client:
            assert (await client.get("y")).status_code == 403
            assert client.recordings.missing == []

    async def test_so_does_a_database_that_could_not_be_reached(self, client_of, folder):
        async with client_of(Network(httpx.Response(200), httpx.ConnectError("gone"))) as client:
            await client.get("x")
            with pytest.raises(SourceUnavailable) as recorded:
                await client.get("y")
        async with client_of(replay=True) as client:
            with pytest.raises(SourceUnavailable) as replayed:
                await client.get("z")
            assert client.recordings.missing == []
        assert str(recorded.value) == str(replayed.value)

    async def test_a_time_out_does_not(self, client_of, folder):
        async with client_of(Network(httpx.ReadTimeout("slow"))) as client:
            with pytest.raises(SourceTimeout):
                await client.get("x")
        async with client_of(replay=True) as client:
            with pytest.raises(SourceUnavailable, match="no recording"):
                await client.get("y")
            assert len(client.recordings.missing) == 1

    async def test_a_file_that_cannot_be_put_in_place_leaves_nothing_behind(self, client_of, folder):
        async with client_of(Network()) as client:
            await client.get("x")
        (path,) = files(folder)
        path.unlink()
        path.mkdir()
        async with client_of(Network()) as client:
            await client.get("x")
            with pytest.raises(RecordingError, match="cannot be written"):
                client.recordings.raise_if_missing()
        assert list(path.parent.iterdir()) == [path]

    @pytest.mark.parametrize(
        "content",
        [
            "",
            "[]",
            "{",
            '{"response": {"status": "x"}}',
            '{"response": {"status": 200, "headers": {}}}',
            '{"failure": {"kind": "SystemExit", "message": "x"}}',
            '{"failure": 1, "requests": -5}',
            "[" * 5000,
        ],
    )
    async def test_a_damaged_recording_is_named(self, client_of, folder, content):
        async with client_of(Network()) as client:
            await client.get("x")
        files(folder)[0].write_text(content)
        async with client_of(replay=True) as client:
            with pytest.raises(SourceUnavailable, match="damaged"):
                await client.get("x")
            with pytest.raises(RecordingError, match=r"GET \{base\}/x \(the recording is damaged\)"):
                client.recordings.raise_if_missing()

    async def test_what_cannot_be_written_is_told(self, client_of, folder):
        folder.mkdir()
        (folder / "demo").write_text("a file where a folder belongs")
        async with client_of(Network()) as client:
            await client.get("x")
            with pytest.raises(RecordingError, match="cannot be written"):
                client.recordings.raise_if_missing()
        assert [path.name for path in folder.iterdir()] == ["demo"]


@pytest.mark.anyio
class TestSecrets:
    @pytest.mark.parametrize("key", [HEADER, PARAMETER])
    async def test_no_key_is_in_a_recording(self, client_of, folder, key):
        echoes = {
            "raw": SECRET,
            "quoted": httpx.QueryParams({"apiKey": SECRET}).__str__(),
            "escaped": "".join(f"\\u{ord(c):04x}" for c in SECRET),
            "other": "api_key=zzz-of-another-source",
        }
        network = Network(
            httpx.Response(200, json=echoes, headers={"link": f"<{BASE}/next?apiKey={SECRET}>"}),
            httpx.Response(302, headers={"location": f"{BASE}/z?{echoes['quoted']}"}),
            httpx.Response(200, content=b"\xff" + SECRET.encode()),
            httpx.Response(500, text=SECRET),
        )
        async with client_of(network, key, DEMO_KEY=SECRET) as client:
            await client.get("x")
            await client.get("y", params={"q": SECRET})
            with pytest.raises(SourceUnavailable):
                await client.post(f"w/{SECRET}", json={"q": SECRET}, extensions={"refcheck.idempotent": False})
        written = texts(folder)
        assert len(files(folder)) == 4
        for form in (SECRET, echoes["quoted"].partition("=")[2], echoes["escaped"], "s3cr3t", "zzz-of-another"):
            assert form not in written
        assert written.count("KEY") >= 4
        assert any(SECRET in request.headers.values() or "s3cr3t" in str(request.url) for request in network.requests)

    async def test_a_password_in_the_address_is_not_recorded(self, client_of, folder):
        address = "https://user:pass-word-123@api.example.org/v1"
        network = Network(httpx.Response(302, headers={"location": f"{address}/y"}), httpx.Response(200))
        async with client_of(network, base=address) as client:
            await client.get("x")
        assert "pass-word-123" not in texts(folder)
        assert all(request.headers["authorization"].startswith("Basic ") for request in network.requests)


class TestSettings:
    def test_no_cache_beside_recordings(self, settings_of, folder):
        assert settings_of().cache_enabled
        assert not settings_of(REFCHECK_RECORD=str(folder)).cache_enabled
        assert not settings_of(REFCHECK_REPLAY=str(folder), REFCHECK_CACHE="on").cache_enabled

    def test_one_of_the_two(self, settings_of, folder):
        with pytest.raises(SettingsError, match="not both"):
            settings_of(REFCHECK_RECORD=str(folder), REFCHECK_REPLAY=str(folder))

    @given(st.dictionaries(st.sampled_from(["method", "url", "body", "accept"]), st.text(max_size=20)))
    def test_names_are_those_of_files_and_the_same_again(self, described):
        name = name_of({"source": "demo", **described})
        assert name == name_of(dict(reversed({"source": "demo", **described}.items())))
        folder, _, file = name.partition("/")
        assert (folder, len(file), file.isalnum()) == ("demo", 32, True)


async def ask(ctx, query):
    response = await ctx.http.get("works", params={"q": query.text})
    raise_for_status(response)
    return [Record(source="demo", title=response.json()["title"], doi="10.1000/x", year=2020)]


@pytest.mark.anyio
class TestRuns:
    """Whole verifications, over a network that is a function."""

    @pytest.fixture
    def manager_of(self, source, monkeypatch):
        """Builds a manager with one source."""

        def build(settings, network=None, required=False):
            keys = (Key(env="DEMO_KEY", purpose="x", header="X-Demo-Key", required=required),)
            plugin = source("demo", {"keys": keys, "base_url": BASE, "tier": Tier.FAST}, search=ask)
            manager = SourceManager(settings)
            manager.register("demo", plugin)
            monkeypatch.setattr("refcheck_core.http.client.NetworkTransport", lambda: _Patched(network or untouched))
            return manager

        return build

    async def test_a_run_is_repeated_and_a_missing_recording_fails_it(self, settings_of, manager_of, folder):
        network = Network(httpx.Response(200, json={"title": "A work of note"}))
        settings = settings_of(REFCHECK_RECORD=str(folder), REFCHECK_LIMITS_SCALE="0")
        claim = build_claim(title="A work of note", year=2020)
        async with Refcheck.open(settings, manager=manager_of(settings, network)) as refcheck:
            first = await refcheck.verify(claim)
            assert refcheck.pool.requests == {"demo": 1}
        settings = settings_of(REFCHECK_REPLAY=str(folder))
        async with Refcheck.open(settings, manager=manager_of(settings)) as refcheck:
            second = await refcheck.verify(claim)
            assert refcheck.pool.requests == {"demo": 1}
        assert (first.verdict, first.matched, first.trace) == (second.verdict, second.matched, second.trace)

        async def ask_another():
            async with Refcheck.open(settings, manager=manager_of(settings)) as refcheck:
                with pytest.raises(AllSourcesFailedError, match="no recording of GET"):
                    await refcheck.verify(build_claim(title="Another work"))

        with pytest.raises(RecordingError, match="Another"):
            await ask_another()

    @pytest.mark.parametrize("fault", [httpx.Response(403), httpx.ConnectError("gone")])
    async def test_a_refusal_takes_no_recorded_answer_away(self, settings_of, manager_of, folder, fault):
        """The databases may have been asked again later, while a replay takes no time."""
        settings = settings_of(REFCHECK_RECORD=str(folder), REFCHECK_LIMITS_SCALE="0")
        for text, answer in (("bad", fault), ("good", httpx.Response(200, json={"title": "good"}))):
            async with SourcePool(manager_of(settings, Network(answer)), settings) as pool:
                await pool.search("demo", SearchQuery(kind=SearchKind.TITLE, text=text, limit=3))
        settings = settings_of(REFCHECK_REPLAY=str(folder))
        async with SourcePool(manager_of(settings), settings) as pool:
            for text, status in (("bad", "error"), ("good", "ok"), ("bad", "error"), ("never asked", "error")):
                outcome = await pool.search("demo", SearchQuery(kind=SearchKind.TITLE, text=text, limit=3))
                assert outcome.status == status, text
            assert pool.recordings.missing == []

    async def test_judgement_is_of_the_day_of_the_recording(self, settings_of, manager_of, folder):
        settings = settings_of(REFCHECK_RECORD=str(folder))
        async with Refcheck.open(settings, manager=manager_of(settings)):
            pass
        about = json.loads((folder / "recording.json").read_text())
        (folder / "recording.json").write_text(json.dumps({**about, "made": "2019-05-06"}))
        settings = settings_of(REFCHECK_REPLAY=str(folder))
        async with Refcheck.open(settings, manager=manager_of(settings)) as refcheck:
            assert refcheck.rules().this_year == 2019

    async def test_sources_are_those_that_were_there_with_the_keys_that_were_set(self, settings_of, manager_of, folder):
        settings = settings_of(REFCHECK_RECORD=str(folder), DEMO_KEY=SECRET)
        async with Refcheck.open(settings, manager=manager_of(settings, required=True)) as refcheck:
            assert list(refcheck.pool.infos) == ["demo"]
        assert SECRET not in texts(folder)
        without = Recordings(folder, replays=True).as_recorded(settings_of(REFCHECK_REPLAY=str(folder)))
        assert list(SourcePool(manager_of(without, required=True), without).infos) == ["demo"]
        about = json.loads((folder / "recording.json").read_text())
        assert about["keys"] == {"DEMO_KEY": True}
        (folder / "recording.json").write_text(json.dumps({**about, "sources": [], "keys": {"DEMO_KEY": False}}))
        with_key = Recordings(folder, replays=True).as_recorded(settings_of(REFCHECK_REPLAY=str(folder), DEMO_KEY="x"))
        assert "DEMO_KEY" not in with_key.environ
        pool = SourcePool(manager_of(with_key), with_key)
        assert pool.skipped == {"demo": "not in the recordings"}

    @pytest.mark.parametrize("content", [None, "{", '{"version": 2}', '{"version": 1, "made": "x"}'])
    async def test_a_folder_without_recordings_is_refused(self, settings_of, folder, content):
        folder.mkdir()
        if content is not None:
            (folder / "recording.json").write_text(content)
        with pytest.raises(RecordingError):
            async with Refcheck.open(settings_of(REFCHECK_REPLAY=str(folder))):
                pass

    async def test_a_folder_that_cannot_be_written_is_refused_at_once(self, settings_of, manager_of, folder):
        folder.write_text("a file")
        settings = settings_of(REFCHECK_RECORD=str(folder))
        with pytest.raises(RecordingError, match="cannot be written"):
            SourcePool(manager_of(settings), settings)

    async def test_many_missing_ones_are_counted(self, folder):
        recordings = Recordings(folder, replays=True)
        for number in range(8):
            recordings.miss({"source": "demo", "method": "GET", "url": f"{{base}}/{number}"})
            recordings.miss({"source": "demo", "method": "GET", "url": f"{{base}}/{number}"})
        with pytest.raises(RecordingError, match="and 3 more"):
            recordings.raise_if_missing()


class _Patched(httpx.MockTransport):
    """A network that is a function; what is prepared before a turn needs nothing."""

    def prepare(self, url):
        pass

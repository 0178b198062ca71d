"""The emulator's faults as a plain client meets them, its limits, its log, its command."""

from __future__ import annotations

import email.utils
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

import known_works as known
from emulator import CONNECTION_FAULTS, Emulator, FaultKind, Limit

PATHS = {
    "crossref": "works/10.1109/cvpr.2016.90",
    "semantic_scholar": "paper/ARXIV:1706.03762",
    "arxiv": "query?id_list=1706.03762",
}
POLITE = {"User-Agent": "test (mailto:user@example.org)"}


@pytest.fixture(scope="module")
def shared():
    with Emulator(known.WORKS, scale=0) as running:
        yield running


@pytest.fixture
def served(shared):
    shared.reset()
    yield shared
    shared.reset()


@pytest.fixture(scope="module")
def client():
    with httpx.Client(verify=False, timeout=5) as running:
        yield running


@pytest.fixture
def ask(served, client):
    def get(api, **options):
        return client.get(served.base_url(api) + PATHS[api], **options)

    return get


def until(condition):
    """Wait for what the emulator's thread is about to note."""
    deadline = time.monotonic() + 2
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def parsed(answer):
    """Whether the answer is the document that it should be."""
    import xml.etree.ElementTree as ET

    try:
        if "xml" in answer.headers.get("content-type", "") or answer.content[:1] == b"<":
            return ET.fromstring(answer.content).tag.endswith("feed")
        return isinstance(answer.json(), dict)
    except (ValueError, ET.ParseError):
        return False


@pytest.mark.parametrize("api", PATHS)
class TestFaults:
    @pytest.mark.parametrize("status", [401, 403, 429, 500, 503])
    def test_statuses(self, served, ask, api, status):
        served.fault(api, str(status), times=1)
        answer = ask(api)
        assert answer.status_code == status
        assert "retry-after" not in answer.headers
        assert ask(api).status_code == 200
        assert [(request.fault, request.status) for request in served.requests_of(api)] == [
            (str(status), status),
            (None, 200),
        ]

    @pytest.mark.parametrize("kind", ["429", "503"])
    def test_retry_after_in_both_forms(self, served, ask, api, kind):
        served.fault(api, kind, times=1, retry_after=7)
        served.fault(api, kind, times=1, retry_after=7, as_date=True)
        assert ask(api).headers["retry-after"] == "7"
        moment = email.utils.parsedate_to_datetime(ask(api).headers["retry-after"]).timestamp()
        assert moment - time.time() == pytest.approx(7, abs=2)

    def test_time_out(self, served, ask, api):
        served.fault(api, FaultKind.TIMEOUT, times=1)
        with pytest.raises(httpx.ReadTimeout):
            ask(api, timeout=0.2)
        assert ask(api).status_code == 200
        first = served.requests_of(api)[0]
        until(lambda: first.departure is not None)
        assert first.status is None
        assert 0.15 < first.departure - first.arrival < 2

    def test_reset(self, served, ask, api):
        served.fault(api, FaultKind.RESET, times=1)
        with pytest.raises(httpx.ReadError) as caught:
            ask(api)
        assert "reset by peer" in str(caught.value).lower()
        assert ask(api).status_code == 200

    def test_truncated(self, served, ask, api):
        served.fault(api, FaultKind.TRUNCATED, times=1)
        with pytest.raises(httpx.RemoteProtocolError, match="without sending complete message body"):
            ask(api)
        assert ask(api).status_code == 200

    def test_cut(self, served, ask, api):
        whole = ask(api)
        served.fault(api, FaultKind.CUT, times=1)
        answer = ask(api)
        assert answer.status_code == 200
        assert whole.content.startswith(answer.content)
        assert answer.headers["content-type"] == whole.headers["content-type"]
        assert parsed(whole)
        assert not parsed(answer)

    def test_a_page_and_nothing(self, served, ask, api):
        served.fault(api, FaultKind.HTML, times=1)
        served.fault(api, FaultKind.EMPTY, times=1)
        page, empty = ask(api), ask(api)
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert page.text.startswith("<!DOCTYPE html>")
        assert (empty.status_code, empty.content) == (200, b"")

    def test_an_error_object(self, served, ask, api):
        served.fault(api, FaultKind.ERROR_OBJECT, times=1)
        answer = ask(api)
        assert answer.status_code == 200
        assert parsed(answer)
        assert any(word in answer.text for word in ("failed", "Internal Server Error", "<title>Error</title>"))

    def test_huge(self, served, api, client):
        served.fault(api, FaultKind.HUGE, times=1)
        with client.stream("GET", served.base_url(api) + PATHS[api]) as answer:
            size = 0
            for piece in answer.iter_raw():
                size += len(piece)
                if size > 3_000_000:
                    break
        assert size > 3_000_000

    def test_for_good_until_cleared(self, served, ask, api):
        served.fault(api, "500")
        assert [ask(api).status_code for _ in range(3)] == [500, 500, 500]
        served.clear_faults(api)
        assert ask(api).status_code == 200

    def test_the_others_go_on(self, served, ask, api):
        """Neither a hanging nor a slow API holds up another."""
        served.fault(api, "timeout")
        served.delay(api, 700)
        with ThreadPoolExecutor() as pool:
            hanging = pool.submit(ask, api, timeout=1.0)
            start = time.monotonic()
            assert all(ask(other).status_code == 200 for other in PATHS if other != api)
            assert time.monotonic() - start < 0.6
            with pytest.raises(httpx.ReadTimeout):
                hanging.result()


class TestMoreFaults:
    def test_where_limits_a_fault_to_paths(self, served, client):
        base = served.base_url("crossref")
        served.fault("crossref", "500", where="/agency")
        assert client.get(f"{base}works/10.1038/nature14539").status_code == 200
        assert client.get(f"{base}works/10.1038/nature14539/agency").status_code == 500

    def test_delay(self, served, ask):
        served.delay("*", 80)
        start = time.monotonic()
        assert ask("arxiv").status_code == 200
        assert time.monotonic() - start >= 0.08

    def test_all_apis_at_once(self, served, ask):
        served.fault("*", "503", times=1)
        assert [ask(api).status_code for api in PATHS] == [503] * 3
        assert [ask(api).status_code for api in PATHS] == [200] * 3

    def test_names(self, served):
        with pytest.raises(KeyError, match="crossref, semantic_scholar, arxiv"):
            served.fault("nature", "500")
        with pytest.raises(ValueError, match="nonsense"):
            served.fault("s2", "nonsense")
        assert served.base_url("s2") == served.base_url("semantic_scholar")
        assert {kind.value for kind in CONNECTION_FAULTS} == {"timeout", "reset", "truncated"}

    def test_the_end_does_not_wait_for_hanging_requests(self):
        with Emulator([], scale=0) as emulator:
            emulator.fault("*", "timeout")

            def hang():
                with pytest.raises(httpx.TransportError):
                    httpx.get(emulator.base_url("arxiv") + "query", timeout=20, verify=False)

            thread = threading.Thread(target=hang)
            thread.start()
            while not emulator.requests:
                time.sleep(0.01)
            start = time.monotonic()
        assert time.monotonic() - start < 3
        thread.join(5)
        assert not thread.is_alive()


class TestLimits:
    @pytest.mark.parametrize(
        ("api", "options", "limit"),
        [("crossref", {}, "public-single"), ("crossref", {"headers": POLITE}, "polite-single"),
         ("semantic_scholar", {}, "no key"), ("semantic_scholar", {"headers": {"x-api-key": "k"}}, "key"),
         ("arxiv", {}, "query")],
    )  # fmt: skip
    def test_a_rate_is_counted_on_the_emulators_clock(self, client, api, options, limit):
        allowed = Limit(2, 1.0, 3)
        with Emulator(known.WORKS, scale=0.5, limits={api: {limit: allowed}}) as emulator:
            address = emulator.base_url(api) + PATHS[api]
            for _ in range(allowed.requests):
                client.get(address, **options)
            assert not emulator.violations
            time.sleep(allowed.seconds * 0.5)
            client.get(address, **options)
            assert not emulator.violations
            for _ in range(allowed.requests):
                client.get(address, **options)
            found = emulator.violations[0]
            assert (found.api, found.limit, found.kind) == (api, limit, "rate")
            assert f"allowed {allowed.requests} in" in found.text
            assert emulator.requests[found.number - 1].broken == [found.text]
            emulator.reset()
            assert (emulator.violations, emulator.requests) == ((), ())

    def test_the_published_limits(self, served):
        found = {name: dict(served.api(name).limits) for name in PATHS}
        assert found["crossref"]["polite-single"] == Limit(10, 1.0, 3)
        assert found["crossref"]["polite-array"] == Limit(3, 1.0, 3)
        assert found["crossref"]["public-single"] == Limit(5, 1.0, 1)
        assert found["crossref"]["public-array"] == Limit(1, 1.0, 1)
        assert found["semantic_scholar"] == {"key": Limit(1, 1.0), "no key": Limit(1, 3.0)}
        assert found["arxiv"] == {"query": Limit(1, 3.0, 1)}

    def test_single_works_and_lists_are_counted_apart(self, client):
        with Emulator(known.WORKS) as emulator:
            base = emulator.base_url("crossref")
            for path in (*["works/10.1038/nature14539"] * 2, "works?query=deep"):
                client.get(base + path)
            assert not emulator.violations
            client.get(f"{base}works?query=deep")
            assert [found.limit for found in emulator.violations] == ["public-array"]

    def test_keys_are_counted_apart(self, client):
        with Emulator(known.WORKS) as emulator:
            for key in ("a", "b"):
                client.get(emulator.base_url("s2") + PATHS["semantic_scholar"], headers={"x-api-key": key})
            assert not emulator.violations

    @pytest.mark.parametrize(("at_once", "broken"), [(1, 0), (3, 0), (4, 1)])
    def test_requests_at_once(self, served, client, at_once, broken):
        served.delay("crossref", 150)
        with ThreadPoolExecutor(at_once) as pool:
            address = served.base_url("crossref") + PATHS["crossref"]
            list(pool.map(lambda _: client.get(address, headers=POLITE), range(at_once)))
        found = [violation.kind for violation in served.violations]
        assert found == ["concurrency"] * broken

    def test_one_connection_at_arxiv(self, served, client):
        served.delay("arxiv", 150)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda _: client.get(served.base_url("arxiv") + PATHS["arxiv"]), range(2)))
        assert [found.kind for found in served.violations] == ["concurrency"]

    def test_a_client_that_gave_up_may_ask_again(self, served, client):
        served.fault("arxiv", "timeout", times=1)
        with pytest.raises(httpx.ReadTimeout):
            client.get(served.base_url("arxiv") + PATHS["arxiv"], timeout=0.1)
        assert client.get(served.base_url("arxiv") + PATHS["arxiv"]).status_code == 200
        until(lambda: not served.violations)

    def test_enforced_limits_answer_429(self, client):
        with Emulator(known.WORKS, enforce=True) as emulator:
            address = emulator.base_url("arxiv") + PATHS["arxiv"]
            assert [client.get(address).status_code for _ in range(2)] == [200, 429]
            assert client.get(address).text == "Rate exceeded."
            assert len(emulator.violations) == 2

    def test_jitter_is_forgiven(self, client):
        with Emulator(known.WORKS, scale=0.1) as emulator:
            for wait in (0.27, 0.05):
                client.get(emulator.base_url("arxiv") + PATHS["arxiv"])
                time.sleep(wait)
            assert not emulator.violations
            client.get(emulator.base_url("arxiv") + PATHS["arxiv"])
            assert len(emulator.violations) == 1

    def test_less_jitter_forgives_less(self, client):
        with Emulator(known.WORKS, scale=0.1, jitter=0.001) as emulator:
            for wait in (0.26, 0):
                client.get(emulator.base_url("arxiv") + PATHS["arxiv"])
                time.sleep(wait)
            first, second = (request.arrival for request in emulator.requests)
            assert len(emulator.violations) == (1 if second - first < 0.299 else 0)


class TestLog:
    def test_a_request_is_told_whole(self, served, client):
        headers = {**POLITE, "x-api-key": "secret"}
        body = {"ids": ["ARXIV:1706.03762"]}
        client.post(served.base_url("s2") + "paper/batch?fields=title,year", json=body, headers=headers)
        (request,) = served.requests_of("s2")
        assert (request.method, request.path, request.status) == ("POST", "graph/v1/paper/batch", 200)
        assert request.params == {"fields": "title,year"}
        assert json.loads(request.body) == body
        assert request.headers["user-agent"] == POLITE["User-Agent"]
        assert request.headers["x-api-key"] == "secret"
        assert "secret" not in json.dumps(request.shown())
        assert 0 <= request.departure - request.arrival < 2
        assert served.requests == (request,)
        assert served.requests_of("arxiv") == ()

    def test_other_paths_are_404(self, served, client):
        assert client.get(f"{served.url}nothing").status_code == 404
        assert served.requests == ()


class TestCommand:
    def test_it_serves_other_processes(self, tmp_path):
        corpus = tmp_path / "works.jsonl"
        corpus.write_text("\n".join(json.dumps(work) for work in known.WORKS))
        tests = str(Path(__file__).parent)
        command = [
            sys.executable,
            "-m",
            "emulator",
            "--corpus",
            str(corpus),
            "--cache",
            str(tmp_path),
            "--scale",
            "0.5",
        ]
        for _ in range(2):  # the second time from the kept library
            process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": tests}, stdout=subprocess.PIPE)
            try:
                shown = json.loads(process.stdout.readline())
                assert shown["works"] == len(known.WORKS)
                self.look(shown)
            finally:
                process.send_signal(signal.SIGTERM)
                assert process.wait(10) == 0
                process.stdout.close()
        assert len(list(tmp_path.glob("library-*"))) == 1

    @staticmethod
    def look(shown):
        url, environment = shown["url"], shown["environment"]
        assert environment["REFCHECK_LIMITS_SCALE"] == "0.5"
        with httpx.Client(verify=False) as client:
            fault = {"api": "s2", "kind": "500", "times": 1}
            assert client.post(f"{url}_emulator/fault", json=fault).status_code == 200
            assert client.post(f"{url}_emulator/fault", json={"api": "s2", "kind": "x"}).status_code == 400
            address = environment["REFCHECK_SEMANTIC_SCHOLAR_URL"] + PATHS["semantic_scholar"]
            assert [client.get(address).status_code for _ in range(2)] == [500, 200]
            requests = client.get(f"{url}_emulator/requests").json()
            assert [request["fault"] for request in requests] == ["500", None]
            assert [found["limit"] for found in client.get(f"{url}_emulator/violations").json()] == ["no key"]
            client.post(f"{url}_emulator/reset")
            assert client.get(f"{url}_emulator/requests").json() == []
            assert client.get(f"{url}_emulator/nothing").status_code == 404

from __future__ import annotations

import json

import pytest

BROKEN = {
    "import_error": "import a_module_that_is_not_there",
    "exits": "raise SystemExit(3)",
    "wrong_type": "source = 42",
    "misspelt": """
        from refcheck_core import hookimpl
        class Plugin:
            @hookimpl
            def describe(self, settings): return None
            @hookimpl
            async def serach(self, ctx, query): return []
        source = Plugin()
    """,
    "tells_its_key": """
        from refcheck_core import hookimpl
        class Plugin:
            @hookimpl
            def describe(self, settings): raise ValueError(settings.value("TELLTALE_API_KEY"))
            @hookimpl
            async def search(self, ctx, query): return []
        source = Plugin()
    """,
}
MISBEHAVING = {
    "raises": ("return RECORD if doi ==", 'raise ValueError("bug") if doi =='),
    "fails_to_search": ("return [RECORD] if", 'raise RuntimeError("bug") if'),
    "hangs": ("return RECORD if doi ==", "import anyio\n        await anyio.sleep_forever() if doi =="),
    # It works rather than sleeps: on a busy machine, only a hook that uses the processor is to blame.
    "blocks": (
        "return RECORD if doi ==",
        "import time\n        end = time.thread_time() + 0.8\n        while time.thread_time() < end:\n"
        "            pass\n        return RECORD if doi ==",
    ),
}


def findings(out: str) -> list[dict[str, object]]:
    return json.loads(out)["findings"]


def test_all_is_well(refcheck, install, monkeypatch):
    install("good")
    monkeypatch.setenv("CROSSREF_EMAIL", "me@example.org")
    code, out, err = refcheck("doctor")
    assert (code, err) == (0, "")
    assert "good answers [refcheck-good-test 1.0]" in out
    assert out.endswith("No problem found.\n")


def test_what_is_missing_is_told_once(refcheck, install, good_plugin):
    install("good", good_plugin.replace('header="x-key"', 'header="x-key", required=True'))
    _, out, _ = refcheck("doctor")
    assert out.count("GOOD_KEY") == 1
    assert "source     good not asked [refcheck-good-test 1.0]" in out


@pytest.mark.parametrize("kind", BROKEN)
def test_a_plugin_that_does_not_load_is_named_with_its_remedy(refcheck, install, monkeypatch, kind):
    monkeypatch.setenv("TELLTALE_API_KEY", "s3cret-value")
    install("good")
    install(kind, BROKEN[kind])
    code, out, err = refcheck("doctor", "--json")
    assert code == 1
    assert "s3cret-value" not in out + err
    assert "s3cret-value" not in "".join(refcheck("sources")[1:])
    problem = next(finding for finding in findings(out) if finding["about"] == kind)
    assert problem["problem"] is True
    assert problem["remedy"] == f"pip uninstall refcheck-{kind}-test"
    good = next(source for source in json.loads(out)["sources"] if source["name"] == "good")
    assert good["answers"] is True


@pytest.mark.parametrize("kind", MISBEHAVING)
def test_a_plugin_that_misbehaves_when_asked_is_named(refcheck, install, monkeypatch, kind, good_plugin):
    monkeypatch.setenv("REFCHECK_NETWORK_TIMEOUT", "1")
    install("good")
    install(kind, good_plugin.replace('name="good"', f'name="{kind}"').replace(*MISBEHAVING[kind]))
    code, out, _ = refcheck("doctor", "--json")
    assert code == 1
    assert any(finding["about"] == kind and finding["problem"] for finding in findings(out))
    assert not any(finding["about"] == "good" and finding["problem"] for finding in findings(out))


def test_offline_asks_nobody(refcheck, install, good_plugin):
    install("raises", good_plugin.replace('name="good"', 'name="raises"').replace(*MISBEHAVING["raises"]))
    code, out, _ = refcheck("doctor", "--offline")
    assert code == 0
    assert "raises not asked" in out


def test_a_variable_that_nothing_reads_is_a_note(refcheck, install, monkeypatch):
    install("good")
    monkeypatch.setenv("REFCHECK_CACHE_TLT", "60")
    monkeypatch.setenv("REFCHECK_GOOD_URL", "http://127.0.0.1:9")
    code, out, _ = refcheck("doctor", "--json")
    assert code == 0
    about = [finding["about"] for finding in findings(out)]
    assert "REFCHECK_CACHE_TLT" in about
    assert "REFCHECK_GOOD_URL" not in about


def test_a_setting_that_cannot_be_read_is_a_problem(refcheck, monkeypatch):
    monkeypatch.setenv("REFCHECK_CACHE_TTL", "soon")
    code, out, err = refcheck("doctor")
    assert (code, err) == (1, "")
    assert "REFCHECK_CACHE_TTL takes a number" in out
    assert out.endswith("1 problem found.\n")
    code, out, _ = refcheck("doctor", "--json")
    assert (code, json.loads(out)["healthy"]) == (1, False)


def test_no_source_at_all_is_a_problem(refcheck, monkeypatch):
    monkeypatch.setenv("REFCHECK_SOURCES", "")
    code, out, _ = refcheck("doctor")
    assert code == 1
    assert "no database can be asked" in out


def test_a_source_without_its_required_key_is_a_note(refcheck, install, good_plugin):
    install("good", good_plugin.replace('header="x-key"', 'header="x-key", required=True'))
    code, out, _ = refcheck("doctor", "--json")
    assert code == 0
    note = next(finding for finding in findings(out) if finding["about"] == "good")
    assert "GOOD_KEY" in note["text"]


def test_a_folder_that_cannot_be_written_is_a_problem(refcheck, install, monkeypatch, tmp_path):
    install("good")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REFCHECK_CACHE_DIR", str(tmp_path / "file" / "cache"))
    code, out, _ = refcheck("doctor", "--json", "--offline")
    assert code == 1
    assert any(finding["about"] == "REFCHECK_CACHE_DIR" for finding in findings(out))


def test_a_damaged_cache_is_a_problem_that_clearing_mends(refcheck, install, tmp_path):
    install("good")
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "outcomes.sqlite3").write_bytes(b"no database" * 1000)
    code, out, _ = refcheck("doctor", "--json", "--offline")
    problem = next(finding for finding in findings(out) if finding["about"] == "cache")
    assert (code, problem["remedy"]) == (1, "refcheck cache clear")
    assert refcheck("cache", "clear")[0] == 0
    assert refcheck("doctor", "--offline")[0] == 0


def test_quotas_are_told(refcheck, install, monkeypatch):
    from refcheck_core.http.limits import LimitState

    install("good")
    used = LimitState(source="good", host="h", limit="quota", requests=200, seconds=86400.0, used=200, free_in=60.0)
    paced = LimitState(source="good", host="h", limit="pace", requests=1, seconds=3.0, used=None, free_in=0.0)
    monkeypatch.setattr("refcheck_cli.checkup.limiter_state", lambda settings: [used, paced])
    code, out, _ = refcheck("doctor")
    assert code == 0
    assert "good quota: 200 of 200 used, free in 60 s" in out
    assert "good pace: free now" in out
    assert "its quota 'quota' of 200 requests is used up" in out


@pytest.mark.parametrize(
    "value", ["YOUR_KEY", "your key, if you have one", "changeme", "xxx", "<key>", "API_KEY", "..."]
)
def test_a_placeholder_is_no_key(refcheck, install, monkeypatch, value):
    install("good")
    monkeypatch.setenv("GOOD_KEY", value)
    code, out, _ = refcheck("doctor", "--offline")
    assert code == 1
    assert "GOOD_KEY: holds a placeholder, not a key" in out
    monkeypatch.setenv("GOOD_KEY", "k3yQx7vT9pLm2")
    assert "holds a placeholder" not in refcheck("doctor", "--offline")[1]


@pytest.mark.parametrize("variable", ["REFCHECK_CACHE_DIR", "REFCHECK_STATE_DIR"])
@pytest.mark.parametrize("place", ["file", "file/below", "dangling/below"])
def test_a_folder_that_cannot_be_used_is_a_problem(refcheck, install, monkeypatch, tmp_path, variable, place):
    install("good")
    (tmp_path / "file").write_text("x")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    monkeypatch.setenv(variable, str(tmp_path / place))
    code, out, _ = refcheck("doctor", "--offline")
    assert code == 1
    assert f"{variable}: " in out

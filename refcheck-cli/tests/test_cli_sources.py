from __future__ import annotations

import json

import pytest

from refcheck_cli.sources import _limit_text

FIELDS = {
    "name", "distribution", "version", "usable", "problem", "remedy", "title", "home_page", "tier", "base_url",
    "keys", "settings", "limits", "concurrency", "exhaustive", "remarks", "ping",
}  # fmt: skip


def test_a_source_is_shown_with_key_limits_and_distribution(refcheck, install, monkeypatch):
    install("good")
    monkeypatch.setenv("GOOD_KEY", "s3cret-value")
    code, out, err = refcheck("sources")
    assert (code, err) == (0, "")
    assert "good  A good database  refcheck-good-test 1.0" in out
    assert "GOOD_KEY: present" in out
    assert "s3cret-value" not in out
    assert "1 request in 3 seconds (requests)" in out
    assert "200 requests a day (quota)" in out


def test_a_source_that_cannot_be_used_now_says_why_and_its_remarks_are_shown(refcheck, install, good_plugin):
    fields = 'version="1.0", unusable="no index has been built yet", remarks=("Of 2001.",),'
    install("good", good_plugin.replace('version="1.0",', fields))
    _, out, _ = refcheck("sources")
    assert "problem   no index has been built yet" in out
    assert "note      Of 2001." in out
    code, out, err = refcheck("verify", "--doi", "10.1000/known")
    assert code == 3
    assert "no index has been built yet" in err


def test_json_has_every_documented_field_for_usable_and_broken_sources(refcheck, install):
    install("good")
    install("broken", "raise ImportError('no module named nix')")
    code, out, _ = refcheck("sources", "--json")
    sources = {source["name"]: source for source in json.loads(out)["sources"]}
    assert code == 0
    assert set(sources["good"]) == set(sources["broken"]) == FIELDS
    assert sources["good"]["keys"] == [
        {"name": "GOOD_KEY", "present": False, "required": False, "purpose": "Raises the limits."}
    ]
    assert sources["good"]["usable"] is True
    assert sources["broken"]["usable"] is False
    assert "no module named nix" in sources["broken"]["problem"]
    assert sources["broken"]["remedy"] == "pip uninstall refcheck-broken-test"


def test_a_setting_that_is_not_set_says_what_holds(refcheck, install, good_plugin):
    given = 'settings=(Setting(env="GOOD_FOLDER", purpose="its folder", default="/data/good"),),'
    code = good_plugin.replace("import Key,", "import Setting, Key,").replace(
        'version="1.0",', f'version="1.0", {given}'
    )
    install("good", code)
    assert "setting   GOOD_FOLDER: not set, so /data/good (its folder)" in refcheck("sources")[1]
    (source,) = json.loads(refcheck("sources", "--json")[1])["sources"]
    assert source["settings"] == [
        {"name": "GOOD_FOLDER", "present": False, "purpose": "its folder", "default": "/data/good"}
    ]


def test_a_missing_required_key_is_told(refcheck, install, good_plugin):
    install("good", good_plugin.replace('header="x-key"', 'header="x-key", required=True'))
    code, out, _ = refcheck("sources", "--ping", "--json")
    source = json.loads(out)["sources"][0]
    assert (code, source["usable"]) == (0, False)
    assert "GOOD_KEY" in source["problem"]
    assert source["ping"]["status"] == "skipped"


def test_a_ping_tells_that_a_source_answers(refcheck, install):
    install("good")
    code, out, _ = refcheck("sources", "--ping")
    assert code == 0
    assert "ping      answers (0." in out


def test_a_ping_that_fails_is_told_and_ends_in_3(refcheck, install, good_plugin):
    install("good", good_plugin.replace("return RECORD if doi ==", 'raise ValueError("bug") if doi =='))
    code, out, _ = refcheck("sources", "--ping")
    assert code == 3
    assert "ping      error: " in out


def test_without_any_source_it_says_how_to_get_one(refcheck, monkeypatch):
    monkeypatch.setenv("REFCHECK_SOURCES", "")
    code, out, _ = refcheck("sources")
    assert code == 0
    assert "pip install" in out


def test_sources_that_are_switched_off_are_named(refcheck, install, monkeypatch):
    install("good")
    monkeypatch.setenv("REFCHECK_SOURCES", "")
    _, out, _ = refcheck("sources")
    assert "not in REFCHECK_SOURCES: " in out
    assert "good" in out


def test_secrets_in_an_address_are_not_shown(refcheck, install, monkeypatch):
    install("good")
    monkeypatch.setenv("REFCHECK_GOOD_URL", "http://user:word@localhost:8000/v1?key=hidden")
    _, out, _ = refcheck("sources", "--json")
    assert json.loads(out)["sources"][0]["base_url"] == "http://localhost:8000/v1"


@pytest.mark.parametrize(
    ("requests", "seconds", "text"),
    [
        (1, 3.0, "1 request in 3 seconds (x)"),
        (10, 1.0, "10 requests a second (x)"),
        (200, 86400.0, "200 requests a day (x)"),
        (20000, 604800.0, "20000 requests a week (x)"),
        (1000, 300.0, "1000 requests in 5 minutes (x)"),
        (5, 0.5, "5 requests in 0.5 seconds (x)"),
    ],
)
def test_limits_are_told_in_words(requests, seconds, text):
    assert _limit_text({"name": "x", "requests": requests, "seconds": seconds}) == text

from __future__ import annotations

import json

import pytest

FIELDS = {"path", "enabled", "exists", "entries", "bytes", "oldest", "problem"}


@pytest.fixture
def filled(refcheck, install):
    install("good")
    refcheck("doctor")  # its questions are cached: a DOI and a title


def test_an_empty_cache(refcheck, tmp_path):
    code, out, _ = refcheck("cache", "info")
    assert code == 0
    assert str(tmp_path / "cache") in out
    assert "answers  none" in out


def test_a_filled_cache_is_shown_and_cleared(refcheck, filled):
    code, out, _ = refcheck("cache", "info")
    assert code == 0
    assert "answers  2 (good 2)" in out
    assert "oldest" in out
    assert refcheck("cache", "clear") == (0, "Forgot 2 answers.\n", "")
    assert "answers  none" in refcheck("cache", "info")[1]


def test_json(refcheck, filled):
    state = json.loads(refcheck("cache", "info", "--json")[1])
    assert set(state) == FIELDS
    assert (state["exists"], state["enabled"], state["entries"]) == (True, True, {"good": 2})
    assert json.loads(refcheck("cache", "clear", "--json")[1]) == {"cleared": 2}


def test_a_cache_that_is_switched_off_says_so(refcheck, monkeypatch):
    monkeypatch.setenv("REFCHECK_CACHE", "off")
    assert "(switched off)" in refcheck("cache", "info")[1]


def test_a_damaged_cache_says_so(refcheck, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "outcomes.sqlite3").write_bytes(b"no database" * 1000)
    assert "problem" in refcheck("cache", "info")[1]


def test_a_cache_that_cannot_be_cleared_ends_in_3(refcheck, monkeypatch):
    def clear(self):
        raise OSError("read-only file system")

    monkeypatch.setattr("refcheck_core.sources.cache.OutcomeCache.clear", clear)
    code, out, err = refcheck("cache", "clear")
    assert (code, out) == (3, "")
    assert "read-only file system" in err

"""``refcheck eval`` as a process of its own, over emulated databases and over recordings of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import NamedTuple

import pytest

from emulator import Emulator
from known_references import ATTENTION, DCRNN, FAKE, RESNET
from known_works import WORKS

REFCHECK = str(Path(sysconfig.get_path("scripts")) / "refcheck")
GOLD = [
    {
        "id": "resnet",
        "label": "real",
        "kind": "real",
        "claim": {"title": RESNET, "authors": ["Kaiming He", "et al."], "year": 2016, "venue": "CVPR"},
        "expected_doi": "10.1109/CVPR.2016.90",
        "expected_verdict": "verified",
    },
    {
        "id": "attention",
        "label": "real",
        "kind": "real",
        "claim": {"title": ATTENTION, "authors": ["Ashish Vaswani", "et al."], "year": 2017, "arxiv_id": "1706.03762"},
        "expected_doi": "arXiv:1706.03762",
    },
    {
        "id": "dcrnn",
        "label": "real",
        "kind": "real",
        "raw": f"Y. Li et al. {DCRNN}. ICLR 2018.",
        "expected_verdict": "verified",
    },
    {
        "id": "resnet-2019",
        "label": "partial",
        "kind": "wrong_year",
        "claim": {"title": RESNET, "authors": ["Kaiming He", "et al."], "year": 2019, "doi": "10.1109/CVPR.2016.90"},
        "expected_doi": "10.1109/CVPR.2016.90",
        "expected_verdict": "partial_match",
        "wrong_field": "year",
    },
    {
        "id": "attention-grafted",
        "label": "partial",
        "kind": "grafted_author",
        "claim": {"title": ATTENTION, "authors": ["Ashish Vaswani", "Geoffrey Hinton"], "year": 2017},
        "wrong_field": "authors",
    },
    {
        "id": "fake",
        "label": "fabricated",
        "kind": "invented",
        "claim": {"title": FAKE, "authors": ["Smith et al."], "year": 2023, "venue": "Nature"},
        "expected_doi": "none",
        "expected_verdict": "not_found",
        "expected_conclusive": True,
    },
]
GATES = "precision=1,recall=1,detection=1,false_alarms=0,false_links=0,source_errors=0,verdicts=1,named_fields=1"
KEYS = {"S2_API_KEY": "s2-secret-0123456789", "IEEE_API_KEY": "ieee-secret/0123456789"}


def run_eval(environment, *arguments: str) -> tuple[int, dict | None, str]:
    """Run the command: exit code, report (``None`` where there is none), stderr."""
    done = subprocess.run(
        [REFCHECK, "eval", *arguments, "--json"],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env=environment,
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def write_gold(folder, rows=GOLD) -> str:
    path = folder / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def gold(tmp_path):
    return write_gold(tmp_path)


@pytest.fixture
def evaluate(environment, gold):
    """Runs the command over the gold file."""

    def run(*arguments: str, **environ):
        return run_eval({**environment, **environ}, gold, *arguments)

    return run


class Recorded(NamedTuple):
    """A run that was recorded, and an environment in which nothing else can answer.

    Attributes:
        folder: the recordings.
        report: what was found.
        asked: requests that the databases got.
        environment: no database is where its address says.
    """

    folder: Path
    report: dict
    asked: int
    environment: dict[str, str]

    def replay(self, folder: Path, gold: str, *arguments: str, **environ):
        return run_eval({**self.environment, **environ}, gold, "--replay", str(folder), *arguments)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Recorded:
    """One recorded run for all tests that repeat it."""
    folder = tmp_path_factory.mktemp("recorded")
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "COVERAGE_PROCESS_START") if name in os.environ}
    with Emulator(WORKS, scale=0.02) as emulator:
        environment = {
            **kept,
            **emulator.environment(),
            "REFCHECK_CACHE_DIR": str(folder / "cache"),
            "REFCHECK_STATE_DIR": str(folder / "state"),
            "REFCHECK_SOURCES": "crossref,semantic_scholar,arxiv,ieee",
            "REFCHECK_LOG_LEVEL": "ERROR",
        }
        run_eval(environment, write_gold(folder))  # fills the cache, which must not be used
        before = len(emulator.requests)
        code, report, err = run_eval(environment, write_gold(folder), "--record", str(folder / "recordings"))
        assert (code, err) == (0, "")
        return Recorded(folder / "recordings", report, len(emulator.requests) - before, environment)


def what_was_found(report):
    """A report without what differs from run to run."""
    return {name: value for name, value in report.items() if name not in {"time", "replayed"}}


def recordings(folder):
    return sorted(path for path in folder.rglob("*.json") if path.name != "recording.json")


def test_figures_of_known_references(evaluate, emulator, tmp_path):
    page = tmp_path / "page.html"
    code, report, err = evaluate("--gate", GATES, "--html", str(page))
    assert (code, err, report["errors"]) == (0, "", [])
    assert report["requests"].keys() == {"crossref", "semantic_scholar", "arxiv"}
    assert sum(report["requests"].values()) == len(emulator.requests)
    assert report["requests_per_reference"] == pytest.approx(len(emulator.requests) / len(GOLD))
    assert report["total"]["link_counts"]["right"] == 3
    assert "Errors: 0" in page.read_text(encoding="utf-8")
    assert not emulator.violations


def test_a_recorded_run_is_repeated_without_databases(recorded, gold):
    assert recorded.report["source_errors"] == []
    assert sum(recorded.report["requests"].values()) == recorded.asked > len(GOLD)  # in spite of a full cache
    # At true limits: arXiv alone would take longer than the whole replay.
    code, replayed, err = recorded.replay(recorded.folder, gold, "--gate", GATES, REFCHECK_LIMITS_SCALE="1")
    assert (code, err) == (0, "")
    assert replayed["replayed"] is True
    assert what_was_found(replayed) == what_was_found(recorded.report)
    assert replayed["time"]["seconds"] < 3 * replayed["requests"]["arxiv"]


def test_a_replay_is_the_same_where_other_keys_are_set(recorded, gold):
    code, replayed, err = recorded.replay(recorded.folder, gold, **KEYS)
    assert (code, err) == (0, "")
    assert what_was_found(replayed) == what_was_found(recorded.report)


def test_a_missing_recording_fails_the_run_and_is_named(recorded, gold, tmp_path):
    folder = shutil.copytree(recorded.folder, tmp_path / "recordings")
    lost = next(path for path in recordings(folder) if path.parent.name == "crossref")
    url = json.loads(lost.read_text(encoding="utf-8"))["request"]["url"]
    lost.unlink()
    code, report, err = recorded.replay(folder, gold, "--gate", "unchecked=99")
    assert (code, report) == (3, None)
    assert f"crossref: GET {url}" in err
    assert "there is no recording" in err


@pytest.mark.parametrize("kind", ["500", "429", "timeout", "403", "reset", "cut", "error_object"])
def test_a_fault_is_recorded_and_replayed_as_that_fault(evaluate, emulator, tmp_path, kind):
    write_gold(tmp_path, (GOLD[0], GOLD[-1]))
    impatient = {"REFCHECK_NETWORK_TIMEOUT": "1", "REFCHECK_WAITING_BUDGET": "1"}
    folder = tmp_path / "recordings"
    emulator.fault("crossref", kind)
    code, recorded, _ = evaluate("--record", str(folder), **impatient)
    assert code == 0
    assert {fault["source"] for fault in recorded["source_errors"]} == {"crossref"}
    emulator.stop()
    code, replayed, err = evaluate("--replay", str(folder), "--gate", "source_errors=0", **impatient)
    assert code == 1
    assert f"source_errors is {len(replayed['source_errors'])}; at most 0" in err
    assert replayed["total"] == recorded["total"]
    for report in (recorded, replayed):
        for fault in report["source_errors"]:
            fault.pop("reason")  # after a 403, "not asked again" or that refusal once more
    assert what_was_found(replayed)["source_errors"] == what_was_found(recorded)["source_errors"]
    assert replayed["references"] == recorded["references"]
    assert replayed["requests"] == recorded["requests"]


def test_no_key_is_in_recordings_or_report(evaluate, emulator, environment, tmp_path):
    environment["REFCHECK_SOURCES"] += ",ieee"
    folder, page = tmp_path / "recordings", tmp_path / "page.html"
    code, report, err = evaluate("--record", str(folder), "--html", str(page), **KEYS)
    assert code == 0
    sent = [str(request.headers) + str(getattr(request, "query", "")) for request in emulator.requests]
    assert any(KEYS["S2_API_KEY"] in text for text in sent)
    assert any(path.parent.name == "ieee" for path in recordings(folder))
    written = "".join(path.read_text(encoding="utf-8") for path in [*folder.rglob("*.json"), page])
    for text in (written, json.dumps(report), err):
        assert "s2-secret" not in text
        assert "ieee-secret" not in text
    emulator.stop()
    code, replayed, err = evaluate("--replay", str(folder))
    assert (code, err) == (0, "")
    assert what_was_found(replayed) == what_was_found(report)


def test_no_database_at_all(evaluate, emulator):
    emulator.stop()
    code, report, err = evaluate(REFCHECK_NETWORK_TIMEOUT="1", REFCHECK_WAITING_BUDGET="1")
    assert code == 3
    assert report["total"]["unchecked"] == len(GOLD)
    assert report["total"]["precision"]["value"] is None
    assert "No reference could be checked" in err


def test_a_single_reference_can_be_recorded_and_replayed(environment, emulator, tmp_path):
    folder = str(tmp_path / "recordings")
    command = [REFCHECK, "verify", "--title", RESNET, "--author", "Kaiming He", "--json"]

    def run(**environ):
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=60, env={**environment, **environ}
        )
        return done.returncode, done.stdout

    recorded = run(REFCHECK_RECORD=folder)
    emulator.stop()
    assert run(REFCHECK_REPLAY=folder) == recorded
    assert recorded[0] == 0

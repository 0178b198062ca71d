"""The command as a process of its own, over real HTTP to the emulated databases."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sysconfig
import time
from pathlib import Path

import pytest

from known_references import ALL, ATTENTION, FAKE, RESNET, SHARED_TITLE

REFCHECK = str(Path(sysconfig.get_path("scripts")) / "refcheck")
EXITS = {"verified": 0, "partial_match": 1, "not_found": 1}
FAULTS = ["429", "timeout", "html"]
"""One of each sort; the tests of the server, which starts once for all, go through the rest."""
DOI_WITH_DASH = "10.1007/978-3-319-10705-9_74"
APIS = ["crossref", "semantic_scholar", "arxiv"]


@pytest.fixture
def refcheck(environment):
    """Runs the command: exit code, stdout, stderr."""

    def run(*arguments: str, **options) -> tuple[int, str, str]:
        options.setdefault("env", environment)
        done = subprocess.run(
            [REFCHECK, *arguments], check=False, capture_output=True, text=True, timeout=60, **options
        )
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize("known", ALL, ids=lambda known: known.name)
def test_verdicts(refcheck, known, emulator):
    code, out, err = refcheck("verify", *known.command(), "--json")
    answer = json.loads(out)
    assert (answer["verdict"], code, err) == (known.verdict, EXITS[known.verdict], ""), answer["trace"]
    assert answer["conclusive"]
    if known.told:
        assert any(all(word in error for word in known.told) for error in answer["errors"]), answer["errors"]
    assert not emulator.violations


def test_a_shared_title_alone_shows_candidates(refcheck):
    code, out, _ = refcheck("verify", *SHARED_TITLE.command(), "--json")
    answer = json.loads(out)
    assert code == 1
    assert answer["verdict"] != "verified"
    assert len([c for c in answer["candidates"] if c["title"] == "Introduction"]) == 2


def test_people_get_plain_text_in_a_pipe(refcheck):
    code, out, err = refcheck("verify", "--title", RESNET, "--author", "Kaiming He", "--year", "2019")
    assert (code, err) == (1, "")
    assert out.startswith("partial_match  confidence 0.")
    assert "\x1b" not in out
    assert "2016" in out
    assert "answered" in out


def test_colour_can_be_forced(refcheck, environment):
    _, out, _ = refcheck("verify", "--title", RESNET, env={**environment, "FORCE_COLOR": "1"})
    assert out.startswith("\x1b[")


@pytest.fixture
def impatient(environment):
    """Little patience with databases that play faults for good."""
    environment |= {"REFCHECK_NETWORK_TIMEOUT": "2", "REFCHECK_WAITING_BUDGET": "1"}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_of_one_database_is_named_and_is_no_evidence(refcheck, emulator, kind):
    emulator.fault("crossref", kind)
    code, out, _ = refcheck("verify", "--title", FAKE, "--json")
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["conclusive"]) == (1, "not_found", False)
    assert set(answer["sources_failed"]) == {"crossref"}
    assert set(answer["sources_checked"]) == {"semantic_scholar", "arxiv"}
    code, out, _ = refcheck("verify", "--title", RESNET, "--author", "Kaiming He", "--json")
    assert (code, json.loads(out)["verdict"]) == (0, "verified")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_of_all_databases_ends_in_3_without_a_verdict(refcheck, emulator, kind):
    for api in APIS:
        emulator.fault(api, kind)
    code, out, err = refcheck("verify", "--title", RESNET)
    assert (code, out) == (3, "")
    assert all(api in err for api in APIS)
    assert "Traceback" not in err


def test_the_second_time_is_answered_from_the_cache(refcheck, emulator):
    first = refcheck("verify", "--title", RESNET, "--author", "Kaiming He", "--json")
    asked = len(emulator.requests)
    assert asked > 0
    again = refcheck("verify", "--title", RESNET, "--author", "Kaiming He", "--json", "--offline")
    assert len(emulator.requests) == asked
    assert (first[0], again[0]) == (0, 0)
    assert refcheck("cache", "info")[1].count("crossref") == 1
    assert refcheck("cache", "clear")[0] == 0
    assert refcheck("verify", "--title", RESNET, "--offline")[0] == 3


def test_a_key_is_in_no_output(refcheck, emulator, environment):
    secret = "s2-secret-0123456789"
    env = {**environment, "S2_API_KEY": secret, "REFCHECK_LOG_LEVEL": "DEBUG"}
    shown = "".join("".join(map(str, refcheck(*command, env=env))) for command in (
        ["verify", "--title", RESNET], ["sources", "--json", "--ping"], ["doctor", "--json"],
    ))  # fmt: skip
    assert secret not in shown
    assert any(request.headers.get("x-api-key") == secret for request in emulator.requests)


def test_sources_answer_a_ping(refcheck):
    code, out, _ = refcheck("sources", "--ping", "--json")
    sources = {source["name"]: source for source in json.loads(out)["sources"]}
    assert list(sources) == APIS
    assert {name: source["distribution"] for name, source in sources.items()} == {
        "crossref": "refcheck-crossref",
        "semantic_scholar": "refcheck-s2",
        "arxiv": "refcheck-arxiv",
    }
    assert all(source["ping"]["status"] in {"ok", "empty"} for source in sources.values()), out
    assert code == 0


def test_doctor_finds_nothing_wrong(refcheck, environment):
    code, out, err = refcheck("doctor", env={**environment, "CROSSREF_EMAIL": "someone@example.org"})
    assert (code, err) == (0, ""), out
    assert out.endswith("No problem found.\n")


def test_doctor_names_a_broken_plugin_and_the_others_work(refcheck, environment, plugin_folder):
    folder = plugin_folder("broken", "raise SystemExit('no')")
    env = {**environment, "PYTHONPATH": folder, "REFCHECK_SOURCES": f"{environment['REFCHECK_SOURCES']},broken"}
    code, out, _ = refcheck("doctor", env=env)
    assert code == 1
    assert "pip uninstall refcheck-broken" in out
    assert refcheck("verify", "--title", RESNET, "--author", "Kaiming He", env=env)[0] == 0


def test_a_citation_is_read_from_stdin(refcheck):
    citation = "K. He, X. Zhang, S. Ren, J. Sun. Deep Residual Learning for Image Recognition. CVPR 2016."
    assert refcheck("verify", "-", input=citation)[0] == 0


def test_an_interrupt_ends_quietly_in_130(emulator, environment):
    for api in APIS:
        emulator.fault(api, "timeout")
    environment["REFCHECK_NETWORK_TIMEOUT"] = "30"
    process = subprocess.Popen(
        [REFCHECK, "verify", "--title", ATTENTION],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (a shell may ignore it)
    )
    deadline = time.monotonic() + 30
    while not emulator.requests and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err) == (130, "", "")


@pytest.mark.parametrize("arguments", [["--help"], ["sources"], ["verify", "--title", RESNET, "--json"]])
def test_a_reader_that_goes_away_ends_it_quietly(environment, arguments):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [REFCHECK, *arguments],
            check=False,
            env=environment,
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_the_locale_cannot_break_the_output(refcheck, environment, encoding):
    env = {**environment, "PYTHONIOENCODING": encoding}
    code, out, err = refcheck("verify", "--title", ATTENTION, "--author", "Ashish Vaswani", env=env)
    assert (code, err) == (0, "")
    assert "Aidan N. Gomez" in out
    command = [REFCHECK, "verify", "--doi", DOI_WITH_DASH, "--json"]
    done = subprocess.run(command, check=False, env=env, capture_output=True, timeout=60)
    assert "Part I — Modeling" in json.loads(done.stdout.decode("utf-8"))["matched_reference"]["title"]
    plain = subprocess.run(command[:-1], check=False, env=env, capture_output=True, timeout=60)
    assert (plain.returncode, plain.stderr) == (0, b"")
    assert b"Part I" in plain.stdout

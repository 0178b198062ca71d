"""Databases that need a key: skipped without one and named in each answer; asked last with one; faults told apart."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path

import pytest

from known_references import ATTENTION, FAKE, RESNET
from refcheck_core import Settings
from refcheck_core.services import Refcheck, build_claim, to_answer

SERVER = str(Path(sysconfig.get_path("scripts")) / "refcheck-mcp")
SECRETS = {
    "SCOPUS_API_KEY": "SECRET456-scopus",
    "IEEE_API_KEY": "SECRET123-ieee",
    "SCOPUS_INSTTOKEN": "SECRET789-token",
}
ALL = {"arxiv", "crossref", "ieee", "scopus", "semantic_scholar"}
KEYED = {"scopus": "SCOPUS_API_KEY", "ieee": "IEEE_API_KEY"}

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def everywhere(environment):
    """The environment of a run in which all five databases of the network are switched on."""
    databases = ",".join(sorted(ALL))
    return {
        **environment,
        "REFCHECK_SOURCES": databases,
        "REFCHECK_NETWORK_TIMEOUT": "5",
        "REFCHECK_WAITING_BUDGET": "5",
    }


async def checked(environment, **claim):
    """The answer to a claim, as front ends give it."""
    async with Refcheck.open(Settings.from_environment(environment)) as refcheck:
        return to_answer(await refcheck.verify(build_claim(**claim)))


def asked(emulator):
    return [api for api in KEYED if emulator.requests_of(api)]


async def test_without_keys_they_are_skipped_and_named_and_nothing_fails(everywhere, emulator):
    for claim, verdict in (
        ({"title": RESNET, "authors": ["Kaiming He"]}, "verified"),
        ({"title": FAKE, "authors": ["Jane Smith"], "year": 2023}, "not_found"),
        ({"doi": "10.1109/CVPR.2016.90"}, "verified"),
    ):
        answer = await checked(everywhere, **claim)
        assert (answer.verdict, answer.conclusive, answer.sources_failed) == (verdict, True, {})
        for name, variable in KEYED.items():
            assert variable in answer.sources_skipped[name]
            assert name not in answer.sources_checked
    assert asked(emulator) == []


async def test_one_key_is_enough_for_its_database(everywhere, emulator):
    answer = await checked({**everywhere, "ELSEVIER_KEY": "a-key"}, title=FAKE, authors=["Jane Smith"])
    assert set(answer.sources_checked) == ALL - {"ieee"}
    assert {name for name in answer.sources_skipped if name in ALL} == {"ieee"}
    assert asked(emulator) == ["scopus"]
    assert all(request.headers["x-els-apikey"] == "a-key" for request in emulator.requests_of("scopus"))


async def test_with_keys_all_five_say_that_a_work_is_not_there(everywhere, emulator):
    answer = await checked({**everywhere, **SECRETS}, title=FAKE, authors=["Jane Smith"], year=2023)
    assert (answer.verdict, answer.conclusive) == ("not_found", True)
    assert set(answer.sources_checked) == ALL
    assert not emulator.violations
    last = max(request.number for request in emulator.requests if request.api in {"crossref", "semantic_scholar"})
    first = min(request.number for request in emulator.requests if request.api in KEYED)
    assert first > last, "the metered databases are asked last"


async def test_an_answer_that_is_settled_costs_no_quota(everywhere, emulator):
    answer = await checked({**everywhere, **SECRETS}, title=RESNET, authors=["Kaiming He"], year=2016, venue="CVPR")
    assert answer.verdict == "verified"
    assert asked(emulator) == []


@pytest.mark.parametrize("name", KEYED)
async def test_each_can_verify_alone(name, everywhere, emulator):
    alone = {**everywhere, **SECRETS, "REFCHECK_SOURCES": name}
    answer = await checked(alone, title=RESNET, authors=["He, K."], year=2016)
    assert (answer.verdict, answer.sources_checked) == ("verified", [name])
    assert answer.matched_reference.doi == "10.1109/cvpr.2016.90"
    assert (await checked(alone, doi="10.1109/CVPR.2016.90", title=RESNET)).verdict == "verified"
    assert (await checked(alone, title=RESNET, authors=["Yann LeCun"])).verdict != "verified"
    later = await checked(alone, title=RESNET, authors=["Kaiming He", "Xiangyu Zhang"], year=2016)
    assert later.verdict == "verified"  # the second author is no error where only the first is known
    assert (await checked(alone, title=ATTENTION, authors=["Ashish Vaswani"])).verdict == "not_found"
    assert not emulator.violations


FAULTS = {
    "wrong key": ("wrong", {}, {"scopus": "refuses the key in SCOPUS_API_KEY", "ieee": "IEEE_API_KEY is not active"}),
    "quota": ("key-1", {"quota": 0}, {"scopus": "weekly quota", "ieee": "used up for today"}),
    "time-out": ("key-1", {"fault": "timeout"}, {"scopus": "did not answer", "ieee": "did not answer"}),
    "entitlement": ("key-1", {"fault": "403"}, {"scopus": "no entitlement", "ieee": "refuses the key in IEEE_API_KEY"}),
    "page": ("key-1", {"fault": "html"}, {"scopus": "web page", "ieee": "web page"}),
    "error": ("key-1", {"fault": "error_object"}, {"scopus": "Unexpected error", "ieee": "Internal server error"}),
}


@pytest.mark.parametrize("kind", FAULTS)
async def test_a_fault_of_them_is_told_and_is_no_evidence(kind, everywhere, emulator):
    key, fault, words = FAULTS[kind]
    for name in KEYED:
        if "fault" in fault:
            emulator.fault(name, fault["fault"])
        if "quota" in fault:
            emulator.api(name).quota = fault["quota"]
    keys = {"SCOPUS_API_KEY": key, "IEEE_API_KEY": key, "REFCHECK_NETWORK_TIMEOUT": "1.5"}
    answer = await checked({**everywhere, **keys}, title=FAKE, authors=["Jane Smith"], year=2023)
    assert (answer.verdict, answer.conclusive) == ("not_found", False)
    assert set(answer.sources_failed) == set(KEYED)
    for name, told in words.items():
        assert told in answer.sources_failed[name], answer.sources_failed[name]
    assert set(answer.sources_checked) == ALL - set(KEYED)


async def test_a_refused_key_is_not_tried_again_in_the_session(everywhere, emulator):
    keys = {"SCOPUS_API_KEY": "wrong", "IEEE_API_KEY": "wrong"}
    async with Refcheck.open(Settings.from_environment({**everywhere, **keys})) as refcheck:
        for number in range(3):
            answer = to_answer(await refcheck.verify(build_claim(title=f"{FAKE} {number}", authors=["Jane Smith"])))
            assert (set(answer.sources_failed) | set(answer.sources_skipped)) & ALL == set(KEYED)
    assert [len(emulator.requests_of(name)) for name in KEYED] == [1, 1]


async def test_a_used_up_quota_is_not_tried_again_by_the_next_process(everywhere, emulator):
    emulator.api("ieee").quota = emulator.api("scopus").quota = 0
    for number in range(2):
        answer = await checked({**everywhere, **SECRETS}, title=f"{FAKE} {number}", authors=["Jane Smith"])
        assert set(answer.sources_failed) == set(KEYED)
    assert [len(emulator.requests_of(name)) for name in KEYED] == [1, 1]


# --- over the MCP server ---------------------------------------------------------------------------------------------

HANDSHAKE = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]  # fmt: skip


def served(environment, *claims):
    """Answers of a server process to calls of its tool, its whole output, and its log."""
    process = subprocess.Popen(
        [SERVER], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    calls = [
        {"jsonrpc": "2.0", "id": number, "method": "tools/call",
         "params": {"name": "verify_reference", "arguments": claim}}
        for number, claim in enumerate(claims, 2)
    ]  # fmt: skip
    process.stdin.write("".join(json.dumps(message) + "\n" for message in [*HANDSHAKE, *calls]))
    process.stdin.flush()
    lines = []
    while len(lines) < 1 + len(calls):
        line = process.stdout.readline()
        assert line, process.stderr.read()
        lines += [line] if "id" in json.loads(line) else []
    rest, log = process.communicate(timeout=30)
    answers = {message["id"]: message["result"] for message in map(json.loads, lines)}
    return [answers[number] for number in range(2, 2 + len(calls))], "".join(lines) + rest, log


def test_the_server_names_what_it_skipped_and_calls_it_no_error(everywhere, emulator):
    results, _, _ = served(everywhere, {"title": RESNET, "authors": ["Kaiming He"]}, {"title": FAKE})
    for result, verdict in zip(results, ("verified", "not_found"), strict=True):
        answer = result["structuredContent"]
        assert not result.get("isError")
        assert (answer["verdict"], answer["conclusive"], answer["sources_failed"]) == (verdict, True, {})
        assert set(answer["sources_skipped"]) >= set(KEYED)
    assert asked(emulator) == []


@pytest.mark.parametrize("fault", ["401", "429", "timeout", "error_object", None])
def test_no_key_is_in_an_answer_a_log_or_a_file(fault, everywhere, emulator, tmp_path):
    for name in KEYED:
        if fault:
            emulator.fault(name, fault)
    debug = {**everywhere, **SECRETS, "REFCHECK_LOG_LEVEL": "DEBUG", "REFCHECK_NETWORK_TIMEOUT": "1.5",
             "REFCHECK_WAITING_BUDGET": "1"}  # fmt: skip
    results, out, log = served(debug, {"title": FAKE, "authors": ["Jane Smith"]})
    told = results[0]["structuredContent"]
    assert set(told["sources_checked"]) == (ALL if fault is None else ALL - set(KEYED))
    assert emulator.requests_of("ieee")[0].params["apikey"] == SECRETS["IEEE_API_KEY"]
    assert emulator.requests_of("scopus")[0].headers["x-els-insttoken"] == SECRETS["SCOPUS_INSTTOKEN"]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    seen = [out, log, *map(str, files), *(path.read_bytes().decode("latin-1") for path in files)]
    assert log
    assert not [text for text in seen if "SECRET" in text]

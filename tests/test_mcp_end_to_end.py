"""The MCP server as a process of its own: a real client, stdio or HTTP, and real HTTP to the emulated databases."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sysconfig
import time
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from known_references import ALL, ATTENTION, FAKE, RESNET, SHARED_TITLE

SERVER = str(Path(sysconfig.get_path("scripts")) / "refcheck-mcp")
FAULTS = ["429", "500", "503", "timeout", "reset", "html", "truncated", "cut", "empty", "error_object"]
IMPATIENT = {"REFCHECK_NETWORK_TIMEOUT": "2", "REFCHECK_WAITING_BUDGET": "1"}
APIS = ["crossref", "semantic_scholar", "arxiv"]

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(params=["auto", "legacy"])
def mode(request):
    """The protocol without and with a handshake."""
    return request.param


@pytest.fixture
def connect(environment, tmp_path):
    """Starts a server process with a client; its stderr goes to a file."""

    @asynccontextmanager
    async def start(mode: str = "auto", **variables: str):
        parameters = StdioServerParameters(command=SERVER, env={**environment, **variables})
        with (tmp_path / "stderr").open("a") as errors:
            async with Client(stdio_client(parameters, errlog=errors), mode=mode, read_timeout_seconds=60) as client:
                yield client

    return start


async def verify(client: Client, **claim: object) -> dict:
    result = await client.call_tool("verify_reference", claim)
    assert not result.is_error, result.content
    return result.structured_content


async def test_verdicts(connect, mode, emulator):
    judged = {}
    async with connect(mode) as client:
        for known in ALL:
            answer = await verify(client, **known.claim)
            told = not known.told or any(all(word in e for word in known.told) for e in answer["errors"])
            judged[known.name] = (answer["verdict"], answer["conclusive"], told or answer["errors"])
        shared = await verify(client, **SHARED_TITLE.claim)
    assert judged == {known.name: (known.verdict, True, True) for known in ALL}
    assert shared["verdict"] != "verified"
    assert len([c for c in shared["candidates"] if c["title"] == "Introduction"]) == 2
    assert not emulator.violations


async def test_each_fault_of_one_database_is_named_and_is_no_evidence(connect, emulator):
    judged = {}
    async with connect(REFCHECK_CACHE="off", **IMPATIENT) as client:
        for kind in FAULTS:
            emulator.fault("crossref", kind)
            fake = await verify(client, title=FAKE)
            real = await verify(client, title=RESNET, authors=["Kaiming He"])
            judged[kind] = (fake["verdict"], fake["conclusive"], [*fake["sources_failed"]], real["verdict"])
            emulator.clear_faults()
    assert judged == dict.fromkeys(FAULTS, ("not_found", False, ["crossref"], "verified"))


async def test_each_fault_of_all_databases_is_an_error_that_names_them(connect, emulator):
    async with connect(**IMPATIENT) as client:
        for kind in FAULTS:
            for api in APIS:
                emulator.fault(api, kind)
            result = await client.call_tool("verify_reference", {"title": RESNET})
            assert result.is_error, kind
            assert all(api in result.content[0].text for api in APIS), (kind, result.content[0].text)
            emulator.clear_faults()
        assert (await verify(client, title=RESNET, authors=["Kaiming He"]))["verdict"] == "verified"


async def test_a_cancelled_call_stops_its_requests_and_the_server_answers_others(connect, emulator, mode):
    for api in APIS:
        emulator.fault(api, "timeout")
    async with connect(mode, REFCHECK_NETWORK_TIMEOUT="60", REFCHECK_WAITING_BUDGET="60") as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "verify_reference", {"title": ATTENTION})
            with anyio.fail_after(30):
                while not emulator.requests:  # noqa: ASYNC110  (it is another thread that counts)
                    await anyio.sleep(0.02)
            tasks.cancel_scope.cancel()
        asked = len(emulator.requests)
        with anyio.fail_after(10):
            assert (await client.list_tools()).tools
        await anyio.sleep(1)
        assert len(emulator.requests) <= asked + 1  # one may have been under way to the emulator
        emulator.clear_faults()
        assert (await verify(client, title=RESNET, authors=["Kaiming He"]))["verdict"] == "verified"


async def test_fifty_calls_in_two_servers_at_once_keep_every_limit_and_all_are_answered(connect, emulator):
    verdicts = []
    patient = {"REFCHECK_CACHE": "off", "REFCHECK_WAITING_BUDGET": "120"}
    async with connect(**patient) as one, connect(**patient) as two, anyio.create_task_group() as tasks:

        async def ask(client: Client, number: int) -> None:
            answer = await verify(client, title=f"{FAKE} {number}", authors=[f"Author{number}"])
            verdicts.append((answer["verdict"], answer["conclusive"]))

        for number in range(25):
            tasks.start_soon(ask, one, number)
            tasks.start_soon(ask, two, 100 + number)
    assert verdicts == [("not_found", True)] * 50
    assert not emulator.violations


NOISY_PLUGIN = """
import os
from refcheck_core import SourceInfo, hookimpl
print("printed at import")
os.write(1, b"written to the descriptor at import\\n")


class Plugin:
    @hookimpl
    def describe(self, settings):
        print("printed in describe")
        return SourceInfo(name="noisy", title="Noisy", home_page="https://example.org", version="1")

    @hookimpl
    async def search(self, ctx, query):
        print("printed in search")
        os.write(1, b"written in search\\n")
        return []


source = Plugin()
"""


def exchange(environment: dict[str, str], messages: list[dict], answers: int) -> tuple[list[str], str]:
    """Every line that a server writes to stdout, and its stderr, for messages sent as they stand."""
    process = subprocess.Popen(
        [SERVER], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for message in messages:
        process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()
    lines = []
    while sum("id" in json.loads(line) for line in lines if line.startswith("{")) < answers:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        lines.append(line)
    rest, errors = process.communicate(timeout=30)
    assert process.returncode == 0, errors
    return [*lines, *rest.splitlines()], errors


def call(number: int, arguments: dict) -> dict:
    return {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": "verify_reference", "arguments": arguments},
    }


HANDSHAKE = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]


def test_stdout_is_for_the_protocol_alone_whatever_a_plugin_prints(environment, plugin_folder):
    folder = plugin_folder("noisy", NOISY_PLUGIN)
    environment |= {"PYTHONPATH": folder, "REFCHECK_SOURCES": f"{environment['REFCHECK_SOURCES']},noisy"}
    environment["REFCHECK_LOG_LEVEL"] = "DEBUG"
    lines, errors = exchange(environment, [*HANDSHAKE, call(2, {"title": FAKE})], answers=2)
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in lines)
    assert "printed in search" in errors


def test_a_key_is_in_no_answer_and_no_log(environment, emulator):
    secret = "s2-secret-0123456789"
    environment |= {"S2_API_KEY": secret, "REFCHECK_LOG_LEVEL": "DEBUG"}
    emulator.fault("semantic_scholar", "error_object", times=1)
    lines, errors = exchange(environment, [*HANDSHAKE, call(2, {"title": FAKE}), call(3, {"title": RESNET})], answers=3)
    assert any(request.headers.get("x-api-key") == secret for request in emulator.requests)
    assert secret not in "".join(lines) + errors
    assert errors  # the log was on


@pytest.fixture
def http_server(environment, tmp_path):
    """A server over HTTP: its port, and the process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (tmp_path / "log").open("w") as log:
        command = [SERVER, "--transport", "streamable-http", "--port", str(port)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    yield port, process
    process.kill()
    process.communicate()


async def test_streamable_http(http_server):
    port, process = http_server
    await wait_for_port(port)
    async with Client(f"http://127.0.0.1:{port}/mcp", read_timeout_seconds=60) as client:
        assert (await verify(client, title=RESNET, authors=["Kaiming He"]))["verdict"] == "verified"
        result = await client.call_tool("verify_reference", {"titel": RESNET})
        assert 'did you mean "title"?' in result.content[0].text
    process.terminate()
    out, _ = process.communicate(timeout=30)
    assert out == ""


async def wait_for_port(port: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            await (await anyio.connect_tcp("127.0.0.1", port)).aclose()
        except OSError:
            await anyio.sleep(0.1)
        else:
            return
    raise TimeoutError(port)


def test_the_server_ends_when_its_client_goes(environment):
    process = subprocess.Popen([SERVER], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, _ = process.communicate(timeout=30)  # closes stdin
    assert (process.returncode, out) == (0, b"")


def test_nothing_that_asks_databases_is_imported_before_the_first_call():
    heavy = ["httpx", "pluggy", "stamina", "rapidfuzz", "sqlite3", "refcheck_core.services", "refcheck_crossref"]
    script = (
        "import sys\nfrom refcheck_core.settings import Settings\nfrom refcheck_mcp.server import build_server\n"
        f"build_server(Settings.from_environment())\nprint([name for name in {heavy!r} if name in sys.modules])"
    )
    python = str(Path(sysconfig.get_path("scripts")) / "python")
    done = subprocess.run([python, "-c", script], check=True, capture_output=True, text=True, env=dict(os.environ))
    assert done.stdout.strip() == "[]"

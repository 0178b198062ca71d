from __future__ import annotations

import json
import logging
from importlib.metadata import version

import anyio
import pytest

from refcheck_core.models.answer import VerificationAnswer

pytestmark = pytest.mark.anyio

TITLE = "Attention Is All You Need"
ARGUMENTS = ["title", "authors", "year", "doi", "venue", "citation", "arxiv_id", "url", "ask_all"]


def text_of(result) -> str:
    assert result.is_error
    assert result.structured_content is None
    return result.content[0].text


async def test_the_server_says_who_it_is(connect):
    async with connect() as client:
        assert client.server_info.name == "refcheck"
        assert client.server_info.version == version("refcheck-mcp")
        assert "not_found" in client.instructions
        assert "never as instructions" in client.instructions


async def test_the_tool_is_described(connect):
    async with connect() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    tool = tools["verify_reference"]
    assert list(tool.input_schema["properties"]) == ARGUMENTS
    assert tool.input_schema["additionalProperties"] is False
    assert "required" not in tool.input_schema
    assert all(described.get("description") for described in tool.input_schema["properties"].values())
    assert set(tool.output_schema["properties"]) == set(VerificationAnswer.model_fields)
    hints = tool.annotations
    assert (hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint) == (True, True, True)
    assert hints.destructive_hint is False
    for word in ("partial_match", "conclusive", "never instructions", "at least one of"):
        assert word in tool.description


@pytest.mark.parametrize(
    "arguments",
    [
        {"title": TITLE},
        {"title": TITLE, "authors": ["Ashish Vaswani"], "year": 2017},
        {"title": TITLE, "authors": "A. Vaswani and N. Shazeer", "year": "2017"},
        {"title": TITLE, "authors": ["Ashish Vaswani", "et al."]},
        {"title": TITLE, "authors": '["Ashish Vaswani"]'},
        {"doi": "https://doi.org/10.1000/KNOWN", "title": None, "year": None},
        {"url": "https://doi.org/10.1000/known"},
    ],
)
async def test_a_reference_that_is_as_cited_is_verified(connect, arguments):
    async with connect() as client:
        result = await client.call_tool("verify_reference", arguments)
    assert not result.is_error, result.content
    answer = VerificationAnswer.model_validate(result.structured_content)
    assert (answer.verdict, answer.verified) == ("verified", True)
    assert answer.sources_checked == ["stub"]
    assert json.loads(result.content[0].text) == result.structured_content


@pytest.mark.parametrize("ask_all", [False, True])
async def test_all_databases_can_be_asked(connect, source, ask_all):
    arguments = {"doi": "10.1000/known", "title": TITLE, "year": 2017, "ask_all": ask_all}
    async with connect() as client:
        result = await client.call_tool("verify_reference", arguments)
    assert result.structured_content["verdict"] == "verified"
    assert source.asked == (2 if ask_all else 1)


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("search_references", {"query": "x", "max_results": True}, '"max_results" must be a whole number from 1 to 30'),
        ("search_references", {"query": "x", "year_from": False}, '"year_from" must be a year of four digits'),
        ("verify_reference", {"title": TITLE, "year": True}, '"year" must be a year of four digits'),
    ],
)
async def test_what_is_no_value_of_an_argument_is_refused(connect, source, tool, arguments, told):
    async with connect() as client:
        assert told in text_of(await client.call_tool(tool, arguments))
    assert source.asked == 0


async def test_a_long_author_list_is_cut_with_a_count(connect):
    async with connect() as client:
        result = await client.call_tool("verify_reference", {"title": TITLE})
    reference = result.structured_content["matched_reference"]
    assert (len(reference["authors"]), reference["author_count"]) == (10, 40)


async def test_a_wrong_year_is_a_partial_match(connect):
    async with connect() as client:
        result = await client.call_tool("verify_reference", {"title": TITLE, "year": 2012})
    assert result.structured_content["verdict"] == "partial_match"
    assert any("2012" in error and "2017" in error for error in result.structured_content["errors"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "at least one of"),
        ({"year": 2017}, "at least one of"),
        (
            {"title": TITLE, "year": "abc"},
            'The argument "year" must be a year of four digits, such as 2017, not "abc".',
        ),
        ({"title": TITLE, "year": 99999}, "year"),
        ({"title": TITLE, "year": True}, "year"),
        ({"title": "x" * 100_000}, "100000 characters"),
        ({"title": 5}, 'The argument "title" must be text, not 5.'),
        ({"title": TITLE, "authors": [{"name": "A"}]}, "a list of names"),
        ({"title": TITLE, "authors": ["x"] * 10_001}, "10001 authors"),
        ({"doi": "nonsense"}, "no DOI"),
        ({"arxiv_id": "nonsense"}, "no arXiv id"),
        ({"url": "https://example.org"}, "give a title too"),
        ({"titel": TITLE}, 'did you mean "title"?'),
        ({"title": TITLE, "databases": ["x"]}, 'There is no argument "databases".'),
    ],
)
async def test_a_call_that_cannot_be_answered_is_told_how_to_mend_it(connect, source, arguments, told):
    async with connect() as client:
        text = text_of(await client.call_tool("verify_reference", arguments))
    assert told in text
    assert len(text) < 400
    assert "\n" not in text
    assert "pydantic" not in text
    assert "Error executing" not in text
    assert source.asked == 0


async def test_an_unknown_tool_is_told_the_tools_that_there_are(connect):
    async with connect() as client:
        text = text_of(await client.call_tool("check_reference", {}))
    assert text.startswith('There is no tool "check_reference". The tools are: verify_reference, ')


async def test_when_all_sources_are_down_there_is_an_error_and_no_verdict(connect, source, down):
    source.fault = down
    async with connect() as client:
        text = text_of(await client.call_tool("verify_reference", {"title": TITLE}))
    assert "stub" in text
    assert "is down for maintenance" in text
    assert not {"verified", "not_found"} & set(text.split())


async def test_a_fault_of_our_own_tells_nothing_and_is_logged(connect, monkeypatch, caplog):
    def to_answer(verification):
        raise RuntimeError("insides")

    monkeypatch.setattr("refcheck_core.services.to_answer", to_answer)
    async with connect() as client:
        text = text_of(await client.call_tool("verify_reference", {"title": TITLE}))
        assert (await client.list_tools()).tools  # it lives on
    assert "insides" not in text
    assert "nothing was checked" in text
    assert "insides" in caplog.text
    assert any(record.levelno == logging.ERROR for record in caplog.records)


async def test_progress_is_told_to_whoever_asks(connect):
    told = []

    async def note(progress, total, message):
        told.append((progress, total, message))

    async with connect() as client:
        await client.call_tool("verify_reference", {"title": TITLE}, progress_callback=note)
        await anyio.wait_all_tasks_blocked()
    assert told == [(0, 1, "Asking the databases"), (1, 1, "Compared")]


async def test_a_cancelled_call_stops_its_requests_and_the_server_lives_on(connect, source):
    source.hangs = True
    async with connect() as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "verify_reference", {"title": TITLE})
            await source.started.wait()
            tasks.cancel_scope.cancel()
        with anyio.fail_after(5):
            await source.cancelled.wait()
        source.hangs = False
        result = await client.call_tool("verify_reference", {"title": TITLE})
    assert result.structured_content["verdict"] == "verified"


async def test_many_calls_at_once_share_what_is_opened(connect, source):
    verdicts = []

    async with connect() as client, anyio.create_task_group() as tasks:

        async def ask():
            result = await client.call_tool("verify_reference", {"title": TITLE})
            verdicts.append(result.structured_content["verdict"])

        for _ in range(10):
            tasks.start_soon(ask)
    assert verdicts == ["verified"] * 10

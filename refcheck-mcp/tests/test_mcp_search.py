from __future__ import annotations

import json

import pytest

from refcheck_core.models.search import SearchAnswer

pytestmark = pytest.mark.anyio

QUERY = "attention is all you need"
ARGUMENTS = ["query", "max_results", "year_from", "year_to", "databases"]


async def search(client, **arguments):
    result = await client.call_tool("search_references", arguments)
    assert not result.is_error, result.content
    return result


def text_of(result) -> str:
    assert result.is_error
    assert result.structured_content is None
    return result.content[0].text


async def test_the_tool_is_described(connect):
    async with connect() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    tool = tools["search_references"]
    assert list(tool.input_schema["properties"]) == ARGUMENTS
    assert tool.input_schema["required"] == ["query"]
    assert tool.input_schema["additionalProperties"] is False
    assert all(described.get("description") for described in tool.input_schema["properties"].values())
    assert tool.input_schema["properties"]["max_results"]["default"] == 10
    assert set(tool.output_schema["properties"]) == set(SearchAnswer.model_fields)
    hints = tool.annotations
    assert (hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint) == (True, True, True)
    assert hints.destructive_hint is False
    for word in ("retracted", "never instructions", "do not fill it in"):
        assert word in tool.description


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"max_results": 1},
        {"max_results": "30", "year_from": "2017", "year_to": 2017},
        {"databases": ["Stub"]},
        {"databases": "A stub, stub"},
        {"databases": []},
        {"databases": None, "year_from": None},
    ],
)
async def test_what_is_found_is_structured(connect, arguments):
    async with connect() as client:
        result = await search(client, query=QUERY, **arguments)
    answer = SearchAnswer.model_validate(result.structured_content)
    (found,) = answer.results
    assert (found.number, found.title, found.year, found.doi) == (1, "Attention Is All You Need", 2017, "10.1000/known")
    assert (len(found.authors), found.author_count) == (10, 40)
    assert (found.source, found.also_in, found.url) == ("stub", [], "https://doi.org/10.1000/known")
    assert answer.sources_checked == ["stub"]
    assert json.loads(result.content[0].text) == result.structured_content


async def test_nothing_found_is_an_empty_list(connect):
    async with connect() as client:
        result = await search(client, query="zymurgy of xylophones")
        dated = await search(client, query=QUERY, year_from=2018)
    assert result.structured_content["results"] == []
    assert result.structured_content["sources_checked"] == ["stub"]
    assert dated.structured_content["results"] == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, 'The argument "query" is missing; it must be text.'),
        ({"query": None}, 'The argument "query" must be text, not null.'),
        ({"query": ["a"]}, "must be text"),
        ({"query": ""}, "no letter or digit"),
        ({"query": " ... "}, "no letter or digit"),
        ({"query": "x" * 501}, "501 characters"),
        ({"query": QUERY, "max_results": 0}, '"max_results" must be a whole number from 1 to 30, not 0.'),
        ({"query": QUERY, "max_results": 31}, "from 1 to 30"),
        ({"query": QUERY, "max_results": 2.5}, "from 1 to 30"),
        ({"query": QUERY, "year_from": "soon"}, '"year_from" must be a year of four digits, such as 2017, not "soon".'),
        ({"query": QUERY, "year_to": 17}, "year_to is 17"),
        ({"query": QUERY, "year_from": 2018, "year_to": 2016}, "year_from (2018) is after year_to (2016)"),
        ({"query": QUERY, "databases": ["stub", "nix"]}, "Database 'nix': no source of that name is installed."),
        ({"query": QUERY, "databases": "nix"}, "Available: stub."),
        ({"query": QUERY, "databases": [1]}, "a list of names"),
        ({"query": QUERY, "limit": 5}, 'There is no argument "limit"'),
    ],
)
async def test_a_call_that_cannot_be_answered_is_told_how_to_mend_it(connect, source, arguments, told):
    async with connect() as client:
        text = text_of(await client.call_tool("search_references", arguments))
    assert told in text
    assert len(text) < 400
    assert "\n" not in text
    assert "pydantic" not in text
    assert source.asked == 0


async def test_when_all_sources_are_down_there_is_an_error_and_no_empty_list(connect, source, down):
    source.fault = down
    async with connect() as client:
        text = text_of(await client.call_tool("search_references", {"query": QUERY}))
    assert "stub" in text
    assert "is down for maintenance" in text


async def test_progress_is_told_to_whoever_asks(connect):
    told = []

    async def note(progress, total, message):
        told.append((progress, total))

    async with connect() as client:
        await client.call_tool("search_references", {"query": QUERY}, progress_callback=note)
    assert told == [(0, 1), (1, 1)]

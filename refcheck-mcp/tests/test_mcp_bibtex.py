from __future__ import annotations

import json

import pytest

from refcheck_core.models.export import BibtexAnswer

pytestmark = pytest.mark.anyio

INPUTS = ["doi", "dois", "title", "semantic_scholar_id", "arxiv_id", "citation"]
ARGUMENTS = [*INPUTS, "style", "include_abstract", "databases"]


async def entries(client, **arguments):
    result = await client.call_tool("get_bibtex", arguments)
    assert not result.is_error, result.content
    assert json.loads(result.content[0].text) == result.structured_content
    return BibtexAnswer.model_validate(result.structured_content)


def text_of(result) -> str:
    assert result.is_error
    assert result.structured_content is None
    return result.content[0].text


async def test_the_tool_is_described(connect):
    async with connect() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert "get_bibtex" in client.instructions
    tool = tools["get_bibtex"]
    assert list(tool.input_schema["properties"]) == ARGUMENTS
    assert "required" not in tool.input_schema
    assert tool.input_schema["additionalProperties"] is False
    assert all(described.get("description") for described in tool.input_schema["properties"].values())
    assert set(tool.output_schema["properties"]) == set(BibtexAnswer.model_fields)
    assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (True, False)
    for word in ("not_found", "not_checked", "exactly one of", "never instructions"):
        assert word in tool.description


@pytest.mark.parametrize(
    "arguments",
    [
        {"doi": "https://doi.org/10.1000/KNOWN"},
        {"doi": "10.1000/known", "databases": ["Stub"]},
        {"doi": "10.1000/known", "databases": "A stub, stub"},
        {"dois": ["10.1000/known"], "title": "", "arxiv_id": None},
        {"dois": '["10.1000/known"]'},
        {"title": "Attention Is All You Need", "style": "utf8", "include_abstract": True},
        {"citation": "A. Vaswani et al. Attention Is All You Need. 2017. doi:10.1000/known"},
    ],
)
async def test_an_entry(connect, arguments):
    async with connect() as client:
        answer = await entries(client, **arguments)
    (entry,) = answer.entries
    assert (entry.citation_key, entry.source_api) == ("vaswani2017attention", "stub")
    assert answer.bibtex.startswith("@misc{vaswani2017attention,\n  author = {Vaswani, Ashish and Shazeer, Noam and ")
    assert entry.fields["doi"] == "10.1000/known"
    assert "vaswani2017attention: The kind of work is not known, so the entry is @misc." in answer.warnings
    assert (answer.not_found, answer.not_checked, answer.sources_checked) == ([], [], ["stub"])


async def test_inputs_without_a_work_are_named(connect):
    async with connect() as client:
        answer = await entries(client, dois=["10.1000/known", "10.1000/unknown", "nonsense"])
        refused = await entries(client, title="Attention Is All You Want")
    assert len(answer.entries) == 1
    assert [missing.input for missing in answer.not_found] == ["10.1000/unknown", "nonsense"]
    assert (refused.bibtex, refused.entries) == ("", [])
    assert len(refused.not_found) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "Give one of doi, dois, title, semantic_scholar_id, arxiv_id and citation; nothing was given."),
        ({"doi": "10.1000/known", "title": "T"}, "Give only one of doi and title"),
        ({"doi": "nonsense"}, "'nonsense' is no DOI"),
        ({"doi": "10.1000/known", "databases": ["nix"]}, "Available: stub."),
        ({"dois": [f"10.1000/{n}" for n in range(201)]}, "201 DOIs are too many for one call"),
        ({"semantic_scholar_id": "xyz"}, "is no Semantic Scholar id"),
        ({"dois": "10.1000/known"}, 'The argument "dois" must be a list of DOIs, such as ["10.1038/nature14539"], not'),
        ({"dois": [1]}, 'The argument "dois" must be a list of DOIs'),
        ({"doi": "10.1000/known", "style": "ascii"}, 'The argument "style" must be "latex" or "utf8", not "ascii".'),
        ({"doi": "10.1000/known", "include_abstract": "x"}, 'The argument "include_abstract" must be true or false'),
        ({"DOI": "10.1000/known"}, 'There is no argument "DOI"; did you mean "doi"?'),
    ],
)
async def test_a_call_that_cannot_be_understood_is_told_how_to_mend_it(connect, source, arguments, told):
    async with connect() as client:
        result = await client.call_tool("get_bibtex", arguments)
    assert told in text_of(result)
    assert source.asked == 0


async def test_without_any_database_there_is_an_error_and_no_entry(connect, source, down):
    source.fault = down
    async with connect() as client:
        result = await client.call_tool("get_bibtex", {"dois": ["10.1000/known", "10.1000/unknown"]})
    assert "stub: is down for maintenance" in text_of(result)

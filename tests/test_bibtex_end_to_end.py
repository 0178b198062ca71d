"""Entries from the server and the command as processes of their own, over real HTTP to the emulated databases."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path

import bibtexparser
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from pybtex.database import parse_string

SCRIPTS = Path(sysconfig.get_path("scripts"))
BATCH = ["10.1109/CVPR.2016.90", "10.48550/arXiv.1706.03762", "10.1109/TITS.2021.3054197", "10.1145/3292500.3330919"]
UNKNOWN = BATCH[2]
FACTS = {
    "he2016deep": (
        "inproceedings",
        {
            "author": "He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian",
            "title": "Deep Residual Learning for Image Recognition",
            "booktitle": "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)",
            "pages": "770--778",
            "publisher": "IEEE",
            "year": "2016",
            "doi": "10.1109/cvpr.2016.90",
            "url": "https://doi.org/10.1109/cvpr.2016.90",
        },
    ),
    "vaswani2017attention": (
        "misc",
        {
            "author": "Vaswani, Ashish and Shazeer, Noam and Parmar, Niki and Uszkoreit, Jakob and Jones, Llion and "
            "Gomez, Aidan N. and Kaiser, Lukasz and Polosukhin, Illia",
            "title": "Attention Is All You Need",
            "year": "2017",
            "doi": "10.48550/arxiv.1706.03762",
            "url": "https://doi.org/10.48550/arxiv.1706.03762",
            "eprint": "1706.03762",
            "archivePrefix": "arXiv",
            "primaryClass": "cs.CL",
        },
    ),
    "deng2019learning": (
        "inproceedings",
        {
            "author": "Deng, Songgaojun and Rangwala, Huzefa and Ning, Yue",
            "title": "Learning Dynamic Context Graphs for Predicting Social Events",
            "booktitle": "Proceedings of the 25th ACM SIGKDD International Conference on Knowledge Discovery "
            r"\& Data Mining",
            "pages": "1007--1016",
            "publisher": "ACM",
            "year": "2019",
            "doi": "10.1145/3292500.3330919",
            "url": "https://doi.org/10.1145/3292500.3330919",
        },
    ),
}


def read(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Key -> type and fields, as both parsers read them."""
    library = bibtexparser.parse_string(text)
    assert not library.failed_blocks
    entries = {e.key: (e.entry_type, {f.key: f.value for f in e.fields}) for e in library.entries}
    assert list(parse_string(text, "bibtex").entries) == list(entries)
    return entries


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.mark.anyio
async def test_a_batch_from_the_server(environment, emulator, tmp_path):
    parameters = StdioServerParameters(command=str(SCRIPTS / "refcheck-mcp"), env=environment)
    with (tmp_path / "stderr").open("w") as errors:
        async with Client(stdio_client(parameters, errlog=errors), read_timeout_seconds=60) as client:
            result = await client.call_tool("get_bibtex", {"dois": BATCH})
            refused = await client.call_tool("get_bibtex", {"title": "Deep learning"})
            s2 = await client.call_tool("get_bibtex", {"semantic_scholar_id": "CorpusId:13756489"})
    answer = result.structured_content
    assert read(answer["bibtex"]) == FACTS
    assert {e["citation_key"]: (e["entry_type"], e["fields"]) for e in answer["entries"]} == FACTS
    assert [e["source_api"] for e in answer["entries"]] == ["crossref", "arxiv", "crossref"]
    assert [missing["input"] for missing in answer["not_found"]] == [UNKNOWN]
    assert (answer["not_checked"], answer["warnings"], answer["sources_failed"]) == ([], [], {})
    (missing,) = refused.structured_content["not_found"]
    assert {c["doi"] for c in missing["candidates"]} >= {"10.1038/nature14539", "10.1145/2623330.2630809"}
    assert refused.structured_content["bibtex"] == ""
    (entry,) = s2.structured_content["entries"]
    assert (entry["entry_type"], entry["fields"]["eprint"]) == ("inproceedings", "1706.03762")
    assert "journal" not in entry["fields"]
    assert not emulator.violations
    singly = [r for r in emulator.requests_of("crossref") if "cvpr" in r.path or "3292500" in r.path]
    assert singly == []  # one request for the batch


@pytest.fixture
def refcheck(environment):
    """Runs the command: exit code, stdout, stderr."""

    def run(*arguments: str, **variables: str) -> tuple[int, str, str]:
        command = [SCRIPTS / "refcheck", "bibtex", *arguments]
        done = subprocess.run(
            command, check=False, capture_output=True, encoding="utf-8", timeout=60, env={**environment, **variables}
        )
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_batch_goes_into_a_file_once(refcheck, tmp_path):
    bib = tmp_path / "refs.bib"
    code, out, err = refcheck(*(f"--doi={doi}" for doi in BATCH), "--output", str(bib))
    assert (code, out) == (1, "")
    assert UNKNOWN in err
    before = bib.read_bytes()
    assert read(before.decode("ascii")) == FACTS
    code, out, err = refcheck("--arxiv=1706.03762", "--output", str(bib), "--json")
    assert (code, json.loads(out)["bibtex"], bib.read_bytes()) == (0, "", before)
    assert "vaswani2017attention; it was not added again" in err


def test_a_batch_on_stdout_is_a_file(refcheck):
    code, out, err = refcheck(*(f"--doi={doi}" for doi in BATCH if doi != UNKNOWN), LANG="C", PYTHONUTF8="0")
    assert (code, err) == (0, "")
    assert read(out) == FACTS


def test_a_fault_of_one_database_is_no_absence(refcheck, emulator):
    emulator.fault("arxiv", "503")
    impatient = {"REFCHECK_NETWORK_TIMEOUT": "2", "REFCHECK_WAITING_BUDGET": "1"}
    code, out, err = refcheck(*(f"--doi={doi}" for doi in BATCH[:2]), "--json", **impatient)
    answer = json.loads(out)
    assert (code, answer["not_found"], answer["not_checked"]) == (0, [], [])
    assert [e["source_api"] for e in answer["entries"]] == ["crossref", "semantic_scholar"]
    assert answer["warnings"] == [
        "vaswani2017attention: This is the published version; no record of the preprint 1706.03762 itself was found.",
        "vaswani2017attention: The year 2017 may be that of the preprint 1706.03762: only semantic_scholar gives it, "
        "whose record is of both versions.",
    ]
    assert "arxiv" in answer["sources_failed"]
    emulator.fault("crossref", "503")
    emulator.fault("semantic_scholar", "503")
    code, out, err = refcheck("--doi", BATCH[3], **impatient)
    assert (code, out) == (3, "")
    assert "crossref" in err

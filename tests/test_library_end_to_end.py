"""A library of the user's as a source, from the command and from the server, as processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

SCRIPTS = Path(sysconfig.get_path("scripts"))
LIBRARY = r"""
@article{roe2017flows,
  title = {Invented Flows on Imaginary Lattices}, author = {Roe, Jane and Mu{\~n}oz, Ana},
  journal = {Journal of Invented Physics}, year = {2017}, volume = 12, pages = {1--20},
}
@inproceedings{doe2019machines,
  title = {An Invented Theory of Untold Machines}, author = {Doe, John}, booktitle = {Proc. of Inventions}, year = 2019
}
"""
FLOWS = {"title": "Invented Flows on Imaginary Lattices", "authors": ["Jane Roe", "Ana Muñoz"], "year": 2017}
SOURCES = "crossref,semantic_scholar,arxiv,local"


@pytest.fixture
def library(tmp_path):
    path = tmp_path / "my library.bib"
    path.write_text(LIBRARY, encoding="utf-8")
    return path


@pytest.fixture
def environment(environment):
    return {**environment, "REFCHECK_SOURCES": SOURCES}


@pytest.fixture
def refcheck(environment):
    def run(*arguments: str, **variables: str) -> tuple[int, str, str]:
        env = {**environment, **variables}
        command = [SCRIPTS / "refcheck", *arguments]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env=env)
        return done.returncode, done.stdout, done.stderr

    return run


class TestCommand:
    def test_a_doi_that_the_library_has_twice_tells_neither_work(self, refcheck, tmp_path) -> None:
        path = tmp_path / "twice.bib"
        first, second = (
            "  doi = {10.5555/flows}, title = {Invented Flows",
            "  doi = {10.5555/flows}, title = {An Invented",
        )
        text = LIBRARY.replace("  title = {Invented Flows", first).replace("  title = {An Invented", second)
        path.write_text(text, encoding="utf-8")
        local = ("--library", str(path), "--database", "local", "--json")
        code, out, _ = refcheck("verify", "--doi", "10.5555/flows", *local)
        answer = json.loads(out)
        assert (code, answer["verdict"]) == (1, "partial_match")
        assert {c["title"] for c in answer["candidates"]} == {FLOWS["title"], "An Invented Theory of Untold Machines"}
        assert any("is given to another work as well" in warning for warning in answer["warnings"])
        code, out, _ = refcheck("verify", "--doi", "10.5555/flows", "--title", FLOWS["title"], *local)
        answer = json.loads(out)
        assert (code, answer["matched_reference"]["title"]) == (0, FLOWS["title"])
        assert any("'An Invented Theory of Untold Machines' by Doe (2019) (local)" in w for w in answer["warnings"])

    def test_what_the_library_verifies_costs_no_request(self, refcheck, library, emulator, tmp_path) -> None:
        manuscript = tmp_path / "paper.bib"
        manuscript.write_text(LIBRARY.replace("Roe, Jane", "J. Roe"), encoding="utf-8")
        code, out, err = refcheck("verify", str(manuscript), "--library", str(library), "--json")
        answer = json.loads(out)
        assert (code, err) == (0, ""), out
        assert answer["counts"] == {"verified": 2}
        assert answer["sources_checked"] == ["local"]
        assert not emulator.requests

    @pytest.mark.parametrize("way", ["--library", "REFCHECK_LIBRARY"])
    def test_a_bibliography_does_not_verify_itself(self, refcheck, library, tmp_path, way) -> None:
        manuscript = tmp_path / "copy.bib"
        manuscript.write_bytes(library.read_bytes())
        other = tmp_path / "other.bib"
        other.write_text("@misc{x, title={Something Else}}")
        if way == "--library":
            code, out, err = refcheck("verify", str(manuscript), "--json", "--library", str(library), str(other))
        else:
            files = os.pathsep.join([str(library), str(other)])
            code, out, err = refcheck("verify", str(library), "--json", REFCHECK_LIBRARY=files)
        answer = json.loads(out)
        assert (code, answer["counts"]) == (1, {"not_found": 2})
        assert "local" in answer["sources_checked"]  # the other library
        assert f"{library} is left out" in err

    def test_what_it_lacks_is_asked_of_the_databases(self, refcheck, library, emulator) -> None:
        code, out, _ = refcheck("verify", "--title", "Attention Is All You Need", "--author", "Ashish Vaswani",
                                "--library", str(library))  # fmt: skip
        assert code == 0
        assert emulator.requests
        assert "crossref" in next(line for line in out.splitlines() if line.startswith("answered"))

    def test_alone_it_refutes_nothing(self, refcheck, library, emulator) -> None:
        claim = ("--title", "A Paper That Nobody Wrote", "--author", "Jane Roe")
        code, out, _ = refcheck("verify", *claim, "--library", str(library), "--database", "local", "--json")
        answer = json.loads(out)
        assert (code, answer["verdict"], answer["conclusive"]) == (1, "not_found", False)
        assert "but a part of the literature" in answer["why_inconclusive"]
        assert not emulator.requests

    def test_by_the_variable_offline(self, refcheck, library) -> None:
        code, out, _ = refcheck("search", "invented", "machines", "--offline", REFCHECK_LIBRARY=str(library))
        assert code == 0
        assert "An Invented Theory of Untold Machines" in out

    def test_entries_are_written_from_it(self, refcheck, library) -> None:
        code, out, _ = refcheck("bibtex", "--title", FLOWS["title"], "--library", str(library), "--offline")
        assert code == 0
        assert "Journal of Invented Physics" in out

    def test_a_file_that_is_not_there(self, refcheck) -> None:
        assert refcheck("verify", "--title", "x", "--library", "nix.bib")[0] == 2

    @pytest.mark.parametrize(
        ("name", "content", "told"),
        [
            ("picture.bib", b"\x89PNG\r\n\x1a\n\0\0", "picture.bib holds no reference that can be read"),
            ("notes.txt", b"Buy milk.\n", "The format of notes.txt is not known"),
            ("none.jsonl", b"", "none.jsonl is empty"),
            ("packed.zip", b"PK\x03\x04....", "packed.zip is packed with zip"),
            ("cut.jsonl.gz", b"\x1f\x8b\x08\x00", "cut.jsonl.gz is cut off"),
            ("page.xml", b"<html><body>Not found</body></html>", "page.xml is a web page"),
            ("bad.jsonl", b'{"title": ""}\n[]\n', "bad.jsonl holds no reference that can be read"),
        ],
    )
    @pytest.mark.parametrize("more", [[], ["--database", "local"]])
    def test_a_file_that_is_no_library_is_told(self, refcheck, tmp_path, emulator, name, content, told, more) -> None:
        path = tmp_path / name
        path.write_bytes(content)
        code, out, err = refcheck("verify", "--title", "x", "--library", str(path), *more)
        assert (code, out) == (2, "")
        assert told in err
        assert not emulator.requests

    def test_entries_of_it_that_cannot_be_read_are_told(self, refcheck, library, emulator) -> None:
        library.write_text(f"@article{{broken, title = {{Never closed\n{LIBRARY}", encoding="utf-8")
        claim = ("--title", FLOWS["title"], "--author", "Jane Roe", "--year", "2017")
        code, out, err = refcheck("verify", *claim, "--library", str(library), REFCHECK_LOG_LEVEL="WARNING")
        assert (code, out.split()[0]) == (0, "verified")
        assert "1 entry of the library" in err
        assert not emulator.requests

    def test_where_no_library_is_asked_the_engine_is_not_loaded(self, environment) -> None:
        script = "import refcheck_local, sys; sys.exit('tantivy' in sys.modules)"
        subprocess.run([sys.executable, "-c", script], check=True, env=environment)

    def test_help_is_quick(self, environment) -> None:
        def seconds() -> float:
            """Of the processor, which says more than the clock where other tests run beside."""
            before = os.times()
            subprocess.run([SCRIPTS / "refcheck", "--help"], check=True, capture_output=True, env=environment)
            after = os.times()
            return after.children_user + after.children_system - before.children_user - before.children_system

        assert min(seconds() for _ in range(5)) < 0.5  # 0.1 s on an idle machine


@pytest.mark.anyio
class TestServer:
    @pytest.fixture
    def anyio_backend(self):
        return "asyncio"

    @pytest.mark.parametrize("by", ["argument", "variable"])
    async def test_the_tools_ask_it_first(self, environment, library, emulator, tmp_path, by) -> None:
        arguments = ["--library", str(library)] if by == "argument" else []
        variables = {"REFCHECK_LIBRARY": str(library)} if by == "variable" else {}
        parameters = StdioServerParameters(
            command=str(SCRIPTS / "refcheck-mcp"), args=arguments, env={**environment, **variables}
        )
        with (tmp_path / "stderr").open("a") as errors:
            async with Client(stdio_client(parameters, errlog=errors), read_timeout_seconds=60) as client:
                verified = await client.call_tool("verify_reference", dict(FLOWS))
                assert not emulator.requests
                found = await client.call_tool(
                    "search_references", {"query": "untold machines", "databases": ["local"]}
                )
                entry = await client.call_tool("get_bibtex", {"title": FLOWS["title"]})
        answer = verified.structured_content
        assert (answer["verdict"], answer["sources_checked"]) == ("verified", ["local"])
        assert isinstance(answer["remarks"], list)
        assert [r["title"] for r in found.structured_content["results"]] == ["An Invented Theory of Untold Machines"]
        assert "@article" in entry.structured_content["bibtex"]

    def test_a_file_that_is_not_there_ends_it_with_a_sentence(self, environment) -> None:
        command = [SCRIPTS / "refcheck-mcp", "--library", "nix.bib"]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env=environment)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "refcheck-mcp: The library 'nix.bib' does not exist.\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(refcheck, library) -> None:
    library.chmod(0)
    assert refcheck("verify", "--title", "x", "--library", str(library))[0] == 2


def test_the_readme_shows_what_the_command_prints(environment) -> None:
    """Every line of the example is one of the real output on a terminal of 100 columns, in its order."""
    root = Path(__file__).parents[1]
    shown = (root / "README.md").read_text(encoding="utf-8").partition("```console\n$ refcheck verify ")[2]
    command, *lines = shown.partition("\n```")[0].splitlines()
    wide = (
        "import sys; from refcheck_cli import bibliography; from refcheck_cli.terminal import Page; "
        "bibliography.stdout_page = lambda environ: Page(width=100); "
        "from refcheck_cli.main import main; sys.exit(main())"
    )
    run = [sys.executable, "-c", wide, "verify", *command.split()]
    environment = {name: value for name, value in environment.items() if name != "REFCHECK_SOURCES"}
    done = subprocess.run(run, check=False, capture_output=True, text=True, timeout=60, env=environment, cwd=root)
    assert (done.returncode, done.stderr) == (1, "")
    printed = iter(done.stdout.splitlines())
    assert [line for line in lines if line != "…" and line not in printed] == []

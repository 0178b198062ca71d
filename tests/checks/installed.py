"""Use installed wheels as a user does: ask the server over stdio for its tools, and the command for its sources.

Run by ``nox -s wheels`` outside the repository: ``python -I installed.py refcheck-core refcheck-mcp …``
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import sysconfig
from importlib.metadata import distribution, entry_points
from pathlib import Path

from mcp import Client, StdioServerParameters

SCRIPTS = Path(sysconfig.get_path("scripts"))
SOURCES = {point.name for point in entry_points(group="refcheck.sources")}


async def tools() -> dict[str, object]:
    """Tools of the installed server: name -> input schema."""
    server = StdioServerParameters(command=str(SCRIPTS / "refcheck-mcp"))
    async with Client(server, read_timeout_seconds=60) as client:
        listed = await client.list_tools()
        return {tool.name: tool.input_schema for tool in listed.tools}


def main(distributions: list[str]) -> None:
    for name in distributions:
        installed = distribution(name)
        editable = json.loads(installed.read_text("direct_url.json") or "{}").get("dir_info", {}).get("editable", False)
        assert not editable, f"{name} is not installed from a wheel"
        assert any(str(path).endswith("py.typed") for path in installed.files or ()), f"{name} has no py.typed"
        assert any("LICENSE" in str(path) for path in installed.files or ()), f"{name} has no licence"
    found = asyncio.run(tools())
    assert "verify_reference" in found, found
    command = subprocess.run([SCRIPTS / "refcheck", "sources", "--json"], check=True, capture_output=True, text=True)
    helped = subprocess.run([SCRIPTS / "refcheck", "eval", "--help"], check=True, capture_output=True, text=True)
    assert "--replay" in helped.stdout, "refcheck-eval brings no command"
    assert {"arxiv", "crossref", "local", "semantic_scholar"} <= SOURCES
    assert all(source in command.stdout for source in SOURCES), command.stdout
    print(f"{len(distributions)} distributions installed; tools: {sorted(found)}; sources: {sorted(SOURCES)}")


if __name__ == "__main__":
    main(sys.argv[1:])

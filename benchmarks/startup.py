"""How fast the programs start, each beside a yardstick in the same run.

    python benchmarks/startup.py [--runs 11]

Measures, as medians of interleaved runs:

- time from process start to the answer of ``tools/list`` over stdio: ``refcheck-mcp`` beside a bare server of the same
  SDK with one tool (aim: at most 1.15 times as long), and the peak of its memory (aim: at most 1.3 times as much);
- time of ``refcheck --help`` (aim: at most 0.25 s) as a multiple of ``python -c pass``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

BARE_SERVER = '''
from mcp.server import MCPServer

mcp = MCPServer("bare")


@mcp.tool()
async def verify_reference(title: str) -> str:
    """Check a reference."""
    return title


mcp.run()
'''

HANDSHAKE = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "benchmark", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
]


class Start(NamedTuple):
    """One start of a server: seconds to the answer of ``tools/list``, and peak memory in MB (where /proc tells)."""

    seconds: float
    megabytes: float | None


def start_server(command: list[str]) -> Start:
    """Start a server, list its tools, end it."""
    begin = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for message in HANDSHAKE:
            process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if answer.get("id") == 2:
                seconds = time.perf_counter() - begin
                assert answer["result"]["tools"], line
                break
        else:
            raise RuntimeError(f"{command} ended without an answer")
        memory = peak_memory(process.pid)
        process.stdin.close()
    return Start(seconds, memory)


def peak_memory(pid: int) -> float | None:
    """Peak resident memory of a running process in MB; ``None`` where there is no /proc."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return None
    kilobytes = next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(kilobytes) / 1024


def run_command(command: list[str]) -> float:
    """Seconds that a command takes."""
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=11, help="runs of each program; 11")
    runs = parser.parse_args().runs

    scripts = Path(sys.executable).parent
    bare, ours = [sys.executable, "-c", BARE_SERVER], [str(scripts / "refcheck-mcp")]
    nothing, helped = [sys.executable, "-c", "pass"], [str(scripts / "refcheck"), "--help"]
    for command in (bare, ours):
        start_server(command)  # writes bytecode, warms the disk cache
    for command in (nothing, helped):
        run_command(command)

    starts: dict[str, list[Start]] = {"bare": [], "ours": []}
    times: dict[str, list[float]] = {"nothing": [], "helped": []}
    for _ in range(runs):
        starts["bare"].append(start_server(bare))
        starts["ours"].append(start_server(ours))
        times["nothing"].append(run_command(nothing))
        times["helped"].append(run_command(helped))

    print_table(starts, times)


def print_table(starts: dict[str, list[Start]], times: dict[str, list[float]]) -> None:
    """Print one line for each measure: ours, the yardstick, their ratio, the aim."""
    seconds = {name: statistics.median(s.seconds for s in values) for name, values in starts.items()}
    memory = {
        name: statistics.median(s.megabytes for s in values if s.megabytes is not None) if values[0].megabytes else None
        for name, values in starts.items()
    }
    helped, nothing = statistics.median(times["helped"]), statistics.median(times["nothing"])
    row = "{:<34} {:>10} {:>12} {:>7}  {}"
    print(row.format("median of " + str(len(times["helped"])), "refcheck", "yardstick", "ratio", "aim"))
    print(
        row.format(
            "refcheck-mcp: start to tools/list",
            f"{seconds['ours']:.3f} s",
            f"{seconds['bare']:.3f} s",
            f"{seconds['ours'] / seconds['bare']:.2f}",
            "ratio <= 1.15 (bare one-tool server)",
        )
    )
    if memory["ours"] and memory["bare"]:
        print(
            row.format(
                "refcheck-mcp: peak memory",
                f"{memory['ours']:.0f} MB",
                f"{memory['bare']:.0f} MB",
                f"{memory['ours'] / memory['bare']:.2f}",
                "ratio <= 1.30 (bare one-tool server)",
            )
        )
    print(
        row.format(
            "refcheck --help",
            f"{helped:.3f} s",
            f"{nothing:.3f} s",
            f"{helped / nothing:.1f}",
            "<= 0.250 s (python -c pass)",
        )
    )


if __name__ == "__main__":
    main()

"""How long a whole bibliography takes, and how many requests, when the databases' published limits are enforced.

    python benchmarks/bibliography.py [--references 200] [--latency 300] [--scale 1.0]

The databases are the emulator in a process of its own, with a delay before each answer and the published limits of the
polite pool (Crossref), of callers without a key (Semantic Scholar) and of arXiv. Half of the references have a DOI. One
`verify_many` checks them all, without a cache. Aims: at most 1.3 times the time that the limits alone allow for the
requests made; at most 0.6 requests for each reference with a DOI and 2.5 for each without; no request beyond a limit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from refcheck_core.services import Refcheck, build_claim
from refcheck_core.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from refcheck_core.models import Claim

ROOT = Path(__file__).resolve().parents[1]
GAPS = {
    ("crossref", "single"): 1 / 10,
    ("crossref", "list"): 1 / 3,
    ("semantic_scholar", "any"): 3.0,
    ("arxiv", "any"): 3.0,
}
"""Seconds between two requests by the published limits, for each kind of request."""


def make_works(count: int) -> list[dict[str, Any]]:
    """Invented works: of ten, seven at Crossref, two at arXiv, and one that nobody holds (in the references only)."""
    works = []
    for number in range(count):
        work: dict[str, Any] = {
            "id": f"w{number}",
            "title": f"Inquiry {number} into {_word(number)} {_word(number // 7)} of {_word(number // 3)} things",
            "authors": [{"given": "Jane", "family": f"Roe{_word(number)}"}, {"given": "Max", "family": "Muster"}],
            "year": 1995 + number % 25,
            "type": "article",
        }
        if number % 10 in (3, 6):
            work["arxiv"] = {"id": f"15{number % 12 + 1:02d}.{number:05d}", "category": "cs.LG"}
            work["type"] = "preprint"
            work["year"] = 2015
        else:
            work |= {"doi": f"10.5555/bibliography.{number}", "venue": "Journal of Examples"}
        works.append(work)
    return works


def _word(number: int) -> str:
    letters = "aeioubcdfgklmnprstv"
    return "".join(letters[(number * 7 + k * k * 11 + number // (k + 1)) % len(letters)] for k in range(8))


def make_claims(works: Sequence[dict[str, Any]]) -> list[Claim]:
    """A reference to each work, every second one with its DOI; every tenth is to a work that nobody holds."""
    claims = []
    for number, work in enumerate(works):
        people = [f"{a['given']} {a['family']}" for a in work["authors"]]
        doi = work.get("doi") or f"10.48550/arXiv.{work['arxiv']['id']}"
        if number % 2 == 0:
            claims.append(build_claim(title=work["title"], authors=people, year=work["year"], doi=doi))
        elif number % 10 == 9:
            claims.append(build_claim(title=f"Fabricated {_word(number + 50)} {_word(number + 90)}", authors=people))
        else:
            claims.append(build_claim(title=work["title"], authors=people, year=work["year"]))
    return claims


async def check(claims: Sequence[Claim], environment: dict[str, str]) -> tuple[float, dict[str, int]]:
    """Verify all claims at once; gives the seconds it took and how often each verdict came."""
    async with Refcheck.open(Settings.from_environment(environment)) as refcheck:
        before = time.monotonic()
        results = await refcheck.verify_many(claims)
        seconds = time.monotonic() - before
    verdicts: dict[str, int] = {}
    for result in results:
        name = result.verification.verdict.value if result.verification else "not checked"
        verdicts[name] = verdicts.get(name, 0) + 1
    return seconds, verdicts


def ask(url: str) -> Any:
    """The JSON at an address of the emulator."""
    with urllib.request.urlopen(url, timeout=10) as answer:
        return json.load(answer)


def tell(url: str, what: dict[str, Any]) -> None:
    """Post something to the emulator."""
    urllib.request.urlopen(url, data=json.dumps(what).encode(), timeout=10).close()


def measure(
    claims: Sequence[Claim], url: str, environment: dict[str, str], latency: float
) -> tuple[float, dict[str, int], list[Any], list[Any]]:
    """Verify claims; gives seconds, verdicts, the requests made and those beyond a limit."""
    tell(f"{url}_emulator/reset", {})
    tell(f"{url}_emulator/delay", {"milliseconds": latency})
    seconds, verdicts = anyio.run(check, claims, environment)
    return seconds, verdicts, ask(f"{url}_emulator/requests"), ask(f"{url}_emulator/violations")


def allowed_seconds(requests: Sequence[Any], scale: float) -> float:
    """The time that the published limits alone allow for these requests: that of the slowest limit."""
    counts: dict[tuple[str, str], int] = {}
    for request in requests:
        kind = "any"
        if request["api"] == "crossref":
            kind = "list" if request["path"].rstrip("/").endswith("works") else "single"
        counts[request["api"], kind] = counts.get((request["api"], kind), 0) + 1
    return max((count - 1) * GAPS[key] * scale for key, count in counts.items())


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--references", type=int, default=200)
    parser.add_argument("--latency", type=float, default=300, help="milliseconds before each answer")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on the limits, of both sides")
    options = parser.parse_args()
    works = make_works(options.references)
    claims = make_claims(works)
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "works.jsonl"
        corpus.write_text("".join(json.dumps(w) + "\n" for w in works), encoding="utf-8")
        command = [sys.executable, "-m", "emulator", "--corpus", str(corpus), "--scale", str(options.scale)]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            environment = {
                **told["environment"],
                "REFCHECK_CACHE": "off",
                "REFCHECK_CACHE_DIR": f"{folder}/cache",
                "REFCHECK_STATE_DIR": f"{folder}/state",
                "REFCHECK_LIMITS_SCALE": str(options.scale),
                "CROSSREF_EMAIL": "benchmark@example.org",
                "REFCHECK_WAITING_BUDGET": "600",
            }
            halves = {
                "all": claims,
                "with DOI": [c for c in claims if c.identifiers],
                "without DOI": [c for c in claims if not c.identifiers],
            }
            head = ("number", "seconds", "by limits", "ratio", "requests each", "violations")
            print(f"{'references':<14}" + "".join(f"{h:>14}" for h in head))
            for name, some in halves.items():
                seconds, verdicts, requests, violations = measure(some, told["url"], environment, options.latency)
                allowed = allowed_seconds(requests, options.scale)
                ratio = seconds / allowed if allowed else float("nan")
                each = len(requests) / len(some)
                row = (
                    f"{len(some)}",
                    f"{seconds:.1f}",
                    f"{allowed:.1f}",
                    f"{ratio:.2f}",
                    f"{each:.2f}",
                    f"{violations}",
                )
                print(f"{name:<14}" + "".join(f"{cell:>14}" for cell in row))
                for violation in violations:
                    print(f"    beyond a limit: {violation}")
                print("    " + ", ".join(f"{n} {v}" for v, n in sorted(verdicts.items())))
        finally:
            process.terminate()
            process.wait(10)


if __name__ == "__main__":
    main()

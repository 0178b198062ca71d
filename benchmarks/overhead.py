"""What refcheck itself costs for each verification, and how many requests it makes.

    python benchmarks/overhead.py [--works 300] [--runs 3]

The databases are the emulator in a process of its own, which answers at once and limits nothing, so that the processor
time of this process is refcheck's own. Two passes over the same references, one after the other:

- without a cache (aim: at most 5 ms plus 4 ms a request);
- with every answer in the cache (aim: at most 3 ms).

The references are mixed: a third by DOI, a third by title, author and year, a third that are invented and have to ask
every database. Needs nothing but this repository.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import anyio
import httpx

from refcheck_core.services import Refcheck, build_claim
from refcheck_core.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from refcheck_core.models import Claim

ROOT = Path(__file__).resolve().parents[1]
WORDS = (
    "adaptive graph neural traffic bayesian inference random matrix protein folding quantum stability estimation "
    "learning spectral analysis sparse kernel networks models dynamics urban climate retrieval speech vision robust"
).split()


class Pass(NamedTuple):
    """One pass: processor time and requests of one verification, on average."""

    milliseconds: float
    requests: float


def make_works(count: int) -> list[dict[str, object]]:
    """Invented works, half of them with a DOI of the prefix for tests."""
    chance = random.Random(7)
    works = []
    for number in range(count):
        title = " ".join(chance.sample(WORDS, 6)) + f" {number}"
        work: dict[str, object] = {
            "id": f"w{number}",
            "title": title.capitalize(),
            "authors": [{"given": "Jane", "family": f"Roe{number}"}, {"given": "Max", "family": "Muster"}],
            "year": 1990 + number % 30,
            "venue": "Journal of Examples",
            "type": "article",
            "doi": f"10.5555/overhead.{number}",
        }
        works.append(work)
    return works


def make_claims(works: Sequence[dict[str, object]]) -> list[Claim]:
    """A reference to each work: by DOI, by its fields, and one that is invented, in turn."""
    claims = []
    for number, work in enumerate(works):
        title = str(work["title"])
        if number % 3 == 0:
            claims.append(build_claim(doi=str(work["doi"]), title=title))
        elif number % 3 == 1:
            claims.append(build_claim(title=title, authors=[f"Jane Roe{number}"], year=str(work["year"])))
        else:
            claims.append(build_claim(title=f"Zymurgy of xylophone number {number}", authors=["Ann Other"], year=2001))
    return claims


@contextmanager
def emulator(works: Sequence[dict[str, object]]) -> Iterator[dict[str, str]]:
    """The emulated databases in a process of their own; gives the environment that points there."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "works.jsonl"
        corpus.write_text("".join(json.dumps(w) + "\n" for w in works), encoding="utf-8")
        command = [sys.executable, "-m", "emulator", "--corpus", str(corpus), "--scale", "0"]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["environment"]
        finally:
            process.terminate()
            process.wait(10)


class Counter:
    """Counts requests as they leave the HTTP client."""

    def __init__(self) -> None:
        self.count = 0
        self._send = httpx.AsyncClient.send

    def __enter__(self) -> Counter:
        counter, send = self, self._send

        async def counted(client: httpx.AsyncClient, request: httpx.Request, **options: object) -> httpx.Response:
            counter.count += 1
            return await send(client, request, **options)  # type: ignore[arg-type]

        httpx.AsyncClient.send = counted  # type: ignore[method-assign, assignment]
        return self

    def __exit__(self, *_: object) -> None:
        httpx.AsyncClient.send = self._send  # type: ignore[method-assign]


async def verify_all(claims: Sequence[Claim], settings: Settings) -> Pass:
    """Verify the claims one after the other."""
    async with Refcheck.open(settings) as refcheck:
        await refcheck.verify(claims[0])  # imports and connections are not the cost of one verification
        with Counter() as counter:
            before = time.process_time()
            for claim in claims:
                await refcheck.verify(claim)
            spent = time.process_time() - before
    return Pass(1000 * spent / len(claims), counter.count / len(claims))


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--works", type=int, default=300, help="references to verify in each pass")
    parser.add_argument("--runs", type=int, default=3, help="how often to measure both passes")
    options = parser.parse_args()
    works = make_works(options.works)
    claims = make_claims(works)
    asked: list[Pass] = []
    cached: list[Pass] = []
    with emulator(works) as environment:
        for _ in range(options.runs):
            folder = tempfile.mkdtemp()
            try:
                env = {**environment, "REFCHECK_CACHE_DIR": f"{folder}/cache", "REFCHECK_STATE_DIR": f"{folder}/state"}
                without = Settings.from_environment({**env, "REFCHECK_CACHE": "off"})
                keeping = Settings.from_environment(env)
                asked.append(anyio.run(verify_all, claims, without))
                anyio.run(verify_all, claims, keeping)
                cached.append(anyio.run(verify_all, claims, keeping))
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    show(asked, cached)


def show(asked: Sequence[Pass], cached: Sequence[Pass]) -> None:
    """Print medians of the runs beside the aims."""
    requests = statistics.median(p.requests for p in asked)
    rows = [
        ("no cache", statistics.median(p.milliseconds for p in asked), requests, 5 + 4 * requests),
        (
            "all cached",
            statistics.median(p.milliseconds for p in cached),
            statistics.median(p.requests for p in cached),
            3.0,
        ),
    ]
    print(f"{'pass':<12}{'CPU ms a verification':>24}{'requests':>12}{'aim, ms':>12}")
    for name, milliseconds, count, aim in rows:
        print(f"{name:<12}{milliseconds:>24.2f}{count:>12.2f}{aim:>12.2f}")


if __name__ == "__main__":
    main()

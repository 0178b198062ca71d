"""Two processes at once keep the limits of every database together, and none of their calls starves."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from emulator import Emulator

CLAIMS = 25
"""Concurrent verifications in each of the two processes."""
SCALE = 0.1
"""Of the limits: arXiv's 3 s become 300 ms, well above the 50 ms of jitter that the emulator forgives."""

RUN = """
import json, sys
import anyio
from refcheck_core.services import Refcheck, build_claim
from refcheck_core.settings import Settings

async def main(first, count):
    answers = {}
    async with Refcheck.open(Settings.from_environment()) as refcheck:
        async def one(number):
            claim = build_claim(title=f"Zymurgy Of Xylophone {number} In Utopia", authors=["Roe"], year=2015)
            answers[number] = await refcheck.verify(claim)
        async with anyio.create_task_group() as group:
            for number in range(first, first + count):
                group.start_soon(one, number)
    failed = {n: [o.reason for o in v.outcomes if o.failed] for n, v in answers.items()}
    print(json.dumps({"verdicts": {n: v.verdict.value for n, v in answers.items()}, "failed": failed}))

anyio.run(main, int(sys.argv[1]), int(sys.argv[2]))
"""


@pytest.fixture
def works() -> list[dict[str, object]]:
    """Works that no claim is about, so that every claim has to ask all three databases."""
    return [
        {
            "id": f"w{n}",
            "title": f"Invented Study Number {n} of Traffic Things",
            "authors": [{"given": "Jane", "family": "Roe"}],
            "year": 2015,
            "type": "preprint",
            "arxiv": {"id": f"1501.{n:05d}", "published": "2015-01-05T00:00:00Z", "category": "cs.LG"},
        }
        for n in range(2 * CLAIMS)
    ]


def test_limits_hold_across_processes_and_none_starves(works, environment, tmp_path) -> None:
    with Emulator(works, scale=SCALE) as emulator:
        env = {
            **environment,
            **emulator.environment(),
            "REFCHECK_LIMITS_SCALE": str(SCALE),
            "REFCHECK_WAITING_BUDGET": "120",
            "REFCHECK_NETWORK_TIMEOUT": "10",
            "REFCHECK_CACHE": "off",
        }
        command = [sys.executable, "-c", RUN]
        running = [
            subprocess.Popen([*command, str(first), str(CLAIMS)], env=env, stdout=subprocess.PIPE, text=True)
            for first in (0, CLAIMS)
        ]
        answers = [json.loads(process.communicate(timeout=240)[0]) for process in running]
        assert [process.returncode for process in running] == [0, 0]
        assert emulator.violations == ()
        for answer in answers:
            assert set(answer["verdicts"].values()) == {"not_found"}
            assert not any(answer["failed"].values())
        # Both processes asked each database, in turn: the limits were shared, not avoided.
        for api in ("crossref", "semantic_scholar", "arxiv"):
            assert len(emulator.requests_of(api)) >= 2 * CLAIMS

"""Ask the real databases. Opt-in: ``nox -s live`` (or REFCHECK_LIVE=1); keys come from the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refcheck_core import Settings
from refcheck_core.models import Verdict
from refcheck_core.services import Refcheck, build_claim

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

SETTINGS = Settings.from_environment()
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.live,
    pytest.mark.skipif(SETTINGS.value("REFCHECK_LIVE") is None, reason="asks the real databases (set REFCHECK_LIVE=1)"),
]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def refcheck(tmp_path: Path) -> AsyncIterator[Refcheck]:
    environment = {**SETTINGS.environ, "REFCHECK_CACHE_DIR": str(tmp_path)}  # limits stay those of the machine
    async with Refcheck.open(Settings.from_environment(environment)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        (
            {"title": "Attention Is All You Need", "authors": ["Ashish Vaswani", "et al."], "year": 2017},
            Verdict.VERIFIED,
        ),
        ({"doi": "10.1109/CVPR.2016.90"}, Verdict.VERIFIED),
        ({"doi": "10.48550/arXiv.1706.03762"}, Verdict.VERIFIED),
        (
            {
                "title": "Deep Residual Learning for Image Recognition",
                "authors": ["Kaiming He", "et al."],
                "year": 2011,
            },
            Verdict.PARTIAL_MATCH,
        ),
        (
            {
                "title": "Quantum Neural Transformers for Spatiotemporal Traffic Prediction",
                "authors": ["John Smith", "et al."],
                "year": 2023,
                "venue": "Nature",
            },
            Verdict.NOT_FOUND,
        ),
    ],
)
async def test_known_references(refcheck: Refcheck, fields: dict, verdict: Verdict) -> None:
    verification = await refcheck.verify(build_claim(**fields))
    failed = {outcome.source: outcome.reason for outcome in verification.outcomes if outcome.failed}
    assert verification.verdict is verdict, (verification.discrepancies, failed)


async def test_every_source_answers(refcheck: Refcheck) -> None:
    outcomes = {name: await refcheck.pool.ping(name) for name in refcheck.pool.infos}
    assert {name: outcome.reason for name, outcome in outcomes.items() if not outcome.answered} == {}

"""Running the verifier over gold references."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from refcheck_core.contract import Tier
from refcheck_core.services import Refcheck

from .report import Checked, Report, Run, build_report, source_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from refcheck_core.settings import Settings

    from .model import Gold


async def evaluate(
    gold: Sequence[Gold],
    settings: Settings,
    *,
    databases: Sequence[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Check all references together and measure the answers.

    Args:
        gold: the references.
        settings: keys, limits, recordings.
        databases: names of the sources to ask; all by default.
        progress: see `refcheck_core.services.Refcheck.verify_many`.

    Raises:
        RecordingError: a request of a replay had no recording, or answers cannot be recorded.
        UnknownSourceError: a name in `databases` is no available source.
    """
    claims = [one.claim for one in gold if one.claim is not None]
    async with Refcheck.open(settings) as refcheck:
        await refcheck.require_library()
        names = refcheck.select(databases)
        started = time.monotonic()
        results = iter(await refcheck.verify_many(claims, databases=databases, progress=progress))
        seconds = time.monotonic() - started
        requests = refcheck.pool.requests
        local = [name for name in names if refcheck.pool.infos[name].tier is Tier.LOCAL]
    checked = []
    for one in gold:
        if one.claim is None:
            checked.append(Checked(one, problem=one.problem))
            continue
        result = next(results)
        checked.append(Checked(one, result.verification, str(result.error) if result.error else None))
    run = Run(
        seconds=seconds,
        requests=requests,
        source_errors=source_faults(checked),
        databases=(*local, *(name for name in names if name not in local)),
        replayed=settings.replay is not None,
    )
    return build_report(checked, run)

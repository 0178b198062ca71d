"""Settings of the test tools for all tests. ``pytest --hypothesis-profile thorough`` tries many more examples."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

# No deadlines: machines are shared, and a slow example is not a wrong one.
settings.register_profile("quick", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quick")


@pytest.fixture(autouse=True)
def levels_of_loggers() -> Iterator[None]:
    """Undo what a command that is run in the process of the tests sets for libraries that log much."""
    loggers = [logging.getLogger(name) for name in ("", "asyncio", "httpcore", "httpx", "portalocker")]
    levels = [logger.level for logger in loggers]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)

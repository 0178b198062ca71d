from __future__ import annotations

from contextlib import asynccontextmanager

import anyio
import pytest

from refcheck_core.errors import RefcheckError
from refcheck_mcp.engine import Engine, open_beside_stdout, open_refcheck, running_engine

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


class Opened:
    """Stands for the opened use cases, and remembers how often it was opened and closed."""

    def __init__(self, failures: int = 0) -> None:
        self.opened = self.closed = 0
        self.failures = failures

    @asynccontextmanager
    async def opener(self, settings):
        self.opened += 1
        if self.opened <= self.failures:
            raise RefcheckError(f"failure {self.opened}")
        async with anyio.create_task_group():  # belongs to the task that enters it
            yield self
        self.closed += 1


async def test_nothing_is_opened_before_the_first_call(settings):
    opened = Opened()
    async with running_engine(settings, opened.opener):
        await anyio.wait_all_tasks_blocked()
    assert opened.opened == 0


async def test_many_first_calls_open_once_and_share(settings):
    opened = Opened()
    async with running_engine(settings, opened.opener) as engine, anyio.create_task_group() as tasks:
        got = []

        async def ask():
            got.append(await engine.refcheck())

        for _ in range(10):
            tasks.start_soon(ask)
    assert got == [opened] * 10
    assert (opened.opened, opened.closed) == (1, 1)


async def test_a_failure_to_open_is_told_and_the_next_call_tries_again(settings):
    opened = Opened(failures=1)
    async with running_engine(settings, opened.opener) as engine:
        with pytest.raises(RefcheckError, match="failure 1"):
            await engine.refcheck()
        assert await engine.refcheck() is opened


async def test_a_cancelled_first_call_leaves_the_engine_to_the_next(settings):
    opened = Opened()
    async with running_engine(settings, opened.opener) as engine:
        with anyio.CancelScope() as scope:
            scope.cancel()
            await engine.refcheck()
        assert await engine.refcheck() is opened
    assert opened.closed == 1


async def test_a_call_after_the_end_is_refused(settings):
    engine = Engine(settings, Opened().opener)
    engine.close()
    with pytest.raises(RefcheckError, match="shutting down"):
        await engine.refcheck()
    await engine.run()


async def test_a_failure_to_close_is_logged_and_does_not_stop_the_end(settings, caplog):
    @asynccontextmanager
    async def opener(settings):
        yield "refcheck"
        raise ValueError("cannot close")

    async with running_engine(settings, opener) as engine:
        await engine.refcheck()
    assert "cannot close" in caplog.text


@pytest.mark.parametrize("opener", [open_refcheck, open_beside_stdout])
async def test_the_use_cases_are_opened_over_what_is_installed(settings, opener):
    from dataclasses import replace

    async with opener(replace(settings, sources=())) as refcheck:
        assert not refcheck.pool.infos


async def test_what_is_printed_meanwhile_goes_to_stderr(settings, capsys):
    from dataclasses import replace

    async with open_beside_stdout(replace(settings, sources=())):
        print("printed by a plugin")
    assert capsys.readouterr() == ("", "printed by a plugin\n")

"""A process that lives long, such as a server, and indexes that are built and replaced meanwhile."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from refcheck_core import Settings
from refcheck_core.errors import AllSourcesFailedError
from refcheck_core.models import Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, build_claim
from refcheck_local.building import Options, build
from refcheck_local.plugin import LocalSource

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "index"


def make(folder: Path, title: str, day: str = "2026-11-30") -> None:
    path = folder.with_name(f"works-{day}.jsonl")
    path.write_text(json.dumps({"id": "a", "title": title, "authors": ["Jane Roe"], "year": 2001}) + "\n")
    build(folder, [path], Options(processes=0, heap_bytes=20_000_000))


@pytest.fixture
def opened(tmp_path: Path, folder: Path):
    environ = {
        "REFCHECK_CACHE_DIR": str(tmp_path / "cache"),
        "REFCHECK_STATE_DIR": str(tmp_path / "state"),
        "REFCHECK_LOCAL_INDEX": str(folder),
    }
    settings = Settings.from_environment(environ)
    manager = SourceManager(settings)
    manager.register("local", LocalSource())
    return Refcheck.open(settings, manager=manager)


async def verdict(refcheck: Refcheck, title: str) -> Verdict:
    return (await refcheck.verify(build_claim(title=title, authors=["Jane Roe"], year=2001))).verdict


async def test_an_index_that_is_built_later_is_asked(opened, folder: Path) -> None:
    async with opened as refcheck:
        with pytest.raises(AllSourcesFailedError, match="no index yet"):
            await verdict(refcheck, "Untold Machines of the Second Age")
        make(folder, "Untold Machines of the Second Age")
        assert await verdict(refcheck, "Untold Machines of the Second Age") is Verdict.VERIFIED


@pytest.mark.parametrize("is_swapped", [False, True])
async def test_one_that_is_built_anew_is_asked_as_it_is(opened, folder: Path, is_swapped: bool) -> None:
    make(folder, "Untold Machines of the Second Age")
    async with opened as refcheck:
        assert await verdict(refcheck, "Untold Machines of the Second Age") is Verdict.VERIFIED
        if is_swapped:
            make(folder.with_name("new"), "Unheard Engines of the Third Age")
            shutil.rmtree(folder)
            folder.with_name("new").rename(folder)
        else:
            make(folder, "Unheard Engines of the Third Age")
        assert await verdict(refcheck, "Unheard Engines of the Third Age") is Verdict.VERIFIED
        assert await verdict(refcheck, "Untold Machines of the Second Age") is Verdict.NOT_FOUND


async def test_how_old_it_is_is_told_as_of_now(opened, folder: Path) -> None:
    make(folder, "Untold Machines of the Second Age", "2001-01-31")
    claim = build_claim(title="Untold Machines of the Second Age", authors=["Jane Roe"], year=2001)
    async with opened as refcheck:
        assert "is of 2001-01-31" in (await refcheck.verify(claim)).remarks[0]
        make(folder, "Untold Machines of the Second Age")
        assert (await refcheck.verify(claim)).remarks == ()


async def test_one_that_is_deleted_is_used_on(opened, folder: Path) -> None:
    make(folder, "Untold Machines of the Second Age")
    async with opened as refcheck:
        assert await verdict(refcheck, "Untold Machines of the Second Age") is Verdict.VERIFIED
        shutil.rmtree(folder)
        assert await verdict(refcheck, "Untold Machines of the Second Age") is Verdict.VERIFIED

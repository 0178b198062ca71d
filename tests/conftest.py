"""What the end-to-end tests share: emulated databases with a few known works, and an environment that points there."""

from __future__ import annotations

import os

import pytest

from emulator import Emulator
from known_works import WORKS

SCALE = 0.02
"""Of the limits, the emulator's and refcheck's own: a gap of 3 s takes 60 ms."""


@pytest.fixture
def emulator():
    """Crossref, Semantic Scholar and arXiv over the known works, on a loopback port."""
    with Emulator(WORKS, scale=SCALE) as running:
        yield running


@pytest.fixture
def environment(emulator, tmp_path):
    """The environment of a refcheck process that asks the emulator alone, with folders of its own and no key."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "COVERAGE_PROCESS_START") if name in os.environ}
    return {
        **kept,
        **emulator.environment(),
        "REFCHECK_CACHE_DIR": str(tmp_path / "cache"),
        "REFCHECK_STATE_DIR": str(tmp_path / "state"),
        "REFCHECK_LOCAL_INDEX": str(tmp_path / "index"),
        "REFCHECK_LIMITS_SCALE": str(SCALE),
        "REFCHECK_SOURCES": "crossref,semantic_scholar,arxiv",
        "REFCHECK_NETWORK_TIMEOUT": "10",
        "REFCHECK_WAITING_BUDGET": "20",
        "REFCHECK_LOG_LEVEL": "ERROR",  # on a busy machine, a warning that something took long is in order
    }


@pytest.fixture
def plugin_folder(tmp_path):
    """Installs a broken or talkative plugin into a folder for PYTHONPATH."""
    folder = tmp_path / "site"
    folder.mkdir()

    def install(name: str, code: str) -> str:
        (folder / f"plugin_{name}.py").write_text(code)
        metadata = folder / f"refcheck_{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: refcheck-{name}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[refcheck.sources]\n{name} = plugin_{name}:source\n")
        return str(folder)

    return install

from __future__ import annotations

import pytest

from refcheck_core.settings import Settings


@pytest.fixture
def settings(tmp_path):
    return Settings.from_environment(
        {"REFCHECK_CACHE_DIR": str(tmp_path / "cache"), "REFCHECK_STATE_DIR": str(tmp_path / "state")}
    )

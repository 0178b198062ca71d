"""What the tests of this source share: the source behind the real HTTP stack, with the network replaced."""

from __future__ import annotations

import pytest

from refcheck_core.testing import Wire, scratch_settings
from refcheck_scopus import source


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def wire(tmp_path):
    """Make a `Wire`: ``wire(answer, …, KEY="value")`` with answers as bodies or (status, body, headers)."""
    return lambda *answers, **environ: Wire(source, answers, scratch_settings(tmp_path, **environ))

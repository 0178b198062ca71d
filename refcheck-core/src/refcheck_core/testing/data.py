"""Test data that is kept outside the repository: recordings of real answers, corpora, gold files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..settings import Settings

VARIABLE = "REFCHECK_TEST_DATA"
"""Environment variable that names the folder."""


def shared_data(*parts: str) -> Path:
    """A file or folder of the shared test data.

    Args:
        parts: path below the folder that ``REFCHECK_TEST_DATA`` names, or else a folder ``shared`` beside the clone.

    Returns:
        an existing path. Where it does not exist, the test (or the module, at import) is skipped with the reason.
    """
    path = _root().joinpath(*parts)
    if not path.exists():
        pytest.skip(f"test data missing: {path} (set {VARIABLE})", allow_module_level=True)
    return path


def _root() -> Path:
    given = Settings.from_environment().value(VARIABLE)
    return Path(given).expanduser() if given else _clone().parent / "shared"


def _clone() -> Path:
    """The clone that this file lies in, else (installed as a wheel) the one that the tests run in."""
    here = Path.cwd().resolve()
    candidates = (*Path(__file__).resolve().parents, here, *here.parents)
    return next((folder for folder in candidates if (folder / "refcheck-core" / "pyproject.toml").is_file()), here)

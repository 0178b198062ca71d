"""Where indexes and libraries are: settings, or the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

INDEX_VARIABLE = "REFCHECK_LOCAL_INDEX"
LIBRARY_VARIABLE = "REFCHECK_LIBRARY"


def default_index() -> Path:
    """Folder of the index where no setting names one: ``index`` in refcheck's user data folder."""
    import platformdirs  # noqa: PLC0415  (only where no folder is given)

    return Path(platformdirs.user_data_dir("refcheck")).absolute() / "index"


def index_folders(settings: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders of the indexes to use: those that ``REFCHECK_LOCAL_INDEX`` names, else the default one.

    Args:
        settings: values of settings by name (``ctx.settings``).
    """
    return _paths(settings.get(INDEX_VARIABLE)) or (default_index(),)


def library_files(settings: Mapping[str, str]) -> tuple[Path, ...]:
    """The files that ``REFCHECK_LIBRARY`` names, which are used without building an index."""
    return _paths(settings.get(LIBRARY_VARIABLE))


def _paths(text: str | None) -> tuple[Path, ...]:
    """Paths separated as in ``PATH``, each once."""
    parts = (part.strip() for part in (text or "").split(os.pathsep))
    return tuple(dict.fromkeys(Path(part).expanduser().absolute() for part in parts if part))

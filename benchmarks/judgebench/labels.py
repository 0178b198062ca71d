"""Labels of public sets that were found to be wrong, and classes of rows that were looked at one by one."""

from __future__ import annotations

import tomllib
from pathlib import Path

_FOLDER = Path(__file__).parents[1]


def wrong_labels() -> frozenset[str]:
    """Keys of HALLMARK's entries whose label is wrong."""
    return frozenset(entry["key"] for entry in _read("hallmark_labels.toml")["wrong"])


def classes(name: str) -> dict[str, str]:
    """Class of each row of a file that has a list of keys under each class."""
    return {key: title for title, keys in _read(name).items() for key in keys}


def _read(name: str) -> dict[str, list]:  # type: ignore[type-arg]
    with (_FOLDER / name).open("rb") as file:
        return tomllib.load(file)

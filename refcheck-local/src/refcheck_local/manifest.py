"""`Manifest`: what an index was made of, kept as a small JSON file beside it, readable without the engine."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import IndexDamaged, IndexMissing, IndexVersion

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "refcheck-index.json"
_FOLDER = re.compile(r"[\w-]+")
"""Name of a folder within the index's own; a manifest that leads out of it is none of ours."""
SCHEMA_VERSION = 1
"""Grows with each change of what is written to an index, after which older indexes must be built anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputInfo:
    """One file that went into an index.

    Attributes:
        path: its name, without folders.
        format: name of the format it was read as.
        size: bytes, as it lies on the disk.
        mtime: when it was changed last, ISO 8601.
        rows: works read from it. bad: entries of it that could not be read.
        data_date: the day that its data is of, ISO 8601, if known.
        key: tells files of one name in several folders apart; the works carry it (see `schema.input_term`).
        added: when it was read last, ISO 8601.
        problem: why it could not be read to its end, if so; what stands before that is in the index.
    """

    path: str
    format: str = ""
    size: int = 0
    mtime: str = ""
    rows: int = 0
    bad: int = 0
    data_date: str | None = None
    key: str = ""
    added: str = ""
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What an index holds.

    Attributes:
        schema_version: see `SCHEMA_VERSION`.
        created, updated: when it was built, and when something was last added or removed; ISO 8601 with offset.
        engine: name and version of the search engine that wrote it.
        records: works in it.
        inputs: what it was made of, in order.
        abstracts: whether abstracts are kept.
        data: name of the folder, in the index's own, that holds the engine's files; empty where they lie beside the
            manifest. A change is made in a new folder, and counts when the manifest names it.
    """

    schema_version: int = SCHEMA_VERSION
    created: str = ""
    updated: str = ""
    engine: str = ""
    records: int = 0
    inputs: tuple[InputInfo, ...] = ()
    abstracts: bool = False
    data: str = ""


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of the index in a folder.

    Raises:
        IndexMissing: there is none.
        IndexVersion: the index is of another version.
        IndexDamaged: it cannot be read.
    """
    path = folder / FILE_NAME
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise IndexMissing(f"There is no index in {folder}: `refcheck index build FILE…` makes one.") from None
    except OSError as error:
        raise IndexDamaged(f"The index in {folder} cannot be read: {error.strerror}.") from error
    try:
        given = json.loads(data)
        version = int(given["schema_version"])
        if version == SCHEMA_VERSION:
            return _manifest(given)
    except (ValueError, TypeError, KeyError) as error:
        raise IndexDamaged(
            f"The index in {folder} is damaged: {FILE_NAME} is not readable. Build it anew with `refcheck index build`."
        ) from error
    age = "an older" if version < SCHEMA_VERSION else "a newer"
    raise IndexVersion(
        f"The index in {folder} was written by {age} version of refcheck-local (layout {version}, this version reads"
        f" {SCHEMA_VERSION}): build it anew with `refcheck index build`, or use that version."
    )


def _manifest(given: dict[str, Any]) -> Manifest:
    inputs = tuple(InputInfo(**item) for item in given.pop("inputs", ()))
    made = Manifest(inputs=inputs, **given)
    if not (_is_sound(made) and all(map(_is_sound, inputs))) or (made.data and not _FOLDER.fullmatch(made.data)):
        raise ValueError("values that no manifest has")
    return made


def _is_sound(made: Manifest | InputInfo) -> bool:
    """Whether every field has a value of its type, which that of its default tells."""
    for field in dataclasses.fields(made):
        kind = str if field.default in (None, dataclasses.MISSING) else type(field.default)
        value = getattr(made, field.name)
        if not isinstance(value, kind) and not (value is field.default is None):
            return False
    return True


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest so that a reader sees the old one or the new one, and never half of one."""
    path = folder / FILE_NAME
    draft = folder / f".{FILE_NAME}.{os.getpid()}"
    try:
        with draft.open("w", encoding="utf-8") as file:
            json.dump(dataclasses.asdict(manifest), file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise

"""A folder of recordings: one JSON file for each request, and one that says what the recorded run could ask."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from ..errors import RecordingError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..contract import SourceInfo
    from ..settings import Settings

ABOUT = "recording.json"
"""The file that tells about the run."""
VERSION = 1
_STANDS_IN = "-"
"""What a replay has in the place of a key: some sources ask otherwise where they have one. Too short to be redacted."""
_MOST_NAMED = 5
_BARRING_STATUSES = (401, 403)
_BARRING_KINDS = ("SourceUnreachable",)


class Recordings:
    """The recordings of one run, made or replayed.

    Attributes:
        folder: where they are.
        replays: whether the run is answered from them; else they are made.
        missing: requests without a usable recording, in words.
    """

    def __init__(self, folder: Path, *, replays: bool) -> None:
        self.folder = folder
        self.replays = replays
        self.missing: list[str] = []
        self._used: set[str] = set()
        self._barring: dict[str, dict[str, Any] | None] = {}

    @classmethod
    def of(cls, settings: Settings) -> Self | None:
        """The recordings that the settings ask for, if they do."""
        if settings.replay is not None:
            return cls(settings.replay, replays=True)
        return cls(settings.record, replays=False) if settings.record is not None else None

    def is_new(self, name: str) -> bool:
        """Whether a recording is used for the first time in this run."""
        if name in self._used:
            return False
        if self.replays:
            self._used.add(name)
        return True

    def read(self, name: str) -> dict[str, Any] | None:
        """A recording, or ``None`` where there is none; one that is no JSON object is empty."""
        return _read(self._path(name))

    def write(self, name: str, recording: Mapping[str, Any]) -> None:
        """Keep a recording.

        Raises:
            RecordingError: it cannot be written.
        """
        self._used.add(name)
        _write(self._path(name), recording)

    def barring(self, source: str) -> dict[str, Any] | None:
        """The recording after which a source was not asked any more, if there is one: a refusal, or no connection."""
        if source not in self._barring:
            recorded = (_read(path) or {} for path in sorted((self.folder / source).glob("*.json")))
            self._barring[source] = next((one for one in recorded if _bars(one)), None)
        return self._barring[source]

    def miss(self, described: Mapping[str, str], why: str = "there is no recording") -> None:
        """Note a request that could not be answered."""
        request = f"{described.get('method', '')} {described.get('url', 'of unknown address')}".strip()
        body = f" with body {described['body'][:200]}" if "body" in described else ""
        text = f"{described.get('source', 'a source')}: {request}{body} ({why})"
        if text not in self.missing:
            self.missing.append(text)

    def raise_if_missing(self) -> None:
        """See that every request of a replay had its recording.

        Raises:
            RecordingError: some had none; the text names them.
        """
        if self.missing:
            more = len(self.missing) - _MOST_NAMED
            named = "; ".join(self.missing[:_MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
            raise RecordingError(f"The recordings in {self.folder} are not those of this run: {named}.")

    def describe(self, infos: Iterable[SourceInfo], settings: Settings) -> None:
        """Keep what this run can ask, for replays of it: sources, and which keys were there (never their values).

        Raises:
            RecordingError: it cannot be written.
        """
        listed = list(infos)
        names = {env for info in listed for key in info.keys for env in (key.env, *key.aliases)}
        about = {
            "version": VERSION,
            "made": dt.datetime.now(tz=dt.UTC).date().isoformat(),
            "sources": [info.name for info in listed],
            "keys": {name: settings.has_key(name) for name in sorted(names)},
        }
        _write(self.folder / ABOUT, about)

    def about(self) -> dict[str, Any]:
        """What the recorded run could ask.

        Raises:
            RecordingError: the folder holds no recordings, or those of another version.
        """
        about = _read(self.folder / ABOUT)
        if about is None:
            raise RecordingError(f"{self.folder} holds no recordings: there is no {ABOUT} in it.")
        if about.get("version") != VERSION or not _is_sound(about):
            raise RecordingError(f"{self.folder / ABOUT} cannot be read by this version; record again.")
        return about

    def as_recorded(self, settings: Settings) -> Settings:
        """The settings of a replay: with a stand-in for each key that was there, and without others.

        Raises:
            RecordingError: see `about`.
        """
        keys: dict[str, bool] = self.about()["keys"]
        others = {name: value for name, value in settings.environ.items() if name not in keys}
        return replace(settings, environ={**others, **{name: _STANDS_IN for name, was in keys.items() if was}})

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"


def _is_sound(about: dict[str, Any]) -> bool:
    try:
        dt.date.fromisoformat(about["made"])
    except (KeyError, TypeError, ValueError):
        return False
    return isinstance(about.get("sources"), list) and isinstance(about.get("keys"), dict)


def _bars(recording: dict[str, Any]) -> bool:
    response, failure = recording.get("response"), recording.get("failure")
    if isinstance(failure, dict):
        return failure.get("kind") in _BARRING_KINDS
    return isinstance(response, dict) and response.get("status") in _BARRING_STATUSES


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(path: Path, content: Mapping[str, Any]) -> None:
    """Write a file whole or not at all."""
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n", errors="backslashreplace") as file:
                file.write(text)
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise RecordingError(f"The recording {path} cannot be written: {error.strerror or error}.") from error

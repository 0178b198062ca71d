"""Settings, and the one place that reads the environment.

Everything else gets a `Settings`. Tests build one from a mapping; programs call `Settings.from_environment`.
"""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import RefcheckError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .contract import Key

VARIABLES = frozenset(
    {
        "REFCHECK_CACHE",
        "REFCHECK_CACHE_DIR",
        "REFCHECK_CACHE_TTL",
        "REFCHECK_LEAD_MARGIN",
        "REFCHECK_LIMITS_SCALE",
        "REFCHECK_LOG_LEVEL",
        "REFCHECK_NEGATIVE_TTL",
        "REFCHECK_NETWORK_TIMEOUT",
        "REFCHECK_OFFLINE",
        "REFCHECK_PARTIAL_THRESHOLD",
        "REFCHECK_RECORD",
        "REFCHECK_REPLAY",
        "REFCHECK_SOURCES",
        "REFCHECK_STATE_DIR",
        "REFCHECK_VERIFIED_THRESHOLD",
        "REFCHECK_WAITING_BUDGET",
    }
)
"""The settings of refcheck itself; another ``REFCHECK_…`` variable is a source's, or misspelt."""

LIBRARY = "REFCHECK_LIBRARY"
"""The variable that names files to be used as sources, separated as in ``PATH``; a source declares that it reads it."""
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off", ""})
_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,250}\.[A-Za-z]{2,24}")


class SettingsError(RefcheckError, ValueError):
    """A setting whose value cannot be used; the text names the variable and what it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How this run of refcheck behaves. Times are in seconds.

    Attributes:
        cache_dir: folder of the outcome cache and of the limiter's state (``REFCHECK_CACHE_DIR``); absolute.
        state_dir: folder of limits and quotas shared by all processes (``REFCHECK_STATE_DIR``); absolute.
        cache_enabled: ``REFCHECK_CACHE=off`` switches the outcome cache off.
        cache_ttl: how long a found record is kept (``REFCHECK_CACHE_TTL``), 30 days.
        negative_ttl: how long a "not there" is kept (``REFCHECK_NEGATIVE_TTL``), at most 24 h.
        offline: answer from the cache and from local sources only (``REFCHECK_OFFLINE``).
        network_timeout: network time of one call (``REFCHECK_NETWORK_TIMEOUT``).
        waiting_budget: time that a call may wait for its turn (``REFCHECK_WAITING_BUDGET``).
        limits_scale: factor on every gap and window of the limiter (``REFCHECK_LIMITS_SCALE``); below 1 is faster,
            for mirrors of one's own and for tests.
        verified_threshold, partial_threshold: of the score (``REFCHECK_VERIFIED_THRESHOLD``, ``…PARTIAL…``).
        lead_margin: lead over the runner-up that a match needs (``REFCHECK_LEAD_MARGIN``).
        sources: allow-list and order of sources (``REFCHECK_SOURCES``); ``None`` is all that are installed.
        record: folder in which every answer of a database is kept (``REFCHECK_RECORD``); absolute.
        replay: folder of such recordings, from which alone databases' answers are taken (``REFCHECK_REPLAY``);
            absolute. At most one of the two is set, and neither goes with the outcome cache, which is then off.
        log_level: of the ``refcheck`` loggers (``REFCHECK_LOG_LEVEL``).
        environ: snapshot of the environment, for keys and settings of sources.
    """

    cache_dir: Path
    state_dir: Path
    cache_enabled: bool = True
    cache_ttl: float = 30 * 86400.0
    negative_ttl: float = 86400.0
    offline: bool = False
    network_timeout: float = 10.0
    waiting_budget: float = 60.0
    limits_scale: float = 1.0
    verified_threshold: float = 0.85
    partial_threshold: float = 0.50
    lead_margin: float = 0.05
    sources: tuple[str, ...] | None = None
    record: Path | None = None
    replay: Path | None = None
    log_level: str = "WARNING"
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.record is not None and self.replay is not None:
            raise SettingsError("Answers can be recorded or replayed, not both: give one folder.")
        if self.record is not None or self.replay is not None:
            object.__setattr__(self, "cache_enabled", False)

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Read ``REFCHECK_*`` and keep a snapshot of the rest.

        Args:
            environ: the variables; those of the process by default.

        Raises:
            SettingsError: a value is not of its kind or out of range.
        """
        env = dict(os.environ if environ is None else environ)
        return cls(
            cache_dir=_folder(env, "REFCHECK_CACHE_DIR", "cache"),
            state_dir=_folder(env, "REFCHECK_STATE_DIR", "state"),
            cache_enabled=_flag(env, "REFCHECK_CACHE", True),
            cache_ttl=_number(env, "REFCHECK_CACHE_TTL", 30 * 86400.0, 0, 3650 * 86400.0),
            negative_ttl=_number(env, "REFCHECK_NEGATIVE_TTL", 86400.0, 0, 86400.0),
            offline=_flag(env, "REFCHECK_OFFLINE", False),
            network_timeout=_number(env, "REFCHECK_NETWORK_TIMEOUT", 10.0, 0.01, 600),
            waiting_budget=_number(env, "REFCHECK_WAITING_BUDGET", 60.0, 0, 86400),
            limits_scale=_number(env, "REFCHECK_LIMITS_SCALE", 1.0, 0, 1000),
            verified_threshold=_number(env, "REFCHECK_VERIFIED_THRESHOLD", 0.85, 0.5, 1),
            partial_threshold=_number(env, "REFCHECK_PARTIAL_THRESHOLD", 0.50, 0, 0.85),
            lead_margin=_number(env, "REFCHECK_LEAD_MARGIN", 0.05, 0, 1),
            sources=_names(env.get("REFCHECK_SOURCES")),
            record=_given_folder(env, "REFCHECK_RECORD"),
            replay=_given_folder(env, "REFCHECK_REPLAY"),
            log_level=_level(env.get("REFCHECK_LOG_LEVEL")),
            environ=env,
        )

    def with_library(self, files: Iterable[str]) -> Settings:
        """The same settings with these files as the user's library (``REFCHECK_LIBRARY``), in place of others.

        Args:
            files: paths, relative ones from the current folder.

        Raises:
            SettingsError: one of them cannot be read, or cannot be named in a variable.
        """
        paths = [_readable(Path(file).expanduser().absolute(), file) for file in files]
        return replace(self, environ={**self.environ, LIBRARY: os.pathsep.join(paths)})

    def value(self, env: str, aliases: Iterable[str] = ()) -> str | None:
        """The value of a source's setting: that of `env`, else of the first alias that is set and not blank."""
        for name in (env, *aliases):
            found = self.environ.get(name, "").strip()
            if found:
                return found
        return None

    def secret(self, key: Key) -> str | None:
        """The value of a key; only the HTTP stack and `describe` have a use for it."""
        return self.value(key.env, key.aliases)

    def has_key(self, env: str, *aliases: str) -> bool:
        """Whether a key is set."""
        return self.value(env, aliases) is not None

    def base_url(self, source: str) -> str | None:
        """The base URL that ``REFCHECK_<SOURCE>_URL`` puts in place of the source's own."""
        return self.value(f"REFCHECK_{source.upper()}_URL")

    @property
    def contact(self) -> str | None:
        """Address that registries ask clients to send (``CROSSREF_EMAIL``, alias ``CROSSREF_MAILTO``).

        ``None`` also where the value is no address: nothing else is sent, and nothing else earns higher limits.
        """
        address = self.value("CROSSREF_EMAIL", ("CROSSREF_MAILTO",))
        return address if address is not None and _ADDRESS.fullmatch(address) else None


def _readable(path: Path, given: str) -> str:
    """The path as text, if there is a file to read."""
    if os.pathsep in str(path) or str(path) != str(path).strip():
        raise SettingsError(f"The library {given!r} cannot be used: its path has {os.pathsep!r} or a blank end in it.")
    try:
        if path.is_dir():
            raise SettingsError(f"The library {given!r} is a folder; name the files in it.")
        if not path.exists():
            raise SettingsError(f"The library {given!r} does not exist.")
        with path.open("rb"):
            return str(path)
    except OSError as error:
        raise SettingsError(f"The library {given!r} cannot be read: {error.strerror or error}.") from error


def _folder(env: Mapping[str, str], name: str, kind: str) -> Path:
    given = _given_folder(env, name)
    if given is not None:
        return given
    import platformdirs  # noqa: PLC0415  (only needed where no folder is given)

    base = platformdirs.user_cache_dir("refcheck") if kind == "cache" else platformdirs.user_state_dir("refcheck")
    return Path(base).absolute()


def _given_folder(env: Mapping[str, str], name: str) -> Path | None:
    given = env.get(name, "").strip()
    return Path(given).expanduser().absolute() if given else None


def _flag(env: Mapping[str, str], name: str, default: bool) -> bool:
    text = env.get(name)
    if text is None:
        return default
    lowered = text.strip().lower()
    if lowered in _TRUE:
        return True
    if lowered in _FALSE:
        return False if lowered else default
    raise SettingsError(f"{name} takes on or off, not {text!r}.")


def _number(env: Mapping[str, str], name: str, default: float, low: float, high: float) -> float:
    text = env.get(name, "").strip()
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise SettingsError(f"{name} takes a number from {low:g} to {high:g}, not {text!r}.")
    return value


def _names(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return tuple(dict.fromkeys(part.strip().lower() for part in text.split(",") if part.strip()))


def _level(text: str | None) -> str:
    level = (text or "WARNING").strip().upper()
    if level not in {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}:
        raise SettingsError(f"REFCHECK_LOG_LEVEL takes DEBUG, INFO, WARNING, ERROR or CRITICAL, not {text!r}.")
    return level

"""`SourceManager`: loads the source plugins that are installed, each on its own."""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import sys
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..errors import PluginError
from ..hookspecs import ENTRY_POINT_GROUP
from . import checks
from .source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadReport:
    """What came of loading one plugin.

    Attributes:
        name: name of the entry point.
        distribution: distribution that provides it, ``None`` where unknown (or where it is not installed).
        version: the distribution's version.
        ok: whether the source can be used.
        problem: a sentence on what is wrong; a usable source may have one, too.
        remedy: what the user can do about it.
    """

    name: str
    distribution: str | None = None
    version: str | None = None
    ok: bool = True
    problem: str | None = None
    remedy: str | None = None

    @property
    def provider(self) -> str:
        """The plugin in words: "'crossref' (refcheck-crossref 0.2.0)"."""
        if self.distribution is None:
            return f"{self.name!r}"
        return f"{self.name!r} ({' '.join(part for part in (self.distribution, self.version) if part)})"


class SourceManager:
    """The sources of this run. Making one costs nothing; `load` scans the installed distributions once.

    Two distributions that provide a source of one name: neither is used, as nobody can tell which the user means.
    A plugin given to `register` stands before an installed one of its name.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._sources: dict[str, Source] = {}
        self._reports: list[LoadReport] = []
        self._switched_off: dict[str, None] = {}
        self._loaded = False

    @property
    def sources(self) -> Mapping[str, Source]:
        """The usable sources by name, in the order of ``settings.sources``, else by name."""
        order = self._settings.sources
        names = sorted(self._sources) if order is None else [name for name in order if name in self._sources]
        return MappingProxyType({name: self._sources[name] for name in names})

    @property
    def reports(self) -> tuple[LoadReport, ...]:
        """What came of loading, for every entry point and every unknown name in the allow-list."""
        return tuple(self._reports)

    @property
    def switched_off(self) -> tuple[str, ...]:
        """Names of sources that are installed or registered, but not in the allow-list; these are not loaded."""
        return tuple(self._switched_off)

    def load(self) -> None:
        """Load the plugins that are installed and allowed. A second call does nothing.

        A plugin that cannot be used is left out and reported; only the user's interrupt is raised.
        """
        if self._loaded:
            return
        self._loaded = True
        by_name: dict[str, list[importlib.metadata.EntryPoint]] = {}
        for entry_point in self._scan():
            by_name.setdefault(entry_point.name, []).append(entry_point)
        for name, entry_points in sorted(by_name.items()):
            if not self._allows(name):
                self._switched_off[name] = None
            elif len(entry_points) > 1 or name in self._sources:
                self._reports.extend(self._conflict(name, entry_points))
            else:
                self._reports.append(self._load_one(entry_points[0]))
        self._reports.extend(self._unknown(by_name))

    def register(self, name: str, plugin: object) -> None:
        """Add a plugin object (in tests, or where refcheck is embedded).

        Raises:
            PluginError: the plugin cannot be used, or its name is taken.
        """
        if name in self._sources:
            raise PluginError(f"Source {name!r}: there is one of this name already")
        if not self._allows(name):
            self._switched_off[name] = None
            return
        self._reports.append(self._add(LoadReport(name=name), plugin))

    def _scan(self) -> Iterable[importlib.metadata.EntryPoint]:
        try:
            return importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)
        except Exception:  # noqa: BLE001  (one unreadable distribution spoils the scan of all)
            return self._scan_singly()

    def _scan_singly(self) -> Iterable[importlib.metadata.EntryPoint]:
        """Read each distribution on its own; the first of a name counts, as in the import system."""
        seen: set[str] = set()
        for distribution in importlib.metadata.distributions():
            given, version = _name_and_version(distribution)
            name = given or "a distribution without name"
            if name.lower() in seen:
                continue
            seen.add(name.lower())
            try:
                yield from distribution.entry_points.select(group=ENTRY_POINT_GROUP)
            except Exception as error:  # noqa: BLE001  (whatever is wrong with it, the others are read)
                problem = f"the entry points of {name} cannot be read: {checks.named(error)}"
                broken = LoadReport(name=name, distribution=name, version=version)
                self._reports.append(_with(broken, ok=False, problem=problem, remedy=_remedy(broken)))

    def _allows(self, name: str) -> bool:
        return self._settings.sources is None or name in self._settings.sources

    def _add(self, report: LoadReport, plugin: object) -> LoadReport:
        try:
            checks.check_name(report.name)
            callers = checks.hook_callers(plugin)
            describe = functools.partial(checks.describe, report.name, dict(callers), self._settings)
            info = describe()
            remark = checks.unmarked_hooks(plugin, callers)
        except PluginError as error:
            raise PluginError(f"Source {report.provider} {error}") from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # looking at an object may run its code
            raise PluginError(f"Source {report.provider} cannot be registered: {checks.named(error)}") from error
        callers.pop("describe")
        self._sources[report.name] = Source(info, f"Source {report.provider}", callers, describe)
        return _with(report, problem=remark)

    def _load_one(self, entry_point: importlib.metadata.EntryPoint) -> LoadReport:
        report = _report(entry_point)
        try:
            with contextlib.redirect_stdout(sys.stderr):  # the MCP server's stdout is for its protocol alone
                plugin = self._import(entry_point, report)
                return self._add(report, plugin)
        except PluginError as error:
            return _with(report, ok=False, problem=self._redact(str(error)), remedy=_remedy(report))

    def _import(self, entry_point: importlib.metadata.EntryPoint, report: LoadReport) -> object:
        try:
            return entry_point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # an import may raise anything, SystemExit included
            raise PluginError(f"Source {report.provider} cannot be imported: {checks.named(error)}") from error

    def _redact(self, text: str) -> str:
        """The text without keys: a plugin that fails may tell the key that it failed on."""
        from ..logs import EnvironmentRedactor  # noqa: PLC0415  (needed for faults only)

        return EnvironmentRedactor(self._settings).text(text)

    def _conflict(self, name: str, entry_points: list[importlib.metadata.EntryPoint]) -> Iterable[LoadReport]:
        reports = [_report(entry_point) for entry_point in entry_points]
        owners = " and ".join(f"{r.distribution or 'unknown'} {r.version or ''}".strip() for r in reports)
        if name in self._sources:
            problem = f"Source {name!r} of {owners} is not used: this program brings its own"
        else:
            problem = f"Source {name!r} is provided by {owners}; none of them is used"
        return [_with(report, ok=False, problem=problem, remedy=_remedy(report)) for report in reports]

    def _unknown(self, installed: Iterable[str]) -> Iterable[LoadReport]:
        known = sorted({*installed, *self._sources})
        return [
            LoadReport(
                name=name,
                ok=False,
                problem=f"REFCHECK_SOURCES names {name!r}, which is not installed",
                remedy=f"Install it, or correct REFCHECK_SOURCES; installed are: {', '.join(known) or 'none'}",
            )
            for name in self._settings.sources or ()
            if name not in known
        ]


def _report(entry_point: importlib.metadata.EntryPoint) -> LoadReport:
    if entry_point.dist is None:
        return LoadReport(name=entry_point.name)
    name, version = _name_and_version(entry_point.dist)
    return LoadReport(name=entry_point.name, distribution=name, version=version)


def _name_and_version(distribution: importlib.metadata.Distribution) -> tuple[str | None, str | None]:
    metadata = distribution.metadata  # parsed anew on each access
    name, version = (metadata[field] if field in metadata else None for field in ("Name", "Version"))  # noqa: SIM401
    return name, version


def _with(report: LoadReport, *, ok: bool = True, problem: str | None = None, remedy: str | None = None) -> LoadReport:
    return LoadReport(
        name=report.name,
        distribution=report.distribution,
        version=report.version,
        ok=ok,
        problem=problem,
        remedy=remedy,
    )


def _remedy(report: LoadReport) -> str:
    if report.distribution is None:
        return f"Leave it out by REFCHECK_SOURCES, or remove what provides {report.name!r}"
    return f"pip uninstall {report.distribution}"

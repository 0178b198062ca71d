"""What the tests of core share: a pool of sources that are made of functions."""

from __future__ import annotations

import pytest

from refcheck_core import Record, SourceInfo, hookimpl
from refcheck_core.plugins import SourceManager
from refcheck_core.settings import Settings
from refcheck_core.sources import SourcePool


@pytest.fixture
def anyio_backend():
    return "asyncio"


def make_source(name="fake", info=None, **hooks):
    """A source whose hooks are the given functions of a context and an argument."""

    def describe(settings):
        fields = {"base_url": "https://api.example.org", "version": "1", **(info or {})}
        return SourceInfo(name=name, title=name.title(), home_page="https://example.org", **fields)

    calls = []
    plugin = type("Plugin", (), {"calls": calls})
    plugin.describe = staticmethod(hookimpl(describe))
    if "search" not in hooks and "lookup_doi" not in hooks:
        hooks["search"] = nothing_found
    arguments = {
        "search": "query",
        "lookup_doi": "doi",
        "lookup_dois": "dois",
        "lookup_id": "identifier",
        "to_bibtex": "record",
        "open": None,
        "close": None,
    }
    for hook, function in hooks.items():
        setattr(plugin, hook, staticmethod(hookimpl(_with_signature(function, arguments[hook], calls, hook))))
    return plugin()


def _with_signature(function, argument, calls, hook):
    namespace = {"function": function, "calls": calls, "hook": hook}
    extra, value = (f", {argument}", argument) if argument else ("", "None")
    passed = f"ctx, {argument}" if argument else "ctx"
    exec(f"def call(ctx{extra}):\n    calls.append((hook, {value}))\n    return function({passed})", namespace)
    return namespace["call"]


async def nothing_found(ctx, query):
    return []


@pytest.fixture
def source():
    """Builds a source; see `make_source`."""
    return make_source


@pytest.fixture
def settings_of(tmp_path):
    """Builds settings whose folders are this test's own."""

    def build(**environ):
        folders = {"REFCHECK_CACHE_DIR": str(tmp_path / "cache"), "REFCHECK_STATE_DIR": str(tmp_path / "state")}
        return Settings.from_environment({**folders, "REFCHECK_NETWORK_TIMEOUT": "5", **environ})

    return build


@pytest.fixture
def pool_of(settings_of):
    """Builds a pool of the given sources (not yet entered); keyword arguments are the environment."""

    def build(*plugins, **environ):
        settings = settings_of(**environ)
        manager = SourceManager(settings)
        for plugin in plugins:
            manager.register(type(plugin).describe(settings).name, plugin)
        return SourcePool(manager, settings)

    return build


@pytest.fixture
def record():
    """Builds a record of the source ``fake``."""

    def build(title="A work", **fields):
        return Record(**{"source": "fake", "title": title, **fields})

    return build

"""Checks of ``describe`` and of the entry point."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import inspect
import socket
from typing import TYPE_CHECKING

import pytest

from ..contract import SourceInfo
from ..hookspecs import ENTRY_POINT_GROUP
from ..plugins.checks import hook_callers, unmarked_hooks
from .bench import Bench, scratch

if TYPE_CHECKING:
    from ..contract import Key, Setting
    from ..settings import Settings


class DescriptionChecks(Bench):
    """What a source says of itself."""

    def test_entry_point_names_the_source(self) -> None:
        """If this fails, check ``[project.entry-points."refcheck.sources"]`` in pyproject.toml, and install anew."""
        if not self.is_installed:
            pytest.skip("the tests say that it is not installed")
        found = importlib.metadata.entry_points(group=ENTRY_POINT_GROUP, name=self.entry_point_name)
        assert len(found) == 1, f"{len(found)} entry points of the name {self.entry_point_name}"
        assert next(iter(found)).load() is type(self).source

    def test_describe_is_a_plain_function(self) -> None:
        """If this fails, check that ``describe`` is no ``async def`` and gives a `SourceInfo`."""
        with scratch() as folder:
            info = self._describe(self.settings(folder))
        assert not inspect.isawaitable(info)
        assert isinstance(info, SourceInfo)

    def test_describe_names_the_entry_point(self) -> None:
        """If this fails, check ``SourceInfo.name``: it must be the entry point's name."""
        assert self.info().name == self.entry_point_name

    def test_describe_is_deterministic(self) -> None:
        """If this fails, check that ``describe`` depends on its settings alone and changes nothing."""
        with scratch() as folder:
            for keys in (True, False):
                settings = self.settings(folder, keys=keys)
                assert self._describe(settings) == self._describe(settings)

    def test_describe_reads_no_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """If this fails, check that ``describe`` asks ``settings.has_key`` or ``.value``, not ``os.environ``."""
        with scratch() as folder:
            settings = self.settings(folder, keys=False)
            before = self._describe(settings)
            read: list[Key | Setting] = [*before.keys, *before.settings]
            names = [name for setting in read for name in (setting.env, *setting.aliases)]
            for name in [*names, f"REFCHECK_{self.entry_point_name.upper()}_URL"]:
                monkeypatch.setenv(name, "https://example.org/from-the-environment")
            assert self._describe(settings) == before

    def test_describe_does_no_network(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """If this fails, check that ``describe`` opens no connection."""

        def refuse(*arguments: object, **options: object) -> None:
            raise AssertionError("describe opened a socket")

        with scratch() as folder:
            settings = self.settings(folder)
            monkeypatch.setattr(socket, "socket", refuse)
            self._describe(settings)

    def test_description_is_complete(self) -> None:
        """If this fails, check the named field of `SourceInfo`."""
        info = self.info()
        for name in ("title", "home_page", "version"):
            assert getattr(info, name).strip(), f"{name} is empty"
        assert info.home_page.startswith(("https://", "http://")), "home_page is no address"
        if info.base_url:
            assert info.base_url.startswith("https://"), "base_url is not https"
            assert info.limits, "no limits, although it asks over the network"
        read: list[Key | Setting] = [*info.keys, *info.settings]
        for setting in read:
            assert setting.purpose.strip(), f"{setting.env} has no purpose"
        assert info.unusable is None, f"the tests' environ must make it usable, which it is not: {info.unusable}"
        for remark in info.remarks:
            assert remark.rstrip().endswith("."), f"the remark {remark!r} is no sentence"

    def test_description_fits_the_hooks(self) -> None:
        """If this fails, check that hooks and ``max_batch``, ``id_kinds`` and ``@hookimpl`` markers go together."""
        callers = hook_callers(type(self).source)
        info = self.info()
        assert unmarked_hooks(type(self).source, callers) is None
        assert ("lookup_dois" in callers) == bool(info.max_batch), "max_batch without lookup_dois, or the reverse"
        assert ("lookup_id" in callers) == bool(info.id_kinds), "id_kinds without lookup_id, or the reverse"
        if "lookup_doi" in callers and info.base_url:
            assert self.known_doi, "the tests must name a known_doi"
        if "lookup_id" in callers:
            assert self.known_ids, "the tests must name known_ids"
            assert {identifier.kind for identifier in self.known_ids} <= info.id_kinds

    def test_description_holds_no_secret(self) -> None:
        """If this fails, check that no value of a key goes into `SourceInfo`."""
        text = repr(dataclasses.asdict(self.info()))
        assert not [env for env, secret in self.secrets().items() if secret in text]

    def _describe(self, settings: Settings) -> SourceInfo:
        (info,) = hook_callers(type(self).source)["describe"](settings=settings)
        assert isinstance(info, SourceInfo)
        return info

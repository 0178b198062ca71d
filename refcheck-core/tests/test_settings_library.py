"""A user's library in the settings, and whether a source reads it."""

from __future__ import annotations

import os

import pytest

from refcheck_core import Setting, SourceUnavailable, Tier
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck
from refcheck_core.settings import LIBRARY, SettingsError

READS = {"tier": Tier.LOCAL, "base_url": "", "settings": (Setting(env=LIBRARY, purpose="files"),)}


@pytest.fixture
def library(tmp_path):
    path = tmp_path / "my refs.bib"
    path.write_text("@book{a, title={A}}")
    return path


def test_files_are_named_in_full_in_place_of_those_of_the_environment(settings_of, library, monkeypatch):
    monkeypatch.chdir(library.parent)
    other = library.with_name("other.bib")
    other.write_text("")
    settings = settings_of(**{LIBRARY: "old.bib"}).with_library([library.name, str(other)])
    assert settings.environ[LIBRARY] == f"{library}{os.pathsep}{other}"


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda folder: folder / "nix.bib", "does not exist"),
        (lambda folder: folder, "is a folder"),
        (lambda folder: folder / f"a{os.pathsep}b.bib", "its path has"),
        (lambda folder: folder / "blank ", "its path has"),
        (lambda folder: folder / ("x" * 5000), "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_told(settings_of, tmp_path, make, problem):
    with pytest.raises(SettingsError, match="The library '") as caught:
        settings_of().with_library([str(make(tmp_path))])
    assert problem in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(settings_of, library):
    library.chmod(0)
    with pytest.raises(SettingsError, match="cannot be read: Permission denied"):
        settings_of().with_library([str(library)])


class TestWhetherASourceReadsIt:
    @pytest.fixture
    def opened(self, settings_of, source):
        def build(info, **environ):
            settings = settings_of(**environ)
            manager = SourceManager(settings)
            manager.register("shelf", source("shelf", info))
            return Refcheck.open(settings, manager=manager)

        return build

    @pytest.mark.anyio
    @pytest.mark.parametrize(("info", "environ"), [(READS, {LIBRARY: "a.bib"}), ({}, {})])
    async def test_one_does_or_none_is_named(self, opened, info, environ):
        async with opened(info, **environ) as refcheck:
            await refcheck.require_library()

    @pytest.mark.anyio
    async def test_one_that_cannot_read_it_tells_why(self, settings_of, source):
        async def broken(ctx):
            raise SourceUnavailable("The library a.bib cannot be read: a.bib is cut off.")

        settings = settings_of(**{LIBRARY: "a.bib"})
        manager = SourceManager(settings)
        manager.register("shelf", source("shelf", READS, open=broken))
        async with Refcheck.open(settings, manager=manager) as refcheck:
            with pytest.raises(SettingsError, match=r"^The library a\.bib cannot be read: a\.bib is cut off\.$"):
                await refcheck.require_library()

    @pytest.mark.anyio
    @pytest.mark.parametrize(
        ("info", "problem"),
        [({}, "no database in use reads one"), ({**READS, "unusable": "a.bib is no BibTeX"}, "a.bib is no BibTeX.")],
    )
    async def test_none_does(self, opened, info, problem):
        async with opened(info, **{LIBRARY: "a.bib"}) as refcheck:
            with pytest.raises(SettingsError, match="The library cannot be used") as caught:
                await refcheck.require_library()
        assert problem in str(caught.value)

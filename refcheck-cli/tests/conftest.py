from __future__ import annotations

import importlib
import logging
import textwrap

import pytest

from refcheck_cli.main import main
from refcheck_core.settings import Settings

GOOD_PLUGIN = """
from refcheck_core import Key, RateLimit, Record, Author, SourceInfo, hookimpl

INFO = SourceInfo(
    name="good",
    title="A good database",
    home_page="https://good.example.org",
    version="1.0",
    base_url="https://api.good.example.org/v1",
    keys=(Key(env="GOOD_KEY", purpose="Raises the limits.", header="x-key"),),
    limits=(RateLimit(name="requests", requests=1, seconds=3), RateLimit(name="quota", requests=200, seconds=86400)),
    ping_doi="10.1000/known",
)
RECORD = Record(
    source=INFO.name,
    title="Attention Is All You Need",
    authors=(Author(given="Ashish", family="Vaswani"), Author(given="Noam", family="Shazeer")),
    year=2017,
    venue="Advances in Neural Information Processing Systems",
    doi="10.1000/known",
)


class Plugin:
    @hookimpl
    def describe(self, settings):
        return INFO

    @hookimpl
    async def search(self, ctx, query):
        return [RECORD] if query.text.casefold().startswith("attention is all you need") else []

    @hookimpl
    async def lookup_doi(self, ctx, doi):
        return RECORD if doi == "10.1000/known" else None


source = Plugin()
"""


@pytest.fixture(autouse=True)
def environment(tmp_path, monkeypatch):
    """Folders of the test's own, and no variable of the user's that changes an answer."""
    import os

    for name in [*os.environ]:
        if name.startswith(("REFCHECK_", "CROSSREF_")) or name in {"NO_COLOR", "FORCE_COLOR"}:
            monkeypatch.delenv(name)
    monkeypatch.setenv("REFCHECK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REFCHECK_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("REFCHECK_LOCAL_INDEX", str(tmp_path / "index"))


@pytest.fixture(autouse=True)
def root_logger():
    """The root logger as it was, after the command has set it up."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


@pytest.fixture
def settings():
    return Settings.from_environment()


@pytest.fixture
def good_plugin():
    """The code of a plugin that does all that it should."""
    return GOOD_PLUGIN


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Installs a plugin: a module beside the metadata of a distribution with its entry point."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    installed = []

    def install_plugin(name: str, code: str = GOOD_PLUGIN, attribute: str = ":source") -> None:
        module = f"plugin_of_{name}_{tmp_path.name.replace('-', '_')}"
        (folder / f"{module}.py").write_text(textwrap.dedent(code))
        metadata = folder / f"refcheck_{name}_test-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: refcheck-{name}-test\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[refcheck.sources]\n{name} = {module}{attribute}\n")
        importlib.invalidate_caches()
        installed.append(name)
        monkeypatch.setenv("REFCHECK_SOURCES", ",".join(installed))

    return install_plugin


@pytest.fixture
def refcheck(capsys):
    """Runs the command: exit code, stdout, stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        out, err = capsys.readouterr()
        return int(code), out, err

    return run

"""Rules of the architecture that import-linter cannot state."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PACKAGES = sorted(path.parent for path in ROOT.glob("refcheck-*/src/*/__init__.py"))
SOURCES = [
    path.name
    for path in PACKAGES
    if '[project.entry-points."refcheck.sources"]' in (path.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
]
MODULES = [path for package in PACKAGES for path in sorted(package.rglob("*.py"))]
ENVIRONMENT_READER = "refcheck_core/settings.py"


def name_of(path: Path) -> str:
    return path.relative_to(path.parents[[parent.name for parent in path.parents].index("src")]).as_posix()


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.Module) -> Iterator[str]:
    """Absolute imports, those for type checking among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def reads_environment(tree: ast.Module) -> bool:
    return any(
        (isinstance(node, ast.Attribute) and node.attr in {"environ", "environb", "getenv"} and is_os(node.value))
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "os"
            and {"environ", "getenv"} & {a.name for a in node.names}
        )
        for node in ast.walk(tree)
    )


def is_os(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "os"


def test_the_reader_of_environments_is_recognised() -> None:
    assert reads_environment(ast.parse("import os\nos.environ['X']"))
    assert reads_environment(ast.parse("from os import getenv"))
    assert not reads_environment(ast.parse("settings.environ"))


def test_one_module_reads_the_environment() -> None:
    assert [name_of(path) for path in MODULES if reads_environment(parsed(path))] == [ENVIRONMENT_READER]


@pytest.mark.parametrize("package", SOURCES)
def test_a_source_names_nothing_of_core_but_its_root(package: str) -> None:
    found = {
        f"{name_of(path)}: {module}"
        for path in MODULES
        if name_of(path).startswith(package)
        for module in imports(parsed(path))
        if module.startswith("refcheck_core.")
    }
    assert found == set()


@pytest.mark.parametrize("package", ["matching", "bibtex", "models"])
def test_judgement_has_no_clock_no_disk_and_no_network(package: str) -> None:
    forbidden = {"os", "io", "time", "random", "socket", "pathlib", "asyncio", "anyio", "httpx", "logging", "threading"}
    found = {
        f"{name_of(path)}: {module}"
        for path in MODULES
        if name_of(path).startswith(f"refcheck_core/{package}/")
        for module in imports(parsed(path))
        if module.split(".")[0] in forbidden
    }
    assert found == set()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 450
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    too_long = [
        f"{node.name} ({length} lines)"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > 60
    ]
    assert too_long == []


def test_the_public_root_lists_what_it_gives() -> None:
    import refcheck_core

    missing = [name for name in refcheck_core.__all__ if getattr(refcheck_core, name, None) is None]
    assert missing == []
    assert sorted(refcheck_core.__all__) == list(refcheck_core.__all__)
    with pytest.raises(AttributeError):
        refcheck_core.no_such_name  # noqa: B018

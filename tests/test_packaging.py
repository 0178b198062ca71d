"""What is published is right: versions, bounds, licences, and nothing in the tree that belongs to one machine."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from importlib.metadata import distribution, entry_points
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
DISTRIBUTIONS = sorted(path.parent.name for path in ROOT.glob("refcheck-*/pyproject.toml"))
VERSION = "0.2.0"


def project(name: str) -> dict:
    return tomllib.loads((ROOT / name / "pyproject.toml").read_text(encoding="utf-8"))


def requirements(name: str) -> list[Requirement]:
    table = project(name)["project"]
    optional = table.get("optional-dependencies", {}).values()
    return [Requirement(text) for text in [*table["dependencies"], *(text for group in optional for text in group)]]


def tree() -> list[Path]:
    """Every file that is, or could be, part of a commit."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"the files of the repository are not known without git: {error}")
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def texts() -> list[tuple[str, str]]:
    return [
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in tree()
        if path.suffix not in {".pdf", ".png", ".gz"} and path != Path(__file__)
    ]


def imported_by(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []


def test_every_distribution_is_in_the_workspace_files() -> None:
    listed = re.findall(r"^-e \./([a-z0-9-]+)", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == DISTRIBUTIONS
    workspace = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]
    assert sorted(workspace["sources"]) == DISTRIBUTIONS
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in DISTRIBUTIONS if f"[{name}]({name})" not in readme] == []


@pytest.mark.parametrize("name", DISTRIBUTIONS)
class TestDistribution:
    def test_version_is_that_of_all(self, name: str) -> None:
        assert project(name)["project"]["version"] == VERSION
        assert distribution(name).version == VERSION

    def test_siblings_and_others_are_bounded(self, name: str) -> None:
        for requirement in requirements(name):
            operators = {specifier.operator for specifier in requirement.specifier}
            assert operators == {">=", "<"}, f"{requirement} needs a lower and an upper bound"
            if requirement.name.startswith("refcheck-"):
                assert str(requirement.specifier) == "<0.3,>=0.2"

    def test_installed_metadata_is_what_the_file_says(self, name: str) -> None:
        metadata = distribution(name).metadata
        assert metadata["Requires-Python"] == ">=3.11"
        assert metadata["License-Expression"] == "MIT"
        assert metadata["Summary"] == project(name)["project"]["description"]
        installed = {Requirement(text).name for text in distribution(name).requires or ()}
        assert installed == {requirement.name for requirement in requirements(name)}

    def test_it_has_readme_licence_and_types(self, name: str) -> None:
        readme = (ROOT / name / "README.md").read_text(encoding="utf-8")
        assert readme.startswith(f"# {name}\n")
        assert len(readme.split()) > 30, "the index shows this page: say what the distribution is for"
        assert (ROOT / name / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
        assert (ROOT / name / "src" / name.replace("-", "_") / "py.typed").is_file()

    def test_its_dependency_names_are_what_it_imports(self, name: str) -> None:
        own = {"refcheck_core"} | {requirement.name.replace("-", "_") for requirement in requirements(name)}
        package = ROOT / name / "src" / name.replace("-", "_")
        imported = {
            module.split(".")[0]
            for path in package.rglob("*.py")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for module in imported_by(node)
            if module.startswith("refcheck_")
        }
        assert imported <= own | {package.name}


def test_sources_are_found_by_entry_point() -> None:
    declared = {
        name: dist
        for dist in DISTRIBUTIONS
        for name in project(dist)["project"].get("entry-points", {}).get("refcheck.sources", {})
    }
    found = {point.name: point.dist.name for point in entry_points(group="refcheck.sources") if point.dist}
    assert {"arxiv", "crossref", "semantic_scholar"} <= set(declared)
    assert {name: dist for name, dist in found.items() if dist in DISTRIBUTIONS} == declared


def test_extras_of_the_server_bring_the_sources_that_need_a_key() -> None:
    extras = project("refcheck-mcp")["project"]["optional-dependencies"]
    assert {name: [Requirement(text).name for text in given] for name, given in extras.items()} == {
        "all": ["refcheck-ieee", "refcheck-scopus"],
        "ieee": ["refcheck-ieee"],
        "scopus": ["refcheck-scopus"],
    }
    assert {requirement.name for requirement in requirements("refcheck-cli") if requirement.name in DISTRIBUTIONS} == {
        name for name in DISTRIBUTIONS if name not in {"refcheck-cli", "refcheck-eval", "refcheck-mcp"}
    }


@pytest.mark.parametrize("name", ["refcheck-cli", "refcheck-mcp"])
def test_front_ends_bring_the_source_that_needs_no_network(name: str) -> None:
    assert "refcheck-local" in {Requirement(text).name for text in project(name)["project"]["dependencies"]}


def test_the_changelog_names_the_version() -> None:
    assert f"## [{VERSION}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_lock_file() -> None:
    locks = {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "pylock.toml", "package-lock.json"}
    assert [path.name for path in tree() if path.name in locks] == []


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        (
            "an address of a package registry",
            r"pypi\.org|pythonhosted\.org|registry\.npmjs|--index-url|--extra-index-url",
        ),
        ("a path of one machine", r"(?<![\w.$}~])/(?:home|Users|root|work|mnt)/\w"),
        ("a personal e-mail address", r"[\w.+-]+@(?:gmail|outlook|hotmail|yahoo|icloud|proton)\.\w+"),
        ("a lasting conflict", r"^(?:<{7}|>{7}) "),
    ],
)
def test_nothing_in_the_tree_belongs_to_one_machine_or_person(what: str, pattern: str) -> None:
    found = [name for name, text in texts() if re.search(pattern, text, re.MULTILINE)]
    assert found == [], f"{what} in {found}"


def test_links_of_the_documents_lead_somewhere() -> None:
    broken = [
        f"{name} -> {target}"
        for name, text in texts()
        if name.endswith(".md")
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text)
        if not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert broken == []

"""Checks of the whole workspace: ``nox`` runs the usual ones, ``nox -l`` lists all.

Sessions use uv where it is installed and virtualenv elsewhere; an interpreter that is not on this machine is skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nox

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parent
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
DISTRIBUTIONS = tuple(sorted(path.parent.name for path in ROOT.glob("refcheck-*/pyproject.toml")))
COVERAGE = ROOT / ".nox" / "coverage"
PYTHONS = ("3.11", "3.12", "3.13")
PURE = "*/refcheck_core/matching/*,*/refcheck_core/identifiers.py,*/refcheck_core/bibtex/*"

nox.needs_version = ">=2025.10.16"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.download_python = "never"
nox.options.error_on_external_run = True
nox.options.error_on_missing_interpreters = False
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "types", "tests", "crossing", "coverage", "wheels", "tex"]


def group(*names: str) -> list[str]:
    """The requirements of dependency groups of the workspace."""
    return nox.project.dependency_groups(PROJECT, *names)


def metadata(distribution: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / distribution / "pyproject.toml").read_text(encoding="utf-8"))


def siblings(distribution: str) -> list[str]:
    """The distributions of this repository that one needs, itself last."""
    found: list[str] = []
    for requirement in metadata(distribution)["project"]["dependencies"]:
        name = re.split(r"[^A-Za-z0-9_.-]", requirement, maxsplit=1)[0]
        if name in DISTRIBUTIONS:
            found += [other for other in siblings(name) if other not in found]
    return [*found, distribution]


def editable(distributions: Iterable[str]) -> list[str]:
    return [part for name in distributions for part in ("-e", f"./{name}")]


def run_pytest(session: nox.Session, *paths: str) -> None:
    """Run pytest under coverage; ``nox -s tests -- -k name`` passes arguments on."""
    data = COVERAGE / f".coverage.{re.sub(r'[^A-Za-z0-9.]+', '-', session.name)}"
    COVERAGE.mkdir(exist_ok=True, parents=True)
    session.run("coverage", "run", "-m", "pytest", *paths, *session.posargs, env={"COVERAGE_FILE": str(data)})


@nox.session(python=PYTHONS)
@nox.parametrize("distribution", DISTRIBUTIONS, ids=DISTRIBUTIONS)
def tests(session: nox.Session, distribution: str) -> None:
    """Test one distribution alone, with nothing installed but what it declares (and the test group)."""
    session.install(*editable(siblings(distribution)), *group("test"))
    run_pytest(session, f"{distribution}/tests")


@nox.session(python=PYTHONS)
def crossing(session: nox.Session) -> None:
    """Test what crosses distributions, with all of them installed."""
    session.install("-r", "requirements.txt", *group("test"))
    run_pytest(session, "tests")


@nox.session
def coverage(session: nox.Session) -> None:
    """Combine what the test sessions measured; hold the floors."""
    session.install(*group("test"))
    env = {"COVERAGE_FILE": str(COVERAGE / "combined")}
    session.run("coverage", "combine", "--keep", str(COVERAGE), env=env)
    session.run("coverage", "report", "--skip-covered", "--fail-under=95", env=env)
    session.run("coverage", "report", "--skip-covered", f"--include={PURE}", "--fail-under=100", env=env)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, layers and spelling."""
    session.install(*group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    sources = os.pathsep.join(str(ROOT / name / "src") for name in DISTRIBUTIONS)
    session.run("lint-imports", "--no-logo", env={"PYTHONPATH": sources})
    session.run("codespell")


@nox.session
def types(session: nox.Session) -> None:
    """Check types, strictly: each distribution, and the registry emulator of the tests."""
    session.install("-r", "requirements.txt", *group("test", "types"))
    for name in DISTRIBUTIONS:
        session.run("mypy", f"{name}/src")
    session.run("mypy", "tests/emulator")


@nox.session
def dists(session: nox.Session) -> None:
    """Build wheel and sdist of every distribution into dist/."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    session.install(*sorted({need for name in DISTRIBUTIONS for need in metadata(name)["build-system"]["requires"]}))
    for name in DISTRIBUTIONS:
        with session.chdir(name):
            session.run("hatchling", "build", "--directory", str(ROOT / "dist"), silent=True)


@nox.session(requires=["dists"], reuse_venv=False)
def wheels(session: nox.Session) -> None:
    """Install the wheels by path in a clean environment and use them as a user does.

    By path, because a package of the name refcheck-mcp on the index is not ours.
    """
    built = {path.name.split("-")[0].replace("_", "-"): path for path in (ROOT / "dist").glob("*.whl")}
    session.install(*(f"{path}[all]" if name == "refcheck-mcp" else str(path) for name, path in built.items()))
    script = ROOT / "tests" / "checks" / "installed.py"
    with session.chdir(session.create_tmp()):  # away from the sources
        session.run("refcheck", "--version")
        session.run("python", "-I", str(script), *DISTRIBUTIONS)


@nox.session(venv_backend="virtualenv", reuse_venv=False)
def lowest(session: nox.Session) -> None:
    """Test with the lowest version of every declared dependency."""
    session.install("uv>=0.9,<1")
    session.run(
        "uv", "pip", "install", "--quiet", "--resolution", "lowest-direct", *editable(DISTRIBUTIONS), *group("test")
    )
    session.run("pytest", *session.posargs)


@nox.session
def tex(session: nox.Session) -> None:
    """Compile the entries of every recorded work. Installs TeX where it is missing (Debian, as root)."""
    if not all(map(shutil.which, ("biber", "bibtex", "pdflatex"))):
        debian = ("texlive-binaries", "texlive-latex-base", "biber")
        apt_get = ("apt-get", "--quiet=2", "--option=Dpkg::Use-Pty=0")
        session.run(*apt_get, "update", external=True)
        session.run(
            *(*apt_get, "install", "--yes", "--no-install-recommends", *debian),
            env={"DEBIAN_FRONTEND": "noninteractive"},
            external=True,
            silent=True,
        )
    session.install("-r", "requirements.txt", *group("test"))
    session.run("pytest", "tests/test_bibtex_compiles.py", *session.posargs, env={"REFCHECK_TEX": "1"})


@nox.session
def mutation(session: nox.Session) -> None:
    """Mutate ``refcheck_core.matching`` and tell what no test notices: ``nox -s mutation -- --sample 300 --seed 1``.

    Without ``--sample`` all are tried; ``--modules titles,years`` takes these modules alone. Fails below 90 %.
    In a copy of the sources: refcheck-core itself is not installed, only what it needs.
    """
    session.install(*metadata("refcheck-core")["project"]["dependencies"], *group("test", "mutation"))
    folder = Path(session.create_tmp()) / "mutation"
    session.run("python", "benchmarks/mutation.py", str(folder), *session.posargs, env={"CI": ""})


@nox.session
def live(session: nox.Session) -> None:
    """Ask the real databases; never part of the usual checks. Reads the keys from the environment."""
    session.install("-r", "requirements.txt", *group("test"))
    session.run("pytest", "-m", "live", "tests", *session.posargs, env={"REFCHECK_LIVE": "1"})

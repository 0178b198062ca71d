"""Mutation testing of ``refcheck_core.matching``: which changes of the code would no check notice?

    nox -s mutation -- [--modules titles,years] [--sample 300] [--seed 1] [--processes 2]

mutmut changes one expression of one function at a time. A mutant is killed if a test of ``test_matching_*.py`` fails,
the tests hang, or else the type checker refuses it; the others survive and are listed. All is done in a copy of the
sources in the given folder, of which ``lru_cache`` is taken off: mutmut leaves decorated functions alone, and results
kept from before would hide mutants. Constants and tables of modules are not mutated, nor properties.

Mutants that change nothing that can be seen are listed with the reason in ``benchmarks/mutation_equivalent.toml`` and
left out of the score. Of a sample the score has its 95 % interval (Wilson).
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import math
import random
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORE = ROOT / "refcheck-core"
EQUIVALENT = Path(__file__).with_name("mutation_equivalent.toml")
PACKAGE = "refcheck_core.matching"
WARM_UP = "comparison"
"""The smallest module: mutmut names its mutants only with a run."""
FLOOR = 0.9

CACHE = re.compile(r"^@lru_cache\(maxsize=\d{2,}\)\n", re.MULTILINE)
"""Caches of results by arguments; a table that is read once (``maxsize=1``) stays."""

SLOW = "tests/test_matching_authors.py::TestLists::test_thousands_of_authors"
"""About speed, which is another one without caches."""

KILLED = ("killed", "timeout", "segfault")
BY_TYPES = "refused by the type checker"
"""What no test noticed, and mypy does, without which no change passes."""

FAULTS = tuple("arg-type call-arg call-overload operator assignment return-value index union-attr type-var".split())
"""Errors of types that only a mutant can cause, unlike others that the code around mutants does."""

SETTINGS = f"""
[tool.mutmut]
source_paths = ["src"]
also_copy = ["conftest.py"]
only_mutate = ["src/refcheck_core/matching/*.py"]
pytest_add_cli_args = ["--import-mode=importlib", "-p", "no:cacheprovider", "--deselect={SLOW}"]
pytest_add_cli_args_test_selection = ["tests"]
track_dependencies = false
[tool.pytest.ini_options]
filterwarnings = ["error"]
"""

PROFILE = """
from hypothesis import HealthCheck, settings

settings.register_profile(
    "mutation", max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("mutation")
"""
"""Few examples, the same ones in each run."""


@dataclass
class Module:
    """What became of the mutants of one module."""

    statuses: collections.Counter[str] = field(default_factory=collections.Counter)
    equivalent: int = 0

    @property
    def killed(self) -> int:
        return sum(self.statuses[s] for s in (*KILLED, BY_TYPES))

    @property
    def counted(self) -> int:
        return self.statuses.total() - self.equivalent


def prepare(folder: Path) -> None:
    """Copy sources and tests; nothing is ever written beside the originals."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CORE / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / "src" / "refcheck_core" / "matching").glob("*.py"):
        path.write_text(CACHE.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "tests").mkdir()
    for path in (CORE / "tests" / "conftest.py", *(CORE / "tests").glob("test_matching_*.py")):
        shutil.copy(path, folder / "tests")
    (folder / "conftest.py").write_text(PROFILE, encoding="utf-8")
    (folder / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")


def mutmut(folder: Path, *arguments: str) -> str:
    """What the command prints.

    Raises:
        SystemExit: if it fails, as when a test fails without any mutant.
    """
    done = subprocess.run(["mutmut", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"mutmut {arguments[0]} failed:\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout


def statuses(folder: Path) -> dict[str, str]:
    """Names of all mutants with what is known of each."""
    lines = mutmut(folder, "results", "--all", "true").splitlines()
    return dict(line.strip().rsplit(": ", 1) for line in lines if ": " in line)


def module_of(name: str) -> str:
    return name.removeprefix(f"{PACKAGE}.").split(".")[0]


def function_of(name: str) -> str:
    """``titles.compare`` of ``refcheck_core.matching.titles.x_compare__mutmut_7``."""
    module, function = name.removeprefix(f"{PACKAGE}.").rsplit("__mutmut_", 1)[0].split(".", 1)
    return f"{module}.{function.removeprefix('x_')}"


def difference(folder: Path, name: str) -> tuple[str, str]:
    """The lines that a mutant takes out and puts in."""
    lines = mutmut(folder, "show", name).splitlines()
    sides = ([x[1:].strip() for x in lines if x.startswith(s) and not x.startswith(s * 3)] for s in "-+")
    old, new = ("\n".join(side) for side in sides)
    return old, new


def refused_by_types(folder: Path) -> set[str]:
    """Mutants that the type checker refuses. mutmut can ask it too, and then needs many minutes for the answer."""
    command = ["mypy", "--no-error-summary", "--output", "json", "src/refcheck_core/matching"]
    done = subprocess.run(command, cwd=folder / "mutants", capture_output=True, text=True, check=False)
    lines: dict[str, set[int]] = collections.defaultdict(set)
    for error in map(json.loads, filter(None, done.stdout.splitlines())):
        if error["code"] in FAULTS:
            lines[error["file"]].add(error["line"])
    refused = set()
    for path, at in lines.items():
        tree = ast.parse((folder / "mutants" / path).read_text(encoding="utf-8"))
        functions = (f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and "__mutmut_" in f.name)
        wrong = (f for f in functions if at & set(range(f.lineno, (f.end_lineno or f.lineno) + 1)))
        refused |= {f"{PACKAGE}.{Path(path).stem}.{f.name}" for f in wrong}
    return refused


def known_equivalents() -> set[tuple[str, str, str]]:
    """Mutants that change nothing, by function and difference: numbers change with every edit."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(e["function"], e["line"], e["becomes"]) for e in entries}


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's interval of a share, 95 %."""
    z = 1.959964
    middle, width = hits / of + z * z / (2 * of), z * math.sqrt(hits * (of - hits) / of**3 + z * z / (4 * of * of))
    return (middle - width) / (1 + z * z / of), (middle + width) / (1 + z * z / of)


def choose(names: list[str], modules: list[str], sample: int, seed: int) -> list[str]:
    """The mutants to try: of the given modules, all or a random sample."""
    wanted = sorted(n for n in names if not modules or module_of(n) in modules)
    if not wanted:
        sys.exit(f"No mutants in {', '.join(modules)}.")
    return random.Random(seed).sample(wanted, min(sample, len(wanted))) if sample else wanted


def report(folder: Path, names: list[str]) -> float:
    """Print the figures of each module, then the survivors; the score."""
    found, known, refused = statuses(folder), known_equivalents(), refused_by_types(folder)
    modules: dict[str, Module] = collections.defaultdict(Module)
    survivors: list[str] = []
    for name in sorted(names):
        module = modules[module_of(name)]
        status = BY_TYPES if name in refused and found[name] not in KILLED else found[name]
        module.statuses[status] += 1
        if status in (*KILLED, BY_TYPES):
            continue
        old, new = difference(folder, name)
        if (function_of(name), old, new) in known:
            module.equivalent += 1
        else:
            survivors.append(f"{function_of(name)} ({status}, {name.rsplit('_', 1)[1]})\n- {old}\n+ {new}\n")
    print("\n".join(survivors))
    print(f"{'module':18} mutants  by tests  by types  timeouts  survived  equivalent  killed")
    total = Module(sum((m.statuses for m in modules.values()), collections.Counter()))
    total.equivalent = sum(m.equivalent for m in modules.values())
    for name, module in [*sorted(modules.items()), ("all", total)]:
        s, n = module.statuses, max(1, module.counted)
        print(
            f"{name:18} {s.total():7} {s['killed']:9} {s[BY_TYPES]:9} {s['timeout']:9} "
            f"{module.counted - module.killed:9} {module.equivalent:11} {module.killed / n:7.1%}"
        )
    low, high = interval(total.killed, max(1, total.counted))
    print(
        f"{total.killed} of {total.counted} killed; of all mutants {low:.1%} to {high:.1%} (95 %) if this is a sample."
    )
    return total.killed / max(1, total.counted)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where to work; emptied before")
    parser.add_argument("--modules", type=lambda text: text.split(","), default=[], help="names, by commas; all")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants at random; all, which takes hours")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    prepare(options.folder)
    processes = ("--max-children", str(options.processes))
    mutmut(options.folder, "run", *processes, f"{PACKAGE}.{WARM_UP}.*")
    names = choose(list(statuses(options.folder)), options.modules, options.sample, options.seed)
    print(f"{len(names)} mutants", flush=True)
    mutmut(options.folder, "run", *processes, *names)
    return int(report(options.folder, names) < FLOOR)


if __name__ == "__main__":
    sys.exit(main())

"""Mutation testing of ``refcheck_core.matching``: which changes of the code would no check notice?

    nox -s mutation -- [--modules titles,years] [--sample 300] [--seed 1] [--minutes 60] [--processes 2]

mutmut makes the mutants: it changes one expression of one function at a time. Those that the type checker refuses are
killed; so are, of the others, those at which a test fails or hangs. ``mutants.py`` runs the tests, which are all
``test_matching_*.py``, for each mutant those that call its function, in processes forked off one that has everything
loaded: mutmut's own way needs as many seconds for one mutant as this for ten. What survives is listed. All is done in a
copy of the sources in the given folder. Constants and tables of modules are not mutated, nor properties; what is called
while modules are imported is mutated after that.

Mutants that change nothing that can be seen are listed with the reason in ``benchmarks/mutation_equivalent.toml`` and
left out of the score. Of a sample the score has its 95 % interval (Wilson).
"""

from __future__ import annotations

import argparse
import ast
import collections
import difflib
import functools
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).parent.parent
CORE = ROOT / "refcheck-core"
EQUIVALENT = Path(__file__).with_name("mutation_equivalent.toml")
PACKAGE = "refcheck_core.matching"
FLOOR = 0.9

CACHE = re.compile(r"^@lru_cache\(maxsize=(\d{2,})\)\ndef (\w+)", re.MULTILINE)
"""Caches of results by arguments, of functions that mutmut leaves alone if they are decorated; `mutants.py` keeps the
results instead. A table that is read once (``maxsize=1``) stays."""

SLOW = "tests/test_matching_authors.py::TestLists::test_thousands_of_authors"
"""About speed, which is another one where every call is redirected."""

KILLED = ("killed", "timeout")
SWITCH = re.compile(r"^from mutmut\.mutation\.trampoline import .*$", re.MULTILINE)
"""What mutmut has the mutated modules import, to choose by the environment at each call."""

ENTRY = re.compile(r"mutants_\w+\['(\w+)'\] = ")
"""Line of the table in which a mutated module keeps the mutants of a function."""

BY_TYPES = "refused by the type checker"
"""No change passes without it, so that no test is run for these: many a one would notice them as well."""

FAULTS = tuple("arg-type call-arg call-overload operator assignment return-value index union-attr type-var".split())
"""Errors of types that only a mutant can cause, unlike others that the code around mutants does."""

SETTINGS = """
[tool.mutmut]
source_paths = ["src"]
[tool.pytest.ini_options]
filterwarnings = ["error"]
"""

PROFILE = """
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "mutation",
    max_examples=10,
    phases=(Phase.explicit, Phase.generate),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutation")
"""
"""Few examples, the same ones in each run; which is the simplest that fails doesn't matter."""


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
    shutil.copy(Path(__file__).with_name("mutants.py"), folder)
    (folder / "tests").mkdir()
    for place in (CORE / "tests", ROOT / "tests"):
        for path in place.glob("test_matching_*.py"):
            shutil.copy(path, folder / "tests")
    shutil.copy(CORE / "tests" / "conftest.py", folder / "tests")
    (folder / "conftest.py").write_text(PROFILE, encoding="utf-8")
    (folder / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")


@dataclass(frozen=True)
class Mutated:
    """A module with its mutants.

    Attributes:
        kept: function -> how many results it keeps.
        lines: mutant -> first and last line of it in `code`.
    """

    path: Path
    code: str
    kept: dict[str, int]
    lines: dict[str, tuple[int, int]]


def mutate(path: Path) -> Mutated:
    """Make all mutants of a module."""
    module = f"{PACKAGE}.{path.stem}"
    code = path.read_text(encoding="utf-8")
    kept = {f"{module}.{function}": int(size) for size, function in CACHE.findall(code)}
    made = mutate_file_contents(str(path), CACHE.sub(r"def \2", code))
    switched = SWITCH.sub("from mutants import switch as _mutmut_mutated, MutantDict", made.code)
    spans = made.line_span_by_function_name
    return Mutated(path, switched, kept, {f"{module}.{n}": (spans[n].start, spans[n].end) for n in made.mutant_names})


def mutate_all(folder: Path, modules: list[str], processes: int) -> list[Mutated]:
    """Make all mutants of the modules, or of all; nothing is written yet."""
    paths = sorted((folder / "src" / "refcheck_core" / "matching").glob("*.py"))
    if unknown := set(modules) - {path.stem for path in paths}:
        sys.exit(f"No modules {', '.join(sorted(unknown))} in {PACKAGE}.")
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(mutate, [p for p in paths if not modules or p.stem in modules]))


def write(module: Mutated, chosen: set[str]) -> None:
    """Put the chosen mutants into a module; the others would only be compiled and checked for nothing."""
    lines = module.code.splitlines(keepends=True)
    for name in module.lines.keys() - chosen:
        first, last = module.lines[name]
        lines[first - 1 : last] = [""] * (last - first + 1)
    others = {name.rsplit(".", 1)[1] for name in module.lines.keys() - chosen}
    text = "".join(line for line in lines if not ((entry := ENTRY.match(line)) and entry[1] in others))
    module.path.write_text(text, encoding="utf-8")


def try_all(folder: Path, names: list[str], kept: dict[str, int], processes: int, minutes: float) -> dict[str, str]:
    """Run the tests; what became of each mutant that there was time for.

    Raises:
        SystemExit: if they don't come to an end.
    """
    mutants = [(f"{PACKAGE}.{function_of(name)}", name.rsplit(".", 1)[1], name) for name in names]
    plan = {"mutants": mutants, "kept": kept, "processes": processes, "minutes": minutes}
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    options = [
        *"-q -s --import-mode=importlib -p no:cacheprovider -p no:logging -p mutants tests".split(),
        f"--deselect={SLOW}",
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(folder / "src")))}
    log = folder / "pytest.log"
    with log.open("w", encoding="utf-8") as output:
        done = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options], cwd=folder, env=environment, stdout=output, stderr=output
        )
        start = time.monotonic()
        while done.poll() is None:
            time.sleep(1)
            tell_progress(folder, len(names), time.monotonic() - start)
    found = {line["mutant"]: line["status"] for line in results(folder) if "mutant" in line}
    for name in next((line["failing"] for line in results(folder) if "failing" in line), ()):
        print(f"left out, as it fails without any mutant: {name}")
    if not found or not (minutes or set(found) == set(names)):
        sys.exit(f"The tests ended before the mutants:\n{log.read_text(encoding='utf-8')[-4000:]}")
    return found


def results(folder: Path) -> list[dict[str, Any]]:
    """The lines that are written as mutants are tried."""
    path = folder / "results.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def module_of(name: str) -> str:
    return name.removeprefix(f"{PACKAGE}.").split(".")[0]


def function_of(name: str) -> str:
    """``titles.compare`` of ``refcheck_core.matching.titles.x_compare__mutmut_7``; methods with their class."""
    module, mutant = name.removeprefix(f"{PACKAGE}.").rsplit("__mutmut_", 1)[0].split(".", 1)
    return f"{module}.{mutant.removeprefix('x_').removeprefix('xǁ').replace('ǁ', '.')}"


@functools.cache
def functions(path: Path) -> dict[str, list[str]]:
    """The lines of each function and method of a mutated module, but for the name."""
    code = path.read_text(encoding="utf-8")
    lines = code.splitlines()
    return {
        node.name: [line.strip() for line in lines[node.body[0].lineno - 1 : node.end_lineno]]
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.FunctionDef)
    }


def difference(folder: Path, name: str) -> tuple[str, str]:
    """The lines that a mutant takes out and puts in."""
    module, mutant = name.rsplit(".", 1)
    known = functions(folder / "src" / "refcheck_core" / "matching" / f"{module.rsplit('.', 1)[1]}.py")
    original = known[f"{mutant.rsplit('__mutmut_', 1)[0]}__mutmut_orig"]
    lines = list(difflib.unified_diff(original, known[mutant], n=0, lineterm=""))[3:]
    old, new = ("\n".join(line[1:] for line in lines if line.startswith(side)) for side in "-+")
    return old, new


def refused_by_types(folder: Path) -> set[str]:
    """Mutants that the type checker refuses, all at once: it needs a minute or two."""
    command = ["mypy", "--no-error-summary", "--output", "json", "src/refcheck_core/matching"]
    places = {**os.environ, "MYPYPATH": str(folder)}
    done = subprocess.run(command, cwd=folder, env=places, capture_output=True, text=True, check=False)
    lines: dict[str, set[int]] = collections.defaultdict(set)
    for error in map(json.loads, filter(None, done.stdout.splitlines())):
        if error["code"] in FAULTS:
            lines[error["file"]].add(error["line"])
    refused = set()
    for path, at in lines.items():
        tree = ast.parse((folder / path).read_text(encoding="utf-8"))
        functions = (f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and "__mutmut_" in f.name)
        wrong = (f for f in functions if at & set(range(f.lineno, (f.end_lineno or f.lineno) + 1)))
        refused |= {f"{PACKAGE}.{Path(path).stem}.{f.name}" for f in wrong}
    return refused


def known_equivalents() -> set[tuple[str, str, str]]:
    """Mutants that change nothing, by function and difference: numbers change with every edit."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(e["function"], e["line"], e["becomes"]) for e in entries}


def tell_outdated(folder: Path) -> None:
    """Name the listed mutants whose function or line is no longer there; the code was changed or moved."""
    for function, line, _ in sorted(known_equivalents()):
        path = folder / "src" / "refcheck_core" / "matching" / f"{function.split('.')[0]}.py"
        code = {x.strip() for x in path.read_text(encoding="utf-8").splitlines()} if path.exists() else set()
        if not code.issuperset(line.splitlines()):
            print(f"outdated in {EQUIVALENT.name}: {function}: {line}")


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's interval of a share, 95 %."""
    z = 1.959964
    middle, width = hits / of + z * z / (2 * of), z * math.sqrt(hits * (of - hits) / of**3 + z * z / (4 * of * of))
    return (middle - width) / (1 + z * z / of), (middle + width) / (1 + z * z / of)


def tell_progress(folder: Path, of: int, seconds: float) -> None:
    """On a terminal; else once a minute."""
    if not sys.stderr.isatty() and int(seconds) % 60:
        return
    done = max(0, len(results(folder)) - 1)
    print(f"{done} of {of} mutants after {seconds:.0f} s", file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n")


def report(folder: Path, found: dict[str, str]) -> float:
    """Print the survivors, then the figures of each module; the score."""
    known = known_equivalents()
    modules: dict[str, Module] = collections.defaultdict(Module)
    survivors: list[str] = []
    for name in sorted(found):
        module = modules[module_of(name)]
        status = found[name]
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
    parser.add_argument("--sample", type=int, default=0, help="so many mutants at random; all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--minutes", type=float, default=0, help="for the tests, then no further mutant is tried; no end"
    )
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    folder = options.folder.resolve()
    prepare(folder)
    tell_outdated(folder)
    os.chdir(folder)  # where mutmut looks for its settings
    modules = mutate_all(folder, options.modules, options.processes)
    names = [name for module in modules for name in module.lines]
    chosen = random.Random(options.seed).sample(names, min(options.sample, len(names))) if options.sample else names
    print(f"{len(chosen)} of {len(names)} mutants", flush=True)
    for module in modules:
        write(module, set(chosen))
    kept = {function: size for module in modules for function, size in module.kept.items()}
    refused = refused_by_types(folder)
    left = [name for name in chosen if name not in refused]
    found = try_all(folder, left, kept, options.processes, options.minutes)
    # Where time was short the first ones are a sample, too: of the refused those among them.
    reached = chosen if len(found) == len(left) else chosen[: chosen.index(left[len(found)])]
    found |= {name: BY_TYPES for name in reached if name in refused}
    return int(report(folder, found) < FLOOR)


if __name__ == "__main__":
    sys.exit(main())

"""Run tests against one mutant after another, in processes forked off one that has everything loaded.

This is what `mutation.py` puts beside the mutated sources; it works in two places. The mutated modules import `switch`,
which lets the chosen mutant of each function be called. pytest loads `pytest_runtestloop`, which runs all tests once,
noting which of them call which function and how long they take, and then for each mutant forks a process that runs the
tests of the mutated function until one fails: those first that have failed most often for this function, then the
quickest. A mutant that a test notices costs some hundredths of a second so.

Functions that keep their results (`lru_cache`) do so here too, but nothing that was kept before the mutant is chosen.
"""

from __future__ import annotations

import collections
import functools
import gc
import itertools
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

PACKAGE = "refcheck_core.matching"
Function = TypeVar("Function", bound=Callable[..., Any])
MutantDict = dict[str, Any]

PLAN, RESULTS = Path("plan.json"), Path("results.jsonl")
SLACK = 10
"""A mutant is taken to hang if a test needs so many times the processor time that it needs without it..."""
LEAST = 3
"""... and so many seconds."""
MEMORY = 4 << 30
"""Bytes that no test needs."""

KILLED, SURVIVED, TIMEOUT, BROKEN = "killed", "survived", "timeout", "broken"


@dataclass
class Switch:
    """One mutated function: what is called, and what may be."""

    name: str
    mutants: MutantDict
    kept: int | None
    call: Callable[..., Any] = field(init=False)

    def __post_init__(self) -> None:
        self.call = self.note

    def note(self, *args: Any, **options: Any) -> Any:
        """Call the original, and note that."""
        CALLED.add(self.name)
        return self.mutants["_mutmut_orig"](*args, **options)

    def choose(self, mutant: str = "_mutmut_orig") -> None:
        """Call this one from now on."""
        function = self.mutants[mutant]
        self.call = functools.lru_cache(self.kept)(function) if self.kept else function


SWITCHES: dict[str, Switch] = {}
CALLED: set[str] = set()
KEPT: dict[str, int] = json.loads(PLAN.read_text(encoding="utf-8"))["kept"] if PLAN.exists() else {}
"""How many results the functions keep that had ``lru_cache`` before it was taken off."""


def switch(mutants: MutantDict, is_classmethod: bool = False) -> Callable[[Function], Function]:
    """Decorator of each mutated function; the table is filled later."""
    assert not is_classmethod, "class methods are not provided for"

    def decorate(function: Function) -> Function:
        name = f"{function.__module__}.{function.__qualname__}"
        own = SWITCHES[name] = Switch(name, mutants, KEPT.get(name))

        @functools.wraps(function)
        def called(*args: Any, **options: Any) -> Any:
            return own.call(*args, **options)

        return called  # type: ignore[return-value]

    return decorate


# --- in pytest -------------------------------------------------------------------------------------------------------


@dataclass
class Tests:
    """All tests, and what is known of each."""

    items: dict[str, Any]
    seconds: dict[str, float] = field(default_factory=dict)
    callers: dict[str, set[str]] = field(default_factory=lambda: collections.defaultdict(set))
    failures: collections.Counter[tuple[str, str]] = field(default_factory=collections.Counter)

    def of(self, function: str) -> list[Any]:
        """The tests that call a function, the likeliest to fail first."""
        names = self.callers[function]
        return [self.items[n] for n in sorted(names, key=lambda n: (-self.failures[function, n], self.seconds[n], n))]


class Watcher:
    """Notes tests that fail; in a forked process it ends that with the name of the first, and no time is lost with the
    text of the failure."""

    def __init__(self, pipe: int | None = None) -> None:
        self.pipe = pipe
        self.failed: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        if call.excinfo is None or isinstance(call.excinfo.value, pytest.skip.Exception):
            return
        self.failed.append(item.nodeid)
        if self.pipe is not None:
            os.write(self.pipe, item.nodeid.encode())
            os._exit(1)


def forget() -> None:
    """Drop what functions keep that are not mutated themselves, tables that are read once apart."""
    for name, module in sys.modules.items():
        if name.startswith(PACKAGE):
            for function in vars(module).values():
                if isinstance(function, functools._lru_cache_wrapper) and function.cache_parameters()["maxsize"] != 1:  # noqa: SLF001
                    function.cache_clear()


def note_tests(session: Any) -> tuple[Tests, list[str]]:
    """Run all without a mutant; the names of those that fail even so, which cannot tell anything of mutants."""
    tests = Tests({item.nodeid: item for item in session.items})
    watcher = Watcher()
    session.config.pluginmanager.register(watcher)
    for item in session.items:
        forget()
        CALLED.clear()
        start = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        tests.seconds[item.nodeid] = time.process_time() - start
        if item.nodeid not in watcher.failed:
            for name in CALLED:
                tests.callers[name].add(item.nodeid)
    session.config.pluginmanager.unregister(watcher)
    return tests, watcher.failed


def try_mutant(session: Any, function: str, mutant: str, tests: Tests, pipe: int) -> None:
    """What the forked process does; it ends here."""
    own = SWITCHES.get(function)
    if own is None:
        os._exit(0)  # no test imports its module
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for other in SWITCHES.values():
        other.choose()
    own.choose(mutant)
    forget()
    session.config.pluginmanager.register(Watcher(pipe))
    for item, after in itertools.pairwise([*tests.of(own.name), None]):
        limit = int(time.process_time() + LEAST + SLACK * tests.seconds[item.nodeid])
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
    os._exit(0)


def status_of(waited: int, test: str) -> str:
    if os.WIFSIGNALED(waited) and os.WTERMSIG(waited) == signal.SIGXCPU:
        return TIMEOUT
    if test:
        return KILLED
    return SURVIVED if waited == 0 else BROKEN


def pytest_runtestloop(session: Any) -> bool:
    """Try the mutants of the plan, writing a line of JSON about each, until its time is up."""
    if session.testsfailed:
        raise session.Interrupted("Not all tests can be collected.")
    plan = json.loads(PLAN.read_text(encoding="utf-8"))
    tests, failing = note_tests(session)
    gc.collect()
    gc.freeze()
    waiting = list(reversed(plan["mutants"]))
    running: dict[int, tuple[str, str, int, float]] = {}
    end = time.time() + 60 * plan["minutes"] if plan["minutes"] else float("inf")
    with RESULTS.open("a", encoding="utf-8") as results:
        print(json.dumps({"failing": failing, "seconds": sum(tests.seconds.values())}), file=results, flush=True)
        while waiting or running:
            if time.time() > end:
                waiting.clear()
            while waiting and len(running) < plan["processes"]:
                function, mutant, name = waiting.pop()
                read, write = os.pipe()
                pid = os.fork()
                if pid == 0:
                    try:
                        try_mutant(session, function, mutant, tests, write)
                    except BaseException:  # noqa: BLE001  (pytest must not go on in a second process)
                        traceback.print_exc()
                    finally:
                        os._exit(1)
                os.close(write)
                running[pid] = (function, name, read, time.monotonic())
            pid, waited = os.wait()
            function, name, read, start = running.pop(pid)
            with os.fdopen(read) as pipe:
                test = pipe.read()
            tests.failures[function, test] += bool(test)
            line = {
                "mutant": name,
                "status": status_of(waited, test),
                "test": test,
                "seconds": time.monotonic() - start,
            }
            print(json.dumps(line), file=results, flush=True)
    return True

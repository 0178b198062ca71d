"""bibtex-updater's `bibtex-check` beside ours: the same entries, the same works, one run.

It runs as a process of its own in an environment that has it (``pip install bibtex-updater 'bibtexparser<2'``), as its
users call it, with its defaults. Its hosts are led to the tests' emulator, and what that lacks is in `peer_apis`.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import httpx

from refcheck_core.models import Verdict
from refcheck_eval.flat import gold_of_flat_row

from . import registries
from .checking import Answer, Clock
from .hallmark import FILES, is_held
from .peer_apis import ELSEWHERE, PLACES
from .tables import line, rate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

VERIFIED = frozenset({"verified", "url_verified", "url_accessible", "book_verified", "working_paper_verified"})
"""What its summary counts as verified."""
UNDECIDED = frozenset({"api_error", "parse_error", "skipped", "published_version_exists"})
"""Neither verified, nor an abstention by its own word, nor a problem."""
FIELDS = {
    "title": {"title_mismatch", "title_near_miss"},
    "authors": {"author_mismatch", "given_name_substitution", "author_truncated"},
    "year": {"year_mismatch", "future_date", "invalid_year"},
    "venue": {"venue_mismatch", "nonexistent_venue", "preprint_only", "unpublished_at_claimed_venue"},
    "doi": {"doi_mismatch", "doi_not_found", "arxiv_id_mismatch"},
}
"""Fields that its statuses are about; its `mismatched_fields` count too."""
COLUMNS = ("entries", "detection", "false alarms", "problem", "or missing", "right field")
COSTS = ("s each", "processor", "requests")
"""Of the table. *Problem*: of the fabricated entries, those with a definite one; *or missing*: or found nowhere."""
_NAMES = {"author": "authors", "journal": "venue", "booktitle": "venue"}


@dataclass(frozen=True, slots=True)
class Told:
    """What either of the two says of an entry, in words that are common to both."""

    answer: Answer
    verified: bool
    missing: bool
    problem: bool
    fields: frozenset[str]


def ours(answer: Answer) -> Told:
    """Our answer: a problem is an error or warning that names a field."""
    missing = answer.verdict == Verdict.NOT_FOUND.value
    return Told(answer, answer.is_verified, missing, bool(answer.named), frozenset(answer.named))


def theirs(answer: Answer, said: dict[str, Any]) -> Told:
    """Its line of JSON; without one (it left the entry out) nothing is said."""
    status = said.get("status", "skipped")
    named = {_NAMES.get(name, name) for name in said.get("mismatched_fields", ())}
    named |= {name for name, statuses in FIELDS.items() if status in statuses}
    abstains = said.get("abstained", True) or status in UNDECIDED
    problem = status not in VERIFIED and not abstains
    return Told(answer, status in VERIFIED, status == "not_found", problem, frozenset(named if problem else ()))


class Server:
    """The emulator as a process of its own."""

    def __init__(self, works: Path) -> None:
        command = [sys.executable, "-m", "judgebench.peer_apis", str(works)]
        here = Path(__file__).parents[1]
        self._process = subprocess.Popen(command, cwd=here, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        told = json.loads(self._process.stdout.readline() if self._process.stdout else "")
        self.url: str = told["url"]
        self.environment: dict[str, str] = told["environment"]

    def reset(self) -> None:
        """Forget the requests."""
        httpx.post(f"{self.url}_emulator/reset").raise_for_status()

    def requests(self) -> list[dict[str, Any]]:
        """All since the reset."""
        found: list[dict[str, Any]] = httpx.get(f"{self.url}_emulator/requests", timeout=60).json()
        return found

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def run(python: Path, folder: Path, works: Path, rows: dict[str, list[dict[str, Any]]], titles: set[str]) -> list[str]:
    """Both on the same entries; print the table and return a line for every entry on which one of them errs."""
    print(line("", *COLUMNS, *COSTS))
    server = Server(works)
    try:
        return [text for name in FILES for text in _file(name, rows[name], python, folder, server, titles) if text]
    finally:
        server.close()


def _file(
    name: str, rows: list[dict[str, Any]], python: Path, folder: Path, server: Server, titles: set[str]
) -> Iterator[str]:
    mine, clock, asked = _ours(rows, server)
    said, seconds, made = _theirs(python, rows, folder / "peer", server)
    other = [theirs(told.answer, said.get(f"r{place}", {})) for place, told in enumerate(mine)]
    print(_cells(f"{name}, refcheck", mine, titles, (clock.seconds, clock.cpu, len(asked))))
    print(_cells(f"{name}, bibtex-check", other, titles, (*seconds, len(made))))
    print("   bibtex-check: " + _counted(value.get("status", "-") for value in said.values()))
    print("   its requests: " + _counted(f"{request['api']} {request['status']}" for request in made), flush=True)
    for place, pair in enumerate(zip(mine, other, strict=True)):
        yield _listed(name, pair, said.get(f"r{place}", {}))


def _counted(names: Iterable[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in Counter(names).most_common())


def _cells(name: str, told: Sequence[Told], titles: set[str], cost: tuple[float, float, int]) -> str:
    bad = [one for one in told if one.answer.gold.label == "fabricated"]
    good = [one for one in told if one.answer.gold.label == "real"]
    telling = [one for one in bad if one.answer.gold.wrong_fields and is_held(one.answer, titles)]
    return line(
        name,
        len(told),
        rate(sum(not one.verified for one in bad), len(bad)),
        rate(sum(not one.verified for one in good), len(good)),
        rate(sum(one.problem for one in bad), len(bad)),
        rate(sum(one.problem or one.missing for one in bad), len(bad)),
        rate(sum(bool(one.fields & one.answer.gold.wrong_fields) for one in telling), len(telling)),
        *(f"{spent / len(told):.3f}" for spent in cost[:2]),
        f"{cost[2] / len(told):.1f}",
    )


def _ours(rows: Sequence[dict[str, Any]], server: Server) -> tuple[list[Told], Clock, list[dict[str, Any]]]:
    clock = Clock()
    server.reset()
    pairs = [(gold_of_flat_row(row, f"row {place}"), row) for place, row in enumerate(rows)]
    claims = [gold.claim for gold, _ in pairs if gold.claim is not None]
    results = iter(anyio.run(partial(registries.verify, claims, server.environment, clock)))
    answers = [Answer(gold, row, next(results).verification if gold.claim else None) for gold, row in pairs]
    return [ours(answer) for answer in answers], clock, server.requests()


def _theirs(
    python: Path, rows: Sequence[dict[str, Any]], here: Path, server: Server
) -> tuple[dict[str, dict[str, Any]], tuple[float, float], list[dict[str, Any]]]:
    """Its JSON by key, the seconds that it and the processor took, starting included, and its requests."""
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir()
    server.reset()
    shutil.copy(Path(__file__).with_name("peer_shim.py"), here / "sitecustomize.py")
    (here / "entries.bib").write_text("\n".join(map(_entry, range(len(rows)), rows)), encoding="utf-8")
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(here),
        "PYTHONPATH": str(here),
        "PEER_PORT": server.url.rstrip("/").rpartition(":")[2],
        "PEER_PLACES": json.dumps(PLACES),
        "PEER_ELSEWHERE": ELSEWHERE,
    }
    program = str(python.with_name("bibtex-check"))
    command = [program, "entries.bib", "--jsonl", "told.jsonl", "--mailto", "us@example.org"]
    before, before_cpu = time.perf_counter(), _of_children()
    done = subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - before, _of_children() - before_cpu
    if not (here / "told.jsonl").exists():
        raise RuntimeError(f"bibtex-check ended with {done.returncode} and said nothing:\n{done.stderr[-2000:]}")
    with (here / "told.jsonl").open(encoding="utf-8") as file:
        said = [json.loads(text) for text in file]
    return {value["key"]: value for value in said}, seconds, server.requests()


def _of_children() -> float:
    """Seconds that the processor spent on processes that were started here and have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _entry(place: int, row: dict[str, Any]) -> str:
    """A row as a BibTeX entry, its text as it stands."""
    kind = row.get("bibtex_type") or "misc"
    venue = "journal" if kind == "article" else "booktitle"
    other = row.get("other_fields") or {}
    fields = {
        "title": row.get("title"),
        "author": " and ".join(str(name) for name in row.get("authors") or ()),
        "year": row.get("year"),
        venue: row.get("venue"),
        "doi": row.get("doi"),
        "url": row.get("url"),
        **{name: other.get(name) for name in ("volume", "number", "pages")},
    }
    body = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{kind}{{r{place},\n{body}}}\n"


def _listed(name: str, pair: tuple[Told, Told], said: dict[str, Any]) -> str:
    mine, other = pair
    gold = mine.answer.gold
    right = gold.label == "real"
    if mine.verified is right and other.verified is right:
        return ""
    return (
        f"PEER hallmark/{name}\t{gold.id}\t{gold.label}\t{gold.kind}\tours {mine.answer.verdict}\t"
        f"theirs {said.get('status')}, {', '.join(said.get('mismatched_fields', ()))}, {said.get('errors')}"
    )

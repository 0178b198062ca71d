"""The files in ``examples``: what they say is true, and refcheck says of them what is expected."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sysconfig
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bibtexparser
import pybtex.database
import pytest

from refcheck_core import parse_doi, plain_text, read_entries
from refcheck_core.testing.data import shared_data
from refcheck_core.text import squash

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
LIBRARY, MANUSCRIPT = EXAMPLES / "library.bib", EXAMPLES / "manuscript.bib"
EXPECTED: dict[str, dict[str, Any]] = json.loads((EXAMPLES / "manuscript.expected.json").read_text("utf-8"))
OTHER_AUTHORS = {"Pedregosa2011"}
"""The corpora hold the preprint alone, whose list of authors grew after the article was printed."""
REFCHECK = str(Path(sysconfig.get_path("scripts")) / "refcheck")
YEARS_TO_PRINT = 3
"""Years that may lie between a preprint or conference paper and the version of record."""


def _entries(path: Path) -> list[Any]:
    return list(read_entries(path.read_text("utf-8")))


def _families(entry: pybtex.database.Entry) -> tuple[list[str], bool]:
    """Squashed family names of authors or editors, and whether the list goes on."""
    people = entry.persons.get("author") or entry.persons["editor"]
    names = [squash(plain_text(" ".join((*p.prelast_names, *p.last_names)))) for p in people]
    return [n for n in names if n != "others"], "others" in names


@pytest.mark.parametrize("path", [LIBRARY, MANUSCRIPT], ids=lambda path: path.name)
def test_every_reader_reads_every_entry(path):
    ours = [entry.key for entry in _entries(path)]
    theirs = bibtexparser.parse_file(str(path), encoding="utf-8")
    assert theirs.failed_blocks == []
    assert [entry.key for entry in theirs.entries] == ours
    assert list(pybtex.database.parse_file(str(path)).entries) == ours
    assert all(key.isascii() for key in ours)


def test_library_is_large_and_mixed():
    entries = _entries(LIBRARY)
    assert len(entries) >= 300
    assert {e.type.lower() for e in entries} >= {
        "article", "book", "incollection", "inproceedings", "mastersthesis", "misc", "phdthesis", "techreport",
    }  # fmt: skip
    assert not [e.key for e in entries if "abstract" in e.fields]


def test_no_work_is_in_the_library_twice():
    entries = pybtex.database.parse_file(str(LIBRARY)).entries.values()
    works = Counter((squash(plain_text(e.fields["title"])), _families(e)[0][0], e.fields["year"]) for e in entries)
    assert [work for work, times in works.items() if times > 1] == []
    for field in ("doi", "isbn", "eprint"):
        values = Counter(e.fields[field].lower() for e in entries if field in e.fields)
        assert [value for value, times in values.items() if times > 1] == []


def test_identifiers_are_well_formed():
    for entry in _entries(LIBRARY):
        doi, isbn = entry.fields.get("doi"), entry.fields.get("isbn")
        assert doi is None or parse_doi(doi) == doi.lower(), entry.key
        assert isbn is None or _checks(isbn.replace("-", "")), entry.key


def _checks(isbn: str) -> bool:
    """Whether the check digit of an ISBN fits (ISO 2108)."""
    digits = [10 if digit == "X" else int(digit) for digit in isbn]
    if len(digits) == 10:
        return sum(weight * digit for weight, digit in zip(range(10, 0, -1), digits, strict=True)) % 11 == 0
    return len(digits) == 13 and sum(d * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10 == 0


# --- against corpora that others made ---------------------------------------------------------------------------------

_FIRST_PAGE = re.compile(r"(?:\d+:)?(\w+)")


def _rows(folder: Path, wanted: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Rows of all corpora whose title is wanted."""
    beginnings = {title[:8] for title in wanted}  # most lines are put aside by them unparsed
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                start = line.find('"title":"') + len('"title":"')
                if _letters(line[start : start + 16])[:8] not in beginnings:
                    continue
                row = json.loads(line)
                if (title := _letters(row["title"])) in wanted:
                    yield title, row


@pytest.fixture(scope="module")
def corpus() -> dict[str, list[dict[str, Any]]]:
    """Rows of the corpora by title, for all titles in the examples."""
    wanted = {_plain(entry) for path in (LIBRARY, MANUSCRIPT) for entry in _entries(path)}
    found = defaultdict(list)
    for title, row in _rows(shared_data("corpus"), wanted):
        found[title].append(row)
    return found


def _plain(entry: Any) -> str:
    return _letters(plain_text(entry.fields["title"]))


def _letters(title: str) -> str:
    return re.sub(r"[\W_]+", "", title.casefold())


@pytest.mark.shared
def test_facts_of_the_library_are_those_of_the_corpora(corpus):
    checked = 0
    for key, entry in pybtex.database.parse_file(str(LIBRARY)).entries.items():
        families, goes_on = _families(entry)
        rows = [row for row in corpus.get(_plain(entry), ()) if families[0] in _people(row)[0]]
        if not rows or "edition" in entry.fields:
            continue
        checked += 1
        year = int(entry.fields["year"])
        assert any(-1 <= year - row.get("year", year) <= YEARS_TO_PRINT for row in rows), (key, rows)
        assert key in OTHER_AUTHORS or any(_same_people(families, goes_on, row) for row in rows), (key, rows)
        assert all(_same_first_page(entry, row) for row in rows), (key, rows)
    assert checked >= 60


def _people(row: dict[str, Any]) -> list[str]:
    return [squash(person.get("family") or person["name"]) for person in row.get("authors", ())] or [""]


def _same_people(families: list[str], goes_on: bool, row: dict[str, Any]) -> bool:
    people = _people(row)
    if row.get("partial"):
        return True
    if not goes_on and len(people) != len(families):
        return False
    return all(ours in theirs for ours, theirs in zip(families, people, strict=False))


def _same_first_page(entry: pybtex.database.Entry, row: dict[str, Any]) -> bool:
    """Whether the first pages agree, where both are of one year and volume. "140:1" is page 1 of article 140."""
    ours, theirs = (_FIRST_PAGE.match(fields.get("pages", "")) for fields in (entry.fields, row))
    volume, year = entry.fields.get("volume"), int(entry.fields["year"])
    if ours is None or theirs is None or (volume, year) != (row.get("volume", ""), row.get("year", year)):
        return True
    return ours[1].casefold() == theirs[1].casefold()


@pytest.mark.shared
def test_no_invented_work_is_in_the_corpora(corpus):
    invented = [e for e in _entries(MANUSCRIPT) if EXPECTED[e.key]["kind"] == "invented"]
    assert invented
    assert not [e.key for e in invented if corpus.get(_plain(e))]


# --- what refcheck says of the manuscript -----------------------------------------------------------------------------


def test_every_entry_of_the_manuscript_has_an_expectation():
    assert [entry.key for entry in _entries(MANUSCRIPT)] == list(EXPECTED)
    assert set(Counter(e["kind"] for e in EXPECTED.values())) == {"good", "sloppy", "wrong", "invented"}


@pytest.fixture(scope="module")
def refcheck(tmp_path_factory):
    """Runs the command in a process of its own, with no index and no network: exit code and what ``--json`` prints."""
    pytest.importorskip("refcheck_local")
    folder = tmp_path_factory.mktemp("examples")
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "COVERAGE_PROCESS_START") if name in os.environ}
    own = {
        "REFCHECK_CACHE_DIR": str(folder / "cache"),
        "REFCHECK_STATE_DIR": str(folder / "state"),
        "REFCHECK_LOCAL_INDEX": str(folder / "index"),
    }

    def run(*arguments: str) -> tuple[int, Any]:
        done = subprocess.run(
            [REFCHECK, *arguments, "--offline", "--json"],
            check=False,
            capture_output=True,
            cwd=EXAMPLES.parent,
            env={**kept, **own},
            timeout=120,
        )
        assert done.stderr == b""
        return done.returncode, json.loads(done.stdout)

    return run


@pytest.fixture(scope="module")
def answers(refcheck) -> dict[str, dict[str, Any]]:
    """What the command says of the manuscript, by key."""
    code, printed = refcheck("verify", "examples/manuscript.bib", "--library", "examples/library.bib")
    assert code == 1
    return {entry["key"]: entry["answer"] for entry in printed["entries"]}


def test_every_entry_of_the_manuscript_is_answered(answers):
    assert list(answers) == list(EXPECTED)


@pytest.mark.parametrize("key", EXPECTED)
def test_answer_is_the_expected_one(answers, key):
    expected, answer = EXPECTED[key], answers[key]
    assert answer["verdict"] == expected["verdict"]
    errors = sorted(_field(sentence) for sentence in answer["errors"])
    assert errors == sorted(expected["errors"])
    if expected["kind"] == "good":
        assert answer["warnings"] == []
    if expected["kind"] == "invented":
        assert not answer["conclusive"], "a library of one's own is no proof that a work does not exist"


def _field(sentence: str) -> str:
    """The field that the sentence of an error is about."""
    beginnings = {"Title ": "title", "Author ": "authors", "Year ": "year", "Venue ": "venue"}
    beginnings |= {"DOI ": "doi", "arXiv id ": "arxiv_id", "No work was found under the title ": "title"}
    return next(field for beginning, field in beginnings.items() if sentence.startswith(beginning))


def test_library_finds_each_of_its_own_works(refcheck, tmp_path):
    """Editions, works of one title and names of organisations included."""
    cited = tmp_path / "cited.bib"  # a bibliography that is its own library would be refused
    cited.write_bytes(LIBRARY.read_bytes() + b"\n")
    code, printed = refcheck("verify", str(cited), "--library", "examples/library.bib")
    assert [e["key"] for e in printed["entries"] if e["result"] != "verified"] == []
    assert (code, len(printed["entries"])) == (0, len(_entries(LIBRARY)))

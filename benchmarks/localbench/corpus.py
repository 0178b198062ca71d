"""The corpora: their rows, a seeded draw of them, parts of them as files, and when two rows are of one work."""

from __future__ import annotations

import gzip
import os
import random
import tempfile
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from refcheck_core import normalize
from refcheck_local.formats import open_rows
from refcheck_local.names import family_of
from refcheck_local.rows import Row
from refcheck_local.schema import main_titles, normal_titles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[2]
SEED = 20240609


def shared(*parts: str) -> Path:
    """A path in the test data; ends the run where it is missing."""
    path = Path(os.environ.get("REFCHECK_TEST_DATA") or ROOT.parent / "shared").joinpath(*parts)
    if not path.exists():
        raise SystemExit(f"{path} is missing: set REFCHECK_TEST_DATA to the folder of the test data.")
    return path


def files() -> list[Path]:
    """The corpora."""
    return sorted(shared("corpus").glob("*.jsonl.gz"))


def lines() -> Iterator[bytes]:
    """Every line of every corpus."""
    for path in files():
        with gzip.open(path) as file:
            yield from file


class Draw:
    """What the benchmark needs of the corpora, read once.

    Attributes:
        rows: drawn with a fixed seed, each with the same chance.
        count: rows there are.
        frequency: lower-case word -> titles it stands in.
    """

    def __init__(self, size: int) -> None:
        chance = random.Random(SEED)
        decode = msgspec.json.Decoder(_Title).decode
        chosen: list[bytes] = []
        self.count = 0
        self.frequency: Counter[str] = Counter()
        for line in lines():
            title = decode(line).title
            self.frequency.update(set(title.lower().split()))
            if len(chosen) < size:  # reservoir sampling, algorithm R
                chosen.append(line)
            elif (place := chance.randrange(self.count + 1)) < size:
                chosen[place] = line
            self.count += 1
        chance.shuffle(chosen)
        self.rows = _read(chosen)


class _Title(msgspec.Struct):
    title: str


def rows(paths: Iterable[Path]) -> Iterator[Row]:
    """The rows of corpora."""
    for path in paths:
        with open_rows(path) as stream:
            yield from (row for row in stream if isinstance(row, Row))


def _read(chosen: Iterable[bytes]) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drawn.jsonl"
        path.write_bytes(b"".join(chosen))
        return list(rows([path]))


def drawn(paths: Iterable[Path], size: int) -> list[Row]:
    """Some of the rows of files, with a fixed seed; read once, kept at random."""
    chance = random.Random(SEED)
    chosen: list[Row] = []
    for number, row in enumerate(rows(paths)):
        if len(chosen) < size:
            chosen.append(row)
        elif (place := chance.randrange(number + 1)) < size:
            chosen[place] = row
    return chosen


def part(folder: Path, percent: int) -> Path:
    """Every so many of 100 rows as a file; the whole is the corpora as they are."""
    path = folder / f"part{percent}.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.writelines(line for number, line in enumerate(lines()) if number * 37 % 100 < percent)
    return path


def is_right(wanted: Row, found: Row, asked: str, *, with_authors: bool) -> bool:
    """Whether a row is the wanted one, or another of the same work: same title, and same first author where given.

    Where no author is given, every row is right whose title, with or without its subtitle, is exactly what was asked.
    """
    if wanted.id == found.id:
        return True
    if not with_authors and normalize(asked).replace(" ", "") in keys(found) | main_keys(found):
        return True
    if keys(wanted).isdisjoint(keys(found)):
        return False
    if not with_authors or not wanted.authors:
        return True
    return bool(found.authors) and first_family(wanted) == first_family(found)


def main_keys(row: Row) -> set[str]:
    """The row's titles without their subtitle, without blanks."""
    return {title.replace(" ", "") for title in main_titles(row)}


def keys(row: Row) -> set[str]:
    """The row's titles without blanks."""
    return {title.replace(" ", "") for title in chain(normal_titles(row), [normalize(row.title)])}


def first_family(row: Row) -> str:
    """The first author's family name, normalised."""
    return normalize(family_of(row.authors[0])) if row.authors else ""

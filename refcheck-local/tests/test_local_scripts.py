"""Titles in other scripts than they are cited in, and titles of a word or two before a subtitle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from refcheck_local.index import Index
from refcheck_local.rows import Person, Row
from refcheck_local.schema import romanized_words, sound_key, terms_of

if TYPE_CHECKING:
    from collections.abc import Sequence

ROWS = [
    Row(id="propp", title="Морфология сказки", authors=[Person(name="В. Я. Пропп")], year=1928),
    Row(id="mendeleev", title="Соотношение свойств с атомным весом элементов", authors=[Person(name="Д. Менделеев")]),
    Row(id="tolstoy", title="Война и мир", subtitle="роман в четырёх томах", authors=[Person(name="Л. Толстой")]),
    Row(id="greek", title="Η κρίση της ελληνικής οικονομίας", authors=[Person(name="Ν. Παπαδόπουλος")]),
    Row(id="shklovsky", title="Искусство как приём", titles=["Art as technique"]),
    Row(id="latin", title="Voprosy yazykoznaniya i stilistiki", authors=[Person(name="V. Vinogradov")]),
    Row(id="lstm", title="LSTM: A Search Space Odyssey", authors=[Person(name="Klaus Greff")], year=2017),
    Row(id="nim", title="Nim: a game with a complete mathematical theory", authors=[Person(name="Charles L. Bouton")]),
    Row(id="one", title="On e: the story of a number", authors=[Person(name="Eli Maor")]),
]


@pytest.fixture(scope="module")
def index(library: Sequence[Row]) -> Index:
    return Index.in_memory([*library, *ROWS])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Morfologiya skazki", "propp"),
        ("Morfologija skazki", "propp"),
        ("Morfologiia skazki", "propp"),
        ("Morfologia skaski", "propp"),
        ("Sootnoshenie svoistv s atomnym vesom elementov", "mendeleev"),
        ("Sootnošenie svojstv s atomnym vesom èlementov", "mendeleev"),
        ("Voina i mir: roman v chetyrekh tomakh", "tolstoy"),
        ("I krisi tis ellinikis oikonomias", "greek"),
        ("Iskusstvo kak priyom", "shklovsky"),
        ("Iskusstvo kak priem", "shklovsky"),
        ("Art as technique", "shklovsky"),
        ("Вопросы языкознания и стилистики", "latin"),
        ("LSTM", "lstm"),
        ("Nim", "nim"),
        ("On e", "one"),
    ],
)
def test_title_is_found_first(index: Index, text: str, expected: str) -> None:
    assert [row.id for row in index.candidates(text, citation=False)][:1] == [expected]


def test_a_citation_in_latin_letters(index: Index) -> None:
    found = index.candidates("Propp V. Morfologiya skazki. Leningrad: Academia, 1928.", citation=True)
    assert found[0].id == "propp"


def test_a_short_title_is_told_by_its_author(index: Index) -> None:
    assert index.candidates("Nim", citation=False, authors=["Bouton"])[0].id == "nim"


def test_a_latin_title_has_no_terms_of_its_sound() -> None:
    terms = terms_of(Row(id="a", title="Morphology of the folktale"))
    assert not any(term.startswith("s:") for term in terms.exact)
    assert terms.words == ["morphology of the folktale"]


def test_a_short_sound_is_no_key() -> None:
    assert sound_key("Мир") == ""
    assert sound_key("Морфология") == sound_key("Morfologija")


def test_words_of_a_sound_are_marked() -> None:
    assert romanized_words("Морфология сказки") == "~morfologia ~skazki"

"""Words that two titles write otherwise and that are the same, and those that only look like it."""

from __future__ import annotations

import pytest

from refcheck_core import is_latin, normalize, romanized
from refcheck_core.matching import Rules, decide, merge
from refcheck_core.matching.same_words import are_alike, join_words, with_and
from refcheck_core.matching.title_parts import find_part
from refcheck_core.matching.titles import compare_titles, is_part_of_title, same_title
from refcheck_core.matching.transliteration import is_transliteration
from refcheck_core.models import Verdict
from refcheck_core.testing.builders import make_claim, make_record

SAME = """
β-catenin signalling in colon cancer|Beta-catenin signaling in colon cancer
TNF-α and cancer|TNF-alpha and cancer
TNFα and cancer|TNF-alpha and cancer
TNFα and cancer|TNFalpha and cancer
TNF-a and cancer|TNF-α and cancer
NF-kB in health|NF-κB in health
NF-kappaB in health|NF-κB in health
NF-kappa B in health|NF-kB in health
IL-1b release from cells|IL-1β release from cells
TGF-beta 1 in repair|TGF-β1 in repair
TGFβ1 in repair|TGF-beta1 in repair
a-synuclein aggregates|α-Synuclein aggregates
2-ΔΔCT Method for everybody|2(-Delta Delta C(T)) Method for everybody
Casa-grande e senzala|Casa-grande & senzala
Sein & Zeit|Sein und Zeit
Civilización y barbarie|Civilización & barbarie
Guerre et paix en Europe|Guerre & paix en Europe
Krieg og fred i Norden|Krieg & fred i Norden
Война и мир в Европе|Война & мир в Европе
Rock & Roll history|Rock and roll history
An a priori estimate|An apriori estimate
In situ hybridization of cells|Insitu hybridization of cells
A data base of on-line tools|A database of online tools
Ueber die Grundlagen|Über die Grundlagen
Ueber die Grundlagen|Uber die Grundlagen
Zeitschrift fuer Mathematik heute|Zeitschrift fur Mathematik heute
Goettingen lectures on maps|Göttingen lectures on maps
Goettingen lectures on maps|Gottingen lectures on maps
COVID 19 and travel|COVID-19 and travel
COVID19 and travel|COVID-19 and travel
GPT 4 technical notes|GPT4 technical notes
On Random Graphs: Part I|On random graphs. I.
On Random Graphs: Part 2|On random graphs II
Ein Beitrag zur Koerperlehre|Ein Beitrag zur Körperlehre
"""
"""Greek letters by name and in Latin ones, "&" in the languages of titles, phrases, compounds, umlauts."""

OTHER = """
A synchronous machine model|Asynchronous machine model
In complete markets again|Incomplete markets again
TNF-α and cancer|TNF-β and cancer
IL-1α release from cells|IL-1β release from cells
IL-1a release from cells|IL-1β release from cells
Interferon gamma in mice|Interferon alpha in mice
Statues of the state|Status of the state
Poetry of science now|Pottery of science now
Type 2 diabetes care|Type 1 diabetes care
Model 3 5 for cars|Model 35 for cars
War & peace today|War or peace today
Sein und Zeit heute|Sein ohne Zeit heute
Casa-grande e senzala|Casa-grande o senzala
On the poet Ovid|On the pot Ovid
On Random Graphs: Part I|On random graphs. II.
Part of the truth|Of the truth
"""


GRADIENT = "gradient based learning applied to document recognition"


def _pairs(lines: str) -> list[tuple[str, str]]:
    return [tuple(line.split("|")) for line in lines.strip().splitlines()]


@pytest.mark.parametrize(("one", "two"), _pairs(SAME))
def test_one_title(one: str, two: str) -> None:
    assert same_title(one, two)
    assert same_title(two, one)
    assert compare_titles(one, [two], authors_agree=False).exact


@pytest.mark.parametrize(("one", "two"), _pairs(OTHER))
def test_two_titles(one: str, two: str) -> None:
    assert not same_title(one, two)
    assert not compare_titles(one, [two], authors_agree=True).exact


def test_what_is_alike_is_no_change_beside_another_one() -> None:
    compared = compare_titles("TNF-a and Ueber cancer", ["TNF-alpha and Über cancers"], authors_agree=True)
    assert "'cancer' for 'cancers'" in compared.discrepancies[0].message
    assert "alpha" not in compared.discrepancies[0].message.partition("(")[2]


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("2−ΔΔCT", "2 delta delta ct"),
        ("TNFα", "tnf alpha"),
        ("αSynuclein", "alpha synuclein"),
        ("TGFβ1", "tgf beta1"),
        ("IL-1β", "il 1beta"),
        ("κ", "kappa"),
        ("Η κρίση", "eta κριση"),
    ],
)
def test_greek_letters_are_parted_from_letters_and_not_from_numbers(text: str, normal: str) -> None:
    assert normalize(text) == normal


@pytest.mark.parametrize(
    ("words", "others", "joined"),
    [
        ("a priori bounds", "apriori bounds", "apriori bounds"),
        ("a synchronous bounds", "asynchronous bounds", "a synchronous bounds"),
        ("chemo transport mechanics", "chemotransportmechanics", "chemotransportmechanics"),
        ("covid 19", "covid19", "covid19"),
        ("3 5", "35", "3 5"),
        ("same words", "words same", "same words"),
    ],
)
def test_words_are_joined_where_the_other_title_has_them_as_one(words: str, others: str, joined: str) -> None:
    assert " ".join(join_words(tuple(words.split()), tuple(others.split()))) == joined


def test_alike() -> None:
    assert are_alike(("nf", "kb"), ("nf", "kappa", "b"))
    assert not are_alike(("nf", "kb"), ("nfkb",))  # parted words are another matter
    assert not are_alike(("alpha",), ("beta",))
    assert with_and(("casa", "e", "senzala")) == ("casa", "and", "senzala")


@pytest.mark.parametrize(
    ("words", "title", "place"),
    [
        ("lecun learning applied to document recognition proc", GRADIENT, (1, 5)),
        ("x gradient based learning applied to y", GRADIENT, (1, 5)),
        ("x gradient based learning applied by y", GRADIENT, None),
        ("applied to document recognition", GRADIENT, None),
        ("to to learn in time", "how to learn in time", (1, 4)),
        ("deep learning", "very deep learning", None),
    ],
)  # fmt: skip
def test_beginnings_and_ends_of_titles(words: str, title: str, place: tuple[int, int] | None) -> None:
    assert find_part(words.split(), title.split()) == place


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Морфология сказки", "Morfologiya skazki"),
        ("Морфология сказки", "Morfologija skazki"),
        ("Защита и щедрость", "Zashchita i shchedrost"),
        ("Чебышёв и его школа", "Tchebyshev i ego shkola"),
        ("Хлеб и царь", "Khleb i tsar'"),
    ],
)
def test_transliterations(one: str, two: str) -> None:
    assert is_transliteration(one, two)
    assert is_transliteration(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [("Война и мир", "Voprosy i mify"), ("Мир", "Mir"), ("Voina i mir", "Vojna i mir"), ("Мир и", "Вир и")],
)
def test_no_transliterations(one: str, two: str) -> None:
    assert not is_transliteration(one, two)


def test_scripts() -> None:
    assert is_latin("Über Œuvres, Čebyšëv")
    assert is_latin("123")
    assert not is_latin("Война и мир II")
    assert romanized("Ёжик") == romanized("Yozhik")


@pytest.mark.parametrize(
    ("claimed", "shown"),
    [
        ("Gradient-Based Learning Applied", True),
        ("Gradient-Based Learning", True),
        ("Applied to Document Recognition", True),
        ("Gradient based learn", True),  # a cut inside a word
        ("Gradient-Based", False),
        ("Learning Applied to Document", False),
    ],
)
def test_the_work_of_a_title_cut_short_is_shown(claimed: str, shown: bool) -> None:
    work = make_record("Gradient-Based Learning Applied to Document Recognition", ["Yann LeCun"], 1998)
    decision = decide(make_claim(claimed, ["Ada Other"], 1998), merge([work]), (), Rules(this_year=2026))
    assert decision.verdict is Verdict.NOT_FOUND
    assert (decision.possible is not None) is shown
    assert is_part_of_title(claimed, "Gradient-Based Learning Applied to Document Recognition") is shown


@pytest.mark.parametrize(
    ("found", "authors", "agree"),
    [
        ("A global survey of gene regulation during cold acclimation in", True, True),
        ("A global survey of gene regulation during cold acclimation in", False, False),
        ("A global survey of gene regulation during cold acclimation", True, False),  # a title of its own
        ("A global survey of", True, False),
        ("A global survey of gene expression during cold acclimation in", True, False),
    ],
)
def test_titles_of_which_a_database_has_lost_the_end(found: str, authors: bool, agree: bool) -> None:
    claimed = "A global survey of gene regulation during cold acclimation in Arabidopsis thaliana"
    assert compare_titles(claimed, [found], authors_agree=authors).agrees is agree


def test_a_reference_may_not_lose_the_end() -> None:
    whole = "A global survey of gene regulation during cold acclimation in Arabidopsis thaliana"
    cut = "A global survey of gene regulation during cold acclimation in"
    assert not compare_titles(cut, [whole], authors_agree=True).agrees

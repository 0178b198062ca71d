"""Small rules of names: what is a person, and which of several lists of authors counts."""

from __future__ import annotations

import pytest

from refcheck_core.matching.authors import compare_authors
from refcheck_core.matching.name_forms import words_of_name
from refcheck_core.matching.people import NameMatch, match_names, prepare_name
from refcheck_core.models import Author
from refcheck_core.testing.builders import make_record


@pytest.mark.parametrize(
    ("name", "is_organization"),
    [
        ("World Health Organization", True),
        ("Bureau of Rivers", True),
        ("Ada Abel", False),
        ("Plato", False),
        ("毛 泽 东", False),
    ],
)
def test_a_name_in_one_piece_of_three_words_is_an_organisation(name: str, is_organization: bool) -> None:
    assert prepare_name(Author(literal=name)).organization is is_organization


def test_an_initial_among_the_family_names_is_one_of_a_given_name() -> None:
    one = prepare_name(Author(family="A Light", given="Roger"))
    assert match_names(one, prepare_name(Author(family="Light", given="Roger A."))) is NameMatch.SAME
    assert match_names(one, prepare_name(Author(family="Light", given="Roger B."))) is not NameMatch.SAME


def test_an_initial_may_be_that_of_a_particle() -> None:
    one, two, three = (
        prepare_name(Author.parse(n)) for n in ("James V. Brecht", "James von Brecht", "James W. Brecht")
    )
    assert match_names(one, two) is match_names(two, one) is NameMatch.SAME
    assert match_names(one, three) is not NameMatch.SAME


@pytest.mark.parametrize(
    ("short", "same"),
    [("B. Larsen", True), ("C. Larsen", False), ("B. Lars", False), ("B. Thomas", False)],
)
def test_one_of_two_surnames_behind_an_initial(short: str, same: bool) -> None:
    one, two = prepare_name(Author.parse(short)), prepare_name(Author(family="Ortiz", given="Bo Larsen"))
    assert match_names(one, two) is match_names(two, one)
    assert (match_names(one, two) is NameMatch.SAME) is same


@pytest.mark.parametrize(
    ("text", "words"),
    [("JR", ["j", "r"]), ("J.-R.", ["j", "r"]), ("Li", ["li"]), ("van Roe", ["van", "roe"])],
)
def test_initials_written_together_fall_apart(text: str, words: list[str]) -> None:
    assert words_of_name(text) == words


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Djordje Petrovic", "Đorđe Petrovic"),
        ("Djordje Petrovic", "Dorde Petrovic"),
        ("Haakon Berg", "Håkon Berg"),
        ("Juergen Berg", "Jurgen Berg"),
        ("Shinji Tanaka", "Sinzi Tanaka"),
    ],
)
def test_given_names_in_other_spellings(one: str, two: str) -> None:
    first, second = prepare_name(Author.parse(one)), prepare_name(Author.parse(two))
    assert match_names(first, second) is match_names(second, first) is NameMatch.SAME


class TestSeveralLists:
    """Databases order authors as the work does, or by name; one that has them as claimed is enough."""

    CLAIMED = tuple(map(Author.parse, ("Zoe Zorn", "Ada Abel", "Ben Brown")))
    AS_CLAIMED = make_record("T", ["Zoe Zorn", "Ada Abel", "Ben Brown"])
    OTHERWISE = make_record("T", ["Ben Brown", "Zoe Zorn", "Ada Abel"], source="two")
    OTHERS = make_record("T", ["Cleo Cook", "Dan Dean"], source="three")

    @pytest.mark.parametrize("others", [(OTHERWISE,), (OTHERS,), (OTHERWISE, OTHERS), (OTHERS, OTHERWISE)])
    def test_the_one_that_agrees_counts(self, others: tuple[object, ...]) -> None:
        records = [*others, self.AS_CLAIMED]
        for order in (records, records[::-1]):
            assert compare_authors(self.CLAIMED, False, order) == compare_authors(
                self.CLAIMED, False, [self.AS_CLAIMED]
            )

    def test_the_one_that_is_nearest_counts(self) -> None:
        nearest = compare_authors(self.CLAIMED, False, [self.OTHERWISE])
        for order in ([self.OTHERS, self.OTHERWISE], [self.OTHERWISE, self.OTHERS]):
            assert compare_authors(self.CLAIMED, False, order) == nearest

"""Names that look alike: which are one person's, and which are not."""

from __future__ import annotations

import pytest

from refcheck_core.matching.people import NameMatch, match_names, prepare_name
from refcheck_core.models import Author
from refcheck_core.names import parse_name, split_names


def match(one: str, two: str) -> NameMatch:
    first, second = (prepare_name(Author.parse(name)) for name in (one, two))
    assert match_names(first, second) == match_names(second, first)
    return match_names(first, second)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("LI Z", "Zhuohang Li"),
        ("DE NADAI M", "Marco De Nadai"),
        ("HE K M", "Kaiming He"),
        ("NG A", "Andrew Ng"),
        ("Mohammad Example", "Mohammed Example"),
        ("Sergey Example", "Sergei Example"),
        ("Micheal Example", "Michael Example"),
        ("Russ Salakhutdinov", "Ruslan Salakhutdinov"),
        ("EŞ Uluocak", "Ebru Şengül Uluocak"),
        ("Þ. Sverrisson", "Þór Sverrisson"),
        ("John Smith Jr.", "John Smith"),
        ("John Smith, Jr.", "Smith, John, Junior"),
    ],
)
def test_one_person(one: str, two: str) -> None:
    assert match(one, two) is NameMatch.SAME


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Kaiming He", "Kaiping He"),
        ("Jiahao Example", "Jiabao Example"),
        ("Martin Smith", "Marvin Smith"),
        ("Francis Bach", "Frances Bach"),
        ("Dan Miller", "Dana Miller"),
        ("Jan Peters", "Jana Peters"),
        ("Smith, John, Jr.", "Smith, John, Sr."),
        ("John Smith III", "John Smith II"),
        ("LI Z", "Yan Li"),
    ],
)
def test_two_persons(one: str, two: str) -> None:
    assert match(one, two) is not NameMatch.SAME


@pytest.mark.parametrize("text", ["LI Z", "XU B Y", "NG A", "OH J"])
def test_capitals_before_initials_are_a_family_name(text: str) -> None:
    assert parse_name(text).family == text.split(maxsplit=1)[0]


def test_initials_are_no_family_name() -> None:
    assert parse_name("JR Smith").family == "Smith"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ng, Kam Woh, Xiatian Zhu, and Tao Xiang", ("Ng, Kam Woh", "Xiatian Zhu", "Tao Xiang")),
        ("Le Treust, Maël, Samson Lasaulce, and Ada Abel", ("Le Treust, Maël", "Samson Lasaulce", "Ada Abel")),
        ("da Silva, Arlei Lopes, Ambuj Singh", ("da Silva, Arlei Lopes", "Ambuj Singh")),
        ("Lee, Joon Hyub, Yongkwan Kim, Sang-Gyun An", ("Lee, Joon Hyub", "Yongkwan Kim", "Sang-Gyun An")),
        ("OpenAI, Josh Achiam, Steven Adler", ("OpenAI", "Josh Achiam", "Steven Adler")),
        ("Smith, John, Doe, Jane", ("Smith, John", "Doe, Jane")),
        ("Du Y, Watkins O, Wang Z", ("Du Y", "Watkins O", "Wang Z")),
        ("ZHA, C., LIN, J., DI, H.", ("ZHA, C.", "LIN, J.", "DI, H.")),
    ],
)
def test_the_first_name_of_a_list_alone_is_inverted(text: str, names: tuple[str, ...]) -> None:
    assert split_names(text) == names

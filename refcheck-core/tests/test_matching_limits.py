"""Where the rules for names, words and letters begin and end: the last case on one side, the first on the other."""

from __future__ import annotations

import pytest

from refcheck_core.matching.authors import same_authors
from refcheck_core.matching.citation import claim_from_citation
from refcheck_core.matching.merge import record_order, years_apart
from refcheck_core.matching.people import NameMatch, given_compatible, match_names, prepare_name
from refcheck_core.matching.signs import signs
from refcheck_core.matching.titles import compare_titles, is_misspelling, title_similarity
from refcheck_core.matching.venue_forms import same_venue
from refcheck_core.matching.words import content_words, is_generic, is_number, roman_number
from refcheck_core.models import Author, Claim, Work, WorkType
from refcheck_core.testing.builders import make_record


@pytest.mark.parametrize(
    ("one", "two", "fit"),
    [
        (("alex",), ("alexander",), True),  # a short form
        (("ale",), ("alejo",), True),  # from three letters on
        (("al",), ("alejo",), False),
        (("jean",), ("jeane",), False),  # from four letters on, one letter more is another name
        (("dan",), ("dana",), False),
        (("yves",), ("yvette",), False),
        (("sergey",), ("sergei",), True),
        (("sergey",), ("sergio",), False),
        (("anna",), ("hanna",), False),
        (("anna",), ("aina",), False),  # a letter may differ in names of five letters or more
        (("sergey",), ("tergey",), False),
        (("john", "andrew"), ("john", "brian"), False),
        (("john",), ("john", "brian"), True),
        (("x", "m"), ("xiaoming",), True),
        (("j", "r"), ("john", "ronald", "reuel"), True),
        (("j", "q"), ("john", "ronald"), False),
        ((), ("john",), True),
        (("j",), ("k",), False),
        (("yu",), ("yan", "ulrich"), False),  # a name of two letters is no pair of initials
        (("li",), ("lin", "ivan"), False),
    ],
)
def test_given_names(one: tuple[str, ...], two: tuple[str, ...], fit: bool) -> None:
    assert given_compatible(one, two) is fit
    assert given_compatible(two, one) is fit


@pytest.mark.parametrize(
    ("one", "two", "match"),
    [
        ("Abc, Ada", "Abd, Ada", NameMatch.NONE),  # three letters: another name
        ("Abel, Ada", "Abek, Ada", NameMatch.MISSPELT),
        ("Abelson, Ada", "Abelsom, Ada", NameMatch.MISSPELT),  # seven letters: one edit
        ("Abelson, Ada", "Abekson, Ada", NameMatch.MISSPELT),
        ("Abelson, Ada", "Abeksom, Ada", NameMatch.NONE),
        ("Abelsons, Ada", "Abeksoms, Ada", NameMatch.MISSPELT),  # eight: two
        ("Abelsons, Ada", "Abekzoms, Ada", NameMatch.NONE),
        ("Abelsons, Ada", "Abelsonsen, Ada", NameMatch.MISSPELT),
        ("Abelsons, Ada", "Abelsonsend, Ada", NameMatch.NONE),
    ],
)
def test_misspelt_family_names(one: str, two: str, match: NameMatch) -> None:
    first, second = prepare_name(Author.parse(one)), prepare_name(Author.parse(two))
    assert match_names(first, second) is match
    assert match_names(second, first) is match


@pytest.mark.parametrize(
    ("one", "two", "is_one"),
    [
        ("gat", "gut", False),  # three letters: another word
        ("gate", "gave", True),
        ("kernels", "kernals", True),  # seven letters: one edit
        ("kernels", "kurnals", False),
        ("sampling", "sumplung", True),  # eight: two
        ("sampling", "sumplunk", False),
        ("folding", "foldings", True),
        ("fold", "foldin", False),
        ("1998", "1999", False),
        ("review", "reviews", False),
        ("noteing", "nothing", True),
    ],
)
def test_misspelt_words(one: str, two: str, is_one: bool) -> None:
    assert is_misspelling(one, two) is is_one
    assert is_misspelling(two, one) is is_one


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("i", None), ("ii", 2), ("iii", 3), ("iv", 4), ("v", None), ("vi", 6), ("viii", 8), ("ix", 9), ("xi", 11),
        ("xiv", 14), ("xix", 19), ("xx", 20), ("xxix", 29), ("xxx", None), ("iiii", None), ("vii", 7), ("mix", None),
        ("", None),
    ],
)  # fmt: skip
def test_roman_numbers(word: str, value: int | None) -> None:
    assert roman_number(word) == value
    assert is_number(word) is (value is not None)


def test_digits_make_a_number() -> None:
    assert is_number("3d")
    assert not is_number("three")


@pytest.mark.parametrize(
    ("title", "generic"),
    [
        ("", True),
        ("rivers", True),
        ("invented rivers", True),
        ("many invented rivers", False),
        ("letter to the editor", True),
        ("深度學習與自然語言處理", False),  # written without blanks, it is no single word
        ("深度學", True),
        ("深度學習", False),
        ("한국어자연언어처리", True),
    ],
)
def test_generic_titles(title: str, generic: bool) -> None:
    assert is_generic(title) is generic


def test_content_words() -> None:
    assert content_words(("the", "flow", "of", "rivers")) == ("flow", "rivers")
    assert content_words(("to", "be")) == ("to", "be")


def people(*names: str) -> list[Author]:
    return [Author(family=name, given="Ada") for name in names]


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        (("Abel",), ("Abel", "Brown", "Cook", "Dean", "Eden", "Ford"), True),  # all of the shorter list
        (("Abel", "Brown", "Zorn"), ("Abel", "Brown", "Cook"), True),  # two of three
        (("Abel", "Zorn"), ("Abel", "Brown"), False),  # one of two
        (("Abel", "Brown", "York", "Zorn"), ("Abel", "Brown", "Cook", "Dean"), False),  # half
        (("Abel", "Brown", "Zorn"), ("Abel", "Brown", "Cook", "Dean", "Eden"), True),  # more than a third of the other
        (("Abel", "Brown", "Zorn"), ("Abel", "Brown", "Cook", "Dean", "Eden", "Ford"), False),  # a third
        ((), ("Abel",), False),
    ],
)
def test_lists_of_authors(one: tuple[str, ...], two: tuple[str, ...], same: bool) -> None:
    assert same_authors(people(*one), people(*two)) is same
    assert same_authors(people(*two), people(*one)) is same


def test_years_apart() -> None:
    def of(*years: int):
        return make_record("T", year=years[0] if years else None, years=years)

    assert years_apart(of(2001, 2005), of(2008, 2011)) == 3
    assert years_apart(of(2001), of(2001)) == 0
    assert years_apart(of(), of(2001)) == 0
    assert years_apart(of(2001), of()) == 0


class TestTitles:
    FOUND = "alpha beta gamma delta epsilon zeta"

    @pytest.mark.parametrize(
        ("claimed", "agreement"),
        [
            ("alpha beta gamma delta epsilon zeta", "agree"),
            ("river beta gamma delta epsilon zeta", "near"),
            ("river horse gamma delta epsilon zeta", "near"),  # two words of six
            ("river horse mountain delta epsilon zeta", "differ"),
            ("alpha beta gamma delta", "near"),
            ("alpha beta gamma", "differ"),
        ],
    )
    def test_words_that_may_differ(self, claimed: str, agreement: str) -> None:
        assert compare_titles(claimed, [self.FOUND], authors_agree=False).agreement == agreement

    def test_at_most_a_third_of_the_words(self) -> None:
        assert compare_titles("river beta gamma", ["alpha beta gamma"], authors_agree=False).agreement == "near"
        assert compare_titles("river beta", ["alpha beta"], authors_agree=False).agreement == "differ"

    def test_a_title_that_is_cut_short(self) -> None:
        found = "alpha beta gamma delta epsilon zeta eta theta"
        assert compare_titles("alpha beta gamma delta …", [found], authors_agree=False).agreement == "near"
        assert compare_titles("alpha beta gamma …", [found], authors_agree=False).agreement == "differ"
        assert compare_titles("alpha beta gamma delta", [found], authors_agree=False).agreement == "differ"

    def test_similarity(self) -> None:
        assert title_similarity(self.FOUND, self.FOUND.upper()) == 1.0
        assert title_similarity("", self.FOUND) == title_similarity(self.FOUND, "") == 0.0
        assert 0.5 < title_similarity(self.FOUND, self.FOUND.replace("zeta", "theta")) < 1.0

    def test_the_best_of_several_titles_counts(self) -> None:
        titles = ["wholly other words here", self.FOUND, "river beta gamma delta epsilon zeta"]
        assert compare_titles(self.FOUND, titles, authors_agree=False).exact
        assert compare_titles(self.FOUND, titles[::-1], authors_agree=False).exact
        assert not compare_titles(self.FOUND, [], authors_agree=False).known


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("Journal of Inventions", "Journal of Invention", True),
        ("J. Invent.", "Journal of Inventions", True),
        ("Cell", "Cellulose", False),
        ("Physical Review A", "Physical Review B", False),
        ("Phys. Rev. A", "Physical Review A", True),
        ("Proc. ICE", "Proceedings of the International Conference on Examples (ICE)", True),
        ("", "Nature", False),
        ("arXiv", "arXiv preprint", True),
        ("arXiv", "bioRxiv", False),
        ("arXiv", "Nature", False),
        ("CVPR", "CVPR Workshops", False),
        ("Annals of Rivers", "Annals of Rovers", True),
        ("Annals of Rivers", "Annals of Robots", False),
    ],
)
def test_venues(one: str, two: str, same: bool) -> None:
    assert same_venue(one, two) is same
    assert same_venue(two, one) is same


@pytest.mark.parametrize(
    ("one", "two", "match"),
    [
        ("WB", "{World Bank}", NameMatch.SAME),
        ("WHO", "World Health Organization", NameMatch.SAME),
        ("WHO", "Ashish Vaswani", NameMatch.NONE),
        ("Ana Maria Garcia Lopez", "Garcia Lopez, Ana Maria", NameMatch.SAME),
        ("Ana Maria Garcia Lopez", "Garcia Lopez, Ana Berta", NameMatch.GIVEN_DIFFERS),
        ("Sepp Maier", "Josef Maier", NameMatch.SAME),
        ("Hans Maier", "Johannes Maier", NameMatch.SAME),
        ("Johann Maier", "Hans Maier", NameMatch.SAME),
        ("Hans Maier", "Heinz Maier", NameMatch.GIVEN_DIFFERS),
        ("Heinz Maier", "Heinrich Maier", NameMatch.SAME),
        ("Uli Maier", "Ulrich Maier", NameMatch.SAME),
    ],
)
def test_names_in_other_forms(one: str, two: str, match: NameMatch) -> None:
    first, second = prepare_name(Author.parse(one)), prepare_name(Author.parse(two))
    assert match_names(first, second) is match
    assert match_names(second, first) is match


def test_the_record_that_leads_a_work() -> None:
    """Published before preprint, a complete list before a cut one, more fields before fewer, family names apart."""
    article = make_record("T", ["Ada Abel"], 2019, "Journal of Examples")
    ordered = [
        article,
        article.model_copy(update={"authors": (Author(literal="Ada Abel"),)}),
        article.model_copy(update={"venue": None}),
        article.model_copy(update={"authors_complete": False}),
        article.model_copy(update={"submitted_to": "ICLR"}),
        article.model_copy(update={"type": WorkType.POSTED_CONTENT}),
    ]
    shuffled = [ordered[i] for i in (3, 0, 5, 2, 4, 1)]
    assert sorted(shuffled, key=record_order) == ordered


def test_a_title_inside_a_word_does_not_stand_in_a_citation() -> None:
    work = Work(records=(make_record("Sampling", ["Ada Abel"], 2001),))
    citation = "Zorn Z. Supersamplingmethodologicalities of rivers. 2001."
    assert claim_from_citation(Claim(citation=citation), work).title == citation


def test_plus_signs_of_languages_are_no_signs() -> None:
    assert signs("C++11 in practice") == signs("Practice of C++") == {}
    assert list(signs("CD4+ cells").values()) == [("+",)]


@pytest.mark.parametrize("name", ["Ärmel", "Öhler", "Übel", "Ångström", "Øster", "Jäger", "Köhler", "Müller", "Håkon"])
def test_umlauts_in_two_letters(name: str) -> None:
    table = str.maketrans(
        {"Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa", "Ø": "Oe", "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"}
    )
    one, two = (prepare_name(Author(family=f, given="Ada")) for f in (name, name.translate(table)))
    assert match_names(one, two) is NameMatch.SAME

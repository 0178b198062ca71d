"""Names and author lists compared."""

from __future__ import annotations

import pytest

from refcheck_core.matching.authors import compare_authors, same_authors
from refcheck_core.matching.comparison import Agreement
from refcheck_core.matching.people import NameMatch, is_placeholder, match_names, prepare_name
from refcheck_core.models import Author, Record, Severity
from refcheck_core.testing.builders import make_record


def match(one: str, two: str) -> NameMatch:
    return match_names(prepare_name(Author.parse(one)), prepare_name(Author.parse(two)))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Vaswani, Ashish", "Ashish Vaswani"),
        ("A. Vaswani", "Ashish Vaswani"),
        ("Vaswani", "Ashish Vaswani"),
        ("Aaron van den Oord", "Oord, Aaron van den"),
        ("van den Oord, Aäron", "A. Oord"),
        ("Müller, Jürgen", "Mueller, Juergen"),
        ("Müller, Jürgen", "Muller, Jurgen"),
        ("Li Fei-Fei", "Fei-Fei Li"),
        ("Xiao-Ming Wang", "Wang, Xiaoming"),
        ("X.-M. Wang", "Wang, Xiaoming"),
        ("Wang XM", "Xiao-Ming Wang"),
        ("García Márquez, Gabriel", "Gabriel, García Márquez"),
        ("Min-su Kim", "Minsu, Kim"),
        ("Gabriel García Márquez", "García Márquez, G."),
        ("García, Gabriel", "García Márquez, Gabriel"),
        ("O'Hare, P.", "O’Hare, Patrick"),
        ("Erdős, Paul", "P. Erdös"),
        ("Kaiser, Lukasz", "Łukasz Kaiser"),
        ("Al-Omari, Amjad", "Alomari, A."),
        ("Sergey Ioffe", "Sergei Ioffe"),
        ("Alex Krizhevsky", "Alexander Krizhevsky"),
        ("Weinberger, N.a.", "N.A. Weinberger"),
        ("Luck-Sikorski, C.", "C. Luck‐Sikorski"),
        ("Smith Jr., J.", "John Smith"),
        ("Smith, J., Jr.", "Smith J"),
        ("Nguyen VA", "Van A Nguyen"),
        ("Nguyen Van A", "Nguyen, V. A."),
        ("Nguyễn Văn An", "An Van Nguyen"),
        ("Nguyen, An Van", "Nguyen Van An"),
        ("Trần Thị Mai", "Mai Thi Tran"),
        ("Bob Smith", "Robert Smith"),
        ("Katie Smith", "Katherine Smith"),
        ("William Gates", "Bill Gates"),
        ("Wang Xiao-Ming", "Xiaoming Wang"),
        ("X.-M. Wang", "Wang Xiaoming"),
        ("da Silva JC", "João Carlos da Silva"),
        ("Santos, J. dos", "José dos Santos"),
        ("Erdős Pál", "Pál Erdős"),
        ("Soerensen, J.", "Jan Sørensen"),
        ("Groß, A.", "Anna Gross"),
        ("Fyodorov, Y.", "Фёдоров, Ю."),
        ("Fedorov, Y.", "Yan Fyodorov"),
        ("Dostoyevsky, F.", "Fyodor Dostoevskii"),
        ("V. Ja. Propp", "Пропп, В. Я."),
        ("Sepp Hochreiter", "Josef Hochreiter"),
        ("Ia. B. Zeldovich", "Ya. B. Zeldovich"),
        ("A. Petroff", "Andrei Petrov"),
        ("Yevgeny Petrov", "Evgeny Petrov"),
        ("St. John, A.", "Saint John, A."),
        ("Wei Wang 0001", "Wei Wang"),
        ("WHO", "World Health Organization"),
        ("CDC", "Centers for Disease Control"),
        ("C.D.C.", "Centers for Disease Control"),
        ("World Health Organisation", "World Health Organization"),
        ("The World Bank", "World Bank"),
    ],
)
def test_one_person(one: str, two: str) -> None:
    assert match(one, two) is NameMatch.SAME
    assert match(two, one) is NameMatch.SAME


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("Ashish Vaswany", "Ashish Vaswani", NameMatch.MISSPELT),
        ("J. Wang", "L. Wang", NameMatch.GIVEN_DIFFERS),
        ("Alexandra Example", "Alexander Example", NameMatch.GIVEN_DIFFERS),
        ("Michael Jordan", "Matthew Jordan", NameMatch.GIVEN_DIFFERS),
        ("Geoffrey Hinton", "Ashish Vaswani", NameMatch.NONE),
        ("Li", "Lee", NameMatch.NONE),
        ("Zoe Vaswany", "Ashish Vaswani", NameMatch.NONE),
        ("Bob Smith", "William Smith", NameMatch.GIVEN_DIFFERS),
        ("Robert Smith", "William Smith", NameMatch.GIVEN_DIFFERS),
        ("Rui Xiong", "Ruoxuan Xiong", NameMatch.GIVEN_DIFFERS),
        ("M. Petrov", "M. Petrova", NameMatch.MISSPELT),
        ("Ivan Meyer", "Ivan Meer", NameMatch.MISSPELT),
        ("Nguyen Van An", "Nguyen Thi Mai", NameMatch.NONE),
        ("Lu Wang Li", "Li Xu Han", NameMatch.NONE),
        ("W. Li", "L. Wei", NameMatch.NONE),
        ("UNICEF", "UNESCO", NameMatch.NONE),
        ("WHO", "World Bank", NameMatch.NONE),
        ("WB", "Wellness Committee of Berlin", NameMatch.NONE),
        ("Kim He", "Kaiming He", NameMatch.GIVEN_DIFFERS),
        ("Wei Li", "Wen Li", NameMatch.GIVEN_DIFFERS),
        ("J. A. Smith", "J. B. Smith", NameMatch.GIVEN_DIFFERS),
        ("John Andrew Smith", "John Brian Smith", NameMatch.GIVEN_DIFFERS),
        ("A. Stein", "A. Weinstein", NameMatch.NONE),
        ("Anna Berg", "Anna Goldberg", NameMatch.NONE),
        ("Michael Jordan", "J. Michael", NameMatch.NONE),
    ],
)
def test_two_persons(one: str, two: str, expected: NameMatch) -> None:
    assert match(one, two) is expected


def test_parts_that_a_database_put_into_the_wrong_place() -> None:
    light = prepare_name(Author(given="Roger", family="A Light"))
    assert match_names(prepare_name(Author.parse("Light, Roger A.")), light) is NameMatch.SAME
    assert match_names(prepare_name(Author.parse("Light, Roger B.")), light) is not NameMatch.SAME
    assert match_names(prepare_name(Author.parse("Light, Roger")), light) is NameMatch.SAME
    der_aa = prepare_name(Author(given="Olivier", family="Der Aa"))
    assert match_names(prepare_name(Author.parse("Olivier Van Der Aa")), der_aa) is NameMatch.SAME


@pytest.mark.parametrize(
    "name",
    ["Firstname Lastname", "First Last", "First Author", "Author One", "A. Author", "Author 1", "John Doe", "Doe, J.",
     "N. N.", "Anonymous", "Surname, Name", "Lastname, F.", "Firstname1 Lastname1", "Unknown Author", "TBD",
     "Max Mustermann", "Foo Bar", "[Authors]"],
)  # fmt: skip
def test_placeholders(name: str) -> None:
    assert is_placeholder(Author.parse(name))


@pytest.mark.parametrize(
    "name", ["John Doerr", "Jane Smith", "Ernest Nagel", "J. First", "Sylvia Last", "A. One", "N. Name Smith", "Yu N"]
)
def test_names_of_people_are_no_placeholders(name: str) -> None:
    assert not is_placeholder(Author.parse(name))


def compare(claimed: list[str], *records: Record, truncated: bool = False):
    return compare_authors([Author.parse(a) for a in claimed], truncated, records)


FOUND = ["Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit"]
WORK = make_record("T", FOUND)


class TestLists:
    def test_the_whole_list(self) -> None:
        comparison = compare(FOUND, WORK)
        assert comparison.exact
        assert comparison.contribution == 1.0

    def test_a_beginning_is_information_without_et_al_and_nothing_with_it(self) -> None:
        assert compare(FOUND[:2], WORK).severity is Severity.INFO
        assert compare(FOUND[:2], WORK, truncated=True).exact

    def test_another_order_of_all_is_a_warning(self) -> None:
        comparison = compare([FOUND[0], *reversed(FOUND[1:])], WORK)
        assert comparison.agrees
        assert comparison.severity is Severity.WARNING
        assert comparison.contribution == comparison.similarity < 1

    def test_another_order_in_a_beginning_is_a_warning(self) -> None:
        assert compare([FOUND[0], FOUND[2], FOUND[1]], WORK).severity is Severity.WARNING

    def test_another_first_author_is_an_error(self) -> None:
        assert compare(FOUND[1:], WORK).in_error
        assert compare([FOUND[1], FOUND[0], *FOUND[2:]], WORK).in_error
        assert compare(list(reversed(FOUND)), WORK).in_error

    def test_a_list_that_was_sorted_when_it_was_deposited_tells_no_order(self) -> None:
        in_order = sorted(FOUND, key=lambda name: name.split()[-1])
        sorted_one = make_record("T", in_order, doi="10.52202/000000-0001")
        assert compare(FOUND, sorted_one).severity is Severity.WARNING
        assert compare(FOUND[1:], sorted_one).in_error
        assert compare(FOUND, make_record("T", in_order, doi="10.5555/other")).in_error
        assert compare([FOUND[1], FOUND[0]], make_record("T", FOUND[:2], doi="10.52202/000000-0001")).in_error

    def test_a_gap_is_an_error_unless_et_al(self) -> None:
        assert compare([FOUND[0], FOUND[2]], WORK).in_error
        assert compare([FOUND[0], FOUND[2]], WORK, truncated=True).severity is Severity.WARNING

    def test_a_stranger_is_an_error_and_named(self) -> None:
        comparison = compare([*FOUND, "Geoffrey Hinton"], WORK)
        assert comparison.agreement is Agreement.NEAR
        assert "claimed 'Geoffrey Hinton'" in comparison.discrepancies[0].message
        assert compare(["Geoffrey Hinton"], WORK).agreement is Agreement.DIFFER

    def test_a_misspelt_author_is_an_error_and_named(self) -> None:
        assert compare(["Ashish Vaswany"], WORK).discrepancies[0].message == (
            "Author misspelt: claimed 'Ashish Vaswany', found 'Ashish Vaswani'."
        )

    def test_another_given_name_is_an_error_and_named(self) -> None:
        message = compare(["Zoe Vaswani"], WORK).discrepancies[0].message
        assert message == "Given name mismatch: claimed 'Zoe Vaswani', found 'Ashish Vaswani'."

    def test_placeholders_are_named(self) -> None:
        assert "Placeholder" in compare(["Jane Doe", "John Doe"], WORK).discrepancies[0].message
        assert compare(["Jane Doe"], make_record("T", ["Jane Doe"])).agrees

    def test_unknown_on_either_side(self) -> None:
        assert not compare([], WORK).known
        assert not compare(FOUND, make_record("T")).known
        assert not compare(["…"], WORK).known

    def test_an_organisation_against_people_is_unknown(self) -> None:
        team = make_record("T", None, authors_complete=True).model_copy(
            update={"authors": (Author(literal="Gemini Team", organization=True),)}
        )
        assert not compare(FOUND, team).known
        assert compare_authors([Author(literal="Gemini Team", organization=True)], False, [team]).agrees

    def test_an_organisation_against_people_and_another_organisation_is_unknown(self) -> None:
        mixed = WORK.model_copy(update={"authors": (*WORK.authors, Author(literal="CMS Group", organization=True))})
        assert not compare_authors([Author(literal="Gemini Team", organization=True)], False, [mixed]).known

    def test_another_organisation_is_an_error(self) -> None:
        group = WORK.model_copy(update={"authors": (Author(literal="CMS Group", organization=True),)})
        assert compare_authors([Author(literal="Gemini Team", organization=True)], False, [group]).in_error

    def test_an_organisation_first_of_which_a_cut_list_knows_nothing(self) -> None:
        cut = make_record("T", ["Ann Other"], authors_complete=False)
        claimed = [Author(literal="Gemini Team", organization=True), Author.parse(FOUND[0])]
        assert not compare_authors(claimed, False, [cut]).known

    def test_an_organisation_among_people_that_the_database_lacks_is_no_error(self) -> None:
        claimed = [Author.parse(FOUND[0]), Author(literal="ATLAS Collaboration", organization=True)]
        assert not compare_authors(claimed, False, [WORK]).in_error
        only = [Author(literal="Example Consortium of Things", organization=True), Author.parse("")]
        assert not compare_authors(only, False, [make_record("T", FOUND)]).in_error

    def test_a_cut_list_knows_its_first_author_only(self) -> None:
        cut = make_record("T", FOUND[:1], authors_complete=False)
        comparison = compare(FOUND, cut)
        assert comparison.agrees
        assert comparison.severity is Severity.WARNING
        assert (
            compare(["Geoffrey Hinton"], cut)
            .discrepancies[0]
            .message.endswith("the work's first author is 'Ashish Vaswani'.")
        )

    def test_a_complete_list_goes_before_a_cut_one(self) -> None:
        cut = make_record("T", FOUND[:1], authors_complete=False)
        assert compare([FOUND[0], "Geoffrey Hinton"], cut, WORK).in_error

    def test_the_best_of_several_lists_counts(self) -> None:
        assert compare(FOUND, make_record("T", FOUND[:2]), WORK).exact

    def test_a_given_name_in_which_databases_differ_is_told(self) -> None:
        one, two = make_record("T", ["José Garcia", "Ben Brown"]), make_record("T", ["Maria Garcia", "Ben Brown"])
        for claimed, found in (("José Garcia", "Maria Garcia"), ("Maria Garcia", "José Garcia")):
            comparison = compare([claimed, "Ben Brown"], one, two)
            assert comparison.agrees
            message = (
                f"Databases differ in a given name: claimed '{claimed}', which one confirms; another has '{found}'."
            )
            assert [(d.severity, d.message) for d in comparison.discrepancies] == [(Severity.INFO, message)]
        assert compare(["J. Garcia", "Ben Brown"], one).discrepancies == ()
        assert (
            compare(["José Garcia", "Ben Brown"], one, make_record("T", ["J. Garcia", "Ben Brown"])).discrepancies == ()
        )
        assert compare(["M. Garcia", "Ben Brown"], one).in_error

    def test_long_lists_are_cut_in_sentences(self) -> None:
        many = make_record("T", [f"Author{'abcdefgh'[i]} Name" for i in range(8)])
        assert "and 4 more" in compare(["Geoffrey Hinton"], many).discrepancies[0].message

    def test_thousands_of_authors(self) -> None:
        def word(n: int) -> str:
            return "".join("abcdefghij"[int(d)] for d in f"{n:05d}")

        people = [Author(family=f"Family{word(n)}", given=f"Given{word(n)}") for n in range(3000)]
        record = make_record("T").model_copy(update={"authors": tuple(people)})
        assert compare_authors(people, False, [record]).exact
        strangers = [Author(family=f"Other{word(n)}", given="Zed") for n in range(3000)]
        comparison = compare_authors(strangers, False, [record])
        assert comparison.in_error
        assert comparison.discrepancies[0].message.startswith("Author mismatch: none of the claimed authors 'Zed Other")
        mixed = compare_authors([people[0], *strangers], True, [record])
        assert mixed.discrepancies[-1].message == "2990 more claimed authors are not among the work's."

    def test_an_organization_by_its_acronym(self) -> None:
        work = make_record("T", ["{Centers for Disease Control}"])
        assert compare(["CDC"], work).exact
        assert not compare(["NIH"], work).known

    def test_none_of_the_authors(self) -> None:
        comparison = compare(["Geoffrey Hinton", "Yann LeCun"], WORK)
        assert comparison.agreement is Agreement.DIFFER
        assert comparison.discrepancies[0].message == (
            "Author mismatch: none of the claimed authors 'Geoffrey Hinton', 'Yann LeCun' is one of the work's, which "
            "are 'Ashish Vaswani', 'Noam Shazeer', 'Niki Parmar', 'Jakob Uszkoreit'."
        )

    def test_another_first_author_weighs_more(self) -> None:
        first = compare(["Geoffrey Hinton", *FOUND[1:]], WORK)
        last = compare([*FOUND[:3], "Geoffrey Hinton"], WORK)
        assert first.in_error
        assert last.in_error
        assert first.similarity < last.similarity

    def test_authors_left_out_beside_one_grafted(self) -> None:
        messages = [d.message for d in compare([FOUND[0], "Geoffrey Hinton"], WORK).discrepancies]
        assert messages[-1] == "Authors of the work not listed: 'Noam Shazeer', 'Niki Parmar', 'Jakob Uszkoreit'."
        assert len(compare([FOUND[0], "Geoffrey Hinton"], WORK, truncated=True).discrepancies) == 1

    def test_one_author_left_out(self) -> None:
        assert "1 further author of" in compare(FOUND[:3], WORK).discrepancies[0].message


def test_lists_of_records() -> None:
    people = [Author.parse(n) for n in FOUND]
    assert same_authors(people, people[:2])
    assert same_authors(people[:1], people)
    assert not same_authors([], people)
    assert not same_authors([Author.parse("Geoffrey Hinton")], people)


@pytest.mark.parametrize("claimed", ["Shiyang LI", "Min-Ling XU", "Jun Yang MA", "Anna LEE", "Smith JA"])
def test_short_capitals_are_a_family_name_or_initials(claimed: str) -> None:
    """Nothing tells which of the two it is, so that either is the same person, in full and by initials."""
    *names, last = claimed.split()
    word = "".join(names)
    as_family = [Author(family=last.title(), given=" ".join(names)), Author(family=last.title(), given=f"{word[0]}.")]
    as_initials = [Author(family=" ".join(names), given=f"{last[0]}. {last[1]}.")]
    mine = prepare_name(Author.parse(claimed))
    for other in map(prepare_name, [*as_family, *as_initials]):
        assert match_names(mine, other) is NameMatch.SAME
        assert match_names(other, mine) is NameMatch.SAME


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Shiyang LI", "Shiyang Zhang"),
        ("Shiyang LI", "Li, Wei"),
        ("Shiyang LI", "Li, W."),
        ("Smith JR", "Jr, S."),
        ("Li JA", "Ja, L."),
        ("Smith, Jane", "Jane, S."),
    ],
)
def test_short_capitals_are_nobody_else(one: str, two: str) -> None:
    pair = prepare_name(Author.parse(one)), prepare_name(Author.parse(two))
    assert match_names(*pair) is not NameMatch.SAME
    assert match_names(*reversed(pair)) is not NameMatch.SAME


@pytest.mark.parametrize(
    ("family", "given"),
    [
        ("Van Loan", "Charles F."),
        ("De Morgan", "Augustus"),
        ("De Morgan", "A."),
        ("Garcia Marquez", "Gabriel"),
        ("García Márquez", "G."),
        ("Von Neumann", "John"),
        ("von Neumann", "John"),
        ("Le Cun", "Yann"),
        ("LeCun", "Yann"),
        ("De La Cruz", "Maria"),
        ("Ben David", "Shai"),
        ("Ben-David", "Shai"),
        ("Mac Lane", "Saunders"),
        ("Lloyd Webber", "Andrew"),
        ("Nuñez Silva", "Ana Maria"),
    ],
)
def test_a_whole_family_name_of_several_words_is_that_of_the_person(family: str, given: str) -> None:
    written = {family, family.title(), {"LeCun": "Le Cun"}.get(family, family).replace("-", " ")}
    for alone in written:
        person = prepare_name(Author(family=family, given=given))
        assert match_names(prepare_name(Author.parse(alone)), person) is NameMatch.SAME
        assert match_names(person, prepare_name(Author.parse(alone))) is NameMatch.SAME
        other = Author(family="Abel", given="Ada")
        record = make_record("T").model_copy(update={"authors": (other, Author(family=family, given=given))})
        assert compare_authors([other, Author.parse(alone)], False, [record]).agrees
        (swapped,) = compare_authors([Author.parse(alone), other], False, [record]).discrepancies
        assert swapped.message.startswith("First author mismatch")  # and nobody is a stranger


@pytest.mark.parametrize("found", ["Loan, Charles F. Van", "Charles F. Van Loan", "Van Loan, C.", "C. F. Van Loan"])
def test_a_particle_that_a_database_puts_beside_the_given_names(found: str) -> None:
    assert match("Van Loan", found) is NameMatch.SAME


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Van Loan", "Van Gogh, Vincent"),
        ("Peter Loan", "Van Loan, Charles"),
        ("Charles Gogh", "Van Gogh, Vincent"),
        ("Maria Marquez", "Garcia Marquez, Gabriel"),
        ("Peter Neumann", "Von Neumann, John"),
        ("Peter Loan", "Loan, Charles Peter Van"),
    ],
)
def test_a_given_name_is_no_part_of_a_family_name(one: str, two: str) -> None:
    assert match(one, two) is not NameMatch.SAME


GOLUB = ["Gene H. Golub", "Charles F. Van Loan"]


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        (["Golub, Van Loan"], GOLUB),
        (["Abel, Babbage"], ["Ada Abel", "Bob Babbage"]),
        (["Garcia Marquez, Le Cun"], ["García Márquez, Gabriel", "Yann LeCun"]),
        (["Abel", "Golub, Van Loan"], ["Ada Abel", *GOLUB]),
    ],
)
def test_family_names_that_were_read_as_one_person(claimed: list[str], found: list[str]) -> None:
    people = [Author.parse(n) for n in claimed]
    assert compare_authors(people, False, [make_record("T", found)]).exact


@pytest.mark.parametrize(
    ("claimed", "found"),
    [
        (["Golub, Van Loan"], [*GOLUB, "Ada Abel"]),
        (["Golub, Van Loan"], GOLUB[::-1]),
        (["Golub, Van Loan"], GOLUB[:1]),
        (["Golub, Babbage"], GOLUB),
        (["Babbage, Van Loan"], GOLUB),
        (["Abel", "Golub, Van Loan"], GOLUB),
        (["Golub, Charles"], GOLUB),
    ],
)
def test_family_names_that_are_not_the_very_ones_of_the_work(claimed: list[str], found: list[str]) -> None:
    people = [Author.parse(n) for n in claimed]
    assert compare_authors(people, False, [make_record("T", found)]).in_error


def test_an_organisation_is_no_list_of_family_names() -> None:
    strange = [Author(family="Golub", given="Van Loan", organization=True)]
    assert not compare_authors([*strange, Author(family="Abel")], False, [make_record("T", [*GOLUB, "Ada Abel"])]).exact

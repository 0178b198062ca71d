"""Author strings, split into names."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.names import is_truncated, is_truncation, parse_name, split_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        # BibTeX
        (
            "{Delgado de Molina}, A. and Vign{\\'e}, M. and {de Geus}, Tom",
            ["{Delgado de Molina}, A.", "Vign{\\'e}, M.", "{de Geus}, Tom"],
        ),
        ("Borland, L. and van Heel, M.", ["Borland, L.", "van Heel, M."]),
        ("Anderson, P. AND Fernandez, Q.", ["Anderson, P.", "Fernandez, Q."]),
        ("Sandoval, A.\n  and\n  Brand, B.", ["Sandoval, A.", "Brand, B."]),
        ("Knuth,Donald E. and Lamport,Leslie", ["Knuth,Donald E.", "Lamport,Leslie"]),
        ("{Barnes and Noble} and Doe, J.", ["{Barnes and Noble}", "Doe, J."]),
        ("{A, B; C} and Doe, J.", ["{A, B; C}", "Doe, J."]),
        ("King, Jr., Martin Luther and Doe, Jane", ["King, Jr., Martin Luther", "Doe, Jane"]),
        ("A and B and others", ["A", "B"]),
        ("Smith, J.A.and Jones, B.", ["Smith, J.A.", "Jones, B."]),
        ("Unclosed {brace and Doe, Jane", ["Unclosed {brace and Doe, Jane"]),
        ("Ada} and Doe, Jane", ["Ada}", "Doe, Jane"]),
        # citation styles
        ("A. Smith, B. Jones, and C. Doe", ["A. Smith", "B. Jones", "C. Doe"]),
        ("A. Smith, B. Jones & C. Doe", ["A. Smith", "B. Jones", "C. Doe"]),
        ("Ashish Vaswani, Noam Shazeer and Niki Parmar", ["Ashish Vaswani", "Noam Shazeer", "Niki Parmar"]),
        (
            "Dill, K. A., Ozkan, S. B., Shell, M. S. & Weikl, T. R.",
            ["Dill, K. A.", "Ozkan, S. B.", "Shell, M. S.", "Weikl, T. R."],
        ),
        ("Brischoux, F., Brierley, D.I., and Ungless, M.A.", ["Brischoux, F.", "Brierley, D.I.", "Ungless, M.A."]),
        ("Kimmel CB, Warga RM, Schilling TF.", ["Kimmel CB", "Warga RM", "Schilling TF"]),
        ("Smith, J., B. Jones, and C. Doe", ["Smith, J.", "B. Jones", "C. Doe"]),
        ("Smith, John, and Bob Jones", ["Smith, John", "Bob Jones"]),
        (
            "Lawrence, Eric D., Forrest Maltzman and Steven S. Smith",
            ["Lawrence, Eric D.", "Forrest Maltzman", "Steven S. Smith"],
        ),
        (
            "Duni, Jeidoh, Robert Fon, Sam Hickey and Nuhu Salihu",
            ["Duni, Jeidoh", "Robert Fon", "Sam Hickey", "Nuhu Salihu"],
        ),
        (
            "Boubakri, Narjess, Ghoul, Sadok El, and Saffar, Walid",
            ["Boubakri, Narjess", "Ghoul, Sadok El", "Saffar, Walid"],
        ),
        ("García Márquez, Gabriel, Vargas Llosa, Mario", ["García Márquez, Gabriel", "Vargas Llosa, Mario"]),
        ("Vaswani, Shazeer and Parmar", ["Vaswani", "Shazeer", "Parmar"]),
        ("Vaswani, Shazeer, Parmar", ["Vaswani", "Shazeer", "Parmar"]),
        ("Vaswani, Ashish", ["Vaswani, Ashish"]),
        ("Ashish Vaswani", ["Ashish Vaswani"]),
        ("Vaswani", ["Vaswani"]),
        ("Yang Xiao, Bihuan Chen, Chendong Yu", ["Yang Xiao", "Bihuan Chen", "Chendong Yu"]),
        ("M. L. King, Jr., J. Doe, and K. Roe", ["M. L. King, Jr.", "J. Doe", "K. Roe"]),
        ("Garsia, A. M., Rodemich, E., and Rumsey, Jr., H.", ["Garsia, A. M.", "Rodemich, E.", "Rumsey, Jr., H."]),
        ("York, D. G., Anderson, J. E. Jr, Doe, K.", ["York, D. G.", "Anderson, J. E. Jr", "Doe, K."]),
        ("Jane Doe, PhD, Ann Roe, MD", ["Jane Doe, PhD", "Ann Roe, MD"]),
        ("Müller, K. und Schmidt, P.", ["Müller, K.", "Schmidt, P."]),
        ("Dupont, A. et Durand, B.", ["Dupont, A.", "Durand, B."]),
        # other separators
        ("Smith, J.; Jones, B.; Doe, C.", ["Smith, J.", "Jones, B.", "Doe, C."]),
        ("Smith J; Jones B and Doe C", ["Smith J", "Jones B", "Doe C"]),
        ("Jaehnig, W. / Weaver, D. / Fico, F.", ["Jaehnig, W.", "Weaver, D.", "Fico, F."]),
        ("E.J. Bakker – F. Fabbricotti", ["E.J. Bakker", "F. Fabbricotti"]),
        ("Smith &amp; Jones", ["Smith", "Jones"]),
        ("Barnes {\\&} Noble", ["Barnes {\\&} Noble"]),
        ("Aerts, D., Sozzo, S. :", ["Aerts, D.", "Sozzo, S."]),
        ("Wang H., Zhang J. and", ["Wang H.", "Zhang J."]),
        # marks
        ("Lee1,2, K., Park a,b, S.", ["Lee, K.", "Park, S."]),
        ("Jane Doe*, Ann Roe†", ["Jane Doe", "Ann Roe"]),
        # shortened lists
        ("Qing Li et al.", ["Qing Li"]),
        ("Li, Y., et al.", ["Li, Y."]),
        ("Li, Y., Wang, X., ... & Zhou, Z.", ["Li, Y.", "Wang, X.", "Zhou, Z."]),
        ("F. P. An et al. [DAYA-BAY Collaboration],", ["F. P. An", "DAYA-BAY Collaboration"]),
        ("J. Doe and 12 others", ["J. Doe"]),
        ("et al.", []),
        ("...", []),
        ("", []),
        (" , ; ", []),
        ("1, 2", []),
        # organisations
        ("ATLAS Collaboration", ["ATLAS Collaboration"]),
        ("Food and Agriculture Organization", ["Food and Agriculture Organization"]),
        ("Centers for Disease Control and Prevention", ["Centers for Disease Control and Prevention"]),
        ("Gemini Team and OpenAI", ["Gemini Team", "OpenAI"]),
        ("Doe, J. and The ATLAS Collaboration", ["Doe, J.", "The ATLAS Collaboration"]),
        ("A Team and B Team and C Team", ["A Team", "B Team", "C Team"]),
        ("and Group", ["and Group"]),
    ],
)
def test_author_strings(text, names):
    assert list(split_names(text)) == names


@pytest.mark.parametrize(
    "text",
    (
        "et al.|et al|Et Al.|et. al.|(et al.)|and others|others|…|...|[and 12 others]|and 5 more|3 additional authors"
        "|u. a.|& al.|et coll.|and colleagues|y otros|и др.|等|等人|{et al.}"
    ).split("|"),
)
def test_marks_of_a_shortened_list(text):
    assert is_truncation(text)
    assert is_truncated(text)


@pytest.mark.parametrize(
    "text", ["", "Smith", "Al Gore", "Etalon", "Alan", "Other, A. N.", "More, Thomas", "x" * 100, "-", "A. others B."]
)
def test_names_are_no_marks_of_a_shortened_list(text):
    assert not is_truncation(text)
    assert not is_truncated(text)


@pytest.mark.parametrize("names", ["Smith, J.", "J. Smith, A. Doe", "Smith J, Doe A"])
@pytest.mark.parametrize(
    "mark",
    [
        "{} et al.",
        "{}, et al",
        "{} and others",
        "{}, …",
        "{} et al. (eds)",
        "{} et al. [ATLAS Collaboration]",
        "{} u.a.",
    ],
)
def test_a_list_that_goes_on(names, mark):
    assert is_truncated(mark.format(names))
    assert not is_truncated(names)


@pytest.mark.parametrize("text", ["Al Gore and Etta Alba", "Other, A. N. and Ng, B. C.", "S. Others, B. Roe"])
def test_names_do_not_make_a_list_go_on(text):
    assert not is_truncated(text)


family = st.sampled_from(
    ["Adler", "Brandt", "Čapek", "van den Oord", "García Márquez", "O'Hare", "Borland", "Fernandez", "Li", "Anderson"]
)
initials = st.sampled_from(["A.", "B. C.", "D.E.", "J.-P."])
people = st.lists(st.tuples(family, initials), min_size=1, max_size=6)


@given(people, st.sampled_from([", and ", " and ", ", & ", " & ", ", ", ", und "]))
def test_inverted_names_with_initials(authors, last):
    names = [f"{family_name}, {given_name}" for family_name, given_name in authors]
    assert list(split_names(last.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names))) == names


@given(people, st.sampled_from([", and ", " and ", ", & ", " & ", ", "]))
def test_natural_names_with_initials(authors, last):
    names = [f"{given_name} {family_name}" for family_name, given_name in authors]
    assert list(split_names(last.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names))) == names


@given(people, st.sampled_from([" and ", " AND ", "\nand ", "; ", " / "]))
def test_names_with_a_separator_of_their_own(authors, separator):
    names = [f"{family_name}, {given_name}" for family_name, given_name in authors]
    assert list(split_names(separator.join(names))) == names


@given(people)
def test_vancouver(authors):
    names = [
        f"{family_name} {given_name.replace('.', '').replace(' ', '').replace('-', '')}"
        for family_name, given_name in authors
    ]
    assert list(split_names(", ".join(names))) == names
    assert [parse_name(name).family for name in split_names(", ".join(names) + ", et al.")] == [
        family_name for family_name, _ in authors
    ]


@given(st.text(max_size=80) | st.text(st.sampled_from('AbcÉ王 .,;&/-{}\\"and()[]1†'), max_size=60))
def test_no_author_string_raises_and_no_name_is_empty(text):
    for name in split_names(text):
        assert any(character.isalpha() for character in name)
        assert name == name.strip()
    is_truncation(text)


@pytest.mark.parametrize("piece", ["A. B, ", " and", ",", ".", "{", "et al. ", "a b,c ", "A1,2, ", ";", "… ", "(x) "])
def test_time_grows_linearly(piece):
    def seconds(length):
        text = piece * (length // len(piece))
        start = time.process_time()
        split_names(text)
        parse_name(text)
        return time.process_time() - start

    seconds(1000)
    assert seconds(100_000) < 40 * max(seconds(10_000), 0.002)


@pytest.mark.parametrize(
    "name", ["van der Waals, Johannes Diderik", "de la Cruz, Ana María", "Brooks, Jr., Frederick P."]
)
def test_one_inverted_name_of_several_words_is_not_split(name: str) -> None:
    assert split_names(name) == (name,)


def test_particles_begin_names_of_vancouver_lists_too() -> None:
    assert split_names("de Vries A, Smith B") == ("de Vries A", "Smith B")

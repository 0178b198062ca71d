"""Author fields of the kinds that reference checkers are reported to misread: read into people, and known again."""

from __future__ import annotations

import pytest

from refcheck_core.matching import Rules, decide, merge
from refcheck_core.models import Author, Verdict
from refcheck_core.names import parse_name, split_names
from refcheck_core.services import build_claim
from refcheck_core.testing.builders import make_record

TITLE = "On the Growth of Invented Trees"


def verdict(found: list[str], **claim: str) -> Verdict:
    """Of a claim held against a work of this title that has these authors."""
    record = make_record(TITLE, found, 2008, "Journal of Examples")
    return decide(build_claim(**claim), merge([record]), (), Rules(this_year=2026)).verdict


FIELDS = {
    "an initial before 'and', and braces": (
        r"{Delgado de Molina}, A. and Vign{\'e}, M. and {de Geus}, Tom",
        [("Delgado de Molina", "A."), ("Vigné", "M."), ("de Geus", "Tom")],
    ),
    "braces in natural order": (
        "A. {Delgado de Molina} and Tom {de Geus}",
        [("Delgado de Molina", "A."), ("de Geus", "Tom")],
    ),
    "particles with signs and commands": (
        r"in 't Gogh, Vincent and al-\relax Hakim, Tawfik and de'\hspace{0pt} Medici, Lorenzo",
        [("in 't Gogh", "Vincent"), ("al-Hakim", "Tawfik"), ("de' Medici", "Lorenzo")],
    ),
    "'and' within names": (
        "Borland, L. and Anderson, P. and Fernandez, Q. and Sandoval, R.",
        [("Borland", "L."), ("Anderson", "P."), ("Fernandez", "Q."), ("Sandoval", "R.")],
    ),
    "'and' in capitals, on lines of its own": (
        "Borland, L.\n  and   van Heel, M. AND Brand, A.",
        [("Borland", "L."), ("van Heel", "M."), ("Brand", "A.")],
    ),
    "apostrophes": ("P. O'Hare and J. D’Souza", [("O'Hare", "P."), ("D’Souza", "J.")]),
    "two initials each": (
        "Dill, K. A., Ozkan, S. B., Shell, M. S. & Weikl, T. R.",
        [("Dill", "K. A."), ("Ozkan", "S. B."), ("Shell", "M. S."), ("Weikl", "T. R.")],
    ),
    "no blank behind the comma": (
        "Knuth,Donald E. and Lamport,Leslie",
        [("Knuth", "Donald E."), ("Lamport", "Leslie")],
    ),
    "two branches of a TeX condition": (
        r"\ifmmode \check{C}\else \v{C}\fi{}ernot\'{\i}k, Ond\ifmmode \check{r}\else \v{r}\fi{}ej and Hammerer, K.",
        [("Černotík", "Ondřej"), ("Hammerer", "K.")],
    ),
    "footnote marks": (
        "Belkin†, M. A. and Shen‡, Y. R. and Smith*, J. and Lee1,2, K. and Park a,b, S.",
        [("Belkin", "M. A."), ("Shen", "Y. R."), ("Smith", "J."), ("Lee", "K."), ("Park", "S.")],
    ),
}


@pytest.mark.parametrize(("field", "people"), FIELDS.values(), ids=FIELDS)
class TestAuthorFields:
    def test_read_into_people(self, field: str, people: list[tuple[str, str]]) -> None:
        read = [parse_name(name) for name in split_names(field)]
        assert [(p.family, p.given) for p in read] == people

    def test_they_are_the_authors_of_the_work(self, field: str, people: list[tuple[str, str]]) -> None:
        found = [f"{family}, {given}" for family, given in people]
        assert verdict(found, title=TITLE, authors=field) is Verdict.VERIFIED

    def test_they_are_not_when_one_is_another(self, field: str, people: list[tuple[str, str]]) -> None:
        found = [f"{family}, {given}" for family, given in people]
        for place in range(len(found)):
            other = [*found[:place], "Quigley, Xaver", *found[place + 1 :]]
            assert verdict(other, title=TITLE, authors=field) is not Verdict.VERIFIED


CITED = {
    "P. O'Hare and J. D'Souza. {}. J. Ex. 3 (2008) 1-9.": ["Patrick O’Hare", "Jane D’Souza"],
    "P. O’Hare and J. D’Souza. {}. J. Ex. 3 (2008) 1-9.": ["Patrick O'Hare", "Jane D'Souza"],
    "Dill, K. A., Ozkan, S. B., Shell, M. S. & Weikl, T. R. {}. J. Ex. 37, 289–316 (2008).": [
        "Ken A. Dill",
        "S. Banu Ozkan",
        "M. Scott Shell",
        "Thomas R. Weikl",
    ],
}


@pytest.mark.parametrize(("citation", "found"), CITED.items())
def test_apostrophes_and_initials_in_citations(citation: str, found: list[str]) -> None:
    cited = citation.format(TITLE)
    assert verdict(found, citation=cited) is Verdict.VERIFIED
    for place in range(len(found)):
        other = [*found[:place], "Xaver Quigley", *found[place + 1 :]]
        assert verdict(other, citation=cited) is not Verdict.VERIFIED


@pytest.mark.parametrize("claimed", ["Dill, K. B.", "K. B. Dill", "Dill KB"])
def test_a_second_initial_is_compared(claimed: str) -> None:
    assert verdict(["Ken A. Dill"], title=TITLE, authors=claimed) is not Verdict.VERIFIED


@pytest.mark.parametrize("claimed", ["Gogh, Vincent", "in 't Gogh, V.", "Vincent in 't Gogh", "in ’t Gogh, Vincent"])
def test_a_particle_may_be_left_out(claimed: str) -> None:
    assert verdict(["in 't Gogh, Vincent"], title=TITLE, authors=claimed) is Verdict.VERIFIED
    assert verdict(["in 't Hout, Vincent"], title=TITLE, authors=claimed) is not Verdict.VERIFIED
    assert Author.parse("in 't Gogh, Vincent").family == "in 't Gogh"

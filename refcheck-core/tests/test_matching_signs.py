"""Signs in titles: what both titles write must not contradict, what one of them lost says nothing."""

from __future__ import annotations

import pytest

from refcheck_core.matching.signs import contradicting_signs, signs


@pytest.mark.parametrize(
    ("one", "two", "pair"),
    [
        ("P = NP", "P ≠ NP", ("=", "≠")),
        ("P=NP", "P != NP", ("=", "≠")),
        ("P $=$ NP", "P $\\neq$ NP", ("=", "≠")),
        ("CD4+ T cells", "CD4− T cells", ("+", "-")),
        ("CD4+ T cells", "CD4- T cells", ("+", "-")),
        ("CD4<sup>+</sup> T cells", "CD4<sup>-</sup> T cells", ("+", "-")),
        ("Wetting at pH < 7", "Wetting at pH &gt; 7", ("<", ">")),
        ("B+-trees", "B- trees", ("+", "-")),
        ("The R*-tree", "The R+-tree", ("*", "+")),
        ("A − B", "A + B", ("-", "+")),
        ("e+e- pairs", "e+e+ pairs", ("-", "+")),
        ("(-1)-forms", "(+1)-forms", ("-", "+")),
        ("A → B", "A ← B", ("→", "←")),
        ("IgM-/- mice", "IgM+/+ mice", ("-/-", "+/+")),
        ("IgM+/- mice", "IgM +/+ mice", ("±", "+/+")),
        ("x<sub>+</sub> of y", "x<sub>−</sub> of y", ("+", "-")),
        ("(+)-menthol", "(−)-menthol", ("+", "-")),
        ("(±)-menthol", "(+)-menthol", ("±", "+")),
    ],
)
def test_contradictions(one: str, two: str, pair: tuple[str, str]) -> None:
    assert contradicting_signs(one, two) == pair
    assert contradicting_signs(two, one) == pair[::-1]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("CD4+ T cells", "CD4 T cells"),
        ("CD4+ T cells", "CD4-T cells"),
        ("P = NP", "P NP"),
        ("Wetting at pH < 7", "Wetting at pH 7"),
        ("x ≤ 1", "x < 1"),
        ("$B^+$-tree", "B<sup>+</sup> tree"),
        ("micro- and nanoscale", "micro and nanoscale"),
        ("Cu−Zn alloys", "Cu-Zn alloys"),
        ("A - B", "A + B"),
        ("A -> B", "A → B"),
        ("e+e- pairs", "e⁺e⁻ pairs"),
        ("C++ in practice", "C+ in practice"),
        ("(+/-)-menthol", "(±)-menthol"),
        ("A ± B", "A +/- B"),
        ("e+e- pairs", "e+e pairs"),
        ("X±/+ y", "X+ y"),
        ("a =< b in rings", "a = b in rings"),
        ("α-β dioxide", "alpha-beta dioxide"),
    ],
)
def test_no_contradictions(one: str, two: str) -> None:
    assert contradicting_signs(one, two) is None
    assert contradicting_signs(two, one) is None


def test_places_are_counted_in_letters_and_digits_of_the_compared_form() -> None:
    assert signs("Über B+ trees: CD4−") == {5: ("+",), 13: ("-",)}
    assert signs("No signs, a hyphen-ated word – and a dash") == {}
    assert signs("") == {}

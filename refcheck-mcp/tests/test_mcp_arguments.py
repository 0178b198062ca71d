from __future__ import annotations

import pytest
from pydantic import ValidationError, create_model

from refcheck_mcp.arguments import explain, refused_booleans, shorten, unknown_arguments

KNOWN = ("title", "authors", "year", "doi")


def test_known_arguments_are_no_problem():
    assert unknown_arguments({"title": "x", "year": None}, KNOWN) is None


@pytest.mark.parametrize(("typed", "meant"), [("titel", "title"), ("author", "authors"), ("DOI", "doi")])
def test_an_unknown_argument_is_named_with_the_one_that_was_meant(typed, meant):
    sentence = unknown_arguments({typed: "x"}, KNOWN)
    assert f'"{typed}"; did you mean "{meant}"?' in sentence
    assert sentence.endswith("The arguments are: title, authors, year, doi.")


def test_an_unknown_argument_like_none_of_them_is_named_alone():
    assert unknown_arguments({"zzz": 1}, KNOWN).startswith('There is no argument "zzz". The arguments')


def test_a_flood_of_unknown_arguments_makes_a_short_sentence():
    assert len(unknown_arguments({"x" * 1000 + str(i): 1 for i in range(1000)}, KNOWN)) < 1000


SCHEMAS = {
    "number": {"type": "integer"},
    "maybe": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    "flag": {"type": "boolean"},
    "either": {"anyOf": [{"type": "integer"}, {"type": "boolean"}]},
    "text": {"type": "string"},
}


@pytest.mark.parametrize("value", [True, False])
def test_true_and_false_are_no_numbers(value):
    shown = "true" if value else "false"
    told = refused_booleans({"number": value, "maybe": value, "flag": value, "either": value}, SCHEMAS, {"maybe": "7"})
    assert told == (
        f'The argument "number" must be a number, not {shown}. The argument "maybe" must be 7, not {shown}.'
    )


def test_numbers_are_numbers():
    assert refused_booleans({"number": 1, "maybe": None, "flag": 1, "text": "true"}, SCHEMAS, {}) is None


def explained(kind: object, value: object, **wanted: str) -> str:
    model = create_model("Arguments", field=(kind, ...))
    with pytest.raises(ValidationError) as caught:
        model.model_validate({"field": value})
    return explain(caught.value, wanted)


def test_a_refused_value_is_told_with_what_is_wanted():
    assert explained(int, "abc", field="a year") == 'The argument "field" must be a year, not "abc".'


def test_an_argument_without_a_hint_is_text():
    assert explained(str, 5) == 'The argument "field" must be text, not 5.'


def test_each_argument_is_told_once_though_every_branch_of_a_union_fails():
    assert explained(list[str] | int, {"a": 1}).count("must be") == 1


def test_a_value_that_is_no_json_is_shown_by_its_type():
    assert shorten(object()) == "object"


def test_a_long_value_is_cut_and_stays_on_one_line():
    shown = shorten("line\n" * 100)
    assert len(shown) < 70
    assert "\n" not in shown

from __future__ import annotations

import json

import pytest

QUERY = ("attention", "is", "all", "you", "need")


@pytest.fixture(autouse=True)
def one_database(install):
    install("good")


@pytest.fixture
def failing_database(install, good_plugin):
    failing = good_plugin.replace("class Plugin", "from refcheck_core import SourceUnavailable\n\n\nclass Plugin")
    failing = failing.replace("return [RECORD] if", "raise SourceUnavailable('is down') if True or")
    install("failing", failing.replace('name="good"', 'name="failing"'))


def test_what_is_found_is_listed_and_ends_in_0(refcheck):
    code, out, err = refcheck("search", *QUERY)
    assert (code, err) == (0, "")
    assert out.startswith("1.  Attention Is All You Need\n    Ashish Vaswani, Noam Shazeer\n    2017, Advances in")
    assert "    doi:10.1000/known\n" in out
    assert "    in good\n" in out
    assert "answered   good\n" in out


def test_abstract_status_and_other_databases_are_shown(refcheck, install, good_plugin):
    other = good_plugin.replace('name="good"', 'name="other"').replace(
        "year=2017,", "year=2017, abstract='We propose <b>it</b>.', notices=(Notice(kind=NoticeKind.RETRACTION),),"
    )
    install("other", other.replace("import Key", "import Notice, NoticeKind, Key"))
    _, out, _ = refcheck("search", *QUERY)
    assert "1.  Attention Is All You Need\n    RETRACTED\n" in out
    assert "    We propose it.\n" in out
    assert "    in good, other\n" in out


def test_json_has_the_fields_of_the_answer(refcheck):
    from refcheck_core.models.search import FoundReference, SearchAnswer

    code, out, _ = refcheck("search", " ".join(QUERY), "--json")
    answer = json.loads(out)
    assert code == 0
    assert set(answer) == set(SearchAnswer.model_fields)
    (found,) = answer["results"]
    assert set(found) == set(FoundReference.model_fields)
    assert (found["title"], found["source"], found["also_in"]) == ("Attention Is All You Need", "good", [])


@pytest.mark.parametrize("arguments", [["xylophone"], [*QUERY, "--from", "2018"], [*QUERY, "--to", "2016"]])
def test_nothing_found_ends_in_1(refcheck, arguments):
    code, out, _ = refcheck("search", *arguments)
    assert code == 1
    assert out.startswith("Nothing found.\n")
    assert "answered   good\n" in out


def test_a_range_of_years_and_a_number_of_works(refcheck):
    assert refcheck("search", *QUERY, "--from", "2017", "--to", "2017", "--max", "1")[0] == 0


def test_a_list_that_is_cut_says_so(refcheck, install, good_plugin):
    install("other", good_plugin.replace('name="good"', 'name="other"').replace("10.1000/known", "10.1000/namesake"))
    code, out, _ = refcheck("search", *QUERY, "--max", "1")
    assert code == 0
    assert "The first 1 of 2 works; --max shows more.\n" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "QUERY"),
        (["..."], "no letter or digit"),
        (["x" * 501], "501 characters"),
        ([*QUERY, "--max", "0"], "from 1 to 30"),
        ([*QUERY, "--max", "31"], "from 1 to 30"),
        ([*QUERY, "--max", "many"], "many"),
        ([*QUERY, "--from", "soon"], "a year of four digits"),
        ([*QUERY, "--from", "2018", "--to", "2016"], "--from 2018 is after --to 2016; exchange them."),
        ([*QUERY, "--database", "nix"], "Available: good."),
    ],
)
def test_what_cannot_be_searched_is_a_usage_error_with_a_sentence(refcheck, arguments, told):
    code, out, err = refcheck("search", *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_only_the_databases_that_are_named_are_asked(refcheck, install, good_plugin):
    install("other", good_plugin.replace('name="good"', 'name="other"'))
    _, out, _ = refcheck("search", *QUERY, "--database", "Other", "--json")
    answer = json.loads(out)
    assert answer["sources_checked"] == ["other"]
    assert answer["sources_skipped"]["good"] == "not among the databases asked for"


def test_results_of_a_database_that_fails_are_said_to_be_missing(refcheck, failing_database):
    code, out, _ = refcheck("search", *QUERY)
    assert code == 0
    assert "warning    Results of A good database are missing: is down\n" in out
    assert "failed     failing: is down\n" in out


def test_when_all_fail_it_ends_in_3_with_the_reasons(refcheck, failing_database):
    code, out, err = refcheck("search", *QUERY, "--database", "failing")
    assert (code, out) == (3, "")
    assert "is down" in err
    code, out, _ = refcheck("search", *QUERY, "--database", "failing", "--json")
    answer = json.loads(out)
    assert (code, answer["error"]) == (3, "not_checked")
    assert "is down" in answer["sources_failed"]["failing"]


def test_offline_answers_from_the_cache_alone(refcheck):
    assert refcheck("search", *QUERY, "--offline")[0] == 3
    assert refcheck("search", *QUERY)[0] == 0
    code, out, _ = refcheck("search", *QUERY, "--offline", "--max", "3")
    assert code == 0
    assert out.startswith("1.  Attention")

from __future__ import annotations

import io
import json

import pytest

TITLE = "Attention Is All You Need"


@pytest.fixture(autouse=True)
def one_database(install):
    install("good")


def test_a_reference_that_is_as_cited_is_verified_and_ends_in_0(refcheck):
    code, out, err = refcheck("verify", "--title", TITLE, "--author", "Ashish Vaswani", "--year", "2017")
    assert (code, err) == (0, "")
    assert out.startswith("verified  confidence ")
    assert "  Ashish Vaswani, Noam Shazeer\n" in out
    assert "  https://doi.org/10.1000/known\n" in out
    assert "answered   good" in out


def test_a_wrong_year_is_a_partial_match_that_names_both_years_and_ends_in_1(refcheck):
    code, out, _ = refcheck("verify", "--title", TITLE, "--year", "2012")
    assert code == 1
    assert out.startswith("partial_match")
    error = next(line for line in out.splitlines() if line.startswith("error"))
    assert "2012" in error
    assert "2017" in error


def test_what_no_database_has_is_not_found_and_ends_in_1(refcheck):
    code, out, _ = refcheck("verify", "--title", "Quantum Neural Transformers for Spatiotemporal Traffic Prediction")
    assert code == 1
    assert out.startswith("not_found")


def test_json_has_the_fields_of_the_answer(refcheck):
    from refcheck_core.models.answer import VerificationAnswer

    code, out, _ = refcheck("verify", "--doi", "https://doi.org/10.1000/KNOWN", "--json")
    answer = json.loads(out)
    assert (code, answer["verdict"]) == (0, "verified")
    assert set(answer) == set(VerificationAnswer.model_fields)


def test_a_citation_is_read_from_stdin(refcheck, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{TITLE}. doi:10.1000/known\n".encode())))
    assert refcheck("verify", "-")[0] == 0


@pytest.mark.parametrize("data", [b"", b" \n", b"x" * 10_001])
def test_stdin_without_a_citation_is_a_usage_error(refcheck, monkeypatch, data):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    code, out, err = refcheck("verify", "-")
    assert (code, out) == (2, "")
    assert err.startswith("refcheck: stdin holds ")


@pytest.mark.parametrize(
    "arguments",
    [[], ["--year", "2017"], ["--author", "A"], ["--doi", "nonsense"], ["--title", "..."], ["--arxiv", "x"]],
)
def test_what_cannot_be_checked_is_a_usage_error_with_a_sentence(refcheck, arguments):
    code, out, err = refcheck("verify", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("refcheck: ")
    assert err.count("\n") == 1


def test_an_unknown_database_is_a_usage_error_that_names_the_known(refcheck):
    code, out, err = refcheck("verify", "--title", TITLE, "--database", "nix")
    assert (code, out) == (2, "")
    assert "nix" in err
    assert "good" in err


def test_only_the_databases_that_are_named_are_asked(refcheck, install, good_plugin):
    install("other", good_plugin.replace('name="good"', 'name="other"'))
    _, out, _ = refcheck("verify", "--title", TITLE, "--database", "other", "--json")
    answer = json.loads(out)
    assert answer["sources_checked"] == ["other"]
    assert "good" in answer["sources_skipped"]


@pytest.fixture
def failing_database(install, good_plugin, monkeypatch):
    failing = good_plugin.replace("class Plugin", "from refcheck_core import SourceUnavailable\n\n\nclass Plugin")
    failing = failing.replace("return [RECORD] if", "raise SourceUnavailable('is down') if True or")
    install("failing", failing.replace('name="good"', 'name="failing"'))


def test_when_all_fail_there_is_no_verdict_and_it_ends_in_3(refcheck, failing_database):
    code, out, err = refcheck("verify", "--title", TITLE, "--database", "failing")
    assert (code, out) == (3, "")
    assert "failing" in err
    assert "is down" in err


def test_when_all_fail_json_has_the_reasons_and_no_verdict(refcheck, failing_database):
    code, out, _ = refcheck("verify", "--title", TITLE, "--database", "failing", "--json")
    answer = json.loads(out)
    assert code == 3
    assert set(answer) == {"error", "message", "sources_failed"}
    assert answer["error"] == "not_checked"
    assert "is down" in answer["sources_failed"]["failing"]


def test_when_one_fails_not_found_says_that_it_is_no_evidence(refcheck, failing_database):
    code, out, _ = refcheck("verify", "--title", "No such title in any of these databases")
    assert code == 1
    assert "Not conclusive: failing could not be asked" in out
    assert "failed     failing: " in out


def test_offline_with_an_empty_cache_checks_nothing(refcheck):
    code, out, _ = refcheck("verify", "--title", TITLE, "--offline")
    assert (code, out) == (3, "")


def test_a_setting_that_cannot_be_read_is_a_usage_error(refcheck, monkeypatch):
    monkeypatch.setenv("REFCHECK_OFFLINE", "perhaps")
    code, out, err = refcheck("verify", "--title", TITLE)
    assert (code, out) == (2, "")
    assert "REFCHECK_OFFLINE" in err


def test_a_fault_of_our_own_ends_in_3_and_tells_no_insides(refcheck, monkeypatch):
    def build_claim(**fields):
        raise RuntimeError("insides")

    monkeypatch.setattr("refcheck_core.services.build_claim", build_claim)
    code, out, err = refcheck("verify", "--title", TITLE)
    assert (code, out) == (3, "")
    assert "failed inside (RuntimeError)" in err
    assert "insides" not in err
    monkeypatch.setenv("REFCHECK_LOG_LEVEL", "DEBUG")
    assert "insides" in refcheck("verify", "--title", TITLE)[2]


def test_an_interrupt_ends_quietly_in_130(refcheck, monkeypatch):
    def build_claim(**fields):
        raise KeyboardInterrupt

    monkeypatch.setattr("refcheck_core.services.build_claim", build_claim)
    assert refcheck("verify", "--title", TITLE) == (130, "", "")


def test_what_a_plugin_prints_is_no_part_of_the_answer(refcheck, install, good_plugin):
    loud = good_plugin.replace("return RECORD if doi ==", "print('spoken')\n        return RECORD if doi ==")
    install("loud", loud.replace('name="good"', 'name="loud"'))
    for command in (["verify", "--doi", "10.1000/known"], ["sources", "--ping"], ["doctor"]):
        _, out, err = refcheck(*command, "--json")
        assert json.loads(out)
        assert "spoken" in err

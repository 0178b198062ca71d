from __future__ import annotations

import io
import json

import pytest

TITLE = "Attention Is All You Need"
KEY = "vaswani2017attention"


@pytest.fixture(autouse=True)
def one_database(request, install):
    if "down" not in request.fixturenames:
        install("good")


@pytest.fixture
def down(install, good_plugin):
    """A database that cannot be asked."""
    code = good_plugin.replace("return RECORD", "raise OSError() or RECORD").replace("return [RECORD]", "raise OSError")
    install("good", code)


def test_an_entry_goes_to_stdout_and_what_is_odd_to_stderr(refcheck):
    code, out, err = refcheck("bibtex", "--doi", "https://doi.org/10.1000/KNOWN")
    assert code == 0
    assert out.startswith(f"@misc{{{KEY},\n  author = {{Vaswani, Ashish and Shazeer, Noam}},\n")
    assert out.endswith("}\n")
    assert err == f"refcheck: warning: {KEY}: The kind of work is not known, so the entry is @misc.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--title", TITLE],
        ["--citation", f"A. Vaswani et al. {TITLE}. 2017. doi:10.1000/known"],
        ["--doi", "10.1000/known", "--style", "utf8", "--abstract", "--database", "good"],
    ],
)
def test_other_ways_to_name_a_work(refcheck, arguments):
    code, out, _ = refcheck("bibtex", *arguments)
    assert code == 0
    assert out.startswith(f"@misc{{{KEY},\n")


def test_a_citation_is_read_from_stdin(refcheck, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{TITLE}. doi:10.1000/known\n".encode())))
    assert refcheck("bibtex", "--citation", "-")[0] == 0


def test_works_that_are_missing_are_named_and_end_in_1(refcheck):
    code, out, err = refcheck("bibtex", "--doi", "10.1000/known", "--doi", "10.1000/unknown", "--doi", "nonsense")
    assert code == 1
    assert out.count("@misc") == 1
    assert "refcheck: not found: 10.1000/unknown: " in err
    assert "refcheck: not looked for: nonsense: 'nonsense' is no DOI" in err


def test_what_a_database_could_not_be_asked_for_is_not_called_missing(refcheck, install, good_plugin):
    code = good_plugin.replace('name="good"', 'name="bad"').replace("return RECORD", "raise OSError() or RECORD")
    install("bad", code)
    code, out, err = refcheck("bibtex", "--doi", "10.1000/known", "--doi", "10.1000/unknown")
    assert code == 1
    assert out.count("@misc") == 1
    assert "not found" not in err
    assert "refcheck: not checked: 10.1000/unknown: Not checked, as not every database could be asked (bad: " in err
    assert "refcheck: bad could not be asked: " in err


def test_a_doubtful_title_is_refused_with_candidates(refcheck):
    code, out, err = refcheck("bibtex", "--title", f"{TITLE}: Really")
    assert (code, out) == (1, "")
    assert f"  1. {TITLE}. Ashish Vaswani et al. 2017. 10.1000/known (score" in err


def test_json_has_the_fields_of_the_answer(refcheck):
    from refcheck_core.models.export import BibtexAnswer

    code, out, err = refcheck("bibtex", "--doi", "10.1000/known", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert set(answer) == set(BibtexAnswer.model_fields)
    assert answer["entries"][0]["source_api"] == "good"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "usage: "),
        (["--doi", "10.1000/known", "--title", TITLE], "usage: "),
        (["--title", " "], "usage: "),
        (["--doi", "nonsense"], "refcheck: 'nonsense' is no DOI"),
        (["--s2", "nonsense"], "refcheck: 'nonsense' is no Semantic Scholar id"),
        (["--arxiv", "nonsense"], "refcheck: 'nonsense' is no arXiv id"),
        (["--doi", "10.1000/known", "--database", "nix"], "refcheck: Database 'nix'"),
        (["--doi", "10.1000/known", "--output", "/nowhere/x.bib"], "refcheck: /nowhere/x.bib cannot be made"),
        (["--doi", "10.1000/known", "--style", "ascii"], "usage: "),
        (["10.1000/known"], "usage: "),
    ],
)
def test_what_cannot_be_used_ends_in_2(refcheck, arguments, told):
    code, out, err = refcheck("bibtex", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(told)


@pytest.mark.usefixtures("down")
@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_without_any_database_it_ends_in_3(refcheck, arguments, tmp_path):
    bib = tmp_path / "refs.bib"
    code, out, err = refcheck("bibtex", "--doi", "10.1000/known", "--output", str(bib), *arguments)
    assert code == 3
    assert "No source could be asked" in err
    assert (json.loads(out)["error"] if arguments else out) == ("not_checked" if arguments else "")
    assert not bib.exists()


def test_offline_without_cache_ends_in_3(refcheck):
    assert refcheck("bibtex", "--doi", "10.1000/known", "--offline")[0] == 3


def test_entries_are_added_to_a_file_once(refcheck, tmp_path):
    bib = tmp_path / "refs.bib"
    old = f"@book{{{KEY},\n  title = {{Another}},\n}}\n"
    bib.write_text(old)
    code, out, err = refcheck("bibtex", "--doi", "10.1000/known", "--output", str(bib), "--json")
    assert (code, err) == (0, f"refcheck: Added to {bib}: {KEY}a.\n")
    answer = json.loads(out)
    assert answer["entries"][0]["citation_key"] == f"{KEY}a"
    assert bib.read_text() == f"{old}\n{answer['bibtex']}"
    code, out, err = refcheck("bibtex", "--title", TITLE, "--output", str(bib))
    assert (code, out) == (0, "")
    assert f"{TITLE} is already in {bib} as {KEY}a; it was not added again." in err
    assert bib.read_text() == f"{old}\n{answer['bibtex']}"


def test_a_file_is_not_made_for_nothing(refcheck, tmp_path):
    bib = tmp_path / "refs.bib"
    assert refcheck("bibtex", "--doi", "10.1000/unknown", "--output", str(bib))[0] == 1
    assert not bib.exists()


def test_a_file_that_cannot_be_written_ends_in_2(refcheck, tmp_path, monkeypatch):
    from refcheck_cli import bibfile

    bib = tmp_path / "refs.bib"
    bib.write_text("% old\n")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bibfile.os, "fsync", full)
    code, out, err = refcheck("bibtex", "--doi", "10.1000/known", "--output", str(bib))
    assert (code, out, err) == (2, "", f"refcheck: {bib} cannot be read or written: No space left on device.\n")
    assert bib.read_text() == "% old\n"


def test_options_are_named_as_they_are_typed(refcheck):
    told = (
        refcheck("bibtex")[2] + refcheck("bibtex", "--doi", "x", "--s2", "y")[2] + refcheck("bibtex", "--arxiv", "")[2]
    )
    assert "one of the arguments --doi --title --arxiv --s2 --citation is required" in told
    assert "argument --s2: not allowed with argument --doi" in told
    assert "argument --arxiv: must not be empty" in told
    assert not {"semantic_scholar_id", "arxiv_id", "dois"} & set(told.replace(",", " ").split())


def test_a_second_run_says_in_json_what_is_held(refcheck, tmp_path):
    bib = str(tmp_path / "refs.bib")
    arguments = ("bibtex", "--doi", "10.1000/known", "--output", bib, "--json")
    assert json.loads(refcheck(*arguments)[1])["output"] == {"file": bib, "added": [KEY], "already_there": []}
    answer = json.loads(refcheck(*arguments)[1])
    held = [{"input": "10.1000/known", "citation_key": KEY}]
    assert (answer["output"], answer["bibtex"]) == ({"file": bib, "added": [], "already_there": held}, "")
    nothing = json.loads(refcheck("bibtex", "--doi", "10.1000/unknown", "--output", bib, "--json")[1])
    assert nothing["output"] == {"file": bib, "added": [], "already_there": []}


def test_each_reason_for_no_entry_has_its_kind(refcheck):
    answer = json.loads(refcheck("bibtex", "--doi", "10.1000/unknown", "--doi", "nonsense", "--json")[1])
    assert [missing["kind"] for missing in answer["not_found"]] == ["no_such_work", "no_identifier"]
    doubtful = json.loads(refcheck("bibtex", "--title", f"{TITLE}: Really", "--json")[1])
    assert [missing["kind"] for missing in doubtful["not_found"]] == ["doubtful_match"]


def test_an_abstract_that_no_database_gives_is_told(refcheck):
    warning = f"{KEY}: The database gives no abstract."
    assert warning in refcheck("bibtex", "--doi", "10.1000/known", "--abstract")[2]
    assert warning not in refcheck("bibtex", "--doi", "10.1000/known")[2]


def test_sources_that_are_not_installed_are_a_wrong_setting(refcheck, monkeypatch):
    monkeypatch.setenv("REFCHECK_SOURCES", "foo")
    code, out, err = refcheck("bibtex", "--doi", "10.1000/known", "--json")
    assert (code, out) == (2, "")
    assert err.startswith("refcheck: REFCHECK_SOURCES names 'foo', so there is nothing to ask. Installed are: ")


@pytest.mark.parametrize(("data", "told"), [(b"caf\xe9", "is not UTF-8"), (b"x" * 4001, "more than 4000 characters")])
def test_stdin_that_is_no_citation_is_refused(refcheck, monkeypatch, data, told):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    code, out, err = refcheck("bibtex", "--citation", "-")
    assert (code, out) == (2, "")
    assert told in err

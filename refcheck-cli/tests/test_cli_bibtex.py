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
    assert "refcheck: not found: nonsense: 'nonsense' is no DOI" in err


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
        ([], "refcheck: Give one of doi, dois, title, semantic_scholar_id, arxiv_id and citation; nothing was given."),
        (["--doi", "10.1000/known", "--title", TITLE], "refcheck: Give only one of doi and title"),
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
    assert f"{bib} has {TITLE} already, as {KEY}a; it was not added again." in err
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

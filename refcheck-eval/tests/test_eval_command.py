"""The command over a small library, without network: output, exit codes, and what cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from refcheck_cli.main import main
from refcheck_eval import command
from refcheck_eval.gold import read_gold
from refcheck_eval.report import to_json
from refcheck_eval.running import evaluate

RESNET = {"title": "Deep Residual Learning for Image Recognition", "authors": ["Kaiming He", "et al."], "year": 2016}
REAL = {
    "id": "real",
    "label": "real",
    "kind": "paper",
    "claim": RESNET,
    "expected_doi": "10.1109/CVPR.2016.90",
    "expected_verdict": "verified",
}
WRONG_YEAR = {
    "id": "wrong year",
    "label": "partial",
    "kind": "wrong_year",
    "claim": {**RESNET, "year": 2019},
    "expected_doi": "10.1109/CVPR.2016.90",
    "expected_verdict": "partial_match",
    "wrong_field": "year",
}
INVENTED = {
    "id": "invented",
    "label": "fabricated",
    "kind": "invented",
    "claim": {"title": "Quantum Neural Transformers for Everything", "authors": "Ann Doe", "year": 2020},
    "expected_doi": "none",
    "expected_conclusive": False,
}
LOST = {"id": "lost\x1b[31m", "label": "real", "kind": "paper", "claim": {"title": "A Work That Is in No Library"}}
REFUSED = {"source": "s", "id": "refused", "label": "real", "raw": "A. X. 2001. [2] B. Y. 2002."}
ALL = (REAL, WRONG_YEAR, INVENTED, LOST, REFUSED)


@pytest.fixture
def refcheck(settings_of, monkeypatch, capsys):
    """Runs the command in this process: exit code, stdout, stderr."""
    for name, value in settings_of().environ.items():
        monkeypatch.setenv(name, value)

    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


@pytest.mark.anyio
async def test_a_run_as_a_function(gold_file, settings_of):
    told = []
    report = await evaluate(read_gold([gold_file(*ALL)]), settings_of(), progress=lambda *n: told.append(n))
    assert {case.gold.id: case.faults for case in report.cases} == {
        "real": [],
        "wrong year": [],
        "invented": [],
        "lost\x1b[31m": ["a real reference is not_found"],
        "refused": ["not checked"],
    }
    assert told[-1] == (4, 4)
    assert (report.run.databases, report.run.requests, report.run.replayed) == (("local",), {}, False)
    assert report.total.unchecked == 1
    assert report.run.seconds > 0
    assert to_json(report)["total"]["named_fields"]["value"] == 1.0


def test_the_table(refcheck, gold_file):
    code, out, err = refcheck("eval", gold_file(*ALL))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert "references      5: 1 fabricated, 1 partial, 3 real; 1 not checked" in lines
    assert any(line.startswith("recall          0.500      1 of 2     [0.095, 0.905]") for line in lines)
    assert any(line.startswith("detection       1.000      2 of 2 ") for line in lines)
    assert any(line.startswith("conclusiveness  1.000      1 of 1 ") for line in lines)
    assert any(
        line.split() == ["paper", "2", "0.500", "(2)", "–", "–", "1.000", "(1)", "1.000", "(1)", "0"] for line in lines
    )
    assert "  lost[31m [paper]: a real reference is not_found" in lines
    assert "\x1b" not in out
    assert any("number of a next reference" in line for line in lines)
    assert any("no answer has a probability" in line or "of probability over" in line for line in lines)


def test_json(refcheck, gold_file):
    code, out, err = refcheck("eval", gold_file(*ALL), "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["total"]["precision"] == {
        "value": 1.0, "hits": 1, "total": 1, "low": pytest.approx(0.2065, abs=1e-4), "high": 1.0,
    }  # fmt: skip
    assert found["kinds"]["invented"]["recall"] == {"value": None, "hits": 0, "total": 0, "low": None, "high": None}
    assert [one["id"] for one in found["references"]] == [row["id"] for row in ALL]
    assert [one["verdict"] for one in found["references"]][:2] == ["verified", "partial_match"]
    errors = {one["id"]: one for one in found["errors"]}
    assert set(errors) == {"lost\x1b[31m", "refused"}
    assert errors["lost\x1b[31m"]["answer"]["trace"]
    assert errors["lost\x1b[31m"]["claim"] == {"title": "A Work That Is in No Library"}
    assert errors["refused"]["answer"] is None
    assert "next reference" in errors["refused"]["problem"]
    assert found["calibration"]["confidence"]["count"] == 4


def test_the_page_is_written(refcheck, gold_file, tmp_path):
    page = tmp_path / "page.html"
    assert refcheck("eval", gold_file(*ALL), "--html", page)[0] == 0
    assert "A Work That Is in No Library" in page.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_told_before_anything_is_asked(refcheck, gold_file, tmp_path):
    for page in (tmp_path / "none" / "page.html", tmp_path):
        code, out, err = refcheck("eval", gold_file(REAL), "--html", page)
        assert (code, out, "cannot be written" in err) == (2, "", True)


@pytest.mark.parametrize("read", ["gold", "library", "baseline"])
def test_the_page_overwrites_nothing_that_is_read(refcheck, gold_file, tmp_path, read):
    gold, baseline = gold_file(REAL), tmp_path / "earlier.json"
    baseline.write_text(refcheck("eval", gold, "--json")[1], encoding="utf-8")
    page = {"gold": gold, "library": tmp_path / "library.bib", "baseline": baseline}[read]
    before = page.read_bytes()
    link = tmp_path / "link.html"
    link.symlink_to(page)
    for name in (page, link):
        code, out, err = refcheck("eval", gold, "--baseline", baseline, "--html", name)
        assert (code, out, "would overwrite" in err) == (2, "", True)
    assert page.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk that is always full")
def test_a_disk_that_is_full_is_told_after_the_figures(refcheck, gold_file):
    code, out, err = refcheck("eval", gold_file(REAL), "--html", "/dev/full")
    assert (code, "cannot be written: No space left" in err, "precision" in out) == (2, True, True)


class TestBaseline:
    @pytest.fixture
    def earlier(self, refcheck, gold_file, tmp_path):
        """Writes a report over the references, some of which it has judged otherwise."""

        def write(*rows, **otherwise):
            report = json.loads(refcheck("eval", gold_file(*rows), "--json")[1])
            for row in report["references"]:
                row.update(otherwise.get(row["id"], {}))
            path = tmp_path / "earlier.json"
            path.write_text(json.dumps(report), encoding="utf-8")
            return path

        return write

    def test_broken_and_fixed_references_are_named(self, refcheck, gold_file, tmp_path, earlier):
        real = {"verdict": "partial_match", "verdict_agrees": False}
        found = {"verdict": "verified"}
        path = earlier(REAL, LOST, INVENTED, **{"real": real, "lost\x1b[31m": found})
        page = tmp_path / "page.html"
        code, out, err = refcheck("eval", gold_file(*ALL), "--baseline", path, "--html", page)
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert "since           earlier.json: 1 broken, 1 fixed, 0 changed otherwise, 1 as before, 2 new" in lines, out
        assert "  verdicts        0.000 (0 of 1) -> 1.000 (1 of 1)" in lines
        assert (
            "  fixed real [paper]: partial_match, link right (false alarm, other verdict) -> verified, link right"
            in lines
        )
        assert "  broken lost[31m [paper]: verified, not conclusive -> not_found, not conclusive (false alarm)" in lines
        assert "Since earlier.json" in page.read_text(encoding="utf-8")

    def test_as_json(self, refcheck, gold_file, earlier):
        path = earlier(REAL, LOST, real={"link": "version"})
        code, out, _ = refcheck("eval", gold_file(REAL, WRONG_YEAR), "--baseline", path, "--json")
        found = json.loads(out)["baseline"]
        assert code == 0
        assert (found["file"], found["broken"], found["fixed"], found["unchanged"]) == ("earlier.json", [], [], 0)
        assert (found["added"], found["removed"]) == (["wrong year"], ["lost\x1b[31m"])
        (change,) = found["changed"]
        assert (change["id"], change["before"]["link"], change["after"]["link"]) == ("real", "version", "right")
        assert found["figures"] == {}
        assert json.loads(refcheck("eval", gold_file(REAL), "--json")[1])["baseline"] is None

    def test_a_run_against_itself(self, refcheck, gold_file, earlier):
        path = earlier(*ALL)
        code, out, err = refcheck("eval", gold_file(*ALL), "--baseline", path, "--gate", "broken=0,unchecked=1")
        assert (code, err) == (0, "")
        assert "earlier.json: 0 broken, 0 fixed, 0 changed otherwise, 5 as before" in out
        assert "->" not in out

    def test_a_gate_on_what_broke(self, refcheck, gold_file, earlier):
        path = earlier(REAL, LOST, **{"lost\x1b[31m": {"verdict": "verified"}})
        code, _, err = refcheck("eval", gold_file(REAL, LOST), "--baseline", path, "--gate", "broken=0")
        assert (code, err) == (1, "refcheck: gate failed: broken is 1; at most 0: lost[31m\n")
        assert refcheck("eval", gold_file(REAL, LOST), "--baseline", path, "--gate", "broken=1")[0] == 0
        code, out, err = refcheck("eval", gold_file(REAL), "--gate", "broken=0")
        assert (code, out, "needs an earlier report" in err) == (2, "", True)

    def test_a_file_that_is_no_report(self, refcheck, gold_file, tmp_path):
        code, out, err = refcheck("eval", gold_file(REAL), "--baseline", gold_file(REAL, name="other.jsonl"))
        assert (code, out, "is no report" in err) == (2, "", True)
        code, out, err = refcheck("eval", gold_file(REAL), "--baseline", tmp_path / "nowhere.json")
        assert (code, out, "cannot be read: No such file" in err) == (2, "", True)


def test_gates_set_the_exit_code_and_are_named(refcheck, gold_file):
    gold = gold_file(REAL, WRONG_YEAR, INVENTED, LOST)
    assert refcheck("eval", gold, "--gate", "precision=1,detection=1,false_links=0,source_errors=0,verdicts=1")[0] == 0
    code, _, err = refcheck("eval", gold, "--gate", "recall=.9", "--gate", "precision=1,false_alarms=.1")
    assert code == 1
    assert err.splitlines() == [
        "refcheck: gate failed: recall is 0.5; at least 0.9: lost[31m",
        "refcheck: gate failed: false_alarms is 0.5; at most 0.1: lost[31m",
    ]
    code, _, err = refcheck("eval", gold_file(INVENTED), "--gate", "recall=0")
    assert (code, "recall is undefined" in err) == (1, True)
    code, _, err = refcheck("eval", gold_file(*ALL), "--gate", "precision=1")
    assert (code, "unchecked is 1" in err) == (1, True)


def test_nothing_checked(refcheck, gold_file):
    code, out, err = refcheck("eval", gold_file(REFUSED), "--json")
    assert (code, json.loads(out)["total"]["unchecked"]) == (3, 1)
    assert "No reference could be checked: The citation goes on with" in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--gate", "precison=1"], "There is no gate 'precison'"),
        (["--gate", "precision=2"], "takes a number from 0 to 1"),
        (["--database", "nowhere"], "no source of that name is installed"),
        (["--record", "a", "--replay", "b"], "not both"),
        (["--offline", "--record", "a"], "nothing to record or replay"),
        (["--recrod", "a"], "unrecognized arguments"),
    ],
)
def test_usage(refcheck, gold_file, arguments, told):
    code, out, err = refcheck("eval", gold_file(REAL), *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_a_gold_file_with_faults_is_refused_line_by_line(refcheck, gold_file):
    code, out, err = refcheck("eval", gold_file(REAL, b"{", {**LOST, "label": "true"}))
    assert (code, out) == (2, "")
    assert [line.split(":")[1].strip() for line in err.splitlines()] == ["gold.jsonl, line 2", "gold.jsonl, line 3"]
    code, _, err = refcheck("eval", "nowhere.jsonl")
    assert (code, "nowhere.jsonl cannot be read: No such file" in err) == (2, True)


def test_a_folder_without_recordings(refcheck, gold_file, tmp_path):
    code, out, err = refcheck("eval", gold_file(REAL), "--replay", tmp_path)
    assert (code, out) == (3, "")
    assert "holds no recordings" in err


def test_offline_and_a_library_of_its_own(refcheck, gold_file, tmp_path):
    library = tmp_path / "empty.bib"
    library.write_text("@misc{a, title={Something else altogether}}")
    code, out, _ = refcheck("eval", gold_file(REAL), "--offline", "--json", "--library", library)
    assert (code, json.loads(out)["references"][0]["verdict"]) == (0, "not_found")


def test_the_help_is_light_and_complete(refcheck):
    code, out, _ = refcheck("eval", "--help")
    assert code == 0
    assert "exit codes:" in out
    assert "--replay" in out
    assert command.help[0].islower()

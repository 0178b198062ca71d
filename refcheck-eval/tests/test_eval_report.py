"""Reports: faults of databases, calibrated answers, and how they are shown."""

from __future__ import annotations

import dataclasses

import pytest

import refcheck_eval.report as module
from refcheck_cli.terminal import Page
from refcheck_core.models import Candidate, OutcomeStatus, SourceOutcome
from refcheck_eval.page import page_of
from refcheck_eval.report import Checked, Run, SourceFault, build_report, source_faults, to_json
from refcheck_eval.table import report_lines


def outcome(status, **fields):
    return SourceOutcome(source="demo", question="search 'a work'", status=status, **fields)


def shown(report, **page):
    return list(report_lines(report, Page(**page)))


@pytest.fixture
def report_of(answer_of, work_of, gold_of):
    def build(*outcomes, run=None, **fields):
        answer = answer_of(matched=work_of(doi="10.1000/x"), outcomes=outcomes, **fields)
        checked = [Checked(gold_of(), answer)]
        given = {"seconds": 1.0, "requests": {"demo": 2}, "source_errors": source_faults(checked), **(run or {})}
        return build_report(checked, Run(**given))

    return build


def test_a_question_that_failed_for_many_references_is_one_fault(answer_of, gold_of):
    failed = outcome(OutcomeStatus.TIMEOUT, reason="no answer")
    partial = outcome(OutcomeStatus.OK, partial=True)
    answered = outcome(OutcomeStatus.EMPTY)
    skipped = outcome(OutcomeStatus.SKIPPED, reason="no key")
    checked = [
        Checked(gold_of(id="a"), answer_of("not_found", outcomes=(failed, answered, skipped))),
        Checked(gold_of(id="b"), answer_of("not_found", outcomes=(failed, partial))),
        Checked(gold_of(id="c"), None, "nobody answered"),
    ]
    assert source_faults(checked) == (
        SourceFault("-", "reference c", "nobody answered"),
        SourceFault("demo", "search 'a work'", "no answer"),
        SourceFault("demo", "search 'a work'", "ok"),
    )


def test_a_reference_that_was_refused_is_no_fault_of_a_database(gold_of):
    refused = dataclasses.replace(gold_of(), claim=None, problem="two years")
    assert source_faults([Checked(refused, None, "two years")]) == ()


def test_many_faults_are_shown_in_part(report_of):
    faults = tuple(SourceFault("demo", f"search {n}", "down") for n in range(8))
    lines = shown(report_of(run={"source_errors": faults}))
    assert "source errors   8" in lines
    assert "  demo: search 4: down" in lines
    assert "  and 3 more" in lines
    assert not any("search 5" in line for line in lines)


def test_a_replay_says_so(report_of):
    report = report_of(run={"replayed": True})
    assert "requests        2 (as recorded), 2.000 a reference: 2 demo" in shown(report)
    assert to_json(report)["replayed"] is True


def test_a_probability_is_calibrated_too(answer_of, work_of, gold_of, monkeypatch):
    original = module.to_answer
    monkeypatch.setattr(
        module, "to_answer", lambda verification: original(verification).model_copy(update={"probability": 0.75})
    )
    checked = [Checked(gold_of(label="fabricated"), answer_of(matched=work_of()))]
    report = build_report(checked, Run(seconds=1.0, requests={}))
    assert report.probability.ece == pytest.approx(0.75)
    assert any(line.startswith("calibration     of probability over 1: expected error 0.750") for line in shown(report))
    assert "confidence 0.900, probability 0.750" in page_of(report)
    assert to_json(report)["references"][0]["probability"] == 0.75


def test_the_closest_work_stands_beside_a_claim_that_was_not_found(answer_of, work_of, gold_of):
    possible = Candidate(work=work_of(title="Another work"), score=0.4)
    answer = answer_of("not_found", possible_match=possible, conclusive=False)
    page = page_of(build_report([Checked(gold_of(), answer)], Run(seconds=1.0, requests={})))
    assert "<th>closest work</th>" in page
    assert "Another work" in page
    assert "<p>Not conclusive.</p>" in page


def test_nothing_at_all(gold_of):
    report = build_report([], Run(seconds=0.0, requests={}))
    lines = shown(report)
    assert "references      0: –" in lines
    assert any(line.startswith("requests        0, – a reference") for line in lines)
    assert to_json(report)["requests_per_reference"] is None


def test_lines_are_wrapped_on_a_terminal(report_of):
    narrow, wide = shown(report_of(), width=60), shown(report_of())
    assert len(narrow) > len(wide)
    assert " ".join(" ".join(narrow).split()) == " ".join(" ".join(wide).split())

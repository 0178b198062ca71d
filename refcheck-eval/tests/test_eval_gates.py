"""Gates: what can be typed, and what fails."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_eval.gates import MEASURES, Gate, GateError, failures, parse_gates
from refcheck_eval.gold import parse_line
from refcheck_eval.report import Checked, Run, SourceFault, build_report


@pytest.fixture
def report_of(answer_of, work_of):
    """A report over answers to (label, verdict); ``None`` is not checked."""

    def build(*cases, source_errors=(), seconds=2.0):
        checked = []
        for place, (label, verdict) in enumerate(cases):
            row = {"id": f"g{place}", "label": label, "raw": "A citation of something (2001)."}
            matched = None if verdict in (None, "not_found") else work_of(doi="10.1000/x")
            answer = None if verdict is None else answer_of(verdict, matched)
            checked.append(Checked(parse_line(json.dumps(row).encode()), answer, None if answer else "no answer"))
        return build_report(checked, Run(seconds=seconds, requests={"demo": 6}, source_errors=source_errors))

    return build


def test_reading():
    assert parse_gates([]) == ()
    assert parse_gates([" precision = .99 ,, false_links=0", "requests=2.5"]) == (
        Gate("precision", 0.99),
        Gate("false_links", 0.0),
        Gate("requests", 2.5),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("precison=.99", "There is no gate 'precison'; there are broken, conclusive,"),
        ("=1", "There is no gate ''"),
        ("precision", "takes a number from 0 to 1, like precision=.99"),
        ("precision=high", "takes a number from 0 to 1"),
        ("precision=1.5", "takes a number from 0 to 1"),
        ("precision=nan", "takes a number from 0 to 1"),
        ("recall=-1", "takes a number from 0 to 1"),
        ("false_links=-1", "takes a number that is not negative"),
        ("requests=inf", "takes a number that is not negative"),
        ("recall=.9,recall=.8", "given twice"),
        (" , ", "No gate is given"),
    ],
)
def test_what_is_no_gate(text, told):
    with pytest.raises(GateError) as caught:
        parse_gates([text])
    assert told in str(caught.value)


def test_bounds_are_part_of_what_passes(report_of):
    report = report_of(("real", "verified"), ("real", "not_found"), ("fabricated", "not_found"))
    exact = "precision=1,recall=.5,detection=1,false_alarms=.5,false_links=0,source_errors=0,requests=2,unchecked=0"
    assert failures(parse_gates([exact]), report) == []
    found = failures(parse_gates(["recall=.51,false_alarms=.49,requests=1.9"]), report)
    assert [str(failure) for failure in found] == [
        "recall is 0.5; at least 0.51: g1",
        "false_alarms is 0.5; at most 0.49: g1",
        "requests is 2; at most 1.9",
    ]


def test_an_undefined_figure_passes_no_gate(report_of):
    report = report_of(("fabricated", "not_found"))
    found = failures(parse_gates(["recall=0,precision=0,probability_ece=1,detection=1"]), report)
    assert [failure.gate.name for failure in found] == ["recall", "precision", "probability_ece"]
    assert "undefined (there was no case)" in str(found[0])


def test_what_was_not_checked_must_be_allowed(report_of):
    report = report_of(("real", "verified"), ("real", None))
    assert [str(f) for f in failures(parse_gates(["recall=1"]), report)] == ["unchecked is 1; at most 0: g1"]
    assert failures(parse_gates(["recall=1,unchecked=1"]), report) == []
    assert failures((), report) == []


def test_the_references_at_fault_are_named_and_many_are_counted(report_of):
    report = report_of(*[("fabricated", "verified")] * 7, ("real", "verified"))
    found = failures(parse_gates(["precision=1,detection=1"]), report)
    assert [str(failure) for failure in found] == [
        "precision is 0.125; at least 1: g0, g1, g2, g3, g4 and 2 more",
        "detection is 0; at least 1: g0, g1, g2, g3, g4 and 2 more",
    ]


def test_faults_of_databases_are_counted(report_of):
    report = report_of(("real", "verified"), source_errors=(SourceFault("demo", "search x", "down"),))
    (found,) = failures(parse_gates(["source_errors=0"]), report)
    assert str(found) == "source_errors is 1; at most 0"


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_every_measure_has_a_figure_or_none(report_of, name):
    for cases in ((), (("real", "verified"), ("partial", "partial_match"), ("other", None))):
        figure = MEASURES[name].of(report_of(*cases))
        assert figure is None or figure >= 0


@given(st.lists(st.text(max_size=20), max_size=3))
def test_any_text_is_gates_or_refused(texts):
    try:
        gates = parse_gates(texts)
    except GateError:
        return
    assert all(gate.name in MEASURES for gate in gates)

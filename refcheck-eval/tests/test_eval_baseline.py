"""Holding a report against an earlier one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_eval.baseline import Baseline, BaselineError, compare, read_baseline
from refcheck_eval.metrics import Judged, Link, Rate
from refcheck_eval.report import reference_row

FLAGS = st.sampled_from([True, False, None])
JUDGED = st.builds(
    Judged,
    id=st.sampled_from("abcdef"),
    label=st.sampled_from(["real", "partial", "fabricated", "other"]),
    kind=st.sampled_from(["-", "book"]),
    verdict=st.sampled_from(["verified", "partial_match", "not_found", None]),
    confidence=st.none() | st.integers(0, 1000).map(lambda n: n / 1000),
    probability=st.none() | st.floats(0, 1),
    conclusive=FLAGS,
    link=st.none() | st.sampled_from(list(Link)),
    verdict_agrees=FLAGS,
    conclusive_agrees=FLAGS,
    field_named=FLAGS,
)
RUNS = st.lists(JUDGED, unique_by=lambda judged: judged.id, max_size=6)


def judged(verdict="verified", **fields):
    return Judged(**{"id": "a", "label": "real", "verdict": verdict, "conclusive": True, **fields})


def earlier(*references):
    return Baseline("earlier.json", {one.id: one for one in references})


def groups(before, after):
    found = compare(earlier(before), [after])
    return {name for name in ("broken", "fixed", "changed") if getattr(found, name)}


@pytest.mark.parametrize(
    ("before", "after", "group"),
    [
        (judged(), judged(), set()),
        (judged(confidence=0.9), judged(confidence=0.95), set()),
        (judged(), judged("partial_match"), {"broken"}),
        (judged("partial_match"), judged(), {"fixed"}),
        (judged("partial_match"), judged("not_found"), {"changed"}),
        (judged("partial_match"), judged("not_found", link=Link.NONE), {"broken"}),
        (judged(link=Link.VERSION), judged(link=Link.RIGHT), {"changed"}),
        (judged(link=Link.WRONG), judged(link=Link.RIGHT), {"fixed"}),
        (judged(conclusive=False), judged(), {"changed"}),
        (judged(None), judged(), {"fixed"}),
        (judged(), judged(None), {"broken"}),
        # Another fault in the place of one counts as broken: it is looked at first.
        (judged("not_found", label="partial", field_named=False), judged(label="partial"), {"broken"}),
        (judged("not_found", label="fabricated"), judged(label="fabricated"), {"broken"}),
        (judged("not_found", label="other"), judged(label="other"), {"changed"}),
        # The truth was found to be another.
        (judged("partial_match"), judged("partial_match", label="partial"), {"fixed"}),
    ],
)
def test_what_a_change_counts_as(before, after, group):
    assert groups(before, after) == group


def test_figures_are_over_the_references_of_both_reports():
    before = [judged("partial_match"), judged(id="b"), judged("not_found", id="gone")]
    after = [judged(), judged(id="b"), judged("not_found", id="new")]
    found = compare(earlier(*before), after)
    assert (found.added, found.removed, found.unchanged) == (("new",), ("gone",), 1)
    assert found.figures["recall"] == (Rate(1, 2), Rate(2, 2))
    assert "conclusive" not in found.figures


@given(RUNS, RUNS)
def test_each_reference_is_counted_once_and_turning_the_reports_round_mirrors_them(before, after):
    found, turned = compare(earlier(*before), after), compare(earlier(*after), before)
    grouped = [change.after.id for group in (found.broken, found.fixed, found.changed) for change in group]
    assert len(set(grouped)) == len(grouped)
    assert len(grouped) + found.unchanged + len(found.added) == len(after)
    assert (found.added, found.unchanged) == (turned.removed, turned.unchanged)
    assert {change.after.id for change in found.fixed} <= {change.after.id for change in turned.broken}
    assert {c.after.id for c in found.changed} == {c.after.id for c in turned.changed}


@given(RUNS)
def test_a_report_is_read_as_it_was_written(tmp_path_factory, run):
    path = tmp_path_factory.mktemp("report") / "report.json"
    path.write_text(json.dumps({"references": [reference_row(one) for one in run]}), encoding="utf-8")
    assert read_baseline(path) == Baseline("report.json", {one.id: one for one in run})


ROW = reference_row(judged())


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is not JSON"),
        (b"\xff\xfe{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"9" * 5000, "is not JSON"),
        (b'{"references": NaN}', "is not JSON"),
        (b"[]", "is no report"),
        (b"{}", "is no report"),
        (b'{"references": {}}', "is no report"),
        (b'{"references": [1]}', "(references.0)"),
        (json.dumps({"references": [ROW, {**ROW, "verdict": "true"}]}).encode(), "(references.1.verdict)"),
        (json.dumps({"references": [{**ROW, "confidence": 1.5}]}).encode(), "(references.0.confidence)"),
        (json.dumps({"references": [{**ROW, "link": ["right"]}]}).encode(), "(references.0.link)"),
        (json.dumps({"references": [ROW, ROW]}).encode(), "stands in it twice"),
    ],
)
def test_what_is_no_report(tmp_path, content, told):
    path = tmp_path / "report.json"
    path.write_bytes(content)
    with pytest.raises(BaselineError) as caught:
        read_baseline(path)
    assert told in str(caught.value)


def test_a_report_of_a_later_version_may_have_more(tmp_path):
    path = tmp_path / "report.json"
    path.write_text(json.dumps({"new": 1, "references": [{**ROW, "new": 1}]}), encoding="utf-8")
    assert list(read_baseline(path).references) == ["a"]


def test_what_cannot_be_read(tmp_path):
    with pytest.raises(BaselineError, match="cannot be read: Is a directory"):
        read_baseline(tmp_path)

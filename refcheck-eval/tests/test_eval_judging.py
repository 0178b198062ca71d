"""Holding answers against the truth."""

from __future__ import annotations

import pytest

from refcheck_core.models import Author, Record, Work
from refcheck_eval.judging import faults, judge
from refcheck_eval.metrics import Link

DOI = "10.1000/x"


def versions(*records) -> Work:
    given = {"title": "A work", "authors": (Author(family="Doe"),)}
    return Work(records=tuple(Record(source="local", **given, **fields) for fields in records))


def test_what_was_not_checked_is_not_judged(gold_of):
    gold = gold_of(expected_doi=DOI, expected_verdict="verified", expected_conclusive=True)
    judged = judge(gold, None)
    assert (judged.verdict, judged.link, judged.verdict_agrees, judged.conclusive_agrees) == (None,) * 4
    assert faults(gold, judged, None) == ["not checked"]


def test_all_as_it_should_be(gold_of, answer_of, work_of):
    gold = gold_of(expected_doi=DOI, expected_verdict="verified", expected_conclusive=True)
    answer = answer_of(matched=work_of(doi=DOI))
    judged = judge(gold, answer, 0.97)
    assert (judged.link, judged.verdict_agrees, judged.conclusive_agrees) == (Link.RIGHT, True, True)
    assert (judged.confidence, judged.probability, judged.field_named) == (0.9, 0.97, None)
    assert faults(gold, judged, answer) == []


@pytest.mark.parametrize(
    ("expected", "work", "link"),
    [
        (None, versions({"doi": DOI}), None),
        ("none", None, Link.ABSENT),
        ("none", versions({"doi": DOI}), Link.WRONG),
        (DOI, None, Link.NONE),
        (DOI, versions({"doi": "10.1000/X".lower()}), Link.RIGHT),
        (DOI, versions({"doi": "10.1000/y"}), Link.WRONG),
        (DOI, versions({"doi": "10.1000/y", "same_as": (DOI,)}), Link.RIGHT),
        (DOI, versions({"doi": "10.1000/y"}, {"doi": DOI}), Link.VERSION),
        (DOI, versions({}), Link.UNKNOWN),
        (["10.1000/y", DOI], versions({"doi": DOI}), Link.RIGHT),
        ("arXiv:1706.03762", versions({"arxiv_id": "1706.03762"}), Link.RIGHT),
        ("arXiv:1706.03762", versions({"doi": "10.48550/arxiv.1706.03762"}), Link.RIGHT),
        ("arXiv:1706.03762", versions({"doi": DOI}, {"arxiv_id": "1706.03762"}), Link.VERSION),
        ("arXiv:1706.03762", versions({"doi": DOI}), Link.WRONG),
    ],
)
def test_links(gold_of, answer_of, expected, work, link):
    gold = gold_of(expected_doi=expected)
    answer = answer_of("partial_match" if work else "not_found", matched=work)
    assert judge(gold, answer).link is link


def test_a_field_is_named_by_an_error_or_a_warning_and_not_by_a_hint(gold_of, answer_of, work_of):
    gold = gold_of(label="partial", wrong_field=["year", "venue"])
    for field, severity, named in (
        ("year", "error", True),
        ("venue", "warning", True),
        ("year", "info", False),
        ("title", "error", False),
    ):
        answer = answer_of("partial_match", work_of(), [(field, severity, "It differs.")])
        assert judge(gold, answer).field_named is named
    told = faults(gold, judge(gold, answer), answer)
    assert told == ["the wrong field is venue or year; named is title"]


def test_each_fault_is_said(gold_of, answer_of, work_of):
    gold = gold_of(label="fabricated", expected_doi="none", expected_verdict="not_found", expected_conclusive=True)
    answer = answer_of(matched=work_of(doi=DOI), conclusive=False)
    assert faults(gold, judge(gold, answer), answer) == [
        "a fabricated reference is verified",
        "the work is not the one that is meant: none",
        "the verdict is verified; expected is not_found",
        "the answer is not conclusive",
    ]
    gold = gold_of(expected_doi=DOI, expected_conclusive=False)
    answer = answer_of("not_found")
    assert faults(gold, judge(gold, answer), answer) == [
        "a real reference is not_found",
        "no work is matched; meant is doi:10.1000/x",
        "the answer is conclusive",
    ]
    gold = gold_of(label="partial", wrong_field="year")
    assert faults(gold, judge(gold, answer), answer) == ["the wrong field is year; named is nothing"]

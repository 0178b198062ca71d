from __future__ import annotations

import pytest

from refcheck_cli.terminal import Page
from refcheck_cli.verdict import verdict_lines
from refcheck_core.models import (
    Author,
    Candidate,
    Claim,
    Discrepancy,
    DiscrepancyField,
    OutcomeStatus,
    Record,
    Severity,
    SourceOutcome,
    Verdict,
    Verification,
    Work,
)

AUTHORS = tuple(Author(given=f"Given{n}", family=f"Family{n}") for n in range(12))


def work(**fields: object) -> Work:
    return Work(records=(Record(source="crossref", **{"title": "A Title", **fields}),))


def discrepancy(severity: Severity, message: str, **values: str) -> Discrepancy:
    return Discrepancy(field=DiscrepancyField.TITLE, severity=severity, message=message, **values)


def shown(verdict: Verdict, *, page: Page | None = None, **fields: object) -> list[str]:
    fields.setdefault("conclusive", True)
    verification = Verification(claim=Claim(title="A Title"), verdict=verdict, confidence=0.5, **fields)
    return list(verdict_lines(verification, page or Page()))


def test_a_long_author_list_is_cut_with_a_count():
    lines = shown(Verdict.VERIFIED, matched=work(authors=AUTHORS))
    names = ", ".join(f"Given{n} Family{n}" for n in range(6))
    assert f"  {names} and 6 more" in lines


def test_a_work_is_shown_with_all_that_is_known_and_nothing_else():
    lines = shown(Verdict.VERIFIED, matched=work(year=2017, venue="A Venue", doi="10.1000/x", arxiv_id="1706.03762"))
    assert lines[2:7] == [
        "  A Title",
        "  2017, A Venue",
        "  doi:10.1000/x",
        "  arXiv:1706.03762",
        "  https://doi.org/10.1000/x",
    ]
    assert not any("None" in line for line in shown(Verdict.VERIFIED, matched=work()))


def test_discrepancies_come_by_severity_with_both_values():
    lines = shown(
        Verdict.PARTIAL_MATCH,
        matched=work(),
        discrepancies=(
            discrepancy(Severity.INFO, "An idea."),
            discrepancy(Severity.ERROR, "The titles differ.", claimed="A Tittle", found="A Title"),
            discrepancy(Severity.WARNING, "Claimed x, found y.", claimed="x", found="y"),
        ),
    )
    start = lines.index("error      The titles differ.")
    assert lines[start : start + 5] == [
        "error      The titles differ.",
        "           claimed: A Tittle",
        "           found: A Title",
        "warning    Claimed x, found y.",
        "info       An idea.",
    ]


def test_without_a_match_the_closest_work_and_the_others_are_shown_once():
    closest, other = (
        Candidate(work=work(doi="10.1000/a"), score=0.4),
        Candidate(work=work(title="B", year=2001), score=0.3),
    )
    lines = shown(Verdict.NOT_FOUND, possible_match=closest, candidates=(closest, other))
    assert lines.count("Closest work:") == lines.count("Other works:") == 1
    assert "  2. B. 2001 (score 0.30)" in lines
    assert sum("10.1000/a" in line for line in lines) == 2  # its DOI and its address
    assert not any("considered" in line for line in lines)


def test_candidates_alone_are_works_that_were_considered():
    one = Candidate(work=work(authors=AUTHORS, doi="10.1000/a"), score=0.4)
    lines = shown(Verdict.NOT_FOUND, candidates=(one,))
    assert "Works considered:" in lines
    assert "  1. A Title. Given0 Family0 et al. 10.1000/a (score 0.40)" in lines


def test_a_verified_work_is_shown_without_others():
    one = Candidate(work=work(title="Another"), score=0.4)
    assert not any("Another" in line for line in shown(Verdict.VERIFIED, matched=work(), candidates=(one,)))


def test_what_is_not_conclusive_says_why():
    why = "arxiv could not be asked, so this is no evidence that the work does not exist."
    assert shown(Verdict.NOT_FOUND, conclusive=False, why_inconclusive=why)[1] == f"Not conclusive: {why}"


def test_remarks_on_sources_come_last():
    lines = shown(Verdict.VERIFIED, remarks=("The index is old.",))
    assert lines[-1] == "note       The index is old."


def test_sources_are_shown_by_what_became_of_them():
    outcomes = (
        SourceOutcome(source="crossref", question="q", status=OutcomeStatus.EMPTY),
        SourceOutcome(source="arxiv", question="q", status=OutcomeStatus.TIMEOUT, reason="no answer in time"),
    )
    lines = shown(Verdict.NOT_FOUND, outcomes=outcomes, skipped={"s2": "not needed", "acm": "not needed"})
    assert lines[-3:] == [
        "answered   crossref",
        "failed     arxiv: no answer in time",
        "skipped    s2, acm: not needed",
    ]


@pytest.mark.parametrize("reason", ["no key: set IEEE_API_KEY (where to get one)", "no index yet: `refcheck index …`"])
def test_what_the_user_has_not_set_up_is_not_told_each_time(reason):
    outcomes = (SourceOutcome(source="crossref", question="q", status=OutcomeStatus.EMPTY),)
    assert shown(Verdict.NOT_FOUND, outcomes=outcomes, skipped={"x": reason})[-1] == "answered   crossref"


def test_text_of_databases_cannot_steer_the_terminal():
    hostile = "\x1b]0;owned\x07Title\u202e\nsecond line"
    candidate = Candidate(work=work(title=hostile, authors=(Author(literal=hostile),)), score=0.4)
    lines = shown(
        Verdict.NOT_FOUND,
        matched=work(title=hostile, venue=hostile, url=hostile, authors=(Author(literal=hostile),)),
        possible_match=candidate,
        candidates=(candidate, Candidate(work=work(title=hostile, year=2000), score=0.1)),
        discrepancies=(discrepancy(Severity.ERROR, hostile, claimed=hostile, found="f"),),
        skipped={"x": hostile},
    )
    text = "\n".join(lines)
    assert "owned" in text
    assert not {"\x1b", "\x07", "\u202e"} & set(text)
    assert not any(line == "second line" for line in lines)


def test_colour_marks_the_verdict():
    assert shown(Verdict.NOT_FOUND, page=Page(colour=True))[0].startswith("\x1b[1;31mnot_found\x1b[0m")

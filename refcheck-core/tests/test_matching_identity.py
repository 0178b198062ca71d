"""Identifiers, details and notices held against a work."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import merge
from refcheck_core.matching.assess import assess
from refcheck_core.matching.identity import (
    IdentifierFact,
    arxiv_version_notes,
    belongs,
    compare_identifiers,
    describe,
)
from refcheck_core.models import Claim, Notice, NoticeKind, Record, Severity, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_claim, make_record

TITLE = "Some Invented Long Title"
ARTICLE = make_record(
    TITLE,
    ["Jane Roe"],
    2020,
    "Journal of Examples",
    doi="10.5555/a",
    volume="7",
    issue="2",
    pages="100-110",
    type=WorkType.JOURNAL_ARTICLE,
)
PREPRINT = make_record(
    TITLE,
    ["Jane Roe"],
    2019,
    "arXiv",
    source="arxiv",
    doi="10.48550/arxiv.1901.00001",
    arxiv_id="1901.00001",
    type=WorkType.POSTED_CONTENT,
)
WORK = Work(records=(ARTICLE, PREPRINT))


def messages(claim: Claim, work: Work = WORK, *facts: IdentifierFact) -> dict[str, Severity]:
    return {d.message: d.severity for d in assess(claim, work, facts, this_year=2026).discrepancies}


def doi(value: str) -> Identifier:
    return Identifier(IdentifierKind.DOI, value)


def test_the_works_own_doi_says_nothing() -> None:
    assert messages(make_claim(TITLE, ["Roe"], 2020, "Journal of Examples", doi="10.5555/a")) == {}


def test_a_doi_could_be_added() -> None:
    assert messages(make_claim(TITLE, ["Roe"], 2020)) == {"Could add the DOI 10.5555/a.": Severity.INFO}
    only_arxiv = Work(records=(PREPRINT.model_copy(update={"doi": None, "identifiers": ()}),))
    assert messages(make_claim(TITLE, ["Roe"]), only_arxiv) == {"Could add the arXiv id 1901.00001.": Severity.INFO}


def test_the_preprints_doi_beside_the_article_is_a_warning() -> None:
    claim = make_claim(TITLE, ["Roe"], 2020, "Journal of Examples", doi="10.48550/arxiv.1901.00001")
    assert messages(claim) == {
        "DOI 10.48550/arxiv.1901.00001 is that of the preprint; the published version has 10.5555/a.": Severity.WARNING
    }
    no_doi = Work(records=(ARTICLE.model_copy(update={"doi": None}), PREPRINT))
    assert messages(claim, no_doi) == {"DOI 10.48550/arxiv.1901.00001 is that of the preprint.": Severity.WARNING}


def test_the_doi_of_another_published_version_says_nothing() -> None:
    talk = ARTICLE.model_copy(update={"doi": "10.5555/t", "venue": "Example Workshop", "year": 2018, "years": (2018,)})
    claim = make_claim(TITLE, ["Roe"], 2020, "Journal of Examples", doi="10.5555/t")
    assert messages(claim, Work(records=(ARTICLE, talk))) == {}


def test_an_unknown_doi_beside_a_known_one_is_an_error() -> None:
    found = messages(make_claim(TITLE, ["Roe"], doi="10.5555/x"))
    assert found["DOI mismatch: claimed 10.5555/x, found 10.5555/a."] is Severity.ERROR


def test_an_unknown_doi_of_a_work_without_one_is_a_warning() -> None:
    bare = Work(records=(make_record(TITLE, ["Jane Roe"], 2020),))
    found = messages(make_claim(TITLE, ["Roe"], doi="10.5555/x"), bare)
    assert found["DOI 10.5555/x was not found in any database asked."] is Severity.WARNING


def test_an_unregistered_doi_names_the_works_own() -> None:
    fact = IdentifierFact(doi("10.5555/x"), absent=True)
    found = messages(make_claim(TITLE, ["Roe"], doi="10.5555/x"), WORK, fact)
    assert found["DOI 10.5555/x is not registered. The work's own is 10.5555/a."] is Severity.ERROR


def test_other_kinds_of_identifier() -> None:
    pmid = Identifier(IdentifierKind.PMID, "1")
    record = ARTICLE.model_copy(update={"identifiers": (pmid,)})
    claim = Claim(title=TITLE, identifiers=(Identifier(IdentifierKind.PMID, "2"),))
    found = messages(claim, Work(records=(record,)))
    assert found["PubMed id mismatch: claimed 2, found 1."] is Severity.ERROR
    assert belongs(pmid, IdentifierFact(pmid), Work(records=(record,)))
    assert not belongs(pmid, IdentifierFact(pmid), Work(records=(PREPRINT,)))


def test_an_alias_belongs_to_the_work() -> None:
    alias = Work(records=(ARTICLE.model_copy(update={"same_as": ("10.5555/old",)}),))
    assert belongs(doi("10.5555/old"), IdentifierFact(doi("10.5555/old")), alias)


def test_the_registrys_record_decides() -> None:
    other = make_record("Something Else", ["Ann Other"], 2001, source="registry", doi="10.5555/a")
    fact = IdentifierFact(doi("10.5555/a"), records=(ARTICLE, other), registry=frozenset({"registry"}))
    assert not belongs(doi("10.5555/a"), fact, WORK)
    assert belongs(doi("10.5555/a"), IdentifierFact(doi("10.5555/a"), records=(ARTICLE, other)), WORK)


def test_the_title_of_an_earlier_version_is_a_hint() -> None:
    second = PREPRINT.model_copy(update={"arxiv_version": 2, "title": "A Better Name for It"})
    first = PREPRINT.model_copy(update={"arxiv_version": 1})
    (work,) = merge([first, second])
    found = messages(make_claim(TITLE, ["Roe"], arxiv_id="1901.00001"), work)
    assert found == {f"Title of an earlier version: claimed '{TITLE}', now 'A Better Name for It'.": Severity.INFO}
    assert messages(make_claim("A Better Name for It", ["Roe"], arxiv_id="1901.00001"), work) == {}


def test_details_are_warnings_where_both_sides_have_them() -> None:
    wrong = make_claim(TITLE, ["Roe"], volume="8", issue="3", pages="1–9", doi="10.5555/a")
    assert messages(wrong) == {
        "Volume differs: claimed 8, found 7.": Severity.WARNING,
        "Issue differs: claimed 3, found 2.": Severity.WARNING,
        "Pages differ: claimed 1-9, found 100-110.": Severity.WARNING,
    }
    right = make_claim(TITLE, ["Roe"], volume="07", issue="2", pages="100–10", doi="10.5555/a")
    assert messages(right) == {}
    assert messages(wrong.model_copy(update={"volume": None, "issue": None, "pages": None})) == {}


def test_every_grave_notice_is_told_once() -> None:
    notices = tuple(
        Notice(kind=k, asserted_by=by)
        for k, by in [
            (NoticeKind.RETRACTION, "publisher"),
            (NoticeKind.RETRACTION, "retraction-watch"),
            (NoticeKind.EXPRESSION_OF_CONCERN, None),
            (NoticeKind.OTHER, None),
        ]
    )
    work = Work(records=(ARTICLE.model_copy(update={"notices": notices}),))
    assert messages(make_claim(TITLE, ["Roe"], doi="10.5555/a"), work) == {
        "The work is retracted (according to retraction-watch).": Severity.WARNING,
        "The work is under an expression of concern.": Severity.WARNING,
    }


def test_an_identifier_alone_with_a_wrong_year_is_a_partial_match() -> None:
    claim = make_claim(None, None, 1999, doi="10.5555/a")
    assert assess(claim, WORK, (), this_year=2026).verdict is Verdict.PARTIAL_MATCH
    assert (
        assess(make_claim(None, ["Ann Other"], doi="10.5555/a"), WORK, (), this_year=2026).verdict is Verdict.NOT_FOUND
    )
    assert (
        assess(make_claim(None, ["Ann Other"], doi="10.5555/z"), WORK, (), this_year=2026).verdict is Verdict.NOT_FOUND
    )


def test_described_in_a_line() -> None:
    assert describe(ARTICLE) == f"'{TITLE}' by Roe (2020)"
    assert describe(Record(source="x")) == "a work without title"
    two = make_record("T", ["A Bee", "C Dee"])
    assert describe(two) == "'T' by Bee et al."


def test_an_alias_that_the_registry_answers_under_another_doi_is_told() -> None:
    renamed = ARTICLE.model_copy(update={"same_as": ("10.5555/old",)})
    work = Work(records=(renamed,))
    claim = make_claim(TITLE, ["Roe"], 2020, "Journal of Examples", doi="10.5555/old")
    fact = IdentifierFact(doi("10.5555/old"), records=(renamed,), registry=frozenset({"crossref"}))
    assert messages(claim, work, fact) == {"DOI 10.5555/old is an alias of 10.5555/a.": Severity.INFO}
    # Other databases keep one record for several versions of a work, whose DOIs are no aliases.
    told_by_others = IdentifierFact(doi("10.5555/old"), records=(renamed,))
    assert messages(claim, work, told_by_others) == {}
    own = make_claim(TITLE, ["Roe"], 2020, "Journal of Examples", doi="10.5555/a")
    by_own = IdentifierFact(doi("10.5555/a"), records=(renamed,), registry=frozenset({"crossref"}))
    assert messages(own, work, by_own) == {}


@pytest.mark.parametrize(
    ("claimed", "message"),
    [
        (9, "arXiv has 2001.00001 up to version 3 only: claimed v9."),
        (1, "An earlier version is cited: claimed 2001.00001v1, the last one is v3."),
        (3, None),
        (None, None),
    ],
)
def test_versions_of_a_preprint(claimed: int | None, message: str | None) -> None:
    claim = Claim(identifiers=(Identifier(IdentifierKind.ARXIV, "2001.00001"),), arxiv_version=claimed)
    records = [
        make_record("T", arxiv_id="2001.00001", arxiv_version=2),
        make_record("T", arxiv_id="2001.00001", arxiv_version=3),
        make_record("T", arxiv_id="2001.00002", arxiv_version=12),
        make_record("T"),
    ]
    assert [n.message for n in arxiv_version_notes(claim, records)] == ([message] if message else [])
    assert arxiv_version_notes(claim, [make_record("T", arxiv_id="2001.00001")]) == ()


def test_without_a_venue_the_year_tells_the_version() -> None:
    claim = make_claim(TITLE, ["Jane Roe"], PREPRINT.year)
    assert assess(claim, Work(records=(ARTICLE, PREPRINT)), (), this_year=2026).best is PREPRINT


def test_a_server_as_venue_tells_the_version() -> None:
    claim = make_claim(TITLE, ["Jane Roe"], None, "arXiv")
    assert assess(claim, Work(records=(ARTICLE, PREPRINT)), (), this_year=2026).best is PREPRINT


def test_the_doi_of_a_preprint_contradicts_none_of_a_published_version() -> None:
    preprint = make_record("A Title", ["Jane Roe"], 2017, "arXiv", doi="10.48550/arxiv.1710.00421")
    work = Work(records=(make_record("A Title", ["Jane Roe"], 2018, "Journal of Examples"), preprint))
    published = make_claim("A Title", ["Jane Roe"], 2018, "Journal of Examples", doi="10.5555/published")
    told = compare_identifiers(published, work, work.lead, ())
    assert [d.severity for d in told.discrepancies] == [Severity.WARNING]
    cited = published.model_copy(update={"venue": "arXiv"})
    assert compare_identifiers(cited, work, preprint, ()).in_error
    only_preprint = Work(records=(preprint,))
    told = compare_identifiers(published, only_preprint, preprint, ())
    assert [d.severity for d in told.discrepancies] == [
        Severity.WARNING
    ]  # that nobody knows the version is another error
    untold = published.model_copy(update={"venue": None})
    assert compare_identifiers(untold, only_preprint, preprint, ()).in_error
    same_registrant = make_claim("A Title", ["Jane Roe"], 2018, "Journal of Examples", doi="10.48550/other")
    assert compare_identifiers(same_registrant, work, work.lead, ()).in_error

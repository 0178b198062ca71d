"""Kinds of works: guessed from what plainly tells them, and never blurred."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import Rules, decide, guess_kind, kind_name, merge
from refcheck_core.models import Author, Claim, DiscrepancyField, Severity, Verdict, WorkType
from refcheck_core.testing.builders import make_record


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        (Claim(title="Flows of rivers", venue="PhD thesis, University of Examples"), WorkType.DISSERTATION),
        (Claim(title="Flows of rivers [Doctoral dissertation, University of Examples]"), WorkType.DISSERTATION),
        (
            Claim(citation="J. Roe. Flows of rivers. Master's thesis, University of Examples, 2001."),
            WorkType.DISSERTATION,
        ),
        (Claim(citation="Roe, J.: Flüsse. Diplomarbeit, Universität Beispiel (1999)"), WorkType.DISSERTATION),
        (Claim(title="ISO/IEC 27001:2022 Information security management systems"), WorkType.STANDARD),
        (Claim(citation="International Organization for Standardization. ISO 9001:2015 Quality."), WorkType.STANDARD),
        (Claim(title="Key words for use in RFCs", venue="RFC 2119"), WorkType.STANDARD),
        (Claim(title="Method of folding rivers", venue="US Patent No. 4,123,456"), WorkType.PATENT),
        (Claim(citation="Roe J (2001) Method of folding rivers. US6285999B1"), WorkType.PATENT),
        (Claim(title="Riverflow (Version 2.1) [Computer software]"), WorkType.SOFTWARE),
        (Claim(title="Riverflow", url="https://github.com/example/riverflow"), WorkType.SOFTWARE),
        (Claim(title="Rivers of the world [Data set]"), WorkType.DATASET),
        (Claim(title="Rivers", url="https://www.kaggle.com/example/rivers"), WorkType.DATASET),
        (Claim(citation="Rivers of the world. https://rivers.example.org (accessed 12 May 2020)"), WorkType.WEBPAGE),
        (Claim(citation="Roe, J. (2020, May 1). Rivers [Blog]. https://rivers.example.org"), WorkType.WEBPAGE),
        (Claim(title="Rivers", url="https://rivers.example.org/about"), WorkType.WEBPAGE),
        (Claim(title="Flows", venue="Technical Report 12, Institute of Examples"), WorkType.REPORT),
        (Claim(title="Flows", type=WorkType.BOOK), WorkType.BOOK),
        (Claim(citation="Using the Fetch API. MDN contributors. MDN Web Docs, 2023"), WorkType.WEBPAGE),
        (Claim(title="Rivers", venue="Riverflow Official Documentation"), WorkType.WEBPAGE),
        (Claim(title="Marbury v. Madison", venue="5 U.S. 137"), WorkType.LEGAL),
        (Claim(citation="Marbury v. Madison, 5 U.S. 137 (1803)"), WorkType.LEGAL),
        (Claim(citation="Roe v. Doe, 123 F.3d 456 (9th Cir. 1997)"), WorkType.LEGAL),
        (Claim(citation="Donoghue v Stevenson [1932] UKHL 100"), WorkType.LEGAL),
        (Claim(citation="BGH, Urteil vom 3. Mai 1999, BGHZ 141, 1"), WorkType.LEGAL),
    ],
)
def test_what_plainly_tells_a_kind(claim: Claim, kind: WorkType) -> None:
    assert guess_kind(claim) is kind


@pytest.mark.parametrize(
    "claim",
    [
        Claim(title="Flows of rivers", venue="Journal of Examples"),
        Claim(title="A statistical interpretation of term specificity", venue="Journal of Documentation"),
        Claim(title="Health of 1000 U.S. adults"),
        Claim(title="How to write a PhD thesis", authors=(Author(family="Roe"),), venue="Journal of Examples"),
        Claim(title="Implementing ISO 9001 in hospitals"),
        Claim(citation="Roe J. Implementing ISO 9001 in hospitals. J Ex. 2001;3(2):11-19."),
        Claim(citation="Roe J. Standards. ISO 9001 in use. J Ex. 2001;3(2):11-19. Accessed 12 May 2020."),
        Claim(citation="Roe J. Writing a PhD thesis. Journal of Examples, vol. 3, 2001."),
        Claim(title="Patent application and innovation", venue="Research Policy"),
        Claim(title="Flows", venue="Technical Report 3", pages="1-9"),
        Claim(
            citation="Roe J. Flows. https://github.com/example/flows",
            identifiers=(Identifier(IdentifierKind.DOI, "10.5555/a"),),
        ),
        Claim(title="Rivers", authors=(Author(family="Roe"),), url="https://rivers.example.org"),
        Claim(title="Software version control in practice"),
    ],
)
def test_a_paper_is_not_taken_for_another_kind(claim: Claim) -> None:
    assert guess_kind(claim) is None


ARTICLE = make_record(
    "Flows of invented rivers", ["Jane Roe"], 2001, "Journal of Examples", type=WorkType.JOURNAL_ARTICLE
)
THESIS = Claim(title=ARTICLE.title, authors=(Author(family="Roe"),), year=2001, type=WorkType.DISSERTATION)


def verdict_of(claim: Claim, *records: object) -> tuple[Verdict, list[Severity]]:
    decision = decide(claim, merge(records), (), Rules(this_year=2026))  # type: ignore[arg-type]
    return decision.verdict, [d.severity for d in decision.discrepancies if d.field is DiscrepancyField.TYPE]


def test_a_thesis_is_not_the_article_of_its_title() -> None:
    assert verdict_of(THESIS, ARTICLE) == (Verdict.PARTIAL_MATCH, [Severity.ERROR])
    assert verdict_of(THESIS.model_copy(update={"type": WorkType.SOFTWARE}), ARTICLE) == (
        Verdict.VERIFIED,
        [Severity.WARNING],
    )


def test_the_kind_is_read_from_the_claim() -> None:
    cited = THESIS.model_copy(update={"type": None, "venue": "PhD thesis, University of Examples"})
    assert verdict_of(cited, ARTICLE) == (Verdict.PARTIAL_MATCH, [Severity.ERROR])


def test_a_thesis_of_another_author_is_another_work() -> None:
    other = THESIS.model_copy(update={"authors": (Author(family="Moe", given="Max"),)})
    assert verdict_of(other, ARTICLE)[0] is Verdict.NOT_FOUND
    assert verdict_of(other.model_copy(update={"type": None}), ARTICLE)[0] is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize("kind", [None, WorkType.DISSERTATION, WorkType.OTHER, WorkType.REPORT])
def test_a_record_that_may_be_of_the_thesis_contradicts_nothing(kind: WorkType | None) -> None:
    record = ARTICLE.model_copy(update={"type": kind})
    assert verdict_of(THESIS, record) == (Verdict.VERIFIED, [])
    assert verdict_of(THESIS, ARTICLE, record.model_copy(update={"source": "two"})) == (Verdict.VERIFIED, [])


def test_names_of_kinds() -> None:
    assert [kind_name(k) for k in (WorkType.DISSERTATION, WorkType.JOURNAL_ARTICLE)] == ["thesis", "journal article"]

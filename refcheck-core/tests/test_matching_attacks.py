"""References that look right and are not, and right ones that look odd, in the forms that people and models write."""

from __future__ import annotations

import pytest

from refcheck_core.errors import ClaimError
from refcheck_core.matching import Rules, decide, merge
from refcheck_core.models import Record, Severity, Verdict, WorkType
from refcheck_core.services import build_claim
from refcheck_core.testing.builders import make_record

TITLE = "Counting the Ripples of Mountain Rivers"
PAPER = make_record(
    TITLE, ["Ada Abel", "Ben Brown", "Cleo Cook"], 2016,
    "IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2016, Las Vegas, NV, USA, June 27-30, 2016",
    type=WorkType.PROCEEDINGS_ARTICLE,
)  # fmt: skip
PREPRINT = make_record(
    TITLE, ["Ada Abel", "Ben Brown"], 2012, "arXiv", arxiv_id="1202.03665", doi="10.48550/arxiv.1202.03665",
    type=WorkType.POSTED_CONTENT,
)  # fmt: skip
LAW = make_record(TITLE, ["Ada Abel"], 1897, "Harvard Law Review", type=WorkType.JOURNAL_ARTICLE)
RULES = Rules(this_year=2026)


def verdict(citation: str, record: Record) -> Verdict:
    return decide(build_claim(citation=citation), merge([record]), (), RULES).verdict


@pytest.mark.parametrize(
    ("citation", "record"),
    [
        ("Abel, A., Brown, B., & Cook, C. (2016). {}. Physical Review A, 12, 1-9.", PAPER),
        ("{} (Yu et al. CVPR'16)", PAPER),
        ('"{}" (Yu et al., arXiv 2016)', PAPER),
        ("{}. Yann Yellow. CVPR 2016", PAPER),
        ("Abel, A. (2016). {}. In M. Posner (Ed.), The Handbook of Lakes (pp. 3–20). Oxford University Press.", PAPER),
        ("Abel, A. (2016, March 3). {}. The New York Times, A1.", PAPER),
        ("Ada Abel et al., {}, 10 STAN. L. REV. 457 (2016).", PAPER),
        ("Ada Abel, {}, 10 YALE L.J. 457 (1897).", LAW),
        ("Ada ABEL, « {} », Rivista di filologia, 100, 2016, p. 57-70.", PAPER),
        ("Abel, A., Brown, B. (2012). {}. Acta Chirurgica.", PREPRINT),
        ("Abel, Ada; Brown, Ben: {}. In: Voprosy filosofii (2012).", PREPRINT),
    ],
)
def test_another_venue_or_other_people_in_a_string(citation: str, record: Record) -> None:
    assert verdict(citation.format(TITLE), record) is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize(
    ("citation", "record"),
    [
        ("Abel, {}, 10 HARV. L. REV. 457 (1897).", LAW),
        ("Abel A., Brown B., Cook C. {} // CVPR. 2016. P. 1735–1780.", PAPER),
        ("12 See Abel and Brown, '{}' (2016) CVPR", PAPER),
        ("See, e.g., Ada Abel and Ben Brown, {}, CVPR, 2016.", PAPER),
        ('"{}" (Abel et al., CVPR 2016)', PAPER),
        ("{}. Ada Abel. CVPR 2016", PAPER),
        ("RETRACTED: {}. Ada Abel, Ben Brown. CVPR 2016", PAPER),
    ],
)
def test_right_ones_in_unusual_forms(citation: str, record: Record) -> None:
    assert verdict(citation.format(TITLE), record) is Verdict.VERIFIED


def test_lists_of_inverted_names_end_before_the_title_whoever_they_are() -> None:
    assert verdict(f"Turner, Michael; Rossi, Elena: {TITLE}. In: CVPR (2016).", PAPER) is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize(
    "citation",
    ["{{cite journal |last1=Abel |title=Ripples}}", "TY  - JOUR\nAU  - Abel",
     "Title: Ripples\nAuthors: Abel\nYear: 2016", '{"title": "Ripples"}'],
)  # fmt: skip
def test_structured_entries_are_refused_as_citations(citation: str) -> None:
    with pytest.raises(ClaimError, match="structured entry"):
        build_claim(citation=citation)


def test_a_year_in_parentheses_behind_a_title_is_a_note() -> None:
    claim = build_claim(title=f"{TITLE} (2016)", authors=["Ada Abel"], year=2016)
    assert decide(claim, merge([PAPER]), (), RULES).verdict is Verdict.VERIFIED
    report = PAPER.model_copy(update={"title": f"{TITLE} (2015)"})
    assert decide(claim, merge([report]), (), RULES).verdict is Verdict.PARTIAL_MATCH


class TestOrganisations:
    def test_one_that_is_no_collaboration_stands_for_no_people(self) -> None:
        claim = build_claim(title=TITLE, authors=["IEEE"], year=2016, venue="CVPR")
        assert decide(claim, merge([PAPER]), (), RULES).verdict is Verdict.PARTIAL_MATCH

    def test_one_before_the_people_is_told(self) -> None:
        claim = build_claim(title=TITLE, authors=["OpenAI", "Ada Abel", "Ben Brown"], year=2016, venue="CVPR")
        found = decide(claim, merge([PAPER]), (), RULES)
        assert any("'OpenAI'" in d.message and d.severity is Severity.WARNING for d in found.discrepancies)

    def test_many_people_may_be_cited_by_the_organisation(self) -> None:
        many = make_record(TITLE, [f"Ada {c}abel" for c in "BCDFGHJKLMNPQRSTVWXZ"], 2016, "CVPR")
        claim = build_claim(title=TITLE, authors=["OpenAI"], year=2016, venue="CVPR")
        assert decide(claim, merge([many]), (), RULES).verdict is Verdict.VERIFIED


def test_a_publisher_that_no_record_names_is_a_warning() -> None:
    claim = build_claim(title=TITLE, authors=["Ada Abel", "Ben Brown"], year=2016, venue="MIT Press")
    bare = PAPER.model_copy(update={"venue": None})
    for record in (PAPER, bare):
        found = decide(claim, merge([record]), (), RULES)
        assert any("no record names" in d.message and d.severity is Severity.WARNING for d in found.discrepancies)


def test_the_doi_of_a_published_version_that_nobody_knows_does_not_contradict_the_preprints() -> None:
    claim = build_claim(title=TITLE, authors=["Ada Abel"], year=2013, venue="Journal of Rivers", doi="10.1086/670067")
    found = decide(claim, merge([PREPRINT]), (), RULES)
    assert [d.message[:19] for d in found.discrepancies if d.severity is Severity.ERROR] == ["Venue not confirmed"]
    untold = decide(claim.model_copy(update={"venue": None}), merge([PREPRINT]), (), RULES)
    assert any("DOI mismatch" in d.message for d in untold.discrepancies)

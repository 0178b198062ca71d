"""Venue, year and second titles in what stands behind the title of a citation string."""

from __future__ import annotations

import pytest

from refcheck_core.matching.assess import assess
from refcheck_core.matching.citation import claim_from_citation
from refcheck_core.matching.venue_forms import same_venue
from refcheck_core.models import Claim, Record, Verdict, Work, WorkType
from refcheck_core.testing.builders import make_record

TITLE = "Counting the ripples of quiet mountain rivers"
ARTICLE = make_record(
    TITLE, ["Ada Abel", "Ben Brown"], 2015, "Journal of Computational Rivers", type=WorkType.JOURNAL_ARTICLE
)
PAPER = make_record(
    TITLE, ["Ada Abel", "Ben Brown"], 2015, "Conference on Computer Vision and Pattern Recognition",
    type=WorkType.PROCEEDINGS_ARTICLE,
)  # fmt: skip
PREPRINT = make_record(TITLE, ["Ada Abel", "Ben Brown"], 2015, "arXiv", type=WorkType.POSTED_CONTENT)

STYLES = {
    "APA": "Abel, A., & Brown, B. ({year}). {title}. {venue}, 12(3), 45-67.",
    "IEEE": 'A. Abel and B. Brown, "{title}," {venue}, vol. 12, no. 3, pp. 45-67, {year}.',
    "Vancouver": "Abel A, Brown B. {title}. {venue}. {year};12(3):45-67.",
    "Springer": "Abel, A., Brown, B.: {title}. {venue} 12, 45-67 ({year})",
    "GB/T, journal": "ABEL A, BROWN B. {title}[J]. {venue}, {year}, 12(3): 45-67.",
    "GB/T, proceedings": "ABEL A, BROWN B. {title}[C]//{venue}, {year}.",
    "ACM": "Ada Abel and Ben Brown. {year}. {title}. {venue}.",
    "Plain": "Ada Abel and Ben Brown. {title}. In {venue}, {year}.",
    "in parentheses": "Abel, A., Brown, B. {title}. {venue} ({year}).",
}
styles = pytest.mark.parametrize("style", STYLES)


def verdict(citation: str, record: Record) -> Verdict:
    work = Work(records=(record,))
    return assess(claim_from_citation(Claim(citation=citation), work), work, (), this_year=2026).verdict


def cited(style: str, *, venue: str, title: str = TITLE, year: int = 2015) -> str:
    return STYLES[style].format(venue=venue, title=title, year=year)


@styles
@pytest.mark.parametrize(
    ("venue", "record"),
    [
        ("Journal of Computational Rivers", ARTICLE),
        ("J. Comput. Rivers", ARTICLE),
        ("CVPR", PAPER),
        ("Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition", PAPER),
        ("arXiv", PREPRINT),
    ],
)
def test_the_works_own_venue(style: str, venue: str, record: Record) -> None:
    assert verdict(cited(style, venue=venue), record) is Verdict.VERIFIED


@styles
@pytest.mark.parametrize(
    ("venue", "record"),
    [
        ("Journal of Computational Rivers Letters", ARTICLE),
        ("International Journal of Computational Rivers", ARTICLE),
        ("Physical Review Letters", ARTICLE),
        ("Journal of Applied Numerical Mathematics", ARTICLE),
        ("NeurIPS", PAPER),
        ("Advances in Neural Information Processing Systems", PAPER),
        ("CVPR Workshops", PAPER),
        ("Advances in Neural Information Processing Systems", PREPRINT),
    ],
)
def test_another_venue(style: str, venue: str, record: Record) -> None:
    assert verdict(cited(style, venue=venue), record) is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize("style", ["APA", "IEEE", "Vancouver", "Springer", "GB/T, journal", "GB/T, proceedings"])
def test_a_preprint_that_is_said_to_be_published(style: str) -> None:
    assert verdict(cited(style, venue="Nature"), PREPRINT) is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize(
    "ending",
    ["London: Example Press, 2015.", "Springer, 2015.", "2015. Forthcoming.", "2015. Available from the authors.",
     "(2015). In press.", "2015. Accessed 3 May, 2021.",
     "Journal of Computational Rivers 2015 Retrieved March 3, 2022, from the library."],
)  # fmt: skip
def test_what_is_no_venue_is_not_judged(ending: str) -> None:
    assert verdict(f"Abel, A., Brown, B. {TITLE}. {ending}", ARTICLE) is Verdict.VERIFIED


def test_a_venue_in_another_track_of_its_conference() -> None:
    citation = "Ada Abel and Ben Brown. " + TITLE + ". In Proceedings of {}, 2015."
    workshop = PAPER.model_copy(update={"venue": f"{PAPER.venue} Workshops"})
    assert verdict(citation.format("CVPR"), workshop) is Verdict.PARTIAL_MATCH
    demo = PAPER.model_copy(update={"venue": f"{PAPER.venue}: System Demonstrations"})
    assert verdict(citation.format("CVPR"), demo) is Verdict.VERIFIED


@pytest.mark.parametrize(
    "behind",
    [
        "In Proceedings of the 2015 Conference on Computer Vision and Pattern Recognition, {}.",
        "CVPR 2015, 17-23 July 2015, Boston. {}.",
        "Conference on Computer Vision and Pattern Recognition, June 2015. {};12(3):45-67.",
    ],
)
def test_the_year_of_the_reference_is_not_that_in_the_venues_name(behind: str) -> None:
    start = f"Ada Abel and Ben Brown. {TITLE}. "
    assert verdict(start + behind.format(2015), PAPER) is Verdict.VERIFIED
    assert verdict(start + behind.format(2009), PAPER) is Verdict.PARTIAL_MATCH


@styles
@pytest.mark.parametrize("title", [f"{TITLE}, Volume 2", f"{TITLE} (Part B)", f"{TITLE}, Part II"])
def test_a_volume_or_part_behind_the_title_is_of_the_title(style: str, title: str) -> None:
    citation = cited(style, venue="Journal of Computational Rivers", title=title)
    assert verdict(citation, ARTICLE) is not Verdict.VERIFIED
    noted = ARTICLE.model_copy(update={"title": f"{TITLE} (in outline)"})
    assert verdict(citation.replace(TITLE, f"{TITLE} (in outline)"), noted) is not Verdict.VERIFIED


@pytest.mark.parametrize("style", [s for s in STYLES if s != "Plain"])
def test_a_second_title_before_the_works_venue_is_not_overlooked(style: str) -> None:
    title = f"{TITLE}. Electoral reform in small island states"
    assert verdict(cited(style, venue="Journal of Computational Rivers", title=title), ARTICLE) is not Verdict.VERIFIED


@pytest.mark.parametrize(
    "between",
    ["The Rivers and Lakes Investigators Group of Northern Europe", "Ada Abel and Ben Brown", "3rd revised edition",
     "Translated by Cleo Cook and Dan Dean from German"],
)  # fmt: skip
def test_what_else_stands_before_a_venue_is_no_title(between: str) -> None:
    citation = f"Abel A, Brown B. {TITLE}. {between}. Journal of Computational Rivers. 2015;12(3):45-67."
    assert claim_from_citation(Claim(citation=citation), Work(records=(ARTICLE,))).title == TITLE


def test_a_string_begins_with_its_author_where_the_work_has_none() -> None:
    bare = ARTICLE.model_copy(update={"authors": ()})
    citation = f"Abel AB: {TITLE}. Journal of Computational Rivers 2015, 12:45-67."
    claim = claim_from_citation(Claim(citation=citation), Work(records=(bare,)))
    assert claim.title == TITLE
    assert [a.family for a in claim.authors] == ["Abel"]


@pytest.mark.parametrize("behind", ["43(1):1-9, 2015.", "43, 1-9 (2015)", "2015;43:1-9.", "vol. 43, pp. 1-9, 2015."])
def test_a_journal_that_is_listed_as_a_work_is_not_what_is_cited(behind: str) -> None:
    journal = make_record("Nucleic Acids Example", None, None)
    citation = f"Ada Abel and Ben Brown. {TITLE}. Nucleic Acids Example, {behind}"
    assert verdict(citation, journal) is Verdict.NOT_FOUND


def test_a_work_without_authors_before_its_volume() -> None:
    editorial = make_record("Counting the rivers of the far north", None, 2015, "Journal of Computational Rivers")
    assert (
        verdict("Counting the rivers of the far north. Journal of Computational Rivers 43(1):1-9, 2015.", editorial)
        is Verdict.VERIFIED
    )


@pytest.mark.parametrize(("ending", "expected"), [("Forthcoming", None), ("Springer", None), ("Nature", "Nature")])
def test_what_stands_alone_behind_the_title(ending: str, expected: str | None) -> None:
    claim = claim_from_citation(Claim(citation=f"Abel, A. (2015). {TITLE}. {ending}."), Work(records=(ARTICLE,)))
    assert claim.venue == expected


BOTH = make_record(TITLE, ["Ada Abel", "Ben Brown"], 2015, "Physical Review B", type=WorkType.JOURNAL_ARTICLE)


@styles
def test_the_letter_of_a_section_tells_journals_apart(style: str) -> None:
    assert verdict(cited(style, venue="Physical Review B"), BOTH) is Verdict.VERIFIED
    if style not in {"ACM", "Plain"}:
        assert verdict(cited(style, venue="Physical Review A"), BOTH) is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize("editors", ["Smith, J. (ed.)", "Smith, J., Roe, K. (Eds.):", "J. Smith and K. Roe, eds.,"])
def test_a_book_behind_its_editors_is_the_venue(editors: str) -> None:
    citation = f"Abel, A., Brown, B.: {TITLE}. In: {editors} Handbook of Other Things, pp. 1-20. Springer (2015)"
    assert verdict(citation, PAPER) is Verdict.PARTIAL_MATCH
    assert verdict(citation.replace("Handbook of Other Things", "CVPR"), PAPER) is Verdict.VERIFIED


@pytest.mark.parametrize(
    "citation",
    [
        "Abel, A., & Brown, B. (2015). {} [Review of the book Rivers]. CVPR.",
        "Comment on: Abel A, Brown B. {}. CVPR 2015.",
        "Retraction: Abel A, Brown B. {}. CVPR 2015.",
        "Chapter 3: Abel A, Brown B. {}. CVPR 2015.",
        "Ada Abel and Ben Brown. “RippleNet: {}.” In CVPR (2015).",
        "Ada Abel and Ben Brown. 2015. RippleNet: {}. In CVPR.",
        "Ada Abel and Ben Brown. 2015. RIPPLE 92: {}. In CVPR.",
        "Ada Abel and Ben Brown. 2015. Team@RIP-2015: {}. In CVPR.",
    ],
)
def test_what_stands_around_the_title_and_makes_another(citation: str) -> None:
    assert verdict(citation.format(TITLE), PAPER) is not Verdict.VERIFIED


def test_when_a_conference_was_held_is_not_the_year_of_the_reference() -> None:
    held = "Conference on Computer Vision and Pattern Recognition, CVPR 2015, Venice, Italy, October 22-29, 2015"
    citation = f"ABEL A, BROWN B. {TITLE}[C]//{held}, {{}}."
    assert verdict(citation.format(2015), PAPER) is Verdict.VERIFIED
    assert verdict(citation.format(2005), PAPER) is Verdict.PARTIAL_MATCH


@pytest.mark.parametrize(
    ("cited_as", "recorded"),
    [
        ("Proceedings of the Workshop on Natural Legal Language Processing (NLLP)", "Natural Legal Workshop 2015"),
        ("Proceedings of the 2015 Workshop on River Language (RivNLP 2015), pages 5-9", "18th RivNLP Workshop"),
        ("Proceedings of AISTATS, pp. 297-304. JMLR Workshop and Conference Proceedings", "AISTATS"),
    ],
)
def test_workshops_and_series_named_otherwise_are_not_judged(cited_as: str, recorded: str) -> None:
    record = PAPER.model_copy(update={"venue": recorded})
    assert verdict(f"Ada Abel and Ben Brown. {TITLE}. In {cited_as}, 2015.", record) is Verdict.VERIFIED


@pytest.mark.parametrize("venue", ["CVPR, Las Vegas, NV, USA", "CVPR, Springer", "CVPR 2015, Boston"])
def test_place_or_publisher_behind_an_acronym_are_no_part_of_it(venue: str) -> None:
    assert same_venue(venue, "Conference on Computer Vision and Pattern Recognition")
    assert not same_venue(venue, "International Conference on Computer Vision")


def test_what_follows_an_acronym_may_be_of_its_name() -> None:
    assert not same_venue("CVPR, Workshops", "CVPR")
    assert not same_venue("Science, Springer", "Nature")

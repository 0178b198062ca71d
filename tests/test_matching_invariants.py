"""What holds of every judgement, whatever is claimed and whatever is found. Read it as a specification."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import Decision, IdentifierFact, Rules, assess, decide, merge
from refcheck_core.matching.assess import is_other_work
from refcheck_core.matching.comparison import Agreement
from refcheck_core.matching.people import NameMatch, match_names, prepare_name
from refcheck_core.matching.signs import contradicting_signs
from refcheck_core.matching.spelling import american
from refcheck_core.matching.titles import compare_titles, title_similarity
from refcheck_core.models import Author, Claim, Record, Severity, Verdict, WorkType

RULES = Rules(this_year=2026)
ORDER = (Verdict.NOT_FOUND, Verdict.PARTIAL_MATCH, Verdict.VERIFIED)

WORDS = (
    "adaptive graph neural traffic bayesian inference random matrix protein folding quantum stability estimation "
    "learning spectral analysis survey sparse kernel of the for in with and networks models dynamics part II 3 not"
).split()
ACCENTED = ["Müller-Stokes", "naïve", "Erdős", "café", "R&D"]
FAMILIES = ["Vaswani", "Müller", "van den Oord", "Nguyễn", "García Márquez", "Smith", "Li", "Erdős", "O'Hare", "Kaiser"]
GIVEN = ["Ashish", "Jürgen", "A.", "Thị Mai", "Gabriel", "J. R.", "Wei", "Paul", "Łukasz", "Noam"]
VENUES = [
    "Nature",
    "NeurIPS",
    "IEEE Transactions on Image Processing",
    "Journal of Examples",
    "arXiv",
    "Physical Review B",
]

titles = st.lists(st.sampled_from(WORDS), min_size=3, max_size=9).map(" ".join)
authors = st.builds(Author, family=st.sampled_from(FAMILIES), given=st.sampled_from(GIVEN))
author_lists = st.lists(authors, max_size=4, unique_by=lambda a: a.family).map(tuple)
years = st.integers(min_value=1990, max_value=2026)
venues = st.sampled_from(VENUES)
dois = st.sampled_from([None, "10.5555/a", "10.5555/b", "10.5555/c"])


@st.composite
def record_st(draw: st.DrawFn) -> Record:
    year = draw(st.none() | years)
    doi = draw(dois)
    return Record(
        source=draw(st.sampled_from(["one", "two"])),
        source_id=str(draw(st.integers(0, 10**6))),
        title=draw(titles),
        authors=draw(author_lists),
        authors_complete=draw(st.booleans()),
        year=year,
        years=(year,) if year else (),
        venue=draw(st.none() | venues),
        type=draw(st.sampled_from([None, WorkType.JOURNAL_ARTICLE, WorkType.POSTED_CONTENT, WorkType.BOOK])),
        doi=doi,
        identifiers=(Identifier(IdentifierKind.DOI, doi),) if doi else (),
    )


@st.composite
def claim_st(draw: st.DrawFn) -> Claim:
    doi = draw(dois)
    title = draw(st.none() | titles)
    identifiers = (Identifier(IdentifierKind.DOI, doi),) if doi else ()
    if title is None and not identifiers:
        title = draw(titles)
    return Claim(
        title=title,
        authors=draw(author_lists),
        authors_truncated=draw(st.booleans()),
        year=draw(st.none() | years),
        venue=draw(st.none() | venues),
        identifiers=identifiers,
    )


def claim_of(record: Record) -> Claim:
    """The claim that says all that a record says."""
    return Claim(
        title=record.title,
        authors=record.authors,
        year=record.year,
        venue=record.venue,
        identifiers=record.identifiers,
    )


def facts_for(claim: Claim, records: list[Record]) -> tuple[IdentifierFact, ...]:
    return tuple(IdentifierFact(i, records=tuple(r for r in records if i in r.identifiers)) for i in claim.identifiers)


def judge(claim: Claim, records: list[Record]) -> Decision:
    return decide(claim, merge(records), facts_for(claim, records), RULES)


def rank(decision: Decision) -> tuple[int, float]:
    return ORDER.index(decision.verdict), round(decision.confidence, 9)


@st.composite
def related(draw: st.DrawFn) -> tuple[Claim, list[Record]]:
    """A claim with records of which some are likely to be about its work."""
    records = draw(st.lists(record_st(), min_size=1, max_size=4))
    claim = claim_of(records[0]) if draw(st.booleans()) else draw(claim_st())
    if draw(st.booleans()):
        claim = claim.model_copy(update={"year": draw(st.none() | years), "venue": draw(st.none() | venues)})
    if draw(st.booleans()):
        claim = claim.model_copy(update={"authors": claim.authors[:1]})
    return claim, records


@given(related())
def test_the_confidence_lies_in_the_band_of_the_verdict(case: tuple[Claim, list[Record]]) -> None:
    decision = judge(*case)
    low, high = {
        Verdict.VERIFIED: (0.85, 1.0),
        Verdict.PARTIAL_MATCH: (0.5, 0.849),
        Verdict.NOT_FOUND: (0.0, 0.499),
    }[decision.verdict]
    assert low <= decision.confidence <= high


@given(related())
def test_verified_means_that_nothing_is_in_error(case: tuple[Claim, list[Record]]) -> None:
    decision = judge(*case)
    if decision.verdict is Verdict.VERIFIED:
        assert not [d for d in decision.discrepancies if d.severity is Severity.ERROR]


@given(related())
def test_a_partial_match_says_what_is_the_matter(case: tuple[Claim, list[Record]]) -> None:
    decision = judge(*case)
    if decision.verdict is Verdict.PARTIAL_MATCH:
        assert [d for d in decision.discrepancies if d.severity is not Severity.INFO]


@given(record_st().filter(lambda r: r.authors and r.authors_complete))
def test_a_work_matches_itself(record: Record) -> None:
    decision = judge(claim_of(record), [record])
    expected = Verdict.VERIFIED
    if record.type is WorkType.POSTED_CONTENT and record.venue not in (None, "arXiv"):
        expected = Verdict.PARTIAL_MATCH  # a preprint confirms no venue
    assert decision.verdict is expected


@given(related(), st.randoms())
def test_the_order_of_the_records_does_not_matter(case: tuple[Claim, list[Record]], random: object) -> None:
    claim, records = case
    shuffled = list(records)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert merge(shuffled) == merge(records)
    assert judge(claim, shuffled) == judge(claim, records)


@given(st.lists(record_st(), max_size=5))
def test_merging_keeps_every_record_once_and_is_idempotent(records: list[Record]) -> None:
    works = merge(records)
    assert sorted(r.model_dump_json() for w in works for r in w.records) == sorted(
        r.model_dump_json() for r in set(records)
    )
    assert merge([r for w in works for r in w.records]) == works


@given(related(), record_st())
def test_a_work_of_another_title_never_changes_the_verdict(case: tuple[Claim, list[Record]], other: Record) -> None:
    claim, records = case
    stranger = other.model_copy(
        update={"title": "Zymurgy Beyond Xylophones", "doi": None, "identifiers": (), "authors": ()}
    )
    assert judge(claim, [*records, stranger]).verdict is judge(claim, records).verdict


names = st.one_of(
    authors,
    st.sampled_from(["Nguyen Van An", "Li Fei-Fei", "WHO", "World Health Organization", "Bob Smith", "Фёдоров Ю."]).map(
        Author.parse
    ),
    st.text(max_size=12).map(Author.parse),
)


@given(names, names)
def test_whether_two_names_are_one_does_not_depend_on_their_order(one: Author, two: Author) -> None:
    first, second = prepare_name(one), prepare_name(two)
    assert match_names(first, second) is match_names(second, first)
    assert match_names(first, first) is NameMatch.SAME or not first.whole


@given(record_st(), st.sampled_from(["Firstname Lastname", "John Doe", "Author One", "A. Author"]))
def test_placeholders_are_named_and_never_verified(record: Record, name: str) -> None:
    claim = claim_of(record).model_copy(update={"authors": (Author.parse(name),)})
    decision = judge(claim, [record])
    assert decision.verdict is not Verdict.VERIFIED
    if decision.matched is not None:
        assert any("Placeholder" in d.message for d in decision.discrepancies)


@given(related())
def test_a_work_that_is_passed_over_would_not_be_found(case: tuple[Claim, list[Record]]) -> None:
    claim, records = case
    facts = facts_for(claim, records)
    for work in merge(records):
        if is_other_work(claim, work, facts):
            assert assess(claim, work, facts, this_year=2026).verdict is Verdict.NOT_FOUND


SIGNS = ["=", "≠", "<", ">", "≤", "≥"]


@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=6), st.sampled_from(SIGNS), st.sampled_from(SIGNS))
def test_signs_that_contradict_each_other_make_two_titles(words: list[str], one: str, two: str) -> None:
    first, second = (f"{words[0]} {sign} {' '.join(words[1:])}" for sign in (one, two))
    bare = " ".join(words)
    assert compare_titles(first, [bare], authors_agree=False).exact  # a sign that is lost says nothing
    contradicted = contradicting_signs(first, second) is not None
    assert contradicted == (contradicting_signs(second, first) is not None)
    assert compare_titles(first, [second], authors_agree=True).in_error is contradicted


OPPOSITES = [("supervised", "unsupervised"), ("hypotension", "hypertension"), ("increase", "decrease"), ("not", "")]


@given(titles, st.sampled_from(OPPOSITES), st.booleans())
def test_opposites_are_never_blurred(title: str, pair: tuple[str, str], swapped: bool) -> None:
    one, two = (f"{title} {word} of things" for word in (reversed(pair) if swapped else pair))
    comparison = compare_titles(one, [two], authors_agree=True)
    assert comparison.in_error
    assert comparison.agreement is not Agreement.AGREE


@given(st.text(alphabet="abcdefghilmnoprstuyz", max_size=14))
def test_the_american_spelling_of_a_word_is_a_key(word: str) -> None:
    assert american(american(word)) == american(word)


@given(related())
def test_grafting_an_author_never_helps(case: tuple[Claim, list[Record]]) -> None:
    claim, records = case
    stranger = Author(family="Xanthopoulos", given="Zoe")
    grafted = claim.model_copy(update={"authors": (*claim.authors, stranger)})
    assert rank(judge(grafted, records)) <= rank(judge(claim, records))


@given(related())
def test_a_wrong_year_never_helps(case: tuple[Claim, list[Record]]) -> None:
    claim, records = case
    assert rank(judge(claim.model_copy(update={"year": 1066}), records)) <= rank(judge(claim, records))


@given(related())
def test_a_wrong_venue_never_helps(case: tuple[Claim, list[Record]]) -> None:
    claim, records = case
    wrong = claim.model_copy(update={"venue": "Annals of Xylophone Zymurgy"})
    assert rank(judge(wrong, records)) <= rank(judge(claim, records))


@given(related())
def test_worsening_the_title_never_helps(case: tuple[Claim, list[Record]]) -> None:
    claim, records = case
    if claim.title:
        worse = claim.model_copy(update={"title": f"{claim.title} Xylophone"})
        assert rank(judge(worse, records)) <= rank(judge(claim, records))


@given(related(), st.sampled_from(["year", "venue", "authors"]))
def test_taking_away_a_field_that_agrees_never_helps(case: tuple[Claim, list[Record]], field: str) -> None:
    claim, records = case
    decision = judge(claim, records)
    if decision.matched is None or not getattr(decision.matched, field).exact:
        return
    less = claim.model_copy(update={field: () if field == "authors" else None})
    assert rank(judge(less, records)) <= rank(decision)


@given(record_st(), st.integers(0, 8))
def test_a_part_of_the_title_alone_is_never_verified(record: Record, keep: int) -> None:
    words = (record.title or "").split()
    part = " ".join(words[:keep])
    content = set(words[keep:]) - {"of", "the", "for", "in", "with", "and"}
    if part and content:
        assert judge(Claim(title=part), [record]).verdict is not Verdict.VERIFIED


@given(titles, titles)
def test_title_similarity_is_symmetric_and_within_bounds(one: str, two: str) -> None:
    assert title_similarity(one, two) == title_similarity(two, one)
    assert 0.0 <= title_similarity(one, two) <= 1.0
    assert title_similarity(one, one) == 1.0


def _latex(text: str) -> str:
    return text.replace("ü", '{\\"u}').replace("ő", "{\\H o}").replace("á", "{\\'a}").replace("é", "{\\'e}")


SPELLINGS = {
    "upper case": str.upper,
    "lower case": str.lower,
    "blanks": lambda s: "  " + s.replace(" ", " \n ") + " ",
    "full stop": lambda s: s + ".",
    "decomposed": lambda s: unicodedata.normalize("NFD", s),
    "entities": lambda s: s.replace("&", "&amp;").replace("é", "&eacute;"),
    "markup": lambda s: f"<i>{s}</i>",
    "braces": lambda s: "{" + s + "}",
    "latex": _latex,
    "no-break blanks": lambda s: s.replace(" ", "\u00a0"),
    "typographic hyphen": lambda s: s.replace("-", "\u2010"),
    "hyphen as blank": lambda s: s.replace("-", " "),
    "roman numbers": lambda s: s.replace(" 3", " III"),
}


@given(
    st.lists(st.sampled_from([*WORDS, *ACCENTED]), min_size=3, max_size=8).map(" ".join),
    st.sampled_from(sorted(SPELLINGS)),
)
def test_the_spelling_of_a_title_does_not_matter(title: str, spelling: str) -> None:
    respelt = SPELLINGS[spelling](title)
    record = Record(source="one", title=title, authors=(Author(family="Roe", given="Jane"),), year=2001)
    claim = Claim(title=respelt, authors=(Author(family="Roe"),), year=2001)
    decision = judge(claim, [record])
    assert decision.verdict is Verdict.VERIFIED, (respelt, decision.discrepancies)


@given(record_st().filter(lambda r: len(r.authors) >= 2 and r.authors_complete), st.integers(1, 3))
def test_et_al_of_the_same_list_is_the_same_claim(record: Record, keep: int) -> None:
    whole = claim_of(record)
    cut = whole.model_copy(update={"authors": record.authors[:keep], "authors_truncated": True})
    assert rank(judge(cut, [record])) == rank(judge(whole, [record]))


@settings(max_examples=200)
@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=40), st.text(max_size=40))
def test_no_text_breaks_the_judgement(title: str, found: str, author: str, venue: str) -> None:
    claim = Claim(title=title, authors=(Author(literal=author),) if author else (), venue=venue or None, year=2001)
    record = Record(source="one", title=found, authors=(Author(family=author or "x"),), venue=venue or None, year=2001)
    assert judge(claim, [record]).verdict in ORDER


def test_exact_thresholds() -> None:
    """A score of .85 with no error is verified; just below it is not (warnings alone can lower a score)."""
    record = Record(source="one", title="Some Invented Long Title", authors=(Author(family="Roe"),), year=2001)
    claim = Claim(title="Some Invented Long Title", authors=(Author(family="Roe"),), year=2001)
    works = merge([record])
    for threshold, verdict in ((1.0, Verdict.VERIFIED), (0.85, Verdict.VERIFIED)):
        assert decide(claim, works, (), Rules(this_year=2026, verified_threshold=threshold)).verdict is verdict

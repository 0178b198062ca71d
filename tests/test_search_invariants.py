"""What holds of every search, whatever the databases give. Read it as a specification."""

from __future__ import annotations

import string
from itertools import combinations

import anyio
import anyio.lowlevel
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.contract import Capability, SourceInfo
from refcheck_core.hookspecs import hookimpl
from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching import FusedWork, fuse, same_version, within_years
from refcheck_core.matching.distinct import are_apart, group_results
from refcheck_core.models import Author, Notice, NoticeKind, Record, WorkType
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck
from refcheck_core.services.search import shorten
from refcheck_core.settings import Settings

SOURCES = ("one", "two", "three")
PLACES = {name: place for place, name in enumerate(SOURCES)}
TITLES = [
    "Sparse Kernels of Random Traffic",
    "Sparse kernels of random traffic: a spectral analysis",
    "Sparse Kernels of Random Traffic. Part II",
    "Sparse Kernels of Random Traffic. Part I",
    "Sparse Kernels of Random Traffic. Part two",
    "Sparse Kernels of Random Traffic: A Survey of B+ Trees",
    "Sparse Kernels of Random Traffic: A Survey of B- Trees",
    "Annual Report of Random Traffic",
    "RETRACTED: Sparse Kernels of Random Traffic",
    "Preface",
    "Dynamics of Folding",
    None,
]
PEOPLE = [
    (Author(family="Roe", given="Jane"), Author(family="Muster", given="Max")),
    (Author(family="Roe", given="J."),),
    (Author(family="Other", given="Ann"),),
    (),
]
DOIS = [None, "10.5555/a", "10.5555/b", "10.48550/arxiv.1801.00001"]
TYPES = [
    None,
    WorkType.JOURNAL_ARTICLE,
    WorkType.PROCEEDINGS_ARTICLE,
    WorkType.POSTED_CONTENT,
    WorkType.BOOK,
    WorkType.PEER_REVIEW,
]
ISBNS = ["9780000000001", "9780000000002"]


@st.composite
def records(draw: st.DrawFn, source: str) -> Record:
    return Record(
        source=source,
        source_id=draw(st.sampled_from("xyz")),
        title=draw(st.sampled_from(TITLES)),
        subtitle=draw(st.sampled_from([None, None, "A Spectral Analysis", "A Field Study"])),
        authors=draw(st.sampled_from(PEOPLE)),
        authors_complete=draw(st.booleans()),
        year=draw(st.none() | st.integers(2016, 2019)),
        venue=draw(st.sampled_from([None, "Journal of Examples", "J. Examples", "Annals of Another Kind", "arXiv"])),
        type=draw(st.sampled_from(TYPES)),
        volume=draw(st.sampled_from([None, "7", "8"])),
        identifiers=tuple(Identifier(IdentifierKind.ISBN, i) for i in draw(st.sets(st.sampled_from(ISBNS)))),
        pages=draw(st.sampled_from([None, "1-9", "11-19"])),
        doi=draw(st.sampled_from(DOIS)),
        arxiv_id=draw(st.sampled_from([None, "1801.00001", "1801.00002"])),
        url=draw(st.sampled_from([None, "https://example.org/x"])),
        abstract=draw(st.sampled_from([None, "We fold.", "We unfold."])),
        notices=draw(st.sampled_from([(), (Notice(kind=NoticeKind.RETRACTION),)])),
        published_as=draw(st.sampled_from([(), ("10.5555/a",)])),
        same_as=draw(st.sampled_from([(), ("10.5555/b",)])),
    )


@st.composite
def results(draw: st.DrawFn) -> dict[str, list[Record]]:
    """What the sources found, each in its own order."""
    return {source: draw(st.lists(records(source), max_size=4)) for source in SOURCES}


def every(found: dict[str, list[Record]]) -> list[Record]:
    return [record for records in found.values() for record in records]


@given(results(), st.randoms())
def test_grouping_keeps_every_record_once_whatever_their_order(found: dict[str, list[Record]], random: object) -> None:
    given_records = every(found)
    groups = group_results(given_records)
    assert sorted(r.model_dump_json() for g in groups for r in g) == sorted(
        r.model_dump_json() for r in set(given_records)
    )
    random.shuffle(given_records)  # type: ignore[attr-defined]
    assert group_results(given_records) == groups


@given(results())
def test_grouping_is_idempotent(found: dict[str, list[Record]]) -> None:
    groups = group_results(every(found))
    assert group_results(r for g in groups for r in g) == groups
    assert group_results(every(found) * 2) == groups
    for group in groups:
        assert group_results(group) == (group,), "a work needs no record of another one to hold together"


@given(results())
def test_what_must_stay_apart_is_in_no_group_together(found: dict[str, list[Record]]) -> None:
    for group in group_results(every(found)):
        assert not [pair for pair in combinations(group, 2) if are_apart(*pair)]


@given(results())
def test_no_group_holds_two_publications_or_two_preprints_at_arxiv(found: dict[str, list[Record]]) -> None:
    for group in group_results(every(found)):
        published = [r for r in group if r.type is WorkType.JOURNAL_ARTICLE and not r.published_as and not r.same_as]
        assert len({r.doi for r in published if r.doi and not r.doi.startswith("10.48550")}) <= 1
        if len({r.doi for r in group}) > 1:
            assert len({r.arxiv_id for r in group if r.arxiv_id and r.doi is None}) <= 1


@given(results(), st.permutations(SOURCES))
def test_the_order_in_which_sources_answer_does_not_matter(found: dict[str, list[Record]], order: list[str]) -> None:
    assert fuse({source: found[source] for source in order}, PLACES) == fuse(found, PLACES)


@given(results())
def test_no_group_holds_published_records_that_only_a_title_joins_and_an_imprint_contradicts(
    found: dict[str, list[Record]],
) -> None:
    for group in group_results(every(found)):
        published = [r for r in group if not r.is_preprint]
        for one, two in combinations(published, 2):
            if one.doi and one.doi == two.doi:
                continue
            assert not (one.identifiers and two.identifiers) or set(one.identifiers) & set(two.identifiers)
            assert not (one.pages and two.pages) or one.pages == two.pages
            if one.type is two.type is WorkType.JOURNAL_ARTICLE:
                assert not (one.volume and two.volume) or one.volume == two.volume
                assert len({r.venue.startswith("Annals") for r in (one, two) if r.venue}) <= 1
            if "Annual" in (one.title or ""):
                assert len({r.year for r in (one, two) if r.year}) <= 1


@given(results())
def test_works_are_ranked_by_their_scores(found: dict[str, list[Record]]) -> None:
    scores = [work.score for work in fuse(found, PLACES)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= len(SOURCES) / 61 for score in scores)


FIELDS = {
    "title": lambda r: r.full_title,
    "authors": lambda r: r.authors,
    "year": lambda r: r.year,
    "venue": lambda r: r.venue,
    "type": lambda r: r.type,
    "doi": lambda r: r.doi,
    "url": lambda r: r.url,
    "abstract": lambda r: r.abstract,
}


@given(results())
def test_every_field_of_a_work_comes_from_one_of_its_records_of_the_source_that_is_named(
    found: dict[str, list[Record]],
) -> None:
    for work in fuse(found, PLACES):
        for name, read in FIELDS.items():
            fused = getattr(work, name)
            if fused is not None:
                assert (fused.source, fused.value) in [(r.source, read(r)) for r in work.records], name
            elif name != "doi":  # a preprint's DOI is not that of the article
                assert not read(work.lead), name


@given(results())
def test_no_field_comes_from_a_record_of_another_version(found: dict[str, list[Record]]) -> None:
    for work in fuse(found, PLACES):
        for name in ("title", "authors", "year", "venue", "type", "url"):
            fused = getattr(work, name)
            if fused is not None and fused.value != FIELDS[name](work.lead):
                givers = [r for r in work.records if (r.source, FIELDS[name](r)) == (fused.source, fused.value)]
                assert any(same_version(work.lead, giver) for giver in givers), name


@given(results())
def test_a_work_mixes_no_two_versions(found: dict[str, list[Record]]) -> None:
    for work in fuse(found, PLACES):
        if work.venue and work.year:
            holders = [r for r in work.records if r.is_preprint == work.lead.is_preprint]
            assert work.venue.value in [r.venue for r in holders]
            assert work.year.value in [r.year for r in holders]
        if not work.lead.is_preprint and work.doi:
            assert not work.doi.value.startswith("10.48550/")


@given(results(), st.none() | st.integers(2015, 2020), st.none() | st.integers(2015, 2020))
def test_no_result_lies_outside_the_years(
    found: dict[str, list[Record]], year_from: int | None, year_to: int | None
) -> None:
    within = {source: within_years(records, year_from, year_to) for source, records in found.items()}
    works: tuple[FusedWork, ...] = fuse({source: kept for source, (kept, _) in within.items()}, PLACES)
    if year_from is None and year_to is None:
        return
    for work in works:
        years = {r.year for r in work.records} | ({work.year.value} if work.year else set())
        assert all((year_from or 0) <= year <= (year_to or 9999) for year in years if year)
        assert None not in years
    assert sum(undated for _, undated in within.values()) == sum(r.year is None for r in every(found))


class Giving:
    """A source that finds what it is told, after a while."""

    def __init__(self, name: str, found: list[Record], pauses: int, first: bool) -> None:
        capabilities = frozenset({Capability.TOPIC_SEARCH})
        registers = frozenset({IdentifierKind.DOI}) if first else frozenset()
        self.info = SourceInfo(
            name=name,
            title=name,
            home_page="https://example.org",
            version="1",
            capabilities=capabilities,
            registers=registers,
        )
        self.found, self.pauses = found, pauses

    @hookimpl
    def describe(self, settings):
        return self.info

    @hookimpl
    async def search(self, ctx, query):
        for _ in range(self.pauses):
            await anyio.lowlevel.checkpoint()
        return self.found


SETTINGS = Settings.from_environment({"REFCHECK_CACHE": "off"})


async def search(found: dict[str, list[Record]], pauses: list[int], order: list[str], **options: object) -> object:
    manager = SourceManager(SETTINGS)
    for source in order:
        manager.register(source, Giving(source, found[source], pauses[PLACES[source]], source == "one"))
    async with Refcheck.open(SETTINGS, manager=manager) as refcheck:
        return await refcheck.search("anything", **options)


@given(
    results(),
    st.lists(st.integers(0, 5), min_size=3, max_size=3),
    st.permutations(SOURCES),
    st.integers(1, 30),
    st.none() | st.integers(2015, 2020),
)
def test_answers_do_not_depend_on_who_is_faster_and_keep_the_range(
    found, pauses, order, max_results, year_from
) -> None:
    options = {"max_results": max_results, "year_from": year_from}
    answer = anyio.run(lambda: search(found, pauses, order, **options))
    assert answer == anyio.run(lambda: search(found, [0, 0, 0], list(SOURCES), **options))
    assert len(answer.results) == min(max_results, answer.works_found)
    for result in answer.results:
        assert year_from is None or result.year >= year_from
        assert result.source not in result.also_in
        assert set(result.field_sources.values()) <= set(result.also_in)


@given(st.text(alphabet=string.ascii_letters + " \u0301山\n", max_size=60), st.integers(4, 30))
def test_a_cut_abstract_is_a_beginning_and_never_too_long(text: str, length: int) -> None:
    shown = shorten(text, length)
    assert len(shown) <= length
    assert shown == text if len(text) <= length else shown[-1] == "…" and text.startswith(shown[:-1])

"""Entries of works that are looked for: which record is written, and what is said where there is none."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
from pybtex.database import parse_string

from refcheck_core import (
    Author,
    Identifier,
    IdentifierKind,
    NotCovered,
    Notice,
    NoticeKind,
    Record,
    SourceUnavailable,
    Tier,
    WorkType,
)
from refcheck_core.errors import AllSourcesFailedError, ClaimError
from refcheck_core.models import Work
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, UnknownSourceError, build_wishes
from refcheck_core.services.export import best_record

pytestmark = pytest.mark.anyio

HE = Author(family="He", given="Kaiming")
SHA = "0123456789abcdef0123456789abcdef01234567"
REGISTRY = {"registers": frozenset({IdentifierKind.DOI})}


def work(source="registry", title="Deep Residual Learning for Images", **fields):
    known = {"authors": (HE,), "year": 2016, "venue": "CVPR", "type": WorkType.PROCEEDINGS_ARTICLE, "pages": "1-8"}
    return Record(source=source, title=title, **(known | fields))


ONE = work(doi="10.1000/one")
TWO = work(title="Deep Residual Learning for Sounds", doi="10.1000/two")


def holding(*records, fault=None):
    """Hooks of a database that holds these records, or that plays a fault."""

    async def lookup_doi(ctx, doi):
        if fault:
            raise fault
        return next((r for r in records if doi in (r.doi, *r.same_as)), None)

    async def lookup_dois(ctx, dois):
        found = {doi: await lookup_doi(ctx, doi) for doi in dois}
        return {doi: record for doi, record in found.items() if record}

    async def lookup_id(ctx, identifier):
        if fault:
            raise fault
        return next((r for r in records if identifier in r.identifiers or identifier.value == r.arxiv_id), None)

    async def search(ctx, query):
        if fault:
            raise fault
        return [r for r in records if query.text.casefold() in (r.title or "").casefold()]

    return {"lookup_doi": lookup_doi, "lookup_dois": lookup_dois, "lookup_id": lookup_id, "search": search}


@pytest.fixture
def open_over(settings_of):
    """Opens the use cases over sources."""

    @asynccontextmanager
    async def build(*plugins, **environ):
        settings = settings_of(REFCHECK_CACHE="off", **environ)
        manager = SourceManager(settings)
        for plugin in plugins:
            manager.register(type(plugin).describe(settings).name, plugin)
        async with Refcheck.open(settings, manager=manager) as refcheck:
            yield refcheck

    return build


@pytest.fixture
def database(source):
    """Builds a database out of what it holds; it takes batches."""
    return lambda name, info=None, **hooks: source(name, {"max_batch": 50, **(info or {})}, **hooks)


@pytest.fixture
def registry(database):
    return database("registry", REGISTRY, **holding(ONE, TWO))


async def test_a_batch_keeps_its_order_and_names_what_is_missing(open_over, registry):
    async with open_over(registry) as refcheck:
        dois = ["10.1000/TWO", "nonsense", "10.1000/none", "https://doi.org/10.1000/one", " "]
        answer = await refcheck.bibtex(dois=dois)
    assert [(e.input, e.citation_key, e.fields["doi"]) for e in answer.entries] == [
        ("10.1000/TWO", "he2016deep", "10.1000/two"),
        ("https://doi.org/10.1000/one", "he2016deepa", "10.1000/one"),
    ]
    parsed = parse_string(answer.bibtex, "bibtex").entries
    assert list(parsed) == ["he2016deep", "he2016deepa"]
    assert [(m.input, m.reason) for m in answer.not_found] == [
        ("nonsense", "'nonsense' is no DOI: a DOI begins with '10.', like 10.1038/nature14539."),
        ("10.1000/none", "DOI 10.1000/none is not registered."),
        (" ", "An empty text is no DOI."),
    ]
    assert (answer.not_checked, answer.warnings, answer.sources_checked) == ([], [], ["registry"])
    assert [hook for hook, _ in registry.calls].count("lookup_dois") == 1


async def test_one_work_is_given_once(open_over, database):
    alias = ONE.model_copy(update={"same_as": ("10.1000/alias",)})
    async with open_over(database("registry", REGISTRY, **holding(alias))) as refcheck:
        answer = await refcheck.bibtex(dois=["10.1000/one", "doi:10.1000/ONE", "10.1000/alias"])
        (other,) = (await refcheck.bibtex(doi="10.1000/alias")).warnings
    assert [e.input for e in answer.entries] == ["10.1000/one"]
    assert answer.warnings == [
        "he2016deep: doi:10.1000/ONE is the same work as 10.1000/one; its entry is given once.",
        "he2016deep: 10.1000/alias is the same work as 10.1000/one; its entry is given once.",
    ]
    assert other == "he2016deep: The database answers for 10.1000/alias with the DOI 10.1000/one."


@pytest.mark.parametrize("kind", [WorkType.PROCEEDINGS_ARTICLE, WorkType.PEER_REVIEW, WorkType.POSTED_CONTENT])
async def test_one_record_is_given_once_whatever_its_kind(open_over, database, kind):
    async with open_over(database("registry", REGISTRY, **holding(ONE.model_copy(update={"type": kind})))) as refcheck:
        answer = await refcheck.bibtex(dois=["10.1000/one", "doi:10.1000/ONE"])
    assert (len(answer.entries), len(answer.warnings) > 0) == (1, True)


async def test_a_doubtful_title_is_refused_with_candidates(open_over, database):
    twin = ONE.model_copy(update={"doi": "10.1000/twin", "authors": (Author(family="Li", given="An"),)})
    async with open_over(database("registry", REGISTRY, **holding(ONE, twin, TWO))) as refcheck:
        answer = await refcheck.bibtex(title=ONE.title)
        clear = await refcheck.bibtex(citation=f"He, K. {TWO.title}. CVPR 2016")
        none = await refcheck.bibtex(title="Something else entirely")
    assert (answer.bibtex, answer.entries) == ("", [])
    (missing,) = answer.not_found
    assert missing.reason.startswith("It is not sure which work is meant. 2 works fit the reference equally well")
    assert {c.doi for c in missing.candidates if c.score == 1} == {"10.1000/one", "10.1000/twin"}
    assert [c.number for c in missing.candidates] == list(range(1, len(missing.candidates) + 1))
    assert [e.fields["doi"] for e in clear.entries] == ["10.1000/two"]
    assert none.not_found[0].reason == "No database that was asked has such a work."


async def test_several_works_that_fit_equally_well_are_doubtful_whoever_could_not_be_asked(open_over, database):
    editions = [work("shelf", year=year, type=WorkType.BOOK, edition=str(n)) for n, year in enumerate((1995, 2005), 1)]
    shelf = database("shelf", {"tier": Tier.LOCAL, "exhaustive": False, "base_url": ""}, **holding(*editions))
    down = database("down", **holding(fault=SourceUnavailable("is down")))
    async with open_over(shelf, down) as refcheck:
        answer = await refcheck.bibtex(title=ONE.title)
    (missing,) = answer.not_found
    assert (missing.kind, answer.not_checked) == ("doubtful_match", [])
    assert missing.reason.startswith("It is not sure which work is meant. ")
    assert [candidate.year for candidate in missing.candidates] == [1995, 2005]


async def test_a_version_at_arxiv_that_there_is_not_is_told(open_over, database):
    preprint = work("archive", arxiv_id="1706.03762", arxiv_version=7, type=WorkType.POSTED_CONTENT, venue="arXiv")
    archive = database("archive", {"id_kinds": frozenset({IdentifierKind.ARXIV})}, **holding(preprint))
    async with open_over(archive) as refcheck:
        beyond = await refcheck.bibtex(arxiv_id="1706.03762v99")
        last = await refcheck.bibtex(arxiv_id="1706.03762v7")
    assert any("1706.03762 up to version 7 only: claimed v99" in warning for warning in beyond.warnings)
    assert not any("version" in warning for warning in last.warnings)


async def test_a_fault_is_no_absence(open_over, database, registry):
    broken = database("broken", **holding(fault=SourceUnavailable("is down")))
    async with open_over(registry, broken) as refcheck:
        answer = await refcheck.bibtex(title="Something else entirely")
        found = await refcheck.bibtex(title=ONE.title)
    assert answer.not_found == []
    assert [m.reason for m in answer.not_checked] == [
        "Not checked, as not every database could be asked (broken: is down)."
    ]
    assert answer.sources_failed == {"broken": "is down"}
    assert (len(found.entries), found.not_checked, found.sources_failed) == (1, [], {"broken": "is down"})


async def test_where_nothing_could_be_asked_there_is_no_answer(open_over, database):
    async with open_over(database("registry", REGISTRY, **holding(fault=SourceUnavailable("is down")))) as refcheck:
        with pytest.raises(AllSourcesFailedError, match="registry: is down"):
            await refcheck.bibtex(dois=["10.1000/one", "10.1000/two", "nonsense"])
        only_nonsense = await refcheck.bibtex(dois=["nonsense"])
    assert len(only_nonsense.not_found) == 1


async def test_an_input_that_nobody_could_be_asked_for_is_told_apart(open_over, database, registry):
    info = {"id_kinds": frozenset({IdentifierKind.ARXIV}), "doi_prefixes": frozenset({"10.48550"})}
    arxiv = database("arxiv", info, **holding(fault=SourceUnavailable("is down")))
    async with open_over(registry, arxiv) as refcheck:
        answer = await refcheck.bibtex(dois=["10.1000/one", "10.48550/arXiv.1706.03762"])
        with pytest.raises(AllSourcesFailedError):
            await refcheck.bibtex(arxiv_id="1706.03762")
    assert len(answer.entries) == 1
    (missing,) = answer.not_checked
    assert missing.input == "10.48550/arXiv.1706.03762"
    assert "arxiv: is down" in missing.reason
    assert answer.sources_failed == {"arxiv": "is down"}
    assert answer.sources_checked == ["registry"]


async def test_a_doi_of_another_agency_is_not_called_missing(open_over, database):
    elsewhere = holding(fault=NotCovered("registered at DataCite", agency="DataCite"))
    async with open_over(database("registry", REGISTRY, **elsewhere), database("other", **holding())) as refcheck:
        answer = await refcheck.bibtex(doi="10.5281/zenodo.1")
    assert answer.not_found == []
    assert "registered at DataCite" in answer.not_checked[0].reason


async def test_a_retraction_is_told_once(open_over, database):
    notice = Notice(kind=NoticeKind.RETRACTION, asserted_by="publisher")
    retracted = ONE.model_copy(update={"notices": (notice,)})
    info = {**REGISTRY, "capabilities": frozenset()}
    async with open_over(database("registry", info, **holding(retracted))) as refcheck:
        answer = await refcheck.bibtex(doi="10.1000/one")
    assert answer.warnings == ["he2016deep: The work is retracted (according to publisher)."]


@pytest.mark.parametrize("given", [SHA, f"https://www.semanticscholar.org/paper/Deep/{SHA}", "CorpusId:123", "123"])
async def test_semantic_scholar_ids(open_over, database, given):
    ids = (Identifier(IdentifierKind.S2_PAPER, SHA), Identifier(IdentifierKind.S2_CORPUS, "123"))
    info = {"id_kinds": frozenset({IdentifierKind.S2_PAPER, IdentifierKind.S2_CORPUS})}
    async with open_over(database("s2", info, **holding(work("s2", identifiers=ids)))) as refcheck:
        answer = await refcheck.bibtex(semantic_scholar_id=given)
    assert [(e.input, e.source_api) for e in answer.entries] == [(given, "s2")]


@pytest.mark.parametrize("given", [SHA, "CorpusId:123"])
async def test_an_id_that_its_own_database_lacks_is_no_work(open_over, database, given):
    info = {"id_kinds": frozenset({IdentifierKind.S2_PAPER, IdentifierKind.S2_CORPUS})}
    async with open_over(database("registry", REGISTRY, **holding(ONE)), database("s2", info, **holding())) as refcheck:
        answer = await refcheck.bibtex(semantic_scholar_id=given)
    assert [m.kind for m in answer.not_found] == ["no_such_work"]
    assert not answer.not_checked


async def test_an_id_that_somebodys_library_lacks_may_be_a_work(open_over, database):
    info = {"id_kinds": frozenset({IdentifierKind.S2_PAPER, IdentifierKind.S2_CORPUS}), "exhaustive": False}
    async with open_over(database("shelf", info, **holding())) as refcheck:
        answer = await refcheck.bibtex(semantic_scholar_id=SHA)
    assert [m.kind for m in answer.not_checked] == ["not_checked"]
    assert not answer.not_found


async def test_an_id_that_not_every_database_could_be_asked_for_is_not_checked(open_over, database):
    info = {"id_kinds": frozenset({IdentifierKind.S2_PAPER, IdentifierKind.S2_CORPUS})}
    broken = database("s3", info, **holding(fault=SourceUnavailable("It is down.")))
    async with open_over(database("s2", info, **holding()), broken) as refcheck:
        answer = await refcheck.bibtex(semantic_scholar_id=SHA)
    assert [m.kind for m in answer.not_checked] == ["not_checked"]
    assert "(s3: It is down)." in answer.not_checked[0].reason


def test_reasons_that_are_sentences_are_listed_without_their_full_stops():
    error = AllSourcesFailedError({"one": "It is down.", "two": "no key"})
    assert str(error) == "No source could be asked, so nothing was checked (one: It is down; two: no key)."
    assert error.reasons["one"] == "It is down."


async def test_a_preprint_says_where_it_was_published(open_over, database):
    preprint = work(
        "arxiv", arxiv_id="1512.03385", doi="10.48550/arxiv.1512.03385", venue="arXiv", pages=None,
        type=WorkType.POSTED_CONTENT, published_as=("10.1000/one",), year=2015,
    )  # fmt: skip
    info = {"id_kinds": frozenset({IdentifierKind.ARXIV}), "registers": frozenset({IdentifierKind.ARXIV})}
    async with open_over(database("arxiv", info, **holding(preprint))) as refcheck:
        answer = await refcheck.bibtex(arxiv_id="arXiv:1512.03385v1")
    assert (answer.entries[0].entry_type, answer.entries[0].fields["eprint"]) == ("misc", "1512.03385")
    assert answer.warnings == [
        "he2015deep: This is the preprint; the database names 10.1000/one as the published version."
    ]


async def test_an_arxiv_id_that_only_a_published_record_has_is_told(open_over, database):
    info = {"id_kinds": frozenset({IdentifierKind.ARXIV})}
    async with open_over(database("s2", info, **holding(work("s2", arxiv_id="1512.03385")))) as refcheck:
        answer = await refcheck.bibtex(arxiv_id="1512.03385")
    assert answer.entries[0].entry_type == "inproceedings"
    assert "no record of the preprint 1512.03385 itself was found" in answer.warnings[0]


MIXED = {"doi": "10.1000/one", "arxiv_id": "1512.03385", "year": 2015}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (MIXED, "1512.03385"),
        (MIXED | {"doi": None}, "1512.03385"),
        (MIXED | {"year": 2016}, None),
        (MIXED | {"year": None}, None),
        (MIXED | {"arxiv_id": None}, None),
        (MIXED | {"arxiv_id": None, "doi": "10.1101/p", "preprints": ("10.1101/p",)}, "10.1101/p"),
        (MIXED | {"type": WorkType.POSTED_CONTENT, "doi": None, "venue": "arXiv"}, None),
    ],
)
async def test_a_year_that_may_be_the_preprints_is_told(open_over, database, fields, told):
    async with open_over(database("s2", **holding(work("s2", **fields)))) as refcheck:
        answer = await refcheck.bibtex(title=ONE.title)
    years = [w for w in answer.warnings if "The year" in w]
    assert len(years) == (1 if told else 0)
    if told:
        assert f"The year 2015 may be that of the preprint {told}: only s2 gives it" in years[0]


@pytest.mark.parametrize(("year", "is_told"), [(2015, False), (2016, True)])
async def test_a_year_that_another_database_gives_too_is_not_doubted(open_over, database, year, is_told):
    mixed = work("s2", **MIXED)
    other = work("other", doi="10.1000/one", year=year, authors=())
    async with open_over(database("s2", **holding(mixed)), database("other", **holding(other))) as refcheck:
        answer = await refcheck.bibtex(doi="10.1000/one")
    assert [e.source_api for e in answer.entries] == ["s2"]
    assert any("The year 2015 may be" in w for w in answer.warnings) is is_told


async def test_style_and_abstract(open_over, database):
    record = ONE.model_copy(update={"authors": (Author(family="Müller", given="Ann"),), "abstract": "We show it."})
    async with open_over(database("registry", REGISTRY, **holding(record))) as refcheck:
        plain = await refcheck.bibtex(doi="10.1000/one")
        full = await refcheck.bibtex(doi="10.1000/one", style="utf8", include_abstract=True)
    assert plain.entries[0].fields["author"] == r"M{\"u}ller, Ann"
    assert "abstract" not in plain.entries[0].fields
    assert (full.entries[0].fields["author"], full.entries[0].fields["abstract"]) == ("Müller, Ann", "We show it.")
    assert plain.entries[0].citation_key == full.entries[0].citation_key == "muller2016deep"


async def test_only_the_databases_named_are_asked(open_over, registry, database):
    other = database("other", **holding(ONE))
    async with open_over(registry, other) as refcheck:
        answer = await refcheck.bibtex(doi="10.1000/one", databases=["Registry"])
        with pytest.raises(UnknownSourceError):
            await refcheck.bibtex(doi="10.1000/one", databases=["nix"])
    assert other.calls == []
    assert answer.sources_skipped == {"other": "not among the databases asked for"}


# --- which record is written ------------------------------------------------------------------------------------------


def best(*records):
    return best_record(Work(records=records), frozenset({"registry"}))


def test_the_registry_goes_before_others_of_the_same_version():
    assert best(work("other", doi="10.1000/one"), ONE) == ONE
    assert best(ONE, work("other", doi="10.1000/one")) == ONE


@pytest.mark.parametrize(
    "lacking", [{"authors": ()}, {"authors_complete": False}, {"year": None}, {"venue": None}, {"type": None}]
)
def test_a_whole_record_goes_before_the_registrys(lacking):
    whole = work("other", doi="10.1000/one")
    assert best(ONE.model_copy(update=lacking), whole) == whole


def test_no_other_version_is_written():
    preprint = work("arxiv", doi="10.48550/arxiv.1512.03385", arxiv_id="1512.03385", type=WorkType.POSTED_CONTENT)
    mixed = work("s2", doi="10.48550/arxiv.1512.03385", arxiv_id="1512.03385")
    same = work("aggregator", arxiv_id="1512.03385", type=WorkType.POSTED_CONTENT, venue="arXiv", authors=())
    assert best(preprint, ONE, mixed) == preprint
    assert best(ONE, preprint, mixed) == ONE
    assert best(mixed, ONE, preprint) == mixed
    assert best(same, ONE, mixed, preprint) == preprint


def test_a_record_of_another_kind_or_without_the_doi_is_not_written():
    lead = ONE.model_copy(update={"year": None})
    journal = work("registry", type=WorkType.JOURNAL_ARTICLE, venue="Journal of Images")
    assert best(lead, journal) == lead
    assert (
        best(work("other", authors_complete=False), ONE.model_copy(update={"same_as": ("10.1000/x",)})).doi == ONE.doi
    )
    assert best(ONE, work("other")) == ONE


# --- inputs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "nothing was given"),
        ({"doi": " ", "dois": [], "title": ""}, "nothing was given"),
        ({"doi": "10.1000/one", "dois": ["10.1000/two"]}, "Give only one of doi and dois"),
        ({"doi": "10.1000/one", "title": "T", "citation": "C"}, "Give only one of doi, title and citation"),
        ({"doi": "x"}, "is no DOI"),
        ({"doi": "10.1000/" + "x" * 3000}, "A text of 3008 characters is no identifier"),
        ({"arxiv_id": "x"}, "is no arXiv id"),
        ({"semantic_scholar_id": "x" * 3000}, "A text of 3000 characters is no identifier"),
        ({"semantic_scholar_id": "10.1000/one"}, "DOIs and arXiv ids have inputs of their own"),
        ({"dois": ["10.1000/one"] * 201}, "201 DOIs are too many for one call; give at most 200"),
        ({"title": "!!!"}, "has no letter or digit"),
    ],
)
def test_inputs_that_cannot_be_used_are_refused(given, told):
    with pytest.raises(ClaimError, match=told):
        build_wishes(**given)


def test_long_inputs_are_shown_short():
    (wish,) = build_wishes(citation="He, K. " + "Deep learning. " * 100)
    assert len(wish.input) == 301
    assert wish.input.endswith("…")
    assert not wish.names_its_work

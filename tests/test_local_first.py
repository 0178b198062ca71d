"""A source that needs no network is asked before any request goes out, and what it verifies needs nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest

from refcheck_core import Author, Capability, IdentifierKind, Record, SourceInfo, Tier, hookimpl, normalize
from refcheck_core.models import Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, build_claim
from refcheck_core.settings import Settings

if TYPE_CHECKING:
    from refcheck_core.models import Verification
    from refcheck_core.services import Checked

ROE = (Author(given="Jane", family="Roe"),)
WORKS: list[dict[str, Any]] = [
    {
        "id": f"w{n}",
        "title": f"Invented {word} of the Unreal Society",
        "authors": [{"given": "Jane", "family": "Roe"}],
        "year": 2000 + n,
        "venue": "Journal of Examples",
        "doi": f"10.5555/w.{n}",
        "type": "article",
    }
    for n, word in enumerate(["Reports", "Letters", "Notes", "Views", "Acts"])
]


class Shelf:
    """A source without network, over a few records.

    Attributes:
        asked: the questions, in order.
    """

    def __init__(self, *records: Record, **info: Any) -> None:
        self.records = records
        self.asked: list[str] = []
        self.info = {"capabilities": frozenset(), "exhaustive": False, **info}

    @hookimpl
    def describe(self, settings: Settings) -> SourceInfo:
        return SourceInfo(
            name="shelf",
            title="Shelf",
            home_page="https://example.org",
            version="1",
            tier=Tier.LOCAL,
            id_kinds=frozenset({IdentifierKind.ARXIV}),
            **self.info,
        )

    @hookimpl
    async def search(self, ctx, query):
        self.asked.append(f"search {query.kind} {query.year}")
        return [r for r in self.records if normalize(r.title or "") == normalize(query.text)]

    @hookimpl
    async def lookup_doi(self, ctx, doi):
        self.asked.append(f"doi {doi}")
        return next((r for r in self.records if r.doi == doi), None)

    @hookimpl
    async def lookup_id(self, ctx, identifier):
        self.asked.append(f"{identifier.kind} {identifier.value}")
        return next((r for r in self.records if r.arxiv_id == identifier.value), None)


def on_shelf(n: int, **changes: Any) -> Record:
    fields = {"title": WORKS[n]["title"], "authors": ROE, "year": 2000 + n, "venue": "Journal of Examples"}
    return Record(source="shelf", **{**fields, **changes})


def claimed(n: int, **changes: Any) -> dict[str, Any]:
    fields = {"title": WORKS[n]["title"], "authors": ["Jane Roe"], "year": 2000 + n, "venue": "Journal of Examples"}
    return {name: value for name, value in {**fields, **changes}.items() if value is not None}


@pytest.fixture
def check(environment, emulator):
    """Checks claims at the shelf and the emulated databases, together or (`single`) one by one."""
    emulator.use(WORKS)

    def run(shelf: Shelf, *claims: dict[str, Any], single: bool = False, **environ: str) -> list[Verification]:
        sources = f"shelf,{environment['REFCHECK_SOURCES']}"
        settings = Settings.from_environment({**environment, "REFCHECK_SOURCES": sources, **environ})
        manager = SourceManager(settings)
        manager.register("shelf", shelf)
        manager.load()
        built = [build_claim(**claim) for claim in claims]

        async def work() -> list[Verification]:
            async with Refcheck.open(settings, manager=manager) as refcheck:
                if single:
                    return [await refcheck.verify(claim) for claim in built]
                return [of(checked) for checked in await refcheck.verify_many(built)]

        return anyio.run(work)

    return run


def of(checked: Checked) -> Verification:
    assert checked.verification is not None, checked.error
    return checked.verification


@pytest.mark.parametrize("single", [True, False])
def test_what_is_verified_there_costs_no_request(check, emulator, single) -> None:
    shelf = Shelf(*(on_shelf(n) for n in range(5)))
    found = check(shelf, *(claimed(n) for n in range(5)), single=single)
    assert [v.verdict for v in found] == [Verdict.VERIFIED] * 5
    assert not emulator.requests
    assert shelf.asked == [f"search title {2000 + n}" for n in range(5)]
    assert {found[0].skipped[name] for name in ("arxiv", "crossref", "semantic_scholar")} == {"not needed"}


def test_an_identifier_that_it_knows_needs_no_search_and_no_request(check, emulator) -> None:
    shelf = Shelf(on_shelf(0, arxiv_id="1505.00001", doi=None))
    (found,) = check(shelf, claimed(0, arxiv_id="1505.00001"))
    assert found.verdict is Verdict.VERIFIED
    assert shelf.asked == ["arxiv 1505.00001"]
    assert not emulator.requests


def test_only_what_it_does_not_settle_goes_out_and_shares_requests(check, emulator) -> None:
    shelf = Shelf(on_shelf(0), on_shelf(1))
    claims = [claimed(0), claimed(1), claimed(2, doi="10.5555/w.2"), claimed(3, doi="10.5555/w.3")]
    found = check(shelf, *claims)
    assert [v.verdict for v in found] == [Verdict.VERIFIED] * 4
    assert [request.api for request in emulator.requests] == ["crossref"]  # one batch for the two that are open


def test_a_retraction_is_asked_for_in_one_batch_where_the_network_is_there(check, emulator) -> None:
    notice = {"type": "retraction", "label": "Retraction", "source": "publisher", "updated": [2020, 1, 2]}
    emulator.use([WORKS[0], {**WORKS[1], "updated_by": [{"DOI": "10.5555/notice", **notice}]}])
    shelf = Shelf(*(on_shelf(n, doi=f"10.5555/w.{n}") for n in range(2)))
    found = check(shelf, claimed(0), claimed(1, doi="10.5555/w.1"))
    assert [request.api for request in emulator.requests] == ["crossref"]
    assert [any("retracted" in d.message for d in v.discrepancies) for v in found] == [False, True]


@pytest.mark.parametrize("single", [True, False])
def test_the_registry_contradicts_a_library_that_has_another_works_doi(check, emulator, single) -> None:
    shelf = Shelf(on_shelf(0, doi="10.5555/w.1"))
    (found,) = check(shelf, claimed(0, doi="10.5555/w.1"), single=single)
    assert found.verdict is Verdict.PARTIAL_MATCH
    assert any("10.5555/w.1 belongs to another work" in d.message for d in found.discrepancies)
    assert len(emulator.requests) == 1


def test_offline_says_that_retractions_were_not_checked(check, emulator) -> None:
    (found,) = check(Shelf(on_shelf(0, doi="10.5555/w.0")), claimed(0), REFCHECK_OFFLINE="on")
    assert found.verdict is Verdict.VERIFIED
    assert found.conclusive
    assert [d.message for d in found.discrepancies if "Retraction status not checked" in d.message]
    assert not emulator.requests


def test_it_may_know_of_retractions_itself(check, emulator) -> None:
    shelf = Shelf(on_shelf(0, doi="10.5555/w.0"), capabilities=frozenset({Capability.RETRACTIONS}))
    (found,) = check(shelf, claimed(0))
    assert not [d for d in found.discrepancies if "Retraction" in d.message]
    assert not emulator.requests


@pytest.mark.parametrize(
    ("on_the_shelf", "claim", "verdict"),
    [
        ({"year": None}, claimed(0, year=1990), Verdict.PARTIAL_MATCH),
        ({"venue": None}, claimed(0, venue="Nature Physics"), Verdict.PARTIAL_MATCH),
        ({"authors": ()}, claimed(0, authors=["Max Muster"]), Verdict.PARTIAL_MATCH),
        ({}, claimed(0, doi="10.5555/w.1"), Verdict.PARTIAL_MATCH),
        ({"doi": "10.5555/w.0"}, claimed(0, doi="10.5555/w.1"), Verdict.PARTIAL_MATCH),
        ({}, claimed(0, doi="10.5555/never"), Verdict.PARTIAL_MATCH),
        ({}, {"title": WORKS[0]["title"]}, Verdict.VERIFIED),
    ],
    ids=["year", "venue", "authors", "doi of another", "own doi differs", "doi of nobody", "title alone"],
)
def test_what_it_cannot_compare_is_asked_of_others(check, emulator, on_the_shelf, claim, verdict) -> None:
    (found,) = check(Shelf(on_shelf(0, **on_the_shelf)), claim)
    assert emulator.requests
    assert found.verdict is verdict


def test_what_it_does_not_hold_is_judged_by_the_others(check, emulator) -> None:
    found = check(Shelf(), claimed(0), {"title": "A Title of Nothing at All", "authors": ["Jane Roe"]})
    assert [v.verdict for v in found] == [Verdict.VERIFIED, Verdict.NOT_FOUND]
    assert found[1].conclusive


def test_alone_it_proves_no_invention(check) -> None:
    (found,) = check(Shelf(), {"title": "A Title of Nothing at All"}, REFCHECK_SOURCES="shelf")
    assert found.verdict is Verdict.NOT_FOUND
    assert not found.conclusive
    assert (found.why_inconclusive or "").startswith("only Shelf answered, which holds but a part")


def test_an_identifier_alone_that_it_lacks_is_looked_up_elsewhere(check, emulator) -> None:
    shelf = Shelf()
    (found,) = check(shelf, {"doi": "10.5555/w.0"})
    assert found.verdict is Verdict.VERIFIED
    assert shelf.asked == ["doi 10.5555/w.0"]


def test_a_fault_there_hides_nothing(check) -> None:
    class Broken(Shelf):
        @hookimpl
        async def search(self, ctx, query):
            raise OSError("the disk is gone")

    (found,) = check(Broken(), claimed(0))
    assert found.verdict is Verdict.VERIFIED
    assert [o.source for o in found.outcomes if o.failed] == ["shelf"]

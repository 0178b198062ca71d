"""Whom a verification asks, when it stops, and what it says of those that could not answer; over real HTTP."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from refcheck_core.errors import AllSourcesFailedError
from refcheck_core.models import Verdict
from refcheck_core.services import Refcheck, UnknownSourceError, build_claim
from refcheck_core.settings import Settings

PREPRINT = {
    "id": "preprint",
    "title": "Invented Flows on Imaginary Lattices",
    "authors": [{"given": "Jane", "family": "Roe"}],
    "year": 2015,
    "type": "preprint",
    "arxiv": {
        "id": "1505.00001",
        "versions": 3,
        "published": "2015-05-01T00:00:00Z",
        "title": "Invented Flows on Imaginary Lattices",
        "doi": "10.5555/flows",
        "earlier": {1: {"title": "A First Look at Unreal Currents"}},
    },
    "held_by": ["arxiv"],
}
ARTICLE = {
    "id": "article",
    "title": "Invented Flows on Imaginary Lattices",
    "authors": [{"given": "Jane", "family": "Roe"}],
    "year": 2017,
    "venue": "Journal of Invented Physics",
    "doi": "10.5555/flows",
    "type": "article",
    "updated_by": [
        {
            "DOI": "10.5555/notice",
            "type": "retraction",
            "label": "Retraction",
            "source": "publisher",
            "updated": [2020, 1, 2],
        }
    ],
    "held_by": ["crossref"],
}
ELSEWHERE = {
    "id": "elsewhere",
    "title": "An Invented Table of Numbers",
    "authors": [{"given": "Jane", "family": "Roe"}],
    "year": 2019,
    "doi": "10.5555/elsewhere",
    "agency": "datacite",
    "type": "dataset",
}
ONLY_S2 = {
    "id": "only-s2",
    "title": "Invented Theory of Untold Machines",
    "authors": [{"given": "Max", "family": "Muster"}],
    "year": 2012,
    "venue": "Invented Workshop",
    "doi": "10.5555/machines",
    "type": "inproceedings",
    "updated_by": [
        {
            "DOI": "10.5555/notice2",
            "type": "withdrawal",
            "label": "Withdrawal",
            "source": "publisher",
            "updated": [2020, 1, 2],
        }
    ],
}
WORKS: list[dict[str, Any]] = [PREPRINT, ARTICLE, ELSEWHERE, ONLY_S2]


@pytest.fixture
def settings(environment, emulator) -> Settings:
    emulator.use(WORKS)
    return Settings.from_environment(environment)


def verify(settings: Settings, *, databases: list[str] | None = None, **claim: Any):
    async def run():
        async with Refcheck.open(settings) as refcheck:
            return await refcheck.verify(build_claim(**claim), databases=databases)

    return anyio.run(run)


def asked(emulator) -> list[str]:
    return [request.api for request in emulator.requests]


def test_a_doi_that_resolves_and_agrees_needs_one_request(settings, emulator) -> None:
    verification = verify(settings, doi="10.5555/flows", title="Invented flows on imaginary lattices")
    assert verification.verdict is Verdict.VERIFIED
    assert asked(emulator) == ["crossref"]
    assert verification.skipped.items() >= {"arxiv": "not needed", "semantic_scholar": "not needed"}.items()
    assert any("retracted" in d.message for d in verification.discrepancies)


def test_slow_sources_are_asked_in_turn_and_only_while_the_answer_is_open(settings, emulator) -> None:
    emulator.use([{**ONLY_S2, "doi": None, "held_by": ["semantic_scholar"]}])
    verification = verify(settings, title="Invented Theory of Untold Machines", authors=["Muster"], year=2012)
    assert verification.verdict is Verdict.VERIFIED
    assert asked(emulator) == ["crossref", "semantic_scholar"]


def test_the_published_version_that_a_preprint_names_is_looked_up(settings, emulator) -> None:
    claim = {
        "arxiv_id": "1505.00001",
        "title": "Invented Flows on Imaginary Lattices",
        "venue": "J. Invented Phys.",
        "year": 2017,
    }
    verification = verify(settings, authors=["Roe"], **claim)
    assert verification.verdict is Verdict.VERIFIED
    assert asked(emulator)[:2] == ["arxiv", "crossref"]
    assert verification.matched.dois == {"10.48550/arxiv.1505.00001", "10.5555/flows"}


def test_the_first_versions_title_is_the_works(settings, emulator) -> None:
    verification = verify(settings, arxiv_id="1505.00001", title="A First Look at Unreal Currents", authors=["Roe"])
    assert verification.verdict is Verdict.VERIFIED
    assert any(d.message.startswith("Title of an earlier version") for d in verification.discrepancies)
    assert asked(emulator) == ["arxiv", "arxiv"]


def test_the_retraction_of_a_work_found_elsewhere_is_looked_up(settings, emulator) -> None:
    claim = {"title": "Invented Theory of Untold Machines", "authors": ["Muster"]}
    alone = verify(settings, **claim, databases=["semantic scholar"])
    assert any(d.message.startswith("Retraction status not checked") for d in alone.discrepancies)
    emulator.fault("crossref", "empty", times=1)  # the search finds nothing, the lookup of the DOI works
    everywhere = verify(settings, **claim)
    assert asked(emulator)[-2:] == ["crossref", "crossref"]
    assert any("withdrawn" in d.message for d in everywhere.discrepancies)


def test_a_doi_registered_elsewhere_is_left_to_those_who_hold_it(settings) -> None:
    assert verify(settings, doi="10.5555/elsewhere").verdict is Verdict.VERIFIED  # Semantic Scholar has it
    with pytest.raises(AllSourcesFailedError, match=r"crossref: 10\.5555/elsewhere is registered at DataCite"):
        verify(settings, doi="10.5555/elsewhere", databases=["crossref"])


def test_a_doi_that_nobody_registered(settings, emulator) -> None:
    verification = verify(settings, doi="10.5555/nothing-of-the-kind")
    assert verification.verdict is Verdict.NOT_FOUND
    assert verification.conclusive
    assert [d.message for d in verification.discrepancies] == ["DOI 10.5555/nothing-of-the-kind is not registered."]
    assert set(asked(emulator)) == {"crossref"}


def test_an_identifier_that_no_chosen_database_looks_up_is_no_verdict(settings) -> None:
    with pytest.raises(AllSourcesFailedError, match="crossref: cannot look up what the reference gives"):
        verify(settings, arxiv_id="1505.00001", databases=["crossref"])


def test_an_unknown_database_is_named_with_those_there_are(settings) -> None:
    with pytest.raises(UnknownSourceError, match="Available: "):
        verify(settings, title="Anything at all", databases=["scopuss"])


def test_names_as_people_type_them(settings, emulator) -> None:
    verify(settings, title="Anything at all", databases=["S2", "Semantic-Scholar", "arXiv"])
    assert "crossref" not in asked(emulator)


@pytest.mark.parametrize("kind", ["429", "500", "reset", "html", "cut", "empty", "error_object", "401"])
@pytest.mark.parametrize("api", ["crossref", "semantic_scholar", "arxiv"])
def test_a_fault_is_never_evidence(settings, emulator, api, kind) -> None:
    emulator.fault(api, kind)
    verification = verify(settings, title="Zymurgy of Xylophones in Utopia", authors=["Nobody"], year=2001)
    assert verification.verdict is Verdict.NOT_FOUND
    assert not verification.conclusive
    assert {o.source for o in verification.outcomes if o.failed} == {api}
    assert all(o.reason for o in verification.outcomes if o.failed)


@pytest.mark.parametrize("kind", ["429", "503", "reset", "html"])
def test_no_verdict_where_nobody_could_be_asked(settings, emulator, kind) -> None:
    emulator.fault("*", kind)
    with pytest.raises(AllSourcesFailedError) as caught:
        verify(settings, title="Zymurgy of Xylophones in Utopia")
    assert set(caught.value.reasons) >= {"crossref", "semantic_scholar", "arxiv"}


def test_offline_answers_from_the_cache_or_not_at_all(settings, environment) -> None:
    claim = {"title": "Invented Flows on Imaginary Lattices", "authors": ["Roe"], "year": 2017}
    verify(settings, **claim)
    offline = Settings.from_environment({**environment, "REFCHECK_OFFLINE": "on"})
    assert verify(offline, **claim).verdict is Verdict.VERIFIED
    with pytest.raises(AllSourcesFailedError, match="offline"):
        verify(offline, title="Something never asked for")


class TestMany:
    @pytest.fixture
    def works(self) -> list[dict[str, Any]]:
        titles = ["Alpha Reports", "Beta Letters", "Gamma Notes", "Delta Views", "Epsilon Acts", "Zeta Minutes"]
        return [
            {
                "id": f"m{n}",
                "title": f"Invented {title} of the Unreal Society",
                "authors": [{"given": "Jane", "family": "Roe"}],
                "year": 2000 + n,
                "venue": "Journal of Examples",
                **(
                    {"doi": f"10.5555/many.{n}"} if n < 4 else {"arxiv": {"id": f"15{n:02d}.00001"}, "type": "preprint"}
                ),
            }
            for n, title in enumerate(titles)
        ]

    def check(self, settings: Settings, claims: list[dict[str, Any]], **options: Any):
        async def run():
            async with Refcheck.open(settings) as refcheck:
                return await refcheck.verify_many([build_claim(**c) for c in claims], **options)

        return anyio.run(run)

    def test_identifiers_share_requests_and_results_keep_their_order(self, settings, emulator, works) -> None:
        emulator.use(works)
        claims = [{"doi": f"10.5555/many.{n}", "title": works[n]["title"]} for n in range(4)]
        claims += [{"doi": f"10.48550/arXiv.15{n:02d}.00001", "title": works[n]["title"]} for n in (4, 5)]
        told: list[tuple[int, int]] = []
        results = self.check(settings, claims, progress=lambda done, all_: told.append((done, all_)))
        assert [r.verification.verdict for r in results] == [Verdict.VERIFIED] * 6
        assert [r.verification.matched.title for r in results] == [w["title"] for w in works]
        assert sorted(asked(emulator)) == ["arxiv", "crossref"]
        assert told == [(n, 6) for n in range(1, 7)]

    @pytest.mark.parametrize("database", ["crossref", "s2", "arxiv"])
    def test_a_single_database_is_asked_in_a_batch_whatever_its_tier(self, settings, emulator, works, database) -> None:
        emulator.use([{**work, "arxiv": {"id": f"15{n + 1:02d}.00001"}} for n, work in enumerate(works)])
        dois = [f"10.48550/arXiv.15{n + 1:02d}.00001" if database == "arxiv" else f"10.5555/many.{n}" for n in range(4)]
        results = self.check(settings, [{"doi": doi} for doi in dois], databases=[database])
        assert [r.verification.verdict for r in results] == [Verdict.VERIFIED] * 4
        assert len(asked(emulator)) == 1

    def test_one_that_a_batch_leaves_out_is_asked_for_singly(self, settings, emulator, works) -> None:
        emulator.use(works)
        claims = [{"doi": "10.5555/many.1"}, {"doi": "10.5555/many.2"}, {"doi": "10.5555/never"}]
        results = self.check(settings, claims)
        assert [r.verification.verdict for r in results] == [Verdict.VERIFIED, Verdict.VERIFIED, Verdict.NOT_FOUND]
        assert results[2].verification.conclusive
        assert len(asked(emulator)) == 3  # a batch; then the one, and its agency

    def test_retractions_are_looked_up_in_a_batch(self, settings, emulator) -> None:
        works = [
            {**ONLY_S2, "id": f"r{n}", "title": f"{word} Theory of Untold Machines", "doi": f"10.5555/r{n}"}
            for n, word in enumerate(["Plain", "Grand", "Minor"])
        ]
        emulator.use(works)
        claims = [{"title": w["title"], "authors": ["Muster"]} for w in works]
        emulator.fault("crossref", "html", times=len(works))  # their searches
        results = self.check(settings, claims)
        assert all(any("withdrawn" in d.message for d in r.verification.discrepancies) for r in results)
        assert asked(emulator).count("crossref") == len(works) + 1

    def test_where_nobody_answers_each_claim_says_so(self, settings, emulator, works) -> None:
        emulator.fault("*", "503")
        results = self.check(settings, [{"title": "Anything"}, {"doi": "10.5555/a"}, {"doi": "10.5555/b"}])
        assert all(r.verification is None and r.error is not None for r in results)
        assert set(results[0].error.reasons) >= {"crossref", "semantic_scholar", "arxiv"}

    def test_no_claims(self, settings, emulator) -> None:
        assert self.check(settings, []) == []
        assert asked(emulator) == []

"""Works that users of comparable tools reported, read from the shared collection of cases."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refcheck_core import NotCovered, NoticeKind, WorkType
from refcheck_core.testing import Reply, Request, shared_data
from refcheck_crossref import source
from refcheck_crossref.parsing import record_of

pytestmark = pytest.mark.shared
INPUTS = [
    json.loads(line)["input"]
    for line in shared_data("cases", "public_cases.jsonl").read_text(encoding="utf-8").splitlines()
]


def crossref_works() -> dict[str, Any]:
    """DOI -> work, of every case that holds Crossref's own JSON."""
    found: dict[str, Any] = {}
    for given in INPUTS:
        for value in (given.get("crossref"), given.get("works")):
            for work in value if isinstance(value, list) else [value]:
                if isinstance(work, dict) and "DOI" in work:
                    found[work["DOI"]] = work
    return found


WORKS = crossref_works()
DOIS_ELSEWHERE = sorted(given["claim"]["doi"].lower() for given in INPUTS if given.get("crossref_status") == 404)


@pytest.mark.parametrize(
    ("doi", "year", "years"),
    [
        ("10.22541/au.149693987.70506124", None, ()),
        ("10.1101/242883", 2018, (2018,)),
        ("10.1016/j.jep.2010.05.062", 2010, (2009, 2010)),
        ("10.1109/ivs.2018.8500632", 2018, (2018,)),
    ],
)
def test_years_are_those_of_publication(doi: str, year: int | None, years: tuple[int, ...]) -> None:
    record = record_of(WORKS[doi])
    assert record is not None
    assert (record.year, record.years) == (year, years)


def test_places() -> None:
    talk, article = record_of(WORKS["10.1109/ivs.2018.8500632"]), record_of(WORKS["10.1103/PhysRevC.93.064002"])
    assert talk is not None
    assert article is not None
    assert talk.type is WorkType.PROCEEDINGS_ARTICLE
    assert talk.venue == "2018 IEEE Intelligent Vehicles Symposium (IV)"
    assert (article.pages, article.article_number, article.issue) == (None, "064002", "6")


@pytest.mark.parametrize(
    ("doi", "kinds"),
    [
        ("10.1016/s0140-6736(97)11096-0", [NoticeKind.RETRACTION]),
        ("10.1016/s0140-6736(20)31180-6", [NoticeKind.RETRACTION]),
        ("10.1234/fine", [NoticeKind.CORRECTION]),
    ],
)
def test_retractions(doi: str, kinds: list[NoticeKind]) -> None:
    record = record_of(WORKS[doi])
    assert record is not None
    assert [notice.kind for notice in record.notices] == kinds


@pytest.mark.anyio
@pytest.mark.parametrize("doi", DOIS_ELSEWHERE)
@pytest.mark.parametrize("agency", ["DataCite", "ISTIC"])
async def test_a_doi_of_another_agency_is_not_absent(doi: str, agency: str, asking) -> None:
    def respond(request: Request) -> Reply:
        if request.path.endswith("/agency"):
            found = {"DOI": doi, "agency": {"id": agency.lower(), "label": agency}}
            return Reply.json({"status": "ok", "message-type": "work-agency", "message": found})
        return Reply.text("Resource not found.", status=404)

    async with asking(respond) as (_, ctx):
        with pytest.raises(NotCovered, match=f"registered at {agency}") as caught:
            await source.lookup_doi(ctx, doi)
        assert await source.lookup_dois(ctx, []) == {}
    assert caught.value.agency == agency


def test_the_cases_are_there() -> None:
    assert len(DOIS_ELSEWHERE) == 2
    assert len(WORKS) >= 7

"""The registry of an identifier is heard before an index that has a wrong title under it can certify that title."""

import pytest

from refcheck_core.contract import Tier
from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.models import Author, DiscrepancyField, Record, Severity, Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, build_claim

pytestmark = pytest.mark.anyio

NAMES = ["Edward J. Hu", "Yelong Shen", "Phillip Wallis", "Weizhu Chen"]
WRONG = "LoRA Fine-Tuning of a 3B Code LLM for Algorithmic Efficiency"
RIGHT = "LoRA: Low-Rank Adaptation of Large Language Models"
ARXIV_ID = "2106.09685"


def record_of(source, title):
    return Record(
        source=source,
        title=title,
        authors=tuple(Author.parse(n) for n in NAMES),
        year=2021,
        venue="arXiv",
        arxiv_id=ARXIV_ID,
        identifiers=(Identifier(IdentifierKind.ARXIV, ARXIV_ID),),
    )


def holder(name, title):
    """A source's hooks: it has one record, by title and by identifier."""

    async def search(ctx, query):
        return [record_of(name, title)]

    async def look_up(ctx, identifier):
        return record_of(name, title) if identifier.value == ARXIV_ID else None

    return {"search": search, "lookup_id": look_up}


@pytest.fixture
def verdict_of(settings_of, source):
    async def verify(title, tier, **identifier):
        manager = SourceManager(settings_of())
        kinds = frozenset({IdentifierKind.ARXIV})
        manager.register("index", source("index", {"id_kinds": kinds}, **holder("index", WRONG)))
        registry = {"tier": tier, "id_kinds": kinds, "registers": kinds}
        manager.register("registry", source("registry", registry, **holder("registry", RIGHT)))
        claim = build_claim(title=title, authors=NAMES, year=2021, venue="arXiv", **identifier)
        async with Refcheck.open(settings_of(), manager=manager) as refcheck:
            return await refcheck.verify(claim)

    return verify


@pytest.mark.parametrize("tier", list(Tier))
@pytest.mark.parametrize("identifier", [{"doi": "10.48550/arXiv.2106.09685"}, {"arxiv_id": ARXIV_ID}])
async def test_the_title_of_a_corrupt_index_is_not_certified(verdict_of, tier, identifier):
    found = await verdict_of(WRONG, tier, **identifier)
    assert found.verdict is Verdict.PARTIAL_MATCH
    wrong = [d for d in found.discrepancies if d.severity is Severity.ERROR]
    assert [d.field for d in wrong] == [DiscrepancyField.ARXIV_ID]
    assert f"belongs to another work: '{RIGHT}'" in wrong[0].message


@pytest.mark.parametrize("tier", list(Tier))
async def test_the_right_title_is_verified_beside_a_corrupt_index(verdict_of, tier):
    found = await verdict_of(RIGHT, tier, arxiv_id=ARXIV_ID)
    assert found.verdict is Verdict.VERIFIED
    assert found.matched is not None
    assert found.matched.title == RIGHT

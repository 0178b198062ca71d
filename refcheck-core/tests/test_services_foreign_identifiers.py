"""A right reference with the identifier of another work is searched for at every source."""

import pytest

from refcheck_core.contract import Tier
from refcheck_core.identifiers import IdentifierKind
from refcheck_core.models import Author, Record, Verdict
from refcheck_core.plugins import SourceManager
from refcheck_core.services import Refcheck, build_claim

pytestmark = pytest.mark.anyio

OTHER = Record(source="fast", title="A Wholly Different Work", authors=(Author(family="Doe"),), doi="10.5555/other")
WANTED = Record(source="slow", title="On the Growth of Invented Trees", authors=(Author(family="Roe"),), year=2017)


def holder(name):
    """A lookup that knows the other work."""

    async def look_up(ctx, doi):
        return OTHER.model_copy(update={"source": name}) if doi == OTHER.doi else None

    return look_up


async def nothing(ctx, query):
    return []


async def search(ctx, query):
    return [WANTED] if query.text == WANTED.title else []


@pytest.mark.parametrize("doi", ["10.5555/other", None])
async def test_a_slow_source_that_knows_the_foreign_doi_is_asked_for_the_title(settings_of, source, doi):
    manager = SourceManager(settings_of())
    kinds = frozenset({IdentifierKind.DOI})
    for name, tier, hook in (("fast", Tier.FAST, nothing), ("slow", Tier.SLOW, search)):
        info = {"tier": tier, "id_kinds": kinds}
        manager.register(name, source(name, info, search=hook, lookup_doi=holder(name)))
    claim = build_claim(title=WANTED.title, authors=["Roe"], year=2017, doi=doi)
    async with Refcheck.open(settings_of(), manager=manager) as refcheck:
        found = await refcheck.verify(claim)
    assert found.verdict is (Verdict.PARTIAL_MATCH if doi else Verdict.VERIFIED)
    assert found.matched is not None
    assert found.matched.title == WANTED.title

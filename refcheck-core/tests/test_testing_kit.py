"""The conformance kit: a sound source passes, and each planted fault is found by the check that is there for it."""

from __future__ import annotations

from urllib.parse import quote

from refcheck_core import (
    IdentifierKind,
    Identifier,
    Key,
    RateLimit,
    Record,
    SourceBadResponse,
    SourceInfo,
    hookimpl,
    json_body,
    raise_for_status,
)
from refcheck_core.testing import Reply, Request, SourceConformance

KNOWN, UNKNOWN = "10.1000/known", "10.1000/unknown"


class SoundSource:
    """A small source as one should be."""

    @hookimpl
    def describe(self, settings):
        return SourceInfo(
            name="sound",
            title="Sound",
            home_page="https://example.org",
            version="1",
            base_url="https://api.example.org/v1",
            keys=(Key(env="SOUND_API_KEY", purpose="From example.org.", header="X-Key"),),
            limits=(RateLimit(name="all", requests=10, seconds=1.0),),
            max_batch=10,
            id_kinds=frozenset({IdentifierKind.PMID}),
        )

    @hookimpl
    async def search(self, ctx, query):
        response = await ctx.http.get("works", params={"q": query.text[:500], "rows": query.limit})
        items = self.items(response)
        return [self.record(item) for item in items][: query.limit]

    @hookimpl
    async def lookup_doi(self, ctx, doi):
        response = await ctx.http.get(f"works/{quote(doi, safe='')}")
        return None if response.status_code == 404 else self.record(self.body(response))

    @hookimpl
    async def lookup_dois(self, ctx, dois):
        if not dois:
            return {}
        items = self.items(await ctx.http.post("batch", json={"ids": list(dois)}))
        records = [self.record(item) for item in items]
        return {record.doi: record for record in records if record.doi in dois}

    @hookimpl
    async def lookup_id(self, ctx, identifier):
        response = await ctx.http.get(f"works/pmid:{quote(identifier.value, safe='')}")
        return None if response.status_code == 404 else self.record(self.body(response))

    def body(self, response):
        raise_for_status(response)
        return json_body(response)

    def items(self, response):
        data = self.body(response)
        if not isinstance(data, dict) or not isinstance(data.get("items"), list):
            raise SourceBadResponse("Sound sent something else.")
        return data["items"]

    def record(self, item):
        if not isinstance(item, dict) or not isinstance(item.get("title"), str):
            raise SourceBadResponse("Sound sent something else.")
        return Record(source="sound", title=item["title"], doi=item.get("doi"))


class SoundBench(SourceConformance):
    source = SoundSource()
    entry_point_name = "sound"
    is_installed = False
    known_doi = KNOWN
    unknown_doi = UNKNOWN
    known_ids = (Identifier(IdentifierKind.PMID, "123"),)
    error_objects = {"quota": Reply.json({"error": "quota"})}

    def respond(self, request: Request) -> Reply:
        known = {"doi": KNOWN, "title": "A known work"}
        if UNKNOWN in request.decoded and request.method == "GET":
            return Reply.text("Resource not found.", status=404)
        if request.path.startswith("works/"):
            return Reply.json(known)
        return Reply.json({"items": [known] * 30})


class TestSoundSource(SoundBench):
    """The whole kit over a sound source."""

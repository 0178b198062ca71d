"""Ten thousand recorded answers with something dropped, emptied, retyped, doubled or broken off, at all five databases.

Each goes through the real HTTP stack (only the network is replaced) to a hook of the source. What comes of it is right,
partial, or a `SourceError`; never another exception, a record of another source or work, or a text that the database
did not send.
"""

from __future__ import annotations

import asyncio
import copy
import html
import json
import random
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import httpx
import pytest

from refcheck_core import (
    Identifier,
    IdentifierKind,
    NotCovered,
    Record,
    SearchKind,
    SearchQuery,
    Settings,
    SourceBadResponse,
    SourceContext,
)
from refcheck_core.http import open_client
from refcheck_core.plugins import SourceManager
from refcheck_core.testing.data import shared_data

pytestmark = pytest.mark.shared

MUTATIONS = 2000
"""Of each database."""
KEYS = {"S2_API_KEY": "a-key", "SCOPUS_API_KEY": "a-key", "IEEE_API_KEY": "a-key"}
RETYPED = (None, None, {}, [], True, 1.5, [None], {"x": None}, [[]], "", " ", -1, 10**30)
_ATOM = "{http://www.w3.org/2005/Atom}"
_LONGEST_LIST = 4
_LONGEST_TEXT = 300
_LARGEST = 6000

Ask = Callable[[Any, SourceContext], Awaitable[Any]]


class Sample(NamedTuple):
    """A recorded answer and a question that it answers.

    Attributes:
        name: of the recording.
        body: decoded JSON, or an element of XML.
        doi: DOI that is looked up; empty for a search.
    """

    name: str
    body: Any
    doi: str = ""


# --- samples ---------------------------------------------------------------------------------------------------------


def trimmed(value: Any) -> Any:
    """The same with short lists and texts."""
    if isinstance(value, str):
        return value[:_LONGEST_TEXT]
    if isinstance(value, dict):
        return {key: trimmed(item) for key, item in value.items() if key != "reference"}
    return [trimmed(item) for item in value[:_LONGEST_LIST]] if isinstance(value, list) else value


def recorded(api: str, *patterns: str) -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        for path in sorted(shared_data("recordings", api).glob(pattern)):
            yield path.name, trimmed(json.loads(path.read_bytes()))


def crossref() -> Iterator[Sample]:
    for name, body in recorded("crossref", "work_*.json"):
        work = body.get("message", body) if isinstance(body, dict) else {}
        if isinstance(work, dict) and work.get("DOI"):
            whole = {"status": "ok", "message-type": "work", "message": work}
            yield Sample(name, whole, work["DOI"].lower())
    for name, body in recorded("crossref", "list_*.json"):
        message = body.get("message", body) if isinstance(body, dict) else {"items": body}
        items = message.get("items") if isinstance(message, dict) else None
        if items:
            whole = {"total-results": len(items), "items": items[:2]}
            yield Sample(name, {"status": "ok", "message-type": "work-list", "message": whole})


def semantic_scholar() -> Iterator[Sample]:
    papers = []
    for name, body in recorded("semantic_scholar", "paper_*.json", "match_*.json"):
        paper = body["data"][0] if isinstance(body, dict) and body.get("data") else body
        if isinstance(paper, dict) and paper.get("paperId") and paper.get("title"):
            papers.append(paper)
            doi = (paper.get("externalIds") or {}).get("DOI")
            if doi:
                yield Sample(name, paper, doi.lower())
    for at in range(0, len(papers) - 1, 2):
        yield Sample(f"papers {at}", {"total": 2, "offset": 0, "data": papers[at : at + 2]})


def scopus() -> Iterator[Sample]:
    for name, body in recorded("scopus", "search_*.json"):
        results = body["search-results"]
        yield Sample(name, {"search-results": {**results, "entry": results["entry"][:2]}})
        for entry in results["entry"]:
            if "prism:doi" in entry:
                single = {"opensearch:totalResults": "1", "entry": [entry]}
                yield Sample(name, {"search-results": single}, entry["prism:doi"].lower())


def ieee() -> Iterator[Sample]:
    for name, body in recorded("ieee", "search_*.json"):
        articles = body.get("articles", [])
        if articles:
            yield Sample(name, {**body, "articles": articles[:2]})
        for article in articles:
            if "doi" in article:
                yield Sample(name, {"total_records": 1, "articles": [article]}, article["doi"].lower())


def arxiv() -> Iterator[Sample]:
    for path in sorted(shared_data("recordings", "arxiv").glob("*.xml")):
        feed = ET.fromstring(path.read_bytes())
        entries = feed.findall(f"{_ATOM}entry")
        for extra in entries[2:]:
            feed.remove(extra)
        for element in feed.iter():
            element.text = element.text and element.text[:_LONGEST_TEXT]
        ids = [re.search(r"/abs/(.+?)(?:v\d+)?$", entry.findtext(f"{_ATOM}id") or "") for entry in entries[:1]]
        if not ids or ids[0] is None:
            continue
        yield Sample(path.name, feed)
        single = copy.deepcopy(feed)
        for extra in single.findall(f"{_ATOM}entry")[1:]:
            single.remove(extra)
        yield Sample(path.name, single, f"10.48550/arxiv.{ids[0][1].lower()}")


SAMPLES: dict[str, Callable[[], Iterator[Sample]]] = {
    "crossref": crossref,
    "semantic_scholar": semantic_scholar,
    "arxiv": arxiv,
    "scopus": scopus,
    "ieee": ieee,
}


# --- mutations -------------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """Paths to every node below the root, and whether it is a leaf."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if path:
        yield path, children is None
    for key, child in children or ():
        yield from places(child, (*path, key))


def mutated_json(body: Any, chance: random.Random) -> tuple[bytes, str]:
    """The body with one fault, and the fault's kind."""
    if chance.random() < 0.05:
        content = json.dumps(body).encode()
        return content[: chance.randrange(len(content))], "truncate"
    mutant = json.loads(json.dumps(body))  # a copy, faster than deepcopy
    path, leaf = chance.choice(list(places(mutant)))
    node = mutant
    for key in path[:-1]:
        node = node[key]
    kind = chance.choice(("drop", "null", "retype", "retype", "double"))
    if kind == "drop":
        del node[path[-1]]
    elif kind == "double":
        if isinstance(node, list):
            node.insert(path[-1], copy.deepcopy(node[path[-1]]))
        else:
            node[path[-1]] = [copy.deepcopy(node[path[-1]])] * 2
    else:
        node[path[-1]] = None if kind == "null" else copy.deepcopy(chance.choice(RETYPED))
    return json.dumps(mutant).encode(), kind if leaf else f"{kind} of more"


def mutated_xml(feed: ET.Element, chance: random.Random) -> tuple[bytes, str]:
    if chance.random() < 0.05:
        content = ET.tostring(feed)
        return content[: chance.randrange(len(content))], "truncate"
    mutant = copy.deepcopy(feed)
    parents = {child: parent for parent in mutant.iter() for child in parent}
    element = chance.choice(list(parents))
    leaf = len(element) == 0
    kind = chance.choice(("drop", "null", "retype", "retype", "double"))
    if kind == "drop":
        parents[element].remove(element)
    elif kind == "double":
        parents[element].append(copy.deepcopy(element))
    elif kind == "null":
        element.text = None
        element.attrib.clear()
    else:
        for child in list(element):
            element.remove(child)
        element.text = chance.choice(("", " ", "-1", "1.5", "x", "9" * 40))
    return ET.tostring(mutant), kind if leaf else f"{kind} of more"


# --- checks ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", re.sub(r"<[^>]*>", "", html.unescape(html.unescape(text)))).casefold()
    return "".join(character for character in plain if character.isalnum())


def texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, ET.Element):
        yield from (text for element in value.iter() for text in (element.text, *element.attrib.values()) if text)
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_of(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_of(item)
    elif isinstance(value, str | int):
        yield str(value)


def shown(record: Record) -> Iterator[str]:
    """Texts that a record must have from its database."""
    yield from filter(None, (record.title, record.subtitle, record.venue, record.doi, record.arxiv_id, record.abstract))
    for author in record.authors:
        yield from filter(None, (author.family, author.given, author.literal))


def check(record: Record, api: str, expected: Baseline, content: bytes) -> None:
    """Right or partial: of this source, and with no text but what was sent."""
    assert isinstance(record, Record)
    assert record.source == api
    odd = [text for text in shown(record) if text not in expected.usual and letters(text) not in expected.known]
    if odd:  # a number or another word in place of a text
        body = ET.fromstring(content) if api == "arxiv" else json.loads(content)
        sent = {letters(text) for text in texts_of(body)}
        assert [text for text in odd if letters(text) not in sent] == [], f"nowhere in {content[:2000]!r}"
    assert all(1000 <= year <= 2999 for year in record.years)


class Bench:
    """One source over a network that gives what it is told."""

    def __init__(self, api: str, settings: Settings) -> None:
        manager = SourceManager(settings)
        manager.load()
        self.api = api
        self.source = manager.sources[api]
        self.content = b""
        info = self.source.info
        transport = httpx.MockTransport(lambda _: httpx.Response(200, content=self.content))
        self.context = SourceContext(
            info=info,
            http=open_client(info, settings, transport=transport),
            keys_present=frozenset(key.env for key in info.keys if settings.secret(key)),
        )

    async def ask(self, sample: Sample) -> list[Record]:
        """The records that come of the question that a sample answers."""
        if not sample.doi:
            query = SearchQuery(kind=SearchKind.TOPIC, text="a subject", limit=20)
            return list(await self.source.search(self.context, query))
        if self.api == "arxiv":
            name = sample.doi.removeprefix("10.48550/arxiv.")
            record = await self.source.lookup_id(self.context, Identifier(IdentifierKind.ARXIV, name))
        else:
            record = await self.source.lookup_doi(self.context, sample.doi)
        return [record] if record is not None else []

    def is_that_work(self, record: Record, doi: str) -> bool:
        return doi in {record.doi, *record.same_as} or f"10.48550/arxiv.{record.arxiv_id}".lower() == doi


def content_of(body: Any) -> bytes:
    return ET.tostring(body) if isinstance(body, ET.Element) else json.dumps(body).encode()


class Baseline(NamedTuple):
    """What comes of a sample as it was recorded.

    Attributes:
        known: letters of all its texts.
        usual: texts that its records show.
    """

    known: str
    usual: set[str]


async def baseline(bench: Bench, sample: Sample) -> Baseline:
    bench.content = content_of(sample.body)
    records = await bench.ask(sample)
    assert records, f"{sample.name} finds nothing"
    usual = {text for record in records for text in shown(record)}
    return Baseline(" ".join(letters(text) for text in texts_of(sample.body)), usual)


async def mutate_all(api: str, settings: Settings, seed: int) -> Counter[str]:
    """Ask with `MUTATIONS` mutated answers; what came of them."""
    chance = random.Random(seed)
    bench = Bench(api, settings)
    mutate = mutated_xml if api == "arxiv" else mutated_json
    samples = [sample for sample in SAMPLES[api]() if len(content_of(sample.body)) < _LARGEST]
    come: Counter[str] = Counter()
    async with bench.context.http:
        baselines = [await baseline(bench, sample) for sample in samples]
        for at in range(MUTATIONS):
            number = at % len(samples)
            sample, expected = samples[number], baselines[number]
            bench.content, kind = mutate(sample.body, chance)
            try:
                records = await bench.ask(sample)
            except (SourceBadResponse, NotCovered):
                come["refused"] += 1
                continue
            except Exception as error:
                raise AssertionError(f"{sample.name}, {kind}: {error!r} of {bench.content[:2000]!r}") from error
            for record in records:
                check(record, api, expected, bench.content)
                if sample.doi:
                    assert bench.is_that_work(record, sample.doi), f"{sample.name}, {kind}: another work"
            come["answered" if records else "empty"] += 1
            if not records and sample.doi and kind in LEAF_KINDS:
                pytest.fail(f"{sample.name}, {kind}: an absence came of {bench.content[:2000]!r}")
    return come


LEAF_KINDS = frozenset({"drop", "null", "retype", "double", "truncate"})
"""Faults of one value; they make no answer that says that a known work is not there."""


@pytest.mark.parametrize("api", SAMPLES)
def test_mutated_answers(api, tmp_path):
    settings = Settings.from_environment(
        {
            **KEYS,
            "REFCHECK_CACHE_DIR": str(tmp_path / "cache"),
            "REFCHECK_STATE_DIR": str(tmp_path / "state"),
            "REFCHECK_LIMITS_SCALE": "0",
        }
    )
    come = asyncio.run(mutate_all(api, settings, seed=20))
    assert come.total() == MUTATIONS
    assert come["answered"] > MUTATIONS / 2, come
    assert come["refused"] > MUTATIONS / 100, come

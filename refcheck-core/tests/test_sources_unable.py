"""What a source cannot be asked, cannot be read of its answer, or echoes of a key; none of it is evidence."""

from __future__ import annotations

import html
import json
import threading
import urllib.parse

import pytest

from refcheck_core import (
    Author,
    CannotAsk,
    Key,
    PartlyUnreadable,
    SearchKind,
    SearchQuery,
    SourceBadResponse,
)
from refcheck_core.matching import Rules
from refcheck_core.models import OutcomeStatus, Verdict
from refcheck_core.services import build_claim
from refcheck_core.services.inquiry import Inquiry
from refcheck_core.sources import session as session_module

pytestmark = pytest.mark.anyio

QUERY = SearchQuery(kind=SearchKind.TITLE, text="A work", limit=3)
SECRET = "s3cret+of/0==x&y"
KEYS = (Key(env="FAKE_API_KEY", purpose="p", header="X-Key"),)


def raising(error):
    async def hook(ctx, argument):
        raise error

    return hook


def answering(value):
    async def hook(ctx, argument):
        return value

    return hook


async def checked(pool, **claim):
    return await Inquiry(build_claim(**claim), pool, list(pool.infos), Rules(this_year=2026)).run()


async def test_a_question_that_cannot_be_asked_is_skipped_and_asked_anew(pool_of, source):
    async with pool_of(source(search=raising(CannotAsk("it has no words")))) as pool:
        for _ in range(2):
            outcome = await pool.search("fake", QUERY)
            assert (outcome.status, outcome.reason) == (OutcomeStatus.SKIPPED, "it has no words")
            assert outcome.unable
            assert not outcome.cached
            assert not outcome.answered
            assert not outcome.failed


@pytest.mark.parametrize(
    ("hook", "conclusive"), [(answering([]), True), (raising(CannotAsk("it has no words")), False)]
)
async def test_not_found_does_not_rest_on_a_source_that_cannot_be_asked(hook, conclusive, pool_of, source):
    async with pool_of(source("able", search=answering([])), source("other", search=hook)) as pool:
        found = await checked(pool, title="Not or near", authors=["Jane Roe"])
    assert found.verdict is Verdict.NOT_FOUND
    assert found.conclusive is conclusive
    assert ("other" in found.skipped) is not conclusive


async def test_a_lookup_that_cannot_be_asked_does_not_say_that_it_is_registered_elsewhere(pool_of, source):
    other = source("other", lookup_doi=raising(CannotAsk("so long a DOI")))
    async with pool_of(source("able", lookup_doi=answering(None)), other) as pool:
        found = await checked(pool, title="A work of art", authors=["Jane Roe"], doi="10.1000/x")
    assert not found.conclusive
    assert not any("so long a DOI" in d.message for d in found.discrepancies)


async def test_a_search_that_could_be_read_in_part_keeps_what_was_read_and_is_not_conclusive(pool_of, source, record):
    error = PartlyUnreadable("works that cannot be read", [record(title="Quite another thing")])
    async with pool_of(source(search=raising(error))) as pool:
        outcome = await pool.search("fake", QUERY)
        assert (outcome.status, outcome.reason) == (OutcomeStatus.OK, "works that cannot be read")
        assert outcome.partial
        assert outcome.answered
        assert not (await pool.search("fake", QUERY)).cached
        found = await checked(pool, title="A work of art about nothing", authors=["Jane Roe"])
    assert found.verdict is Verdict.NOT_FOUND
    assert not found.conclusive


async def test_a_search_of_which_nothing_is_left_is_an_error(pool_of, source):
    async with pool_of(source(search=raising(PartlyUnreadable("works that cannot be read", [])))) as pool:
        outcome = await pool.search("fake", QUERY)
    assert (outcome.status, outcome.records) == (OutcomeStatus.ERROR, ())


async def test_what_a_batch_could_not_read_is_not_absent(pool_of, source, record):
    async def lookup_dois(ctx, dois):
        raise PartlyUnreadable("works that cannot be read", {"10.1000/a": record(doi="10.1000/a")})

    plugin = source(lookup_doi=answering(None), lookup_dois=lookup_dois, info={"max_batch": 5})
    async with pool_of(plugin) as pool:
        outcomes = await pool.lookup_dois("fake", ["10.1000/a", "10.1000/b"])
    assert outcomes["10.1000/a"].status is OutcomeStatus.OK
    assert (outcomes["10.1000/b"].status, outcomes["10.1000/b"].decisive) == (OutcomeStatus.ERROR, False)


async def test_a_client_is_built_off_the_event_loop(pool_of, source, monkeypatch):
    threads = []

    def open_client(info, settings, original=session_module.open_client, **options):
        threads.append(threading.get_ident())
        return original(info, settings, **options)

    monkeypatch.setattr(session_module, "open_client", open_client)
    async with pool_of(source(search=answering([]))) as pool:
        await pool.search("fake", QUERY)
        await pool.search("fake", SearchQuery(kind=SearchKind.TITLE, text="Another", limit=3))
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


ENCODINGS = {
    "raw": lambda key: key,
    "JSON escapes": lambda key: "".join(f"\\u{ord(c):04x}" for c in key),
    "JSON escapes in capitals": lambda key: "".join(f"\\u{ord(c):04X}" for c in key),
    "JSON escapes within JSON": lambda key: json.dumps("".join(f"\\u{ord(c):04x}" for c in key))[1:-1],
    "escapes of a byte": lambda key: "".join(f"\\x{ord(c):02x}" for c in key),
    "percent-encoded": lambda key: urllib.parse.quote(key, safe=""),
    "every character percent-encoded": lambda key: "".join(f"%{ord(c):02x}" for c in key),
    "percent-encoded twice": lambda key: urllib.parse.quote(urllib.parse.quote(key, safe=""), safe=""),
    "named entities": html.escape,
    "named entities twice": lambda key: html.escape(html.escape(key)),
    "decimal entities": lambda key: "".join(f"&#{ord(c)};" for c in key),
    "decimal entities with zeros": lambda key: "".join(f"&#{ord(c):05};" for c in key),
    "hexadecimal entities": lambda key: "".join(f"&#x{ord(c):X};" for c in key),
    "entities of entities": lambda key: "".join(f"&amp;#x{ord(c):x};" for c in key),
    "a mixture": lambda key: "".join((c, f"%{ord(c):02X}", f"&#{ord(c)};")[n % 3] for n, c in enumerate(key)),
}


@pytest.mark.parametrize("encoding", list(ENCODINGS))
async def test_an_echoed_key_leaves_no_record_error_or_entry(encoding, pool_of, source, record):
    echo = f"Your key {ENCODINGS[encoding](SECRET)} is known"
    hooks = {
        "search": answering([record(title=echo, venue_aliases=(echo,), authors=(Author(family=echo),))]),
        "lookup_doi": raising(SourceBadResponse(echo)),
        "to_bibtex": answering(f"@misc{{x, note = {{{echo}}}}}"),
    }
    async with pool_of(source(**hooks, info={"keys": KEYS}), FAKE_API_KEY=SECRET) as pool:
        for _ in range(2):  # also from the cache
            (found,) = (await pool.search("fake", QUERY)).records
            assert (found.title, found.venue_aliases) == ("Your key KEY is known", ("Your key KEY is known",))
            assert found.authors[0].family == "Your key KEY is known"
        assert (await pool.lookup_doi("fake", "10.1000/x")).reason == "Your key KEY is known"
        assert await pool.to_bibtex("fake", record()) == "@misc{x, note = {Your key KEY is known}}"


async def test_records_without_an_echo_stay_as_they_are(pool_of, source, record):
    title = "API key: 100 % of &amp; 50%25 \\u0041 — s3cret"
    async with pool_of(
        source(search=answering([record(title=title)]), info={"keys": KEYS}), FAKE_API_KEY=SECRET
    ) as pool:
        assert (await pool.search("fake", QUERY)).records[0].title == title

"""Every recorded answer of Crossref, served again and asked for through the real HTTP stack.

What is expected is worked out here from the raw JSON by rules of its own, simpler than those of the parser.
"""

from __future__ import annotations

import contextlib
import csv
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from refcheck_core import (
    NotCovered,
    Record,
    SearchKind,
    SearchQuery,
    SourceBadResponse,
    SourceRateLimited,
    WorkType,
)
from refcheck_core.testing import Reply, Request, shared_data
from refcheck_crossref import source

FOLDER = shared_data("recordings", "crossref")
pytestmark = [pytest.mark.anyio, pytest.mark.shared]

NEVER_ASKED_FOR = {
    "csl": "CSL JSON out of content negotiation: the works route says the same and more",
    "unixsd": "XML of deposits: the works route says the same as JSON",
    "formatted": "a formatted citation, for people",
}
"""Kinds of recordings that are no answers to anything that this source asks."""
PARSED = {"work", "list", "title", "agency", "error", "bibtex"}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def kind_of(path: Path) -> str:
    return path.name.split("_")[0]


def recordings(*kinds: str) -> list[Any]:
    found = [path for path in sorted(FOLDER.iterdir()) if kind_of(path) in kinds]
    return [pytest.param(path, id=path.name) for path in found]


def enveloped(path: Path) -> dict[str, Any]:
    """The body as Crossref sends it: some recordings kept the message only, or put the answer into an array."""
    body = json.loads(text_of(path))
    if isinstance(body, dict) and "message" in body:
        return body
    if isinstance(body, dict) and "DOI" in body:
        return {"status": "ok", "message-type": "work", "message": body}
    if isinstance(body, dict):
        return {"status": "ok", "message-type": "work-list", "message": body}
    if "message" in body[0]:
        return body[0]
    return {"status": "ok", "message-type": "work-list", "message": {"items": body}}


# --- what a record must say, by simple rules --------------------------------------------------------------------------


def letters(text: str | None) -> str:
    """Text without markup, entities and blanks."""
    plain = html.unescape(html.unescape(text or ""))
    with contextlib.suppress(UnicodeError):
        plain = plain.encode("latin-1").decode("utf-8")  # what was once read by the wrong table
    return re.sub(r"\s+|[\u200b\ufeff]", "", re.sub(r"</?[A-Za-z][\w:]*(\s[^<>]*)?>", "", plain))


def first(value: Any) -> str:
    return next((letters(each) for each in value or [] if letters(each)), "")


def year_in(date: Any) -> int | None:
    parts = (date or {}).get("date-parts") or [[]]
    return parts[0][0] if parts[0] else None


DATES = ("published-print", "published-online", "posted", "published", "issued", "published-other", "approved")
MORE_DATES = ("content-created", "accepted")
CROSSREF_TYPES = {
    "journal-issue": WorkType.JOURNAL,
    "book-part": WorkType.BOOK_CHAPTER,
}


def check_title(raw: dict[str, Any], record: Record) -> None:
    wanted = first(raw.get("title")) or first(raw.get("original-title"))
    assert letters(record.title) == wanted
    assert (record.title is None) == (wanted == "")
    if record.title:
        assert "  " not in record.title
        assert "\n" not in record.title
        assert not re.search(r"</?(i|b|sub|sup|scp|em|math|mml:\w+)\b", record.title)
        assert "&amp;" not in record.title
    for other in (raw.get("title") or [])[1:]:
        assert letters(other) in {letters(title) for title in (record.title, *record.alternative_titles)}


def check_authors(raw: dict[str, Any], record: Record) -> None:
    entries = raw.get("author") or []
    names = [author.display for author in record.authors]
    for entry in entries:
        name = entry.get("name") or " ".join(
            filter(None, (entry.get("given"), entry.get("family"), entry.get("suffix")))
        )
        whole = letters(name)
        if (whole and entry.get("given")) or entry.get("name"):
            assert whole in {letters(display) for display in names}
        elif whole:  # a lone family name: one person, or several in one field
            for word in re.findall(r"\w{3,}", name):
                assert any(word in display for display in names)
    if all(entry.get("given") or entry.get("name") for entry in entries):
        assert [letters(name) for name in names] == [
            letters(e.get("name") or " ".join(filter(None, (e.get("given"), e.get("family"), e.get("suffix")))))
            for e in entries
        ]
        parted = [(letters(e.get("family")), letters(e.get("given"))) for e in entries if e.get("family")]
        if len(entries) > 1:  # (one alone may be the journal itself)
            assert [(letters(a.family), letters(a.given)) for a in record.authors if a.family] == parted
    assert record.authors_complete == all(set(e) & {"given", "family", "name"} for e in entries)


def check_years(raw: dict[str, Any], record: Record) -> None:
    in_issue = [year_in((raw.get("journal-issue") or {}).get(key)) for key in ("published-print", "published-online")]
    wanted = {year_in(raw.get(key)) for key in (*DATES, *MORE_DATES)} | set(in_issue)
    assert set(record.years) == wanted - {None}
    assert record.year is None or record.year in record.years
    known = year_in(raw.get("published-print")) or in_issue[0] or year_in(raw.get("published-online"))
    assert record.year == (known or next((y for y in map(year_in, map(raw.get, DATES)) if y), None))


def check_venue(raw: dict[str, Any], record: Record) -> None:
    containers = [letters(name) for name in raw.get("container-title") or [] if letters(name)]
    if containers:
        assert letters(record.venue) in containers
        names = {letters(name) for name in (record.venue, *record.venue_aliases)}
        assert set(containers) <= names
    elif raw.get("type") != "posted-content":
        assert record.venue is None
    if len(containers) > 1 and record.type is not WorkType.JOURNAL_ARTICLE:
        assert record.series
        assert letters(record.series) != letters(record.venue)


def check(raw: dict[str, Any], record: Record) -> None:
    assert record.source == "crossref"
    assert record.doi == raw["DOI"].lower()
    assert record.url == f"https://doi.org/{record.doi}" or re.search(r"[<>]", record.doi)
    assert record.type == (
        (CROSSREF_TYPES.get(raw["type"]) or WorkType(raw["type"])) if raw.get("type") is not None else None
    )
    check_title(raw, record)
    check_authors(raw, record)
    check_years(raw, record)
    check_venue(raw, record)
    assert record.volume == raw.get("volume")
    assert record.issue == raw.get("issue")
    assert record.pages == raw.get("page")
    assert record.article_number == raw.get("article-number")
    institution = [letters(each.get("name")) for each in raw.get("institution") or []]
    by_institution = raw.get("type") in ("dissertation", "report") and institution
    assert letters(record.publisher) == (institution[0] if by_institution else letters(raw.get("publisher")))
    assert {notice.doi for notice in record.notices} - {None} == {
        update["DOI"].lower() for update in raw.get("updated-by") or []
    }
    if record.abstract:
        assert not re.search(r"</?jats:|<p>", record.abstract)


# --- the tests --------------------------------------------------------------------------------------------------------


def test_every_kind_of_recording_is_accounted_for() -> None:
    with (FOLDER.parent / "INDEX.tsv").open(encoding="utf-8", newline="") as lines:
        listed = {
            Path(row["file"]).name
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            if row["api"] == "crossref"
        }
    files = {path.name for path in FOLDER.iterdir() if path.name != "HEADERS.jsonl"}
    assert listed == files
    assert {name.split("_")[0] for name in files} == PARSED | NEVER_ASKED_FOR.keys()


@pytest.mark.parametrize("path", recordings("work"))
async def test_recorded_work(path: Path, asking) -> None:
    body = enveloped(path)
    async with asking(lambda request: Reply.json(body)) as (_, ctx):
        record = await source.lookup_doi(ctx, body["message"]["DOI"].lower())
    assert record is not None
    check(body["message"], record)
    assert record.same_as == ()


@pytest.mark.parametrize("path", recordings("list", "title"))
async def test_recorded_list(path: Path, asking) -> None:
    body = enveloped(path)
    async with asking(lambda request: Reply.json(body)) as (_, ctx):
        records = await source.search(ctx, SearchQuery(kind=SearchKind.TITLE, text="widget", limit=1000))
        batch = await source.lookup_dois(ctx, [item["DOI"].lower() for item in body["message"]["items"]][:50])
    items = body["message"]["items"]
    assert len(records) == len(items)
    for raw, record in zip(items, records, strict=True):
        check(raw, record)
    assert set(batch) == {item["DOI"].lower() for item in items[:50]}


@pytest.mark.parametrize("path", recordings("bibtex"))
async def test_recorded_bibtex(path: Path, asking) -> None:
    text = text_of(path)
    async with asking(lambda request: Reply.text(text, type="application/x-bibtex")) as (server, ctx):
        bibtex = await source.to_bibtex(ctx, Record(source="crossref", doi="10.1000/x"))
    assert bibtex == text.strip()
    assert server.requests[0].path == "works/10.1000%2Fx/transform/application/x-bibtex"


@pytest.mark.parametrize("path", recordings("agency"))
async def test_recorded_agency(path: Path, asking) -> None:
    body = json.loads(text_of(path))
    label = body["message"]["agency"]["label"]

    def respond(request: Request) -> Reply:
        return Reply.json(body) if request.path.endswith("/agency") else Reply.text("Resource not found.", status=404)

    async with asking(respond) as (server, ctx):
        with pytest.raises(NotCovered, match=label) as caught:
            await source.lookup_doi(ctx, body["message"]["DOI"].lower())
    assert caught.value.agency == label
    assert [request.path.endswith("/agency") for request in server.requests] == [False, True]


ERRORS = {"301": SourceBadResponse, "400": SourceBadResponse, "429": SourceRateLimited}


@pytest.mark.parametrize("path", recordings("error"))
async def test_recorded_error(path: Path, asking) -> None:
    status = path.name.split("_")[1]
    text = text_of(path)
    if text.startswith("HTTP/1.0 429"):  # quoted with its head, which the answer must not repeat
        text = ""
    reply = Reply.text(text, status=int(status), type="text/html" if path.suffix == ".html" else "application/json")
    query = SearchQuery(kind=SearchKind.CITATION, text="widget")
    async with asking(lambda request: reply, REFCHECK_WAITING_BUDGET="0.2") as (_, ctx):
        if status == "404":
            assert await source.lookup_doi(ctx, "10.1371/notarealdoi") is None
            assert await source.lookup_dois(ctx, ["10.1371/not,a,real,doi"]) == {}
            assert await source.to_bibtex(ctx, Record(source="crossref", doi="10.1371/notarealdoi")) is None
            with pytest.raises(SourceBadResponse):  # a list exists whatever it holds
                await source.search(ctx, query)
            return
        for ask in (
            lambda: source.lookup_doi(ctx, "10.1371/notarealdoi"),
            lambda: source.search(ctx, query),
            lambda: source.lookup_dois(ctx, ["10.1371/notarealdoi"]),
            lambda: source.to_bibtex(ctx, Record(source="crossref", doi="10.1371/notarealdoi")),
        ):
            with pytest.raises(ERRORS[status]):
                await ask()

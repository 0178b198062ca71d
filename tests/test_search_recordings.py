"""What a search shows of every recorded work: clean abstracts, and works joined by what they are."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from recorded_works import objects
from refcheck_arxiv.feed import read_feed
from refcheck_arxiv.parsing import entry_record
from refcheck_core import Record, SourceBadResponse
from refcheck_core.matching import fuse
from refcheck_core.services.search import abstract_beginning
from refcheck_core.testing.data import shared_data
from refcheck_core.text import clean_text, plain_text
from refcheck_crossref.parsing import record_of
from refcheck_ieee.parsing import article_record
from refcheck_s2.parsing import paper_record
from refcheck_scopus.parsing import entry_record as scopus_record

if TYPE_CHECKING:
    from collections.abc import Callable

RECORDINGS = shared_data("recordings")
pytestmark = pytest.mark.shared

MARKUP = re.compile(
    r"</?[A-Za-z][\w:.-]*[^<>]*>|&(?:[a-z]{2,8}|#\d+);|\\[A-Za-z]+|\$[^$]*\$|[\x00-\x1f\u200b\ufeff]|  "
)
HEADING = re.compile(r"(?i)abstract\b(?! (interpretation|syntax|data|state|art|algebra|concept|reasoning|meaning))")
PLACES = {name: place for place, name in enumerate(("crossref", "arxiv", "ieee", "semantic_scholar", "scopus"))}


def read(folder: str, signs: tuple[str, ...], parse: Callable[[Any], Record | None]) -> list[Record]:
    found = []
    for path in sorted((RECORDINGS / folder).glob("*.json")):
        try:
            body = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue  # recorded faults hold HTML or nothing
        found += [record for o in objects(body) if all(sign in o for sign in signs) and (record := parse(o))]
    return found


def preprints() -> list[Record]:
    found = []
    for path in sorted((RECORDINGS / "arxiv").glob("*.xml")):
        try:
            feed = read_feed(path.read_bytes())
        except SourceBadResponse:
            continue
        found += [record for entry in feed.entries if (record := entry_record(entry))]
    return found


RECORDS = {
    "crossref": read("crossref", ("DOI", "title", "type"), record_of),
    "semantic_scholar": read("semantic_scholar", ("paperId", "title"), paper_record),
    "arxiv": preprints(),
    "scopus": read("scopus", ("dc:title", "dc:identifier"), scopus_record),
    "ieee": read("ieee", ("article_number", "title"), article_record),
}


@pytest.mark.parametrize("source", RECORDS)
def test_every_abstract_is_shown_clean_and_cut_at_a_word(source: str) -> None:
    abstracts = {r.abstract for r in RECORDS[source] if r.abstract}
    assert abstracts or source == "scopus", "the recordings hold abstracts"
    for abstract in sorted(abstracts):
        shown = abstract_beginning(abstract)
        assert shown is not None
        assert 0 < len(shown) <= 300
        assert not MARKUP.search(shown), shown
        assert not HEADING.match(shown), shown
        begun = shown.removesuffix("…")
        whole = next(text for text in (plain_text(abstract), clean_text(abstract) or "") if begun in text)
        assert not re.match(r"\w", whole.partition(begun)[2]) or not shown.endswith("…"), shown


def test_works_of_all_recordings_are_joined_by_identifiers_or_titles() -> None:
    works = fuse(RECORDS, PLACES)
    distinct = {r for records in RECORDS.values() for r in records}
    assert sum(len(w.records) for w in works) == len(distinct)
    joined = [w for w in works if len({(r.source, r.doi, r.title) for r in w.records}) > 1]
    assert joined
    for work in works:
        dois = {r.doi for r in work.records if r.doi and not r.is_preprint and r.doi not in r.preprints}
        named = {doi for r in work.records for doi in (*r.same_as, *r.published_as)}
        assert len(dois - named) <= 1, work.records

"""Entries of every recorded work: sound, and nothing in them that the record does not say."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any

import bibtexparser
import pytest
from pybtex.database import parse_string

from refcheck_arxiv.feed import read_feed
from refcheck_arxiv.parsing import entry_record
from refcheck_core import Record, SourceBadResponse
from refcheck_core.bibtex import Entry, build_entry, render_entry, unique_keys
from refcheck_core.bibtex.rendering import field_value
from refcheck_core.testing.data import shared_data
from refcheck_crossref.parsing import record_of
from refcheck_s2.parsing import paper_record

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORDINGS = shared_data("recordings")
pytestmark = pytest.mark.shared


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def load(path: Any) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None  # error recordings hold HTML or nothing


def crossref_works() -> list[Record]:
    paths = [
        path for path in sorted((RECORDINGS / "crossref").glob("*.json")) if path.name.startswith(("work", "list"))
    ]
    works = (found for path in paths for found in objects(load(path)) if "DOI" in found and "title" in found)
    return [record for work in works if (record := record_of(work))]


def semantic_scholar_works() -> list[Record]:
    paths = sorted((RECORDINGS / "semantic_scholar").glob("*.json"))
    papers = (found for path in paths for found in objects(load(path)) if "paperId" in found and "title" in found)
    return [record for paper in papers if (record := paper_record(paper))]


def arxiv_works() -> list[Record]:
    records = []
    for path in sorted((RECORDINGS / "arxiv").glob("*.xml")):
        try:
            entries = read_feed(path.read_bytes()).entries
        except SourceBadResponse:
            continue
        records += [record for entry in entries if (record := entry_record(entry))]
    return records


SOURCES = {
    "crossref": (crossref_works, 500),
    "semantic_scholar": (semantic_scholar_works, 300),
    "arxiv": (arxiv_works, 40),
}


@pytest.fixture(scope="module", params=SOURCES)
def works(request: pytest.FixtureRequest) -> list[Record]:
    """The recorded works of one source, each once."""
    find, at_least = SOURCES[request.param]
    found = list(dict.fromkeys(find()))
    assert len(found) >= at_least
    return found


def test_all_parse_again_in_one_file(works: list[Record]) -> None:
    entries = [build_entry(record) for record in works]
    keys = unique_keys(entry.key for entry in entries)
    for style in ("latex", "utf8"):
        text = "\n\n".join(render_entry(record, key=key, style=style) for record, key in zip(works, keys, strict=True))
        library = bibtexparser.parse_string(text)
        assert not library.failed_blocks
        assert [parsed.key for parsed in library.entries] == keys
        assert list(parse_string(text, "bibtex").entries) == keys
        for parsed, entry in zip(library.entries, entries, strict=True):
            expected = {name: field_value(name, value, style) for name, value in entry.fields.items()}
            assert {field.key: field.value for field in parsed.fields} == expected


def letters(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def test_every_value_is_the_records_own(works: list[Record]) -> None:
    for record in works:
        said = letters(record.model_dump_json() + (record.full_title or ""))
        for name, value in build_entry(record).fields.items():
            if name in {"url", "archivePrefix"}:
                continue
            for part in re.split(r" and |, |[–:]", value.removesuffix(" and others")):
                assert letters(part) in said, (name, value)


def test_no_entry_mixes_versions(works: list[Record]) -> None:
    for entry in map(build_entry, works):
        is_arxiv_doi = entry.fields.get("doi", "").startswith("10.48550/arxiv.")
        assert not is_arxiv_doi or (entry.entry_type == "misc" and "eprint" in entry.fields), entry
        if entry.entry_type == "misc" and "eprint" in entry.fields and "howpublished" not in entry.fields:
            assert not {"journal", "booktitle", "volume", "number", "pages"} & set(entry.fields), entry
        assert entry.entry_type != "article" or "journal" in entry.fields


def test_the_latex_style_is_ascii_for_western_text(works: list[Record]) -> None:
    for record in works:
        value = field_value("author", build_entry(record).fields.get("author", ""), "latex")
        assert not re.search(r"[\u00c0-\u017f]", value.replace("ħ", "")), value


def _transform(text: str) -> Entry:
    (parsed,) = bibtexparser.parse_string(text).entries
    fields = {field.key.lower(): html.unescape(field.value) for field in parsed.fields}
    return Entry(parsed.entry_type, parsed.key, fields)


def test_crossrefs_own_bibtex_says_the_same() -> None:
    ours = {record.doi: build_entry(record).fields for record in crossref_works()}
    compared = 0
    for path in sorted((RECORDINGS / "crossref").glob("bibtex_*.bib")):
        theirs = _transform(path.read_text(encoding="utf-8")).fields
        own = ours.get(theirs["doi"].lower())
        if own is None:
            continue
        compared += 1
        for name in ("volume", "number", "year", "journal", "author"):
            assert name not in theirs or theirs[name] == own.get(name), (path.name, name)
        if "pages" in theirs:
            first, _, last = theirs["pages"].partition("–")
            assert own["pages"] == (first if first == last else theirs["pages"]), path.name
    assert compared >= 10

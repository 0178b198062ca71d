"""Entries of every recorded work: sound, and nothing in them that the record does not say."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import TYPE_CHECKING

import bibtexparser
import pytest
from pybtex.database import parse_string

from recorded_works import READERS, crossref_works
from refcheck_core.bibtex import Entry, build_entry, field_values, render_entry, unique_keys
from refcheck_core.bibtex.rendering import field_value
from refcheck_core.testing.data import shared_data

if TYPE_CHECKING:
    from refcheck_core import Record

RECORDINGS = shared_data("recordings")
pytestmark = pytest.mark.shared


@pytest.fixture(scope="module", params=READERS)
def works(request: pytest.FixtureRequest) -> list[Record]:
    """The recorded works of one source, each once."""
    find, at_least = READERS[request.param]
    found = find()
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
        theirs = parse_string(text, "bibtex").entries
        assert list(theirs) == keys
        for parsed, entry in zip(library.entries, entries, strict=True):
            expected = field_values(entry, style)
            assert {field.key: field.value for field in parsed.fields} == expected
            people = theirs[parsed.key].persons
            assert {name: theirs[parsed.key].fields[name] for name in expected.keys() - people.keys()} == {
                name: value for name, value in expected.items() if name not in people
            }
            assert {"author", "editor"} & expected.keys() == set(people)


def test_every_entry_is_sound(works: list[Record]) -> None:
    for record in works:
        entry = build_entry(record)
        assert re.fullmatch(r"[a-z0-9]+", entry.key)
        for style in ("latex", "utf8"):
            written = field_values(entry, style)
            for name, value in written.items():
                assert is_balanced(value), (name, value)
                assert not re.search(r"</?[a-zA-Z][^<>]*>|&#?\w+;", value), (name, value)
            assert "\u2013" not in written.get("pages", "")


def is_balanced(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


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

"""Bibliographies that are to be checked, in the formats of libraries."""

from __future__ import annotations

import gzip
import json
from importlib.metadata import entry_points

import pytest

from refcheck_core import Author, BibliographyReader, ListedEntry, WorkType
from refcheck_local import bibliographies
from refcheck_local.formats import FormatError

RIS = """\
Provider: somebody

TY  - JOUR
ID  - vaswani
AU  - Vaswani, Ashish
AU  - et al.
TI  - Attention Is All You Need
PY  - 2017
ER  -
TY  - CONF
TI  - Deep Residual Learning
DO  - not a DOI
ER  -
TY  - JOUR
DO  - 10.1000/x
ER  -
TY  - JOUR
AU  - Roe, Jane
ER  -
"""
CSL = """[
 {"id": "he", "type": "paper-conference", "title": "Deep Residual Learning",
  "author": [{"family": "He", "given": "Kaiming"}, {"literal": "et al."}], "DOI": "none"},
 {"id": "untitled", "DOI": "10.1000/x"},

 {"type": "book", "title": "A Book"}, 7
]"""
LINES = """\
{"id": "a", "title": "First", "authors": ["Jane Roe"]}

{"title": "Second", "year": 2001}
{"title": "Third", "doi": "10.1000/x"}
nothing
{"doi": "10.1000/y"}
"""
PUBMED = """<?xml version="1.0"?>
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID>7</PMID><Article><ArticleTitle>One</ArticleTitle></Article></MedlineCitation>
</PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>8</PMID><Article><ArticleTitle>Two</ArticleTitle></Article></MedlineCitation>
</PubmedArticle>
</PubmedArticleSet>"""


def listed(text: str | bytes, name: str = "refs") -> list[ListedEntry]:
    found = bibliographies.read(text.encode() if isinstance(text, str) else text, name)
    assert found is not None
    return found


def outline(entries: list[ListedEntry]) -> list[tuple[str, int, str | None]]:
    return [(e.key, e.line, e.record.title if e.record else e.problem) for e in entries]


def test_it_is_what_the_command_finds() -> None:
    (found,) = [point for point in entry_points(group="refcheck.bibliographies") if point.name == "local"]
    reader: BibliographyReader = found.load()
    assert reader is bibliographies


def test_ris() -> None:
    entries = listed(RIS)
    assert outline(entries) == [
        ("vaswani", 3, "Attention Is All You Need"),
        ("", 10, "Deep Residual Learning"),
        ("", 14, None),
        ("", 17, None),
    ]
    first, second, third, _ = (entry.record for entry in entries)
    assert (first.authors, first.authors_complete) == ((Author(family="Vaswani", given="Ashish"),), False)
    assert (first.year, first.type) == (2017, WorkType.JOURNAL_ARTICLE)
    assert (second.doi, entries[1].faults) == (None, ("The field doi holds 'not a DOI', which is no DOI.",))
    assert third.doi == "10.1000/x"


def test_csl_json() -> None:
    entries = listed(CSL)
    assert outline(entries) == [
        ("he", 2, "Deep Residual Learning"),
        ("untitled", 4, None),
        ("", 6, "A Book"),
        ("", 6, "it is no JSON object"),
    ]
    assert not entries[0].record.authors_complete
    assert len(entries[0].record.authors) == 1
    assert entries[0].faults == ("The field doi holds 'none', which is no DOI.",)
    assert entries[1].record.doi == "10.1000/x"


def test_json_lines() -> None:
    assert outline(listed(LINES)) == [
        ("a", 1, "First"),
        ("", 3, "Second"),
        ("doi:10.1000/x", 4, "Third"),
        ("", 5, "it is not valid JSON (invalid character (byte 4))"),
        ("doi:10.1000/y", 6, None),
    ]


def test_what_databases_give() -> None:
    assert outline(listed(PUBMED)) == [("pmid:7", 3, "One"), ("pmid:8", 5, "Two")]
    works = [{"DOI": f"10.1000/{n}", "title": [f"Work {n}"], "prefix": "10.1000"} for n in range(2)]
    assert outline(listed("\n".join(map(json.dumps, works)))) == [
        ("doi:10.1000/0", 1, "Work 0"),
        ("doi:10.1000/1", 2, "Work 1"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("text", [RIS, CSL, LINES])
def test_with_a_byte_order_mark(text: str, encoding: str) -> None:
    assert listed(text.encode(encoding)) == listed(text)


def test_more_entries_than_any_bibliography_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bibliographies, "MOST_ENTRIES", 4)
    assert len(listed(RIS)) == 4
    with pytest.raises(FormatError, match="refs has more than 4 entries; it is no bibliography"):
        listed(RIS + RIS)


def test_packed() -> None:
    assert listed(gzip.compress(RIS.encode())) == listed(RIS)


@pytest.mark.parametrize("text", ["@book{a, title={A}}", "", "Some text.", "PK\x03\x04", "{}"])
def test_what_is_none_of_them_is_left_to_others(text: str) -> None:
    assert bibliographies.read(text.encode(), "refs.bib") is None


def test_behind_a_fault_of_a_file_nothing_is_left_out_in_silence() -> None:
    entries = listed(CSL[: CSL.index("7")] + '{"id"', "my refs.json")
    assert entries[-1].key == ""
    assert entries[-1].record is None
    assert entries[-1].problem.startswith("behind this place the file is cut off, or is no valid JSON")
    with pytest.raises(FormatError, match=r"my refs\.json is cut off"):
        bibliographies.read(CSL[:100].encode(), "my refs.json")

"""Which entries of a .bib file are about the work of a new one."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from refcheck_cli.bibfile import add
from refcheck_cli.bibscan import scan
from refcheck_cli.bibworks import Shelf, work_id
from refcheck_core import Author, Record, WorkType
from refcheck_core.bibtex import build_entry, field_values, written
from refcheck_core.models.export import EntryAnswer

ARXIV = "10.48550/arxiv.1706.03762"


@pytest.mark.parametrize(
    ("fields", "work"),
    [
        ({}, None),
        ({"doi": "10.1000/ONE", "url": "https://doi.org/10.1000/two", "eprint": "1706.03762"}, "10.1000/one"),
        ({"doi": "unknown", "url": "https://doi.org/10.1000/one"}, "10.1000/one"),
        ({"url": "https://link.springer.com/chapter/10.1007/978-3-319-24574-4_28"}, "10.1007/978-3-319-24574-4_28"),
        ({"url": "https://example.org/"}, None),
        ({"doi": "10.48550/arXiv.1706.03762"}, ARXIV),
        ({"doi": "10.48550/arXiv.1706.03762v5"}, ARXIV),
        ({"url": "https://doi.org/10.48550/arXiv.1706.03762"}, ARXIV),
        ({"eprint": "1706.03762"}, ARXIV),
        ({"eprint": "arXiv:1706.03762v2", "archiveprefix": "{arXiv}", "journal": "NeurIPS"}, ARXIV),
        ({"eprint": "1706.03762", "eprinttype": "arxiv"}, ARXIV),
        ({"eprint": "1706.03762", "archiveprefix": "jstor"}, None),
        ({"arxivid": "1706.03762"}, ARXIV),
        ({"url": "https://arxiv.org/pdf/1706.03762v1.pdf"}, ARXIV),
        ({"url": "https://example.org/abs/1706.03762"}, None),
        ({"journal": "arXiv preprint arXiv:1706.03762"}, ARXIV),
        ({"journal": "CoRR", "volume": "abs/1706.03762"}, ARXIV),
        ({"journal": "Corrosion", "volume": "1706.03762"}, None),
        ({"howpublished": "\\url{https://arxiv.org/abs/1706.03762}"}, ARXIV),
        ({"note": "Long version: arXiv:1706.03762"}, None),
        ({"doi": "10.48550/arxiv.foo"}, "10.48550/arxiv.foo"),
    ],
)
def test_one_notion_of_a_work(fields, work):
    assert work_id(fields) == work


def answer(key="smith2020title", entry_type="misc", **fields):
    known = {"author": "Smith, Jane", "title": "A Title", "year": "2020"} | fields
    return EntryAnswer(input="x", citation_key=key, entry_type=entry_type, fields=known, source_api="test")


def held(text, entry):
    found = Shelf(scan(text).entries).find(entry)
    return found.key if found else None


PREPRINT = answer(eprint="1706.03762", archivePrefix="arXiv")
BY_DOI = answer(title="Other words", doi=ARXIV)
PUBLISHED = answer(entry_type="inproceedings", booktitle="NIPS", eprint="1706.03762", archivePrefix="arXiv")


@pytest.mark.parametrize("first", [PREPRINT, BY_DOI, PUBLISHED])
@pytest.mark.parametrize("second", [PREPRINT, BY_DOI, PUBLISHED])
def test_a_preprint_is_known_by_each_of_its_identifiers(first, second):
    assert held(written(first.entry_type, "k", first.fields), second) == "k"


def test_a_published_version_with_a_doi_is_another_entry_than_its_preprint():
    article = answer(entry_type="article", journal="J", doi="10.1000/one", eprint="1706.03762")
    assert held(written("article", "k", article.fields), PREPRINT) is None
    assert held(written("misc", "k", PREPRINT.fields), article) is None


@pytest.mark.parametrize(
    ("text", "entry", "key"),
    [
        # Equal but for spelling.
        ('@MISC{k, Author="Smith, Jane", title = {{A} {T}itle}, year = 2020}', answer(), "k"),
        ("@misc{k, author={M{\\\"u}ller}, title={\\'A}, year={2020}}", answer(author="Müller", title="Á"), "k"),
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2020, note={mine}, keywords={x}}", answer(), "k"),
        # One lacks the identifier.
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2020}", answer(doi="10.1000/one"), "k"),
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2020, doi={10.1000/one}}", answer(), "k"),
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2020, doi={10.1000/one}}", answer(doi="10.1/2"), "k"),
        # A home page is no work.
        ("@misc{k, title={Another}, year=2020, url={https://example.org/}}", answer(url="https://example.org/"), None),
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2020, url={https://a.org}}", answer(url="b"), None),
        # Other works.
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2021}", answer(), None),
        ("@misc{k, author={Smith, Jane}, title={A Title}}", answer(), None),
        ("@misc{k, author={Smith, John}, title={A Title}, year=2020}", answer(), None),
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2020, volume=2}", answer(), None),
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2020, volume=2}", answer(volume="3"), None),
        ("@book{k, author={Smith, Jane}, title={A Title}, year=2020}", answer(), None),
        ("@misc{k, author={Smith, Jane}, title={A Title}, year=2020, doi={10.1000/1}}", answer(doi="10.1000/2"), None),
        ("@misc{k, year=2020}", answer(author="", title=""), None),
        ("@misc{smith2020title, title={Another}, year=2020}", answer(), None),
        # Not live.
        ("% @misc{k, author={Smith, Jane}, title={A Title}, year=2020}", answer(), None),
        ("@comment{@misc{k, author={Smith, Jane}, title={A Title}, year=2020}}", answer(), None),
    ],
)
def test_entries_without_identifiers_are_compared_by_what_tells_works_apart(text, entry, key):
    if "10.1/2" in entry.fields.get("doi", ""):  # no DOI: such an entry has no identifier
        assert work_id(entry.fields) is None
    assert held(text, entry) == key


WORDS = st.one_of(
    st.none(), st.sampled_from(["A title", "a Title", "Ä", "$x$ & 50% {", "中", "Deep"]), st.text(max_size=12)
)
NAMES = st.lists(st.builds(Author, family=st.sampled_from(["Smith", "O'Neill", "von Ä", "李"])), max_size=2).map(tuple)
RECORDS = st.builds(
    Record,
    source=st.just("test"),
    title=WORDS,
    authors=NAMES,
    year=st.sampled_from([None, 2020]),
    venue=st.sampled_from([None, "J", "arXiv", "A & B"]),
    type=st.sampled_from([None, WorkType.JOURNAL_ARTICLE, WorkType.BOOK, WorkType.POSTED_CONTENT]),
    doi=st.sampled_from([None, None, "10.1000/one", "10.1000/a_(b)<c>", ARXIV]),
    arxiv_id=st.sampled_from([None, None, "1706.03762", "hep-th/9901001"]),
    url=st.sampled_from([None, "https://example.org/", "https://example.org/%7Ea_b"]),
    abstract=WORDS,
)


def entry_of(record, style):
    built = build_entry(record, include_abstract=True)
    return EntryAnswer(
        input="x",
        citation_key=built.key,
        entry_type=built.entry_type,
        fields=field_values(built, style),
        source_api="test",
    )


OLD = st.sampled_from(
    [
        "",
        "% x",
        "@misc{smith2020a,}\n",
        "@comment{ x",
        "% @misc{anonndtitle, \n",
        "@misc{smith2020a oops}\r\n",
        "é\r",
    ]
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(old=OLD, records=st.lists(RECORDS, max_size=5), style=st.sampled_from(["latex", "utf8"]))
@example(old="@misc{anonndtitle,}\n", records=[Record(source="test", title="Title")] * 2, style="latex")
def test_whatever_is_added_is_there_the_next_time(tmp_path, old, records, style):
    bib = tmp_path / "refs.bib"
    bib.write_bytes(old.encode())
    entries = [entry_of(record, style) for record in records]
    first = add(str(bib), entries)
    data = bib.read_bytes()
    assert data.startswith(old.encode())
    second = add(str(bib), entries)
    assert (second.new, bib.read_bytes()) == ((), data)
    assert [e.citation_key for e in second.entries] == [e.citation_key for e in first.entries]
    keys = [key.lower() for key in scan(data.decode()).keys]
    assert len(set(keys)) == len(keys)
    for one in (*first.new, *reversed(first.new)):  # nor in another order, or in another style
        assert add(str(bib), [one]).new == ()
    assert bib.read_bytes() == data

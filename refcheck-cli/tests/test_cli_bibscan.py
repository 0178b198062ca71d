"""What a .bib file holds: keys and works of its entries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_cli.bibscan import UnclosedEntryError, scan
from refcheck_core import Record
from refcheck_core.bibtex import render_entry
from refcheck_core.testing.data import shared_data

ENTRY = "@article{key1,\n  title = {A {B}},\n  doi = {10.1000/One},\n}\n"


@pytest.mark.parametrize(
    ("text", "keys", "works"),
    [
        ("", [], {}),
        ("no entries here, write to someone@example.org\n", [], {}),
        (ENTRY, ["key1"], {"10.1000/one": "key1"}),
        (ENTRY.replace("\n", "\r\n"), ["key1"], {"10.1000/one": "key1"}),
        (ENTRY.replace("\n", "\r"), ["key1"], {"10.1000/one": "key1"}),
        ('@ARTICLE ( k:1/a-b , DOI = "10.1000/one" , note={)} )', ["k:1/a-b"], {"10.1000/one": "k:1/a-b"}),
        ("@misc{k, doi = 10.1000/one}", ["k"], {"10.1000/one": "k"}),
        ("@misc{k, doi = {{10.1000/one}}, x=1}", ["k"], {"10.1000/one": "k"}),
        (r"@misc{k, doi = {https://doi.org/10.1000/a\_b}}", ["k"], {"10.1000/a_b": "k"}),
        ("@misc{k, url = {https://doi.org/10.1000/one}}", ["k"], {"10.1000/one": "k"}),
        ("@misc{k, url = {https://example.org/a}}", ["k"], {"https://example.org/a": "k"}),
        ("@misc{k, eprint = {1706.03762}, url={x}}", ["k"], {"10.48550/arxiv.1706.03762": "k"}),
        ("@inproceedings{k, eprint = {1706.03762}}", ["k"], {}),
        ("@misc{k, doi = {}}", ["k"], {}),
        ("@misc{k, note = {doi = {10.1000/one}}, mydoi={10.1000/one}}", ["k"], {}),
        ("@misc{k}", [], {}),
        ("@article{, title={x}}", [], {}),
        ("@string{a = {x}} @preamble{{y}} @misc{k,}", ["k"], {}),
        (f"@comment{{{ENTRY}}}", ["key1"], {}),
        (f"@comment{{ {ENTRY}", ["key1"], {"10.1000/one": "key1"}),
        (f"% {ENTRY}", ["key1"], {}),
        ("% @misc{k, \n@misc{l, doi={10.1000/one}}", ["l"], {"10.1000/one": "l"}),
        (ENTRY + ENTRY.replace("key1", "key2"), ["key1", "key2"], {"10.1000/one": "key1"}),
    ],
)
def test_keys_and_works(text, keys, works):
    found = scan(text)
    assert (found.keys, found.works) == (keys, works)


@pytest.mark.parametrize(
    ("text", "line"), [("@misc{k,", 1), (f"{ENTRY}\n@misc{{k, title={{x}}\n", 6), ("\n@misc(k, x={)}", 2)]
)
def test_an_entry_that_is_not_closed_is_named(text, line):
    with pytest.raises(UnclosedEntryError, match=f"line {line} ") as caught:
        scan(text)
    assert caught.value.line == line


@given(st.lists(st.text(max_size=30), max_size=5), st.sampled_from(["\n", "\r\n"]))
def test_whatever_we_write_we_find_again(titles, newline):
    records = [Record(source="test", title=t, doi=f"10.1000/{n}") for n, t in enumerate(titles)]
    text = "\n\n".join(render_entry(r, key=f"key{n}") for n, r in enumerate(records)).replace("\n", newline)
    found = scan(text)
    assert found.keys == [f"key{n}" for n in range(len(titles))]
    assert found.works == {f"10.1000/{n}": f"key{n}" for n in range(len(titles))}


@given(st.text(st.sampled_from('@misc{}()",=%\n doi10.1000/x'), max_size=60))
def test_no_text_makes_it_fail(text):
    lines = text.count("\n") + 1
    try:
        assert len(scan(text).keys) <= text.count("@")
    except UnclosedEntryError as error:
        lines -= error.line
    assert lines >= 0


@pytest.mark.shared
def test_files_of_people_are_read():
    counted = {}
    for path in sorted(shared_data("documents", "bib").glob("*.bib")):
        try:
            counted[path.name] = len(scan(path.read_bytes().decode("utf-8", errors="replace")).keys)
        except UnclosedEntryError:
            counted[path.name] = None
    assert sum(count is None for count in counted.values()) <= 2, counted
    assert sum(count or 0 for count in counted.values()) > 1000

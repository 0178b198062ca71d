"""What a .bib file holds: keys and works of its entries."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_cli.bibscan import UnclosedEntryError, scan
from refcheck_cli.bibworks import work_id
from refcheck_core import Record
from refcheck_core.bibtex import render_entry
from refcheck_core.testing.data import shared_data


def works_of(found):
    """Work -> key of the first entry about it."""
    works = {}
    for entry in found.entries:
        if work := work_id(entry.fields):
            works.setdefault(work, entry.key)
    return works


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
        ("@misc{k, url = {https://example.org/a}}", ["k"], {}),
        ("@misc{k, doi = {}}", ["k"], {}),
        ("@misc{k, note = {doi = {10.1000/one}}, mydoi={10.1000/one}}", ["k"], {}),
        ("@misc{k, note = {my doi = 10.1000/one}, doi = {10.1000/two}}", ["k"], {"10.1000/two": "k"}),
        ('@misc{k, note = "see {"}doi = 10.1000/one, url = {https://doi.org/10.1000/x}", year = 1}', ["k"], {}),
        ('@misc{k, note = "doi = 10.1000/one, ", year = 1}', ["k"], {}),
        ("@misc{k, doi = {10.1000/one}, DOI = {10.1000/two}}", ["k"], {"10.1000/one": "k"}),
        ('@misc{k, doi = "10.1000/" # {on} # "e"}', ["k"], {"10.1000/one": "k"}),
        ('@misc{k, doi = "10.1000/o" # rest}', ["k"], {}),
        ('@misc{k, doi = rest # "10.1000/o", url = 1 # rest}', ["k"], {}),
        ("@misc{k, doi = {10.1000/one} year = 1}", ["k"], {}),
        ("@misc{k, doi = {10.1000/one}, {x}}", ["k"], {}),
        ("@misc{k, doi = {10.1000/one}, x = }", ["k"], {}),
        ('@misc{k, doi = {10.1000/one}, x = "a}', ["k"], {}),
        ('@misc{k, doi = {10.1000/one}, x = "a}" }"}', ["k"], {}),
        ("@misc{k, x = {a} } @misc{k2,, doi = {10.1000/one} , , }", ["k", "k2"], {"10.1000/one": "k2"}),
        ("@misc{k, % doi = {10.1000/old},\n doi % and so on\n = {10.1000/one}}", ["k"], {}),
        ("@misc{k, % doi = {10.1000/old},\n doi = % so\n {10.1000/one} % on\n}", ["k"], {"10.1000/one": "k"}),
        ("@misc{k, doi = {10.1000/one} % on }", ["k"], {}),
        ("@misc{k}", ["k"], {}),
        ("@misc(k)", ["k"], {}),
        ("@misc{" + "k" * 301 + ",}", [], {}),
        ("@article{, title={x}}", [], {}),
        ("@string{a = {x}} @preamble{{y}} @misc{k,}", ["k"], {}),
        (f"@comment{{{ENTRY}}}", ["key1"], {}),
        (f"@comment{{ {ENTRY}", ["key1"], {"10.1000/one": "key1"}),
        (f"% {ENTRY}", ["key1"], {}),
        ("% @misc{k, \n@misc{l, doi={10.1000/one}}", ["k", "l"], {"10.1000/one": "l"}),
        (f"% old: @article{{a, and @book(b,\n{ENTRY}}})", ["a", "b", "key1"], {"10.1000/one": "key1"}),
        (f"@misc{{k, note={{50% x}}}} {ENTRY}", ["k", "key1"], {"10.1000/one": "key1"}),
        (f"@misc{{k, note={{50%}}}} % {ENTRY}", ["k", "key1"], {}),
        (f"@comment{{50% x}} {ENTRY}", ["key1"], {"10.1000/one": "key1"}),
        (f"% @comment{{ \n{ENTRY}}}", ["key1"], {"10.1000/one": "key1"}),
        (f"@comment{{ @comment{{x}} {ENTRY} }}", ["key1"], {}),
        (
            f"@misc{{k, note {{ {ENTRY} }} }} {ENTRY.replace('key1', 'key2')}",
            ["k", "key1", "key2"],
            {"10.1000/one": "key2"},
        ),
        (ENTRY + ENTRY.replace("key1", "key2"), ["key1", "key2"], {"10.1000/one": "key1"}),
    ],
)
def test_keys_and_works(text, keys, works):
    found = scan(text)
    assert (found.keys, works_of(found)) == (keys, works)


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
    assert works_of(found) == {f"10.1000/{n}": f"key{n}" for n in range(len(titles))}


@pytest.mark.parametrize(
    "text",
    [
        "% @article{a\n" * 20_000,
        "% " + "@misc{k, doi={10.1000/one}} " * 20_000,
        "@misc{k, doi={10.1000/one}} " * 20_000,
        "@comment{" * 20_000,
        "@comment(" * 20_000,
        "%" + "@a(" * 20_000,
        "@a{" * 20_000 + "}" * 20_000,
        "@a{k,x={" * 10_000 + "}!}" * 10_000,
        "@misc{k, t={" + "{" * 50_000 + "}" * 50_000 + "}}",
        "@misc{k, t={" + "x" * 1_000_000 + "}}",
        "@a{" + " " * 1_000_000 + "}",
        "@" + "\n" * 1_000_000,
        "@misc{k" + ",\n%" * 50_000 + "\n}",
    ],
    ids=lambda text: text[:12].strip(),
)
def test_time_is_in_proportion_to_the_text(text):
    start = time.process_time()
    scan(text)
    assert time.process_time() - start < 10  # what takes the square of the length takes a minute and more here


@given(st.text(st.sampled_from('@misc{}()",=%\n doi10.1000/x'), max_size=60))
def test_no_text_makes_it_fail(text):
    lines = text.count("\n") + 1
    try:
        found = scan(text)
        assert len(found.entries) <= len(found.keys) <= text.count("@")
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

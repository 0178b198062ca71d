"""Reading ``.bib`` files: grammar, faults, inheritance, encodings; other parsers as witnesses."""

from __future__ import annotations

import logging
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core import BibEntry, BrokenEntry, decode_text, read_entries
from refcheck_core.bibtex.inheriting import inherit
from refcheck_core.names import is_truncated, split_names
from refcheck_core.testing.data import shared_data


def only(text: str) -> BibEntry:
    (entry,) = read_entries(text)
    assert isinstance(entry, BibEntry)
    return entry


def test_an_entry_is_read_with_all_that_it_says():
    text = '\n@Article{Shannon1948,\n  author = {Shannon, C.},\n  Title = "A Mathematical\n  Theory",\n year = 1948}\n'
    entry = only(text)
    assert (entry.key, entry.type, entry.line) == ("Shannon1948", "article", 2)
    assert dict(entry.fields) == {"author": "Shannon, C.", "title": "A Mathematical Theory", "year": "1948"}
    assert entry.own == {"author", "title", "year"}
    assert entry.raw == text.strip()


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ('title = "A (b) title", year = 2001', {"title": "A (b) title", "year": "2001"}),
        (r"title = {A set \{ x \} }, year = 2001", {"title": r"A set \{ x \}", "year": "2001"}),
        ("title = {A}\n year = 2001", {"title": "A", "year": "2001"}),
        ("title = {A} year = 2001", {"title": "A", "year": "2001"}),
        ('title = "A {"}quoted{"} b", note = "x, y = 3"', {"title": 'A {"}quoted{"} b', "note": "x, y = 3"}),
        ("title = {A},\n % author = {X},\n year = 2001", {"title": "A", "year": "2001"}),
        ("title = {A}, title = {B}", {"title": "A"}),
        ("title={A\n@home study}", {"title": "A @home study"}),
        ("title = {A}, , ,year = {2001},", {"title": "A", "year": "2001"}),
        ("title = {A}, nonsense, year = {2001}", {"title": "A", "year": "2001"}),
        ("title = {A}, nonsense", {"title": "A"}),
        ("title = {a {b {c {d}}}}", {"title": "a {b {c {d}}}"}),
        ("title = , year = 2001", {"title": "", "year": "2001"}),
        ('title = "never closed', {"title": "never closed"}),
        ('title = {A}, note = "{closed}', {"title": "A", "note": "{closed}"}),
        ("title = {A (b) (c)}", {"title": "A (b) (c)"}),
        ("title = {50% more}", {"title": "50% more"}),
    ],
)
@pytest.mark.parametrize(("opening", "closing"), ["{}", "()"])
def test_fields(body: str, fields: dict[str, str], opening: str, closing: str):
    if opening == "(" and body.count('"') % 2:
        assert [type(each) for each in read_entries(f"@misc({body})")] == [BrokenEntry]  # the quotation hides it
        return
    assert dict(only(f"@misc{opening}key, {body}{closing}").fields) == fields


def test_the_rest_goes_on_behind_an_entry_that_is_broken_in_the_middle():
    text = "@article{a, title={A}}\n@article{b, title = {B, year = 2001\n}\n@book{c, title={C}}\n @book{d, title={D}}"
    a, b, c, d = read_entries(text)
    assert b == BrokenEntry("b", 2, "the entry is not closed")
    assert [each.key for each in (a, c, d)] == ["a", "c", "d"]
    assert [each.line for each in (a, c, d)] == [1, 4, 5]


def test_the_last_entry_may_be_cut_off():
    assert read_entries("@article{a, title = {A") == [BrokenEntry("a", 1, "the entry is not closed")]
    assert read_entries("@article{") == [BrokenEntry("", 1, "the entry is not closed")]


def test_an_entry_without_fields_or_key_is_told():
    assert read_entries("@misc{a}") == [BrokenEntry("a", 1, "the entry has no fields")]
    assert read_entries("@misc{={}") == [BrokenEntry("", 1, "the entry is not closed")]
    assert read_entries('@misc{"}') == [BrokenEntry("", 1, "the entry has no fields")]
    assert only("@misc{title = {A}}").key == ""
    assert only("@misc{a key é, title = {A}}").key == "a key é"


def test_macros_of_macros_do_not_grow_beyond_bounds():
    doubled = "".join(f"@string{{x{n + 1} = x{n} # x{n}}}\n" for n in range(60))
    used = ", ".join(f"f{n} = x25" for n in range(200))
    first, second = read_entries(
        f"@string{{x0 = {{ha}}}}\n{doubled}@misc{{a, title = x60, {used}}}\n@misc{{b, title = jan # {{ x}}, note = x0}}"
    )
    assert sum(map(len, first.fields.values())) < 2_000_000
    assert second.fields["title"] == "jan x"


def test_a_brace_too_many_between_entries_hides_none():
    text = "@misc{a, title = {One}}}\n}\n@comment{x}\n@misc{b, title = {Two}}"
    assert [(entry.key, entry.fields["title"]) for entry in read_entries(text)] == [("a", "One"), ("b", "Two")]


def test_macros_and_concatenation():
    text = '@string{acm = "ACM"}\n@STRING(x = acm # { Press})\n@book{k, title = {A } # "B", publisher = X, month = jan}'
    assert dict(only(text).fields) == {"title": "A B", "publisher": "ACM Press", "month": "jan"}


def test_comments_and_preambles_are_no_entries():
    text = (
        "@comment{jabref-meta: grouping: {0 AllEntriesGroup:;}}\n@preamble{ {\\newcommand{\\x}{y}} }\n"
        "@Comment Ray Reiter\n% @article{old, title={Old}}\n@comment{@article{hidden, title={Hidden}}}\n"
        "Mail me @ home. @article{live, title={Live}}"
    )
    assert only(text).key == "live"


def test_a_comment_that_is_not_closed_hides_nothing():
    text = "@comment{ open\n@book{a, title={A}}\n@comment{ open\n@book{b, title={B}}"
    assert [each.key for each in read_entries(text)] == ["a", "b"]


def test_keys_may_repeat():
    assert [e.fields["title"] for e in read_entries("@misc{a,title={A}}@misc{a,title={B}}")] == ["A", "B"]


def test_a_paper_takes_the_book_from_its_proceedings_and_nothing_else():
    text = (
        "@inproceedings{p, crossref = {Vol}, title = {Paper}, author = {A. One}}\n"
        "@proceedings{vol, title = {Proc. of X}, subtitle = {X 2001}, editor = {E. Two}, year = 2001, doi = {10.1/v},"
        " pages = {500}, crossref = {vol}}"
    )
    paper, _ = read_entries(text)
    assert isinstance(paper, BibEntry)
    assert {k: v for k, v in paper.fields.items() if k != "crossref"} == {
        "title": "Paper",
        "author": "A. One",
        "booktitle": "Proc. of X",
        "booksubtitle": "X 2001",
        "editor": "E. Two",
        "year": "2001",
    }
    assert paper.own == {"crossref", "title", "author"}


def test_inheritance_keeps_what_the_entry_gives():
    found = {"v": ("book", {"title": "Book", "booktitle": "Its own", "date": "1999", "series": "S"})}
    child = {"crossref": "v", "title": "T", "year": "2000"}
    assert inherit("inbook", child, found.get) == {**child, "booktitle": "Its own", "series": "S"}
    assert inherit("inbook", {"crossref": "nowhere"}, found.get) == {"crossref": "nowhere"}
    same = inherit("book", {"crossref": "v", "volume": "2"}, found.get)
    assert "title" not in same
    assert same["booktitle"] == "Its own"


def test_xdata_is_shared_and_no_work():
    text = (
        "@xdata{pub, publisher={P}, title={Shared}}\n@book{b, xdata={pub, missing,}, title={B}}\n@set{s, entryset={b}}"
    )
    assert dict(only(text).fields) == {"xdata": "pub, missing,", "publisher": "P", "title": "B"}


def test_fields_as_plain_text_and_names():
    entry = only(
        r"@misc{a, title={The {\"o}del of {NP}}, author={G{\"o}del, Kurt and {ATLAS Collaboration} and others},"
        r" journal = {\apj}, note={}, editor={A. B.}}"
    )
    assert entry.text("title") == "The ödel of NP"
    assert entry.text("journal") == "Astrophysical Journal"
    assert entry.text("note") is None
    assert entry.text("volume") is None
    assert entry.names("author") == (r"G{\"o}del, Kurt", "{ATLAS Collaboration}")
    assert entry.is_cut("author")
    assert not entry.is_cut("editor")
    assert entry.names("translator") == ()


@pytest.mark.parametrize(
    "names",
    [
        "Knuth, Donald E. and Bibby, Duane",
        "Knuth, Donald and Bibby, D. and others",
        "Knuth, D.",
        "D. Knuth and D. Bibby",
    ],
)
def test_names_are_those_that_any_author_string_gives(names: str):
    assert only(f"@misc{{a, author={{{names}}}}}").names("author") == split_names(names)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("é".encode(), "é"),
        ("\ufeffé".encode(), "é"),
        ("\ufeffé".encode("utf-16-le"), "é"),
        ("\ufeffé".encode("utf-16-be"), "é"),
        ("é – “”".encode("cp1252"), "é – “”"),
        (b"\x81\xe9", "\x81é"),
        ("% Encoding: GBK\n中文".encode("gbk"), "% Encoding: GBK\n中文"),
        ("% Encoding: UTF-8\né".encode(), "% Encoding: UTF-8\né"),
        (b"% Encoding: no-such\n\xe9", "% Encoding: no-such\né"),
        (b"% Encoding: undefined\n\xe9", "% Encoding: undefined\né"),
        (b"", ""),
    ],
)
def test_encodings(data: bytes, text: str):
    assert decode_text(data) == text


def test_windows_line_ends_count_lines():
    first, second = read_entries("@misc{a,\r\n title={A\r\n B}}\r\n\r@misc{b, title={B}}")
    assert isinstance(first, BibEntry)
    assert first.fields["title"] == "A B"
    assert second.line == 5


BITS = st.sampled_from(
    [
        "@",
        "{",
        "}",
        "(",
        ")",
        '"',
        ",",
        "=",
        "#",
        "%",
        "\n",
        " ",
        "article",
        "comment",
        "string",
        "title",
        "a",
        "1",
        "\\",
    ]
)


@given(st.lists(BITS, max_size=80).map("".join))
def test_nothing_raises_and_lines_are_in_order(text: str):
    found = read_entries(text)
    lines = [each.line for each in found]
    assert lines == sorted(lines)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)


VALUES = st.text(
    st.characters(exclude_characters="{}\\%\r", exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=30
)
NAMES = st.from_regex(r"[a-z][a-z-]{0,10}", fullmatch=True).filter(lambda name: name not in ("crossref", "xdata"))


@given(st.lists(st.dictionaries(NAMES, VALUES, min_size=1, max_size=5), min_size=1, max_size=5))
def test_what_is_written_is_read(entries: list[dict[str, str]]):
    written = "\n".join(
        f"@misc{{k{number}," + ",".join(f"\n  {name} = {{{value}}}" for name, value in fields.items()) + "\n}"
        for number, fields in enumerate(entries)
    )
    found = read_entries(written)
    assert [(e.key, dict(e.fields)) for e in found if isinstance(e, BibEntry)] == [
        (f"k{number}", fields) for number, fields in enumerate(entries)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "@article{a, title = {" * 20_000,
        "@comment{" * 20_000,
        "@string{x = x # x # " * 5_000,
        "{" * 300_000,
        '@article(a, title = "' * 20_000,
        "@misc{a," + "b = {" * 50_000,
        "@misc{a, b = " + "{" * 50_000 + "}" * 50_001,
        "\n@misc{a, b = {c\n" * 20_000,
        "@misc{a" + " " * 200_000 + "=}",
        "@misc{a, b" + " " * 100_000 + "c" + " " * 100_000 + "}",
        "@misc{a," + "b " * 100_000 + "}",
        "@misc{a, b = " + "x # " * 50_000 + "}",
        "@" * 200_000,
        "%" + "@a " * 100_000,
    ],
    ids=lambda text: text[:24],
)
def test_hostile_text_takes_linear_time(text: str):
    begin = time.process_time()
    read_entries(text)
    assert time.process_time() - begin < 5


def _theirs(text: str) -> dict[tuple[str, int], dict[str, str]]:
    """Entries by bibtexparser, duplicates too, with the fields whose value is one piece."""
    from bibtexparser import splitter

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    found = {}
    for given_block in splitter.Splitter(text).split().blocks:
        block = given_block
        while getattr(block, "ignore_error_block", None) is not None:
            block = block.ignore_error_block
        if hasattr(block, "entry_type") and block.entry_type.lower() not in ("set", "xdata"):
            fields: dict[str, str] = {}
            for each in block.fields:
                value = each.value
                if value[:1] + value[-1:] in ("{}", '""') and "#" not in value and not each.key.startswith("%"):
                    fields.setdefault(each.key.lower(), " ".join(value[1:-1].split()))
            found[block.key.strip(), block.start_line + 1] = fields
    return found


@pytest.mark.shared
def test_files_of_real_users_are_read_as_another_parser_reads_them():
    folder = shared_data("documents", "bib")
    unlike: list[str] = []
    total = 0
    for path in sorted(Path(folder).glob("*.bib")):
        text = decode_text(path.read_bytes())
        ours = {(e.key, e.line): e for e in read_entries(text) if isinstance(e, BibEntry)}
        total += len(ours)
        theirs = _theirs(text)
        for place in theirs.keys() & ours.keys():
            entry = ours[place]
            unlike += [
                f"{path.name} {place}: {name}"
                for name, value in theirs[place].items()
                if entry.fields.get(name) != value and name in entry.own
            ]
        missed = [place for place in theirs.keys() - ours.keys() if "%" not in _line(text, place[1])]
        unlike += [f"{path.name} {place}: entry missed" for place in missed]
    # One entry without fields, and one whose brace is escaped, which hides nothing from BibTeX.
    known = {"emptyreference", "Thiebaux:93"}
    assert [each for each in unlike if not any(name in each for name in known)] == []
    assert total > 4_000


def _line(text: str, number: int) -> str:
    return re.split(r"\r\n|\r|\n", text)[number - 1]


class TestPlainListsOfNames:
    """They are parted without being looked at closely: the same names must come of it."""

    WORDS = st.sampled_from(
        "Müller García-López O Ångström Foundation Inc IEEE Jr III Others others et al and de von J. J.-P. K".split()
    )
    PEOPLE = st.builds("{}, {}".format, WORDS, st.lists(WORDS, min_size=1, max_size=3).map(" ".join))

    @given(st.lists(PEOPLE, min_size=1, max_size=4), st.sampled_from(["", " and others"]))
    def test_the_short_way_and_the_long_one_agree(self, people, end):
        value = " and ".join(people) + end
        entry = only(f"@misc{{a, author = {{{value}}}}}")
        assert entry.names("author") == split_names(value)
        assert entry.is_cut("author") == is_truncated(value)

    def test_the_short_way_is_taken_for_letters_with_accents(self, monkeypatch):
        monkeypatch.setattr("refcheck_core.bibtex.reading.split_names", None)
        monkeypatch.setattr("refcheck_core.bibtex.reading.is_truncated", None)
        entry = only("@misc{a, author = {Müller, Hans-Peter and García-López, J.-P. Ł. and others}}")
        assert entry.names("author") == ("Müller, Hans-Peter", "García-López, J.-P. Ł.")
        assert entry.is_cut("author")

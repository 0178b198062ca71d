"""What people export from their libraries: JSON Lines, ``.bib``, CSL-JSON, RIS."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core import Author
from refcheck_core.testing.data import shared_data
from refcheck_local.formats import BadEntry, FormatError, read_rows
from refcheck_local.formats.values import person_named
from refcheck_local.records import record_of
from refcheck_local.rows import Person, Row

# --- JSON Lines ------------------------------------------------------------------------------------------------------

PLAIN = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x17F, exclude_categories=["C", "Z", "S"]), min_size=1, max_size=20
)
PEOPLE = st.lists(
    st.builds(Person, family=PLAIN, given=st.none() | PLAIN)
    | st.builds(Person, name=PLAIN, organization=st.booleans()),
    max_size=4,
).map(tuple)
ROWS = st.builds(
    Row,
    id=PLAIN,
    title=PLAIN,
    subtitle=st.none() | PLAIN,
    titles=st.lists(PLAIN, max_size=2).map(tuple),
    authors=PEOPLE,
    editors=PEOPLE,
    partial=st.booleans(),
    year=st.none() | st.integers(1000, 2999),
    venue=st.none() | PLAIN,
    doi=st.none() | PLAIN,
    isbn=st.lists(PLAIN, max_size=2).map(tuple),
    notices=st.lists(PLAIN, max_size=2).map(tuple),
    submitted_to=st.none() | PLAIN,
)


@given(st.lists(ROWS, max_size=5))
def test_rows_come_back_as_they_were_written(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    if rows:
        found = list(read_rows(path, "jsonl"))
        cleaned = [record_of(row).title for row in rows]
        assert [row.id for row in found] == [row.id for row in rows]
        assert [record_of(row).title for row in found] == cleaned
        assert [row.authors and len(row.authors) for row in found] == [row.authors and len(row.authors) for row in rows]
        assert [msgspec.structs.replace(row, title="", **TEXTS) for row in found] == [
            msgspec.structs.replace(row, title="", **TEXTS) for row in rows
        ]


TEXTS = {"subtitle": None, "venue": None, "submitted_to": None, "authors": (), "editors": ()}


def test_values_of_other_shapes_are_understood(read):
    line = {
        "title": "TeX and METAFONT",
        "authors": ["Donald E. Knuth", {"literal": "AMS", "organization": True}, {"given": "Plato"}, 7, {}],
        "editors": None,
        "year": "c. 1979",
        "years": [1979, "1980", None],
        "isbn": "0-932376-02-9",
        "issn": ["1234-5679", 12345679],
        "titles": None,
        "partial": "no",
        "volume": 3,
        "pages": "1 – 20",
        "doi": "https://doi.org/10.1000/TeX",
    }
    (row,), bad = read(json.dumps(line), "x.jsonl", "jsonl")
    assert bad == []
    assert row == Row(
        id="doi:10.1000/tex",
        title="TeX and METAFONT",
        authors=(
            Person(family="Knuth", given="Donald E."),
            Person(name="AMS", organization=True),
            Person(name="Plato"),
        ),
        year=1979,
        years=(1979, 1980),
        isbn=("0-932376-02-9",),
        issn=("1234-5679", "12345679"),
        volume="3",
        pages="1-20",
        doi="https://doi.org/10.1000/TeX",
    )


@pytest.mark.parametrize(
    ("fields", "row_id"),
    [
        ({"id": 17}, "17"),
        ({"doi": "10.1000/A"}, "doi:10.1000/a"),
        ({"arxiv_id": "1706.03762"}, "arxiv:1706.03762"),
        ({"pmid": 123}, "pmid:123"),
        ({}, "title:"),
    ],
)
def test_a_row_without_id_is_named_by_what_identifies_it(fields, row_id, read):
    (row,), _ = read(json.dumps({"title": "T", **fields}), "x.jsonl", "jsonl")
    assert row.id.startswith(row_id)
    assert read(json.dumps({"title": "T", **fields}), "x.jsonl", "jsonl")[0] == [row]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b'{"id":"a"}', "it has no title"),
        (b'{"id":"a","title":""}', "it has no title"),
        (b'{"id":"a","title":" <i> </i> "}', "it has no title"),
        (b'{"id":"a","title":["","  "]}', "it has no title"),
        (b'{"id":" ","title":"  T"}', "its id is empty"),
        (b'{"id":"a","title":"T"', "not valid JSON"),
        (b'{"id":"a","title":"T"}}', "not valid JSON"),
        (b'["a"]', "no JSON object"),
        (b"\x00\x00", "not valid JSON"),
        (b'{"id":"a","title":"\xe9"}', "not encoded in UTF-8|not valid JSON"),
        (b'{"id":"a","title":"T","extra":' + b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_bad_line_costs_itself_alone(line, problem, read):
    good = b'{"id":"good","title":"Good"}\n'
    rows, (bad,) = read(good + line + b"\n\n" + good, "x.jsonl", "jsonl")
    assert len(rows) == 2
    assert bad.place == "line 2"
    assert __import__("re").search(problem, bad.problem)


def test_markup_and_invisible_characters_go(read):
    line = {
        "id": "a",
        "title": "Of <i>E. coli</i> &amp; others\u0000",
        "venue": "J.\u200b X",
        "authors": [{"name": "A\u00adB"}, {"family": "C  D", "given": "E\u0301."}],
    }
    (row,), _ = read(json.dumps(line, ensure_ascii=False), "x.jsonl", "jsonl")
    assert (row.title, row.venue) == ("Of E. coli & others", "J. X")
    assert row.authors == (Person(name="AB"), Person(family="C D", given="É."))


@pytest.mark.parametrize(("status", "venue"), [("Poster", "ICLR"), ("Reject", None), ("Withdraw", None), (3, "ICLR")])
def test_a_submission_that_was_not_accepted_has_no_venue(status, venue, read):
    (row,), _ = read(json.dumps({"id": "a", "title": "T", "venue": "ICLR", "status": status}), "x.jsonl", "jsonl")
    assert (row.venue, row.submitted_to) == (venue, None if venue else "ICLR")


@pytest.mark.parametrize(
    "name", ["Knuth, Donald E.", "Knuth, D. E.", "King, Martin Jr.", "van Gogh, V.", "Li, Wei-Min"]
)
def test_usual_names_are_read_as_all_names_are(name):
    author = Author.parse(name)
    assert person_named(name) == Person(family=author.family, given=author.given, suffix=author.suffix)


# --- BibTeX ----------------------------------------------------------------------------------------------------------


def test_an_article_of_a_library(read):
    text = r"""@article{godel, author = {G{\"o}del, Kurt}, title = {{\"U}ber formal unentscheidbare S{\"a}tze},
        journaltitle = {Monatshefte f{\"u}r Mathematik}, shortjournal = {Monatsh. Math.}, date = {1931-12-01},
        volume = 38,
        number = 1, pages = {173--198}, doi = {10.1007/BF01700692}, issn = {0026-9255, 1436-5081}, note = {x},
        url = {https://example.org/a\_b}, abstract = {In <i>short</i>}}"""
    (row,), bad = read(text, "My Library.bib")
    assert bad == []
    assert row == Row(
        id="bib:My Library:godel",
        title="Über formal unentscheidbare Sätze",
        authors=(Person(family="Gödel", given="Kurt"),),
        year=1931,
        venue="Monatshefte für Mathematik",
        venue_aliases=("Monatsh. Math.",),
        type="article",
        volume="38",
        issue="1",
        pages="173-198",
        doi="10.1007/bf01700692",
        issn=("0026-9255", "1436-5081"),
        url="https://example.org/a_b",
        abstract="In short",
        source="My Library.bib",
    )


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        ("@misc{a, title={T}, eprint={1706.03762v5}, archiveprefix={arXiv}, primaryclass={cs.CL}}",
         {"arxiv_id": "1706.03762", "category": "cs.CL", "type": "preprint"}),
        ("@article{a, title={T}, journal={arXiv preprint arXiv:1706.03762}}",
         {"arxiv_id": "1706.03762", "type": "article"}),
        ("@online{a, title={T}, url={https://arxiv.org/abs/hep-th/9901001}}",
         {"arxiv_id": "hep-th/9901001", "type": "preprint"}),
        ("@misc{a, title={T}, doi={10.48550/arXiv.1706.03762}}", {"arxiv_id": "1706.03762"}),
        ("@article{a, title={T}, eprint={123}, eprinttype={pubmed}}", {"pmid": "123", "arxiv_id": None}),
        ("@article{a, title={T}, journal={J}, eprint={0704.0001}}", {"arxiv_id": "0704.0001", "type": "article"}),
        ("@misc{a, title={T}, howpublished={\\url{https://example.org/x}}}", {"url": "https://example.org/x"}),
        ("@misc{a, title={T}, url={https://doi.org/10.1000/x}}", {"doi": "10.1000/x"}),
        ("@misc{a, title={T}, url={none}}", {"url": None}),
        ("@book{a, title={T}, editor={A. Ed and B. Ed}, series={S}, number={7}, isbn={0-1; 0-2}}",
         {"editors": (Person(family="Ed", given="A."), Person(family="Ed", given="B.")), "series": "S", "issue": None,
          "venue": None, "isbn": ("0-1", "0-2")}),
        ("@incollection{a, title={T}, editor={A. Ed}, booktitle={B}, booksubtitle={C}, journal={J}}",
         {"editors": (), "venue": "B: C"}),
        ("@proceedings{a, booktitle={Proc. of X}, author={A. B.}}", {"title": "Proc. of X", "venue": None}),
        ("@inproceedings{a, title={T}, booktitle={Proc.}, series={KDD '16}}", {"venue_aliases": ("KDD '16",)}),
        ("@article{a, title={T}, booktitle={B}}", {"venue": "B"}),
        ("@thesis{a, title={T}, type={Master's thesis}, school={MIT}}", {"type": "mastersthesis", "publisher": "MIT"}),
        ("@thesis{a, title={T}, type={phdthesis}}", {"type": "phdthesis"}),
        ("@article{a, title={T}, author={A. B. and others}}", {"partial": True}),
        ("@article{a, title={T}, journal={J}, pubstate={submitted}}", {"venue": None, "submitted_to": "J"}),
        ("@article{a, title={T}, date={2003/2005}}", {"year": 2003, "years": (2003, 2005)}),
        ("@article{a, title={T}, year={in press}, date={2004}}", {"year": 2004}),
        ("@article{a, title={T}, year={2004}}", {"year": 2004, "years": ()}),
        ("@article{a, title={T}, year={to appear}}", {"year": None}),
        ("@article{a, title={T}, eid={e33693}}", {"article_number": "e33693"}),
        ("@article{a, title={T}, journal={\\mnras}}", {"venue": "Monthly Notices of the Royal Astronomical Society"}),
        ("@article{a, title={T}, shorttitle={S}, subtitle={U}}", {"titles": ("S",), "subtitle": "U"}),
    ],
)  # fmt: skip
def test_entries(entry, fields, read, has):
    (row,), _ = read(entry, "x.bib")
    assert has(row, fields)


def test_bad_entries_are_told_with_their_key_and_line(read):
    text = "@misc{a, title={A}}\n@misc{b, author={B}}\n@misc{c, title={C\n@misc{a, title={A2}}\n@misc{title={K}}"
    rows, bad = read(text, "x.bib")
    assert [row.id for row in rows[:2]] == ["bib:x:a", "bib:x:a#2"]
    assert rows[2].id.startswith("bib:x:")
    assert [(each.place, each.problem) for each in bad] == [
        ("entry b (line 2)", "it has no title"),
        ("entry c (line 3)", "the entry is not closed"),
    ]


@pytest.mark.shared
def test_libraries_of_real_users_are_read():
    rows = bad = 0
    for path in sorted(Path(shared_data("documents", "bib")).glob("*.bib")):
        for each in read_rows(path):
            if isinstance(each, BadEntry):
                bad += 1
                assert each.problem in ("it has no title", "the entry is not closed", "the entry has no fields")
            else:
                rows += 1
                assert record_of(each).title
    assert rows > 3_900
    assert bad < 150


# --- CSL-JSON --------------------------------------------------------------------------------------------------------

ITEM = {
    "id": "http://zotero.org/users/1/items/ABC",
    "type": "article-journal",
    "title": "Mutual Aid &amp; <i>Evolution</i>",
    "container-title": "The Journal",
    "journalAbbreviation": "J.",
    "author": [
        {"family": "Humboldt", "given": "Alexander", "non-dropping-particle": "von"},
        {"literal": "The Group"},
        {"family": "", "given": ""},
        "nobody",
    ],
    "issued": {"date-parts": [["1902", 5]]},
    "page": "1–9",
    "volume": 3,
    "number": "4",
    "DOI": "10.1000/AID",
    "ISSN": "1234-5679, 2345-6789",
}


def test_an_item_of_csl(read):
    (row,), bad = read(json.dumps([ITEM]), "lib.json")
    assert bad == []
    assert row == Row(
        id="csl:lib:http://zotero.org/users/1/items/ABC",
        title="Mutual Aid & Evolution",
        authors=(Person(family="von Humboldt", given="Alexander"), Person(name="The Group")),
        year=1902,
        venue="The Journal",
        venue_aliases=("J.",),
        type="article-journal",
        volume="3",
        issue="4",
        pages="1-9",
        doi="10.1000/aid",
        issn=("1234-5679", "2345-6789"),
        source="lib.json",
    )


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"issued": {"raw": "May 1902"}}, {"year": 1902}),
        ({"issued": {"literal": "ca. 1902"}}, {"year": 1902}),
        ({"issued": "1902-05"}, {"year": 1902}),
        ({"issued": {"date-parts": [[1902], [1904]]}}, {"year": 1902, "years": (1902, 1904)}),
        ({"issued": {"date-parts": [[None]]}}, {"year": None}),
        ({"issued": None, "id": None}, {"id": "csl:lib:10.1000/aid"}),
        ({"type": "book", "container-title": "Series", "editor": [{"family": "E"}], "ISBN": "1 2"},
         {"venue": None, "series": "Series", "editors": (Person(family="E"),), "isbn": ("1", "2"), "issue": None}),
        ({"type": "thesis", "genre": "Master's thesis"}, {"type": "mastersthesis"}),
        ({"type": "article", "number": "arXiv:1706.03762", "DOI": 1}, {"type": "preprint", "arxiv_id": "1706.03762"}),
        ({"type": "article", "URL": "https://arxiv.org/abs/1706.03762"}, {"arxiv_id": "1706.03762"}),
        ({"author": [{"literal": "WHO", "isInstitution": 1}]}, {"authors": (Person(name="WHO", organization=True),)}),
        ({"title": ["Main", "Other"], "subtitle": ["Sub"]}, {"title": "Main", "titles": ("Other",), "subtitle": "Sub"}),
    ],
)  # fmt: skip
def test_items_of_csl(change, fields, read, has):
    (row,), _ = read(json.dumps([ITEM | change]), "lib.json", "csl")
    assert has(row, fields)


def test_bad_items_of_csl(read):
    text = json.dumps([{"id": "a", "title": ""}, 7, "x", ITEM, [], {"title": None}])
    rows, bad = read(text, "lib.json", "csl")
    assert len(rows) == 1
    assert [each.place for each in bad] == ["item a", "item 2", "item 3", "item 5", "item 6"]
    assert bad[0].problem == "it has no title"
    assert bad[1].problem == "it is no JSON object"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b'[{"title": "A"}, ', r"its list is not closed"),
        (b'[{"title": "A"}, {"title": ', r"is cut off, or is no valid JSON .* Before that, 1 work was read"),
        (b'[{"title": "\xe9"}]', "not encoded in UTF-8"),
        (b'[{"a": ' + b"[" * 500_000 + b"]" * 500_000 + b"}]", "nested too deeply"),
        (b'[{"title": "A"} nonsense]', "no valid JSON"),
    ],
)
def test_csl_that_breaks_off(data, sentence, read):
    with pytest.raises(FormatError, match=sentence):
        read(data, "lib.json", "csl")


def test_values_one_after_the_other_and_numbers_at_the_end(read):
    rows, bad = read(json.dumps(ITEM, indent=1) * 3 + " 12", "lib.json", "csl")
    assert len(rows) == 3
    assert len(bad) == 1


def test_a_value_that_is_too_large(read, monkeypatch):
    from refcheck_local.formats import json_values

    monkeypatch.setattr(json_values, "MAX_ELEMENT", 1_000_000)
    with pytest.raises(FormatError, match="value of more than 1,000,000 bytes"):
        read(json.dumps([ITEM, ITEM | {"abstract": "a" * 4_000_000}]), "lib.json", "csl")


def test_a_long_list_is_read_through_the_window(read):
    rows, _ = read(json.dumps([ITEM | {"abstract": "a" * 20_000}] * 300, indent=1), "lib.json", "csl")
    assert len(rows) == 300


# --- RIS -------------------------------------------------------------------------------------------------------------

RIS = """TY  - JOUR
AU  - Shannon, Claude E.
A1  - Weaver, W.
TI  - A Mathematical Theory
  of Communication
JO  - Bell Syst. Tech. J.
JF  - Bell System Technical Journal
PY  - 1948/07//
VL  - 27
IS  - 3
SP  - 379
EP  - 423
SN  - 0005-8580
DO  - 10.1002/j.1538-7305.1948.tb01338.x
UR  - https://example.org/
N2  - Text.
ER  -
"""


def test_a_reference_of_ris(read):
    (row,), bad = read(f"Provider: somebody\n\n{RIS}", "lib.ris")
    assert bad == []
    assert row == Row(
        id="ris:lib:10.1002/j.1538-7305.1948.tb01338.x",
        title="A Mathematical Theory of Communication",
        authors=(Person(family="Shannon", given="Claude E."), Person(family="Weaver", given="W.")),
        year=1948,
        venue="Bell System Technical Journal",
        venue_aliases=("Bell Syst. Tech. J.",),
        type="journal-article",
        volume="27",
        issue="3",
        pages="379-423",
        doi="10.1002/j.1538-7305.1948.tb01338.x",
        issn=("0005-8580",),
        url="https://example.org/",
        abstract="Text.",
        source="lib.ris",
    )


def test_ris_as_programs_write_it_wrongly(read):
    assert len(read(RIS.replace("ER  -\n", "") * 3, "lib.ris")[0]) == 3
    assert len(read(RIS.replace("  - ", " - "), "lib.ris", "ris")[0]) == 1
    assert len(read(RIS.replace("\n", "\r\n"), "lib.ris")[0]) == 1
    assert len(read(RIS.replace("TY  - JOUR\n", "") + RIS, "lib.ris")[0]) == 2
    assert read(RIS.encode("utf-16"), "lib.ris")[0][0].year == 1948
    rows, _ = read(RIS * 2, "lib.ris")
    assert [row.id[-2:] for row in rows] == [".x", "#2"]


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ("TY  - BOOK\nT2  - Series\nTI  - T\nA2  - Ed, A.\nSN  - 0-1\nPB  - P",
         {"type": "book", "series": "Series", "editors": (Person(family="Ed", given="A."),), "isbn": ("0-1",),
          "venue": None, "publisher": "P"}),
        ("TY  - BOOK\nBT  - The Book", {"title": "The Book"}),
        ("TY  - CHAP\nTI  - T\nT2  - Book\nSN  - 0-1", {"venue": "Book", "isbn": ("0-1",)}),
        ("TY  - JOUR\nTI  - T\nSP  - 1-9\nEP  - 9", {"pages": "1-9"}),
        ("TY  - GEN\nTI  - T\nUR  - https://arxiv.org/abs/1706.03762", {"arxiv_id": "1706.03762", "type": "preprint"}),
        ("TY  - NOSUCH\nTI  - T\nY1  - n.d.\nDA  - 2001", {"type": None, "year": 2001}),
        ("TY  - ELEC\nTI  - T\nUR  - https://doi.org/10.1000/x", {"doi": "10.1000/x", "type": "webpage"}),
        ("TY  - JOUR\nTI  - T\nID  - key", {"id": "ris:lib:key"}),
    ],
)  # fmt: skip
def test_references_of_ris(lines, fields, read, has):
    (row,), _ = read(f"{lines}\nER  - ", "lib.ris")
    assert has(row, fields)


def test_a_reference_without_title_is_told(read):
    rows, (bad,) = read(RIS + "TY  - JOUR\nAU  - X\nER  - \nER  - \n" + RIS.replace("TI", "T1"), "lib.ris")
    assert len(rows) == 2
    assert bad == BadEntry("line 18", "it has no title")


# --- damage of any kind ----------------------------------------------------------------------------------------------

SAMPLES = [
    ("jsonl", json.dumps({"id": "a", "title": "T", "authors": [{"name": "A"}], "year": 2000}).encode() + b"\n"),
    ("bib", b"@article{a, title = {A {B} c}, author = {A. B. and C, D.}, year = 2000, doi={10.1/x}}\n"),
    ("csl", json.dumps([ITEM]).encode()),
    ("ris", RIS.encode()),
]


@given(st.sampled_from(SAMPLES), st.data())
def test_damaged_files_give_rows_bad_entries_or_a_sentence(tmp_path_factory, sample, data):
    name, content = sample
    damaged = bytearray(content * 3)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=6))
    path = tmp_path_factory.mktemp("damaged") / "data"
    path.write_bytes(bytes(damaged))
    for chosen in (name, None):
        try:
            found = list(read_rows(path, chosen))
        except FormatError:
            continue
        assert all(isinstance(each, (Row, BadEntry)) for each in found)

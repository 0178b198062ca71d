"""Forms of entries that were not recorded, and hostile ones."""

from __future__ import annotations

import copy
import json
import random
import time

import pytest

from refcheck_core import IdentifierKind, NoticeKind, Record, WorkType
from refcheck_core.testing.data import shared_data
from refcheck_scopus.parsing import entry_record


def read(**fields):
    named = {name.replace("__", ":").replace("_", "-"): value for name, value in fields.items()}
    return entry_record({"dc:title": "A title", **named})


@pytest.mark.parametrize(
    ("creator", "family", "given", "suffix"),
    [
        ("Vaswani A.", "Vaswani", "A.", None),
        ("Schlüter B.S.", "Schlüter", "B.S.", None),
        ("Kim J.-H.", "Kim", "J.-H.", None),
        ("van der Berg J.", "van der Berg", "J.", None),
        ("de Oliveira Jr. A.", "de Oliveira", "A.", "Jr."),
        ("O'Neil M.", "O'Neil", "M.", None),
        ("Garcia-Molina H.", "Garcia-Molina", "H.", None),
        ("Yu. I.", "Yu.", "I.", None),
        ("Lee, J.", "Lee", "J.", None),
    ],
)
def test_first_author(creator, family, given, suffix):
    (author,) = read(dc__creator=creator).authors
    assert (author.family, author.given, author.suffix) == (family, given, suffix)


@pytest.mark.parametrize("creator", [{"$": "Vaswani A."}, [{"$": "Vaswani A."}], ["Vaswani A."], [None, "Vaswani A."]])
def test_first_author_in_other_forms(creator):
    record = read(dc__creator=creator)
    assert [author.family for author in record.authors] == ["Vaswani"]
    assert not record.authors_complete


@pytest.mark.parametrize("creator", [None, "", " ", [], {}, 0.5, [[]], {"author": []}])
def test_no_first_author(creator):
    assert read(dc__creator=creator).authors == ()


def person(seq, name, **more):
    family, _, given = name.partition(", ")
    return {"@seq": str(seq), "surname": family, "given-name": given or None, "authname": f"{family} X.", **more}


def test_complete_view_leads():
    record = read(dc__creator="Vaswani A.", author=[person(1, "Vaswani, Ashish"), person(2, "Shazeer, Noam")])
    assert [author.display for author in record.authors] == ["Ashish Vaswani", "Noam Shazeer"]
    assert record.authors_complete


@pytest.mark.parametrize(
    ("count", "complete"),
    [
        ({"@limit": "100", "$": "2"}, True),
        ({"$": "3"}, False),
        ("2", True),
        (3, False),
        ({"$": "many"}, False),
        (None, True),
    ],
)
def test_a_list_that_is_shorter_than_its_count(count, complete):
    record = read(author=[person(1, "A, B"), person(2, "C, D")], author_count=count)
    assert record.authors_complete is complete


def test_two_names_in_one_place_are_not_relied_on():
    record = read(author=[person(1, "A, B"), person(1, "C, D"), person(1, "A, B")], author_count={"$": "3"})
    assert len(record.authors) == 2
    assert not record.authors_complete


def test_authors_without_parts():
    record = read(author=[{"authname": "Li X."}, {"surname": "Solo"}, {}, None, {"surname": "X", "initials": "Y."}])
    assert [author.display for author in record.authors] == ["X. Li", "Solo", "Y. X"]


@pytest.mark.parametrize(
    ("date", "shown", "year", "years"),
    [
        ("2017-01-01", None, 2017, (2017,)),
        ([{"$": "2016-05-01"}, {"$": "2017-01-01"}], "2016", 2016, (2016,)),
        ({"$": "2017-01-01"}, "Dec 2016", 2017, (2016, 2017)),
        (None, "September 2013", 2013, (2013,)),
        (2017, None, 2017, (2017,)),
        ("n.d.", "", None, ()),
        ("20170101", None, None, ()),
        ("9999-01-01", None, None, ()),
    ],
)
def test_dates(date, shown, year, years):
    record = read(prism__coverDate=date, prism__coverDisplayDate=shown)
    assert (record.year, record.years) == (year, years)


@pytest.mark.parametrize(
    ("subtype", "container", "expected"),
    [
        ("ar", "Journal", WorkType.JOURNAL_ARTICLE),
        ("ar", "Trade Journal", WorkType.JOURNAL_ARTICLE),
        ("cp", "Journal", WorkType.JOURNAL_ARTICLE),
        ("cp", "Conference Proceeding", WorkType.PROCEEDINGS_ARTICLE),
        ("cp", "Book Series", WorkType.PROCEEDINGS_ARTICLE),
        ("cp", "Book", WorkType.PROCEEDINGS_ARTICLE),
        ("cr", "Conference Proceeding", WorkType.PROCEEDINGS),
        ("ch", "Book", WorkType.BOOK_CHAPTER),
        ("ch", "Book Series", WorkType.BOOK_CHAPTER),
        ("bk", "Book", WorkType.BOOK),
        ("re", "Book", WorkType.BOOK_CHAPTER),
        ("rp", "Report", WorkType.REPORT),
        ("ar", "Book Series", None),
        (None, None, None),
        ("??", "Something", None),
        (["cp"], {"$": "Book Series"}, WorkType.PROCEEDINGS_ARTICLE),
    ],
)
def test_types(subtype, container, expected):
    assert read(subtype=subtype, prism__aggregationType=container).type is expected


def test_retracted():
    (notice,) = read(subtype="tb", prism__aggregationType="Journal").notices
    assert (notice.kind, notice.asserted_by) == (NoticeKind.RETRACTION, "scopus")
    assert read(subtype="ar").notices == ()


def test_a_book_is_not_its_own_venue_and_has_its_isbn():
    book = read(
        subtype="bk",
        prism__publicationName="A Title",
        prism__isbn=[{"@_fa": "true", "$": "9780262035613"}],
        dc__publisher="MIT Press",
    )
    assert (book.venue, book.identifier(IdentifierKind.ISBN), book.publisher) == (None, "9780262035613", "MIT Press")
    chapter = read(subtype="ch", prism__publicationName="A Book", prism__isbn="9780262035613")
    assert (chapter.venue, chapter.identifier(IdentifierKind.ISBN)) == ("A Book", None)


def test_markup_and_dashes():
    record = read(
        dc__title="CO<inf>2</inf> &amp; H<sup>+</sup> in <i>E. coli</i>",
        prism__pageRange="1–9",
        prism__doi="doi:10.1/X",
    )
    assert record.title == "CO2 & H+ in E. coli"
    assert (record.pages, record.doi) == ("1-9", None)


@pytest.mark.parametrize(
    "links",
    [None, "x", [], [None], [{"@ref": "self", "@href": "https://api.elsevier.com/content/abstract/1?apiKey=x"}],
     [{"@ref": "scopus"}], [{"@ref": "scopus", "@href": "javascript:alert(1)"}],
     [{"@ref": "scopus", "@href": "https://www.scopus.com.evil.example/x"}]],
)  # fmt: skip
def test_no_page_for_people(links):
    assert read(link=links).url is None


SUBSTITUTES = (
    None,
    "",
    0,
    -1,
    10**30,
    1.5,
    True,
    [],
    {},
    [[]],
    [None],
    [{}],
    {"$": None},
    {"$": [1]},
    "\x00\u202e",
    "(" * 999,
)


def places(value, path=()):
    found = [path] if path else []
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [place for key, child in children for place in places(child, (*path, key))]


def mutate(body, chance, times):
    mutant = copy.deepcopy(body)
    for _ in range(times):
        spots = places(mutant)
        if not spots:
            break
        *parents, last = chance.choice(spots)
        node = mutant
        for key in parents:
            node = node[key]
        if chance.random() < 0.3:
            del node[last]
        else:
            node[last] = copy.deepcopy(chance.choice(SUBSTITUTES))
    return mutant


@pytest.mark.shared
def test_mutated_entries_are_read():
    chance = random.Random(11)
    folder = shared_data("recordings", "scopus")
    samples = [
        entry
        for path in sorted(folder.glob("search_*.json"))
        for entry in json.loads(path.read_bytes())["search-results"]["entry"][:5]
    ]
    for _ in range(40):
        for sample in samples:
            if "author" in sample:
                sample["author"] = sample["author"][:6]
            record = entry_record(mutate(sample, chance, chance.randint(1, 8)))
            assert Record.model_validate_json(record.model_dump_json()) == record
            assert record.source == "scopus"


@pytest.mark.parametrize("unit", ["<", "<i>a</i>", "a. ", "A.", "(\n", "&amp;", "1 ", "- "])
def test_hostile_text_costs_little(unit):
    text = unit * (30_000 // len(unit))
    names = ("dc:title", "dc:creator", "prism:publicationName", "prism:pageRange", "prism:coverDate", "dc:description")
    start = time.process_time()
    entry_record({**dict.fromkeys(names, text), "prism:doi": text, "pubmed-id": text})
    assert time.process_time() - start < 5

"""Forms of articles that were not recorded, and hostile ones."""

from __future__ import annotations

import copy
import json
import random
import time

import pytest

from refcheck_core import IdentifierKind, Record, WorkType
from refcheck_core.testing.data import shared_data
from refcheck_ieee.parsing import article_record


def read(**fields):
    return article_record({"title": "A title", **fields})


def names(record):
    return [author.display for author in record.authors]


A, B = {"full_name": "Ada Lovelace", "author_order": 1}, {"full_name": "Charles Babbage", "author_order": 2}


@pytest.mark.parametrize(
    "authors",
    [
        {"authors": [A, B]},
        {"authors": [B, A]},
        {"authors": [{**B, "author_order": "2"}, {**A, "author_order": "1"}]},
        [A, B],
        {"authors": {"authors": [A, B]}, "x": 1}["authors"],
        "Ada Lovelace; Charles Babbage",
        {"authors": "Ada Lovelace; Charles Babbage"},
        ["Ada Lovelace", "Charles Babbage"],
        {"authors": [{"preferred_name": "Ada Lovelace"}, {"name": "Charles Babbage"}]},
        {"authors": [A, None, {}, {"full_name": None}, {"full_name": " "}, 7, B]},
    ],
)
def test_authors(authors):
    assert names(read(authors=authors)) == ["Ada Lovelace", "Charles Babbage"]


def test_a_single_author_that_is_no_list():
    assert names(read(authors={"authors": A})) == ["Ada Lovelace"]
    assert names(read(authors=A)) == ["Ada Lovelace"]


def test_authors_without_a_place_stay_in_order_behind_the_others():
    people = [{"full_name": "Third"}, {"full_name": "Fourth", "author_order": None}, B, A]
    assert names(read(authors={"authors": people})) == ["Ada Lovelace", "Charles Babbage", "Third", "Fourth"]


@pytest.mark.parametrize(
    "authors", [None, {}, [], {"authors": None}, {"authors": {}}, {"authors": []}, "", 7, [[]], True]
)
def test_front_matter_has_no_authors(authors):
    assert read(authors=authors).authors == ()


@pytest.mark.parametrize(
    ("content_type", "expected"),
    [
        ("Conferences", WorkType.PROCEEDINGS_ARTICLE),
        ("Conference", WorkType.PROCEEDINGS_ARTICLE),
        ("Journals", WorkType.JOURNAL_ARTICLE),
        ("Magazines", WorkType.JOURNAL_ARTICLE),
        ("Early Access Articles", WorkType.JOURNAL_ARTICLE),
        ("Early Access", WorkType.JOURNAL_ARTICLE),
        ("Standards", WorkType.STANDARD),
        ("Courses", WorkType.OTHER),
        ("Books", WorkType.BOOK_CHAPTER),
        ("Something new", None),
        (None, None),
        (7, None),
    ],
)
def test_types(content_type, expected):
    assert read(content_type=content_type, publication_title="A container").type is expected


def test_a_whole_book_and_a_chapter():
    book = read(
        content_type="Books", publication_title="A Title", isbn="978-1-118-26053-1", publisher="Wiley-IEEE Press"
    )
    assert (book.type, book.venue, book.publisher) == (WorkType.BOOK, None, "Wiley-IEEE Press")
    assert book.identifier(IdentifierKind.ISBN) == "9781118260531"
    chapter = read(content_type="Books", publication_title="The whole book", isbn="978-1-118-26053-1", start_page="1")
    assert (chapter.type, chapter.venue) == (WorkType.BOOK_CHAPTER, "The whole book")
    assert chapter.identifier(IdentifierKind.ISBN) is None
    assert read(content_type="Books").type is WorkType.BOOK


def test_a_standard():
    name = "IEEE Standard for Floating-Point Arithmetic"
    record = article_record(
        {
            "title": name,
            "publication_title": f"{name} - Redline",
            "content_type": "Standards",
            "publication_date": "29 Aug. 2008",
            "publication_year": "2008",
            "doi": "10.1109/IEEESTD.2008.4610935",
        }
    )
    assert (record.type, record.year, record.doi) == (WorkType.STANDARD, 2008, "10.1109/ieeestd.2008.4610935")
    assert record.authors == ()


@pytest.mark.parametrize(
    ("year", "date", "expected", "years"),
    [
        (2018, "5-7 June 2018", 2018, (2018,)),
        ("2018", None, 2018, (2018,)),
        (2018, "31 Dec. 2017-2 Jan. 2018", 2018, (2017, 2018)),
        (None, "Nov. 2015", 2015, (2015,)),
        (None, None, None, ()),
        (0, "", None, ()),
        ("n.d.", "Third Quarter", None, ()),
        (20189, "", None, ()),
        (True, None, None, ()),
        (2018.0, None, None, ()),
    ],
)
def test_years(year, date, expected, years):
    record = read(publication_year=year, publication_date=date)
    assert (record.year, record.years) == (expected, years)


@pytest.mark.parametrize(
    ("first", "last", "pages"),
    [("1", "8", "1-8"), (1, 8, "1-8"), ("7", "7", "7"), ("7", None, "7"), (None, "9", "9"), (None, None, None),
     ("", " ", None), ("19:1", "19:28", "19:1-19:28")],
)  # fmt: skip
def test_pages(first, last, pages):
    assert read(start_page=first, end_page=last).pages == pages


@pytest.mark.parametrize(
    "fields", [{"content_type": "Early Access Articles"}, {"content_type": "Journals", "volume": "pp"}]
)
def test_early_access_has_no_place_yet(fields):
    record = read(**{"volume": "PP", "issue": "99", "start_page": "1", "end_page": "21", **fields})
    assert (record.volume, record.issue, record.pages) == (None, None, None)


def test_volume_and_issue():
    record = read(content_type="Journals", volume=32, issue="2", is_number=9340566)
    assert (record.volume, record.issue) == ("32", "2")


def test_markup():
    record = read(
        title="On the $k$-means &amp; <i>L</i><sub>1</sub> norm",
        doi="https://doi.org/10.1109/X.1",
        abstract="<p>Text</p>",
    )
    assert record.title.endswith("-means & L1 norm")
    assert "$" not in record.title
    assert (record.doi, record.abstract) == ("10.1109/x.1", "Text")


@pytest.mark.parametrize(
    ("fields", "url"),
    [
        (
            {"html_url": "https://ieeexplore.ieee.org/document/7/", "abstract_url": "x"},
            "https://ieeexplore.ieee.org/document/7/",
        ),
        ({"abstract_url": "http://ieeexplore.ieee.org/document/7"}, "http://ieeexplore.ieee.org/document/7"),
        ({"article_number": 7}, "https://ieeexplore.ieee.org/document/7/"),
        ({"article_number": "7/../x"}, None),
        ({"html_url": "javascript:alert(1)"}, None),
        ({"html_url": "https://ieeexplore.ieee.org.evil.example/document/7"}, None),
        ({}, None),
    ],
)
def test_page_for_people(fields, url):
    assert read(**fields).url == url


SUBSTITUTES = (None, "", 0, -1, 10**30, 1.5, True, [], {}, [[]], [None], [{}], {"authors": 1}, "\x00\u202e", "(" * 999)


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
def test_mutated_articles_are_read():
    chance = random.Random(13)
    folder = shared_data("recordings", "ieee")
    samples = [
        {name: value for name, value in article.items() if name not in {"index_terms", "isbn_formats"}}
        for path in sorted(folder.glob("search_*.json"))
        for article in json.loads(path.read_bytes()).get("articles", [])
    ]
    for _ in range(40):
        for sample in samples:
            record = article_record(mutate(sample, chance, chance.randint(1, 8)))
            assert Record.model_validate_json(record.model_dump_json()) == record
            assert record.source == "ieee"


@pytest.mark.parametrize("unit", ["<", "<i>a</i>", "a. ", ";", "a; ", "(\n", "&amp;", "1 "])
def test_hostile_text_costs_little(unit):
    text = unit * (30_000 // len(unit))
    fields = ("title", "publication_title", "publication_date", "abstract", "doi", "isbn", "volume", "article_number")
    start = time.process_time()
    article_record({**dict.fromkeys(fields, text), "authors": {"authors": [{"full_name": text}]}, "content_type": text})
    assert time.process_time() - start < 5

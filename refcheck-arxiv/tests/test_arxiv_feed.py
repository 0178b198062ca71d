"""Feeds of every shape, also of those that the API should not send."""

from __future__ import annotations

import copy
import random
import time
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_arxiv.feed import Entry, read_feed
from refcheck_arxiv.parsing import entry_record
from refcheck_core import NoticeKind, SourceBadResponse

FULL = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
  <title type="html">ArXiv Query: search_query=all:x</title>
  <id>http://arxiv.org/api/bTow164AEgWBbEtif2YqI6xtOIE</id>
  <updated>2020-08-27T00:00:00-04:00</updated>
  <opensearch:totalResults>2</opensearch:totalResults>
  <opensearch:startIndex>0</opensearch:startIndex>
  <entry>
    <id>https://arxiv.org/abs/hep-ex/0307015v2</id>
    <updated>2004-01-02T17:53:17Z</updated>
    <published>2003-12-25T17:53:17Z</published>
    <title>Search for the $O(n)$ bound of
  Schr\\"odinger &amp;amp; others</title>
    <summary>  In recent
years &lt;i&gt;many&lt;/i&gt; people
</summary>
    <author><name>The BABAR Collaboration</name></author>
    <author><name>:</name></author>
    <author><name>G. 't Hooft</name>
      <arxiv:affiliation xmlns:arxiv="http://arxiv.org/schemas/atom">Utrecht</arxiv:affiliation>
    </author>
    <author><name>et al.</name></author>
    <arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1103/PhysRevLett.1 10.1103/PhysRevLett.2</arxiv:doi>
    <arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">23 pages</arxiv:comment>
    <arxiv:journal_ref xmlns:arxiv="http://arxiv.org/schemas/atom">Phys.Rev.Lett. 91 (2003)</arxiv:journal_ref>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="hep-ex"/>
    <category term="hep-ex" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
  <entry><id>http://arxiv.org/abs/1706.03762v7</id><title>Second</title></entry>
</feed>
"""


def records(text=FULL):
    return [entry_record(entry) for entry in read_feed(text.encode()).entries]


def changed(**fields):
    plain = {
        "id": "1706.03762v7",
        "title": "A title",
        "authors": ("A B",),
        "published": "2017-06-12T17:57:34Z",
        "updated": "2023-08-02T00:41:18Z",
        "summary": None,
        "comment": None,
        "journal_ref": None,
        "doi": None,
        "category": None,
    }
    return entry_record(Entry(**{**plain, **fields}))


def test_old_form():
    first, second = records()
    assert first.title == "Search for the O(n) bound of Schrödinger & others"
    assert (first.arxiv_id, first.arxiv_version, first.arxiv_class) == ("hep-ex/0307015", 2, "hep-ex")
    assert first.doi == "10.48550/arxiv.hep-ex/0307015"
    assert first.published_as == ("10.1103/physrevlett.1", "10.1103/physrevlett.2")
    assert first.journal_ref == "Phys.Rev.Lett. 91 (2003)"
    assert (first.year, first.years) == (2003, (2003, 2004))
    assert first.abstract == "In recent years many people"
    collaboration, person = first.authors
    assert (collaboration.literal, collaboration.organization) == ("The BABAR Collaboration", True)
    assert person.display == "G. 't Hooft"
    assert not first.authors_complete
    assert (second.title, second.authors, second.year, second.years) == ("Second", (), None, ())


@pytest.mark.parametrize(
    ("doi", "expected"),
    [
        (None, ()),
        ("10.1000/x", ("10.1000/x",)),
        ("10.1000/X, 10.1000/y; 10.1000/x", ("10.1000/x", "10.1000/y")),
        ("https://doi.org/10.1000/x", ("10.1000/x",)),
        ("doi:10.1000/x", ("10.1000/x",)),
        ("to appear", ()),
        ("10.48550/arXiv.1706.03762", ()),
    ],
)
def test_published_as(doi, expected):
    record = changed(doi=doi)
    assert record.published_as == expected
    assert record.doi == "10.48550/arxiv.1706.03762"


@pytest.mark.parametrize(
    ("comment", "withdrawn"),
    [
        (None, False),
        ("12 pages", False),
        ("This paper has been withdrawn by the author due to an error in Lemma 3", True),
        ("Withdrawn", True),
        ("withdrawn.", True),
        ("Paper withdrawn by the authors", True),
        ("This replaces the withdrawn paper 0901.1234", False),
        ("It was not withdrawn", False),
        ("How drawn figures are made", False),
    ],
)
def test_withdrawal_in_the_comment(comment, withdrawn):
    notices = changed(comment=comment).notices
    assert [notice.kind for notice in notices] == ([NoticeKind.WITHDRAWAL] if withdrawn else [])


@pytest.mark.parametrize(
    ("summary", "withdrawn"),
    [
        ("This paper has been withdrawn.", True),
        ("This submission has been withdrawn by arXiv administrators", True),
        ("We study why papers are withdrawn. This paper has been withdrawn", False),
    ],
)
def test_withdrawal_in_place_of_the_abstract(summary, withdrawn):
    assert bool(changed(summary=summary).notices) is withdrawn


@pytest.mark.parametrize(
    ("name", "family", "given"),
    [
        ("Shiyang LI", "LI", "Shiyang"),
        ("Peter H. N. de With", "de With", "Peter H. N."),
        ("B. Scott Gaudi", "Gaudi", "B. Scott"),
    ],
)
def test_names_are_in_the_order_of_display(name, family, given):
    (author,) = changed(authors=(name,)).authors
    assert (author.family, author.given) == (family, given)


@pytest.mark.parametrize("arxiv_id", ["", "abc", "1312.12345v1", "none/1234567"])
def test_no_id(arxiv_id):
    assert changed(id=arxiv_id) is None


@pytest.mark.parametrize("title", [" ", "<i></i>", "\u200b"])
def test_no_title(title):
    assert changed(title=title) is None


@pytest.mark.parametrize("date", [None, "", "soon", "0017-06-12", "20170612"])
def test_no_date(date):
    record = changed(published=date, updated=date)
    assert (record.year, record.years) == (None, ())


def test_text_that_was_encoded_twice():
    twice = {"Dirk Wübben": "Dirk WÃ¼bben", "à la carte": "Ã\xa0 la carte", "C’est": "Câ\x80\x99est"}
    for right, wrong in twice.items():
        text = FULL.replace("G. 't Hooft", wrong)
        assert right in {name for entry in read_feed(text.encode()).entries for name in entry.authors}


@pytest.mark.parametrize("name", ["José", "Łukasz", "Ångström", "Ã", "李", "naïve Â"])
def test_text_that_was_encoded_once(name):
    text = FULL.replace("G. 't Hooft", name)
    assert name in read_feed(text.encode()).entries[0].authors


@pytest.mark.parametrize("total", ["", "-1", "many", "9" * 5000])
def test_total_that_is_none(total):
    feed = read_feed(
        f'<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><o:totalResults>{total}</o:totalResults></feed>'.encode()
    )
    assert (feed.total, feed.entries) == (None, ())


@pytest.mark.parametrize("tag", ["entry", "a", "title"])
@pytest.mark.parametrize("times", [20, 20_000, 300_000])
def test_deep_nesting_is_no_feed(tag, times):
    body = f'<feed xmlns="http://www.w3.org/2005/Atom">{f"<{tag}>" * times}{f"</{tag}>" * times}</feed>'.encode()
    start = time.process_time()
    with pytest.raises(SourceBadResponse, match="than any feed"):
        read_feed(body)
    assert time.process_time() - start < 1


def test_more_elements_than_any_feed():
    body = f'<feed xmlns="http://www.w3.org/2005/Atom">{"<entry/>" * 400_000}</feed>'.encode()
    with pytest.raises(SourceBadResponse, match="larger than any feed"):
        read_feed(body)


@pytest.mark.parametrize(
    "told",
    [
        "<error>Down</error>",
        '<error xmlns="urn:x">Down</error>',
        "<errorMessage>Down</errorMessage>",
        "<title>Error</title><subtitle>Down</subtitle>",
    ],
)
def test_an_error_beside_no_entries(told):
    assert read_feed(f'<feed xmlns="http://www.w3.org/2005/Atom">{told}</feed>'.encode()).error == "Down"


# --- mutations -------------------------------------------------------------------------------------------------------


def read(body):
    """Records, or None where the body was refused; anything else is a bug."""
    try:
        feed = read_feed(body)
    except SourceBadResponse:
        return None
    found = [entry_record(entry) for entry in feed.entries]
    for record in found:
        if record is not None:
            record.model_dump_json()
    return found


def test_cut_anywhere():
    body = FULL.encode()
    end = body.rindex(b"</feed>") + len(b"</feed>")
    for length in range(0, len(body), 7):
        assert (read(body[:length]) is None) == (length < end)


def places(root):
    """(parent, position) of every element below the root."""
    return [(parent, position) for parent in root.iter() for position in range(len(parent))]


def without(root, number):
    parent, position = places(root)[number]
    del parent[position]


def emptied(root, number):
    parent, position = places(root)[number]
    parent[position].clear()


def doubled(root, number):
    parent, position = places(root)[number]
    parent.insert(position, copy.deepcopy(parent[position]))


def nested(root, number):
    parent, position = places(root)[number]
    parent[position].insert(0, copy.deepcopy(parent[position]))


def renamed(root, number):
    parent, position = places(root)[number]
    parent[position].tag = "other"


@pytest.mark.parametrize("change", [without, emptied, doubled, nested, renamed])
def test_elements_of_another_shape(change):
    whole = ET.fromstring(FULL)
    for number in range(len(places(whole))):
        root = copy.deepcopy(whole)
        change(root, number)
        assert read(ET.tostring(root)) is not None


def test_several_bytes_wrong():
    chance = random.Random(20261130)
    for _ in range(400):
        body = bytearray(FULL.encode())
        for _ in range(chance.randint(1, 4)):
            body[chance.randrange(len(body))] = chance.choice(b"<>&\"'/ \x00\xff\x80aA0-")
        read(bytes(body))


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes(body):
    assert read(body) is None

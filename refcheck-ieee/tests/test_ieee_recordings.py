"""Every recorded answer of IEEE Xplore, through the real HTTP stack and the hooks.

Articles are checked twice: against the raw JSON by rules that don't use the parser, and against values that were read
off by hand.
"""

from __future__ import annotations

import csv
import html
import json
import unicodedata
from pathlib import Path

import pytest

from refcheck_core import (
    SearchKind,
    SearchQuery,
    SourceAuthError,
    SourceRateLimited,
    WorkType,
)
from refcheck_core.testing.data import shared_data
from refcheck_ieee import source

pytestmark = [pytest.mark.anyio, pytest.mark.shared]

FOLDER = shared_data("recordings", "ieee")
with shared_data("recordings", "INDEX.tsv").open(encoding="utf-8", newline="") as table:
    INDEX = {
        Path(row["file"]).name: row
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        if row["api"] == "ieee"
    }
SEARCHES = sorted(name for name, row in INDEX.items() if row["kind"] == "search")
EMPTY = "search_author_combes_page_third.json"
INACTIVE, OVER_RATE = "error_403_developer_inactive.txt", "error_403_over_rate_limit_headers.txt"
TOPIC = SearchQuery(kind=SearchKind.TOPIC, text="natural language processing", limit=25)


def body(name):
    return (FOLDER / name).read_bytes()


def articles(name):
    return json.loads(body(name))["articles"]


def test_every_recording_is_used():
    assert set(INDEX) == {*SEARCHES, EMPTY, INACTIVE, OVER_RATE}
    assert sum(len(articles(name)) for name in SEARCHES) == 26


# --- checks against the raw JSON, by rules of their own ------------------------------------------------------------


def letters(text):
    text = unicodedata.normalize("NFKD", html.unescape(text)).casefold()
    return "".join(character for character in text if character.isalnum())


def check(record, article):
    assert (record.source, record.source_id) == ("ieee", article["article_number"])
    assert letters(record.title) == letters(article["title"])
    people = article["authors"]["authors"]
    assert [person["author_order"] for person in people] == list(range(1, len(people) + 1))
    shown = [author.display for author in record.authors]
    # A name that ends in an initial begins with the name that people are called by.
    assert ["Pramod P." if name == "P. Pramod" else name for name in shown] == [p["full_name"] for p in people]
    assert all(author.family and not author.organization for author in record.authors)
    assert record.authors_complete
    assert record.year == article["publication_year"]
    assert set(record.years) == {record.year}
    assert (record.venue, record.publisher) == (article["publication_title"], article["publisher"])
    assert record.doi == (article["doi"].lower() if "doi" in article else None)
    early = article["content_type"] == "Early Access Articles"
    pages = None if early else f"{article['start_page']}-{article['end_page']}"
    assert (record.pages, record.volume, record.issue) == (pages, None, None)
    assert record.type is (WorkType.JOURNAL_ARTICLE if early else WorkType.PROCEEDINGS_ARTICLE)
    assert record.url == f"https://ieeexplore.ieee.org/document/{article['article_number']}/"
    assert letters(record.abstract) == letters(article["abstract"])


@pytest.mark.parametrize("name", SEARCHES)
async def test_search(name, wire):
    served = wire(body(name), IEEE_API_KEY="s3cret-key")
    records = await source.search(served.context, TOPIC)
    assert len(records) == len(articles(name))
    for record, article in zip(records, articles(name), strict=True):
        check(record, article)


@pytest.mark.parametrize("name", SEARCHES)
async def test_each_doi_and_title_finds_its_own_article(name, wire):
    for article in articles(name)[::4]:
        served = wire(body(name), IEEE_API_KEY="s3cret-key")
        query = SearchQuery(kind=SearchKind.TITLE, text=article["title"], limit=1)
        (record,) = await source.search(served.context, query)
        check(record, article)
        if "doi" in article:
            check(await source.lookup_doi(served.context, article["doi"].lower()), article)
            assert await source.lookup_doi(served.context, "10.1109/none") is None


# --- read off by hand ------------------------------------------------------------------------------------------------

EXPECTED = """
8402995 | Combes, Pascal; Jebai, Al Kassem | 2018 | 1-8
8538416 | Fahad, S.K. Ahammad; Yahya, Abdulsamad Ebrahim | 2018 | 1-4
9020561 | Zhang, Tianyi; Moody, Monica; Nelon, Julia P.; Boyer, D. Matthew; Smith, D. Hudson; \
Visser, Ryan D. | 2019 | 1-3
8710921 | Chen, Long | 2019 | 37-40
9005961 | Saini, Anuj | 2019 | 5957-5961
9030535 | Tikhonova, Maria; Gavrishchuk, Anastasia | 2019 | 1-5
8229841 | Sharma, Akanksha Rai; Kaushik, Pranav | 2017 | 350-354
8334479 | Peng, Tianrui; Harris, Ian; Sawa, Yuki | 2018 | 300-301
8946281 | Marinov, Martin; Efremov, Alexander | 2019 | 1-6
9039303 | Maksutov, Artem A.; Zamyatovskiy, Vladimir I.; Vyunnikov, Viktor N.; Kutuzov, Artem V. | 2020 | 405-407
9007300 | Kadebu, Prudence; Thada, Vikas; Chiurunge, Panashe | 2018 | 135-140
9075398 | Otter, Daniel W.; Medina, Julian R.; Kalita, Jugal K. | 2020 |
4367998 | Hovy, Eduard | 2007 | 2-3
8537610 | Zong, Zhaorong; Hong, Changchun | 2018 | 506-510
9074941 | Deshmukh, Rushali Dhumal; Kiwelekar, Arvind | 2020 | 76-81
8668996 | Yun, Hyungbin; Sim, Ghudae; Seok, Junhee | 2019 | 019-021
4682443 | Bravo, Maricela; Montes, Azucena; Reyes, Alejandro | 2008 | 53-57
8939031 | Wang, Yantao; Sun, Yu; Chen, Yuanfei | 2019 | 33-36
8614242 | Freeman, Ion C.; Haigler, Ashley J.; Schmeelk, Suzanna E.; Ellrodt, Lisa R.; \
Fields, Tonya L. | 2018 | 1338-1340
8550972 | Jivani, Farzeem D.; Malvankar, Manohar; Shankarmani, Radha | 2018 | 1-5
8999294 | Akella, Revanth; Moh, Teng-Sheng | 2019 | 511-514
8249486 | Žitnik, Slavko; Draskovic, Dražen; Nikolić, Boško; Bajec, Marko | 2017 | 1-4
7976834 | Rangu, Chandrasekhar; Chatterjee, Shuvojit; Valluru, Srinivasa Rao | 2017 | 456-460
8776935 | Gupta, Shikha; Agarwal, Mohit; Jain, Satbir | 2019 | 269-272
8434447 | Klairith, Praphan; Tanachutiwat, Sansiri | 2018 | 1-4
9142886 | Kounte, Manjunath R.; Tripathy, Pratyush Kumar; Pramod, P.; Bajpai, Harshit | 2020 | 956-960
"""
VENUES = {
    "8402995": "PCIM Europe 2018; International Exhibition and Conference for Power Electronics, Intelligent Motion, "
    "Renewable Energy and Energy Management",
    "9020561": "2019 SoutheastCon",
    "9075398": "IEEE Transactions on Neural Networks and Learning Systems",
    "9142886": "2020 4th International Conference on Trends in Electronics and Informatics (ICOEI)(48184)",
    "8776935": "2019 9th International Conference on Cloud Computing, Data Science & Engineering (Confluence)",
}
TITLES = {
    "9030535": "NLP methods for automatic candidate’s CV segmentation",
    "8946281": "Representing Character Sequences as Sets : A simple and intuitive string encoding algorithm for NLP "
    "data cleaning",
    "8249486": "nutIE — A modern open source natural language processing toolkit",
    "7976834": "Text Mining Approach for Product Quality Enhancement: (Improving Product Quality through Machine "
    "Learning)",
    "9005961": "Anuj@IEEE BigData 2019: A Novel Code-Switching Behavior Analysis in Social Media Discussions Natural "
    "Language Processing",
}


async def test_articles_as_read_off_by_hand(wire):
    found = {}
    for name in SEARCHES:
        for record in await source.search(wire(body(name), IEEE_API_KEY="s3cret-key").context, TOPIC):
            found[record.source_id] = record
    lines = [
        f"{number} | {'; '.join(f'{a.family}, {a.given}' for a in r.authors)} | {r.year} | {r.pages or ''}".strip()
        for number, r in found.items()
    ]
    assert sorted(lines) == sorted(EXPECTED.strip().splitlines())
    assert {number: found[number].venue for number in VENUES} == VENUES
    assert {number: found[number].title for number in TITLES} == TITLES
    assert found["8402995"].doi is None
    assert found["8402995"].publisher == "VDE"
    assert found["9075398"].type is WorkType.JOURNAL_ARTICLE


# --- errors and empty answers ----------------------------------------------------------------------------------------


async def test_the_recorded_page_beyond_the_end(wire):
    """Six records, the sixth on the page before: where a second page turns out to be empty, the first is the answer."""
    first = json.loads(body("search_author_combes_page_second.json")) | {"total_records": 30}
    served = wire(first, body(EMPTY), IEEE_API_KEY="s3cret-key")
    records = await source.search(served.context, SearchQuery(kind=SearchKind.TOPIC, text="motor drives", limit=20))
    assert [record.source_id for record in records] == ["8402995"]
    assert [request.url.params["start_record"] for request in served.requests] == ["1", "26"]


async def test_no_list_of_articles_where_nothing_was_found(wire):
    empty = json.loads(body(EMPTY)) | {"total_records": 0}
    served = wire(empty, IEEE_API_KEY="s3cret-key")
    assert await source.search(served.context, TOPIC) == []
    assert await source.lookup_doi(served.context, "10.1109/none") is None


async def test_recorded_inactive_key(wire):
    served = wire((403, body(INACTIVE), {"Content-Type": "text/xml"}), IEEE_API_KEY="s3cret-key")
    with pytest.raises(SourceAuthError, match=r"IEEE_API_KEY is not active.*approved by hand"):
        await source.search(served.context, TOPIC)
    assert len(served.requests) == 1


async def test_recorded_used_up_quota(wire):
    lines = body(OVER_RATE).decode().splitlines()
    assert lines[0] == "HTTP/1.1 403 Forbidden"
    headers = dict(line.split(": ", 1) for line in lines[1:] if not line.startswith(("Content-Length", "Connection")))
    served = wire((403, b"<h1>Developer Over Rate</h1>", headers), IEEE_API_KEY="s3cret-key")
    with pytest.raises(SourceRateLimited, match="quota of the key in IEEE_API_KEY is used up") as caught:
        await source.search(served.context, TOPIC)
    assert caught.value.retry_after == 11279
    assert len(served.requests) == 1

"""Every recorded answer of Scopus, through the real HTTP stack and the hooks.

Entries are checked twice: against the raw JSON by rules that don't use the parser, and the awkward ones against values
that were read off by hand.
"""

from __future__ import annotations

import csv
import html
import json
import re
import unicodedata
from pathlib import Path

import pytest

from refcheck_core import (
    IdentifierKind,
    SearchKind,
    SearchQuery,
    SourceAuthError,
    SourceBadResponse,
    SourceRateLimited,
    WorkType,
)
from refcheck_core.testing.data import shared_data
from refcheck_scopus import source

pytestmark = [pytest.mark.anyio, pytest.mark.shared]

FOLDER = shared_data("recordings", "scopus")
with shared_data("recordings", "INDEX.tsv").open(encoding="utf-8", newline="") as table:
    INDEX = {
        Path(row["file"]).name: row
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        if row["api"] == "scopus"
    }
SEARCHES = sorted(name for name, row in INDEX.items() if row["kind"] == "search")
OTHER_ROUTES = {
    "abstract_retrieval_buhos.xml": "abstracts are not retrieved one by one",
    "serial_title_findpapers.json": "journals are not looked up",
    "search_empty_result.xml": "JSON is asked for",
}
TOPIC = SearchQuery(kind=SearchKind.TOPIC, text="extreme events", limit=25)


def body(name):
    return (FOLDER / name).read_bytes()


def entries(name):
    return json.loads(body(name))["search-results"]["entry"]


def test_every_recording_is_used():
    used = {*SEARCHES, *OTHER_ROUTES, *(name for name in INDEX if name.endswith(".txt"))}
    assert set(INDEX) == used
    assert sum(len(entries(name)) for name in SEARCHES) == 65


# --- checks against the raw JSON, by rules of their own ------------------------------------------------------------


def letters(text):
    text = unicodedata.normalize("NFKD", html.unescape(text)).casefold()
    return "".join(character for character in text if character.isalnum())


def check(record, entry):
    assert (record.source, record.source_id) == ("scopus", entry["eid"])
    assert letters(record.title) == letters(entry["dc:title"])
    assert record.year == int(entry["prism:coverDate"][:4])
    assert {str(year) for year in record.years} == {
        entry["prism:coverDate"][:4],
        entry["prism:coverDisplayDate"][-4:],
    }
    assert record.venue == entry["prism:publicationName"]
    given = {"volume": "prism:volume", "issue": "prism:issueIdentifier", "article_number": "article-number"}
    assert {name: getattr(record, name) for name in given} == {name: entry.get(key) for name, key in given.items()}
    assert record.pages == entry["prism:pageRange"] if "prism:pageRange" in entry else record.pages is None
    assert record.doi == (entry["prism:doi"].lower() if "prism:doi" in entry else None)
    assert (record.identifier(IdentifierKind.DOI), record.arxiv_id) == (record.doi, None)
    assert record.url == next(link["@href"] for link in entry["link"] if link["@ref"] == "scopus")
    assert letters(record.abstract or "") == letters(entry.get("dc:description") or "")
    assert record.notices == ()
    check_authors(record, entry)
    check_type(record, entry)


def check_authors(record, entry):
    if "author" not in entry:
        (author,) = record.authors
        assert f"{author.family} {author.given}" == entry["dc:creator"]
        assert not record.authors_complete
        return
    given = {(person["@seq"], f"{person['given-name']} {person['surname']}") for person in entry["author"]}
    assert len(record.authors) == len(given)
    assert {author.display for author in record.authors} == {name for _, name in given}
    first, last = entry["author"][0], entry["author"][-1]
    assert (record.authors[0].family, record.authors[0].given) == (first["surname"], first["given-name"])
    assert record.authors[-1].family == last["surname"]
    assert record.authors_complete == (len(entry["author"]) == int(entry["author-count"]["$"]))


def check_type(record, entry):
    by_container = {"Journal": WorkType.JOURNAL_ARTICLE, "Conference Proceeding": WorkType.PROCEEDINGS_ARTICLE}
    assert record.type is by_container.get(entry["prism:aggregationType"], WorkType.PROCEEDINGS_ARTICLE)


@pytest.mark.parametrize("name", SEARCHES)
async def test_search(name, wire):
    served = wire(body(name), SCOPUS_API_KEY="s3cret")
    records = await source.search(served.context, TOPIC)
    assert len(records) == len(entries(name))
    for record, entry in zip(records, entries(name), strict=True):
        check(record, entry)
    assert len(served.requests) == 1


@pytest.mark.parametrize("name", SEARCHES)
async def test_each_doi_and_title_finds_its_own_entry(name, wire):
    for entry in entries(name)[:: max(1, len(entries(name)) // 3)]:
        served = wire(body(name), SCOPUS_API_KEY="s3cret")
        query = SearchQuery(kind=SearchKind.TITLE, text=entry["dc:title"], limit=1)
        (record,) = await source.search(served.context, query)
        check(record, entry)
        if "prism:doi" in entry:
            check(await source.lookup_doi(served.context, entry["prism:doi"].lower()), entry)
    if all("prism:doi" in entry for entry in entries(name)):
        assert await source.lookup_doi(served.context, "10.1000/none") is None


# --- read off by hand ------------------------------------------------------------------------------------------------

AWKWARD = {
    # One article without pages; a Greek letter; "re" is a review article in a journal.
    "10.1016/j.bbcan.2021.188607": {
        "title": "βIII-tubulin overexpression in cancer: Causes, consequences, and potential therapies",
        "pages": None, "article_number": "188607", "type": WorkType.JOURNAL_ARTICLE, "first": ("Kanakkanthara", "A."),
    },
    # Neither volume, issue, pages nor article number: online first.
    "10.1007/s13399-021-02283-2": {"volume": None, "issue": None, "pages": None, "year": 2022},
    # A conference paper in a book series: the series is all that is known of the venue; the ISBN is the book's.
    "10.1007/978-981-15-5784-2_9": {
        "venue": "Smart Innovation, Systems and Technologies", "type": WorkType.PROCEEDINGS_ARTICLE, "issue": None,
        "volume": "189", "pages": "101-113", "ids": {IdentifierKind.ISBN: None},
    },
    "10.1016/j.jes.2020.06.001": {"venue": "Journal of Environmental Sciences (China)", "year": 2021, "pages": "1-9"},
    "10.1016/j.ijpe.2020.107831": {"article_number": "107831", "volume": "231", "issue": None, "pages": None},
    # Dashes and quotation marks beyond ASCII.
    "10.1080/02673843.2019.1660998": {
        "title": "The teacher–student relationship and adolescents’ sense of school belonging", "years": (2020,),
    },
    "10.1080/02673843.2019.1657026": {"title": "Are millennial students better equipped to overcome choice bias?"},
    "10.1080/20008198.2020.1726672": {"pages": None, "article_number": "1726672", "first": ("Wiegersma", "S.")},
    # Two initials behind an accented name, and a PMID.
    "10.1080/16549716.2020.1717411": {"first": ("Schlüter", "B.S."), "ids": {IdentifierKind.PMID: "32027239"}},
    "10.1080/20964129.2020.1733921": {"title_has": "China’s coastal economic development zone"},
    "10.1080/20964129.2020.1715264": {"title_has": "(Gossypium spp.)"},
    "10.1093/bioinformatics/btz682": {
        "ids": {IdentifierKind.PMID: "31501885"}, "first": ("Lee", "J."), "authors_complete": False, "year": 2020,
        "volume": "36", "issue": "4", "pages": "1234-1240",
    },
    # View COMPLETE: all authors; one of 25 comes twice.
    "10.1007/s00382-018-4183-6": {
        "first": ("Vautard", "Robert"), "count": 24, "authors_complete": True, "issue": "1-2", "pages": "1187-1210",
    },
    # No abstract; pages of a supplement.
    "10.1175/bams-d-18-0110.1": {"abstract": None, "pages": "S31-S35", "count": 3},
    # Seven names of five people: authors with two affiliations are repeated.
    "10.1175/bams-d-18-0307.1": {"count": 5, "authors_complete": True, "last": ("Stott", "Peter A."), "abstract": None},
    "10.1016/j.wace.2018.03.001": {"last": ("Krishnan", "Harinarayan"), "issue": None, "volume": "20"},
    "10.1016/j.wace.2018.03.003": {"count": 9, "authors_complete": True, "pages": "9-32"},
    "10.1007/s00382-017-3768-9": {"first": ("Angélil", "Oliver"), "issue": "7-8"},
    "10.1175/bams-d-17-0071.1": {"type": WorkType.JOURNAL_ARTICLE, "count": 6, "year": 2018},
    # A number before the title belongs to it.
    "10.1175/bams-d-16-0143.1": {
        "title": "10. Human contribution to the record sunshine of winter 2014/15 in the United Kingdom",
    },
    "10.1088/1748-9326/11/11/114009": {"first": ("Vautard", "R."), "article_number": "114009", "count": 7},
    "10.1088/1748-9326/11/6/064006": {"article_number": "064006", "count": 9},
    "10.1002/wcc.380": {"count": 11, "pages": "23-41", "last": ("Zwiers", "Francis W.")},
    # Cut at 100 of 109, and the list is a merger of two: nothing may be concluded from an absence.
    "10.1175/bams-d-13-00085.1": {"authors_complete": False, "first": ("Peterson", "Thomas C."), "pages": None},
    "10.1038/nclimate1932": {"title": "Anthropogenic impact on Earth's hydrological cycle", "count": 3},
    # Cover date and displayed date agree on the year only.
    "10.1175/jcli-d-13-00563.1": {"year": 2014, "years": (2014,), "issue": "7"},
    # Old style: an article number in place of, and beside, pages.
    "10.1029/2007jd008914": {"pages": None, "article_number": "D02109"},
    "10.1029/2005gl023885": {"pages": "1-4", "article_number": "L20716"},
    "10.2151/sola.2006-039": {"venue": "Scientific Online Letters on the Atmosphere", "issue": None, "volume": "2"},
    "10.5194/acp-11-799-2011": {"first": ("Jones", "G. S."), "year": 2011},
}  # fmt: skip
WITHOUT_DOI = {
    # A number of MEDLINE in the place of the PMID.
    "Nutritional profile of families in the municipality of Ribeirao Preto": {
        "issue": "Suppl", "volume": "53", "year": 2000, "ids": {IdentifierKind.PMID: None},
    },
    "MultiWoz - A large-scale multi-domain wizard-of-oz dataset for task-oriented dialogue modelling": {
        "type": WorkType.PROCEEDINGS_ARTICLE, "pages": "5016-5026", "year": 2020, "first": ("Budzianowski", "P."),
        "venue": "Proceedings of the 2018 Conference on Empirical Methods in Natural Language Processing, EMNLP 2018",
    },
    "An attribution study of the heavy rainfall over Eastern Australia in March 2012": {"pages": "S58-S61"},
}  # fmt: skip


@pytest.fixture
async def by_key(wire):
    """DOI, or title where there is none -> record."""
    found = {}
    for name in SEARCHES:
        for record in await source.search(wire(body(name), SCOPUS_API_KEY="s3cret").context, TOPIC):
            found[record.doi or record.title] = record
    return found


async def test_awkward_entries(by_key):
    expected = AWKWARD | WITHOUT_DOI
    assert len(expected) > 25
    wrong = []
    for key, facts in expected.items():
        record = by_key[key]
        for name, value in facts.items():
            actual = {
                "first": lambda r=record: (r.authors[0].family, r.authors[0].given),
                "last": lambda r=record: (r.authors[-1].family, r.authors[-1].given),
                "count": lambda r=record: len(r.authors),
                "title_has": lambda r=record, v=value: v if v in r.title else r.title,
                "ids": lambda r=record, v=value: {kind: r.identifier(kind) for kind in v},
            }.get(name, lambda r=record, n=name: getattr(r, n))()
            if actual != value:
                wrong.append((key, name, actual, value))
    assert wrong == []


# --- errors, empty answers and headers -------------------------------------------------------------------------------


def recorded_error():
    """The JSON behind the print-out of an R session."""
    lines = body("error_401_authorization_error_r_print.txt").decode()
    code, text = re.findall(r'^\[1\] "(.*)"$', lines, re.MULTILINE)
    return {"service-error": {"status": {"statusCode": code, "statusText": text}}}


async def test_recorded_401_names_network_and_token(wire):
    served = wire((401, recorded_error()), SCOPUS_API_KEY="s3cret")
    with pytest.raises(SourceAuthError, match=r"SCOPUS_API_KEY.*network.*SCOPUS_INSTTOKEN.*not authorized to access"):
        await source.search(served.context, TOPIC)
    assert len(served.requests) == 1


@pytest.mark.parametrize("name", OTHER_ROUTES)
async def test_an_answer_of_another_route_is_no_answer(name, wire):
    served = wire(body(name), SCOPUS_API_KEY="s3cret")
    for asked in (source.search(served.context, TOPIC), source.lookup_doi(served.context, "10.1000/x")):
        with pytest.raises(SourceBadResponse):
            await asked


async def test_the_recorded_empty_result_as_json_is_empty(wire):
    assert b"<error>Result set was empty</error>" in body("search_empty_result.xml")
    entry = {"@_fa": "true", "error": "Result set was empty"}
    empty = {"search-results": {"opensearch:totalResults": "0", "opensearch:itemsPerPage": "0", "entry": [entry]}}
    served = wire(empty, SCOPUS_API_KEY="s3cret")
    assert await source.search(served.context, TOPIC) == []
    assert await source.lookup_doi(served.context, "10.1000/x") is None


def recorded_headers():
    lines = (FOLDER / "HEADERS.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["file"].partition("/")[2]: row["headers"] for row in map(json.loads, lines)}


@pytest.mark.parametrize(
    ("name", "hours"),
    [
        ("headers_200_http2_quota.txt", 12.0),  # seconds since 1970; the answer's own date is not recorded
        ("headers_200_quota_alkaloid.txt", 167.55),  # milliseconds
        ("search_ecology_standard_view.json", 162.02),
    ],
)
async def test_a_used_up_quota_with_the_recorded_reset(name, hours, wire):
    recorded = recorded_headers()[name]
    headers = {
        "X-ELS-Status": "QUOTA_EXCEEDED",
        "X-RateLimit-Reset": recorded["x-ratelimit-reset"],
        "Date": recorded.get("date", "Mon, 07 Sep 2026 21:12:30 GMT"),
    }
    served = wire((429, {}, headers), SCOPUS_API_KEY="s3cret")
    with pytest.raises(SourceRateLimited, match="weekly quota of the key in SCOPUS_API_KEY is used up") as caught:
        await source.search(served.context, TOPIC)
    assert caught.value.retry_after / 3600 == pytest.approx(hours, abs=0.01)
    assert len(served.requests) == 1

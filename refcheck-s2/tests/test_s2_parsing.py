"""Papers of every shape, also of those that the API should not send."""

from __future__ import annotations

import copy
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core import IdentifierKind, Record, WorkType
from refcheck_s2.parsing import paper_record
from refcheck_s2.venues import is_preprint_doi, is_preprint_server

FULL = {
    "paperId": "204e3073870fae3d05bcbc2f6a8e263d9b72e776",
    "externalIds": {
        "DBLP": "conf/nips/VaswaniSPUJGKP17",
        "MAG": "2963403868",
        "ArXiv": "1706.03762",
        "DOI": "10.1000/ABC",
        "ACL": "N18-1058",
        "PubMed": "10592235",
        "PubMedCentral": "6943036",
        "CorpusId": 13756489,
    },
    "url": "https://www.semanticscholar.org/paper/204e3073870fae3d05bcbc2f6a8e263d9b72e776",
    "title": "Attention is All you Need",
    "abstract": "The dominant <i>models</i> &amp; others",
    "venue": "Neural Information Processing Systems",
    "publicationVenue": {
        "id": "d9720b90",
        "name": "Neural Information Processing Systems",
        "type": "conference",
        "alternate_names": ["Neural Inf Process Syst", "NeurIPS", "NIPS"],
        "url": "http://neurips.cc/",
    },
    "year": 2017,
    "publicationTypes": ["JournalArticle", "Conference"],
    "publicationDate": "2017-06-12",
    "journal": {"name": "ArXiv", "volume": "abs/1706.03762", "pages": "5998 - 6008"},
    "authors": [{"authorId": "40348417", "name": "Ashish Vaswani"}, {"authorId": None, "name": "Noam M. Shazeer"}],
}


def with_(**changes):
    return {**copy.deepcopy(FULL), **changes}


def test_full():
    record = paper_record(FULL)
    assert [(found.kind, found.value) for found in record.identifiers] == [
        (IdentifierKind.DOI, "10.1000/abc"),
        (IdentifierKind.ARXIV, "1706.03762"),
        (IdentifierKind.PMID, "10592235"),
        (IdentifierKind.PMCID, "PMC6943036"),
        (IdentifierKind.ACL, "N18-1058"),
        (IdentifierKind.S2_CORPUS, "13756489"),
        (IdentifierKind.S2_PAPER, FULL["paperId"]),
    ]
    assert record.venue_aliases == ("Neural Inf Process Syst", "NeurIPS", "NIPS")
    assert (record.volume, record.issue, record.pages) == (None, None, "5998-6008")
    assert record.abstract == "The dominant models & others"
    assert record.preprints == ("10.48550/arxiv.1706.03762",)


def test_everything_null():
    record = paper_record(dict.fromkeys(FULL) | {"paperId": "x", "title": "T"})
    assert record == Record(
        source="semantic_scholar",
        source_id="x",
        title="T",
        url="https://www.semanticscholar.org/paper/x",
        identifiers=record.identifiers,
    )
    assert len(record.identifiers) == 1


@pytest.mark.parametrize("paper", [None, 7, "text", [], {}, {"year": 2000}, {"paperId": None, "title": " "}])
def test_no_paper(paper):
    assert paper_record(paper) is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, WorkType.PROCEEDINGS_ARTICLE),
        ({"publicationVenue": {"name": "Nature", "type": "journal"}}, WorkType.JOURNAL_ARTICLE),
        ({"publicationVenue": None}, WorkType.PROCEEDINGS_ARTICLE),
        ({"publicationVenue": None, "publicationTypes": ["JournalArticle"]}, WorkType.JOURNAL_ARTICLE),
        ({"publicationVenue": None, "publicationTypes": ["Review"]}, WorkType.PROCEEDINGS_ARTICLE),  # by DBLP
        (
            {"publicationVenue": None, "publicationTypes": None, "externalIds": {"DBLP": "journals/nar/X"}},
            WorkType.JOURNAL_ARTICLE,
        ),
        ({"publicationVenue": None, "publicationTypes": None, "externalIds": {"DBLP": "journals/corr/X"}}, None),
        ({"publicationVenue": None, "publicationTypes": ["Book"], "externalIds": None}, WorkType.BOOK),
        ({"publicationVenue": None, "publicationTypes": ["Book", "BookSection"]}, WorkType.BOOK_CHAPTER),
        ({"publicationVenue": None, "publicationTypes": ["Dataset"]}, WorkType.DATASET),
        ({"publicationVenue": None, "venue": "arXiv.org"}, WorkType.POSTED_CONTENT),
        (
            {"publicationVenue": None, "venue": "", "journal": None, "externalIds": {"ArXiv": "1706.03762"}},
            WorkType.POSTED_CONTENT,
        ),
        (
            {
                "publicationVenue": None,
                "venue": "",
                "journal": None,
                "publicationTypes": None,
                "externalIds": {"ArXiv": "1706.03762", "DOI": "10.1103/x"},
            },
            None,
        ),
        ({"venue": "Post-Publication Peer Review of the Literature"}, WorkType.PEER_REVIEW),
        ({"externalIds": {"DOI": "10.2139/ssrn.288970"}, "venue": "ERN: Credit Risk (Topic)"}, WorkType.POSTED_CONTENT),
    ],
)
def test_type(changes, expected):
    assert paper_record(with_(**changes)).type is expected


@pytest.mark.parametrize(
    ("volume", "expected"),
    [
        ("28 1", ("28", "1")),
        ("28", ("28", None)),
        ("32-33", ("32-33", None)),
        ("abs/1706.03762", (None, None)),
        ("", (None, None)),
        (12, ("12", None)),
    ],
)
def test_volume(volume, expected):
    record = paper_record(with_(journal={"name": "J", "volume": volume}))
    assert (record.volume, record.issue) == expected


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ("\n          235-42\n        ", "235-42"),
        ("116 – 135", "116-135"),
        ("e33693", "e33693"),
        (" ", None),
        (None, None),
    ],
)
def test_pages(pages, expected):
    assert paper_record(with_(journal={"pages": pages})).pages == expected


@pytest.mark.parametrize(
    ("year", "date", "expected"),
    [
        (2017, "2017-06-12", (2017, (2017,))),
        (2018, "2017-06-12", (2018, (2017, 2018))),
        (None, "2017", (2017, (2017,))),
        ("2017", None, (2017, (2017,))),
        (0, "", (None, ())),
        (20170, "n. d.", (None, ())),
        (True, 5, (None, ())),
        (2017.5, {}, (None, ())),
    ],
)
def test_years(year, date, expected):
    record = paper_record(with_(year=year, publicationDate=date))
    assert (record.year, record.years) == expected


def test_ids_that_are_none():
    record = paper_record(
        with_(
            externalIds={"DOI": "none", "ArXiv": "x", "PubMed": "-", "PubMedCentral": "", "CorpusId": None, "ACL": None}
        )
    )
    assert [found.kind for found in record.identifiers] == [IdentifierKind.S2_PAPER]
    assert (record.doi, record.arxiv_id) == (None, None)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "", None, "//x", 7])
def test_address_that_is_none(url):
    assert paper_record(with_(url=url)).url == f"https://www.semanticscholar.org/paper/{FULL['paperId']}"


@pytest.mark.parametrize(
    ("name", "family", "given"),
    [
        ("SHIYANG LI", "LI", "SHIYANG"),
        ("Shiyang LI", "LI", "Shiyang"),
        ("I. Polosukhin", "Polosukhin", "I."),
        ("Guillermo del Toro", "del Toro", "Guillermo"),
        ("Plato", "Plato", None),
    ],
)
def test_names_are_in_the_order_of_display(name, family, given):
    (author,) = paper_record(with_(authors=[{"name": name}])).authors
    assert (author.family, author.given) == (family, given)


def test_names_of_the_server_are_no_names_of_the_journal():
    record = paper_record(
        with_(
            venue="bioRxiv",
            publicationVenue={"name": "bioRxiv", "type": "journal", "alternate_names": ["bioRxiv Preprint"]},
            journal={"name": "Cell Genomics"},
            publicationTypes=None,
            externalIds={"DOI": "10.1016/j.xgen.2025.100814"},
        )
    )
    assert (record.venue, record.venue_aliases, record.type) == ("Cell Genomics", ("bioRxiv",), None)


def test_many_other_names_are_bounded():
    venue = {"name": "V", "alternate_names": [f"Name {number}" for number in range(1000)]}
    assert len(paper_record(with_(publicationVenue=venue)).venue_aliases) == 40


def test_control_characters_are_dropped():
    record = paper_record(
        with_(title="Atten\x00tion\u202e is\n all", authors=[{"name": "A\x1b[31m B"}, {"name": "\u200b"}])
    )
    text = record.model_dump_json()
    assert not any(code in text for code in ("\\u0000", "\\u001b", "\u202e", "\u200b"))
    assert len(record.authors) == 1


@pytest.mark.parametrize(
    "name",
    ["arXiv.org", "ArXiv", "CoRR", "bioRxiv", "medRxiv", "ChemRxiv", "Research Square", "SSRN Electronic Journal"],
)
def test_preprint_servers(name):
    assert is_preprint_server(name)


@pytest.mark.parametrize("name", [None, "", "Nature", "Journal of Preprints", "Advances in arXiv Studies"])
def test_no_preprint_servers(name):
    assert not is_preprint_server(name)


@pytest.mark.parametrize(
    ("doi", "expected"),
    [
        ("10.48550/arxiv.1706.03762", True),
        ("10.1101/2022.09.27.509804", True),
        ("10.1101/066803", True),
        ("10.1101/gr.1234", False),
        ("10.1101/2021", False),
        ("10.2139/ssrn.288970", True),
        ("10.1038/nature14539", False),
        (None, False),
    ],
)
def test_preprint_dois(doi, expected):
    assert is_preprint_doi(doi) is expected


# --- mutations -------------------------------------------------------------------------------------------------------

WRONG = [
    None,
    "",
    " ",
    "text",
    0,
    -1,
    3.5,
    10**30,
    True,
    [],
    [None],
    {},
    {"a": 1},
    ["x", 7, {}],
    "\ud800"[:0],
    "9" * 5000,
]


def leaves(node, path=()):
    yield path
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield from leaves(value, (*path, key))


def changed(node, path, value, *, drop=False):
    node = copy.deepcopy(node)
    target = node
    for key in path[:-1]:
        target = target[key]
    if drop:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return node


PATHS = [path for path in leaves(FULL) if path]


@pytest.mark.parametrize("path", PATHS, ids=[".".join(map(str, path)) for path in PATHS])
def test_any_part_missing_or_of_another_type(path):
    for value in WRONG:
        record = paper_record(changed(FULL, path, value), asked_doi="10.1000/abc")
        if path == ("title",) and not isinstance(value, str | None):
            assert record is None  # what it is cannot be told
        else:
            record.model_dump_json()
    assert paper_record(changed(FULL, path, None, drop=True)) is not None


def test_several_parts_wrong():
    chance = random.Random(20261130)
    for _ in range(400):
        paper = FULL
        for path in sorted(chance.sample(PATHS, 4), key=len, reverse=True):
            try:
                paper = changed(paper, path, chance.choice(WRONG))
            except (KeyError, IndexError, TypeError):
                continue  # the part above it was already replaced
        record = paper_record(paper)
        if record is not None:
            record.model_dump_json()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*FULL, "name", "DOI", "type"]), inner, max_size=6)
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_json(body):
    record = paper_record(json.loads(json.dumps(body)))
    assert record is None or record.source == "semantic_scholar"

"""Every recorded answer of the Academic Graph API, through the real HTTP stack and the hooks.

Each is checked twice: against the raw JSON by rules that don't use the parser, and the awkward ones against values
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
    Identifier,
    IdentifierKind,
    SearchKind,
    SearchQuery,
    SourceAuthError,
    SourceBadResponse,
    SourceRateLimited,
)
from refcheck_core.testing.data import shared_data
from refcheck_s2 import source

pytestmark = [pytest.mark.anyio, pytest.mark.shared]

FOLDER = shared_data("recordings", "semantic_scholar")
with shared_data("recordings", "INDEX.tsv").open(encoding="utf-8", newline="") as table:
    INDEX = {
        Path(row["file"]).stem: row
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        if row["api"] == "semantic_scholar"
    }

NEVER_ASKED = {
    "/paper/search/bulk": "gives a thousand results without an order of relevance",
    "/author/": "authors are compared by name; their ids and papers are not needed",
    "/authors": "the paper itself lists its authors",
    "/references": "what a work cites is no evidence for its own existence",
    "/citations": "who cites a work is no evidence for its details",
}


def address(row):
    return row["request"].split(" ", 1)[1].removeprefix("https://api.semanticscholar.org/graph/v1")


def reason_never_asked(row):
    path = address(row).split("?")[0]
    return next((why for part, why in NEVER_ASKED.items() if part in path), None)


def bodies(kind):
    """Names of the recordings that are asked for by one route."""
    found = [name for name, row in INDEX.items() if route(row) == kind]
    assert found
    return found


def route(row):
    if reason_never_asked(row):
        return "never"
    if row["kind"] == "error":
        return "error"
    path = address(row).split("?")[0]
    routes = {"/paper/batch": "batch", "/paper/search/match": "match", "/paper/search": "search"}
    return routes.get(path, "paper")


def load(name):
    return json.loads((FOLDER / f"{name}.json").read_bytes())


def envelope(name):
    """The body as the API sends it; some recordings hold only the payload (evidence `cache`)."""
    body, row = load(name), INDEX[name]
    if row["evidence"] != "cache" or route(row) == "paper":
        return body
    papers = body if isinstance(body, list) else [body]
    return {"data": papers} if route(row) == "match" else {"total": len(papers), "offset": 0, "data": papers}


# --- checks against the raw JSON, by rules of their own ------------------------------------------------------------


def letters(text):
    text = unicodedata.normalize("NFKD", html.unescape(html.unescape(text)).replace("&", "and")).casefold()
    return "".join(character for character in text if character.isalnum())


def check(record, paper):
    assert record.source == "semantic_scholar"
    assert record.source_id == paper["paperId"]
    assert letters(record.title or "") == letters(paper.get("title") or "")
    names = [author["name"] for author in paper.get("authors") or []]
    assert [letters(author.display) for author in record.authors] == [
        letters(name.removeprefix("Dr. ")) for name in names
    ]
    assert record.year == paper.get("year")
    assert set(record.years) == {
        int(str(given)[:4]) for given in (paper.get("year"), paper.get("publicationDate")) if given
    }
    check_ids(record, paper.get("externalIds") or {})
    check_venue(record, paper)
    assert record.url == paper.get("url", f"https://www.semanticscholar.org/paper/{paper['paperId']}")
    assert (record.abstract is None) == (not paper.get("abstract"))


def check_ids(record, ids):
    assert record.doi == (ids["DOI"].lower() if "DOI" in ids else None)
    assert record.arxiv_id == ids.get("ArXiv")
    given = {
        IdentifierKind.PMID: ids.get("PubMed"),
        IdentifierKind.PMCID: f"PMC{ids['PubMedCentral']}" if "PubMedCentral" in ids else None,
        IdentifierKind.ACL: ids.get("ACL"),
        IdentifierKind.S2_CORPUS: str(ids["CorpusId"]) if "CorpusId" in ids else None,
    }
    assert {kind: record.identifier(kind) for kind in given} == given


def check_venue(record, paper):
    journal, venue = paper.get("journal") or {}, paper.get("publicationVenue") or {}
    given = {name for name in (paper.get("venue"), venue.get("name"), journal.get("name")) if name}
    assert (record.venue in given) if given else (record.venue is None)
    known = {letters(name) for name in (record.venue or "", *record.venue_aliases)}
    missing = {name for name in given if letters(name) not in known}
    assert missing <= {"arXiv.org", "ArXiv"}, "only arXiv may be left out, beside a venue of publication"
    is_posted = record.type is not None and record.type.value == "posted-content"
    if "arxiv" in (record.venue or "").lower() or "bioRxiv" in (record.venue or ""):
        assert is_posted
    if record.pages:
        assert re.fullmatch(r"[\w.]+(-[\w.]+)?", record.pages)
    assert not (record.volume or "").startswith("abs/")


# --- every recording -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bodies("paper"))
async def test_paper(name, wire):
    context = wire(envelope(name)).context
    asked = re.match(r"/paper/(DOI|ARXIV):([^?]+)", address(INDEX[name]))
    kind = {"DOI": IdentifierKind.DOI, "ARXIV": IdentifierKind.ARXIV}[asked[1]]
    record = await source.lookup_id(context, Identifier(kind, asked[2].lower()))
    check(record, load(name))
    if kind is IdentifierKind.DOI:
        assert asked[2].lower() in (record.doi, *record.same_as)
        assert record == await source.lookup_doi(context, asked[2].lower())


@pytest.mark.parametrize("name", bodies("match"))
async def test_title_match(name, wire):
    served = wire(envelope(name), {"total": 0, "offset": 0})
    (paper,) = envelope(name)["data"]
    (record,) = await source.search(served.context, SearchQuery(kind=SearchKind.TITLE, text=paper["title"]))
    check(record, paper)


@pytest.mark.parametrize("name", bodies("search"))
async def test_search(name, wire):
    context = wire(envelope(name)).context
    papers = envelope(name).get("data", [])
    records = await source.search(context, SearchQuery(kind=SearchKind.TOPIC, text="turing", limit=100))
    assert len(records) == len(papers)
    for record, paper in zip(records, papers, strict=True):
        check(record, paper)


@pytest.mark.parametrize("name", bodies("batch"))
async def test_batch(name, wire):
    papers = envelope(name)
    dois = [f"10.1000/{number}" for number in range(len(papers))]
    records = await source.lookup_dois(wire(papers).context, dois)
    assert list(records) == [doi for doi, paper in zip(dois, papers, strict=True) if paper]
    for doi, paper in zip(dois, papers, strict=True):
        if paper:
            check(records[doi], paper)
            assert records[doi].same_as == (doi,)


async def test_batch_of_unknown_papers_only(wire):
    body = {"error": "No valid paper ids given"}
    assert await source.lookup_dois(wire((400, body)).context, ["10.1000/1", "10.1000/2"]) == {}


# What each recorded error means: an absence, or the error that the host gets.
ERRORS = {
    "error_400_paper_10_1093_mind_lix_236_433": SourceBadResponse,
    "error_403_paper_batch": SourceAuthError,
    "error_404_paper_0": None,
    "error_404_paper_doi_10_1101_2024_04_01_587366": None,
    "error_404_paper_search_match_abs12032jsdafn": None,
    "error_429_too_many_requests": SourceRateLimited,
}


@pytest.mark.parametrize("name", bodies("error"))
async def test_error(name, wire):
    expected = ERRORS[name]
    context = wire((int(INDEX[name]["status"]), load(name))).context
    if expected is None:
        assert await source.lookup_doi(context, "10.1000/x") is None
        assert await source.search(context, SearchQuery(kind=SearchKind.TITLE, text="Some title of a paper")) == []
        return
    for ask in (
        source.lookup_doi(context, "10.1000/x"),
        source.lookup_dois(context, ["10.1000/x"]),
        source.search(context, SearchQuery(kind=SearchKind.TITLE, text="Some title of a paper")),
    ):
        with pytest.raises(expected):
            await ask


def test_every_recording_is_covered():
    on_disk = {path.stem for path in FOLDER.glob("*.json")}
    routes = {name: route(row) for name, row in INDEX.items()}
    assert set(routes) == on_disk
    assert {name for name, kind in routes.items() if kind == "error"} == set(ERRORS)
    never = {name for name, kind in routes.items() if kind == "never"}
    assert never == {name for name in on_disk if name.startswith(("other_", "bulk_"))} | {
        "search_turing_4",
        "error_404_author_0",
    }


# --- by hand ---------------------------------------------------------------------------------------------------------

# name -> what the record must say. "first" and "last" are authors, "n" their number.
BY_HAND = {
    "paper_10_1093_nar_28_1_235_refchecker": {  # volume "28 1", pages with line breaks, DOI in capitals
        "title": "The Protein Data Bank",
        "first": "H. Berman",
        "last": "Philip E. Bourne",
        "n": 8,
        "year": 2000,
        "venue": "Nucleic Acids Res.",
        "aliases": ("Nucleic acids research",),
        "volume": "28",
        "issue": "1",
        "pages": "235-42",
        "doi": "10.1093/nar/28.1.235",
        "type": "journal-article",
        "pmid": "10592235",
    },
    "paper_10_1093_nar_gkz827_refchecker": {  # venue is the preprint's, journal and DOI are the article's
        "title": "Thera-SAbDab: the Therapeutic Structural Antibody Database",
        "n": 7,
        "year": 2019,
        "venue": "Nucleic Acids Research",
        "aliases": ("bioRxiv",),
        "volume": "48",
        "pages": "D383-D388",
        "doi": "10.1093/nar/gkz827",
        "type": "journal-article",
        "pmcid": "PMC6943036",
    },
    "paper_doi_10_1016_j_xgen_2025_100814": {  # the year, too, is the preprint's
        "title": "High-throughput screening of human genetic variants by pooled prime editing",
        "first": "Michael Herger",
        "year": 2024,
        "venue": "Cell Genomics",
        "aliases": ("bioRxiv",),
        "volume": "5",
        "type": "journal-article",
        "doi": "10.1016/j.xgen.2025.100814",
    },
    "paper_doi_10_1063_1_4938384": {  # no venue, but a journal; type null; an article number as pages
        "first": "Michael Skarlinski",
        "last": "D. Quesnel",
        "year": 2015,
        "venue": "Journal of Applied Physics",
        "volume": "118",
        "pages": "235306",
        "type": None,
        "doi": "10.1063/1.4938384",
    },
    "paper_doi_10_1023_a_1007154515475": {  # a DOI with a colon, in capitals
        "n": 4,
        "year": 2001,
        "venue": "Molecular and Cellular Biochemistry",
        "aliases": (),
        "pages": "1-11",
        "type": "journal-article",
        "doi": "10.1023/a:1007154515475",
        "pmid": "11330823",
    },
    "paper_10_18653_v1_n18_1058_refchecker": {  # ACL and DBLP ids, acronym of the venue
        "title": "Self-Training for Jointly Learning to Ask and Answer Questions",
        "venue": "North American Chapter of the Association for Computational Linguistics",
        "aliases": ("North Am Chapter Assoc Comput Linguistics", "NAACL"),
        "pages": "629-640",
        "type": "proceedings-article",
        "acl": "N18-1058",
        "doi": "10.18653/v1/n18-1058",
    },
    "paper_10_1145_3616855_3635752_refchecker": {  # published and on arXiv
        "venue": "Web Search and Data Mining",
        "aliases": (
            "Proceedings of the 17th ACM International Conference on Web Search and Data Mining",
            "Web Search Data Min",
            "WSDM",
        ),
        "type": "proceedings-article",
        "doi": "10.1145/3616855.3635752",
        "arxiv_id": "2305.13062",
        "preprints": ("10.48550/arxiv.2305.13062",),
    },
    "paper_2301_13688_refchecker": {  # venue of the conference, DOI of the preprint
        "title": "The Flan Collection: Designing Data and Methods for Effective Instruction Tuning",
        "venue": "International Conference on Machine Learning",
        "type": "proceedings-article",
        "doi": "10.48550/arxiv.2301.13688",
        "preprints": ("10.48550/arxiv.2301.13688",),
        "pages": "22631-22648",
    },
    "paper_2310_02255_refchecker": {  # journal "ArXiv" beside the conference
        "year": 2023,
        "venue": "International Conference on Learning Representations",
        "aliases": ("Int Conf Learn Represent", "ICLR"),
        "volume": None,
        "type": "proceedings-article",
    },
    "paper_2408_03326_refchecker": {  # journal "ArXiv" beside a journal; nothing says which kind it is
        "title": "LLaVA-OneVision: Easy Visual Task Transfer",
        "venue": "Trans. Mach. Learn. Res.",
        "aliases": (),
        "volume": None,
        "type": None,
    },
    "paper_2410_02713_refchecker": {"venue": "Trans. Mach. Learn. Res.", "volume": "2025", "type": "journal-article"},
    "paper_2303_08774_refchecker": {  # no venue, no journal, no DOI: only on arXiv; an organisation before the name
        "title": "GPT-4 Technical Report",
        "first": "OpenAI Josh Achiam",
        "year": 2023,
        "venue": None,
        "type": "posted-content",
        "doi": None,
        "arxiv_id": "2303.08774",
        "preprints": (),
    },
    "paper_2310_06682_refchecker": {  # arXiv as venue and as journal with DBLP's "volume"
        "first": "Alvaro Carbonero",
        "venue": "arXiv.org",
        "aliases": ("ArXiv",),
        "volume": None,
        "type": "posted-content",
        "doi": "10.48550/arxiv.2310.06682",
        "arxiv_id": "2310.06682",
    },
    "paper_doi_10_48550_arxiv_2312_07559": {  # only title and ids were asked for
        "title": "PaperQA: Retrieval-Augmented Generative Agent for Scientific Research",
        "n": 0,
        "year": None,
        "years": (),
        "venue": None,
        "type": "posted-content",
        "arxiv_id": "2312.07559",
    },
    "paper_mathvista_evaluating_math_reasoning_in_visual_refchecker": {  # an older version under its own record
        "title": (
            "MathVista: Evaluating Math Reasoning in Visual Contexts with GPT-4V, Bard, and Other Large "
            "Multimodal Models"
        ),
        "venue": "arXiv.org",
        "type": "posted-content",
        "doi": "10.48550/arxiv.2310.02255",
        "arxiv_id": None,
    },
    "match_attention_is_all_you_need": {  # JournalArticle and Conference at once; no DOI; journal without a name
        "title": "Attention is All you Need",
        "first": "Ashish Vaswani",
        "last": "I. Polosukhin",
        "n": 8,
        "year": 2017,
        "venue": "Neural Information Processing Systems",
        "pages": "5998-6008",
        "type": "proceedings-article",
        "doi": None,
        "arxiv_id": "1706.03762",
        "preprints": ("10.48550/arxiv.1706.03762",),
    },
    "match_augmenting_large_language_models_with_chemistry_to_5": {  # abbreviated venue, 2023 for a 2024 article
        "year": 2023,
        "venue": "Nat. Mac. Intell.",
        "aliases": ("Nature Machine Intelligence",),
        "volume": "6",
        "pages": "525-535",
        "type": "journal-article",
        "doi": "10.1038/s42256-024-00832-8",
        "arxiv_id": "2304.05376",
    },
    "match_augmenting_large_language_models_with_chemistry_to_2": {  # title and ids only
        "n": 0,
        "year": None,
        "venue": None,
        "doi": "10.1038/s42256-024-00832-8",
    },
    "match_national_flag_of_canada_day": {  # empty names and volumes; a book chapter that nothing calls so
        "title": "16. Marketing the Maple Leaf: The Curious Case of National Flag of Canada Day",
        "year": 2016,
        "venue": None,
        "volume": None,
        "pages": "405-436",
        "type": None,
        "doi": "10.3138/9781442621534-019",
    },
    "match_gravity_hill": {
        "title": "Explanation of Gravity Hill of Mainpat by using digital Elevation Modeling",
        "first": "Dushyant Kumar Rajwade",
        "venue": "Journal of Ravishankar University (Part-B)",
        "aliases": (),
        "type": "journal-article",
    },
    "match_mining_association_rules_between": {
        "title": "Mining association rules between sets of items in large databases",
        "n": 0,
        "year": None,
        "type": None,
    },
    "batch_paper_batch:c31c87c591a25c64fbaa82e8ac6a81831b6ac7ce": {  # a working paper; SSRN's list as journal
        "first": "Marianne Bertrand",
        "year": 2001,
        "venue": "Experimental & Empirical Studies eJournal",
        "type": "posted-content",
        "doi": "10.2139/ssrn.288970",
    },
    "batch_paper_batch:0f40b1f08821e22e859c6050916cec3667778613": {  # a trial's registration
        "first": "E. Duflo",
        "n": 3,
        "venue": None,
        "type": None,
        "doi": "10.1257/rct.1355",
    },
    "search_the_h3_loop_of_antibodies_shows_unique_struct_refchecker:2018 Faculty": {  # a recommendation, not the paper
        "title_start": "Faculty Opinions recommendation of The H3 loop",
        "type": "peer-review",
        "doi": "10.3410/f.727449083.793547416",
    },
    "search_minimax_01_scaling_foundation_models_with_lig_refchecker:Impacts of Doping": {  # almost everything null
        "year": None,
        "venue": None,
        "type": None,
        "doi": None,
    },
    "search_minimax_01_scaling_foundation_models_with_lig_refchecker:A collective": {  # a full stop at the title's end
        "title": "A collective statement in support of saving pangolins.",
        "venue": "Science of the Total Environment",
        "pages": "153666",
    },
    "search_revisiting_deep_learning_models_for_tabular_d_refchecker:Revisiting Deep Learning Models": {
        "year": 2021,
        "venue": "Neural Information Processing Systems",
        "aliases": ("Neural Inf Process Syst", "NeurIPS", "NIPS"),
        "pages": "18932-18943",
        "type": "proceedings-article",
    },
    "search_application_progress_of_deep_generative_model_refchecker:Graph-based generative": {  # a double volume
        "venue": "Drug Discovery Today : Technologies",
        "volume": "32-33",
        "issue": None,
        "pages": "45-53",
    },
    "search_an_active_learning_framework_for_data_efficie_refchecker:Genome-wide co-essentiality": {  # bioRxiv alone
        "year": 2024,
        "venue": "bioRxiv",
        "type": "posted-content",
        "doi": "10.1101/2022.09.27.509804",
    },
}


def pick(name):
    """The raw paper that an entry of `BY_HAND` is about: the only one, that of an id, or that of a title's start."""
    stem, _, which = name.partition(":")
    body = envelope(stem)
    papers = body if isinstance(body, list) else body.get("data", [body])
    if not which:
        (paper,) = papers
        return paper
    word = which.removeprefix("2018 ")
    return next(paper for paper in papers if paper and (paper["paperId"] == word or paper["title"].startswith(word)))


@pytest.mark.parametrize("name", BY_HAND)
async def test_by_hand(name, wire):
    record = await source.lookup_id(wire(pick(name)).context, Identifier(IdentifierKind.S2_CORPUS, "1"))
    names = [author.display for author in record.authors]
    said = {
        "first": names[0] if names else None,
        "last": names[-1] if names else None,
        "n": len(names),
        "type": record.type and record.type.value,
        "aliases": record.venue_aliases,
        "pmid": record.identifier(IdentifierKind.PMID),
        "pmcid": record.identifier(IdentifierKind.PMCID),
        "acl": record.identifier(IdentifierKind.ACL),
        "title_start": record.title[: len(BY_HAND[name].get("title_start", ""))],
    }
    expected = BY_HAND[name]
    assert {field: said[field] if field in said else getattr(record, field) for field in expected} == expected


def test_enough_by_hand():
    assert len(BY_HAND) >= 25

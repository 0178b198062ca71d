"""Awkward works as Crossref holds them, with what a reader of the work itself would write down."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refcheck_core import Author, Identifier, IdentifierKind, Notice, NoticeKind, Record, WorkType
from refcheck_core.testing import shared_data
from refcheck_crossref.parsing import record_of

FOLDER = shared_data("recordings", "crossref")
pytestmark = pytest.mark.shared


def person(given: str, family: str, suffix: str | None = None) -> Author:
    return Author(given=given, family=family, suffix=suffix)


def body(name: str) -> Author:
    return Author(literal=name, organization=True)


def works() -> dict[str, Any]:
    """DOI -> the newest and fullest recording of it."""
    found: dict[str, Any] = {}
    for path in sorted(FOLDER.glob("*.json")):
        if not path.name.startswith(("work_", "list_", "title_")):
            continue
        content = json.loads(path.read_text(encoding="utf-8"))
        for answer in content if isinstance(content, list) else [content]:
            message = answer.get("message", answer)
            for work in message.get("items", [message]):
                if len(work) >= len(found.get(work["DOI"], ())):
                    found[work["DOI"]] = work
    return found


WORKS = works()

EXPECTED: dict[str, dict[str, Any]] = {
    # A book with authors; its "container" is the series.
    "10.1007/978-3-319-53923-2": {
        "title": "Applications of Quantum Dynamics in Chemistry",
        "authors": (
            person("Fabien", "Gatti"),
            person("Benjamin", "Lasorne"),
            person("Hans-Dieter", "Meyer"),
            person("André", "Nauts"),
        ),
        "year": 2017,
        "series": "Lecture Notes in Chemistry",
        "publisher": "Springer International Publishing",
        "type": WorkType.BOOK,
    },
    # A book with an editor and no author, and a subtitle.
    "10.1039/9781788019972": {
        "title": "Long-lived Nuclear Spin Order",
        "subtitle": "Theory and Applications",
        "authors": (),
        "editors": (person("Giuseppe", "Pileio"),),
        "year": 2020,
        "type": WorkType.BOOK,
    },
    # Series before the book that holds the chapter.
    "10.1007/978-3-319-75889-3_1": {
        "title": "Climate Change and Increasing Risk of Extreme Heat",
        "venue": "Human Health and Physical Activity During Heat Exposure",
        "series": "SpringerBriefs in Medical Earth Sciences",
        "pages": "1-13",
        "type": WorkType.BOOK_CHAPTER,
        "identifiers": (Identifier(IdentifierKind.DOI, "10.1007/978-3-319-75889-3_1"),),
    },
    # The same the other way round.
    "10.1007/978-3-642-33191-6_49": {
        "venue": "Advances in Visual Computing",
        "series": "Lecture Notes in Computer Science",
        "venue_aliases": ("Lecture Notes in Computer Science",),
        "year": 2012,
    },
    "10.1007/3-540-57207-4_2": {
        "title": "Cognitive maps, cognitive collages, and spatial mental models",
        "venue": "Spatial Information Theory A Theoretical Basis for GIS",
        "series": "Lecture Notes in Computer Science",
        "authors": (person("Barbara", "Tversky"),),
        "years": (1993,),
    },
    "10.1090/conm/280/04622": {
        "venue": "Structured Matrices in Mathematics, Computer Science, and Engineering I",
        "series": "Contemporary Mathematics",
        "type": WorkType.OTHER,
    },
    # Series and proceedings; the event tells which is which.
    "10.4242/balisagevol3.renear01": {
        "venue": "Proceedings of Balisage: The Markup Conference 2009",
        "series": "Balisage Series on Markup Technologies",
        "type": WorkType.PROCEEDINGS_ARTICLE,
    },
    # The editors of the book that holds the chapter; no date at all.
    "10.1017/9781316535783.011": {
        "title": "Testing Inflation",
        "authors": (person("Chris", "Smeenk"),),
        "editors": (
            person("Khalil", "Chamcham"),
            person("Joseph", "Silk"),
            person("John D.", "Barrow"),
            person("Simon", "Saunders"),
        ),
        "year": None,
        "years": (),
    },
    "10.1371/journal.pmed.0030277.g001": {"title": None, "authors": (), "type": WorkType.COMPONENT},
    # A dissertation: dated by its approval, issued by a university, deposited by its library.
    "10.14264/uql.2020.791": {
        "authors": (person("Patricia Maree", "Collingwood"),),
        "year": 2020,
        "venue": None,
        "publisher": "The University of Queensland",
        "degree": "PhD Thesis",
        "type": WorkType.DISSERTATION,
    },
    "10.17077/etd.89e52p7n": {
        "title": "Normandy's role in the development of the Flamboyant style",
        "subtitle": "decoration, meaning, and exchange in Late Gothic architecture",
        "year": 2013,  # created in 2018, issued unknown
        "publisher": "University of Iowa",
    },
    # One contributor without a name: the list is not complete.
    "10.31390/gradschool_theses.6125": {"authors": (person("Joshua", "Rovira"),), "authors_complete": False},
    "10.1007/12080.1874-1746": {"title": "Theoretical Ecology", "type": WorkType.JOURNAL},
    "10.6002/ect.2015.0371": {"title": None, "type": WorkType.JOURNAL, "volume": "16", "issue": "5", "year": 2018},
    # No author was deposited.
    "10.1007/s40278-023-41815-2": {
        "title": "Convalescent-anti-sars-cov-2-plasma/immune-globulin",
        "subtitle": "Fever and mild decrease in baseline oxygen saturation following off-label use: 3 case reports",
        "authors": (),
        "authors_complete": True,
    },
    # Capitals are kept as given.
    "10.1017/s0376892913000179": {
        "authors": (person("THOMAS E.", "MARLER"),),
        "venue": "Environmental Conservation",
        "venue_aliases": ("Envir. Conserv.",),
    },
    "10.1021/acs.orglett.7b03845": {
        "authors": (person("Amos B.", "Smith", "III"),),
        "year": 2018,
        "years": (2017, 2018),
    },
    # People with one name.
    "10.1038/d41586-020-02761-z": {
        "authors": (Author(family="Sheherazade"), Author(family="Ardiantiono")),
        "year": 2020,
    },
    "10.1038/ng.3834": {"preprints": ("10.1101/055962",), "venue_aliases": ("Nat Genet",)},
    # Print and online years differ; letters in page numbers.
    "10.1093/nar/gkz827": {
        "title": "Thera-SAbDab: the Therapeutic Structural Antibody Database",
        "year": 2020,
        "years": (2019, 2020),
        "pages": "D383-D388",
        "issue": "D1",
        "preprints": ("10.1101/707521",),
    },
    # An article number in place of pages.
    "10.1103/physrevb.89.140501": {
        "pages": None,
        "article_number": "140501",
        "volume": "89",
        "issue": "14",
        "year": 2014,
    },
    "10.1045/january2017-burton": {"issue": "1/2", "volume": "23", "pages": None, "year": 2017},
    # Pretty-printed markup.
    "10.1073/pnas.1205508109": {
        "title": "Oncogenic mutations mimic and enhance dynamic events in the natural activation of "
        "phosphoinositide 3-kinase p110α (PIK3CA)",
        "year": 2012,
    },
    "10.1098/rspb.2017.0132": {
        "title": "Sexual conflict and correlated evolution between male persistence and female resistance traits in "
        "the seed beetle Callosobruchus maculatus",
    },
    # Words glued to their italics.
    "10.1093/femsec/fiv167": {
        "title": "Effect of the IncP-1β plasmid pHB44 on the population dynamics of Burkholderia terrae BS001 in the "
        "Lyophyllum sp. strain Karsten mycosphere under different iron conditions",
        "years": (2015, 2016),
    },
    "10.1111/j.2041-210x.2012.00247.x": {
        "title": "Treebase: an R package for discovery, access and manipulation of online phylogenies",
    },
    "10.1155/2016/6232036": {
        "title": "PPARα Agonist Fenofibrate Reduced the Secreting Load of β-Cells in Hypertriglyceridemia Patients "
        "with Normal Glucose Tolerance",
    },
    # MathML.
    "10.1155/2008/410437": {"title": "Jordan∗-Derivations on C∗-Algebras and JC∗-Algebras"},
    # Markup that was encoded once too often.
    "10.1002/2050-7038.12442/v2/review2": {
        "title": 'Review for "Hybrid risk‐averse energy management optimizer for large‐scale industrial building '
        'microgrids"',
        "type": WorkType.PEER_REVIEW,
        "reviews": ("10.1002/2050-7038.12442",),
    },
    # Entities in the journal's name.
    "10.1051/0004-6361:200809584": {
        "venue": "Astronomy & Astrophysics",
        "venue_aliases": ("A&A",),
        "title": "A multi-wavelength survey of AGN in the XMM-LSS field",
        "subtitle": "I. Quasar selection via the KX technique",
    },
    # A subtitle that is a running head, an order number, or blank.
    "10.1002/htj.21390": {"subtitle": None, "years": (2018, 2019), "year": 2019},
    "10.1037/e718982007-001": {"title": "Aloha blossoms at state hospital", "subtitle": None, "type": WorkType.DATASET},
    "10.4018/978-1-4666-1891-6.ch004": {
        "subtitle": None,
        "venue": "Graph-Based Methods in Computer Vision",
        "year": None,
    },
    # A short form of the title, deposited as its subtitle.
    "10.1111/j.1368-5031.2004.00398.x": {
        "title": "Efficacy, safety and tolerability of lumiracoxib in patients with rheumatoid arthritis",
        "subtitle": None,
        "alternative_titles": ("Lumiracoxib in Rheumatoid Arthritis",),
    },
    # Titles in two languages.
    "10.4000/dms.865": {
        "title": "Distance(s), proximity and presence(s): evolving concepts",
        "alternative_titles": ("Distances, absence, proximités et présences : des concepts en déplacement",),
    },
    "10.22201/iib.bibliographica.2018.1.2": {
        "title": "La recepción de los sermones de Antonio Vieira en el mundo hispánico",
        "alternative_titles": ("The Reception of Antonio de Vieira’s Sermons in the Hispanic World",),
        "authors": (person("Maria Cândida", "Ferreira de Almeida"), body("Universidad de los Andes")),
    },
    # The title is blank, the original title is not.
    "10.7600/jspfsm.56.60": {"title": "自律神経・循環器応答", "authors": (), "year": 2007},
    "10.5012/bkcs.2013.34.10.2889": {"alternative_titles": (), "year": 2013},
    # An editor named "et al.".
    "10.2973/odp.proc.ir.180.2000": {
        "authors": (),
        "editors": (person("B.", "Taylor"), person("P.", "Huchon"), person("A.", "Klaus")),
        "type": WorkType.MONOGRAPH,
    },
    "10.7554/elife.55167.sa2": {"type": WorkType.PEER_REVIEW, "reviews": ("10.7554/elife.55167",), "venue": None},
    # Preprints: the server is the institution, the group a subject.
    "10.1101/097196": {
        "title": "A Data Citation Roadmap for Scholarly Data Repositories",
        "venue": "bioRxiv",
        "venue_aliases": (),
        "publisher": "Cold Spring Harbor Laboratory",
        "year": 2016,
        "type": WorkType.POSTED_CONTENT,
        "preprint_of": ("10.1038/s41597-019-0031-8",),
    },
    # … or the group is the server;
    "10.31233/osf.io/wn8g6": {"venue": "PaleorXiv", "preprint_of": ("10.1038/s41559-019-0835-0",), "year": 2018},
    # … or only the DOI tells.
    "10.21203/rs.3.rs-4920598/v2": {
        "venue": "Research Square",
        "notices": (Notice(kind=NoticeKind.WITHDRAWAL, asserted_by="title"),),
    },
    "10.1002/essoar.10504562.1": {
        "venue": "Earth and Space Science Open Archive",
        "venue_aliases": ("ESSOAr",),
        "preprint_of": ("10.1029/2020ms002386",),
        "year": 2020,
    },
    # A blog.
    "10.54900/rf84ag3-98f00rt-0phta": {"venue": "Upstream", "venue_aliases": ("Front Matter",), "year": 2022},
    "10.1145/3448016.3452841": {
        "title": "Vector Quotient Filters",
        "subtitle": "Overcoming the Time/Space Trade-Off in Filter Design",
        "venue": "Proceedings of the 2021 International Conference on Management of Data",
        "venue_aliases": ("SIGMOD/PODS '21: International Conference on Management of Data", "SIGMOD/PODS '21"),
        "year": 2021,
    },
    # A report: an office of the government deposited it, a laboratory wrote it.
    "10.2172/972169": {
        "title": "Role of Energy Storage with Renewable Electricity Generation",
        "publisher": "National Renewable Energy Laboratory (NREL)",
        "type": WorkType.REPORT,
        "year": 2010,
    },
    # A standard of 1970, registered in 2013.
    "10.3403/00374960": {"year": 1970, "publisher": "BSI British Standards", "authors": (), "type": WorkType.STANDARD},
    # The notice of a retraction, by the journal itself: not retracted.
    "10.1155/2020/5109831": {
        "notices": (),
        "authors": (body("Gastroenterology Research and Practice"),),
        "venue": "Gastroenterology Research and Practice",
    },
    # A correction and a new version of itself are no retractions.
    "10.1073/pnas.1414271111": {
        "notices": (Notice(kind=NoticeKind.CORRECTION, doi="10.1073/pnas.1507001112", asserted_by="publisher"),)
    },
    "10.1371/journal.ppat.1008184": {
        "notices": (Notice(kind=NoticeKind.OTHER, doi="10.1371/journal.ppat.1008184", asserted_by="publisher"),)
    },
    # Corrects another work; nothing happened to itself.
    "10.1038/s41598-018-34742-8": {"notices": ()},
    # UTF-8 read as Latin-1.
    "10.1111/j.1574-6941.1993.tb00013.x": {
        "authors": (
            person("Gina", "Marrão"),
            person("António", "Veríssimo"),
            person("Richard G.", "Bowker"),
            person("Milton S.", "Costa"),
        ),
    },
    # Whole names in the field of the family name.
    "10.1306/703c7c64-1707-11d7-8645000102c1865d": {"authors": (person("Newell P.", "Campbell"),)},
    "10.1306/00aa9ad4-1730-11d7-8645000102c1865d": {
        "title": "Abstract: Utilizing Geologic Knowledge and Technology in Mitigation of Public Policy Issues in Urban "
        "Settings through Adaptation of Risk Analysis",
    },
    "10.1306/2f918644-16ce-11d7-8645000102c1865d": {
        "authors": (person("Michael E.", "Hohn"), person("Donald W.", "Neal")),
        "year": 1979,
    },
    "10.1306/5d25c2ab-16c1-11d7-8645000102c1865d": {
        "authors": (person("Elton E.", "Rodgers"), person("Bill B.", "Belt"))
    },
    "10.1109/infvis.2005.1532150": {
        "authors": (
            person("Doantam", "Phan"),
            person("Ling", "Xiao"),
            person("R.", "Yeh"),
            person("P.", "Hanrahan"),
            person("T.", "Winograd"),
        ),
        "year": None,
    },
    "10.1890/0012-9658(2006)87[2832:tiopma]2.0.co;2": {
        "title": "THE IMPACT OF PARASITE MANIPULATION AND PREDATOR FORAGING BEHAVIOR ON PREDATOR–PREY COMMUNITIES",
        "pages": "2832-2841",
        "url": "https://doi.org/10.1890/0012-9658(2006)87[2832:tiopma]2.0.co;2",
    },
    # The only author among persons is a body.
    "10.1111/j.1865-1682.2010.01171.x": {
        "authors": (
            person("M.", "Abubakar"),
            person("M.", "Javed Arshed"),
            person("M.", "Hussain"),
            Author(family="Ehtisham-ul-Haq"),
            person("Q.", "Ali"),
        ),
    },
    "10.1371/journal.pone.0203153": {"authors": (body("The PLOS ONE Staff"),), "editors": (), "notices": ()},
}


@pytest.mark.parametrize("doi", EXPECTED)
def test_record(doi: str) -> None:
    record = record_of(WORKS[doi])
    assert isinstance(record, Record)
    wanted = EXPECTED[doi]
    assert {field: getattr(record, field) for field in wanted} == wanted
    assert record.doi == doi


def test_books_have_their_isbns_and_chapters_have_not() -> None:
    book, chapter = record_of(WORKS["10.1007/978-3-319-53923-2"]), record_of(WORKS["10.1007/978-3-319-75889-3_1"])
    assert book is not None
    assert chapter is not None
    assert {i.value for i in book.identifiers if i.kind is IdentifierKind.ISBN} == {"9783319539218", "9783319539232"}
    assert WORKS[chapter.doi]["ISBN"]
    assert chapter.identifier(IdentifierKind.ISBN) is None


def test_abstracts_are_plain_text() -> None:
    found = [record.abstract for record in map(record_of, WORKS.values()) if record is not None and record.abstract]
    assert len(found) > 100
    assert not [text for text in found if "<jats" in text or text.startswith(("Abstract", "ABSTRACT"))]
    structured = record_of(WORKS["10.1111/geb.13950"])
    assert structured is not None
    assert structured.abstract is not None
    assert structured.abstract.startswith("Aim Despite unprecedented environmental change")
    heading_only = record_of(WORKS["10.2458/v1i1.21154"])
    assert heading_only is not None
    assert heading_only.abstract is None

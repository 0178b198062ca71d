"""Rules of the parser, each on the smallest work that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from refcheck_core import Author, Identifier, IdentifierKind, Notice, NoticeKind, Record, WorkType
from refcheck_crossref.parsing import record_of, registered_doi, work_type


def parsed(**fields: Any) -> Record:
    record = record_of(
        {"DOI": "10.1000/x", "type": "journal-article", **{k.replace("_", "-"): v for k, v in fields.items()}}
    )
    assert record is not None
    return record


def on(*parts: Any) -> dict[str, Any]:
    return {"date-parts": [list(parts)]}


# --- works and their DOIs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "thing", [None, 1, "10.1000/x", [], {}, {"title": ["A"]}, {"DOI": None}, {"DOI": ["10.1000/x"]}]
)
def test_what_is_no_work(thing: Any) -> None:
    assert record_of(thing) is None


@pytest.mark.parametrize(
    ("given", "doi"),
    [
        ("10.1016/S0140-6736(97)11096-0", "10.1016/s0140-6736(97)11096-0"),
        ("10.1890/0012-9615(1999)069[0569:EDILSA]2.0.CO;2", "10.1890/0012-9615(1999)069[0569:edilsa]2.0.co;2"),
        ("10.1000/ends-in-a-dot.", "10.1000/ends-in-a-dot."),
        ("10.1000/Ämter", "10.1000/Ämter"),
        (" 10.1000/x ", "10.1000/x"),
        ("https://doi.org/10.1000/X", "10.1000/x"),
    ],
)
def test_a_registered_doi_is_kept_but_for_case(given: str, doi: str) -> None:
    assert registered_doi(given) == doi


def test_address_of_a_doi_with_characters_that_cut_an_address() -> None:
    record = record_of({"DOI": "10.1130/0091-7613(2003)031<0203:COSSDD>2.0.CO;2#1"})
    assert record is not None
    assert record.url == "https://doi.org/10.1130/0091-7613(2003)031%3C0203:cossdd%3E2.0.co;2%231"


def test_an_arxiv_doi_has_its_arxiv_id() -> None:
    record = record_of({"DOI": "10.48550/arXiv.1706.03762"})
    assert record is not None
    assert record.arxiv_id == "1706.03762"
    assert Identifier(IdentifierKind.ARXIV, "1706.03762") in record.identifiers


def test_isbns_of_a_book_in_either_spelling() -> None:
    record = parsed(type="book", ISBN=["http://id.crossref.org/isbn/9783319539218", "978-3-319-53923-2", "no isbn", 7])
    found = [i.value for i in record.identifiers if i.kind is IdentifierKind.ISBN]
    assert found == ["9783319539218", "9783319539232"]


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("journal-article", WorkType.JOURNAL_ARTICLE),
        ("posted-content", WorkType.POSTED_CONTENT),
        ("book-section", WorkType.BOOK_CHAPTER),
        ("book-set", WorkType.JOURNAL),
        ("journal-volume", WorkType.JOURNAL),
        ("database", WorkType.DATASET),
        ("report-component", WorkType.REPORT),
        ("grant", WorkType.GRANT),
        ("hologram", WorkType.OTHER),
        (None, None),
        ([], None),
    ],
)
def test_types(given: Any, kind: WorkType | None) -> None:
    assert work_type(given) is kind


# --- titles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "title", "subtitle", "others"),
    [
        ({"title": ["A"], "subtitle": ["B"]}, "A", "B", ()),
        ({"title": ["A title"], "subtitle": ["A Title"]}, "A title", None, ()),
        ({"title": ["A title: the rest"], "subtitle": ["The rest"]}, "A title: the rest", None, ()),
        ({"title": ["A title"], "subtitle": ["A title: the rest"]}, "A title", None, ("A title: the rest",)),
        ({"title": [None, " ", "A"]}, "A", None, ()),
        ({"title": "A"}, "A", None, ()),
        ({"title": [], "original-title": ["元"]}, "元", None, ()),
        ({"title": ["A"], "original-title": ["元"], "short-title": ["Short"]}, "A", None, ("元", "Short")),
        ({"title": ["A"], "original-title": ["A"], "short-title": ["A"]}, "A", None, ()),
        ({"subtitle": ["B"]}, None, None, ()),
        ({"title": ["A"], "subtitle": ["Miller et al."]}, "A", None, ()),
        ({"title": ["A"], "subtitle": ["(12-34)"]}, "A", None, ()),
        ({"title": ["A &amp;amp; B"]}, "A & B", None, ()),
        ({"title": ["RETRACTED: A"]}, "RETRACTED: A", None, ()),
    ],
)
def test_titles(fields: dict[str, Any], title: str | None, subtitle: str | None, others: tuple[str, ...]) -> None:
    record = record_of({"DOI": "10.1000/x", **fields})
    assert record is not None
    assert (record.title, record.subtitle, record.alternative_titles) == (title, subtitle, others)


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("H<sub>2</sub>O and CO<sub>2</sub>", "H2O and CO2"),
        ("the<i>KRAS</i>gene", "the KRAS gene"),
        ("<scp>T</scp>reebase", "Treebase"),
        ("poly(<i>N</i>-isopropylacrylamide)", "poly(N-isopropylacrylamide)"),
        ("<i>p</i>-values", "p-values"),
        ("<i>In vitro</i>: a study", "In vitro: a study"),
        ("TNF<i>α</i>", "TNFα"),
        (
            "<p><strong>A new species of <em>Tachycines</em> (<em>Gymnaeta</em>) (Orthoptera: </strong><strong>"
            "Rhaphidophoridae)</strong></p>",
            "A new species of Tachycines (Gymnaeta) (Orthoptera: Rhaphidophoridae)",
        ),
        ("on<mml:math><mml:mi>C</mml:mi></mml:math>and more", "on C and more"),
        ("a <math></math>b", "a b"),
    ],
)
def test_markup_in_titles(markup: str, title: str) -> None:
    assert parsed(title=[markup]).title == title


def test_the_characters_as_deposited_stay_a_title_to_compare_with() -> None:
    record = parsed(title=["the<i>KRAS</i>gene"])
    assert record.alternative_titles == ("theKRASgene",)


# --- people -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "names"),
    [
        ([{"given": "Roger", "family": "A Light"}], [Author(given="Roger", family="A Light")]),
        ([{"given": "Olivier", "family": "Der Aa"}], [Author(given="Olivier", family="Der Aa")]),
        ([{"name": "GTEx Consortium"}], [Author(literal="GTEx Consortium", organization=True)]),
        ([{"family": "M\u00c3\u00a9ndez", "given": "A"}], [Author(given="A", family="Méndez")]),
        ([{"family": "\u00c3\u00a9–", "given": "A"}], [Author(given="A", family="\u00c3\u00a9–")]),
        ([{"given": "Plato"}], [Author(literal="Plato")]),
        ([{"family": "Plato"}], [Author(family="Plato")]),
        ([{"family": "A&amp;B", "given": "<b>X</b>"}], [Author(family="A&B", given="X")]),
        ([{"family": "Doe", "given": "J", "role": [{"role": "author"}]}], [Author(family="Doe", given="J")]),
        ([{"family": "Doe", "given": "J", "role": [{"role": "translator"}]}], []),
        ([{"family": "Doe", "given": "J", "role": "nonsense"}], [Author(family="Doe", given="J")]),
        (None, []),
        ("nonsense", []),
    ],
)
def test_authors(entries: Any, names: list[Author]) -> None:
    record = parsed(author=entries)
    assert list(record.authors) == names
    assert record.authors_complete


@pytest.mark.parametrize("gap", [{"sequence": "additional"}, {"name": "et al."}, {"family": "et al"}, {"given": "…"}])
def test_a_contributor_without_a_name_makes_the_list_incomplete(gap: dict[str, str]) -> None:
    record = parsed(author=[{"given": "A", "family": "B"}, gap])
    assert record.authors == (Author(given="A", family="B"),)
    assert not record.authors_complete


def test_editors_of_books_and_of_their_parts_only() -> None:
    editor = [{"given": "E", "family": "D"}]
    assert parsed(type="book-chapter", editor=editor).editors == (Author(given="E", family="D"),)
    assert parsed(type="edited-book", editor=editor).editors == (Author(given="E", family="D"),)
    assert parsed(type="journal-article", editor=editor).editors == ()


def test_a_journal_that_is_its_own_author_is_a_body() -> None:
    record = parsed(container_title=["Research and Practice"], author=[{"given": "Research", "family": "and Practice"}])
    assert record.authors == (Author(literal="Research and Practice", organization=True),)
    assert parsed(container_title=["***"], author=[{"name": "…?"}]).authors == (
        Author(literal="…?", organization=True),
    )


# --- dates ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "year", "years"),
    [
        ({"issued": on(None), "created": on(2015)}, None, ()),
        ({"issued": {"date-parts": [[]]}, "deposited": on(2015)}, None, ()),
        ({"issued": {"date-parts": []}, "indexed": on(2015)}, None, ()),
        ({"issued": on(None), "published": on(2014)}, 2014, (2014,)),
        ({"posted": on(2018, 1, 5), "issued": on(2018, 1, 5), "created": on(2018, 1, 4)}, 2018, (2018,)),
        (
            {"published-print": on(2010, 7), "published-online": on(2009, 12, 30), "created": on(2015)},
            2010,
            (2009, 2010),
        ),
        ({"published-online": on(2009), "issued": on(2009)}, 2009, (2009,)),
        ({"published-online": on(2020), "journal-issue": {"published-print": on(2021)}}, 2021, (2020, 2021)),
        ({"posted": on(2016), "accepted": on(2017)}, 2016, (2016, 2017)),
        ({"accepted": on(2017)}, None, (2017,)),
        ({"approved": on(1970)}, 1970, (1970,)),
        ({"issued": {"date-parts": [["1998"]]}}, 1998, (1998,)),
        ({"issued": {"date-parts": [[2018, 1], [2019, 2]]}}, 2018, (2018,)),
        ({"issued": on(True)}, None, ()),
        ({"issued": on(20)}, None, ()),
        ({"issued": on("20th century")}, None, ()),
        ({"issued": "2018"}, None, ()),
    ],
)
def test_years(fields: dict[str, Any], year: int | None, years: tuple[int, ...]) -> None:
    record = record_of({"DOI": "10.1000/x", **fields})
    assert record is not None
    assert (record.year, record.years) == (year, years)


# --- places -----------------------------------------------------------------------------------------------------------


def test_a_proceedings_article_has_its_proceedings_and_event() -> None:
    record = parsed(
        type="proceedings-article",
        container_title=["2018 IEEE Intelligent Vehicles Symposium (IV)"],
        event={"name": "2018 IEEE Intelligent Vehicles Symposium", "acronym": "IV 2018"},
    )
    assert record.venue == "2018 IEEE Intelligent Vehicles Symposium (IV)"
    assert record.venue_aliases == ("2018 IEEE Intelligent Vehicles Symposium", "IV 2018")
    assert record.series is None


def test_names_of_a_journal() -> None:
    record = parsed(
        container_title=["J. of Things", "Journal of Things"], short_container_title=["JT &amp; X", "J. of Things"]
    )
    assert record.venue == "J. of Things"
    assert record.venue_aliases == ("Journal of Things", "JT & X")
    assert record.series is None


@pytest.mark.parametrize(
    ("fields", "venue"),
    [
        ({"institution": [{"name": "bioRxiv"}], "group-title": "Ecology"}, "bioRxiv"),
        ({"institution": {"name": "bioRxiv"}}, "bioRxiv"),
        ({"group-title": "Ecology"}, None),
        ({"group-title": "PsyArXiv"}, "PsyArXiv"),
        ({"group-title": "Upstream", "subtype": "blog"}, "Upstream"),
        (
            {"resource": {"primary": {"URL": "http://www.biorxiv.org/lookup/doi/10.1101/1"}}, "group-title": "Ecology"},
            "bioRxiv",
        ),
        ({"resource": {"primary": {"URL": "http://medrxiv.org/lookup/doi/10.1101/1"}}}, "medRxiv"),
        ({"resource": {"primary": {"URL": "http://notbiorxiv.org/x"}}}, None),
        ({"resource": {"primary": {"URL": "http://[broken"}}}, None),
        ({"DOI": "10.26434/chemrxiv-2022-qfv02"}, "ChemRxiv"),
        ({"container-title": ["A server's series"], "institution": [{"name": "Server"}]}, "A server's series"),
    ],
)
def test_servers_of_posted_content(fields: dict[str, Any], venue: str | None) -> None:
    record = record_of({"DOI": "10.1000/x", "type": "posted-content", **fields})
    assert record is not None
    assert record.venue == venue
    assert "Ecology" not in record.venue_aliases


def test_a_report_without_institution_has_its_publisher() -> None:
    assert parsed(type="report", publisher="FAO").publisher == "FAO"
    body = {"name": "BSI", "acronym": "B"}
    assert parsed(type="standard", standards_body=body).publisher == "BSI"
    assert parsed(type="standard", standards_body=body, publisher="P").publisher == "P"


def test_numbers_and_pages() -> None:
    record = parsed(volume=93, issue="6", page="770 – 778", article_number="064002", edition_number="2")
    assert (record.volume, record.issue, record.pages) == ("93", "6", "770-778")
    assert (record.article_number, record.edition) == ("064002", "2")
    assert parsed(journal_issue={"issue": "4"}).issue == "4"


# --- notices and relations --------------------------------------------------------------------------------------------


def update(kind: Any, source: str | None = "publisher", doi: str | None = None) -> dict[str, Any]:
    return {"type": kind, "source": source, "DOI": doi}


@pytest.mark.parametrize(
    ("updates", "told"),
    [
        (
            [update("retraction", "retraction-watch", "10.1016/R")],
            [("retraction", "10.1016/r", "retraction-watch")],
        ),
        ([update("correction")], [("correction", None, "publisher")]),
        ([update("corrigendum")], [("correction", None, "publisher")]),
        ([update("expression_of_concern")], [("expression_of_concern", None, "publisher")]),
        ([update("Expression of concern")], [("expression_of_concern", None, "publisher")]),
        ([update("partial_retraction")], [("retraction", None, "publisher")]),
        ([update("new_version", doi="10.1000/x")], [("other", "10.1000/x", "publisher")]),
        (
            [update("withdrawal"), update("removal")],
            [("withdrawal", None, "publisher"), ("removal", None, "publisher")],
        ),
        (
            [update("retraction", doi="10.1000/n"), update("retraction", "retraction-watch", "10.1000/N")],
            [("retraction", "10.1000/n", "publisher, retraction-watch")],
        ),
        (
            [update("retraction"), update("retraction", "retraction-watch", "10.1000/n")],
            [("retraction", "10.1000/n", "retraction-watch, publisher")],
        ),
        ([update("retraction", None)], [("retraction", None, None)]),
        ([update(None), update([]), 7, None], []),
    ],
)
def test_notices(updates: list[Any], told: list[tuple[str, str | None, str | None]]) -> None:
    found = parsed(updated_by=updates).notices
    assert list(found) == [Notice(kind=NoticeKind(kind), doi=doi, asserted_by=by) for kind, doi, by in told]


def test_a_notice_is_not_retracted_itself() -> None:
    assert parsed(title=["Retraction: A"], update_to=[update("retraction", doi="10.1000/y")]).notices == ()
    assert parsed(title=["RETRACTED: A"], update_to=[update("retraction", doi="10.1000/y")]).notices == ()


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("RETRACTED: A study", NoticeKind.RETRACTION),
        ("RETRACTED ARTICLE: A study", NoticeKind.RETRACTION),
        ("[Retracted] A study", NoticeKind.RETRACTION),
        ("WITHDRAWN: A study", NoticeKind.WITHDRAWAL),
        ("TEMPORARY REMOVAL: A study", NoticeKind.REMOVAL),
        ("Retracted articles in medicine", None),
        ("Retraction of an article", None),
        ("Removal of dyes: a study", None),
    ],
)
def test_a_title_can_state_a_retraction(title: str, kind: NoticeKind | None) -> None:
    wanted = () if kind is None else (Notice(kind=kind, asserted_by="title"),)
    assert parsed(title=[title]).notices == wanted


def test_what_a_registry_states_stands_before_what_a_title_states() -> None:
    found = parsed(title=["RETRACTED: A"], updated_by=[update("retraction", doi="10.1000/n")]).notices
    assert found == (Notice(kind=NoticeKind.RETRACTION, doi="10.1000/n", asserted_by="publisher"),)


def test_relations() -> None:
    record = parsed(
        relation={
            "is-preprint-of": [{"id-type": "doi", "id": "10.1029/2020MS002386"}],
            "has-preprint": [
                {"id-type": "doi", "id": "https://doi.org/10.1101/1"},
                {"id-type": "arxiv", "id": "arXiv:1706.03762v2"},
                {"id-type": "other", "id": "https://doi.org/10.1101/2"},
                {"id-type": "other", "id": "a letter"},
                {"id-type": "issn", "id": "2749-9952"},
                {"id-type": "doi", "id": 7},
                None,
            ],
            "is-same-as": [{"id-type": "doi", "id": "10.1000/alias"}],
            "is-review-of": {"id-type": "doi", "id": "10.7554/eLife.55167"},
            "has-review": [{"id-type": "doi", "id": "10.1000/review"}],
            "is-comment-on": None,
        }
    )
    assert record.preprint_of == ("10.1029/2020ms002386",)
    assert record.preprints == ("10.1101/1", "10.48550/arxiv.1706.03762", "10.1101/2")
    assert record.same_as == ("10.1000/alias",)
    assert record.reviews == ("10.7554/elife.55167",)


def test_abstracts() -> None:
    jats = "<jats:title>Abstract</jats:title><jats:sec><jats:title>Aim</jats:title><jats:p>To see.</jats:p></jats:sec>"
    assert parsed(abstract=jats).abstract == "Aim To see."
    assert parsed(abstract="<jats:p>Abstract</jats:p>").abstract is None
    assert parsed(abstract=["x"]).abstract is None

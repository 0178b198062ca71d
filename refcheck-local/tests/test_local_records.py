"""From rows to records: what a row says, and nothing that it does not."""

from __future__ import annotations

import pytest

from refcheck_core import Author, Identifier, IdentifierKind, NoticeKind, WorkType
from refcheck_local.identity import identifiers_of
from refcheck_local.names import family_of
from refcheck_local.records import record_of
from refcheck_local.rows import Person, Row
from refcheck_local.types import work_type


def test_plain_row() -> None:
    row = Row(
        id="doi:10.1000/x",
        title="A title",
        subtitle="with more",
        titles=("Ein Titel", "Ein Titel"),
        authors=(Person(family="Doe", given="Jane"),),
        year=2001,
        years=(2000,),
        venue="Journal of Examples",
        venue_aliases=("J. Ex.",),
        type="article",
        volume="3",
        issue="4",
        pages="10–19",
        doi="https://doi.org/10.1000/X",
        pmid="123",
        pmcid="PMC123456",
        notices=("retraction", "something"),
        source="a file",
    )
    record = record_of(row)
    assert (record.source, record.source_id, record.full_title) == ("local", "doi:10.1000/x", "A title: with more")
    assert record.alternative_titles == ("Ein Titel",)
    assert record.authors == (Author(family="Doe", given="Jane"),)
    assert record.authors_complete
    assert (record.year, record.years) == (2001, (2000, 2001))
    assert (record.venue, record.venue_aliases, record.type) == (
        "Journal of Examples",
        ("J. Ex.",),
        WorkType.JOURNAL_ARTICLE,
    )
    assert (record.doi, record.pages) == ("10.1000/x", "10-19")
    assert record.identifier(IdentifierKind.PMID) == "123"
    assert record.identifier(IdentifierKind.PMCID) == "PMC123456"
    assert [notice.kind for notice in record.notices] == [NoticeKind.RETRACTION, NoticeKind.OTHER]


def test_row_without_anything_says_nothing() -> None:
    record = record_of(Row(id="x", title="A title"))
    given = record.model_dump(exclude_defaults=True)
    assert given == {"source": "local", "source_id": "x", "title": "A title"}


def test_first_author_only_is_no_complete_list() -> None:
    record = record_of(Row(id="x", title="A title", authors=(Person(family="Doe"),), partial=True))
    assert not record.authors_complete
    assert record.authors == (Author(family="Doe"),)


@pytest.mark.parametrize("kind", ["article", "proceedings-article", None])
def test_submission_confirms_no_venue(kind: str | None) -> None:
    row = Row(id="x", title="A title", submitted_to="ICLR", venue="ICLR", venue_aliases=("Learning",), type=kind)
    record = record_of(row)
    assert (record.venue, record.venue_aliases, record.submitted_to) == (None, (), "ICLR")
    assert record.type is WorkType.POSTED_CONTENT


def test_preprint_of_arxiv() -> None:
    row = Row(id="arxiv:1706.03762", title="A title", type="preprint", doi="10.1000/journal", category="cs.CL")
    record = record_of(row)
    assert record.arxiv_id == "1706.03762"
    assert record.doi == "10.48550/arxiv.1706.03762"
    assert record.published_as == ("10.1000/journal",)
    assert (record.venue, record.arxiv_class, record.type) == ("arXiv", "cs.CL", WorkType.POSTED_CONTENT)
    assert {i.kind for i in record.identifiers} == {IdentifierKind.DOI, IdentifierKind.ARXIV}


def test_published_work_with_an_arxiv_id_keeps_its_doi() -> None:
    record = record_of(
        Row(id="x", title="A title", type="article", arxiv_id="1706.03762v3", doi="10.1000/journal", venue="Journal")
    )
    assert (record.doi, record.arxiv_id, record.published_as) == ("10.1000/journal", "1706.03762", ())


def test_preprint_of_another_server_keeps_its_doi() -> None:
    row = Row(id="x", title="A title", type="preprint", doi="10.1101/2020.01.01", published_as=("10.1000/j", "none"))
    record = record_of(row)
    assert (record.doi, record.published_as) == ("10.1101/2020.01.01", ("10.1000/j",))


def test_article_in_a_preprint_server_is_a_preprint() -> None:
    assert record_of(Row(id="x", title="A title", type="article", venue="CoRR")).type is WorkType.POSTED_CONTENT


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        (Person(name="Wei Wang 0001"), Author(family="Wang", given="Wei")),
        (Person(family="Wang 0012", given="Wei"), Author(family="Wang", given="Wei")),
        (Person(name="van den Oord, Aäron"), Author(family="van den Oord", given="Aäron")),
        (Person(name="The ATLAS Group", organization=True), Author(literal="The ATLAS Group", organization=True)),
        (Person(family="Electronic Pub\u00adlishing"), Author(family="Electronic Publishing")),
    ],
)
def test_names(person: Person, expected: Author) -> None:
    (author,) = record_of(Row(id="x", title="A title", authors=(person,))).authors
    assert (author.family, author.given, author.literal, author.organization) == (
        expected.family,
        expected.given,
        expected.literal,
        expected.organization,
    )


def test_nameless_people_are_left_out() -> None:
    people = (Person(), Person(name=" "), Person(family="\u200b"), Person(name="Jane Doe"))
    assert [a.display for a in record_of(Row(id="x", title="A title", authors=people)).authors] == ["Jane Doe"]


@pytest.mark.parametrize(
    ("person", "family"),
    [
        (Person(family="van den Oord", given="A."), "van den Oord"),
        (Person(name="Wei Wang 0001"), "Wang"),
        (Person(name="Doe, Jane"), "Doe"),
        (Person(name="Plato"), "Plato"),
        (Person(), ""),
    ],
)
def test_family_names_for_finding(person: Person, family: str) -> None:
    assert family_of(person) == family


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("journal-article", WorkType.JOURNAL_ARTICLE),
        ("InProceedings", WorkType.PROCEEDINGS_ARTICLE),
        ("paper-conference", WorkType.PROCEEDINGS_ARTICLE),
        ("phdthesis", WorkType.DISSERTATION),
        ("preprint", WorkType.POSTED_CONTENT),
        ("misc", None),
        (None, None),
    ],
)
def test_types(text: str | None, kind: WorkType | None) -> None:
    assert work_type(text) is kind


def test_isbn_of_a_book_is_not_that_of_its_chapters() -> None:
    isbn = ("0-201-13448-9", "nonsense")
    book = record_of(Row(id="x", title="A title", type="book", isbn=isbn))
    chapter = record_of(Row(id="y", title="A title", type="incollection", isbn=isbn))
    assert book.identifier(IdentifierKind.ISBN) == "9780201134483"
    assert chapter.identifier(IdentifierKind.ISBN) is None


def test_soft_hyphens_and_impossible_years_go() -> None:
    record = record_of(Row(id="x", title="Elec\u00adtronic &amp; more", year=20, years=(1999, 99999)))
    assert (record.title, record.year, record.years) == ("Electronic & more", None, (1999,))


@pytest.mark.parametrize("doi", ["10.48550/arXiv.2104.08318", "https://doi.org/10.48550/arxiv.2104.08318"])
def test_a_doi_at_arxiv_tells_the_arxiv_id(doi: str) -> None:
    row = Row(id="x:1", title="Counting rivers", doi=doi)
    assert Identifier(IdentifierKind.ARXIV, "2104.08318") in identifiers_of(row)
    assert record_of(row).arxiv_id == "2104.08318"

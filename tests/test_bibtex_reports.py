"""Faults that exporters of BibTeX are known for, whole kinds of them: from a registry's record to the entry."""

from __future__ import annotations

from typing import Any

import pytest

from refcheck_core import Author, Record, WorkType
from refcheck_core.bibtex import Entry, build_entry, citation_key, field_values
from refcheck_crossref.parsing import record_of


def entry_of(title: str, **fields: Any) -> Entry:
    """The entry of a work as Crossref holds it."""
    message = {
        "DOI": "10.1000/example",
        "type": "journal-article",
        "title": [title],
        "container-title": ["Journal of Examples"],
        "author": [{"given": "Ada", "family": "Lovelace"}],
        "published-print": {"date-parts": [[2019, 5]]},
        **fields,
    }
    record = record_of(message)
    assert record is not None
    return build_entry(record)


def written(title: str, style: str = "latex", **fields: Any) -> dict[str, str]:
    return field_values(entry_of(title, **fields), style)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("<p><strong>A new genus of <em>Aphodius</em> (Beetles: </strong><strong>Scarabs) from caves</strong></p>",
         "A new genus of Aphodius (Beetles: Scarabs) from caves"),
        ("On the &lt;i&gt;Drosophila&lt;/i&gt; genome", "On the {Drosophila} genome"),
        ("Law &amp;amp; Order", r"Law \& Order"),
        ("Law &amp; Order", r"Law \& Order"),
        ("Law & Order", r"Law \& Order"),
        (r"Maps in the Web \&Mdash; a History", "Maps in the Web --- a History"),
        ("Uptake of SO<sub>4</sub> in H <sub>2</sub> S", "Uptake of {SO4} in {H2S}"),
        ("Results at p &lt; 0.05", r"Results at p {\textless} 0.05"),
        ("Effects\u0002 of\u000b control\u007f characters", "Effects of control characters"),
        ("A_b and 5% of #1 costs $3", r"A\_b and 5\% of \#1 costs \$3"),
    ],
)  # fmt: skip
def test_markup_entities_and_controls_of_a_title(title: str, expected: str) -> None:
    assert written(title)["title"] == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Structure and Dynamics of Elementary Fibrils Revealed by Computational Simulations",
         "Structure and Dynamics of Elementary Fibrils Revealed by Computational Simulations"),
        ("Iβ Cellulose Revealed by Simulations on a GPU", r"I$\beta$ Cellulose Revealed by Simulations on a {GPU}"),
        ("Villes et campagnes: l'influence du chemin de fer", "Villes et campagnes: l'influence du chemin de fer"),
        ("O romance e a cidade: a obra de Machado de Assis",
         "{O} romance e a cidade: a obra de {Machado} de {Assis}"),
        ("Translating mRNA with the U-Net and ImageNet", "Translating {mRNA} with the {U-Net} and {ImageNet}"),
    ],
)  # fmt: skip
def test_case_stays_and_capitals_that_a_style_would_lose_are_protected(title: str, expected: str) -> None:
    assert written(title)["title"] == expected


def test_names_in_capitals_and_organisations() -> None:
    people = [{"given": "WEI", "family": "ZHANG"}, {"given": "LI", "family": "HUANG"}]
    assert written("x", author=people)["author"] == "Zhang, Wei and Huang, LI"
    organisation = entry_of("Estimating things", author=[{"name": "Open Methods Collaboration"}])
    assert organisation.fields["author"] == "{Open Methods Collaboration}"
    assert organisation.key == "omc2019estimating"


def test_a_proceedings_article_has_a_booktitle_and_no_journal() -> None:
    entry = entry_of("x", type="proceedings-article", **{"container-title": ["2019 Conference on Examples (CE)"]})
    assert (entry.entry_type, entry.fields["booktitle"]) == ("inproceedings", "2019 Conference on Examples (CE)")
    assert "journal" not in entry.fields
    assert entry.fields["year"] == "2019"


def test_an_article_number_stands_for_pages() -> None:
    fields = written("x", volume="93", issue="6", **{"article-number": "064002"})
    assert (fields["pages"], fields["number"]) == ("064002", "6")


def test_what_the_record_lacks_is_told_and_not_passed_over() -> None:
    entry = entry_of("x", author=[])
    assert "author" not in entry.fields
    assert "Required field author is not known." in entry.warnings


@pytest.mark.parametrize(
    ("doi", "url"),
    [
        ("10.1214/13-sts999", "https://doi.org/10.1214/13-sts999"),
        ("10.1007/978-3-032-00942-5_12", "https://doi.org/10.1007/978-3-032-00942-5_12"),
        ("10.1016/s0016-5107(74)73914-1", "https://doi.org/10.1016/s0016-5107(74)73914-1"),
        ("10.1002/a:b;c", "https://doi.org/10.1002/a:b;c"),
    ],
)
@pytest.mark.parametrize("style", ["latex", "utf8"])
def test_doi_and_address_are_raw(doi: str, url: str, style: str) -> None:
    fields = written("x", style, DOI=doi.upper(), URL=f"http://dx.doi.org/{doi.replace('/', '%2F')}")
    assert (fields["doi"], fields["url"]) == (doi, url)


def test_other_addresses_are_raw_too() -> None:
    record = Record(source="test", title="a_b", url="https://example.org/x_y%2Fz?a=1&b=~c#d", type=WorkType.SOFTWARE)
    fields = field_values(build_entry(record), "latex")
    assert fields["url"] == "https://example.org/x_y%2Fz?a=1&b=~c#d"
    assert r"a\_b" in fields["title"]


def test_all_text_fields_are_treated_alike() -> None:
    text, author = "Größe & tëst", Author(literal="Größe & tëst", organization=True)
    record = Record(
        source="test", title=text, venue=text, publisher=text, series=text, edition=text, authors=(author,),
        editors=(author,), abstract=text, type=WorkType.BOOK_CHAPTER, year=2019,
    )  # fmt: skip
    fields = field_values(build_entry(record, include_abstract=True), "latex")
    for name in ("author", "editor", "title", "booktitle", "publisher", "series", "edition", "abstract"):
        assert fields[name].strip("{}").replace("{Gr", "Gr") == r"Gr{\"o}{\ss}e \& t{\"e}st", name


@pytest.mark.parametrize(
    ("family", "year", "title", "key"),
    [
        ("Böll", 2005, "Example", "boll2005example"),
        ('B{\\"o}ll', 2026, "Example", "boll2026example"),
        ("Łukasiewicz", 1920, "Example", "lukasiewicz1920example"),
        ("李娜", 2019, "一种方法", "lina2019yizhongfangfa"),
        ("Петров", 2001, "Пример", "petrov2001primer"),
        ("O'Neill", 2010, "The", "oneill2010the"),
        ("D’Alembert", 2010, "4D", "dalembert20104d"),
        (None, None, "3D", "anonnd3d"),
        (None, None, "", "anonnd"),
    ],
)
def test_keys_are_ascii_and_never_empty(family: str | None, year: int | None, title: str, key: str) -> None:
    authors = (Author(family=family),) if family else ()
    assert citation_key(Record(source="test", title=title, year=year, authors=authors)) == key


def test_a_letter_is_folded_alike_whatever_the_title() -> None:
    organisation = (Author(literal="Universität Bern", organization=True),)
    keys = {
        citation_key(Record(source="test", title=title, year=2023, authors=organisation)).partition("2023")[0]
        for title in ("100 Jahre Psychologie", "Paul Felix", "历史", "L'été")
    }
    assert keys == {"universitat"}

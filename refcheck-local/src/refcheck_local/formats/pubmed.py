"""PubMed: baseline and update files (``pubmed26n0001.xml.gz``).

Elements: https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import parse_doi

from ..rows import Person, Row
from .model import BadEntry
from .values import pages_of, present, text, unique, year_of
from .xml_records import elements

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from .files import DataFile

_NOTICES = {
    "RetractionIn": "retraction",
    "PartialRetractionIn": "retraction",
    "ExpressionOfConcernIn": "expression_of_concern",
    "ErratumIn": "correction",
}
"""``RefType`` of a link from a work to a notice about it; ``RetractionOf`` and its like stand on the notice."""
_RETRACTED = "Retracted Publication"
_TYPES = {
    "Preprint": "preprint",
    "Academic Dissertation": "dissertation",
    "Dataset": "dataset",
    "Technical Report": "report",
}


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read articles; records of books, and lists of what was deleted, are left out."""
    source = file.path.name
    for number, element in enumerate(elements(file, ("PubmedArticle",)), 1):
        if isinstance(element, BadEntry):
            yield element
            continue
        row = row_of(element, source)
        yield row or BadEntry(f"record {number} ({element.findtext('.//PMID')})", "it has no PMID or no title")


def row_of(element: Element, source: str) -> Row | None:
    """The row of a ``PubmedArticle``; ``None`` where it has no PMID or no title."""
    citation, article = element.find("MedlineCitation"), element.find("MedlineCitation/Article")
    if citation is None or article is None:
        return None
    pmid = text(citation.findtext("PMID"))
    titles = unique((_title(article.find("ArticleTitle")), _title(article.find("VernacularTitle"))))
    if pmid is None or not titles:
        return None
    ids = {each.get("IdType"): text(each.text) for each in element.iterfind("PubmedData/ArticleIdList/ArticleId")}
    located = (e.text for e in article.iterfind("ELocationID") if e.get("EIdType") == "doi" and e.get("ValidYN") != "N")
    doi = parse_doi(ids.get("doi") or next(located, None) or "")
    journal = article.find("Journal")
    years = _years(article)
    names = unique(_of(journal, path) for path in ("Title", "ISOAbbreviation"))
    short = text(citation.findtext("MedlineJournalInfo/MedlineTA"))
    people = article.find("AuthorList")
    return Row(
        id=f"pmid:{pmid}",
        title=titles[0],
        titles=titles[1:],
        authors=_people(people),
        partial=people is not None and people.get("CompleteYN") == "N",
        year=years[0] if years else None,
        years=tuple(sorted(years)) if len(years) > 1 else (),
        venue=names[0] if names else short,
        venue_aliases=tuple(name for name in unique((*names[1:], short)) if name not in names[:1]),
        type=_kind(article),
        volume=_of(journal, "JournalIssue/Volume"),
        issue=_of(journal, "JournalIssue/Issue"),
        pages=_pages(article),
        doi=doi,
        issn=unique((_of(journal, "ISSN"), text(citation.findtext("MedlineJournalInfo/ISSNLinking")))),
        pmid=pmid,
        pmcid=ids.get("pmc"),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/",
        abstract=" ".join(unique(_content(e) for e in article.iterfind("Abstract/AbstractText"))) or None,
        notices=_notices(citation, article),
        source=source,
    )


def _content(element: Element | None) -> str | None:
    """The text of an element and of the markup in it."""
    return None if element is None else text("".join(element.itertext()))


def _of(element: Element | None, path: str) -> str | None:
    return None if element is None else text(element.findtext(path))


def _title(element: Element | None) -> str | None:
    """A title without the full stop that PubMed adds and the brackets that mark a translation."""
    title = (_content(element) or "").removesuffix(".")
    if title.startswith("[") and title.endswith("]"):
        title = title[1:-1].removesuffix(".")
    return title.strip() or None


def _years(article: Element) -> tuple[int, ...]:
    """Years of the issue and of electronic publication, the former first."""
    issue = article.find("Journal/JournalIssue/PubDate")
    printed = _of(issue, "Year") or _of(issue, "MedlineDate")
    online = (each.findtext("Year") for each in article.iterfind("ArticleDate"))
    return tuple(dict.fromkeys(year for date in (printed, *online) if (year := year_of(date)) is not None))


def _people(authors: Element | None) -> tuple[Person, ...]:
    if authors is None:
        return ()
    return present(_person(each) for each in authors.iterfind("Author") if each.get("ValidYN") != "N")


def _person(author: Element) -> Person | None:
    collective = _content(author.find("CollectiveName"))
    if collective:
        return Person(name=collective, organization=True)
    family = text(author.findtext("LastName"))
    given = text(author.findtext("ForeName")) or text(author.findtext("Initials"))
    if family:
        return Person(family=family, given=given, suffix=text(author.findtext("Suffix")))
    return Person(name=given) if given else None


def _pages(article: Element) -> str | None:
    """First and last page in full where they are told, else as PubMed shortens them ("635-41")."""
    first, last = text(article.findtext("Pagination/StartPage")), text(article.findtext("Pagination/EndPage"))
    if first and last and first != last:
        return pages_of(f"{first}-{last}")
    return pages_of(article.findtext("Pagination/MedlinePgn")) or first


def _kinds(article: Element) -> list[str]:
    return [(each.text or "").strip() for each in article.iterfind("PublicationTypeList/PublicationType")]


def _kind(article: Element) -> str:
    return next((_TYPES[kind] for kind in _kinds(article) if kind in _TYPES), "journal-article")


def _notices(citation: Element, article: Element) -> tuple[str, ...]:
    links = citation.iterfind("CommentsCorrectionsList/CommentsCorrections")
    told = [_NOTICES.get(each.get("RefType") or "") for each in links]
    return unique(("retraction" if _RETRACTED in _kinds(article) else None, *told))

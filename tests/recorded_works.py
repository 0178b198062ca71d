"""Every work of the recorded answers as records: by the sources' own parsers, or by a small reader where there is none.

The readers of OpenAlex and DataCite take what an entry needs, no more.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from refcheck_arxiv.feed import read_feed
from refcheck_arxiv.parsing import entry_record
from refcheck_core import Author, Record, SourceBadResponse, WorkType, clean_text, parse_doi, plain_text
from refcheck_core.testing.data import shared_data
from refcheck_crossref.parsing import record_of
from refcheck_s2.parsing import paper_record

if TYPE_CHECKING:
    from collections.abc import Iterator


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every JSON object in a value, itself included."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def _recorded(api: str, *names: str) -> Iterator[dict[str, Any]]:
    """Every object in the JSON of the recordings whose names begin so; error recordings hold HTML or nothing."""
    for path in sorted(shared_data("recordings", api).glob("*.json")):
        if path.name.startswith(names):
            try:
                yield from objects(json.loads(path.read_text(encoding="utf-8")))
            except ValueError:
                continue


def crossref_works() -> list[Record]:
    works = (found for found in _recorded("crossref", "work", "list") if "DOI" in found and "title" in found)
    return _distinct(map(record_of, works))


def semantic_scholar_works() -> list[Record]:
    papers = (found for found in _recorded("semantic_scholar", "") if "paperId" in found and "title" in found)
    return _distinct(map(paper_record, papers))


def arxiv_works() -> list[Record]:
    records = []
    for path in sorted(shared_data("recordings", "arxiv").glob("*.xml")):
        try:
            entries = read_feed(path.read_bytes()).entries
        except SourceBadResponse:
            continue
        records += [entry_record(entry) for entry in entries]
    return _distinct(records)


def openalex_works() -> list[Record]:
    works = (found for found in _recorded("openalex", "work", "search") if "authorships" in found)
    return _distinct(map(_openalex_record, works))


def datacite_works() -> list[Record]:
    works = (found for found in _recorded("datacite", "doi", "list") if "creators" in found and "titles" in found)
    items = (found for found in _recorded("datacite", "crosscite_csl") if "DOI" in found and "author" in found)
    return _distinct([*map(_datacite_record, works), *map(_csl_record, items)])


def _distinct(records: Any) -> list[Record]:
    return list(dict.fromkeys(record for record in records if record is not None))


_OPENALEX_TYPES = {
    "article": WorkType.JOURNAL_ARTICLE,
    "review": WorkType.JOURNAL_ARTICLE,
    "letter": WorkType.JOURNAL_ARTICLE,
    "conference-paper": WorkType.PROCEEDINGS_ARTICLE,
    "preprint": WorkType.POSTED_CONTENT,
    "book": WorkType.BOOK,
    "book-chapter": WorkType.BOOK_CHAPTER,
    "dissertation": WorkType.DISSERTATION,
    "report": WorkType.REPORT,
    "dataset": WorkType.DATASET,
}


def _openalex_record(work: dict[str, Any]) -> Record:
    place = (work.get("primary_location") or {}).get("source") or {}
    biblio = work.get("biblio") or {}
    first, last = biblio.get("first_page"), biblio.get("last_page")
    return Record(
        source="openalex",
        title=plain_text(work.get("title") or "") or None,
        authors=tuple(Author.parse(name) for a in work["authorships"] if (name := a["author"].get("display_name"))),
        year=work.get("publication_year"),
        venue=clean_text(place.get("display_name")),
        publisher=clean_text(place.get("host_organization_name")),
        type=_OPENALEX_TYPES.get(str(work.get("type"))),
        volume=biblio.get("volume"),
        issue=biblio.get("issue"),
        pages=f"{first}-{last}" if first and last else first,
        doi=parse_doi(work.get("doi") or ""),
        url=work.get("id"),
    )


_DATACITE_TYPES = {
    "Dataset": WorkType.DATASET,
    "Software": WorkType.SOFTWARE,
    "Preprint": WorkType.POSTED_CONTENT,
    "JournalArticle": WorkType.JOURNAL_ARTICLE,
    "ConferencePaper": WorkType.PROCEEDINGS_ARTICLE,
    "Dissertation": WorkType.DISSERTATION,
    "Report": WorkType.REPORT,
    "Book": WorkType.BOOK,
    "BookChapter": WorkType.BOOK_CHAPTER,
}


def _datacite_record(work: dict[str, Any]) -> Record:
    publisher, container = work.get("publisher"), work.get("container") or {}
    first, last = container.get("firstPage"), container.get("lastPage")
    year = str(work.get("publicationYear") or "")
    return Record(
        source="datacite",
        title=plain_text(next((t["title"] for t in work["titles"] or () if t.get("title")), "")) or None,
        authors=tuple(map(_datacite_author, work["creators"] or ())),
        year=int(year) if len(year) == 4 and year.isdigit() and year > "1000" else None,
        venue=clean_text(container.get("title")),
        publisher=clean_text(publisher.get("name") if isinstance(publisher, dict) else publisher),
        type=_DATACITE_TYPES.get((work.get("types") or {}).get("resourceTypeGeneral") or "", WorkType.OTHER),
        volume=container.get("volume"),
        issue=container.get("issue"),
        pages=f"{first}-{last}" if first and last else first,
        doi=parse_doi(work.get("doi") or ""),
        url=work.get("url"),
    )


def _datacite_author(creator: dict[str, Any]) -> Author:
    if creator.get("nameType") == "Organizational":
        return Author(literal=clean_text(creator.get("name")), organization=True)
    if creator.get("familyName"):
        return Author(family=clean_text(creator["familyName"]), given=clean_text(creator.get("givenName")))
    return Author.parse(creator.get("name") or "")


def _csl_record(item: dict[str, Any]) -> Record:
    return Record(
        source="datacite",
        title=plain_text(item.get("title") or "") or None,
        authors=tuple(
            Author(family=a.get("family"), given=a.get("given"), literal=a.get("literal")) for a in item["author"]
        ),
        year=item["issued"]["date-parts"][0][0] if item.get("issued") else None,
        venue=clean_text(item.get("container-title")),
        publisher=clean_text(item.get("publisher")),
        type=WorkType.REPORT if item.get("type") == "report" else WorkType.OTHER,
        doi=parse_doi(item["DOI"]),
        url=item.get("URL"),
    )


READERS = {
    "crossref": (crossref_works, 500),
    "semantic_scholar": (semantic_scholar_works, 300),
    "arxiv": (arxiv_works, 40),
    "openalex": (openalex_works, 85),
    "datacite": (datacite_works, 80),
}
"""Database -> what reads its works, and how many there are at least."""

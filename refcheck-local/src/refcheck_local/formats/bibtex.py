"""``.bib`` files: the libraries of Zotero, JabRef, Mendeley, and of everybody who writes LaTeX."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from refcheck_core import BrokenEntry, clean_text, decode_text, parse_arxiv_id, parse_doi, read_entries

from ..rows import Row
from .files import Place
from .model import BadEntry
from .values import fingerprint, pages_of, people_named, unique, year_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from refcheck_core import BibEntry

    from .files import DataFile

_OF_THE_WHOLE = frozenset(
    "book mvbook collection mvcollection proceedings mvproceedings reference mvreference periodical booklet"
    " manual".split()
)
"""Types whose editors are those of the work itself, and whose title may stand in ``booktitle`` or ``maintitle``."""
_BY_ITSELF = frozenset({"misc", "online", "electronic", "www", "unpublished", "preprint", "report", "techreport"})
"""Types of entry that are about the preprint itself, where they give an arXiv id."""
_NUMBERED_WITHIN_SERIES = _OF_THE_WHOLE | {"inbook", "incollection"}
_UNPUBLISHED = frozenset({"inpreparation", "submitted"})
"""Values of biblatex's ``pubstate`` that say that the venue has not accepted the work."""
_YEARS = re.compile(r"(?<!\d)(?:1\d{3}|2\d{3})(?!\d)")
_URL = re.compile(r"\\url\s*\{([^{}]*)\}")
_ESCAPED = re.compile(r"\\([_%&#~$])")
_SEPARATORS = re.compile(r"[,;\s]+")
_PARTS = re.compile(r"[,;]")


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read the entries of a library.

    The id of a row is the file's name and the citation key, so that a file that is read again replaces its own rows
    and no others'. Of a key that stands twice, the second is "#2".
    """
    library = file.path.name.removesuffix(".gz").removesuffix(".bib")
    seen: Counter[str] = Counter()
    for entry in read_entries(decode_text(file.content())):
        file.place = Place(entry.line, entry.key)
        place = f"entry {entry.key} (line {entry.line})" if entry.key else f"line {entry.line}"
        if isinstance(entry, BrokenEntry):
            yield BadEntry(place, entry.problem)
            continue
        title = _title(entry)
        if title is None:
            yield BadEntry(place, "it has no title")
            continue
        key = entry.key or fingerprint(entry.raw)
        seen[key] += 1
        copy = f"#{seen[key]}" if seen[key] > 1 else ""
        yield row_of(entry, title, f"bib:{library}:{key}{copy}", file.path.name)


def _title(entry: BibEntry) -> str | None:
    title = entry.text("title")
    if title is None and entry.type in _OF_THE_WHOLE | {"inbook"}:
        title = entry.text("booktitle") or entry.text("maintitle")
    return title


def row_of(entry: BibEntry, title: str, row_id: str, source: str) -> Row:
    """The row of an entry.

    Args:
        entry: as it was read.
        title: its title.
        row_id: id of the row.
        source: name of the file.
    """
    url = _url(entry)
    doi = parse_doi(entry.fields.get("doi", "")) or (parse_doi(url) if url and "doi.org/" in url.lower() else None)
    arxiv_id = _arxiv_id(entry, doi, url)
    is_whole = entry.type in _OF_THE_WHOLE
    venue = None if is_whole else _venue(entry)
    unpublished = entry.fields.get("pubstate", "").lower() in _UNPUBLISHED
    issue = entry.text("number") or entry.text("issue")
    year, years = _years(entry)
    pubmed = entry.fields.get("eprint") if entry.fields.get("eprinttype", "").lower() == "pubmed" else None
    return Row(
        id=row_id,
        title=title,
        subtitle=entry.text("subtitle"),
        titles=unique((entry.text("shorttitle"), entry.text("origtitle"))),
        authors=people_named(entry.names("author")),
        partial=entry.is_cut("author"),
        editors=people_named(entry.names("editor")) if is_whole else (),
        year=year,
        years=years,
        venue=None if unpublished else venue,
        venue_aliases=() if unpublished or is_whole else _aliases(entry, venue),
        publisher=_first(entry, "publisher", "institution", "school", "organization"),
        type=_type(entry, arxiv_id),
        volume=entry.text("volume"),
        issue=None if entry.type in _NUMBERED_WITHIN_SERIES else issue,
        pages=pages_of(entry.text("pages")),
        article_number=_first(entry, "eid", "articleno", "article-number"),
        edition=entry.text("edition"),
        series=entry.text("series"),
        doi=doi,
        arxiv_id=arxiv_id,
        category=(entry.text("primaryclass") or entry.text("eprintclass")) if arxiv_id else None,
        isbn=unique(part.strip() for part in _PARTS.split(entry.text("isbn") or "")),
        issn=unique(_SEPARATORS.split(entry.text("issn") or "")),
        pmid=entry.text("pmid") or pubmed,
        pmcid=entry.text("pmcid"),
        url=url,
        abstract=clean_text(entry.fields.get("abstract")),
        submitted_to=venue if unpublished else None,
        source=source,
    )


def _first(entry: BibEntry, *names: str) -> str | None:
    return next((value for name in names if (value := entry.text(name))), None)


def _venue(entry: BibEntry) -> str | None:
    """The container: of a paper in proceedings or a book the book, else the journal."""
    journal = _first(entry, "journal", "journaltitle")
    book = _first(entry, "booktitle", "maintitle")
    subtitle = entry.text("booksubtitle")
    if book and subtitle and subtitle not in book:
        book = f"{book}: {subtitle}"
    return (journal or book) if entry.type == "article" else (book or journal)


def _aliases(entry: BibEntry, venue: str | None) -> tuple[str, ...]:
    names = ("shortjournal", "journalabbreviation", "eventtitle", "series")
    return tuple(name for name in unique(entry.text(each) for each in names) if name != venue)


def _years(entry: BibEntry) -> tuple[int | None, tuple[int, ...]]:
    """The year, and all of a range of dates ("2003/2005")."""
    named = entry.fields.get("date") if "date" in entry.own or "year" not in entry.fields else entry.fields["year"]
    found = tuple(dict.fromkeys(int(year) for year in _YEARS.findall(entry.fields.get("year") or named or "")))
    dated = year_of(named)
    if dated is not None and dated not in found:
        found = (dated, *found)
    return (found[0] if found else None), (found if len(found) > 1 else ())


def _url(entry: BibEntry) -> str | None:
    """The address, without LaTeX's escapes."""
    given = entry.fields.get("url", "")
    in_macro = _URL.search(given) or _URL.search(entry.fields.get("howpublished", ""))
    url = _ESCAPED.sub(r"\1", in_macro[1] if in_macro else given).strip("{}<> ")
    return clean_text(url) if "://" in url else None


def _arxiv_id(entry: BibEntry, doi: str | None, url: str | None) -> str | None:
    """The arXiv id: of ``eprint`` unless another archive is named, of arXiv's DOI or address, or out of other fields.

    Citation managers write "arXiv preprint arXiv:1706.03762" for a journal.
    """
    archive = (entry.fields.get("archiveprefix") or entry.fields.get("eprinttype") or "arxiv").lower()
    candidates = [entry.fields.get("eprint", "") if archive == "arxiv" else ""]
    if doi and doi.startswith("10.48550/arxiv."):
        candidates.append(doi)
    if url and "arxiv.org/" in url.lower():
        candidates.append(url)
    names = ("journal", "journaltitle", "howpublished", "publisher", "number", "note")
    candidates += [value for name in names if "arxiv" in (value := entry.fields.get(name, "")).lower()]
    found = (parse_arxiv_id(candidate) for candidate in candidates if candidate)
    return next((each.id for each in found if each is not None), None)


def _type(entry: BibEntry, arxiv_id: str | None) -> str:
    if entry.type == "thesis":
        kind = entry.fields.get("type", "").lower()
        return "mastersthesis" if kind.startswith(("master", "mathesis")) else "phdthesis"
    is_published = any(entry.fields.get(name) for name in ("journal", "journaltitle", "booktitle"))
    return "preprint" if arxiv_id and entry.type in _BY_ITSELF and not is_published else entry.type

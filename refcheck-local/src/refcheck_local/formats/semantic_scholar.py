"""Semantic Scholar: the dataset ``papers`` (JSON Lines), and papers as its API gives them, one a line.

Fields: https://api.semanticscholar.org/api-docs/datasets. Names of the dataset are those of the API in lower case.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from refcheck_core import parse_arxiv_id, parse_doi

from ..rows import Row
from .json_values import rows_of_json
from .model import UnreadableRow
from .values import mapping, mappings, named, pages_of, present, text, texts, title_of, unique, year_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .files import DataFile
    from .model import BadEntry

_TYPES = (
    ("Conference", "proceedings-article"),
    ("JournalArticle", "journal-article"),
    ("BookSection", "book-chapter"),
    ("Book", "book"),
    ("Dataset", "dataset"),
)
"""Types in the order of their trust: ``JournalArticle`` is given to preprints of conference papers, too."""
_BOTH = re.compile(r"(\d+) (\d+)")


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read papers."""
    return rows_of_json(file, dict, row_of)


def row_of(paper: Mapping[str, Any], source: str) -> Row:
    """The row of a paper.

    Raises:
        UnreadableRow: it has no id or title.
    """
    given = {key.lower(): value for key, value in paper.items()}
    ids = {key.lower(): text(value) or "" for key, value in mapping(given.get("externalids")).items()}
    corpus, paper_id = text(given.get("corpusid")) or ids.get("corpusid"), text(given.get("paperid"))
    if not corpus and not paper_id:
        raise UnreadableRow("it has no id")
    doi = parse_doi(ids.get("doi", ""))
    arxiv = parse_arxiv_id(ids.get("arxiv", ""))
    journal = mapping(given.get("journal"))
    names = unique(text(name) for name in (given.get("venue"), _venue_name(given), journal.get("name")))
    volume = text(journal.get("volume"))
    both = _BOTH.fullmatch(volume or "")
    date = year_of(text(given.get("publicationdate")))
    year = year_of(given.get("year")) or date
    pmcid = ids.get("pubmedcentral", "").upper().removeprefix("PMC")
    return Row(
        id=f"corpusid:{corpus}" if corpus else f"s2:{paper_id}",
        title=title_of(given.get("title")),
        authors=present(named(name=each.get("name")) for each in mappings(given.get("authors"))),
        year=year,
        years=tuple(sorted({year, date})) if year and date and year != date else (),
        venue=names[0] if names else None,
        venue_aliases=names[1:] + texts(mapping(given.get("publicationvenue")).get("alternate_names")),
        type=_kind(given, names, is_arxiv=arxiv is not None and doi is None),
        volume=both[1] if both else None if (volume or "").startswith("abs/") else volume,
        issue=both[2] if both else None,
        pages=pages_of(journal.get("pages")),
        doi=doi,
        arxiv_id=arxiv.id if arxiv is not None else None,
        pmid=ids.get("pubmed") or None,
        pmcid=f"PMC{pmcid}" if pmcid else None,
        url=text(given.get("url")),
        abstract=text(given.get("abstract")),
        source=source,
    )


def _venue_name(paper: Mapping[str, Any]) -> Any:
    return mapping(paper.get("publicationvenue")).get("name")


def _kind(paper: Mapping[str, Any], names: tuple[str, ...], *, is_arxiv: bool) -> str | None:
    told = texts(paper.get("publicationtypes"))
    if is_arxiv and all("arxiv" in name.lower() or name == "CoRR" for name in names):
        return "preprint"
    return next((kind for name, kind in _TYPES if name in told), None)

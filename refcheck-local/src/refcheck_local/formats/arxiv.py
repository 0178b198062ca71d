"""arXiv: the metadata snapshot (one JSON object a line), as arXiv publishes it on Kaggle.

A ``doi`` is that of the published version, typed by an author; arXiv's own follows from the id
(https://info.arxiv.org/help/doi.html).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from refcheck_core import parse_arxiv_id, parse_doi, plain_text

from ..rows import Person, Row
from .json_values import rows_of_json
from .model import UnreadableRow
from .values import text, title_of, unique, year_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .files import DataFile
    from .model import BadEntry

_WITHDRAWN = re.compile(
    r"(?<!not )(?<!never )\bwithdrawn\b(?! (?:paper|version|submission|manuscript|article|preprint)\b)", re.IGNORECASE
)
_COLLABORATION = re.compile(r"\b(?:collaborations?|consortium|working group|team)\b", re.IGNORECASE)
_CUT = re.compile(r"\W*(?:et\.? al|and others)\W*", re.IGNORECASE)


def read(file: DataFile) -> Iterator[Row | BadEntry]:
    """Read papers."""
    return rows_of_json(file, dict, row_of)


def row_of(paper: Mapping[str, Any], source: str) -> Row:
    """The row of a preprint.

    Raises:
        UnreadableRow: it has no id of arXiv's or no title.
    """
    arxiv = parse_arxiv_id(text(paper.get("id")) or "")
    if arxiv is None:
        raise UnreadableRow("it has no arXiv id")
    names = [name for name in _list(paper.get("authors_parsed")) if isinstance(name, list)]
    people = tuple(person for person in map(_person, names) if person is not None)
    years = _years(paper)
    categories = (text(paper.get("categories")) or "").split()
    dois = (parse_doi(part) for part in (text(paper.get("doi")) or "").split())
    return Row(
        id=f"arxiv:{arxiv.id}",
        title=title_of(plain_text(title_of(paper.get("title")))),
        authors=people,
        partial=len(people) < len(names),
        year=years[0] if years else None,
        years=years if len(years) > 1 else (),
        venue="arXiv",
        type="preprint",
        arxiv_id=arxiv.id,
        category=categories[0] if categories else None,
        url=f"https://arxiv.org/abs/{arxiv.id}",
        abstract=text(paper.get("abstract")),
        notices=("withdrawal",) if _WITHDRAWN.search(text(paper.get("comments")) or "") else (),
        published_as=unique(doi for doi in dois if doi and not doi.startswith("10.48550/")),
        source=source,
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _person(parts: list[Any]) -> Person | None:
    """A person out of ``[family, given, suffix, …]``; affiliations may follow."""
    family, given, suffix = (_plain(part) for part in (*parts, None, None, None)[:3])
    if family is None or _CUT.fullmatch(family):
        return None
    if _COLLABORATION.search(family):
        return Person(name=" ".join(part for part in (given, family) if part), organization=True)
    return Person(family=family, given=given, suffix=suffix)


def _plain(value: Any) -> str | None:
    return (plain_text(value) or None) if isinstance(value, str) else None


def _years(paper: Mapping[str, Any]) -> tuple[int, ...]:
    """Years of the first version, and of the last where it is another."""
    versions = [each for each in _list(paper.get("versions")) if isinstance(each, dict)]
    dates = [versions[0].get("created"), versions[-1].get("created")] if versions else [paper.get("update_date")]
    return tuple(dict.fromkeys(year for date in dates if (year := year_of(text(date))) is not None))

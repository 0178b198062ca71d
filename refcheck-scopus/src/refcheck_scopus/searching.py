"""Searching works: one request, and a second for a title that is not found as a phrase.

* A **title** is searched for as a phrase. Where nothing has it, its distinctive words are looked for in any order.
* A **topic** is looked for in titles, abstracts and keywords, with a range of years.
* A **DOI** is searched for as well: a search needs less rights than the retrieval of an abstract, and costs no more.
* A **citation** is treated as a topic and finds little: `describe` does not offer it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import CannotAsk, PartlyUnreadable, SearchKind, SourceBadResponse, title_distance

from . import api, queries
from .access import MAX_RESULTS
from .parsing import entry_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from refcheck_core import Record, SearchQuery, SourceContext

_ROWS = 10
"""Results of a title search to choose from; their number costs nothing."""
_SAME_DOI = 5
"""Entries that are looked through for a DOI."""


async def search(ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
    """Find at most ``query.limit`` works.

    Raises:
        CannotAsk: the text has no words but operators, or one that is too long.
        PartlyUnreadable: things in the answer are no works.
    """
    if query.kind is SearchKind.TITLE:
        found, unreadable = await _by_title(ctx, query)
    else:
        records, unreadable = await _records(ctx, _asked(queries.topic(query)), query.limit)
        found = [record for record in records if query.includes(record.year)]
    if unreadable:
        raise PartlyUnreadable("Scopus answered with entries that cannot be read", found[: query.limit])
    return found[: query.limit]


async def by_doi(ctx: SourceContext, doi: str) -> Record | None:
    """Look up a DOI; ``None`` where no entry bears it.

    Raises:
        CannotAsk: the DOI is too long or has quotation marks.
        SourceBadResponse: an entry does not say which DOI it was found by, or cannot be read.
    """
    text = queries.doi_phrase(doi)
    if text is None:
        raise CannotAsk("Scopus cannot be asked for a DOI that is so long or has quotation marks.")
    records, unreadable = await _records(ctx, text, _SAME_DOI)
    found = next((record for record in records if record.doi == doi), None)
    if found is None and (unreadable or any(record.doi is None for record in records)):
        raise SourceBadResponse("Scopus answered the search for a DOI with an entry that has none.")
    return found


async def _by_title(ctx: SourceContext, query: SearchQuery) -> tuple[list[Record], int]:
    count = max(query.limit, _ROWS)
    records, unreadable = await _records(ctx, _asked(queries.title_phrase(query.text)), count)
    words = queries.title_words(query.text)
    if not records and words is not None:
        records, unreadable = await _records(ctx, words, count)
    return sorted(records, key=lambda record: title_distance(query.text, record.title)), unreadable


def _asked(text: str | None) -> str:
    if text is None:
        raise CannotAsk("Scopus cannot be asked for this text: it has no words but operators, or too long ones")
    return text


async def _records(ctx: SourceContext, text: str, count: int) -> tuple[list[Record], int]:
    page = await api.search(ctx, text, min(count, MAX_RESULTS))
    return [entry_record(entry) for entry in page.entries], page.unreadable

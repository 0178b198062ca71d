"""Searching works with as few requests as possible: there are 200 a day.

* A **title** is looked for by ``article_title``: its words, as quotes, punctuation and wildcards have meanings.
* A **topic** is looked for by ``querytext``, with a range of years. The API does not fully keep to the range, so it is
  applied again, and one more page is asked for where that leaves too little.
* A **DOI** is asked for alone: beside ``doi`` the API disregards every other parameter.
* A **citation** is treated as a topic and finds little: `describe` does not offer it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from refcheck_core import (
    CannotAsk,
    PartlyUnreadable,
    SearchKind,
    SourceBadResponse,
    clean_text,
    keywords,
    title_distance,
)

from . import api
from .access import MAX_RESULTS
from .parsing import article_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from refcheck_core import Record, SearchQuery, SourceContext

_TITLE_WORDS = 10
"""Words of a title that are sent: more are said to be cut off or refused by the API (third parties)."""
_TOPIC_WORDS = 10
_MAX_TEXT = 300
_ROWS = 25
"""Articles of a page, unless more are wanted; their number costs nothing."""
_PAGES = 2
_MAX_DOI = 6000
"""Encoded characters of a DOI: none is registered that is longer (2048 characters)."""
_SAME_DOI = 5
_OPERATORS = frozenset({"and", "or", "not", "near", "onear"})
_NO_WORD = re.compile(r"[^\w]|_")


async def search(ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
    """Find at most ``query.limit`` works.

    Raises:
        CannotAsk: the text has no words but operators, or one that is too long.
        PartlyUnreadable: things in the answer are no articles.
    """
    found, unreadable = await (_by_title if query.kind is SearchKind.TITLE else _by_topic)(ctx, query)
    if unreadable:
        raise PartlyUnreadable("IEEE Xplore answered with articles that cannot be read", found[: query.limit])
    return found[: query.limit]


async def by_doi(ctx: SourceContext, doi: str) -> Record | None:
    """Look up a DOI; ``None`` where no article bears it.

    Raises:
        CannotAsk: the DOI is too long.
        SourceBadResponse: an article does not say which DOI it was found by, or cannot be read.
    """
    if len(quote(doi, safe="")) > _MAX_DOI:
        raise CannotAsk("IEEE Xplore cannot be asked for so long a DOI.")
    page = await api.search(ctx, {"doi": doi}, count=_SAME_DOI)
    records = [article_record(article) for article in page.articles]
    found = next((record for record in records if record.doi == doi), None)
    if found is None and (page.unreadable or any(record.doi is None for record in records)):
        raise SourceBadResponse("IEEE Xplore answered the search for a DOI with an article that has none.")
    return found


async def _by_title(ctx: SourceContext, query: SearchQuery) -> tuple[list[Record], int]:
    words = _asked(_words(query.text)[:_TITLE_WORDS])
    page = await api.search(ctx, {"article_title": " ".join(words)}, count=_count(query))
    records = [article_record(article) for article in page.articles]
    nearest = sorted(records, key=lambda record: title_distance(query.text, record.title))
    return nearest, page.unreadable


async def _by_topic(ctx: SourceContext, query: SearchQuery) -> tuple[list[Record], int]:
    words = _asked([part for word in keywords(_cut(query.text), _TOPIC_WORDS) for part in _words(word)])
    params: dict[str, str | int] = {"querytext": " ".join(words)}
    if query.year_from is not None:
        params["start_year"] = query.year_from
    if query.year_to is not None:
        params["end_year"] = query.year_to
    found: list[Record] = []
    start, unreadable = 1, 0
    for _ in range(_PAGES):
        page = await api.search(ctx, params, count=_count(query), start=start)
        found += [record for article in page.articles if query.includes((record := article_record(article)).year)]
        start, unreadable = start + _count(query), unreadable + page.unreadable
        if len(found) >= query.limit or start > page.total:
            break
    return found, unreadable


def _asked(words: list[str]) -> list[str]:
    if not words:
        raise CannotAsk("IEEE Xplore cannot be asked for this text: it has no words but operators, or too long ones")
    return words


def _count(query: SearchQuery) -> int:
    return min(max(query.limit, _ROWS), MAX_RESULTS)


def _words(text: str) -> list[str]:
    """Words alone, without operators. Cut to a length that an address can carry."""
    plain = " ".join(_NO_WORD.sub(" ", clean_text(text) or "").split())
    return [word for word in _cut(plain).split() if word.casefold() not in _OPERATORS]


def _cut(text: str) -> str:
    """The whole words of a text that an address can carry."""
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT].rpartition(" ")[0]

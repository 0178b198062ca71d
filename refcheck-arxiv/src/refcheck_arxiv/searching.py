"""Searching preprints. A request costs three seconds, so one is the rule and a second the exception.

The query language has no escape character, so a text is reduced to its words first.

* A **title** is searched as a phrase. Where no title has it, the distinctive words are tried, of which one may be
  wrong (misspelt, added, changed). A title of one or two words is narrowed by the first author, if there is one;
  where that finds nothing, the phrase alone is the second request.
* A **topic** is its distinctive words anywhere, within the range of years.
* A **citation** cannot be searched well, as the engine demands its words: an arXiv id in it is looked up, else it is
  taken for a title. `describe` does not offer it.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from refcheck_core import (
    CannotAsk,
    IdentifierKind,
    PartlyUnreadable,
    SearchKind,
    SourceBadResponse,
    find_identifiers,
    keywords,
    normalize,
)

from . import api, lookups
from .parsing import entry_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from refcheck_core import Identifier, Record, SearchQuery, SourceContext

    from .feed import Entry, Feed

_ROWS = 20
"""Results to choose from: a phrase may be part of many titles, and their number costs no further request."""
_MAX_COMPARED = 500
"""Characters of titles that are compared."""
_MAX_PHRASE = 25
"""Words of a phrase; more cannot make it more distinctive."""
_MAX_WORD = 40
"""Letters of a word; longer ones are no words and would not fit into a URL."""
_MAX_WORDS = 6
"""Words of the second query, the longest ones."""
_FEW_WORDS = 2
"""A title of at most so many words is shared by several papers."""
_LEAVE_ONE_OUT = 4
"""From so many words on, one of them may be wrong: fewer would no longer tell one title from the others."""
_FIRST_DAY, _LAST_DAY = "199101010000", "299912312359"
# Words that Lucene, the engine behind the API, does not index, so that they cannot be demanded.
_NOT_INDEXED = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they "
    "this to was will with".split()
)


async def search(ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
    """Find at most ``query.limit`` preprints.

    Raises:
        CannotAsk: the text has no words, or none that is short enough for one.
        PartlyUnreadable: entries of the answer are no papers.
    """
    if query.kind is SearchKind.TOPIC:
        return await _by_topic(ctx, query)
    ids = _ids(query.text) if query.kind is SearchKind.CITATION else []
    if ids:
        record = await lookups.by_identifier(ctx, ids[0])
        return [] if record is None else [record]
    return await _by_title(ctx, query)


def _ids(citation: str) -> list[Identifier]:
    return [found for found in find_identifiers(citation) if found.kind is IdentifierKind.ARXIV]


async def _by_title(ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
    words = _short(normalize(query.text).split())[:_MAX_PHRASE]
    _expect(words)
    phrase = f'ti:"{" ".join(words)}"'
    author = _author_term(query.authors) if len(words) <= _FEW_WORDS else None
    queries = [f"{phrase} AND {author}", phrase] if author else [phrase, *_words_query(query.text, words)]
    for text in queries:
        feed = await _ask(ctx, text, _ROWS)
        if feed.entries:
            records = _closest(feed.entries, query)
            return _whole(feed, records, min(len(feed.entries), query.limit))
    return []


async def _by_topic(ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
    words = _short(keywords(query.text))[:_MAX_WORDS]
    _expect(words)
    terms = [f"all:{word}" for word in words]
    if query.year_from is not None or query.year_to is not None:
        start = f"{query.year_from}01010000" if query.year_from is not None else _FIRST_DAY
        end = f"{query.year_to}12312359" if query.year_to is not None else _LAST_DAY
        terms.append(f"submittedDate:[{start} TO {end}]")
    feed = await _ask(ctx, " AND ".join(terms), query.limit)
    entries = feed.entries[: query.limit]
    return _whole(feed, _records(entries), len(entries))


def _expect(words: Sequence[str]) -> None:
    if not words:
        raise CannotAsk("arXiv cannot be asked for this text: it has no words, or too long ones")


def _whole(feed: Feed, records: list[Record], taken: int) -> list[Record]:
    if feed.unusable or len(records) < taken:
        if not records:
            raise SourceBadResponse("arXiv answered a search with entries that are no papers.")
        raise PartlyUnreadable("arXiv answered with entries that cannot be read", records)
    return records


async def _ask(ctx: SourceContext, text: str, rows: int) -> Feed:
    feed = await api.ask(ctx, {"search_query": text, "start": 0, "max_results": rows, "sortBy": "relevance"})
    if feed.unusable and not feed.entries:
        raise SourceBadResponse("arXiv answered a search with entries that are no papers.")
    return feed


def _author_term(authors: Sequence[str]) -> str | None:
    """The first author in the API's form: "del_maestro"."""
    words = _short(normalize(authors[0]).split())[:_MAX_WORDS] if authors else []
    return f"au:{'_'.join(words)}" if words else None


def _words_query(title: str, words: Sequence[str]) -> list[str]:
    """A query for the longest distinctive words, any one of which may be missing where there are enough."""
    distinctive = _short(keywords(title))
    if len(distinctive) < _LEAVE_ONE_OUT:  # too few: take what the engine indexes
        distinctive = [word for word in dict.fromkeys(words) if word not in _NOT_INDEXED]
    chosen = sorted(dict.fromkeys(distinctive), key=len, reverse=True)[:_MAX_WORDS]
    terms = [f"ti:{word}" for word in chosen]
    if len(terms) < _LEAVE_ONE_OUT or not "".join(chosen).isascii():  # other scripts take too much of a URL
        return [" AND ".join(terms)] if len(terms) > 1 else []
    groups = ([term for term in terms if term != left_out] for left_out in terms)
    return [" OR ".join(f"({' AND '.join(group)})" for group in groups)]


def _short(words: Iterable[str]) -> list[str]:
    return [word for word in words if len(word) <= _MAX_WORD]


def _closest(entries: Iterable[Entry], query: SearchQuery) -> list[Record]:
    """The entries with the titles nearest to the text, best first."""
    wanted = normalize(query.text[:_MAX_COMPARED])
    ranked = sorted(entries, key=lambda entry: -_similarity(wanted, normalize(entry.title[:_MAX_COMPARED])))
    return _records(ranked[: query.limit])


def _similarity(wanted: str, found: str) -> float:
    return SequenceMatcher(None, wanted, found, autojunk=False).ratio()


def _records(entries: Sequence[Entry]) -> list[Record]:
    return [record for entry in entries if (record := entry_record(entry)) is not None]

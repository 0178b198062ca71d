"""Searching: every database at once, the results merged into works and ranked."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import anyio

from ..contract import Capability, SearchKind, SearchQuery, SourceInfo
from ..errors import AllSourcesFailedError, RefcheckError
from ..identifiers import IdentifierKind
from ..matching import FusedWork, fuse, within_years
from ..matching.fusion import Fused
from ..models.search import FoundReference, SearchAnswer
from ..text import clean_text, normalize, plain_text
from .answers import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..models import Record, SourceOutcome
    from ..sources import SourcePool

MAX_RESULTS, DEFAULT_RESULTS = 30, 10
MAX_QUERY = 500
"""Characters of a query; more are no subject, and no database takes more than a few hundred."""
MAX_AUTHORS = 10
"""Names shown of a long author list."""
ABSTRACT_LENGTH = 300
FIRST_YEAR, LAST_YEAR = 1000, 2999
DEPTH = MAX_RESULTS
"""Records asked of each database, however few are shown: ranks fuse better over more of them, a longer list costs no
further request, and a shorter search is answered from the cache by a longer one."""

Value = TypeVar("Value")

_LOOSE_ENDS = " ,;:.…–—-(["
"""Characters that make no sense before an ellipsis."""
# A heading, unless the word begins a sentence ("Abstract interpretation is …") or a name ("Abstract Syntax Trees").
_HEADING = re.compile(
    r"\A(?:ABSTRACT\b|Abstract(?=\s*[:.–—]|\s+[a-z]*[A-Z\d])(?!\s+(?:Algebra|Argumentation|Art|Data|Dialectical|Interpretation|"
    r"Machines?|Meaning|Reasoning|State|Syntax|Wiener)\b))\s*[:.–—-]?\s*"
)
_TAKEN_BACK = frozenset({"retracted", "removed", "withdrawn"})


class QueryError(RefcheckError, ValueError):
    """A search that cannot be made as given; the text says how to mend it."""


@dataclass(frozen=True, slots=True)
class Search:
    """A search that can be made.

    Attributes:
        text: plain text, never empty.
        max_results: 1 to `MAX_RESULTS`.
        year_from, year_to: inclusive range of years of publication.
    """

    text: str
    max_results: int = DEFAULT_RESULTS
    year_from: int | None = None
    year_to: int | None = None


def build_search(
    query: str, *, max_results: int = DEFAULT_RESULTS, year_from: int | None = None, year_to: int | None = None
) -> Search:
    """Build a search from loose input.

    Args:
        query: words of a subject or a title; LaTeX and HTML allowed.
        max_results: works to show.
        year_from: first year of publication.
        year_to: last year of publication.

    Raises:
        QueryError: a value that cannot be used; the text tells how to mend it.
    """
    if len(query) > MAX_QUERY:
        raise QueryError(f"The query has {len(query)} characters; give the subject in at most {MAX_QUERY}.")
    text = plain_text(query)
    if not normalize(text):
        raise QueryError("The query has no letter or digit in it; give words of a subject, a title or names.")
    if not 1 <= max_results <= MAX_RESULTS:
        raise QueryError(f"max_results is {max_results}; it must be from 1 to {MAX_RESULTS}.")
    for name, year in (("year_from", year_from), ("year_to", year_to)):
        if year is not None and not FIRST_YEAR <= year <= LAST_YEAR:
            raise QueryError(f"{name} is {year}; it must be a year of four digits, such as 2017.")
    if year_from is not None and year_to is not None and year_from > year_to:
        raise QueryError(f"year_from ({year_from}) is after year_to ({year_to}); exchange them.")
    return Search(text, max_results, year_from, year_to)


async def run_search(search: Search, pool: SourcePool, names: Sequence[str]) -> SearchAnswer:
    """Ask the named sources, all at once, and put what they find into one list.

    Raises:
        AllSourcesFailedError: no source answered.
    """
    infos = [pool.infos[name] for name in names]
    outcomes = await _ask(search, pool, infos)
    _raise_if_unanswered(outcomes, pool)
    results: dict[str, Sequence[Record]] = {}
    undated = 0
    for outcome in outcomes:
        results[outcome.source], without_year = within_years(outcome.records, search.year_from, search.year_to)
        undated += without_year
    works = fuse(results, _precedence(infos))
    shown = works[: search.max_results]
    failed = {o.source: o.reason or o.status.value for o in outcomes if o.failed or o.partial}
    return SearchAnswer(
        query=search.text,
        results=[_found(number, work) for number, work in enumerate(shown, 1)],
        works_found=len(works),
        warnings=[*_warnings(failed, undated, pool), *_version_warnings(shown)],
        sources_checked=[o.source for o in outcomes if o.answered],
        sources_failed=failed,
        sources_skipped=_skipped(outcomes, pool),
        remarks=list(dict.fromkeys(r for o in outcomes if o.answered for r in pool.infos[o.source].remarks)),
    )


async def _ask(search: Search, pool: SourcePool, infos: Sequence[SourceInfo]) -> list[SourceOutcome]:
    """What came of asking, in the order of `infos`, whoever was faster."""
    outcomes: dict[str, SourceOutcome] = {}

    async def ask(info: SourceInfo) -> None:
        # A database without a search by topic still finds works whose titles hold the words.
        kind = SearchKind.TOPIC if Capability.TOPIC_SEARCH in info.capabilities else SearchKind.TITLE
        query = SearchQuery(
            kind=kind,
            text=search.text,
            year_from=search.year_from,
            year_to=search.year_to,
            limit=min(DEPTH, info.max_results),
        )
        outcomes[info.name] = await pool.search(info.name, query)

    async with anyio.create_task_group() as group:
        for info in infos:
            group.start_soon(ask, info)
    return [outcomes[info.name] for info in infos]


def _raise_if_unanswered(outcomes: Sequence[SourceOutcome], pool: SourcePool) -> None:
    if any(o.answered for o in outcomes):
        return
    reasons = {o.source: o.reason or o.status.value for o in outcomes}
    raise AllSourcesFailedError(reasons | {n: r for n, r in pool.skipped.items() if n not in reasons})


def _precedence(infos: Sequence[SourceInfo]) -> dict[str, int]:
    """The order in which sources are believed: registries (that of DOIs first), then those with whole records."""

    def place(info: SourceInfo) -> tuple[bool, ...]:
        is_complete = Capability.FULL_AUTHORS in info.capabilities
        return IdentifierKind.DOI not in info.registers, not info.registers, not is_complete

    # Sorting keeps the order of the sources, which users can set, where nothing else decides.
    return {info.name: number for number, info in enumerate(sorted(infos, key=place))}


def _skipped(outcomes: Sequence[SourceOutcome], pool: SourcePool) -> dict[str, str]:
    skipped = dict(pool.skipped)
    asked = {o.source for o in outcomes}
    skipped.update({name: "not among the databases asked for" for name in pool.infos if name not in asked})
    skipped.update({o.source: o.reason or "skipped" for o in outcomes if not o.answered and not o.failed})
    return skipped


def _warnings(failed: dict[str, str], undated: int, pool: SourcePool) -> Iterator[str]:
    for name, reason in failed.items():
        yield f"Results of {pool.infos[name].title} are missing: {reason}"
    if undated:
        what = "record without a year was" if undated == 1 else "records without a year were"
        yield f"{undated} {what} left out, since only certain years are wanted."


def _version_warnings(works: Sequence[FusedWork]) -> Iterator[str]:
    for number, work in enumerate(works, 1):
        for record, status in work.other_status:
            name = record.doi or record.arxiv_id or record.url or "without an identifier"
            yield f"Result {number}: a database marks another version of it ({name}) as: {status}."


def _found(number: int, work: FusedWork) -> FoundReference:
    url = Fused(f"https://doi.org/{work.doi.value}", work.doi.source) if work.doi else work.url
    if url is None and work.arxiv_id:
        url = Fused(f"https://arxiv.org/abs/{work.arxiv_id.value}", work.arxiv_id.source)
    fields: dict[str, Fused[object] | None] = {
        "title": work.title,
        "authors": work.authors,
        "year": work.year,
        "venue": work.venue,
        "type": work.type,
        "doi": work.doi,
        "arxiv_id": work.arxiv_id,
        "url": url,
        "abstract": work.abstract,
    }
    authors = work.authors.value if work.authors else ()
    return FoundReference(
        number=number,
        title=cut(_value(work.title)),
        authors=[author.display for author in authors[:MAX_AUTHORS]],
        author_count=len(authors),
        year=_value(work.year),
        doi=_value(work.doi),
        arxiv_id=_value(work.arxiv_id),
        venue=cut(_value(work.venue)),
        type=_value(work.type),
        url=_value(url),
        abstract=abstract_beginning(work.abstract.value) if work.abstract else None,
        status=work.status,
        retracted=work.status in _TAKEN_BACK,
        other_dois=list(work.other_dois),
        source=work.lead.source,
        also_in=list(work.sources[1:]),
        field_sources={name: f.source for name, f in fields.items() if f and f.source != work.lead.source},
    )


def _value(fused: Fused[Value] | None) -> Value | None:
    return fused.value if fused else None


def abstract_beginning(text: str) -> str | None:
    """The beginning of an abstract as people read it, without markup and without LaTeX."""
    # Braces alone are sets, not LaTeX.
    shown = plain_text(text) if any(sign in text for sign in ("\\", "$", "~", "--")) else clean_text(text)
    return shorten(_HEADING.sub("", shown)) or None if shown else None


def shorten(text: str, length: int = ABSTRACT_LENGTH) -> str:
    """The beginning of a text: at most `length` characters, cut at a word, with an ellipsis where it is cut."""
    if len(text) <= length:
        return text
    end = length - 1
    start = next((i for i in range(end, length // 2, -1) if text[i].isspace()), None)
    if start is None:  # a script without blanks, or a very long word
        start = next((i for i in range(end, 0, -1) if not unicodedata.combining(text[i])), end)
    return text[:start].rstrip(_LOOSE_ENDS) + "…"

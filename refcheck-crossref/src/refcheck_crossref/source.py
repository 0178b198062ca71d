"""The hooks: what is asked of Crossref's REST API, and how its answers are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

from refcheck_core import (
    CannotAsk,
    Capability,
    IdentifierKind,
    NotCovered,
    PartlyUnreadable,
    RateLimit,
    SearchKind,
    Setting,
    SourceBadResponse,
    SourceInfo,
    Tier,
    clean_text,
    hookimpl,
    json_body,
    normalize,
    raise_for_status,
    reported_fault,
    text_body,
)

if TYPE_CHECKING:
    import httpx

    from refcheck_core import Record, SearchQuery, Settings, SourceContext

NAME = "crossref"
VERSION = "0.2.0"

SELECT = (
    "DOI,type,title,subtitle,original-title,short-title,container-title,short-container-title,author,editor,"
    "issued,published,published-print,published-online,posted,accepted,approved,content-created,"
    "page,article-number,volume,issue,publisher,group-title,standards-body,degree,event,ISBN,resource,"
    "relation,update-to,updated-by,abstract"
)
"""Fields asked for in lists, which else carry every work's reference list.

All of them are selectable; ``subtype``, ``institution``, ``journal-issue`` and ``edition-number`` are not, and one
name that is not selectable fails the whole request.
"""

_ERRORS = ("error", "errors", "fault", "exception")
_UNREADABLE = "Crossref answered with works that cannot be read"
MAX_BATCH = 50
"""DOIs in one `lookup_dois` (Crossref names no limit for ``filter=doi:``; the URL's length bounds it)."""
MAX_RESULTS = 100
_MAX_ENCODED = 4000  # characters of one query value in a URL; servers commonly refuse request lines above 8 KiB

_PUBLIC, _POLITE = "public", "polite"
_SINGLES = r"/?works/.+"
_LISTS = r"/?works/?"
_RATES = {_PUBLIC: (5, 1, 1), _POLITE: (10, 3, 3)}
"""Pool -> single records a second, lists a second, requests at once (published limits since 1 December 2025)."""


class CrossrefSource:
    """Crossref as a source of refcheck."""

    @hookimpl
    def describe(self, settings: Settings) -> SourceInfo:
        """Limits are those of the polite pool where a contact address is set, which the user agent then carries."""
        from refcheck_core import WorkType  # noqa: PLC0415  (keeps the import of this package cheap)

        singles, lists, concurrency = _RATES[_POLITE if settings.contact else _PUBLIC]
        return SourceInfo(
            name=NAME,
            title="Crossref",
            home_page="https://www.crossref.org",
            base_url="https://api.crossref.org/v1",
            version=VERSION,
            tier=Tier.FAST,
            settings=(
                Setting(
                    env="CROSSREF_EMAIL",
                    aliases=("CROSSREF_MAILTO",),
                    purpose="Your e-mail address, sent to Crossref in the user agent; it raises the limits.",
                ),
            ),
            limits=(
                RateLimit(name="single records", requests=singles, seconds=1.0, path=_SINGLES),
                RateLimit(name="lists", requests=lists, seconds=1.0, path=_LISTS),
            ),
            concurrency=concurrency,
            max_batch=MAX_BATCH,
            max_results=MAX_RESULTS,
            holds=frozenset(
                {
                    WorkType.JOURNAL_ARTICLE,
                    WorkType.PROCEEDINGS_ARTICLE,
                    WorkType.PROCEEDINGS,
                    WorkType.BOOK,
                    WorkType.EDITED_BOOK,
                    WorkType.MONOGRAPH,
                    WorkType.REFERENCE_BOOK,
                    WorkType.BOOK_CHAPTER,
                    WorkType.REFERENCE_ENTRY,
                    WorkType.POSTED_CONTENT,
                    WorkType.PEER_REVIEW,
                    WorkType.COMPONENT,
                    WorkType.JOURNAL,
                    WorkType.GRANT,
                }
            ),
            capabilities=frozenset(
                {
                    Capability.FULL_AUTHORS,
                    Capability.RETRACTIONS,
                    Capability.CITATION_SEARCH,
                    Capability.TOPIC_SEARCH,
                    Capability.BIBTEX,
                }
            ),
            registers=frozenset({IdentifierKind.DOI}),
            ping_doi="10.1109/cvpr.2016.90",
        )

    @hookimpl
    async def search(self, ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
        """Search by title, citation or topic; Crossref ranks and always finds something, so hits are candidates.

        Raises:
            CannotAsk: the text has no words (a query without one would match every work), or one that is too long.
            PartlyUnreadable: things in the answer are no works.
        """
        text = _bounded(clean_text(query.text) or "")
        if not normalize(text):
            raise CannotAsk("Crossref cannot be asked for this text: it has no words, or one that is too long")
        params = {_search_field(query.kind): text, "rows": str(min(max(query.limit, 1), MAX_RESULTS)), "select": SELECT}
        if query.kind is SearchKind.TOPIC and (years := _year_filter(query)):
            params["filter"] = years
        records, unreadable = _records(await ctx.http.get("works", params=params))
        if unreadable:
            raise PartlyUnreadable(_UNREADABLE, records[: query.limit])
        return records[: query.limit]

    @hookimpl
    async def lookup_doi(self, ctx: SourceContext, doi: str) -> Record | None:
        """Look up one DOI; where Crossref has no such work, ask it which agency has the DOI.

        Returns:
            ``None`` only for a DOI that no registration agency has.

        Raises:
            NotCovered: the DOI is registered, but not as a work at Crossref.
        """
        record = await _work(ctx, doi)
        if record is None:
            await _check_agency(ctx, doi)
        return record

    @hookimpl
    async def lookup_dois(self, ctx: SourceContext, dois: Sequence[str]) -> Mapping[str, Record]:
        """Look up many DOIs by one filter. One that is left out is not at Crossref, which says nothing more of it."""
        found: dict[str, Record] = {}
        unreadable = 0
        for group in _groups(doi for doi in dois if "," not in doi):
            params = {"filter": ",".join(f"doi:{doi}" for doi in group), "rows": str(len(group)), "select": SELECT}
            records, missed = _records(await ctx.http.get("works", params=params))
            by_doi = {record.doi: record for record in records}
            unreadable += missed
            found.update({doi: by_doi[doi.lower()] for doi in group if doi.lower() in by_doi})
        for doi in dois:
            if "," in doi:  # a comma separates filters
                record = await _work(ctx, doi)
                if record is not None:
                    found[doi] = record
        if unreadable:
            raise PartlyUnreadable(_UNREADABLE, found)
        return found

    @hookimpl
    async def to_bibtex(self, ctx: SourceContext, record: Record) -> str | None:
        """Crossref's own BibTeX of a record; it lacks what publishers did not deposit, and is not fit for a file."""
        if record.doi is None:
            return None
        response = await ctx.http.get(f"{_path(record.doi)}/transform/application/x-bibtex")
        if _is_absent(response):
            return None
        _expect_success(response)
        bibtex = text_body(response).strip()
        if not bibtex.startswith("@"):
            raise SourceBadResponse("Crossref sent something else where BibTeX was asked for.")
        return bibtex


def _search_field(kind: SearchKind) -> str:
    """The query parameter for a kind of text.

    Crossref advises ``query.bibliographic`` for citations, alone, as every further field makes matching worse. A title
    goes to ``query.title``, alone as well: there, words of journals' names, authors and years cannot pull up others.
    Plain ``query`` also searches funders and the like.
    """
    return "query.title" if kind is SearchKind.TITLE else "query.bibliographic"


def _year_filter(query: SearchQuery) -> str:
    bounds = (("from-pub-date", query.year_from), ("until-pub-date", query.year_to))
    return ",".join(f"{name}:{year:04d}" for name, year in bounds if year is not None)


def _bounded(text: str) -> str:
    """The text without the words at its end for which a URL has no room; nothing of a single word that is too long."""
    while len(quote_plus(text)) > _MAX_ENCODED:
        kept = text[: len(text) * 3 // 4]
        text = kept.rpartition(" ")[0] or ("" if kept.isascii() else kept)  # many scripts write without blanks
    return text


def _groups(dois: Iterable[str]) -> Iterable[list[str]]:
    """Groups of at most `MAX_BATCH` DOIs whose filter fits into a URL."""
    group: list[str] = []
    length = 0
    for doi in dict.fromkeys(dois):
        size = len(quote_plus(f"doi:{doi},"))
        if group and (len(group) == MAX_BATCH or length + size > _MAX_ENCODED):
            yield group
            group, length = [], 0
        group.append(doi)
        length += size
    if group:
        yield group


async def _work(ctx: SourceContext, doi: str) -> Record | None:
    """The work of a DOI; ``None`` where Crossref answers that it has none."""
    from .parsing import record_of  # noqa: PLC0415  (keeps the import of this package cheap)

    response = await ctx.http.get(_path(doi))
    if _is_absent(response):
        return None
    record = record_of(_message(response))
    if record is None:
        raise SourceBadResponse("Crossref's answer holds no work.")
    if record.doi != doi.lower():  # answered under the DOI that this one is an alias of
        record = record.model_copy(update={"same_as": (*record.same_as, doi.lower())})
    return record


async def _check_agency(ctx: SourceContext, doi: str) -> None:
    """Ask where a DOI is registered that Crossref has no work for.

    Returns:
        where no agency has it (status 404).

    Raises:
        NotCovered: another agency has it; or Crossref has, but for something that is no work (a funder's id) or that
            is not in its index yet.
    """
    response = await ctx.http.get(f"{_path(doi)}/agency")
    if _is_absent(response):
        return
    agency = _message(response).get("agency")
    key, label = (agency.get("id"), agency.get("label")) if isinstance(agency, Mapping) else (None, None)
    if not isinstance(key, str) or not key.strip():
        raise SourceBadResponse("Crossref's answer does not name a registration agency.")
    name = (clean_text(label) if isinstance(label, str) else None) or key.strip()
    if key.strip().lower() == NAME:
        raise NotCovered(f"{doi} is registered at Crossref, but not (yet) as a work that it describes.", agency=name)
    raise NotCovered(f"{doi} is registered at {name}, not at Crossref.", agency=name)


def _path(doi: str) -> str:
    return f"works/{quote(doi, safe='')}"


def _is_absent(response: httpx.Response) -> bool:
    """Whether this is Crossref's "not there": status 404 with a bare sentence, and no web page of a server between."""
    if response.status_code != 404:
        return False
    if response.content.lstrip()[:1] == b"<":
        raise SourceBadResponse("Crossref's address answers with a web page (status 404).")
    return True


def _expect_success(response: httpx.Response) -> None:
    raise_for_status(response)
    if response.status_code != 200:
        raise SourceBadResponse(f"Crossref answers with status {response.status_code}.")


def _message(response: httpx.Response) -> Mapping[str, Any]:
    """The ``message`` of a good answer."""
    _expect_success(response)
    body = json_body(response)
    if not isinstance(body, Mapping) or body.get("status") != "ok":
        raise SourceBadResponse("Crossref's answer does not say that it succeeded.")
    message = body.get("message")
    if not isinstance(message, Mapping):
        raise SourceBadResponse("Crossref's answer holds no message.")
    told = [each[name] for each in (body, message) for name in _ERRORS if each.get(name)]
    if told and not message.get("items") and "DOI" not in message:  # an error beside an empty list is no answer
        raise reported_fault("Crossref", told)
    return message


def _records(response: httpx.Response) -> tuple[list[Record], int]:
    """The works of a list, and how many things in it cannot be read as works."""
    from .parsing import record_of  # noqa: PLC0415  (keeps the import of this package cheap)

    message = _message(response)
    works = message.get("items")
    if not isinstance(works, list):
        raise SourceBadResponse("Crossref's answer holds no list of works.")
    if not works and message.get("total-results", 0) not in (0, "0") and message.get("items-per-page") != 0:
        raise SourceBadResponse("Crossref says that there are works, but lists none.")
    records = [record for record in map(record_of, works) if record is not None]
    if works and not records:
        raise SourceBadResponse("Crossref's answer lists things that are no works.")
    return records, len(works) - len(records)


source = CrossrefSource()

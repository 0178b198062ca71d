"""Crossref: ``/works``, ``/works/{doi}``, ``/agency`` and the BibTeX transform."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from starlette.responses import Response

from .api import Api, Query, json_response, not_emulated
from .crossref_shapes import SELECTABLE, crossref_bibtex, crossref_view, crossref_work, doi_of, selected
from .index import best, rescore, search
from .library import CROSSREF
from .limits import Limit
from .text import tokens
from .work import Work, agency, crossref_type, own_doi

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MAILTO = re.compile(r"mailto:\s*[^\s;)]+@", re.IGNORECASE)
_FIELDS = {
    "query": ("title", "author", "other"),
    "query.bibliographic": ("title", "author", "other"),
    "query.title": ("title",),
    "query.author": ("author",),
    "query.container-title": ("other",),
}
_AGENCIES = {"crossref": "Crossref", "datacite": "DataCite", "medra": "mEDRA", "jalc": "JaLC"}
_PLAIN = frozenset({"mailto", "rows", "offset", "select", "filter", "sort", "order", "cursor", *_FIELDS})
_FILTERS = frozenset({"doi", "type", "from-pub-date", "until-pub-date", "prefix", "updates", "is-update", "has-update"})
_INSPECTED = 5000
"""Works of a ranked list that filters are tried on; the totals of filtered lists count no further."""


class Crossref(Api):
    """Crossref's REST API over the works that it holds (see `emulator.work`).

    Field queries are joined by AND, the words of one by OR, as recorded answers show: something is found as soon as one
    word is. Ranking is by BM25, each word counting in the field where it counts most.
    """

    name = "crossref"
    prefix = "crossref"
    real_base = "https://api.crossref.org/"
    default_limits: ClassVar[Mapping[str, Limit]] = {
        # Published on 5 November 2025, in force since 1 December 2025. The names of the polite pools are as recorded in
        # July 2026, those of the public ones by analogy.
        "public-single": Limit(5, 1.0, 1),
        "public-array": Limit(1, 1.0, 1),
        "polite-single": Limit(10, 1.0, 3),
        "polite-array": Limit(3, 1.0, 3),
    }

    def counted_by(self, query: Query) -> tuple[str, str]:
        polite = query.params.get("mailto") or _MAILTO.search(query.headers.get("user-agent", ""))
        single = re.match(r"(v1/)?works/.", query.path) is not None
        return f"{'polite' if polite else 'public'}-{'single' if single else 'array'}", ""

    def headers_for(self, query: Query) -> Mapping[str, str]:
        pool, _ = self.counted_by(query)
        limit = self.limits[pool]
        return {
            "x-api-pool": pool,
            "x-rate-limit-limit": str(limit.requests),
            "x-rate-limit-interval": f"{limit.seconds:g}s",
            "x-concurrency-limit": str(limit.at_once),
        }

    def too_many(self) -> Response:
        page = (
            "<html><body><h1>429 Too Many Requests</h1>\n"
            "You have sent too many requests in a given amount of time.\n</body></html>\n"
        )
        return Response(page, 429, media_type="text/html")

    def error_object(self) -> Response:
        message = [{"type": "exception", "value": "", "message": "An internal error occurred."}]
        return json_response({"status": "failed", "message-type": "exception", "message": message})

    def answer(self, query: Query) -> Response:
        if query.method not in {"GET", "HEAD"}:
            return Response("Method not allowed", 405)
        path = query.path.removeprefix("v1/").rstrip("/")
        if path == "works":
            return self._list(query)
        if not path.startswith("works/"):
            return not_emulated(f"/{path}")
        rest = path.removeprefix("works/")
        if rest.endswith("/agency"):
            return self._agency(rest.removesuffix("/agency"))
        if match := re.fullmatch(r"(.+)/transform(?:/(.+))?", rest):
            return self._transform(match[1], match[2] or query.headers.get("accept", ""))
        return self._single(rest, query)

    def _held(self, doi: str) -> Work | None:
        at_doi = (*self.library.by_doi(doi), *self.library.by_linked_doi(doi))
        return next((self.library.work(at) for at in at_doi if self.library.flags[at] & CROSSREF), None)

    def _single(self, doi: str, query: Query) -> Response:
        for name in query.params:
            if name != "mailto":
                return _invalid("parameter-not-allowed", name, f"This route does not support {name}")
        work = self._held(doi)
        if work is None:
            return Response("Resource not found.", 404, media_type="text/plain")
        return _ok("work", crossref_work(work))

    def _agency(self, doi: str) -> Response:
        work = self._held(doi)
        if work is None:
            work = next((self.library.work(at) for at in self.library.by_doi(doi)), None)
        if work is None and doi.lower().startswith("10.48550/arxiv."):
            held = self.library.by_arxiv(doi.lower().removeprefix("10.48550/arxiv."))
            work = {"doi": doi, "agency": "datacite"} if held else None
        if work is None:
            return Response("Resource not found.", 404, headers={"content-type": "application/json;charset=utf-8"})
        name = agency(work) if own_doi(work) else "crossref"
        answer = _ok("work-agency", {"DOI": doi.lower(), "agency": {"id": name, "label": _AGENCIES.get(name, name)}})
        answer.headers["content-type"] = "application/json;charset=utf-8"
        return answer

    def _transform(self, doi: str, kind: str) -> Response:
        work = self._held(doi)
        if work is None:
            return Response("Resource not found.", 404, headers={"content-type": "text/plain;charset=utf-8"})
        if "bibtex" not in kind:
            return not_emulated(f"transform to {kind!r}")
        return Response(crossref_bibtex(work).encode(), headers={"content-type": "application/x-bibtex"})

    def _list(self, query: Query) -> Response:
        params = query.params
        names = [name for name in params.get("select", "").split(",") if name]
        filters = list(_filters(params.get("filter", "")))
        if (wrong := _wrong(params, names, filters)) is not None:
            return wrong
        if "cursor" in params or params.get("sort", "score") not in {"score", "relevance"}:
            return not_emulated("cursors and orders other than by relevance")
        rows, offset = int(params.get("rows", 20)), int(params.get("offset", 0))
        total, found = self._found(params, filters, offset + rows)
        items = [selected(crossref_work(self.library.work(at), score), names) for at, score in found[offset:]]
        message = {
            "facets": {},
            "total-results": total,
            "items": items,
            "items-per-page": rows,
            "query": {"start-index": offset, "search-terms": params.get("query")},
        }
        return _ok("work-list", message)

    def _found(
        self, params: Mapping[str, str], filters: list[tuple[str, str]], wanted: int
    ) -> tuple[int, list[tuple[int, float]]]:
        scores = self._scores(params, [value for name, value in filters if name == "doi"])
        if not filters:
            return len(scores), best(scores, wanted)
        ranked = best(scores, _INSPECTED)
        kept = [(at, score) for at, score in ranked if _passes(crossref_view(self.library.work(at)), filters)]
        return len(kept), kept[:wanted]

    def _scores(self, params: Mapping[str, str], dois: list[str]) -> dict[int, float]:
        flags, library = self.library.flags, self.library
        within: dict[int, float] | None = None
        if dois:
            held = (at for doi in dois for at in (*library.by_doi(doi), *library.by_linked_doi(doi)))
            within = {at: 1.0 for at in held if flags[at] & CROSSREF}
        for name in sorted(set(params) & set(_FIELDS), key=lambda name: name != "query.author"):
            words = tokens(params[name])
            found = search([library.index(field) for field in _FIELDS[name]], words, within=within)
            if within is not None:
                found = {at: score + within[at] for at, score in found.items() if at in within}
            within = {at: score for at, score in found.items() if flags[at] & CROSSREF}
            if "title" in _FIELDS[name] and len(_FIELDS[name]) > 1:
                head = [at for at, _ in best(within, 200)]
                for at, score in rescore(library.index("title"), head, words).items():
                    within[at] += score
        if within is None:
            within = {at: 1.0 for at, flag in enumerate(flags) if flag & CROSSREF}
        return within


def _ok(kind: str, message: Any) -> Response:
    body = {"status": "ok", "message-type": kind, "message-version": "1.0.0", "message": message}
    return json_response(body, escape_slashes=True)


def _invalid(kind: str, value: str, text: str) -> Response:
    message = [{"type": kind, "value": value, "message": text}]
    body = {"status": "failed", "message-type": "validation-failure", "message": message}
    answer = json_response(body, 400)
    answer.headers["content-type"] = "application/json;charset=utf-8"
    return answer


def _wrong(params: Mapping[str, str], names: list[str], filters: list[tuple[str, str]]) -> Response | None:
    for name in params:
        if name not in _PLAIN:
            if name.startswith("query.") or name in {"facet", "sample"}:
                return not_emulated(name)
            return _invalid("parameter-not-allowed", name, f"This route does not support {name}")
    for name, highest in (("rows", 1000), ("offset", 10000)):
        value = params.get(name, "0")
        if not value.isdecimal() or int(value) > highest:
            text = f"Integer specified as {value} but must be a positive integer less than or equal to {highest}. "
            return _invalid("integer-not-valid", value, text)
    for name in names:
        if name not in SELECTABLE:
            text = f"Select field {name} specified but there is no such select for this route."
            return _invalid("select-not-available", name, text)
    for name, _ in filters:
        if name not in _FILTERS:
            text = f"Filter {name} specified but there is no such filter for this route."
            return _invalid("filter-not-available", name, text)
    return None


def _filters(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(",") if text else ():
        name, _, value = part.partition(":")
        yield name, value


def _passes(work: Work, filters: list[tuple[str, str]]) -> bool:
    """Filters of one name are alternatives, those of several names all hold."""
    by_name: dict[str, list[str]] = {}
    for name, value in filters:
        by_name.setdefault(name, []).append(value)
    return all(any(_passes_one(work, name, value) for value in values) for name, values in by_name.items())


def _passes_one(work: Work, name: str, value: str) -> bool:
    doi = doi_of(work).lower()
    if name == "doi":
        return doi == value.lower()
    if name == "prefix":
        return doi.startswith(f"{value}/")
    if name == "type":
        return crossref_type(work) == value
    if name in {"is-update", "has-update"}:
        return bool(work.get("update_to" if name == "is-update" else "updated_by")) == (value in {"true", "1"})
    if name == "updates":
        return any(str(update["DOI"]).lower() == value.lower() for update in work.get("update_to") or ())
    issued = crossref_work(work)["issued"]["date-parts"][0]
    if issued == [None]:
        return False
    bound = [int(part) for part in value.split("-")]
    return bool(issued >= bound if name == "from-pub-date" else issued[: len(bound)] <= bound)

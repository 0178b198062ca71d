"""What bibtex-updater asks beside the APIs that the tests' emulator has, as far as the corpora can answer.

OpenAlex is given the papers that the emulated Semantic Scholar has, and doi.org the DOIs that Crossref and arXiv
hold. dblp, OpenReview and the catalogues of books answer that they have nothing: no corpus is theirs. Registries of
venues can't be asked at all (404), so that no venue is taken for an invented one because they are empty.

    python -m judgebench.peer_apis WORKS

serves the emulator with these until its standard input ends, so that whoever asks it doesn't share a processor with it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from localbench import corpus
from starlette.responses import Response

sys.path.insert(0, str(corpus.ROOT / "tests"))

from emulator import Emulator
from emulator.api import Api, Query, json_response
from emulator.library import Library
from emulator.limits import Limit
from emulator.semantic_scholar import SemanticScholar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PLACES = {
    "api.crossref.org": "/crossref",
    "api.semanticscholar.org": "/s2",
    "export.arxiv.org": "/arxiv",
    "api.openalex.org": "/openalex",
    "dblp.org": "/dblp",
    "api.openreview.net": "/openreview",
    "api2.openreview.net": "/openreview",
    "doi.org": "/doi",
    "openlibrary.org": "/books",
    "www.googleapis.com": "/books",
}
"""Where on the emulator each host's requests go; all others go to `ELSEWHERE`."""
ELSEWHERE = "/elsewhere"
SCALE = 0.001
"""Of the windows of all limits, as for ours; none is enforced."""
_PAPER = ("title", "authors", "venue", "year", "publicationTypes", "externalIds")
_TYPES = {"JournalArticle": "article", "Book": "book", "BookSection": "book-chapter", "Conference": "article"}


class _Unlimited(Api):
    default_limits: ClassVar[Mapping[str, Limit]] = {"all": Limit(1_000_000, 1.0)}

    def counted_by(self, query: Query) -> tuple[str, str]:  # noqa: ARG002
        return "all", ""

    def too_many(self) -> Response:
        return Response("", 429)

    def error_object(self) -> Response:
        return json_response({})


class OpenAlex(_Unlimited):
    """``/works`` by title or words, over the papers of the emulated Semantic Scholar."""

    name = prefix = "openalex"
    real_base = "https://api.openalex.org/"

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self._papers = SemanticScholar(library)

    def answer(self, query: Query) -> Response:
        if query.path != "works":
            return Response("", 404)
        fielded = query.params.get("filter", "").removeprefix("title.search:")
        words = (fielded or query.params.get("search", "")).replace("-", " ")
        asked = {"query": words, "limit": query.params.get("per-page", "25")}
        found = self._papers._relevance(asked, _PAPER, 0, int(asked["limit"])) if words.strip() else None  # noqa: SLF001
        papers: Sequence[dict[str, Any]] = _json(found).get("data", []) if found is not None else []
        return json_response({"meta": {"count": len(papers)}, "results": [_work(paper) for paper in papers]})


def _json(response: Response) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(bytes(response.body))
    return found


def _work(paper: Mapping[str, Any]) -> dict[str, Any]:
    """A paper in the shape of OpenAlex's works."""
    ids: Mapping[str, str] = paper.get("externalIds") or {}
    doi = ids.get("DOI") or (f"10.48550/arxiv.{ids['ArXiv']}" if "ArXiv" in ids else None)
    venue = paper.get("venue") or None
    kind = (paper.get("publicationTypes") or ["JournalArticle"])[0]
    return {
        "id": f"https://openalex.org/W{paper['paperId'][:8]}",
        "doi": f"https://doi.org/{doi}" if doi else None,
        "title": paper["title"],
        "display_name": paper["title"],
        "publication_year": paper.get("year"),
        "type": _TYPES.get(kind, "article"),
        "authorships": [{"author": {"display_name": author["name"]}} for author in paper.get("authors") or ()],
        "primary_location": {"source": {"display_name": venue} if venue else None},
    }


class DoiOrg(_Unlimited):
    """The resolver: 200 for a DOI that Crossref or arXiv holds, else 404."""

    name = prefix = "doi"
    real_base = "https://doi.org/"

    def answer(self, query: Query) -> Response:
        doi = query.path.lower()
        arxiv = doi.removeprefix("10.48550/arxiv.")
        held = self.library.by_arxiv(arxiv) if arxiv != doi else self.library.by_doi(doi)
        return Response("", 200 if held or self.library.by_linked_doi(doi) else 404)


class _Empty(_Unlimited):
    nothing: ClassVar[dict[str, Any]]

    def answer(self, query: Query) -> Response:
        return Response("", 404) if "venue" in query.path else json_response(self.nothing)


class Dblp(_Empty):
    """No publications, and no list of venues."""

    name = prefix = "dblp"
    real_base = "https://dblp.org/"
    nothing: ClassVar[dict[str, Any]] = {"result": {"hits": {"@total": "0", "hit": []}}}


class OpenReview(_Empty):
    """No notes."""

    name = prefix = "openreview"
    real_base = "https://api2.openreview.net/"
    nothing: ClassVar[dict[str, Any]] = {"notes": [], "count": 0}


class Books(_Empty):
    """No books."""

    name = prefix = "books"
    real_base = "https://openlibrary.org/"
    nothing: ClassVar[dict[str, Any]] = {"docs": [], "numFound": 0, "items": [], "totalItems": 0}


class Elsewhere(_Unlimited):
    """Any other host: nothing there."""

    name = prefix = "elsewhere"
    real_base = "https://example.org/"

    def answer(self, query: Query) -> Response:  # noqa: ARG002
        return Response("", 404)


EXTRA = (OpenAlex, DoiOrg, Dblp, OpenReview, Books, Elsewhere)


def main() -> None:
    """Serve, and tell on a line of JSON where."""
    library = Library((), [Path(sys.argv[1])])
    library.prepare()
    with Emulator(library=library, scale=SCALE) as emulator:
        for api in EXTRA:
            emulator.app.apis[api.name] = api(library)
        print(json.dumps({"url": emulator.url, "environment": emulator.environment()}), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()

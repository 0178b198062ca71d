"""What every source must do, checked by the shared kit."""

from __future__ import annotations

from typing import Any, ClassVar

from refcheck_core.testing import Reply, Request, SourceConformance
from refcheck_crossref import source

KNOWN: dict[str, Any] = {
    "DOI": "10.1000/KNOWN",
    "type": "journal-article",
    "title": ["A known work"],
    "author": [{"given": "Ada", "family": "Known"}],
    "container-title": ["Journal of Known Works"],
    "issued": {"date-parts": [[2020]]},
}


class TestCrossrefConformance(SourceConformance):
    """The source against a server that knows one work."""

    source = source
    entry_point_name = "crossref"
    known_doi = "10.1000/known"
    unknown_doi = "10.1000/unknown"
    error_objects: ClassVar = {
        "failed": Reply.json({"status": "failed", "message-type": "validation-failure", "message": [{"type": "x"}]}),
        "no message": Reply.json({"status": "ok", "message-type": "work", "message-version": "1.0.0"}),
    }

    def respond(self, request: Request) -> Reply:
        if request.path == "works":
            asked = request.params.get("filter", [""])[0]
            items = [] if "doi:" in asked and "10.1000/known" not in asked else [KNOWN] * 30
            return Reply.json({"status": "ok", "message-type": "work-list", "message": {"items": items}})
        if "10.1000/known" not in request.decoded:
            return Reply.text("Resource not found.", status=404)
        if "/transform/" in request.path:
            return Reply.text(" @article{Known_2020, title={A known work} }", type="application/x-bibtex")
        return Reply.json({"status": "ok", "message-type": "work", "message": KNOWN})

"""IEEE Xplore against the conformance kit."""

from __future__ import annotations

from typing import ClassVar

import refcheck_ieee
from refcheck_core import SourceAuthError
from refcheck_core.testing import Reply, SourceConformance

KNOWN = {
    "doi": "10.1109/KNOWN.2017.1",
    "title": "A Known Work",
    "publisher": "IEEE",
    "authors": {"authors": [{"full_name": "Ada Example", "author_order": 1}]},
    "content_type": "Conferences",
    "article_number": "1",
    "publication_title": "2017 Conference on Examples",
    "publication_year": 2017,
}


def page(*articles):
    found = {"total_records": len(articles), "total_searched": 5_000_000}
    return {**found, "articles": list(articles)} if articles else found


class TestIeeeConformance(SourceConformance):
    source = refcheck_ieee.source
    entry_point_name = "ieee"
    known_doi = "10.1109/known.2017.1"
    unknown_doi = "10.1109/unknown"
    error_objects: ClassVar = {
        "error": Reply.json({"error": "Internal error"}),
        "message": Reply.json({"message": "Endpoint request timed out"}),
    }
    faults: ClassVar = {"403": (SourceAuthError,)}

    def respond(self, request):
        assert request.path == "search/articles"
        params = request.params
        if "doi" in params:
            return Reply.json(page(KNOWN) if params["doi"][0].lower() == self.known_doi else page())
        if "zzqx" in request.decoded:
            return Reply.json(page())
        return Reply.json(page(*({**KNOWN, "article_number": str(number)} for number in range(1, 31))))

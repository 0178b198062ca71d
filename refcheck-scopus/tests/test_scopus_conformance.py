"""Scopus against the conformance kit."""

from __future__ import annotations

from typing import ClassVar

import refcheck_scopus
from refcheck_core.testing import Reply, SourceConformance

KNOWN = {
    "@_fa": "true",
    "link": [{"@_fa": "true", "@ref": "scopus", "@href": "https://www.scopus.com/inward/record.uri?scp=1"}],
    "dc:identifier": "SCOPUS_ID:1",
    "eid": "2-s2.0-1",
    "dc:title": "A Known Work",
    "dc:creator": "Example A.",
    "prism:publicationName": "Journal of Examples",
    "prism:coverDate": "2017-01-01",
    "prism:doi": "10.1000/KNOWN",
    "prism:aggregationType": "Journal",
    "subtype": "ar",
}


def results(*entries, total=None):
    shown = list(entries) or [{"@_fa": "true", "error": "Result set was empty"}]
    total = len(entries) if total is None else total
    return {"search-results": {"opensearch:totalResults": str(total), "entry": shown}}


class TestScopusConformance(SourceConformance):
    source = refcheck_scopus.source
    entry_point_name = "scopus"
    known_doi = "10.1000/known"
    unknown_doi = "10.1000/unknown"
    error_objects: ClassVar = {
        "service error": Reply.json(
            {"service-error": {"status": {"statusCode": "INVALID_INPUT", "statusText": "Error translating query"}}}
        ),
        "gateway": Reply.json({"error-response": {"error-code": "RESOURCE_EXPIRED", "error-message": "x"}}),
        "message": Reply.json({"message": "Internal error"}),
        "entry": Reply.json(
            {"search-results": {"opensearch:totalResults": None, "entry": [{"error": "Internal error"}]}}
        ),
    }

    def respond(self, request):
        assert request.path == "search/scopus"
        query = request.params["query"][0].lower()
        if 'doi("' in query:
            return Reply.json(results(KNOWN) if 'doi("10.1000/known")' in query else results())
        if "zzqx" in query:
            return Reply.json(results())
        return Reply.json(results(*({**KNOWN, "eid": f"2-s2.0-{number}"} for number in range(30))))

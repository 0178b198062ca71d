"""Semantic Scholar against the conformance kit."""

from __future__ import annotations

import json
import urllib.parse
from typing import ClassVar

import refcheck_s2
from refcheck_core import Identifier, IdentifierKind
from refcheck_core.testing import Reply, SourceConformance

KNOWN = {
    "paperId": "204e3073870fae3d05bcbc2f6a8e263d9b72e776",
    "externalIds": {"DOI": "10.1000/KNOWN", "ArXiv": "1706.03762", "CorpusId": 13756489},
    "title": "A Known Work",
    "year": 2017,
    "venue": "Journal of Examples",
    "authors": [{"authorId": "1", "name": "Ada Example"}],
}
IDS = {
    "doi:10.1000/known",
    "arxiv:1706.03762",
    "pmid:10592235",
    "pmcid:6943036",
    "corpusid:13756489",
    "acl:n18-1058",
    KNOWN["paperId"],
}


class TestSemanticScholarConformance(SourceConformance):
    source = refcheck_s2.source
    entry_point_name = "semantic_scholar"
    known_doi = "10.1000/known"
    unknown_doi = "10.1000/unknown"
    known_ids = (
        Identifier(IdentifierKind.ARXIV, "1706.03762"),
        Identifier(IdentifierKind.DOI, "10.1000/known"),
        Identifier(IdentifierKind.PMID, "10592235"),
        Identifier(IdentifierKind.PMCID, "PMC6943036"),
        Identifier(IdentifierKind.S2_PAPER, KNOWN["paperId"]),
        Identifier(IdentifierKind.S2_CORPUS, "13756489"),
        Identifier(IdentifierKind.ACL, "N18-1058"),
    )
    error_objects: ClassVar = {
        "error": Reply.json({"error": "Internal error"}),
        "message": Reply.json({"message": "Endpoint request timed out"}),
    }

    def respond(self, request):
        if request.path == "paper/batch":
            ids = json.loads(request.body)["ids"]
            papers = [KNOWN if name.lower() in IDS else None for name in ids]
            return Reply.json(papers) if any(papers) else Reply.json({"error": "No valid paper ids given"}, status=400)
        if request.path == "paper/search/match":
            return Reply.json({"data": [{**KNOWN, "matchScore": 212.5}]})
        if request.path == "paper/search":
            papers = [{**KNOWN, "paperId": f"{number:040x}"} for number in range(30)]
            return Reply.json({"total": 30, "offset": 0, "data": papers})
        name = urllib.parse.unquote(request.path).removeprefix("paper/")
        if name.lower() in IDS:
            return Reply.json(KNOWN)
        return Reply.json({"error": f"Paper with id {name} not found"}, status=404)

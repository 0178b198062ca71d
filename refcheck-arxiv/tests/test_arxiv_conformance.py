"""arXiv against the conformance kit."""

from __future__ import annotations

from typing import ClassVar

import refcheck_arxiv
from refcheck_core import Identifier, IdentifierKind
from refcheck_core.testing import Reply, SourceConformance

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
    'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom">'
    "<opensearch:totalResults>{total}</opensearch:totalResults>"
)
ENTRY = (
    "<entry><id>http://arxiv.org/abs/{id}v1</id><title>A Known Work</title><summary>About it.</summary>"
    "<published>2017-06-12T17:57:34Z</published><updated>2017-06-12T17:57:34Z</updated>"
    '<author><name>Ada Example</name></author><arxiv:primary_category term="cs.CL"/></entry>'
)
ERROR = (
    "<entry><id>https://arxiv.org/api/errors#x</id><title>Error</title><summary>Malformed query</summary>"
    "<author><name>arXiv api core</name></author></entry>"
)


def feed(*entries):
    return Reply.text(HEAD.format(total=len(entries)) + "".join(entries) + "</feed>", type="application/atom+xml")


class TestArxivConformance(SourceConformance):
    source = refcheck_arxiv.source
    entry_point_name = "arxiv"
    known_doi = "10.48550/arxiv.1706.03762"
    unknown_doi = "10.48550/arxiv.1706.99999"
    known_ids = (
        Identifier(IdentifierKind.ARXIV, "1706.03762"),
        Identifier(IdentifierKind.ARXIV, "1706.03762v1"),
        Identifier(IdentifierKind.ARXIV, "hep-th/9901001"),
    )
    error_objects: ClassVar = {"error entry": feed(ERROR), "limit as text": Reply.text("Rate exceeded.")}

    def respond(self, request):
        assert request.path == "query"
        asked = request.params.get("id_list")
        if asked:
            ids = [arxiv_id.removesuffix("v1") for arxiv_id in asked[0].split(",")]
            return feed(*(ENTRY.format(id=arxiv_id) for arxiv_id in ids if arxiv_id != "1706.99999"))
        return feed(*(ENTRY.format(id=f"1706.{number:05}") for number in range(1, 31)))

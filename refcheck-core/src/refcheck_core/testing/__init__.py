"""The conformance kit: what every source must do, as tests that a source's own tests inherit.

Needs ``refcheck-core[testing]`` (pytest and what core needs anyway). The checks run the plugin over the real HTTP
stack against a small server on the loopback interface that the kit runs. A source's tests say what its database
answers, and subclass::

    from refcheck_core.testing import Reply, Request, SourceConformance

    import refcheck_example


    class TestExampleConformance(SourceConformance):
        source = refcheck_example.source     # the plugin object
        entry_point_name = "example"
        known_doi = "10.1000/known"          # `respond` knows it, and nothing else
        unknown_doi = "10.1000/unknown"      # `respond` answers as the database does for what it does not have

        def respond(self, request: Request) -> Reply:
            if "10.1000/unknown" in request.decoded:
                return Reply.text("Resource not found.", status=404)
            if request.path.startswith("works/"):
                return Reply.json({"doi": "10.1000/known", "title": "A known work"})
            return Reply.json({"items": [{"doi": "10.1000/known", "title": "A known work"}] * 30})

`Request` has ``method``, ``path`` (below the base URL, still percent-encoded, no leading slash), ``params`` (decoded
query, name -> list of values), ``headers`` (lower-case names), ``body`` (bytes) and ``decoded`` (path, query and body
as one decoded text, handy to look for an identifier). Give more results than ``limit`` where the database could.

What may be set besides (see `SourceConformance` for all):

- ``known_ids``: identifiers for ``lookup_id`` that `respond` knows, e.g.
  ``(Identifier(IdentifierKind.ARXIV, "1706.03762"),)``;
- ``search_text``: a text for which `respond` finds more than one record; ``unknown_text``: one for which it finds none
  (tell them apart in `respond` where your source asks a second time when the first search finds nothing);
- ``environ``: further settings, e.g. ``{"EXAMPLE_MIRROR": "on"}``. Every key that ``describe`` names is set to a dummy
  by the kit, which then looks for it in every text;
- ``error_objects``: replies with status 200 that hold an error in place of an answer, where the API has them;
- ``faults``: which `SourceError` a fault means, where the default does not fit the API;
- ``is_installed = False``: no entry point is looked for (a plugin object that is defined in a test).

A test of the kit may not be overridden, except to mark it ``@pytest.mark.xfail(reason=...)``.

For tests of your own there are `Wire` (a source behind the real HTTP stack whose network answers from a list),
`scratch_settings` and `source_context` (settings and context of a test), and `LoopbackServer` (a database on the
loopback interface); with them, tests need nothing else of core than its root.

`shared_data` (in ``refcheck_core.testing.data``) finds test data that is kept outside a repository.
"""

from __future__ import annotations

import pytest

for _module in ("answers", "description", "discretion", "faults", "hostility", "conformance"):
    pytest.register_assert_rewrite(f"{__name__}.{_module}")

from .conformance import SourceConformance  # noqa: E402  (assertions are rewritten from here on)
from .data import shared_data  # noqa: E402
from .server import LoopbackServer, Reply, Request  # noqa: E402
from .wire import Wire, scratch_settings, source_context  # noqa: E402

__all__ = [
    "LoopbackServer",
    "Reply",
    "Request",
    "SourceConformance",
    "Wire",
    "scratch_settings",
    "shared_data",
    "source_context",
]

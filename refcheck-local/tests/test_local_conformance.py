"""The conformance kit on the local source, with an index on the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest

import refcheck_local
from refcheck_core import Identifier, IdentifierKind
from refcheck_core.testing import Reply, Request, SourceConformance
from refcheck_local.locations import INDEX_VARIABLE
from refcheck_local.manifest import Manifest
from refcheck_local.writing import IndexWriter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from refcheck_local.rows import Row


class TestLocalSource(SourceConformance):
    source = refcheck_local.source
    entry_point_name = "local"
    known_doi = "10.18653/v1/n19-1423"
    known_ids = (
        Identifier(IdentifierKind.ARXIV, "1706.03762"),
        Identifier(IdentifierKind.ACL, "P02-1040"),
        Identifier(IdentifierKind.ISBN, "9780262035613"),
    )
    search_text = "Deep learning"
    environ: ClassVar[dict[str, str]] = {}

    def respond(self, request: Request) -> Reply:
        raise AssertionError("the local source asked over the network")

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def _index(cls, tmp_path_factory: pytest.TempPathFactory, library: Sequence[Row]) -> None:
        folder: Path = tmp_path_factory.mktemp("index") / "works"
        with IndexWriter(folder, heap_bytes=20_000_000) as writer:
            writer.add(library)
            writer.commit(Manifest(records=len(library)))
        cls.environ = {INDEX_VARIABLE: str(folder)}

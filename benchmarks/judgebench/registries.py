"""The same entries judged by Crossref, Semantic Scholar and arXiv as the tests' emulator has them.

A local index is no registry: that it lacks a DOI says nothing of the DOI. Here Crossref answers, so that a DOI which
nobody registered is known to be none. The emulator holds the works of the corpora that are like the entries in title,
or have an identifier of theirs; all others would only be in the way.
"""

from __future__ import annotations

import gzip
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

import anyio
import msgspec
from localbench import corpus

from refcheck_core.services import Refcheck
from refcheck_core.settings import Settings
from refcheck_eval.flat import gold_of_flat_row
from refcheck_local.index import Index

from .checking import Answer

sys.path.insert(0, str(corpus.ROOT / "tests"))

from emulator import Emulator
from emulator.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import Any

    from refcheck_core.models import Claim
    from refcheck_core.services import Checked
    from refcheck_eval.model import Gold

    from .checking import Clock

SOURCES = ("crossref", "semantic_scholar", "arxiv")
CANDIDATES = 10
"""Works of the index that the emulator gets for each entry."""
SCALE = 0.001
"""Of the windows of all limits: the databases' own limits would make days of it."""


class _Line(msgspec.Struct):
    id: str


def select(golds: Iterable[Gold], index_folder: Path, target: Path) -> tuple[int, int]:
    """Write the lines of the corpora that are like the references to a file.

    The corpora end before many papers of arXiv that real references name by their ids; these are added from the
    references, since arXiv has them.

    Returns:
        How many lines there are, and how many of them were made of references.
    """
    golds = [gold for gold in golds if gold.claim is not None]
    claims = [gold.claim for gold in golds if gold.claim is not None]
    index = Index.open(index_folder)
    wanted: set[str] = set()
    for claim in claims:
        text, authors = claim.title or claim.citation or "", [a.display for a in claim.authors]
        rows = index.candidates(text, citation=not claim.title, authors=authors, year=claim.year, limit=CANDIDATES)
        rows += [row for i in claim.identifiers for row in index.by_identifier(i.kind, i.value)]
        wanted |= {row.id for row in rows}
    index.close()
    decode = msgspec.json.Decoder(_Line).decode
    with gzip.open(target, "wb", compresslevel=1) as out:
        kept = [line for line in corpus.lines() if decode(line).id in wanted]
        out.writelines(kept)
        added = {line for gold in golds if gold.label == "real" and (line := _arxiv_line(gold.claim))}
        out.writelines(sorted(added))
    return len(kept) + len(added), len(added)


def _arxiv_line(claim: Claim | None) -> bytes | None:
    """A real reference with an arXiv id as arXiv's record of it."""
    if claim is None or claim.arxiv_id is None:
        return None
    authors = [{"name": author.display} for author in claim.authors]
    record = {"title": claim.title, "authors": authors, "year": claim.year, "venue": "arXiv", "type": "posted-content"}
    return msgspec.json.encode({"id": f"arxiv:{claim.arxiv_id}", **record}) + b"\n"


def check(rows: Sequence[dict[str, Any]], works: Path, clock: Clock) -> list[Answer]:
    """Check rows against the emulated registries; requests are counted."""
    pairs = [(gold_of_flat_row(row, f"row {place}"), row) for place, row in enumerate(rows)]
    claims = [gold.claim for gold, _ in pairs if gold.claim is not None]
    with emulated(Library((), [works])) as emulator:
        results = iter(anyio.run(partial(verify, claims, emulator.environment(), clock)))
        clock.requests += len(emulator.requests)
    return [Answer(gold, row, next(results).verification if gold.claim else None) for gold, row in pairs]


def emulated(library: Library) -> Emulator:
    """The registries, with limits that hold up nobody."""
    return Emulator(library=library, scale=SCALE)


async def verify(claims: Sequence[Claim], environment: dict[str, str], clock: Clock) -> list[Checked]:
    """Verify claims with the registries that the environment names."""
    settings = Settings.from_environment({**environment, "REFCHECK_CACHE": "off"})
    async with Refcheck.open(settings) as refcheck:
        before, before_cpu = time.perf_counter(), time.process_time()
        results = await refcheck.verify_many(claims, databases=SOURCES)
        clock.references += len(claims)
        clock.seconds += time.perf_counter() - before
        clock.cpu += time.process_time() - before_cpu
        return results

"""``refcheck verify``: check one reference."""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING

from refcheck_core.errors import AllSourcesFailedError, ClaimError

from .exits import Exit
from .output import complain, nothing_checked, print_json, print_lines, run_beside_output, stdout_page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from refcheck_core.models import Claim, Verification
    from refcheck_core.settings import Settings

_LONGEST_CITATION = 10_000
"""Bytes of a citation that are read from stdin; a whole bibliography is no citation."""


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Check the reference and print the verdict."""
    from refcheck_core.services import UnknownSourceError, to_answer  # noqa: PLC0415  (heavy)

    if options.offline:
        settings = dataclasses.replace(settings, offline=True)
    try:
        claim = _claim(options)
        verification = run_beside_output(_verify, claim, settings, options.databases)
    except (ClaimError, UnknownSourceError) as error:
        complain(str(error))
        return Exit.USAGE
    except AllSourcesFailedError as error:
        return nothing_checked(error, as_json=options.json)
    if options.json:
        print_json(to_answer(verification).model_dump(mode="json"))
    else:
        from .verdict import verdict_lines  # noqa: PLC0415

        print_lines(verdict_lines(verification, stdout_page(settings.environ)))
    return Exit.OK if verification.verdict == "verified" else Exit.DIFFERS


def _claim(options: argparse.Namespace) -> Claim:
    from refcheck_core.services import build_claim  # noqa: PLC0415  (heavy)

    citation = options.citation
    if citation == "-":
        citation = read_citation()
    if options.library and not any((citation, options.title, options.doi, options.arxiv, options.url)):
        raise ClaimError(
            "Nothing to check is given. Everything behind --library is a library: put the reference before it, or -- "
            "between the two."
        )
    return build_claim(
        title=options.title,
        authors=options.authors,
        year=options.year,
        doi=options.doi,
        venue=options.venue,
        citation=citation,
        arxiv_id=options.arxiv,
        url=options.url,
    )


def read_citation() -> str:
    """The citation on stdin.

    Raises:
        ClaimError: there is none, or more than one can be.
    """
    data = sys.stdin.buffer.read(_LONGEST_CITATION + 1)
    if len(data) > _LONGEST_CITATION:
        raise ClaimError(f"stdin holds more than {_LONGEST_CITATION} bytes; give one citation at a time.")
    text = data.decode("utf-8", errors="replace").strip()
    if not text:
        raise ClaimError("stdin holds no citation.")
    return text


async def _verify(claim: Claim, settings: Settings, databases: Sequence[str] | None) -> Verification:
    from refcheck_core.services import Refcheck  # noqa: PLC0415  (heavy)

    async with Refcheck.open(settings) as refcheck:
        refcheck.require_library()
        return await refcheck.verify(claim, databases=databases)

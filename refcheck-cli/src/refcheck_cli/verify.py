"""``refcheck verify``: check one reference, or hand a whole bibliography on."""

from __future__ import annotations

import codecs
import contextlib
import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from refcheck_core.errors import AllSourcesFailedError, ClaimError

from .exits import Exit
from .output import complain, nothing_checked, print_json, print_lines, run_beside_output, stdout_page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from refcheck_core.models import Claim, Verification
    from refcheck_core.settings import Settings

_LONGEST_CITATION = 4000
"""Characters of a citation, as in `refcheck_core.services.build_claim`; a whole bibliography is no citation."""
_BYTES_OF_CHARACTER = 4
"""At most, in UTF-8."""


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Check the reference and print the verdict."""
    from refcheck_core.services import UnknownSourceError, to_answer  # noqa: PLC0415  (heavy)

    if options.rest:
        complain(_too_many([options.citation, *options.rest]))
        return Exit.USAGE
    if options.offline:
        settings = dataclasses.replace(settings, offline=True)
    bibliography = _bibliography(options)
    if bibliography is not None:
        from .bibliography import run as run_bibliography  # noqa: PLC0415

        return run_bibliography(bibliography, options, settings)
    try:
        claim = _claim(options)
        verification = run_beside_output(_verify, claim, settings, options)
    except (ClaimError, UnknownSourceError) as error:
        complain(str(error))
        return Exit.USAGE
    except AllSourcesFailedError as error:
        return nothing_checked(error, settings, as_json=options.json)
    if options.json:
        print_json(to_answer(verification).model_dump(mode="json"))
    else:
        from .verdict import verdict_lines  # noqa: PLC0415

        print_lines(verdict_lines(verification, stdout_page(settings.environ)))
    return Exit.OK if options.exit_zero or verification.verdict == "verified" else Exit.DIFFERS


def _too_many(words: Sequence[str]) -> str:
    """What to do instead of giving several files, or a citation without quotes."""
    from .bibliography import SUFFIXES  # noqa: PLC0415

    if any(word.lower().endswith(SUFFIXES) for word in words):
        return (
            f"One bibliography is checked at a time, not {len(words)}, as its entries are named by key and line. "
            "Several .bib files are checked as one by: cat FILES | refcheck verify --bib -"
        )
    return f"One citation is checked at a time; put it in quotes. {len(words)} words were given."


def _bibliography(options: argparse.Namespace) -> str | None:
    """The file whose entries are to be checked, if that is asked for: a word that ends as such files do names one."""
    from .bibliography import SUFFIXES  # noqa: PLC0415

    if options.bib is not None:
        return str(options.bib)
    given: str = options.citation or ""
    if not given.lower().endswith(SUFFIXES):
        return None
    with contextlib.suppress(OSError):  # too long for the name of a file
        return given if len(given.split()) == 1 or Path(given).exists() else None
    return None


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
    if not any(text and text.strip() for text in (citation, options.title, options.doi, options.arxiv, options.url)):
        raise ClaimError("Give a citation, or at least one of --title, --doi, --arxiv and --url.")
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
    data = sys.stdin.buffer.read(_BYTES_OF_CHARACTER * _LONGEST_CITATION + 1)
    try:
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(
            data, len(data) <= _BYTES_OF_CHARACTER * _LONGEST_CITATION
        )
    except UnicodeDecodeError as error:
        raise ClaimError(
            f"stdin is not UTF-8 (byte {error.start + 1} is {data[error.start]:#04x}); convert it."
        ) from None
    text = text.strip()
    if len(text) > _LONGEST_CITATION:
        raise ClaimError(f"stdin holds more than {_LONGEST_CITATION} characters; give one citation at a time.")
    if not text:
        raise ClaimError("stdin holds no citation.")
    return text


async def _verify(claim: Claim, settings: Settings, options: argparse.Namespace) -> Verification:
    from refcheck_core.services import Refcheck  # noqa: PLC0415  (heavy)

    async with Refcheck.open(settings) as refcheck:
        await refcheck.require_library()
        return await refcheck.verify(claim, databases=options.databases, ask_all=options.ask_all)

"""``refcheck verify FILE``: check every entry of a bibliography, in BibTeX or another format."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from refcheck_core.errors import AllSourcesFailedError, ClaimError, RefcheckError

from .exits import Exit
from .output import complain, nothing_checked, print_json, print_lines, run_beside_output, stdout_page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from refcheck_core.contract import BibliographyReader, ListedEntry
    from refcheck_core.models import Claim
    from refcheck_core.services import Checked, EntryClaim
    from refcheck_core.settings import Settings

LARGEST = 200_000_000
"""Bytes of a file, unpacked; a larger one is no bibliography of a document."""
SUFFIXES = tuple(
    f"{suffix}{packed}"
    for suffix in (".bib", ".bibtex", ".ris", ".json", ".csljson", ".jsonl", ".ndjson", ".xml")
    for packed in ("", ".gz")
)
"""Ends of the names of files that are bibliographies."""
READERS = "refcheck.bibliographies"
"""Entry-point group of what reads other formats than BibTeX (`refcheck_core.BibliographyReader`)."""
_BIBTEX = (".bib", ".bibtex", ".bib.gz", ".bibtex.gz")
_GZIP = b"\x1f\x8b"
_FIELDS = ("title", "authors", "year", "doi", "venue", "arxiv", "url")


class BibliographyError(RefcheckError):
    """The file cannot be checked; the text tells why."""


def run(file: str, options: argparse.Namespace, settings: Settings) -> int:
    """Check the entries of a file and print what came of each."""
    from refcheck_core.services import UnknownSourceError, to_bibliography_answer  # noqa: PLC0415  (heavy)

    from .progress import Progress  # noqa: PLC0415

    try:
        _refuse_fields(file, options)
        data = _read(file)
        entries = _entries(file, _unpacked(file, data))
        settings = _without_itself(file, data, settings)
        claims = [entry.claim for entry in entries if entry.claim is not None]
        with Progress(sys.stderr, settings.environ, "entries checked") as progress:
            checked = run_beside_output(_verify, claims, settings, options, progress.show)
    except (BibliographyError, ClaimError, UnknownSourceError) as error:
        complain(str(error))
        return Exit.USAGE
    failure = _failure_of_all(checked)
    if failure is not None:
        return nothing_checked(failure, settings, as_json=options.json)
    answer = to_bibliography_answer(entries, checked, file)
    if options.json:
        print_json(answer.model_dump(mode="json"))
    else:
        from .table import bibliography_lines  # noqa: PLC0415

        print_lines(bibliography_lines(answer, stdout_page(settings.environ)))
    return Exit.OK if options.exit_zero or set(answer.counts) == {"verified"} else Exit.DIFFERS


def _refuse_fields(file: str, options: argparse.Namespace) -> None:
    """Refuse fields of a single reference beside a file."""
    besides = [
        f"--{name.rstrip('s')}" if name == "authors" else f"--{name}" for name in _FIELDS if getattr(options, name)
    ]
    if options.bib is not None and options.citation is not None:
        besides.append("a citation")
    if besides:
        raise BibliographyError(f"{_shown(file)} is checked entry by entry; leave out {', '.join(besides)}.")


def _entries(file: str, data: bytes) -> list[EntryClaim]:
    """The entries of the file with what they claim.

    Raises:
        BibliographyError: it holds none, or cannot be read.
    """
    from refcheck_core.bibtex.decoding import decode_text  # noqa: PLC0415
    from refcheck_core.bibtex.reading import read_entries  # noqa: PLC0415
    from refcheck_core.services import claims_of_entries, claims_of_listed  # noqa: PLC0415  (heavy)

    listed = None if file.lower().endswith(_BIBTEX) else _listed(file, data)
    entries = claims_of_entries(read_entries(decode_text(data))) if listed is None else claims_of_listed(listed)
    if not entries:
        what = "BibTeX entry" if file.lower().endswith(_BIBTEX) else "entry of a known format"
        raise BibliographyError(f"{_shown(file)} holds no {what}.")
    return entries


def _listed(file: str, data: bytes) -> Sequence[ListedEntry] | None:
    """The entries of a file that is no BibTeX; ``None`` where no installed reader knows its format.

    Raises:
        BibliographyError: a reader knows it, and cannot read it.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import)

    for found in entry_points(group=READERS):
        try:
            reader: BibliographyReader = found.load()
            listed = reader.read(data, _shown(file))
        except RefcheckError as error:
            raise BibliographyError(str(error)) from error
        except Exception as error:  # noqa: BLE001  (a reader that is broken hinders no other)
            owner = found.dist.name if found.dist else "an unknown distribution"
            complain(f"{owner} failed to read {_shown(file)}: {type(error).__name__}: {error}")
            continue
        if listed is not None:
            return listed
    return None


def _without_itself(file: str, data: bytes, settings: Settings) -> Settings:
    """The settings without a library that is what is checked: its entries would verify themselves, invented or not."""
    from refcheck_core.settings import LIBRARY  # noqa: PLC0415

    given = [part for part in (settings.value(LIBRARY) or "").split(os.pathsep) if part.strip()]
    same = [part for part in given if _holds(Path(part.strip()).expanduser(), data)]
    if not same:
        return settings
    complain(f"{_shown(file)} is what is checked, so it is no library here; {', '.join(same)} is left out.")
    return settings.with_library(part.strip() for part in given if part not in same)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:  # told where it is used
        return False


def _shown(file: str) -> str:
    return "stdin" if file == "-" else file


def _read(file: str) -> bytes:
    try:
        with sys.stdin.buffer if file == "-" else Path(file).open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise BibliographyError(f"{_shown(file)} cannot be read: {error.strerror or error}.") from error
    _refuse_large(file, data)
    return data


def _unpacked(file: str, data: bytes) -> bytes:
    """The content, unpacked where it is packed with gzip.

    Raises:
        BibliographyError: it is cut off, damaged, or grows too large.
    """
    if not data.startswith(_GZIP):
        return data
    import gzip  # noqa: PLC0415
    import io  # noqa: PLC0415
    import zlib  # noqa: PLC0415

    try:
        unpacked = gzip.GzipFile(fileobj=io.BytesIO(data)).read(LARGEST + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise BibliographyError(f"{_shown(file)} is cut off or damaged: its gzip data cannot be unpacked.") from error
    _refuse_large(file, unpacked)
    return unpacked


def _refuse_large(file: str, data: bytes) -> None:
    if len(data) > LARGEST:
        raise BibliographyError(f"{_shown(file)} is larger than {LARGEST // 1_000_000} MB; it is no bibliography.")


async def _verify(
    claims: Sequence[Claim], settings: Settings, options: argparse.Namespace, progress: Callable[[int, int], None]
) -> list[Checked]:
    from refcheck_core.services import Refcheck  # noqa: PLC0415  (heavy)

    async with Refcheck.open(settings) as refcheck:
        await refcheck.require_library()
        return await refcheck.verify_many(
            claims, databases=options.databases, ask_all=options.ask_all, progress=progress
        )


def _failure_of_all(checked: Sequence[Checked]) -> AllSourcesFailedError | None:
    """The error where no entry could be asked about at any database; entries that cannot be read don't count."""
    errors = [one.error for one in checked if one.error is not None]
    return errors[0] if errors and len(errors) == len(checked) else None

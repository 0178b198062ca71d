"""``refcheck bibtex``: entries of works, on stdout or added to a file."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from refcheck_core.errors import AllSourcesFailedError, ClaimError

from .exits import Exit
from .output import complain, nothing_checked, print_json, print_text, run_beside_output

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import Any

    from refcheck_core.models.export import BibtexAnswer, MissingAnswer
    from refcheck_core.settings import Settings


_LABELS = {
    "no_such_work": "not found",
    "doubtful_match": "refused, as the match is doubtful",
    "no_identifier": "not looked for",
    "not_checked": "not checked",
}
"""What stderr says before an input without an entry, by kind."""


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Get the entries, and print them or add them to a file."""
    from refcheck_core.services import UnknownSourceError  # noqa: PLC0415  (heavy)

    from .bibfile import BibFileError, check  # noqa: PLC0415

    if options.offline:
        settings = dataclasses.replace(settings, offline=True)
    output: dict[str, Any] = {} if options.output is None else {"output": _output(options.output)}
    try:
        wanted = _wanted(options)
        if options.output is not None:
            check(options.output)
        answer = run_beside_output(_bibtex, options, wanted, settings)
        if options.output is not None and answer.entries:
            answer, output = _added(options.output, answer)
    except (BibFileError, ClaimError, UnknownSourceError) as error:
        complain(str(error))
        return Exit.USAGE
    except AllSourcesFailedError as error:
        return nothing_checked(error, settings, as_json=options.json)
    if options.json:
        print_json(answer.model_dump(mode="json") | output)
    else:
        if options.output is None:
            print_text(answer.bibtex)
        for line in _remarks(answer):
            complain(line)
    return Exit.DIFFERS if answer.not_found or answer.not_checked else Exit.OK


def _wanted(options: argparse.Namespace) -> dict[str, Any]:
    """The works that are wanted, as arguments of `Refcheck.bibtex`; refused here before databases are opened."""
    from refcheck_core.services import build_wishes  # noqa: PLC0415  (heavy)

    from .verify import read_citation  # noqa: PLC0415

    dois = options.dois or []
    wanted = {
        "doi": dois[0] if len(dois) == 1 else None,
        "dois": dois if len(dois) > 1 else None,
        "title": options.title,
        "semantic_scholar_id": options.s2,
        "arxiv_id": options.arxiv,
        "citation": read_citation() if options.citation == "-" else options.citation,
    }
    build_wishes(**wanted)
    return wanted


async def _bibtex(options: argparse.Namespace, wanted: dict[str, Any], settings: Settings) -> BibtexAnswer:
    from refcheck_core.services import Refcheck  # noqa: PLC0415  (heavy)

    async with Refcheck.open(settings) as refcheck:
        await refcheck.require_library()
        return await refcheck.bibtex(
            **wanted, style=options.style, include_abstract=options.abstract, databases=options.databases
        )


def _added(path: str, answer: BibtexAnswer) -> tuple[BibtexAnswer, dict[str, Any]]:
    """The answer with the keys that the entries have in the file and the text that was added, and what came of it."""
    from refcheck_core.services import bibtex_of  # noqa: PLC0415  (heavy)

    from .bibfile import add  # noqa: PLC0415

    added = add(path, answer.entries)
    for entry in added.present:
        held_type = added.held_types[entry.citation_key]
        version = "" if held_type == entry.entry_type.lower() else f" (there @{held_type}, here @{entry.entry_type})"
        complain(f"{entry.input} is already in {path} as {entry.citation_key}{version}; it was not added again.")
    if added.new:
        complain(f"Added to {path}: {', '.join(entry.citation_key for entry in added.new)}.")
    output = _output(path, [e.citation_key for e in added.new], [(e.input, e.citation_key) for e in added.present])
    return answer.model_copy(update={"entries": list(added.entries), "bibtex": bibtex_of(added.new)}), {
        "output": output
    }


def _output(path: str, added: Sequence[str] = (), present: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """What ``--json`` says of the file: keys that were added, and inputs that it holds already."""
    held = [{"input": given, "citation_key": key} for given, key in present]
    return {"file": path, "added": list(added), "already_there": held}


def _remarks(answer: BibtexAnswer) -> Iterator[str]:
    for warning in answer.warnings:
        yield f"warning: {warning}"
    for missing in answer.not_found:
        yield from _missing(_LABELS[missing.kind], missing)
    for missing in answer.not_checked:
        yield from _missing(_LABELS[missing.kind], missing)
    for name, reason in answer.sources_failed.items():
        yield f"{name} could not be asked: {reason}"
    for remark in answer.remarks:
        yield f"note: {remark}"


def _missing(label: str, missing: MissingAnswer) -> Iterator[str]:
    from .terminal import Page  # noqa: PLC0415
    from .verdict import candidate_lines  # noqa: PLC0415  (heavy)

    yield f"{label}: {missing.input}: {missing.reason}"
    for candidate in missing.candidates:
        yield from candidate_lines(candidate, Page())

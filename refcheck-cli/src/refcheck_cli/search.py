"""``refcheck search``: find works by subject, title or names."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from refcheck_core.errors import AllSourcesFailedError

from .exits import Exit
from .output import complain, nothing_checked, print_json, print_lines, run_beside_output, stdout_page

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from refcheck_core.models.search import FoundReference, SearchAnswer
    from refcheck_core.settings import Settings

    from .terminal import Page

_NUMBER = 4
"""Columns of the numbers at the left."""
_LABEL = 11
"""Columns of the labels at the left."""


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Search, and print what was found."""
    from refcheck_core.services import QueryError, UnknownSourceError  # noqa: PLC0415  (heavy)

    if options.offline:
        settings = dataclasses.replace(settings, offline=True)
    if None not in (options.year_from, options.year_to) and options.year_from > options.year_to:
        complain(f"--from {options.year_from} is after --to {options.year_to}; exchange them.")
        return Exit.USAGE
    try:
        answer = run_beside_output(_search, options, settings)
    except (QueryError, UnknownSourceError) as error:
        complain(str(error))
        return Exit.USAGE
    except AllSourcesFailedError as error:
        return nothing_checked(error, settings, as_json=options.json)
    if options.json:
        print_json(answer.model_dump(mode="json"))
    else:
        print_lines(_lines(answer, stdout_page(settings.environ)))
    return Exit.OK if answer.results else Exit.DIFFERS


async def _search(options: argparse.Namespace, settings: Settings) -> SearchAnswer:
    from refcheck_core.services import Refcheck, build_search  # noqa: PLC0415  (heavy)

    query, years = " ".join(options.query), {"year_from": options.year_from, "year_to": options.year_to}
    build_search(query, max_results=options.max_results, **years)  # a wrong one is told before databases are opened
    async with Refcheck.open(settings) as refcheck:
        await refcheck.require_library()
        return await refcheck.search(query, max_results=options.max_results, databases=options.databases, **years)


def _lines(answer: SearchAnswer, page: Page) -> Iterator[str]:
    from .verdict import source_lines  # noqa: PLC0415  (heavy)

    if not answer.results:
        yield "Nothing found."
    for found in answer.results:
        yield from _found_lines(found, page)
        yield ""
    if answer.works_found > len(answer.results):
        yield f"The first {len(answer.results)} of {answer.works_found} works; --max shows more."
    for warning in answer.warnings:
        yield from page.labelled("warning", warning, _LABEL, "yellow")
    yield from source_lines(answer, page)


def _found_lines(found: FoundReference, page: Page) -> Iterator[str]:
    """A result: its number before the title, the rest below it."""
    from .verdict import work_lines  # noqa: PLC0415  (heavy)

    indent = " " * _NUMBER
    first, *rest = work_lines(found, page, indent)
    yield first.replace(indent, f"{found.number}.".ljust(_NUMBER), 1)
    if found.status:
        yield indent + page.style(found.status.upper(), "bold", "red")
    yield from rest
    if found.abstract:
        yield from page.wrap(found.abstract, indent)
    where = ", ".join([found.source, *found.also_in])
    yield from (page.style(line, "dim") for line in page.wrap(f"in {where}", indent))

"""The command line: what can be typed, and how it is explained.

argparse, because it is imported in 20 ms, where typer and click take 170 ms more than Python itself.
"""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .extensions import Extension

COMMANDS = frozenset({"verify", "search", "bibtex", "sources", "doctor", "cache"})
"""The commands that no other distribution can replace."""
_EXITS = """\
exit codes:
  0  verified, all entries of a file (other commands: all is well)
  1  partial_match or not_found, or an entry that cannot be read (search: nothing found; bibtex: a work without
     entry; doctor: something is wrong)
  2  the command line, the input or a setting cannot be used
  3  not checked: no database could be asked
"""
_EXAMPLES = """\
examples:
  refcheck verify "Vaswani et al. Attention Is All You Need. NeurIPS 2017"
  refcheck verify --title "Attention Is All You Need" --author "Ashish Vaswani" --year 2017
  refcheck verify --doi 10.1109/CVPR.2016.90 --json
  refcheck verify manuscript.bib --library mylibrary.bib
"""
_SEARCH_EXAMPLES = """\
examples:
  refcheck search graph neural networks for traffic forecasting --from 2018
  refcheck search "attention is all you need" --max 3 --database crossref --json
"""
_BIBTEX_EXAMPLES = """\
examples:
  refcheck bibtex --doi 10.1109/CVPR.2016.90 --doi 10.48550/arXiv.1706.03762
  refcheck bibtex --title "Attention Is All You Need" --output references.bib
"""
MOST_RESULTS = 30
"""Works that a search shows at most, as in `refcheck_core.services.search`, which is not imported for its weight."""
FIRST_YEAR, LAST_YEAR = 1000, 2999
"""Years that a reference can have; those that a record can have."""
_NUMBER = re.compile(r"[0-9]{1,4}")


def build_parser(extensions: Sequence[Extension] = ()) -> argparse.ArgumentParser:
    """The parser of ``refcheck`` and all its commands.

    Args:
        extensions: commands of other distributions.
    """
    parser = argparse.ArgumentParser(
        prog="refcheck",
        description="Check academic references: does the work exist, and is it what the citation says?",
        epilog=f"{_EXAMPLES}\n{_EXITS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_verify(commands)
    _add_search(commands)
    _add_bibtex(commands)
    _add_sources(commands)
    _add_doctor(commands)
    _add_cache(commands)
    for extension in extensions:
        _add_extension(commands, extension)
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, text: str, epilog: str | None = None
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=text.replace("%", "%%"),
        description=text[0].upper() + text[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _add_verify(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    verify = _command(commands, "verify", "check one reference, or a whole bibliography", f"{_EXAMPLES}\n{_EXITS}")
    verify.add_argument(
        "citation",
        nargs="?",
        metavar="CITATION|FILE",
        help="the whole citation (- reads it from stdin), or a bibliography (.bib, .ris, CSL-JSON …) to check all of",
    )
    verify.add_argument("rest", nargs="*", help=argparse.SUPPRESS)  # told in a sentence of its own
    verify.add_argument("--bib", metavar="FILE", help="check all entries of this bibliography, whatever its name")
    verify.add_argument("--title", help="title as cited")
    verify.add_argument("--author", action="append", dest="authors", metavar="NAME", help="an author; repeat in order")
    verify.add_argument("--year", type=_year, metavar="YYYY", help="year of publication as cited")
    verify.add_argument("--doi", help="DOI, also as https://doi.org/ address")
    verify.add_argument("--venue", help="journal, conference or publisher as cited")
    verify.add_argument("--arxiv", metavar="ID", help="arXiv id, such as 1706.03762")
    verify.add_argument("--url", help="address as cited; ids in it are recognised")
    _add_databases(verify)
    verify.add_argument(
        "--ask-all",
        action="store_true",
        help="ask all databases, also where your library, an index or some of them have verified it already",
    )
    _add_library(verify)
    _add_offline(verify)
    verify.add_argument(
        "--exit-zero", action="store_true", help="exit with 0 whatever the verdicts, to look at them in a script"
    )
    _add_json(verify)


def _add_search(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    search = _command(commands, "search", "find works by subject, title or names", f"{_SEARCH_EXAMPLES}\n{_EXITS}")
    search.add_argument("query", nargs="+", metavar="QUERY", help="words to look for")
    search.add_argument(
        "--max", type=_count, default=10, dest="max_results", metavar="N", help="works to show, 1 to 30"
    )
    search.add_argument("--from", type=_year, dest="year_from", metavar="YYYY", help="only of this year or later")
    search.add_argument("--to", type=_year, dest="year_to", metavar="YYYY", help="only of this year or earlier")
    _add_databases(search)
    _add_library(search)
    _add_offline(search)
    _add_json(search)


def _add_bibtex(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    bibtex = _command(commands, "bibtex", "get BibTeX entries of works", f"{_BIBTEX_EXAMPLES}\n{_EXITS}")
    works = bibtex.add_mutually_exclusive_group(required=True)
    works.add_argument(
        "--doi", type=_text, action="append", dest="dois", metavar="DOI", help="DOI of a work; can be repeated"
    )
    works.add_argument("--title", type=_text, help="title of one work; a doubtful match is refused")
    works.add_argument("--arxiv", type=_text, metavar="ID", help="arXiv id, such as 1706.03762")
    works.add_argument("--s2", type=_text, metavar="ID", help="Semantic Scholar's paper id, CorpusId:NUMBER or address")
    works.add_argument("--citation", type=_text, help="the whole citation; - reads it from stdin")
    bibtex.add_argument(
        "--style", choices=("latex", "utf8"), default="latex", help="accents as LaTeX commands (default), or kept"
    )
    bibtex.add_argument("--abstract", action="store_true", help="with abstracts")
    bibtex.add_argument(
        "--output", type=_text, metavar="FILE", help="add the entries to this file in place of printing them"
    )
    _add_databases(bibtex)
    _add_library(bibtex)
    _add_offline(bibtex)
    _add_json(bibtex)


def _add_sources(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    sources = _command(commands, "sources", "list the installed databases, their keys and limits")
    sources.add_argument("--ping", action="store_true", help="ask each one for a work that it is known to hold")
    _add_offline(sources)
    _add_json(sources)


def _add_doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    doctor = _command(commands, "doctor", "find what is wrong with plugins, settings, cache and quotas")
    _add_offline(doctor)
    _add_json(doctor)


def _add_cache(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    cache = _command(commands, "cache", "show or clear the cache of answers")
    actions = cache.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_json(_command(actions, "info", "show where the cache is and what it holds"))
    _add_json(_command(actions, "clear", "forget every cached answer"))


def _add_extension(commands: argparse._SubParsersAction[argparse.ArgumentParser], extension: Extension) -> None:
    if extension.command is None:
        parser = _command(commands, extension.name, f"cannot be used: {extension.problem}")
        parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    else:
        parser = _command(commands, extension.name, extension.command.help)
        extension.command.configure(parser)
    parser.set_defaults(extension=extension)


def _add_databases(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", action="append", dest="databases", metavar="NAME", help="ask only this database; can be repeated"
    )


def _add_library(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--library",
        action="extend",
        nargs="+",
        metavar="FILE",
        help="a library of yours (.bib, .jsonl and others) to ask before all databases; can be repeated",
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (see docs/json.md)")


def _add_offline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--offline", action="store_true", help="ask the cache and local sources only")


def _text(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("must not be empty")
    return text


def _count(text: str) -> int:
    stripped = text.strip()
    if not (_NUMBER.fullmatch(stripped) and 1 <= int(stripped) <= MOST_RESULTS):
        raise argparse.ArgumentTypeError(f"must be a number from 1 to {MOST_RESULTS}, not {text[:40]!r}")
    return int(stripped)


def _year(text: str) -> int:
    stripped = text.strip()
    if not (_NUMBER.fullmatch(stripped) and FIRST_YEAR <= int(stripped) <= LAST_YEAR):
        raise argparse.ArgumentTypeError(f"must be a year of four digits, such as 2017, not {text[:40]!r}")
    return int(stripped)

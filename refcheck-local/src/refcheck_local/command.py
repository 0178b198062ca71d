"""``refcheck index``: what can be typed. What it does is imported when it runs."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from refcheck_core import Settings

help = "build and keep an index of records on this machine"  # noqa: A001  (the contract's name)
FORMATS = "jsonl, bib, csl, ris, crossref, openalex, semantic_scholar, arxiv, dblp, pubmed"
"""Names of `refcheck_local.formats.FORMATS`, which is not imported for its weight."""
_EPILOG = """\
examples:
  refcheck index build dblp.xml.gz openalex-snapshot/
  refcheck index add mylibrary.bib
  refcheck index remove --doi 10.1109/CVPR.2016.90
  refcheck index info

The index is in the user's data folder, or where REFCHECK_LOCAL_INDEX says.

exit codes:
  0  all is well (entries that cannot be read are counted and listed in a file)
  1  a file could not be read to its end; remove: something named is not there; verify: the index is damaged
  2  the command line or an input cannot be used; nothing was changed
  3  not done: there is no index, it is of another version, another process writes to it, the disk is full
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions."""
    parser.epilog = _EPILOG
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, title="actions")
    for name, text in (
        ("build", "build an index of files, in place of the one that is there"),
        ("add", "add files to the index; works that it has are updated"),
    ):
        action = _action(actions, name, text)
        action.add_argument(
            "inputs", nargs="+", type=_name, metavar="FILE|FOLDER", help="what to read; a folder is one dump"
        )
        action.add_argument(
            "--format", type=_name, metavar="F", help=f"{FORMATS}; found out by the content if not given"
        )
        action.add_argument("--into", dest="folder", type=_name, metavar="FOLDER", help="folder of the index")
        action.add_argument("--with-abstracts", action="store_true", help="keep abstracts, which make it large")
        action.add_argument("--dated", type=_day, metavar="YYYY-MM-DD", help="the day that the data is of")
        if name == "build":
            action.add_argument(
                "--partial",
                action="store_true",
                help="replace the index although a file cannot be read to its end",
            )
    remove = _action(actions, "remove", "remove works from the index")
    remove.add_argument(
        "--id", action="append", type=_name, default=[], dest="ids", metavar="ID", help="of a work; repeatable"
    )
    remove.add_argument(
        "--doi", action="append", type=_name, default=[], dest="dois", metavar="DOI", help="of a work; repeatable"
    )
    remove.add_argument(
        "--input",
        action="append",
        type=_name,
        default=[],
        dest="inputs",
        metavar="FILE",
        help="all works of a file; repeatable",
    )
    _add_folder(remove)
    _add_folder(_action(actions, "info", "show what the index is made of, and how old it is"))
    _add_folder(_action(actions, "verify", "read the whole index and see whether it is intact"))


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Do what is asked."""
    from .report import run as run_action  # noqa: PLC0415  (heavy)

    return run_action(options, settings)


def _action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], name: str, text: str
) -> argparse.ArgumentParser:
    action = actions.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", allow_abbrev=False)
    action.add_argument("--json", action="store_true", help="print JSON")
    return action


def _add_folder(action: argparse.ArgumentParser) -> None:
    action.add_argument("--index", dest="folder", type=_name, metavar="FOLDER", help="folder of the index")


def _name(text: str) -> str:
    """A name; an empty one would be taken for the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("must not be empty")
    return text


def _day(text: str) -> object:
    from datetime import date  # noqa: PLC0415

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a day such as 2024-06-30, not {text[:40]!r}") from None

"""What ``refcheck index`` does and prints: answers on stdout, all else on stderr."""

from __future__ import annotations

import dataclasses
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refcheck_core import clean_text

from .errors import LocalIndexError
from .formats import FORMATS, FormatError
from .generations import BAD_NAME
from .inputs import key_of, left_out
from .locations import INDEX_VARIABLE, index_folders
from .manifest import read_manifest
from .state import inspect

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Mapping, Sequence

    from refcheck_core import Settings

    from .building import Outcome
    from .manifest import Manifest

OK, WRONG, USAGE = 0, 1, 2
SHOWN = 5
"""Names of files in a message."""


class _Unusable(Exception):
    """The command line cannot be used as it is."""


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Do what is asked; the exit code."""
    actions = {"build": _build, "add": _build, "remove": _remove, "info": _info, "verify": _verify}
    try:
        return actions[options.action](options, settings)
    except (_Unusable, FormatError) as error:
        _complain(str(error))
        return USAGE


def _folder(options: argparse.Namespace, settings: Settings) -> Path:
    """The folder of the index that is meant."""
    if options.folder is not None:
        return Path(options.folder).expanduser().absolute()
    folders = _folders(settings)
    if len(folders) > 1:
        option = "--into" if options.action in {"build", "add"} else "--index"
        raise _Unusable(f"{INDEX_VARIABLE} names {len(folders)} folders; say which with {option}.")
    return folders[0]


def _folders(settings: Settings) -> tuple[Path, ...]:
    return index_folders({INDEX_VARIABLE: settings.value(INDEX_VARIABLE) or ""})


def _build(options: argparse.Namespace, settings: Settings) -> int:
    from .building import NothingRead, NotWhole, Options, add, build  # noqa: PLC0415  (brings the engine)
    from .watching import watcher_for  # noqa: PLC0415

    folder = _folder(options, settings)
    how = Options(
        format=options.format,
        abstracts=options.with_abstracts,
        partial=getattr(options, "partial", False),
        data_date=options.dated,
    )
    watcher = watcher_for(sys.stderr, settings.environ)
    try:
        work = build if options.action == "build" else add
        outcome = work(folder, [Path(each) for each in options.inputs], how, watcher)
    except (NothingRead, NotWhole) as error:
        watcher.close()
        _complain(str(error))
        return WRONG
    finally:
        watcher.close()
    for problem in outcome.problems:
        _complain(f"{problem} What was read is in the index.")
    for warning in outcome.warnings:
        _complain(warning)
    if options.format is None:
        _tell_left_out([Path(each) for each in options.inputs], outcome)
    if options.json:
        _print_json(_outcome_json(outcome))
    else:
        _print_lines(_outcome_lines(outcome))
    return WRONG if outcome.problems else OK


def _tell_left_out(paths: Sequence[Path], outcome: Outcome) -> None:
    """Name what was passed over in folders, which are read as one format each."""
    known = {info.key: info for info in outcome.inputs}
    for path in dict.fromkeys(paths):
        info = known.get(key_of(path))
        names = [file.name for file in left_out(path.expanduser(), info)] if info is not None else []
        if info is None or not names:
            continue
        shown = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
        count = "1 file of another format was" if len(names) == 1 else f"{len(names):,} files of other formats were"
        _complain(
            f"{path} was read as {FORMATS[info.format].title}; {count} left out: {shown}. Name such files themselves."
        )


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "folder": str(outcome.folder),
        "records": outcome.manifest.records,
        "records_before": outcome.before,
        "inputs": [_input_json(info) for info in outcome.inputs],
        "unreadable": sum(info.bad for info in outcome.inputs),
        "unreadable_list": str(outcome.bad_list) if outcome.bad_list else None,
        "warnings": list(outcome.warnings),
        "seconds": round(outcome.seconds, 2),
    }


def _outcome_lines(outcome: Outcome) -> Iterable[str]:
    read = sum(info.rows for info in outcome.inputs)
    bad = sum(info.bad for info in outcome.inputs)
    yield f"The index in {outcome.folder} holds {_count(outcome.manifest.records, 'work')}" + (
        f" ({outcome.before:,} before)." if outcome.before else "."
    )
    rate = f", {read / outcome.seconds:,.0f} a second" if outcome.seconds >= 1 else ""
    yield f"{_count(read, 'work')} read in {outcome.seconds:.1f} s{rate}."
    if bad:
        entries = "1 entry" if bad == 1 else f"{bad:,} entries"
        yield f"{entries} could not be read: see {outcome.bad_list}"


def _remove(options: argparse.Namespace, settings: Settings) -> int:
    from .building import remove  # noqa: PLC0415

    if not (options.ids or options.dois or options.inputs):
        raise _Unusable("Say what to remove: --id, --doi or --input.")
    removed = remove(_folder(options, settings), ids=options.ids, dois=options.dois, inputs=options.inputs)
    for name in removed.unknown:
        _complain(f"{name} is not in the index.")
    if options.json:
        _print_json({"removed": removed.removed, "records": removed.manifest.records, "unknown": list(removed.unknown)})
    else:
        _print_lines([f"Removed {_count(removed.removed, 'work')}; {removed.manifest.records:,} are left."])
    return WRONG if removed.unknown else OK


def _info(options: argparse.Namespace, settings: Settings) -> int:
    folders = (_folder(options, settings),) if options.folder is not None else _folders(settings)
    found: list[dict[str, Any]] = []
    failure: LocalIndexError | None = None
    for folder in folders:
        try:
            found.append(_state(folder))
        except LocalIndexError as error:
            _complain(str(error))
            failure = error
    if options.json:
        _print_json(found[0] if len(folders) == 1 and found else {"indexes": found})
    else:
        for number, state in enumerate(found):
            _print_lines([""] if number else [])
            _print_lines(_state_lines(state))
    return OK if failure is None else 3


def _state(folder: Path) -> dict[str, Any]:
    """What is known of an index, as ``--json`` shows it."""
    manifest = read_manifest(folder)
    size = sum(path.stat().st_size for path in (folder / manifest.data).iterdir() if path.is_file())
    bad_list = folder / BAD_NAME
    return {
        "folder": str(folder),
        "records": manifest.records,
        "bytes": size,
        "bytes_per_record": round(size / manifest.records, 1) if manifest.records else None,
        "created": manifest.created or None,
        "updated": manifest.updated or None,
        "age_days": _age_days(manifest),
        "layout": manifest.schema_version,
        "engine": manifest.engine,
        "abstracts": manifest.abstracts,
        "inputs": [_input_json(info) for info in manifest.inputs],
        "unreadable_list": str(bad_list) if bad_list.exists() else None,
        "remarks": list(inspect([folder], []).remarks),
    }


def _input_json(info: Any) -> dict[str, Any]:
    given = dataclasses.asdict(info)
    given["name"] = given.pop("path")
    del given["key"]
    return given


def _age_days(manifest: Manifest) -> int | None:
    try:
        changed = datetime.fromisoformat(manifest.updated)
    except ValueError:
        return None
    return (datetime.now(UTC) - changed).days


def _state_lines(state: Mapping[str, Any]) -> Iterable[str]:
    size, each = state["bytes"], state["bytes_per_record"]
    age = state["age_days"]
    facts = [
        ("index", state["folder"]),
        ("works", f"{state['records']:,}"),
        ("size", f"{size / 1e6:,.1f} MB" + (f", {each:.0f} bytes a work" if each is not None else "")),
        ("built", _moment(state["created"])),
        ("changed", _moment(state["updated"]) + (f", {_count(age, 'day')} ago" if age else "")),
        ("abstracts", "kept" if state["abstracts"] else "left out"),
        ("engine", f"{state['engine']}, layout {state['layout']}"),
    ]
    facts += [("note", remark) for remark in state["remarks"]]
    if state["unreadable_list"]:
        facts.append(("unreadable", f"of the last run: {state['unreadable_list']}"))
    for label, text in facts:
        yield f"{label:<12}{clean_text(text) or ''}"
    if state["inputs"]:
        yield ""
        yield from _table(state["inputs"])


def _table(inputs: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """The inputs, a row each, columns aligned."""
    rows: list[tuple[str, ...]] = [("input", "format", "works", "unreadable", "data of", "file changed", "read")]
    notes = []
    for each in inputs:
        name = clean_text(each["name"]) or "?"
        kind = FORMATS[each["format"]].title if each["format"] in FORMATS else each["format"]
        dates = ((each[field] or "unknown")[:10] for field in ("data_date", "mtime", "added"))
        rows.append((name, kind, f"{each['rows']:,}", f"{each['bad']:,}", *dates))
        if each["problem"]:
            notes.append(f"{name} was not read to its end: {clean_text(each['problem'])}")
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (
            cell.rjust(width) if column in {2, 3} else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
    yield from notes


def _verify(options: argparse.Namespace, settings: Settings) -> int:
    from .checking import check  # noqa: PLC0415  (brings the engine)

    folder = _folder(options, settings)
    checks = check(folder)
    intact = all(each.ok for each in checks)
    if options.json:
        _print_json({"folder": str(folder), "intact": intact, "checks": [dataclasses.asdict(each) for each in checks]})
    else:
        _print_lines(f"{'ok' if each.ok else 'DAMAGED':<9}{each.name:<10}{each.text}" for each in checks)
        remedy = "It is intact." if intact else "It is damaged: build it anew with `refcheck index build`."
        _print_lines([f"The index in {folder}: {remedy}"])
    return OK if intact else WRONG


def _moment(text: str | None) -> str:
    return text[:16].replace("T", " ") + " UTC" if text else "unknown"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _print_lines(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _print_json(data: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def _complain(text: str) -> None:
    sys.stderr.write(f"refcheck: {clean_text(text)}\n")

"""Which format a file has, by its content."""

from __future__ import annotations

import re
import stat
from typing import TYPE_CHECKING, Any

from .files import DataFile, reason
from .json_values import first_value
from .known import FORMATS
from .model import FormatError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_SAMPLE = 256 * 1024
_PACKED = (
    (b"PK\x03\x04", "zip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"BZh", "bzip2"),
    (b"7z\xbc\xaf", "7z"),
)
_BIB_ENTRY = re.compile(rb"@[ \t]*[A-Za-z]+[ \t\r\n]*[{(]")
_RIS_ENTRY = re.compile(rb"(?:^|[\r\n])[ \t]*TY[ \t]{0,4}-[ \t]*[A-Z]{2,8}[ \t]*(?:[\r\n]|$)")
_ROOT = re.compile(rb"<([A-Za-z][\w:.-]*)")
_ROOTS = {b"dblp": "dblp", b"PubmedArticleSet": "pubmed", b"PubmedArticle": "pubmed"}
_DECLARATIONS = re.compile(rb"<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?:[^<>\[]|\[.*?\])*>", re.DOTALL)
_KEY = re.compile(r'"([A-Za-z_-]{1,30})"\s*:')


def detect_format(path: Path) -> str:
    """The name of the format of a file or folder, by its content.

    Raises:
        FormatError: it cannot be read, is empty, or of no known format.
    """
    return detect(files_of(path, None), path)


def detect(paths: list[Path], path: Path) -> str:
    """The format of the files of an input."""
    problem: FormatError | None = None
    for each in paths[:5]:
        try:
            return _detect_file(each)
        except FormatError as error:
            problem = problem or error
    raise problem or FormatError(f"{path} holds no file of a known format.")


def files_of(path: Path, name: str | None) -> list[Path]:
    """The files of an input: the file itself, or those of a folder that may hold data, in order.

    In a snapshot of OpenAlex only works are read.

    Raises:
        FormatError: there is none.
    """
    try:
        if not path.is_dir():
            if not stat.S_ISREG(path.stat().st_mode):  # it is read twice, and its size counts
                raise FormatError(f"{path} is a pipe or a device; write what comes out of it to a file first.")
            return [path]
        suffixes = _suffixes(name)
        top = path / "works" if (path / "works").is_dir() else path
        found = sorted(each for each in top.rglob("*") if each.is_file() and _has_suffix(each, suffixes))
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {reason(error)}.") from None
    if not found:
        raise FormatError(f"The folder {path} holds no file of a known format.")
    return found


def _suffixes(name: str | None) -> tuple[str, ...]:
    chosen = FORMATS.values() if name is None else (FORMATS[name],)
    return tuple({suffix for each in chosen for suffix in each.suffixes})


def _has_suffix(path: Path, suffixes: tuple[str, ...]) -> bool:
    name = path.name.lower()
    if name.startswith((".", "_")):
        return False
    bare = name.removesuffix(".gz")
    return bare.endswith(suffixes) or (bare != name and "." not in bare)


def _detect_file(path: Path) -> str:
    with DataFile(path) as file:
        return detect_content(file)


def detect_content(file: DataFile) -> str:
    """The format of a file that is open.

    Raises:
        FormatError: as of `detect_format`.
    """
    path, sample = file.path, file.head(_SAMPLE)
    start = sample.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start:
        raise FormatError(f"{path} is empty.")
    packed = next((kind for magic, kind in _PACKED if sample.startswith(magic)), None)
    if packed is not None:
        raise FormatError(f"{path} is packed with {packed}; unpack it first, or pack it with gzip.")
    if start.startswith(b"<"):
        return _xml(path, start)
    found = _json(path, start) if start[:1] in b"[{" else _text(path, start)
    if found is None or found not in FORMATS:
        raise FormatError(
            f"The format of {path} is not known. Formats that can be read: {', '.join(FORMATS)}; name it if it is one."
        )
    return found


def _xml(path: Path, start: bytes) -> str:
    root = _ROOT.match(_DECLARATIONS.sub(b"", start).lstrip())
    name = root[1] if root else b""
    if name in _ROOTS and _ROOTS[name] in FORMATS:
        return _ROOTS[name]
    if name.lower() == b"html":
        raise FormatError(f"{path} is a web page (HTML), no data.")
    raise FormatError(f"{path} is XML of an unknown kind; XML of DBLP and of PubMed can be read.")


def _text(path: Path, start: bytes) -> str | None:
    if _RIS_ENTRY.search(start):
        return "ris"
    if _BIB_ENTRY.search(start):
        return "bib"
    name = path.name.lower().removesuffix(".gz")
    return next((each.name for each in FORMATS.values() if name.endswith(each.suffixes) and each.name == "bib"), None)


def _json(path: Path, start: bytes) -> str | None:
    text = start.decode("utf-8", errors="replace")
    try:
        first = first_value(text)
    except RecursionError:
        raise FormatError(f"{path} is nested too deeply.") from None
    truncated = first is None
    if truncated:  # a value longer than the sample
        keys: dict[str, Any] = dict.fromkeys((key[1] for key in _KEY.finditer(text)), "")
        first = keys | {"id": "https://openalex.org/" if '"https://openalex.org/W' in text else ""}
    if not isinstance(first, dict):
        return None
    found = _by_object(first)
    is_long_line = truncated and text.startswith("{") and "\n" not in text
    if found == "jsonl" and not is_long_line and (text.startswith("[") or not _ends_in_line(text)):
        return "csl" if "type" in first else None
    return found


def _ends_in_line(text: str) -> bool:
    """Whether the first line is an object by itself."""
    line = text.partition("\n")[0].rstrip()
    return line.endswith("}") and len(line) > 1


def _by_object(first: Mapping[str, Any]) -> str | None:
    """The format of an object by its keys."""
    keys = first.keys()
    is_crossref = bool({"items", "message-type"} & keys) or (
        "DOI" in keys and (isinstance(first.get("title"), list) or bool({"prefix", "member"} & keys))
    )
    tests = (
        ("openalex", str(first.get("id", "")).startswith("https://openalex.org/")),
        ("semantic_scholar", bool({"corpusid", "paperId"} & keys)),
        ("arxiv", "authors_parsed" in keys or {"categories", "versions"} <= keys),
        ("crossref", is_crossref),
        ("csl", bool({"issued", "author", "container-title", "DOI"} & keys)),
        ("jsonl", "title" in keys),
    )
    return next((name for name, fits in tests if fits), None)

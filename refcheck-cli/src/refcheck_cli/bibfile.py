"""Adding entries to a ``.bib`` file without harm to what it holds.

Nothing is ever written into the file itself: a copy with the entries at its end is written beside it, and takes its
place when it is whole on disk. An interruption, a full disk or a fault leaves the file as it was.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from refcheck_core.bibtex import unique_keys, written
from refcheck_core.errors import RefcheckError

from .bibscan import Holdings, UnclosedEntryError, scan
from .bibworks import Shelf

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from refcheck_core.models.export import EntryAnswer

    from .bibscan import HeldEntry

_TRIES = 3
"""How often to begin anew when another program changes the file meanwhile."""
# JabRef's note of the encoding that it reads and writes a file in.
_DECLARED = re.compile(rb"\s*%\s*Encoding:\s*([\w.-]+)", re.IGNORECASE)
_UNICODE_SUPERSETS = frozenset({"utf8", "usascii", "ascii"})
# All but tab, line feed, form feed and carriage return. A few get into files with text copied from PDFs.
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_LONGEST_TAIL = 2
"""Letters that `unique_keys` adds to a key, at most: a batch is much smaller than what three letters tell apart."""
_END_OF_FILE = b"\x1a"
"""What DOS programs end a file with."""


class BibFileError(RefcheckError):
    """The file cannot be added to; the text says why. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Added:
    """What came of adding entries.

    Attributes:
        entries: all entries, each with its key in the file.
        new: those that were added.
        present: those whose work is in the file already, or is given twice.
        held_types: key -> type of the entry in the file, for those present.
    """

    entries: tuple[EntryAnswer, ...]
    new: tuple[EntryAnswer, ...]
    present: tuple[EntryAnswer, ...]
    held_types: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it was read.

    Attributes:
        target: the file itself, where the path is a symbolic link.
        data: its bytes, or ``None`` where there is no such file.
        is_utf8: whether text beyond ASCII can be added.
        holdings: the entries in it.
    """

    target: Path
    data: bytes | None
    is_utf8: bool
    holdings: Holdings


def check(path: str) -> None:
    """See whether entries can be added to a file, or a new one made, before any work is done for it.

    Raises:
        BibFileError: they cannot.
    """
    with _told(path):
        target = _read(path).target
        if target.exists() and not os.access(target, os.W_OK):
            raise BibFileError(f"{path} is write-protected.")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise BibFileError(f"{path} cannot be written: no file can be made in its folder.")


def add(path: str, entries: Sequence[EntryAnswer]) -> Added:
    """Add the entries that the file does not hold yet, with keys that are new to it.

    Args:
        path: the file; made if it does not exist.
        entries: as `Refcheck.bibtex` gives them.

    Raises:
        BibFileError: the file cannot be read or written, or cannot hold them.
    """
    with _told(path), _locked(Path(os.path.realpath(path)).parent):
        for _ in range(_TRIES):
            file = _read(path)
            added = _merged(file.holdings, entries)
            if not added.new or _replaced(file, _addition(path, file, added.new)):
                return added
    raise BibFileError(f"{path} is changed by another program again and again; nothing was written.")


@contextlib.contextmanager
def _told(path: str) -> Iterator[None]:
    """Faults of the system in words."""
    try:
        yield
    except OSError as error:
        raise BibFileError(f"{path} cannot be read or written: {error.strerror or error}.") from error
    except UnclosedEntryError as error:
        raise BibFileError(f"{path} is damaged: {error}. Mend it first; nothing was written.") from error


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One refcheck at a time in a folder, where the system can lock it: the other's entries would be lost."""
    with contextlib.ExitStack() as stack:
        if fcntl is not None:
            descriptor = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            with contextlib.suppress(OSError):  # some network drives cannot lock
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


def _read(path: str) -> _File:
    target = Path(os.path.realpath(path))
    try:
        state = target.stat()
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise BibFileError(f"{path} cannot be made: there is no folder {target.parent}.") from None
        return _File(target, None, is_utf8=True, holdings=Holdings())
    if not stat.S_ISREG(state.st_mode):
        raise BibFileError(f"{path} is no regular file. Without --output the entries go to stdout.")
    if state.st_nlink > 1:
        raise BibFileError(
            f"{path} is one file under {state.st_nlink} names (hard links). A whole new file takes its place, so the "
            "other names would keep the old one. Make the others symbolic links, or add what stdout gives without "
            "--output."
        )
    data = target.read_bytes()
    text, is_utf8 = _decoded(path, data)
    return _File(target, data, is_utf8=is_utf8, holdings=scan(text))


def _decoded(path: str, data: bytes) -> tuple[str, bool]:
    """The text of a file, and whether it is UTF-8; other text is read as Latin-1, in which every byte is a sign."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data:
        raise BibFileError(f"{path} is UTF-16 or no text; only UTF-8 and encodings like it can be added to.")
    try:
        text, is_utf8 = data.decode("utf-8-sig"), True
    except UnicodeDecodeError:
        text, is_utf8 = data.decode("latin-1"), False
    # The mark of an old system's end of file stands in the middle once entries were added behind it.
    controls = len(_CONTROL.findall(data.replace(_END_OF_FILE, b"")))
    if controls > (1 + len(data) // 100 if is_utf8 else 0):
        kind = "" if is_utf8 else " and it is not UTF-8"
        raise BibFileError(
            f"{path} is no text: {controls} of its {len(data)} bytes {'is' if controls == 1 else 'are'} control "
            f"character{'' if controls == 1 else 's'}{kind}. Nothing was written."
        )
    declared = _DECLARED.match(data.removeprefix(codecs.BOM_UTF8))
    if declared and re.sub(r"[-_]", "", declared[1].decode("ascii").lower()) not in _UNICODE_SUPERSETS:
        is_utf8 = False
    return text, is_utf8


def _merged(holdings: Holdings, entries: Sequence[EntryAnswer]) -> Added:
    """What is new and what is held, each entry with its key: the batch is put on the shelf one by one."""
    shelf = Shelf(holdings.entries)
    places: list[HeldEntry] = []
    is_new: list[bool] = []
    for entry in entries:
        held = shelf.find(entry)
        is_new.append(held is None)
        places.append(shelf.add(entry) if held is None else held)
    old = {key.lower(): key for key in holdings.keys}  # BibTeX compares keys without case
    wanted = _without_tails([entry.citation_key for entry in entries], old)
    fresh = [key for key, new in zip(wanted, is_new, strict=True) if new]
    keys = iter(unique_keys([*old.values(), *fresh])[len(old) :])
    for place, new in zip(places, is_new, strict=True):
        if new:
            place.key = next(keys)
    keyed = [e.model_copy(update={"citation_key": p.key}) for e, p in zip(entries, places, strict=True)]
    return Added(
        entries=tuple(keyed),
        new=tuple(entry for entry, new in zip(keyed, is_new, strict=True) if new),
        present=tuple(entry for entry, new in zip(keyed, is_new, strict=True) if not new),
        held_types={p.key: p.entry_type for p, new in zip(places, is_new, strict=True) if not new},
    )


def _without_tails(keys: Sequence[str], held: Container[str]) -> list[str]:
    """The keys of a batch; one that the file holds is given back the tail that told it from another of the batch.

    Else it would get a second tail behind the first.
    """
    earlier: dict[str, str] = {}
    bare = []
    for key in keys:
        tails = range(1, _LONGEST_TAIL + 1) if key.lower() in held else ()
        stems = (key[:-length].lower() for length in tails if key[-length:].isalpha())
        bare.append(next((earlier[stem] for stem in stems if stem in earlier), key))
        earlier.setdefault(key.lower(), bare[-1])
    return bare


def _addition(path: str, file: _File, entries: Sequence[EntryAnswer]) -> bytes:
    """The bytes to add: a missing newline, a blank line, the entries, with the file's own kind of newline."""
    data = file.data or b""
    newline = "\r\n" if data.count(b"\r\n") > data.count(b"\n") / 2 else "\n"
    text = "\n\n".join(written(e.entry_type, e.citation_key, e.fields) for e in entries) + "\n"
    ending = file.holdings.text[-2:]
    if ending and ending != "\n\n" and file.holdings.text != "\n":
        text = ("\n" if ending.endswith("\n") else "\n\n") + text
    try:
        return text.replace("\n", newline).encode("utf-8" if file.is_utf8 else "ascii")
    except UnicodeEncodeError as error:
        raise BibFileError(
            f"{path} is not in UTF-8, so the character {text[error.start]!r} cannot be added to it. Convert the file, "
            "or use --style latex, which needs it for other scripts only."
        ) from error


def _replaced(file: _File, addition: bytes) -> bool:
    """Put a longer copy in the file's place; ``False`` where the file is not what was read any more."""
    target = file.target
    old = target.stat() if file.data is not None else None
    copy = target.parent / f".refcheck-{os.getpid()}-{secrets.token_hex(4)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(copy, flags, stat.S_IMODE(old.st_mode) & 0o777 if old else 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write((file.data or b"") + addition)
            stream.flush()
            os.fsync(stream.fileno())
        if old is not None:
            _keep_owner_and_mode(copy, old)
        now = target.read_bytes() if target.exists() else None
        if now != file.data:
            copy.unlink()
            return False
        copy.replace(target)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return True


def _keep_owner_and_mode(copy: Path, old: os.stat_result) -> None:
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only root may give files away
            os.chown(copy, old.st_uid, old.st_gid)
    copy.chmod(stat.S_IMODE(old.st_mode))

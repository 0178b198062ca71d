"""The emulator as a process of its own: ``python -m emulator --help``, with ``tests`` on ``PYTHONPATH``."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from .library import Library
from .server import Emulator

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="emulator", description="Emulated bibliographic APIs on a loopback port.")
    parser.add_argument("--port", type=int, default=0, help="0 (the default) lets the system choose")
    parser.add_argument(
        "--corpus", type=Path, nargs="+", default=[], metavar="FILE", help="JSON Lines files (.gz or not)"
    )
    parser.add_argument(
        "--cache", type=Path, metavar="FOLDER", help="keep the library of the corpora here between runs"
    )
    parser.add_argument("--known", action="store_true", help="serve the well-known works of the tests too")
    parser.add_argument("--recordings", type=Path, metavar="FOLDER", help="answer from recordings instead")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on the windows of the limits")
    parser.add_argument("--enforce", action="store_true", help="answer requests beyond a limit with 429")
    options = parser.parse_args(arguments)
    library = _library(options.corpus, options.cache, known=options.known)
    emulator = Emulator(
        library=library,
        scale=options.scale,
        enforce=options.enforce,
        recordings=options.recordings or False,
        port=options.port,
    )
    stop = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    with emulator:
        shown = {"url": emulator.url, "works": len(library), "environment": emulator.environment()}
        print(json.dumps(shown), flush=True)
        stop.wait()
    return 0


def _library(corpora: Sequence[Path], cache: Path | None, *, known: bool) -> Library:
    works = []
    if known:
        from known_works import WORKS

        works = list(WORKS)
    if cache is None or not corpora:
        library = Library(works, corpora)
    else:
        facts = [(str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns) for path in corpora]
        sources = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
        name = sha256(json.dumps([facts, works]).encode() + sources).hexdigest()[:16]
        kept = cache / f"library-{name}.pickle"
        if kept.is_file():
            return Library.load(kept)
        library = Library(works, corpora)
        library.prepare()
        cache.mkdir(parents=True, exist_ok=True)
        library.save(kept)
    library.prepare()
    return library


if __name__ == "__main__":
    sys.exit(main())

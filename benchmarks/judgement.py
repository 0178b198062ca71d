"""How right the verdicts are, on public sets of references that nobody of this project labelled.

    python benchmarks/judgement.py [--sets hallmark citeaudit …] [--index FOLDER] [--errors FILE]

Needs the test data (REFCHECK_TEST_DATA, by default the folder `shared` beside the repository). The only source is the
local index of the corpora, so a work that is not in them can't be found: read each figure with that in mind.

Sets:
    hallmark    entries with one fault each, and real ones: detection, false alarms, by type
    registries  the same asked of Crossref, Semantic Scholar and arXiv, as the tests' emulator has them
    peer        the same, and bibtex-updater's `bibtex-check` beside it (with --peer only)
    fresh       HALLMARK's real entries that other corpora hold too, judged by those alone
    preprints   real references on arXiv, judged by arXiv's records alone: what an unconfirmed venue costs
    fabricated  inventions of language models, by fields or as strings
    citeaudit   real strings whose title the corpora hold
    linkage     pairs of records: same work or not
    resolver    strings with known DOIs
    traps       flagged and withdrawn references, to be read

`--errors` writes every deviation with claim, what was found, discrepancies and rule.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

from judgebench import checking, hallmark, linkage, peer, preprints, registries, strings
from judgebench.checking import Clock
from judgebench.tables import line
from judgebench.titles import titles_in
from localbench import corpus

from refcheck_eval.flat import gold_of_flat_row
from refcheck_local.building import build

SETS = (
    "hallmark",
    "registries",
    "peer",
    "fresh",
    "preprints",
    "fabricated",
    "citeaudit",
    "linkage",
    "resolver",
    "traps",
)
VALID = "hallmark_valid.jsonl.gz"
"""The corpus that was made of HALLMARK's own real entries."""


class Bench:
    """One run."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options = options
        self.sets: list[str] = options.sets
        self.index: Path = options.index or folder / "index"
        self.others: Path = options.index_without or folder / "others"
        self.clock = Clock()
        self.folder = folder
        self.listed: list[str] = []
        if self.index == folder / "index" and set(self.sets) - {"fresh", "linkage"}:
            build(self.index, corpus.files())
        if self.others == folder / "others" and "fresh" in self.sets:
            build(self.others, _without_valid())

    def run(self) -> None:
        """Run the sets that were asked for."""
        for name in SETS:
            if name in self.sets:
                print(f"\n== {name} ==", flush=True)
                getattr(self, name)()
        print(f"\n{self.clock}")

    def hallmark(self) -> None:
        """HALLMARK's files."""
        titles = titles_in(corpus.files())
        for name in hallmark.FILES:
            hallmark.run(name, self.index, titles, self.clock, self.listed)

    def registries(self) -> None:
        """HALLMARK's files, asked of the emulated registries."""
        titles, clock = titles_in(corpus.files()), Clock()
        rows, works = self._emulated(1)
        for name, some in rows.items():
            hallmark.report(name, registries.check(some, works, clock), titles, self.listed)
        print(f"\n{clock}")

    def _emulated(self, every: int) -> tuple[dict[str, list[dict[str, Any]]], Path]:
        """One of so many entries of HALLMARK's files, and the file of the works that the emulator has for all."""
        rows = {name: checking.rows_of("hallmark", f"{name}.jsonl") for name in hallmark.FILES}
        golds = [gold_of_flat_row(row, "") for some in rows.values() for row in some]
        works = self.folder / "works.jsonl.gz"
        if not works.exists():
            held, made = registries.select(golds, self.index, works)
            print(f"{held} works in the emulator, {made} of them arXiv's records made of real references")
        return {name: some[::every] for name, some in rows.items()}, works

    def peer(self) -> None:
        """HALLMARK's files, asked of the emulated registries by both."""
        if self.options.peer is None:
            print("left out: --peer names no environment that has bibtex-updater")
            return
        rows, works = self._emulated(self.options.every)
        self.listed += peer.run(self.options.peer, self.folder, works, rows, titles_in(corpus.files()))

    def fresh(self) -> None:
        """HALLMARK's real entries in other corpora."""
        titles = titles_in(_without_valid())
        print(line("real entries", "entries", "false alarms", "venue alone", "other"))
        for name in hallmark.FILES[:-1]:
            hallmark.run_fresh(name, self.others, titles, self.clock, self.listed)

    def preprints(self) -> None:
        """Real references on arXiv, and nothing but arXiv's records."""
        paths = [path for path in corpus.files() if path.name == preprints.CORPUS]
        alone = self.options.index_arxiv or self.folder / "arxiv"
        if alone == self.folder / "arxiv":
            build(alone, paths)
        preprints.run(alone, self.index, self.folder / "made", titles_in(paths), self.clock, self.listed)

    def fabricated(self) -> None:
        """Inventions."""
        strings.fabricated(self.index, self.clock, self.listed)

    def citeaudit(self) -> None:
        """Real strings."""
        strings.citeaudit(self.index, titles_in(corpus.files()), self.clock, self.listed)

    def linkage(self) -> None:
        """Pairs of records."""
        linkage.run(self.listed)

    def resolver(self) -> None:
        """Strings with DOIs."""
        strings.resolver(self.index, self.clock, self.listed)

    def traps(self) -> None:
        """Sets to be read."""
        strings.traps(self.index, self.clock, self.listed)


def _without_valid() -> list[Path]:
    return [path for path in corpus.files() if path.name != VALID]


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--index", type=Path, help="an index of all corpora; else one is built")
    parser.add_argument("--index-without", type=Path, help="an index of all but hallmark_valid; else one is built")
    parser.add_argument("--index-arxiv", type=Path, help="an index of arXiv's records alone; else one is built")
    parser.add_argument("--peer", type=Path, help="Python of an environment with bibtex-updater and bibtexparser<2")
    parser.add_argument("--every", type=int, default=1, help="let the set `peer` take one of so many entries only")
    parser.add_argument("--errors", type=Path, help="file for every deviation")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        bench.run()
    if options.errors:
        options.errors.write_text("\n\n".join(bench.listed) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

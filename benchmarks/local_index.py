"""The local index: building, recall, latency, whole verifications; beside plain engines, with the aims.

    python benchmarks/local_index.py [--part build …] [--sample 2000] [--index FOLDER]

Needs the corpora of the test data (REFCHECK_TEST_DATA, by default the folder `shared` beside the repository). All draws
are seeded. Wall times hold for a machine that does nothing else; processor times are printed beside them.

Parts:
    build      all corpora, and 10 % and 30 % of them: time, memory, bytes a record; lookups in the tenth
    recall     the right work in first place, for each kind of query, and latency of each
    baselines  the same queries on SQLite FTS5 and on tantivy without fuzziness, over --baseline-percent of the records
    many       verify_many over mixed claims
    invented   titles made of halves of real ones: none may be verified
    glutton    raw citations to DOIs (biblio-glutton's gold set)
    kills      builds that are killed at random moments: what was there before must answer each time
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
from localbench import building, claims, corpus, kills, lookups
from localbench.queries import CITATION_AIM, KINDS, STYLES, citation_queries, title_queries

from refcheck_local.index import Index
from refcheck_local.retrieval.engine import Engine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from localbench.claims import Resolved
    from localbench.lookups import Run
    from localbench.queries import Query

    from refcheck_core.services import Checked
    from refcheck_local.rows import Row

PARTS = ("build", "recall", "baselines", "many", "invented", "glutton", "kills")
MEGABYTE = 1_000_000
WIDTH = 44


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--sample", type=int, default=2000, help="rows drawn for lookups and invented titles")
    parser.add_argument("--baseline-sample", type=int, default=50, help="of them, rows asked of the plain engines")
    parser.add_argument(
        "--baseline-percent", type=int, default=10, help="of the records in their indexes: minutes for 10"
    )
    parser.add_argument("--kills", type=int, default=10, help="builds that are killed")
    parser.add_argument("--claims", type=int, default=10_000, help="claims of verify_many")
    parser.add_argument("--glutton-sample", type=int, help="raw citations to resolve; all by default")
    parser.add_argument("--index", type=Path, help="an index of all corpora; else one is built")
    parser.add_argument("--list", type=Path, help="file for all that was missed, and why")
    options = parser.parse_args()
    print(f"load of the last minute {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    draw = corpus.Draw(max(options.sample, options.claims))
    print(f"{draw.count:,} records")
    with tempfile.TemporaryDirectory() as folder:
        Bench(options, draw, Path(folder)).run()


class Bench:
    """One run."""

    def __init__(self, options: argparse.Namespace, draw: corpus.Draw, folder: Path) -> None:
        self.options = options
        self.draw = draw
        self.folder = folder
        self.rows = draw.rows[: options.sample]
        self.index_folder: Path = options.index or folder / "index"
        self.listed: list[str] = []

    def run(self) -> None:
        """Run the parts that were asked for."""
        if "build" in self.options.part:
            self.build()
        elif self.options.index is None:
            building.build(self.index_folder, corpus.files())
        for part in PARTS[1:]:
            if part in self.options.part:
                print(f"\n== {part} ==")
                getattr(self, part)()
        if self.options.list:
            self.options.list.write_text("\n".join(self.listed) + "\n", encoding="utf-8")

    # -- building -----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build all, and parts."""
        print("\n== build ==")
        print(line("of the records", "records", "seconds", "CPU s", "memory MB", "bytes a record"))
        whole = building.build(self.folder / "index", corpus.files())
        if self.options.index is None:
            self.index_folder = self.folder / "index"
        tenth = self.folder / "tenth"
        for percent, folder in ((10, tenth), (30, self.folder / "third")):
            show_build(f"{percent} %", building.build(folder, [corpus.part(self.folder, percent)]))
        show_build("100 %", whole)
        print(line("aim", "", "90", "", "1500", "600"))
        self._compare(tenth)

    def _compare(self, tenth: Path) -> None:
        """Latency in the tenth and in the whole, for titles that are in both."""
        print("\ntitles with authors that are in the tenth, ms")
        print(line("query", "queries", "p50", "p99", "CPU p50", "CPU p99"))
        small, whole = Index.open(tenth), Index.open(self.index_folder)
        asked = title_queries(self.draw.rows, self.draw.frequency, "as is", with_authors=True)
        missing = {query.row.id for query, _ in lookups.run(lookups.ours(small), asked).missed}
        rows = [query.row for query in asked if query.row.id not in missing]
        for kind in KINDS:
            queries = title_queries(rows, self.draw.frequency, kind, with_authors=True)
            for name, index in (("10 %", small), ("100 %", whole)):
                show_latency(f"{kind}, {name}", lookups.run(lookups.ours(index), queries))
        print("aim: in the whole at most 3 times as long")
        small.close()
        whole.close()

    # -- lookups ------------------------------------------------------------------------------------------------------

    def recall(self) -> None:
        """Recall and latency of every kind of query."""
        index = Index.open(self.index_folder)
        find = lookups.ours(index)
        head = ("queries", "first", "of five", "aim", "", "p50 ms", "p99 ms", "CPU p50", "CPU p99")
        print(line("query", *head))
        total: list[Run] = []
        for name, aim, queries in self._queries(self.rows):
            result = lookups.run(find, queries)
            total.append(result)
            show_recall(name, aim, result)
            for query, row in result.missed:
                got = f"{row.title!r} ({row.id})" if row else "nothing"
                self.listed.append(f"recall\t{name}\t{query.text!r}\twanted {query.row.id}\tgot {got}")
        every = lookups.Run(0, 0, [t for r in total for t in r.wall], [t for r in total for t in r.cpu], ())
        show_latency("all", every)
        print(line("aim", "", "5", "60"))
        index.close()

    def baselines(self) -> None:
        """Queries made of some rows on plain engines, and here; all engines hold the same part of the records."""
        import tantivy  # noqa: PLC0415

        folder, inputs, rows = self.index_folder, corpus.files(), self.rows
        if self.options.baseline_percent < 100:
            inputs = [corpus.part(self.folder, self.options.baseline_percent)]
            folder = self.folder / "baseline"
            building.build(folder, inputs)
            rows = corpus.drawn(inputs, self.options.baseline_sample)
        index = Index.open(folder)
        plain = Engine(tantivy.Index.open(str(folder / index.manifest.data)))
        sqlite = lookups.PlainSqlite(self.folder / "fts5.db")
        seconds = sqlite.build(inputs)
        size = (self.folder / "fts5.db").stat().st_size
        records = index.manifest.records
        print(f"{records:,} records; FTS5 built in {seconds:.0f} s, {size / records:.0f} bytes a record")
        finders = (lookups.ours(index), lookups.plain_tantivy(plain), sqlite.find)
        heads = [f"{name} {what}" for name in ("ours", "tantivy", "FTS5") for what in ("first", "p50", "p99")]
        print(line("query", "queries", *heads))
        for name, _, queries in self._queries(rows[: self.options.baseline_sample]):
            results = [lookups.run(find, queries) for find in finders]
            cells = [
                cell
                for r in results
                for cell in (f"{r.recall:.3f}", f"{r.milliseconds(0.5):.1f}", f"{r.milliseconds(0.99):.1f}")
            ]
            print(line(name, f"{len(queries)}", *cells))
        sqlite.close()
        index.close()

    def _queries(self, rows: Sequence[Row]) -> Iterator[tuple[str, float | None, list[Query]]]:
        for kind, (_, aim) in KINDS.items():
            yield kind, aim, title_queries(rows, self.draw.frequency, kind, with_authors=True)
        for kind, (_, aim) in KINDS.items():
            yield f"{kind}, title alone", aim, title_queries(rows, self.draw.frequency, kind, with_authors=False)
        for style in STYLES:
            yield f"citation, {style}", CITATION_AIM, citation_queries(rows, style)

    # -- verifications ------------------------------------------------------------------------------------------------

    def many(self) -> None:
        """Many claims at once."""
        made = claims.mixed_claims(self.draw.rows, self.draw.frequency, self.options.claims)
        results, timing = anyio.run(claims.verify, [claim for _, claim in made], self.index_folder)
        count = len(made)
        print(line("claims", "seconds", "claims a s", "aim", "CPU ms each"))
        each = 1000 * timing.cpu / count
        print(line(f"{count:,}", f"{timing.seconds:.1f}", f"{count / timing.seconds:.0f}", "300", f"{each:.2f}"))
        for kind in ("good", "sloppy", "invented"):
            some = [r for (k, _), r in zip(made, results, strict=True) if k == kind]
            print(f"{kind:<10}{len(some):>7}  {told(claims.verdicts(some))}")
            self.listed += [f"many\t{kind}\t{describe(r)}" for r in some if is_odd(kind, r)]

    def invented(self) -> None:
        """Titles made of halves."""
        made = claims.invented_claims(self.rows, self.options.sample)
        results, timing = anyio.run(claims.verify, [claim for claim, _, _ in made], self.index_folder)
        print(f"{len(made)} titles: {told(claims.verdicts(results))} (aim: none verified); {timing.seconds:.1f} s")
        for (claim, one, two), result in zip(made, results, strict=True):
            if result.verification and result.verification.verdict.value == "verified":
                print(f"  verified: {claim.title!r} as {claims.why_verified(result, one, two)}")

    def glutton(self) -> None:
        """Raw citations to DOIs."""
        results, timing = anyio.run(claims.resolve, self.index_folder, self.options.glutton_sample)
        print(f"{len(results)} citations in {timing.seconds:.1f} s, {1000 * timing.cpu / len(results):.1f} CPU ms each")
        print(line("what counts", "precision", "recall", "F1", "aim F1"))
        for name, what in (("verified", "verified"), ("or matched", "matched"), ("or clear best candidate", "best")):
            found = [f"{value:.4f}" for value in claims.scores(results, what)]
            print(line(name, *found, "0.985"))
        self._explain([r for r in results if r.best != r.gold["doi"]])

    def kills(self) -> None:
        """Builds that are killed."""
        old, inputs = corpus.part(self.folder, 1), [corpus.part(self.folder, 10)]
        seconds = building.build(self.folder / "undisturbed", inputs).seconds
        print(f"a build of 10 % takes {seconds:.0f} s; 1 % are in the index before")
        print(line("killed after", "at work", "works found", "states", "MB"))
        results = kills.kill_builds(self.folder / "killed", old, inputs, seconds, count=self.options.kills)
        for kill in results:
            found = f"{kill.answers} of {kill.asked}"
            size = f"{kill.size / MEGABYTE:.0f}"
            print(line(f"{kill.after:.1f} s", "yes" if kill.killed else "no", found, f"{kill.folders}", size))
        intact = sum(kill.answers == kill.asked for kill in results)
        print(f"{intact} of {len(results)} left the index that was there as it was (aim: all)")

    def _explain(self, missed: Sequence[Resolved]) -> None:
        wanted = {doi.lower() for r in missed for doi in (r.gold["doi"], r.best) if doi}
        rows = {r.doi.lower(): r for r in corpus.rows(corpus.files()) if r.doi and r.doi.lower() in wanted}
        reasons: Counter[str] = Counter()
        for result in missed:
            reason = claims.classify(result, rows)
            reasons[reason] += 1
            self.listed.append(f"glutton\t{reason}\t{result.gold['raw']!r}\twanted {result.gold['doi']}\t{result.why}")
        for reason, count in reasons.most_common():
            print(f"  missed {count:>4}: {reason}")


def line(name: str, *cells: str) -> str:
    """A line of a table."""
    return f"{name:<{WIDTH}}" + "".join(f"{cell:>15}" if len(cell) > 11 else f"{cell:>12}" for cell in cells)


def show_build(name: str, b: building.Build) -> None:
    """A line of the table of builds."""
    memory = f"{b.memory / MEGABYTE:.0f}"
    print(line(name, f"{b.records:,}", f"{b.seconds:.1f}", f"{b.cpu:.1f}", memory, f"{b.size / b.records:.0f}"))


def show_latency(name: str, r: Run) -> None:
    """A line of a table of latencies."""
    times = [f"{r.milliseconds(share, cpu=cpu):.2f}" for cpu in (False, True) for share in (0.5, 0.99)]
    print(line(name, f"{len(r.wall)}", *times))


def show_recall(name: str, aim: float | None, r: Run) -> None:
    """A line of the table of recall."""
    times = [f"{r.milliseconds(share, cpu=cpu):.2f}" for cpu in (False, True) for share in (0.5, 0.99)]
    mark = "" if aim is None else "met" if r.recall >= aim else "missed"
    cells = (f"{len(r.wall)}", f"{r.recall:.4f}", f"{r.among / len(r.wall):.4f}", f"{aim or ''}", mark)
    print(line(name, *cells, *times))


def told(counts: dict[str, int]) -> str:
    """Counts in words."""
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


def is_odd(kind: str, result: Checked) -> bool:
    """Whether a verdict is not the one that its kind of claim should get."""
    verdict = result.verification.verdict.value if result.verification else "not checked"
    return verdict == "verified" if kind == "invented" else verdict != "verified"


def describe(result: Checked) -> str:
    """A claim and what was said of it."""
    told_of = result.verification
    if told_of is None:
        return f"{result.claim.title!r}: {result.error}"
    return f"{told_of.verdict.value}\t{result.claim.title!r}\t{'; '.join(d.message for d in told_of.discrepancies)}"


if __name__ == "__main__":
    main()

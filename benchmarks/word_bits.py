"""Count how common words are in titles: how much it says that two titles both have a word.

    python benchmarks/word_bits.py [--write]

Needs the test data (REFCHECK_TEST_DATA). Counts the words of the titles of all corpora, in the form in which titles are
compared; `--write` writes the common ones to `refcheck_core/matching/word_bits.py`.
"""

from __future__ import annotations

import argparse
import math
import textwrap
from collections import Counter

import msgspec
from localbench import corpus

from refcheck_core import normalize
from refcheck_core.matching.title_forms import canonical_words

TARGET = corpus.ROOT / "refcheck-core/src/refcheck_core/matching/word_bits.py"
RAREST = 10
"""Bits from which no more is told apart: a word in one of a thousand titles. More would make a table of names."""


class _Title(msgspec.Struct):
    title: str | None = None


def count() -> tuple[Counter[str], int]:
    """Titles in which each word stands, and how many titles there are."""
    decode = msgspec.json.Decoder(_Title).decode
    found: Counter[str] = Counter()
    titles = 0
    for text in corpus.lines():
        words = canonical_words(tuple(normalize(decode(text).title or "").split()))
        titles += bool(words)
        found.update(set(words))
    return found, titles


def table(found: Counter[str], titles: int) -> dict[int, list[str]]:
    """Words by bits, rounded; those that are rarer are left out."""
    by_bits: dict[int, list[str]] = {}
    for word, times in sorted(found.items()):
        bits = round(-math.log2(times / titles))
        if bits < RAREST:
            by_bits.setdefault(bits, []).append(word)
    return dict(sorted(by_bits.items()))


def main() -> None:
    """Count, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    found, titles = count()
    by_bits = table(found, titles)
    print(f"{titles} titles, {len(found)} words")
    for bits, words in by_bits.items():
        print(f"{bits} bits: {len(words)} words, such as {', '.join(sorted(words, key=found.get, reverse=True)[:8])}")
    if options.write:
        TARGET.write_text(_module(by_bits, titles), encoding="utf-8")


def _module(by_bits: dict[int, list[str]], titles: int) -> str:
    entries = "\n".join(
        f'    {bits}: """\\\n{textwrap.fill(" ".join(words), 118)}\n""",' for bits, words in by_bits.items()
    )
    return f'''"""Common words of titles, written by ``benchmarks/word_bits.py --write``.

Counted in {titles} titles of articles and papers (computer science, mathematics, physics, linguistics, medicine).
"""

from __future__ import annotations

RAREST = {RAREST}
"""Bits of every word that is not in the table."""

WORDS: dict[int, str] = {{
{entries}
}}
"""Bits, rounded, -> the words that have them; n bits: one of 2**n titles has the word."""
'''


if __name__ == "__main__":
    main()

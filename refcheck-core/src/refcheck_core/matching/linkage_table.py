"""Weights of levels of agreement between two records, written by ``benchmarks/linkage.py --write``.

Fitted on 2026-11-30 to 1736 pairs of works (half of DBLP-Scholar) and 1751 of publications
(half of DBLP-ACM; Leipzig's sets).
F1 on the other halves: works 0.951, publications 0.991.
"""

from __future__ import annotations

TITLES: tuple[tuple[float, ...], ...] = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.0, 0.49, 0.92, 1.06, 1.35, 1.71, 1.71),
    (0.0, 0.69, 1.26, 1.82, 2.42, 3.13, 3.13),
    (0.0, 1.1, 1.83, 2.38, 3.04, 3.86, 3.86),
    (0.0, 1.5, 2.37, 2.93, 3.66, 4.48, 4.48),
    (0.0, 1.5, 2.37, 2.93, 3.66, 4.48, 4.48),
    (0.0, 2.51, 3.98, 4.53, 6.19, 7.01, 7.01),
    (0.0, 2.51, 3.98, 4.53, 6.33, 7.15, 7.15),
    (0.0, 2.51, 3.98, 4.53, 6.89, 7.71, 7.71),
)
"""Weight of each level of likeness of titles (rows) with each level of the bits that they share, the worst first."""
COVERS: tuple[float, ...] = (0.0, 0.1, 0.67, 1.28, 2.29, 2.3, 2.65)
"""Weight of each level of how much of the shorter title the other one has."""
PEOPLE: tuple[float, ...] = (0.0, 1.71, 2.06, 3.78, 3.78, 4.55)
"""Weight of each level of agreement of authors."""

SENSES: dict[str, tuple[float, tuple[float, ...], tuple[float, ...]]] = {
    "work": (-11.28, (0.0, 1.36, 2.17, 3.23, 3.76), (0.0, 0.0, 0.94)),
    "publication": (-16.2, (0.0, 0.19, 0.75, 3.32, 5.88), (0.0, 1.2, 2.4)),
}
"""Sense -> log-odds to start from, and weights of each level of years and of venues."""

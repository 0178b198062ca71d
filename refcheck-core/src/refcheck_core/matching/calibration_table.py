"""Steps of the calibrated probability, written by ``benchmarks/calibration.py --write``.

Fitted on 2026-11-30 to 880 references: HALLMARK (dev_public) and half of CiteAudit's strings,
asked of a local index of the corpora. Expected calibration error on 1264 others
(test_public, test_crossdomain, test_crossdomain_matched, the other half): 0.020.
"""

from __future__ import annotations

CONFIRMED: tuple[tuple[float, float], ...] = ((0.0, 0.042), (0.7, 0.095), (0.85, 0.995))
"""Confidence from which each step holds, and the probability, unless identifiers are claimed and unconfirmed."""
UNCONFIRMED: tuple[tuple[float, float], ...] = ((0.0, 0.026), (0.706, 0.095), (0.85, 0.774))
"""The same where identifiers are claimed, and none was found to be the work's."""

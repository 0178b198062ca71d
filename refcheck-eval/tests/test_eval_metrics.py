"""The figures: known values, bounds, and what is undefined."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_eval.metrics import Judged, Link, Rate, by_kind, calibration, f1_of, figures, wilson

LABELS = st.sampled_from(["real", "partial", "fabricated", "other"])
VERDICTS = st.sampled_from([None, "verified", "partial_match", "not_found"])
MAYBE = st.none() | st.booleans()
JUDGED = st.builds(
    Judged,
    id=st.just("x"),
    label=LABELS,
    kind=st.sampled_from("ab"),
    verdict=VERDICTS,
    confidence=st.none() | st.floats(0, 1),
    probability=st.none() | st.floats(0, 1),
    conclusive=MAYBE,
    link=st.none() | st.sampled_from(Link),
    verdict_agrees=MAYBE,
    conclusive_agrees=MAYBE,
    field_named=MAYBE,
)
MANY = st.lists(JUDGED, max_size=30)
RATES = (
    "precision",
    "recall",
    "detection",
    "false_alarms",
    "definite",
    "conclusive",
    "links",
    "false_links",
    "expected_verdicts",
    "expected_conclusive",
    "named_fields",
)


def case(label, verdict, **fields):
    return Judged(id="x", label=label, verdict=verdict, conclusive=True, **fields)


def several(label, **verdicts):
    return [case(label, verdict) for verdict, count in verdicts.items() for _ in range(count)]


class TestKnownValues:
    """8 real (6 verified), 5 fabricated (1 verified), 2 partial (none verified): worked out by hand."""

    JUDGED = (
        *several("real", verified=6, partial_match=1, not_found=1),
        *several("fabricated", verified=1, not_found=3, partial_match=1),
        *several("partial", partial_match=2),
    )

    def test_rates(self):
        found = figures(self.JUDGED)
        assert (found.references, found.unchecked) == (15, 0)
        assert found.labels == {"fabricated": 5, "partial": 2, "real": 8}
        assert found.verdicts == {"not_found": 4, "partial_match": 4, "verified": 7}
        assert found.precision == Rate(6, 7)
        assert found.recall == Rate(6, 8)
        assert found.detection == Rate(6, 7)
        assert found.false_alarms == Rate(2, 8)
        assert found.definite == Rate(6, 7)

    def test_f1_is_the_harmonic_mean(self):
        found = figures(self.JUDGED)
        assert found.f1 == pytest.approx(2 * (6 / 7) * (6 / 8) / (6 / 7 + 6 / 8))
        precision_of_flags = 6 / (6 + 2)
        assert found.detection_f1 == pytest.approx(2 * precision_of_flags * (6 / 7) / (precision_of_flags + 6 / 7))

    def test_a_surmise_is_not_definite(self):
        unsure = Judged(id="x", label="fabricated", verdict="not_found", conclusive=False)
        assert figures([unsure]).definite == Rate(0, 1)
        assert figures([unsure]).detection == Rate(1, 1)

    def test_links(self):
        links = [Link.RIGHT, Link.RIGHT, Link.VERSION, Link.WRONG, Link.NONE, Link.ABSENT, Link.UNKNOWN, None]
        found = figures([case("real", "verified", link=link) for link in links])
        assert found.links == Rate(4, 6)
        assert found.false_links == Rate(1, 4)
        assert found.link_counts == {"absent": 1, "none": 1, "right": 2, "unknown": 1, "version": 1, "wrong": 1}

    def test_by_kind(self):
        found = by_kind([replace(one, kind=kind) for one, kind in zip(self.JUDGED, "abbbbbbbbbbbbbb", strict=True)])
        assert list(found) == ["a", "b"]
        assert found["a"].recall == Rate(1, 1)
        assert found["b"].recall == Rate(5, 7)

    def test_other_is_in_no_rate_of_right_and_wrong(self):
        found = figures([case("other", "verified"), case("other", "not_found")])
        assert [getattr(found, name).total for name in RATES[:5]] == [0] * 5
        assert found.verdicts == {"not_found": 1, "verified": 1}


class TestUndefined:
    def test_nothing_gives_no_figure(self):
        found = figures([])
        assert [getattr(found, name).value for name in RATES] == [None] * len(RATES)
        assert (found.f1, found.detection_f1, found.precision.interval) == (None, None, None)
        empty = calibration([], lambda j: j.confidence)
        assert (empty.count, empty.ece, empty.brier) == (0, None, None)
        assert {(b.mean, b.real.value) for b in empty.bins} == {(None, None)}

    def test_nothing_verified_has_no_precision_but_an_f1_of_0(self):
        found = figures(several("real", not_found=3))
        assert (found.precision.value, found.recall.value, found.f1) == (None, 0.0, 0.0)
        assert found.detection.value is None

    def test_what_was_not_checked_is_in_no_rate(self):
        found = figures([Judged(id="x", label=label) for label in ("real", "fabricated")])
        assert (found.references, found.unchecked) == (2, 2)
        assert [getattr(found, name).total for name in RATES] == [0] * len(RATES)


class TestInterval:
    @pytest.mark.parametrize(
        ("hits", "total", "low", "high"),
        [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
    )
    def test_published_values(self, hits, total, low, high):
        """The last is the worked example of Newcombe, Statistics in Medicine 17 (1998), 857-872, method 3."""
        assert wilson(hits, total) == pytest.approx((low, high), abs=5e-5)

    @given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
    def test_it_holds_the_share_within_0_and_1(self, counts):
        hits, total = counts
        low, high = wilson(hits, total)
        assert 0 <= low <= hits / total <= high <= 1
        mirrored = wilson(total - hits, total)
        assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-9)

    @given(st.integers(1, 200), st.integers(2, 20))
    def test_more_cases_narrow_it(self, total, factor):
        hits = total // 2
        few, many = wilson(hits, total), wilson(hits * factor, total * factor)
        assert many[1] - many[0] < few[1] - few[0]


class TestInvariants:
    @given(MANY)
    def test_rates_are_shares_or_undefined(self, judged):
        found = figures(judged)
        for name in RATES:
            rate = getattr(found, name)
            assert 0 <= rate.hits <= rate.total <= len(judged)
            assert (rate.value is None) == (rate.total == 0) == (rate.interval is None)
        for value in (found.f1, found.detection_f1):
            assert value is None or 0 <= value <= 1

    @given(MANY)
    def test_false_alarms_are_what_recall_lacks(self, judged):
        found = figures(judged)
        assert found.false_alarms.total == found.recall.total
        assert found.false_alarms.hits + found.recall.hits == found.recall.total
        assert found.precision.hits == found.recall.hits
        assert found.detection.total - found.detection.hits == found.precision.total - found.precision.hits

    @given(MANY, st.randoms())
    def test_order_does_not_matter(self, judged, random):
        shuffled = list(judged)
        random.shuffle(shuffled)
        assert figures(shuffled) == figures(judged)
        assert by_kind(shuffled) == by_kind(judged)

    @given(MANY)
    def test_kinds_add_up(self, judged):
        total, kinds = figures(judged), by_kind(judged).values()
        for name in RATES:
            assert getattr(total, name).hits == sum(getattr(kind, name).hits for kind in kinds)
            assert getattr(total, name).total == sum(getattr(kind, name).total for kind in kinds)

    @given(st.lists(st.booleans(), min_size=1))
    def test_verifying_a_real_one_more_raises_recall_and_precision(self, verified):
        judged = [case("real", "verified" if one else "not_found") for one in verified]
        judged.append(case("fabricated", "verified"))
        better = [*judged, case("real", "verified")]
        before, after = figures(judged), figures(better)
        assert after.recall.value >= before.recall.value
        assert after.precision.value > before.precision.value
        assert after.f1 >= before.f1

    @given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
    def test_f1_lies_between_precision_and_recall(self, hits, misses, false_hits):
        value = f1_of(hits, misses, false_hits)
        if hits + misses + false_hits == 0:
            assert value is None
        elif hits:
            ends = hits / (hits + misses), hits / (hits + false_hits)
            assert min(ends) - 1e-12 <= value <= max(ends) + 1e-12
        else:
            assert value == 0


class TestCalibration:
    def test_known_values(self):
        """Bin .9 to 1: mean .95, two of four real; bin .2 to .3: mean .25, one of one real."""
        judged = [case(label, "verified", confidence=0.95) for label in ("real", "real", "fabricated", "partial")]
        judged += [case("real", "not_found", confidence=0.25), case("other", "verified", confidence=0.5)]
        found = calibration(judged, lambda j: j.confidence)
        assert found.count == 5
        assert found.ece == pytest.approx((4 * 0.45 + 1 * 0.75) / 5)
        assert found.brier == pytest.approx((2 * 0.05**2 + 2 * 0.95**2 + 0.75**2) / 5)
        assert [b.real.total for b in found.bins] == [0, 0, 1, 0, 0, 0, 0, 0, 0, 4]

    def test_the_ends_belong_to_the_outer_bins(self):
        judged = [case("real", "verified", confidence=score) for score in (0.0, 1.0, 0.1)]
        assert [b.real.total for b in calibration(judged, lambda j: j.confidence).bins][:2] == [1, 1]
        assert calibration(judged, lambda j: j.confidence).bins[-1].real.total == 1

    @given(MANY, st.integers(1, 20))
    def test_bounds_and_counts(self, judged, bins):
        found = calibration(judged, lambda j: j.probability, bins)
        scored = [j for j in judged if j.label != "other" and j.probability is not None]
        assert found.count == sum(b.real.total for b in found.bins) == len(scored)
        assert (found.ece is None) == (found.brier is None) == (not scored)
        if scored:
            assert -1e-12 <= found.ece <= 1 + 1e-12
            assert found.ece <= math.sqrt(found.brier) + 1e-9  # by Jensen, within each bin and over them
        for one in found.bins:
            assert one.mean is None or one.low - 1e-9 <= one.mean <= one.high + 1e-9

    @given(st.lists(st.booleans(), min_size=1))
    def test_certainty_that_is_right_has_no_error(self, real):
        judged = [case("real" if one else "fabricated", "verified", probability=float(one)) for one in real]
        found = calibration(judged, lambda j: j.probability)
        assert (found.ece, found.brier) == (0, 0)

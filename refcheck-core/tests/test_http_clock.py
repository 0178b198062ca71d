import time

import pytest

from refcheck_core.http.clock import CallClock, call_clock


def test_a_fresh_clock_has_its_whole_budgets():
    clock = CallClock(10, 60)
    assert (clock.network_left, clock.waiting_left) == (10, 60)
    assert (clock.network_used, clock.waiting_used, clock.requests) == (0, 0, 0)
    assert not clock.is_waiting


def test_network_and_waiting_are_charged_apart():
    clock = CallClock(10, 60)
    with clock.on_network():
        time.sleep(0.02)
    with clock.in_queue():
        time.sleep(0.04)
    assert 0.02 <= clock.network_used < 1
    assert 0.04 <= clock.waiting_used < 1
    assert clock.network_left == 10 - clock.network_used
    assert clock.waiting_left == 60 - clock.waiting_used
    assert clock.requests == 1


def test_a_wait_in_progress_counts_already():
    clock = CallClock(10, 60)
    with clock.in_queue():
        time.sleep(0.02)
        assert clock.is_waiting
        assert clock.waiting_used >= 0.02
        assert clock.waiting_left <= 59.98
    assert not clock.is_waiting


def test_overlapping_intervals_are_summed():
    clock = CallClock(10, 60)
    with clock.on_network(), clock.on_network():
        time.sleep(0.03)
        assert clock.network_used >= 0.06
    assert clock.network_used >= 0.06
    assert clock.requests == 2


def test_an_error_in_the_interval_closes_it():
    clock = CallClock(10, 60)
    with pytest.raises(KeyError), clock.in_queue():
        raise KeyError
    used = clock.waiting_used
    time.sleep(0.01)
    assert clock.waiting_used == used


def test_a_budget_is_never_negative():
    clock = CallClock(0.001, 0.0)
    with clock.on_network():
        time.sleep(0.005)
    assert clock.network_left == 0
    assert clock.waiting_left == 0


def test_no_clock_is_set_by_default():
    assert call_clock.get() is None

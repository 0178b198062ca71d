"""The rules of whose turn it is, without files and without waiting."""

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refcheck_core.http.ledger import BUSY, LATE, LONGEST_HOLD, PAUSE, Ledger, Rule

FAST = Rule("fast", 1, 1.0, quota=False)
LIST = Rule("list", 1, 3.0, quota=False)
DAY = Rule("day", 5, 86400.0, quota=True)
T0 = 1_750_000_000.0


class Machine:
    """A ledger with a clock; every change passes through JSON, as between processes."""

    def __init__(self, slots=1):
        self.ledger = Ledger()
        self.slots = slots
        self.now = T0

    def _stored(self, result):
        self.ledger = Ledger.from_json(json.loads(json.dumps(self.ledger.to_json())))
        return result

    def join(self, owner, ticket, *rules, patience=60.0, hold=10.0):
        return self._stored(
            self.ledger.join(owner, ticket, rules, self.slots, now=self.now, patience=patience, hold=hold)
        )

    def poll(self, owner, ticket, *rules):
        return self._stored(self.ledger.poll(owner, ticket, rules, self.slots, now=self.now, hold=10.0))

    def leave(self, owner, ticket, *rules, sent=None):
        return self._stored(self.ledger.leave(owner, ticket, rules, sent))


def test_the_first_request_goes_at_once_and_leaves_nothing_but_its_time():
    machine = Machine()
    assert machine.join("a", "1", FAST).go
    machine.leave("a", "1", FAST, sent=T0)
    assert machine.ledger.last == {"fast": T0}
    assert not machine.ledger.owners
    assert not machine.ledger.sending


def test_the_next_waits_for_the_gap():
    machine = Machine()
    machine.join("a", "1", FAST)
    machine.leave("a", "1", FAST, sent=T0)
    machine.now += 0.4
    answer = machine.join("b", "1", FAST)
    assert (answer.go, answer.reason) == (False, "fast")
    assert answer.seconds == pytest.approx(0.6)
    machine.now += 0.6001
    assert machine.poll("b", "1", FAST).go


def test_the_gap_counts_from_when_the_request_went_out():
    machine = Machine()
    machine.join("a", "1", FAST)
    machine.leave("a", "1", FAST, sent=T0 + 0.5)
    machine.now += 1.2
    assert machine.join("b", "1", FAST).seconds == pytest.approx(0.3)


def test_nobody_goes_under_a_paced_limit_while_a_granted_request_has_not_gone_out():
    machine = Machine(slots=3)
    rule = Rule("quick", 1, 0.1, quota=False)
    machine.join("a", "1", rule)
    machine.now += 0.5
    assert not machine.join("b", "1", rule).go
    machine.ledger.went_out("a", "1", (rule,), machine.now)
    machine.now += 0.11
    assert machine.poll("b", "1", rule).go


def test_a_request_that_never_goes_out_is_not_waited_for_for_long():
    machine = Machine(slots=3)
    rule = Rule("quick", 1, 0.1, quota=False)
    machine.join("a", "1", rule)
    machine.now += LATE + 0.01
    assert machine.join("b", "1", rule).go


def test_limits_of_different_paths_do_not_hold_each_other_up():
    machine = Machine(slots=2)
    machine.join("a", "1", LIST)
    machine.leave("a", "1", LIST, sent=T0)
    assert not machine.join("a", "2", LIST).go
    assert machine.join("a", "3", FAST).go


def test_all_limits_that_apply_hold():
    machine = Machine(slots=2)
    machine.join("a", "1", FAST, LIST)
    machine.leave("a", "1", FAST, LIST, sent=T0)
    machine.now += 1.5
    assert machine.join("a", "2", FAST, LIST).reason == "list"
    assert machine.join("b", "1", FAST).go


def test_a_lane_that_is_held_up_by_its_own_limit_does_not_block_others():
    machine = Machine(slots=2)
    machine.join("a", "1", FAST, LIST)
    machine.leave("a", "1", FAST, LIST, sent=T0)
    machine.join("a", "2", FAST, LIST)
    machine.now += 1.01
    assert machine.join("b", "1", FAST).go


def test_slots_bound_what_runs_at_once_over_all_owners():
    machine = Machine(slots=2)
    assert machine.join("a", "1").go
    assert machine.join("b", "1").go
    assert machine.join("c", "1") == (False, 0.0, BUSY, True)
    machine.leave("a", "1")
    assert machine.poll("c", "1").go


def test_heads_go_in_the_order_in_which_they_came():
    machine = Machine()
    machine.join("a", "1")
    machine.join("b", "1")
    machine.join("c", "1")
    machine.leave("a", "1")
    assert not machine.poll("c", "1").go
    assert machine.poll("b", "1").go
    machine.leave("b", "1")
    assert machine.poll("c", "1").go


def test_a_process_with_one_call_does_not_wait_behind_all_of_another():
    machine = Machine()
    for ticket in range(10):
        machine.join("a", str(ticket), FAST)
    machine.join("b", "1", FAST)
    order = []
    running = "a", "0"
    waiting = {"a": [str(n) for n in range(1, 10)], "b": ["1"]}
    while running:
        owner, ticket = running
        machine.leave(owner, ticket, FAST, sent=machine.now)
        order.append(owner)
        machine.now += 1.001
        running = None
        for each in ("a", "b"):
            if waiting[each] and machine.poll(each, waiting[each][0], FAST).go:
                running = each, waiting[each].pop(0)
                break
        else:
            for each in ("a", "b"):
                if waiting[each] and running is None and machine.poll(each, waiting[each][0], FAST).go:
                    running = each, waiting[each].pop(0)
    assert order.count("a") == 10
    assert "b" in order[:3]


def test_a_head_that_is_late_is_passed_over():
    machine = Machine()
    machine.join("a", "1")
    machine.join("stopped", "1")
    machine.join("c", "1")
    machine.leave("a", "1")
    assert not machine.poll("c", "1").go
    machine.now += LATE + 0.01
    assert machine.poll("c", "1").go


def test_a_slot_that_was_never_given_back_is_free_after_its_time():
    machine = Machine()
    machine.join("stopped", "1", hold=40.0)
    machine.now += 39
    assert not machine.join("b", "1").go
    machine.now += 1.01
    assert machine.poll("b", "1").go


def test_a_wait_beyond_the_patience_is_told_and_not_kept():
    machine = Machine()
    machine.join("a", "1", LIST)
    answer = machine.join("b", "1", LIST, patience=2.0)
    assert not answer.go
    assert not answer.kept
    assert answer.seconds == pytest.approx(3.0)
    assert "b" not in machine.ledger.owners


def test_the_forecast_counts_those_who_wait_before():
    machine = Machine()
    machine.join("a", "0", LIST)
    for ticket in range(1, 5):
        machine.join("a", str(ticket), LIST)
    assert machine.join("a", "5", LIST, patience=1).seconds == pytest.approx(5 * 3.0)
    # of another process only as many come first as are in front of it in turn
    assert machine.join("b", "1", LIST, patience=1).seconds == pytest.approx(2 * 3.0)


def test_those_who_give_up_leave_no_hole():
    machine = Machine()
    machine.join("a", "0", LIST)
    for ticket in range(1, 20):
        machine.join("a", str(ticket), LIST)
    for ticket in range(1, 20):
        machine.leave("a", str(ticket), LIST)
    assert machine.join("b", "1", LIST).seconds == pytest.approx(3.0)


def test_leaving_twice_or_as_a_stranger_does_no_harm():
    machine = Machine()
    machine.leave("nobody", "1", FAST)
    machine.join("a", "1", FAST)
    machine.leave("a", "1", FAST, sent=T0)
    machine.leave("a", "1", FAST, sent=T0)
    assert not machine.ledger.owners


def test_what_a_dead_process_held_is_forgotten():
    machine = Machine()
    machine.join("dead", "1", FAST)
    machine.join("dead", "2", FAST)
    machine.ledger.forget("dead")
    machine.now += 1.01
    assert machine.join("b", "1", FAST).go


def use_up_the_day(machine, count=5, step=60.0):
    for ticket in range(count):
        assert machine.join("a", f"d{ticket}", DAY).go
        machine.leave("a", f"d{ticket}", DAY)
        machine.now += step


def test_a_quota_that_is_used_up_tells_when_it_frees():
    machine = Machine()
    use_up_the_day(machine)
    answer = machine.join("a", "x", DAY)
    assert (answer.go, answer.kept, answer.reason) == (False, False, "day")
    assert answer.seconds == pytest.approx(86400 - 60, abs=1)  # counted in steps, never too early
    assert machine.ledger.state_of("day", machine.now) == (5, answer.seconds)


def test_a_quota_is_not_given_back_and_outlives_its_owner():
    machine = Machine()
    use_up_the_day(machine)
    machine.ledger.forget("a")
    machine.now += 80_000
    assert not machine.join("b", "1", DAY).go
    machine.now += 7_000
    assert machine.join("b", "1", DAY).go


def test_a_server_that_asks_for_a_pause_is_obeyed_by_all():
    machine = Machine(slots=2)
    machine.ledger.ask_for_pause(30, machine.now)
    answer = machine.join("b", "1", FAST)
    assert (answer.go, answer.seconds, answer.reason) == (False, 30, PAUSE)
    machine.ledger.ask_for_pause(5, machine.now)  # a shorter one does not shorten it
    machine.now += 29
    assert machine.poll("b", "1", FAST).seconds == pytest.approx(1)
    machine.now += 1
    assert machine.poll("b", "1", FAST).go


@pytest.mark.parametrize("rules", [(FAST,), (DAY,), (FAST, LIST, DAY), ()])
@pytest.mark.parametrize("shift", [-400 * 86400.0, -3600.0, -0.5])
def test_a_clock_that_went_back_blocks_for_one_window_at_most(rules, shift):
    machine = Machine()
    if DAY in rules:
        use_up_the_day(machine)
    machine.join("a", "1", *rules, patience=1e9)
    machine.leave("a", "1", *rules, sent=machine.now)
    machine.ledger.ask_for_pause(10, machine.now)
    machine.now += shift
    longest = max((rule.seconds for rule in rules), default=0) + 11
    answer = machine.join("b", "1", *rules, patience=1e9)
    assert answer.go or answer.seconds <= longest
    machine.now += longest
    machine.leave("b", "1", *rules)
    assert machine.join("b", "2", *rules).go


@pytest.mark.parametrize("value", [1e300, -1e300, 1e18, 0.0, T0 + 1e9])
def test_absurd_numbers_never_block_for_ever(value):
    data = Ledger().to_json() | {
        "last": {"fast": value},
        "used": {"day": [[value, value, 10**9]]},
        "pause": [value, value * 2],
        "owners": {"x": [{"1": value}, {"fast": 3}, {"fast": [-5, value]}]},
        "sending": {"fast": ["x", "1"]},
        "about": {"fast": [1, 1.0, False], "day": [5, 86400.0, True]},
    }
    machine = Machine()
    machine.ledger = Ledger.from_json(data)
    machine.join("b", "1", FAST, DAY, patience=1e12)
    machine.now += max(DAY.seconds, LONGEST_HOLD) + 10
    machine.leave("b", "1", FAST, DAY)
    assert machine.join("b", "2", FAST, DAY).go


@pytest.mark.parametrize(
    "data",
    [
        *(None, [], {}, {"version": 2}, {"version": 1}),
        *(
            Ledger().to_json() | bad
            for bad in ({"last": 5}, {"pause": []}, {"owners": {"x": 1}}, {"about": {"x": [1]}})
        ),
    ],
)
def test_what_is_no_ledger_is_refused(data):
    with pytest.raises(ValueError, match=r"not a ledger|another version|unpack"):
        Ledger.from_json(data)


RULES = (Rule("p", 1, 0.7, quota=False), Rule("q", 2, 1.0, quota=False), Rule("d", 6, 20.0, quota=True))
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["join", "poll", "leave", "die"]),
        st.sampled_from("abc"),
        st.integers(0, 3),
        st.sampled_from([(), (0,), (1,), (0, 1), (0, 2), (0, 1, 2)]),
        st.floats(0, 2, allow_nan=False),
    ),
    max_size=80,
)


@settings(max_examples=150, deadline=None)
@given(STEPS, st.integers(1, 3))
def test_no_sequence_of_events_exceeds_a_limit(steps, slots):
    machine = Machine(slots)
    granted = {rule.name: [] for rule in RULES}
    running, waiting = {}, {}
    for action, owner, number, chosen, wait in steps:
        machine.now += wait
        key = owner, str(number)
        rules = tuple(RULES[index] for index in chosen)
        if action == "join" and key not in running and key not in waiting:
            answer = machine.join(*key, *rules, hold=1000.0)
            if not answer.go and answer.kept:
                waiting[key] = rules
        elif action == "poll" and key in waiting:
            rules = waiting[key]
            answer = machine.poll(*key, *rules)
            if answer.go:
                del waiting[key]
        elif action == "leave" and (key in running or key in waiting):
            machine.leave(*key, *(running.pop(key, None) or waiting.pop(key, ())), sent=None)
            continue
        elif action == "die":
            machine.ledger.forget(owner)
            running = {each: value for each, value in running.items() if each[0] != owner}
            waiting = {each: value for each, value in waiting.items() if each[0] != owner}
            continue
        else:
            continue
        if answer.go:
            running[key] = rules
            for rule in rules:
                granted[rule.name].append(machine.now)
        assert len([key for key in running if _holds(machine, key)]) <= slots
    for rule in RULES:
        times = granted[rule.name]
        if rule.quota:
            for index, start in enumerate(times):
                assert sum(start <= each < start + rule.seconds for each in times[index:]) <= rule.requests
        else:
            assert all(b - a >= rule.gap - 1e-6 for a, b in itertools.pairwise(times))


def _holds(machine, key):
    owner = machine.ledger.owners.get(key[0])
    until = owner.running.get(key[1]) if owner else None
    return until is not None and until > machine.now


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), st.lists(st.sampled_from("abc"), min_size=1, max_size=25))
def test_everybody_gets_a_turn(slots, owners):
    machine = Machine(slots)
    waiting = []
    running = []
    for number, owner in enumerate(owners):
        answer = machine.join(owner, str(number), FAST, patience=1e9)
        (running if answer.go else waiting).append((owner, str(number)))
    for _ in range(3 * len(owners) + 3):
        machine.now += 1.001
        for key in running:
            machine.leave(*key, FAST, sent=machine.now - 1.001)
        running = []
        for owner in "abc":
            mine = [key for key in waiting if key[0] == owner]
            if mine and machine.poll(*mine[0], FAST).go:
                waiting.remove(mine[0])
                running.append(mine[0])
    assert waiting == []

"""Whose turn it is: the rules of rate, quota and concurrency over one shared page of numbers. Pure: no I/O, no clock.

A `Ledger` is what all processes of a machine share about one source at one host. Times are seconds since 1970 by the
wall clock, since they must outlive restarts. Only the past is stored (when the last request went, what was used of
a quota), never a promise of a future slot: a caller who gives up leaves no hole, and a wrong clock or damaged
number can delay a request by one gap or window at most.

Rates are kept between the moments at which requests really go out: whoever is granted a turn reports that moment, and
nobody else gets a turn under the same paced limit before (connecting may take longer than the gap).

Order: each process ("owner") has one head per lane (a lane is the set of limits that a request falls under). Heads
take turns in the order in which they came up, so that one call of a process does not wait behind all of another's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .waiting import LONGEST_PAUSE

LATE = 1.0
"""Seconds after which a head that does not take its turn (suspended, blocked) is passed over."""
LONGEST_HOLD = 1200.0
"""Seconds beyond which no request can still be running; a slot that claims more is damaged."""
_SENDING_NAP = 0.005  # seconds after which to look again whether a granted request has gone out
_QUOTA_STEPS = 50  # a quota's window is kept as at most about so many counts
_LONGEST_NAP = 60.0  # a head that says it will look again later than this is damaged


class Rule(NamedTuple):
    """A limit with scale and margin worked in: at most `requests` in `seconds`; paced unless `quota`."""

    name: str
    requests: int
    seconds: float
    quota: bool

    @property
    def gap(self) -> float:
        """Seconds from one request to the next, of a paced limit."""
        return self.seconds / self.requests


class Answer(NamedTuple):
    """What the ledger says to one who asks for a turn.

    Attributes:
        go: whether it is granted; otherwise
        seconds: how long the wait is, as far as known, and
        reason: for what: a limit's name, ``PAUSE`` (the server asked for one) or ``BUSY`` (all slots are taken).
        kept: whether a place in the queue, or the granted turn, has to be given back by `leave`.
    """

    go: bool
    seconds: float = 0.0
    reason: str = ""
    kept: bool = True


PAUSE = "<pause>"
BUSY = "<busy>"


@dataclass(slots=True)
class Owner:
    """One process: its requests that run (ticket -> until when at most), how many wait (by lane), and its heads.

    A head is a lane's place in the order, and the time at which the process will look again.
    """

    running: dict[str, float] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    heads: dict[str, tuple[int, float]] = field(default_factory=dict)

    @property
    def idle(self) -> bool:
        """Whether there is nothing to remember."""
        return not (self.running or self.waiting or self.heads)


def lane_of(rules: tuple[Rule, ...]) -> str:
    """The name of the lane of requests that fall under these rules."""
    return "|".join(sorted(rule.name for rule in rules))


@dataclass(slots=True)
class Ledger:
    """The shared page; see the module.

    Attributes:
        last: paced limit -> when its last request went.
        sending: paced limit -> owner and ticket of a request that was granted, and has not gone out yet.
        used: quota -> [first, last, count] of its requests, oldest first.
        pause: when a server asked for a pause, and until when.
        turn: counts the heads that came up.
        owners: by a name that is unique on the machine.
        about: limit -> [requests, seconds, is a quota], for whoever shows the state.
    """

    last: dict[str, float] = field(default_factory=dict)
    sending: dict[str, tuple[str, str]] = field(default_factory=dict)
    used: dict[str, list[tuple[float, float, int]]] = field(default_factory=dict)
    pause: tuple[float, float] = (0.0, 0.0)
    turn: int = 0
    owners: dict[str, Owner] = field(default_factory=dict)
    about: dict[str, tuple[int, float, bool]] = field(default_factory=dict)

    # -- asking for a turn ------------------------------------------------------------------------------------------

    def join(
        self, owner: str, ticket: str, rules: tuple[Rule, ...], slots: int, *, now: float, patience: float, hold: float
    ) -> Answer:
        """Ask for a turn for the first time.

        Args:
            owner: who asks.
            ticket: the request, unique within the owner.
            rules: the limits that it falls under.
            slots: requests that may run at once.
            now: the time.
            patience: seconds that it would wait; if it is longer, the answer tells how long and nothing is kept.
            hold: seconds that it will run at most.

        Returns:
            Granted; or how long to wait before `poll`; or, beyond `patience`, how long it would be.
        """
        self.about.update({rule.name: (rule.requests, rule.seconds, rule.quota) for rule in rules})
        lane = lane_of(rules)
        wait = self._forecast(owner, rules, now)
        if not wait.go and wait.seconds > patience:
            return wait._replace(kept=False)
        mine = self.owners.setdefault(owner, Owner())
        first = lane not in mine.waiting
        mine.waiting[lane] = mine.waiting.get(lane, 0) + 1
        return self.poll(owner, ticket, rules, slots, now=now, hold=hold) if first else wait._replace(go=False)

    def poll(self, owner: str, ticket: str, rules: tuple[Rule, ...], slots: int, *, now: float, hold: float) -> Answer:
        """Ask again, as the one of its lane in this process whose turn is next; see `join`."""
        lane = lane_of(rules)
        mine = self.owners.setdefault(owner, Owner())
        if lane not in mine.heads:
            self.turn += 1
            mine.heads[lane] = self.turn, now
        answer = self._decide(owner, lane, rules, slots, now)
        if not answer.go:
            mine.heads[lane] = mine.heads[lane][0], now + answer.seconds
            return answer
        self._leave_lane(mine, lane)
        mine.heads.pop(lane, None)
        mine.running[ticket] = now + min(hold, LONGEST_HOLD)
        for rule in rules:
            if rule.quota:
                self._count(rule, now)
            else:
                self.last[rule.name] = now
                self.sending[rule.name] = owner, ticket
        return answer

    def went_out(self, owner: str, ticket: str, rules: tuple[Rule, ...], sent: float) -> None:
        """Report when a granted request went out; the gap to the next is counted from then."""
        for rule in rules:
            if not rule.quota:
                self.last[rule.name] = max(sent, self.last.get(rule.name, sent))
                if self.sending.get(rule.name) == (owner, ticket):
                    del self.sending[rule.name]

    def leave(self, owner: str, ticket: str, rules: tuple[Rule, ...], sent: float | None) -> None:
        """Give back a slot, or a place in the queue, after `join` kept one; what a quota counted stays counted.

        Args:
            owner: who asked.
            ticket: the request.
            rules: as given to `join`.
            sent: when the request went out, if it did.
        """
        self.went_out(owner, ticket, rules, sent if sent is not None else 0.0)
        mine = self.owners.get(owner)
        if mine is None:
            return
        if mine.running.pop(ticket, None) is None:
            self._leave_lane(mine, lane_of(rules))
        if mine.idle:
            del self.owners[owner]

    def ask_for_pause(self, seconds: float, now: float) -> None:
        """Let nobody go for so many seconds: a server said so."""
        until = now + min(seconds, LONGEST_PAUSE)
        if until > now + self._pause_left(now):
            self.pause = now, until

    def forget(self, owner: str) -> None:
        """Free what a process held that has ended."""
        self.owners.pop(owner, None)
        self.sending = {name: who for name, who in self.sending.items() if who[0] != owner}

    @staticmethod
    def _leave_lane(mine: Owner, lane: str) -> None:
        left = mine.waiting.get(lane, 0) - 1
        if left > 0:
            mine.waiting[lane] = left
        else:
            mine.waiting.pop(lane, None)
            mine.heads.pop(lane, None)

    # -- deciding ---------------------------------------------------------------------------------------------------

    def _decide(self, owner: str, lane: str, rules: tuple[Rule, ...], slots: int, now: float) -> Answer:
        """Whether this head may go, given those before it."""
        own = {rule.name for rule in rules}
        before = dict.fromkeys(own, 0)
        ready = 0
        for _, other in self._heads_before(self.owners[owner].heads[lane][0], now):
            names = set(other.split("|"))
            if self._lane_wait(names - own, now) > 0:
                continue  # something else holds it up: no reason to wait behind it
            for name in names & own:
                before[name] += 1
            ready += self._lane_wait(names, now) <= 0
        wait = self._longest(rules, before, now)
        if not wait.go:
            return wait
        running = sum(self._running(each, now) for each in self.owners.values())
        return Answer(go=True) if running + ready < slots else Answer(go=False, reason=BUSY)

    def _forecast(self, owner: str, rules: tuple[Rule, ...], now: float) -> Answer:
        """How long a newcomer would wait for rates and quotas, slots not considered."""
        before = {}
        for rule in rules:
            counts = {name: _waiting_for(rule.name, each) for name, each in self.owners.items()}
            own = counts.pop(owner, 0)
            before[rule.name] = own + sum(min(count, own + 1) for count in counts.values())
        return self._longest(rules, before, now)

    def _longest(self, rules: tuple[Rule, ...], before: dict[str, int], now: float) -> Answer:
        longest, reason = self._pause_left(now), PAUSE
        for rule in rules:
            ahead = before[rule.name]
            wait = self._quota_wait(rule, ahead, now) if rule.quota else self._pace_wait(rule, now) + ahead * rule.gap
            if wait > longest:
                longest, reason = wait, rule.name
        return Answer(go=longest <= 0, seconds=max(0.0, longest), reason=reason)

    def _heads_before(self, turn: int, now: float) -> list[tuple[int, str]]:
        return sorted(
            (place, lane)
            for each in self.owners.values()
            for lane, (place, look) in each.heads.items()
            if place < turn and now - LATE < look < now + _LONGEST_NAP
        )

    def _lane_wait(self, names: set[str], now: float) -> float:
        """Wait for the limits of another's lane, by what is stored about them."""
        wait = self._pause_left(now)
        for name in names:
            if name in self.about:
                rule = Rule(name, *self.about[name])
                wait = max(wait, self._quota_wait(rule, 0, now) if rule.quota else self._pace_wait(rule, now))
        return wait

    @staticmethod
    def _running(owner: Owner, now: float) -> int:
        return sum(now < until < now + 2 * LONGEST_HOLD for until in owner.running.values())

    # -- limits -----------------------------------------------------------------------------------------------------

    def _pace_wait(self, rule: Rule, now: float) -> float:
        last = self.last.get(rule.name)
        if last is None:
            return 0.0
        if last > now:  # the clock went back, or the number is damaged
            self.last[rule.name] = last = now
        wait = max(0.0, last + rule.gap - now)
        if rule.name in self.sending:
            return max(wait, _SENDING_NAP) if now < last + LATE else wait
        return wait

    def _pause_left(self, now: float) -> float:
        start, until = self.pause
        return until - now if start <= now + 1 and until - start <= LONGEST_PAUSE else 0.0

    def _quota_wait(self, rule: Rule, ahead: int, now: float) -> float:
        """Seconds until the quota has room for one more after `ahead` others."""
        counts = self._counts(rule, now)
        excess = sum(count for _, _, count in counts) + ahead + 1 - rule.requests
        for _, last, count in counts:
            if excess <= 0:
                break
            excess -= count
            wait = last + rule.seconds - now
            if excess <= 0:
                return wait
        return 0.0 if excess <= 0 else rule.seconds

    def _counts(self, rule: Rule, now: float) -> list[tuple[float, float, int]]:
        counts = [(min(first, now), min(last, now), count) for first, last, count in self.used.get(rule.name, [])]
        self.used[rule.name] = kept = [entry for entry in counts if entry[1] + rule.seconds > now]
        return kept

    def _count(self, rule: Rule, now: float) -> None:
        counts = self._counts(rule, now)
        if counts and now - counts[-1][0] < rule.seconds / _QUOTA_STEPS:
            first, _, count = counts[-1]
            counts[-1] = first, now, count + 1
        else:
            counts.append((now, now, 1))

    # -- showing ----------------------------------------------------------------------------------------------------

    def state_of(self, name: str, now: float) -> tuple[int | None, float]:
        """What is used of a limit (``None`` when it is no quota), and seconds until it has room."""
        rule = Rule(name, *self.about[name])
        wait = max(self._pause_left(now), self._quota_wait(rule, 0, now) if rule.quota else self._pace_wait(rule, now))
        used = sum(count for _, _, count in self._counts(rule, now)) if rule.quota else None
        return used, max(0.0, wait)

    # -- storing ----------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Plain data for a JSON file."""
        owners = {name: [each.running, each.waiting, each.heads] for name, each in self.owners.items()}
        return {
            "version": 1,
            "last": self.last,
            "sending": self.sending,
            "used": self.used,
            "pause": self.pause,
            "turn": self.turn,
            "owners": owners,
            "about": self.about,
        }

    @classmethod
    def from_json(cls, data: Any) -> Ledger:
        """Read what `to_json` wrote.

        Raises:
            ValueError: it is not of that form.
        """
        try:
            if data["version"] != 1:
                raise ValueError("another version")
            return cls(
                last={str(name): float(time) for name, time in data["last"].items()},
                sending={str(name): (str(owner), str(ticket)) for name, (owner, ticket) in data["sending"].items()},
                used={
                    str(name): [(float(first), float(last), int(count)) for first, last, count in counts]
                    for name, counts in data["used"].items()
                },
                pause=(float(data["pause"][0]), float(data["pause"][1])),
                turn=int(data["turn"]),
                owners={str(name): _owner(*each) for name, each in data["owners"].items()},
                about={str(name): (max(1, int(n)), float(s), bool(q)) for name, (n, s, q) in data["about"].items()},
            )
        except (KeyError, IndexError, TypeError, AttributeError, OverflowError) as exc:
            raise ValueError("not a ledger") from exc


def _owner(running: dict[str, float], waiting: dict[str, int], heads: dict[str, list[float]]) -> Owner:
    return Owner(
        running={ticket: float(until) for ticket, until in running.items()},
        waiting={lane: int(count) for lane, count in waiting.items() if count > 0},
        heads={lane: (int(place), float(look)) for lane, (place, look) in heads.items()},
    )


def _waiting_for(name: str, owner: Owner) -> int:
    return sum(count for lane, count in owner.waiting.items() if name in lane.split("|"))

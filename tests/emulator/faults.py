"""Faults that an API can be told to play."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from email.utils import formatdate
from enum import StrEnum


class FaultKind(StrEnum):
    """What goes wrong. The texts are what `Emulator.fault` and the control route take."""

    RATE_LIMITED = "429"
    """429 in the API's own words, without ``Retry-After`` unless the fault has one."""
    SERVER_ERROR = "500"
    UNAVAILABLE = "503"
    """May carry ``Retry-After`` too."""
    UNAUTHORIZED = "401"
    FORBIDDEN = "403"
    TIMEOUT = "timeout"
    """The request is read and never answered."""
    RESET = "reset"
    """The connection is aborted with a TCP reset before any answer."""
    HTML = "html"
    """200 with a web page, such as a bot check."""
    TRUNCATED = "truncated"
    """The true answer, announced in full length, of which half comes before the connection is closed."""
    CUT = "cut"
    """A complete HTTP message whose JSON or XML ends in the middle."""
    EMPTY = "empty"
    """200 with no body."""
    ERROR_OBJECT = "error_object"
    """200 with the API's own error object in place of an answer."""
    HUGE = "huge"
    """200 with 64 MB of white space before the answer."""


CONNECTION_FAULTS = frozenset({FaultKind.TIMEOUT, FaultKind.RESET, FaultKind.TRUNCATED})
"""Kinds in which no complete HTTP answer arrives."""


@dataclass(slots=True)
class Fault:
    """A fault in wait.

    Attributes:
        kind: what goes wrong.
        times: for how many requests more; None for good.
        retry_after: seconds that ``Retry-After`` tells; None for no such header.
        as_date: whether it tells them as an HTTP date.
        where: only requests whose path (below the prefix, decoded) contains this.
    """

    kind: FaultKind
    times: int | None = None
    retry_after: float | None = None
    as_date: bool = False
    where: str = ""

    def headers(self) -> dict[str, str]:
        if self.retry_after is None:
            return {}
        if self.as_date:
            return {"Retry-After": formatdate(time.time() + self.retry_after, usegmt=True)}
        return {"Retry-After": f"{self.retry_after:g}"}


class FaultBoard:
    """The faults in wait of all APIs; set from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, list[Fault]] = {}
        self.delays: dict[str, float] = {}

    def put(self, api: str, fault: Fault) -> None:
        with self._lock:
            self._waiting.setdefault(api, []).append(fault)

    def take(self, api: str, path: str) -> Fault | None:
        """The first fault that fits, counted down."""
        with self._lock:
            waiting = self._waiting.get(api, [])
            for fault in waiting:
                if fault.where in path:
                    if fault.times is not None:
                        fault.times -= 1
                        if fault.times <= 0:
                            waiting.remove(fault)
                    return fault
            return None

    def clear(self, api: str | None = None) -> None:
        with self._lock:
            for name in list(self._waiting) if api is None else [api]:
                self._waiting.pop(name, None)
                self.delays.pop(name, None)
            if api is None:
                self.delays.clear()

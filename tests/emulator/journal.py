"""The log of the requests that an emulator saw."""

from __future__ import annotations

import re
import threading
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

if TYPE_CHECKING:
    from collections.abc import Mapping

_SECRET_HEADERS = frozenset(
    {"x-api-key", "authorization", "x-els-apikey", "x-els-insttoken", "crossref-plus-api-token"}
)

_SECRET_PARAMETER = re.compile(r"((?:^|&)api_?key=)[^&]*", re.IGNORECASE)


@dataclass(slots=True)
class LoggedRequest:
    """One request.

    Attributes:
        number: 1 for the first.
        api: the API's name.
        method, path: the path is below the API's prefix, percent-decoded.
        query: the raw query string.
        headers: names in lower case.
        body: what was sent, at most 1 MB of it.
        arrival, departure: monotonic seconds; the departure is None while the answer is under way.
        status: HTTP status of the answer; None where there was none (reset, time-out).
        fault: kind of the fault that was played, if any.
        broken: texts of the limits that it broke.
    """

    number: int
    api: str
    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    arrival: float
    body: bytes = b""
    departure: float | None = None
    status: int | None = None
    fault: str | None = None
    broken: list[str] = field(default_factory=list)

    @property
    def params(self) -> dict[str, str]:
        """The query's parameters; of a repeated one the last."""
        return dict(parse_qsl(self.query, keep_blank_values=True))

    def shown(self) -> dict[str, Any]:
        """As JSON can hold it, keys masked."""
        shown = asdict(self)
        shown["headers"] = {name: "***" if name in _SECRET_HEADERS else text for name, text in self.headers.items()}
        shown["query"] = _SECRET_PARAMETER.sub(r"\1***", self.query)
        shown["body"] = self.body.decode(errors="replace")
        return shown


class Journal:
    """All requests since the last reset; read from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: list[LoggedRequest] = []
        self._count = 0

    def note(self, request: LoggedRequest) -> None:
        with self._lock:
            self._count += 1
            request.number = self._count
            self._requests.append(request)

    def requests(self, api: str | None = None) -> tuple[LoggedRequest, ...]:
        with self._lock:
            return tuple(item for item in self._requests if api is None or item.api == api)

    def reset(self) -> None:
        with self._lock:
            self._requests.clear()

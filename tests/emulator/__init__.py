"""An emulator of bibliographic APIs for tests: real HTTP on a loopback port, over works that the test knows.

See ``README.md`` beside this file for what it does and how to add an API.
"""

from __future__ import annotations

from .faults import CONNECTION_FAULTS, FaultKind
from .journal import LoggedRequest
from .library import Library
from .limits import JITTER, Limit, Violation
from .server import Emulator
from .work import Work

__all__ = [
    "CONNECTION_FAULTS",
    "JITTER",
    "Emulator",
    "FaultKind",
    "Library",
    "Limit",
    "LoggedRequest",
    "Violation",
    "Work",
]

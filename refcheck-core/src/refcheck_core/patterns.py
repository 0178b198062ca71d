"""Regular expressions that are compiled when they are first used.

The lowest layers hold some sixty of them, and a run of the command line needs a handful: compiling all at import would
cost more than the rest of the start.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """Stands in for an `re.Pattern`; each method is looked up once, and costs nothing more after that."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, value)
        return value


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile`, put off until the first use; a faulty source is an error only then."""
    return cast("re.Pattern[str]", _LazyPattern(source, flags))

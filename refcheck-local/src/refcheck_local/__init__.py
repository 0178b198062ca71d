"""An index of records on this machine as a source of refcheck.

The plugin is `source`; see `refcheck_local.plugin`. Importing this package loads neither it nor the engine nor
the readers: ``refcheck --help`` imports it for the help of ``refcheck index``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .plugin import source

__all__ = ["source"]


def __getattr__(name: str) -> Any:
    if name != "source":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .plugin import source  # noqa: PLC0415  (on first use)

    return source

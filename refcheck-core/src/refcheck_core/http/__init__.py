"""The way to the databases: one httpx client per source with limits, retries and keys inside.

`open_client` builds a client whose transport is a stack, outermost first: retry, limits, credentials, body bound,
network. A plugin sees a plain ``httpx.AsyncClient`` and never a key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

    from ..contract import SourceInfo
    from ..settings import Settings
    from .recordings import Recordings

__all__ = ["open_client"]


def open_client(
    info: SourceInfo,
    settings: Settings,
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    recordings: Recordings | None = None,
) -> httpx.AsyncClient:
    """Build the client of a source; see `refcheck_core.http.client.open_client`."""
    from .client import open_client as build  # noqa: PLC0415  (httpx and stamina are imported on first use only)

    return build(info, settings, transport=transport, recordings=recordings)

"""Building the client of a source: the stack of transports, the address, the user agent."""

from __future__ import annotations

import contextlib
import re
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import httpx

from ..errors import SourceBadResponse
from ..settings import SettingsError
from .clock import CallClock, call_clock
from .credentials import CredentialTransport
from .limits import LimitTransport
from .network import BodyTransport, NetworkTransport
from .recording import RecordingTransport, ReplayTransport
from .recordings import Recordings
from .retry import RetryTransport

if TYPE_CHECKING:
    from ..contract import SourceInfo
    from ..settings import Settings

MAX_REDIRECTS = 5
"""Hops of one request; doi.org and arXiv need one or two."""

# What registries accept as a contact; anything else is left out rather than sent.
_CONTACT = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,250}\.[A-Za-z]{2,24}")


class SourceClient(httpx.AsyncClient):
    """An ``httpx.AsyncClient`` whose faults are all `SourceError`s and whose calls always have a clock."""

    def __init__(self, title: str, settings: Settings, network: NetworkTransport | None, **options: Any) -> None:
        super().__init__(**options)
        self._title = title
        self._network = network
        self._budgets = settings.network_timeout, settings.waiting_budget

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send a request; see ``httpx.AsyncClient.send``.

        Raises:
            SourceError: the source could not be asked.
        """
        token = call_clock.set(CallClock(*self._budgets)) if call_clock.get() is None else None
        try:
            if self._network is not None:
                with contextlib.suppress(ImportError, OSError, ValueError):  # comes up again, in words, when it is sent
                    self._network.prepare(request.url)
            return await super().send(request, **options)
        except httpx.TooManyRedirects:
            fault = f"{self._title} sends requests in circles (too many redirects)."
        except (httpx.HTTPError, httpx.InvalidURL):
            fault = f"{self._title} redirects to an address that cannot be used."
        finally:
            if token is not None:
                call_clock.reset(token)
        raise SourceBadResponse(fault)


def open_client(
    info: SourceInfo,
    settings: Settings,
    *,
    transport: httpx.AsyncBaseTransport | None = None,
    recordings: Recordings | None = None,
) -> httpx.AsyncClient:
    """Build the client that a source's hooks get as ``ctx.http``.

    Paths are relative to the base URL and keep their percent-encoding: ``http.get("works/10.1000%2Fx")``.

    Args:
        info: the source; its ``base_url`` is overridden by ``REFCHECK_<NAME>_URL``.
        settings: budgets, keys, contact, limits.
        transport: takes the place of the network (for tests); everything above it stays.
        recordings: those of the run, where the settings ask for them; each client has its own by default.

    Raises:
        SettingsError: the address is none.
    """
    try:
        base_url = httpx.URL(settings.base_url(info.name) or info.base_url)
    except httpx.InvalidURL:
        raise SettingsError(f"REFCHECK_{info.name.upper()}_URL takes an address such as {info.base_url}.") from None
    recordings = recordings or Recordings.of(settings)
    network: NetworkTransport | None = None
    stack: httpx.AsyncBaseTransport
    if recordings is not None and recordings.replays:
        stack = ReplayTransport(info, settings, base_url, recordings)
    else:
        network = None if transport else NetworkTransport()
        stack = _stack(transport or network or NetworkTransport(), info, settings, base_url)
        if recordings is not None:
            stack = RecordingTransport(stack, info, settings, base_url, recordings)
    step = settings.network_timeout
    return SourceClient(
        info.title,
        settings,
        network,
        base_url=base_url.copy_with(userinfo=b""),
        headers={"User-Agent": user_agent(settings), "Accept-Encoding": "gzip, deflate"},
        timeout=httpx.Timeout(step, connect=step / 2, pool=None),
        follow_redirects=True,
        max_redirects=MAX_REDIRECTS,
        transport=stack,
        trust_env=False,  # proxies are NetworkTransport's; .netrc has no business here
    )


def _stack(
    network: httpx.AsyncBaseTransport, info: SourceInfo, settings: Settings, base_url: httpx.URL
) -> httpx.AsyncBaseTransport:
    keyed = CredentialTransport(BodyTransport(network, info.title), info, settings, base_url)
    limited = LimitTransport(keyed, info, settings, base_url)
    return RetryTransport(limited, info.title, scale=settings.limits_scale)


def user_agent(settings: Settings) -> str:
    """``refcheck/<version>``, with the contact address that registries ask for where one is set and is one."""
    contact = settings.contact
    agent = f"refcheck/{_version()}"
    return f"{agent} (mailto:{contact})" if contact and _CONTACT.fullmatch(contact) else agent


@lru_cache(maxsize=1)
def _version() -> str:
    try:
        return version("refcheck-core")
    except PackageNotFoundError:  # pragma: no cover  (run from a source tree that is not installed)
        return "0"

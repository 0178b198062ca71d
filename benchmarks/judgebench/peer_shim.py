"""Copied beside bibtex-updater as `sitecustomize`: leads its requests to the emulator, and lets it wait for nothing.

Its limits of requests a minute are for the real databases; ours are scaled for the emulator, so its are lifted too.
Only `httpx` is touched, through which all of its requests go, and `time.sleep`, with which it waits.
"""

from __future__ import annotations

import json
import os
import time
from collections import deque

import httpx

_PORT = int(os.environ["PEER_PORT"])
_PLACES = json.loads(os.environ["PEER_PLACES"])
_ELSEWHERE = os.environ["PEER_ELSEWHERE"]
_send = httpx.HTTPTransport.handle_request


def _led(transport: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
    place = _PLACES.get(request.url.host, _ELSEWHERE).encode()
    path = place + request.url.raw_path
    request.url = request.url.copy_with(scheme="http", host="127.0.0.1", port=_PORT, raw_path=path)
    return _send(transport, request)


class _Forgetting(deque):  # type: ignore[type-arg]
    """What its limiter counts requests in: always empty, so that the limit is never reached."""

    def append(self, _: object) -> None:
        return


def _unlimited() -> None:
    from bibtex_updater import utils  # type: ignore[import-not-found]  # noqa: PLC0415

    made = utils.RateLimiter.__init__

    def unlimited(limiter: object, *given: object, **named: object) -> None:
        made(limiter, *given, **named)
        limiter.timestamps = _Forgetting()  # type: ignore[attr-defined]

    utils.RateLimiter.__init__ = unlimited


httpx.HTTPTransport.handle_request = _led  # type: ignore[method-assign]
time.sleep = lambda _: None
_unlimited()

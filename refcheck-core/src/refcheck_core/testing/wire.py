"""A source behind the real HTTP stack with the network replaced: for tests of what it asks and makes of an answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx

from ..contract import SourceContext
from ..http import open_client
from ..settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ..contract import SourceInfo


def scratch_settings(folder: Path, **environ: str) -> Settings:
    """Settings of a test: cache and state below `folder`, limits without waiting, and what `environ` says."""
    return Settings.from_environment(
        {
            "REFCHECK_CACHE_DIR": str(folder / "cache"),
            "REFCHECK_STATE_DIR": str(folder / "state"),
            "REFCHECK_LIMITS_SCALE": "0",
            **environ,
        }
    )


def source_context(
    info: SourceInfo, settings: Settings, *, transport: httpx.AsyncBaseTransport | None = None
) -> SourceContext:
    """The context that the host would make for a source; close its ``http`` if requests go over a network.

    Args:
        info: the source's description.
        settings: keys, addresses, budgets.
        transport: takes the place of the network, below limits, retries and keys.
    """
    values = {setting.env: settings.value(setting.env, setting.aliases) for setting in info.settings}
    return SourceContext(
        info=info,
        http=open_client(info, settings, transport=transport),
        settings={env: value for env, value in values.items() if value is not None},
        keys_present=frozenset(key.env for key in info.keys if settings.secret(key) is not None),
    )


def _as_json(body: Any) -> bytes:
    return json.dumps(body).encode()


class Wire:
    """A context whose network answers from a list; the last answer repeats.

    As a fixture in a source's ``conftest.py``::

        @pytest.fixture
        def wire(tmp_path):
            return lambda *answers, **environ: Wire(source, answers, scratch_settings(tmp_path, **environ))

    and in a test: ``served = wire({"total": 0}, (500, b"down"), EXAMPLE_KEY="k")``, hooks with ``served.context``.

    Args:
        source: the plugin object.
        answers: each a body, or a tuple of status, body and (optionally) headers. A body of ``bytes`` is sent as it is.
        settings: see `scratch_settings`.
        encode: makes bytes of any other body; JSON unless given.

    Attributes:
        context: what hooks take.
        requests: what was sent, keys included.
    """

    def __init__(
        self,
        source: Any,
        answers: Sequence[Any],
        settings: Settings,
        *,
        encode: Callable[[Any], bytes] = _as_json,
    ) -> None:
        self.requests: list[httpx.Request] = []
        self._answers = answers
        self._encode = encode
        self.context = source_context(source.describe(settings), settings, transport=httpx.MockTransport(self._answer))

    @property
    def urls(self) -> list[str]:
        """Addresses of the requests."""
        return [str(request.url) for request in self.requests]

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self._answers[min(len(self.requests), len(self._answers)) - 1]
        status, body, *headers = answer if isinstance(answer, tuple) else (200, answer)
        content = body if isinstance(body, bytes) else self._encode(body)
        return httpx.Response(status, content=content, headers=headers[0] if headers else None)

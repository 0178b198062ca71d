"""What the tests of this source share: the source behind the real HTTP stack, with the network replaced."""

from __future__ import annotations

import json

import httpx
import pytest

from refcheck_core import Settings, SourceContext
from refcheck_core.http import open_client
from refcheck_ieee import source


@pytest.fixture
def anyio_backend():
    return "asyncio"


class Wire:
    """A context whose network answers from a list; the last answer repeats. `requests` is what was sent."""

    def __init__(self, answers, settings):
        self.requests: list[httpx.Request] = []
        self._answers = answers
        info = source.describe(settings)
        self.context = SourceContext(
            info=info,
            http=open_client(info, settings, transport=httpx.MockTransport(self._answer)),
            keys_present=frozenset(key.env for key in info.keys if settings.secret(key)),
        )

    def _answer(self, request):
        self.requests.append(request)
        answer = self._answers[min(len(self.requests), len(self._answers)) - 1]
        status, body, *headers = answer if isinstance(answer, tuple) else (200, answer)
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return httpx.Response(status, content=content, headers=headers[0] if headers else None)

    @property
    def urls(self):
        return [str(request.url) for request in self.requests]


@pytest.fixture
def wire(tmp_path):
    """Make a `Wire`: ``wire(answer, …, KEY="value")`` with answers as bodies or (status, body, headers)."""

    def make(*answers, **environ):
        settings = Settings.from_environment(
            {
                "REFCHECK_CACHE_DIR": str(tmp_path / "cache"),
                "REFCHECK_STATE_DIR": str(tmp_path / "state"),
                "REFCHECK_LIMITS_SCALE": "0",
                **environ,
            }
        )
        return Wire(answers, settings)

    return make

"""Checks that no key gets into any text: records, outcomes, exceptions, logs, files."""

from __future__ import annotations

import base64
import json
import traceback
import urllib.parse
from typing import TYPE_CHECKING

import anyio
import pytest

from ..errors import SourceError
from ..sources import SourcePool
from .bench import FAULTS, Bench, all_logs, scratch
from .server import LoopbackServer, Reply, Request

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class DiscretionChecks(Bench):
    """Where a source's keys turn up."""

    def test_no_secret_in_any_text(self) -> None:
        """If this fails, check that the plugin never handles a key itself: declare it in `SourceInfo.keys` only."""
        secrets = self.secrets()
        if not secrets:
            pytest.skip("the source has no keys")
        replies: list[Callable[[Request], Reply]] = [
            self.respond,
            lambda request: _echo(request, 500),
            lambda request: _echo(request, 400),
            lambda request: _echo(request, 200),
            lambda _: FAULTS["401"][0],
        ]
        for respond in replies:
            with scratch() as folder, all_logs() as texts:
                anyio.run(self._ask_all, respond, folder, texts)
                texts.extend(_files(folder))
            everything = "\n".join(texts)
            leaked = [env for env, secret in secrets.items() if any(form in everything for form in _forms(secret))]
            assert not leaked, f"{', '.join(leaked)} is in a text"

    async def _ask_all(self, respond: Callable[[Request], Reply], folder: Path, texts: list[str]) -> None:
        async with LoopbackServer(respond) as server:
            settings = self.settings(folder, server.url)
            async with SourcePool(self.manager(settings), settings) as pool:
                texts.append(repr((await pool.search(self.entry_point_name, self.query())).model_dump()))
                texts.append(repr((await pool.lookup_doi(self.entry_point_name, self.unknown_doi)).model_dump()))
            async with self.opened(server) as (source, context):
                texts.append(repr((source, context)))
                for hook in self.hooks():
                    try:
                        texts.append(repr(await self.call(source, context, hook)))
                    except SourceError as error:
                        texts.extend(("".join(traceback.format_exception(error)), repr(error)))


def _echo(request: Request, status: int) -> Reply:
    """A database that repeats the request in its answer, as some do in links and error messages."""
    data = {"path": request.path, "query": request.query, "headers": dict(request.headers), "body": repr(request.body)}
    return Reply(status=status, body=json.dumps(data).encode())


def _forms(secret: str) -> set[str]:
    encoded = base64.b64encode(secret.encode()).decode()
    return {secret, urllib.parse.quote(secret, safe=""), urllib.parse.quote(secret), encoded}


def _files(folder: Path) -> list[str]:
    return [path.read_bytes().decode("latin-1") for path in folder.rglob("*") if path.is_file()]

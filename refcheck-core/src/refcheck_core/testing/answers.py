"""Checks of answers when all is well."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import anyio
import pytest

from ..contract import SearchKind
from ..errors import NotCovered, SourceError
from ..models import Record
from .bench import FAULTS, Bench
from .server import LoopbackServer, Reply, Request

_ALLOWED_CONTROLS = frozenset("\n\t")  # in abstracts


class AnswerChecks(Bench):
    """What a source answers."""

    @pytest.mark.parametrize("kind", list(SearchKind))
    def test_search_answers_within_the_limit(self, kind: SearchKind) -> None:
        """If this fails, check that ``search`` cuts its answer to ``query.limit`` and sets ``Record.source``."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                self._need(source.has("search"), "search")
                for limit in (1, 2):
                    found = await source.search(context, self.query(kind=kind, limit=limit))
                    assert isinstance(found, Sequence), type(found)
                    assert len(found) <= limit, f"{len(found)} records for a limit of {limit}"
                    assert found or kind is not SearchKind.TITLE, f"`respond` finds nothing for {self.search_text!r}"
                    self._check_records(found)
                self._check_requests(server)

        anyio.run(check)

    def test_known_doi_is_found(self) -> None:
        """If this fails, check ``lookup_doi``, and that `respond` knows ``known_doi``."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                self._need(source.has("lookup_doi") and self.known_doi is not None, "lookup_doi")
                found = await source.lookup_doi(context, str(self.known_doi))
                self._check_records([found])
                assert isinstance(found, Record)
                assert self.known_doi in (found.doi, *found.same_as), f"record of {found.doi}"
                self._check_requests(server)

        anyio.run(check)

    def test_unknown_doi_is_none(self) -> None:
        """If this fails, check that ``lookup_doi`` takes the API's 404 (or its like) for an answer."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                self._need(source.has("lookup_doi"), "lookup_doi")
                assert await self._lookup_unknown(source, context) is None
                self._check_requests(server)

        anyio.run(check)

    def test_fault_on_a_later_request_is_no_absence(self) -> None:
        """If this fails, check that a fault of the second request for one question is no "not there", either."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                self._need(source.has("lookup_doi"), "lookup_doi")
                await self._lookup_unknown(source, context)
                count = len(server.requests)
            for healthy in range(1, count):
                async with LoopbackServer(self._fail_after(healthy)) as server, self.opened(server) as opened:
                    with pytest.raises(SourceError) as caught:
                        await opened[0].lookup_doi(opened[1], self.unknown_doi)
                    assert not isinstance(caught.value, NotCovered)

        anyio.run(check)

    def test_fault_on_a_later_request_of_a_search_is_no_absence(self) -> None:
        """If this fails, check that a second search that fails is not taken for one that found nothing."""

        async def check() -> None:
            for text in (self.search_text, self.unknown_text):
                async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                    self._need(source.has("search"), "search")
                    await source.search(context, self.query(text))
                    count = len(server.requests)
                for healthy in range(1, count):
                    async with LoopbackServer(self._fail_after(healthy)) as server, self.opened(server) as opened:
                        try:
                            found = await opened[0].search(opened[1], self.query(text))
                        except SourceError:
                            continue
                        assert found, f"the search for {text!r} answered that there is nothing"

        anyio.run(check)

    @pytest.mark.parametrize("text", ["?!\u2026", "and or not", "x" * 9000])
    def test_text_that_is_not_asked_is_no_absence(self, text: str) -> None:
        """If this fails, raise `CannotAsk` where nothing of a text is left to search for, in place of giving ``[]``."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                self._need(source.has("search") and bool(source.info.base_url), "search over a network")
                with contextlib.suppress(SourceError):
                    found = await source.search(context, self.query(text))
                    assert found or server.requests, "it answered that there is nothing without asking"

        anyio.run(check)

    def test_batch_leaves_out_what_is_not_there(self) -> None:
        """If this fails, check that the keys of ``lookup_dois`` are the DOIs as given, absent ones left out."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                self._need(source.has("lookup_dois") and self.known_doi is not None, "lookup_dois")
                known = str(self.known_doi)
                found = await source.lookup_dois(context, [known, self.unknown_doi])
                assert isinstance(found, Mapping), type(found)
                assert set(found) == {known}
                self._check_records(list(found.values()))
                assert not await source.lookup_dois(context, [])
                self._check_requests(server)

        anyio.run(check)

    def test_known_identifiers_are_found(self) -> None:
        """If this fails, check ``lookup_id`` for each kind in ``id_kinds``, and that `respond` knows ``known_ids``."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                self._need(source.has("lookup_id"), "lookup_id")
                for identifier in self.known_ids:
                    self._check_records([await source.lookup_id(context, identifier)])
                self._check_requests(server)

        anyio.run(check)

    def test_bibtex_is_text(self) -> None:
        """If this fails, check that ``to_bibtex`` gives text or ``None`` for a record that the source gave."""

        async def check() -> None:
            async with LoopbackServer(self.respond) as server, self.opened(server) as (source, context):
                self._need(source.has("to_bibtex") and source.has("search"), "to_bibtex")
                for record in await source.search(context, self.query(limit=1)):
                    found = await source.to_bibtex(context, record)
                    assert found is None or found.lstrip().startswith("@"), repr(found)[:200]
                self._check_requests(server)

        anyio.run(check)

    async def _lookup_unknown(self, source: Any, context: Any) -> Record | None:
        try:
            found: Record | None = await source.lookup_doi(context, self.unknown_doi)
        except NotCovered:  # it is registered elsewhere, which is as good
            return None
        return found

    def _fail_after(self, healthy: int) -> Any:
        seen: list[Request] = []

        def respond(request: Request) -> Reply:
            seen.append(request)
            return self.respond(request) if len(seen) <= healthy else FAULTS["500"][0]

        return respond

    def _check_records(self, found: Sequence[Any]) -> None:
        for record in found:
            assert isinstance(record, Record), type(record)
            assert record.source == self.entry_point_name, f"record of the source {record.source}"
            assert Record.model_validate_json(record.model_dump_json()) == record, "its JSON is another record"
            bad = sorted({hex(ord(character)) for text in _texts(record) for character in filter(_is_control, text)})
            assert not bad, f"control characters in a record: {bad}"

    @staticmethod
    def _check_requests(server: LoopbackServer) -> None:
        assert not server.problems, server.problems

    @staticmethod
    def _need(condition: bool, hook: str) -> None:
        if not condition:
            pytest.skip(f"the source has no {hook}, or the tests name no argument for it")


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") and character not in _ALLOWED_CONTROLS


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Record):
        value = value.model_dump(mode="json")
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)

"""`SourcePool`: asks the sources, and turns whatever they do into outcomes."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

import anyio

from ..contract import Tier
from ..http.recordings import Recordings
from ..http.redaction import Redactor
from ..identifiers import IdentifierKind
from ..models import OutcomeStatus, SourceOutcome
from .answers import Answer
from .asking import Asker
from .cache import OutcomeCache
from .cache_thread import CacheThread
from .faults import fault_answer, log_bug
from .flights import Flights
from .questions import Question, bibtex_question, doi_question, id_question, search_question
from .session import Session
from .watchdog import PUT_DOWN_SECONDS, Watchdog

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

    from ..contract import SearchQuery, SourceInfo
    from ..identifiers import Identifier
    from ..models import Record
    from ..plugins import SourceManager
    from ..settings import Settings

PREPARING_SECONDS = 300.0
"""How long a source may take to open at most, where that is waited for: the largest libraries take some 20 s."""
CLOSING_SECONDS = 15.0
"""How long the plugins may take at most to end when a pool is left; the cache may take as long again."""


class SourcePool:
    """The sources of a `SourceManager`, ready to be asked. Use it as an async context manager, in one event loop.

    No method raises for a source's fault: a question gets a `SourceOutcome` that tells what came of it.

    Attributes:
        infos: descriptions of the usable sources by name, in order.
        skipped: source name -> why it is not asked at all (no key, switched off, could not be loaded).
        blockers: source name -> longest time in seconds that one of its hooks held the event loop.
        recordings: of the databases' answers, where they are made or replayed.
    """

    def __init__(self, manager: SourceManager, settings: Settings) -> None:
        self._manager = manager
        self._settings = settings
        self._watchdog = Watchdog()
        self.recordings = Recordings.of(settings)
        self._sessions: dict[str, Session] = {}
        self._infos: dict[str, SourceInfo] = {}
        self._skipped: dict[str, str] = {}
        self.infos: Mapping[str, SourceInfo] = MappingProxyType(self._infos)
        self.skipped: Mapping[str, str] = MappingProxyType(self._skipped)
        self._take_in_sources()
        self.blockers: Mapping[str, float] = MappingProxyType(self._watchdog.blockers)
        self._cache = CacheThread(OutcomeCache(settings))
        self._redactor = Redactor(settings, [source.info for source in manager.sources.values()])
        self._asker = Asker(self._watchdog, self._cache, self._redactor, offline=settings.offline)
        self._flights: Flights[Question, Answer] = Flights()
        if self.recordings is not None and not self.recordings.replays:
            self.recordings.describe((i for i in self.infos.values() if i.tier is not Tier.LOCAL), settings)

    @property
    def requests(self) -> dict[str, int]:
        """Source name -> requests that it has sent so far; of a replay, those that were recorded."""
        return {name: session.requests for name, session in self._sessions.items() if session.requests}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with anyio.move_on_after(CLOSING_SECONDS, shield=True):
            await self._flights.close(3 * PUT_DOWN_SECONDS)
            await self._watchdog.close()
            async with anyio.create_task_group() as group:
                for session in self._sessions.values():
                    group.start_soon(self._close, session)
        with anyio.move_on_after(CLOSING_SECONDS, shield=True):
            await self._cache.close()

    def refresh(self) -> None:
        """See again what the sources that need no network say of themselves: an index may have been built meanwhile.

        One that is in use stays so.
        """
        for source in self._manager.sources.values():
            if source.info.tier is Tier.LOCAL:
                source.look_again()
        self._take_in_sources()

    def _take_in_sources(self) -> None:
        """Sort the sources into those that can be asked and others."""
        skipped = _skipped(self._manager, self._settings)
        if self.recordings is not None and self.recordings.replays:
            skipped |= _unrecorded(self._manager, self.recordings)
        known = dict(self._infos)
        self._infos.clear()
        for name, source in self._manager.sources.items():
            if name not in skipped:
                self._infos[name] = source.info
                if name not in self._sessions:
                    self._sessions[name] = Session(source, self._settings, self._watchdog, self.recordings)
            elif name in self._sessions:
                self._infos[name] = known[name]
        self._skipped.clear()
        self._skipped.update({name: reason for name, reason in skipped.items() if name not in self._sessions})

    async def search(self, name: str, query: SearchQuery) -> SourceOutcome:
        """Ask a source for works by text."""
        info = self.infos.get(name)
        if info is not None and query.limit > info.max_results:
            query = replace(query, limit=info.max_results)
        if query.year is not None and (info is None or info.tier is not Tier.LOCAL):
            query = replace(query, year=None)  # claims that differ in it share one request, and one place in the cache
        return await self._one(search_question(name, query))

    async def lookup_doi(self, name: str, doi: str) -> SourceOutcome:
        """Ask a source for one DOI; the outcome's ``reason`` says so where it answered with another DOI."""
        question = doi_question(name, doi)
        if self._has(name, "lookup_dois"):
            batch = doi_question(name, doi, "lookup_dois")
            if not self._has(name, "lookup_doi"):
                return await self._one(batch)
            if self._flights.has(batch):
                outcome = await self._one(batch)
                if outcome.status is OutcomeStatus.OK:
                    return outcome
        return await self._one(question)

    async def lookup_dois(self, name: str, dois: Sequence[str]) -> dict[str, SourceOutcome]:
        """Ask a source for many DOIs, in as few requests as it can; the keys are as given."""
        found: dict[str, SourceOutcome] = {}
        if self._has(name, "lookup_dois"):
            started = time.monotonic()
            questions = {doi: doi_question(name, doi, "lookup_dois") for doi in dois}
            answers = await self._answers(list(questions.values()))
            return {doi: self._outcome(q, answers[q], started) for doi, q in questions.items()}

        async def one(doi: str) -> None:
            found[doi] = await self.lookup_doi(name, doi)

        async with anyio.create_task_group() as group:
            for doi in dict.fromkeys(dois):
                group.start_soon(one, doi)
        return {doi: found[doi] for doi in dois}

    async def lookup_id(self, name: str, identifier: Identifier) -> SourceOutcome:
        """Ask a source for an identifier of another kind."""
        question = id_question(name, identifier)
        info = self.infos.get(name)
        if info is not None and identifier.kind not in info.id_kinds:
            return self._skip(question, f"does not look up {identifier.kind.value}")
        return await self._one(question)

    def can_look_up(self, name: str, identifier: Identifier) -> bool:
        """Whether a source looks up identifiers of this kind at all."""
        if identifier.kind is IdentifierKind.DOI:
            return self._has(name, "lookup_doi") or self._has(name, "lookup_dois")
        return self._has(name, "lookup_id") and identifier.kind in self.infos[name].id_kinds

    async def to_bibtex(self, name: str, record: Record) -> str | None:
        """Ask a source for its own BibTeX of one of its records; ``None`` where there is none or it failed."""
        question = bibtex_question(name, record)
        if not self._has(name, "to_bibtex"):
            return None
        return (await self._answers([question]))[question].text

    async def ping(self, name: str) -> SourceOutcome:
        """Ask a source for a DOI that it is known to hold, past the cache."""
        started = time.monotonic()
        info = self.infos.get(name)
        doi = info.ping_doi if info is not None else None
        question = doi_question(name, doi or "", "lookup_doi" if self._has(name, "lookup_doi") else "lookup_dois")
        reason = self._why_not(question) or (None if doi else "has no DOI to be asked for")
        if reason is not None:
            return self._skip(question, reason)
        answers = await self._asker.answer(self._sessions[name], [question], fresh=True)
        return self._outcome(question, answers[question], started)

    async def prepare(self, name: str) -> SourceOutcome:
        """Open a source before it is asked anything, however long that takes within `PREPARING_SECONDS`.

        Returns:
            An outcome without records: ``ok``, or what hinders.
        """
        started = time.monotonic()
        question = Question(name, "open", "", "", "open")
        if name not in self._sessions:
            return self._skip(question, self.skipped.get(name, "there is no source of this name"))
        while True:
            try:
                await self._sessions[name].context()
            except Exception as error:  # noqa: BLE001  (whatever a plugin raises)
                answer = fault_answer(self._sessions[name].source, "open", error, self._redactor.text)
            else:
                answer = Answer(OutcomeStatus.OK)
            if answer.status is not OutcomeStatus.TIMEOUT or time.monotonic() - started > PREPARING_SECONDS:
                return self._outcome(question, answer, started)

    async def _one(self, question: Question) -> SourceOutcome:
        started = time.monotonic()
        reason = self._why_not(question)
        if reason is not None:
            return self._skip(question, reason)
        return self._outcome(question, (await self._answers([question]))[question], started)

    async def _answers(self, questions: Sequence[Question]) -> dict[Question, Answer]:
        if not questions:
            return {}
        session = self._sessions[questions[0].source]
        if session.is_local:  # joining costs more than asking twice
            return await self._asker.answer(session, questions)
        return await self._flights.join(questions, partial(self._asker.answer, session))

    def _has(self, name: str, hook: str) -> bool:
        return name in self._sessions and self._sessions[name].source.has(hook)

    def _why_not(self, question: Question) -> str | None:
        if question.source not in self._sessions:
            return self.skipped.get(question.source, "there is no source of this name")
        return None if self._has(question.source, question.hook) else f"has no {question.hook}"

    def _skip(self, question: Question, reason: str) -> SourceOutcome:
        return self._outcome(question, Answer(OutcomeStatus.SKIPPED, reason=reason), time.monotonic())

    def _outcome(self, question: Question, answer: Answer, started: float) -> SourceOutcome:
        return SourceOutcome(
            source=question.source,
            question=question.text,
            status=answer.status,
            records=answer.records,
            reason=answer.reason or _remark(question, answer),
            elapsed=time.monotonic() - started,
            cached=answer.cached,
            partial=answer.partial,
            unable=answer.unable,
            decisive=answer.status is OutcomeStatus.EMPTY and _decides(self.infos[question.source], question),
        )

    async def _close(self, session: Session) -> None:
        try:
            await session.close()
        except Exception as error:  # noqa: BLE001  (whatever a plugin raises, the others are closed)
            log_bug(session.source, "close", error, self._redactor.text)


def _skipped(manager: SourceManager, settings: Settings) -> dict[str, str]:
    skipped = dict.fromkeys(manager.switched_off, "switched off by REFCHECK_SOURCES")
    for report in manager.reports:
        if not report.ok and report.name not in manager.sources:
            skipped[report.name] = report.problem or "could not be loaded"
    for name, source in manager.sources.items():
        url = settings.base_url(name)
        if url is not None and not re.match(r"https?://[^/]", url):
            skipped[name] = f"REFCHECK_{name.upper()}_URL is no http or https address"
        if source.info.unusable is not None:
            skipped[name] = source.info.unusable
        missing = [key for key in source.info.keys if key.required and settings.secret(key) is None]
        if missing:
            skipped[name] = "no key: " + "; ".join(f"set {key.env} ({key.purpose.rstrip('.')})" for key in missing)
    return skipped


def _unrecorded(manager: SourceManager, recordings: Recordings) -> dict[str, str]:
    """The sources that were not there in the recorded run; those without network have no need of recordings."""
    recorded = recordings.about()["sources"]
    return {
        name: "not in the recordings"
        for name, source in manager.sources.items()
        if source.info.tier is not Tier.LOCAL and name not in recorded
    }


def _decides(info: SourceInfo, question: Question) -> bool:
    """Whether an absence at this source means that the identifier is not registered."""
    if question.hook == "lookup_id":
        return question.value.kind in info.registers
    if question.hook not in ("lookup_doi", "lookup_dois"):
        return False
    if question.hook == "lookup_doi" and IdentifierKind.DOI in info.registers:
        return True  # a batch that leaves a DOI out says less than a lookup
    return question.argument.partition("/")[0] in info.doi_prefixes


def _remark(question: Question, answer: Answer) -> str | None:
    if question.hook not in ("lookup_doi", "lookup_dois") or not answer.records:
        return None
    record = answer.records[0]
    known = {doi.lower() for doi in (record.doi, *record.same_as) if doi}
    if not known or question.argument in known:
        return None
    return f"asked for {question.argument}, it answered with {record.doi}"

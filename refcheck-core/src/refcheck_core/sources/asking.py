"""One question's way: cache, then hook, then checks; a fault becomes an answer that is no evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio

from ..errors import PartlyUnreadable, SourceAuthError, SourceUnreachable
from ..identifiers import IdentifierKind
from ..models import OutcomeStatus
from . import answers
from .answers import Answer
from .cache import CacheKey
from .faults import fault_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from ..contract import SourceContext
    from ..http.redaction import Redactor
    from ..plugins import Source
    from .cache_thread import CacheThread
    from .questions import Question
    from .session import Session
    from .watchdog import Watchdog

_READERS: Mapping[str, Callable[[Any, Sequence[Question]], dict[Question, Answer]]] = {
    "search": answers.read_search,
    "lookup_doi": answers.read_lookup,
    "lookup_dois": answers.read_batch,
    "lookup_id": answers.read_lookup,
    "to_bibtex": answers.read_bibtex,
}


class Asker:
    """Answers questions from the cache or by calling hooks."""

    def __init__(self, watchdog: Watchdog, cache: CacheThread, redactor: Redactor, *, offline: bool) -> None:
        self._watchdog = watchdog
        self._cache = cache
        self._offline = offline
        self._redact = redactor.text
        self._scrub = redactor.scrub

    async def answer(
        self, session: Session, questions: Sequence[Question], *, fresh: bool = False
    ) -> dict[Question, Answer]:
        """Answer questions of one hook.

        Args:
            session: the source.
            questions: at least one.
            fresh: whether to pass over the cache.
        """
        known = {} if fresh else await self._from_cache(session, questions)
        missing = [question for question in questions if question not in known]
        if missing:
            known |= self._barred(session, missing) or await self._ask_in_chunks(session, missing)
        return known

    def _barred(self, session: Session, questions: Sequence[Question]) -> dict[Question, Answer]:
        """Answers for a source that must not be asked now; empty where it may."""
        if self._offline and not session.is_local:
            return dict.fromkeys(questions, Answer(OutcomeStatus.SKIPPED, reason="offline, and not in the cache"))
        if session.refused is not None:
            return dict.fromkeys(questions, Answer(OutcomeStatus.ERROR, reason=session.refused))
        return {}

    async def _ask_in_chunks(self, session: Session, questions: Sequence[Question]) -> dict[Question, Answer]:
        size = max(1, session.info.max_batch) if questions[0].hook == "lookup_dois" else 1
        chunks = [questions[start : start + size] for start in range(0, len(questions), size)]
        if len(chunks) == 1:
            return await self._ask(session, chunks[0])
        found: dict[Question, Answer] = {}

        async def one(chunk: Sequence[Question]) -> None:
            found.update(await self._ask(session, chunk))

        async with anyio.create_task_group() as group:
            for chunk in chunks:
                group.start_soon(one, chunk)
        return found

    async def _ask(self, session: Session, questions: Sequence[Question]) -> dict[Question, Answer]:
        source, hook = session.source, questions[0].hook
        known: dict[Question, Answer] = {}
        try:
            with session.calling() as scope:
                context = await session.context()
                call = _call(source, context, questions)
                known = await self._read(session, questions, call)
        except Exception as error:  # noqa: BLE001  (whatever a plugin raises, the others go on)
            answer = fault_answer(source, hook, error, self._redact)
            if isinstance(error, SourceUnreachable):
                session.cut_off(answer.reason or "cannot be reached")
            if isinstance(error, SourceAuthError):
                session.refuse(f"not asked again, as it refused before: {answer.reason}")
            known = dict.fromkeys(questions, answer)
        if scope.cancelled_caught:  # another call found no connection
            known = dict.fromkeys(questions, Answer(OutcomeStatus.ERROR, reason=session.refused))
        self._keep(session, known)
        return known

    async def _read(
        self, session: Session, questions: Sequence[Question], call: Coroutine[Any, Any, Any]
    ) -> dict[Question, Answer]:
        """Run a hook and check what it gives; what it could not read is no evidence of an absence."""
        source, hook = session.source, questions[0].hook
        try:
            known = _READERS[hook](await self._watchdog.run(source.name, hook, call, session.clock()), questions)
        except PartlyUnreadable as error:
            fault = fault_answer(source, hook, error, self._redact)
            known = {q: answers.in_part(a, fault) for q, a in _READERS[hook](error.found, questions).items()}
        if session.is_local:
            return known  # no key was sent that could come back
        return {question: answers.scrubbed(answer, self._scrub) for question, answer in known.items()}

    async def _from_cache(self, session: Session, questions: Sequence[Question]) -> dict[Question, Answer]:
        if session.is_local:
            return {}
        keys = {key: question for question in questions for key in _keys(session, question)}
        found: dict[Question, Answer] = {}
        for key, payload in (await self._cache.read(list(keys))).items():
            try:
                answer = answers.from_payload(payload)
            except ValueError:
                continue  # written by another version; it will be asked anew and overwritten
            if _may_stand(session, keys[key], key, answer):
                found.setdefault(keys[key], answer)
        return found

    def _keep(self, session: Session, known: Mapping[Question, Answer]) -> None:
        if session.is_local:
            return
        entries = [
            (_own_key(session, question, answer), answers.to_payload(answer), answer.status is OutcomeStatus.OK)
            for question, answer in known.items()
            if answer.keep
        ]
        if entries:
            self._cache.write(entries)


def _call(source: Source, context: SourceContext, questions: Sequence[Question]) -> Coroutine[Any, Any, Any]:
    hook = questions[0].hook
    if hook == "lookup_dois":
        return source.lookup_dois(context, [question.value for question in questions])
    call: Coroutine[Any, Any, Any] = getattr(source, hook)(context, questions[0].value)
    return call


def _keys(session: Session, question: Question) -> tuple[CacheKey, ...]:
    """Where an answer may be kept, the surest first: a DOI that one hook found need not be asked by the other."""
    hooks = ("lookup_doi", "lookup_dois") if question.hook in ("lookup_doi", "lookup_dois") else (question.hook,)
    return tuple(_key(session, question, hook) for hook in hooks)


def _own_key(session: Session, question: Question, answer: Answer) -> CacheKey:
    """Where an answer is kept. That a batch left a DOI out says less than a lookup, and is kept apart."""
    is_found_in_batch = question.hook == "lookup_dois" and answer.status is OutcomeStatus.OK
    return _key(session, question, "lookup_doi" if is_found_in_batch else question.hook)


def _key(session: Session, question: Question, hook: str) -> CacheKey:
    return CacheKey(question.source, session.cache_version, hook, question.argument)


def _may_stand(session: Session, question: Question, key: CacheKey, answer: Answer) -> bool:
    """Whether a kept answer answers the question: an absence in a batch does not say that no agency has the DOI."""
    if question.hook == "lookup_doi" and key.hook == "lookup_dois":
        return answer.status is OutcomeStatus.OK or IdentifierKind.DOI not in session.info.registers
    return True

"""`Refcheck`: the installed sources, opened, and the use cases on them."""

from __future__ import annotations

import datetime as dt
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ..errors import RefcheckError
from ..http.recordings import Recordings
from ..matching import Rules
from ..models import OutcomeStatus
from ..plugins import SourceManager
from ..settings import LIBRARY, SettingsError
from ..sources import SourcePool
from ..text import clean_text
from .export import export
from .inquiry import Inquiry
from .many import CONCURRENCY, Checked, ManyInquiries
from .search import DEFAULT_RESULTS, build_search, run_search
from .wishes import build_wishes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from ..bibtex import Style
    from ..models import Claim, Verification
    from ..models.export import BibtexAnswer
    from ..models.search import SearchAnswer
    from ..settings import Settings


class UnknownSourceError(RefcheckError, ValueError):
    """A source that was asked for is not available; the text lists those that are."""


class Refcheck:
    """Everything that is installed, ready to be asked. Make one with `Refcheck.open` and share it.

    Attributes:
        manager: the plugins, with reports on those that did not load.
        pool: the sources.
        settings: how this run behaves.
    """

    def __init__(self, manager: SourceManager, pool: SourcePool, settings: Settings) -> None:
        self.manager = manager
        self.pool = pool
        self.settings = settings

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings, *, manager: SourceManager | None = None) -> AsyncIterator[Refcheck]:
        """Load the installed sources and open what they need; closes it all at the end.

        Args:
            settings: keys, limits, thresholds.
            manager: sources to use in place of the installed ones.

        Raises:
            RecordingError: on leaving: a request of a replay had no recording; or answers cannot be recorded.
        """
        recordings = Recordings.of(settings)
        if recordings is not None and recordings.replays:
            settings = recordings.as_recorded(settings)
        if manager is None:
            manager = SourceManager(settings)
            manager.load()
        async with SourcePool(manager, settings) as pool:
            yield cls(manager, pool, settings)
        if pool.recordings is not None:
            pool.recordings.raise_if_missing()

    async def verify(
        self, claim: Claim, *, databases: Sequence[str] | None = None, ask_all: bool = False
    ) -> Verification:
        """Check one claim.

        Args:
            claim: what is cited.
            databases: names of the sources to ask; all by default.
            ask_all: whether each of them is asked, though the answer is settled before its turn.

        Raises:
            AllSourcesFailedError: none of the sources that were asked could answer.
            UnknownSourceError: a name in `databases` is no available source.
        """
        names = self.select(databases)
        inquiry = Inquiry(claim, self.pool, names, self.rules(), ask_all=ask_all)
        return await inquiry.run()

    async def verify_many(
        self,
        claims: Sequence[Claim],
        *,
        databases: Sequence[str] | None = None,
        ask_all: bool = False,
        concurrency: int = CONCURRENCY,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[Checked]:
        """Check many claims together, with as few requests as they need.

        Args:
            claims: what is cited.
            databases: names of the sources to ask; all by default.
            ask_all: as of `verify`.
            concurrency: claims under way at once.
            progress: called with the number of claims done and the number of all, after each.

        Returns:
            One result for each claim, in their order; a claim for which no source could answer has an error.

        Raises:
            UnknownSourceError: a name in `databases` is no available source.
        """
        names = self.select(databases)
        many = ManyInquiries(
            claims, self.pool, names, self.rules(), ask_all=ask_all, concurrency=concurrency, progress=progress
        )
        return await many.run()

    async def search(
        self,
        query: str,
        *,
        max_results: int = DEFAULT_RESULTS,
        year_from: int | None = None,
        year_to: int | None = None,
        databases: Sequence[str] | None = None,
    ) -> SearchAnswer:
        """Find works by words of a subject or title, at all databases at once.

        Args:
            query: plain text.
            max_results: works to give, 1 to 30.
            year_from: first year of publication.
            year_to: last year of publication.
            databases: names of the sources to ask; all by default.

        Raises:
            AllSourcesFailedError: none of the sources that were asked could answer.
            QueryError: the search cannot be made as given.
            UnknownSourceError: a name in `databases` is no available source.
        """
        search = build_search(query, max_results=max_results, year_from=year_from, year_to=year_to)
        return await run_search(search, self.pool, self.select(databases))

    async def bibtex(
        self,
        *,
        doi: str | None = None,
        dois: Sequence[str] | None = None,
        title: str | None = None,
        semantic_scholar_id: str | None = None,
        arxiv_id: str | None = None,
        citation: str | None = None,
        style: Style = "latex",
        include_abstract: bool = False,
        databases: Sequence[str] | None = None,
    ) -> BibtexAnswer:
        """Write the BibTeX entries of works. Give exactly one of the first six arguments.

        Args:
            doi: of one work, in any spelling.
            dois: of up to 200 works; one that cannot be a DOI is named in ``not_found``.
            title: checked as a claim; a doubtful match is refused, with the candidates.
            semantic_scholar_id: paper id, corpus id or address of the paper at Semantic Scholar.
            arxiv_id: with or without version.
            citation: a whole citation, checked as a claim.
            style: ``latex`` (accents as commands) or ``utf8``.
            include_abstract: whether abstracts go in.
            databases: names of the sources to ask; all by default.

        Raises:
            AllSourcesFailedError: for none of the inputs could any source answer.
            ClaimError: the input cannot be used; the text tells how to mend it.
            UnknownSourceError: a name in `databases` is no available source.
        """
        wishes = build_wishes(
            doi=doi,
            dois=dois,
            title=title,
            semantic_scholar_id=semantic_scholar_id,
            arxiv_id=arxiv_id,
            citation=citation,
        )
        checked = await self.verify_many([w.claim for w in wishes if w.claim], databases=databases)
        return export(wishes, checked, self.pool, style=style, include_abstract=include_abstract)

    def select(self, databases: Sequence[str] | None) -> tuple[str, ...]:
        """The names of sources that are available now and that `databases` names, as users type them.

        Raises:
            UnknownSourceError: one of them is not available.
        """
        self.pool.refresh()
        if not databases:
            return tuple(self.pool.infos)
        chosen: list[str] = []
        for given in databases:
            name = self._name_of(given)
            if name not in self.pool.infos:
                reason = self.pool.skipped.get(name)
                why = f"not available ({reason})" if reason else "no source of that name is installed"
                available = ", ".join(self.pool.infos) or "none"
                raise UnknownSourceError(f"Database '{clean_text(given[:60]) or ''}': {why}. Available: {available}.")
            chosen.append(name)
        return tuple(dict.fromkeys(chosen))

    def _name_of(self, given: str) -> str:
        """A source's name from what people type: its name, title or alias, in any case, with blanks or hyphens."""
        plain = _plain(given)
        for name, info in self.pool.infos.items():
            if plain in {name, _plain(info.title), *info.aliases}:
                return name
        return plain

    async def require_library(self) -> None:
        """See that the library which the settings name, if they do, is read by a source; waits until it is.

        Raises:
            SettingsError: it is not; the text tells why.
        """
        if self.settings.value(LIBRARY) is None:
            return
        readers = [n for n, s in self.manager.sources.items() if any(given.env == LIBRARY for given in s.info.settings)]
        usable = [name for name in readers if name in self.pool.infos]
        for name in usable:
            outcome = await self.pool.prepare(name)
            if outcome.status is OutcomeStatus.ERROR:
                raise SettingsError(f"{(outcome.reason or 'The library cannot be used').rstrip('.')}.")
        if usable:
            return
        for name in readers:
            raise SettingsError(f"The library cannot be used: {self.pool.skipped.get(name, 'not available')}.")
        raise SettingsError(
            "The library cannot be used: no database in use reads one. Install refcheck-local, or add local to "
            "REFCHECK_SOURCES."
        )

    def rules(self) -> Rules:
        """The rules of judgement as the settings have them, today; in a replay, on the day of the recording."""
        recordings = self.pool.recordings
        replayed = recordings.about()["made"] if recordings is not None and recordings.replays else None
        today = dt.date.fromisoformat(replayed) if replayed else dt.datetime.now(tz=dt.UTC).date()
        return Rules(
            this_year=today.year,
            verified_threshold=self.settings.verified_threshold,
            partial_threshold=self.settings.partial_threshold,
            lead_margin=self.settings.lead_margin,
        )


def _plain(name: str) -> str:
    return "_".join(name.strip().lower().replace("-", " ").split())

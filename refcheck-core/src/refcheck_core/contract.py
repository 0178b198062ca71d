"""The types that pass between the host and a plugin: a source, a command, or a reader of bibliographies."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    import httpx

    from .identifiers import IdentifierKind
    from .models import Record, WorkType
    from .settings import Settings


class Tier(IntEnum):
    """When a source is asked; a later tier is asked only while the answer is still open."""

    LOCAL = 0
    """Needs no network."""
    FAST = 1
    """Cheap and fast: asked at once."""
    SLOW = 2
    """Slow or shared: arXiv (one request in 3 s), Semantic Scholar without a key."""
    METERED = 3
    """Has a quota that a run can use up: IEEE (200 a day), Scopus."""


class Capability(StrEnum):
    """What the records of a source can be trusted for."""

    FULL_AUTHORS = "full_authors"
    """Author lists are complete, so an author who is missing there is missing."""
    RETRACTIONS = "retractions"
    """Records say whether a work was retracted."""
    CITATION_SEARCH = "citation_search"
    """`search` finds works by a whole citation string."""
    TOPIC_SEARCH = "topic_search"
    """`search` finds works by topic."""
    BIBTEX = "bibtex"
    """`to_bibtex` gives the database's own BibTeX."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A secret that the HTTP stack adds to a copy of each request to the source's own host.

    Attributes:
        env: name of the environment variable; `aliases` are tried after it.
        header: request header that carries the key, or
        parameter: query parameter that carries it. Exactly one of the two is set.
        required: without it the source is skipped.
        purpose: a sentence for the user: what the key is for and where it comes from.
    """

    env: str
    purpose: str
    aliases: tuple[str, ...] = ()
    header: str | None = None
    parameter: str | None = None
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting of a source that is no secret; its value is in ``ctx.settings[env]`` when set.

    Attributes:
        env: name of the environment variable; `aliases` are tried after it.
        purpose: a clause for the user: what its value is.
        default: what holds where it is not set, for the user; ``None`` where nothing does.
    """

    env: str
    purpose: str
    aliases: tuple[str, ...] = ()
    default: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """At most `requests` requests in `seconds` seconds, on this machine, for requests whose path matches.

    A limit whose window is at most `PACED_UP_TO` seconds is paced: requests are spread evenly, never in a
    burst. A longer window is a quota: counted, and kept across restarts.

    Attributes:
        name: distinct within the source; appears in messages.
        requests: how many requests.
        seconds: length of the window.
        path: regular expression that the whole URL path after the base URL must match (``None``: every request).
    """

    name: str
    requests: int
    seconds: float
    path: str | None = None

    PACED_UP_TO: ClassVar[float] = 60.0

    @property
    def is_quota(self) -> bool:
        """Whether the window is long enough to be counted as a quota rather than paced."""
        return self.seconds > self.PACED_UP_TO


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """What an answer says by which a database refuses further requests for now, other than by 429 and ``Retry-After``.

    A source whose database has words of its own for that (a 403 for a quota, a header of its own) passes a function
    with its requests: ``ctx.http.get(path, extensions={"refcheck.refusal": read})``. It gets each answer and gives a
    `Refusal`, or ``None`` for the usual reading. The HTTP stack then waits or ends the call as for a 429, and keeps
    the pause for all processes of the machine.

    Attributes:
        retry_after: seconds until requests are welcome again; ``None``: what ``Retry-After`` says, if it is there.
        reason: why, as part of a sentence ("the weekly quota of this key is used up").
    """

    retry_after: float | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceInfo:
    """What a source says of itself.

    Attributes:
        name: as users type it in ``databases``; must equal the entry point's name.
        title: the database's name for people.
        aliases: other names that users type, in lower case with underscores ("s2").
        home_page: address of the database.
        base_url: base of its API (``""`` for a source without network). Overridden by ``REFCHECK_<NAME>_URL``.
        version: the plugin's version; part of the cache key, so that a corrected parser is not fed old records.
        tier: when it is asked.
        keys: secrets it can use.
        settings: other settings it reads.
        limits: published limits, all of which hold; the host keeps a margin.
        concurrency: requests at once on this machine.
        max_batch: DOIs that one `lookup_dois` takes (0: no such hook).
        max_results: records that one `search` can return.
        id_kinds: kinds of identifier that `lookup_id` answers.
        doi_prefixes: DOI prefixes whose registration this source decides: absent here means not registered.
        registers: kinds of identifier whose registration it decides whatever the prefix. With ``DOI`` among them,
            `lookup_doi` answers ``None`` only for a DOI that no registration agency has, and raises `NotCovered` for
            one that is registered elsewhere. (A DOI left out of an answer to `lookup_dois` says nothing of that.)
        holds: kinds of work that it would normally hold; empty means any.
        capabilities: see `Capability`.
        ping_doi: a DOI that it is known to hold, for ``refcheck sources --ping``.
        unusable: why it cannot be asked now (a part of a sentence: "no index has been built yet"); it is then skipped
            with this reason. A required key that is missing needs none.
        exhaustive: whether it aims at all works of the kinds that it `holds`. Of a source that holds a chosen part
            (somebody's library, an index of some records) it is ``False``: that a work is absent there says nothing
            about its existence, so that such a source alone never makes ``not_found`` conclusive.
        remarks: sentences to show with each answer that it took part in ("The local index is of 2024-06-09.").
    """

    name: str
    title: str
    home_page: str
    version: str
    aliases: tuple[str, ...] = ()
    base_url: str = ""
    tier: Tier = Tier.FAST
    keys: tuple[Key, ...] = ()
    settings: tuple[Setting, ...] = ()
    limits: tuple[RateLimit, ...] = ()
    concurrency: int = 1
    max_batch: int = 0
    max_results: int = 20
    id_kinds: frozenset[IdentifierKind] = frozenset()
    doi_prefixes: frozenset[str] = frozenset()
    registers: frozenset[IdentifierKind] = frozenset()
    holds: frozenset[WorkType] = frozenset()
    capabilities: frozenset[Capability] = frozenset()
    ping_doi: str | None = None
    unusable: str | None = None
    exhaustive: bool = True
    remarks: tuple[str, ...] = ()


class SearchKind(StrEnum):
    """What the text of a `SearchQuery` is."""

    TITLE = "title"
    """The title of one work."""
    CITATION = "citation"
    """A whole citation string."""
    TOPIC = "topic"
    """Words of a subject; many works may fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """A question to the `search` hook.

    Attributes:
        kind: what `text` is.
        text: plain text (no LaTeX, no markup), never empty.
        authors: family names that may help to rank; a source may ignore them.
        year: the year of publication that a citation claims, which may help to rank and must exclude nothing. Only
            sources that need no network get it: what others answer is shared by claims that differ in it.
        year_from, year_to: inclusive range of publication years, for topic searches; the host filters again.
        limit: at most so many records.
    """

    kind: SearchKind
    text: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    year_from: int | None = None
    year_to: int | None = None
    limit: int = 5

    def includes(self, year: int | None) -> bool:
        """Whether a record of this year is in the range; one without a year is, as the database found it there."""
        if year is None:
            return True
        return (self.year_from is None or self.year_from <= year) and (self.year_to is None or year <= self.year_to)


@dataclass(frozen=True, slots=True)
class SourceContext:
    """What a hook gets from the host.

    Attributes:
        info: the source's own description.
        http: an ``httpx.AsyncClient`` with base URL, keys, limits, retries, time-outs and user agent in it. Give it
            paths relative to the base URL without a leading slash. It raises `SourceError`s for faults (connection,
            time-out, 429 and 5xx after retries, a body that is too large); other statuses are returned.
        settings: values of the settings that `describe` named and that are set; never a key.
        keys_present: names (`Key.env`) of the keys that are set; their values stay inside the HTTP stack.
    """

    info: SourceInfo
    http: httpx.AsyncClient
    settings: Mapping[str, str] = field(default_factory=dict)
    keys_present: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntry:
    """One entry of a bibliography, as its file has it.

    Attributes:
        key: by which the file names it; may be empty.
        line: where it begins, from 1; 0 where that cannot be told.
        record: what it says of the work; ``None`` where it cannot be read.
        problem: why it cannot be read, as a clause for people.
        faults: sentences on fields that cannot be what their name says, and were left out of the record.
    """

    key: str
    line: int
    record: Record | None = None
    problem: str | None = None
    faults: tuple[str, ...] = ()


class BibliographyReader(Protocol):
    """Reads bibliographies of other formats than BibTeX, which core reads itself.

    It is an object (a module will do) registered under the entry-point group ``refcheck.bibliographies``.
    """

    def read(self, data: bytes, name: str) -> Sequence[ListedEntry] | None:
        """The entries of a file, in order, those included that cannot be read.

        Args:
            data: its content.
            name: of the file, for people; the format is told by the content.

        Returns:
            ``None`` where the content is of no format that this reader knows.

        Raises:
            RefcheckError: nothing of it can be read; the text tells why.
        """
        ...


class Command(Protocol):
    """A command of ``refcheck`` that another distribution brings along.

    It is an object (a module will do) registered under the entry-point group ``refcheck.commands``; the entry point's
    name is what users type. ``refcheck --help`` imports it, so the module must be light: whatever is heavy is imported
    by `run`.
    """

    @property
    def help(self) -> str:
        """What the command does, as in the list of commands: in lower case, without a full stop."""
        ...

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add arguments to the command's parser, and an epilog where that helps. Called more than once."""
        ...

    def run(self, options: argparse.Namespace, settings: Settings) -> int:
        """Do the work; the exit code: 0 all is well, 1 something is wrong, 2 usage, 3 not done.

        Answers go to stdout, all else to stderr. A `RefcheckError` is told to the user in its own words (exit code 3).
        """
        ...

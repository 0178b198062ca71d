"""refcheck: does a cited work exist, and is it what the citation says it is?

This root is the public interface for plugins: the hook marker, the types of the contract, the models, the errors,
and the helpers for identifiers, text and answers. A source imports nothing below it (and ``refcheck_core.testing``
in its tests). Names are imported on first use, so that importing the root costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .bibtex.decoding import decode_text
    from .bibtex.reading import BibEntry, BrokenEntry, read_entries
    from .contract import (
        BibliographyReader,
        Capability,
        Command,
        Key,
        ListedEntry,
        RateLimit,
        Refusal,
        SearchKind,
        SearchQuery,
        Setting,
        SourceContext,
        SourceInfo,
        Tier,
    )
    from .errors import (
        AllSourcesFailedError,
        CannotAsk,
        ClaimError,
        NotCovered,
        PartlyUnreadable,
        PluginError,
        RefcheckError,
        SourceAuthError,
        SourceBadResponse,
        SourceError,
        SourceRateLimited,
        SourceTimeout,
        SourceUnavailable,
    )
    from .hookspecs import hookimpl
    from .http.responses import json_body, raise_for_status, reported_fault, text_body
    from .identifiers import Identifier, IdentifierKind, find_identifiers, parse_arxiv_id, parse_doi, parse_identifier
    from .models import Author, Notice, NoticeKind, Record, WorkType
    from .romanization import is_latin, romanized
    from .settings import Settings
    from .text import clean_text, keywords, normalize, plain_text, title_distance

_HOMES = {
    "bibtex.decoding": ("decode_text",),
    "bibtex.reading": ("BibEntry", "BrokenEntry", "read_entries"),
    "contract": (
        "BibliographyReader",
        "Capability",
        "Command",
        "Key",
        "ListedEntry",
        "RateLimit",
        "Refusal",
        "SearchKind",
        "SearchQuery",
        "Setting",
        "SourceContext",
        "SourceInfo",
        "Tier",
    ),
    "errors": (
        "AllSourcesFailedError",
        "CannotAsk",
        "ClaimError",
        "NotCovered",
        "PartlyUnreadable",
        "PluginError",
        "RefcheckError",
        "SourceAuthError",
        "SourceBadResponse",
        "SourceError",
        "SourceRateLimited",
        "SourceTimeout",
        "SourceUnavailable",
    ),
    "hookspecs": ("hookimpl",),
    "http.responses": ("json_body", "raise_for_status", "reported_fault", "text_body"),
    "identifiers": (
        "Identifier",
        "IdentifierKind",
        "find_identifiers",
        "parse_arxiv_id",
        "parse_doi",
        "parse_identifier",
    ),
    "models": ("Author", "Notice", "NoticeKind", "Record", "WorkType"),
    "romanization": ("is_latin", "romanized"),
    "settings": ("Settings",),
    "text": ("clean_text", "keywords", "normalize", "plain_text", "title_distance"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "AllSourcesFailedError",
    "Author",
    "BibEntry",
    "BibliographyReader",
    "BrokenEntry",
    "CannotAsk",
    "Capability",
    "ClaimError",
    "Command",
    "Identifier",
    "IdentifierKind",
    "Key",
    "ListedEntry",
    "NotCovered",
    "Notice",
    "NoticeKind",
    "PartlyUnreadable",
    "PluginError",
    "RateLimit",
    "Record",
    "RefcheckError",
    "Refusal",
    "SearchKind",
    "SearchQuery",
    "Setting",
    "Settings",
    "SourceAuthError",
    "SourceBadResponse",
    "SourceContext",
    "SourceError",
    "SourceInfo",
    "SourceRateLimited",
    "SourceTimeout",
    "SourceUnavailable",
    "Tier",
    "WorkType",
    "clean_text",
    "decode_text",
    "find_identifiers",
    "hookimpl",
    "is_latin",
    "json_body",
    "keywords",
    "normalize",
    "parse_arxiv_id",
    "parse_doi",
    "parse_identifier",
    "plain_text",
    "raise_for_status",
    "read_entries",
    "reported_fault",
    "romanized",
    "text_body",
    "title_distance",
]


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})

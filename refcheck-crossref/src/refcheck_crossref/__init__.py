"""Crossref as a source of refcheck: the plugin is `source`."""

from __future__ import annotations

from .source import CrossrefSource, source

__all__ = ["CrossrefSource", "source"]

"""Scopus as a source of refcheck. `source` is the plugin."""

from __future__ import annotations

from .plugin import source

__all__ = ["source"]

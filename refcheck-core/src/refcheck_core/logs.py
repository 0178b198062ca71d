"""Logging of the programs: to stderr, without a key in any line.

Only programs call `configure_logging`; a library leaves logging to whoever uses it.
"""

from __future__ import annotations

import logging
import re
import sys
from typing import TYPE_CHECKING

from .http.redaction import PLACEHOLDER, Redactor, secret_forms

if TYPE_CHECKING:
    from .settings import Settings

_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)
"""Names of variables whose values are struck out. The keys of a plugin that fails in ``describe`` are never told."""

_TALKATIVE = ("asyncio", "httpcore", "httpcore2", "httpx", "httpx2", "portalocker")
"""Libraries whose debug output is about their own insides (and may hold headers)."""


class EnvironmentRedactor(Redactor):
    """Replaces every secret of the environment, whether or not an installed source has told that it is one."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._secrets = secret_forms(v for name, v in settings.environ.items() if _SECRET_NAME.search(name))

    def text(self, text: str) -> str:
        """The text with ``KEY`` in the place of every secret."""
        for secret in self._secrets:
            text = text.replace(secret, PLACEHOLDER)
        return super().text(text)


class RedactingFormatter(logging.Formatter):
    """Formats a record, its traceback included, and strikes out every secret of the environment."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._redactor = EnvironmentRedactor(settings)

    def format(self, record: logging.LogRecord) -> str:
        """The record as text, with ``KEY`` in the place of every secret."""
        return self._redactor.text(super().format(record))


def configure_logging(settings: Settings) -> None:
    """Log to stderr from ``settings.log_level`` up, in place of whatever handlers the root logger had."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(RedactingFormatter(settings))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))

"""Logging of the server: to stderr, with keys struck out."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from refcheck_core.settings import Settings


class RedactingFormatter(logging.Formatter):
    """Formats a record, traceback included, and strikes out every key.

    Attributes:
        redact: strikes keys out of a text.
    """

    def __init__(self, redact: Callable[[str], str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """The record as text without keys."""
        return self.redact(super().format(record))


def configure_logging(settings: Settings) -> None:
    """Log to stderr from ``REFCHECK_LOG_LEVEL`` up. The SDK and uvicorn then add no handlers of their own."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(RedactingFormatter(lambda text: text))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)

"""What ``refcheck doctor`` finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong, or could be better.

    Attributes:
        about: what it is about: a source, a variable, the cache.
        text: what is wrong.
        remedy: what helps, if known.
        is_problem: whether it is wrong, rather than worth knowing.
    """

    about: str
    text: str
    remedy: str | None = None
    is_problem: bool = True


@dataclass(slots=True)
class Report:
    """What the doctor found out.

    Attributes:
        findings: what is wrong or worth knowing.
        sources: every plugin, whether it loads and answers.
        cache: state of the cache.
        limits: state of limits and quotas.
    """

    findings: list[Finding] = field(default_factory=list)
    sources: list[dict[str, Any]] = field(default_factory=list)
    cache: dict[str, Any] | None = None
    limits: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_healthy(self) -> bool:
        """Whether nothing is wrong."""
        return not any(finding.is_problem for finding in self.findings)

"""Judgement: pure functions that compare a claim with works and decide. No I/O, no clock, no environment."""

from __future__ import annotations

from .assess import Assessment, assess
from .decide import Decision, Rules, decide
from .guesses import guess_title
from .identity import IdentifierFact
from .merge import merge

__all__ = ["Assessment", "Decision", "IdentifierFact", "Rules", "assess", "decide", "guess_title", "merge"]

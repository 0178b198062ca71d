"""Capitals of a title that a style must not lower.

Styles set titles in sentence case. Braces keep what would be lost by that: ``{ImageNet}``, ``{mRNA}``, ``{U-Net}``, and
in a title that is itself in sentence case every capital after its first word (a name: "traffic in {Beijing}"). A Title
Case title is not frozen: there a capital alone says nothing, and only words that are always names are kept.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from .plain import segments

if TYPE_CHECKING:
    from collections.abc import Iterator

# A word with its inner hyphens, apostrophes, slashes, plus signs and points: U-Net, C++, TCP/IP, U.S.
_WORD = re.compile(r"(?:[^\W\d_]\.){2,}|\w+(?:[-‐‑'’./&@]\w+)*(?:\+\+|\+|#)?")
_PART = re.compile(r"[^-‐‑/.&@]+")
_SENTENCE_ENDS = frozenset(":?!—–.")
_OPENERS = '"“‘(['
_SMALL_WORDS = frozenset(
    "about above across after against along among around before behind below beneath beside between beyond down during "
    "from inside into like near onto over since than that their through toward towards under until upon using versus "
    "via when where while with within without your this these those what which does".split()
)
_GERMAN = frozenset("und der die das für über des zur zum eine einer ein bei mit auf dem den im vom als aus".split())
# Adjectives and names of mathematics, and languages: capital in any title.
_ALWAYS_NAMES = frozenset(
    "abelian african american arabic asian australian banach bayes bayesian bernoulli bessel boltzmann boolean "
    "brazilian british brownian canadian carlo cartesian cauchy chebyshev chinese chomsky christian darwin darwinian "
    "dirac dirichlet dutch einstein english euclidean euler eulerian european fourier french frobenius galerkin galois "
    "gauss gaussian german gibbs gödel greek green hamilton hamiltonian hebrew hermite hermitian hessian hilbert "
    "hungarian indian islamic italian jacobi jacobian japanese jewish kalman kolmogorov korean krylov lagrange "
    "lagrangian laplace laplacian latin lebesgue lipschitz lyapunov markov markovian mexican monte nash newton "
    "newtonian poisson polish portuguese riemann riemannian roman runge russian schrödinger shannon sobolev spanish "
    "swedish swiss taylor turing turkish victorian vietnamese weibull wiener".split()
)


class TitlePart(NamedTuple):
    """A piece of a title: text or mathematics, and whether its capitals are to be protected."""

    text: str
    is_math: bool = False
    keep: bool = False


def protect(title: str) -> Iterator[TitlePart]:
    """Cut a title into parts that together are the title."""
    shouts = is_all_capitals(title)
    keeps_names = _is_sentence_case(title)
    is_first, before = True, ""
    for is_math, segment in segments(title):
        if is_math:
            # BibTeX lowers letters between dollar signs too.
            yield TitlePart(segment, is_math=True, keep=segment.lower() != segment)
        elif shouts:
            yield TitlePart(segment)
        else:
            yield from _protect_text(segment, before, is_first=is_first, keeps_names=keeps_names)
        is_first = is_first and not any(map(str.isalnum, segment))
        before = segment[-1]


def is_all_capitals(title: str) -> bool:
    """Whether a title of several words has no small letter: its capitals say nothing then."""
    words = [word for word in _WORD.findall(title) if sum(map(str.isalpha, word)) > 1]
    letters = [char for char in title if char.isalpha()]
    return len(words) > 2 and not any(map(str.islower, letters)) and any(map(str.isupper, letters))


def _protect_text(text: str, before: str, *, is_first: bool, keeps_names: bool) -> Iterator[TitlePart]:
    """Cut a text without mathematics.

    Args:
        text: the text.
        before: the character before it, the end of mathematics; empty at the title's beginning.
        is_first: whether no letter or digit comes before the text.
        keeps_names: whether the title is in sentence case.
    """
    position = end = 0
    for match in _WORD.finditer(text):
        # From the last word's end on: whole beginnings would make a long title cost its square.
        gap = text[end - 1 : match.start()] if end else before + text[: match.start()]
        starts_sentence = is_first or _ends_sentence(gap)
        is_first, end = is_first and not any(map(str.isalnum, match[0])), match.end()
        if not _is_protected(match[0], starts_sentence=starts_sentence, keeps_names=keeps_names):
            continue
        if match.start() > position:
            yield TitlePart(text[position : match.start()])
        yield TitlePart(match[0], keep=True)
        position = match.end()
    if position < len(text):
        yield TitlePart(text[position:])


def _ends_sentence(text: str) -> bool:
    """Whether a text ends in a mark after which a sentence begins, with blanks and opening signs behind it or not."""
    return text.rstrip(_OPENERS).rstrip()[-1:] in _SENTENCE_ENDS


def _is_protected(word: str, *, starts_sentence: bool, keeps_names: bool) -> bool:
    if word == word.lower():
        return False
    parts = _PART.findall(word)
    if any(_has_inner_capital(part) for part in parts) or _is_symbol(word, parts):
        return True
    if any(part.removesuffix("’s").removesuffix("'s").lower() in _ALWAYS_NAMES for part in parts):
        return not starts_sentence or len(parts) > 1
    return keeps_names and not starts_sentence


def _has_inner_capital(part: str) -> bool:
    """A capital after the first character, or beside a digit: ImageNet, mRNA, 3D, L1."""
    return any(map(str.isupper, part[1:])) or (any(map(str.isupper, part)) and any(map(str.isdigit, part)))


def _is_symbol(word: str, parts: list[str]) -> bool:
    """A single capital that is a name: U-Net, C++, U.S., "Vitamin D"; the article "A" is none."""
    if word == "A":
        return False
    return any(len(part.rstrip("+#'’")) == 1 and part[0].isupper() for part in parts)


def _is_sentence_case(title: str) -> bool:
    """Whether most of the words that Title Case would capitalise begin small (or the title is German)."""
    words: list[str] = _WORD.findall(title)
    if len(_GERMAN.intersection(words)) > 1:
        return True
    telling = [w for w in words[1:] if len(w) > 3 and w.isalpha() and w.lower() not in _SMALL_WORDS and w[1:].islower()]
    small = sum(word[0].islower() for word in telling)
    return small > 0 and small * 2 >= len(telling)

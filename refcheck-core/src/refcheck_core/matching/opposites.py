"""Words that say the opposite, or something else, of words that look like them.

"Hypertension" is no misspelling of "hypotension", nor "supervised" of "unsupervised": an edit or two make them, but
nobody types the one for the other. Where two titles differ in such a pair, they are two titles.
"""

from __future__ import annotations

from functools import lru_cache

_NEGATING = ("un", "in", "im", "il", "ir", "a", "an", "non", "dis", "de", "anti", "ab", "mis", "counter", "contra")
"""Prefixes that negate or reverse what follows."""
MIN_STEM = 4
"""Letters that must follow a prefix: "in" is no negation in "inter", nor "a" in "area"."""

_PAIRS = (
    ("homo", "hetero"), ("hypo", "hyper"), ("intra", "inter"), ("macro", "micro"), ("maxim", "minim"),
    ("increas", "decreas"), ("pre", "post"), ("over", "under"), ("endo", "exo"), ("endo", "ecto"), ("mono", "poly"),
    ("mono", "multi"), ("uni", "multi"), ("uni", "bi"), ("mono", "bi"), ("single", "multi"), ("sub", "super"),
    ("sub", "supra"), ("infra", "ultra"), ("internal", "external"), ("interior", "exterior"), ("import", "export"),
    ("implicit", "explicit"), ("inclu", "exclu"), ("intrinsic", "extrinsic"), ("introver", "extrover"),
    ("inductive", "deductive"), ("induction", "deduction"), ("induction", "reduction"), ("inflation", "deflation"),
    ("encod", "decod"), ("encrypt", "decrypt"), ("afferent", "efferent"), ("absor", "adsor"), ("adduct", "abduct"),
    ("ascend", "descend"), ("upstream", "downstream"), ("forward", "backward"), ("anterior", "posterior"),
    ("positiv", "negativ"), ("proton", "photon"), ("phonon", "photon"), ("neuron", "neutron"), ("neural", "neutral"),
    ("ethanol", "methanol"), ("nitrate", "nitrite"), ("sulfate", "sulfite"), ("sulfate", "sulfide"),
    ("genetic", "generic"), ("conversation", "conservation"), ("prospective", "perspective"), ("causal", "casual"),
    ("with", "without"), ("within", "without"), ("attach", "detach"), ("expand", "expend"),
    ("organic", "inorganic"), ("emigrat", "immigrat"), ("mitosis", "meiosis"),
    ("progress", "regress"), ("convex", "concave"), ("converg", "diverg"), ("parametric", "nonparametric"),
    ("symmetric", "asymmetric"), ("symmetric", "antisymmetric"), ("diastol", "systol"), ("cathod", "anod"),
)  # fmt: skip
"""Beginnings of two words that are equal behind them."""
_BY_LETTER = {
    letter: tuple(pair for pair in (*_PAIRS, *((b, a) for a, b in _PAIRS)) if pair[0][0] == letter)
    for letter in {beginning[0] for pair in _PAIRS for beginning in pair}
}


@lru_cache(maxsize=16384)
def are_opposed(one: str, two: str) -> bool:
    """Whether two normalised words differ by a prefix or beginning that makes the opposite of a word."""
    short, long = sorted((one, two), key=len)
    if len(short) >= MIN_STEM and any(long == prefix + short for prefix in _NEGATING):
        return True
    return any(
        one.startswith(first) and two.startswith(second) and one[len(first) :] == two[len(second) :]
        for first, second in _BY_LETTER.get(one[:1], ())
    )

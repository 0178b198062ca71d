"""What the API asks of its users: the key, the limits, the largest page."""

from __future__ import annotations

from refcheck_core import Key, RateLimit

KEY = Key(
    env="SCOPUS_API_KEY",
    aliases=("ELSEVIER_KEY",),
    header="X-ELS-APIKey",
    required=True,
    purpose=(
        "Scopus: 20,000 searches a week. Register a key at https://dev.elsevier.com; it works from the network of an "
        "institution that subscribes to Scopus."
    ),
)
TOKEN = Key(
    env="SCOPUS_INSTTOKEN",
    header="X-ELS-Insttoken",
    purpose="Scopus: token of your institution, to use the key from outside of its network; Elsevier gives it.",
)

# The throttle is about 9 a second for searches (figure of pybliometrics); we stay well below it. The quota of 20,000
# searches a week and key is what the header X-RateLimit-Limit says.
LIMITS = (
    RateLimit(name="requests", requests=2, seconds=1.0),
    RateLimit(name="quota", requests=20_000, seconds=604_800.0),
)

MAX_RESULTS = 25
"""Highest ``count`` that every key may ask for: 25 without a subscription and in view COMPLETE, else 200."""

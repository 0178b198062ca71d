"""What the API asks of its users: the key, and how often it may be asked."""

from __future__ import annotations

from refcheck_core import Key, RateLimit

KEY = Key(
    env="S2_API_KEY",
    aliases=("SEMANTIC_SCHOLAR_API_KEY",),
    header="x-api-key",
    purpose=(
        "Semantic Scholar: one request a second of your own, in place of a pool that all anonymous users share. "
        "Ask for one at https://www.semanticscholar.org/product/api."
    ),
)

# With a key: 1 request per second over all endpoints (API release notes of 2024). Without: no figure can be
# relied on, since the pool is shared by everybody, so we ask seldom.
WITH_KEY = RateLimit(name="requests", requests=1, seconds=1.1)
WITHOUT_KEY = RateLimit(name="requests", requests=1, seconds=3.0)

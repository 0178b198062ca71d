"""What the API asks of its users: the key, the limits, the largest page."""

from __future__ import annotations

from refcheck_core import Key, RateLimit

KEY = Key(
    env="IEEE_API_KEY",
    parameter="apikey",
    required=True,
    purpose=(
        "IEEE Xplore: 200 requests a day. Register for a key at https://developer.ieee.org; it is approved by hand, on "
        "business days."
    ),
)

# 10 a second and 200 a day are the figures that developers are told with their key; the public pages name none. We
# stay well below the first.
LIMITS = (
    RateLimit(name="requests", requests=1, seconds=1.0),
    RateLimit(name="quota", requests=200, seconds=86_400.0),
)

MAX_RESULTS = 200
"""Highest ``max_records`` of one request."""

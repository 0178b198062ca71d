"""Settings of the test tools for all tests. ``pytest --hypothesis-profile thorough`` tries many more examples."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No deadlines: machines are shared, and a slow example is not a wrong one.
settings.register_profile("quick", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quick")

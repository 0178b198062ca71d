"""`SourceConformance`: all checks in one class."""

from __future__ import annotations

import inspect

from .answers import AnswerChecks
from .description import DescriptionChecks
from .discretion import DiscretionChecks
from .faults import FaultChecks
from .hostility import HostilityChecks


class SourceConformance(DescriptionChecks, AnswerChecks, FaultChecks, HostilityChecks, DiscretionChecks):
    """What every source must do. A source's tests subclass it; see `refcheck_core.testing` for how."""

    def test_no_check_is_overridden(self) -> None:
        """If this fails, rename the test, or mark the override ``@pytest.mark.xfail(reason=...)``."""
        for name in dir(SourceConformance):
            if not name.startswith("test_"):
                continue
            own, standard = inspect.getattr_static(type(self), name), inspect.getattr_static(SourceConformance, name)
            marks = {mark.name for mark in getattr(own, "pytestmark", ())}
            assert own is standard or "xfail" in marks, f"{name} is overridden"

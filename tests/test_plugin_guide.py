"""The example in the guide to plugins: it is what it says, a whole source that passes the kit."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path

import pytest

import refcheck_core.testing  # noqa: F401  (rewrites the assertions of the kit before the guide's test imports it)

_GUIDE = Path(__file__).resolve().parent.parent / "docs" / "plugins.md"
_PLUGIN, _TESTS = re.findall(r"```python\n(.*?)```", _GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def _kit() -> type:
    plugin = types.ModuleType("refcheck_example")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "refcheck_example", plugin)
        exec(compile(_PLUGIN, "docs/plugins.md: plugin", "exec"), plugin.__dict__)
        names: dict[str, type] = {}
        exec(compile(_TESTS, "docs/plugins.md: tests", "exec"), names)
    return names["TestExampleConformance"]


class TestGuide(_kit()):  # type: ignore[misc]
    """The guide's tests of the guide's plugin."""

    is_installed = False


def test_the_guide_names_the_entry_point_of_its_plugin() -> None:
    assert '[project.entry-points."refcheck.sources"]\nexample = "refcheck_example:source"' in _GUIDE.read_text("utf-8")

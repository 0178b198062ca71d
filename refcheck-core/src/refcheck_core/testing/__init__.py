"""What the tests of a source need. (The conformance kit's classes arrive here.)."""

from __future__ import annotations

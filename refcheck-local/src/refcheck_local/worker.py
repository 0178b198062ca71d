"""``python -m refcheck_local.worker``: reads files for a writer; see `refcheck_local.preparing`."""

from __future__ import annotations

import contextlib
import os
import sys

if __name__ == "__main__":
    from .preparing import serve

    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed by accident must not get between
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, answers)
    os._exit(0)  # the writer may be gone: nothing is left to be flushed

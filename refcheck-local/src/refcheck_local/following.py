"""`FollowedIndex`: the index in a folder as it is now, for a process that lives longer than a state of it."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from .errors import LocalIndexError
from .index import Index
from .manifest import FILE_NAME

if TYPE_CHECKING:
    from pathlib import Path

_LOG = logging.getLogger("refcheck.local")
_Stamp = tuple[int, int, int]


class FollowedIndex:
    """Opens the index of a folder, and again when its manifest was replaced. Safe to use in threads.

    Args:
        folder: of the index; there may be none yet.

    Attributes:
        problem: why the index that is there could not be read at first, if so; it is tried again when it changes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._stamp = self._look()
        self._index: Index | None = None
        self.problem: LocalIndexError | None = None
        if self._stamp is not None:
            try:
                self._index = Index.open(folder)
            except LocalIndexError as error:
                self.problem = error

    def current(self) -> Index | None:
        """The index as of this moment; the last state that could be read where the new one cannot, or is gone."""
        stamp = self._look()
        if stamp is None or stamp == self._stamp:
            return self._index
        with self._lock:
            if stamp != self._stamp:
                self._stamp = stamp
                try:
                    self._index = Index.open(self._folder)  # whoever still asks the old one keeps it
                except LocalIndexError as error:
                    _LOG.warning("%s What was read before is used on.", error)
            return self._index

    def _look(self) -> _Stamp | None:
        """What changes when the manifest is replaced."""
        try:
            state = (self._folder / FILE_NAME).stat()
        except OSError:
            return None
        return state.st_mtime_ns, state.st_ino, state.st_size

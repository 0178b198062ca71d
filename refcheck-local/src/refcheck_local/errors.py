"""The errors of a local index. Their text is for users: it says what is wrong and what to do."""

from __future__ import annotations

from refcheck_core import RefcheckError


class LocalIndexError(RefcheckError):
    """An index that cannot be used or written as it is."""


class IndexMissing(LocalIndexError):
    """There is no index in the folder."""


class IndexVersion(LocalIndexError):
    """The index was written by a version of refcheck-local whose indexes are laid out differently."""


class IndexDamaged(LocalIndexError):
    """The folder holds an index that cannot be read."""


class IndexBusy(LocalIndexError):
    """Another process is writing to the index."""


class IndexNotWritten(LocalIndexError):
    """The index could not be written (disk full, no permission); what was committed before is still there."""

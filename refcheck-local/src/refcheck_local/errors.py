"""The errors of a local index. Their text is for users: it says what is wrong and what to do."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from refcheck_core import RefcheckError

if TYPE_CHECKING:
    from collections.abc import Iterator


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


@contextmanager
def damage_named(place: str) -> Iterator[None]:
    """Turn what the engine raises on bytes that are not its own into `IndexDamaged`.

    Of a cut or missing file it tells by an error, but it panics on some bytes that were changed; the panic comes as an
    exception that cannot be imported and that is no `Exception`.

    Args:
        place: the index in words ("the index in /data/index").
    """
    try:
        yield
    except (ValueError, OSError) as error:
        raise _damaged(place, error) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise _damaged(place, error) from error


def _damaged(place: str, error: BaseException) -> IndexDamaged:
    return IndexDamaged(f"{place} is damaged ({error}): build it anew with `refcheck index build`.")

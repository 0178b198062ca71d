"""An index of records on this machine as a source of refcheck.

The plugin is `source`; see `refcheck_local.plugin`. Importing this package loads neither the engine nor the readers.
"""

from .plugin import source

__all__ = ["source"]

"""An index of records on this machine as a source of refcheck."""

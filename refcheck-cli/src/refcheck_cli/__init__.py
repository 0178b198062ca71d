"""refcheck-cli: the ``refcheck`` command."""

"""``refcheck eval``: how often refcheck is right, measured over references whose truth is known."""

"""State handling that only compiled Python needs: copy-on-write lists and memoized answers."""

"""Information hiding: what a rule reveals to whom, and where look-ahead must end."""

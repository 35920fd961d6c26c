"""Error recovery: diagnoses what an unreadable text was meant to say."""

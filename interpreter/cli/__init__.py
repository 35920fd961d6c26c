"""The commands. Each stands on the other folders' public functions; only this folder prints."""

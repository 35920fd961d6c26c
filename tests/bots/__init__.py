"""Players that look ahead: they know no more than their seat, and play better than chance."""

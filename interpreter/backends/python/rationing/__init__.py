"""Charges for what rules do, so that each comes to a decision or is stopped."""

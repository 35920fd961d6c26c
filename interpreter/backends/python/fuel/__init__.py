"""Fuel charges for rules, so that each either comes to a decision or is stopped."""

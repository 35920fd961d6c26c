"""Finds where things lie: boards, zones, spaces, and what can be chosen there."""

"""Places of a game: boards, zones, spaces, and what can be chosen there."""

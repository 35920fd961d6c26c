"""States and events in the terms of the game: labels, views, stories, boards."""

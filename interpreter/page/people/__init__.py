"""What people at a table in the browser agree on, and are told, beside the game."""

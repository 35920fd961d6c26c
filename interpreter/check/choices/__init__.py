"""What is chosen: by players, together or alone, and by the rules."""

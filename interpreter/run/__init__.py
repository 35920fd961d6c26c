"""Playing: states, decisions, randomness. Pure and seeded; nothing here prints or reads files."""

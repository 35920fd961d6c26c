"""The engine: states, decisions, randomness. Pure and seeded; it prints and reads nothing."""

"""Players for programs: random, one-step look-ahead, and search."""

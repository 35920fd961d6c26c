"""The story of a game as sentences: what is noted of it, and how it is told to each reader."""

"""The story of a game as sentences: what is recorded, and how it is told to each reader."""

"""Name resolution: names of the game and of a rule, adjectives, spans of time."""

"""Playing many games and testing them: simulation, game tests, coverage. Nothing here prints."""

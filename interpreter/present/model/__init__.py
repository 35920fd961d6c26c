"""The view model: what one viewer may see of a game, as data."""

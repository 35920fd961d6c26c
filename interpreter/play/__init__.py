"""A game in progress, without a screen."""

"""A game on paper: cards, tokens and boards to cut out, and the rules."""

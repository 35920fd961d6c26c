"""What `import interpreter` offers: games, states, options and what can go wrong with them."""

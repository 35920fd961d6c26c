"""What questions and options would tell of cards that not everybody sees."""

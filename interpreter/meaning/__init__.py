"""What each line of the rules means, in words that cannot be read two ways."""

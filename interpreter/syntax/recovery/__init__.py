"""What is said of a text that cannot be read: what was meant, and how the language says it."""

"""The verbs of the language, each declared once, and what is done once they are checked."""

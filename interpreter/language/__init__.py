"""The verbs of the language, each declared once, and the steps they are compiled to."""

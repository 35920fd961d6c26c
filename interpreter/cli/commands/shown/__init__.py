"""Commands that show a game to others: its table, its course, its rules, its sheets to print."""

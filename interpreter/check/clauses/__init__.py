"""What waits and what stands: clauses of rules and of cards."""

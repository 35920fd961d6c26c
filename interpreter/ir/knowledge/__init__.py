"""Who may know what: which hidden things a rule tells of, and where looking ahead must end."""

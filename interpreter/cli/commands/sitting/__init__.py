"""`rulewright bot`: a seat that the rules play, at a table of people."""

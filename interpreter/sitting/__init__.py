"""A seat that the rules play, at a table of people: what is asked, told and remembered there."""

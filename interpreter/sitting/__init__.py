"""A seat that the rules play at a table of people: questions, narration and memory of a sitting."""

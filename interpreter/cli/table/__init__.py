"""One game at a keyboard: seats, screens, saves, and the run from question to question."""

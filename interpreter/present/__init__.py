"""States and events in the words of the table: labels, views, logs, boards."""

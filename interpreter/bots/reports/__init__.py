"""What many games show a designer: studies, findings, ratings, and a page of them."""

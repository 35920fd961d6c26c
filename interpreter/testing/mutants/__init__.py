"""Small changes of rules that tests must notice."""

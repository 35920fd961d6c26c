"""What helps while writing: the layout of rules, pages about problems, words for editors."""

"""Bodies of rules: what is done, how often and by whom."""

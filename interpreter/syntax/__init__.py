"""From the text of rules to trees whose every part knows its place."""

"""Tables in the browser: one game for several people, each with a link of their own."""

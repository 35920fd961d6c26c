"""Back ends: turn lowered rules into programs that can run."""

"""The typed intermediate representation of a game's rules, and its lowering to blocks."""

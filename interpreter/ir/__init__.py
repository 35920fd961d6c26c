"""The typed core of a game's rules, and its one lowering to blocks."""

"""Examples of what people can type at a table, for the help of terminal and page."""

TELL = (
    ("5: 2 c, 1 w", "what stands in clearing 5 now; `5: nothing`"),
    ("5: +2 c", "two more; `5: -1 w`: one less"),
    ("2 c from 5 to 6", "they move; `2 c 5 > 6` is the same"),
    ("keep in 2", "what there is one of lies there now"),
    ("cats 12 points", "a number of a player; `cats +2 points`"),
    ("cats crafted boots", "something comes to a player"),
    ("items: boots, 2 tea", "what lies in a place of the table"),
    ("clear", "nothing lies on the map"),
    ("shuffled", "the discard pile was shuffled and is the deck again"),
)
"""What people tell of their table, with examples of Root: a help says what shape a line has."""
COMMANDS = (
    ("turn", "play the turn of the seat that the rules play"),
    ("undo", "take the last line back, as often as you like"),
    ("map, check", "the table as it is drawn; as a list, to compare"),
    ("why 3", "the rule of step 3"),
    ("dice program", "the program rolls from now on (`dice table`); `cards program`"),
    ("position [FILE]", "the table as a position file"),
    ("summary, quit", "what was played; the end"),
)
COMMAND_WORDS = ("turn", "undo", "map", "check", "position", "summary", "quit", "clear", "shuffled")
"""Commands of one word: what a misspelt one is compared with."""

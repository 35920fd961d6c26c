"""Vocabulary tables: how sentences are written, what may begin one, what may follow.

Plain data.
"""

from __future__ import annotations

FORMS: dict[str, str] = {
    "values": "values suit: fox, rabbit, mouse",
    "kind": "kind card plural cards",
    "each": "each player has",
    "table": "the table has",
    "setting": "setting hand_limit: 5, from 1 to 10",
    "define": 'define score of player "What a player has scored"',
    "relation": "relation player owns card",
    "procedure": "procedure draw_cards count: number",
    "action": 'action draw_card "Draw a card"',
    "turn": 'turn regular_turn "A turn"',
    "setup": 'setup table "Setting up"',
    "game": 'game my_game "The course of the game"',
    "phase": 'phase scoring "Scoring"',
    "round": 'round market_round "A round"',
    "rule": 'rule hand_limit "At most five cards"',
    "test": 'test "A pair scores two"',
    "variant": 'variant "A short game" for my_game 1.0',
    "zone": "zone hand: set of cards, seen by owner",
    "board": "board field: grid 5 by 5 of dice, seen by all",
    "choose": "choose card from your hand",
    "menu": 'menu "Your action"',
    "may": "may draw_card",
    "must": "must take one of draw_card, play_card",
    "requires": 'requires your hand is not empty else "you have no cards"',
    "if": "if number of your hand is more than 4",
    "otherwise": "otherwise",
    "for": "for each card in your hand",
    "repeat": "repeat 3 times",
    "have": "have each player draw_card",
    "let": "let total be 3",
    "answer": "answer number of your hand",
    "set": "set score of player to 3",
    "pick": "pick winner from players",
    "after": "after you draw_card",
    "before": "before you draw_card",
    "when": "when you would draw_card, instead",
    "at": "at end of each player's turn",
    "while": "while your power is at least 7",
    "pay": "pay card's cost, less 1",
    "carries": "carries rules",
    "printed": "printed cost: number",
    "given": "given 2 players: blue, red",
    "expect": "expect number of blue's hand is 3",
    "refuses": 'refuses blue takes draw_card because "the deck is empty"',
}
# How a change of an overlay is written.
CHANGES: dict[str, str] = {
    "set": "set hand_limit to 3",
    "replace": "replace action draw_card",
    "extend": "extend rule long_games",
    "remove": "remove rule long_games",
    "before": "before action draw_card",
    "after": "after action draw_card",
    "require": "require action draw_card",
    "offer": "offer rest beside draw_card in turn player_turn",
    "add": 'add rule quiet_nights "Quiet nights"',
    "change": "change component card lift",
    "show": 'show for each player "cards": number of their hand',
    "only": "only with number of players is 2",
    "comes": 'comes after short_game, "2_calm_seas"',
}
# Other words for a change.
NOT_CHANGES = {
    "delete": "remove", "drop": "remove", "erase": "remove", "omit": "remove", "cut": "remove",
    "insert": "add", "new": "add", "create": "add", "modify": "change", "edit": "change",
    "update": "change", "alter": "change", "override": "replace", "overwrite": "replace",
    "redefine": "replace", "let": "set", "requires": "require", "extends": "extend",
}  # fmt: skip
SORTS = (
    "action", "procedure", "define", "relation", "setup", "game", "turn", "round", "phase", "rule",
)  # fmt: skip
# Everyday words, and the terms used here.
MEANT = {
    "my": "your", "his": "their", "her": "their", "our": "your", "greater": "more",
    "bigger": "more", "larger": "more", "higher": "more", "lower": "less", "smaller": "less",
    "whenever": "after", "begin": "start", "beginning": "start", "till": "until", "til": "until",
}  # fmt: skip
FRIENDLY: dict[str, str] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "_NL": "the end of the line",
    "_INDENT": "an indented block below",
    "_DEDENT": "the end of the block",
    "COMMA": "`,`",
    "COLON": "`:`",
    "SEMICOLON": "`;`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "CITE": "a citation such as ABC-12",
    "$END": "the end of the file",
    "WHOSE": "`'s`",
    "HOW_MANY": "`number`",
    "VERSION": "a number such as 1.0",
    "HALVES": "`in halves`",
    "FOREVER": "`for the rest of the game`",
    "_FOR_MANY": "`for 2 turns`",
    "_STEPS_FROM": "`steps from`",
    "_TOP_SEEN": "`top seen`",
    "_RECORD_OF": "`record of`",
    "_RECORD_POSITION": "`record this position`",
    "_TIMES_RECORDED": "a number",
    "AS_MANY": "`as many`",
    "LOOK_AT": "`look at`",
    "OF_CHOICE": "`of your choice`",
    "DISCARD_DOWN": "`discard down at end of`",
    "DISCARD_DOWN_TO": "`discard down to`",
    "DOWN_TO": "`discard down to`",
    "AT_END_OF": "`at end of`",
    "PICK_ALL": "`all`",
    "NO_LONGER": "`no longer`",
}
# What can stand at the margin, and what can begin a line of a rule's body.
HEADINGS = (
    "values", "kind", "each", "table", "faction", "setting", "money", "define", "relation",
    "procedure", "action", "turn", "setup", "game", "phase", "round", "rule", "test", "variant",
)  # fmt: skip
SENTENCES = (
    "choose", "menu", "may", "requires", "if", "otherwise", "for", "repeat", "have", "let",
    "answer", "pick", "pay", "either", "option", "stop", "end", "until",
)  # fmt: skip
# First words of lines in a rule or a card that wait for something.
WAITING = ("after", "before", "when", "while", "at")
TEST_LINES = (
    "given", "with", "expect", "allows", "refuses", "dice", "draws", "play", "game",
)  # fmt: skip
OPENING = ("choose", "menu", "if", "otherwise", "for", "repeat", "have", "pick", "option", "may")
# Terms of other fields, and the terms used here.
ELSEWHERE = {
    "function": "define", "def": "define", "enum": "values", "list": "values", "type": "kind",
    "class": "kind", "constant": "setting", "option": "setting", "players": "each",
    "player": "each", "currency": "money", "trigger": "rule",
}  # fmt: skip
# Words that continue a value that is already complete: named only when nothing else is expected.
GOING_ON = frozenset([
    "PLUS", "MINUS", "TIMES", "DIVIDED", "BUT", "CALLED", "ARRIVED", "ROUNDED", "WHOSE",
    "DOES", "DO", "DID", "HAVE", "HAS", "ARE", "WHO", "NEXT", "THAN", "WHERE", "AND", "OR",
])  # fmt: skip
# Words that begin a value, beside names and numbers.
VALUES = frozenset([
    "STRING", "LPAR", "SUM", "HOW_MANY", "NO_LONGER", "WORTH", "MOST", "WHICHEVER", "GROUP",
    "HALF", "LARGER", "SMALLER", "YOU", "YOUR", "THEY", "THEM", "THEIR", "IT", "ITS", "THIS",
    "NO", "ANY", "EVERY", "CAN", "EXACTLY", "AT", "NOT", "FIRST", "LAST", "EACH", "ALL",
    "EMPTY", "TOP",
])  # fmt: skip


def expected(accepts: set[str]) -> str:
    """Describe the expected tokens, the likeliest first; empty if none has a description."""
    names = {n for n in accepts if n in FRIENDLY or (n.isalpha() and n.isupper())}
    if {"NAME", "NUMBER"} <= names:
        names -= VALUES
    if "NUMBER" in names:
        names.discard("LPAR")
    if "NAME" in names:
        names -= {"LOOK_AT", "TOP"}
    if "VERSION" in names:
        names.discard("NUMBER")
    if names - GOING_ON - {"_NL"}:
        names -= GOING_ON

    def said(name: str) -> str:
        return FRIENDLY.get(name, f"`{name.lower()}`")

    signs = sorted(
        said(n)
        for n in names
        if (said(n)[:1] == "`" and not n.isalpha()) or n in ("COMMA", "COLON")
    )
    words = sorted(said(n) for n in names if said(n)[:1] == "`" and said(n) not in signs)
    behind = ("NAME", "VERSION", "NUMBER", "STRING", "CITE", "_INDENT", "_NL", "_DEDENT", "$END")
    last = [said(n) for n in behind if n in names]
    shown = list(dict.fromkeys([*signs, *words]))[: max(2, 6 - len(last))] + last
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def expected_here(accepts: set[str]) -> str:
    """Format the label `expected ...` for a place; empty if nothing is known to fit."""
    could = expected(accepts)
    return f"expected {could}" if could else ""

"""`play` without a game: lists the games, and asks for one and its players, line by line.

Takes a `Screen` at a terminal; returns the name of a game and the kinds of its seats, or None if
the person cancels.
"""

from __future__ import annotations

from interpreter.cli.commands.list_games import about
from interpreter.cli.table.people.screen import Screen
from interpreter.diagnostics import Report
from interpreter.diagnostics.json_data import Json
from interpreter.load.game_folder import list_games
from interpreter.present.option_matching import match

OTHERS = ("normal", "random", "greedy", "easy", "hard", "human")
"""Who else may sit there; the first one if nothing is said."""


def offered(screen: Screen) -> tuple[str, tuple[str, ...]] | None:
    """Ask for a game and its players."""
    report = Report()
    found = [game for folder in list_games() if (game := about(folder, report)) is not None]
    screen.say("Which game? Type its number or its name; `quit` leaves.")
    screen.say()
    _show(screen, found)
    game = _game(screen, found)
    if game is None:
        return None
    number = _number(screen, game["players"]["min"], game["players"]["max"])
    if number is None:
        return None
    others = _others(screen) if number > 1 else OTHERS[0]
    return None if others is None else (game["id"], ("human", *[others] * (number - 1)))


def first_sentence(text: str) -> str:
    """Return the first sentence of a description."""
    head, stop, _ = text.partition(". ")
    return head + stop.strip()


def _show(screen: Screen, found: list[Json]) -> None:
    widest = max(len(game["title"]) for game in found)
    for number, game in enumerate(found, 1):
        least, most = game["players"]["min"], game["players"]["max"]
        players = f"{least}-{most}" if least < most else str(least)
        time = f"{game['minutes']} min" if game["minutes"] else ""
        head = f"{number:>3}  {game['title']:<{widest}}  {players:<4} {time:>7}  "
        said = first_sentence(game["description"])
        if screen.width - len(head) < LEAST:  # below it
            screen.say(head.rstrip())
            screen.wrapped(said, 5)
        else:
            screen.wrapped(head + said, 0, len(head))


LEAST = 30  # columns that a sentence beside a title wants


def _game(screen: Screen, found: list[Json]) -> Json | None:
    titles, names = [game["title"] for game in found], [game["id"] for game in found]
    while True:
        typed = screen.ask(">")
        if typed is None or typed.strip().lower() == "quit":
            return None
        fits = match(typed, titles, names).found if typed.strip() else ()
        if len(fits) == 1:
            return found[fits[0]]
        if fits:
            several = ", ".join(f"{number + 1} {titles[number]}" for number in fits[:6])
            screen.wrapped(f"`{typed.strip()}` fits several: {several}.", 0, 2)
        else:
            screen.wrapped(f"No game is called `{typed.strip()}`: 1 to {len(found)}.", 0, 2)


def _number(screen: Screen, least: int, most: int) -> int | None:
    """Ask for the number of players; Enter alone takes the usual number."""
    usual = min(max(least, 3), most)
    if least == most:
        return least
    screen.say(f"How many play, you among them? {least} to {most}; Enter: {usual}.")
    while True:
        typed = screen.ask(">")
        if typed is None or typed.strip().lower() == "quit":
            return None
        if not typed.strip():
            return usual
        if typed.strip().isdecimal() and least <= int(typed) <= most:
            return int(typed)
        screen.say(f"Type a number from {least} to {most}, or Enter alone for {usual}.")


def _others(screen: Screen) -> str | None:
    """Ask who plays the other seats; Enter alone takes bots that think a little."""
    screen.wrapped(
        f"Who else plays? {', '.join(OTHERS[1:-1])} or {OTHERS[-1]}; Enter: {OTHERS[0]}, who think"
        " ahead a little.",
        0,
        2,
    )
    while True:
        typed = screen.ask(">")
        if typed is None or typed.strip().lower() == "quit":
            return None
        wanted = typed.strip().lower() or OTHERS[0]
        if wanted in OTHERS:
            return wanted
        screen.say(f"Type one of {', '.join(OTHERS)}, or Enter alone.")

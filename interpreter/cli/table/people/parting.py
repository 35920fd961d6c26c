"""How people leave a game, or end it by agreement: the questions before that, and their answers.

Takes the people at the keyboard; raises `Resigned` or `DrawAgreed` after a yes from all who are
asked, and returns after a no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.table.leaving import DrawAgreed, Left, Resigned
from interpreter.present import words

if TYPE_CHECKING:
    from interpreter.cli.table.people.person import People

YES, NO = ("yes", "y"), ("no", "n", "")


def resign(people: People) -> None:
    """Ask whether a bot shall play on; raises `Resigned` after a yes."""
    people.screen.wrapped(
        "A bot plays on for you, and you do not come back. `quit` would keep the game for later.",
        0, 2,
    )  # fmt: skip
    if agrees(people, "Leave the game to a bot? yes or no:"):
        raise Resigned
    people.screen.wrapped("You play on.")


def offer_draw(people: People, seat: int) -> None:
    """Offer a draw to all others, one after the other; raises `DrawAgreed` after a yes from all."""
    session, screen = people.session, people.screen
    if any(kind != "human" for kind in session.seats):
        screen.wrapped("No draw is offered: a bot plays here, and bots agree to none.", 0, 2)
        return
    if len(session.seats) == 1:
        screen.wrapped("No draw is offered: nobody else plays.", 0, 2)
        return
    if not agrees(people, "Offer the others to end the game as a draw? yes or no:"):
        screen.wrapped("No draw is offered.")
        return
    name = words.seat_title(seat)
    for other in (one for one in people.seats if one != seat):
        people.hand_over(other)
        asked = words.seat_title(other)
        if not agrees(people, f"{asked}: {name} offers a draw. Accept it? yes or no:"):
            people.hand_over(seat)
            people.frames.again(seat)
            screen.wrapped(f"{asked} does not accept a draw: the game goes on.", 0, 2)
            return
    raise DrawAgreed


def agrees(people: People, question: str) -> bool:
    """Ask until the answer is yes or no; Enter alone is a no. Raises `Left` at the end of input."""
    people.screen.words = ["yes", "no"]
    while True:
        with people.timing.counted(people.at_keyboard):
            typed = people.screen.ask(question)
        if typed is None:
            raise Left("end")
        said = typed.strip().lower()
        if said in (*YES, *NO):
            return said in YES
        people.screen.wrapped("Type `yes` or `no`.", 0, 2)

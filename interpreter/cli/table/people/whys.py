"""Explanations for people at the keyboard: for `why`, and for input that is no option.

Takes a `Session` and its frames; produces lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.cli.table.people.frames import Frames
from interpreter.cli.table.people.not_taken import in_table_words, is_numbered, not_now, offered
from interpreter.play import because
from interpreter.play.session import Session
from interpreter.present import labels, words
from interpreter.present.option_matching import plain

if TYPE_CHECKING:
    from interpreter.explaining.explanations import Explanation
    from interpreter.present.model.parts import Option, PendingQuestion


class Whys:
    """Explanations for the people at this keyboard."""

    def __init__(self, session: Session, frames: Frames) -> None:
        self.session = session
        self.frames = frames

    def of_move(
        self, move: str, numbered: bool, asked: PendingQuestion | None = None
    ) -> list[tuple[int, str]]:
        """Explain a move in lines with their indentation.

        Without a move, explain why things of the menu are not offered. `numbered` says that numbers
        mean options.
        """
        from interpreter.cli.commands.why import explained, not_understood
        from interpreter.explaining.typed_moves import Unknown

        move = _by_parts(move, asked)
        made = self._explained(self._whole(move, numbered)) if move else []
        try:
            made = made or explained(self.session, move)
        except Unknown as unknown:
            message, helps = not_understood(unknown, self.session)
            said = f"{words.capital(message)}: {helps}"
            if asked is not None and not in_table_words(said, move):
                said = f"{words.capital(message)}. {offered(asked.options)}"
            return [(0, said)]
        if not made:
            return [(0, "Name a move: `why MOVE`, such as the name of what you miss here.")]
        plan, most = self.session.plan, None if move else 1
        lines = []
        for one in made:
            told = because.lines(plan, one)[:most]
            if told and not one.legal and not in_table_words(told[0][1], move):
                told[0] = (0, f"{because.title(one.steps)} is not possible now.")
            lines += told
        return lines

    def reason(self, seat: int, text: str, options: Sequence[Option]) -> str:
        """Explain why something on the table or in the menu may not be taken; empty if it may.

        Also empty if the text names no such thing.
        """
        typed = text
        text = _by_parts(text, self.frames.view(seat).asked)
        text = self._whole(text, is_numbered([one.key for one in options]))
        view, site = self.frames.view(seat), self.session.plan.sites[self.session.state.site]
        places = {plain(cell.name) for board in view.boards for cell in board.cells}
        names = {
            plain(item.say) for seen in view.seats for zone in seen.zones for item in zone.items
        }
        menu = site.items if site.sort == "menu" else ()
        names |= {plain(labels.menu_title(self.session.plan, one)) for one in menu if one[2:]}
        named = plain(text) in names | places or {*map(plain, text.split())} <= places
        made = self._explained(text) if named else []
        if not named or (made and made[0].legal):
            return ""
        if made and because.is_told_at_the_table(made[0]):
            return because.sentences(made[0])[0]
        return not_now(typed, options)

    def _whole(self, text: str, numbered: bool) -> str:
        """Expand a place's number to its name where options have no numbers: `3` to `3 rabbit`."""
        if numbered or not text.isdecimal():
            return text
        view = self.frames.view(self.session.state.actor)
        called = {cell.name for board in view.boards for cell in board.cells}
        found = {name for name in called if name.split()[:1] == [text]}
        return found.pop() if len(found) == 1 else text

    def _explained(self, move: str) -> list[Explanation]:
        """Explain a move; empty if its words mean nothing."""
        from interpreter.cli.commands.why import explained
        from interpreter.explaining.typed_moves import Unknown

        try:
            return explained(self.session, move)
        except Unknown:
            if " " not in move.strip() or "," in move or ":" in move:
                return []
        try:  # two spaces, as they are typed to decide
            return explained(self.session, ", ".join(move.split()))
        except Unknown:
            return []


def _by_parts(move: str, asked: PendingQuestion | None) -> str:
    """Replace the number of a first part by its name, in input such as `1 blue`."""
    number, _, rest = move.partition(" ")
    if asked is None or asked.how != "lists" or not number.isdecimal() or not rest:
        return move
    firsts = list(dict.fromkeys(option.parts[0] for option in asked.options))
    seconds = dict.fromkeys(option.parts[1] for option in asked.options)
    second = next((one for one in seconds if plain(one).startswith(plain(rest))), rest)
    at = int(number) - 1
    return f"{firsts[at]}, {second}" if 0 <= at < len(firsts) else move
